"""Room in the areas of a drawn map: the largest box for the pieces, the name above it, nooks beside both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from map_net import Line, Point

GRID = 3  # raster on which boxes are searched, in drawing units

Box = tuple[int, int, int, int]
"""left, top, width, height"""


@dataclass(frozen=True)
class Wish:
    """How much room an area must have, in drawing units."""

    width: int
    height: int
    margin: float  # between the border and whatever stands in the area
    nook: float  # the smallest radius of a nook that is worth a place
    nooks: int


@dataclass(frozen=True)
class Room:
    """Where things stand in an area."""

    box: Box
    label: Box
    nooks: list[tuple[float, float, float]]  # middle and radius


@dataclass(frozen=True)
class Raster:
    """The distance from the border at every point of a raster; negative outside."""

    left: int
    top: int
    rows: list[list[float]]


def measure(polygon: Line) -> Raster:
    """The raster of an area."""
    left, top = int(min(x for x, _ in polygon)), int(min(y for _, y in polygon))
    right, bottom = max(x for x, _ in polygon), max(y for _, y in polygon)
    sides = list(pairwise([*polygon, polygon[0]]))
    rows: list[list[float]] = []
    for row in range(int((bottom - top) / GRID) + 1):
        y = top + row * GRID
        cuts = [
            a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in sides if (a[1] > y) != (b[1] > y)
        ]
        line: list[float] = []
        for column in range(int((right - left) / GRID) + 1):
            x = left + column * GRID
            if sum(cut < x for cut in cuts) % 2:
                line.append(math.sqrt(min((p - x) * (p - x) + (q - y) * (q - y) for p, q in polygon)))
            else:
                line.append(-1.0)
        rows.append(line)
    return Raster(left, top, rows)


def runs(flags: Sequence[bool]) -> list[tuple[int, int]]:
    """The first and last places of every unbroken row of flags."""
    found: list[tuple[int, int]] = []
    for n, flag in enumerate(flags):
        if flag and n and flags[n - 1]:
            found[-1] = (found[-1][0], n)
        elif flag:
            found.append((n, n))
    return found


def bands(raster: Raster, margin: float, height: int) -> list[list[tuple[int, int]]]:
    """For each row of the raster the spans in which something of this height, hung up there, fits."""
    free = [[room >= margin for room in row] for row in raster.rows]
    deep = height // GRID
    return [
        runs([all(column) for column in zip(*free[row : row + deep + 1], strict=True)])
        for row in range(len(free) - deep)
    ]


def find_room(polygon: Line, name: Point, wish: Wish) -> Room:
    """The largest box that leaves room for the name right above it, and the nooks beside both."""
    raster = measure(polygon)
    name_width, name_height = (math.ceil(size / GRID) * GRID for size in name)
    names = bands(raster, wish.margin, name_height)
    best: tuple[float, Box, Box] | None = None
    for height in range(math.ceil(wish.height / GRID) * GRID, len(raster.rows) * GRID, GRID):
        for row, spans in enumerate(bands(raster, wish.margin, height)):
            above = row - name_height // GRID
            if above < 0:
                continue
            for first, last in spans:
                width = (last - first) * GRID
                if width < wish.width:
                    continue
                middle = (first + last) // 2
                half = name_width // GRID // 2
                starts = [
                    min(max(middle - half, start), end - name_width // GRID)
                    for start, end in names[above]
                    if (end - start) * GRID >= name_width
                ]
                if not starts:
                    continue
                start = min(starts, key=lambda start: abs(start + half - middle))
                worth = width * height - 90.0 * abs(start + half - middle) * GRID
                if best is None or worth > best[0]:
                    x, y = raster.left, raster.top
                    box = (x + first * GRID, y + row * GRID, width, height)
                    label = (x + start * GRID, y + above * GRID, name_width, name_height)
                    best = (worth, box, label)
    if best is None:
        raise ValueError(f"no room for a box of {wish.width} by {wish.height} with a name above it")
    _, box, label = best
    return Room(box, label, find_nooks(raster, [box, label], wish))


def find_nooks(raster: Raster, taken: list[Box], wish: Wish) -> list[tuple[float, float, float]]:
    """The largest discs that cover neither the boxes nor one another, from large to small."""
    nooks: list[tuple[float, float, float]] = []
    for _ in range(wish.nooks):
        best = (0.0, 0.0, 0.0)
        for row, line in enumerate(raster.rows):
            y = raster.top + row * GRID
            for column, room in enumerate(line):
                if room - wish.margin > best[2]:
                    x = raster.left + column * GRID
                    radius = room - wish.margin
                    for left, top, width, height in taken:
                        dx, dy = max(left - x, x - left - width, 0), max(top - y, y - top - height, 0)
                        radius = min(radius, math.sqrt(dx * dx + dy * dy) - 2)
                    for p, q, r in nooks:
                        radius = min(radius, math.sqrt((p - x) * (p - x) + (q - y) * (q - y)) - r - 2)
                    if radius > best[2]:
                        best = (float(x), float(y), math.floor(radius * 10) / 10)
        if best[2] < wish.nook:
            break
        nooks.append(best)
    return nooks
