"""What bots know about MIL: how good a position is, and which answers to large forms are worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.mil.knights import white_slots
from pfalz.games.mil.lookup import CLOTH, FOOD, GOLD, INFLUENCE, METAL, RESOURCES
from pfalz.games.mil.market import (
    AUCTION,
    BID,
    BID_CUBES,
    ENOUGH,
    NOTHING,
    TRADE,
    bid_hand,
    pays_lowest_bid,
    rank,
)
from pfalz.games.mil.market import PASS as STAY_OUT
from pfalz.games.mil.prospects import TERMS, evaluate, judge
from pfalz.games.mil.state import EMPTY, WHITE, Mil
from pfalz.games.mil.turn import GROWTH, HARVEST, PASS, PLACE, RECRUIT
from pfalz.games.mil.war import ATTACK, FREE_LAND
from pfalz.games.mil.wedding import half

__all__ = ["PACE", "TERMS", "candidates", "evaluate", "judge"]

PACE: Final = 12_000
"""Positions that are looked at in a second where a bot plays on to the end of a round."""

MOST = 48
"""Answers looked at."""


def candidates(s: Mil, ask: Ask, rng: Random) -> list[Move]:
    """Sensible answers to a large form; nothing for small ones, where all are looked at."""
    name, seat = ask.name, ask.seat
    hand = s.hand(seat) if seat >= 0 else []
    found: list[Move] = []
    if name == "act":
        found = _acts(s, ask, rng)
    elif name == "dowry":
        found = _dowries(s, seat, hand)
    elif name == "commit":
        found = [
            (n - max(0, n - hand[FOOD]), max(0, n - hand[FOOD]))
            for n in _sizes(hand[FOOD] + hand[INFLUENCE], 20)
        ]
    elif name == "offer":
        found = _offers(hand)
    elif name == "counter":
        found = _counters(s, ask)
    elif name == "keep":
        found = [_kept(ask.args[1:])]
    elif name in ("bid", "final_bid"):
        found = [(STAY_OUT,), *[(BID, *bid) for bid in _bids(s, seat)]]
    elif name == "market":
        found = _at_market(s, ask, hand)
    elif name == "trade":
        found = [(ENOUGH,), *_trades(s, hand)]
    elif name == "war":
        found = _at_war(s, ask)
    return found if len(found) <= MOST else rng.sample(found, MOST)


def _sizes(most: int, steps: int) -> list[int]:
    """Numbers from 0 to `most`, at most about `steps` of them."""
    return list(range(0, most + 1, 1 + most // steps))


# -- actions --------------------------------------------------------------------------------------


def _acts(s: Mil, ask: Ask, rng: Random) -> list[Move]:
    found: list[Move] = []
    whites = white_slots(s)
    for action in ask.options(s, ()) or ():
        if action == PASS:
            free = ask.options(s, (PASS,)) or ()
            slot = free[int(rng.random() * len(free))]
            markers = ask.options(s, (PASS, slot))
            found += [(PASS, slot)] if markers is None else [(PASS, slot, marker) for marker in markers]
            continue
        for k in ask.options(s, (action,)) or ():
            if action == PLACE:
                found += _placements(s, ask, k)
            elif action == GROWTH:
                found += [(GROWTH, k, how) for how in ask.options(s, (GROWTH, k)) or ()]
            elif action == RECRUIT:
                found += [(RECRUIT, k, slot) for slot in _some(whites, rng)]
            elif action == HARVEST:
                lands = ask.options(s, (HARVEST, k)) or ()
                found += [(HARVEST, k, land, slot) for land in lands for slot in _some(whites, rng)]
    return found


def _some(slots: list[int], rng: Random) -> list[int]:
    return slots if len(slots) < 3 else rng.sample(slots, 2)


def _placements(s: Mil, ask: Ask, k: int) -> list[Move]:
    """The leftmost empty slot of every sphere, the leftmost one to be paid if it is further left."""
    found: list[Move] = [(PLACE, k, s.t.monastery), (PLACE, k, s.t.crusades)]
    n = s.t.per_sphere
    for first in range(0, s.t.slots, n):
        for slot in range(first, first + n):
            what = s.slots[slot]
            if what == WHITE and s.slots[first:slot].count(WHITE) == 0:
                tolls = ask.options(s, (PLACE, k, slot)) if slot in (ask.options(s, (PLACE, k)) or ()) else ()
                found += [(PLACE, k, slot, toll) for toll in tolls or ()]
            elif what == EMPTY:
                found.append((PLACE, k, slot))
                break
    return found


# -- cubes ----------------------------------------------------------------------------------------


def _cheapest(hand: Sequence[int], n: int) -> Move:
    """The least valuable `n` cubes of a hand."""
    found = [0] * RESOURCES
    for resource in (FOOD, CLOTH, METAL, INFLUENCE, GOLD):
        found[resource] = min(hand[resource], n)
        n -= found[resource]
    return tuple(found)


def _dowries(s: Mil, seat: int, hand: list[int]) -> list[Move]:
    """Nothing, or the cheapest cubes of every number, also with one gold among them."""
    if not s.women[seat]:
        return [(0,) * RESOURCES]
    sizes = _sizes(min(sum(hand), 12), 12)
    found = [_cheapest(hand, n) for n in sizes]
    if hand[GOLD]:
        rest = [*hand[:GOLD], hand[GOLD] - 1]
        for n in sizes[1:]:
            food, cloth, metal, influence, gold = _cheapest(rest, n - 1)
            move = (food, cloth, metal, influence, gold + 1)
            if move not in found:
                found.append(move)
    return found


def _offers(hand: list[int]) -> list[Move]:
    """Gold and influence in several amounts."""
    return [
        (gold, influence)
        for gold in range(min(hand[GOLD], 4) + 1)
        for influence in range(min(hand[INFLUENCE], 5) + 1)
    ]


def _counters(s: Mil, ask: Ask) -> list[Move]:
    """Accept, the least raises, and every fief."""
    found: list[Move] = []
    for answer in ask.options(s, ()) or ():
        following = ask.options(s, (answer,))
        if following is None:
            found.append((answer,))
            continue
        for value in list(following)[:4]:
            last = ask.options(s, (answer, value))
            found.append((answer, value) if last is None else (answer, value, last[0]))
    return found


def _kept(offered: Sequence[int]) -> Move:
    """The most valuable half, rounded up."""
    n = half(sum(offered))
    found = [0] * RESOURCES
    for resource in (GOLD, INFLUENCE, METAL, CLOTH, FOOD):
        found[resource] = min(offered[resource], n)
        n -= found[resource]
    return tuple(found)


def _bids(s: Mil, seat: int) -> list[Move]:
    """Bids from the lowest on: food first, then cloth and metal, then gold."""
    if not pays_lowest_bid(s, seat):
        return []
    have = bid_hand(s, seat)
    least = [s.t.lowest_bid[resource] for resource in BID_CUBES]
    high = rank(s.bid[1:]) if s.bid else (0, 0, 0, 0)
    found: list[Move] = []
    for total in range(max(sum(least), high[0]), min(sum(have), high[0] + sum(least) + 5) + 1):
        for gold in range(min(have[3], 2) + 1):
            bid = [*least[:3], gold]
            rest = total - sum(bid)
            for i in (0, 1, 2, 3):
                more = min(max(0, rest), have[i] - bid[i])
                bid[i] += more
                rest -= more
            move = tuple(bid)
            if rest == 0 and rank(bid) > high and move not in found:
                found.append(move)
    return found


def _at_market(s: Mil, ask: Ask, hand: list[int]) -> list[Move]:
    options = ask.options(s, ()) or ()
    found: list[Move] = [(NOTHING,)]
    if AUCTION in options:
        found += [(AUCTION, *bid) for bid in _bids(s, ask.seat)[:14]]
    if TRADE in options:
        found += [(TRADE, *listed) for listed in _trades(s, hand)]
    return found


def _trades(s: Mil, hand: list[int]) -> list[Move]:
    """Food for cloth and metal, surplus cloth and metal for gold, as many as may be traded."""
    t = s.t
    number = {pair: i + 1 for i, pair in enumerate(zip(t.give, t.get, strict=True))}
    pairs = ((FOOD, CLOTH), (FOOD, METAL), (CLOTH, GOLD), (METAL, GOLD), (GOLD, METAL), (GOLD, CLOTH))
    kinds = [(give, number[give, get]) for give, get in pairs if (give, get) in number]
    found: list[Move] = []
    for i, (give, exchange) in enumerate(kinds):
        for other_give, other in kinds[i:]:
            for n in range(1, t.trade_cubes + 1):
                m = t.trade_cubes - n if other != exchange else 0
                used = {give: n}
                used[other_give] = used.get(other_give, 0) + m
                if any(hand[resource] < count for resource, count in used.items()):
                    continue
                listed = (exchange,) * n + (other,) * m
                move = listed if len(listed) == t.trade_cubes else (*listed, ENOUGH)
                if move not in found:
                    found.append(move)
    return found[:30]


def _at_war(s: Mil, ask: Ask) -> list[Move]:
    """Nothing, free land paid with food first, and every attack."""
    found: list[Move] = [(NOTHING,)]
    options = ask.options(s, ()) or ()
    if FREE_LAND in options:
        for stack in ask.options(s, (FREE_LAND,)) or ():
            food = ask.options(s, (FREE_LAND, stack))
            found.append((FREE_LAND, stack) if food is None else (FREE_LAND, stack, food[-1]))
    if ATTACK in options:
        for target in ask.options(s, (ATTACK,)) or ():
            found += [(ATTACK, target, tile) for tile in ask.options(s, (ATTACK, target)) or ()]
    return found
