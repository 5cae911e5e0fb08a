"""Texts of a drawing that are hard to read: too little contrast to what is drawn beneath them (WCAG AA).

A drawing is walked through in the order it is painted, with the colours of both palettes. Beneath a text lie
the shapes painted before it that contain the place where it begins; one that lets light through is mixed
with those below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from xml.etree import ElementTree

from pfalz.core.draw import DARK, LIGHT

LARGE, LARGE_BOLD = 24.0, 18.66
"""Sizes from which on a text counts as large, in pixels of the screen."""

Colour = tuple[float, float, float]
Point = tuple[float, float]

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_MOVE = re.compile(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)")
_SCALE = re.compile(r"scale\(([-\d.]+)\)")
_PATH = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
_STEPS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


@dataclass(frozen=True)
class Place:
    """Where an element is drawn, and what it takes over from those around it."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0
    look: dict[str, str] = field(default_factory=dict)

    def at(self, x: float, y: float) -> Point:
        """A point of the element on the sheet."""
        return self.x + self.scale * x, self.y + self.scale * y


@dataclass(frozen=True)
class Paint:
    """A filled shape on the sheet."""

    outline: list[Point]
    fill: str
    opacity: float

    @cached_property
    def frame(self) -> tuple[float, float, float, float]:
        """left, top, right, bottom"""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return min(xs), min(ys), max(xs), max(ys)

    def covers(self, point: Point) -> bool:
        """Whether it is painted at a point."""
        left, top, right, bottom = self.frame
        return left <= point[0] <= right and top <= point[1] <= bottom and _inside(self.outline, point)


@dataclass(frozen=True)
class Writing:
    """A text on the sheet."""

    words: str
    start: Point
    fill: str
    opacity: float
    size: float
    bold: bool
    halo: str
    """The colour of the rim that is painted beneath the letters, if there is one."""


def weak_texts(svg: str, shown: float = 1.0) -> list[str]:
    """What can be read too badly, in the light or in the dark palette; `shown` is the size of a unit."""
    found = []
    painted: list[Paint] = []
    for item in _walk(svg):
        if isinstance(item, Paint):
            painted.append(item)
            continue
        beneath = [paint for paint in painted if paint.covers(item.start)]
        if item.halo:
            beneath = [Paint([], item.halo, 1.0)]
        for name, palette in (("light", LIGHT), ("dark", DARK)):
            ground = _mixed(beneath, palette)
            ink = _blend(colour_of(item.fill, palette), ground, item.opacity)
            ratio, need = contrast(ink, ground), 3.0 if _is_large(item, shown) else 4.5
            if ratio < need:
                found.append(f"{item.words!r} has {ratio:.2f} of {need} in the {name} palette")
    return found


def small_texts(svg: str, least: float) -> set[str]:
    """What is written in smaller letters than these, in units of the sheet."""
    return {item.words for item in _walk(svg) if isinstance(item, Writing) and item.size < least}


def _is_large(text: Writing, shown: float) -> bool:
    return text.size * shown >= (LARGE_BOLD if text.bold else LARGE)


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of two colours."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def colour_of(words: str, palette: dict[str, str]) -> Colour:
    value = palette[words[6:-1]] if words.startswith("var(--") else words
    value = {"white": "#ffffff", "black": "#000000"}.get(value, value)
    if len(value) == 4:
        value = "#" + "".join(c + c for c in value[1:])
    return int(value[1:3], 16) / 255, int(value[3:5], 16) / 255, int(value[5:7], 16) / 255


