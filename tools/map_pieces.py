"""Room in the counties of the map of Wallenstein: for an army, a name, building sites and a revolt marker."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product

from map_net import Line, Point, distance

ARMY, SITE, MARKER = 15.0, 9.0, 8.0  # room around the spots, as radii
LINE_HEIGHT, LETTER, SPACE = 15.5, 6.6, 10.0  # room for a line of the name, a letter, both its sides
LONG_NAME = 11  # letters a name may have before it is broken into two lines
COMFORT = 6.0  # distance between pieces and border that is enough
GRID = 4.0  # raster on which the spots are searched

Cell = tuple[int, int]


@dataclass(frozen=True)
class Spots:
    """Where the pieces of a county stand."""

    anchor: Point
    label: Point
    label_box: Point
    sites: list[Point]
    marker: Point


def room_inside(polygon: Line) -> dict[tuple[int, int], float]:
    """For every raster point inside a county its distance from the border."""
    sides = list(zip(polygon, polygon[1:] + polygon[:1], strict=True))
    room: dict[tuple[int, int], float] = {}
    for row in range(int(min(y for _, y in polygon) / GRID) + 1, int(max(y for _, y in polygon) / GRID) + 1):
        y = row * GRID
        cuts = sorted(
            a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in sides if (a[1] > y) != (b[1] > y)
        )
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            for column in range(int(left / GRID) + 1, int(right / GRID) + 1):
                x = column * GRID
                nearest = min((px - x) * (px - x) + (py - y) * (py - y) for px, py in polygon)
                room[column, row] = math.sqrt(nearest)
    return room


def name_box(names: Iterable[str]) -> Point:
    """The box that holds a county's name in every language, broken into two lines where it is long."""
    width, height = 0.0, LINE_HEIGHT
    for name in names:
        lines = [name]
        if len(name) > LONG_NAME and (" " in name or "-" in name):
            words = name.replace("-", "- ").split(" ")
            cuts = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))
            lines = list(min(cuts, key=lambda cut: max(len(line) for line in cut)))
            height = 2 * LINE_HEIGHT
        width = max(width, max(len(line) for line in lines) * LETTER + SPACE)
    return (round(width, 1), height)


def arrangements(box: Point, sites: int) -> Iterator[tuple[Cell, list[Cell], Cell]]:
    """Places for name, sites and marker round the army, in raster steps, that do not cover one another."""
    rise = math.ceil((ARMY + box[1] / 2 + 1) / GRID)
    gap = math.ceil((2 * SITE + 1) / GRID)
    side = math.ceil((ARMY + SITE + 1) / GRID)
    rows = [[(gap * n - gap * (sites - 1) // 2, dy) for n in range(sites)] for dy in (side, -side)]
    columns = [[(dx, gap * n - gap * (sites - 1) // 2) for n in range(sites)] for dx in (side, -side)]
    hooks = [[(dx, 0), (dx, dy), (0, dy)][:sites] for dx in (side, -side) for dy in (side, -side)]
    wings = [[(side, 0), (-side, 0), (0, dy)][:sites] for dy in (side, -side)]
    markers = [(dx, dy) for dx in (side, -side, 0) for dy in (0, side, -side) if (dx, dy) != (0, 0)]
    labels = [(dx, dy) for dx in (0, 3, -3, side, -side, 9, -9) for dy in (-rise, rise)]
    for label, places, marker in product(labels, rows + columns + hooks + wings, markers):
        discs = [(SITE, place) for place in places] + [(MARKER, marker)]
        clear = all(
            distance(a, b) * GRID >= r + s for (r, a), (s, b) in combinations([(ARMY, (0, 0)), *discs], 2)
        )
        beside_name = all(
            abs(x - label[0]) * GRID >= box[0] / 2 + r + 3 or abs(y - label[1]) * GRID >= box[1] / 2 + r
            for r, (x, y) in discs
        )
        if clear and beside_name:
            yield label, places, marker


def place_pieces(polygon: Line, box: Point, sites: int) -> Spots:
    """The first arrangement that stands comfortably, else the one farthest from the border."""
    room = room_inside(polygon)
    half, tall = math.ceil(box[0] / 2 / GRID), math.ceil(box[1] / 2 / GRID)
    best: tuple[float, Cell, Cell, list[Cell], Cell] | None = None
    middles = sorted((spot for spot in room if room[spot] > ARMY), key=lambda spot: -room[spot])
    for label, places, marker in arrangements(box, sites):
        if best is not None and best[0] >= COMFORT:
            break
        wants = [(label[0] + dx, label[1] + dy, 2.0) for dx in (-half, 0, half) for dy in (-tall, tall)]
        wants += [(*marker, MARKER), *((*place, SITE) for place in places)]
        for column, row in middles:
            slack = room[column, row] - ARMY
            if best is not None and slack <= best[0]:
                break
            for dx, dy, need in wants:
                slack = min(slack, room.get((column + dx, row + dy), -99.0) - need)
                if best is not None and slack <= best[0]:
                    break
            else:
                best = (slack, (column, row), label, places, marker)
    if best is None:
        raise ValueError("no room for an army in this county: give it more area")
    _, (column, row), label, places, marker = best

    def at(cell: Cell) -> Point:
        return ((column + cell[0]) * GRID, (row + cell[1]) * GRID)

    return Spots(at((0, 0)), at(label), box, sorted(at(place) for place in places), at(marker))
