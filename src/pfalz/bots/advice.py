"""What a knight would answer, and why: the best answers, what they bring, and what is foreseen to follow.

The advice is made from a `Situation`, like a bot's answer: nobody is told what their seat cannot know. What
answers bring is the mean over several imagined tables; all of them meet the same tables and the same luck, so
what they bring differs by what they do and not by chance. It is named in the terms of the game; what may be
expected after them is said as `expected.py` says it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from pfalz.bots.base import Situation
from pfalz.bots.expected import expected
from pfalz.bots.foresight import Line, foreseen
from pfalz.bots.judge import Judge, judge_of
from pfalz.bots.knight import MOST_TABLES, WIDTHS
from pfalz.bots.learned import best_judge
from pfalz.bots.thought import Thought
from pfalz.core.state import Move, State

MOST: Final = 3
"""So many answers are named."""
WORLDS: Final = 6
"""Imagined tables on which answers are compared; fewer, if they take too long."""
COMPARING: Final = 0.5
"""The share of the time after which no further table is imagined; the rest is for what follows."""
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
    """What may follow until the end of the round, on the first of the imagined tables."""


class World(NamedTuple):
    """An imagined table, and where the answers lead on it."""

    before: State
    after: list[State]
    """By the number of the answer."""
    worth: list[float]


def advise(situation: Situation, most: int = MOST) -> list[Advice]:
    """The best answers to a question, those of a knight who looks at several tables; the best one first, and
    different ones, where there are any."""
    own, seat, rules = judge_of(situation.rules), situation.seat, situation.rules
    judge = best_judge(rules)
    thought = Thought(situation, judge, WORLDS, WIDTHS, MOST_TABLES)
    answers = thought.answers()
    if len(answers) == 1:
        return [Advice(answers[0], ())]
    worlds = _worlds(thought, answers)
    totals = [sum(worth) for worth in zip(*[world.worth for world in worlds], strict=True)]
    first = thought.best(answers, totals)
    number = {answer: i for i, answer in enumerate(answers[: len(totals)])}
    order = sorted(number, key=lambda answer: (answer != first, -totals[number[answer]]))
    best, luck = _different(situation, order)[:most], situation.rng.getrandbits(32)
    found = []
    for answer in best:
        after = [world.after[number[answer]] for world in worlds]
        gained = _gained(own, seat, [world.before for world in worlds], after)
        result = [_mean(shares) for shares in zip(*expected(rules, after, seat), strict=True)]
        line = foreseen(rules, judge, worlds[0].before, seat, answer, Random(luck), lambda: situation.late)
        found.append(Advice(answer, gained, tuple([round(share, 3) for share in result]), line))
    return found


def _worlds(thought: Thought, answers: list[Move]) -> list[World]:
    """Imagined tables all answers were tried on; one, on which as many were tried as there was time for."""
    situation = thought.situation
    begun, until = situation.clock(), situation.deadline
    enough = None if until is None else begun + COMPARING * (until - begun)
    worlds: list[World] = []
    while len(worlds) < thought.samples:
        if worlds and enough is not None and situation.clock() >= enough:
            break
        before = thought.imagined()
        outcomes = thought.outcomes(before, answers)
        if worlds and len(outcomes) < len(worlds[0].after):
            break  # on a table only some have met, nobody can be compared with the others
        after, worth = [found.state for found in outcomes], [found.worth for found in outcomes]
        worlds.append(World(before, after, worth))
    return worlds


def _gained(
    own: Judge, seat: int, before: Sequence[State], after: Sequence[State]
) -> tuple[tuple[str, float], ...]:
    """What changes for a seat on the average, term by term, what changes most first."""
    olds, news = [own.terms(s)[seat] for s in before], [own.terms(s)[seat] for s in after]
    gains = {
        term: _mean([new[term] - old[term] for old, new in zip(olds, news, strict=True)]) for term in news[0]
    }
    whole = _mean([own.evaluate(s, seat) for s in after]) - _mean([own.evaluate(s, seat) for s in before])
    gains[RIVALS] = whole - sum(gains.values())
    large = [(term, round(gain, 2)) for term, gain in gains.items() if abs(gain) >= SLIGHT]
    return tuple(sorted(large, key=lambda pair: -abs(pair[1])))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


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
