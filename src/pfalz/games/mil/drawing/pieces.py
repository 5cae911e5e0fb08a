"""The pieces: knights, soldiers, castles, tokens, cubes, lands. Shapes are drawn around their origin.

What is drawn many times over is written once (`stencils`), so that a piece that moves is a short text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.draw import (
    CREAM,
    CROWN,
    DARK_INK,
    GILT,
    ORDINARIES,
    Attribute,
    group,
    label,
    move,
    seat_colour,
    tag,
    tooltip,
)
from pfalz.games.mil.lookup import Lookup
from pfalz.games.mil.state import PRODUCTIVE

CUBE_COLOURS: Final = ("#4f9a46", "#3f72b8", "#4a4744", "#c0392f", "#e0b128")
LAND_COLOURS: Final = ("#e3c566", "#9cc3d1", "#b4cd8e", "#b3a394", "#cfcbc0")

STYLE: Final = (
    "svg.pfalz .mid{text-anchor:middle}svg.pfalz .end{text-anchor:end}"
    "svg.pfalz .bold{font-weight:bold}svg.pfalz .light{fill:#fdf6e3}"
    "svg.pfalz .space{fill:var(--parchment);stroke:var(--edge);stroke-width:1.2}"
    "svg.pfalz .vacant{fill:none;stroke:var(--edge);stroke-width:1.2;stroke-dasharray:4 4}"
    "svg.pfalz .scored{stroke:var(--glow);stroke-width:3.5}"
    "svg.pfalz .ring{fill:none;stroke:var(--glow);stroke-width:3.5;pointer-events:none}"
    "svg.pfalz .quiet{pointer-events:none}"
    "svg.pfalz .rule{fill:none;stroke:var(--edge);stroke-width:1.2}"
    "svg.pfalz .outline{fill:none;stroke:var(--faded);stroke-width:1.5}"
)

KNIGHT: Final = "M-11,0 C-11,-9 -10,-19 -6,-22 Q0,-26 6,-22 C10,-19 11,-9 11,0 Z"
HELMET: Final = "M-6.5,-24 V-31 C-6.5,-36 -3.5,-38.5 0,-38.5 C3.5,-38.5 6.5,-36 6.5,-31 V-24 Z"
SOLDIER: Final = "M-5,0 C-5,-8 -4,-11 0,-12 C4,-11 5,-8 5,0 Z"
CASTLE: Final = (
    "M-20,18 V-14 H-16 V-10 H-13 V-14 H-9 V-10 H-6 V-2 H-3 V-5 H3 V-2 H6 V-10 H9 V-14 H13 V-10 H16 V-14 H20 "
    "V18 H5 V10 C5,4 -5,4 -5,10 V18 Z"
)
WOMAN: Final = "M-6,0 C-6,-3 -3,-7 -2.5,-10 H2.5 C3,-7 6,-3 6,0 Z"
HOURGLASS: Final = "M-5.5,-7 H5.5 L1,0 L5.5,7 H-5.5 L-1,0 Z"
MITRE: Final = "M-6,7 L-8,-2 C-8,-7 -3,-9 0,-12 C3,-9 8,-7 8,-2 L6,7 Z"
HEXAGON: Final = "M0,-13 L11.3,-6.5 V6.5 L0,13 L-11.3,6.5 V-6.5 Z"
LAND_SIGNS: Final = (
    "M0,15 V-5 M0,-3 C-2,-7 -2,-11 0,-15 C2,-11 2,-7 0,-3 M0,3 C-7,2 -8,-3 -7,-7 C-2,-5 0,-2 0,3 "
    "M0,3 C7,2 8,-3 7,-7 C2,-5 0,-2 0,3 M0,11 C-7,10 -8,5 -7,1 C-2,3 0,6 0,11 M0,11 C7,10 8,5 7,1 "
    "C2,3 0,6 0,11",
    "M-15,1 C-8,-9 3,-9 9,0 C3,10 -8,10 -15,1 Z M8,0 L16,-7 V7 Z M-9,-1 h.5",
    "M-8,-6 a5,5 0 0,1 8,-3 a5,5 0 0,1 8,3 a5,5 0 0,1 0,9 a6,6 0 0,1 -15,1 a5.5,5.5 0 0,1 -1,-10 Z "
    "M-11,-8 a4,4 0 1,0 -2,5 M-4,7 V13 M6,7 V13",
    "M-11,13 L7,-7 M-5,-13 C4,-14 13,-5 13,5 C10,-1 1,-10 -5,-13 Z",
    "M-15,12 H-1 V3 H-15 Z M1,12 H15 V3 H1 Z M-7,2 H7 V-7 H-7 Z M-3,-8 H5 V-14 H-3 Z",
)


def stencils(t: Lookup) -> str:
    """Knights and heirs of every family, soldiers, castles, women, time tokens, both sides of every land."""
    body = [
        group(_soldier("#8d9298"), id="look-soldier"),
        group(_castle(), id="look-castle"),
        group(_woman(), id="look-woman"),
        group(_time(CREAM, "#8a7350", DARK_INK), id="look-white"),
        group(_time(DARK_INK, CREAM, "var(--edge)"), id="look-black"),
    ]
    for seat in range(t.players):
        body.append(group(_knight(seat), id=f"look-knight-{seat}"))
        body.append(group(_boy(seat_colour(seat)), id=f"look-heir-{seat}"))
    for tile in range(2 * len(t.land_ids)):
        body.append(group(_land(t, tile), id=f"look-land-{tile}"))
    return tag("defs", "".join(body))


def _stencilled(
    look: str, x: float, y: float, scale: float, hint: str, *more: str, **attributes: Attribute
) -> str:
    """A piece that is drawn with a stencil."""
    return group(
        tooltip(hint),
        tag("use", href=f"#look-{look}"),
        *more,
        transform=move(x, y, scale),
        **attributes,
    )


def knight(
    seat: int, letter: str, x: float, y: float, scale: float, hint: str, **attributes: Attribute
) -> str:
    """A knight token standing on (x, y): tincture, ordinary and the letter of his column."""
    sign = label(10, 0, letter, class_="mid bold", font_size=11)
    return _stencilled(f"knight-{seat}", x, y, scale, hint, sign, **attributes)


def _knight(seat: int) -> str:
    colour, ink = seat_colour(seat), "var(--ink)"
    return "".join(
        (
            tag("path", d=KNIGHT, fill=colour, stroke=ink, stroke_width=1),
            tag("path", d=HELMET, fill=colour, stroke=ink, stroke_width=1),
            tag("path", d="M-6.5,-31 H6.5 M0,-31 V-25", stroke="var(--on-seat)", stroke_width=1.4),
            tag(
                "path",
                d=ORDINARIES[seat % len(ORDINARIES)],
                fill="var(--on-seat)",
                transform=move(0, -13, 0.6),
            ),
            tag("circle", cx=10, cy=-4, r=6.5, fill="var(--vellum)", stroke=ink, stroke_width=0.8),
        )
    )


def absent_knight(x: float, y: float, scale: float) -> str:
    """The outline of a knight who stands elsewhere."""
    return group(
        tag("path", d=KNIGHT, class_="outline"),
        tag("path", d=HELMET, class_="outline"),
        opacity=0.55,
        transform=move(x, y, scale),
    )


def heir(seat: int, x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """A boy at his father's side."""
    return _stencilled(f"heir-{seat}", x, y, scale, hint, **attributes)


