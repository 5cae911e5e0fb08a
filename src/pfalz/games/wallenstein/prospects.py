"""What a position of Wallenstein promises a seat, its plan included, in victory points.

A seat's plan is first carried out in the mind (see mind.py). Then the board as it will be is judged: the
points of this winter and part of those of the next one, with majorities and ties; hunger, from grain,
counties and the losses the open event cards threaten; Thalers by the rounds in which they can be spent;
armies, and how well each county stands against its neighbours; what the modules bring. A part of what the
rivals have is taken off. The weights were found by playing.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.ruleset import Ruleset
from pfalz.games.wallenstein.lookup import BUILDING_IDS, COUNTIES, TILE_DEFENCE
from pfalz.games.wallenstein.mind import (
    ARMY,
    RIVALS,
    Mind,
    army_value,
    carry_out,
    county_value,
    judges,
    promise,
)
from pfalz.games.wallenstein.odds import revolt_odds
from pfalz.games.wallenstein.planning import is_winter
from pfalz.games.wallenstein.scoring import majority_points
from pfalz.games.wallenstein.state import Wallenstein

THALER: Final = 0.25
FEW: Final = 8
"""Fewer armies in the supply are a worry."""
FRONT: Final = 0.12
"""An army beyond the first that faces neutral or foreign land."""
MARKER: Final = 0.14
HARVEST: Final = 3.9
"""Grain that a coming round of this year will bring."""
ATTACKED: Final = 0.09
"""How likely a county in reach is attacked in a round."""
BEATEN: Final[list[float]] = [0.02, 0.04, 0.08, 0.15, 0.25, 0.4, 0.55, 0.68, 0.78, 0.85, 0.9, 0.94, 0.97]
"""Chance that an attack takes a county, by armies more than the defence has, from FEWEST on."""
FEWEST: Final = -5
TERMS: Final[tuple[str, ...]] = ("plan", "points", "land", "thalers", "cubes", "hunger", "rivals")
"""The terms of the judgement; those of modules follow."""
POINTS: Final = 1
"""The term that says all when the game is over."""


def term_names(rules: Ruleset[Wallenstein]) -> tuple[str, ...]:
    """The terms there are with the modules in play."""
    return (*TERMS, *[term for judge in judges(rules) for term in judge.terms])


def judge(s: Wallenstein) -> list[list[float]]:
    """What the position is worth to every seat, term by term."""
    if not s.stack:
        others = [0.0] * (len(term_names(s.rules)) - POINTS - 1)
        return [[0.0] * POINTS + [final_lead(s, seat)] + others for seat in range(s.t.players)]
    return [terms_of(s, seat, mat_of(s, seat)) for seat in range(s.t.players)]


def evaluate(s: Wallenstein, seat: int) -> float:
    """Prospects of a seat, less a part of what its rivals have: the sum of its terms."""
    return prospect(s, seat, mat_of(s, seat)) if s.stack else final_lead(s, seat)


def mat_of(s: Wallenstein, seat: int) -> list[int]:
    """The cards in the boxes of a seat."""
    boxes = s.boxes()
    return s.mat[seat * boxes : (seat + 1) * boxes]


def final_lead(s: Wallenstein, seat: int) -> float:
    """Points ahead of the best rival, then Thalers (W-13.7)."""
    totals = [float(s.score(other)) + 0.001 * s.thalers[other] for other in range(s.t.players)]
    mine = totals.pop(seat)
    return mine - max(totals)


def prospect(s: Wallenstein, seat: int, row: list[int]) -> float:
    """The value of a position for a seat with these cards in its boxes."""
    plan, points, land, thalers, cubes, famine, rivals, *modules = terms_of(s, seat, row)
    # in this order, lest rounding make a knight prefer another of two equal plans
    return plan + (land + (points + thalers) + cubes + rivals) + famine + sum(modules)


def terms_of(s: Wallenstein, seat: int, row: list[int]) -> list[float]:
    """What a position with these cards in its boxes is worth to a seat, term by term."""
    mind = Mind(s, seat)
    if max(row) >= 0:
        carry_out(s, seat, row, mind)
    elif not is_winter(s):
        mind.later += 1
        mind.rounds += 1
    points, land, thalers, cubes, rivals = board_values(s, seat, mind)
    famine = 0.0 if is_winter(s) else -hunger(s, seat, mind)
    found = [mind.value, points, land, thalers, cubes, famine, rivals]
    for judge in judges(s.rules):
        found += judge.values(s, seat, mind)
    return found


# -- the board ------------------------------------------------------------------------------------


def board_values(s: Wallenstein, seat: int, mind: Mind) -> tuple[float, float, float, float, float]:
    """Points so far and to come, how the own counties stand, Thalers, cubes out of play, and the rivals."""
    t = s.t
    n = t.players
    owner, armies, buildings, region_of = s.owner, mind.armies, mind.buildings, t.region_of
    values = [0.0] * n
    types = len(BUILDING_IDS)
    standing = [0] * (len(t.region_ids) * types * n)
    hold = mind.hold
    army = army_value(mind)
    land = 0.0
    for county in t.counties:
        holder = owner[county]
        if holder < 0:
            continue
        values[holder] += hold * t.county_points
        held = buildings[county]
        if held:
            values[holder] += hold * t.building_points * held.bit_count()
            at = region_of[county] * types * n + holder
            for building in range(types):
                standing[at + building * n] += held >> building & 1
        if holder == seat:
            worth = county_value(s, county, mind)
            mind.counties += 1.0
            mind.garrison += armies[county]
            mind.worth += worth
            land += promise(s, county, held, mind) + county_stand(s, seat, county, mind, army, worth)
        else:
            values[holder] += army * armies[county]
    majorities(s, standing, values, hold)
    rivals = 0.0
    for other in range(n):
        values[other] += float(s.score(other))
        if other != seat:
            rivals += values[other] + thalers_value(float(s.thalers[other]), mind.rounds)
    cubes = 0.3 * army * s.tower[seat] + 0.5 * army * s.tray[seat]
    if mind.supply < FEW:
        cubes -= 0.05 * (FEW - mind.supply)
    own = thalers_value(mind.thalers, mind.rounds)
    return values[seat], land, own, cubes, -RIVALS * rivals / (n - 1)


def majorities(s: Wallenstein, standing: list[int], values: list[float], hold: float) -> None:
    """Add the majorities as they stand (W-13.2 to W-13.4)."""
    n = s.t.players
    types = len(BUILDING_IDS)
    for kind in range(len(standing) // n):
        at = kind * n
        most = leaders = 0
        for other in range(at, at + n):
            count = standing[other]
            if count > most:
                most, leaders = count, 1
            elif count == most:
                leaders += 1
        if most:
            points = majority_points(s, kind % types, leaders)
            for other in range(n):
                if standing[at + other] == most:
                    values[other] += hold * points


def county_stand(s: Wallenstein, seat: int, county: int, mind: Mind, army: float, worth: float) -> float:
    """Armies of an own county, its front, its markers, and the danger from its neighbours."""
    owner, armies = s.owner, s.armies
    here = mind.armies[county]
    front = False
    danger = 0
    for other in s.t.neighbours[county]:
        holder = owner[other]
        if holder != seat:
            front = True
            if holder >= 0 and armies[other] > danger:
                danger = armies[other]
    value = army * min(here, 7) + 0.3 * army * max(0, here - 7)
    if front:
        value += FRONT * min(here - 1, 6) * min(1.0, 0.3 * mind.rounds)
    if mind.markers[county]:
        value -= MARKER * mind.markers[county] * min(2, mind.later + 1)
    if danger > 1:
        more = danger - 1 - here
        if s.holds(seat, TILE_DEFENCE):
            more -= s.t.tile_amount[TILE_DEFENCE]
        beaten = BEATEN[max(0, min(len(BEATEN) - 1, more - FEWEST))]
        value -= ATTACKED * min(5, mind.rounds + 1) * beaten * worth
    return value


def thalers_value(thalers: float, rounds: int) -> float:
    """Thalers by the rounds in which they can be spent."""
    if rounds == 0:
        return 0.02 * thalers
    use = 9.0 * min(rounds, 3)
    rate = THALER * min(1.0, 0.7 + 0.1 * rounds)
    if thalers <= use:
        return rate * thalers
    return rate * use + 0.15 * (thalers - use)


def hunger(s: Wallenstein, seat: int, mind: Mind) -> float:
    """What the revolts of the coming winter will cost (W-12.2 to W-12.10)."""
    counties = mind.counties
    if counties < 0.5:
        return 0.0
    garrison = mind.garrison / counties - 0.5
    worth = mind.worth / counties
    grain = mind.grain + HARVEST * mind.later
    cards = s.event_row
    if not cards:
        return _famine(s, seat, counties - max(0.0, grain - 3.0), garrison, worth)
    total = 0.0
    for card in cards:
        total += _famine(s, seat, counties - max(0.0, grain - s.t.winter_loss[card]), garrison, worth)
    return total / len(cards)


def _famine(s: Wallenstein, seat: int, lacking: float, garrison: float, worth: float) -> float:
    """The cost of so many unsupplied counties, between the rows of the table where it is no whole number."""
    if lacking <= 0.0:
        return 0.15 / (1.0 - lacking)
    low = int(lacking)
    part = lacking - low
    cost = 0.0
    for k, weight in ((low, 1.0 - part), (low + 1, part)):
        if k and weight > 0.0:
            revolts, extra = s.t.provisions[min(k, COUNTIES)]
            lost = 1.0 - revolt_odds(s, seat, garrison, extra + 0.4)
            cost += weight * revolts * (lost * worth + ARMY)
    return cost + 0.15
