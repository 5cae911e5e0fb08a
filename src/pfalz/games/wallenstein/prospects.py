"""What a position of Wallenstein promises a seat, its plan included, in victory points.

A seat's plan is first carried out in the mind (see mind.py). Then the board as it will be is judged: the
points of this winter and part of those of the next one, with majorities and ties; hunger, from grain,
counties and the losses the open event cards threaten; Thalers by the rounds in which they can be spent;
armies, and how well each county stands against its neighbours; what the modules bring. A part of what the
rivals have is taken off. The weights were found by playing.
"""

from __future__ import annotations

from typing import Final

from pfalz.games.wallenstein.mind import (
    ARMY,
    COURTIER,
    RIVALS,
    Mind,
    army_value,
    carry_out,
    county_value,
    promise,
)
from pfalz.games.wallenstein.modules.favors import Audience
from pfalz.games.wallenstein.modules.landsknechte import Stacks, has_regions
from pfalz.games.wallenstein.modules.leaders import CAPTURED, IN_SUPPLY, Pieces
from pfalz.games.wallenstein.odds import revolt_odds
from pfalz.games.wallenstein.planning import is_winter
from pfalz.games.wallenstein.scoring import majority_points
from pfalz.games.wallenstein.state import SOURCES, Wallenstein
from pfalz.games.wallenstein.tables import BUILDING_IDS, COUNTIES, TILE_DEFENCE

THALER: Final = 0.25
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
LEADER: Final = 0.25
OWN_MONUMENT: Final = 0.9
"""What is left of the points of an own monument: somebody may capture it."""
RIVAL_MONUMENT: Final = 0.2
"""How much of the points of a rival's monument is taken off."""
BANNER: Final = 0.5
KEPT_CALM: Final = 0.3
IMMUNE: Final = 0.8


def evaluate(s: Wallenstein, seat: int) -> float:
    """Prospects of a seat, less a part of what its rivals have."""
    if not s.stack:
        return final_lead(s, seat)
    boxes = len(s.mat) // s.t.players
    return prospect(s, seat, s.mat[seat * boxes : (seat + 1) * boxes])


def final_lead(s: Wallenstein, seat: int) -> float:
    """Points ahead of the best rival, then Thalers (W-13.7)."""
    best = -1000.0
    mine = 0.0
    for other in range(s.t.players):
        points = float(sum(s.points[other * SOURCES : (other + 1) * SOURCES])) + 0.001 * s.thalers[other]
        if other == seat:
            mine = points
        elif points > best:
            best = points
    return mine - best


def prospect(s: Wallenstein, seat: int, row: list[int]) -> float:
    """The value of a position for a seat with these cards in its boxes."""
    mind = Mind(s, seat)
    if max(row) >= 0:
        carry_out(s, seat, row, mind)
    elif not is_winter(s):
        mind.later += 1
        mind.rounds += 1
    value = mind.value + board_value(s, seat, mind)
    if not is_winter(s):
        value -= hunger(s, seat, mind)
    if s.slices:
        value += modules_value(s, seat, mind)
    return value


# -- the board ------------------------------------------------------------------------------------


def board_value(s: Wallenstein, seat: int, mind: Mind) -> float:
    """Points so far and to come, money and armies; for the own seat also how its counties stand."""
    t = s.t
    n = t.players
    owner, armies, buildings, region_of = s.owner, mind.armies, mind.buildings, t.region_of
    points = s.points
    values = [0.0] * n
    types = len(BUILDING_IDS)
    standing = [0] * (len(t.region_ids) * types * n)
    hold = mind.hold
    army = army_value(mind)
    own = 0.0
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
            own += promise(s, county, held, mind) + county_stand(s, seat, county, mind, army, worth)
        else:
            values[holder] += army * armies[county]
    majorities(s, standing, values, hold)
    rivals = 0.0
    for other in range(n):
        total = values[other] + float(sum(points[other * SOURCES : (other + 1) * SOURCES]))
        if other == seat:
            own += total + thalers_value(mind.thalers, mind.rounds)
        else:
            rivals += total + thalers_value(float(s.thalers[other]), mind.rounds)
    own += 0.3 * army * s.tower[seat] + 0.5 * army * s.tray[seat]
    if mind.supply < 8:
        own -= 0.05 * (8 - mind.supply)
    return own - RIVALS * rivals / (n - 1)


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


# -- modules --------------------------------------------------------------------------------------


def modules_value(s: Wallenstein, seat: int, mind: Mind) -> float:
    """Courtiers and kept favors, banners, leader and monuments."""
    value = 0.0
    court = s.slices.get("court")
    if court is not None:
        assert isinstance(court, Audience)
        there = court.entrance[seat] + court.audience[seat]
        value += COURTIER * there * min(1.0, 0.4 * mind.rounds)
        for favor in s.t.immunities:
            if court.favor[favor] == seat:
                value += IMMUNE
        for favor in s.t.calms:
            if court.favor[favor] == seat:
                value += KEPT_CALM
    banners = s.slices.get("landsknechte")
    if banners is not None:
        assert isinstance(banners, Stacks)
        if has_regions(s, seat):
            value += BANNER * mind.later * (1.0 + 0.5 * banners.banner[seat])
    pieces = s.slices.get("leaders")
    if pieces is not None:
        assert isinstance(pieces, Pieces)
        here = pieces.leader[seat]
        if here >= 0:
            value += LEADER * mind.rounds + 0.03 * (s.t.taxes[here] + s.t.sites[here])
            value += 0.05 * min(5, mind.armies[here])
        standing, captured = s.t.monument_points
        for at, place in enumerate(pieces.monument):
            if place >= CAPTURED:
                value += captured if place - CAPTURED == seat else -RIVAL_MONUMENT * captured
            elif place != IN_SUPPLY:
                mine = at // s.t.monuments == seat
                value += OWN_MONUMENT * standing if mine else -RIVAL_MONUMENT * standing
    return value
