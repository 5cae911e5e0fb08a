"""The printed maps: outlines as compact paths, and the room in every area.

An `outlines.toml` is drawn by `tools/draw_darkages_map.py`; its head tells what is in it. All of it is the
same for every table with this map: who owns what, and which areas are blocked, is drawn on top. A module may
bring a map of its own (`map` in `sheet.py`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from pfalz.core.draw import path

Point = tuple[float, float]
Pair = frozenset[str]
"""Two areas."""


class Box(NamedTuple):
    """A rectangle on the map."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower side."""
        return self.top + self.height

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2


class Nook(NamedTuple):
    """A round place that nothing else covers."""

    x: float
    y: float
    radius: float


class Inscription(NamedTuple):
    """Where a name stands: its middle, how many degrees it slopes downwards, and whether each word of it has
    a line of its own."""

    x: float
    y: float
    slope: float
    broken: bool


@dataclass(frozen=True)
class Place:
    """An area on the map."""

    path: str
    """The outline."""
    box: Box
    """Room for the pieces, as large as the area allows; at least 150 by 105."""
    label: Box
    """Room for the name, right above the box."""
    nooks: tuple[Nook, ...]
    """Room beside box and name, the largest first; an area may have none."""

    @property
    def centre(self) -> Point:
        """Where to point at when the area as a whole is meant."""
        return self.box.centre


@dataclass(frozen=True)
class SeaRoute:
    """A way across the water (D-2.4)."""

    path: str
    start: Point
    end: Point


class Window(NamedTuple):
    """A part of the map that a narrow screen shows by itself."""

    box: Box
    areas: frozenset[str]
    legend: Point
    """Where the colours of its regions are explained, one below the other: the lower left corner."""


@dataclass(frozen=True)
class Geography:
    """The whole map."""

    width: float
    height: float
    places: Mapping[str, Place]
    borders: Mapping[Pair, str]
    """The line that two areas share, for every two that do."""
    routes: Mapping[Pair, SeaRoute]
    coast: str
    """Where areas meet the sea."""
    rim: str
    """Where areas meet lands beyond the game."""
    shore: str
    """Where lands beyond the game and islands meet the sea."""
    lands: str
    """The lands beyond the game and the islands; all that is no land is sea."""
    seas: Sequence[tuple[str, Inscription]]
    windows: Sequence[Window]
    """All of the map, part by part."""

    def frontiers(self, region_of: Mapping[str, str]) -> str:
        """The borders between areas of different regions (D-2.3)."""
        return "".join(
            line for pair, line in self.borders.items() if len({region_of[area] for area in pair}) == 2
        )


BASE: Final = "pfalz.games.darkages"


@cache
def geography(package: str = BASE) -> Geography:
    """The map in a folder, read once."""
    file = resources.files(package) / "data" / "outlines.toml"
    data: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    islands = [island["polygon"] for island in data["island"]]
    return Geography(
        width=data["board"]["width"],
        height=data["board"]["height"],
        places={id: _place(area) for id, area in data["area"].items()},
        borders={frozenset(border["areas"]): path(border["line"]) for border in data["border"]},
        routes={frozenset(route["areas"]): _route(route["line"]) for route in data["sea_route"]},
        coast=_lines(data["coast"]),
        rim=_lines(data["rim"]),
        shore=_lines(data["shore"]) + _shapes(islands),
        lands=_shapes([land["polygon"] for land in data["land"]] + islands),
        seas=[(sea["id"], _inscription(sea)) for sea in data["sea"]],
        windows=[_window(window) for window in data["window"]],
    )


def _inscription(sea: dict[str, Any]) -> Inscription:
    x, y, slope = sea["label"]
    return Inscription(x, y, slope, sea["broken"])


def _window(row: dict[str, Any]) -> Window:
    x, y = row["legend"]
    return Window(Box(*row["box"]), frozenset(row["areas"]), (x, y))


def _place(area: dict[str, Any]) -> Place:
    nooks = tuple([Nook(*nook) for nook in area["nooks"]])
    return Place(path(area["polygon"], closed=True), Box(*area["box"]), Box(*area["label"]), nooks)


def _route(line: Sequence[Sequence[float]]) -> SeaRoute:
    (ax, ay), (bx, by) = line[0], line[-1]
    return SeaRoute(path(line), (ax, ay), (bx, by))


def _lines(parts: Iterable[dict[str, Any]]) -> str:
    return "".join([path(part["line"]) for part in parts])


def _shapes(polygons: Iterable[Sequence[Sequence[float]]]) -> str:
    return "".join([path(polygon, closed=True) for polygon in polygons])
