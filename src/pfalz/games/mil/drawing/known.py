"""What everybody sees of the families, as facts their strips depend on."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.lettering import ROMAN
from pfalz.games.mil.drawing.sheet import KnightFacts, LandFacts, Sheet
from pfalz.games.mil.lookup import LIMITED_IDS
from pfalz.games.mil.state import COLUMNS


class Column(NamedTuple):
    """What everybody sees of a knight."""

    knight: KnightFacts
    away: str
    """The number of the sphere he stands in; nothing if he is at home."""
    lands: tuple[LandFacts, ...]
    age: int
    castle: bool
    soldiers: int
    kings_soldiers: bool
    archbishop: bool


class Heading(NamedTuple):
    """What stands at the head of a family's strip."""

    name: str
    asked: bool
    starts: bool
    won: bool
    points: int


class Lineage(NamedTuple):
    """Single women, privileges, and family tokens in stock."""

    women: int
    privileges: int
    stock: int


class Family(NamedTuple):
    """What everybody sees of a family; a column without a knight is None."""

    head: Heading
    lineage: Lineage
    columns: tuple[Column | None, ...]


def families_of(sheet: Sheet) -> tuple[Family, ...]:
    """What everybody sees of the families."""
    return tuple([_family(sheet, seat) for seat in range(sheet.t.players)])


def _family(sheet: Sheet, seat: int) -> Family:
    s, now = sheet.view, sheet.now
    name, asked, won = sheet.names[seat], seat in now.asked, seat in now.winners
    return Family(
        Heading(name, asked, s.starter == seat, won, s.score(seat)),
        Lineage(s.women[seat], s.privileges[seat], s.stock(seat)),
        tuple([_column(sheet, k) for k in range(COLUMNS * seat, COLUMNS * (seat + 1))]),
    )


def _column(sheet: Sheet, k: int) -> Column | None:
    s = sheet.view
    if not s.knight[k]:
        return None
    return Column(
        sheet.knight_facts(k),
        _whereabouts(sheet, k),
        tuple([sheet.land_facts(k, nth, tile) for tile, nth in _lands_in_order(sheet, k)]),
        s.age[k],
        s.castle[k] > 0,
        s.soldiers[k],
        s.kings_soldiers == k,
        s.archbishop == k,
    )


def _whereabouts(sheet: Sheet, k: int) -> str:
    """The number of the sphere a knight stands in; nothing if he is at home."""
    s, t = sheet.view, sheet.t
    if k in s.monastery:
        return ROMAN[t.sphere_ids.index("monastery")]
    if k in s.crusades:
        return ROMAN[t.sphere_ids.index("crusades")]
    if k in s.slots:
        return ROMAN[t.sphere_ids.index(LIMITED_IDS[s.slots.index(k) // t.per_sphere])]
    return ""


def _lands_in_order(sheet: Sheet, k: int) -> list[tuple[int, int]]:
    """The lands of a knight, each with the count of those of its kind before it."""
    tiles = sheet.view.land[2 * k : 2 * k + sheet.view.lands_of(k)]
    return [(tile, 1 if i and tile >> 1 == tiles[0] >> 1 else 0) for i, tile in enumerate(tiles)]
