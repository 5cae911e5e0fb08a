"""The greedy bot: it tries its answers on imagined tables and takes the one that leaves it best off.

For every candidate it plays on a few resampled states: chance is sampled, seats that have not answered a
simultaneous question yet answer at random, and the knight's own next questions of the same turn are answered
greedily, until somebody else has to decide. There the game's `bot.evaluate` judges. All candidates meet the
same imagined states and the same luck, so that they differ by what they do and not by chance.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from pfalz.bots.base import Bot
from pfalz.bots.judge import Judge, judge_of
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_move
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State

WIDTHS = (64, 24)
"""Candidates looked at: for the question asked, and for own questions that follow at once."""
SAMPLES = 1
"""Imagined tables per candidate. Measured: 2 or 4 take the time and win no more games."""


class Knight(Bot):
    """Greedy on the game's evaluation."""

    name: ClassVar[str] = "knight"

    def __init__(self, samples: int = SAMPLES, widths: tuple[int, ...] = WIDTHS) -> None:
        self.samples = samples
        self.widths = widths

    def choose(self, rules: Ruleset[Any], view: State, ask: Ask, rng: Random) -> Move:
        """The candidate with the best average over imagined tables; ties are drawn."""
        judge = judge_of(rules.game.package)
        moves = judge.candidates(view, ask, rng, self.widths[0])
        if len(moves) == 1:
            return moves[0]
        totals = [0.0] * len(moves)
        for _ in range(self.samples):
            world = rules.resample(view, ask.seat, rng)
            values = self._values(rules, judge, world, ask, moves, rng, 1)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
        best = max(totals)
        return rng.choice([move for move, total in zip(moves, totals, strict=True) if total == best])

    def _values(
        self,
        rules: Ruleset[Any],
        judge: Judge,
        s: State,
        ask: Ask,
        moves: list[Move],
        rng: Random,
        depth: int,
    ) -> list[float]:
        """How good each answer turns out, all of them meeting the same luck."""
        luck = rng.getrandbits(32)
        found = []
        for move in moves:
            twin = rules.copy(s)
            rules.apply(twin, ask.seat, move)
            found.append(self._outlook(rules, judge, twin, ask.seat, Random(luck), depth))
        return found

    def _outlook(
        self, rules: Ruleset[Any], judge: Judge, s: State, seat: int, rng: Random, depth: int
    ) -> float:
        """How good `s` is for `seat` once chance and the seat's own next answers have come in."""
        while s.stack:
            asks = rules.asks(s)
            waiting = [ask for ask in asks if not ask.answered]
            ask = waiting[0]
            if ask.seat == NATURE:
                rules.apply(s, NATURE, nature_move(ask, s, rng))
            elif len(waiting) < len(asks):
                rules.apply(s, ask.seat, ask.random_move(s, rng))
            elif len(asks) == 1 and ask.seat == seat and depth < len(self.widths):
                moves = judge.candidates(s, ask, rng, self.widths[depth])
                return max(self._values(rules, judge, s, ask, moves, rng, depth + 1))
            else:
                break
        return judge.evaluate(s, seat)