def _boy(colour: str) -> str:
    body = tag("path", d=SOLDIER, fill=colour, stroke="var(--ink)", stroke_width=0.8)
    return body + tag("circle", cy=-15, r=4, fill=colour, stroke="var(--ink)", stroke_width=0.8)


def soldier(x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """A soldier with a lance."""
    return _stencilled("soldier", x, y, scale, hint, **attributes)


def _soldier(colour: str) -> str:
    shaft = tag("path", d="M7,0 V-24", stroke="var(--ink)", stroke_width=1.3)
    return shaft + tag("path", d="M5,-23 L7,-29 L9,-23 Z", fill="var(--ink)") + _boy(colour)


def castle(x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """A castle."""
    return _stencilled("castle", x, y, scale, hint, **attributes)


def _castle() -> str:
    walls = tag("path", d=CASTLE, fill="#b9a27c", stroke="var(--ink)", stroke_width=1)
    return walls + tag("path", d="M-13,-3 v5 M13,-3 v5", stroke=DARK_INK, stroke_width=2)


def time_token(x: float, y: float, scale: float, black: bool, hint: str, **attributes: Attribute) -> str:
    """A time token: white or black, with an hourglass."""
    return _stencilled("black" if black else "white", x, y, scale, hint, **attributes)


def _time(ground: str, sign: str, rim: str) -> str:
    disc = tag("circle", r=13, fill=ground, stroke=rim, stroke_width=1.2)
    return disc + tag("path", d=HOURGLASS, fill=sign)


def kings_soldiers(x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """The King's Soldiers: a crown on red."""
    return group(
        tooltip(hint),
        tag("circle", r=13, fill="#8d2026", stroke="var(--ink)", stroke_width=1.2),
        tag("path", d=CROWN, fill=GILT, transform=move(0, 5.5)),
        transform=move(x, y, scale),
        **attributes,
    )


def archbishop(x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """The Archbishop: a mitre on purple."""
    return group(
        tooltip(hint),
        tag("circle", r=13, fill="#5d3a7a", stroke="var(--ink)", stroke_width=1.2),
        tag("path", d=MITRE, fill=CREAM, transform=move(0, 2, 0.85)),
        tag("path", d="M0,-6 V6 M-4,0 H4", stroke=GILT, stroke_width=1.6),
        transform=move(x, y, scale),
        **attributes,
    )


def start_sign(x: float, y: float) -> str:
    """The outline of the start player token, where it can be won."""
    return group(
        tag("path", d=HEXAGON, fill="none", stroke="var(--faded)", stroke_width=1.6),
        label(0, 6, "1", class_="mid bold faded", font_size=17),
        transform=move(x, y, 0.9),
    )


def start_token(x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """The start player token."""
    return group(
        tooltip(hint),
        tag(
            "path",
            d=HEXAGON,
            fill=GILT,
            stroke="var(--ink)",
            stroke_width=1.2,
        ),
        label(0, 5.5, "1", class_="mid bold", font_size=16, style=f"fill:{DARK_INK}"),
        transform=move(x, y, scale),
        **attributes,
    )


def woman(x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """A single woman of the lineage zone."""
    return _stencilled("woman", x, y, scale, hint, **attributes)


def _woman() -> str:
    dress = tag("path", d=WOMAN, fill=CUBE_COLOURS[3], stroke="var(--ink)", stroke_width=0.8)
    return dress + tag("circle", cy=-13.5, r=3.8, fill=CUBE_COLOURS[3], stroke="var(--ink)", stroke_width=0.8)


def cube(resource: int, x: float, y: float, size: float, rim: str = "var(--ink)") -> str:
    """A cube with its upper left corner at (x, y)."""
    return tag(
        "rect",
        x=x,
        y=y,
        width=size,
        height=size,
        rx=size / 7,
        fill=CUBE_COLOURS[resource],
        stroke=rim,
        stroke_width=max(0.5, size / 18),
    )


def cube_row(cubes: Sequence[int], x: float, y: float, size: float, rim: str) -> str:
    """Cubes one by one from left to right."""
    parts = []
    for resource, n in enumerate(cubes):
        for _ in range(n):
            parts.append(cube(resource, x, y, size, rim))
            x += size + 1.5
    return "".join(parts)


def purse(cubes: Sequence[int], x: float, y: float, step: float) -> str:
    """Cubes with their numbers, kinds that are missing left out."""
    parts = []
    for resource, n in enumerate(cubes):
        if n:
            parts.append(cube(resource, x, y, 16))
            parts.append(label(x + 20, y + 14, str(n), class_="bold", font_size=17))
            x += step
    return "".join(parts)


def land(tile: int, x: float, y: float, scale: float, hint: str, **attributes: Attribute) -> str:
    """A land, 50 wide and 46 high, by its kind and side."""
    return _stencilled(f"land-{tile}", x, y, scale, hint, **attributes)


def _land(t: Lookup, tile: int) -> str:
    """Harvest at the upper left, tribute at the lower right; a harvested land is pale."""
    kind, productive = tile >> 1, bool(tile & PRODUCTIVE)
    count = sum(t.printed_tribute[kind])
    rim = DARK_INK if productive else "var(--ink)"
    ink = DARK_INK if productive else "var(--faded)"
    gone = tag("path", d="M4,10 L10,4", stroke=ink, stroke_width=1.6)
    return "".join(
        (
            tag(
                "rect",
                width=50,
                height=46,
                rx=5,
                fill=LAND_COLOURS[kind] if productive else "var(--vellum)",
                stroke="var(--ink)" if productive else LAND_COLOURS[kind],
                stroke_width=1.1 if productive else 2.2,
            ),
            tag(
                "path",
                d=LAND_SIGNS[kind],
                fill="none",
                stroke=ink,
                stroke_width=1.8,
                stroke_linecap="round",
                opacity=None if productive else 0.6,
                transform=move(25, 23, 0.95),
            ),
            cube_row(t.harvest[kind], 3, 3, 7, rim) if productive else gone,
            cube_row(t.printed_tribute[kind], 47 - count * 8.5 + 1.5, 36, 7, rim),
        )
    )


def land_mark(kind: int, x: float, y: float) -> str:
    """A small sign for a kind of land."""
    return group(
        tag("rect", x=-11, y=-11, width=22, height=22, rx=4, fill=LAND_COLOURS[kind], stroke="var(--edge)"),
        tag(
            "path",
            d=LAND_SIGNS[kind],
            fill="none",
            stroke=DARK_INK,
            stroke_width=2.2,
            transform=move(0, 0, 0.55),
        ),
        transform=move(x, y),
    )


def defence(n: int, x: float, y: float) -> str:
    """How strongly something is defended."""
    return group(
        tag(
            "path",
            d="M-12,-13 H12 V1 C12,9 5,13 0,15 C-5,13 -12,9 -12,1 Z",
            fill="#5a6067",
            stroke="var(--ink)",
        ),
        label(0, 6, str(n), class_="mid bold light", font_size=16),
        transform=move(x, y),
    )
