"""What everybody sees of the families, as facts their strips depend on."""

from __future__ import annotations

from pfalz.core.lettering import ROMAN
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.tables import LIMITED_IDS

Column = tuple[object, ...]
"""What everybody sees of a knight; nothing if there is none."""
Family = tuple[tuple[object, ...], tuple[int, int, int], tuple[Column, ...]]
"""What everybody sees of a family: heading; women, privileges and tokens; knights."""


def families_of(sheet: Sheet) -> tuple[Family, ...]:
    """What everybody sees of the families."""
    return tuple([_family_facts(sheet, seat) for seat in range(sheet.t.players)])


def _family_facts(sheet: Sheet, seat: int) -> Family:
    s, now = sheet.view, sheet.now
    head = (sheet.names[seat], seat in now.asked, s.starter == seat, seat in now.winners, s.score(seat))
    known = (s.women[seat], s.privileges[seat], s.stock(seat))
    return head, known, tuple([_column(sheet, 4 * seat + column) for column in range(4)])


def _column(sheet: Sheet, k: int) -> Column:
    s = sheet.view
    if not s.knight[k]:
        return ()
    lands = tuple([(tile, sheet.land_facts(k, nth, tile)) for tile, nth in lands_in_order(sheet, k)])
    tokens = (s.age[k], s.castle[k], s.soldiers[k], s.kings_soldiers == k, s.archbishop == k)
    return (sheet.knight_facts(k), whereabouts(sheet, k), lands, tokens)


def whereabouts(sheet: Sheet, k: int) -> str:
    """The number of the sphere a knight stands in; nothing if he is at home."""
    s, t = sheet.view, sheet.t
    if k in s.monastery:
        return ROMAN[t.sphere_ids.index("monastery")]
    if k in s.crusades:
        return ROMAN[t.sphere_ids.index("crusades")]
    if k in s.slots:
        return ROMAN[t.sphere_ids.index(LIMITED_IDS[s.slots.index(k) // t.per_sphere])]
    return ""


def lands_in_order(sheet: Sheet, k: int) -> list[tuple[int, int]]:
    """The lands of a knight, each with the count of those of its kind before it."""
    tiles = sheet.view.land[2 * k : 2 * k + sheet.view.lands_of(k)]
    return [(tile, 1 if i and tile >> 1 == tiles[0] >> 1 else 0) for i, tile in enumerate(tiles)]
