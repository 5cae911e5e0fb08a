"""What a knight would answer, and why: the best answers, what they bring, and what is foreseen to follow.

The advice is made from a `Situation`, like a bot's answer: nobody is told what their seat cannot know. All
answers meet the same imagined table, so what they bring differs by what they do and not by chance. What they
bring is named in the terms of the game; what may be expected after them is said as `expected.py` says it.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from pfalz.bots.base import Situation
from pfalz.bots.expected import expected
from pfalz.bots.foresight import Line, foreseen
from pfalz.bots.judge import judge_of
from pfalz.bots.knight import WIDTHS
from pfalz.bots.learned import best_judge
from pfalz.bots.thought import Thought
from pfalz.core.state import Move

MOST: Final = 3
"""So many answers are named."""
SLIGHT: Final = 0.25
"""What changes by less is not worth a word."""
RIVALS: Final = "rivals_change"
"""What the others gain or lose by an answer counts too; the terms are the seat's own."""


class Advice(NamedTuple):
    """An answer worth considering, and what changes by it: (term of the judgement, how much)."""

    move: Move
    gains: tuple[tuple[str, float], ...]
    expected: tuple[float, ...] = ()
    """By seat, the result that may be expected after it."""
    line: Line = Line()
    """What may follow until the end of the round."""


def advise(situation: Situation, most: int = MOST) -> list[Advice]:
    """The best answers to a question, the knight's own first; different ones, where there are any."""
    own, seat = judge_of(situation.rules), situation.seat
    rules, judge = situation.rules, best_judge(situation.rules)
    thought = Thought(situation, judge, 1, WIDTHS)
    answers = thought.answers()
    if len(answers) == 1:
        return [Advice(answers[0], ())]
    world = thought.imagined()
    before, worth = own.terms(world)[seat], own.evaluate(world, seat)
    outcomes = thought.outcomes(world, answers)
    first = thought.best(answers, [outcome.worth for outcome in outcomes])
    judged = dict(zip(answers, outcomes, strict=False))
    order = sorted(judged, key=lambda answer: (answer != first, -judged[answer].worth))
    best, luck = _different(situation, order)[:most], situation.rng.getrandbits(32)
    results = expected(rules, [judged[answer].state for answer in best], seat)
    found = []
    for answer, result in zip(best, results, strict=True):
        state = judged[answer].state
        line = foreseen(rules, judge, world, seat, answer, Random(luck), lambda: situation.late)
        after = own.terms(state)[seat]
        gains = {term: after[term] - before[term] for term in after}
        gains[RIVALS] = own.evaluate(state, seat) - worth - sum(gains.values())
        large = [(term, round(gain, 2)) for term, gain in gains.items() if abs(gain) >= SLIGHT]
        gained = tuple(sorted(large, key=lambda pair: -abs(pair[1])))
        found.append(Advice(answer, gained, tuple([round(share, 3) for share in result]), line))
    return found


def _different(situation: Situation, answers: list[Move]) -> list[Move]:
    """The same answers; those that begin like a better one come after all others."""
    start = len(situation.ask.forced(situation.view)[0])
    seen: set[Move] = set()
    new: list[Move] = []
    like: list[Move] = []
    for answer in answers:
        head = answer[: start + 1]
        (like if head in seen else new).append(answer)
        seen.add(head)
    return new + like
