"""A course of learning: what is learned and how, and how far it has come. Taking it is `training.py`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, Final

from pfalz import catalogue
from pfalz.bots.base import BotError
from pfalz.bots.selfplay import Manner
from pfalz.core.presets import random_set, widest_set

NOT_LEARNED: Final = ("games", "checkpoint")
"""What may differ when a course goes on: how far it goes, and how often the network is kept on the way."""


@dataclass(frozen=True)
class Course:
    """What is learned, and how."""

    game: str
    players: int
    seed: str = "1"
    games: int = 6000
    first: int = 240
    """Games of the game's own judgement to begin with."""
    generation: int = 60
    checkpoint: int = 600
    """Every so many games the network is kept, to be measured."""
    units: int = 64
    rate: float = 6e-4
    last_rate: float = 1e-4
    passes: float = 3.0
    """How often a position is looked at."""
    seldom: float = 0.02
    """Inputs that say nothing in all but such a share of the first positions are left out."""
    memory: int = 6
    """Generations that are looked at again."""
    manner: Manner = field(default_factory=Manner)

    def sets(self) -> list[tuple[str, ...]]:
        """Sets of modules that are played: none and all of them often, others by chance."""
        game = catalogue.game(self.game)
        wide = widest_set(game, self.players)
        if not wide:
            return [()]
        rng = Random(f"sets:{self.seed}")
        some = [random_set(game, self.players, rng) for _ in range(24)]
        return [()] * 16 + [wide] * 8 + some

    def command(self) -> str:
        """The command that takes this course, wherever defaults may move."""
        words = {
            "players": self.players,
            "seed": self.seed,
            "games": self.games,
            "first": self.first,
            "passes": f"{self.passes:g}",
            "units": self.units,
            "trust": f"{self.manner.trust:g}",
            "seldom": f"{self.seldom:g}",
        }
        return " ".join(["pfalz train", self.game, *[f"--{name} {value}" for name, value in words.items()]])

    def told(self) -> dict[str, Any]:
        """The course as plain data."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]

    def must_go_on(self, told: dict[str, Any], folder: str) -> None:
        """Refuse to go on with another course than this one."""
        same = dict.fromkeys(NOT_LEARNED, 0)
        if {**told, **same} != {**self.told(), **same}:
            raise BotError("course_of_other", folder=folder)


@dataclass
class Progress:
    """How far a course has come."""

    games: int = 0
    generation: int = 0
    loss: float = 0.0
    seconds: float = 0.0
    answers: int = 0
    losses: list[tuple[int, float]] = field(default_factory=list)
    """The loss of every generation, by the games until then."""
    wins: list[float] = field(default_factory=list)
    """Games won in learning, by the place after whoever was asked first."""
    aims: list[int] = field(default_factory=list)
    """How many games it was to be, each time that was changed: how fast a network learns depends on it."""

    def is_due(self, course: Course) -> bool:
        """Whether the network is kept now: past each so many games, and at the end."""
        before = 0 if len(self.losses) < 2 else self.losses[-2][0]
        passed = before // course.checkpoint < self.games // course.checkpoint
        return passed or self.games >= course.games
