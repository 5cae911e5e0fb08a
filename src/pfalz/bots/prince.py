"""The prince: it plays its best answers on to the end of the round, on many imagined tables, and compares.

The learned judgement picks a few answers out of all (`knight.py` would take the first). Then imagined tables
come one after the other; on each of them every answer still in the running meets the same luck, everybody
goes on greedily until the round is over, and the judgement speaks there. Since all meet the same tables, the
differences between two answers say how sure one can be of them: an answer that is clearly behind the best one
drops out at once, and if only one is left, it is given without waiting. Of those that are hard to tell apart
half drop out again and again (sequential halving), so that most tables are spent on the best of them.

Time is counted in positions that are looked at, so the same seed gives the same game on any machine that is
quick enough; when the clock says that the time is up, what was compared by then decides.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any, ClassVar, Final

from pfalz.bots.base import Bot, Situation
from pfalz.bots.judge import Judge
from pfalz.bots.knight import WIDTHS
from pfalz.bots.learned import best_judge
from pfalz.bots.thought import Leaves, Outcome, Thought
from pfalz.core.chance import nature_answer
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State

MOST_SECONDS: Final = 60.0
"""Nobody waits longer for an answer."""
FINALISTS: Final = 8
"""Answers that are played on."""
LOOKED_AT: Final = 8
"""Answers worth a look that somebody on an imagined table looks at."""
TRUST: Final = 2.0
"""For so many tables counts what the judgement has said before anything was played on."""
FIRST_TABLES: Final = 2
"""Tables all finalists meet before the first of them drop out."""
SURE: Final = 2.5
"""An answer drops out that is so many standard errors behind the best one,"""
ENOUGH: Final = 6
"""if they have met on so many tables; what fewer say about the error is too uncertain."""
LONGEST: Final = 30
"""Answers after which an imagined table is judged, though its round may go on."""


class TooLate(Exception):
    """The time was up in the middle of a table."""


class Table:
    """An imagined table that is played on greedily."""

    def __init__(self, rules: Ruleset[Any], judge: Judge, situation: Situation) -> None:
        self.rules = rules
        self.judge = judge
        self.situation = situation
        self.looked_at = 0
        """Positions that were looked at so far."""

    def to_end_of_round(self, s: State, rng: Random) -> State:
        """Play on until the round `s` is in is over, or the game is; long rounds only for a while."""
        rules = self.rules
        stage, answers = rules.game.stage(s), 0
        while s.stack and rules.game.stage(s) == stage and answers < LONGEST:
            if self.situation.late:
                raise TooLate
            asks = rules.asks(s)
            waiting = [ask for ask in asks if not ask.answered]
            ask = waiting[0]
            if ask.seat == NATURE:
                rules.apply(s, NATURE, nature_answer(ask, s, rng))
                continue
            self.looked_at += 1
            answers += 1
            found = self.judge.candidates(s, ask, rng, LOOKED_AT)
            if len(found) > LOOKED_AT:
                found = rng.sample(found, LOOKED_AT)
            if len(found) == 1:
                rules.apply(s, ask.seat, found[0])
                continue
            leaves = Leaves(rules, self.judge, ask.seat, (LOOKED_AT,))
            luck = rng.getrandbits(32)
            for number, answer in enumerate(found):
                if self.situation.late:
                    raise TooLate
                leaves.follow(s, answer, luck, number)
            self.looked_at += len(found)
            best = max(enumerate(leaves.outcomes(len(found))), key=_worth)
            if len(asks) == 1:
                s = best[1].state
            else:  # what the others answer at the same time was imagined only
                rules.apply(s, ask.seat, found[best[0]])
        return s


class Finalist:
    """An answer that is played on, and what it has led to on the tables it has met."""

    def __init__(self, answer: Move, first: float) -> None:
        self.answer = answer
        self.total = TRUST * first
        self.values: list[float] = []

    def met(self, value: float) -> None:
        """It has met one more table."""
        self.values.append(value)
        self.total += value


def in_doubt(running: list[Finalist]) -> list[Finalist]:
    """Those that may still turn out best: the best one so far, and whoever is not clearly behind it.

    All have met the same tables. An answer that has led to just the same everywhere is no rival either."""
    best = max(running, key=_total)
    if len(best.values) < ENOUGH:
        return running
    return [finalist for finalist in running if finalist is best or not _behind(finalist, best)]


def _behind(finalist: Finalist, best: Finalist) -> bool:
    """Whether somebody is so far behind the best one that luck alone does not explain it."""
    n = len(best.values)
    by = [one - other for one, other in zip(best.values, finalist.values, strict=True)]
    mean = sum(by) / n
    error = sqrt(n * sum((difference - mean) ** 2 for difference in by) / (n - 1))
    return best.total - finalist.total >= SURE * error


def _total(finalist: Finalist) -> float:
    return finalist.total


class Prince(Bot):
    """Searches to the end of the round."""

    name: ClassVar[str] = "prince"
    version: ClassVar[int] = 2

    def __init__(self, seconds: float = 1.0) -> None:
        self.seconds = seconds

    def choose(self, situation: Situation) -> Move:
        """The answer that has done best on imagined tables."""
        judge = best_judge(situation.rules)
        self._limit(situation)
        thought = Thought(situation, judge, 1, WIDTHS)
        answers = thought.answers()
        if len(answers) == 1:
            return answers[0]
        table = Table(situation.rules, judge, situation)
        table.looked_at += len(answers)
        worth = thought.totals(answers)
        order = sorted(range(len(worth)), key=lambda i: -worth[i])
        return self._settled(thought, table, [Finalist(answers[i], worth[i]) for i in order[:FINALISTS]])

    def _limit(self, situation: Situation) -> None:
        """Where a machine is slower than a game thinks, the clock counts."""
        end = situation.clock() + self.seconds
        situation.deadline = end if situation.deadline is None else min(end, situation.deadline)

    def _settled(self, thought: Thought, table: Table, running: list[Finalist]) -> Move:
        """The best of the finalists, as soon as it is known or the time is up."""
        budget = self.seconds * thought.judge.pace
        rounds = max(1, (len(running) - 1).bit_length())
        left = len(running)
        for number in range(rounds):
            until = budget * (number + 1) / rounds
            tables = 0
            while len(running) > 1 and (tables < FIRST_TABLES or table.looked_at < until):
                if table.looked_at >= budget and tables:
                    break
                try:
                    values = self._meet(thought, table, [finalist.answer for finalist in running])
                except TooLate:
                    return max(running, key=_total).answer
                for finalist, value in zip(running, values, strict=True):
                    finalist.met(value)
                tables += 1
                running = in_doubt(running)
            left = (left + 1) // 2
            running = sorted(running, key=_total, reverse=True)[:left]
        return running[0].answer

    def _meet(self, thought: Thought, table: Table, running: list[Move]) -> list[float]:
        """What each answer leads to on one imagined table."""
        situation, rules = thought.situation, thought.situation.rules
        world = thought.imagined()
        luck = situation.rng.getrandbits(32)
        table.looked_at += len(running)
        ends: list[State] = []
        for answer in running:
            twin = rules.copy(world)
            rules.apply(twin, situation.seat, answer)
            ends.append(table.to_end_of_round(twin, Random(luck)))
        return thought.judge.judged(ends, situation.seat)


def _worth(numbered: tuple[int, Outcome]) -> float:
    return numbered[1].worth
