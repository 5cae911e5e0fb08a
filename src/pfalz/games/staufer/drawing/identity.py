"""Which envoy and which chest is which: the state counts them, a drawing has to name them.

How numbers are dealt so that a piece keeps its id when it moves is the kernel's (`core/identity.py`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pfalz.core.identity import Numbers, settle
from pfalz.games.staufer.lookup import CHEST_KINDS
from pfalz.games.staufer.state import EMPTY, Staufer

Stacks = tuple[tuple[int, ...], ...]

COURT = 6
PROVINCE = 7
OFFICES = 8


class Figures(NamedTuple):
    """Numbers of all figures: by figure and place, of those on every office seat, and of those in every
    payment area by figure.

    Places are the payment areas (0 to 5), COURT, PROVINCE, OFFICES + office."""

    at: tuple[Numbers, ...]
    on_office: Stacks
    paid: tuple[Stacks, ...]


class Chests(NamedTuple):
    """Numbers of all chests: by kind and place, and in the order of every stack.

    Places are the offices, then the supply spaces, the display, and the players."""

    at: tuple[Numbers, ...]
    in_stack: Stacks


Lying = tuple[tuple[int, int], ...]
"""Where things of one kind lie: (place, how many)."""


def figures(s: Staufer) -> Figures:
    """Numbers of all figures of a view."""
    return _figures(tuple(s.paid), tuple(s.court), tuple(s.province), tuple(s.left), tuple(s.right))


@lru_cache(maxsize=100)
def _figures(
    paid: tuple[int, ...],
    court: tuple[int, ...],
    province: tuple[int, ...],
    left: tuple[int, ...],
    right: tuple[int, ...],
) -> Figures:
    """Only of those that have moved they are found anew."""
    every = len(court)
    on = _on_offices(left, right, every)
    found = [_figure(paid[n::every], court[n], province[n], on[n]) for n in range(every)]
    at, areas, offices = zip(*found, strict=True)
    return Figures(at, _in_pairs(left, right, offices), tuple(zip(*areas, strict=True)))


@lru_cache(maxsize=100)
def _on_offices(left: tuple[int, ...], right: tuple[int, ...], every: int) -> tuple[Lying, ...]:
    """Of every figure the office seats it is on."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(every)]
    for office, (one, other) in enumerate(zip(left, right, strict=True)):
        for figure in {one, other} - {EMPTY}:
            found[figure].append((OFFICES + office, (one == figure) + (other == figure)))
    return tuple([tuple(offices) for offices in found])


@lru_cache(maxsize=1_000)
def _figure(
    paid: tuple[int, ...], court: int, province: int, offices: Lying
) -> tuple[Numbers, Stacks, Stacks]:
    """Numbers of one figure by place, in the payment areas, and on the office seats it is on."""
    places = [(region, n, 1) for region, n in enumerate(paid)]
    places += [(COURT, court, 2), (PROVINCE, province, 0)]
    places += [(place, n, 0) for place, n in offices]
    numbers = settle(tuple(places))
    areas = tuple([numbers.get(region, ()) for region in range(len(paid))])
    return numbers, areas, tuple([numbers[place] for place, _ in offices])


@lru_cache(maxsize=100)
def _in_pairs(left: tuple[int, ...], right: tuple[int, ...], offices: tuple[Stacks, ...]) -> Stacks:
    """Numbers on every office seat, of the figure on the left first."""
    every = _on_offices(left, right, len(offices))
    at = [
        {place: numbers for (place, _), numbers in zip(lying, mine, strict=True)}
        for lying, mine in zip(every, offices, strict=True)
    ]
    found = []
    for office, (one, other) in enumerate(zip(left, right, strict=True)):
        first = at[one][OFFICES + office][:1] if one != EMPTY else ()
        second = at[other][OFFICES + office][-1:] if other != EMPTY else ()
        found.append(first + second)
    return tuple(found)


def chests(s: Staufer) -> Chests:
    """Numbers of all chests of a view."""
    stacks = (*s.under_seat, *s.under_supply, tuple(s.display))
    hidden = tuple(map(int.__add__, s.draw_pile, s.discard_pile))
    return _chests(stacks, tuple(s.chests), hidden)


@lru_cache(maxsize=100)
def _chests(stacks: Stacks, held: tuple[int, ...], hidden: tuple[int, ...]) -> Chests:
    """Only of the kinds that have moved they are found anew."""
    lying, first = _in_stacks(stacks), len(stacks)
    kinds = zip(lying, hidden, strict=True)
    at = tuple([_kind(mine, first, held[n::CHEST_KINDS], left) for n, (mine, left) in enumerate(kinds)])
    return Chests(at, tuple([_in_order(at, place, stack) for place, stack in enumerate(stacks)]))


@lru_cache(maxsize=100)
def _in_stacks(stacks: Stacks) -> tuple[Lying, ...]:
    """Of every kind of chests the stacks they are in."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(CHEST_KINDS)]
    for place, stack in enumerate(stacks):
        for kind in set(stack):
            found[kind].append((place, stack.count(kind)))
    return tuple([tuple(lying) for lying in found])


@lru_cache(maxsize=1_000)
def _kind(lying: Lying, first: int, held: tuple[int, ...], hidden: int) -> Numbers:
    """Numbers of one kind of chests by place; that of the first player is `first`."""
    places = [(place, n, 1) for place, n in lying]
    places += [(first + seat, n, 0) for seat, n in enumerate(held)]
    return settle((*places, (first + len(held), hidden, 2)))


def _in_order(at: tuple[Numbers, ...], place: int, stack: tuple[int, ...]) -> tuple[int, ...]:
    if len(stack) < 2:
        return at[stack[0]][place] if stack else ()
    return tuple([at[kind][place][stack[:depth].count(kind)] for depth, kind in enumerate(stack)])