def _blend(above: Colour, below: Colour, opacity: float) -> Colour:
    mixed = [opacity * a + (1 - opacity) * b for a, b in zip(above, below, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def _mixed(beneath: list[Paint], palette: dict[str, str]) -> Colour:
    colour = colour_of("var(--parchment)", palette)
    for paint in beneath:
        colour = _blend(colour_of(paint.fill, palette), colour, paint.opacity)
    return colour


def _walk(svg: str) -> Iterator[Paint | Writing]:
    root = ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", svg, count=1))
    rules = _rules("".join(style.text or "" for style in root.iter("style")))
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    for child in root:
        yield from _visit(child, Place(), rules, named)


@cache
def _rules(css: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """Classes and element names with what is said of them; those of classes come later and win."""
    plain = re.sub(r"@media[^{]*\{[^{}]*\{[^{}]*\}\}", "", css)
    found = []
    for selector, body in _RULE.findall(plain):
        said = dict(part.split(":", 1) for part in body.split(";") if ":" in part)
        for one in selector.split(","):
            found.append((one.strip().removeprefix("svg.pfalz").strip(), said))
    return tuple(sorted(found, key=lambda rule: rule[0].startswith(".")))


_SAID = ("fill", "stroke", "font-size", "font-weight")


def _look(element: ElementTree.Element, rules: tuple[tuple[str, dict[str, str]], ...]) -> dict[str, str]:
    """Attributes, then the style sheet, then the element's own style."""
    look = {key: element.get(key, "") for key in _SAID if element.get(key)}
    classes = {f".{name}" for name in element.get("class", "").split()}
    for selector, said in rules:
        if selector == element.tag or selector in classes:
            look.update({key.strip(): value.strip() for key, value in said.items()})
    style = element.get("style", "")
    look.update(
        {key.strip(): value.strip() for key, _, value in (part.partition(":") for part in style.split(";"))}
    )
    return look


def _visit(
    element: ElementTree.Element,
    around: Place,
    rules: tuple[tuple[str, dict[str, str]], ...],
    named: dict[str, ElementTree.Element],
) -> Iterator[Paint | Writing]:
    if element.tag in ("defs", "style", "title", "desc", "clipPath"):
        return
    own = _look(element, rules)
    place = _moved(element, replace(around, look={**around.look, **own}))
    fade = float(own.get("opacity", element.get("opacity", "1")))
    place = replace(place, opacity=place.opacity * fade)
    if element.tag == "use":
        shape = named[element.get("href", "#")[1:]]
        yield from _visit(shape, place, (), named)  # no style sheet reaches into a stencil
    elif element.tag == "text":
        yield from _writing(element, place)
    elif element.tag in ("rect", "circle", "ellipse", "path", "polygon"):
        fill = place.look.get("fill", "#000000")
        if fill not in ("none", "transparent") and not fill.startswith("url("):
            share = float(place.look.get("fill-opacity", element.get("fill-opacity", "1")))
            outline = [place.at(x, y) for x, y in _outline(element)]
            yield Paint(outline, fill, place.opacity * share)
    for child in element:
        yield from _visit(child, place, rules, named)


def _moved(element: ElementTree.Element, place: Place) -> Place:
    words = element.get("transform", "")
    if found := _MOVE.search(words):
        x, y = place.at(float(found[1]), float(found[2]))
        place = replace(place, x=x, y=y)
    if found := _SCALE.search(words):
        place = replace(place, scale=place.scale * float(found[1]))
    return place


def _writing(element: ElementTree.Element, place: Place) -> Iterator[Writing]:
    words = "".join(element.itertext()).strip()
    if not words:
        return
    size = float(place.look.get("font-size", "16").removesuffix("px"))
    anchor = place.look.get("text-anchor", element.get("text-anchor", "start"))
    shift = {"start": 0.25, "middle": 0.0, "end": -0.25}[anchor]
    start = place.at(_number(element, "x") + shift * size, _number(element, "y") - 0.3 * size)
    bold = place.look.get("font-weight") == "bold"
    halo = place.look.get("stroke", "") if place.look.get("paint-order") == "stroke" else ""
    fill = place.look.get("fill", "#000000")
    yield Writing(words, start, fill, place.opacity, size * place.scale, bold, halo)


def _number(element: ElementTree.Element, key: str) -> float:
    return float(element.get(key, "0"))


def _outline(element: ElementTree.Element) -> list[Point]:
    """The corners of a shape; curves by their control points."""
    if element.tag == "rect":
        x, y = _number(element, "x"), _number(element, "y")
        right, bottom = x + _number(element, "width"), y + _number(element, "height")
        return [(x, y), (right, y), (right, bottom), (x, bottom)]
    if element.tag in ("circle", "ellipse"):
        x, y, r = _number(element, "cx"), _number(element, "cy"), _number(element, "r")
        a, b = _number(element, "rx") or r, _number(element, "ry") or r
        return [(x + a * u, y + b * v) for u, v in _CIRCLE]
    if element.tag == "polygon":
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", element.get("points", ""))]
        return list(zip(numbers[::2], numbers[1::2], strict=True))
    return _corners(element.get("d", ""))


_CIRCLE = [(1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71), (-1, 0), (-0.71, -0.71), (0, -1), (0.71, -0.71)]


def _corners(path: str) -> list[Point]:
    """Every point a path names, in order."""
    tokens = [command or float(number) for command, number in _PATH.findall(path)]
    corners: list[Point] = []
    command, at, x, y = "M", 0, 0.0, 0.0
    while at < len(tokens):
        token = tokens[at]
        if isinstance(token, str):
            command, at = token, at + 1
            continue
        count = _STEPS[command.upper()]
        step = [float(n) for n in tokens[at : at + count]]
        at += count
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        if command.upper() == "H":
            x = dx + step[0]
        elif command.upper() == "V":
            y = dy + step[0]
        else:
            pairs = step[-2:] if command.upper() == "A" else step
            points = [(dx + pairs[i], dy + pairs[i + 1]) for i in range(0, len(pairs), 2)]
            corners += points[:-1]
            x, y = points[-1]
        corners.append((x, y))
    return corners


def _inside(outline: list[Point], point: Point) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within
