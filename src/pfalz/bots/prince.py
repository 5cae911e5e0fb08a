"""The prince: it plays its best answers on to the end of the round, on many imagined tables, and compares.

The learned judgement picks a few answers out of all (`knight.py` would take the first). Then imagined tables
come one after the other; on each of them every answer still in the running meets the same luck, everybody
goes on greedily until the round is over, and the judgement speaks there. Half of the answers drop out again
and again (sequential halving), so that most tables are spent on those that are hard to tell apart.

Time is counted in positions that are looked at, so the same seed gives the same game on any machine that is
quick enough; when the clock says that the time is up, what was compared by then decides.
"""

from __future__ import annotations

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


class Prince(Bot):
    """Searches to the end of the round."""

    name: ClassVar[str] = "prince"

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
        finalists = {answers[i]: TRUST * worth[i] for i in order[:FINALISTS]}
        return self._halved(thought, table, finalists)

    def _limit(self, situation: Situation) -> None:
        """Where a machine is slower than a game thinks, the clock counts."""
        end = situation.clock() + self.seconds
        situation.deadline = end if situation.deadline is None else min(end, situation.deadline)

    def _halved(self, thought: Thought, table: Table, totals: dict[Move, float]) -> Move:
        budget = self.seconds * thought.judge.pace
        running = list(totals)
        rounds = max(1, (len(running) - 1).bit_length())
        for number in range(rounds):
            until = budget * (number + 1) / rounds
            tables = 0
            while len(running) > 1 and (tables < FIRST_TABLES or table.looked_at < until):
                if table.looked_at >= budget and tables:
                    break
                try:
                    values = self._meet(thought, table, running)
                except TooLate:
                    return max(running, key=lambda answer: totals[answer])
                for answer, value in zip(running, values, strict=True):
                    totals[answer] += value
                tables += 1
            running = sorted(running, key=lambda answer: -totals[answer])[: (len(running) + 1) // 2]
        return running[0]

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
