"""The net of lines of a drawn map: junctions, borders and rim out of the neighbours (W-R.40).

A country is whatever has an outline: a county of Wallenstein, an area of Dark Ages, a sea beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

BENDS = 3  # pieces of a border while the sheet settles
RIM_BENDS = 6  # pieces of a stretch of rim while the sheet settles

Point = tuple[float, float]
Line = list[Point]
Face = frozenset[str]  # the countries that meet in a junction; two for a junction on the rim


@dataclass(frozen=True)
class Net:
    """What the net is made of: where its countries lie, who borders on whom, and who closes the map."""

    home: dict[str, Point]
    neighbours: dict[str, list[str]]
    ring: list[str]  # the countries on the rim of the map, clockwise


@dataclass(frozen=True)
class Sheet:
    """The net of lines: points, lines between junctions, and the lines round each country in order."""

    points: list[list[float]]
    lines: dict[str, list[int]]
    rounds: dict[str, list[tuple[str, bool]]]  # line and whether it is walked backwards

    def cycle(self, country: str) -> list[int]:
        """The points round a country, clockwise on the board."""
        walk: list[int] = []
        for key, backwards in self.rounds[country]:
            line = self.lines[key]
            walk += (line[::-1] if backwards else line)[:-1]
        return walk


def border_key(one: str, other: str) -> str:
    """The name of the border of two countries."""
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


def find_faces(net: Net) -> list[Face]:
    """Every three mutual neighbours that enclose no fourth country (W-R.40)."""
    faces: list[Face] = []
    for a, b, c in combinations(sorted(net.home), 3):
        if b in net.neighbours[a] and c in net.neighbours[a] and c in net.neighbours[b]:
            corners = [net.home[name] for name in (a, b, c)]
            sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
            others = (home for name, home in net.home.items() if name not in (a, b, c))
            if not any(len({turn(p, q, home) > 0 for p, q in sides}) == 1 for home in others):
                faces.append(frozenset((a, b, c)))
    return faces


def lay_out(net: Net, bends: int = BENDS) -> Sheet:
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

    home, ring = net.home, net.ring
    for face in find_faces(net):
        junctions[face] = add(middle(home[name] for name in sorted(face)))
    for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
        between = middle((home[one], home[other]))
        junctions[frozenset((one, other))] = add(outside(home[one], home[other], between, 60.0))

    for one, other in sorted({(a, b) for a in home for b in net.neighbours[a] if a < b}):
        ends = [point for face, point in junctions.items() if {one, other} <= face]
        if len(ends) != 2:
            raise ValueError(f"border {one}-{other} has {len(ends)} ends, not 2: no map has these neighbours")
        draw(border_key(one, other), ends[0], middle((home[one], home[other])), ends[1], bends)
    for before, country, after in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        through = outside(home[before], home[after], home[country], 75.0)
        ends = [junctions[frozenset((before, country))], junctions[frozenset((country, after))]]
        draw(country, ends[0], through, ends[1], RIM_BENDS)

    rounds: dict[str, list[tuple[str, bool]]] = {}
    for country in home:
        keys = [border_key(country, other) for other in net.neighbours[country]]
        rounds[country] = walk_round(lines, [*keys, country] if country in ring else keys)
    sheet = Sheet(points, lines, rounds)
    for country, walk in rounds.items():
        if area([sheet.points[i] for i in sheet.cycle(country)]) < 0:
            rounds[country] = [(key, not backwards) for key, backwards in reversed(walk)]
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
