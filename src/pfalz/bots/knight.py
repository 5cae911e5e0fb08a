"""The knight: it tries its answers on imagined tables and takes the one that leaves it best off.

It looks one answer ahead (`thought.py`) and trusts the learned judgement where there is one (`learned.py`),
otherwise the game's own. The squire is the same with the game's own judgement: what knights were before they
learned, and what they are measured against.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from pfalz.bots.base import Bot, Situation
from pfalz.bots.judge import Judge, judge_of
from pfalz.bots.learned import best_judge, judge_with
from pfalz.bots.network import Network
from pfalz.bots.thought import Thought
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move

WIDTHS: Final = (64, 24)
"""Candidates looked at: for the question asked, and for own questions that follow at once."""
SAMPLES: Final = 1
"""Imagined tables per candidate. Measured: 2 or 4 take the time and win no more games."""
MOST_TABLES: Final = 12
"""Where luck decides, and the judgement has learned: see `judge.Choice`."""


class Knight(Bot):
    """Greedy on the best judgement there is."""

    name: ClassVar[str] = "knight"

    def __init__(
        self, samples: int = SAMPLES, widths: tuple[int, ...] = WIDTHS, network: Network | None = None
    ) -> None:
        self.samples = samples
        self.widths = widths
        self.network = network

    def judge(self, rules: Ruleset[Any]) -> Judge:
        """Whose judgement counts."""
        return best_judge(rules) if self.network is None else judge_with(rules, self.network)

    def choose(self, situation: Situation) -> Move:
        """The candidate with the best average over imagined tables; ties are drawn."""
        judge, tables = self.judge(situation.rules), max(self.samples, MOST_TABLES)
        return Thought(situation, judge, self.samples, self.widths, tables).answer()


class Squire(Knight):
    """Greedy on the game's own judgement."""

    name: ClassVar[str] = "squire"

    def judge(self, rules: Ruleset[Any]) -> Judge:
        return judge_of(rules)
