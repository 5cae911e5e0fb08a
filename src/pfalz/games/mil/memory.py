"""What a seat remembers: everything that goes behind a screen or comes out of it is seen by all (M-19.3).

So whoever has watched from the beginning knows the cubes of every family; the game just does not add them
up for people.
"""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.events import EventKind
from pfalz.core.game import Memory
from pfalz.core.state import HIDDEN, Args
from pfalz.games.mil.events import (
    AUCTION_WON,
    BID_MADE,
    CUBES_GAINED,
    CUBES_KEPT,
    CUBES_PAID,
    CUBES_TRADED,
    DONATION_OFFERED,
    DONATION_WITHDRAWN,
    DOWRY_OFFERED,
    DOWRY_WON,
    FIEF_GIVEN,
    OFFER_ACCEPTED,
    OFFER_MADE,
    OFFER_RAISED,
    TRIBUTE_TAKEN,
    TROOPS_FED,
)
from pfalz.games.mil.lookup import GOLD, RESOURCES, Lookup
from pfalz.games.mil.state import Mil

GAINS = (CUBES_GAINED, CUBES_KEPT, TRIBUTE_TAKEN)
"""Cubes go behind a screen for good."""
LOSSES = (CUBES_PAID, TROOPS_FED)
"""Cubes come out for good."""


class Purses(Memory):
    """The cubes of all families, counted along."""

    def __init__(self, t: Lookup) -> None:
        self.t = t
        self.cubes = list(t.start_cubes) * t.players
        self.dowries: dict[int, Args] = {}
        """What was offered at the last wedding, by seat."""
        self.offer: tuple[int, Args] | None = None
        """Who has put what on the table at Court (M-P1)."""
        self.bid: tuple[int, Args] | None = None
        """Whose bid lies on the table (M-P1)."""

    def see(self, kind: EventKind, args: Args) -> None:
        seat, rest = (args[0], args[1:]) if args else (0, ())
        if kind in GAINS:
            self._move(seat, rest, 1)
        elif kind in LOSSES:
            self._move(seat, rest, -1)
        elif kind is CUBES_TRADED:
            for exchange in rest:
                self.cubes[RESOURCES * seat + self.t.give[exchange - 1]] -= 1
                self.cubes[RESOURCES * seat + self.t.get[exchange - 1]] += 1
        elif kind is DOWRY_OFFERED:
            self.dowries[seat] = rest
        elif kind is DOWRY_WON:
            self._move(seat, self.dowries[seat], -1)
        elif kind is OFFER_MADE:
            self._move(seat, rest, -1)
            self.offer = (seat, rest)
        elif kind is OFFER_ACCEPTED:
            self.offer = None
        elif kind is OFFER_RAISED:
            self._give_back_offer()
            self._move(seat, rest, -1)
        elif kind is FIEF_GIVEN:
            self._give_back_offer()
        elif kind is BID_MADE:
            if self.bid is not None:
                self._move(self.bid[0], self.bid[1], 1)
            self._move(seat, rest, -1)
            self.bid = (seat, rest)
        elif kind is AUCTION_WON:
            self.bid = None
        elif kind is DONATION_OFFERED:
            self.cubes[RESOURCES * seat + GOLD] -= rest[0]
        elif kind is DONATION_WITHDRAWN:
            self.cubes[RESOURCES * seat + GOLD] += rest[0]

    def _give_back_offer(self) -> None:
        if self.offer is not None:
            self._move(self.offer[0], self.offer[1], 1)
            self.offer = None

    def _move(self, seat: int, cubes: Sequence[int], sign: int) -> None:
        """Cubes as events tell them: `5 * number + resource` for each kind."""
        for value in cubes:
            n, resource = divmod(value, RESOURCES)
            self.cubes[RESOURCES * seat + resource] += sign * n

    def fits(self, view: Mil) -> bool:
        """Whether nothing contradicts a view: whoever has not watched from the beginning knows less."""
        shown = zip(view.cubes, self.cubes, strict=True)
        return min(self.cubes) >= 0 and all(n in (HIDDEN, known) for n, known in shown)
