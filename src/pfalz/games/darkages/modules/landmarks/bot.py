"""What the judgement thinks of landmarks: points of those that stand, and hopes for those in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from pfalz.core.state import HIDDEN
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.landmarks.rules import can_pay
from pfalz.games.darkages.modules.landmarks.state import LandmarkLookup, holder, landmarks
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.worth import gained, goods_worth, lines

AT_HOME: Final = 0.6
"""What stands in a home area cannot be lost."""
PAYABLE: Final = 0.75
LATER: Final = 0.5
"""A landmark in hand, of what building it brings: if it can be paid for now, or not yet."""


class LandmarkJudge(Judge):
    """What landmarks bring besides the effects in force, which count as those of all cards do."""

    terms: ClassVar[tuple[str, ...]] = ("landmarks",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = landmarks(s)
        found = 0.0
        for landmark, area in enumerate(part.where):
            if area != NONE and holder(s, landmark) == seat:
                found += part.t.vp[landmark] + (AT_HOME * o.hope[seat] if area == s.home[seat] else 0.0)
        for card in s.hand[seat]:
            if card != HIDDEN and card in part.t.cards:
                share = PAYABLE if can_pay(s, seat, card) else LATER * min(1.0, o.hope[seat])
                once, more = promises(s.t, part.t)[part.t.cards.index(card)]
                found += share * max(0.0, once + more * o.left[seat])
        return [found]


@lru_cache(maxsize=16)
def promises(t: Lookup, own: LandmarkLookup) -> list[tuple[float, float]]:
    """What building each landmark brings, its price taken off: at once, and for every pass to come."""
    found: list[tuple[float, float]] = []
    for id, power, cost, vp in zip(own.ids, own.powers, own.costs, own.vp, strict=True):
        once, more = lines(t)[power]
        surprise = sum([gained(effect) for effect in t.deeds[id]])
        found.append((vp + once + surprise - goods_worth(cost), more))
    return found


JUDGE: Final = LandmarkJudge()
