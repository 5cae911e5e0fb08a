"""What can be carried out at all (D-4.5, D-26.3): asked every turn, so it is quick and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.games.darkages.goods import gold_at_hand, most_accessible
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import FLOORS, LEVELS, SITES
from pfalz.games.darkages.payment import Purse
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import (
    ACCESS,
    ACHIEVEMENT,
    ACTION_IDS,
    ANY_KIND,
    BUILD,
    CHURCH,
    CITY,
    DEVELOP,
    EXTRA_BUILD,
    EXTRA_RECRUIT,
    FREE_REGROUP,
    FROM_OFFER_OR_DISCARD,
    GOODS,
    MANOR,
    MARCH,
    PRODUCE_BONUS,
    PRODUCTION,
    RAISE,
    RAISE_ACHIEVEMENT,
    RECOVER_FALLEN,
    RECOVER_UNIT,
    RECRUIT,
    RESEARCH,
    RESOURCES,
    SAME_AREA,
    SAME_TOWER,
    SPECIAL,
    STORE,
    SUPPLY_LIMIT,
    TAKE_CARD,
    TECHNOLOGY,
    TOWER,
    TRADE,
    UNIT_ITEM,
    UNITS,
    WAR_TECHNOLOGY,
    WHATEVER,
)

# -- building (section 5) ------------------------------------------------------------------------------


def production_cost(s: DarkAges, area: int, resource: int) -> tuple[int, ...]:
    """The cheaper price applies if the type is both the area's own and an adjacent one's (D-5.9)."""
    return s.t.own_production_cost if s.t.resource[area] == resource else s.t.near_production_cost


def productions(s: DarkAges, side: int, area: int, free: bool) -> list[int]:
    """Types of production buildings that can be built in a city (D-5.8, D-5.9)."""
    return types_for(s, Purse(s, side, free), area)


def types_for(s: DarkAges, purse: Purse, area: int) -> list[int]:
    """Types of production buildings that can be built in a city out of a purse."""
    own = purse.pays(s, PRODUCTION, s.t.own_production_cost, area)
    near = purse.pays(s, PRODUCTION, s.t.near_production_cost, area)
    found: list[int] = []
    if own or near:
        left, its = s.production_left, s.t.resource[area]
        for resource in s.t.production_types[area]:
            if left[resource] and (own if resource == its else near):
                found.append(resource)
    return found


def variants(s: DarkAges, side: int, free: bool) -> list[int]:
    """Ways to pay for the next level of the storehouse: the resource of levels 1 and 2 (D-5.23)."""
    return variants_for(s, Purse(s, side, free))


def variants_for(s: DarkAges, purse: Purse) -> list[int]:
    """Ways to pay for the next level of the storehouse out of a purse."""
    level = s.storage[purse.side] + 1
    found: list[int] = []
    if level <= s.t.top_storage:  # D-5.24
        for i, cost in enumerate(s.t.storage_costs[level]):
            if purse.pays(s, STORE, cost):
                found.append(i)
    return found


def building_sites(s: DarkAges, side: int, option: int, free: bool) -> list[int]:
    """The areas in which a side can build a piece, its price included (D-5.3 to D-5.22)."""
    return sites_for(s, Purse(s, side, free), s.areas_of(side), option)


def sites_for(s: DarkAges, purse: Purse, areas: Sequence[int], option: int) -> list[int]:
    """Of the areas of a side those in which it can build a piece out of a purse."""
    t, city = s.t, s.city
    if option == CITY:
        if not s.cities_left or not purse.pays(s, CITY, t.city_cost):  # D-5.7
            return []
        return [area for area in areas if not city[area]]
    if option == MANOR:
        manors = s.manors
        if not s.row[purse.side] or not purse.pays(s, MANOR, t.manor_cost):
            return []
        return [area for area in areas if manors[area] == 1]
    cities = [area for area in areas if city[area]]
    if option == TOWER:
        floors = s.floors
        if not s.floors_left:  # D-5.20
            return []
        low = [area for area in cities if floors[area] < FLOORS]
        return [area for area in low if purse.pays(s, TOWER, t.floor_costs[floors[area]])]
    if option == CHURCH and not (s.churches_left and purse.pays(s, CHURCH, t.church_cost)):  # D-5.17
        return []
    open_sites = [area for area in cities if s.sites_taken(area) < SITES]
    if option == CHURCH:
        return open_sites  # of churches a city may have several (D-5.16, D-R.26)
    assert option == PRODUCTION
    return [area for area in open_sites if types_for(s, purse, area)]


def build_options(s: DarkAges, side: int) -> list[int]:
    """The options of Build that can be carried out somewhere (D-26.3)."""
    purse, areas = Purse(s, side), s.areas_of(side)
    found = [option for option in range(CITY, STORE) if sites_for(s, purse, areas, option)]
    if variants_for(s, purse):
        found.append(STORE)
    return found


def can_build_something(
    s: DarkAges, side: int, purse: Purse, areas: Sequence[int], cities: Sequence[int]
) -> bool:
    """Whether any option of Build can be carried out, in the areas and cities of a side."""
    t, manors = s.t, s.manors
    if s.storage[side] < t.top_storage:
        for cost in t.storage_costs[s.storage[side] + 1]:
            if purse.pays(s, STORE, cost):
                return True
    if s.floors_left:
        floors = s.floors
        for area in cities:
            if floors[area] < FLOORS and purse.pays(s, TOWER, t.floor_costs[floors[area]]):
                return True
    if s.row[side] and 1 in [manors[area] for area in areas] and purse.pays(s, MANOR, t.manor_cost):
        return True
    if s.cities_left and len(cities) < len(areas) and purse.pays(s, CITY, t.city_cost):
        return True
    church = s.churches_left > 0 and purse.pays(s, CHURCH, t.church_cost)
    for area in cities:
        if s.sites_taken(area) == SITES:
            continue
        if church or types_for(s, purse, area):
            return True
    return False


def extra_options(s: DarkAges, side: int, effect: Effect, area: int, what: int) -> list[int]:
    """What an `extra_build` may build, after the piece `what` was built in `area` (D-22.8)."""
    if effect.option == WHATEVER:
        options = [option for option in range(CITY, STORE + 1) if option != what]
    else:
        options = [effect.option]
    if effect.where != 0:
        options = [option for option in options if option != STORE] if area != NONE else []
    return [option for option in options if extra_sites(s, side, effect, option, area)]


def extra_sites(s: DarkAges, side: int, effect: Effect, option: int, area: int) -> list[int]:
    """Where an `extra_build` may be; of a storehouse the ways to pay (D-22.8)."""
    if option == STORE:
        return variants(s, side, effect.free)
    sites = building_sites(s, side, option, effect.free)
    if effect.where in (SAME_AREA, SAME_TOWER):
        return [area] if area in sites else []
    return sites


# -- cards (sections 6 and 7) --------------------------------------------------------------------------


def accessible(s: DarkAges, side: int) -> int:
    """The places of the offer open to a side, as bits (D-6.2, D-22.13)."""
    n = most_accessible(s, side) + s.profile(side).params[ACCESS]
    places = (1 << min(n, s.t.offer_places)) - 1
    modifier = s.rules.modifiers.get("accessible")
    return places if modifier is None else modifier(s, places, side)


def open_places(s: DarkAges, side: int, any_access: bool = False, kind: int = ANY_KIND) -> list[int]:
    """Places of the offer a side may take a card from."""
    mask = -1 if any_access else accessible(s, side)
    kinds = s.t.card_kind
    return [
        place
        for place, card in enumerate(s.offered)
        if mask >> place & 1 and (kind == ANY_KIND or kinds[card] == kind)
    ]


def discarded(s: DarkAges, effect: Effect) -> list[int]:
    """Cards of the discard pile an effect may take (D-22.11)."""
    if effect.source != FROM_OFFER_OR_DISCARD:
        return []
    kind = effect.card_kind
    return sorted([card for card in s.discard if kind == ANY_KIND or s.t.card_kind[card] == kind])


def may_lay_out(s: DarkAges, side: int, card: int) -> bool:
    """Whether a card in hand can be laid out as an achievement (D-7.2, D-7.3)."""
    if s.t.card_kind[card] != ACHIEVEMENT or len(s.laid[side]) >= s.t.achievement_slots:
        return False
    return s.rules.value(s, "may_lay_out", 1, side, card) > 0


def raisable(s: DarkAges, side: int) -> list[int]:
    """Own achievements below level III (D-7.4)."""
    return [card for card in s.laid[side] if s.level[card] < LEVELS]


def playable_faces(s: DarkAges, side: int, card: int) -> list[int]:
    """The faces of a war technology that are one level above the present one (D-7.8)."""
    if s.t.card_kind[card] != WAR_TECHNOLOGY:
        return []
    faces = s.t.faces
    return [
        face
        for face in s.t.card_faces[card]
        if faces[face].level == s.face_of(side, faces[face].type).level + 1
    ]


GOLD_PRICE: Final = (0, 0, 0, 0, 1)
"""What raising an achievement and playing a war technology cost (D-7.4, D-7.7)."""


def can_research(s: DarkAges, side: int, purse: Purse) -> bool:
    """Whether an option of Research can be carried out (D-7.1)."""
    hand = s.hand[side]
    for card in hand:
        if may_lay_out(s, side, card):
            return True
    if raisable(s, side) and purse.pays(s, RAISE, GOLD_PRICE):
        return True
    if hand and purse.pays(s, TECHNOLOGY, GOLD_PRICE):
        for card in hand:
            if playable_faces(s, side, card):
                return True
    return False


# -- units (sections 8 and 9) --------------------------------------------------------------------------


def muster_places(s: DarkAges, side: int) -> list[int]:
    """Own areas with a city (D-8.1)."""
    city = s.city
    return [area for area in s.areas_of(side) if city[area]]


def recruitable(s: DarkAges, side: int, purse: Purse) -> list[int]:
    """Unit types that are in supply and can be paid for (D-8.1, D-8.2)."""
    found: list[int] = []
    for unit in range(UNITS):
        if s.supply[UNITS * side + unit] and purse.pays(s, UNIT_ITEM + unit, s.face_of(side, unit).cost):
            found.append(unit)
    return found


def can_recruit(s: DarkAges, side: int, unit: int) -> bool:
    """Whether one unit of a type is in supply and can be paid for."""
    return unit in recruitable(s, side, Purse(s, side))


def can_recruit_something(s: DarkAges, side: int, purse: Purse, cities: Sequence[int]) -> bool:
    """Whether a unit of some type can be recruited in the cities of a side (D-8.1), or something else."""
    if cities:
        at, faces = UNITS * side, s.t.faces
        for unit in range(UNITS):
            if s.supply[at + unit] and purse.pays(s, UNIT_ITEM + unit, faces[s.face[at + unit]].cost):
                return True
    modifier = s.rules.modifiers.get("can_recruit")
    return modifier is not None and modifier(s, 0, side) > 0


def supply_limit(s: DarkAges, side: int) -> int:
    """How many units a side may have on the map when it marches (D-9.1)."""
    limit = s.t.supply_limit[s.manors_off(side)] + s.profile(side).params[SUPPLY_LIMIT]
    return s.rules.value(s, "supply_limit", limit, side)


def reach(s: DarkAges, side: int, area: int) -> int:
    """The areas adjacent to one for marches and regroupings of a side, as bits (D-2.4, D-24.6)."""
    near = s.t.near[area]
    specials = s.profile(side).specials
    for special, shore in s.t.fleets:
        if specials[special] >= 0 and shore >> area & 1:
            near |= shore & ~(1 << area)
    return near


def bits(mask: int) -> list[int]:
    """The numbers of a set."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def garrisons(s: DarkAges, side: int) -> list[int]:
    """The areas in which a side has units; those of a battle are nowhere until it is over (DM-P4)."""
    at = UNITS * side
    if s.supply[at : at + UNITS] == s.t.figures:
        return []  # none is on the map
    return [area for area in s.areas_of(side) if any(s.units_in(area))]


