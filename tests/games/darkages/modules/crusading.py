"""A table of the Crusades: cards are turned up and units sent by the test."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Self

from pfalz.core.state import NATURE
from pfalz.games.darkages.words import UNITS
from tests.games.darkages.table import YELLOW, Table

PACKAGE = "pfalz.games.darkages.modules.crusades"


def rows() -> dict[str, dict[str, Any]]:
    """The crusade cards of the data file."""
    file = resources.files(PACKAGE) / "data" / "crusades.toml"
    found: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["card"]
    return {row["id"]: row for row in found}


CARDS = rows()


class Crusading(Table):
    """Players at a table with the module; Yellow's turn begins."""

    def __init__(self, players: int = 4, modules: tuple[str, ...] = ("crusades",), **more: Any) -> None:
        super().__init__(players, modules=modules, **more)
        while self.asked() != "turn":  # what modules let everybody choose at the beginning
            for ask in self.asks():
                self.play(ask.seat, ask.random_answer(self.s, self.rng))
            self.let_nature()

    @property
    def crusade(self) -> Any:
        """The slice of the module."""
        return self.s.slices["crusades"]

    def number(self, id: str) -> int:
        """The number of a crusade card."""
        return int(self.crusade.t.cards.index(f"crusade_{id}"))

    def runs(self, id: str, called: int = 1) -> Self:
        """A crusade is running."""
        self.crusade.running, self.crusade.called = self.number(id), called
        return self

    def sent(self, seat: int, infantry: int = 0, archers: int = 0, cavalry: int = 0) -> Self:
        """A player has exactly these units at the crusade, from his supply."""
        for unit, n in enumerate((infantry, archers, cavalry)):
            at = UNITS * seat + unit
            self.s.supply[at] -= n - self.crusade.units[at]
            self.crusade.units[at] = n
        return self

    def units_of(self, seat: int) -> tuple[int, ...]:
        """The units of a player at the crusade."""
        return tuple(self.crusade.units[UNITS * seat : UNITS * (seat + 1)])

    def resolve(self, active: int = YELLOW) -> Self:
        """The running crusade is resolved in the turn of a player."""
        self.turn(active)
        self.s.trace = []
        self.s.call("resolve_crusade")
        self.rules.run(self.s)
        self.check()
        return self

    def throw(self, *pips: int, ask: str = "crusade_dice") -> Self:
        """Dice of chance show this."""
        assert self.asked() == ask, self.asked()
        return self.play(NATURE, [n - 1 for n in pips])

    def settle(self) -> Self:
        """Everything that is asked about the end of the crusade: the first that is on offer."""
        while self.asked() in ("crusade_loss", "crusade_saved", "crusade_return"):
            self.play(self.who(), self.ask_of().filled(self.s, lambda _, options: options[0]))
        return self
