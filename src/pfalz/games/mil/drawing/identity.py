"""Stable numbers for things that are all alike, so that a piece keeps its id when it moves.

The state knows lands by kind, it does not name them. Every number and every place get a fixed luck with each
other; the best pairs are settled first, so that a single move renumbers few others. (Time tokens are named by
the place where they lie: a numbering that lets them move would shuffle many others each time.)
"""

from __future__ import annotations

from functools import lru_cache

from pfalz.games.mil.state import Mil

STACKS = 100
"""Place of the top tile of the first stack; lands of knights are at the knight's number."""


Places = tuple[tuple[int, int], ...]
"""Pairs of a place and how many numbers it takes."""

Numbers = dict[int, tuple[int, ...]]
"""The numbers at every place."""


@lru_cache(maxsize=4096)
def settle(places: Places, count: int) -> Numbers:
    """Deal the numbers below `count` to the places."""
    room = dict(places)
    found: dict[int, list[int]] = {place: [] for place in room}
    taken: set[int] = set()
    for _, place, number in sorted((_luck(a + 1, b + 1), a, b) for a in room for b in range(count)):
        if number not in taken and room[place]:
            taken.add(number)
            room[place] -= 1
            found[place].append(number)
    return {place: tuple(sorted(here)) for place, here in found.items()}


def _luck(a: int, b: int) -> int:
    x = (a * 0x9E3779B1 ^ b * 0x85EBCA77) & 0xFFFFFFFF
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        x = ((x ^ x >> shift) * factor) & 0xFFFFFFFF
    return x ^ x >> 15


def lands(s: Mil) -> tuple[Numbers, ...]:
    """Numbers of the visible lands by kind, then by knight or STACKS + stack."""
    return _lands(tuple(s.land), tuple(s.tops), tuple(s.t.tiles))


@lru_cache(maxsize=1024)
def _lands(land: tuple[int, ...], tops: tuple[int, ...], tiles: tuple[int, ...]) -> tuple[Numbers, ...]:
    places: list[dict[int, int]] = [{} for _ in tiles]
    for at, tile in enumerate(land):
        if tile >= 0:
            held = places[tile >> 1]
            held[at // 2] = held.get(at // 2, 0) + 1
    for stack, top in enumerate(tops):
        if top >= 0:
            places[top][STACKS + stack] = 1
    return tuple(settle(tuple(held.items()), n) for held, n in zip(places, tiles, strict=True))
