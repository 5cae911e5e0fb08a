"""How good a position of MIL is: prestige now, and what land, men, cubes and places in the spheres promise.

All weights are in prestige points. What a knight in a sphere is worth counts only until his sphere has been
resolved; the flow is asked by names where the round stands and which knights have acted.
"""

from __future__ import annotations

from typing import Final

from pfalz.games.mil.court import targets, vassal_worth
from pfalz.games.mil.knights import has_seat, with_room
from pfalz.games.mil.lookup import (
    CLOTH,
    COURT,
    CURIA,
    FOOD,
    GOLD,
    INFLUENCE,
    MARKET,
    METAL,
    RESOURCES,
    WAR,
    Cubes,
)
from pfalz.games.mil.market import builders, pays_lowest_bid
from pfalz.games.mil.politics import favourite
from pfalz.games.mil.state import (
    ALONE,
    EMPTY,
    KNIGHTS,
    NOBODY,
    PRODUCTIVE,
    WHITE,
    WITH_HEIR,
    Mil,
)
from pfalz.games.mil.war import attack_strength, cubes_needed, defence_strength
from pfalz.games.mil.winter import freezes

TERMS: Final[tuple[str, ...]] = (
    "prestige",
    "cubes",
    "majorities",
    "women",
    "knights",
    "actions",
    "spheres",
    "offers",
)
"""What the worth of a seat is made of."""
PRESTIGE: Final = 0
CUBES: Final = 1
MAJORITIES: Final = 2
WOMEN: Final = 3
KNIGHTS_HELD: Final = 4
ACTIONS: Final = 5
SPHERES: Final = 6
OFFERS: Final = 7

STEPS: Final = ("courtier", "trader", "warrior", "cleric")
"""The steps in which the knights of the limited spheres have their turns."""
AFTER: Final = ("trader", "warrior", "donate", "crusader")
"""The steps that follow them."""

TRIBUTE: Final = 0.85
"""A land, for every tribute to come."""
ACTION: Final = 1.2
"""A knight, for every round to come."""
YEARS: Final = 0.3
"""A time token that a knight can still take without harm."""
HEIR: Final = 0.6
SOLDIER: Final = 0.75
PROTECTED: Final = 0.7
"""A privilege in winter for a family without defenceless knights."""
VASSAL: Final = 0.5
HOLDING: Final = 0.85
"""How likely the holder of the highest bid gets the castle."""
FAVOUR: Final[list[float]] = [0.7, 0.7, 0.7, 0.6]
"""What a favour brings besides prestige."""


def evaluate(s: Mil, seat: int) -> float:
    """How far a seat is ahead of the others, prospects included."""
    values = [sum(terms) for terms in judge(s)]
    mine = values.pop(seat)
    return mine - 0.7 * max(values) - 0.3 * sum(values) / len(values)


def judge(s: Mil) -> list[list[float]]:
    """The worth of all seats, term by term (`TERMS`); of a finished game, prestige alone."""
    t = s.t
    values = [[float(score), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] for score in s.scores()]
    if s.over:
        return values
    acting = s.within("turns") or not s.within("round")
    winter = s.within("winter")
    left = t.rounds - s.round + 1  # winters to come, this one included
    later = left - 1
    share = left / t.rounds
    tributes = left if acting else later
    cubes, women, privileges = s.cubes, s.women, s.privileges
    most_women = max(women)
    woman = 0.6 + 0.4 * (1.0 - share)
    gold_worth, influence_worth = 0.5 + 0.2 * share, 0.2 + 0.35 * share
    goods_worth, food_worth = 0.12 + 0.4 * share, 0.04 + 0.3 * share
    best = _majorities(s)
    for p, terms in enumerate(values):
        at = RESOURCES * p
        food, goods = cubes[at + FOOD], cubes[at + CLOTH] + cubes[at + METAL]
        influence, gold = cubes[at + INFLUENCE], cubes[at + GOLD]
        v = gold_worth * gold + influence_worth * min(influence, 9) + food_worth * min(food, 12)
        v += goods_worth * min(goods, 8) + 0.2 * share * min(cubes[at + CLOTH], cubes[at + METAL], 3)
        terms[CUBES] = v + (0.15 + 0.6 * share) * min(privileges[p], 4)
        terms[MAJORITIES] = (1.0 - 0.85 * share) * (
            t.majority_points[0] * _chance(goods - best[0][p])
            + t.majority_points[1] * _chance(influence - best[1][p])
            + t.majority_points[2] * _chance(privileges[p] - best[2][p])
        )
        n = women[p]
        terms[WOMEN] = -woman * n * (t.most_women_points if n == most_women else t.woman_points)
    _families(s, values, later, tributes, share, not winter)
    if acting:
        worth = (food_worth, goods_worth, goods_worth, influence_worth, gold_worth)
        _homes(s, values, [_worth(harvest, worth) for harvest in t.harvest])
    if not winter:
        _spheres(s, values, acting, woman, influence_worth, food_worth, later)
    if s.bid:
        values[s.bid[0]][OFFERS] += HOLDING * (t.castle_points + 0.5)
    for k, target, _ in s.given("campaign"):
        if not s.given("allot"):  # decided otherwise
            _campaign(s, values, k, target)
    for k, target, gold, influence in s.given("counter"):
        _courtship(s, values, k, target, gold, influence)
    return values


