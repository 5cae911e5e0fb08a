"""The pieces and signs of the board: copies of stencils at their places, some of them with numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.draw import CREAM, Attribute, group, label, move, tag
from pfalz.games.darkages.words import GOODS_IDS, UNIT_IDS

STYLE: Final = (
    "svg.pfalz .mid{text-anchor:middle}svg.pfalz .end{text-anchor:end}svg.pfalz .bold{font-weight:bold}"
    "svg.pfalz .light{fill:#fdf6e3}svg.pfalz .dark{fill:#2b2118}svg.pfalz .quiet{pointer-events:none}"
    "svg.pfalz .space{fill:var(--parchment);stroke:var(--edge);stroke-width:1.2}"
    "svg.pfalz .vacant{fill:none;stroke:var(--edge);stroke-width:1.2;stroke-dasharray:4 4}"
    "svg.pfalz .card{fill:var(--vellum);stroke:var(--ink);stroke-width:1.2}"
    "svg.pfalz .rule{fill:none;stroke:var(--edge);stroke-width:1.2}"
    "svg.pfalz .active{stroke:var(--glow);stroke-width:3.2}"
    "svg.pfalz .ring{fill:none;stroke:var(--glow);stroke-width:3.2;pointer-events:none}"
    "svg.pfalz .struck{fill:none;stroke:var(--gules);stroke-width:2.2}"
    "svg.pfalz .hot{fill:var(--glow)}svg.pfalz .click{fill:none;pointer-events:all}"
    "svg.pfalz .halo{paint-order:stroke;stroke:var(--vellum);stroke-width:3px;stroke-linejoin:round}"
)
RED: Final = "#8c1f24"
"""The red spaces of the culture track."""
ACTION_LOOKS: Final = (
    ("city", 0.6),
    ("culture", 1.0),
    ("kind-achievement", 1.0),
    ("infantry", 1.0),
    ("march", 1.0),
)
REACTION_LOOKS: Final = (
    ("culture", "gold"),
    ("wood", "leather"),
    ("march",),
    ("infantry",),
    ("wood", "stone"),
    ("iron", "gold"),
)
PIPS: Final = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)


def copy(look: str, x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """What a stencil shows, at a place."""
    return tag("use", "", href=f"#look-{look}", transform=move(x, y, scale), **attributes)


def unit(
    type: int, x: float, y: float, scale: float | int = 1, side: int = -1, **attributes: Attribute
) -> str:
    """A unit of a side, or a grey one: a temporary unit, or any."""
    look = UNIT_IDS[type] if side < 0 else f"{UNIT_IDS[type]}-{side}"
    return copy(look, x, y, scale, **attributes)


def manor(seat: int, x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """A manor of a seat."""
    return copy(f"manor-{seat}", x, y, scale, **attributes)


def disc(side: int, x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """A noble disc of a side."""
    return copy(f"disc-{side}", x, y, scale, **attributes)


def arms(side: int, x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """The shield of a side, barbarians included."""
    return copy(f"arms-{side}", x, y, scale, **attributes)


def goods(which: int, x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """A resource, or gold."""
    return copy(GOODS_IDS[which], x, y, scale, **attributes)


def card_sign(kind: str, x: float, y: float, scale: float = 1.0) -> str:
    """The sign of a kind of culture cards; modules bring stencils for theirs."""
    return copy(f"kind-{kind}", x, y, scale)


def city(x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """A city, without what stands on its sites."""
    return copy("city", x, y, scale, **attributes)


def church(x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """A church."""
    return copy("church", x, y, scale, **attributes)


def tower(floors: int, x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """A tower of some floors, standing on (x, y)."""
    body = [copy("floor", 0, -7 * i) for i in range(floors)]
    return group(*body, copy("battlements", 0, -7 * floors), transform=move(x, y, scale), **attributes)


def marker(x: float, y: float, scale: float | int = 1, **attributes: Attribute) -> str:
    """A barbarian marker, whatever it shows."""
    return copy("marker", x, y, scale, **attributes)


def die(pips: int, x: float, y: float, size: float, *, hit: bool, fill: str, **attributes: Attribute) -> str:
    """A die with its upper left corner at (x, y); one that hits is full, one that misses is hollow."""
    step, middle = size * 0.27, size / 2
    ink = CREAM if hit else "var(--ink)"
    dots = [
        tag("circle", cx=middle + u * step, cy=middle + v * step, r=size * 0.09, fill=ink)
        for u, v in PIPS[pips - 1]
    ]
    box = tag(
        "rect",
        width=size,
        height=size,
        rx=size / 5,
        fill=fill if hit else "var(--vellum)",
        stroke="var(--ink)",
        stroke_width=1.2,
        stroke_dasharray=None if hit else "3 2",
    )
    return group(box, *dots, transform=move(x, y), **attributes)


def action_sign(action: int, x: float, y: float, scale: float = 1.0) -> str:
    """What a noble action does, in a picture."""
    look, size = ACTION_LOOKS[action]
    return copy(look, x, y, scale * size)


def reaction_sign(reaction: int, x: float, y: float, scale: float = 1.0) -> str:
    """What a reaction does, in pictures one below the other."""
    looks = REACTION_LOOKS[reaction]
    top = y - 13 * scale * (len(looks) - 1)
    return "".join([copy(look, x, top + 26 * scale * i, scale) for i, look in enumerate(looks)])


def price(cost: Sequence[int], x: float, y: float, scale: float = 0.7) -> tuple[str, float]:
    """Goods one by one, from x on; returns the drawing and where it ends."""
    body = []
    for which, n in enumerate(cost):
        for _ in range(n):
            body.append(goods(which, x + 11 * scale, y, scale))
            x += 22 * scale
    return "".join(body), x


def points(n: int | str, x: float, y: float, scale: float = 1.0) -> str:
    """Victory points: a star with a number beside it, 34 wide."""
    return group(
        copy("vp", 9, 0, 0.82),
        label(20, 4.8, str(n), class_="bold", font_size=14),
        transform=move(x, y, scale),
    )
