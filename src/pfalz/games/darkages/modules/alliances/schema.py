"""The shape of alliances.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Cell, Count, Effects, Entry, Row


class Terms(Row):
    dealt: Amount
    talks: Amount
    rounds: Amount
    penalty: Count


class Alliance(Entry, kw_only=True):
    id: str
    concluded: Effects
    passing: Effects


class AlliancesFile(Cell):
    meta: Row
    terms: Terms
    alliance: Annotated[list[Alliance], Meta(min_length=1)]
