"""The pen of a drawn map: a smooth course with a seeded wobble, and how its points are written down."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations, pairwise

from map_net import Line, Point, distance

STRIDE = 5.5  # distance of the points of a finished line


def smooth(line: Sequence[Sequence[float]]) -> Line:
    """A curve through the points (Catmull-Rom), in small steps."""
    curve: Line = []
    for n in range(len(line) - 1):
        p, q, r, s = line[max(n - 1, 0)], line[n], line[n + 1], line[min(n + 2, len(line) - 1)]
        for step in range(12):
            t = step / 12
            a, b = -t * (1 - t) * (1 - t), 1 + t * t * (1.5 * t - 2.5)
            c, d = t * (0.5 + t * (2 - 1.5 * t)), 0.5 * t * t * (t - 1)
            x, y = (a * 0.5 * p[i] + b * q[i] + c * r[i] + d * s[i] for i in (0, 1))
            curve.append((x, y))
    curve.append((line[-1][0], line[-1][1]))
    return curve


def even(curve: Line, pieces: int) -> Line:
    """The curve with its points at equal distances."""
    lengths = [distance(a, b) for a, b in pairwise(curve)]
    whole = math.fsum(lengths)
    result, n, gone = [curve[0]], 0, 0.0
    for piece in range(1, pieces):
        goal = whole * piece / pieces
        while gone + lengths[n] < goal:
            gone += lengths[n]
            n += 1
        t = (goal - gone) / lengths[n]
        (ax, ay), (bx, by) = curve[n], curve[n + 1]
        result.append((ax + (bx - ax) * t, ay + (by - ay) * t))
    return [*result, curve[-1]]


def wobble(pieces: int, step: float, rough: float, widest: float, seed: str) -> list[float]:
    """How far each point of a line strays sideways: halved again and again, the ends stay."""
    dice = random.Random(seed)
    stray = [0.0] * (pieces + 1)
    open_spans = [(0, pieces)]
    while open_spans:
        low, high = open_spans.pop(0)
        if high - low > 1:
            mid = (low + high) // 2
            reach = min(widest, rough * (high - low) * step)
            calm = 0.3 * step * min(mid, pieces - mid)  # near a junction lines could cross
            aim = (stray[low] + stray[high]) / 2 + reach * (2 * dice.random() - 1)
            stray[mid] = max(-calm, min(calm, aim))
            open_spans += [(low, mid), (mid, high)]
    return stray


def ink(seed: str, line: Sequence[Sequence[float]], rough: float, widest: float) -> Line:
    """A line as the pen draws it: a smooth course with a wobble, so rough for its length but never wider."""
    curve = smooth(line)
    length = math.fsum(distance(a, b) for a, b in pairwise(curve))
    pieces = max(4, round(length / STRIDE))
    course = even(curve, pieces)
    stray = wobble(pieces, length / pieces, rough, widest, seed)
    drawn: Line = []
    for n, (x, y) in enumerate(course):
        (ax, ay), (bx, by) = course[max(n - 1, 0)], course[min(n + 1, pieces)]
        sideways = stray[n] / distance((ax, ay), (bx, by))
        drawn.append((round(x + (by - ay) * sideways, 1), round(y - (bx - ax) * sideways, 1)))
    return drawn


def write_points(points: Sequence[Point]) -> str:
    """A TOML list of points, eight to a row."""
    written = [f"[{x:.1f}, {y:.1f}]" for x, y in points]
    if len(written) <= 8:
        return f"[{', '.join(written)}]"
    rows = [", ".join(written[n : n + 8]) for n in range(0, len(written), 8)]
    return "[\n  " + ",\n  ".join(rows) + ",\n]"


def clip_line(line: Line, size: Point) -> Line:
    """The part of a line that lies on the board, up to where it leaves it; one of its ends must lie there."""

    def on_board(point: Point) -> bool:
        return 0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]

    kept: Line = []
    for point in line if on_board(line[0]) else line[::-1]:
        if on_board(point):
            kept.append(point)
        else:
            return [*kept, leave(kept[-1], point, size)]
    return kept


def leave(inside: Point, outside: Point, size: Point) -> Point:
    """Where the way from a point on the board to one outside crosses the edge of the board."""
    part = 1.0
    for here, there, most in zip(inside, outside, size, strict=True):
        edge = max(0.0, min(most, there))
        if edge != there:
            part = min(part, (edge - here) / (there - here))
    x, y = (round(a + (b - a) * part, 1) for a, b in zip(inside, outside, strict=True))
    return (x, y)


def clip_shape(polygon: Line, size: Point) -> Line:
    """A polygon cut off at the four edges of the board."""
    for axis, edge, sign in ((0, 0.0, 1), (1, 0.0, 1), (0, size[0], -1), (1, size[1], -1)):
        kept: Line = []
        for a, b in zip(polygon[-1:] + polygon[:-1], polygon, strict=True):
            here, there = sign * (a[axis] - edge), sign * (b[axis] - edge)
            if (here < 0) != (there < 0):
                part = here / (here - there)
                x, y = (round(p + (q - p) * part, 1) for p, q in zip(a, b, strict=True))
                kept.append((x, y))
            if there >= 0:
                kept.append(b)
        polygon = kept
    return polygon


CELL = 200  # side of a square of the net in which lines are looked for that cross, in tenths of a unit


def tangled(drawn: dict[str, Line]) -> set[str]:
    """The lines that cross another one, or themselves, elsewhere than at their ends."""
    squares: dict[tuple[int, int], list[tuple[Point, Point, str]]] = {}
    for key, line in drawn.items():
        points = [(round(10 * x), round(10 * y)) for x, y in line]
        for a, b in pairwise(points):
            for x in range(min(a[0], b[0]) // CELL, max(a[0], b[0]) // CELL + 1):
                for y in range(min(a[1], b[1]) // CELL, max(a[1], b[1]) // CELL + 1):
                    squares.setdefault((x, y), []).append((a, b, key))
    found: set[str] = set()
    for pieces in squares.values():
        for (a, b, one), (c, d, other) in combinations(pieces, 2):
            if not {a, b} & {c, d} and _cross(a, b, c, d):
                found |= {one, other}
    return found


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> int:
        turned = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turned > 0) - (turned < 0)

    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0
