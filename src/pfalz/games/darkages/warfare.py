"""Armies in the judgement: what units may still conquer or settle, and what enemies threaten."""

from __future__ import annotations

from typing import Final

from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.odds import chances
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.passing import YIELD
from pfalz.games.darkages.possible import bits, reach, supply_limit
from pfalz.games.darkages.scouting import fitting
from pfalz.games.darkages.settling import settle_cost, worth
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import ATTACKER, DEFENDER, RESOURCES, UNITS
from pfalz.games.darkages.worth import PRICES, rewards

UNIT: Final = 0.7
SURPLUS: Final = 0.15
"""A unit within the supply limit, and above it."""
SETTLE_HOPE: Final = 0.45
"""An area in which units could settle, of what the manor is worth."""
TARGET: Final = 0.4
"""What an army may conquer, of what that is worth."""
SECOND_TARGET: Final = 0.5
"""How much of that counts for every army but the one with the best prospects."""
LOST_UNIT: Final = 1.0
REGION: Final = 0.8
MANOR_LOST: Final = 2.0
"""An area more of a region with a title; a manor that a rival loses."""
RISK: Final = 0.12
SOME_RISK: Final = 0.04
"""How likely a threatened area is attacked."""


def prize(s: DarkAges, seat: int, area: int, fields: list[float], o: Outlook, slope: float) -> float:
    """What it is worth to take an area that is not one's own."""
    t, owner = s.t, s.owner[area]
    if owner != FREE and s.home[owner] == area:
        return 1.0 + t.supply_limit[s.manors_off(owner)]  # D-17.8, D-17.9
    found = fields[area]
    at = RESOURCES * area
    for resource in range(RESOURCES):
        n = s.production[at + resource]
        if n:
            found += 0.7 * o.left[seat] * YIELD[n] * PRICES[resource]
    if t.region[area] in t.title_region:
        found += REGION * o.hope[seat]
    if owner != FREE:
        return found + fields[area] + MANOR_LOST * s.manors[area]
    found += 0.5 * slope * o.hope[seat]
    if s.look[area] != NONE:
        found += t.trophy_vp[min(len(s.trophies[seat]), len(t.trophy_vp) - 1)] + reward(s, seat, area)
    return found


def reward(s: DarkAges, seat: int, area: int) -> float:
    """What the reward of a marker is worth, as far as a seat knows it (D-20.3)."""
    all_ = rewards(s.t)
    if s.known[area] >> seat & 1 and s.marker[area] >= 0:
        return all_[s.marker[area]]
    found = [all_[marker] for marker in fitting(s, area)]
    return sum(found) / len(found)


def armies(s: DarkAges, seat: int, areas: list[int], fields: list[float], o: Outlook, slope: float) -> float:
    """Units, what they may settle, and what they may conquer."""
    if s.out[seat]:
        return 0.0
    hope = min(1.0, o.acts[seat] / 4.0)
    found, total = 0.0, 0
    aims: list[float] = []
    floors = any([s.floors[area] for area in areas])
    for area in areas:
        at = UNITS * area
        army = (s.units[at], s.units[at + 1], s.units[at + 2])
        n = sum(army)
        if not n:
            continue
        total += n
        if not s.manors[area] and s.row[seat]:
            cost = settle_cost(s, seat, area)
            found += SETTLE_HOPE * slope * o.hope[seat] * min(1.0, worth(s, seat, area) / max(1, cost)) ** 2
        best = 0.0
        for target in bits(reach(s, seat, area)):
            if s.owner[target] == seat:
                continue
            won, alive = chances(s, seat, army, target, floors_in_reach(s, seat, target) if floors else 0)
            aim = won * prize(s, seat, target, fields, o, slope) - LOST_UNIT * (n - alive)
            best = max(best, aim)
        aims.append(best)
    limit = supply_limit(s, seat)
    found += hope * (UNIT * min(total, limit) + SURPLUS * max(0, total - limit))
    if aims:
        best = max(aims)
        found += hope * TARGET * (best + SECOND_TARGET * (sum(aims) - best))
    if s.battle != NONE and s.within("battle"):
        found += fight(s, seat, fields, o, slope)
    return found


def fight(s: DarkAges, seat: int, fields: list[float], o: Outlook, slope: float) -> float:
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
        found += won * prize(s, seat, s.battle, fields, o, slope)
    elif role == DEFENDER:
        found -= (1.0 - won) * (fields[s.battle] + MANOR_LOST * s.manors[s.battle])
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
