"""What bots know about Dark Ages: how good a position is, and which answers are worth a look."""

from __future__ import annotations

from random import Random

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.prospects import TERMS, evaluate, judge, term_names
from pfalz.games.darkages.state import DarkAges

__all__ = ["TERMS", "candidates", "evaluate", "judge", "term_names"]

MOST = 40


def candidates(s: DarkAges, ask: Ask, rng: Random) -> list[Move]:
    """Answers worth a look."""
    return []
