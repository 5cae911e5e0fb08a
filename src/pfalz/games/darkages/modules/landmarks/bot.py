"""What the judgement thinks of landmarks: points of those that stand, and hopes for those in hand.

A landmark costs goods and a turn, and one that is not a start card has cost a noble before. So a card in hand
promises only what is left when the turn is taken off, and building it is worth more than keeping it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import HIDDEN, Move
from pfalz.games.darkages.counters import churches_around
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.landmarks.rules import can_pay, sites
from pfalz.games.darkages.modules.landmarks.state import LandmarkLookup, holder, landmarks
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.titles import step
from pfalz.games.darkages.words import CHURCHES_AROUND, GAIN_PER, READY_TITLE, SPECIAL, THIS_AREA, TITLE_AREA
from pfalz.games.darkages.worth import PRICES, gained, goods_worth, line

AT_HOME: Final = 0.6
"""What stands in a home area cannot be lost."""
A_TURN: Final = 2.5
"""What else could be done in the turn in which a landmark is built."""
PAYABLE: Final = 0.6
LATER: Final = 0.35
"""A landmark in hand, of what is left then: if it can be paid for now, or not yet."""
HERE: Final = 0.2
"""What holds in one area only, of what it would be worth everywhere: few come there to fight."""
AFTER_OTHERS: Final = 0.5
"""Each further landmark in hand has to wait for the better ones."""


class LandmarkJudge(Judge):
    """What landmarks bring besides the effects in force, which count as those of all cards do."""

    terms: ClassVar[tuple[str, ...]] = ("landmarks",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = landmarks(s)
        found = 0.0
        for landmark, area in enumerate(part.where):
            if area != NONE and holder(s, landmark) == seat:
                found += part.t.vp[landmark] + (AT_HOME * o.hope[seat] if area == s.home[seat] else 0.0)
        return [found + in_hand(s, seat, o)]

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        """Of the rulers those in whose home region a title can be won: the module brings one who has none.

        What can be done in the first turn, such as building a landmark with a garrison, says less."""
        if ask.name != "ruler":
            return []
        t = s.t
        return [(r,) for r in ask.options(s, ()) or () if t.region[t.homes[r]] in t.title_region]


def in_hand(s: DarkAges, seat: int, o: Outlook) -> float:
    """What landmarks in hand promise."""
    part = landmarks(s)
    plans: list[float] = []
    for card in s.hand[seat]:
        if card != HIDDEN and card in part.t.all_cards and not s.out[seat]:
            share = PAYABLE if can_pay(s, seat, card) else LATER
            left = promise(s, seat, part.t.cards.index(card), o) - A_TURN
            plans.append(share * min(1.0, o.hope[seat]) * max(0.0, left))
    found, share = 0.0, 1.0
    for plan in sorted(plans, reverse=True):
        found += share * plan
        share *= AFTER_OTHERS
    return found


def promise(s: DarkAges, seat: int, landmark: int, o: Outlook) -> float:
    """What it brings to build a landmark now, in the best place for it, its price taken off."""
    part = landmarks(s)
    once, more = promises(s.t, part.t)[landmark]
    found = once + more * o.left[seat]
    for effect in s.t.deeds[part.t.ids[landmark]]:
        found += at_once(s, seat, effect)
    for effect in s.t.powers[part.t.powers[landmark]].effects:
        if effect.op == SPECIAL and effect.key == TITLE_AREA:  # DM3-4.6
            realm = s.realm(seat)
            found += max([step(s, seat, area, realm, o) for area in sites(s, seat)], default=0.0)
    return found


def at_once(s: DarkAges, seat: int, effect: Effect) -> float:
    """What an effect brings in the moment in which a landmark is built, as things stand."""
    if effect.op == GAIN_PER and effect.per == CHURCHES_AROUND:
        n = max([churches_around(s, area) for area in sites(s, seat)], default=0) // effect.div
        return PRICES[effect.what] * effect.n * (min(n, effect.most) if effect.most else n)
    if effect.op == READY_TITLE:
        used = [title for title, side in enumerate(s.title) if side == seat and s.sideways[title]]
        return gained(effect) if used else sum([gained(other) for other in effect.otherwise])
    return gained(effect)


@lru_cache(maxsize=16)
def promises(t: Lookup, own: LandmarkLookup) -> list[tuple[float, float]]:
    """What each landmark is worth once it stands, its price taken off: for good, and for every pass to come.

    What it does for titles depends on the realm and is left out."""
    found: list[tuple[float, float]] = []
    for power, cost, vp in zip(own.powers, own.costs, own.vp, strict=True):
        once, more = vp - goods_worth(cost), 0.0
        for effect in t.powers[power].effects:
            if effect.op != SPECIAL:
                share = HERE if effect.place == THIS_AREA else 1.0
                now, later = line(effect)
                once, more = once + share * now, more + share * later
        found.append((once, more))
    return found


JUDGE: Final = LandmarkJudge()
