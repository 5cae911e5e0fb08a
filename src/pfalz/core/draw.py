"""The common look of all boards: parchment, ink and heraldic tinctures, written as plain SVG text.

Seats are told apart by tincture and by the ordinary on their shield. Colours are CSS variables, so that a
page can switch to dark mode; a drawing that stands alone brings both palettes along. Only geometry, text and
ids are made here; nothing is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

SEAT_TINCTURES: Final = ("gules", "vert", "azure", "or", "sable", "purpure", "tenne", "argent")
"""Tincture of each seat; the shield of seat i shows the ordinary i."""

ORDINARIES: Final = (
    "M-9,-8 L-5,-11 L9,6 L6,10 Z",  # bend
    "M-10,5 L0,-5 L10,5 L10,10 L0,0 L-9,9 Z",  # chevron
    "M-2.5,-11 H2.5 V-3 H10 V2 H2.5 V13 H-2.5 V2 H-10 V-3 H-2.5 Z",  # cross
    "M0,-8 L6,0 L0,8 L-6,0 Z",  # lozenge
    "M-3.5,-11 H3.5 V12 H-3.5 Z",  # pale
    "M-9,-8 L-6,-11 L0,-4 L6,-11 L9,-8 L3,0 L8,7 L5,10 L0,4 L-5,10 L-8,7 L-3,0 Z",  # saltire
    "M-10,-4 H10 V3 H-10 Z",  # fess
    "M0,-7 A7,7 0 1,1 -0.01,-7 Z",  # roundel
)
SPECIAL: Final = re.compile('[&<>"\n\t\r]')
CROWN: Final = "M-8,0 L-9.5,-9.5 L-4,-4.5 L0,-11.5 L4,-4.5 L9.5,-9.5 L8,0 Z"
SHIELD: Final = "M-10,-11 H10 V2 C10,9 4,12 0,14 C-4,12 -10,9 -10,2 Z"

GILT: Final = "#d8a520"
CREAM: Final = "#fdf6e3"
DARK_INK: Final = "#2b2118"
"""Colours of pieces, which look alike in the light and in the dark."""

Attribute = str | float | int | None
"""What an attribute of an element may be."""

LIGHT: Final = {
    "parchment": "#f4e8cf",
    "vellum": "#fbf4e3",
    "edge": "#b89b6a",
    "ink": "#2b2118",
    "faded": "#6b5a45",
    "glow": "#b4520b",
    "gules": "#a3232a",
    "vert": "#2f6b3a",
    "azure": "#24508f",
    "or": "#b07d00",
    "sable": "#3a3631",
    "purpure": "#6b3580",
    "tenne": "#9a5523",
    "argent": "#7d858c",
    "on-seat": "#fdf8ec",
}
DARK: Final = {
    "parchment": "#2a241d",
    "vellum": "#352d24",
    "edge": "#7a6745",
    "ink": "#f0e6d2",
    "faded": "#b9a888",
    "glow": "#ffa94d",
    "gules": "#c9484d",
    "vert": "#4d9159",
    "azure": "#4f7fc4",
    "or": "#c9981f",
    "sable": "#8b857c",
    "purpure": "#9961ae",
    "tenne": "#bf7a45",
    "argent": "#a3abb2",
    "on-seat": "#1c1712",
}


def _palette(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())


_IF_WISHED: Final = "@media (prefers-color-scheme:dark)"
STYLE: Final = (
    f"svg.pfalz{{{_palette(LIGHT)}}}"
    f"{_IF_WISHED}{{svg.pfalz{{{_palette(DARK)}}}}}"
    "svg.pfalz text{font-family:Georgia,'Times New Roman',serif;fill:var(--ink)}"
    "svg.pfalz .small{font-size:11px}svg.pfalz .faded{fill:var(--faded)}"
    "svg.pfalz .panel{fill:var(--vellum);stroke:var(--edge);stroke-width:1.5}"
    "svg.pfalz .line{fill:none;stroke:var(--ink);stroke-width:1.2}"
)


def in_theme(svg: str, theme: str) -> str:
    """A drawing that stands alone as `light` or `dark`; otherwise it follows the wish of whoever shows it."""
    holds = {"light": "@media not all", "dark": "@media all"}.get(theme, _IF_WISHED)
    return svg.replace(_IF_WISHED, holds, 1)


def tag(name: str, body: str = "", **attributes: Attribute) -> str:
    """An element; `class_` and `data_x` become `class` and `data-x`, None is left out."""
    told = "".join(
        [_told(key, value) if value else _nothing(key, value) for key, value in attributes.items()]
    )
    return f"<{name}{told}>{body}</{name}>" if body else f"<{name}{told}/>"


def _nothing(key: str, value: Attribute) -> str:
    """An attribute that is empty, zero or not there: the cache could not tell 0 from -0."""
    if isinstance(value, str):
        return _words(key, value)
    return "" if value is None else f' {_attribute(key)}="{decimal(value)}"'


@lru_cache(maxsize=40_000, typed=True)
def _told(key: str, value: Attribute) -> str:
    return _words(key, value) if isinstance(value, str) else f' {_attribute(key)}="{decimal(value or 0)}"'


def group(*body: str, **attributes: Attribute) -> str:
    """A group of elements."""
    return tag("g", "".join(body) or " ", **attributes)


def label(x: float, y: float, words: str, **attributes: Attribute) -> str:
    """A text; what a person or a file says is escaped here."""
    return tag("text", escape(words) or " ", x=x, y=y, **attributes)


def tooltip(words: str) -> str:
    """What appears when the pointer rests on the element around it."""
    return tag("title", escape(words) or " ")


def move(x: float, y: float, scale: float = 1.0, turn: float = 0) -> str:
    """A transformation that puts a shape at its place."""
    place = f"translate({decimal(x)} {decimal(y)})"
    if turn:
        place += f" rotate({decimal(turn)})"
    return place if scale == 1 else f"{place} scale({decimal(scale)})"


def path(points: Iterable[Sequence[float]], *, closed: bool = False) -> str:
    """A line through whole points, each told from the one before; a short text for a long line."""
    whole = [(round(x), round(y)) for x, y in points]
    x, y = whole[0]
    parts = [f"M{x} {y}l"]
    for to_x, to_y in whole[1:]:
        if (to_x, to_y) != (x, y):
            step = f"{to_x - x}{'' if to_y < y else ' '}{to_y - y}"
            parts.append(step if parts[-1].endswith("l") or step.startswith("-") else f" {step}")
            x, y = to_x, to_y
    return "".join(parts) + ("z" if closed else "")


def shield(seat: int, x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """The coat of arms of a seat: its tincture with its ordinary."""
    return group(
        _blazon(seat),
        transform=f"translate({decimal(x)} {decimal(y)}) scale({decimal(scale)})",
        **attributes,
    )


@cache
def _blazon(seat: int) -> str:
    field = tag("path", d=SHIELD, fill=seat_colour(seat), stroke="var(--ink)", stroke_width=1)
    return field + tag("path", d=ORDINARIES[seat % len(ORDINARIES)], fill="var(--on-seat)")


def seat_colour(seat: int) -> str:
    """The tincture of a seat as a CSS value."""
    return f"var(--{SEAT_TINCTURES[seat % len(SEAT_TINCTURES)]})"


def document(width: float, height: float, *body: str, title: str = "") -> str:
    """A drawing that stands alone and scales to its frame."""
    head = tag("title", escape(title)) if title else ""
    background = tag("rect", width=width, height=height, fill="var(--parchment)")
    return tag(
        "svg",
        head + tag("style", STYLE) + background + "".join(body),
        xmlns="http://www.w3.org/2000/svg",
        class_="pfalz",
        viewBox=f"0 0 {decimal(width)} {decimal(height)}",
        role="img",
    )


def for_page(markup: str) -> str:
    """A drawing as part of a page: its script shows the tooltips and applies the style attributes.

    So the content security policy can forbid inline style."""
    markup = markup.replace("<title>", "<desc>").replace("</title>", "</desc>")
    return markup.replace(' style="', ' data-style="')


def for_picture(markup: str) -> str:
    """The same when it stands alone again."""
    markup = markup.replace("<desc>", "<title>").replace("</desc>", "</title>")
    return markup.replace(' data-style="', ' style="')


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(maxsize=20_000)
def _words(key: str, value: str) -> str:
    return (
        f" {_attribute(key)}={quoteattr(value)}" if SPECIAL.search(value) else f' {_attribute(key)}="{value}"'
    )


def decimal(value: float | int) -> str:
    """A number as short as it can be written."""
    if isinstance(value, float):
        return _decimal(value) if value else f"{value:g}"
    return str(value)


@lru_cache(maxsize=20_000)
def _decimal(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
