"""The map of Wallenstein: the facts of `counties.toml` and `places.toml`, and the shapes of `map.toml`.

All geometry is exact (`outlines.py` of the kit). The tests use nothing of the drawing script except its
`build`, so they hold for a map drawn in any other way.
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import draw_wallenstein_map
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

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "src" / "pfalz" / "games" / "wallenstein" / "data"

FACTS: dict[str, Any] = tomllib.loads((DATA / "counties.toml").read_text(encoding="utf-8"))
PLACES: dict[str, Any] = tomllib.loads((DATA / "places.toml").read_text(encoding="utf-8"))
DRAWN: dict[str, Any] = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))

COUNTIES: dict[str, dict[str, Any]] = {county["id"]: county for county in FACTS["county"]}
PAIRS: set[Pair] = {frozenset(pair) for pair in combinations(COUNTIES, 2)}
BORDERS: set[Pair] = {frozenset((a, b)) for a, county in COUNTIES.items() for b in county["neighbours"]}


POLYGONS: dict[str, list[Point]] = {
    name: [tenths(point) for point in shape["polygon"]] for name, shape in DRAWN["county"].items()
}
EDGES: dict[str, list[Edge]] = {name: edges([*ring, ring[0]]) for name, ring in POLYGONS.items()}


def reached(start: str, within: set[str]) -> set[str]:
    """The counties that can be reached from one county without leaving the given ones."""
    found, todo = {start}, [start]
    while todo:
        news = (set(COUNTIES[todo.pop()]["neighbours"]) & within) - found
        found |= news
        todo += news
    return found


# --- the facts -------------------------------------------------------------------------------------


@pytest.mark.clause("W-1.1")
def test_five_regions_of_nine_counties() -> None:
    listed = [county for region in PLACES["region"] for county in region["counties"]]
    assert len(COUNTIES) == len(FACTS["county"]) == len(listed) == 45
    assert set(listed) == set(COUNTIES)
    assert [region["id"] for region in PLACES["region"]] == [region["id"] for region in FACTS["region"]]
    assert [len(region["counties"]) for region in PLACES["region"]] == [9] * 5
    for region in PLACES["region"]:
        assert all(COUNTIES[county]["region"] == region["id"] for county in region["counties"])


@pytest.mark.clause("W-1.2")
def test_values_and_sites_lie_in_their_ranges() -> None:
    for county in COUNTIES.values():
        assert 3 <= county["taxes"] <= 7
        assert 2 <= county["grain"] <= 5
        assert 1 <= county["sites"] <= 3
    assert [len(place["towns"]) for place in PLACES["county"]] == [c["sites"] for c in COUNTIES.values()]
    assert [place["id"] for place in PLACES["county"]] == list(COUNTIES)
    assert sum(county["sites"] for county in COUNTIES.values()) == 88
    for region in PLACES["region"]:
        members = [COUNTIES[county] for county in region["counties"]]
        for value in ("taxes", "grain", "sites"):
            assert sum(county[value] for county in members) == region[f"total_{value}"]


@pytest.mark.clause("W-1.3")
def test_neighbours_are_mutual_with_114_borders() -> None:
    for name, county in COUNTIES.items():
        assert name not in county["neighbours"]
        assert len(set(county["neighbours"])) == len(county["neighbours"])
        for other in county["neighbours"]:
            assert name in COUNTIES[other]["neighbours"], f"{other} does not list {name}"
    assert len(BORDERS) == 114


@pytest.mark.clause("W-60.6")
def test_map_is_connected_with_45_counties() -> None:
    assert reached("boehmen", set(COUNTIES)) == set(COUNTIES)


@pytest.mark.clause("W-3.1", "W-60.6")
def test_map_is_connected_with_the_37_counties_of_three_players() -> None:
    out = {name for name, county in COUNTIES.items() if county["out_of_play_3p"]}
    assert out == {
        "bremen",
        "holstein",
        "luettich",
        "burgund",
        "konstanz",
        "fm_bayern",
        "steiermark",
        "tirol",
    }
    in_play = set(COUNTIES) - out
    assert len(in_play) == 37
    assert reached("boehmen", in_play) == in_play


# --- the shapes ------------------------------------------------------------------------------------


@pytest.mark.clause("W-R.40")
def test_generated_file_is_up_to_date() -> None:
    built = draw_wallenstein_map.build()
    # Not a plain assert on the texts: their diff would take minutes to print.
    same = built.encode() == (DATA / "map.toml").read_bytes()
    assert same, "map.toml is stale: run python tools/draw_wallenstein_map.py"


@pytest.mark.clause("W-1.1")
def test_every_county_and_region_is_drawn() -> None:
    assert set(POLYGONS) == set(COUNTIES)
    regions = {region["id"]: region["counties"] for region in DRAWN["region"]}
    assert regions == {region["id"]: region["counties"] for region in PLACES["region"]}
    assert len({region["tincture"] for region in DRAWN["region"]}) == 5
    width, height = DRAWN["board"]["width"] * 10, DRAWN["board"]["height"] * 10
    for ring in POLYGONS.values():
        assert all(0 < x < width and 0 < y < height for x, y in ring)


@pytest.mark.clause("W-1.3", "W-R.40")
def test_polygons_share_an_edge_exactly_if_neighbours() -> None:
    touching = {pair for pair in PAIRS if not set.isdisjoint(*(set(EDGES[name]) for name in pair))}
    assert touching == BORDERS


@pytest.mark.clause("W-1.3", "W-R.40")
def test_counties_that_are_not_neighbours_share_no_point() -> None:
    at_point: dict[Point, set[str]] = defaultdict(set)
    for name, ring in POLYGONS.items():
        for point in ring:
            at_point[point].add(name)
    for point, names in at_point.items():
        strangers = [pair for pair in combinations(names, 2) if frozenset(pair) not in BORDERS]
        assert not strangers, f"{strangers} touch at {point}"
        assert len(names) <= 3, f"{names} meet at {point}"


@pytest.mark.clause("W-1.3", "W-R.40")
def test_no_two_edges_of_the_map_cross_or_overlap() -> None:
    whole = {edge for sides in EDGES.values() for edge in sides}
    assert all(len(edge) == 2 for edge in whole)
    crossings = [(sorted(one), sorted(other)) for one, other in near_pairs(whole) if meet(one, other)]
    assert not crossings


@pytest.mark.clause("W-R.40")
@pytest.mark.parametrize("name", sorted(POLYGONS))
def test_polygon_is_simple(name: str) -> None:
    ring, sides = POLYGONS[name], EDGES[name]
    assert len(set(ring)) == len(ring) >= 3, "a point is passed twice"
    assert not any(meet(one, other) for one, other in near_pairs(set(sides)))
    assert doubled_area(ring) > 0, "the points do not run clockwise"


@pytest.mark.clause("W-R.40")
def test_counties_fill_the_map_without_gap_or_overlap() -> None:
    coast: list[Point] = []
    for stretch in DRAWN["rim"]:
        line = [tenths(point) for point in stretch["line"]]
        assert not coast or coast[-1] == line[0], f"the rim breaks off before {stretch['county']}"
        coast += line if not coast else line[1:]
    assert [stretch["county"] for stretch in DRAWN["rim"]] == PLACES["drawing"]["outer_ring"]
    assert coast[0] == coast[-1]
    assert sum(doubled_area(ring) for ring in POLYGONS.values()) == doubled_area(coast[:-1])
    times: dict[Edge, int] = defaultdict(int)
    for sides in EDGES.values():
        for edge in sides:
            times[edge] += 1
    assert {edge for edge, count in times.items() if count == 1} == set(edges(coast))
    assert max(times.values()) == 2


@pytest.mark.clause("W-1.3", "W-R.40")
def test_border_lines_are_the_common_edges() -> None:
    lines = {frozenset(border["counties"]): border["line"] for border in DRAWN["border"]}
    assert len(DRAWN["border"]) == len(lines) == 114
    for pair, line in lines.items():
        one, other = pair
        assert set(edges([tenths(point) for point in line])) == set(EDGES[one]) & set(EDGES[other])


@pytest.mark.clause("W-R.32")
@pytest.mark.parametrize(
    "pair",
    [
        ("neumark", "schlesien"),
        ("vorpommern", "altmark"),
        ("holstein", "osnabrueck"),
        ("mecklenburg", "osnabrueck"),
        ("lausitz", "mittelmark"),
        ("wuerzburg", "wuerttemberg"),
        ("wuerzburg", "regensburg"),
        ("mark", "luettich"),
        ("luettich", "lothringen"),
        ("regensburg", "oberoesterreich"),
        ("strassburg", "burgund"),
        ("kaernten", "niederoesterreich"),
    ],
)
def test_short_borders_count_and_are_plain_to_see(pair: tuple[str, str]) -> None:
    assert frozenset(pair) in BORDERS
    (line,) = (border["line"] for border in DRAWN["border"] if set(border["counties"]) == set(pair))
    assert math.dist(line[0], line[-1]) >= 30


@pytest.mark.clause("W-R.32", "W-R.41")
@pytest.mark.parametrize(
    "pair",
    [
        ("koeln", "trier"),
        ("fm_bayern", "tirol"),
        ("fm_bayern", "passau"),
        ("konstanz", "tirol"),
        ("salzburg", "passau"),
        ("holstein", "lueneburg"),
        ("bremen", "lueneburg"),
        ("anhalt", "vogtland"),
        ("oberoesterreich", "steiermark"),
    ],
)
def test_neighbours_on_the_globe_only_stay_apart(pair: tuple[str, str]) -> None:
    one, other = pair
    assert frozenset(pair) not in BORDERS
    gap = min(math.dist(p, q) for p in POLYGONS[one] for q in POLYGONS[other]) / 10
    assert gap >= 20


@pytest.mark.clause("W-R.41")
def test_bavaria_is_enclosed_by_three_counties() -> None:
    around = {name for name in COUNTIES if not set(EDGES[name]).isdisjoint(EDGES["fm_bayern"])}
    assert around == {"fm_bayern", "augsburg", "regensburg", "salzburg"}
    others = {edge for name in around - {"fm_bayern"} for edge in EDGES[name]}
    assert set(EDGES["fm_bayern"]) <= others


@pytest.mark.clause("W-1.2", "W-R.40")
@pytest.mark.parametrize("name", sorted(POLYGONS))
def test_pieces_stand_inside_their_county(name: str) -> None:
    shape, ring = DRAWN["county"][name], POLYGONS[name]
    assert len(shape["sites"]) == COUNTIES[name]["sites"]
    assert clearance(tenths(shape["anchor"]), ring) >= 20
    assert clearance(tenths(shape["marker"]), ring) >= 8
    assert all(clearance(tenths(site), ring) >= 10 for site in shape["sites"])
    (x, y), (width, height) = shape["label"], shape["label_box"]
    for dx in (-width / 2, 0.0, width / 2):
        for dy in (-height / 2, height / 2):
            assert is_inside((round((x + dx) * 10), round((y + dy) * 10)), ring)
    spots = [(14.0, shape["anchor"]), (8.0, shape["marker"]), *((9.0, site) for site in shape["sites"])]
    for (r, one), (s, other) in combinations(spots, 2):
        assert math.dist(one, other) >= r + s
    for r, (sx, sy) in spots:
        assert abs(sx - x) >= width / 2 + r or abs(sy - y) >= height / 2 + r


@pytest.mark.clause("W-R.40")
def test_no_county_is_tiny() -> None:
    areas = {name: doubled_area(ring) / 200 for name, ring in POLYGONS.items()}
    assert min(areas.values()) >= 9000
    assert max(areas.values()) <= 2 * min(areas.values())
