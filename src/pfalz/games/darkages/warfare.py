"""Armies in the judgement: what units may still conquer or settle, and what enemies threaten."""

from __future__ import annotations

from typing import Final

from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.judging import judges
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.odds import Units, chances
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.passing import YIELD
from pfalz.games.darkages.possible import bits, reach, supply_limit
from pfalz.games.darkages.scouting import fitting
from pfalz.games.darkages.settling import settle_cost, worth
from pfalz.games.darkages.state import FREE, LAST_TURNS, NONE, DarkAges
from pfalz.games.darkages.titles import step
from pfalz.games.darkages.words import ATTACKER, DEFENDER, RESOURCES, UNITS
from pfalz.games.darkages.worth import PRICES, rewards

UNIT: Final = 0.8
SURPLUS: Final = 0.15
"""A unit within the supply limit, and above it."""
SETTLE_HOPE: Final = 0.2
"""An area in which units could settle, of what the manor is worth."""
TARGET: Final = 0.85
"""What an army may conquer, of what that is worth."""
SECOND_TARGET: Final = 0.5
"""How much of that counts for every army but the one with the best prospects."""
LAST_MARCHES: Final[tuple[float, ...]] = (0.0, 0.3, 0.5)
"""How much of that counts in the last turns, by noble discs."""
LOST_UNIT: Final = 1.0
ONE_MORE: Final = 0.6
"""What an attack with one more unit counts, for an army in a city."""
MANOR_LOST: Final = 2.0
"""A manor that a rival loses."""
STRAIGHT: Final = 0.65
"""How much of a row that gets steeper counts as if it were even."""
YIELD_WORTH: Final = 0.7
"""What a resource of passes to come is worth of its price."""
RISK: Final = 0.12
SOME_RISK: Final = 0.04
"""How likely a threatened area is attacked."""


class Stakes:
    """What a seat may win: everything it needs to put a price on areas."""

    def __init__(self, s: DarkAges, seat: int, realm: int, fields: list[float], o: Outlook) -> None:
        self.seat = seat
        self.realm = realm
        self.fields = fields
        self.o = o
        self.slope = row_slope(s.t, s.manors_off(seat)) if s.row[seat] else 0.0
        self.known: dict[int, float] = {}
        self.modules = judges(s.rules)

    def prize(self, s: DarkAges, area: int) -> float:
        """What it is worth to take an area that is not one's own."""
        found = self.known.get(area)
        if found is None:
            found = self._prize(s, area)
            for module in self.modules:
                found += module.prize(s, self.seat, area)
            self.known[area] = found
        return found

    def _prize(self, s: DarkAges, area: int) -> float:
        t, owner, o, seat = s.t, s.owner[area], self.o, self.seat
        if owner != FREE and s.home[owner] == area:
            return 1.0 + t.supply_limit[s.manors_off(owner)]  # D-17.8, D-17.9
        found = self.fields[area] + step(s, seat, area, self.realm, o)
        at = RESOURCES * area
        for resource in range(RESOURCES):
            n = s.production[at + resource]
            if n:
                found += YIELD_WORTH * o.left[seat] * YIELD[n] * PRICES[resource]
        if owner != FREE:
            return found + self.fields[area] + MANOR_LOST * s.manors[area]
        found += 0.5 * self.slope * o.hope[seat]
        if s.look[area] != NONE:
            found += t.trophy_vp[min(len(s.trophies[seat]), len(t.trophy_vp) - 1)] + reward(s, seat, area)
        return found


def row_slope(t: Lookup, off: int) -> float:
    """What the next manor of the row is worth."""
    even = t.manor_vp[-1] / (t.manors - 1)
    return STRAIGHT * even + (1.0 - STRAIGHT) * (t.manor_vp[off + 1] - t.manor_vp[off])


def reward(s: DarkAges, seat: int, area: int) -> float:
    """What the reward of a marker is worth, as far as a seat knows it (D-20.3)."""
    all_ = rewards(s.t)
    if s.known[area] >> seat & 1 and s.marker[area] >= 0:
        return all_[s.marker[area]]
    found = [all_[marker] for marker in fitting(s, area)]
    return sum(found) / len(found)


