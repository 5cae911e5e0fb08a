"""How good a position of Dark Ages is: points now, points of the end as it stands, and what is on the way.

All weights are in victory points. What is only promised counts by how many actions are still to come (see
outlook.py) and fades out towards the end, when nothing is left but the points. Whoever has the better
promises therefore does well to go on, and whoever is ahead in points to end the game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN
from pfalz.games.darkages.judging import Judge as Judge
from pfalz.games.darkages.judging import judges
from pfalz.games.darkages.lookup import LEVELS, SITES, Lookup
from pfalz.games.darkages.outlook import Outlook, harvest, production, purse
from pfalz.games.darkages.scoring import FINAL_SOURCES, final_points
from pfalz.games.darkages.settling import epithet_points
from pfalz.games.darkages.state import LAST_TURNS, DarkAges
from pfalz.games.darkages.titles import titles
from pfalz.games.darkages.warfare import STRAIGHT, YIELD_WORTH, Stakes, armies, danger
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    EPITHET,
    RELIC,
    UNITS,
    WAR_TECHNOLOGY,
)
from pfalz.games.darkages.worth import lines, relics, uncovered

TERMS: Final[tuple[str, ...]] = (
    "points",
    "final",
    "land",
    "manors",
    "culture",
    "goods",
    "cards",
    "army",
    "titles",
    "tempo",
    "danger",
)
"""What the worth of a seat is made of; the terms of modules follow."""
POINTS: Final = 0
FINAL: Final = 1
LAND: Final = 2
MANORS: Final = 3
CULTURE: Final = 4
PURSE: Final = 5
CARDS: Final = 6
ARMY: Final = 7
TITLES: Final = 8
TEMPO: Final = 9
DANGER: Final = 10

BEST_RIVAL: Final = 0.7
"""How much the best rival counts; the rest is the mean of all."""
AREA: Final = 2.4
SITE: Final = 1.6
"""An open building site."""
STORES: Final = (0.0, 1.2, 2.6, 1.2, 1.0, 0.0)
"""What storehouses promise beyond their points, by level."""
ACCESS: Final = 0.35
"""A place more of the offer, for every pass to come."""
IN_HAND: Final = 0.45
"""An achievement in hand, of what laying it out is worth."""
RAISED_NEXT: Final = 0.35
RAISED_LAST: Final = 0.15
"""A level that may be uncovered next or last, of what that is worth."""
RAISE_PRICE: Final = 1.3
RELIC_IN_HAND: Final = 0.6
TECHNOLOGY_IN_HAND: Final = 0.8
NEXT_TIER: Final = 0.25
WAR_LEVEL: Final = 1.2
DISC: Final[tuple[float, ...]] = (0.0, 1.0, 1.6, 2.1, 2.5, 2.9, 3.3)
LAST_DISC: Final = 2.2
"""Noble discs, until the last turns and in them."""
REACTION: Final = 0.25
PENDING: Final = 2.0
"""An action whose content is not chosen yet."""
ACTIONS: Final = ("build", "develop", "research", "recruit", "march", "supply")


def term_names(rules: Ruleset[DarkAges]) -> tuple[str, ...]:
    """The terms there are with the modules in play."""
    return (*TERMS, *[term for judge in judges(rules) for term in judge.terms])


def evaluate(s: DarkAges, seat: int) -> float:
    """How far a seat is ahead of the others, prospects included."""
    values = [sum(terms) for terms in judge(s)]
    mine = values.pop(seat)
    if not values:
        return mine  # who plays alone has no rival with a seat
    return mine - BEST_RIVAL * max(values) - (1.0 - BEST_RIVAL) * sum(values) / len(values)


def judge(s: DarkAges) -> list[list[float]]:
    """The worth of all seats, term by term; of a finished game, points alone."""
    values = [[float(score), *[0.0] * (len(TERMS) - 1)] for score in s.scores()]
    modules = judges(s.rules)
    if s.over or s.home[0] < 0:
        rest = [0.0] * sum([len(judge.terms) for judge in modules])
        for seat, terms in enumerate(values):
            if not s.over and s.ruler[seat] >= 0:
                terms[LAND] = throne(s.t, s.ruler[seat])
            terms += rest
        return values
    o = Outlook(s)
    owned: list[list[int]] = [[] for _ in values]
    realms = [0] * len(values)
    for area, owner in enumerate(s.owner):
        if 0 <= owner < len(values):
            owned[owner].append(area)
            realms[owner] |= 1 << area
    fields = fields_of(s, o)
    for seat, terms in enumerate(values):
        made = production(s, owned[seat])
        hope = o.hope[seat]
        terms[FINAL] = float(sum([final_points(s, seat, source) for source in FINAL_SOURCES]))
        terms[LAND] = land(s, seat, owned[seat], made, o)
        terms[MANORS] = hope * row_hope(s.t, s.manors_off(seat))
        terms[CULTURE] = culture(s, seat, o)
        terms[PURSE] = purse(s, seat, made, o)
        terms[CARDS] = cards(s, seat, o)
        terms[ARMY] = armies(s, seat, owned[seat], Stakes(s, seat, realms[seat], fields, o))
        terms[TITLES] = titles(s, seat, realms[seat], o)
        terms[TEMPO] = tempo(s, seat, o)
        terms[DANGER] = danger(s, seat, owned, fields, o)
        for judge in modules:
            terms += judge.values(s, seat, o)
    return values


@lru_cache(maxsize=64)
def throne(t: Lookup, ruler: int) -> float:
    """What a ruler promises: neighbours in which it is cheap to settle."""
    costs = t.settle_costs[ruler]
    return sum([1.5 - 0.5 * costs[area] for area in t.neighbours[t.homes[ruler]]]) + 0.1 * sum(
        [3 - cost for cost in costs]
    )


# -- land ------------------------------------------------------------------------------------------------


def fields_of(s: DarkAges, o: Outlook) -> list[float]:
    """What every area is worth as such and with the city that stands there."""
    bare, top = AREA * max(o.hope), len(s.t.city_vp) - 1
    return [
        bare + (s.t.city_vp[min(s.sites_taken(area), top)] if s.city[area] else 0) for area in s.t.every_area
    ]


def land(s: DarkAges, seat: int, areas: list[int], made: list[int], o: Outlook) -> float:
    """Areas with what they will produce, open building sites, storehouses."""
    hope = o.hope[seat]
    found = AREA * hope * len(areas) + YIELD_WORTH * o.left[seat] * harvest(made)
    open_sites = sum([SITES - s.sites_taken(area) for area in areas if s.city[area]])
    found += SITE * hope * min(open_sites, 5)
    return found + hope * STORES[min(s.storage[seat], len(STORES) - 1)]


def row_hope(t: Lookup, off: int) -> float:
    """What manors promise beyond the points of the row they give already (D-19.6)."""
    even = t.manor_vp[-1] * (off - 1) / (t.manors - 1)
    return STRAIGHT * (even - t.manor_vp[off])


def culture(s: DarkAges, seat: int, o: Outlook) -> float:
    """Spaces on the way to the next points, and places of the offer (D-6.2, D-19.4)."""
    t, space = s.t, s.culture[seat]
    even = t.track_vp[-1] * space / t.last_space
    return (
        o.hope[seat] * STRAIGHT * (even - t.track_vp[space]) + ACCESS * o.left[seat] * t.reds_reached[space]
    )


# -- cards -----------------------------------------------------------------------------------------------


def cards(s: DarkAges, seat: int, o: Outlook) -> float:
    """Effects in force, levels that may be uncovered, and the hand."""
    t, left, hope = s.t, o.left[seat], o.hope[seat]
    found = 0.0
    lines_ = lines(t)
    for power in s.powers[seat]:
        once, more = lines_[power]
        found += hope * once + left * more
    for card in s.laid[seat]:
        level = s.level[card]
        if level < LEVELS:
            found += hope * RAISED_NEXT * max(0.0, uncovered(s, seat, card, level, left) - RAISE_PRICE)
        if level < LEVELS - 1:
            found += hope * RAISED_LAST * max(0.0, uncovered(s, seat, card, level + 1, left) - RAISE_PRICE)
    for unit in range(UNITS):
        found += hope * WAR_LEVEL * (s.face_of(seat, unit).level - 1)
    return found + hand(s, seat, o)


def hand(s: DarkAges, seat: int, o: Outlook) -> float:
    """Cards in hand."""
    t, left, hope = s.t, o.left[seat], o.hope[seat]
    found = 0.0
    relics_ = relics(t)
    plans: list[float] = []
    churches = 0
    for card in s.hand[seat]:
        if card == HIDDEN:
            continue
        kind = t.card_kind[card]
        if kind == EPITHET:
            found += epithet(s, seat, card, o)
        elif kind == RELIC:
            churches += 1
            found += RELIC_IN_HAND * hope * relics_[card] / churches if s.churches_left else 0.0
        elif kind == ACHIEVEMENT:
            plans.append(uncovered(s, seat, card, 0, left) + 0.4 * uncovered(s, seat, card, 1, left))
        elif kind == WAR_TECHNOLOGY:
            found += TECHNOLOGY_IN_HAND * hope
    room = t.achievement_slots - len(s.laid[seat])
    plans.sort(reverse=True)
    if room > 0:
        for i, worth in enumerate(plans[:room]):
            found += hope * IN_HAND * worth / (1.0 + 0.4 * i)
    return found + 0.1 * hope * min(3, len(s.hand[seat]))


def epithet(s: DarkAges, seat: int, card: int, o: Outlook) -> float:
    """An epithet: the tier that is reached, and the next one (D-12.2)."""
    now = epithet_points(s, seat, card)
    if s.phase == LAST_TURNS:
        return 0.4 * now if not s.out[seat] else 0.0
    if o.discs[seat] < 1:
        return 0.97 * now
    later = min([vp for _, vp in s.t.card_tiers[card] if vp > now], default=now)
    return 0.97 * now + NEXT_TIER * (later - now)


# -- titles and tempo ------------------------------------------------------------------------------------


def tempo(s: DarkAges, seat: int, o: Outlook) -> float:
    """Noble discs, discs that may react, and an action that is just being carried out."""
    if s.out[seat]:
        return 0.0
    discs = o.discs[seat]
    if s.phase == LAST_TURNS:
        found = LAST_DISC * discs
    else:
        found = DISC[min(discs, len(DISC) - 1)]
    found += REACTION * sum([stack[0] == seat for stack in s.stacks if len(stack) > 1])
    if s.turn == seat and any(s.within(action) for action in ACTIONS):
        found += PENDING
    return found
