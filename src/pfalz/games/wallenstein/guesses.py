"""What the cards face down on another mat may be: guesses for bots, all possible, most of them sensible.

A palace is planned where there is a site and money for it, taxes where they are high and the people quiet, an
attack where armies stand at a border. So boxes are filled one after the other, in any order, each with the
most sensible of a few cards that may lie there. It is done for every position a bot imagines, so it is quick.
"""

from __future__ import annotations

from random import Random
from typing import Final

from pfalz.core.state import HIDDEN
from pfalz.games.wallenstein.actions import has_site
from pfalz.games.wallenstein.lookup import (
    ACTIONS,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    TRADING_POST,
)
from pfalz.games.wallenstein.planning import is_affordable, planning_cards
from pfalz.games.wallenstein.state import AUCTION, Wallenstein, is_county

LOOKS: Final = 3
"""Cards looked at for each box."""
NO_ACTION: Final = 2.0
"""Weight of a card that means no action."""
IDLE: Final = 0.2
"""Weight of a county where the action has no effect."""
BUILDS: Final = 8.0
DEPLOYS: Final = 3.0


def guess_plan(s: Wallenstein, seat: int, rng: Random) -> None:
    """Fill the hidden boxes of another seat with cards it may have put there (W-2.3)."""
    boxes = s.boxes()
    first = seat * boxes
    row = s.mat[first : first + boxes]
    if HIDDEN not in row:
        return
    # a card gained this round came too late for planning (W-8.11)
    pool = [
        card
        for card in planning_cards(s, seat)
        if card not in row and not (is_county(card) and s.gained >> card & 1)
    ]
    hidden = [box for box in range(boxes) if row[box] == HIDDEN]
    if hidden[0] == AUCTION:
        del hidden[0]
        bids = [card for card in pool if is_affordable(s, seat, card)]
        bid = bids[int(rng.random() * len(bids))]
        s.mat[first + AUCTION] = bid
        pool.remove(bid)
    rng.shuffle(hidden)
    for box in hidden:
        at = likely(s, seat, box, pool, rng)
        s.mat[first + box] = pool[at]
        pool[at] = pool[-1]
        pool.pop()


def likely(s: Wallenstein, seat: int, box: int, pool: list[int], rng: Random) -> int:
    """Where in the pool the most sensible of a few cards is."""
    n = len(pool)
    found = int(rng.random() * n)
    best = weight(s, seat, box, pool[found])
    for _ in range(LOOKS - 1):
        at = int(rng.random() * n)
        if at != found:
            here = weight(s, seat, box, pool[at])
            if here > best:
                found, best = at, here
    return found


def border(s: Wallenstein, seat: int, county: int) -> int:
    """Armies of a county that could march over a border."""
    owner = s.owner
    for other in s.t.neighbours[county]:
        if owner[other] != seat:
            return s.armies[county] - 1
    return 0


def weight(s: Wallenstein, seat: int, box: int, card: int) -> float:
    """How sensible a card is in a box of an action, or in one that a module has added."""
    if not is_county(card):
        return NO_ACTION
    if box > ACTIONS:
        return 1.0 + s.armies[card]
    action = box - 1
    if action <= TRADING_POST:
        if s.thalers[seat] < s.t.cost[action] or not has_site(s, s.buildings[card], card, action):
            return IDLE
        return BUILDS
    if action == COLLECT_GRAIN:
        return s.t.grain[card] / (1.0 + 2.0 * s.markers[card])
    if action == COLLECT_TAXES:
        return s.t.taxes[card] / (1.0 + 2.0 * s.markers[card])
    if action < COMBAT_A:
        return DEPLOYS if border(s, seat, card) and s.thalers[seat] >= s.t.cost[action] else 1.0
    return IDLE + border(s, seat, card)
