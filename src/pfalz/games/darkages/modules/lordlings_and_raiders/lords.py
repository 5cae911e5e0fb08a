"""What the lordlings gain: culture points, victory points, better units, churches, manors, cards."""

from __future__ import annotations

from pfalz.games.darkages import building, control
from pfalz.games.darkages.events import CHURCH_BUILT, FEUD_BEGUN, MANOR_BUILT
from pfalz.games.darkages.goods import gain_culture
from pfalz.games.darkages.lookup import LEVELS
from pfalz.games.darkages.modules.lordlings_and_raiders.events import (
    LORDLINGS_SCORED,
    LORDLINGS_TOOK,
    LORDLINGS_USED,
    UNITS_UPGRADED,
    UPGRADE_LOST,
)
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    LORDLINGS,
    RELIC_SITE,
    ROW,
    UPGRADED,
    level,
    solo,
    start_cards,
)
from pfalz.games.darkages.state import FROM_CHURCHES, FROM_EPITHETS, NONE, DarkAges
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    EPITHET,
    INFANTRY,
    MANOR,
    RELIC,
    UNITS,
    WAR_TECHNOLOGY,
)


def source(s: DarkAges, id: str) -> int:
    """The number of a source of points."""
    return s.rules.sources.index(id)


def score(s: DarkAges, n: int, source: int) -> None:
    """The lordlings gain victory points."""
    if n:
        solo(s).points[source] += n
        s.emit(LORDLINGS_SCORED, LORDLINGS, n, source)


def lordling_culture(s: DarkAges, n: int) -> None:
    """The lordlings gain culture points; they own no gold (DM1-3.6)."""
    before = s.red_taken
    gain_culture(s, LORDLINGS, n)
    first_on_red(s, before)


def first_on_red(s: DarkAges, before: int) -> None:
    """With the option H4 they score for each red space on which they are first (DM1-10.6)."""
    part = solo(s)
    if part.t.hard_red:
        n = (s.red_taken & ~before).bit_count()
        score(s, n * part.t.values.red_vp_hard, source(s, "culture"))


def raise_level(s: DarkAges, side: int, unit: int) -> None:
    """A type of units rises one level, all of them at once; at level III nothing happens (DM1-4.2, DM1-4.3).

    Barbarians have no levels (DM1-4.3)."""
    now = level(s, side, unit)
    if now == LEVELS:
        s.emit(UPGRADE_LOST, side, unit)
        return
    s.face[UNITS * side + unit] = solo(s).t.face(side, unit, now + 1)
    s.emit(UNITS_UPGRADED, side, unit, now + 1)


# -- manors: the row CS35 ------------------------------------------------------------------------------


def off_the_row(s: DarkAges) -> None:
    """The leftmost manor leaves the row (DM1-2.10, DM1-5.17)."""
    part = solo(s)
    part.covered &= part.covered - 1


def back_on_the_row(s: DarkAges, side: int, n: int, area: int) -> None:
    """Lost manors go to the leftmost free spaces, each with a feud (DM1-3.10, DM1-3.11)."""
    if side != LORDLINGS:
        return
    part = solo(s)
    for _ in range(n):
        part.covered |= ~part.covered & (part.covered + 1)


def visible(s: DarkAges) -> int:
    """The highest value that can be seen on the manor row (DM1-9.7)."""
    part = solo(s)
    return max([vp for space, vp in enumerate(part.t.row_vp) if not part.covered >> space & 1], default=0)


def settle_in(s: DarkAges, area: int) -> None:
    """A manor of the row comes to an area (DM1-5.21)."""
    control.put_manor(s, LORDLINGS, area)
    off_the_row(s)
    s.emit(MANOR_BUILT, LORDLINGS, area)


def begin_feud(s: DarkAges, area: int) -> None:
    """Infantry of the supply comes to an area beside the battle (DM1-3.11)."""
    s.supply[UNITS * LORDLINGS + INFANTRY] -= 1
    control.put_units(s, LORDLINGS, area, (1, 0, 0))
    s.emit(FEUD_BEGUN, LORDLINGS, area)


# -- buildings -----------------------------------------------------------------------------------------


def build_church(s: DarkAges, area: int) -> None:
    """The next church of the row, and its points (DM1-5.20, DMR-14)."""
    points = building.church_points(s, area)
    s.churches[area] += 1
    s.churches_left -= 1
    s.emit(CHURCH_BUILT, LORDLINGS, area, s.t.churches - s.churches_left)
    score(s, points, FROM_CHURCHES)


def build_piece(s: DarkAges, option: int, area: int) -> None:
    """A city, a floor or a manor, as anybody would place it (DM1-5.17, DM1-5.19)."""
    before = s.red_taken
    building.build(s, LORDLINGS, option, area, NONE)
    if option == MANOR:
        off_the_row(s)
    first_on_red(s, before)


# -- cards ---------------------------------------------------------------------------------------------


def take_card(s: DarkAges, place: int) -> None:
    """A card of the offer, which is refilled; then comes what the card brings (DM1-5.15, DM1-5.16)."""
    card = s.offered.pop(place)
    s.call("use_card", card)
    s.call("refill")
    s.emit(LORDLINGS_TOOK, LORDLINGS, card, place)


def use_card(s: DarkAges, card: int) -> None:
    """What a card brings the lordlings, by its kind (DM1-5.15, DM3-6.2)."""
    part, kind = solo(s), s.t.card_kind[card]
    s.emit(LORDLINGS_USED, LORDLINGS, card)
    if kind == ACHIEVEMENT:
        part.achievements.append(card)
        return
    if s.t.card_open[card]:
        return  # a travel card lies with the others of its kind (DM13-6.1)
    s.discard.append(card)
    if kind == WAR_TECHNOLOGY:
        s.call("d20", UPGRADED, LORDLINGS)
    elif kind == RELIC:
        s.call("choose_area", RELIC_SITE, 0)
    elif kind == EPITHET:
        score(s, part.t.card_vp, FROM_EPITHETS)
    elif part.t.horde_kind[card] != NONE:
        s.call("horde_discard", card)
    else:
        score(s, part.t.card_vp, source(s, s.t.kind_ids[kind] + "s"))  # a landmark (DM3-6.2, DMX-9.3)


def travel_scored(s: DarkAges, side: int, card: int, n: int) -> None:
    """A point for each card of their travel pile (DM13-6.1)."""
    if side == LORDLINGS:
        score(s, n, source(s, "travels"))


def cards_elsewhere(s: DarkAges, cards: int) -> int:
    """Achievements of the lordlings, cards out of the game, and one that is just being used."""
    part, start = solo(s), start_cards(s)
    for card in (*part.achievements, *part.gone):
        if card not in start:
            cards |= 1 << card
    for args in s.given("use_card"):
        cards |= 1 << args[0]
    return cards


FULL_ROW = (1 << ROW) - 1
