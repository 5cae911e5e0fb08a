"""The shape of Wallenstein's data files; a file that does not fit is refused with place and reason."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0, le=99)]
Amount = Annotated[int, Meta(ge=1, le=99)]
Provenance = Literal["rulebook", "public", "reconstructed"]
Odds = Annotated[list[Amount], Meta(min_length=2, max_length=2)]


class Row(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a data file; it says where its values come from."""

    provenance: Provenance


class Cell(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a table."""


class Region(Cell):
    id: str


class County(Cell):
    """A county; where a value does not come from what the file names, its own provenance says so."""

    id: str
    region: str
    taxes: Annotated[int, Meta(ge=3, le=7)]
    grain: Annotated[int, Meta(ge=2, le=5)]
    sites: Annotated[int, Meta(ge=1, le=3)]
    out_of_play_3p: bool
    neighbours: Annotated[list[str], Meta(min_length=1)]
    provenance: dict[str, Provenance] = {}


class CountiesFile(Cell):
    provenance: dict[str, Provenance]
    region: Annotated[list[Region], Meta(min_length=5, max_length=5)]
    county: Annotated[list[County], Meta(min_length=45, max_length=45)]


class Action(Row):
    """An action; it has a cost or armies only if its rule knows them."""

    id: str
    cost: Count | None = None
    armies: Count | None = None


class Money(Row):
    values: Annotated[list[Count], Meta(min_length=5, max_length=5)]


class BonusTile(Row):
    id: str
    amount: Count


class EventCard(Row):
    """An event card, with as many amounts as its effect has."""

    id: str
    winter_loss: Count
    amounts: list[Count] = []


class CardsFile(Cell):
    action: Annotated[list[Action], Meta(min_length=10, max_length=10)]
    money: Money
    bonus_tile: Annotated[list[BonusTile], Meta(min_length=5, max_length=5)]
    event: Annotated[list[EventCard], Meta(min_length=12, max_length=12)]


class Supply(Row):
    armies_per_player: Amount
    peasants: Amount
    palaces: Amount
    churches: Amount
    trading_posts: Amount
    revolt_markers: Amount


class Colour(Row):
    id: str


class PlayerCount(Row):
    players: Annotated[int, Meta(ge=3, le=5)]
    start_thalers: Count
    army_groups: Annotated[list[Amount], Meta(min_length=1)]


class LineUp(Row):
    players: Annotated[int, Meta(ge=3, le=5)]
    seat: str
    counties: list[tuple[str, int]]


class Provisions(Row):
    unsupplied: Amount
    revolts: Amount
    extra_peasants: Count


class Scoring(Row):
    county: Count
    building: Count
    majority: Annotated[list[Count], Meta(min_length=3, max_length=3)]
    tie_deduction: Count


class Combat(Row):
    neutral_peasants: Count


class TowerFill(Row):
    armies_per_player: Count
    peasants: Count


class FillOdds(Row):
    thrown: Odds


class ConstantOdds(Row):
    thrown: Odds
    resting: Odds


class ImpactOdds(Row):
    thrown: Odds
    per_cube: Odds


class Tower(Cell):
    fill: FillOdds
    constant: ConstantOdds
    impact: ImpactOdds


class SetupFile(Cell):
    supply: Supply
    colour: Annotated[list[Colour], Meta(min_length=5, max_length=5)]
    player_count: Annotated[list[PlayerCount], Meta(min_length=3, max_length=3)]
    lineup: Annotated[list[LineUp], Meta(min_length=12, max_length=12)]
    provisions: Annotated[list[Provisions], Meta(min_length=5, max_length=5)]
    scoring: Scoring
    combat: Combat
    tower_fill: TowerFill
    tower: Tower