def peaceful(s: DarkAges, side: int) -> int:
    """Areas that are a side's own or unoccupied, as bits (D-9.7, D-9.10)."""
    found = 0
    for area, owner in enumerate(s.owner):
        if owner == side or (owner == FREE and s.look[area] == NONE):
            found |= 1 << area
    return found


def can_march(s: DarkAges, side: int, areas: Sequence[int]) -> bool:
    """Whether a unit in the areas of a side can go somewhere (D-9.9), or a figure that is none (DM0-3.5)."""
    for area in areas:
        if any(s.units_in(area)) and reach(s, side, area):
            return True
    return bool(riders(s, side))


def rides(s: DarkAges, side: int, area: int) -> int:
    """Where a figure in an area that is no unit may go without units, one step away, as bits."""
    if not s.rules.value(s, "along", 0, side, area):
        return 0
    return reach(s, side, area) & s.rules.value(s, "lone", 0, side)


def riders(s: DarkAges, side: int) -> list[int]:
    """The areas from which figures that are no units can go somewhere by themselves."""
    along = s.rules.modifiers.get("along")
    if along is None:
        return []
    return [area for area in s.areas_of(side) if along(s, 0, side, area) and rides(s, side, area)]


def can_regroup(s: DarkAges, side: int) -> bool:
    """Whether there is a regrouping (D-9.10)."""
    mine = peaceful(s, side)
    return any(reach(s, side, area) & mine for area in garrisons(s, side))


