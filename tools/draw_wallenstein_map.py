"""Draw the map of Wallenstein: read the counties and write their shapes to `map.toml`.

The neighbours alone fix the picture up to bending (W-R.40): every three mutual neighbours with nobody
between them meet in one junction, every border is one line between two junctions, and the counties of the
outer ring close the map with a stretch of rim. The script lays these lines out along the positions of the
printed board, lets the sheet settle like a raft of soap bubbles (each line pulls, each county presses towards
the area it needs), roughens every line once, so that both its counties share the very same points, and finds
room in every county for its army, name, building sites and revolt marker.

Run `python tools/draw_wallenstein_map.py` after a change of `counties.toml`. The result is the same on every
machine: numbers come from +, -, *, / and sqrt alone, and the wobble of a line is seeded with its name.
What the shapes must satisfy is proved in `tests/games/wallenstein/test_map.py`, not here.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "src" / "pfalz" / "games" / "wallenstein" / "data"
COUNTIES = DATA / "counties.toml"
MAP = DATA / "map.toml"

TINCTURES = {
    "brandenburg": "gules",
    "sachsen": "azure",
    "oesterreich": "vert",
    "bayern": "purpure",
    "kurpfalz": "or",
}

WIDTH = 1000.0
MARGIN = 42.0  # between the frame of the board and the rim of the map
BOARD_RATIO = 1.30  # height of the printed board over its width, a little flatter than true to nature
BENDS = 3  # pieces of a border while the sheet settles
RIM_BENDS = 6  # pieces of a stretch of rim while the sheet settles
STEPS = 700
STRIDE = 5.5  # distance of the points of a finished line
SHORTEST = 50.0  # a border shorter than this pushes its junctions apart
RIM_PULL = 2.2  # how much tighter the rim is drawn than a border

ARMY, SITE, MARKER = 15.0, 9.0, 8.0  # room around the spots, as radii
LINE_HEIGHT, LETTER, SPACE = 13.0, 5.6, 14.0  # room for a line of the name, a letter, both its sides
LONG_NAME = 13  # letters a name may have before it is broken into two lines
COMFORT = 6.0  # distance between pieces and border that is enough
GRID = 4.0  # raster on which the spots are searched

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


@dataclass(frozen=True)
class Spots:
    """Where the pieces of a county stand."""

    anchor: Point
    label: Point
    label_box: Point
    sites: list[Point]
    marker: Point


def read_facts(path: Path) -> Facts:
    """The counties as the dossier describes them, positions in drawing units."""
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    counties: list[dict[str, Any]] = data["county"]
    moved: dict[str, list[float]] = data["drawing"]["anchor"]
    home: dict[str, Point] = {}
    for county in counties:
        x, y = moved.get(county["id"], [county["board_x"], county["board_y"]])
        home[county["id"]] = (x * WIDTH * 1.08, y * WIDTH * 1.08 * BOARD_RATIO)
    return Facts(
        home=home,
        neighbours={county["id"]: list(county["neighbours"]) for county in counties},
        ring=list(data["drawing"]["outer_ring"]),
        sites={county["id"]: county["sites"] for county in counties},
        names={county["id"]: [county["name_de"], county["name_en"]] for county in counties},
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


# --- settling --------------------------------------------------------------------------------------


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


# --- the pen ---------------------------------------------------------------------------------------


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


def ink(key: str, line: Sequence[Sequence[float]]) -> Line:
    """A line as the pen draws it: a smooth course with a seeded wobble, the rim wilder than a border."""
    curve = smooth(line)
    length = math.fsum(distance(a, b) for a, b in pairwise(curve))
    pieces = max(4, round(length / STRIDE))
    course = even(curve, pieces)
    rough, widest = (0.17, 7.0) if "|" in key else (0.27, 16.0)
    stray = wobble(pieces, length / pieces, rough, widest, f"wallenstein {key}")
    drawn: Line = []
    for n, (x, y) in enumerate(course):
        (ax, ay), (bx, by) = course[max(n - 1, 0)], course[min(n + 1, pieces)]
        sideways = stray[n] / distance((ax, ay), (bx, by))
        drawn.append((round(x + (by - ay) * sideways, 1), round(y - (bx - ax) * sideways, 1)))
    return drawn


# --- room for the pieces ---------------------------------------------------------------------------


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


Cell = tuple[int, int]


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


# --- the file --------------------------------------------------------------------------------------


def write_points(points: Sequence[Point]) -> str:
    """A TOML list of points, eight to a row."""
    written = [f"[{x:.1f}, {y:.1f}]" for x, y in points]
    if len(written) <= 8:
        return f"[{', '.join(written)}]"
    rows = [", ".join(written[n : n + 8]) for n in range(0, len(written), 8)]
    return "[\n  " + ",\n  ".join(rows) + ",\n]"


def build(counties: Path = COUNTIES) -> str:
    """The text of `map.toml`."""
    facts = read_facts(counties)
    sheet = lay_out(facts)
    settle(facts, sheet)
    height = fit(sheet)
    drawn = {key: ink(key, [sheet.points[i] for i in line]) for key, line in sheet.lines.items()}
    out = [
        "# The drawn map of Wallenstein (W-1.3, W-R.40). Generated by tools/draw_wallenstein_map.py from",
        "# counties.toml: change the counties or the script and run it again, never this file.",
        "",
        "[board]",
        f"width = {WIDTH:.0f}",
        f"height = {height}",
        "",
    ]
    for region, members in facts.regions.items():
        listed = ", ".join(f'"{county}"' for county in members)
        out += ["[[region]]", f'id = "{region}"', f'tincture = "{TINCTURES[region]}"']
        out += [f"counties = [{listed}]", ""]
    for county in facts.home:
        polygon: Line = []
        for key, backwards in sheet.rounds[county]:
            polygon += (drawn[key][::-1] if backwards else drawn[key])[:-1]
        spots = place_pieces(polygon, name_box(facts.names[county]), facts.sites[county])
        out += [
            f"[county.{county}]",
            f"anchor = {write_points([spots.anchor])[1:-1]}",
            f"label = {write_points([spots.label])[1:-1]}",
            f"label_box = {write_points([spots.label_box])[1:-1]}",
            f"sites = {write_points(spots.sites)}",
            f"marker = {write_points([spots.marker])[1:-1]}",
            f"polygon = {write_points(polygon)}",
            "",
        ]
    for key, line in sorted(drawn.items()):
        if "|" in key:
            one, other = key.split("|")
            out += ["[[border]]", f'counties = ["{one}", "{other}"]', f"line = {write_points(line)}", ""]
    for county in facts.ring:
        out += ["[[rim]]", f'county = "{county}"', f"line = {write_points(drawn[county])}", ""]
    return "\n".join(out).rstrip("\n") + "\n"


if __name__ == "__main__":
    MAP.write_text(build(), encoding="utf-8", newline="\n")
    print(f"wrote {MAP}")
