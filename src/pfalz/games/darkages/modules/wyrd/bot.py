"""What the judgement thinks of Wyrd cards: points for the most of them, against the curses to come."""

from __future__ import annotations

from math import exp, factorial
from typing import ClassVar, Final

from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.losses import amount, complete, there_is
from pfalz.games.darkages.modules.wyrd.state import LOWER, UPPER, fate, wyrds
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    DISCARD_HAND,
    EXHAUST_NOBLE,
    EXHAUST_TITLE,
    GIVE,
    LOSE,
    LOSE_PER,
    REMOVE_BUILDING,
    REMOVE_TOWER_FLOOR,
    REMOVE_UNIT,
    RETURN_MANOR,
    STORAGE_BACK,
)
from pfalz.games.darkages.worth import PRICES

HURTS: Final[dict[int, float]] = {
    REMOVE_UNIT: 1.6,
    RETURN_MANOR: 2.6,
    REMOVE_BUILDING: 2.2,
    REMOVE_TOWER_FLOOR: 2.0,
    STORAGE_BACK: 1.6,
    DISCARD_HAND: 1.0,
    EXHAUST_NOBLE: 1.1,
    EXHAUST_TITLE: 1.2,
}
"""What one piece is worth that a fate takes."""
CHOSEN: Final = 0.7
"""Resources of the owner's choice hurt less than others."""
RATE: Final = 0.35
"""Wyrd cards that become active between two passes of a player: few, so that one card more often decides."""
SPREAD: Final = 0.9
"""How far the number of Wyrd cards of two players still drifts apart, for each that is to come."""
CERTAIN: Final = 0.08


class WyrdJudge(Judge):
    """Points for the most Wyrd cards, as likely as they are, and curses, as near as they are."""

    terms: ClassVar[tuple[str, ...]] = ("wyrd", "curses")

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = wyrds(s)
        left = part.pile + part.waiting + len(part.under)
        coming = min(float(left), RATE * max(o.left) + 0.1)
        owned = [part.owned(other) for other in range(s.t.players)]
        for args in s.given("wyrd_card"):
            owned[args[0]] += 1
        mine = owned.pop(seat)
        best = max(owned)
        won = 0.0
        if mine or coming:
            ahead = mine - best + (0.25 if mine else -0.5)
            won = 1.0 / (1.0 + exp(-max(-40.0, min(40.0, ahead / (CERTAIN + SPREAD * coming**0.5)))))
        curses = 0.0
        for card in part.open[seat]:
            markers = part.markers[card]
            near = 1.0 if coming >= left else at_least(markers, coming)
            curses += near * hurt(s, seat, card)
        return [part.t.most_vp * won, -curses]


def at_least(n: int, coming: float) -> float:
    """How likely `n` or more Wyrd cards become active, if so many do on average."""
    return 1.0 - exp(-coming) * sum([coming**k / factorial(k) for k in range(n)])


def hurt(s: DarkAges, seat: int, card: int) -> float:
    """What the curse of a card would cost its owner now (DM8-4.3)."""
    upper, lower = fate(s, card, UPPER), fate(s, card, LOWER)
    above, below = complete(s, seat, upper, NONE), complete(s, seat, lower, NONE)
    if above and below:
        return min(price(s, seat, upper), price(s, seat, lower))
    return price(s, seat, upper if above else lower)


def price(s: DarkAges, seat: int, effects: tuple[Effect, ...]) -> float:
    """What effects take, as far as they can."""
    found = 0.0
    for effect in effects:
        n = min(amount(s, seat, effect, NONE), there_is(s, seat, effect))
        if effect.op in (LOSE, LOSE_PER, GIVE):
            each = PRICES[effect.what] * (CHOSEN if effect.chosen else 1.0)
            found += n * each * (1.3 if effect.op == GIVE else 1.0)
        else:
            found += n * HURTS.get(effect.op, 0.0)
    return found


JUDGE: Final = WyrdJudge()
