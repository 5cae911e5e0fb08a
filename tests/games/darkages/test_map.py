"""The drawn map of Dark Ages: the shapes of `outlines.toml` say exactly what `map.toml` says.

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
from pfalz.games.darkages.drawing.geography import geography
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

DATA = Path(__file__).resolve().parents[3] / "src" / "pfalz" / "games" / "darkages" / "data"
RULES: dict[str, Any] = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))
DRAWN: dict[str, Any] = tomllib.loads((DATA / "outlines.toml").read_text(encoding="utf-8"))

AREAS: dict[str, dict[str, Any]] = {area["id"]: area for area in RULES["area"]}
REGION_OF: dict[str, str] = {area: region["id"] for region in RULES["region"] for area in region["areas"]}
POLYGONS: dict[str, list[Point]] = {
    name: [tenths(point) for point in shape["polygon"]] for name, shape in DRAWN["area"].items()
}
EDGES: dict[str, list[Edge]] = {name: edges([*ring, ring[0]]) for name, ring in POLYGONS.items()}
SEEN: set[Pair] = {
    frozenset(pair) for pair in combinations(POLYGONS, 2) if set(EDGES[pair[0]]) & set(EDGES[pair[1]])
}
"""The areas that share a line on the map."""

BOX = (150, 105)
"""The least room for the pieces of an area: manors, a city with its sites, a tower, three types of units."""
MARGIN = 4.0
"""The least distance of anything in an area from its border."""


def pairs(kind: str) -> set[Pair]:
    """The areas that `map.toml` links by `land` or by `sea`."""
    return {frozenset((name, other)) for name, area in AREAS.items() for other in area[kind]}


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
def test_areas_share_a_line_exactly_if_they_border_on_each_other() -> None:
    assert pairs("land") == SEEN
    assert len(SEEN) == 50


@pytest.mark.clause("D-2.4")
def test_sea_routes_link_exactly_the_areas_they_should() -> None:
    drawn = [frozenset(route["areas"]) for route in DRAWN["sea_route"]]
    assert len(drawn) == len(set(drawn)) == 2
    assert set(drawn) == pairs("sea")


@pytest.mark.clause("D-2.4")
def test_areas_without_a_border_do_not_even_touch() -> None:
    at_point: dict[Point, set[str]] = defaultdict(set)
    for name, ring in POLYGONS.items():
        for point in ring:
            at_point[point].add(name)
    for point, names in at_point.items():
        assert all(frozenset(pair) in SEEN for pair in combinations(names, 2)), f"{names} touch at {point}"


@pytest.mark.clause("D-2.4")
@pytest.mark.parametrize(("one", "other"), [("lombardy", "romagna"), ("verona", "swabia")])
def test_what_must_not_look_adjacent_stays_apart(one: str, other: str) -> None:
    gap = min(math.dist(p, q) for p in POLYGONS[one] for q in POLYGONS[other]) / 10
    assert gap >= 25


@pytest.mark.clause("D-2.4")
@pytest.mark.parametrize(("one", "other"), sorted(tuple(sorted(pair)) for pair in SEEN))
def test_every_border_is_plain_to_see(one: str, other: str) -> None:
    lines = [line_of(border) for border in DRAWN["border"] if set(border["areas"]) == {one, other}]
    assert len(lines) == 1
    assert set(edges(lines[0])) == set(EDGES[one]) & set(EDGES[other])
    assert math.dist(lines[0][0], lines[0][-1]) >= 400


@pytest.mark.clause("D-2.4")
@pytest.mark.parametrize("route", DRAWN["sea_route"], ids=lambda route: "-".join(route["areas"]))
def test_a_sea_route_runs_through_water_from_coast_to_coast(route: dict[str, Any]) -> None:
    line = line_of(route)
    for name, end in zip(route["areas"], (line[0], line[-1]), strict=True):
        shores = [line_of(coast) for coast in DRAWN["coast"] if coast["area"] == name]
        assert any(end in shore for shore in shores)
    for point in line[1:-1]:
        assert all(clearance(point, ring) < 0 for ring in POLYGONS.values())
        assert all(-clearance(point, POLYGONS[name]) >= 15 for name in POLYGONS if name not in route["areas"])
        assert not any(is_inside(point, [tenths(p) for p in land["polygon"]]) for land in lands())
    whole = {side for sides in EDGES.values() for side in sides}
    assert not any(meet(step, side) for step in edges(line[1:-1]) for side in whole)


def lands() -> list[dict[str, Any]]:
    """What is land and no area."""
    return [*DRAWN["land"], *DRAWN["island"]]


@pytest.mark.clause("D-2.4")
def test_sea_routes_keep_apart() -> None:
    one, other = (line_of(route) for route in DRAWN["sea_route"])
    assert min(math.dist(p, q) for p in one for q in other) >= 300


@pytest.mark.clause("D-24.6")
def test_areas_lie_on_the_seas_of_their_coasts() -> None:
    drawn = [(coast["area"], coast["sea"]) for coast in DRAWN["coast"]]
    assert Counter(drawn) == Counter((name, sea) for name, area in AREAS.items() for sea in area["coast"])
    for coast in DRAWN["coast"]:
        line = line_of(coast)
        assert set(edges(line)) <= set(EDGES[coast["area"]])
        assert math.dist(line[0], line[-1]) >= 400


# --- shapes ----------------------------------------------------------------------------------------


def test_generated_file_is_up_to_date() -> None:
    built = draw_darkages_map.build()
    # Not a plain assert on the texts: their diff would take minutes to print.
    same = built.encode() == (DATA / "outlines.toml").read_bytes()
    assert same, "outlines.toml is stale: run python tools/draw_darkages_map.py"


@pytest.mark.clause("D-2.1")
def test_every_area_is_drawn_on_the_board() -> None:
    assert list(POLYGONS) == list(AREAS)
    width, height = DRAWN["board"]["width"] * 10, DRAWN["board"]["height"] * 10
    for name, ring in POLYGONS.items():
        assert all(50 <= x <= width - 50 and 50 <= y <= height - 50 for x, y in ring), name


@pytest.mark.clause("D-2.4")
def test_no_two_lines_of_the_map_cross() -> None:
    whole = {edge for sides in EDGES.values() for edge in sides}
    whole |= {edge for shore in DRAWN["shore"] for edge in edges(line_of(shore))}
    assert all(len(edge) == 2 for edge in whole)
    crossings = [(sorted(one), sorted(other)) for one, other in near_pairs(whole) if meet(one, other)]
    assert not crossings


@pytest.mark.parametrize("name", sorted(POLYGONS))
def test_outline_is_simple(name: str) -> None:
    ring, sides = POLYGONS[name], EDGES[name]
    assert len(set(ring)) == len(ring), "a point is passed twice"
    assert not any(meet(one, other) for one, other in near_pairs(set(sides)))
    assert doubled_area(ring) > 0, "the points do not run clockwise"


def test_areas_fill_their_common_ground_without_gap_or_overlap() -> None:
    times = Counter(edge for sides in EDGES.values() for edge in sides)
    assert max(times.values()) == 2
    rest = {edge for edge, count in times.items() if count == 1}
    outside = [line_of(part) for part in [*DRAWN["coast"], *DRAWN["rim"]]]
    assert rest == {edge for line in outside for edge in edges(line)}
    ring = follow(rest)
    assert sum(doubled_area(polygon) for polygon in POLYGONS.values()) == abs(doubled_area(ring))


def follow(sides: set[Edge]) -> list[Point]:
    """The one ring that some edges form; there must be no other."""
    at: dict[Point, list[Point]] = defaultdict(list)
    for a, b in sides:
        at[a].append(b)
        at[b].append(a)
    assert all(len(ends) == 2 for ends in at.values())
    ring = [min(at)]
    step = at[ring[0]][0]
    while step != ring[0]:
        before = ring[-1]
        ring.append(step)
        step = next(end for end in at[step] if end != before)
    assert len(ring) == len(at), "the areas do not hang together, or enclose a lake"
    return ring


def test_lands_beyond_and_islands_cover_no_area() -> None:
    own = {point for ring in POLYGONS.values() for point in ring}
    for land in lands():
        ring = [tenths(point) for point in land["polygon"]]
        for name, polygon in POLYGONS.items():
            box = DRAWN["area"][name]["box"]
            assert not is_inside(tenths((box[0], box[1])), ring)
            assert not any(is_inside(point, polygon) for point in set(ring) - own), (land["id"], name)


@pytest.mark.parametrize("sea", DRAWN["sea"], ids=lambda sea: sea["id"])
def test_seas_are_named_on_the_water(sea: dict[str, Any]) -> None:
    x, y, _ = sea["label"]
    spot = (round(x * 10), round(y * 10))
    assert 0 < spot[0] < DRAWN["board"]["width"] * 10 and 0 < spot[1] < DRAWN["board"]["height"] * 10
    assert all(-clearance(spot, ring) >= 15 for ring in POLYGONS.values())
    assert not any(is_inside(spot, [tenths(point) for point in land["polygon"]]) for land in lands())


def test_seas_of_the_map_are_those_of_the_rules() -> None:
    assert {sea["id"] for sea in DRAWN["sea"]} == {sea["id"] for sea in RULES["sea"]}


# --- room ------------------------------------------------------------------------------------------


@pytest.mark.clause("D-2.6")
@pytest.mark.parametrize("name", sorted(POLYGONS))
def test_box_is_large_enough_and_lies_inside(name: str) -> None:
    box = DRAWN["area"][name]["box"]
    assert box[2] >= BOX[0] and box[3] >= BOX[1]
    assert holds(POLYGONS[name], box)


@pytest.mark.parametrize("name", sorted(POLYGONS))
def test_name_has_room_above_the_box(name: str) -> None:
    box, label = DRAWN["area"][name]["box"], DRAWN["area"][name]["label"]
    assert holds(POLYGONS[name], label)
    assert label[1] + label[3] <= box[1]
    assert abs(label[0] + label[2] / 2 - box[0] - box[2] / 2) <= 40, "the name stands far from its box"


@pytest.mark.parametrize("name", sorted(POLYGONS))
def test_nooks_are_free(name: str) -> None:
    shape, ring = DRAWN["area"][name], POLYGONS[name]
    for x, y, radius in shape["nooks"]:
        assert radius >= 9
        assert clearance(tenths((x, y)), ring) >= radius + MARGIN
        for left, top, width, height in (shape["box"], shape["label"]):
            beside = max(left - x, x - left - width, 0), max(top - y, y - top - height, 0)
            assert math.hypot(*beside) >= radius
    for (x, y, radius), (p, q, other) in combinations(shape["nooks"], 2):
        assert math.dist((x, y), (p, q)) >= radius + other


def test_areas_are_of_similar_size() -> None:
    sizes = {name: doubled_area(ring) / 200 for name, ring in POLYGONS.items()}
    assert max(sizes.values()) <= 1.5 * min(sizes.values())


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
def test_the_drawing_gets_borders_and_routes_of_the_rules() -> None:
    geo = geography()
    assert set(geo.borders) == pairs("land")
    assert set(geo.routes) == pairs("sea")
    for pair, route in geo.routes.items():
        (line,) = (part["line"] for part in DRAWN["sea_route"] if frozenset(part["areas"]) == pair)
        assert (list(route.start), list(route.end)) == (line[0], line[-1])


@pytest.mark.clause("D-2.3")
def test_frontiers_are_the_borders_of_regions() -> None:
    expected = [line for pair, line in geography().borders.items() if len({REGION_OF[a] for a in pair}) == 2]
    assert geography().frontiers(REGION_OF) == "".join(expected)
    assert 0 < len(expected) < len(geography().borders)


@pytest.mark.parametrize("name", sorted(POLYGONS))
def test_the_drawing_gets_outline_and_room(name: str) -> None:
    place, shape = geography().places[name], DRAWN["area"][name]
    whole = [(round(x), round(y)) for x, y in shape["polygon"]]
    assert points_of(place.path) == [p for n, p in enumerate(whole) if n == 0 or p != whole[n - 1]]
    assert (list(place.box), list(place.label)) == (shape["box"], shape["label"])
    x, y = place.centre
    assert (x - place.box.left, y - place.box.top) == (place.box.right - x, place.box.bottom - y)
    assert [list(nook) for nook in place.nooks] == shape["nooks"]
