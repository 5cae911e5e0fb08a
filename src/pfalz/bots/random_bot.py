"""The bot that knows nothing: every slot of a form is filled with any of its legal values."""

from __future__ import annotations

from typing import ClassVar

from pfalz.bots.base import Bot, Situation
from pfalz.core.state import Move


class RandomBot(Bot):
    """Answers at random."""

    name: ClassVar[str] = "random"

    def choose(self, situation: Situation) -> Move:
        """Any legal answer, chosen slot by slot."""
        return situation.ask.random_answer(situation.view, situation.rng)
