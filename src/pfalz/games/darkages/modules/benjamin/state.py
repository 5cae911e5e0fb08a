"""Who has which travel cards, and the constants of the module."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kind, Kinds, Name
from pfalz.core.state import PUBLIC, Columns, declare, numbers, set_of, shared, stacks, thing
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.benjamin import schema
from pfalz.games.darkages.state import DarkAges

ID: Final = "benjamin"
KIND: Final = "travel"
"""The kind of their culture cards (DM13-3.1)."""
HARD: Final = "hard_travels"
"""An option of the solo game (DM13-6.2)."""


class TravelLookup:
    """The rewards, from the first on."""

    def __init__(self, data: Data) -> None:
        file = typed(data[ID], schema.BenjaminFile, f"{ID}.toml")
        self.once = [row.once for row in file.reward]
        self.n = len(self.once)
        self.apart = max([row.apart for row in file.deck])
        """How many cards the lordlings have from the beginning, with the option for that (DM13-6.2)."""
        self.rewards: list[tuple[Effect, ...]] = []
        self.cards = 0
        """The travel cards in play, as bits."""

    def know(self, t: Lookup) -> None:
        """Learn the numbers of cards and effects."""
        self.rewards = [t.deeds[reward_id(i)] for i in range(self.n)]
        kind = t.kind_ids.index(KIND)
        self.cards = sum([1 << card for card, its in enumerate(t.card_kind) if its == kind])


def reward_id(reward: int) -> str:
    """The name of a reward among the deeds."""
    return f"travel_reward_{reward + 1}"


class Travels(Columns):
    """The travel cards of each side, and the rewards it can choose no more (DM13-3.1, DM13-3.3)."""

    t: TravelLookup
    laid: list[tuple[int, ...]]
    gone: list[int]
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Travels,
    t=shared(),
    laid=stacks(PUBLIC, thing("card"), per="side", most=lambda t: t.cards.bit_count()),
    gone=numbers(PUBLIC, set_of("reward"), per="side"),
)


def declare_kinds(kinds: Kinds, t: TravelLookup) -> None:
    """Rewards, called by what they bring."""
    kinds.add(Kind("reward", t.n, lambda value: _reward(t, value)))


def _reward(t: TravelLookup, value: int) -> Name:
    gifts: dict[str, tuple[str, int]] = {
        which: ("gift", effect.index) for which, effect in zip("ab", t.rewards[value], strict=False)
    }
    return f"reward_{len(gifts)}", {"n": ("number", value + 1), **gifts}


def travels(s: DarkAges) -> Travels:
    """This module's slice of a state."""
    part: Travels = s.slices[ID]
    return part
