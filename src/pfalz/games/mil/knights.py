"""Ageing, death and succession (M-6), and what lands mean for prestige (M-7)."""

from __future__ import annotations

from pfalz.games.mil.events import (
    HEIR_SUCCEEDED,
    KNIGHT_DIED,
    KNIGHT_REMOVED,
    LAND_LOST,
    LAND_RECEIVED,
    LAND_REMOVED,
    RELATIVE_SUCCEEDED,
    TIME_TAKEN,
    VASSALAGE_ENDED,
)
from pfalz.games.mil.state import (
    ABSENT,
    ALONE,
    EMPTY,
    FROM_DEATHS,
    FROM_LANDS,
    NOBODY,
    PRODUCTIVE,
    WHITE,
    WITH_HEIR,
    Mil,
)


def white_slots(s: Mil) -> list[int]:
    """Slots a white time token can be taken from (M-4.4)."""
    return [slot for slot, what in enumerate(s.slots) if what == WHITE]


def take_time(s: Mil, k: int, slot: int) -> bool:
    """A white time token moves from a slot to a knight (M-4.4); True if it kills him (M-6.2)."""
    s.slots[slot] = s.rules.value(s, "bared_slot", EMPTY, slot)
    s.age[k] += 1
    s.emit(TIME_TAKEN, k, slot)
    if s.age[k] < s.t.death_age:
        return False
    die(s, k)
    return True


def die(s: Mil, k: int) -> None:
    """A knight dies: his heir, a distant relative or nobody follows him (M-6.4 to M-6.11, M-R17)."""
    s.age[k] = 0  # M-6.4
    s.emit(KNIGHT_DIED, k)
    if s.knight[k] == WITH_HEIR:
        s.knight[k] = ALONE  # M-6.5
        s.emit(HEIR_SUCCEEDED, k)
        return
    s.add_points(k >> 2, -s.t.death_points, FROM_DEATHS)  # M-6.6
    if s.land[2 * k] >= 0 or s.castle[k] or s.soldiers_of(k):
        s.emit(RELATIVE_SUCCEEDED, k)  # M-6.7
        return
    remove_knight(s, k)


def remove_knight(s: Mil, k: int) -> None:
    """The tile leaves the board, the knight token goes back to its owner (M-6.8, M-6.9)."""
    s.knight[k] = ABSENT
    s.slots = [EMPTY if what == k else what for what in s.slots]
    for sphere in (s.monastery, s.crusades):
        if k in sphere:
            sphere.remove(k)
    if s.archbishop == k:
        s.archbishop = NOBODY  # M-P5
    s.emit(KNIGHT_REMOVED, k)
    lord = s.lord[k]
    if lord != NOBODY:
        s.lord[k] = NOBODY
        s.emit(VASSALAGE_ENDED, k, lord)


def has_seat(s: Mil, k: int) -> bool:
    """Whether a knight has a land or a castle (M-4.18, M-15.2)."""
    return s.land[2 * k] >= 0 or s.castle[k] > 0


def receive_land(s: Mil, k: int, kind: int, source: int) -> None:
    """A knight gets a land, productive side up, conquered from `source` (M-7.2, M-7.8)."""
    s.land[2 * k if s.land[2 * k] < 0 else 2 * k + 1] = 2 * kind + PRODUCTIVE
    s.emit(LAND_RECEIVED, k, kind)
    points = s.rules.value(s, "land_gained", s.t.land_points, k, source)
    if points:
        land_points(s, k, points)


def lose_land(s: Mil, k: int, tile: int) -> None:
    """A knight loses a land in war or as a fief (M-7.3)."""
    if s.land[2 * k] == tile:
        s.land[2 * k] = s.land[2 * k + 1]
    s.land[2 * k + 1] = EMPTY
    s.emit(LAND_LOST, k, tile >> 1)
    points = s.rules.value(s, "land_lost", s.t.land_points, k)
    if points:
        land_points(s, k, -points)


def land_points(s: Mil, k: int, points: int) -> None:
    """Prestige for the family of a knight, and for his lord's if he is a vassal (M-7.2 to M-7.4)."""
    s.add_points(k >> 2, points, FROM_LANDS)
    if s.lord[k] != NOBODY:
        s.add_points(s.lord[k], points, FROM_LANDS)


def remove_land(s: Mil, kind: int) -> None:
    """A land leaves the game for good (M-7.6, M-7.7)."""
    s.gone[kind] += 1
    s.emit(LAND_REMOVED, kind)


def with_room(s: Mil, seat: int) -> list[int]:
    """Own knights and vassals of a seat that can take a land (M-7.5)."""
    land = s.land
    return [k for k in s.subjects(seat) if land[2 * k + 1] < 0]
