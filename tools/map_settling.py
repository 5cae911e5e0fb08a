"""The net of the map of Wallenstein settles like a raft of soap bubbles: lines pull, counties press."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from map_net import WIDTH, Facts, Point, Sheet, area, distance, middle
from map_pieces import name_box

MARGIN = 42.0  # between the frame of the board and the rim of the map
STEPS = 700
SHORTEST = 50.0  # a border shorter than this pushes its junctions apart
RIM_PULL = 2.2  # how much tighter the rim is drawn than a border


def settle(facts: Facts, sheet: Sheet) -> None:
    """Move the points until every county has about the area it needs and the lines run smoothly."""
    points = sheet.points
    cycles = {county: sheet.cycle(county) for county in facts.home}
    wanted = {
        county: 6500.0
        + 1400.0 * facts.sites[county]
        + 1000.0 * len(sheet.rounds[county])
        + 30.0 * name_box(facts.names[county])[0]
        for county in facts.home
    }
    pieces = [
        (i, j, 1.0 if "|" in key else RIM_PULL)
        for key, line in sheet.lines.items()
        for i, j in pairwise(line)
    ]
    borders: list[tuple[str, str, int, int]] = []
    for county, walk in sheet.rounds.items():
        for key, backwards in walk:
            if "|" in key and not backwards:
                one, other = key.split("|")
                line = sheet.lines[key]
                borders.append((county, other if county == one else one, line[0], line[-1]))
    threes = [three for line in sheet.lines.values() for three in zip(line, line[1:], line[2:], strict=False)]
    ends = [end for line in sheet.lines.values() for end in ((line[0], line[1]), (line[-1], line[-2]))]
    corners = [(i, p, q) for (i, p), (j, q) in combinations(ends, 2) if i == j]
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
        for county, cycle in cycles.items():
            shape = [points[i] for i in cycle]
            press = 0.35 * (1.0 - area(shape) / wanted[county])
            centre = centres[county] = middle(shape)
            drift = (0.006 * (facts.home[county][0] - centre[0]), 0.006 * (facts.home[county][1] - centre[1]))
            for before, i, after in zip(shape[-1:] + shape[:-1], cycle, shape[1:] + shape[:1], strict=True):
                fx[i] += press * (after[1] - before[1]) + drift[0]
                fy[i] += press * (before[0] - after[0]) + drift[1]
        for one, other, i, j in borders:
            # A border stretches across the line between its two counties, so none shrinks or folds over.
            here, there = centres[one], centres[other]
            apart = distance(here, there)
            ux, uy = (here[1] - there[1]) / apart, (there[0] - here[0]) / apart
            lack = SHORTEST - (points[j][0] - points[i][0]) * ux - (points[j][1] - points[i][1]) * uy
            if lack > 0:
                push = 0.1 * lack
                fx[i] -= push * ux
                fy[i] -= push * uy
                fx[j] += push * ux
                fy[j] += push * uy
        for i, p, q in corners:
            # Two lines that leave a junction side by side would pinch a county to a sliver.
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
        for point, dx, dy in zip(points, fx, fy, strict=True):
            point[0] += max(-2.5, min(2.5, 0.3 * dx))
            point[1] += max(-2.5, min(2.5, 0.3 * dy))


def fit(sheet: Sheet) -> int:
    """Scale the sheet to the width of the board; the height it takes is returned."""
    left, top = min(p[0] for p in sheet.points), min(p[1] for p in sheet.points)
    right, bottom = max(p[0] for p in sheet.points), max(p[1] for p in sheet.points)
    scale = (WIDTH - 2 * MARGIN) / (right - left)
    for point in sheet.points:
        point[0] = MARGIN + (point[0] - left) * scale
        point[1] = MARGIN + (point[1] - top) * scale
    return math.ceil((bottom - top) * scale + 2 * MARGIN)
