"""Draw the map of Wallenstein: read the counties and write their shapes to `map.toml`.

The neighbours alone fix the picture up to bending (W-R.40): every three mutual neighbours with nobody
between them meet in one junction, every border is one line between two junctions, and the counties of the
outer ring close the map with a stretch of rim. The script lays these lines out along the positions of the
printed board, lets the sheet settle like a raft of soap bubbles (each line pulls, each county presses towards
the area it needs), roughens every line once, so that both its counties share the very same points, and finds
room in every county for its army, name, building sites and revolt marker. The net is laid out in
`map_net.py`, settles in `map_settling.py` and gets room for the pieces in `map_pieces.py`; here the pen draws
the lines, and all is written down.

Run `python tools/draw_wallenstein_map.py` after a change of `counties.toml` or `places.toml`. The result is
the same on every machine: numbers come from +, -, *, / and sqrt alone, and the wobble of a line is
seeded with its name. What the shapes must satisfy is proved in `tests/games/wallenstein/test_map.py`, not
here.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from map_net import WIDTH, Line, Point, distance, lay_out, read_facts
from map_pieces import name_box, place_pieces
from map_settling import fit, settle

DATA = Path(__file__).resolve().parents[1] / "src" / "pfalz" / "games" / "wallenstein" / "data"
COUNTIES = DATA / "counties.toml"
PLACES = DATA / "places.toml"
MAP = DATA / "map.toml"

TINCTURES = {
    "brandenburg": "gules",
    "sachsen": "azure",
    "oesterreich": "vert",
    "bayern": "purpure",
    "kurpfalz": "or",
}

STRIDE = 5.5  # distance of the points of a finished line


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


# --- the file --------------------------------------------------------------------------------------


def write_points(points: Sequence[Point]) -> str:
    """A TOML list of points, eight to a row."""
    written = [f"[{x:.1f}, {y:.1f}]" for x, y in points]
    if len(written) <= 8:
        return f"[{', '.join(written)}]"
    rows = [", ".join(written[n : n + 8]) for n in range(0, len(written), 8)]
    return "[\n  " + ",\n  ".join(rows) + ",\n]"


def build(counties: Path = COUNTIES, places: Path = PLACES) -> str:
    """The text of `map.toml`."""
    facts = read_facts(counties, places)
    sheet = lay_out(facts)
    settle(facts, sheet)
    height = fit(sheet)
    drawn = {key: ink(key, [sheet.points[i] for i in line]) for key, line in sheet.lines.items()}
    out = [
        "# The drawn map of Wallenstein (W-1.3, W-R.40). Generated by tools/draw_wallenstein_map.py from",
        "# counties.toml and places.toml: change them or the script and run it again, never this file.",
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
