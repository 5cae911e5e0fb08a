"""Plans worth a look, for bots: found by judging whole mats in the mind, made legal by the rules.

A wish says for every box which card should lie there. Wishes are found by climbing: from several starts, any
box gets another card (cards change places where needed) as long as `prospect` likes the mat better. The best
different wishes become plans by walking through the form slot by slot: whatever the rules offer is legal, the
wish only says which of the offers is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.wallenstein.lookup import (
    ACTIONS,
    BLANK,
    BUILD_CHURCH,
    BUILD_PALACE,
    BUILD_TRADING_POST,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    COMBAT_B,
    DEPLOY_1_MOVE,
    DEPLOY_3,
    DEPLOY_5,
    MONEY,
)
from pfalz.games.wallenstein.prospects import prospect
from pfalz.games.wallenstein.state import AUCTION, EMPTY, Wallenstein, is_county

STARTS: Final = 3
STEPS: Final = 130
"""Changes tried from each start."""
KEPT: Final = 10
"""Wishes that become plans, each with a few bids."""
BIDS: Final = 3
LEAST_HARM: Final = (
    *(COMBAT_B, COMBAT_A, BUILD_PALACE, BUILD_CHURCH, BUILD_TRADING_POST),
    *(DEPLOY_1_MOVE, DEPLOY_3, DEPLOY_5, COLLECT_GRAIN, COLLECT_TAXES),
)
"""Where a county without a task lies best."""
FREE: Final = MONEY
"""The money card that bids nothing; in a wish it stands for any card without effect."""


def plans(s: Wallenstein, ask: Ask, rng: Random) -> list[Move]:
    """Complete legal plans, the best wishes first, with different bids."""
    wishes = best_wishes(s, ask.seat, rng)
    found: dict[Move, None] = {}
    for wish in wishes:
        for bid in bids(s, ask, wish):
            found[laid_out(s, ask, wish, bid)] = None
    return list(found)


def best_wishes(s: Wallenstein, seat: int, rng: Random) -> list[list[int]]:
    """The best mats met on several climbs."""
    boxes = len(s.mat) // s.t.players
    counties = s.own(seat)
    empty = [FREE] * (ACTIONS + 1) + [BLANK + i for i in range(boxes - ACTIONS - 1)]
    if not counties:
        return [empty]
    alone = single_values(s, seat, empty, counties)
    seen: dict[tuple[int, ...], float] = {}
    for start in range(STARTS):
        wish = first_wish(alone, empty, counties, rng, 0.5 * start)
        climb(s, seat, wish, counties, rng, seen)
    order = sorted(seen, key=seen.__getitem__, reverse=True)
    return [list(wish) for wish in order[:KEPT]]


def single_values(
    s: Wallenstein, seat: int, empty: list[int], counties: list[int]
) -> list[tuple[float, int, int]]:
    """What each action in each county is worth when nothing else is planned."""
    base = prospect(s, seat, empty)
    found: list[tuple[float, int, int]] = []
    row = list(empty)
    for box in range(1, ACTIONS + 1):
        for county in counties:
            row[box] = county
            found.append((prospect(s, seat, row) - base, box, county))
        row[box] = empty[box]
    return found


def first_wish(
    alone: list[tuple[float, int, int]], empty: list[int], counties: list[int], rng: Random, noise: float
) -> list[int]:
    """The best single actions one after the other, shaken a little."""
    shaken = [(value + noise * rng.random(), box, county) for value, box, county in alone]
    shaken.sort(reverse=True)
    wish = list(empty)
    used = 0
    for value, box, county in shaken:
        if value > 0.0 and wish[box] == FREE and not used >> county & 1:
            wish[box] = county
            used |= 1 << county
    return wish


def climb(
    s: Wallenstein,
    seat: int,
    wish: list[int],
    counties: list[int],
    rng: Random,
    seen: dict[tuple[int, ...], float],
) -> None:
    """Change the wish where it gets better; every mat met is remembered with its value."""
    best = prospect(s, seat, wish)
    seen[tuple(wish)] = best
    boxes = len(wish)
    random = rng.random
    for _ in range(STEPS):
        box = 1 + int(random() * (boxes - 1))
        there = wish[box]
        pick = int(random() * (len(counties) + 1))
        if pick == len(counties):
            card = FREE if box <= ACTIONS else BLANK + box - ACTIONS - 1
        else:
            card = counties[pick]
        if card == there:
            continue
        other = -1
        if is_county(card) and card in wish:
            other = wish.index(card)
            wish[other] = there if is_county(there) or other <= ACTIONS else BLANK + other - ACTIONS - 1
            if wish[other] >= BLANK and other <= ACTIONS:
                wish[other] = FREE
        wish[box] = card
        value = prospect(s, seat, wish)
        seen[tuple(wish)] = value
        if value > best:
            best = value
        else:
            if other >= 0:
                wish[other] = card
            wish[box] = there


def bids(s: Wallenstein, ask: Ask, wish: list[int]) -> list[int]:
    """A free bid (a county that is not needed, or nothing) and the cheap money cards."""
    options = ask.options(s, ()) or ()
    idle = [card for card in options if is_county(card) and card not in wish]
    found = [idle[0]] if idle else [FREE] if FREE in options else []
    found += [card for card in (MONEY + 1, MONEY + 2, MONEY + 3) if card in options]
    return found[:BIDS] or [options[0]]


def laid_out(s: Wallenstein, ask: Ask, wish: list[int], bid: int) -> Move:
    """The wish as a legal plan; boxes without a wish get money, blank cards or nothing."""
    wanted = list(wish)
    wanted[AUCTION] = bid
    spare_counties(s, ask.seat, wanted)
    prefix: list[int] = []
    options = ask.options(s, ())
    while options is not None:
        at = len(prefix)
        card = wanted[at]
        no_wish = at > AUCTION and MONEY <= card < BLANK
        if no_wish or card not in options:
            card = filler(options, wanted)
        prefix.append(card)
        options = ask.options(s, prefix)
    return tuple(prefix)


def spare_counties(s: Wallenstein, seat: int, wanted: list[int]) -> None:
    """Where cards without effect are too few, counties without a task lie where they do no harm."""
    boxes = len(wanted)
    own = s.own(seat)
    blanks = s.rules.value(s, "blank_cards", 0)
    cards = len(own) + BLANK - MONEY + blanks
    idle = [county for county in own if county not in wanted]
    # a box is filled by a county with a task, by another card, or (cards lacking) by nothing
    fillers = BLANK - MONEY + blanks + max(0, boxes - cards)
    lacking = boxes - (len(own) - len(idle)) - fillers
    for action in LEAST_HARM:
        if lacking <= 0 or not idle:
            return
        if not is_county(wanted[action + 1]):
            wanted[action + 1] = idle.pop()
            lacking -= 1


def filler(options: Sequence[int], wanted: list[int]) -> int:
    """An offered card without effect that no box wants; else nothing; else a county without a task."""
    for card in options:
        if MONEY <= card < BLANK and card != wanted[AUCTION]:
            return card
    if EMPTY in options:
        return EMPTY
    for card in options:
        if card not in wanted:
            return card
    return options[-1]
