"""How much of the game is left, for bots: passes and actions to come, and what goods are worth until then."""

from __future__ import annotations

from typing import Final

from pfalz.games.darkages.counters import level_three
from pfalz.games.darkages.ending import LEVELS_FOR_END
from pfalz.games.darkages.goods import gold_at_hand
from pfalz.games.darkages.offer import cards_left
from pfalz.games.darkages.passing import YIELD, sell_limit, store_limit
from pfalz.games.darkages.state import LAST_TURNS, PASS_ROUND, PLAYING, DarkAges
from pfalz.games.darkages.words import GOODS, RESOURCES
from pfalz.games.darkages.worth import PRICES

CYCLES: Final = 7.5
"""Passes of a player in a whole game."""
DIMINISHING: Final[tuple[float, ...]] = (1.0, 0.85, 0.65, 0.5, 0.35, 0.25)
"""What the first, second, ... resource of a type is worth of its price; further ones as the last."""
SPILLED: Final = 0.4
"""What is lost of a resource that can be neither stored nor sold."""
PLENTY: Final = 3
TOO_MUCH: Final = 0.4
"""Resources of one type and pass beyond the first few count so much."""
LARGE_YIELD: Final = 8.0
"""Resources of a pass beyond this count half."""
GOLD_MORE: Final = 0.3
"""What gold is worth beyond its point at the end."""


def progress(s: DarkAges) -> float:
    """How near the nearest end is, from 0 to 1 (D-18.2 to D-18.6)."""
    t = s.t
    cities = t.cities - t.players
    levels = max([level_three(s, side) for side in range(t.players)])
    deck = len(t.deck) - t.unused - t.offer_places
    return max(
        1.0 - s.cities_left / max(1, cities),
        (t.churches - s.churches_left) / max(1, s.rules.value(s, "church_limit", t.church_trigger)),
        max(s.culture[: t.players]) / t.last_space,
        levels / LEVELS_FOR_END,
        1.0 - cards_left(s) / max(1, deck),
    )


class Outlook:
    """What is still to come."""

    def __init__(self, s: DarkAges) -> None:
        n = s.t.players
        self.left = [0.0] * n
        """Passes with production to come, by seat."""
        self.pending = [False] * n
        """Whether a pass has begun and not yet brought its production."""
        discs = s.discs[:n]
        if s.phase == PLAYING:
            done = progress(s) if s.home[0] >= 0 else 0.0
            self.left = [1.0 + (CYCLES - 1.0) * (1.0 - done)] * n
        elif s.phase == PASS_ROUND:
            for side in s.items("round")[1]:
                if s.has_seat(side):
                    self.left[side] = 1.0
        for args in s.given("pass"):
            seat = args[0]
            if s.phase != LAST_TURNS and not s.has_begun("pass_on", "pass_8"):
                self.pending[seat] = True
            if s.phase != LAST_TURNS:
                discs[seat] = s.t.discs
        self.discs = discs
        """Noble discs, those that a pass is about to bring back included."""
        self.acts = [
            0.0 if s.out[seat] else discs[seat] + self.left[seat] * s.t.discs * 0.8 for seat in range(n)
        ]
        """Noble actions to come, by seat."""
        self.hope = [min(1.0, acts / 8.0) for acts in self.acts]
        """How much of what is on the way may still be reached."""


def production(s: DarkAges, areas: list[int]) -> list[int]:
    """What areas produce in a pass (D-14.9)."""
    made = [0] * RESOURCES
    for area in areas:
        at = RESOURCES * area
        for resource in range(RESOURCES):
            n = s.production[at + resource]
            if n:
                made[resource] += YIELD[n]
    return made


def harvest(made: list[int]) -> float:
    """What the production of a pass is worth; of one type nobody needs much."""
    found = 0.0
    for resource, n in enumerate(made):
        full, more = min(n, PLENTY), max(0, n - PLENTY)
        found += PRICES[resource] * (full + TOO_MUCH * more)
    total = sum(made)
    return found if total <= LARGE_YIELD else found * (LARGE_YIELD + total) / (2 * total)


def purse(s: DarkAges, seat: int, made: list[int], o: Outlook) -> float:
    """What the goods of a seat are worth beyond the points of gold, what a pass will bring included."""
    at = GOODS * seat
    have = s.goods[at : at + RESOURCES]
    stored = store_limit(s, seat)
    gold = gold_at_hand(s, seat)
    spilled = 0
    bonus = 0.0
    if o.pending[seat]:
        spilled = max(0, sum(have) - stored)
        have = [n + more for n, more in zip(have, made, strict=True)]
        bonus = s.t.gold_vp + GOLD_MORE
    else:
        spilled = max(0, sum(have) - stored - sell_limit(s, seat))
    useful = min(1.0, o.acts[seat] / 4.0)
    found = 0.0
    for resource, n in enumerate(have):
        price = PRICES[resource]
        for i in range(n):
            found += price * (DIMINISHING[i] if i < len(DIMINISHING) else DIMINISHING[-1])
    return useful * (found - SPILLED * spilled + GOLD_MORE * min(gold, 6)) + bonus
