"""What the judgement thinks of the Pope: points and use are those of a title, but he may be gone soon."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.answers import marginal
from pfalz.games.darkages.goods import gold_at_hand
from pfalz.games.darkages.modules.pope.rules import NO, YES
from pfalz.games.darkages.modules.pope.state import lookup_of
from pfalz.games.darkages.outlook import GOLD_MORE, Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import GOLD, GOODS

TAKEN_AWAY: Final = 0.1
"""With so much of a chance the builder of each church to come takes the Pope away from his holder."""


class PopeJudge(Judge):
    """The points of the Pope, as far as they may go to somebody else before the end."""

    terms: ClassVar[tuple[str, ...]] = ("pope",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        title = lookup_of(s).title
        if s.title[title] != seat:
            return [0.0]
        to_come = min(s.churches_left, s.t.church_trigger - s.t.churches + s.churches_left + 1)
        lost = 1.0 - (1.0 - TAKEN_AWAY) ** (max(0, to_come) * max(o.hope))
        return [-lost * s.t.title_vp[title]]

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        if ask.name != "pope":
            return []
        return [(NO,), (YES, *cheapest(s, ask.seat, ask.args[1]))]


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
