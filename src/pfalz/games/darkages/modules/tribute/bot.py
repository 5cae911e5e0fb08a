"""What the judgement thinks of tribute: a resource of every pass to come."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.games.darkages.modules.tribute.state import homage
from pfalz.games.darkages.outlook import Outlook, production
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges

GIVEN: Final = 0.8
"""What a resource is worth that the tributary chooses himself."""
LASTS: Final = 0.7
"""Of the tribute to come the patron counts so much: he may be bought off, or lose his marker."""


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


def dues(s: DarkAges, seat: int, o: Outlook) -> float:
    """Resources a tributary will have to give."""
    made = sum(production(s, s.areas_of(seat)))
    return o.left[seat] * min(made, homage(s).t.resources)


JUDGE: Final = TributeJudge()
