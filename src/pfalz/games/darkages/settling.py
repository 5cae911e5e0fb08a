"""Free steps (D-4.10): settling (section 10) and epithets (section 12)."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.ask import Note, Reason, because, note
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.control import troops
from pfalz.games.darkages.counters import count
from pfalz.games.darkages.events import EPITHET_PLAYED, SETTLED_IN
from pfalz.games.darkages.goods import gain_points
from pfalz.games.darkages.notes import number
from pfalz.games.darkages.payment import in_force
from pfalz.games.darkages.state import FROM_EPITHETS, DarkAges
from pfalz.games.darkages.words import EPITHET, SETTLE, SETTLED, UNITS

Units = tuple[int, int, int]


def settle_cost(s: DarkAges, side: int, area: int) -> int:
    """What settling in an area costs (D-10.3 to D-10.5, D-22.6)."""
    cost = s.t.settle_costs[s.ruler[side]][area]
    profile = s.profile(side)
    if not profile.dear >> SETTLE & 1:
        for effect in profile.discounts:
            if in_force(s, side, effect, SETTLE, area):
                cost = max(cost - effect.n, min(cost, effect.floor))
    return s.rules.value(s, "settle_cost", cost, side, area)


def worth(s: DarkAges, side: int, area: int) -> int:
    """What all units in an area are worth for settling (D-10.6)."""
    return sum([s.face_of(side, unit).level * n for unit, n in enumerate(s.units_in(area))])


def settlable(s: DarkAges, side: int, areas: Sequence[int]) -> list[int]:
    """Of the areas of a side those in which it can settle now (D-10.2, D-10.6, D-10.9)."""
    found: list[int] = []
    if s.row[side]:
        for area in areas:
            settlers_there = not s.manors[area] and any(s.units_in(area))
            if settlers_there and worth(s, side, area) >= settle_cost(s, side, area):
                found.append(area)
    return found


def settlers(s: DarkAges, side: int, area: int) -> list[Units]:
    """The sets of units that pay for settling, none of them superfluous (D-10.6, D-10.7, D-R.25)."""
    cost = settle_cost(s, side, area)
    i, a, c = s.units_in(area)
    li, la, lc = [s.face_of(side, unit).level for unit in range(UNITS)]
    found: list[Units] = []
    for infantry in range(i + 1):
        for archers in range(a + 1):
            for cavalry in range(c + 1):
                total = infantry * li + archers * la + cavalry * lc
                least = min(
                    [level for n, level in ((infantry, li), (archers, la), (cavalry, lc)) if n], default=0
                )
                if total >= cost and (not total or total - least < cost):
                    found.append((infantry, archers, cavalry))
    return found


def settle(s: DarkAges, side: int, area: int, units: Sequence[int]) -> None:
    """Spend units for a manor (D-10.6, D-10.8, D-10.10)."""
    control.put_manor(s, side, area)
    s.emit(SETTLED_IN, side, area, *troops(units))
    control.disband(s, area, units)
    effects.trigger(s, side, SETTLED, area)


def settle_worth(s: DarkAges, side: int, given: Sequence[int], value: int) -> list[Note]:
    """What settling in an area costs and what there is for it, or what units of a type count (D-10.6)."""
    if not given:
        have, cost = worth(s, side, value), settle_cost(s, side, value)
        return [note("settling", have=number(have), cost=number(cost))]
    return [note("value", n=number(value * s.face_of(side, len(given) - 1).level))] if value else []


def settle_so_far(s: DarkAges, side: int, given: Sequence[int]) -> list[Note]:
    """How much of the price is paid with units (D-10.6)."""
    if len(given) < 2:
        return []
    paid = sum([n * s.face_of(side, unit).level for unit, n in enumerate(given[1:])])
    return [note("settled", n=number(paid), of=number(settle_cost(s, side, given[0])))]


def why_not_settle(s: DarkAges, side: int, area: int) -> Reason:
    """Why one cannot settle in an area."""
    if s.owner[area] != side:
        return because("not_your_area", "D-10.2")
    if s.manors[area]:
        return because("has_manor", "D-10.2")
    return because("settlers_lack", "D-10.6", n=("number", settle_cost(s, side, area)))


def epithets(s: DarkAges, side: int) -> list[int]:
    """The epithets in a hand."""
    kinds = s.t.card_kind
    found: list[int] = []
    for card in s.hand[side]:
        if kinds[card] == EPITHET:
            found.append(card)
    return found


def epithet_points(s: DarkAges, side: int, card: int) -> int:
    """The points of the highest tier reached (D-12.2)."""
    n = count(s, side, s.t.card_counter[card])
    return max([vp for least, vp in s.t.card_tiers[card] if n >= least], default=0)


def play_epithet(s: DarkAges, side: int, card: int) -> None:
    """An epithet is played, perhaps for nothing, and discarded (D-12.1 to D-12.3)."""
    points = epithet_points(s, side, card)
    s.emit(EPITHET_PLAYED, side, card, points)
    control.drop_card(s, side, card)
    gain_points(s, side, points, FROM_EPITHETS)
