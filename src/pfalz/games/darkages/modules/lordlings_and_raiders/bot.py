"""What the judgement thinks of the solo game: what the lordlings have, and what the horde may take."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.judging import Judge
from pfalz.games.darkages.modules.lordlings_and_raiders.ends import final_points
from pfalz.games.darkages.modules.lordlings_and_raiders.state import YOU, score, solo
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import garrisons
from pfalz.games.darkages.settling import worth
from pfalz.games.darkages.state import NONE, PLAYING, DarkAges
from pfalz.games.darkages.words import UNITS

MARKER: Final = 1.6
"""How strong a marker on the card of the horde is, in units."""
RISK: Final = 0.3
SOME_RISK: Final = 0.1
"""How likely the target is attacked and lost: by a horde that is stronger, or as strong."""
RANSOM: Final = 0.6
"""What it is worth to have no area that could be marked."""


def strength(s: DarkAges) -> float:
    """How strong the horde is."""
    part = solo(s)
    return sum(part.figures) + MARKER * len(part.horde)


def threat(s: DarkAges) -> float:
    """What the horde may take from you: the marked area and all in it, or points."""
    part = solo(s)
    if s.phase != PLAYING:
        return 0.0
    area = part.target
    if area == NONE:
        return RANSOM
    held = worth(s, YOU, area) + s.manors[area] + s.city[area] + s.floors[area]
    at_stake = 2.0 + 2.5 * s.manors[area] + 3.0 * s.city[area] + s.floors[area] + 2.0 * s.sites_taken(area)
    return (RISK if strength(s) > held + 1 else SOME_RISK if strength(s) > held - 1 else 0.0) * at_stake


class SoloJudge(Judge):
    """The points of the lordlings count against you, and so does an area that is badly held."""

    terms: ClassVar[tuple[str, ...]] = ("lordlings", "horde")

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        return [-float(score(s) + sum(final_points(s).values())), -threat(s)]

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        """All units of an area, or none of them is worth a look."""
        if ask.name != "counter_attack":
            return []
        return [(area, *s.units[UNITS * area : UNITS * (area + 1)]) for area in garrisons(s, ask.seat)]


JUDGE: Final = SoloJudge()
