"""Which envoy and which chest is which: the state counts them, a drawing has to name them.

How numbers are dealt so that a piece keeps its id when it moves is the kernel's (`core/identity.py`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pfalz.core.identity import Numbers, Place, settle
from pfalz.games.staufer.lookup import CHEST_KINDS
from pfalz.games.staufer.state import EMPTY, Staufer

Stacks = tuple[tuple[int, ...], ...]

COURT = 6
PROVINCE = 7
OFFICES = 8


class Figures(NamedTuple):
    """Numbers of all figures: by figure and place, and of those on every office seat.

    Places are the payment areas (0 to 5), COURT, PROVINCE, OFFICES + office."""

    at: tuple[Numbers, ...]
    on_office: Stacks


class Chests(NamedTuple):
    """Numbers of all chests: by kind and place, and in the order of every stack.

    Places are the offices, then the supply spaces, the display, and the players."""

    at: tuple[Numbers, ...]
    in_stack: Stacks


def figures(s: Staufer) -> Figures:
    """Numbers of all figures of a view."""
    return _figures(tuple(s.paid), tuple(s.court), tuple(s.province), tuple(s.left), tuple(s.right))


@lru_cache(maxsize=1_000)
def _figures(
    paid: tuple[int, ...],
    court: tuple[int, ...],
    province: tuple[int, ...],
    left: tuple[int, ...],
    right: tuple[int, ...],
) -> Figures:
    every = len(court)
    places: list[list[Place]] = []
    for figure in range(every):
        there = [(region, paid[region * every + figure], 1) for region in range(6)]
        places.append([*there, (COURT, court[figure], 2), (PROVINCE, province[figure], 0)])
    for office, (one, other) in enumerate(zip(left, right, strict=True)):
        for figure in {one, other} - {EMPTY}:
            places[figure].append((OFFICES + office, (one == figure) + (other == figure), 0))
    at = tuple(settle(tuple(mine)) for mine in places)
    on_office = []
    for office, (one, other) in enumerate(zip(left, right, strict=True)):
        first = at[one][OFFICES + office][:1] if one != EMPTY else ()
        second = at[other][OFFICES + office][-1:] if other != EMPTY else ()
        on_office.append(first + second)
    return Figures(at, tuple(on_office))


def chests(s: Staufer) -> Chests:
    """Numbers of all chests of a view."""
    stacks = (*s.under_seat, *s.under_supply, tuple(s.display))
    hidden = tuple(map(int.__add__, s.draw_pile, s.discard_pile))
    return _chests(stacks, tuple(s.chests), hidden)


@lru_cache(maxsize=1_000)
def _chests(stacks: Stacks, held: tuple[int, ...], hidden: tuple[int, ...]) -> Chests:
    players = len(held) // CHEST_KINDS
    places: list[list[Place]] = [[] for _ in range(CHEST_KINDS)]
    for place, stack in enumerate(stacks):
        for kind in set(stack):
            places[kind].append((place, stack.count(kind), 1))
    for kind, mine in enumerate(places):
        for seat in range(players):
            mine.append((len(stacks) + seat, held[seat * CHEST_KINDS + kind], 0))
        mine.append((len(stacks) + players, hidden[kind], 2))
    at = tuple(settle(tuple(mine)) for mine in places)
    return Chests(at, tuple([_in_order(at, place, stack) for place, stack in enumerate(stacks)]))


def _in_order(at: tuple[Numbers, ...], place: int, stack: tuple[int, ...]) -> tuple[int, ...]:
    if len(stack) < 2:
        return at[stack[0]][place] if stack else ()
    return tuple([at[kind][place][stack[:depth].count(kind)] for depth, kind in enumerate(stack)])
