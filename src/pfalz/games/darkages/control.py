"""Who controls an area (D-2.7 to D-2.13), how figures come to the map and leave it, and cards a hand."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.games.darkages.events import CONTROL_GAINED, CONTROL_LOST, MANOR_REMOVED, UNITS_PLACED
from pfalz.games.darkages.scouting import scout
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import UNITS


def troops(counts: Sequence[int]) -> list[int]:
    """Units as events tell them: one value for each type, `3 * number + type`."""
    return [UNITS * n + unit for unit, n in enumerate(counts) if n]


def occupied_by_barbarians(s: DarkAges, area: int) -> bool:
    """Whether a barbarian marker lies in a free area (D-2.9)."""
    return s.owner[area] == FREE and s.look[area] != NONE


def take_area(s: DarkAges, side: int, area: int) -> None:
    """Give an area to a side, or to nobody."""
    before = s.owner[area]
    if before == side:
        return
    s.owner[area] = side
    if before != FREE:
        s.emit(CONTROL_LOST, before, area)
    if side != FREE:
        s.emit(CONTROL_GAINED, side, area)
        if side == s.turn:
            scout(s, side)


def settle_control(s: DarkAges, area: int) -> None:
    """An area without a unit or manor is free (D-2.11); a home area stays its owner's (D-2.12)."""
    owner = s.owner[area]
    if owner == FREE or s.manors[area] or s.home[owner] == area:
        return
    at = UNITS * area
    if not (s.units[at] or s.units[at + 1] or s.units[at + 2]):
        take_area(s, FREE, area)


def put_units(s: DarkAges, side: int, area: int, counts: Sequence[int]) -> None:
    """Units come to an area that is the side's own or free; the latter becomes its own (D-2.7, D-R.35)."""
    at = UNITS * area
    for unit, n in enumerate(counts):
        s.units[at + unit] += n
    if s.owner[area] == FREE and any(counts):
        take_area(s, side, area)


def place_units(s: DarkAges, side: int, unit: int, n: int, area: int) -> None:
    """Put units of the supply into an area, as many as there are (D-22.12)."""
    n = min(n, s.supply[UNITS * side + unit])
    if n:
        s.supply[UNITS * side + unit] -= n
        counts = [0] * UNITS
        counts[unit] = n
        put_units(s, side, area, counts)
        s.emit(UNITS_PLACED, side, area, *troops(counts))


def take_units(s: DarkAges, area: int, counts: Sequence[int]) -> None:
    """Units leave an area; where they go is the business of the caller."""
    at = UNITS * area
    for unit, n in enumerate(counts):
        s.units[at + unit] -= n
    settle_control(s, area)


def disband(s: DarkAges, area: int, counts: Sequence[int]) -> None:
    """Units go from an area back to the supply of their owner (D-1.7)."""
    at = UNITS * s.owner[area]
    for unit, n in enumerate(counts):
        s.supply[at + unit] += n
    take_units(s, area, counts)


def put_manor(s: DarkAges, side: int, area: int) -> None:
    """The leftmost manor of the row comes to an area (D-5.21, D-10.8)."""
    s.row[side] -= 1
    s.manors[area] += 1


def remove_manor(s: DarkAges, side: int) -> None:
    """The leftmost manor of the row leaves the game: the supply limit rises, and that is all (D-10.11)."""
    if s.row[side]:
        s.row[side] -= 1
        s.emit(MANOR_REMOVED, side)


def return_manor(s: DarkAges, side: int, area: int) -> None:
    """A manor goes back to the row (D-17.4)."""
    s.manors[area] -= 1
    s.row[side] += 1


def out_of_hand(s: DarkAges, side: int, card: int) -> None:
    """A card leaves a hand."""
    hand = list(s.hand[side])
    hand.remove(card)
    s.hand[side] = tuple(hand)


def drop_card(s: DarkAges, side: int, card: int) -> None:
    """A card goes from a hand to the discard pile, face up (D-4.15)."""
    out_of_hand(s, side, card)
    s.discard.append(card)
