"""Where the lordlings and the horde do something: the areas in question, after all criteria of the rules.

A later criterion is used only among the areas that are still tied (DM1-3.4).
"""

from __future__ import annotations

from collections.abc import Callable

from pfalz.games.darkages.building import church_points
from pfalz.games.darkages.consequences import refuges
from pfalz.games.darkages.control import occupied_by_barbarians
from pfalz.games.darkages.lookup import FLOORS, SITES
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    CHURCH_SITE,
    CITY_SITE,
    FEUD,
    LORDLINGS,
    MANOR_SITE,
    MARCHED,
    NEIGHBOUR,
    RECRUITED,
    REFUGE,
    RELIC_SITE,
    SETTLED,
    TARGET,
    TOWER_SITE,
    YOU,
    solo,
)
from pfalz.games.darkages.possible import bits
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import BUILD_IDS, INFANTRY, UNITS

SITE_OF = {"city": CITY_SITE, "tower": TOWER_SITE, "manor": MANOR_SITE, "church": CHURCH_SITE}
BUILD_SITES = {BUILD_IDS.index(id): site for id, site in SITE_OF.items()}
"""What an area is chosen for, by kind of building (DM1-5.17)."""


def distances(s: DarkAges) -> list[int]:
    """Steps from your areas to every area over adjacent open ones, whoever is there (DM1-3.2)."""
    far = s.t.areas
    found = [far] * far
    ring = s.realm(YOU)
    seen, steps = ring, 0
    while ring:
        near = 0
        for area in bits(ring):
            found[area] = steps
            near |= s.t.near[area]
        ring = near & ~seen
        seen |= ring
        steps += 1
    return found


def least(areas: list[int], key: Callable[[int], int]) -> list[int]:
    """The areas for which a number is smallest."""
    if len(areas) < 2:
        return areas
    values = [key(area) for area in areas]
    best = min(values)
    return [area for area, value in zip(areas, values, strict=True) if value == best]


def nearest(s: DarkAges, areas: list[int]) -> list[int]:
    """The areas nearest to yours."""
    if len(areas) < 2:
        return areas
    steps = distances(s)
    return least(areas, lambda area: steps[area])


def fewest(s: DarkAges, areas: list[int]) -> list[int]:
    """The areas with the fewest units, manors and temporary units not counted (DM1-3.3)."""
    return least(areas, lambda area: sum(s.units_in(area)))


def cities(s: DarkAges) -> list[int]:
    """The cities of the lordlings."""
    return [area for area in s.areas_of(LORDLINGS) if s.city[area]]


def church_sites(s: DarkAges, anywhere: bool) -> list[int]:
    """Cities of the lordlings for a church, those where it brings the most (DM1-5.20, DMR-14)."""
    if not s.churches_left:
        return []
    found = [area for area in cities(s) if s.sites_taken(area) < SITES and (anywhere or not s.churches[area])]
    return least(found, lambda area: -church_points(s, area))


def candidates(s: DarkAges, purpose: int) -> list[int]:
    """The areas among which chance decides; with one there is nothing to decide (DM1-3.1, DMR-7)."""
    own = s.areas_of(LORDLINGS)
    if purpose == RECRUITED:  # DM1-5.9
        return fewest(s, nearest(s, own))
    if purpose == MARCHED:  # DM1-5.11, DM1-5.14
        if not any(s.supply[UNITS * LORDLINGS : UNITS * (LORDLINGS + 1)]):
            return []
        return [
            area
            for area in s.t.every_area
            if occupied_by_barbarians(s, area) and any(s.owner[n] == LORDLINGS for n in s.t.neighbours[area])
        ]
    if purpose == CITY_SITE:
        return nearest(s, [area for area in own if not s.city[area]]) if s.cities_left else []
    if purpose == TOWER_SITE:
        realm = s.realm(LORDLINGS)
        low = [area for area in own if s.city[area] and s.floors[area] < FLOORS] if s.floors_left else []
        return nearest(s, least(low, lambda area: -(s.t.near[area] & realm).bit_count()))
    if purpose == MANOR_SITE:
        return nearest(s, [area for area in own if s.manors[area] == 1]) if s.row[LORDLINGS] else []
    if purpose in (CHURCH_SITE, RELIC_SITE):
        return church_sites(s, purpose == RELIC_SITE)
    if purpose == SETTLED:  # DM1-5.21
        return [area for area in own if not s.manors[area]] if s.row[LORDLINGS] else []
    if purpose == REFUGE:  # DM1-3.10
        return fewest(s, refuges(s))
    if purpose == FEUD:  # DM1-3.11
        near = [area for area in s.t.neighbours[s.battle] if s.owner[area] == LORDLINGS]
        return fewest(s, near) if s.supply[UNITS * LORDLINGS + INFANTRY] else []
    yours = [area for area in s.areas_of(YOU) if area != s.home[YOU]]
    if purpose == TARGET:  # DM1-7.2, DM1-7.3
        return yours
    assert purpose == NEIGHBOUR  # DM1-7.11
    return fewest(s, [area for area in yours if s.t.near[solo(s).target] >> area & 1])
