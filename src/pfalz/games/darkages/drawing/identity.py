"""Which figure stands where: units and manors are all alike, but they keep their ids when they move."""

from __future__ import annotations

from pfalz.core.identity import Numbers, Place, settle
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import UNITS


def units(s: DarkAges, side: int, unit: int) -> Numbers:
    """The units of a type by area; behind the areas come the supply and the army on the march."""
    t = s.t
    there = [s.units[UNITS * area + unit] if s.owner[area] == side else 0 for area in t.every_area]
    supply, total = s.supply[UNITS * side + unit], t.figures[unit]
    return settle(_places(there, supply, total - supply - sum(there)), total)


def manors(s: DarkAges, side: int) -> Numbers:
    """The manors of a side by area; those in its row, behind the areas, have the numbers of their spaces."""
    t, off = s.t, s.manors_off(side)
    there = [s.manors[area] if s.owner[area] == side else 0 for area in t.every_area]
    return {**settle(_places(there), off), t.areas: tuple(range(off, t.manors))}


def _places(there: list[int], *beside: int) -> tuple[Place, ...]:
    """Areas first: who moves between them and the supply shall not give anybody else another number."""
    found = [(place, n, 0) for place, n in enumerate(there) if n]
    return tuple(found + [(len(there) + i, n, 1) for i, n in enumerate(beside) if n])
