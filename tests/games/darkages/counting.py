"""Positions in which a counter of Yellow (section 23) stands at a number, whatever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.games.darkages.cards import AREAS, REGION, Choose, Row
from tests.games.darkages.table import YELLOW, Table

HOMES = ("verona", "swabia", "croatia", "capua", "bohemia")
MOST = {
    "titles": 6,
    "areas_adriatic": 6,
    "areas_iron": 6,
    "areas_home_region": 3,
    "red_spaces": 5,
    "level3": 6,
    "churches": 9,
    "areas_two_manors": 6,
    "regions_away_manor": 7,
    "regions": 9,
    "areas": 16,
    "cities_full": 5,
    "cities": 8,
    "trophies": 7,
    "achievement_levels": 12,
    "war_levels": 6,
    "units": 10,
    "floors": 9,
    "hand": 12,
}
"""As far as a counter can be driven here."""
LEAST = {"areas": 1, "regions": 1, "areas_home_region": 1, "areas_adriatic": 1, "manors": 1, "cities": 1}
"""A capital with a manor is always there, and it lies in Verona on the Adriatic."""
ORDINARY = ["tuscany", "franconia", "moravia", "saxony", "pannonia", "romagna", "carinthia", "apulia"]
"""Areas of different regions first, none of them a home."""
FREE_AREAS = [*ORDINARY, *[id for id in AREAS if id not in ORDINARY and id not in HOMES]]


def boundaries(row: Row) -> list[int]:
    """Numbers around which a count by `div` up to `max` changes."""
    div, most = row["div"], row["max"]
    per, top = row["per"], (most + 1 if most else 3) * div
    found = {0, div - 1, div, 2 * div - 1, 2 * div, most * div, top}
    return [n for n in sorted(found) if LEAST.get(per, 0) <= n <= MOST.get(per, 99)]


def _hold(table: Table, area: str, i: int = 0) -> None:
    table.hold(YELLOW, area, int(i % 3 == 0), int(i % 3 == 1), int(i % 3 == 2))


def _areas(table: Table, wanted: list[str]) -> None:
    for i, area in enumerate(wanted):
        _hold(table, area, i)


def arrange(table: Table, counter: str, n: int) -> Mapping[str, Choose]:
    """Yellow has exactly so many; answers that are needed for it are returned."""
    s = table.s
    if counter == "sold_this_pass":
        s.storage[YELLOW] = 1
        return {"sell": lambda t: (n, 0, 0, 0)}
    ARRANGEMENTS[counter](table, n)
    assert not s.answers
    return {}


def areas(table: Table, n: int) -> None:
    """So many areas, the home area included."""
    _areas(table, FREE_AREAS[: n - 1])


def regions(table: Table, n: int) -> None:
    """Areas in so many regions."""
    found = {REGION["verona"]}
    for area in ("franconia", "moravia", "saxony", "carinthia", "apulia", "romagna", "rome", "pannonia"):
        if len(found) < n:
            found.add(REGION[area])
            _hold(table, area)
    table.hold(YELLOW, "tuscany", cavalry=1)  # a second area of a region does not count
    assert len(found) == n


def home_region(table: Table, n: int) -> None:
    """So many areas of the home region, and one of another."""
    _areas(table, [*["tuscany", "lombardy"][: n - 1], "franconia"])


def iron(table: Table, n: int) -> None:
    """So many areas whose own resource is iron, and two others."""
    found = [id for id, row in AREAS.items() if row["resource"] == "iron" and id not in HOMES]
    _areas(table, [*found[:n], "bavaria", "rome"])


def adriatic(table: Table, n: int) -> None:
    """So many areas on the Adriatic, and one on another sea."""
    found = [id for id, row in AREAS.items() if "adriatic" in row["coast"] and id not in HOMES]
    _areas(table, [*found[: n - 1], "tuscany"])


def two_manors(table: Table, n: int) -> None:
    """So many areas with two manors, and one with a single one beside the home area."""
    for area in FREE_AREAS[:n]:
        table.hold(YELLOW, area, manors=2)
    if n < 6:
        table.hold(YELLOW, FREE_AREAS[n], manors=1)


def away_manors(table: Table, n: int) -> None:
    """Manors in so many foreign regions; an area held by units only does not count, nor a second one."""
    wanted = ("franconia", "moravia", "saxony", "carinthia", "apulia", "romagna", "pannonia")
    for area in wanted[:n]:
        table.hold(YELLOW, area, manors=1)
    table.hold(YELLOW, "tuscany", manors=1).hold(YELLOW, "rome", infantry=1)
    if n:
        table.hold(YELLOW, "bavaria", manors=1)


def cities(table: Table, n: int) -> None:
    """So many own cities; one in a free area does not count."""
    for area in FREE_AREAS[: n - 1]:
        _hold(table, area)
        table.buildings(area, city=True)
    table.buildings("silesia", city=True)


def full_cities(table: Table, n: int) -> None:
    """So many cities with three buildings, one with two, one in a free area."""
    for area in FREE_AREAS[: n + 1]:
        _hold(table, area)
        own = AREAS[area]["resource"]
        table.buildings(area, city=True, churches=1, production={own: 2})
    table.buildings(FREE_AREAS[n], churches=0)
    table.buildings("silesia", city=True, production={"wood": 3})


def churches(table: Table, n: int) -> None:
    """So many own churches, several in a city; one in a free area does not count."""
    left = n
    for area in FREE_AREAS[:3]:
        _hold(table, area)
        table.buildings(area, city=True, churches=min(left, 3), production={})
        left -= min(left, 3)
    table.buildings("silesia", city=True, churches=1, production={})


def floors(table: Table, n: int) -> None:
    """So many tower floors; one in a free area does not count."""
    left = n
    for area in FREE_AREAS[:3]:
        _hold(table, area)
        table.buildings(area, city=True, floors=min(left, 3))
        left -= min(left, 3)
    table.buildings("silesia", city=True, floors=1)


def iron_buildings(table: Table, n: int) -> None:
    """So many iron production buildings in own areas."""
    table.hold(YELLOW, "bavaria", infantry=1).buildings(
        "bavaria", city=True, production={"iron": n, "wood": 1}
    )


def manors(table: Table, n: int) -> None:
    """So many manors on the map, the one at home included."""
    for i in range(n - 1):
        area = FREE_AREAS[i // 2]
        table.hold(YELLOW, area, manors=i % 2 + 1)


def units(table: Table, n: int) -> None:
    """So many units on the map."""
    table.hold(YELLOW, "verona", infantry=min(n, 4)).hold(YELLOW, "tuscany", manors=1)
    table.hold(YELLOW, "tuscany", archers=min(max(n - 4, 0), 4), cavalry=max(n - 8, 0))


def gold(table: Table, n: int) -> None:
    """So much gold."""
    table.goods(YELLOW, gold=n, wood=1, iron=1)


def goods(table: Table, n: int) -> None:
    """So many resources of different types; gold is none."""
    table.goods(YELLOW, wood=n // 2, iron=n - n // 2, gold=4)


def hand(table: Table, n: int) -> None:
    """So many cards in hand."""
    table.many_cards(YELLOW, n)


def titles(table: Table, n: int) -> None:
    """So many titles; another one is somebody else's."""
    table.s.title = [YELLOW] * n + [1] * (len(table.s.title) - n)


