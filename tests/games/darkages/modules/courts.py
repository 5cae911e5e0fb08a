"""A table of the Alliances: tests deal the cards and say who is allied."""

from __future__ import annotations

from typing import Any, Self

from pfalz.games.darkages.modules.alliances.rules import first_borders
from pfalz.games.darkages.modules.alliances.state import Pacts
from pfalz.games.darkages.powers import put_in_force
from pfalz.games.darkages.state import NONE
from tests.games.darkages.table import Table

MODULE = ("alliances",)
YES, NO = 1, 0


class Courts(Table):
    """A table with alliances."""

    def __init__(self, players: int = 3, more: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(players, modules=(*more, *MODULE), **options)
        while self.asked() in ("keep_battle", "keep_campaigns"):
            ask = next(ask for ask in self.asks() if not ask.answered)
            self.play(ask.seat, (ask.options(self.s) or ())[:1])
            self.let_nature()

    @property
    def pacts(self) -> Pacts:
        found = self.part("alliances")
        assert isinstance(found, Pacts)
        return found

    def alliance(self, id: str) -> int:
        """The number of a card."""
        return self.pacts.t.ids.index(f"alliance_{id}")

    @property
    def off(self) -> int:
        """The negotiation is broken off."""
        return len(self.pacts.t.ids)

    def dealt(self, *hands: str) -> Self:
        """Each seat has the cards named, with blanks between them; no others are anywhere."""
        self.pacts.hand = [tuple(sorted([self.alliance(id) for id in hand.split()])) for hand in hands]
        return self

    def known(self) -> Self:
        """All borders are old ones."""
        first_borders(self.s)
        return self

    def allied(self, one: int, card: str, other: int, given: str) -> Self:
        """Two are allies, each with the card he has received."""
        part, n = self.pacts, self.rules.players
        for holder, partner, id in ((one, other, card), (other, one, given)):
            number = self.alliance(id)
            part.hand = [tuple([c for c in hand if c != number]) for hand in part.hand]
            part.allied[n * holder + partner] = number
            if part.t.lasting[number]:
                put_in_force(self.s, holder, self.t.lasting[part.t.ids[number]])
        return self

    def ally(self, holder: int, partner: int) -> str:
        """The card a seat has received from another, or nothing."""
        card = self.pacts.allied[self.rules.players * holder + partner]
        return "" if card == NONE else self.pacts.t.ids[card].removeprefix("alliance_")

    def offers(self, one: int, card: str, other: int, given: str) -> Self:
        """Both offer a card."""
        self.do(one, self.alliance(card), ask="offer")
        return self.do(other, self.alliance(given), ask="offer")

    def say(self, one: int, yes: int, other: int, also: int) -> Self:
        """Both accept or decline."""
        self.do(one, yes, ask="agree")
        return self.do(other, also, ask="agree")
