"""Stable numbers for things that are all alike, so that a piece keeps its id when it moves.

The state counts time tokens and knows lands by kind, it does not name them. Every number and every place get
a fixed luck with each other; the best pairs are settled first, so that a single move renumbers few others.
"""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.games.mil.state import WHITE, Mil

STACKS = 100
"""Place of the top tile of the first stack; lands of knights are at the knight's number."""


def settle(places: dict[int, int], numbers: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    """The numbers at every place; `places` says how many each takes, `numbers` are (tier, number)."""
    room = {place: count for place, count in places.items() if count}
    found: dict[int, list[int]] = {place: [] for place in places}
    taken: set[int] = set()
    pairs = [
        (tier, _luck(place + 1, number + 1), place, number) for place in room for tier, number in numbers
    ]
    for _, _, place, number in sorted(pairs):
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


def time_tokens(s: Mil) -> dict[int, list[int]]:
    """Numbers of the time tokens on each knight; a token that lies on a slot has the number of the slot.

    So a token that a knight takes from a slot keeps its number, as long as the slot does not get another."""
    bared = [(0, slot) for slot, what in enumerate(s.slots) if what != WHITE]
    older = [(1, s.t.slots + i) for i in range(sum(s.age))]
    return settle({k: n for k, n in enumerate(s.age) if n}, bared + older)


def lands(s: Mil, kind: int) -> dict[int, list[int]]:
    """Numbers of the visible lands of a kind, by knight or STACKS + stack."""
    places: dict[int, int] = {}
    for at, tile in enumerate(s.land):
        if tile >= 0 and tile >> 1 == kind:
            places[at // 2] = places.get(at // 2, 0) + 1
    for stack, top in enumerate(s.tops):
        if top == kind:
            places[STACKS + stack] = 1
    return settle(places, [(0, n) for n in range(s.t.tiles[kind])])