def _chance(lead: int) -> float:
    """How likely a majority is kept or won."""
    return 1.0 if lead > 2 else (0.0 if lead < -3 else 0.5 + 0.15 * lead)


def _worth(cubes: Cubes, worth: tuple[float, ...]) -> float:
    """What cubes are worth, by kinds."""
    return sum([n * each for n, each in zip(cubes, worth, strict=True)])


def _majorities(s: Mil) -> list[list[int]]:
    """For each majority and seat, the most that another seat has."""
    players = s.t.players
    cubes = s.cubes
    goods = [cubes[RESOURCES * p + CLOTH] + cubes[RESOURCES * p + METAL] for p in range(players)]
    influence = [cubes[RESOURCES * p + INFLUENCE] for p in range(players)]
    return [_others(goods), _others(influence), _others(s.privileges)]


def _others(counts: list[int]) -> list[int]:
    first = max(counts)
    if counts.count(first) > 1:
        return [first] * len(counts)
    second = max([n for n in counts if n != first])
    return [second if n == first else first for n in counts]


def _families(
    s: Mil, values: list[list[float]], later: int, tributes: int, share: float, winter: bool
) -> None:
    """Knights with age, heirs, lands, castles, soldiers; vassals; winter."""
    castle, age, lord = s.castle, s.age, s.lord
    death_age, snow = s.t.death_age, s.t.face_snow
    hard = sum(snow) / len(snow)  # how likely a winter is hard (M-15.1)
    years = 2.5 * later + 1.5
    defenceless = [False] * len(values)
    for k, tile in enumerate(s.knight):
        if not tile:
            continue
        p = k >> 2
        lands = s.lands_of(k)
        v = ACTION * later + TRIBUTE * tributes * lands
        men = s.soldiers_of(k)
        life = death_age - 1 - age[k]
        if tile == WITH_HEIR:
            life += death_age
            v += HEIR + 0.4 * share
        v += YEARS * min(life, years) * 0.7
        v += SOLDIER * share * min(men, 5) + (0.35 * castle[k])
        if not has_seat(s, k):
            if winter and freezes(s, k):
                v -= hard * (2.0 if tile == ALONE else 0.4)  # measured: the full loss breeds too few knights
                if tile == ALONE and not men:
                    v -= hard * ACTION * later
            if later:
                v -= 0.6 if tile == ALONE else 0.2
        if not men and not castle[k]:
            defenceless[p] = True
        if lord[k] != NOBODY:
            values[lord[k]][KNIGHTS_HELD] += VASSAL + 0.25 * tributes * lands
            v -= 0.3
        values[p][KNIGHTS_HELD] += v
    for p, bare in enumerate(defenceless):
        if not bare:
            values[p][KNIGHTS_HELD] += PROTECTED * (1.0 if winter else 0.0) + 0.25 * later


def _homes(s: Mil, values: list[list[float]], harvest_worth: list[float]) -> None:
    """Knights who can still be placed, and what they may do before."""
    slots = s.slots
    whites = slots.count(WHITE)
    room = (whites + slots.count(EMPTY)) / s.t.slots
    place = 0.7 + 1.3 * room
    early = min(1.0, 0.3 * whites)
    placed = {k for k in slots if 0 <= k < KNIGHTS}
    placed.update(s.monastery)
    placed.update(s.crusades)
    for p in range(len(values)):
        found = 0.0
        harvests = 0.0
        first = True
        for k in range(4 * p, 4 * p + 4):
            if not s.knight[k]:
                continue
            if k in placed:
                first = False
                continue
            found += place
            for tile in (s.land[2 * k], s.land[2 * k + 1]):
                if tile >= 0 and tile & PRODUCTIVE:
                    harvests += harvest_worth[tile >> 1]
        if first:
            goods = min(s.cubes[RESOURCES * p + CLOTH], s.cubes[RESOURCES * p + METAL])
            found += early * (0.55 * harvests + 0.25 * min(goods, 2) + 0.4)
        values[p][ACTIONS] += found


