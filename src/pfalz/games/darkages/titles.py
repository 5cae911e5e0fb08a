"""Titles in the judgement (section 11): those held, those that can be taken, and those on the way."""

from __future__ import annotations

from typing import Final

from pfalz.games.darkages.lookup import NO_REGION
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.state import FREE, LAST_TURNS, DarkAges
from pfalz.games.darkages.words import TITLE_DISCS

REPEAT: Final = 2.4
"""A title that repeats an action."""
ENTITLED: Final = 0.8
HALF_HELD: Final = 0.55
ON_THE_WAY: Final = 0.2
"""A title that can be taken now, with more discs, or with more areas, of what it is worth."""
ONE_AT_A_TIME: Final = 0.7
"""What counts of a title that has to wait for another one (D-11.10)."""


def titles(s: DarkAges, seat: int, realm: int, o: Outlook) -> float:
    """Titles that repeat actions, and those that may be taken; `final` counts their points of the end."""
    if s.out[seat]:
        return 0.0
    found = 0.0
    waiting: list[float] = []
    for title, region in enumerate(s.t.title_region):
        if s.title[title] == seat:
            if o.acts[seat] > 1:
                found += REPEAT * (o.left[seat] + (0.0 if s.sideways[title] else 1.0))
            continue
        if region == NO_REGION:
            continue
        own = s.rules.value(s, "title_areas", (realm & s.t.region_areas[region]).bit_count(), seat, title)
        if own:
            waiting.append(claim(s, seat, title, own, o))
    waiting.sort(reverse=True)
    for i, worth in enumerate(waiting):
        found += worth if not i else ONE_AT_A_TIME * worth
    return found


def claim(s: DarkAges, seat: int, title: int, own: int, o: Outlook) -> float:
    """What a title that somebody else or nobody holds is worth to a seat with so many areas of its region."""
    t = s.t
    worth = t.title_vp[title] * (2.0 if s.title[title] == FREE else 1.0) + REPEAT * o.left[seat]
    all_ = t.region_areas[t.title_region[title]].bit_count()
    discs = s.profile(seat).params[TITLE_DISCS]
    if 2 * own >= all_:
        if s.discs[seat] + discs >= all_ - own:
            return ENTITLED * worth
        return HALF_HELD * worth * min(1.0, o.left[seat]) if t.discs + discs > all_ - own else 0.0
    if s.phase == LAST_TURNS and s.discs[seat] + discs <= all_ - own:
        return 0.0
    return ON_THE_WAY * worth * 2.0 * own / all_ * o.hope[seat]


def step(s: DarkAges, seat: int, area: int, realm: int, o: Outlook) -> float:
    """What one area more of its region is worth for a title."""
    region = s.t.region[area]
    for title, its in enumerate(s.t.title_region):
        if its == region and s.title[title] != seat:
            own = (realm & s.t.region_areas[region]).bit_count()
            return claim(s, seat, title, own + 1, o) - (claim(s, seat, title, own, o) if own else 0.0)
    return 0.0
