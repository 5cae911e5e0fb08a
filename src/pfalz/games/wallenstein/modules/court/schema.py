"""The shape of court.toml."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pfalz.games.wallenstein.schema import Amount, Cell, Count, Row


class Court(Row):
    courtiers_per_player: Amount
    dice_tower_cards_per_player: Count
    convert: Annotated[list[Amount], Meta(min_length=3, max_length=3)]
    costs: Annotated[list[Count], Meta(min_length=3, max_length=3)]


class Favor(Row):
    """A favor; which of the values it has depends on its effect."""

    id: str
    amount: Count | None = None
    building: Literal["palace", "church", "trading_post"] | None = None
    wards: Annotated[list[Literal["combat_a", "combat_b"]], Meta(min_length=1, max_length=2)] | None = None


class CourtFile(Cell):
    court: Court
    favor: Annotated[list[Favor], Meta(min_length=21, max_length=21)]
