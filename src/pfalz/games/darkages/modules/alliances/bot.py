"""What the judgement thinks of alliances: what cards bring until the end, what attacking an ally costs."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import HIDDEN, Move
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.alliances.state import pacts, partners, received
from pfalz.games.darkages.modules.alliances.talks import YES, new_neighbours
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import REGROUP_UNITS
from pfalz.games.darkages.worth import gained, lines

REGROUPING: Final = 0.6
"""What a regrouping is worth."""
LASTS: Final = 0.8
"""Of what an alliance is going to bring so much is counted: it may be broken."""
IN_HAND: Final = 0.4
"""What a card is worth with which one may still win an ally."""
ENVY: Final = 0.5
"""How much of what the other gets counts against an alliance."""
DISC: Final = 1.5
"""What a noble disc is worth that an attack on an ally costs."""


@lru_cache(maxsize=16)
def brings(t: Lookup, ids: tuple[str, ...]) -> list[tuple[float, float]]:
    """What each card brings at once, and in a pass."""
    found: list[tuple[float, float]] = []
    for id in ids:
        once = each = 0.0
        for effect in t.deeds.get(id, ()):
            parts = [gained(part) for part in (effect, *effect.get)]
            once += REGROUPING if effect.op == REGROUP_UNITS else sum(parts)
        if id in t.lasting:
            power = t.lasting[id]
            regroups = any(effect.op == REGROUP_UNITS for effect in t.powers[power].effects)
            each = REGROUPING if regroups else lines(t)[power][1]
        found.append((once, each))
    return found


def worth(s: DarkAges, card: int, left: float) -> tuple[float, float]:
    """What a card brings when it is received, and what in all passes to come."""
    once, each = brings(s.t, tuple(pacts(s).t.ids))[card]
    return once, LASTS * left * each


class AllianceJudge(Judge):
    """Alliances, and the hope for more of them."""

    terms: ClassVar[tuple[str, ...]] = ("alliances",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        if s.out[seat]:
            return [0.0]
        found = IN_HAND * o.hope[seat] * len(pacts(s).hand[seat])
        for ally in partners(s, seat):
            found += worth(s, received(s, seat, ally), o.left[seat])[1]
        return [found]

    def prize(self, s: DarkAges, seat: int, area: int) -> float:
        """An attack on an ally costs points and nobles, and what his card would have brought."""
        owner = s.owner[area]
        if owner in (NONE, seat) or not s.has_seat(owner) or received(s, seat, owner) == NONE:
            return 0.0
        lost = min(pacts(s).t.penalty, s.score(seat)) + DISC * max(0, s.discs[seat] - 1)
        return -lost - worth(s, received(s, seat, owner), Outlook(s).left[seat])[1]

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        if ask.name == "negotiate":
            return [(new_neighbours(s)[0],)]
        if ask.name == "listen":
            return [(YES,)]
        if ask.name == "offer":
            return [(_least(s, ask.seat),)]
        if ask.name == "agree":
            return [(int(_worth_it(s, ask)),)]
        return []


def _least(s: DarkAges, seat: int) -> int:
    """The card one would like the other to have: that which brings him least."""
    left = Outlook(s).left[seat]
    return min(pacts(s).hand[seat], key=lambda card: sum(worth(s, card, left)))


def _worth_it(s: DarkAges, ask: Ask) -> bool:
    """Whether one gets more than half of what the other does, as others at the table get nothing."""
    other = ask.args[1] if ask.seat == ask.args[0] else ask.args[0]
    got, given = pacts(s).offered[other], pacts(s).offered[ask.seat]
    if HIDDEN in (got, given):
        return True
    left = Outlook(s).left
    mine, theirs = sum(worth(s, got, left[ask.seat])), sum(worth(s, given, left[other]))
    return mine > ENVY * theirs


JUDGE: Final = AllianceJudge()
