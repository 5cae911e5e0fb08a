"""The pieces and signs: armies, buildings, cubes, coins, cards. Copies of stencils, put at their places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.draw import DARK_INK, GILT, group, label, move, tag

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
    "svg.pfalz .swatch{fill-opacity:.35;stroke:var(--ink)}"
    "svg.pfalz .active{stroke:var(--glow);stroke-width:3.2}"
    "svg.pfalz .sign{fill:none;stroke:var(--ink);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}"
    "svg.pfalz .past{opacity:.4}"
    "svg.pfalz .strength{fill:var(--on-seat);paint-order:stroke;stroke:var(--ink);stroke-width:2.6px}"
    "svg.pfalz .brief{display:none}.far svg.pfalz .brief{display:inline}.far svg.pfalz .full{display:none}"
    ".far svg.pfalz .strength{font-size:20px}"
    "svg.pfalz .tick{fill:none;stroke:var(--faded);stroke-width:2.4}"
)


def copy(stencil: str, x: float, y: float, scale: float | int = 1, **attributes: str | int | None) -> str:
    """What a stencil shows, at a place."""
    return tag("use", "", href=f"#{stencil}", transform=move(x, y, scale), **attributes)


def army(
    seat: int, n: int, x: float, y: float, scale: float | int = 1, **attributes: str | int | None
) -> str:
    """A stack of armies: the shield of its owner, with their number."""
    return group(
        tag("use", href=f"#arms-{seat}"),
        label(0, 6, str(n), class_="mid bold strength", font_size=17 if n < 10 else 14),
        transform=move(x, y, scale),
        **attributes,
    )


def building(kind: int, x: float, y: float, scale: float | int = 1, **attributes: str | int | None) -> str:
    """A palace, a church or a trading post."""
    return copy(f"sign-{kind}", x, y, scale, **attributes)


def revolt(x: float, y: float, scale: float | int = 1, **attributes: str | int | None) -> str:
    """A revolt marker: a flame."""
    return copy("flame", x, y, scale, **attributes)


def thaler(x: float, y: float) -> str:
    """A coin."""
    return copy("sign-4", x, y)


def grain(x: float, y: float, scale: float = 1.0) -> str:
    """An ear of grain."""
    return copy("sign-3", x, y, scale)


def coin(x: float, y: float, words: str, radius: float = 8.0) -> str:
    """A coin with a number on it."""
    return group(
        tag("circle", r=radius, fill=GILT, stroke=DARK_INK, stroke_width=0.8),
        label(0, radius * 0.5, words, class_="mid bold dark", font_size=radius * 1.5),
        transform=move(x, y),
    )


def sheaf(x: float, y: float, words: str, scale: float = 1.0) -> str:
    """Grain with a number on it."""
    shape = "M0,-8.5 L8,-2.5 L5,7.5 H-5 L-8,-2.5 Z"
    return group(
        tag("path", d=shape, fill="#efe0a4", stroke=DARK_INK, stroke_width=0.8),
        label(0, 4.4, words, class_="mid bold dark", font_size=12),
        transform=move(x, y, scale),
    )


def cube(colour: int, x: float, y: float) -> str:
    """A wooden cube of a seat, or after the last seat of the peasants."""
    return copy(f"cube-{colour}", x, y)


def token(seat: int, x: float, y: float, scale: float | int = 1, **attributes: str | int | None) -> str:
    """The coat of arms of a seat."""
    return copy(f"shield-{seat}", x, y, scale, **attributes)


def action_sign(action: int, x: float, y: float, scale: float = 1.0) -> str:
    """What an action does, in a picture."""
    return copy(f"sign-{action}", x, y, scale)


def card_back(x: float, y: float, width: float, height: float) -> str:
    """A card, face down."""
    return group(
        tag("rect", width=width, height=height, rx=3.5, fill="var(--edge)", stroke="var(--ink)"),
        tag(
            "path",
            d="M0,-8 L9,0 L0,8 L-9,0 Z",
            transform=move(width / 2, height / 2, height / 26),
            fill="none",
            stroke="var(--vellum)",
            stroke_width=1.3,
        ),
        transform=move(x, y),
    )


def row(counts: Sequence[int]) -> list[int]:
    """The places of a list of counts that are not zero."""
    return [i for i, count in enumerate(counts) if count]
