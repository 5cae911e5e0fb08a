"""A table put into a position by hand, for tests that read like the examples of a rulebook.

A game derives a `Table` of its own that puts its pieces into place; asking, answering, refusing and looking
at what happened are here. After every answer nothing may be lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Generic, Self, TypeVar

import pytest

from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.errors import IllegalAnswer
from pfalz.core.events import EventKind
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE

S = TypeVar("S", bound=Any)


class HandTable(Generic[S]):
    """A game in a position of the test's choice."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        self.s: S = rules.start()
        self.t = rules.lookup
        self.rng = Random(7)

    def resume(self, flow: str, step: str = "") -> Self:
        """Whatever was asked is forgotten; the rules go on in a flow that is under way, at a step of it."""
        s, node = self.s, self.rules.by_name[flow]
        while s.stack[-1][0] != node.id:
            s.stack.pop()
        if step:
            _, _, args, items = s.stack[-1]
            at = node.position(step, items)
            assert at is not None, f"{flow} has no step {step}"
            s.stack[-1] = (node.id, at, args, items)
        s.trace, s.answers, s.prefix, s.offer = [], [], (), None
        self.rules.run(s)
        self.check()
        return self

    # -- asking -----------------------------------------------------------------------------------

    def asks(self) -> list[Ask]:
        """What is asked now."""
        return self.rules.asks(self.s)

    def ask_of(self, seat: int | None = None) -> Ask:
        """The open question of a seat, or the first one."""
        return next(ask for ask in self.asks() if seat is None or ask.seat == seat)

    # -- answering --------------------------------------------------------------------------------

    def play(self, seat: int, answer: Sequence[int], name: str | None = None) -> Self:
        """A checked answer to the open question of a seat, which must be the one with this name."""
        self.rules.play(self.s, seat, answer, name)
        self.check()
        return self

    def refusal(self, seat: int, answer: Sequence[int], name: str | None = None) -> IllegalAnswer:
        """The error with which an answer is refused; nothing changes."""
        before = self.rules.hash(self.s)
        with pytest.raises(IllegalAnswer) as caught:
            self.rules.play(self.s, seat, answer, name)
        assert self.rules.hash(self.s) == before
        return caught.value

    def let_nature(self) -> Self:
        """Let chance answer as it likes, until a seat is asked or the game is over."""
        while (asks := self.asks()) and asks[0].seat == NATURE:
            self.play(NATURE, nature_answer(asks[0], self.s, self.rng))
        return self

    def check(self) -> None:
        """Nothing has got lost."""
        assert self.rules.violations(self.s) == []

    # -- looking ----------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """All points by seat."""
        return [self.s.score(seat) for seat in range(self.rules.players)]

    def events(self, *kinds: str | EventKind) -> list[tuple[int, ...]]:
        """The arguments of all events of these kinds since the position was taken up, in order."""
        wanted = {kind if isinstance(kind, str) else kind.name for kind in kinds}
        return [args for kind, args in self.s.trace or () if kind.name in wanted]
