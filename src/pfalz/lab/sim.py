"""Simulation: many games between bots, in one process or several, and what came out of each.

Every game has a seed of its own, made from the seed of the simulation and its number, so results do not
depend on how the games are spread over processes. Games of random bots take the kernel's fast path. A game
that raises, breaks conservation or does not end is a result too: it carries its reason.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pfalz import catalogue
from pfalz.bots import BotError, make
from pfalz.bots.crew import Crew, cancel
from pfalz.core.data import Edition
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, State
from pfalz.lab.match import LIMIT, Match, described, next_ask, only_random, real_choices


@dataclass(frozen=True)
class Plan:
    """What is simulated. `bots` are dealt to the seats in order, again from the first if there are fewer."""

    game: str
    players: int
    bots: tuple[str, ...] = ("random",)
    games: int = 100
    seed: str = "0"
    rotate: bool = False
    modules: tuple[str, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    edition: Edition | None = None

    def rules(self) -> Ruleset[Any]:
        """The rules of the table; a plan that cannot be played is refused here."""
        rules = catalogue.ruleset(self.game, self.players, self.modules, self.options, self.edition)
        if not 1 <= len(self.bots) <= self.players:
            raise BotError("bots_room", n=len(self.bots), room=self.players)
        for name in self.bots:
            make(name)
        return rules

    def seating(self, index: int) -> tuple[str, ...]:
        """The bots of game `index`, by seat."""
        shift = index if self.rotate else 0
        dealt = [self.bots[seat % len(self.bots)] for seat in range(self.players)]
        return tuple(dealt[(seat + shift) % self.players] for seat in range(self.players))

    def game_seed(self, index: int) -> str:
        """The seed of game `index`."""
        return f"{self.seed}:{index}"


@dataclass(frozen=True)
class GameResult:
    """One game: who sat where, how it ended, how long it was. `failure` says why it has no result."""

    index: int
    seed: str
    bots: tuple[str, ...]
    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    answers: int = 0
    choices: int = 0
    chances: int = 0
    failure: str = ""
    decided: tuple[int, ...] = ()
    """Answers each seat gave; empty on the fast path."""
    thinking: tuple[float, ...] = field(default=(), compare=False)
    """Seconds of processor time each seat's bot took; empty on the fast path."""
    seconds: float = field(default=0.0, compare=False)
    first: int = -1
    """The seat that was asked first; -1 on the fast path."""

    def wins(self) -> tuple[float, ...]:
        """The share of the win of every seat."""
        first = self.places.count(1)
        return tuple(1 / first if place == 1 else 0.0 for place in self.places)


def simulate(plan: Plan, jobs: int = 1, played: Collection[int] = ()) -> Iterator[GameResult]:
    """Play all games of a plan but those that are `played`; with several jobs results come in any order."""
    rules = plan.rules()
    open_games = [index for index in range(plan.games) if index not in played]
    if jobs <= 1 or len(open_games) <= 1:
        for index in open_games:
            yield play_game(rules, plan, index)
        return
    with Crew(jobs) as crew:
        yield from simulated(plan, crew, open_games)


def simulated(
    plan: Plan, crew: Crew, open_games: Sequence[int], until: float = math.inf
) -> Iterator[GameResult]:
    """Let a crew play some games of a plan; results come in any order.

    After a time on the clock (`monotonic`) nothing is begun any more; what is on its way is waited for."""
    size = max(1, min(50, len(open_games) // (crew.jobs * 8))) if only_random(plan.bots) else 1
    chunks = [open_games[at : at + size] for at in range(0, len(open_games), size)]
    futures = [crew.submit(_play_chunk, plan, chunk) for chunk in chunks]
    try:
        for future in as_completed(futures):
            if time.monotonic() >= until:
                cancel(futures)
            if not future.cancelled():
                yield from future.result()
    finally:
        cancel([*futures])


_built: list[tuple[Plan, Ruleset[Any]]] = []
"""The ruleset of a worker process: rulesets are built where they are used, only plans travel."""


def _play_chunk(plan: Plan, chunk: Sequence[int]) -> list[GameResult]:
    if not _built or _built[0][0] != plan:
        _built[:] = [(plan, plan.rules())]
    return [play_game(_built[0][1], plan, index) for index in chunk]


def play_game(rules: Ruleset[Any], plan: Plan, index: int) -> GameResult:
    """Play one game; whatever goes wrong in it becomes its `failure`."""
    seating, seed = plan.seating(index), plan.game_seed(index)
    tally = Tally()
    decided, thinking = [0] * rules.players, [0.0] * rules.players
    began, first = time.perf_counter(), -1
    try:
        match = Match(rules, seating, seed)
        s = match.start()
        if only_random(seating):
            decided, thinking = [], []
            play_random(rules, s, Random(seed), tally, LIMIT)
        else:
            first = _play_bots(match, s, tally, decided, thinking)
        seconds = time.perf_counter() - began
        broken = rules.violations(s)
        if not s.over:
            failure = f"no end after {LIMIT} answers"
        else:
            failure = f"not conserved: {broken[0]}" if broken else ""
        scores, places = rules.outcome(s)[:2] if s.over else ((), ())
    except Exception as error:
        spent = time.perf_counter() - began
        return GameResult(index, seed, seating, failure=described(error), seconds=spent)
    return GameResult(
        index,
        seed,
        seating,
        scores,
        places,
        tally.answers,
        tally.choices,
        tally.chances,
        failure,
        tuple(decided),
        tuple(thinking),
        seconds,
        first,
    )


def _play_bots(match: Match, s: State, tally: Tally, decided: list[int], thinking: list[float]) -> int:
    """Play to the end; the seat that was asked first."""
    n, first = 0, -1
    while s.stack and n < LIMIT:
        ask = next_ask(match.rules, s)
        began = time.process_time()
        answer = match.answer(s, ask, n)
        if ask.seat == NATURE:
            tally.chances += 1
        else:
            first = ask.seat if first < 0 else first
            thinking[ask.seat] += time.process_time() - began
            decided[ask.seat] += 1
            tally.answers += 1
            tally.choices += real_choices(ask, s, answer)
        match.rules.apply(s, ask.seat, answer)
        n += 1
    return first
