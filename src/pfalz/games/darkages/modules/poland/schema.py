"""The shape of poland.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import ActionId, Amount, Cell, Count, Effects, Entry, Row


class Numbers(Row):
    vp_per_flipped_card: Count
    mieszko_shuffled_into_top: Amount
    chrobry_shuffled_into_top: Amount
    manor_on_flip: Count


class CultureCard(Entry, kw_only=True):
    id: str


class ChrobryEvent(Entry, kw_only=True):
    id: str
    effects: Annotated[Effects, Meta(min_length=1)]


class PolandStep(Entry, kw_only=True):
    action: ActionId
    condition: Annotated[Effects, Meta(min_length=1)]
    reward: Effects = []


class PolandCard(Entry, kw_only=True):
    id: str
    back: str
    levy: Effects = []
    removes: bool = False
    benefit_action: ActionId
    benefit: Annotated[Effects, Meta(min_length=1)]
    step: Annotated[list[PolandStep], Meta(min_length=4, max_length=4)]


class PolandFile(Cell):
    meta: Row
    poland: Numbers
    culture_card: Annotated[list[CultureCard], Meta(min_length=2, max_length=2)]
    event: Annotated[list[ChrobryEvent], Meta(min_length=1)]
    card: Annotated[list[PolandCard], Meta(min_length=1)]
