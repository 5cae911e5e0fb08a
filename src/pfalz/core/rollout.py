"""Playing a state on with random answers, as fast as the rules allow: simulation, fuzzing, search."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from pfalz.core.ask import dead_end
from pfalz.core.flow import AskNature, Together, Waiting
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State


class Tally:
    """What a playout counted: real choices (two options or more, slot by slot), answers, chance."""

    def __init__(self) -> None:
        self.choices = 0
        self.answers = 0
        self.chances = 0


Watch = Callable[[State, int, str, Move], None]
"""Told before each answer: the state, the seat, the question and the answer."""


def play_random(
    rules: Ruleset[Any],
    s: State,
    rng: Random,
    tally: Tally,
    limit: int = 1_000_000,
    watch: Watch | None = None,
) -> bool:
    """Answer everything at random until the game is over (True) or `limit` answers were given (False)."""
    nodes = rules.nodes
    random = rng.random
    given = 0
    while s.stack and given < limit:
        given += 1
        frame = s.stack[-1]
        node = nodes[frame[0]]
        args = frame[2]
        if isinstance(node, AskNature):
            tally.chances += 1
            outcome = node.chance.sample(s, args, rng)
            if watch is not None:
                watch(s, NATURE, node.chance.name, outcome)
            node.take(s, frame, NATURE, outcome)
            rules.run(s)
            continue
        assert isinstance(node, Waiting)
        question = node.question
        seat = frame[3][0]
        if isinstance(node, Together):
            seat = next(other for other in frame[3] if s.answers[other] is None)
        out: list[int] = []
        options = s.offer
        if options is None:
            options = question.options(s, seat, args, out)
        elif s.prefix:
            out += s.prefix
        while options is not None:
            n = len(options)
            if n > 1:
                tally.choices += 1
                out.append(options[int(random() * n)])
            elif n == 1:
                out.append(options[0])
            else:
                raise dead_end(question, seat, out)
            options = question.options(s, seat, args, out)
        tally.answers += 1
        answer: Move = tuple(out)
        if watch is not None:
            watch(s, seat, question.name, answer)
        node.take(s, frame, seat, answer)
        rules.run(s)
    return not s.stack
