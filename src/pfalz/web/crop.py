"""A part of a drawing as a picture of its own: cut out around the elements that are named.

Where they lie is read from the drawing itself, so a picture stays right when a board is drawn anew. Boxes are
generous: curves are taken by their control points, words by their number of letters.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Final, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG: Final = "{http://www.w3.org/2000/svg}"
LETTER: Final = 0.55
"""How wide a letter is, in font sizes."""
QUIET: Final = ("defs", "clipPath", "pattern", "style", "title", "desc")
_NUMBER: Final = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_COMMAND: Final = re.compile(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", re.IGNORECASE)
_MOVE: Final = re.compile(r"(translate|scale)\(([^)]*)\)")
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}

ElementTree.register_namespace("", SVG[1:-1])


class Box(NamedTuple):
    """Left, top, right, bottom."""

    x: float
    y: float
    right: float
    bottom: float

    def joined(self, other: Box) -> Box:
        """The box around two."""
        return Box(
            min(self.x, other.x),
            min(self.y, other.y),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def meets(self, other: Box) -> bool:
        """Whether two overlap."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )


class Place(NamedTuple):
    """Where a group lies and how large it is."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0

    def moved(self, element: Element) -> Place:
        """Inside an element with a `transform`."""
        x, y, scale = self
        for kind, numbers in _MOVE.findall(element.get("transform", "")):
            values = [float(n) for n in _NUMBER.findall(numbers)]
            if kind == "scale":
                scale *= values[0]
            else:
                x, y = x + scale * values[0], y + scale * (values[1] if len(values) > 1 else 0.0)
        return Place(x, y, scale)

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """A box of the group, on the sheet."""
        x, y, k = self
        return Box(x + k * left, y + k * top, x + k * right, y + k * bottom)


class Sheet:
    """A drawing, and where everything lies in it."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.named = {element.get("id", ""): element for element in self.root.iter() if element.get("id")}

    def box_of(self, element: Element, place: Place) -> Box | None:
        """The box around an element."""
        name = element.tag.removeprefix(SVG)
        if name in QUIET:
            return None
        place = place.moved(element)
        boxes = [self.box_of(child, place) for child in element]
        boxes.append(self._own_box(name, element, place))
        found = [box for box in boxes if box is not None]
        whole = found[0] if found else None
        for box in found[1:]:
            whole = box.joined(whole) if whole is not None else box
        return whole

    def _own_box(self, name: str, element: Element, place: Place) -> Box | None:
        def number(key: str) -> float:
            return float(element.get(key, "0") or 0)

        if name == "rect":
            x, y = number("x"), number("y")
            return place.box(x, y, x + number("width"), y + number("height"))
        if name == "circle":
            x, y, r = number("cx"), number("cy"), number("r")
            return place.box(x - r, y - r, x + r, y + r)
        if name == "path":
            points = _points(element.get("d", ""))
            xs, ys = [x for x, _ in points], [y for _, y in points]
            return place.box(min(xs), min(ys), max(xs), max(ys)) if points else None
        if name == "text":
            size = number("font-size") or 14.0
            wide = LETTER * size * len("".join(element.itertext()))
            anchor = element.get("text-anchor", "start")
            x = number("x") - {"start": 0.0, "middle": 0.5, "end": 1.0}.get(anchor, 0.0) * wide
            return place.box(x, number("y") - size, x + wide, number("y") + 0.3 * size)
        if name == "use":
            target = self.named.get(element.get("href", "#")[1:])
            inside = Place(
                place.x + place.scale * number("x"), place.y + place.scale * number("y"), place.scale
            )
            return self.box_of(target, inside) if target is not None else None
        return None

    def around(self, patterns: list[str]) -> Box:
        """The box around everything whose id fits one of the patterns; each has to fit something."""
        found: dict[str, Box] = {}

        def look(element: Element, place: Place) -> None:
            id = element.get("id", "")
            for pattern in patterns if id else ():
                if fnmatchcase(id, pattern):
                    box = self.box_of(element, place)
                    if box is not None:
                        found[pattern] = box.joined(found.get(pattern, box))
            if element.tag.removeprefix(SVG) not in QUIET:
                for child in element:
                    look(child, place.moved(element))

        look(self.root, Place())
        missing = [pattern for pattern in patterns if pattern not in found]
        if missing:
            raise KeyError(f"nothing on the board is called {', '.join(missing)}")
        whole = found[patterns[0]]
        for box in found.values():
            whole = whole.joined(box)
        return whole

    def without_rest(self, element: Element, place: Place, box: Box) -> None:
        """Take away what does not lie in a box, and what a picture does not say."""
        place = place.moved(element)
        for child in list(element):
            name = child.tag.removeprefix(SVG)
            if name in ("title", "desc"):
                element.remove(child)
            elif name not in QUIET:
                lies = self.box_of(child, place)
                if lies is not None and not lies.meets(box):
                    element.remove(child)
                elif name == "g":
                    self.without_rest(child, place, box)


def cropped(svg: str, patterns: list[str], margin: float) -> str:
    """The part of a drawing around what is named; all of it if nothing is."""
    sheet = Sheet(svg)
    left, top, wide, high = (float(n) for n in sheet.root.get("viewBox", "").split())
    box = Box(left, top, left + wide, top + high)
    if patterns:
        x, y, right, bottom = sheet.around(patterns)
        box = Box(
            max(box.x, x - margin),
            max(box.y, y - margin),
            min(box.right, right + margin),
            min(box.bottom, bottom + margin),
        )
    sheet.without_rest(sheet.root, Place(), box)
    size = (round(box.right - box.x, 1), round(box.bottom - box.y, 1))
    sheet.root.set("viewBox", f"{box.x:.1f} {box.y:.1f} {size[0]:g} {size[1]:g}")
    sheet.root.set("width", f"{size[0]:g}")
    sheet.root.set("height", f"{size[1]:g}")
    return ElementTree.tostring(sheet.root, encoding="unicode")


def _points(path: str) -> list[tuple[float, float]]:
    """Where a path goes, control points included."""
    x = y = 0.0
    found: list[tuple[float, float]] = []
    for letter, rest in _COMMAND.findall(path):
        kind, relative = letter.upper(), letter.islower()
        values = [float(n) for n in _NUMBER.findall(rest)]
        size = _TAKES.get(kind, 0)
        for i in range(0, len(values) - size + 1, size) if size else ():
            step = values[i : i + size]
            ox, oy = (x, y) if relative else (0.0, 0.0)
            if kind == "H":
                x = ox + step[0]
            elif kind == "V":
                y = oy + step[0]
            elif kind == "A":
                found += [(x - step[0], y - step[1]), (x + step[0], y + step[1])]
                x, y = ox + step[5], oy + step[6]
            else:
                found += [(ox + step[j], oy + step[j + 1]) for j in range(0, size - 2, 2)]
                x, y = ox + step[-2], oy + step[-1]
            found.append((x, y))
    return found
