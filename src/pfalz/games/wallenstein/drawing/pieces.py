"""The pieces and signs: armies, buildings, cubes, coins, cards. Drawn around their origin and moved there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.draw import ORDINARIES, SHIELD, group, label, seat_colour, tag, tooltip

GOLD: Final = "#d8a520"
CREAM: Final = "#fdf6e3"
DARK_INK: Final = "#2b2118"
STRAW: Final = "#c79a2b"
PEASANT: Final = "#5f8f3e"
STONE: Final = "#8d8577"
BRICK: Final = "#9c4a33"
TIMBER: Final = "#7a5a35"

STYLE: Final = (
    "svg.pfalz .mid{text-anchor:middle}svg.pfalz .end{text-anchor:end}svg.pfalz .bold{font-weight:bold}"
    "svg.pfalz .light{fill:#fdf6e3}svg.pfalz .dark{fill:#2b2118}svg.pfalz .quiet{pointer-events:none}"
    "svg.pfalz .land{stroke:var(--ink);stroke-width:.9;fill-opacity:.2}"
    "svg.pfalz .out{fill:var(--faded);fill-opacity:.34;stroke-opacity:.45}"
    "svg.pfalz .band{fill:none;stroke-width:10;stroke-opacity:.62}"
    "svg.pfalz .from{fill:none;stroke:var(--glow);stroke-width:5;stroke-dasharray:9 6}"
    "svg.pfalz .frontier{fill:none;stroke:var(--ink);stroke-width:2.6;stroke-linejoin:round}"
    "svg.pfalz .halo{paint-order:stroke;stroke:var(--vellum);stroke-width:3px;stroke-linejoin:round}"
    "svg.pfalz .site{fill:var(--vellum);fill-opacity:.75;stroke:var(--faded);stroke-dasharray:3 2}"
    "svg.pfalz .niche{fill:var(--parchment);stroke:var(--edge);stroke-width:1.2}"
    "svg.pfalz .sheet{fill:var(--vellum);stroke:var(--ink);stroke-width:1.1}"
    "svg.pfalz .active{stroke:var(--glow);stroke-width:3.2}"
    "svg.pfalz .back{fill:var(--edge);stroke:var(--ink);stroke-width:1}"
    "svg.pfalz .sign{fill:none;stroke:var(--ink);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}"
    "svg.pfalz .past{opacity:.32}"
    "svg.pfalz .strength{fill:var(--on-seat);paint-order:stroke;stroke-width:3px}"
)

PALACE: Final = "M-9,8 V-5 H-6 V-2 H-4 V-8 H-1.5 V-5.5 H1.5 V-8 H4 V-2 H6 V-5 H9 V8 Z"
CHURCH: Final = "M-8,8 V0 L-2,-3 V-6 L1,-10 L4,-6 V-3 L8,0 V8 Z"
HOUSE: Final = "M-8,8 V-2 L0,-8 L8,-2 V8 Z"
FLAME: Final = "M0,9 C-6,9 -8,4 -6,0 C-5,2 -4,2 -3,1 C-5,-4 -1,-6 0,-10 C1,-6 7,-4 6,3 C6,7 3,9 0,9 Z"
EAR: Final = (
    "M0,8 V-2 M0,-8 C-2,-6 -2,-4 0,-2 C2,-4 2,-6 0,-8 M0,1 C-4,1 -5,-2 -5,-4 C-2,-4 0,-2 0,1"
    " M0,1 C4,1 5,-2 5,-4 C2,-4 0,-2 0,1 M0,6 C-4,6 -5,3 -5,1 C-2,1 0,3 0,6 M0,6 C4,6 5,3 5,1 C2,1 0,3 0,6"
)
SWORDS: Final = "M-8,-8 L6,6 M3,8 L8,3 M8,-8 L-6,6 M-3,8 L-8,3"
ARROW: Final = "M-8,0 H7 M2,-5 L8,0 L2,5"
OBELISK: Final = "M-4.5,9 L-2.6,-6 L0,-10 L2.6,-6 L4.5,9 Z"
RIDER: Final = (
    "M-6,9 C-7,1 -4,-2 0,-2 C4,-2 7,1 6,9 Z M0,-3 m-3.6,-3.4 a3.6,3.6 0 1,0 7.2,0 a3.6,3.6 0 1,0 -7.2,0"
)
COURTIER: Final = (
    "M-6,8 C-6,1 -3,-2 0,-2 C3,-2 6,1 6,8 Z M-3.4,-5.4 a3.4,3.4 0 1,0 6.8,0 a3.4,3.4 0 1,0 -6.8,0"
)
CROWN: Final = "M-8,0 L-9.5,-9.5 L-4,-4.5 L0,-11.5 L4,-4.5 L9.5,-9.5 L8,0 Z"
FLAG: Final = "M-5,9 V-9 M-5,-8 H7 L3,-4 L7,0 H-5"

TOWER: Final = "M-6,9 V-4 H-8 V-9 H-4 V-7 H-2 V-9 H2 V-7 H4 V-9 H8 V-4 H6 V9 Z"

# inside a stencil the style sheet does not reach: it says itself how it looks
_PEN: Final[dict[str, str]] = {
    "fill": "none",
    "stroke": "var(--ink)",
    "stroke_width": "1.8",
    "stroke_linecap": "round",
    "stroke_linejoin": "round",
}
_LETTER: Final[dict[str, str]] = {
    "text_anchor": "middle",
    "font_weight": "bold",
    "font_size": "15",
    "font_family": "Georgia,'Times New Roman',serif",
}
BUILDINGS: Final = ((PALACE, STONE), (CHURCH, BRICK), (HOUSE, TIMBER))


def move(x: float, y: float, scale: float = 1.0) -> str:
    """A transformation that puts a shape at its place."""
    parts = [f"translate({_short(x)} {_short(y)})"]
    if scale != 1:
        parts.append(f"scale({_short(scale)})")
    return " ".join(parts)


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def stencils(players: int) -> str:
    """What is drawn many times over, written once: coats of arms, signs of the actions."""
    arms = [
        group(
            tag("path", d=SHIELD, fill=seat_colour(seat), stroke="var(--ink)", stroke_width=1.1),
            tag("path", d=ORDINARIES[seat % len(ORDINARIES)], fill="var(--on-seat)", opacity=0.38),
            id=f"arms-{seat}",
        )
        for seat in range(players)
    ]
    signs = [group(sign(action), id=f"sign-{action}") for action in range(10)]
    towers = tag("path", "", d=TOWER, id="sign-tower", **_PEN)
    swords = tag("path", "", d=SWORDS, id="sign-swords", **_PEN)
    return "".join((*arms, *signs, towers, swords))


def army(seat: int, n: int, x: float, y: float, scale: float = 1.0, **attributes: str | int | None) -> str:
    """A stack of armies: the shield of its owner, with their number."""
    return group(
        tag("use", href=f"#arms-{seat}"),
        label(
            0, 6, str(n), class_="mid bold strength", font_size=17 if n < 10 else 14, stroke=seat_colour(seat)
        ),
        transform=move(x, y, scale),
        **attributes,
    )


def building(kind: int, x: float, y: float, scale: float = 1.0, **attributes: str | int | None) -> str:
    """A palace with battlements, a church with a steeple, or the house of a trading post."""
    shape, colour = BUILDINGS[kind]
    detail = (
        tag("path", d="M-2,8 V3 A2,2 0 0,1 2,3 V8 Z", fill=CREAM),
        tag(
            "path", d="M1,-14 V-9 M-1,-12.4 H3 M0,8 V4 H3 V8", stroke=DARK_INK, fill="none", stroke_width=1.3
        ),
        tag("path", d="M-4,1 H4 M-4,4.4 H4 M0,1 V8", stroke=CREAM, fill="none", stroke_width=1.3),
    )[kind]
    return group(
        tag("path", d=shape, fill=colour, stroke=DARK_INK, stroke_width=1.1, stroke_linejoin="round"),
        detail,
        transform=move(x, y, scale),
        **attributes,
    )


def revolt(x: float, y: float, scale: float = 1.0, **attributes: str | int | None) -> str:
    """A revolt marker: a flame."""
    return group(
        tag("path", d=FLAME, fill="#d8502a", stroke=DARK_INK, stroke_width=1),
        tag("path", d="M0,7 C-3,7 -3,3 0,0 C3,3 3,7 0,7 Z", fill=GOLD),
        transform=move(x, y, scale),
        **attributes,
    )


def coin(x: float, y: float, words: str = "", radius: float = 8.0) -> str:
    """A Thaler, perhaps with a number on it."""
    number = label(0, radius * 0.5, words, class_="mid bold dark", font_size=radius * 1.5) if words else ""
    return group(
        tag("circle", r=radius, fill=GOLD, stroke=DARK_INK, stroke_width=0.8),
        "" if words else tag("circle", r=radius * 0.62, fill="none", stroke=DARK_INK, stroke_width=0.8),
        number,
        transform=move(x, y),
    )


def sheaf(x: float, y: float, words: str = "", scale: float = 1.0) -> str:
    """Grain, perhaps with a number on it."""
    if words:
        return group(
            tag(
                "path",
                d="M0,-8.5 L8,-2.5 L5,7.5 H-5 L-8,-2.5 Z",
                fill="#efe0a4",
                stroke=DARK_INK,
                stroke_width=0.8,
            ),
            label(0, 4.4, words, class_="mid bold dark", font_size=12),
            transform=move(x, y, scale),
        )
    return tag(
        "path",
        d=EAR,
        fill=STRAW,
        stroke=DARK_INK,
        stroke_width=1,
        stroke_linejoin="round",
        transform=move(x, y, scale),
    )


def cube(colour: str, x: float, y: float, size: float = 12.0) -> str:
    """A wooden cube."""
    return tag(
        "rect",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        rx=1.5,
        fill=colour,
        stroke="var(--ink)",
    )


def colour_of(colour: int, players: int) -> str:
    """The colour of cubes: a seat's, or after the last seat the peasants'."""
    return seat_colour(colour) if colour < players else PEASANT


def leader(seat: int, x: float, y: float, scale: float = 1.0, **attributes: str | int | None) -> str:
    """A leader: a figure with a flag in the colour of its seat."""
    return group(
        tag("circle", r=9.5, fill="var(--vellum)", stroke="var(--ink)"),
        tag(
            "path",
            d=RIDER,
            fill=seat_colour(seat),
            stroke="var(--ink)",
            stroke_width=0.9,
            transform="scale(.82)",
        ),
        transform=move(x, y, scale),
        **attributes,
    )


def monument(seat: int, x: float, y: float, scale: float = 1.0, **attributes: str | int | None) -> str:
    """An obelisk in the colour of its seat."""
    return group(
        tag("path", d=OBELISK, fill=seat_colour(seat), stroke="var(--ink)"),
        transform=move(x, y, scale),
        **attributes,
    )


def courtier(seat: int, x: float, y: float, scale: float = 1.0) -> str:
    """A courtier in the colour of its seat."""
    return tag(
        "path",
        d=COURTIER,
        fill=seat_colour(seat),
        stroke="var(--ink)",
        stroke_width=0.9,
        transform=move(x, y, scale),
    )


def action_sign(action: int, x: float, y: float, scale: float = 1.0) -> str:
    """What an action does, in a picture."""
    return tag("use", href=f"#sign-{action}", transform=move(x, y, scale))


def sign(action: int) -> str:
    """The sign of an action, drawn out in full."""
    if action < 3:
        return building(action, 0, 0)
    if action == 3:
        return sheaf(0, 0)
    if action == 4:
        return coin(0, 0)
    if action < 8:
        left = -6 if action == 7 else 0
        more = tag("path", "", d=ARROW, transform=move(9, 0, 0.6), **_PEN) if action == 7 else ""
        number = label(left, 5.5, "531"[action - 5], fill="var(--vellum)", **_LETTER)
        return cube("var(--faded)", left, 0, 17) + number + more
    swords = tag("path", "", d=SWORDS, transform=move(-5, 0), **_PEN)
    return swords + label(10, 5.5, "AB"[action - 8], fill="var(--ink)", **_LETTER)


def card_back(
    x: float, y: float, width: float, height: float, hint: str, **attributes: str | int | None
) -> str:
    """A card, face down."""
    return group(
        tooltip(hint),
        tag("rect", width=width, height=height, rx=3.5, class_="back"),
        tag(
            "path",
            d="M0,-8 L9,0 L0,8 L-9,0 Z",
            transform=move(width / 2, height / 2, height / 26),
            fill="none",
            stroke="var(--vellum)",
            stroke_width=1.3,
        ),
        transform=move(x, y),
        **attributes,
    )


def lines(words: str, width: int) -> list[str]:
    """A text broken into lines of about so many letters."""
    found = [""]
    for word in words.replace("-", "-\u200b").replace("/", "/\u200b").replace("\u200b", " \u200b").split(" "):
        glue = "" if word.startswith("\u200b") else " "
        word = word.lstrip("\u200b")
        if found[-1] and len(found[-1]) + len(glue) + len(word) > width:
            found.append(word)
        else:
            found[-1] = f"{found[-1]}{glue}{word}".strip()
    return found


def short(words: str, width: int) -> str:
    """A text cut to so many letters."""
    return words if len(words) <= width else f"{words[: width - 1]}…"


def row(counts: Sequence[int]) -> list[int]:
    """The places of a list of counts that are not zero."""
    return [i for i, count in enumerate(counts) if count]