# -- actions and effects -------------------------------------------------------------------------------


TO_BUILD: Final = 1 << BUILD
TO_DEVELOP: Final = 1 << DEVELOP
TO_RESEARCH: Final = 1 << RESEARCH
TO_RECRUIT: Final = 1 << RECRUIT
TO_MARCH: Final = 1 << MARCH
ACTIONS: Final = (1 << len(ACTION_IDS)) - 1
"""All actions, as bits."""


def contents(s: DarkAges, side: int, areas: Sequence[int], among: int = ACTIONS) -> int:
    """The actions whose own content a side can carry out with the goods and areas it has now (D-4.5).

    As bits, of those `among` which they are looked for."""
    purse, city = Purse(s, side), s.city
    cities = [area for area in areas if city[area]]
    found = 0
    if among & TO_BUILD and can_build_something(s, side, purse, areas, cities):
        found |= TO_BUILD
    if among & TO_DEVELOP and accessible(s, side) & ((1 << len(s.offered)) - 1):
        found |= TO_DEVELOP
    if among & TO_RESEARCH and can_research(s, side, purse):
        found |= TO_RESEARCH
    if among & TO_RECRUIT and can_recruit_something(s, side, purse, cities):
        found |= TO_RECRUIT
    if among & TO_MARCH and can_march(s, side, areas):
        found |= TO_MARCH
    if found != among:
        modifier = s.rules.modifiers.get("can_act")
        if modifier is not None:
            found = modifier(s, found, side) & among
    return found


