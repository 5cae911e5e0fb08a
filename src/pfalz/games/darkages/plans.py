"""What goods are good for, for bots: the pieces they could pay for, the best one first.

Goods with nothing to build are worth little, and so is a building site without goods. Goods are therefore
worth what could be done with them, every further action less than the one before: whoever has enough for the
next actions gains by acting, whoever has not gains by passing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.games.darkages.building import church_points
from pfalz.games.darkages.goods import gold_at_hand
from pfalz.games.darkages.lookup import FLOORS, SITES
from pfalz.games.darkages.outlook import DIMINISHING, Outlook
from pfalz.games.darkages.passing import YIELD, sell_limit, store_limit
from pfalz.games.darkages.scoring import city_points
from pfalz.games.darkages.state import LAST_TURNS, DarkAges
from pfalz.games.darkages.warfare import YIELD_WORTH, row_slope
from pfalz.games.darkages.words import CULTURE, GOLD, GOODS, RESOURCES, UNITS
from pfalz.games.darkages.worth import PRICES, goods_worth

NEXT: Final = (0.6, 0.5, 0.4, 0.32, 0.25, 0.2)
"""What counts of the best thing that goods can pay for, of the second, ..., until the last turns."""
LAST: Final = (0.85, 0.8, 0.75, 0.7, 0.6, 0.5)
"""The same in the last turns, when there is only as much time as there are noble discs."""
SPARE: Final = 0.4
"""What counts of goods that nothing is planned with."""
GOLD_MORE: Final = 0.3
ENOUGH_GOLD: Final = 6
"""What gold is worth beyond its point at the end, and how much of it."""
SPILLED: Final = 0.4
"""What is lost of a resource that can be neither stored nor sold."""
CITY_HOPE: Final = 2.5
"""What a new city promises beyond its culture and the building that is there already."""
SOLDIER: Final = 2.0
"""A unit that could be recruited."""
STORES: Final = (0.0, 1.2, 2.6, 1.2, 1.0, 0.0)
"""What storehouses promise beyond their points, by level."""

Plan = tuple[float, int, Sequence[int]]
"""What a piece is worth, its place (there is room for one piece in a place), and its price."""


def purse(s: DarkAges, seat: int, areas: list[int], made: list[int], o: Outlook) -> float:
    """What the goods of a seat are worth beyond the points of gold, what a pass will bring included."""
    if s.out[seat]:
        return 0.0
    have = s.goods[GOODS * seat : GOODS * (seat + 1)]
    have[GOLD] = gold_at_hand(s, seat)
    if s.phase == LAST_TURNS:
        return planned(have, plans(s, seat, areas, o), LAST[: o.discs[seat]])
    found, spilled = 0.0, sum(have[:RESOURCES]) - store_limit(s, seat)
    if o.pending[seat]:
        have = [n + more for n, more in zip(have, [*made, 1], strict=True)]
        found += s.t.gold_vp
    else:
        spilled -= sell_limit(s, seat)
    found += GOLD_MORE * min(have[GOLD], ENOUGH_GOLD) - SPILLED * max(0, spilled)
    found += planned(have, plans(s, seat, areas, o), NEXT)
    return found + SPARE * min(1.0, o.left[seat]) * spare(have)


def planned(have: list[int], chances: list[Plan], shares: Sequence[float]) -> float:
    """What can be done with goods, one thing after the other; what it costs is taken away from them."""
    chances.sort(key=lambda plan: plan[0] - goods_worth(plan[2]), reverse=True)
    found, done, used = 0.0, 0, 0
    for worth, place, cost in chances:
        if done == len(shares):
            break
        if used >> place & 1:
            continue
        lack = cost[GOLD]
        for resource in range(RESOURCES):
            if cost[resource] > have[resource]:
                lack += cost[resource] - have[resource]
        if lack > have[GOLD] or lack >= worth:
            continue
        for resource in range(RESOURCES):
            have[resource] = max(0, have[resource] - cost[resource])
        have[GOLD] -= lack
        found += shares[done] * (worth - lack)
        used |= 1 << place
        done += 1
    return found


def spare(have: Sequence[int]) -> float:
    """Goods that nothing is planned with; of one type nobody needs much."""
    found = 0.0
    for resource in range(RESOURCES):
        for i in range(have[resource]):
            found += PRICES[resource] * DIMINISHING[min(i, len(DIMINISHING) - 1)]
    return found


def plans(s: DarkAges, seat: int, areas: list[int], o: Outlook) -> list[Plan]:
    """The pieces a seat has a place for."""
    t, hope, realm = s.t, o.hope[seat], 0
    for area in areas:
        realm |= 1 << area
    found: list[Plan] = []
    slope = row_slope(t, s.manors_off(seat)) if s.row[seat] else 0.0
    cities = False
    for area in areas:
        if s.city[area]:
            cities = True
            found += sites(s, area, o.left[seat])
            if s.floors[area] < FLOORS and s.floors_left:
                near = t.floor_vp * (t.near[area] & realm).bit_count()
                found.append((float(near), t.areas + area, t.floor_costs[s.floors[area]]))
        elif s.cities_left:
            worth = city_points(s, s.sites_taken(area)) + PRICES[CULTURE] * t.city_culture
            found.append((worth + CITY_HOPE * hope, area, t.city_cost))
        if s.manors[area] == 1 and s.row[seat]:
            found.append((slope, 2 * t.areas + area, t.manor_cost))
    place, level = 3 * t.areas, s.storage[seat] + 1
    if level < len(t.storage_costs):
        hoped = STORES[min(level, len(STORES) - 1)] - STORES[min(level - 1, len(STORES) - 1)]
        worth = t.storage_vp[level] - t.storage_vp[level - 1] + hope * hoped
        found += [(worth, place, cost) for cost in t.storage_costs[level]]
    if cities and s.phase != LAST_TURNS:
        found += [(SOLDIER, place + 1 + unit, s.face_of(seat, unit).cost) for unit in range(UNITS)]
    return found


def sites(s: DarkAges, area: int, left: float) -> list[Plan]:
    """What may stand on the next building site of a city: a church, or more of the area's own resource."""
    t, taken = s.t, s.sites_taken(area)
    if taken >= SITES:
        return []
    more = float(city_points(s, taken + 1) - city_points(s, taken))
    found: list[Plan] = []
    if s.churches_left:
        found.append((more + church_points(s, area, built=False), area, t.church_cost))
    resource = t.resource[area]
    if s.production_left[resource]:
        n = s.production[RESOURCES * area + resource]
        yields = YIELD_WORTH * left * PRICES[resource] * (YIELD[n + 1] - YIELD[n])
        found.append((more + yields, area, t.own_production_cost))
    return found
