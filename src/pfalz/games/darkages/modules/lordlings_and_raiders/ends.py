"""The end of the solo game, the points of the lordlings, and who has won (DM1-9)."""

from __future__ import annotations

from pfalz.core.game import Outcome, Standing
from pfalz.games.darkages.modules.lordlings_and_raiders.lords import score, visible
from pfalz.games.darkages.modules.lordlings_and_raiders.state import LORDLINGS, progress, solo
from pfalz.games.darkages.modules.lordlings_and_raiders.state import score as total
from pfalz.games.darkages.scoring import tower_points
from pfalz.games.darkages.state import (
    END_IDS,
    FROM_ACHIEVEMENTS,
    FROM_CULTURE,
    FROM_MANORS,
    FROM_TITLES,
    FROM_TOWERS,
    DarkAges,
)
from pfalz.games.darkages.words import UNITS

BY_PROGRESS = len(END_IDS)


def end_now(s: DarkAges, found: int) -> int:
    """The progress of the lordlings brings the end too (DM1-9.1, DM1-9.2, DM0-6.1)."""
    return found | 1 << BY_PROGRESS if progress(s) >= solo(s).t.solo.progress else found


def final_points(s: DarkAges) -> dict[int, int]:
    """What the lordlings get at the end, by source (DM1-9.7, DMX-9.2)."""
    t = solo(s).t
    titles = 0
    for title, holder in enumerate(s.title):
        if holder == LORDLINGS:
            pope = t.pope_vp >= 0 and s.t.title_region[title] < 0
            titles += t.pope_vp if pope else s.t.title_vp[title]
    return {
        FROM_ACHIEVEMENTS: t.achievement_vp * len(solo(s).achievements),
        FROM_TOWERS: tower_points(s, LORDLINGS),
        FROM_CULTURE: s.t.track_vp[s.culture[LORDLINGS]],
        FROM_MANORS: visible(s),
        FROM_TITLES: titles,
    }


def score_lordlings(s: DarkAges) -> None:
    """The lordlings add the points of the end; landmarks are not among them (DM3-6.3)."""
    for source, points in final_points(s).items():
        score(s, points, source)


def outcome(s: DarkAges, found: Outcome) -> Outcome:
    """You win with more points than the lordlings, and lose otherwise (DM1-9.8)."""
    theirs = total(s)
    won = found.scores[0] > theirs
    parts = dict(zip(s.rules.sources, solo(s).points, strict=True))
    lordlings = Standing(LORDLINGS, theirs, 2 if won else 1, parts)
    return found._replace(places=(1 if won else 2,), opponents=(*found.opponents, lordlings))


def violations(s: DarkAges) -> list[str]:
    """Discs, figures, manors and cards of the lordlings are where they should be."""
    part, t, found = solo(s), s.t, []
    if s.within("setup"):
        return []
    discs = s.discs[LORDLINGS] + s.exhausted[LORDLINGS] + sum([stack.count(LORDLINGS) for stack in s.stacks])
    discs += sum([args[0] == LORDLINGS for args in s.given("reaction")])
    if discs != t.discs:
        found.append(f"the lordlings have {discs} noble discs")
    areas = s.areas_of(LORDLINGS)
    if s.within("battle"):
        return found
    for unit, figures in enumerate(t.figures):
        there = sum([s.units[UNITS * area + unit] for area in areas]) + s.supply[UNITS * LORDLINGS + unit]
        if there != figures:
            found.append(f"the lordlings have {there} figures of type {unit}")
    if s.row[LORDLINGS] != part.covered.bit_count() or s.manors_of(LORDLINGS) + s.row[LORDLINGS] != t.manors:
        found.append(f"the lordlings have {s.row[LORDLINGS]} manors on the row {part.covered:b}")
    if part.target >= 0 and s.owner[part.target] != 0:
        found.append(f"the target {part.target} is not yours")
    for area in t.every_area:
        if any(part.magyars[UNITS * area : UNITS * (area + 1)]) and s.owner[area] >= 0:
            found.append(f"Magyars stand in the controlled area {area}")
    if any(not part.drawn >> card & 1 for card in part.pile):
        found.append(f"the pile of the lordlings has cards of their deck: {part.pile}")
    return found
