"""What a bot is: a seat's decisions, made from what that seat may know and nothing else.

A bot never meets the true state. It gets a `Situation`: the view of its seat, the question, and everything
its seat has seen happen. Whatever else it wants to know it has to imagine with `Situation.resampled`. Its
generator is handed in, so the same situation and the same generator give the same answer.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from pfalz.core.ask import Ask
from pfalz.core.errors import PfalzError
from pfalz.core.events import Event
from pfalz.core.game import Memory
from pfalz.core.ruleset import Policy, Ruleset
from pfalz.core.state import Move, State, View

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy comes: bots share the cores with others


class BotError(PfalzError):
    """There is no such bot, or it gave an answer that is not one."""

    package = "pfalz.bots"


class Situation:
    """A question to a seat, with all the seat may know.

    `events` are what it has seen happen since the beginning of the game (`seen_by`). There is time for an
    answer until `deadline` on `clock`."""

    def __init__(
        self,
        rules: Ruleset[Any],
        view: View,
        ask: Ask,
        events: Sequence[Event],
        rng: Random,
        deadline: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rules = rules
        self.view = view
        self.ask = ask
        self.events = events
        self.rng = rng
        self.deadline = deadline
        self.clock = clock

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.ask.seat

    @property
    def late(self) -> bool:
        """Whether the time is up: answer with the best found so far."""
        return self.deadline is not None and self.clock() >= self.deadline

    @cached_property
    def memory(self) -> Memory | None:
        """What the seat has made of the events; None in games where they tell no more than the view."""
        memory: Memory | None = self.rules.memory(self.seat, self.events)
        return memory

    def resampled(self, rng: Random | None = None, policy: Policy | None = None) -> State:
        """A full state as it may be; `policy` guesses what others have answered to the same question."""
        state: State = self.rules.resample(self.view, self.seat, rng or self.rng, self.memory, policy)
        return state


def seen_by(seat: int, events: Iterable[Event]) -> list[Event]:
    """Events as a seat may know them."""
    return [(kind, kind.seen_by(args, seat)) for kind, args in events]


class Bot(ABC):
    """Somebody who answers the asks of one seat."""

    name: ClassVar[str] = ""
    version: ClassVar[int] = 1
    """Grows when the same situation and the same generator give another answer: results that are kept are
    those of one version."""

    @abstractmethod
    def choose(self, situation: Situation) -> Move:
        """A complete legal answer to the question of a situation."""


def bot_rng(seed: str, n: int, seat: int) -> Random:
    """The generator of the bot in `seat` for answer `n`: a game that is loaded goes on as it would have."""
    return Random(f"bot:{seed}:{n}:{seat}")
