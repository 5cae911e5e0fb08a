"""The shape of landmarks.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Achievement, Amount, Card, Cell, Cost, Count, Effects, Row, Ruler


class Deck(Row):
    parts: Amount
    targets: Annotated[list[Amount], Meta(min_length=1)]
    per_part: Amount


class Landmark(Card):
    cost: Cost
    immediate: Annotated[Effects, Meta(min_length=1)]
    lasting: Annotated[Effects, Meta(min_length=1)]
    vp: Count


class LandmarksFile(Cell):
    meta: Row
    deck: Deck
    ruler: list[Ruler]
    achievement: list[Achievement]
    landmark: Annotated[list[Landmark], Meta(min_length=1)]
