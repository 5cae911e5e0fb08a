"""What the cards face down on another mat may be: guesses for bots, all possible, most of them sensible."""

from __future__ import annotations

from random import Random

from pfalz.core.state import HIDDEN
from pfalz.games.wallenstein.planning import is_affordable, planning_cards
from pfalz.games.wallenstein.state import AUCTION, Wallenstein, is_county


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
    if row[AUCTION] == HIDDEN:
        bid = rng.choice([card for card in pool if is_affordable(s, seat, card)])
        s.mat[first + AUCTION] = row[AUCTION] = bid
        pool.remove(bid)
    hidden = [box for box in range(boxes) if row[box] == HIDDEN]
    for box, card in zip(hidden, rng.sample(pool, len(hidden)), strict=True):
        s.mat[first + box] = card
