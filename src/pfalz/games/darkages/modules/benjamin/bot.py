"""What the judgement thinks of travels: better rewards to come, and a reward that is just being chosen."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from pfalz.games.darkages.modules.benjamin.state import TravelLookup, travels
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import raisable
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.worth import gained, uncovered

NEXT: Final = (1.3, 1.0, 0.8)
"""Of the next travel cards, what they bring more than the first ones would: a pile grows on."""


class TravelJudge(Judge):
    """Rewards that travel cards promise."""

    terms: ClassVar[tuple[str, ...]] = ("travels",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = travels(s)
        n = len(part.laid[seat])
        best = bests(part.t)
        to_come = len([card for card in (*s.deck, *s.offered) if part.t.cards >> card & 1])
        found = 0.0
        for i, share in enumerate(NEXT[:to_come]):
            more = best[min(n + i + 1, part.t.n)] - best[min(i + 1, part.t.n)]
            found += share * min(1.0, o.hope[seat]) * more
        for side, number in s.given("travel_reward"):
            if side == seat:
                found += best[min(number, part.t.n)]
        for side, card in s.given("took_card"):
            if side == seat and part.t.cards >> card & 1 and not s.given("travel_reward"):
                found += best[min(part.laid[seat].index(card) + 1, part.t.n)]
        for side, _ in s.given("raise"):
            if side == seat:
                raised = [uncovered(s, seat, card, s.level[card], o.left[seat]) for card in raisable(s, seat)]
                found += max(raised, default=0.0)
        return [found]


@lru_cache(maxsize=16)
def bests(own: TravelLookup) -> list[float]:
    """What the best reward is worth, by the number of travel cards."""
    found = [0.0]
    for effects in own.rewards:
        found.append(max(found[-1], sum([gained(effect) for effect in effects])))
    return found


JUDGE: Final = TravelJudge()
