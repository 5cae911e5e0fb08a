"""A table with landmarks."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from pfalz.games.darkages import control
from pfalz.games.darkages.modules.landmarks.state import holder, landmarks
from pfalz.games.darkages.state import FREE, NONE
from tests.games.darkages.table import Table

PACKAGE = "pfalz.games.darkages.modules.landmarks"
RICH = {"wood": 5, "leather": 5, "stone": 5, "iron": 5}


MAROZIA = ("berengar", "burchard", "marozia", "henry_the_fowler")


def rows() -> list[dict[str, Any]]:
    """The landmarks of the data file."""
    file = resources.files(PACKAGE) / "data" / "landmarks.toml"
    found: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["landmark"]
    return found


class Landmarks(Table):
    """A table with landmarks; with the rulers MAROZIA Violet is at home in Rome and Green in Saxony."""

    def __init__(self, players: int = 4, **more: Any) -> None:
        super().__init__(players, modules=("landmarks", *more.pop("modules", ())), **more)

    @property
    def step(self) -> int:
        """The step of a turn that builds a landmark."""
        return int(self.t.further_steps["landmark"])

    def number(self, id: str) -> int:
        """The number of a landmark."""
        return landmarks(self.s).t.ids.index(f"landmark_{id}")

    def landmark(self, id: str) -> int:
        """The card of a landmark."""
        return self.card(f"landmark_{id}")

    def has_built(self, seat: int, id: str, area: str) -> Landmarks:
        """A seat has built a landmark in an area of its own; its immediate effect is forgotten."""
        card = self.landmark(id)
        self._take(card)
        part = landmarks(self.s)
        part.where[self.number(id)] = self.area(area)
        self.s.powers[seat] = (*self.s.powers[seat], part.t.powers[self.number(id)])
        assert self.owner(area) == seat
        return self

    def builds(self, seat: int, id: str, area: str, **goods: int) -> Landmarks:
        """A seat with these goods builds a landmark out of its hand."""
        self.hand(seat, f"landmark_{id}").goods(seat, **(goods or RICH)).turn(seat)
        if self.asked() == "turn":
            self.do(seat, self.step, ask="turn")
        if self.asked() == "landmark":
            self.do(seat, *self.forms(self.landmark(id), self.area(area))[0])
        return self

    def attack(self, seat: int, origin: str, area: str, *army: int) -> Landmarks:
        """Units of a seat march into an area that is occupied; the battle is fought until the first roll."""
        self.hold(seat, origin, *army)
        self.s.trace = []
        control.take_units(self.s, self.area(origin), army)
        self.s.call("battle", seat, self.area(area), self.area(origin), *army)
        self.rules.run(self.s)
        self.check()
        return self

    def fight(self) -> Landmarks:
        """The rest of the battle, as chance will have it."""
        trace = self.s.trace
        while self.s.within("battle"):
            ask = self.asks()[0]
            self.s.trace = trace
            self.play(ask.seat, ask.random_answer(self.s, self.rng))
        return self

    def where(self, id: str) -> str:
        """The area of a landmark."""
        area = landmarks(self.s).where[self.number(id)]
        return "" if area == NONE else str(self.t.area_ids[area])

    def has(self, id: str) -> int:
        """Who holds the card of a landmark; its power is in force for nobody else."""
        power = landmarks(self.s).t.powers[self.number(id)]
        side = holder(self.s, self.number(id))
        assert [side for side, powers in enumerate(self.s.powers) if power in powers] == (
            [side] if side != FREE else []
        )
        return side
