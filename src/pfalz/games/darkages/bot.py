"""What bots know about Dark Ages: how good a position is, and which answers are worth a look.

**Payments.** Of the ways to pay for a thing one is looked at: goods before gold, and what there is most of.

**Battles.** One imagined battle says little about an attack, and the luckiest of many says less: whoever
compares them attacks too often. So attacks are weighed by their odds, and only the best one goes to the bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pfalz.core.ask import Ask, Slot
from pfalz.core.state import Move
from pfalz.games.darkages.answers import damage_answer, discards, reroll_answers, sales, stores
from pfalz.games.darkages.judging import judges
from pfalz.games.darkages.marches import march_promise, marches, regroupings, supplies
from pfalz.games.darkages.possible import muster_places, reach
from pfalz.games.darkages.prospects import TERMS, evaluate, judge, term_names
from pfalz.games.darkages.reactions import DISCARD_CARD, TAKE_CARD
from pfalz.games.darkages.settling import epithet_points, settlers
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.turn import ACTION_STEP, EFFECT_STEP, EPITHET_STEP, SETTLE_STEP
from pfalz.games.darkages.words import (
    CHURCH,
    CITY,
    CULTURE_EXCHANGE,
    GOODS,
    MANOR,
    MARCH,
    PRODUCTION,
    RECRUIT_AGAIN,
    REGROUP,
    RESOURCES,
    STORE,
    TOWER,
    UNITS,
)
from pfalz.games.darkages.worth import PRICES

__all__ = ["PACE", "TERMS", "candidates", "evaluate", "judge", "term_names"]

PACE: Final = 1_200
"""Positions that are looked at in a second where a bot plays on to the end of a round."""

MOST: Final = 40
"""Answers looked at."""
MARCH_STEP: Final = ACTION_STEP + MARCH
GO: Final = 9.0
STAY: Final = 2.5
"""An attack that promises so much is made; one that promises less is not looked at."""
PLACES: Final = 4
"""Areas looked at for one kind of building, and for recruiting."""


def candidates(s: DarkAges, ask: Ask, rng: Random) -> list[Move]:
    """Sensible answers to large forms; nothing for small ones, where all are looked at."""
    name = ask.name
    found: list[Move] = []
    if name in ("turn", "after"):
        found = _steps(s, ask)
    elif name in ("build", "extra_build"):
        found = _buildings(s, ask)
    elif name in ("recruit", "extra_recruit"):
        found = _recruits(s, ask, ())
    elif name == "march":
        found = marches(s, ask)
    elif name == "supply":
        found = supplies(s, ask)
    elif name in ("react", "react_again"):
        found = _reactions(s, ask)
    elif name == "sell":
        found = sales(s, ask.seat)
    elif name == "store":
        found = stores(s, ask.seat)
    elif name == "discard":
        found = discards(s, ask)
    elif name == "hits":
        found = [damage_answer(s, ask)]
    elif name == "reroll":
        found = reroll_answers(s, ask)
    else:
        for module in judges(s.rules):
            found += module.candidates(s, ask)
    return found if len(found) <= MOST else rng.sample(found, MOST)


def _steps(s: DarkAges, ask: Ask) -> list[Move]:
    """Every step of the turn; settling with the units that are missed least."""
    found: list[Move] = []
    for step in ask.options(s, ()) or ():
        if step == SETTLE_STEP:
            for area in ask.options(s, (step,)) or ():
                spent = min(settlers(s, ask.seat, area), key=lambda units: _price(s, ask.seat, units))
                found.append((step, area, *spent))
        elif step == EPITHET_STEP:
            cards = ask.options(s, (step,)) or ()
            paying = [card for card in cards if epithet_points(s, ask.seat, card)]
            found += [(step, card) for card in paying]
        elif step == EFFECT_STEP:
            for effect in ask.options(s, (step,)) or ():
                found += _completed(s, ask, (step, effect))
        elif step == MARCH_STEP:
            promise, quiet = march_promise(s, ask.seat)
            if promise >= GO:
                return [(step,)]
            if max(promise, quiet) >= STAY:
                found.append((step,))
        else:
            found.append((step,))
    return found or [(step,) for step in ask.options(s, ()) or ()]


def _price(s: DarkAges, seat: int, units: Sequence[int]) -> float:
    """What units cost to recruit again."""
    found = 0.0
    for unit, n in enumerate(units):
        if n:
            face = s.face_of(seat, unit)
            found += n * (0.5 * face.level + sum([PRICES[kind] * k for kind, k in enumerate(face.cost)]))
    return found


def _completed(s: DarkAges, ask: Ask, prefix: Move) -> list[Move]:
    """All completions of a prefix, or the first few."""
    options = ask.options(s, prefix)
    if options is None:
        return [prefix]
    found: list[Move] = []
    for value in options:
        found += _completed(s, ask, (*prefix, value))
    return found[:8]


# -- paying ----------------------------------------------------------------------------------------------


def paid(s: DarkAges, ask: Ask, prefix: Move) -> Move:
    """A form completed with the payment that hurts least (D-26.4)."""
    at = GOODS * ask.seat

    def pick(slot: Slot, options: Sequence[int]) -> int:
        if slot.name == "drop":  # what there is least of
            return min(options, key=lambda resource: s.goods[at + resource] - PRICES[resource])
        return options[-1] if slot.name == "discount" else options[0]

    move = list(prefix)
    while (options := ask.options(s, move)) is not None:
        move.append(pick(ask.slot(s, move), options))
    return tuple(move)


def _buildings(s: DarkAges, ask: Ask) -> list[Move]:
    """Every kind of building, in the best of the places for it."""
    found: list[Move] = []
    for option in ask.options(s, ()) or ():
        if option == STORE:
            found += [paid(s, ask, (option, *which)) for which in _variants(s, ask)]
            continue
        sites = ask.options(s, (option,))
        if sites is None:
            found.append((option,))  # nothing at all (DM0-3.5)
            continue
        areas = _best_places(s, ask.seat, option, list(sites))
        for area in areas:
            if option == PRODUCTION:
                kinds = _best_kinds(s, area, list(ask.options(s, (option, area)) or ()))
                found += [paid(s, ask, (option, area, kind)) for kind in kinds]
            else:
                found.append(paid(s, ask, (option, area)))
    return found


def _variants(s: DarkAges, ask: Ask) -> list[Move]:
    options = ask.options(s, (STORE,))
    if options is None or ask.slot(s, (STORE,)).name != "variant":
        return [()]
    return [(value,) for value in options]


def _best_places(s: DarkAges, seat: int, option: int, areas: list[int]) -> list[int]:
    """The places that promise most for a kind of building."""
    if len(areas) <= PLACES and option != MANOR:
        return areas
    t, realm = s.t, s.realm(seat)

    def promise(area: int) -> float:
        near = (t.near[area] & realm).bit_count()
        if option == TOWER:
            return near
        if option == CHURCH:
            return 10 * s.sites_taken(area) + len(t.near_regions[area])
        if option == CITY:
            return near + 2 * s.manors[area] + PRICES[t.resource[area]]
        if option == MANOR:  # where it holds what could be lost
            return s.sites_taken(area) + s.floors[area] - s.manors[area] + 0.1 * near
        return s.sites_taken(area) + max(s.production[RESOURCES * area : RESOURCES * (area + 1)])

    return sorted(areas, key=promise, reverse=True)[: 2 if option == MANOR else PLACES]


def _best_kinds(s: DarkAges, area: int, kinds: list[int]) -> list[int]:
    """Types of production: more of the same first (D-14.9), then the dearest."""
    at = RESOURCES * area
    return sorted(kinds, key=lambda kind: 2 * s.production[at + kind] + PRICES[kind], reverse=True)[:3]


# -- units -----------------------------------------------------------------------------------------------


def _recruits(s: DarkAges, ask: Ask, before: Move) -> list[Move]:
    """Every type of unit, in the cities from which there is most to reach."""
    found: list[Move] = []
    options = ask.options(s, before)
    if options is None:
        return [before]
    if ask.slot(s, before).name == "area":  # the type is given
        return [paid(s, ask, (*before, area)) for area in _muster(s, ask.seat)]
    for unit in options:
        if ask.options(s, (*before, unit)) is None:
            found.append((*before, unit))  # none of them (DM0-3.5)
        else:
            found += [paid(s, ask, (*before, unit, area)) for area in _muster(s, ask.seat)]
    return found


def _muster(s: DarkAges, seat: int) -> list[int]:
    realm = s.realm(seat)

    def promise(area: int) -> float:
        beyond = (reach(s, seat, area) & ~realm).bit_count()
        return (10 if beyond else 0) + beyond + 2 * sum(s.units[UNITS * area : UNITS * (area + 1)])

    return sorted(muster_places(s, seat), key=promise, reverse=True)[:3]


def _reactions(s: DarkAges, ask: Ask) -> list[Move]:
    """Both reactions with the best of their details."""
    found: list[Move] = []
    for reaction in ask.options(s, ()) or ():
        if reaction == RECRUIT_AGAIN:
            found += _recruits(s, ask, (reaction,))
        elif reaction == REGROUP:
            found += [(reaction, *move) for move in regroupings(s, ask.seat)]
        elif reaction == CULTURE_EXCHANGE:
            for way in ask.options(s, (reaction,)) or ():
                assert way in (DISCARD_CARD, TAKE_CARD)
                found += [(reaction, way, value) for value in ask.options(s, (reaction, way)) or ()]
        else:
            found += _completed(s, ask, (reaction,))
    return found
