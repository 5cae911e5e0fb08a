"""What every seat may expect of a position: a number between 0 and 1, by the best judgement there is.

It is what `learned.utilities` says of results: half who has won, half by how much. A network says it of
positions; where there is none, how far the game's own judgement puts a seat ahead is squashed the same way.
`in_points` compares positions in a unit people know: points ahead of the best other seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, Final

from pfalz.bots.judge import Judge
from pfalz.bots.learned import Learned, best_judge, utilities
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State

USUAL_MARGIN: Final = 15.0
"""Points by which somebody is clearly ahead, where no network says how many that are."""
SURE: Final = 0.98
"""Nobody is surer of a result than this: beyond, a little more would be worth any number of points."""


def expected(rules: Ruleset[Any], states: Sequence[State], seat: int) -> list[tuple[float, ...]]:
    """For each of several states what every seat may expect, as `seat` judges it."""
    judge, players = best_judge(rules), rules.players
    if isinstance(judge, Learned):
        rows = judge.expected(states, seat).tolist()
        return [tuple([row[(other - seat) % players] for other in range(players)]) for row in rows]
    return [_own(rules, judge, s) for s in states]


def _own(rules: Ruleset[Any], judge: Judge, s: State) -> tuple[float, ...]:
    if not s.stack:
        return tuple(utilities(rules.outcome(s), USUAL_MARGIN))
    if rules.players == 1:
        return (_squashed(judge.evaluate(s, 0) / USUAL_MARGIN),)
    worth = [sum(values) for values in judge.values(s)]
    return tuple([_squashed(ahead / USUAL_MARGIN) for ahead in _leads(worth)])


def _leads(worth: Sequence[float]) -> list[float]:
    """By how much each is ahead of the best other one."""
    best, second = sorted(worth)[-1], sorted(worth)[-2]
    return [n - (second if n == best else best) for n in worth]


def _squashed(ahead: float) -> float:
    """What being so many margins ahead is worth."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, ahead))))


def in_points(rules: Ruleset[Any], states: Sequence[State], seat: int) -> list[float]:
    """For each of several states, how good it is for a seat, in points."""
    judge = best_judge(rules)
    judged = judge.judged(states, seat)
    if not isinstance(judge, Learned):
        return judged
    return [_ahead(worth, judge.network.card.margin) for worth in judged]


def _ahead(worth: float, margin: float) -> float:
    """The points one would have to be ahead to expect as much."""
    kept = max(1.0 - SURE, min(SURE, worth))
    return margin * log(kept / (1.0 - kept))
