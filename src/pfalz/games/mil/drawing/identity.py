"""Stable numbers for things that are all alike, so that a piece keeps its id when it moves.

The state knows lands by kind, it does not name them. Every number and every place get a fixed luck with each
other; the best pairs are settled first, so that a single move renumbers few others. (Time tokens are named by
the place where they lie: a numbering that lets them move would shuffle many others each time.)
"""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.games.mil.state import Mil

STACKS = 100
"""Place of the top tile of the first stack; lands of knights are at the knight's number."""


def settle(places: dict[int, int], numbers: Sequence[int]) -> dict[int, list[int]]:
    """The numbers at every place; `places` says how many each takes."""
    room = {place: count for place, count in places.items() if count}
    found: dict[int, list[int]] = {place: [] for place in places}
    taken: set[int] = set()
    for _, place, number in sorted((_luck(a + 1, b + 1), a, b) for a in room for b in numbers):
        if number not in taken and room[place]:
            taken.add(number)
            room[place] -= 1
            found[place].append(number)
    return {place: sorted(here) for place, here in found.items()}


def _luck(a: int, b: int) -> int:
    x = (a * 0x9E3779B1 ^ b * 0x85EBCA77) & 0xFFFFFFFF
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        x = ((x ^ x >> shift) * factor) & 0xFFFFFFFF
    return x ^ x >> 15


def lands(s: Mil, kind: int) -> dict[int, list[int]]:
    """Numbers of the visible lands of a kind, by knight or STACKS + stack."""
    places: dict[int, int] = {}
    for at, tile in enumerate(s.land):
        if tile >= 0 and tile >> 1 == kind:
            places[at // 2] = places.get(at // 2, 0) + 1
    for stack, top in enumerate(s.tops):
        if top == kind:
            places[STACKS + stack] = 1
    return settle(places, range(s.t.tiles[kind]))
