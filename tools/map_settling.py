"""The net of a drawn map settles like a raft of soap bubbles: lines pull, countries press.

Where a country must have room for a box, the box stands stiff inside and pushes the lines away from itself.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from itertools import combinations, pairwise

from map_net import Net, Point, Sheet, area, distance, middle

MARGIN = 42.0  # between the frame of the board and the rim of the map
STEPS = 700
SHORTEST = 50.0  # a border that is short enough
RIM_PULL = 2.2  # how much tighter the rim is drawn than a border
LOOSE_PULL = 0.25  # how loosely a line runs between two countries that want no area
STIFF = 1.0  # how hard a box pushes for each unit that a line is too near


def settle(
    net: Net,
    sheet: Sheet,
    wanted: Mapping[str, float],
    boxes: Mapping[str, Point] | None = None,
    pinned: Collection[int] = (),
    shortest: float = SHORTEST,
) -> None:
    """Move the points until every country has about the area it wants and the lines run smoothly.

    A country without a wanted area is just what the others leave over. Boxes are given by half their width
    and height. Pinned points stay where they are. A border shorter than `shortest` pushes its ends apart.
    """
    points = sheet.points
    cycles = {country: sheet.cycle(country) for country in wanted}
    standing = {country: list(net.home[country]) for country in boxes or {}}
    pulls = {
        key: RIM_PULL if "|" not in key else 1.0 if set(wanted).intersection(key.split("|")) else LOOSE_PULL
        for key in sheet.lines
    }
    pieces = [(i, j, pulls[key]) for key, line in sheet.lines.items() for i, j in pairwise(line)]
    borders: list[tuple[str, str, int, int]] = []
    coasts: list[tuple[int, int]] = []
    for country, walk in sheet.rounds.items():
        for key, backwards in walk:
            if "|" in key and not backwards:
                one, other = key.split("|")
                line = sheet.lines[key]
                if one in wanted and other in wanted:
                    borders.append((country, other if country == one else one, line[0], line[-1]))
                else:
                    coasts.append((line[0], line[-1]))
    threes = [three for line in sheet.lines.values() for three in zip(line, line[1:], line[2:], strict=False)]
    ends = [end for line in sheet.lines.values() for end in ((line[0], line[1]), (line[-1], line[-2]))]
    corners = [(i, p, q) for (i, p), (j, q) in combinations(ends, 2) if i == j]
    held = set(pinned)
    for _ in range(STEPS):
        fx, fy = [0.0] * len(points), [0.0] * len(points)
        for i, j, strength in pieces:
            a, b = points[i], points[j]
            dx, dy = b[0] - a[0], b[1] - a[1]
            pull = strength * (0.006 + 1.2 / (math.sqrt(dx * dx + dy * dy) + 1.0))
            fx[i] += pull * dx
            fy[i] += pull * dy
            fx[j] -= pull * dx
            fy[j] -= pull * dy
        for h, i, j in threes:
            # The points of a line keep their distances instead of crowding at one end.
            fx[i] += 0.08 * (points[h][0] + points[j][0] - 2 * points[i][0])
            fy[i] += 0.08 * (points[h][1] + points[j][1] - 2 * points[i][1])
        centres: dict[str, Point] = {}
        for country, cycle in cycles.items():
            shape = [points[i] for i in cycle]
            press = 0.35 * (1.0 - area(shape) / wanted[country])
            centre = centres[country] = middle(shape)
            home = net.home[country]
            drift = (0.006 * (home[0] - centre[0]), 0.006 * (home[1] - centre[1]))
            for before, i, after in zip(shape[-1:] + shape[:-1], cycle, shape[1:] + shape[:1], strict=True):
                fx[i] += press * (after[1] - before[1]) + drift[0]
                fy[i] += press * (before[0] - after[0]) + drift[1]
        for one, other, i, j in borders:
            # A border stretches across the line between its two countries, so none shrinks or folds over.
            here, there = centres[one], centres[other]
            apart = distance(here, there)
            ux, uy = (here[1] - there[1]) / apart, (there[0] - here[0]) / apart
            stretch(points, (i, j), (ux, uy), shortest, fx, fy)
        for i, j in coasts:
            # What is left over has no middle worth the name: its line stretches the way it runs.
            apart = distance(points[i], points[j]) + 1.0
            along = ((points[j][0] - points[i][0]) / apart, (points[j][1] - points[i][1]) / apart)
            stretch(points, (i, j), along, shortest, fx, fy)
        for i, p, q in corners:
            # Two lines that leave a junction side by side would pinch a country to a sliver.
            a, b = points[p], points[q]
            gap = distance(a, b)
            wide = 1.3 * min(distance(points[i], a), distance(points[i], b))
            if gap < wide:
                push = 3.0 * (1.0 - gap / wide) / (gap + 1.0)
                dx, dy = push * (b[0] - a[0]), push * (b[1] - a[1])
                fx[p] -= dx
                fy[p] -= dy
                fx[q] += dx
                fy[q] += dy
        for country, stand in standing.items():
            press_out(points, cycles[country], stand, (boxes or {})[country], fx, fy)
        for n, (point, dx, dy) in enumerate(zip(points, fx, fy, strict=True)):
            if n not in held:
                point[0] += max(-2.5, min(2.5, 0.3 * dx))
                point[1] += max(-2.5, min(2.5, 0.3 * dy))


def stretch(
    points: list[list[float]],
    ends: tuple[int, int],
    along: Point,
    shortest: float,
    fx: list[float],
    fy: list[float],
) -> None:
    """Push the ends of a border apart if it is too short in this direction."""
    (i, j), (ux, uy) = ends, along
    lack = shortest - (points[j][0] - points[i][0]) * ux - (points[j][1] - points[i][1]) * uy
    if lack > 0:
        push = 0.1 * lack
        fx[i] -= push * ux
        fy[i] -= push * uy
        fx[j] += push * ux
        fy[j] += push * uy


def press_out(
    points: list[list[float]],
    cycle: list[int],
    stand: list[float],
    half: Point,
    fx: list[float],
    fy: list[float],
) -> None:
    """Push lines out of the box of a country; the box itself gives way as much as it pushes."""
    back_x, back_y = 0.0, 0.0
    for i, j in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        for part in (0.0, 0.25, 0.5, 0.75):
            x = points[i][0] + (points[j][0] - points[i][0]) * part - stand[0]
            y = points[i][1] + (points[j][1] - points[i][1]) * part - stand[1]
            deep_x, deep_y = half[0] - abs(x), half[1] - abs(y)
            if deep_x > 0 and deep_y > 0:
                across = deep_x < deep_y
                push = STIFF * 0.5 * min(deep_x, deep_y, 12.0) * (1 if (x if across else y) > 0 else -1)
                force = fx if across else fy
                force[i] += push * (1 - part)
                force[j] += push * part
                if across:
                    back_x -= push
                else:
                    back_y -= push
    shape = [points[i] for i in cycle]
    centre = middle(shape)
    stand[0] += max(-2.0, min(2.0, 0.3 * back_x + 0.05 * (centre[0] - stand[0])))
    stand[1] += max(-2.0, min(2.0, 0.3 * back_y + 0.05 * (centre[1] - stand[1])))


def fit(sheet: Sheet, width: float) -> int:
    """Scale the sheet to the width of the board; the height it takes is returned."""
    left, top = min(p[0] for p in sheet.points), min(p[1] for p in sheet.points)
    right, bottom = max(p[0] for p in sheet.points), max(p[1] for p in sheet.points)
    scale = (width - 2 * MARGIN) / (right - left)
    for point in sheet.points:
        point[0] = MARGIN + (point[0] - left) * scale
        point[1] = MARGIN + (point[1] - top) * scale
    return math.ceil((bottom - top) * scale + 2 * MARGIN)
