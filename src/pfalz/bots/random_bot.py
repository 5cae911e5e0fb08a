"""The bot that knows nothing: every slot of a form is filled with any of its legal values."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from pfalz.bots.base import Bot
from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State


class RandomBot(Bot):
    """Answers at random."""

    name: ClassVar[str] = "random"

    def choose(self, rules: Ruleset[Any], view: State, ask: Ask, rng: Random) -> Move:
        """Any legal answer, chosen slot by slot."""
        return ask.random_move(view, rng)
