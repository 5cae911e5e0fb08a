"""Plans carried out in the mind: what a seat expects of its unrevealed boxes.

The boxes are worked off in the order of the action row, cards still face down last, on copies of the columns
they change. Thalers are spent and gained, buildings stand, markers lie, armies arrive; of a battle or revolt
the expected gain or loss is added. A box without effect (no money, no site, no target) adds nothing.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.ruleset import Ruleset
from pfalz.games.wallenstein.actions import (
    calms,
    due_armies,
    grain_yield,
    has_site,
    price,
    tax_yield,
    wanted_armies,
)
from pfalz.games.wallenstein.combat import is_church_safe
from pfalz.games.wallenstein.lookup import (
    ACTIONS,
    BLANK,
    BUILDING_IDS,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    DEPLOY_1_MOVE,
    MONEY,
    TRADING_POST,
)
from pfalz.games.wallenstein.odds import attack_odds, revolt_odds
from pfalz.games.wallenstein.state import AUCTION, FALL, SEASONS, WINTER, Wallenstein, is_county

NEXT_YEAR: Final = 0.65
"""How much of what stands now will count once more in the second winter."""
RIVALS: Final = 0.5
"""How much of the mean of the rivals is taken off."""
SHARE: Final[list[float]] = [2.0, 1.4, 0.6]
"""Majority points that go with a palace, a church, a trading post in another's county, on average."""
ARMY: Final = 0.21
SITE: Final = 0.25
TAX: Final = 0.05
GRAIN: Final = 0.06
HUNGER_OF_ONE: Final = 0.18
"""What one more county costs in winter, on average."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """What the judgement thinks of a module; the `bot.py` in a module's folder has one called `JUDGE`."""

    terms: ClassVar[tuple[str, ...]] = ()
    """Names of the terms it adds to the judgement."""

    def carry_out(self, s: Wallenstein, seat: int, row: list[int], mind: Mind) -> None:
        """Work off what a mat has for this module alone."""

    def values(self, s: Wallenstein, seat: int, mind: Mind) -> list[float]:
        """What the module is worth to a seat, term by term."""
        raise NotImplementedError


def judges(rules: Ruleset[Wallenstein]) -> list[Judge]:
    """What is thought of the modules in play, in their order."""
    return [_judge(module.package) for module in rules.modules] if rules.modules else []


@cache
def _judge(package: str) -> Judge:
    found: Judge = import_module(f"{package}.bot").JUDGE
    return found


class Mind:
    """The table as a seat expects it once its plan has been carried out."""

    def __init__(self, s: Wallenstein, seat: int) -> None:
        self.armies = list(s.armies)
        self.markers = list(s.markers)
        self.buildings = list(s.buildings)
        self.thalers = float(s.thalers[seat])
        self.grain = float(s.grain[seat])
        self.supply = s.supply[seat]
        self.counties = 0.0
        self.garrison = 0
        """Armies in all own counties."""
        self.worth = 0.0
        """Value of all own counties."""
        self.value = 0.0
        self.targets = 0
        """Bits: counties to be attacked."""
        year, quarter = divmod(s.season, SEASONS)
        self.later = max(0, FALL - quarter)
        """Rounds of this year after the present one."""
        self.rounds = self.later + (WINTER if year == 0 else 0)
        """Rounds of the game after the present one."""
        self.hold = 1.0 if year else 1.0 + NEXT_YEAR
        """Winters for which the board counts."""


def carry_out(s: Wallenstein, seat: int, row: list[int], mind: Mind) -> None:
    """Work off the unrevealed boxes of a seat."""
    if not s.is_shown(seat, AUCTION) and MONEY <= row[AUCTION] < BLANK:
        mind.thalers -= s.t.money[row[AUCTION] - MONEY]
    known = s.action_row
    for action in known:
        card = row[action + 1]
        if is_county(card) and not s.is_shown(seat, action + 1):
            act(s, seat, action, card, mind)
    if len(known) < ACTIONS:
        for action in range(ACTIONS):
            card = row[action + 1]
            if is_county(card) and action not in known:
                act(s, seat, action, card, mind)
    for judge in judges(s.rules):
        judge.carry_out(s, seat, row, mind)


