"""Noble discs: which of a side's discs lies where, so that a disc keeps its id when it moves."""

from __future__ import annotations

from pfalz.core.identity import Numbers, settle
from pfalz.games.darkages.state import DarkAges

SUPPLY = 0
EXHAUSTED = 1
STACKS = 2
"""The first of the stacks under the action cards."""


def discs_of(s: DarkAges, side: int) -> Numbers:
    """The numbers of a side's discs in its supply, among the exhausted ones, and in the stacks."""
    places = [(SUPPLY, s.discs[side], 0), (EXHAUSTED, s.exhausted[side], 0)]
    places += [(STACKS + action, stack.count(side), 0) for action, stack in enumerate(s.stacks)]
    return settle(tuple(places), s.t.discs)


def stack_discs(s: DarkAges, action: int) -> tuple[tuple[int, int], ...]:
    """The discs in a stack, the lowest first: side and number."""
    found: list[tuple[int, int]] = []
    met: dict[int, int] = {}
    for side in s.stacks[action]:
        nth = met.get(side, 0)
        met[side] = nth + 1
        found.append((side, discs_of(s, side)[STACKS + action][nth]))
    return tuple(found)
