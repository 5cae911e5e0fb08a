"""The shape of crusades.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Cell, Count, Effects, Entry, Row


class Church(Row):
    churches: Annotated[list[Amount], Meta(min_length=1)]
    churches_of_two_boxes: Annotated[list[Amount], Meta(min_length=1)]


class Defence(Cell):
    base: Annotated[int, Meta(ge=-99, le=99)]
    per_player: Count
    dice: Count


class CrusadeCard(Entry, kw_only=True):
    id: str
    wave: Amount
    defence: Defence
    vp: Annotated[list[Count], Meta(min_length=1)]
    absent: Count
    special: Annotated[Effects, Meta(min_length=1)]


class CrusadesFile(Cell):
    meta: Row
    crusade: Church
    card: Annotated[list[CrusadeCard], Meta(min_length=1)]
