"""The greedy bot: it tries its answers on imagined tables and takes the one that leaves it best off.

For every candidate it plays on a few resampled states: chance is sampled, seats that have not answered a
simultaneous question yet answer at random, and the knight's own next questions of the same turn are answered
greedily, until somebody else has to decide. There the game's judgement speaks. All candidates meet the same
imagined states and the same luck, so that they differ by what they do and not by chance. When the time is up,
the best of those it has looked at is taken.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar

from pfalz.bots.base import Bot, Situation
from pfalz.bots.judge import Judge, judge_of
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.state import NATURE, Move, State

WIDTHS = (64, 24)
"""Candidates looked at: for the question asked, and for own questions that follow at once."""
SAMPLES = 1
"""Imagined tables per candidate. Measured: 2 or 4 take the time and win no more games."""


class Knight(Bot):
    """Greedy on the game's judgement."""

    name: ClassVar[str] = "knight"

    def __init__(self, samples: int = SAMPLES, widths: tuple[int, ...] = WIDTHS) -> None:
        self.samples = samples
        self.widths = widths

    def choose(self, situation: Situation) -> Move:
        """The candidate with the best average over imagined tables; ties are drawn."""
        return Thought(situation, self.samples, self.widths).answer()


class Thought:
    """One decision of a knight."""

    def __init__(self, situation: Situation, samples: int, widths: tuple[int, ...]) -> None:
        self.situation = situation
        self.rules = situation.rules
        self.seat = situation.seat
        self.judge: Judge = judge_of(situation.rules)
        self.samples = samples
        self.widths = widths

    def answer(self) -> Move:
        """The best candidate."""
        situation, rng = self.situation, self.situation.rng
        answers = self.judge.candidates(situation.view, situation.ask, rng, self.widths[0])
        if len(answers) == 1:
            return answers[0]
        totals: list[float] = []
        for _ in range(self.samples):
            world = situation.resampled(policy=self.judge.guess)
            worth = self._worth(world, situation.ask, answers, rng, 1)
            if totals and len(worth) < len(totals):
                break  # on an imagined table only some have met, nobody can be compared with the others
            totals = [total + value for total, value in zip(totals or [0.0] * len(worth), worth, strict=True)]
        best = max(totals)
        return rng.choice([answer for answer, total in zip(answers, totals, strict=False) if total == best])

    def _worth(self, s: State, ask: Ask, answers: list[Move], rng: Random, depth: int) -> list[float]:
        """How good each answer turns out, all of them meeting the same luck; fewer if the time is up."""
        luck = rng.getrandbits(32)
        found: list[float] = []
        for answer in answers:
            if found and self.situation.late:
                break
            twin = self.rules.copy(s)
            self.rules.apply(twin, self.seat, answer)
            found.append(self._outlook(twin, Random(luck), depth))
        return found

    def _outlook(self, s: State, rng: Random, depth: int) -> float:
        """How good `s` is once chance and the seat's own next answers have come in."""
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
                return max(self._worth(s, ask, answers, rng, depth + 1))
            else:
                break
        return self.judge.evaluate(s, self.seat)
