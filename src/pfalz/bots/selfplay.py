"""Games that a judgement plays against itself, and what there is to learn from them.

After every real decision, once chance has spoken and somebody has to decide, the position is kept as whoever
decided sees it, and now and then as somebody else does. What it should have been worth is said by what came
later: the λ-return along the seat's own positions up to the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pfalz import catalogue
from pfalz.bots.base import Situation, seen_by
from pfalz.bots.features import Floats, sight_of
from pfalz.bots.judge import Judge, judge_of
from pfalz.bots.learned import Learned, judge_with, utilities
from pfalz.bots.network import Network
from pfalz.bots.thought import Thought
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.events import Event
from pfalz.core.game import Memory, Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State

WIDTHS: Final = (24, 12)
"""Answers looked at while learning; fewer than when it counts."""
MOST_TABLES: Final = 4
"""And fewer imagined tables, where luck decides."""
RULESETS: Final = 128


@dataclass(frozen=True)
class Manner:
    """How games are played to learn from them."""

    wander: float = 0.06
    """The chance of any answer worth a look in place of the best one."""
    trust: float = 0.9
    """λ: how much the future counts against the judgement of the next position."""
    onlookers: float = 0.15
    """The chance that a position is also kept as somebody sees it who has not just decided."""


@dataclass
class Lesson:
    """What one game has to teach: positions, and what they should have been worth."""

    numbers: list[NDArray[np.int32]]
    """For each position the floats of the widest encoding that are not zero, by their numbers."""
    floats: list[Floats]
    """And what they are."""
    known: Floats
    """The inputs besides the encoding, as they are before any scaling."""
    judged: Floats
    """What the game's own judgement said to the viewer, if that was what played."""
    viewers: list[int]
    """Whose view each position is."""
    outcome: Outcome
    answers: int
    first: int
    """The seat that was asked first."""

    def wins(self) -> list[float]:
        """The share of the win by seat, counted from the one that was asked first."""
        places = self.outcome.places
        share = [(place == 1) / max(1, places.count(1)) for place in places]
        return share[self.first :] + share[: self.first]

    def returns(self, thought: Floats, margin: float, trust: float) -> Floats:
        """What the positions were worth to every seat, the viewer first: the λ-return along those of a
        viewer. Each is worth what came after it: the result at the end, and on the way, as far as the future
        is not trusted, what was thought of the next one."""
        result = utilities(self.outcome, margin)
        n = len(result)
        later = [np.array([result[(seat + k) % n] for k in range(n)], np.float32) for seat in range(n)]
        worth = np.zeros((len(self.viewers), n), np.float32)
        for i in reversed(range(len(self.viewers))):
            seat = self.viewers[i]
            worth[i] = later[seat]
            later[seat] = trust * later[seat] + (1 - trust) * thought[i]
        return worth


class RunningMemory(Situation):
    """A situation whose memory goes on from the last one of its seat."""

    kept: Memory | None = None

    @property
    def memory(self) -> Memory | None:
        return self.kept


