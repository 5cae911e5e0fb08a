"""The shape of wyrd.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Cell, Count, Effects, Entry, Row

Fate = Annotated[Effects, Meta(min_length=1)]


class Numbers(Row):
    under_offer: Amount
    most_vp: Count


class WyrdCard(Entry):
    id: str
    upper: Fate
    lower: Fate


class WyrdFile(Cell):
    meta: Row
    numbers: Numbers
    wyrd: Annotated[list[WyrdCard], Meta(min_length=1)]
