"""What the toll takes: the more of all, the more."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from tests.core.toys import LogState

TERMS = ("toll",)


def judge(s: LogState) -> list[list[float]]:
    """Half of what lies with the seat."""
    rules: Ruleset[LogState] = s.rules
    return [[-0.5 * sum(s.log[2 * seat : 2 * seat + 2])] for seat in range(rules.players)]
