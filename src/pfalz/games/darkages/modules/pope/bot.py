"""What bots know about the Pope. His points and his use are those of a title; here is how he is paid for.

Fear that somebody else takes him before the end was tried in the judgement, and knights with it won no more.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.answers import marginal
from pfalz.games.darkages.goods import gold_at_hand
from pfalz.games.darkages.modules.pope.rules import NO, YES
from pfalz.games.darkages.outlook import GOLD_MORE, Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import GOLD, GOODS


class PopeJudge(Judge):
    """No terms of its own, but a look at one way to pay."""

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        return []

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        return [(NO,), (YES, *cheapest(s, ask.seat, ask.args[1]))] if ask.name == "pope" else []


def cheapest(s: DarkAges, seat: int, n: int) -> Move:
    """The markers that are missed least."""
    left = s.goods[GOODS * seat : GOODS * (seat + 1)]
    left[GOLD] = gold_at_hand(s, seat)
    paid: list[int] = []
    for _ in range(n):
        kinds = [kind for kind in range(GOODS) if left[kind]]
        least = min(kinds, key=lambda kind: _missed(s, kind, left[kind]))
        left[least] -= 1
        paid.append(least)
    return tuple(sorted(paid))


def _missed(s: DarkAges, kind: int, n: int) -> float:
    return s.t.gold_vp + GOLD_MORE if kind == GOLD else marginal(kind, n)


JUDGE: Final = PopeJudge()
