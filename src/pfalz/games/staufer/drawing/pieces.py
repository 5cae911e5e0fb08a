"""The pieces: figures, chests, seals, the king. Shapes are drawn around their origin and moved into place.

Figures and chests are many: their shapes are defined once (`shapes`), and every piece only refers to one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pfalz.core.draw import (
    CREAM,
    CROWN,
    DARK_INK,
    GILT,
    ORDINARIES,
    group,
    label,
    move,
    seat_colour,
    tag,
    tooltip,
)
from pfalz.games.staufer.lookup import ENVOYS_EFFECT, ORANGE, POINTS_EFFECT, Lookup

CHEST_COLOURS: Final = {
    "orange": "#d27a1e",
    "turquoise": "#187a76",
    "brown": "#7a4a28",
    "purple": "#7b4596",
}
BLUE_SEAL: Final = "#2f5d9c"
RED_SEAL: Final = "#a3323a"
JOB_COLOURS: Final = ("#7d6128", "#2f5d9c", "#a3323a")

STYLE: Final = (
    "svg.pfalz .mid{text-anchor:middle}svg.pfalz .end{text-anchor:end}"
    "svg.pfalz .bold{font-weight:bold}svg.pfalz .light{fill:#fdf6e3}svg.pfalz .dark{fill:#2b2118}"
    "svg.pfalz .glow{fill:var(--glow)}svg.pfalz .on-glow{fill:var(--vellum)}"
    + "".join(f"svg.pfalz .job{i}{{fill:{colour}}}" for i, colour in enumerate(JOB_COLOURS))
    + "svg.pfalz .niche{fill:var(--parchment);stroke:var(--edge);stroke-width:1.5}"
    "svg.pfalz .noble{stroke:#d8a520;stroke-width:3.5}"
    "svg.pfalz .space{fill:var(--parchment);stroke:var(--edge);stroke-width:1.2}"
    "svg.pfalz .pile{fill:var(--parchment)}"
    "svg.pfalz .scored{stroke:var(--glow);stroke-width:4}"
    "svg.pfalz .maybe{stroke:var(--glow);stroke-width:3;stroke-dasharray:9 6}"
    "svg.pfalz .rule{fill:none;stroke:var(--edge);stroke-width:1.2}"
    "svg.pfalz .outline{fill:none;stroke:var(--faded);stroke-width:1.6}"
    "svg.pfalz .struck{text-decoration:line-through}svg.pfalz .dim{opacity:.4}"
    "svg.pfalz .pass:not([data-state]){pointer-events:none}"
)

ENVOY: Final = "M-9,0 C-9,-13 -6,-19 0,-20 C6,-19 9,-13 9,0 Z"
NOBLE: Final = "M-13,0 C-13,-8 -11,-21 -7,-24 Q0,-29 7,-24 C11,-21 13,-8 13,0 Z"


def shapes(t: Lookup) -> str:
    """The shapes that pieces refer to: envoys and nobles of every seat, chests of every kind."""
    people = [_person(seat, kind) for seat in range(t.players) for kind in (0, 1)]
    boxes = [_box(t, kind) for kind in range(len(t.chest_ids))]
    return tag("defs", "".join(people + boxes))


@lru_cache(maxsize=20_000)
def figure(seat: int, kind: int, n: int, x: float, y: float, scale: float, turn: int = 0) -> str:
    """An envoy (small, bare-headed) or a noble (large, crowned), standing on (x, y) or lying there.

    There are so many of them that this is written down at once."""
    return (
        f'<g class="pass" transform="{move(x, y, scale, turn)}" id="fig-{seat}-{kind}-{n}">'
        f'<use href="#person-{seat}-{kind}"/></g>'
    )


def official(
    seat: int, kind: int, n: int, x: float, y: float, scale: float, standing: int, room: float
) -> str:
    """A figure on an office seat, which can be chosen; a finger may touch all the room it has."""
    width, height = room / scale, 64 / scale
    area = tag("rect", x=-width / 2, y=-height, width=width, height=height, fill="transparent")
    return (
        f'<g class="pass" transform="{move(x, y, scale)}" id="fig-{seat}-{kind}-{n}" '
        f'data-kind="standing" data-value="{standing}">{area}<use href="#person-{seat}-{kind}"/></g>'
    )


def _person(seat: int, kind: int) -> str:
    colour, ink = seat_colour(seat), "var(--ink)"
    ordinary = ORDINARIES[seat % len(ORDINARIES)]
    if kind == 0:
        body = [
            tag("path", d=ENVOY, fill=colour, stroke=ink, stroke_width=1),
            tag("circle", cx=0, cy=-24, r=6.2, fill=colour, stroke=ink, stroke_width=1),
            tag("path", d=ordinary, fill="var(--on-seat)", transform=move(0, -8.5, 0.5)),
        ]
    else:
        body = [
            tag("path", d=NOBLE, fill=colour, stroke=ink, stroke_width=1),
            tag("circle", cx=0, cy=-31, r=6.6, fill=colour, stroke=ink, stroke_width=1),
            tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, stroke_width=1, transform=move(0, -35)),
            tag("path", d=ordinary, fill="var(--on-seat)", transform=move(0, -12, 0.72)),
        ]
    return group(*body, id=f"person-{seat}-{kind}")


def outline(kind: int, x: float, y: float, scale: float = 1.0) -> str:
    """The printed outline of an envoy or a noble."""
    head = tag("circle", cx=0, cy=-24 if kind == 0 else -31, r=6.2, class_="outline")
    crown = tag("path", d=CROWN, class_="outline", transform=move(0, -35)) if kind else ""
    body = tag("path", d=NOBLE if kind else ENVOY, class_="outline")
    return group(body, head, crown, transform=move(x, y, scale))


def king(x: float, y: float, hint: str) -> str:
    """The king."""
    return group(
        tooltip(hint),
        tag("path", d="M-14,16 C-14,2 -9,-5 0,-5 C9,-5 14,2 14,16 Z", fill=GILT, stroke=DARK_INK),
        tag("path", d="M-4,-4 L0,16 L4,-4 Z", fill=CREAM, stroke=DARK_INK, stroke_width=0.8),
        tag("circle", cx=0, cy=-9, r=6.5, fill=CREAM, stroke=DARK_INK),
        tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, transform=move(0, -12, 0.95)),
        transform=move(x, y, 0.92),
        id="king",
    )


# -- chests -----------------------------------------------------------------------------------------

_BODY: Final = "M-19,-3 H19 V13 H-19 Z"
_LID: Final = "M-19,-3 C-19,-11 -15,-14 -10,-14 H10 C15,-14 19,-11 19,-3 Z"
_STROKES: Final = {
    "turquoise_other_chest": "M-9,0 H8 M4,-4 L9,0 L4,4 M9,8 H-8 M-4,4 L-9,8 L-4,12",
    "turquoise_free_movement": "M-6,10 C-11,2 -8,-5 0,-5 C8,-5 11,2 6,10",
    "turquoise_cheap_seat": "M-6,-6 V11 M-6,3 H6 V11",
    "turquoise_leave_figure": "M0,-3 V10 M-4,0 H4 M-8,4 C-7,11 7,11 8,4",
    "brown_collection": "M-8,7 a4,4 0 1,1 .1,0 M0,0 a4,4 0 1,1 .1,0 M8,7 a4,4 0 1,1 .1,0",
}
_RIBBON: Final = "M-4,4 L-6.5,12 L-2.5,10 L0,12.5 L2.5,10 L6.5,12 L4,4 Z"


def chest(
    t: Lookup,
    kind: int,
    x: float,
    y: float,
    hint: str,
    area: str = "",
    **attributes: str | float | int | None,
) -> str:
    """A chest, 38 wide and 27 high around (x, y): its colour, a sign for its kind, an area to be tapped."""
    return group(
        tooltip(hint),
        area,
        tag("use", href=f"#box-{kind}"),
        _number_on(t, kind),
        transform=move(x, y),
        **attributes,
    )


def _box(t: Lookup, kind: int) -> str:
    colour = CHEST_COLOURS[t.chest_ids[kind].split("_")[0]]
    return group(
        tag("path", d=_LID, fill=colour, stroke="var(--ink)", stroke_width=1.2),
        tag("path", d=_BODY, fill=colour, stroke="var(--ink)", stroke_width=1.2),
        _sign(t, kind),
        id=f"box-{kind}",
    )


def _number_on(t: Lookup, kind: int) -> str:
    """The number painted on a chest, if there is one."""
    if kind in ORANGE:
        x = 0 if t.orange_effect[kind] == POINTS_EFFECT else -8
        return label(x, 7, str(t.orange_value[kind]), class_="mid bold dark", font_size=21)
    if t.chest_ids[kind] == "turquoise_first_place":
        return label(-6, 9, "1", class_="mid bold light", font_size=21)
    return ""


def _sign(t: Lookup, kind: int) -> str:
    """What else is painted on a chest."""
    id = t.chest_ids[kind]
    if kind in ORANGE:
        return _orange_sign(t.orange_effect[kind])
    if id == "turquoise_first_place":
        return tag("path", d="M8,11 V-6 M3,-1 L8,-7 L13,-1", fill="none", stroke=CREAM, stroke_width=2.6)
    if id == "purple_privilege":
        return (
            tag("path", d=_RIBBON, fill=CREAM)
            + tag("circle", cx=0, cy=-1, r=7, fill=CREAM)
            + tag("circle", cx=0, cy=-1, r=4, fill="none", stroke=CHEST_COLOURS["purple"], stroke_width=1.4)
        )
    path = _STROKES.get(id, "M-4,0 H4")
    return tag("path", d=path, fill="none", stroke=CREAM, stroke_width=2.6, stroke_linecap="round")


def _orange_sign(effect: int) -> str:
    """A disc for points, otherwise the figure that is gained."""
    if effect == POINTS_EFFECT:
        return tag("circle", cx=0, cy=0, r=11, fill=CREAM, stroke=DARK_INK, stroke_width=0.8)
    if effect == ENVOYS_EFFECT:
        shape = tag("path", d=ENVOY) + tag("circle", cx=0, cy=-24, r=6)
        return group(shape, fill=DARK_INK, transform=move(8, 12, 0.72))
    shape = (
        tag("path", d=NOBLE) + tag("circle", cx=0, cy=-31, r=6) + tag("path", d=CROWN, transform=move(0, -35))
    )
    return group(shape, fill=DARK_INK, transform=move(8, 12, 0.52))


def closed_chest(x: float, y: float, scale: float = 1.0) -> str:
    """The back of a chest."""
    return group(
        tag("path", d=_LID, fill="var(--edge)", stroke="var(--ink)", stroke_width=1.2),
        tag("path", d=_BODY, fill="var(--edge)", stroke="var(--ink)", stroke_width=1.2),
        tag("circle", cx=0, cy=0, r=3.5, fill="var(--ink)"),
        transform=move(x, y, scale),
    )


# -- seals, markers, small signs --------------------------------------------------------------------


def seal(t: Lookup, kind: int, x: float, y: float, hint: str, **attributes: str | float | int | None) -> str:
    """A privilege: its number on a blue or a red seal."""
    colour = BLUE_SEAL if t.seal_blue[kind] else RED_SEAL
    return group(
        tooltip(hint),
        tag("circle", cx=0, cy=0, r=16, fill=colour, stroke="var(--ink)", stroke_width=1.2),
        tag("circle", cx=0, cy=0, r=12.8, fill="none", stroke=CREAM, stroke_width=0.9),
        label(0, 6, str(kind + 1), class_="mid bold light", font_size=17),
        transform=move(x, y),
        **attributes,
    )


def marker(
    letter: str,
    x: float,
    y: float,
    scale: float,
    hint: str,
    preview: bool,
    **attributes: str | float | int | None,
) -> str:
    """An evaluation marker; a preview is only an outline."""
    if preview:
        disc = tag(
            "circle",
            r=11.5,
            fill="var(--vellum)",
            stroke="var(--glow)",
            stroke_width=2,
            stroke_dasharray="4 3",
        )
    else:
        disc = tag("circle", r=11.5, fill="var(--glow)", stroke="var(--ink)")
    ink = "glow" if preview else "on-glow"
    letters = label(0, 6, letter, class_=f"mid bold {ink}", font_size=17)
    return group(tooltip(hint), disc, letters, transform=move(x, y, scale), **attributes)


def horseshoe(x: float, y: float) -> str:
    """The sign of a journey."""
    shoe = "M-5,8 C-11,0 -8,-8 0,-8 C8,-8 11,0 5,8"
    return tag("path", d=shoe, class_="outline", stroke_linecap="round", transform=move(x, y))


def arrow(x: float, y: float, turn: int) -> str:
    """A step of the king's way."""
    return tag("path", d="M-9,-8 L3,0 L-9,8 L-4,0 Z", fill="var(--edge)", transform=move(x, y, 1, turn))


def badge(
    count: int, x: float, y: float, scale: float | int = 1, **attributes: str | float | int | None
) -> str:
    """How many lie in a stack."""
    return group(
        tag("circle", cx=0, cy=0, r=8.5, fill="var(--vellum)", stroke="var(--ink)", stroke_width=1),
        label(0, 5, str(count), class_="mid bold", font_size=15),
        transform=move(x, y, scale),
        style="pointer-events:none",
        **attributes,
    )
