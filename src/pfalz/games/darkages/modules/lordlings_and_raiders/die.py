"""The twenty-sided die: what it decides, and what comes of it (DM1-3.1, DM1-4.1, DM1-5, DM1-7).

Only results that count are drawn, each as likely as on the die (DM1-3.15, DM0-1.15).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control
from pfalz.games.darkages.consequences import retreat
from pfalz.games.darkages.modules.lordlings_and_raiders import horde, lords, turns
from pfalz.games.darkages.modules.lordlings_and_raiders.events import D20_ROLLED, LORDLINGS_CHOSE
from pfalz.games.darkages.modules.lordlings_and_raiders.places import BUILD_SITES, candidates
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    AIM,
    BUILT,
    CHURCH_SITE,
    CITY_SITE,
    CULTURE_DEED,
    DIE,
    ENLARGED,
    FEUD,
    LORDLINGS,
    MAGYARS,
    MANOR_SITE,
    MARCHED,
    NEIGHBOUR,
    PROMOTED,
    RECRUITED,
    REFUGE,
    RELIC_SITE,
    RESEARCHED,
    SETTLED,
    TARGET,
    TOWER_SITE,
    UPGRADE_DEED,
    UPGRADED,
    solo,
)
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import CITY, MANOR, TOWER

D20_SLOT = Slot("d20", "d20")
PLACED = (
    RECRUITED,
    MARCHED,
    CITY_SITE,
    TOWER_SITE,
    MANOR_SITE,
    CHURCH_SITE,
    RELIC_SITE,
    SETTLED,
    REFUGE,
    FEUD,
    TARGET,
    NEIGHBOUR,
)
"""Purposes for which an area is chosen."""


def counting(s: DarkAges, purpose: int) -> Sequence[int]:
    """The results of the die that count, from 1."""
    part = solo(s)
    if purpose in PLACED:
        return sorted([part.t.number_of[area] for area in candidates(s, purpose)])
    if purpose == BUILT:  # DM1-5.17
        able = [option for option, site in BUILD_SITES.items() if candidates(s, site)]
        return [roll + 1 for roll, option in enumerate(part.t.builds) if option in able]
    return range(1, DIE + 1)


class D20(Chance[DarkAges]):
    """A roll: what for, and a type of units or a side (DM1-11.2)."""

    name: ClassVar[str] = "d20"
    rule: ClassVar[str] = "DM1-3.15"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return D20_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [roll - 1 for roll in counting(s, args[0])]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        purpose, about, roll = args[0], args[1], answer[0] + 1
        part = solo(s)
        part.die = roll
        s.emit(D20_ROLLED, roll, purpose)
        if purpose in PLACED:
            settle_on(s, purpose, about, part.t.area_of[roll])
        elif purpose == RESEARCHED:
            research(s, part.t.research[roll - 1])
        elif purpose == UPGRADED:  # DM1-4.1
            lords.raise_level(s, about, part.t.upgrades[roll - 1])
        elif purpose == PROMOTED:  # DM1-5.10
            if roll >= part.t.promotes:
                lords.raise_level(s, LORDLINGS, about)
        elif purpose == BUILT:
            s.call("choose_area", BUILD_SITES[part.t.builds[roll - 1]], 0)
        elif purpose == ENLARGED:
            horde.enlarge(s, part.t.upgrades[roll - 1])
        else:
            assert purpose == AIM
            if roll < part.t.neighbours:
                s.call("assault", part.target)
            else:
                s.call("choose_area", NEIGHBOUR, 0)


def research(s: DarkAges, deed: int) -> None:
    """What Research brings the lordlings (DM1-5.5)."""
    part = solo(s)
    row = part.t.research_rows[deed]
    if deed == CULTURE_DEED:
        lords.lordling_culture(s, row.n)
    elif deed == UPGRADE_DEED:
        s.call("d20", UPGRADED, LORDLINGS)
    else:
        n = row.n + row.per_achievement * len(part.achievements)
        lords.score(s, n, lords.source(s, "lordling_research"))


def choose_area(s: DarkAges, purpose: int, about: int) -> None:
    """An area for something: without a candidate nothing happens, one is taken without a roll (DM1-3.1)."""
    found = candidates(s, purpose)
    if len(found) > 1:
        s.call("d20", purpose, about)
    elif found:
        settle_on(s, purpose, about, found[0])
    elif purpose == NEIGHBOUR:
        s.call("assault", solo(s).target)


def settle_on(s: DarkAges, purpose: int, about: int, area: int) -> None:
    """An area has been chosen: what was to happen there happens."""
    if purpose == TARGET:
        horde.aim_at(s, area)
        return
    s.emit(LORDLINGS_CHOSE, MAGYARS if purpose == NEIGHBOUR else LORDLINGS, area, purpose)
    if purpose == RECRUITED:
        control.place_units(s, LORDLINGS, about, 1, area)
        s.call("d20", PROMOTED, about)
    elif purpose == MARCHED:
        turns.march_in(s, area)
    elif purpose == CITY_SITE:
        lords.build_piece(s, CITY, area)
    elif purpose == TOWER_SITE:
        lords.build_piece(s, TOWER, area)
    elif purpose == MANOR_SITE:
        lords.build_piece(s, MANOR, area)
    elif purpose in (CHURCH_SITE, RELIC_SITE):
        lords.build_church(s, area)
    elif purpose == SETTLED:
        lords.settle_in(s, area)
    elif purpose == REFUGE:
        retreat(s, area)
    elif purpose == FEUD:
        lords.begin_feud(s, area)
    else:
        assert purpose == NEIGHBOUR
        s.call("assault", area)
