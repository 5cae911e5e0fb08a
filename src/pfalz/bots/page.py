"""The page: quick and plausible, with the mistakes of a beginner. A child can beat it.

It looks at a few of its answers only, judges by the points on the table and little else, and now and then
does what comes to mind.
"""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.bots.base import Bot, Situation
from pfalz.bots.judge import judge_of
from pfalz.bots.thought import Thought
from pfalz.core.state import Move

LOOKED_AT: Final = 6
WHIM: Final = 0.2
"""How often it does what comes to mind."""


class Page(Bot):
    """Greedy on a few answers, and not always."""

    name: ClassVar[str] = "page"

    def choose(self, situation: Situation) -> Move:
        """The best of a few answers; sometimes any of them."""
        rng, judge = situation.rng, judge_of(situation.rules)
        answers = judge.candidates(situation.view, situation.ask, rng, LOOKED_AT)
        answers = answers if len(answers) <= LOOKED_AT else rng.sample(answers, LOOKED_AT)
        if len(answers) == 1:
            return answers[0]
        if rng.random() < WHIM:
            return rng.choice(answers)
        thought = Thought(situation, judge, 1, (LOOKED_AT, 1))
        return thought.best(answers, thought.totals(answers))