def aim(s: DarkAges, army: Units, target: int, floors: int, stakes: Stakes) -> float:
    """What an attack of an army promises on average."""
    won, alive = chances(s, stakes.seat, army, target, floors)
    return won * stakes.prize(s, target) - LOST_UNIT * (sum(army) - alive)


def without_one(army: Units) -> Units:
    """An army without one of its weakest units."""
    i, a, c = army
    if i:
        return i - 1, a, c
    return (i, a - 1, c) if a else (i, a, c - 1)


def armies(s: DarkAges, seat: int, areas: list[int], stakes: Stakes) -> float:
    """Units, what they may settle, and what they may conquer, alone or with one more."""
    if s.out[seat]:
        return 0.0
    o = stakes.o
    hope = min(1.0, o.acts[seat] / 4.0)
    if s.phase == LAST_TURNS:
        hope = LAST_MARCHES[min(o.discs[seat], len(LAST_MARCHES) - 1)]
    found, total = 0.0, 0
    aims: list[float] = []
    towers = any(s.floors[area] > 0 for area in areas)
    for area in areas:
        at = UNITS * area
        army = (s.units[at], s.units[at + 1], s.units[at + 2])
        n = sum(army)
        if not n:
            continue
        total += n
        if not s.manors[area] and s.row[seat]:
            cost = settle_cost(s, seat, area)
            share = min(1.0, worth(s, seat, area) / max(1, cost))
            found += SETTLE_HOPE * stakes.slope * o.hope[seat] * share * share
        if not s.manors[area] and s.home[seat] != area:
            army = without_one(army)  # somebody has to hold the area
            n -= 1
            if not n:
                continue
        best = 0.0
        for target in bits(reach(s, seat, area)):
            if s.owner[target] != seat:
                floors = floors_in_reach(s, seat, target) if towers else 0
                here = aim(s, army, target, floors, stakes)
                if n < 5 and s.city[area]:
                    more = (army[0] + 1, army[1], army[2])
                    here = max(here, ONE_MORE * aim(s, more, target, floors, stakes))
                best = max(best, here)
        aims.append(best)
    limit = supply_limit(s, seat)
    found += hope * (UNIT * min(total, limit) + SURPLUS * max(0, total - limit))
    if aims:
        best = max(aims)
        found += hope * TARGET * (best + SECOND_TARGET * (sum(aims) - best))
    if s.battle != NONE and s.within("battle"):
        found += fight(s, seat, stakes)
    return found


def fight(s: DarkAges, seat: int, stakes: Stakes) -> float:
    """A battle that is being fought: the units in it, and what is at stake."""
    if seat not in (s.attacker, s.defender):
        return 0.0
    role = ATTACKER if seat == s.attacker else DEFENDER
    mine, theirs = s.all_fighters(role), s.all_fighters(1 - role)
    if not mine:
        return 0.0
    lead = mine - theirs if role == ATTACKER else mine - theirs + 1
    won = min(0.95, max(0.05, 0.35 + 0.22 * lead))
    found = UNIT * mine
    if role == ATTACKER and s.owner[s.battle] != seat:
        found += won * stakes.prize(s, s.battle)
    elif role == DEFENDER:
        found -= (1.0 - won) * (stakes.fields[s.battle] + MANOR_LOST * s.manors[s.battle])
    return found


def danger(s: DarkAges, seat: int, owned: list[list[int]], fields: list[float], o: Outlook) -> float:
    """Own areas next to armies of others that are stronger than what defends them."""
    found = 0.0
    for rival, areas in enumerate(owned):
        if rival == seat or s.out[rival] or o.acts[rival] < 1:
            continue
        for start in areas:
            if not any(s.units_in(start)):
                continue
            strength = worth(s, rival, start)
            for area in bits(reach(s, rival, start)):
                if s.owner[area] != seat:
                    continue
                held = worth(s, seat, area) + s.manors[area] + s.city[area] + s.floors[area]
                if strength <= held - 1:
                    continue
                risk = RISK if strength > held + 1 else SOME_RISK
                if s.home[seat] == area:
                    found -= risk * 0.5 * s.t.supply_limit[s.manors_off(seat)]
                else:
                    found -= risk * (fields[area] + MANOR_LOST * s.manors[area] + 1.0)
    return found
