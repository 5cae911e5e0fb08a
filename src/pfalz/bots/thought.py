"""Thinking one answer ahead: what each answer worth a look leads to, on imagined tables, judged all at once.

For every candidate the table is played on: chance is sampled, seats that have not answered a simultaneous
question yet answer at random, and the seat's own next questions of the same turn are answered in all ways
worth a look, until somebody else has to decide. There the judgement speaks. All candidates meet the same
imagined tables and the same luck, so that they differ by what they do and not by chance. When the time is up,
those that have been looked at are judged.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from pfalz.bots.base import Situation
from pfalz.bots.judge import Judge
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.errors import PfalzError
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State


class Outcome(NamedTuple):
    """Where an answer leads: how good that is, and the imagined position that was judged."""

    worth: float
    state: State


BATCH: Final = 64
"""So many positions are judged together: more would take long when the time is up, fewer would be slow."""


class Leaves:
    """Positions that answers lead to; many are judged together, not each by itself."""

    def __init__(self, rules: Ruleset[Any], judge: Judge, seat: int, widths: tuple[int, ...]) -> None:
        self.rules = rules
        self.judge = judge
        self.seat = seat
        self.widths = widths
        self.states: list[State] = []
        self.of: list[int] = []
        """For each position that waits for a judgement the number of the answer it follows."""
        self._found: dict[int, Outcome] = {}
        """By the number of the answer, the best position it can lead to."""

    def follow(self, s: State, answer: Move, luck: int, number: int) -> None:
        """Take in what answer `number` leads to."""
        twin = self.rules.copy(s)
        self.rules.apply(twin, self.seat, answer)
        self._play_on(twin, Random(luck), number, 1)
        if len(self.states) >= BATCH:
            self._judge()

    def _play_on(self, s: State, rng: Random, number: int, depth: int) -> None:
        rules = self.rules
        while s.stack:
            asks = rules.asks(s)
            waiting = [ask for ask in asks if not ask.answered]
            ask = waiting[0]
            if ask.seat == NATURE:
                rules.apply(s, NATURE, nature_answer(ask, s, rng))
            elif len(waiting) < len(asks):
                rules.apply(s, ask.seat, ask.random_answer(s, rng))
            elif len(asks) == 1 and ask.seat == self.seat and depth < len(self.widths):
                answers = self.judge.candidates(s, ask, rng, self.widths[depth])
                luck = rng.getrandbits(32)
                for answer in answers:
                    twin = rules.copy(s)
                    rules.apply(twin, self.seat, answer)
                    self._play_on(twin, Random(luck), number, depth + 1)
                return
            else:
                break
        self.states.append(s)
        self.of.append(number)

    def outcomes(self, n: int) -> list[Outcome]:
        """For each of `n` answers the best position it can lead to."""
        self._judge()
        return [self._found[number] for number in range(n) if number in self._found]

    def _judge(self) -> None:
        values = self.judge.judged(self.states, self.seat)
        for number, value, state in zip(self.of, values, self.states, strict=True):
            known = self._found.get(number)
            if known is None or value > known.worth:
                self._found[number] = Outcome(value, state)
        self.states, self.of = [], []


POSITIONS: Final = 96
"""As long as there are no more positions than that, all answers meet all tables."""
FINALISTS: Final = 8
"""And so many answers do so in any case."""


class Thought:
    """One decision: what a judgement thinks of the answers to a question."""

    def __init__(
        self,
        situation: Situation,
        judge: Judge,
        samples: int,
        widths: tuple[int, ...],
        most_tables: int = 1,
    ) -> None:
        self.situation = situation
        self.seat = situation.seat
        self.judge = judge
        self.samples = samples
        self.widths = widths
        self.most_tables = most_tables
        """Where luck decides so many are imagined; whoever imagines one keeps to the candidates."""
        self.looked_at: dict[int, list[Move]] = {}
        """By seat, what somebody may have answered to the same simultaneous question."""

    def answer(self) -> Move:
        """The answer that turns out best on average over imagined tables; ties are drawn."""
        return self.decided(self.answers())

    def decided(self, answers: list[Move]) -> Move:
        """Which of some answers turns out best on average over imagined tables; ties are drawn.

        Where luck follows, the better ones meet more of them."""
        if len(answers) == 1:
            return answers[0]
        tables = min(self.most_tables, self.judge.tables(self.situation.ask))
        if tables <= self.samples:
            return self.best(answers, self.totals(answers, self.samples))
        met = max(self.samples, min(tables, POSITIONS // len(answers)))
        totals = self.totals(answers, met)
        if tables == met or self.situation.late:
            return self.best(answers, totals)
        order = sorted(range(len(totals)), key=lambda i: -totals[i])[:FINALISTS]
        finalists = [answers[i] for i in order]
        more = self.totals(finalists, tables - met)
        return self.best(finalists, [totals[i] + total for i, total in zip(order, more, strict=False)])

    def answers(self) -> list[Move]:
        """The answers worth a look."""
        situation = self.situation
        named = self.judge.candidates if self.most_tables == 1 else self.judge.offers
        return named(situation.view, situation.ask, situation.rng, self.widths[0])

    def best(self, answers: list[Move], totals: list[float]) -> Move:
        """The one that turns out best; ties are drawn."""
        most = max(totals)
        tied = [answer for answer, total in zip(answers, totals, strict=False) if total == most]
        return self.situation.rng.choice(tied)

    def totals(self, answers: list[Move], tables: int = 1) -> list[float]:
        """How good each answer turns out, summed over imagined tables; fewer if the time is up."""
        totals: list[float] = []
        for _ in range(tables):
            worth = [outcome.worth for outcome in self.outcomes(self.imagined(), answers)]
            if totals and len(worth) < len(totals):
                break  # on an imagined table only some have met, nobody can be compared with the others
            totals = [total + value for total, value in zip(totals or [0.0] * len(worth), worth, strict=True)]
        return totals

    def imagined(self) -> State:
        """A full state that fits what the seat knows."""
        return self.situation.resampled(policy=self._guess)

    def _guess(self, s: State, ask: Ask, rng: Random) -> Move:
        """What somebody else may have answered: one of those worth a look, which are searched for only once.

        On another imagined table it may not be on offer; then, and when time is up, any answer will do."""
        if ask.seat not in self.looked_at and not self.situation.late:
            self.looked_at[ask.seat] = self.judge.guesses(s, ask, rng)
        found = self.looked_at.get(ask.seat)
        if found:
            guess = rng.choice(found)
            try:
                ask.check(s, guess)
                return guess
            except PfalzError:
                pass
        return ask.random_answer(s, rng)

    def outcomes(self, world: State, answers: list[Move]) -> list[Outcome]:
        """Where each answer leads on one imagined table; fewer if the time is up."""
        leaves = Leaves(self.situation.rules, self.judge, self.seat, self.widths)
        luck = self.situation.rng.getrandbits(32)
        seen = 0
        for answer in answers:
            if seen and self.situation.late:
                break
            leaves.follow(world, answer, luck, seen)
            seen += 1
        return leaves.outcomes(seen)
