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


class Region(Struct, kw_only=True):
    """A region of the map; what else the file tells of it is for people and for drawing."""

    id: str
    counties: Annotated[list[str], Meta(min_length=9, max_length=9)]


class County(Struct, kw_only=True):
    """A county; towns and positions are for drawing."""

    id: str
    region: str
    taxes: Annotated[int, Meta(ge=3, le=7)]
    grain: Annotated[int, Meta(ge=2, le=5)]
    sites: Annotated[int, Meta(ge=1, le=3)]
    out_of_play_3p: bool
    neighbours: Annotated[list[str], Meta(min_length=1)]


class CountiesFile(Struct, kw_only=True):
    region: Annotated[list[Region], Meta(min_length=5, max_length=5)]
    county: Annotated[list[County], Meta(min_length=45, max_length=45)]


class Action(Row):
    id: str
    cost: Count
    armies: Count


class Money(Row):
    values: Annotated[list[Count], Meta(min_length=5, max_length=5)]


class BonusTile(Row):
    id: str
    amount: Count


Effect = Literal[
    "trading_post_removes_revolt_marker",
    "palace_defender_extra_army",
    "taxes_max",
    "taxes_min",
    "grain_min",
    "grain_max",
    "neutral_peasants",
    "church_counties_unattackable",
    "deploy_reduced",
]


class EventCard(Row):
    id: str
    effect: Effect
    amounts: list[Count]
    winter_loss: Count


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
    monogram: str
    hex: str


class PeasantColour(Row):
    id: str
    hex: str


class PlayerCount(Row):
    players: Annotated[int, Meta(ge=3, le=5)]
    start_thalers: Count
    army_groups: Annotated[list[Amount], Meta(min_length=1)]
    removed_counties: list[str]


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
    peasant_colour: PeasantColour
    player_count: Annotated[list[PlayerCount], Meta(min_length=3, max_length=3)]
    lineup: Annotated[list[LineUp], Meta(min_length=12, max_length=12)]
    provisions: Annotated[list[Provisions], Meta(min_length=1)]
    scoring: Scoring
    combat: Combat
    tower_fill: TowerFill
    tower: Tower


class Court(Row):
    courtiers_per_player: Amount
    dice_tower_cards_per_player: Count
    convert: Annotated[list[Amount], Meta(min_length=3, max_length=3)]
    costs: Annotated[list[Count], Meta(min_length=3, max_length=3)]


FavorEffect = Literal[
    "cancel_event",
    "thalers",
    "armies_to_tray",
    "remove_revolt_marker",
    "grain",
    "victory_points",
    "free_building",
    "immunity",
    "free_armies_own_or_neutral",
]


class Favor(Row):
    number: Amount
    id: str
    effect: FavorEffect
    amount: Count


class Landsknechte(Row):
    regions_required: Amount


class Banner(Row):
    id: str
    thalers: Count
    armies_to_tray: Count
    grain: Count
    victory_points: Count


class Leaders(Row):
    monuments_per_player: Amount
    vp_per_own_monument: Count
    vp_per_captured_monument: Count
    building_discount: Count
    collect_bonus: Count
    deploy_bonus: Count


class ExpansionsFile(Cell):
    court: Court
    favor: Annotated[list[Favor], Meta(min_length=21, max_length=21)]
    landsknechte: Landsknechte
    banner: Annotated[list[Banner], Meta(min_length=4, max_length=4)]
    leaders: Leaders
