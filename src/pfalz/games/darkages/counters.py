"""What cards count (section 23)."""

from __future__ import annotations

from pfalz.games.darkages.lookup import LEVELS, SITES
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import (
    ACHIEVEMENT_LEVELS,
    AREAS,
    AREAS_ADRIATIC,
    AREAS_HOME_REGION,
    AREAS_IRON,
    AREAS_THIS_REGION,
    AREAS_TWO_MANORS,
    CHURCHES,
    CHURCHES_AROUND,
    CITIES,
    CITIES_FULL,
    FLOORS,
    FLOORS_IN_REACH,
    GOLD_OWNED,
    HAND,
    IRON,
    LEVEL3,
    MANORS,
    PRODUCTION_IRON,
    RED_SPACES,
    REGIONS,
    REGIONS_AWAY_MANOR,
    RESOURCES,
    RESOURCES_OWNED,
    SOLD_THIS_PASS,
    THIS_IS_HOME,
    TITLES,
    TOWERS,
    TROPHIES,
    UNITS,
    UNITS_ON_MAP,
    WAR_LEVELS,
)


def count(s: DarkAges, side: int, counter: int, area: int = NONE) -> int:
    """The counter of a side; `area` is the area in question, where there is one (D-23.1 to D-23.5)."""
    if counter <= THIS_IS_HOME:
        return _areas(s, side, counter, area)
    if counter <= FLOORS_IN_REACH:
        return _buildings(s, side, counter, area)
    if counter == CHURCHES_AROUND:
        return churches_around(s, area)
    return _possessions(s, side, counter, area)


def _areas(s: DarkAges, side: int, counter: int, area: int) -> int:
    t = s.t
    if counter == THIS_IS_HOME:
        return int(s.home[side] == area)
    if counter == AREAS_TWO_MANORS:
        return sum([s.manors[own] == 2 for own in s.areas_of(side)])
    home = t.region[s.home[side]] if s.home[side] != NONE else NONE
    if counter == REGIONS_AWAY_MANOR:
        return len({t.region[own] for own in s.areas_of(side) if s.manors[own]} - {home})
    realm = s.realm(side)
    if counter == REGIONS:
        return sum([bool(realm & areas) for areas in t.region_areas])
    if counter == AREAS_HOME_REGION:
        realm &= t.region_areas[home]
    elif counter == AREAS_THIS_REGION:
        realm &= t.region_areas[t.region[area]]
    elif counter == AREAS_IRON:
        realm &= t.iron_areas
    elif counter == AREAS_ADRIATIC:
        realm &= t.shores[t.adriatic]
    else:
        assert counter == AREAS
    return realm.bit_count()


def _buildings(s: DarkAges, side: int, counter: int, area: int) -> int:
    """Own buildings: those in areas the side controls (D-2.14, D-23.2)."""
    own = s.areas_of(side)
    if counter == CITIES:
        return sum([s.city[a] for a in own])
    if counter == CITIES_FULL:
        return sum([s.city[a] and s.sites_taken(a) >= SITES for a in own])
    if counter == CHURCHES:
        return sum([s.churches[a] for a in own])
    if counter == FLOORS:
        return sum([s.floors[a] for a in own])
    if counter == TOWERS:
        return sum([s.floors[a] > 0 for a in own])
    if counter == PRODUCTION_IRON:
        return sum([s.production[RESOURCES * a + IRON] for a in own])
    assert counter == FLOORS_IN_REACH
    return floors_in_reach(s, side, area)


def floors_in_reach(s: DarkAges, side: int, area: int) -> int:
    """Own tower floors in the contested area and in those adjacent to it (D-15.16, D-23.2)."""
    floors, owner = s.floors, s.owner
    found = floors[area] if owner[area] == side else 0
    for other in s.t.neighbours[area]:
        if floors[other] and owner[other] == side:
            found += floors[other]
    return found


def churches_around(s: DarkAges, area: int) -> int:
    """Churches in an area and in those adjacent to it, whoever controls them (DM0-8.11)."""
    return s.churches[area] + sum([s.churches[other] for other in s.t.neighbours[area]])


def _possessions(s: DarkAges, side: int, counter: int, area: int) -> int:
    if counter == MANORS:
        return s.manors_of(side)
    if counter == UNITS_ON_MAP:
        return s.units_of(side)
    if counter == GOLD_OWNED:
        return s.gold(side)
    if counter == RESOURCES_OWNED:
        return s.resources(side)
    if counter == HAND:
        return len(s.hand[side]) if s.has_seat(side) else 0
    if counter == TITLES:
        return s.title.count(side)
    if counter == TROPHIES:
        return len(s.trophies[side])
    if counter == RED_SPACES:
        return s.t.reds_reached[s.culture[side]]
    if counter == SOLD_THIS_PASS:
        return s.sold
    if counter == LEVEL3:
        return level_three(s, side)
    if counter == ACHIEVEMENT_LEVELS:
        return sum([s.level[card] for card in s.laid[side]])
    if counter == WAR_LEVELS:
        return sum([s.face_of(side, unit).level - 1 for unit in range(UNITS)])
    return s.rules.value(s, "counter", 0, side, counter, area)  # a counter of a module (DM0-8.19)


def level_three(s: DarkAges, side: int) -> int:
    """Achievements and war technologies at level III (D-18.5, D-23.5)."""
    found, level, third, at = 0, s.level, s.t.third_level, UNITS * side
    for card in s.laid[side]:
        if level[card] == LEVELS:
            found += 1
    for face in s.face[at : at + UNITS]:
        if third[face]:
            found += 1
    return found


def church_in_region(s: DarkAges, region: int, apart: int = FREE) -> bool:
    """Whether a church of anybody stands in a region, one in the area `apart` not counted (D-5.14)."""
    churches = s.churches
    return any(its == region and churches[area] > (area == apart) for area, its in enumerate(s.t.region))
