"""Where the landmarks stand, and the constants of the module.

Whoever controls the area of a landmark holds its card; that needs no column (DM3-4.1)."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kind, Kinds
from pfalz.core.state import PUBLIC, Columns, declare, numbers, shared, thing
from pfalz.games.darkages.language import goods_of
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.landmarks import schema
from pfalz.games.darkages.state import FREE, NONE, DarkAges

ID: Final = "landmarks"
KIND: Final = "landmark"
"""The kind of their culture cards (DM3-3.1)."""


class LandmarkLookup:
    """What landmarks cost and are worth; each is there once (DM3-1.2)."""

    def __init__(self, data: Data) -> None:
        file = typed(data[ID], schema.LandmarksFile, f"{ID}.toml")
        self.ids = [row.id for row in file.landmark]
        self.n = len(self.ids)
        self.costs = [goods_of(row.cost, f"{ID}.landmark.{row.id}") for row in file.landmark]
        self.vp = [row.vp for row in file.landmark]
        self.cards: list[int] = []
        """The culture card of each landmark, and the power it is while it is in force."""
        self.all_cards: frozenset[int] = frozenset()
        self.powers: list[int] = []

    def know(self, t: Lookup) -> None:
        """Learn the numbers of cards and powers; a start card is there if its ruler is."""
        there = [i for i, id in enumerate(self.ids) if id in t.card_ids]
        self.ids, self.n = [self.ids[i] for i in there], len(there)
        self.costs, self.vp = [self.costs[i] for i in there], [self.vp[i] for i in there]
        self.cards = [t.card_ids.index(id) for id in self.ids]
        self.all_cards = frozenset(self.cards)
        self.powers = [t.lasting[id] for id in self.ids]


class Landmarks(Columns):
    """The area of each landmark, or NONE: it is not built (DM3-3.3)."""

    t: LandmarkLookup
    where: list[int]
    __slots__ = tuple(__annotations__)

    def in_area(self, area: int) -> int:
        """The landmark in an area, or NONE; there is never more than one (DM3-3.3, DM3-4.5)."""
        return self.where.index(area) if area in self.where else NONE


SLICE: Final = declare(
    Landmarks,
    t=shared(),
    where=numbers(PUBLIC, thing("area", NONE), per="landmark"),
)


def declare_kinds(kinds: Kinds, t: LandmarkLookup) -> None:
    """Landmarks, called like their cards."""
    kinds.add(Kind("landmark", t.n, lambda value: (f"card.{t.ids[value]}", {})))


def landmarks(s: DarkAges) -> Landmarks:
    """This module's slice of a state."""
    part: Landmarks = s.slices[ID]
    return part


def holder(s: DarkAges, landmark: int) -> int:
    """Who has the card of a landmark: the controller of its area; FREE if nobody has (DM3-4.1, DM3-4.2)."""
    area = landmarks(s).where[landmark]
    return s.owner[area] if area != NONE else FREE
