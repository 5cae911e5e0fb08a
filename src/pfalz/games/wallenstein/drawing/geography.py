"""The printed map: outlines as compact paths, and room for everything that stands in a county.

`data/map.toml` gives for every county its outline and places for army, name, sites and revolt marker; here
places for its values and for pieces of modules are found beside them. All of it is the same for every
table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from pfalz.core.draw import path

Point = tuple[float, float]
Frame = tuple[float, float, float, float]
"""left, top, right, bottom"""

SEA: Final = ("bremen", "holstein", "mecklenburg", "vorpommern")
"""Rim counties that lie on the coast."""
REACH: Final = range(-56, 57, 4)
SPOTS: Final = sorted((dx * dx + dy * dy, dx, dy) for dx in REACH for dy in REACH)
"""Where to look for room, from near to far."""


@dataclass(frozen=True)
class Place:
    """A county on the map."""

    path: str
    anchor: Point
    label: Point
    room: Point
    """Width and height for the name."""
    sites: tuple[Point, ...]
    marker: Point
    values: Point
    niche: Point
    """Room for a small crowd of pieces of a module."""
    nook: Point
    """Room for one piece of a module."""
    upright: bool
    """Whether the values stand one above the other."""


@dataclass(frozen=True)
class Geography:
    """The whole map."""

    width: float
    height: float
    places: dict[str, Place]
    tinctures: dict[str, str]
    """Region to tincture."""
    outline: str
    coast: str
    frontiers: str
    """Borders between two regions."""


@cache
def geography() -> Geography:
    """The map, read once."""
    file = resources.files("pfalz.games.wallenstein") / "data" / "map.toml"
    data: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    region_of = {county: region["id"] for region in data["region"] for county in region["counties"]}
    rim = [point for part in data["rim"] for point in part["line"]]
    return Geography(
        data["board"]["width"],
        data["board"]["height"],
        {id: _place(county) for id, county in data["county"].items()},
        {region["id"]: region["tincture"] for region in data["region"]},
        path(rim, closed=True),
        "".join(path(part["line"]) for part in data["rim"] if part["county"] in SEA),
        "".join(
            path(border["line"])
            for border in data["border"]
            if region_of[border["counties"][0]] != region_of[border["counties"][1]]
        ),
    )


def _place(county: dict[str, Any]) -> Place:
    anchor, name = _point(county["anchor"]), _point(county["label"])
    room = _point(county["label_box"])
    sites = tuple(_point(site) for site in county["sites"])
    marker = _point(county["marker"])
    polygon = [_point(point) for point in county["polygon"]]
    taken = [
        _around(anchor, 16, 19),
        _around(name, room[0] / 2 + 6, room[1] / 2 + 1),
        *(_around(spot, 10, 10) for spot in (*sites, marker)),
    ]
    upright = True
    values = _free(polygon, anchor, taken, 9, 17)
    if values is None:
        upright = False
        values = _free(polygon, anchor, taken, 18, 8.5)
    if values is None:
        values = (anchor[0], anchor[1] + 24)
    taken.append(_around(values, 9, 17) if upright else _around(values, 18, 8.5))
    niche = _free(polygon, anchor, taken, 9, 11) or _beside(anchor, taken)
    taken.append(_around(niche, 9, 11))
    nook = _free(polygon, anchor, taken, 8, 8) or _beside(anchor, taken)
    outline = path(polygon, closed=True)
    return Place(outline, anchor, name, room, sites, marker, values, niche, nook, upright)


def _point(pair: Sequence[float]) -> Point:
    return float(pair[0]), float(pair[1])


def _around(spot: Point, half_width: float, half_height: float) -> Frame:
    return spot[0] - half_width, spot[1] - half_height, spot[0] + half_width, spot[1] + half_height


def _free(
    polygon: list[Point], anchor: Point, taken: list[Frame], width: float, height: float
) -> Point | None:
    """The spot nearest to the army where something of half this size covers nothing."""
    for _, dx, dy in SPOTS:
        spot = anchor[0] + dx, anchor[1] + dy
        left, top, right, bottom = _around(spot, width, height)
        if any(left < f[2] and right > f[0] and top < f[3] and bottom > f[1] for f in taken):
            continue
        edge = _around(spot, width + 2, height + 2)
        corners = [(x, y) for x in (edge[0], spot[0], edge[2]) for y in (edge[1], spot[1], edge[3])]
        if all(_inside(polygon, corner) for corner in corners):
            return spot
    return None


def _beside(anchor: Point, taken: list[Frame]) -> Point:
    """Where there is no room: half over the army, as far from everything else as can be."""
    spots = [(anchor[0] + dx, anchor[1] + dy) for dx in (-17, 17) for dy in (13, -13)]
    middles = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in taken[1:]]
    return max(spots, key=lambda spot: min(abs(x - spot[0]) + abs(y - spot[1]) for x, y in middles))


def _inside(polygon: list[Point], spot: Point) -> bool:
    x, y = spot
    inside = False
    before = polygon[-1]
    for here in polygon:
        if (here[1] > y) != (before[1] > y):
            crossing = (before[0] - here[0]) * (y - here[1]) / (before[1] - here[1]) + here[0]
            inside ^= x < crossing
        before = here
    return inside
