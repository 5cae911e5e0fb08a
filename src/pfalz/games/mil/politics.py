"""Tributes (M-8) and the political phase (M-9): favours, King's Soldiers and Archbishop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Choice, Note, note
from pfalz.core.state import Args
from pfalz.games.mil.events import (
    ARCHBISHOP_SENT,
    FAVOUR_GRANTED,
    FAVOUR_VACANT,
    KINGS_SOLDIERS_SENT,
    LANDS_RECOVERED,
    LANDS_TURNED,
    TRIBUTE_TAKEN,
)
from pfalz.games.mil.lookup import COURT, CURIA, FOOD, MARKET, RESOURCES, WAR
from pfalz.games.mil.notes import number
from pfalz.games.mil.state import (
    FAMILY_TOKEN,
    FROM_FAVOURS,
    KNIGHTS,
    NO_KNIGHT,
    NOBODY,
    PRODUCTIVE,
    Mil,
    bundle,
    hold,
)


def pay_tributes(s: Mil) -> None:
    """Printed tribute and a food for every own land, a food for a vassal's; no decision (M-8.1 to M-8.5)."""
    t = s.t
    for seat in range(t.players):
        taken = [0] * RESOURCES
        for k in s.subjects(seat):
            for tile in s.land[2 * k : 2 * k + 2]:
                if tile < 0:
                    continue
                if k >> 2 != seat:
                    taken[FOOD] += t.lord_food
                else:
                    for resource, n in enumerate(t.tribute[tile >> 1]):
                        taken[resource] += n
        hold(s, seat, taken, 1)
        s.emit(TRIBUTE_TAKEN, seat, *bundle(taken))


def turn_lands(s: Mil) -> None:
    """All lands end productive side up (M-8.4), or every land is turned over once (M-8.6, M-R19)."""
    if s.t.turn_all_lands:
        s.land = [tile ^ PRODUCTIVE if tile >= 0 else tile for tile in s.land]
        s.emit(LANDS_TURNED)
    else:
        s.land = [tile | PRODUCTIVE if tile >= 0 else tile for tile in s.land]
        s.emit(LANDS_RECOVERED)


def limited_spheres(s: Mil) -> Sequence[int]:
    """The spheres with a favour, in order (M-9.1)."""
    return (COURT, MARKET, WAR, CURIA)


def knights_at(s: Mil, sphere: int) -> list[int]:
    """Knights in a limited sphere from left to right, each decided by his player (M-10.2, M-10.3)."""
    n = s.t.per_sphere
    return [what for what in s.slots[sphere * n : sphere * n + n] if 0 <= what < KNIGHTS]


def favourite(s: Mil, sphere: int) -> int:
    """Who has most knights in a sphere; among equals the one furthest left (M-9.2, M-9.3, M-R21)."""
    present = [k >> 2 for k in knights_at(s, sphere)]
    if not present:
        return NOBODY  # M-9.4
    n = s.t.per_sphere
    row: list[int] = []
    for what in s.slots[sphere * n : sphere * n + n]:
        if what >= FAMILY_TOKEN:
            if what - FAMILY_TOKEN in present:
                row.append(what - FAMILY_TOKEN)  # M-17.5, M-R37
        elif what >= 0:
            row.append(what >> 2)
    return max(row, key=row.count)  # the first of the greatest: the one furthest left


def grant_favour(s: Mil, sphere: int) -> None:
    """Cubes, prestige and a token for the favourite of a sphere (M-9.5 to M-9.10, M-R22)."""
    seat = favourite(s, sphere)
    if seat == NOBODY:
        s.emit(FAVOUR_VACANT, sphere)
        return
    s.emit(FAVOUR_GRANTED, seat, sphere)
    if sphere == COURT:
        s.starter = seat  # M-9.14
    cubes = s.t.favour_cubes[sphere]
    if any(cubes):
        s.gain(seat, cubes)
    s.add_points(seat, s.t.favour_points[sphere], FROM_FAVOURS)
    if sphere == WAR:
        s.call("kings_soldiers", seat)
    elif sphere == CURIA:
        s.call("archbishop", seat)


class SendKingsSoldiers(Choice[Mil]):
    """Before which knight the King's Soldiers are put, if at all (M-9.8, M-9.10, M-22.6)."""

    name: ClassVar[str] = "kings_soldiers"
    rule: ClassVar[str] = "M-9.8"
    of: ClassVar[str] = "knight_or_none"
    called: ClassVar[str] = "favoured"

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        return [*s.knights(), NO_KNIGHT]

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return self.values(s, seat, args)

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """How strong the knight is by himself (M-9.11)."""
        return [note("soldiers", n=number(s.soldiers[value]))] if value != NO_KNIGHT else ()

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return ("seat", value >> 2) if value != NO_KNIGHT else ("knight_or_none", value)

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        s.kings_soldiers = NOBODY if value == NO_KNIGHT else value
        s.emit(KINGS_SOLDIERS_SENT, seat, value)


class SendArchbishop(SendKingsSoldiers):
    """Before which knight the Archbishop is put, if at all (M-9.9, M-9.13)."""

    name: ClassVar[str] = "archbishop"
    rule: ClassVar[str] = "M-9.9"

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        s.archbishop = NOBODY if value == NO_KNIGHT else value
        s.emit(ARCHBISHOP_SENT, seat, value)
