"""Tournaments: which bot is better, and by how much, whoever sits where and whatever chance brings.

For two seats every pair of bots meets; for more, every bot sits alone among others of one name. All who meet
play each seed once from every seat, and all line-ups the same seeds, so that neither seat nor luck decides.
What came out says `report.py`; results are kept in a `Ledger`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from pfalz.bots import BotError, make
from pfalz.bots.crew import Crew
from pfalz.core.data import Edition
from pfalz.core.ruleset import Ruleset
from pfalz.lab.ledger import Ledger
from pfalz.lab.sim import GameResult, Plan, simulate, simulated

Lineup = tuple[str, ...]
"""Who meets whom: the challenger first, then those it is compared with."""


@dataclass(frozen=True)
class Tournament(Plan):
    """What is played: so many seeds for each line-up, from every seat."""

    lineups: tuple[Lineup, ...] = ()
    seeds: int = 50

    def rules(self) -> Ruleset[Any]:
        """The rules of the tables; a tournament that cannot be played is refused here."""
        if len(set(self.bots)) < 2:
            raise BotError("arena_bots")
        for name in self.bots:
            make(name)
        one = self.bots[:1]
        settings = (self.modules, self.options, self.edition)
        return Plan(self.game, self.players, one, 1, self.seed, False, *settings).rules()

    def place(self, index: int) -> tuple[int, int, int]:
        """The line-up of game `index`, its seed, and the seat of the challenger."""
        round, seat = divmod(index, self.players)
        lineup, seed = divmod(round, self.seeds)
        return lineup, seed, seat

    def seating(self, index: int) -> Lineup:
        """The bots of game `index`, by seat."""
        lineup, _, seat = self.place(index)
        one, *others = self.lineups[lineup]
        return (*others[:seat], one, *others[seat:])

    def game_seed(self, index: int) -> str:
        """The seed of game `index`: the same from every seat and for every line-up."""
        return f"{self.seed}:{self.place(index)[1]}"


def tournament(
    game: str,
    players: int,
    bots: Sequence[str],
    seeds: int,
    seed: str,
    modules: Sequence[str] = (),
    options: dict[str, object] | None = None,
    edition: Edition | None = None,
) -> Tournament:
    """Everybody meets everybody: at two seats each pair once, at more each alone among each other."""
    names = tuple(dict.fromkeys(bots))
    pairs = combinations(names, 2) if players <= 2 else permutations(names, 2)
    lineups = tuple([(one, *[other] * (players - 1)) for one, other in pairs])
    return Tournament(
        game,
        players,
        names,
        len(lineups) * seeds * players,
        seed,
        False,
        tuple(modules),
        options or {},
        edition,
        lineups,
        seeds,
    )


def challenge(
    game: str,
    players: int,
    challenger: str,
    other: str,
    seeds: int,
    seed: str,
    modules: Sequence[str] = (),
) -> Tournament:
    """A match: the challenger alone among others of one name, and not the other way round."""
    lineups = ((challenger, *[other] * (players - 1)),)
    return Tournament(
        game,
        players,
        (challenger, other),
        seeds * players,
        seed,
        modules=tuple(modules),
        lineups=lineups,
        seeds=seeds,
    )


def hold(plan: Plan, ledger: Ledger, jobs: int) -> Iterator[GameResult]:
    """Play what is missing of a plan; results are kept as they come."""
    for result in simulate(plan, jobs, frozenset(ledger.results)):
        ledger.add(result)
        yield result


def held_by(crew: Crew, ledger: Ledger, until: float = math.inf) -> Iterator[GameResult]:
    """The same by a crew that is there already, as long as there is time (`monotonic`)."""
    ledger.plan.rules()
    for result in simulated(ledger.plan, crew, ledger.missing, until):
        ledger.add(result)
        yield result
