"""The drawn maps of Dark Ages: the shapes of `outlines.toml` say exactly what the rules say.

There are two: that of the game, and that of the Great Realm, for which the areas of both maps and their links
are taken as the module hands them to the game.

All geometry is exact (`outlines.py` of the kit). The tests use nothing of the drawing script except its
`build`, so they hold for a map drawn in any other way.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import draw_darkages_map
from pfalz.catalogue import ruleset
from pfalz.games.darkages.drawing.atlas import TINCTURES
from pfalz.games.darkages.drawing.geography import Geography, geography
from pfalz.games.darkages.modules.great_realm.drawing import TINCTURES as WESTERN
from tests.games.kit.outlines import (
    Edge,
    Pair,
    Point,
    clearance,
    doubled_area,
    edges,
    is_inside,
    meet,
    near_pairs,
    tenths,
)

GAME = Path(__file__).resolve().parents[3] / "src" / "pfalz" / "games" / "darkages"


class Drawn:
    """A map as the rules have it, and as it is drawn."""

    def __init__(self, players: int, folder: Path, package: str, counted: tuple[int, int, int]) -> None:
        self.folder = folder
        self.borders, self.routes, self.lands_of_areas = counted
        """As many as the map has: lines between areas, sea routes, coherent pieces of land."""
        self.file = folder / "data" / "outlines.toml"
        self.rules: dict[str, Any] = ruleset("darkages", players).data["map"]
        self.drawn: dict[str, Any] = tomllib.loads(self.file.read_text(encoding="utf-8"))
        self.areas: dict[str, dict[str, Any]] = {area["id"]: area for area in self.rules["area"]}
        self.region_of: dict[str, str] = {
            area: region["id"] for region in self.rules["region"] for area in region["areas"]
        }
        self.polygons: dict[str, list[Point]] = {
            name: [tenths(point) for point in shape["polygon"]] for name, shape in self.drawn["area"].items()
        }
        self.edges: dict[str, list[Edge]] = {
            name: edges([*ring, ring[0]]) for name, ring in self.polygons.items()
        }
        self.seen: set[Pair] = {
            frozenset(pair)
            for pair in combinations(self.polygons, 2)
            if set(self.edges[pair[0]]) & set(self.edges[pair[1]])
        }
        """The areas that share a line on the map."""
        self.geo: Geography = geography(package)

    def pairs(self, kind: str) -> set[Pair]:
        """The areas that the rules link by `land` or by `sea`."""
        return {frozenset((name, other)) for name, area in self.areas.items() for other in area[kind]}

    def lands(self) -> list[dict[str, Any]]:
        """What is land and no area."""
        return [*self.drawn["land"], *self.drawn["island"]]


PACKAGE = "pfalz.games.darkages"
MAPS = {
    "game": Drawn(4, GAME, PACKAGE, (50, 2, 1)),
    "realm": Drawn(8, GAME / "modules" / "great_realm", f"{PACKAGE}.modules.great_realm", (103, 11, 2)),
}
EACH = [(which, name) for which, found in MAPS.items() for name in sorted(found.polygons)]
"""Every area of every map."""


@pytest.fixture(params=list(MAPS))
def m(request: pytest.FixtureRequest) -> Drawn:
    """One map after the other."""
    return MAPS[request.param]


BOX = (150, 105)
"""The least room for the pieces of an area: manors, a city with its sites, a tower, three types of units."""
MARGIN = 4.0
"""The least distance of anything in an area from its border."""


def line_of(part: dict[str, Any]) -> list[Point]:
    """The line of a table."""
    return [tenths(point) for point in part["line"]]


def around(box: Iterable[float]) -> Iterator[Point]:
    """Points all along the sides of a box, close together."""
    left, top, width, height = box
    for n in range(21):
        across, down = left + width * n / 20, top + height * n / 20
        for x, y in ((across, top), (across, top + height), (left, down), (left + width, down)):
            yield round(x * 10), round(y * 10)


def holds(ring: list[Point], box: list[float]) -> bool:
    """Whether no line of an area runs through a box widened by the margin, and its middle lies inside."""
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    corners = [tenths((x, y)) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
    sides = edges([*corners, corners[0]])
    middle = (round(10 * (left + right) / 2), round(10 * (top + bottom) / 2))
    apart = not any(meet(side, edge) for side in sides for edge in edges([*ring, ring[0]]))
    return apart and is_inside(middle, ring) and all(clearance(p, ring) >= MARGIN for p in around(box))


# --- borders and sea routes ------------------------------------------------------------------------


@pytest.mark.clause("D-2.4")
def test_areas_share_a_line_exactly_if_they_border_on_each_other(m: Drawn) -> None:
    assert m.pairs("land") == m.seen
    assert len(m.seen) == m.borders


@pytest.mark.clause("D-2.4")
def test_sea_routes_link_exactly_the_areas_they_should(m: Drawn) -> None:
    drawn = [frozenset(route["areas"]) for route in m.drawn["sea_route"]]
    assert len(drawn) == len(set(drawn)) == m.routes
    assert set(drawn) == m.pairs("sea")


@pytest.mark.clause("D-2.4")
def test_areas_without_a_border_do_not_even_touch(m: Drawn) -> None:
    at_point: dict[Point, set[str]] = defaultdict(set)
    for name, ring in m.polygons.items():
        for point in ring:
            at_point[point].add(name)
    for point, names in at_point.items():
        assert all(frozenset(pair) in m.seen for pair in combinations(names, 2)), f"{names} touch at {point}"


@pytest.mark.clause("D-2.4")
@pytest.mark.parametrize(("one", "other"), [("lombardy", "romagna"), ("verona", "swabia")])
def test_what_must_not_look_adjacent_stays_apart(m: Drawn, one: str, other: str) -> None:
    gap = min(math.dist(p, q) for p in m.polygons[one] for q in m.polygons[other]) / 10
    assert gap >= 25


@pytest.mark.clause("D-2.4")
def test_every_border_is_plain_to_see(m: Drawn) -> None:
    for one, other in sorted(tuple(sorted(pair)) for pair in m.seen):
        lines = [line_of(border) for border in m.drawn["border"] if set(border["areas"]) == {one, other}]
        assert len(lines) == 1, (one, other)
        assert set(edges(lines[0])) == set(m.edges[one]) & set(m.edges[other]), (one, other)
        assert math.dist(lines[0][0], lines[0][-1]) >= 400, (one, other)


@pytest.mark.clause("D-2.4")
@pytest.mark.parametrize(
    ("which", "number"), [(which, n) for which, found in MAPS.items() for n in range(found.routes)]
)
def test_a_sea_route_runs_through_water_from_coast_to_coast(which: str, number: int) -> None:
    m = MAPS[which]
    route = m.drawn["sea_route"][number]
    line = line_of(route)
    for name, end in zip(route["areas"], (line[0], line[-1]), strict=True):
        shores = [line_of(coast) for coast in m.drawn["coast"] if coast["area"] == name]
        assert any(end in shore for shore in shores)
    for point in line[1:-1]:
        assert all(clearance(point, ring) < 0 for ring in m.polygons.values())
        assert all(
            -clearance(point, m.polygons[name]) >= 15 for name in m.polygons if name not in route["areas"]
        )
        assert not any(is_inside(point, [tenths(p) for p in land["polygon"]]) for land in m.lands())
    whole = {side for sides in m.edges.values() for side in sides}
    assert not any(meet(step, side) for step in edges(line[1:-1]) for side in whole)


@pytest.mark.clause("D-2.4")
def test_sea_routes_keep_apart(m: Drawn) -> None:
    for one, other in combinations(m.drawn["sea_route"], 2):
        gap = min(math.dist(p, q) for p in line_of(one) for q in line_of(other))
        assert gap >= 300, (one["areas"], other["areas"])


@pytest.mark.clause("D-24.6")
def test_areas_lie_on_the_seas_of_their_coasts(m: Drawn) -> None:
    drawn: dict[tuple[str, str], list[list[Point]]] = defaultdict(list)
    for coast in m.drawn["coast"]:
        line = line_of(coast)
        assert set(edges(line)) <= set(m.edges[coast["area"]])
        assert math.dist(line[0], line[-1]) >= 200
        drawn[coast["area"], coast["sea"]].append(line)
    assert set(drawn) == {(name, sea) for name, area in m.areas.items() for sea in area["coast"]}
    for pieces in drawn.values():  # a coast may be drawn in two pieces, which join
        ends = Counter(end for line in pieces for end in (line[0], line[-1]))
        (first, last) = (end for end, n in ends.items() if n == 1)
        assert math.dist(first, last) >= 400
        assert len(ends) == len(pieces) + 1


# --- shapes ----------------------------------------------------------------------------------------


def test_generated_file_is_up_to_date(m: Drawn) -> None:
    built = draw_darkages_map.build(m.folder)
    # Not a plain assert on the texts: their diff would take minutes to print.
    same = built.encode() == m.file.read_bytes()
    assert same, "outlines.toml is stale: run python tools/draw_darkages_map.py"


@pytest.mark.clause("D-2.1")
def test_every_area_is_drawn_on_the_board(m: Drawn) -> None:
    assert list(m.polygons) == list(m.areas)
    width, height = m.drawn["board"]["width"] * 10, m.drawn["board"]["height"] * 10
    for name, ring in m.polygons.items():
        assert all(50 <= x <= width - 50 and 50 <= y <= height - 50 for x, y in ring), name


@pytest.mark.clause("D-2.4")
def test_no_two_lines_of_the_map_cross(m: Drawn) -> None:
    whole = {edge for sides in m.edges.values() for edge in sides}
    whole |= {edge for shore in m.drawn["shore"] for edge in edges(line_of(shore))}
    assert all(len(edge) == 2 for edge in whole)
    crossings = [(sorted(one), sorted(other)) for one, other in near_pairs(whole) if meet(one, other)]
    assert not crossings


@pytest.mark.parametrize(("which", "name"), EACH)
def test_outline_is_simple(which: str, name: str) -> None:
    m = MAPS[which]
    ring, sides = m.polygons[name], m.edges[name]
    assert len(set(ring)) == len(ring), "a point is passed twice"
    assert not any(meet(one, other) for one, other in near_pairs(set(sides)))
    assert doubled_area(ring) > 0, "the points do not run clockwise"


def test_areas_fill_their_common_ground_without_gap_or_overlap(m: Drawn) -> None:
    times = Counter(edge for sides in m.edges.values() for edge in sides)
    assert max(times.values()) == 2
    rest = {edge for edge, count in times.items() if count == 1}
    outside = [line_of(part) for part in [*m.drawn["coast"], *m.drawn["rim"]]]
    assert rest == {edge for line in outside for edge in edges(line)}
    rings = follow(rest)
    assert len(rings) == m.lands_of_areas, "the areas do not hang together, or enclose a lake"
    ground = sum(abs(doubled_area(ring)) for ring in rings)
    assert sum(doubled_area(polygon) for polygon in m.polygons.values()) == ground


def follow(sides: set[Edge]) -> list[list[Point]]:
    """The rings that some edges form."""
    at: dict[Point, list[Point]] = defaultdict(list)
    for a, b in sides:
        at[a].append(b)
        at[b].append(a)
    assert all(len(ends) == 2 for ends in at.values())
    rings: list[list[Point]] = []
    rest = set(at)
    while rest:
        ring = [min(rest)]
        step = at[ring[0]][0]
        while step != ring[0]:
            before = ring[-1]
            ring.append(step)
            step = next(end for end in at[step] if end != before)
        rest -= set(ring)
        rings.append(ring)
    return rings


def test_lands_beyond_and_islands_cover_no_area(m: Drawn) -> None:
    own = {point for ring in m.polygons.values() for point in ring}
    for land in m.lands():
        ring = [tenths(point) for point in land["polygon"]]
        for name, polygon in m.polygons.items():
            box = m.drawn["area"][name]["box"]
            assert not is_inside(tenths((box[0], box[1])), ring)
            assert not any(is_inside(point, polygon) for point in set(ring) - own), (land["id"], name)


def test_seas_are_named_on_the_water(m: Drawn) -> None:
    for sea in m.drawn["sea"]:
        x, y, _ = sea["label"]
        spot = (round(x * 10), round(y * 10))
        assert 0 < spot[0] < m.drawn["board"]["width"] * 10 and 0 < spot[1] < m.drawn["board"]["height"] * 10
        assert all(-clearance(spot, ring) >= 15 for ring in m.polygons.values()), sea["id"]
        assert not any(is_inside(spot, [tenths(p) for p in land["polygon"]]) for land in m.lands()), sea["id"]


def test_seas_of_the_map_are_those_of_the_rules(m: Drawn) -> None:
    assert {sea["id"] for sea in m.drawn["sea"]} == {sea["id"] for sea in m.rules["sea"]}


# --- room ------------------------------------------------------------------------------------------


@pytest.mark.clause("D-2.6")
@pytest.mark.parametrize(("which", "name"), EACH)
def test_box_is_large_enough_and_lies_inside(which: str, name: str) -> None:
    m = MAPS[which]
    box = m.drawn["area"][name]["box"]
    assert box[2] >= BOX[0] and box[3] >= BOX[1]
    assert holds(m.polygons[name], box)


@pytest.mark.parametrize(("which", "name"), EACH)
def test_name_has_room_above_the_box(which: str, name: str) -> None:
    m = MAPS[which]
    box, label = m.drawn["area"][name]["box"], m.drawn["area"][name]["label"]
    assert holds(m.polygons[name], label)
    assert label[1] + label[3] <= box[1]
    assert abs(label[0] + label[2] / 2 - box[0] - box[2] / 2) <= 40, "the name stands far from its box"


@pytest.mark.parametrize(("which", "name"), EACH)
def test_nooks_are_free(which: str, name: str) -> None:
    m = MAPS[which]
    shape, ring = m.drawn["area"][name], m.polygons[name]
    for x, y, radius in shape["nooks"]:
        assert radius >= 9
        assert clearance(tenths((x, y)), ring) >= radius + MARGIN
        for left, top, width, height in (shape["box"], shape["label"]):
            beside = max(left - x, x - left - width, 0), max(top - y, y - top - height, 0)
            assert math.hypot(*beside) >= radius
    for (x, y, radius), (p, q, other) in combinations(shape["nooks"], 2):
        assert math.dist((x, y), (p, q)) >= radius + other


def test_areas_are_of_similar_size(m: Drawn) -> None:
    sizes = {name: doubled_area(ring) / 200 for name, ring in m.polygons.items()}
    assert max(sizes.values()) <= 1.5 * min(sizes.values())


def test_windows_show_every_area_once_and_whole(m: Drawn) -> None:
    windows = m.drawn["window"]
    assert Counter(area for window in windows for area in window["areas"]) == Counter(list(m.areas))
    for window in windows:
        left, top, width, height = (10 * number for number in window["box"])
        for name in window["areas"]:
            ring = m.polygons[name]
            assert all(left <= x <= left + width and top <= y <= top + height for x, y in ring), name


# --- what the drawing gets -------------------------------------------------------------------------


def points_of(line: str) -> list[tuple[int, int]]:
    """The points of a path of the drawing."""
    start, steps = line.removeprefix("M").removesuffix("z").split("l")
    numbers = [int(n) for n in steps.replace("-", " -").split()]
    x, y = (int(n) for n in start.split())
    points = [(x, y)]
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        points.append((points[-1][0] + dx, points[-1][1] + dy))
    return points


@pytest.mark.clause("D-2.4")
def test_the_drawing_gets_borders_and_routes_of_the_rules(m: Drawn) -> None:
    geo = m.geo
    assert set(geo.borders) == m.pairs("land")
    assert set(geo.routes) == m.pairs("sea")
    for pair, route in geo.routes.items():
        (line,) = (part["line"] for part in m.drawn["sea_route"] if frozenset(part["areas"]) == pair)
        assert (list(route.start), list(route.end)) == (line[0], line[-1])


@pytest.mark.clause("D-2.3")
def test_frontiers_are_the_borders_of_regions(m: Drawn) -> None:
    expected = [line for pair, line in m.geo.borders.items() if len({m.region_of[a] for a in pair}) == 2]
    assert m.geo.frontiers(m.region_of) == "".join(expected)
    assert 0 < len(expected) < len(m.geo.borders)


@pytest.mark.parametrize(("which", "name"), EACH)
def test_the_drawing_gets_outline_and_room(which: str, name: str) -> None:
    m = MAPS[which]
    place, shape = m.geo.places[name], m.drawn["area"][name]
    whole = [(round(x), round(y)) for x, y in shape["polygon"]]
    assert points_of(place.path) == [p for n, p in enumerate(whole) if n == 0 or p != whole[n - 1]]
    assert (list(place.box), list(place.label)) == (shape["box"], shape["label"])
    x, y = place.centre
    assert (x - place.box.left, y - place.box.top) == (place.box.right - x, place.box.bottom - y)
    assert [list(nook) for nook in place.nooks] == shape["nooks"]


def test_regions_of_one_colour_do_not_border_on_each_other(m: Drawn) -> None:
    """Nor do they across the seam of both halves (ruling DM2-P4)."""
    colours = {**TINCTURES, **(WESTERN if m is MAPS["realm"] else {})}
    titled = {title["region"] for title in m.rules["title"]}
    assert titled <= set(colours)
    compared = 0
    for pair in m.seen:
        regions = {m.region_of[area] for area in pair} & set(colours)
        if len(regions) == 2:
            compared += 1
            assert len({colours[region] for region in regions}) == 2, regions
    assert compared > 5
