"""What the market thinks of a position: the log is the money of the seats, two numbers each."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from tests.core.toys import LogState

TERMS = ("gold", "grain")


def judge(s: LogState) -> list[list[float]]:
    """Gold and half of the grain."""
    rules: Ruleset[LogState] = s.rules
    return [[s.log[2 * seat], 0.5 * s.log[2 * seat + 1]] for seat in range(rules.players)]
