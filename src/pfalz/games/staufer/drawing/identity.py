"""Stable numbers for things that are all alike, so that a piece keeps its id when it moves.

The state counts envoys and chests, it does not name them. Every number and every place get a fixed luck with
each other; the best pairs are settled first, so that a single move renumbers few other pieces. The same
position always gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.games.staufer.state import Staufer
from pfalz.games.staufer.tables import CHEST_KINDS

Place = tuple[int, int, int]
"""(number of the place, how many are there, tier: lower ones are settled first)"""

COURT = 6
PROVINCE = 7
OFFICES = 8


def settle(places: Sequence[Place]) -> dict[int, list[int]]:
    """The numbers at every place, ascending."""
    room = {place: count for place, count, _ in places if count}
    total = sum(room.values())
    pairs = sorted(
        (tier, _luck(place + 1, number + 1), place, number)
        for place, count, tier in places
        if count
        for number in range(total)
    )
    found: dict[int, list[int]] = {place: [] for place in room}
    placed: set[int] = set()
    for _, _, place, number in pairs:
        if number not in placed and room[place]:
            placed.add(number)
            room[place] -= 1
            found[place].append(number)
    return {place: sorted(numbers) for place, numbers in found.items()}


def _luck(a: int, b: int) -> int:
    x = (a * 0x9E3779B1 ^ b * 0x85EBCA77) & 0xFFFFFFFF
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
        x = ((x ^ x >> shift) * factor) & 0xFFFFFFFF
    return x ^ x >> 15


def figures(s: Staufer, seat: int, kind: int) -> dict[int, list[int]]:
    """Numbers of a seat's envoys or nobles: by payment area (0 to 5), COURT, PROVINCE, OFFICES + office."""
    figure = 2 * seat + kind
    places: list[Place] = [(region, s.paid_at(region, seat, kind), 1) for region in range(6)]
    places += [(COURT, s.court[figure], 2), (PROVINCE, s.province[figure], 0)]
    for office in range(s.t.seats):
        here = (s.left[office] == figure) + (s.right[office] == figure)
        if here:
            places.append((OFFICES + office, here, 0))
    return settle(places)


def chests(s: Staufer, kind: int) -> dict[int, list[int]]:
    """Numbers of the chests of a kind: by office, then supply space, the display, and the players."""
    t = s.t
    stacks = [*s.under_seat, *s.under_supply, tuple(s.display)]
    places: list[Place] = [(place, stack.count(kind), 1) for place, stack in enumerate(stacks)]
    for seat in range(t.players):
        places.append((len(stacks) + seat, s.chests[seat * CHEST_KINDS + kind], 0))
    hidden = s.draw_pile[kind] + s.discard_pile[kind]
    places.append((len(stacks) + t.players, hidden, 2))
    return settle(places)