def act(s: Wallenstein, seat: int, action: int, county: int, mind: Mind) -> None:
    """One planned action."""
    if action <= TRADING_POST:
        held = mind.buildings[county]
        cost = float(price(s, seat, county, action))
        if mind.thalers < cost or not has_site(s, held, county, action):
            return
        mind.thalers -= cost
        mind.buildings[county] = held | 1 << action
        if mind.markers[county] and calms(s, action):
            mind.markers[county] -= 1
    elif COLLECT_GRAIN <= action <= COLLECT_TAXES:
        collect(s, seat, action, county, mind)
    elif action < COMBAT_A:
        deploy(s, seat, action, county, mind)
    else:
        gain, target, _ = best_attack(s, seat, county, mind)
        if gain > 0.0:
            mind.value += gain
            mind.targets |= 1 << target


def collect(s: Wallenstein, seat: int, action: int, county: int, mind: Mind) -> None:
    """Income, the risk of a revolt, a marker (W-9.5 to W-9.8)."""
    if action == COLLECT_GRAIN:
        mind.grain += float(grain_yield(s, seat, county))
    else:
        mind.thalers += float(tax_yield(s, seat, county))
    markers = mind.markers[county]
    if markers:
        lost = 1.0 - revolt_odds(s, seat, float(mind.armies[county]), float(markers))
        mind.value -= lost * county_value(s, county, mind) + ARMY * markers
        mind.counties -= lost
    mind.markers[county] = markers + 1


def deploy(s: Wallenstein, seat: int, action: int, county: int, mind: Mind) -> None:
    """Armies for Thalers (W-9.10 to W-9.15)."""
    cost = float(s.t.cost[action])
    if mind.thalers < cost or mind.supply < due_armies(s, action):
        return
    n = min(mind.supply, wanted_armies(s, seat, county, action))
    mind.thalers -= cost
    mind.supply -= n
    mind.armies[county] += n
    if action == DEPLOY_1_MOVE:
        mind.value += 0.05


# -- attacks --------------------------------------------------------------------------------------


def best_attack(s: Wallenstein, seat: int, county: int, mind: Mind) -> tuple[float, int, int]:
    """The most promising attack from a county: its gain, target and armies; gain 0 if there is none."""
    best, where, how_many = 0.0, -1, 0
    armies = mind.armies[county]
    if armies < 2:
        return best, where, how_many
    for target in s.t.neighbours[county]:
        if s.owner[target] == seat or mind.targets >> target & 1:
            continue
        if s.owner[target] >= 0 and is_church_safe(s, target):
            continue
        gain = attack_gain(s, seat, target, armies - 1, mind)
        if gain > best:
            best, where, how_many = gain, target, armies - 1
    return best, where, how_many


def attack_gain(s: Wallenstein, seat: int, target: int, moved: int, mind: Mind) -> float:
    """What an attack is worth on average."""
    win, tie, lead = attack_odds(s, seat, target, moved, s.armies[target])
    worth = county_value(s, target, mind)
    army = army_value(mind)
    gain = win * (worth - HUNGER_OF_ONE * mind.hold) - army * moved + army * win * max(1.0, lead)
    if s.owner[target] >= 0:
        gain += RIVALS / (s.t.players - 1) * (win + tie) * worth + 0.3 * army * s.armies[target]
    return gain


def army_value(mind: Mind) -> float:
    """What an army in a county is worth: less towards the end."""
    return ARMY * (0.35 + 0.13 * mind.rounds)


def county_value(s: Wallenstein, county: int, mind: Mind) -> float:
    """Points that go with a county."""
    held = mind.buildings[county]
    points = float(s.t.county_points)
    for building in range(len(BUILDING_IDS)):
        if held >> building & 1:
            points += s.t.building_points + SHARE[building]
    return mind.hold * points + promise(s, county, held, mind)


def promise(s: Wallenstein, county: int, held: int, mind: Mind) -> float:
    """What a county may still bring in the rounds to come."""
    t = s.t
    free = t.sites[county] - held.bit_count()
    promised = SITE * free + TAX * (t.taxes[county] - 3) + GRAIN * (t.grain[county] - 2)
    return promised * min(1.0, 0.25 * mind.rounds)
