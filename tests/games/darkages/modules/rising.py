"""A table of the Rise of Poland: Mieszko has appeared, cards stand where the test wants them."""

from __future__ import annotations

from typing import Any, Self

from pfalz.games.darkages.modules.poland.state import FLIPPED, STEPS, poland, progress
from tests.games.darkages.table import WORDS, YELLOW, Table

VELETI, SANTOK, CHURCH = range(3)
CARDS = 3
NO_CARD = 3


class Rising(Table):
    """Players at a table with the module; Yellow's turn begins."""

    def __init__(
        self, players: int = 3, modules: tuple[str, ...] = ("poland",), come: bool = True, **more: Any
    ) -> None:
        super().__init__(players, modules=modules, **more)
        while self.asked() != "turn":  # what modules let everybody choose at the beginning
            for ask in self.asks():
                self.play(ask.seat, ask.random_answer(self.s, self.rng))
            self.let_nature()
        if come:
            part = self.poland
            self.s.deck.remove(part.t.mieszko)
            part.places, part.open = 0, 1

    @property
    def poland(self) -> Any:
        """The slice of the module."""
        return poland(self.s)

    def steps(self, seat: int, veleti: int = 0, santok: int = 0, church: int = 0) -> Self:
        """How far the cards of a player are; flipped ones have their manor, and Chrobry is elsewhere."""
        part = self.poland
        for card, n in enumerate((veleti, santok, church)):
            part.steps[CARDS * seat + card] = n
            if n == FLIPPED:
                part.manors[CARDS * seat + card] = 1
                self.s.row[seat] -= 1
                part.flips += 1
                part.first[card] = seat if part.first[card] < 0 else part.first[card]
        return self

    def far(self, seat: int) -> list[int]:
        """How far the cards of a player are."""
        return progress(self.s, seat)

    def choose(self, seat: int, action: str) -> Self:
        """A turn of a player with an action, whose questions are left open."""
        self.turn(seat)
        if self.asked() == "turn":
            self.do(seat, WORDS[action], ask="turn")
        return self

    def helps(self, seat: int, card: int) -> Self:
        """A player does the next step of a card, perhaps because nothing else is possible.

        The rest of the log is kept."""
        trace = self.s.trace or []
        if self.asked() == "poland":
            self.do(seat, card)
            self.s.trace = trace + (self.s.trace or [])
        done = [step // STEPS for _, step in self.events("poland_step_done")]
        assert card in done or self.poland.done >> card & 1
        return self

    def loses(self, seat: int) -> Self:
        """A player removes the first units on offer, if there is a choice."""
        if self.open() == ("lose", seat):
            self.do(seat, *self.ask_of().filled(self.s, lambda _, options: options[0]))
        return self

    def told(self) -> list[str]:
        """The names of what has happened, in order."""
        return [kind.name for kind, _ in self.s.trace or []]

    def cultured(self, seat: int, space: int = 6) -> Self:
        """The culture counter of a player opens several places of the offer."""
        self.s.culture[seat] = space
        return self

    def event(self, id: str, active: int = YELLOW) -> Self:
        """Bolesław Chrobry is drawn in the turn of a player and brings an event."""
        part = self.poland
        self.turn(active)
        self.s.trace = []
        self.s.call("chrobry")
        self.rules.run(self.s)
        if self.asked() == "chrobry_event":
            self.nature(part.t.events.index(f"chrobry_{id}"))
        return self

    def last(self, seat: int, card: int) -> Self:
        """The last step of a card is next."""
        self.poland.steps[CARDS * seat + card] = STEPS - 1
        return self
