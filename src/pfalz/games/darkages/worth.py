"""What cards promise, for bots: effects in force, levels to come, relics, rewards; all in victory points.

An effect is worth something at once and something for every pass that is still to come: how often its trigger
occurs between two passes is a matter of experience. Points of the end are counted by `scoring.py` as soon as
their level is in force; before that they are estimated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pfalz.games.darkages.counters import count
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    ACT,
    AFTER_BATTLE,
    AFTER_RELIC,
    ALWAYS,
    ANY_RESOURCE,
    BATTLE_START,
    BEFORE_ACT,
    BUILD,
    BUILT,
    CHURCH,
    CHURCHES,
    CITY,
    DEVELOP,
    DISCOUNT,
    END,
    EXTRA_BUILD,
    EXTRA_RECRUIT,
    EXTRA_TURN,
    FREE,
    GAIN,
    GAIN_CHOICE,
    GAIN_DIFFERENT,
    GAIN_PER,
    MANOR,
    MARCH,
    NO_TRIGGER,
    NOW,
    PARAM,
    PASS,
    PLACE_UNIT,
    PRODUCE,
    PRODUCE_BONUS,
    PRODUCTION,
    RAISE,
    RAISE_ACHIEVEMENT,
    RAISED,
    REACTED,
    RECRUITED,
    RELIC,
    RESEARCH,
    SCORE,
    SELL,
    SETTLE,
    SETTLED,
    STORE,
    SUBSTITUTE,
    TAKE_CARD,
    TECHNOLOGY,
    TITLE,
    TOOK_CARD,
    TOWER,
    TRADE,
    UNIT_ITEM,
    WHATEVER,
    WHOLE_BATTLE,
    WON,
)

PRICES: Final[tuple[float, ...]] = (0.8, 0.85, 1.05, 1.1, 1.25, 1.0, 0.42, 1.0)
"""Of what can be gained (D-22.1): wood, leather, stone, iron, gold, a point, culture, any resource."""
OFTEN: Final[dict[int, float]] = {
    ACT + BUILD: 2.2,
    ACT + DEVELOP: 1.2,
    ACT + RESEARCH: 1.1,
    ACT + MARCH: 0.9,
    BUILT + CITY: 0.5,
    BUILT + PRODUCTION: 0.7,
    BUILT + CHURCH: 0.5,
    BUILT + TOWER: 0.4,
    BUILT + MANOR: 0.6,
    BUILT + STORE: 0.4,
    SETTLED: 0.6,
    RECRUITED: 0.9,
    RAISED: 0.7,
    TOOK_CARD: 1.3,
    AFTER_RELIC: 0.2,
    REACTED: 0.8,
    WON: 0.6,
    TITLE: 0.3,
    PASS: 1.0,
    PRODUCE: 1.0,
}
"""How often a trigger occurs between two passes."""
ITEMS_OFTEN: Final[dict[int, float]] = {
    CITY: 0.5,
    PRODUCTION: 0.7,
    CHURCH: 0.5,
    TOWER: 0.4,
    MANOR: 0.6,
    STORE: 0.4,
    UNIT_ITEM: 0.7,
    UNIT_ITEM + 1: 0.2,
    UNIT_ITEM + 2: 0.3,
    RAISE: 0.7,
    TECHNOLOGY: 0.2,
    SETTLE: 0.6,
}
"""How often something is paid for between two passes."""
TYPICAL: Final[dict[int, float]] = {CHURCHES: 2.0}
"""What a counter may come to; other counters come to `MIDDLING`."""
MIDDLING: Final = 2.5
PARAM_WORTH: Final[tuple[float, ...]] = (1.2, 0.3, 0.3, 0.0, 0.4, 0.1, 0.4)
"""Of a value that cards raise (D-22.13), for every pass; the supply limit counts once."""
BATTLE: Final = 1.2
"""An effect in battles."""
FREE_TRADE: Final = 0.5
"""A trade, for every pass."""
PIECE: Final = 3.0
"""A piece built without a noble."""
UNIT: Final = 1.2
CARD: Final = 2.0
"""A card taken without a noble."""
TURN: Final = 2.5
HOPED: Final = 0.8
"""How much counts of what is still to be reached."""

Line = tuple[float, float]
"""What something is worth at once, and for every pass to come."""


def gained(effect: Effect) -> float:
    """What one occurrence of an effect brings."""
    op = effect.op
    if op == GAIN:
        return PRICES[effect.what] * effect.n
    if op == GAIN_CHOICE:
        return max([goods_worth(bundle) for bundle in effect.bundles], default=0.0)
    if op == GAIN_DIFFERENT:
        return PRICES[ANY_RESOURCE] * effect.n
    if op == GAIN_PER:
        n = TYPICAL.get(effect.per, MIDDLING) / effect.div
        return PRICES[effect.what] * effect.n * (min(n, effect.most) if effect.most else n)
    if op == TRADE:
        paid = goods_worth(effect.pay) + PRICES[ANY_RESOURCE] * effect.pay_any
        return max(FREE_TRADE, sum([gained(got) for got in effect.get]) - paid)
    if op in (EXTRA_BUILD, RAISE_ACHIEVEMENT):
        return PIECE * (1.0 if effect.free else 0.6)
    if op in (EXTRA_RECRUIT, PLACE_UNIT):
        return UNIT * effect.n
    if op == TAKE_CARD:
        return CARD * effect.n
    if op == EXTRA_TURN:
        return TURN
    return PRICES[ANY_RESOURCE] * effect.cities if op == PRODUCE_BONUS else BATTLE


def goods_worth(goods: Sequence[int]) -> float:
    """What goods are worth."""
    return sum([n * PRICES[kind] for kind, n in enumerate(goods)])


def line(effect: Effect) -> Line:
    """What an effect in force is worth; points of the end are none of it."""
    when, op = effect.when, effect.op
    if when in (NOW, END, NO_TRIGGER):
        return 0.0, 0.0
    if op == PARAM:
        worth = PARAM_WORTH[effect.param] * effect.n
        return (worth, 0.0) if effect.param == 0 else (0.0, worth)
    if op in (DISCOUNT, SUBSTITUTE):
        uses = sum([often for item, often in ITEMS_OFTEN.items() if effect.items >> item & 1])
        worth = PRICES[ANY_RESOURCE] * min(uses, 1.0 if effect.ability >= 0 else uses)
        return 0.0, worth * (0.4 if op == SUBSTITUTE else 1.0)
    if when == SELL:
        return 0.0, 0.4
    if when == FREE:
        return 0.0, FREE_TRADE
    if BATTLE_START <= when <= AFTER_BATTLE or when in (ALWAYS, WHOLE_BATTLE):
        return BATTLE, 0.0
    uses = OFTEN.get(when - BEFORE_ACT + ACT if when >= BEFORE_ACT else when, 0.3)
    if effect.ability >= 0:
        uses = min(uses, 0.7)
    if effect.cond_per != WHATEVER:
        uses *= 0.6
    return 0.0, uses * gained(effect)


@lru_cache(maxsize=16)
def lines(t: Lookup) -> list[Line]:
    """What every power is worth while it is in force."""
    found: list[Line] = []
    for power in t.powers:
        each = [line(effect) for effect in power.effects]
        found.append((sum([once for once, _ in each]), sum([more for _, more in each])))
    return found


@lru_cache(maxsize=16)
def surprises(t: Lookup) -> list[float]:
    """What every power brings in the moment it is uncovered (D-21.3)."""
    return [sum([gained(effect) for effect in power.effects if effect.when == NOW]) for power in t.powers]


@lru_cache(maxsize=16)
def rewards(t: Lookup) -> list[float]:
    """What the reward of every barbarian marker is worth."""
    return [sum([gained(effect) for effect in reward]) for reward in t.marker_rewards]


@lru_cache(maxsize=16)
def relics(t: Lookup) -> list[float]:
    """What every relic brings when it is played; 0 for other cards."""
    return [
        sum([gained(effect) * (0.5 if effect.cond_per != WHATEVER else 1.0) for effect in effects])
        if t.card_kind[card] == RELIC
        else 0.0
        for card, effects in enumerate(t.card_effects)
    ]


def uncovered(s: DarkAges, side: int, card: int, level: int, left: float) -> float:
    """What it is worth to uncover a level (0: the first) of an achievement, its price not counted."""
    t = s.t
    power = t.card_powers[card][level]
    once, more = lines(t)[power]
    found = once + more * left + surprises(t)[power]
    found += t.card_vp[card][level] - (t.card_vp[card][level - 1] if level else 0)
    if t.card_replaces[card][level]:
        before = lines(t)[t.card_powers[card][level - 1]]
        found -= before[0] + before[1] * left
    for effect in t.powers[power].effects:
        if effect.when == END and effect.op == SCORE:
            n = max(count(s, side, effect.per, NONE), MIDDLING * min(1.0, left / 2)) / effect.div
            found += HOPED * effect.n * (min(n, effect.most) if effect.most else n)
    return found
