"""The line somebody foresees: what happens if everybody goes on greedily to the end of the round.

It is played on an imagined table and told in events, so that it can be said in the words of the log. Whoever
is asked answers as on a prince's tables (`prince.py`), simultaneous questions included.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from pfalz.bots.judge import Judge
from pfalz.bots.prince import LONGEST, LOOKED_AT
from pfalz.bots.thought import Leaves
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.events import Event
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State

LONGEST_LINE: Final = 60
"""So many events of a line are told at most."""
Late = Callable[[], bool]
"""Whether the time is up."""


class Happening(NamedTuple):
    """An event of a line: after which of its answers, whose answer that was, what happened."""

    n: int
    seat: int
    event: str
    args: tuple[int, ...]


class Line(NamedTuple):
    """What is foreseen to follow an answer."""

    happenings: tuple[Happening, ...] = ()
    """What happens after the answer, as the one who foresees it would be told."""
    scored: tuple[int, ...] = ()
    """By seat, how the points change until the end of the round, the answer itself included."""


def foreseen(
    rules: Ruleset[Any], judge: Judge, world: State, seat: int, answer: Move, rng: Random, late: Late
) -> Line:
    """The line that follows an answer of a seat on an imagined table; when it gets late it breaks off."""
    s: State = rules.copy(world)
    stage, before = rules.game.stage(s), rules.game.standing(s)
    rules.apply(s, seat, answer)
    found: list[Happening] = []
    n = 0
    while s.stack and rules.game.stage(s) == stage and n < LONGEST and not late():
        ask = next(ask for ask in rules.asks(s) if not ask.answered)
        move = _greedy(rules, judge, s, ask, rng)
        happened: list[Event] = []
        s.trace = happened
        rules.apply(s, ask.seat, move)
        s.trace = None
        n += ask.seat != NATURE
        found += [Happening(n, ask.seat, kind.name, kind.seen_by(args, seat)) for kind, args in happened]
    scored = [after - points for after, points in zip(rules.game.standing(s), before, strict=True)]
    return Line(tuple(found[:LONGEST_LINE]), tuple(scored))


def _greedy(rules: Ruleset[Any], judge: Judge, s: State, ask: Ask, rng: Random) -> Move:
    """What whoever is asked answers on an imagined table."""
    if ask.seat == NATURE:
        return nature_answer(ask, s, rng)
    found = judge.candidates(s, ask, rng, LOOKED_AT)
    if len(found) > LOOKED_AT:
        found = rng.sample(found, LOOKED_AT)
    if len(found) == 1:
        return found[0]
    leaves, luck = Leaves(rules, judge, ask.seat, (LOOKED_AT,)), rng.getrandbits(32)
    for number, answer in enumerate(found):
        leaves.follow(s, answer, luck, number)
    worth = [outcome.worth for outcome in leaves.outcomes(len(found))]
    return found[worth.index(max(worth))]
