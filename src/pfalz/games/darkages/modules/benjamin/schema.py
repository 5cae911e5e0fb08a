"""The shape of benjamin.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Card, Cell, Count, Effects, Entry, Row, Table


class Deck(Row):
    players: Table
    parts: Amount
    targets: Annotated[list[Amount], Meta(min_length=1)]
    per_part: Amount
    hard: bool = False
    apart: Count = 0


class Reward(Entry, kw_only=True):
    effects: Annotated[Effects, Meta(min_length=1, max_length=2)]
    once: bool = False


class Travel(Card):
    """A travel card."""


class BenjaminFile(Cell):
    meta: Row
    deck: list[Deck]
    reward: Annotated[list[Reward], Meta(min_length=1)]
    travel: Annotated[list[Travel], Meta(min_length=1)]