def trophies(table: Table, n: int) -> None:
    """So many trophies."""
    table.s.trophies[YELLOW] = tuple(range(n))


def red_spaces(table: Table, n: int) -> None:
    """The culture counter has passed so many red spaces, and stands just before the next."""
    table.s.culture[YELLOW] = (5, 11, 17, 23, 29, 34)[n]


TECHNOLOGIES = (
    ("war_spearmen_or_knights", "spearmen"),
    ("war_short_bows_or_mailed_foot", "mailed_foot"),
    ("war_slingers_or_norman_riders", "slingers"),
    ("war_light_horse_or_saracen_archers", "saracen_archers"),
    ("war_lancers_or_long_spears", "lancers"),
    ("war_axemen_or_ministeriales", "ministeriales"),
)
"""Each raises a type by one level, in this order."""


def war_levels(table: Table, n: int) -> None:
    """War technologies of so many steps."""
    for card, face in TECHNOLOGIES[:n]:
        table.technology(YELLOW, card, face)


def level3(table: Table, n: int) -> None:
    """So many cards of level III, achievements and war technologies; the one under test is one of them."""
    mine = sum(table.s.level[card] == 3 for card in table.s.laid[YELLOW])
    extra = n - mine
    for i, id in enumerate(("annals", "scouts")):
        table._take(table.card(id))
        table.s.laid[YELLOW] = (*table.s.laid[YELLOW], table.card(id))
        table.s.level[table.card(id)] = 3 if i < extra else 2
    war_levels(table, 2 * max(0, extra - 2))


def achievement_levels(table: Table, n: int) -> None:
    """Uncovered levels of achievements, added up."""
    left = n
    for id in ("annals", "scouts", "mission", "watermill"):
        if left:
            table.achievement(YELLOW, id, min(left, 3))
            left -= min(left, 3)


ARRANGEMENTS: dict[str, Callable[[Table, int], None]] = {
    "areas": areas,
    "regions": regions,
    "areas_home_region": home_region,
    "areas_iron": iron,
    "areas_adriatic": adriatic,
    "areas_two_manors": two_manors,
    "regions_away_manor": away_manors,
    "cities": cities,
    "cities_full": full_cities,
    "churches": churches,
    "floors": floors,
    "production_iron": iron_buildings,
    "manors": manors,
    "units": units,
    "gold": gold,
    "resources": goods,
    "hand": hand,
    "titles": titles,
    "trophies": trophies,
    "red_spaces": red_spaces,
    "level3": level3,
    "achievement_levels": achievement_levels,
    "war_levels": war_levels,
}
