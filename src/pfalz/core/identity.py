"""Stable numbers for things that are all alike, so that a piece keeps its id when it moves.

A state counts envoys, chests or lands, it does not name them. Every number and every place get a fixed luck
with each other; the best pairs are settled first, so that a single move renumbers few other pieces. The same
position always gives the same numbers.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

Place = tuple[int, int, int]
"""(number of the place, how many are there, tier: lower ones are settled first)"""
Numbers = dict[int, tuple[int, ...]]
"""The numbers at every place that has some, ascending."""


_BITS: Final = 12
_LOW: Final = (1 << _BITS) - 1
"""Places and numbers are smaller: a pair and when it is settled go into one number, quick to sort."""


@lru_cache(maxsize=20_000)
def settle(places: tuple[Place, ...], total: int = 0) -> Numbers:
    """Which of the numbers below `total` is where; without a total there are as many as have a place.

    Not to be changed by the caller."""
    room = {place: count for place, count, _ in places if count}
    left = sum(room.values())
    total = total or left
    rest = _last(places) if total == left else None
    pairs: list[int] = []
    for place, count, tier in places:
        if count and place != rest:
            pairs += _pairs(place, tier, total)
    pairs.sort()
    found: dict[int, list[int]] = {place: [] for place in room}
    placed: set[int] = set()
    left = min(total, left) - (room[rest] if rest is not None else 0)
    for pair in pairs:
        if not left:
            break
        number, place = pair & _LOW, (pair >> _BITS) & _LOW
        if number not in placed and room[place]:
            placed.add(number)
            room[place] -= 1
            found[place].append(number)
            left -= 1
    if rest is not None:
        found[rest] = [number for number in range(total) if number not in placed]
    return {place: tuple(sorted(numbers)) for place, numbers in found.items()}


def _last(places: tuple[Place, ...]) -> int | None:
    """The place that is settled after all others, if it is one alone: it gets what is left."""
    last = max([tier for _, count, tier in places if count], default=0)
    found = [place for place, count, tier in places if count and tier == last]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=20_000)
def _pairs(place: int, tier: int, total: int) -> list[int]:
    """A place with every number, the luckiest first: tier, luck, place and number in one."""
    assert 0 <= place <= _LOW and total <= _LOW
    at = place << _BITS
    return sorted(
        [
            (((tier << 32) | _luck(place + 1, number + 1)) << 2 * _BITS) | at | number
            for number in range(total)
        ]
    )


@cache
def _luck(a: int, b: int) -> int:
    x = (a * 0x9E3779B1 ^ b * 0x85EBCA77) & 0xFFFFFFFF
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        x = ((x ^ x >> shift) * factor) & 0xFFFFFFFF
    return x ^ x >> 15