def _spheres(
    s: Mil,
    values: list[list[float]],
    acting: bool,
    woman: float,
    influence_worth: float,
    food_worth: float,
    later: int,
) -> None:
    """Knights in spheres that have not been resolved, and favours not yet granted."""
    t = s.t
    women = list(s.women)
    relief = woman * 2.4
    resolving = s.within("spheres")
    if not resolving or not s.has_begun("spheres", "courtier"):
        for k in s.monastery:
            if women[k >> 2] > 0:
                women[k >> 2] -= 1
                values[k >> 2][SPHERES] += relief
    for k in s.crusades:
        values[k >> 2][SPHERES] += influence_worth * t.crusade_influence
    n = t.per_sphere
    sure = 0.8 if acting else 1.0
    granted, _ = s.items("favour")
    fed = [s.cubes[RESOURCES * p + FOOD] + s.cubes[RESOURCES * p + INFLUENCE] for p in range(t.players)]
    for where in (COURT, MARKET, WAR, CURIA):
        row = [what for what in s.slots[where * n : where * n + n] if what >= 0]
        if not row:
            continue
        if not resolving and where not in granted:
            first = favourite(s, where)
            if first != NOBODY:
                values[first][SPHERES] += (t.favour_points[where] + FAVOUR[where]) * sure
        acted: tuple[int, ...] = ()
        if resolving:
            if s.has_begun("spheres", AFTER[where]):
                continue
            acted, _ = s.items(STEPS[where])
        for k in row:
            if k >= KNIGHTS or k in acted:
                continue
            p = k >> 2
            if where == COURT:
                values[p][SPHERES] += max(influence_worth * t.court_influence, _vassal_hope(s, k))
            elif where == MARKET:
                values[p][SPHERES] += _market_hope(s, p)
            elif where == WAR:
                need, worth = _war_hope(s, k, fed[p], food_worth, later)
                fed[p] -= need
                values[p][SPHERES] += worth
            elif women[p] > 0:
                women[p] -= 1
                values[p][SPHERES] += relief + influence_worth
            else:
                values[p][SPHERES] += 0.75


def _vassal_hope(s: Mil, k: int) -> float:
    """The best vassal a knight at Court may get; his family may still be bought off."""
    if not s.soldiers_of(k):
        return 0.0
    return 0.55 * max([vassal_worth(s, s.lands_of(target)) for target in targets(s, k)], default=0)


def _market_hope(s: Mil, p: int) -> float:
    """Trade, or a castle that can be paid."""
    at = RESOURCES * p
    food, cloth = s.cubes[at + FOOD], s.cubes[at + CLOTH]
    metal, gold = s.cubes[at + METAL], s.cubes[at + GOLD]
    if pays_lowest_bid(s, p) and builders(s, p):
        return 1.3 + 0.12 * min(food + cloth + metal + gold, 14)
    return 0.25 * min(food + cloth + metal, 4)


def _war_hope(s: Mil, k: int, fed: int, food_worth: float, later: int) -> tuple[int, float]:
    """Cubes and worth of the cheapest free land a knight at War can take."""
    needs = [cubes_needed(s, k, stack) for stack, top in enumerate(s.tops) if top != EMPTY]
    cheapest = min(needs, default=fed + 1)
    if cheapest > fed:
        return 0, 0.2 if s.soldiers_of(k) else 0.0
    if with_room(s, k >> 2):
        return cheapest, s.t.land_points + TRIBUTE * later - (food_worth + 0.05) * cheapest
    return 0, 0.2


def _campaign(s: Mil, values: list[list[float]], k: int, target: int) -> None:
    """A war that has been declared but not decided."""
    a, d = RESOURCES * (k >> 2), RESOURCES * (target >> 2)
    attack = attack_strength(s, k) + 0.7 * (s.cubes[a + FOOD] + s.cubes[a + INFLUENCE])
    defence = defence_strength(s, target) + 0.6 * (s.cubes[d + FOOD] + s.cubes[d + INFLUENCE])
    odds = min(0.95, max(0.05, 0.45 + 0.06 * (attack - defence)))
    prize = s.t.land_points + 0.8
    values[k >> 2][OFFERS] += odds * prize - 1.2
    values[target >> 2][OFFERS] -= odds * prize


def _courtship(s: Mil, values: list[list[float]], k: int, target: int, gold: int, influence: int) -> None:
    """An offer on the table: taken, or answered with a raise or a fief."""
    seat, other = k >> 2, target >> 2
    prize = vassal_worth(s, s.lands_of(target))
    have = s.cubes[RESOURCES * seat + INFLUENCE] + s.cubes[RESOURCES * seat + GOLD]
    taken = 0.9 if have <= gold + influence else max(0.1, min(0.85, 0.2 * (gold + influence)) - 0.03 * prize)
    worth = 0.65 * gold + 0.45 * influence
    values[other][OFFERS] += taken * s.t.resisted_points + (1.0 - taken) * (worth - 0.6)
    values[seat][OFFERS] += taken * worth * 0.5 + (1.0 - taken) * (prize - worth - 0.4)
