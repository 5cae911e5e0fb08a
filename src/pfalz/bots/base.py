"""What a bot is: a seat's decisions made from that seat's view alone.

A bot never meets the true state. It gets the view of its seat, and whatever else it wants to know it has to
imagine with `rules.resample(view, seat, rng)`. Its generator is handed in, so the same generator gives the
same answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, ClassVar

from pfalz.core.ask import Ask
from pfalz.core.errors import PfalzError
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State


class BotError(PfalzError):
    """There is no such bot, or it gave an answer that is not one."""

    package = "pfalz.bots"


class Bot(ABC):
    """Somebody who answers the asks of one seat."""

    name: ClassVar[str] = ""

    @abstractmethod
    def choose(self, rules: Ruleset[Any], view: State, ask: Ask, rng: Random) -> Move:
        """A complete legal answer to `ask`, given what its seat sees."""


def bot_rng(seed: str, n: int, seat: int) -> Random:
    """The generator of the bot in `seat` for answer `n`: a game that is loaded goes on as it would have."""
    return Random(f"bot:{seed}:{n}:{seat}")
