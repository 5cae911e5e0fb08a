"""The net of lines of the map of Wallenstein: junctions, borders and rim out of the neighbours (W-R.40)."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

WIDTH = 1000.0
BOARD_RATIO = 1.30  # height of the printed board over its width, a little flatter than true to nature
BENDS = 3  # pieces of a border while the sheet settles
RIM_BENDS = 6  # pieces of a stretch of rim while the sheet settles

Point = tuple[float, float]
Line = list[Point]
Face = frozenset[str]  # the counties that meet in a junction; two for a junction on the rim


@dataclass(frozen=True)
class Facts:
    """What the drawing needs to know about the counties."""

    home: dict[str, Point]
    neighbours: dict[str, list[str]]
    ring: list[str]
    sites: dict[str, int]
    names: dict[str, list[str]]
    regions: dict[str, list[str]]


@dataclass(frozen=True)
class Sheet:
    """The net of lines: points, lines between junctions, and the lines round each county in order."""

    points: list[list[float]]
    lines: dict[str, list[int]]
    rounds: dict[str, list[tuple[str, bool]]]  # line and whether it is walked backwards

    def cycle(self, county: str) -> list[int]:
        """The points round a county, clockwise on the board."""
        walk: list[int] = []
        for key, backwards in self.rounds[county]:
            line = self.lines[key]
            walk += (line[::-1] if backwards else line)[:-1]
        return walk


def read_facts(counties_file: Path, places_file: Path) -> Facts:
    """The counties as the dossier describes them, positions in drawing units."""
    data: dict[str, Any] = tomllib.loads(places_file.read_text(encoding="utf-8"))
    counties: list[dict[str, Any]] = tomllib.loads(counties_file.read_text(encoding="utf-8"))["county"]
    places: list[dict[str, Any]] = data["county"]
    moved: dict[str, list[float]] = data["drawing"]["anchor"]
    home: dict[str, Point] = {}
    for county in places:
        x, y = moved.get(county["id"], [county["board_x"], county["board_y"]])
        home[county["id"]] = (x * WIDTH * 1.08, y * WIDTH * 1.08 * BOARD_RATIO)
    return Facts(
        home=home,
        neighbours={county["id"]: list(county["neighbours"]) for county in counties},
        ring=list(data["drawing"]["outer_ring"]),
        sites={county["id"]: county["sites"] for county in counties},
        names={county["id"]: [county["name_de"], county["name_en"]] for county in places},
        regions={region["id"]: list(region["counties"]) for region in data["region"]},
    )


def border_key(one: str, other: str) -> str:
    """The name of the border of two counties."""
    return "|".join(sorted((one, other)))


def turn(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    """Positive if a, b, c turn clockwise on the board (y points down)."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def middle(points: Iterable[Sequence[float]]) -> Point:
    """The mean of some points."""
    listed = list(points)
    return (math.fsum(p[0] for p in listed) / len(listed), math.fsum(p[1] for p in listed) / len(listed))


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """The length of the straight line from a to b."""
    return math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


# --- the net ---------------------------------------------------------------------------------------


def find_faces(facts: Facts) -> list[Face]:
    """Every three mutual neighbours that enclose no fourth county (W-R.40: 70 of the 71 triangles)."""
    faces: list[Face] = []
    for a, b, c in combinations(sorted(facts.home), 3):
        if b in facts.neighbours[a] and c in facts.neighbours[a] and c in facts.neighbours[b]:
            corners = [facts.home[name] for name in (a, b, c)]
            sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
            others = (home for name, home in facts.home.items() if name not in (a, b, c))
            if not any(len({turn(p, q, home) > 0 for p, q in sides}) == 1 for home in others):
                faces.append(frozenset((a, b, c)))
    return faces


def lay_out(facts: Facts) -> Sheet:
    """The construction of W-R.40: junctions in the triangles, borders through the middles of the sides."""
    points: list[list[float]] = []
    junctions: dict[Face, int] = {}
    lines: dict[str, list[int]] = {}

    def add(point: Point) -> int:
        points.append(list(point))
        return len(points) - 1

    def draw(key: str, start: int, through: Point, end: int, pieces: int) -> None:
        line = [start]
        for piece in range(1, pieces):
            t = 2 * piece / pieces
            a, b = (points[start], through) if t <= 1 else (through, points[end])
            t = t if t <= 1 else t - 1
            line.append(add((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)))
        lines[key] = [*line, end]

    def outside(a: Point, b: Point, through: Point, reach: float) -> Point:
        away = (b[1] - a[1], a[0] - b[0])
        scale = reach / math.sqrt(away[0] * away[0] + away[1] * away[1])
        return (through[0] + away[0] * scale, through[1] + away[1] * scale)

    home, ring = facts.home, facts.ring
    for face in find_faces(facts):
        junctions[face] = add(middle(home[name] for name in sorted(face)))
    for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
        between = middle((home[one], home[other]))
        junctions[frozenset((one, other))] = add(outside(home[one], home[other], between, 60.0))

    for one, other in sorted({(a, b) for a in home for b in facts.neighbours[a] if a < b}):
        ends = [point for face, point in junctions.items() if {one, other} <= face]
        if len(ends) != 2:
            raise ValueError(f"border {one}-{other} has {len(ends)} ends, not 2: no map has these neighbours")
        draw(border_key(one, other), ends[0], middle((home[one], home[other])), ends[1], BENDS)
    for before, county, after in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        through = outside(home[before], home[after], home[county], 75.0)
        ends = [junctions[frozenset((before, county))], junctions[frozenset((county, after))]]
        draw(county, ends[0], through, ends[1], RIM_BENDS)

    rounds: dict[str, list[tuple[str, bool]]] = {}
    for county in home:
        keys = [border_key(county, other) for other in facts.neighbours[county]]
        rounds[county] = walk_round(lines, [*keys, county] if county in ring else keys)
    sheet = Sheet(points, lines, rounds)
    for county, walk in rounds.items():
        if area([sheet.points[i] for i in sheet.cycle(county)]) < 0:
            rounds[county] = [(key, not backwards) for key, backwards in reversed(walk)]
    return sheet


def walk_round(lines: dict[str, list[int]], keys: list[str]) -> list[tuple[str, bool]]:
    """The given lines in the order in which they close a circle."""
    walk = [(keys[0], False)]
    rest = keys[1:]
    here = lines[keys[0]][-1]
    while rest:
        key = next(key for key in rest if here in (lines[key][0], lines[key][-1]))
        rest.remove(key)
        backwards = lines[key][0] != here
        walk.append((key, backwards))
        here = lines[key][0 if backwards else -1]
    return walk


def area(ring: list[list[float]]) -> float:
    """The area of a polygon, positive if it runs clockwise on the board."""
    return math.fsum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring[-1:] + ring[:-1], ring, strict=True)) / 2
