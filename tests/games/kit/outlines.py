"""Exact geometry of drawn maps: coordinates have one decimal and are compared as whole tenths."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

Point = tuple[int, int]
Edge = frozenset[Point]
Pair = frozenset[str]


def tenths(point: Sequence[float]) -> Point:
    """A point of the file as whole tenths of a drawing unit."""
    x, y = round(point[0] * 10), round(point[1] * 10)
    assert (x / 10, y / 10) == tuple(point), f"{point} has more than one decimal"
    return x, y


def edges(points: Sequence[Point]) -> list[Edge]:
    """The sides of a line or, if the first point is repeated at the end, of a polygon."""
    return [frozenset(pair) for pair in pairwise(points)]


def turn(a: Point, b: Point, c: Point) -> int:
    """Positive, zero or negative as a, b, c turn one way, lie on a line, or turn the other way."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def lies_between(a: Point, b: Point, c: Point) -> bool:
    """Whether c, on the line through a and b, lies on the piece from a to b."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def meet(one: Edge, other: Edge) -> bool:
    """Whether two different edges have a point in common that is not simply a common end."""
    (a, b), (c, d) = one, other
    if one & other:
        (joint,) = one & other
        (p,), (q,) = one - {joint}, other - {joint}
        ahead = (p[0] - joint[0]) * (q[0] - joint[0]) + (p[1] - joint[1]) * (q[1] - joint[1]) > 0
        return turn(joint, p, q) == 0 and ahead
    turns = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    corners = (a, b, c), (a, b, d), (c, d, a), (c, d, b)
    return any(value == 0 and lies_between(*three) for value, three in zip(turns, corners, strict=True))


def near_pairs(of: set[Edge]) -> Iterator[tuple[Edge, Edge]]:
    """All pairs of edges that pass through a common square of the board, the only ones that could meet."""
    size = 200
    squares: dict[Point, list[Edge]] = defaultdict(list)
    for edge in of:
        (ax, ay), (bx, by) = edge
        for column in range(min(ax, bx) // size, max(ax, bx) // size + 1):
            for row in range(min(ay, by) // size, max(ay, by) // size + 1):
                squares[column, row].append(edge)
    for crowd in squares.values():
        yield from combinations(crowd, 2)


def doubled_area(ring: Sequence[Point]) -> int:
    """Twice the area of a polygon, positive if it runs clockwise on the board."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


def is_inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies inside a polygon (not on its border)."""
    inside = False
    for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
        if turn(a, b, point) == 0 and lies_between(a, b, point):
            return False
        if (a[1] > point[1]) != (b[1] > point[1]) and (turn(a, b, point) > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def clearance(point: Point, ring: Sequence[Point]) -> float:
    """How far a point inside a polygon is from its border, in drawing units; negative outside."""
    nearest = math.inf
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        dx, dy = bx - ax, by - ay
        along = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
        along = max(0.0, min(1.0, along))
        nearest = min(nearest, math.dist(point, (ax + along * dx, ay + along * dy)))
    return nearest / 10 if is_inside(point, ring) else -nearest / 10
