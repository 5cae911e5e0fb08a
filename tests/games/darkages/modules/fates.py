"""A table with the Wyrd: cards under the offer and before players, put into place by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from pfalz.games.darkages.modules.wyrd.state import Wyrds, wyrds
from pfalz.games.darkages.state import LAST_TURNS
from tests.games.darkages.table import YELLOW, Table

KEEP, REMOVE = range(2)
UPPER, LOWER = range(2)
UNDER: Sequence[str] = ("wyrd",)


class Fates(Table):
    """A table with the Wyrd; no Wyrd card lies under the offer until a test puts one there."""

    def __init__(self, players: int = 3, modules: Sequence[str] = UNDER, wild: bool = False) -> None:
        super().__init__(players, modules=modules, wild=wild)
        self.take_up()

    @property
    def part(self) -> Wyrds:  # type: ignore[override]
        return wyrds(self.s)

    def wyrd(self, id: str) -> int:
        """The number of a Wyrd card."""
        return self.part.t.ids.index(id)

    def fate(self, id: str, which: int) -> int:
        """The number of a fate."""
        return 2 * self.wyrd(id) + which

    def take_up(self) -> Self:
        """The Wyrd cards under the offer go back to the stack."""
        self.part.pile += len(self.part.under)
        self.part.under = []
        return self

    def under(self, *places: int) -> Self:
        """Wyrd cards lie under the cards at these places of the offer, and nowhere else there."""
        self.take_up()
        self.part.under = [self.s.offered[place] for place in places]
        self.part.pile -= len(places)
        return self

    def active(self, seat: int, id: str, markers: int) -> Self:
        """A seat has an active Wyrd card with some markers."""
        self.part.open[seat] = (*self.part.open[seat], self.wyrd(id))
        self.part.markers[self.wyrd(id)] = markers
        self.part.pile -= 1
        return self

    def down(self, seat: int, *ids: str) -> Self:
        """A seat has face-down Wyrd cards."""
        self.part.down[seat] = (*self.part.down[seat], *[self.wyrd(id) for id in ids])
        self.part.pile -= len(ids)
        return self

    def pile(self, n: int) -> Self:
        """So many cards are left in the stack; the others are out of the game."""
        self.part.gone += self.part.pile - n
        self.part.pile = n
        return self

    def reaches(self, seat: int, n: int) -> Self:
        """The culture counter of a seat opens so many places."""
        self.s.culture[seat] = (0, *self.t.red_spaces)[n - 1]
        return self

    def develops(self, seat: int, place: int) -> Self:
        """A seat takes the card at a place of the offer with Develop Culture."""
        return self.act(seat, "develop_culture", place)

    def turns_up(self, id: str) -> Self:
        """The Wyrd card that is turned up is this one."""
        assert self.asked() == "wyrd_card", self.asked()
        return self.nature(self.wyrd(id))

    def at(self) -> list[int]:
        """The places under which a Wyrd card lies."""
        return sorted([self.s.offered.index(card) for card in self.part.under])

    def hold_cards(self, seat: int, n: int) -> Self:
        """A seat has so many cards in hand."""
        self.s.deck += self.s.hand[seat]
        self.s.hand[seat] = tuple(self.s.deck[-n:]) if n else ()
        self.s.deck = self.s.deck[: len(self.s.deck) - n]
        return self

    def ends(self) -> Self:
        """The last player passes for the last time, and the points are counted."""
        self.s.phase = LAST_TURNS
        self.s.out[: self.t.players] = [0, *[1] * (self.t.players - 1)]
        self.goes(YELLOW)
        assert self.s.over
        return self
