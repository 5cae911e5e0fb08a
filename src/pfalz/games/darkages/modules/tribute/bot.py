"""What the judgement thinks of tribute: a resource of every pass to come, and raids that bring it.

An army that wins in a home area goes back to where it came from (D-17.10), so a raid costs a noble and the
units that fall, while other attacks use up what the army was good for.
"""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.state import Move
from pfalz.games.darkages.modules.tribute.state import homage, markers_left
from pfalz.games.darkages.outlook import GOLD_MORE, Outlook, production
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import FREE, NONE, DarkAges

GIVEN: Final = 0.9
"""What a resource is worth that the tributary chooses himself."""
RIVAL: Final = 0.9
"""How much it counts that a rival has to give it, with two players."""
LASTS: Final = 0.7
"""Of the tribute to come the patron counts so much: he may be bought off, or lose his marker."""
RAID: Final = 3.5
"""What is said for a raid beyond what it promises: the army comes back, and can do the same again."""


class TributeJudge(Judge):
    """Tribute to pay and tribute to get."""

    terms: ClassVar[tuple[str, ...]] = ("tribute",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = homage(s)
        found = -GIVEN * dues(s, seat, o) if part.patron[seat] != NONE else 0.0
        for other, patron in enumerate(part.patron):
            if patron == seat:
                found += LASTS * GIVEN * dues(s, other, o)
        return [found]

    def prize(self, s: DarkAges, seat: int, area: int) -> float:
        """A victory in the home area of a player makes him tributary, or frees who pays him (DM11-2.1).

        Where the tribute to come is more than the ransom, he is going to pay that instead."""
        loser = s.owner[area]
        if loser == FREE or not s.has_seat(loser) or s.home[loser] != area or not s.has_seat(seat):
            return 0.0
        part, o = homage(s), Outlook(s)
        found = GIVEN * dues(s, seat, o) if part.patron[seat] == loser else 0.0
        if part.patron[loser] != seat and markers_left(s, seat):
            rival = RIVAL / (s.t.players - 1)
            bought_off = (1.0 + rival) * part.t.ransom * (s.t.gold_vp + GOLD_MORE)  # DM11-2.4
            found += min(bought_off, (LASTS + rival) * GIVEN * dues(s, loser, o))
        return found

    def haste(self, s: DarkAges, seat: int, assault: Move) -> float:
        """A raid that makes somebody tributary: the sooner, the more passes are to come."""
        return RAID if self.prize(s, seat, assault[1]) > 0.0 else 0.0


def dues(s: DarkAges, seat: int, o: Outlook) -> float:
    """Resources a tributary will have to give."""
    made = sum(production(s, s.areas_of(seat)))
    return o.left[seat] * min(made, homage(s).t.resources)


JUDGE: Final = TributeJudge()