def possible_actions(s: DarkAges, side: int, areas: Sequence[int], among: int = ACTIONS) -> int:
    """The actions that can be chosen: for themselves, or for what modules put beside them (DM0-3.5)."""
    found = contents(s, side, areas, among)
    if found != among:
        beside = s.rules.modifiers.get("beside")
        if beside is not None:
            for action in bits(among & ~found):
                if beside(s, 0, side, action) > 0:
                    found |= 1 << action
    return found


def has_content(s: DarkAges, side: int, action: int) -> bool:
    """Whether the own content of an action can be carried out now (D-4.5)."""
    return contents(s, side, s.areas_of(side), 1 << action) > 0


def can_act(s: DarkAges, side: int, action: int) -> bool:
    """Whether an action can be chosen now."""
    return possible_actions(s, side, s.areas_of(side), 1 << action) > 0


def bonus_cities(s: DarkAges, side: int, effect: Effect, taken: int) -> list[int]:
    """Own cities that give a resource more (D-22.15); `taken` are those that have given one, as bits."""
    return [
        area
        for area in muster_places(s, side)
        if not taken >> area & 1 and s.produces(area) >= effect.min_buildings
    ]


def can_carry(s: DarkAges, side: int, effect: Effect, area: int, what: int) -> bool:
    """Whether an effect that leaves a choice can be carried out now."""
    op = effect.op
    if op == TRADE:
        return _can_trade(s, side, effect)
    if op == EXTRA_BUILD:
        return bool(extra_options(s, side, effect, area, what))
    if op == EXTRA_RECRUIT:
        return bool(muster_places(s, side)) and can_recruit(s, side, effect.unit)
    if op == RAISE_ACHIEVEMENT:
        return bool(raisable(s, side)) and effect.gold <= gold_at_hand(s, side)
    if op == TAKE_CARD:
        return bool(open_places(s, side, effect.any_access, effect.card_kind) or discarded(s, effect))
    if op == PRODUCE_BONUS:
        return bool(bonus_cities(s, side, effect, 0))
    if op == SPECIAL and effect.key == FREE_REGROUP:
        return can_regroup(s, side)
    if op == RECOVER_FALLEN or (op == SPECIAL and effect.key == RECOVER_UNIT):
        return any(s.lost[UNITS * (side == s.defender) + u] for u in range(UNITS))
    return True


def _can_trade(s: DarkAges, side: int, effect: Effect) -> bool:
    """Whether the whole price is there; gold never stands in for resources (D-1.10, D-22.5)."""
    goods: Sequence[int] = s.goods[GOODS * side : GOODS * (side + 1)]
    if any(n > goods[kind] for kind, n in enumerate(effect.pay[:RESOURCES])):
        return False
    if effect.pay[RESOURCES] > gold_at_hand(s, side):
        return False
    return sum(goods[:RESOURCES]) - sum(effect.pay[:RESOURCES]) >= effect.pay_any
