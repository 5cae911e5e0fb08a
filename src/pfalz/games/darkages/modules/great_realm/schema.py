"""The shape of great_realm.toml."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pfalz.games.darkages.schema import (
    Achievement,
    Amount,
    Area,
    Cell,
    Colour,
    Count,
    Entry,
    Players,
    Region,
    Relic,
    Row,
    Ruler,
    Sea,
    Title,
    WarTechnology,
)


class Boards(Row):
    """The boards of both games, laid out together (DM2-1.1, DM2-2.4, DM2-3.2)."""

    offer_places: Amount
    accessible_at_start: Count
    accessible_per_red_space: Count
    tower_pieces: Count
    churches: Count
    production_buildings_per_type: Count


class Setup(Row):
    """The numbers of a player count."""

    players: Annotated[int, Meta(ge=5, le=8)]
    cities: Amount
    noble_discs: Amount
    exhausted_discs: Count
    exhausted_again: Count
    church_trigger: Amount
    discs_for_reaction: Annotated[int, Meta(ge=2, le=9)]
    highest_mark: Players

    def __post_init__(self) -> None:
        whole = 4 if self.players >= 7 else 3
        if self.highest_mark != whole:
            raise ValueError(f"with {self.players} players things up to mark {whole} are in play")


Mark = Literal[4] | None
"""What is in play with seven or eight players only has one."""
Two = Annotated[list[str], Meta(min_length=2, max_length=2)]


class Links(Row):
    """Pairs of areas that are adjacent across the seam: a western one, then one of the other map."""

    land: list[Two]
    sea: list[Two]


class WestArea(Area, kw_only=True):
    min_players: Players = 2
    mark: Mark = None


class WestTitle(Title, kw_only=True):
    min_players: Players = 2
    mark: Mark = None


class WestRuler(Ruler, kw_only=True):
    min_players: Players = 2
    mark: Mark = None


class Twin(Entry, kw_only=True):
    """A western culture card that is like one of the game."""

    of: str


class GreatRealmFile(Cell):
    meta: Row
    table: Boards
    colour: Annotated[list[Colour], Meta(min_length=4)]
    setup: Annotated[list[Setup], Meta(min_length=4)]
    region: Annotated[list[Region], Meta(min_length=1)]
    sea: list[Sea]
    title: list[WestTitle]
    area: Annotated[list[WestArea], Meta(min_length=1)]
    link: Links
    ruler: Annotated[list[WestRuler], Meta(min_length=1)]
    achievement: list[Achievement]
    war_technology: list[WarTechnology]
    relic: list[Relic]
    twin: list[Twin]
