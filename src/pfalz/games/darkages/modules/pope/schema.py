"""The shape of pope.toml."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Cell, Count, Row


class Pope(Row):
    id: Literal["title_pope"]
    vp: Count


class Price(Row):
    churches: Amount
    cost: Amount


class PopeFile(Cell):
    pope: Pope
    price: Annotated[list[Price], Meta(min_length=1)]