class SelfPlay:
    """One game of a judgement against itself."""

    def __init__(self, rules: Ruleset[Any], network: Network | None, seed: str, manner: Manner) -> None:
        self.rules = rules
        self.judge: Judge = judge_of(rules)
        if network is not None:
            self.judge = judge_with(rules, network)
        self.network = network
        self.manner = manner
        self.rng = Random(f"selfplay:{seed}")
        self.sight = sight_of(rules)
        self._memories: list[Memory | None] = [rules.memory(seat) for seat in range(rules.players)]
        self._told = [0] * rules.players
        self._happened: list[Event] = []
        self._viewers: list[int] = []
        """Whose view each position is that was kept, in the order of time."""
        self._numbers: list[NDArray[np.int32]] = []
        self._floats: list[Floats] = []
        self._known: list[Floats] = []
        self._judged: list[float] = []
        self._looked_at: dict[int, list[Move]] = {}
        """By seat, the answers worth a look of those who have answered the open simultaneous question."""

    def play(self) -> Lesson:
        """Play to the end."""
        rules, rng = self.rules, self.rng
        s: State = rules.start(self._happened)
        s.trace = self._happened
        decided: set[int] = set()
        answers, first = 0, -1
        while s.stack:
            asks = rules.asks(s)
            waiting = [ask for ask in asks if not ask.answered]
            ask = waiting[0]
            if ask.seat == NATURE:
                rules.apply(s, NATURE, nature_answer(ask, s, rng))
                continue
            if len(waiting) == len(asks):
                for seat in range(rules.players):
                    if seat in decided or (decided and rng.random() < self.manner.onlookers):
                        self._keep(s, seat)
                decided.clear()
                self._looked_at.clear()
            decided.add(ask.seat)
            first = ask.seat if first < 0 else first
            rules.apply(s, ask.seat, self._answer(s, ask))
            answers += 1
        return self._lesson(rules.outcome(s), answers, max(0, first))

    def _answer(self, s: State, ask: Ask) -> tuple[int, ...]:
        rules, rng, seat = self.rules, self.rng, ask.seat
        memory = self._memories[seat]
        if memory is not None:
            for kind, args in seen_by(seat, self._happened[self._told[seat] :]):
                memory.see(kind, args)
            self._told[seat] = len(self._happened)
        situation = RunningMemory(rules, rules.view(s, seat), ask, (), rng)
        situation.kept = memory
        thought = Thought(situation, self.judge, 1, WIDTHS, MOST_TABLES)
        thought.looked_at |= self._looked_at  # which of them a seat has chosen stays its secret
        found = thought.answers()
        if len(found) > WIDTHS[0]:
            found = rng.sample(found, WIDTHS[0])
        self._looked_at[seat] = found
        if len(found) == 1 or rng.random() < self.manner.wander:
            return found[0] if len(found) == 1 else rng.choice(found)
        return thought.decided(found)

    def _keep(self, s: State, seat: int) -> None:
        self._viewers.append(seat)
        if isinstance(self.judge, Learned):
            eyes = self.judge.eyes
            row = eyes.rows([s], seat)[0]
            inputs = eyes.network.inputs
            there = np.flatnonzero(row[: len(inputs)])
            numbers, floats = inputs[there], row[there]
            known = row[len(inputs) :] / eyes.network.scale
        else:
            row = np.zeros((1, self.sight.full.length), np.float32)
            self.sight.scribe.write(row, [s], seat)
            numbers = np.flatnonzero(row[0])
            floats = row[0, numbers]
            known = self.sight.known([s], seat)[0]
            self._judged.append(self.judge.evaluate(s, seat))
        self._numbers.append(np.asarray(numbers, np.int32))
        self._floats.append(floats)
        self._known.append(known)

    def _lesson(self, outcome: Outcome, answers: int, first: int) -> Lesson:
        known = np.array(self._known, np.float32).reshape(len(self._viewers), self.sight.width)
        own = np.array(self._judged, np.float32)
        return Lesson(self._numbers, self._floats, known, own, self._viewers, outcome, answers, first)


def margins_of(outcome: Outcome) -> list[int]:
    """By how much every seat is ahead of the best other side."""
    found: list[int] = []
    for seat, score in enumerate(outcome.scores):
        others = [n for other, n in enumerate(outcome.scores) if other != seat]
        others += [standing.score for standing in outcome.opponents]
        found.append(score - max(others, default=0))
    return found


@lru_cache(RULESETS)
def rules_of(game: str, players: int, modules: tuple[str, ...]) -> Ruleset[Any]:
    """The ruleset of a setting, kept for the next game."""
    return catalogue.ruleset(game, players, modules)


def taught(
    game: str,
    players: int,
    sets: Sequence[tuple[str, ...]],
    network: Network | None,
    seed: str,
    manner: Manner,
) -> Lesson:
    """One game of self-play; its modules are drawn from `sets`."""
    modules = Random(f"modules:{seed}").choice(list(sets))
    return SelfPlay(rules_of(game, players, modules), network, seed, manner).play()
