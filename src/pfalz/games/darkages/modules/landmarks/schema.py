"""The shape of landmarks.toml."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pfalz.games.darkages.schema import Achievement, Amount, Card, Cell, Cost, Count, Effects, Row, Ruler


class Deck(Row):
    parts: Amount
    targets: Annotated[list[Amount], Meta(min_length=1)]
    per_part: Amount


class LandmarkRuler(Ruler):
    """A ruler whose start cards are in play with every number of players."""

    min_players: Literal[2]


class Landmark(Card):
    cost: Cost
    immediate: Annotated[Effects, Meta(min_length=1)]
    lasting: Annotated[Effects, Meta(min_length=1)]
    vp: Count


class LandmarksFile(Cell):
    meta: Row
    deck: Deck
    ruler: list[LandmarkRuler]
    achievement: list[Achievement]
    landmark: Annotated[list[Landmark], Meta(min_length=1)]
