"""Plans carried out in the mind: what a seat expects of its unrevealed boxes.

The boxes are worked off in the order of the action row, cards still face down last, on copies of the columns
they change. Thalers are spent and gained, buildings stand, markers lie, armies arrive; of a battle or revolt
the expected gain or loss is added. A box without effect (no money, no site, no target) adds nothing.
"""

from __future__ import annotations

from typing import Final

from pfalz.games.wallenstein.modules.favors import Audience
from pfalz.games.wallenstein.odds import attack_odds, revolt_odds
from pfalz.games.wallenstein.state import Wallenstein
from pfalz.games.wallenstein.tables import (
    ACTIONS,
    BLANK,
    CHURCH,
    CHURCH_PEACE,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    DEPLOY_1_MOVE,
    DEPLOY_5,
    FEW_RECRUITS,
    GRAIN_MAX,
    GRAIN_MIN,
    MONEY,
    TAXES_MAX,
    TAXES_MIN,
    TILE_ARMIES,
    TILE_GRAIN,
    TILE_THALER,
    TRADE_CALMS,
    TRADING_POST,
)

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
COURTIER: Final = 0.4
HUNGER_OF_ONE: Final = 0.18
"""What one more county costs in winter, on average."""


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
        year, quarter = s.season // 4, s.season % 4
        self.later = max(0, 2 - quarter)
        """Rounds of this year after the present one."""
        self.rounds = self.later + (3 if year == 0 else 0)
        """Rounds of the game after the present one."""
        self.hold = 1.0 if year else 1.0 + NEXT_YEAR
        """Winters for which the board counts."""


def carry_out(s: Wallenstein, seat: int, row: list[int], mind: Mind) -> None:
    """Work off the unrevealed boxes of a seat."""
    shown = s.shown[seat]
    if not shown & 1 and MONEY <= row[0] < BLANK:
        mind.thalers -= s.t.money[row[0] - MONEY]
    known = s.action_row
    for action in known:
        card = row[action + 1]
        if 0 <= card < MONEY and not shown >> (action + 1) & 1:
            act(s, seat, action, card, mind)
    if len(known) < ACTIONS:
        for action in range(ACTIONS):
            card = row[action + 1]
            if 0 <= card < MONEY and action not in known:
                act(s, seat, action, card, mind)
    if len(row) > ACTIONS + 1:
        send(s, seat, row, mind)


def act(s: Wallenstein, seat: int, action: int, county: int, mind: Mind) -> None:
    """One planned action."""
    t = s.t
    if action <= TRADING_POST:
        held = mind.buildings[county]
        cost = float(s.rules.value(s, "building_cost", t.cost[action], seat, county))
        if held >> action & 1 or held.bit_count() >= t.sites[county] or mind.thalers < cost:
            return
        mind.thalers -= cost
        mind.buildings[county] = held | 1 << action
        if action == TRADING_POST and mind.markers[county] and s.effect() == TRADE_CALMS:
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
    t = s.t
    effect = s.effect()
    if action == COLLECT_GRAIN:
        n = t.grain[county]
        if effect == GRAIN_MIN:
            n = max(n, s.event_amount())
        elif effect == GRAIN_MAX:
            n = min(n, s.event_amount())
        if s.holds(seat, TILE_GRAIN):
            n += 1
        mind.grain += float(s.rules.value(s, "grain_yield", n, seat, county))
    else:
        n = t.taxes[county]
        if effect == TAXES_MAX:
            n = min(n, s.event_amount())
        elif effect == TAXES_MIN:
            n = max(n, s.event_amount())
        if s.holds(seat, TILE_THALER):
            n += 1
        mind.thalers += float(s.rules.value(s, "tax_yield", n, seat, county))
    markers = mind.markers[county]
    if markers:
        lost = 1.0 - revolt_odds(s, seat, float(mind.armies[county]), float(markers))
        mind.value -= lost * county_value(s, county, mind) + ARMY * markers
        mind.counties -= lost
    mind.markers[county] = markers + 1


def deploy(s: Wallenstein, seat: int, action: int, county: int, mind: Mind) -> None:
    """Armies for Thalers (W-9.10 to W-9.15)."""
    t = s.t
    cost = float(t.cost[action])
    n = t.deployed[action]
    if s.effect() == FEW_RECRUITS and action != DEPLOY_1_MOVE:
        n = s.event_amount(0 if action == DEPLOY_5 else 1)
    if mind.thalers < cost or mind.supply < n:
        return
    if action == DEPLOY_5 and s.holds(seat, TILE_ARMIES):
        n = t.tile_amount[TILE_ARMIES]
    n = min(mind.supply, s.rules.value(s, "armies_deployed", n, seat, county))
    mind.thalers -= cost
    mind.supply -= n
    mind.armies[county] += n
    if action == DEPLOY_1_MOVE:
        mind.value += 0.05


def send(s: Wallenstein, seat: int, row: list[int], mind: Mind) -> None:
    """Courtiers that the extra boxes will send (W-20.17 to W-20.21)."""
    part = s.slices["court"]
    assert isinstance(part, Audience)
    shown = s.shown[seat]
    free = s.t.courtiers - part.entrance[seat] - part.audience[seat]
    tray = s.tray[seat]
    for i, n in enumerate(s.t.convert):
        card = row[ACTIONS + 1 + i]
        if shown >> (ACTIONS + 1 + i) & 1 or free < n:
            continue
        if 0 <= card < MONEY and mind.armies[card] > n:
            mind.armies[card] -= n
        elif card >= BLANK and tray >= n:
            tray -= n
        else:
            continue
        free -= n
        mind.value += COURTIER * n


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
        if s.owner[target] >= 0 and s.effect() == CHURCH_PEACE and s.has(target, CHURCH):
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
    points = 1.0
    for building in range(3):
        if held >> building & 1:
            points += 1.0 + SHARE[building]
    return mind.hold * points + promise(s, county, held, mind)


def promise(s: Wallenstein, county: int, held: int, mind: Mind) -> float:
    """What a county may still bring in the rounds to come."""
    t = s.t
    free = t.sites[county] - held.bit_count()
    promised = SITE * free + TAX * (t.taxes[county] - 3) + GRAIN * (t.grain[county] - 2)
    return promised * min(1.0, 0.25 * mind.rounds)
