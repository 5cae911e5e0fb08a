"""Shapes drawn many times over, written once for a whole drawing: figures, buildings, goods, kinds of cards.

The pieces are copies of these stencils (`pieces.py`). All of them lie around their origin, about 20 wide and
high, and can be told apart without their colours. Inside a stencil the style sheet does not reach: it says
itself how it looks.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.draw import CREAM, DARK_INK, GILT, ORDINARIES, SHIELD, group, move, seat_colour, tag
from pfalz.games.darkages.words import CARD_KIND_IDS, GOODS_IDS, UNIT_IDS

WOOD: Final = "#a8713a"
LEATHER: Final = "#d2a56d"
STONE: Final = "#a3a59f"
IRON: Final = "#54606e"
BOOK: Final = "#7a4a93"
PARCHMENT: Final = "#ecdcb4"
WALL: Final = "#c9bda4"
WILD: Final = "#5b4632"
GREY: Final = "#8d9298"
"""Temporary units have no colour of a side."""

FIGURES: Final = (
    "M-5.5,9 C-5.5,1 -4,-2.4 -1.5,-3 A3.4,3.4 0 1,1 1.5,-3 C4,-2.4 5.5,1 5.5,9 Z",
    "M-7.5,9 C-7.5,1 -6,-2.4 -3.5,-3 A3.4,3.4 0 1,1 -0.5,-3 C2,-2.4 3.5,1 3.5,9 Z",
    "M-7,9 C-7,4 -4,2 -2,-1 L-6.5,2 L-9.5,-1.5 C-7,-6 -4,-8.5 0,-9.5 L1,-12 L3.6,-9 C8.5,-6 9.5,1 8.5,9 Z",
)
"""Infantry with a spear, an archer with a bow, a horse: outlines."""
ARMS: Final = (
    "M8,9.5 V-9 M8,-12.5 L10,-8.5 H6 Z",
    "M5,-10 C12,-6 12,5 5,9 M5,-10 V9 M1,-0.5 H11.5 M11.5,-0.5 L9,-2.5 M11.5,-0.5 L9,1.5",
    "M-3,-4.5 h.8 M2.5,-7 C4,-4 5,0 5,4 M-7,7 H8.4",
)
HOUSE: Final = "M-8.5,9 V-1 L0,-8.5 L8.5,-1 V9 Z"
CHURCH: Final = "M-9,9 V1 L-2,-2.5 V-6 L1,-10 L4,-6 V-2.5 L9,1 V9 Z"
CITY: Final = "M-18,10 V-6 H-14 V-2 H-10 V-6 H-6 V-2 H-2.5 V-6 H2.5 V-2 H6 V-6 H10 V-2 H14 V-6 H18 V10 Z"
FLOOR: Final = "M-5.5,0 V-7 H5.5 V0 Z"
BATTLEMENTS: Final = "M-6.5,0 V-4.5 H-3.5 V-2 H-1.5 V-4.5 H1.5 V-2 H3.5 V-4.5 H6.5 V0 Z"
HIDE: Final = "M-3,-9 H3 L4,-5 L9,-7 L7,-1 L7,3 L9,8 L3,6 L0,9.5 L-3,6 L-9,8 L-7,3 L-7,-1 L-9,-7 L-4,-5 Z"
ROCK: Final = "M-9,6 L-7,-4 L-1,-8 L6,-6 L9,1 L7,7 L-4,8 Z"
INGOT: Final = "M-10,6 L-6,-4 H6 L10,6 Z"
STAR: Final = "M0,-10 L2.7,-3.3 L9.8,-3 L4.3,1.5 L6.2,8.4 L0,4.5 L-6.2,8.4 L-4.3,1.5 L-9.8,-3 L-2.7,-3.3 Z"
STEPS: Final = "M-9,8 V3.5 H-3.5 V-1 H2 V-5.5 H9 V8 Z"
SWORDS: Final = "M-8,-8 L6,6 M8,-8 L-6,6 M3,8 L8,3 M-3,8 L-8,3 M6,6 L9,9 M-6,6 L-9,9"
CASKET: Final = "M-9,8 V-1 L-6,-6 H6 L9,-1 V8 Z"
SCROLL: Final = "M-9,-4 C-5,-8 -1,-1 3,-4 C6,-6 8,-6 9,-4 V5 C7,3 5,3 3,5 C-1,8 -5,1 -9,5 Z"
ARROW: Final = "M-9,-3 H2 V-8 L10,0 L2,8 V3 H-9 Z"
BOW: Final = "M-4,-9 C6,-6 6,6 -4,9 M-4,-9 V9 M-9,0 H9 M9,0 L6,-2.6 M9,0 L6,2.6"
BAND: Final = "M-11,0 L-5.5,-9.5 H5.5 L11,0 L5.5,9.5 H-5.5 Z"
TITLE: Final = "M-9,6 L-10,-6 L-4.5,-1 L0,-8.5 L4.5,-1 L10,-6 L9,6 Z"
_PEN: Final = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def stencils(players: int, sides: int) -> str:
    """All shapes of a drawing, to be copied with `pieces.copy`."""
    body = [
        *[group(_figure(unit, GREY, DARK_INK), id=f"look-{id}") for unit, id in enumerate(UNIT_IDS)],
        *[group(_goods(i), id=f"look-{id}") for i, id in enumerate(GOODS_IDS)],
        *[group(_kind(i), id=f"look-kind-{id}") for i, id in enumerate(CARD_KIND_IDS)],
        group(_culture(), id="look-culture"),
        group(_path(STAR, GILT), id="look-vp"),
        group(_city(), id="look-city"),
        group(_church(), id="look-church"),
        group(_path(FLOOR, WALL), _line("M-2,0 V-3.5 H2 V0", DARK_INK), id="look-floor"),
        group(_path(BATTLEMENTS, WALL), id="look-battlements"),
        group(_marker(), id="look-marker"),
        group(_path(TITLE, GILT), id="look-title"),
        group(_store(), id="look-store"),
        group(_path(HOUSE, WALL), id="look-manor"),
        group(_path(ARROW, WALL), id="look-march"),
        group(_path(SHIELD, STONE), id="look-armour"),
        group(_line(BOW, "var(--ink)", 2), id="look-ranged"),
        group(_path(FIGURES[2], "var(--faded)", "var(--ink)"), id="look-charge"),
        group(_line(SWORDS, "var(--ink)", 2.2), id="look-melee"),
    ]
    for side in range(sides):
        body += _sided(side, players)
    return tag("defs", "".join(body))


def _sided(side: int, players: int) -> list[str]:
    """What there is in the colour of a seat, of the barbarians, or of a side that modules bring."""
    fill = seat_colour(side) if side != players else WILD
    ink = "var(--on-seat)" if side != players else CREAM
    mark = ORDINARIES[side % len(ORDINARIES)]
    sign = tag("path", d=mark, fill=ink, transform="scale(.62)") if side != players else _axes(0.62)
    disc = tag("circle", r=10, fill=fill, stroke="var(--ink)", stroke_width=1.2)
    rim = tag("circle", r=8.2, fill="none", stroke=ink, stroke_width=0.7, stroke_opacity=0.7)
    body = [
        *[group(_figure(unit, fill, ink), id=f"look-{id}-{side}") for unit, id in enumerate(UNIT_IDS)],
        group(disc, rim, sign, id=f"look-disc-{side}"),
        group(_arms(side, players), id=f"look-arms-{side}"),
    ]
    if side != players:
        door = tag("path", d=mark, fill=ink, transform="translate(0 3) scale(.5)")
        body.append(group(_path(HOUSE, fill, "var(--ink)"), door, id=f"look-manor-{side}"))
    return body


def _path(d: str, fill: str, ink: str = DARK_INK, line: float = 1.1) -> str:
    return tag("path", d=d, fill=fill, stroke=ink, stroke_width=line, stroke_linejoin="round")


def _line(d: str, ink: str, line: float = 1.3) -> str:
    return tag("path", "", d=d, stroke=ink, stroke_width=line, **_PEN)


def _figure(unit: int, fill: str, ink: str) -> str:
    weapon = "var(--ink)" if unit < 2 else ink
    return _path(FIGURES[unit], fill, "var(--ink)") + _line(ARMS[unit], weapon, 1.6)


def _arms(side: int, players: int) -> str:
    """A shield; that of the barbarians has axes on it."""
    fill = seat_colour(side) if side != players else WILD
    field = tag("path", d=SHIELD, fill=fill, stroke="var(--ink)", stroke_width=1)
    if side != players:
        return field + tag("path", d=ORDINARIES[side % len(ORDINARIES)], fill="var(--on-seat)")
    return field + _axes(0.75)


def _axes(scale: float) -> str:
    """Two crossed axes."""
    shafts = _line("M-8,9 L7,-8 M8,9 L-7,-8", CREAM, 2)
    blades = tag("path", d="M3,-9 L10,-10 L10,-2 L6,-5 Z M-3,-9 L-10,-10 L-10,-2 L-6,-5 Z", fill=CREAM)
    return group(shafts, blades, transform=f"scale({scale})")


def _goods(goods: int) -> str:
    if goods == 0:
        bark = "M-6,-5 H7 A2.6,5 0 0,1 7,5 H-6 Z"
        end = tag("circle", cx=-6, r=5, fill=PARCHMENT, stroke=DARK_INK, stroke_width=1.1)
        return _path(bark, WOOD) + end + tag("circle", cx=-6, r=2.2, fill="none", stroke=WOOD)
    if goods == 1:
        return _path(HIDE, LEATHER)
    if goods == 2:
        return _path(ROCK, STONE) + _line("M-7,-4 L0,0 L6,-6 M0,0 L-4,8", DARK_INK, 0.9)
    if goods == 3:
        return _path(INGOT, IRON) + _line("M-4.5,-1 H4.5", CREAM, 1.4)
    coin = tag("circle", r=8.5, fill=GILT, stroke=DARK_INK, stroke_width=1.1)
    return coin + tag("circle", r=5.6, fill="none", stroke=DARK_INK, stroke_width=0.9)


def _culture() -> str:
    """An open book."""
    cover = "M0,7 C-3,4.5 -7,4.5 -10,6 V-6 C-7,-7.5 -3,-7.5 0,-5 C3,-7.5 7,-7.5 10,-6 V6 C7,4.5 3,4.5 0,7 Z"
    return _path(cover, BOOK, "var(--ink)") + _line(
        "M0,-4.5 V6 M-7,-3 L-3,-2.4 M3,-2.4 L7,-3 M-7,1 L-3,1.6 M3,1.6 L7,1", CREAM
    )


def _kind(kind: int) -> str:
    """Steps to climb, swords, a reliquary, a ribbon."""
    if kind == 0:
        return _path(STEPS, "#7f9d6b")
    if kind == 1:
        return _line(SWORDS, "var(--ink)", 2.2)
    if kind == 2:
        return _path(CASKET, GILT) + _line("M-9,-1 H9 M0,1 V7 M-2.5,3 H2.5", DARK_INK)
    return _path(SCROLL, "#d98a7a")


def _city() -> str:
    return _path(CITY, WALL) + tag("path", d="M-3,10 V5 A3,3 0 0,1 3,5 V10 Z", fill=DARK_INK)


def _church() -> str:
    return _path(CHURCH, CREAM) + _line("M1,-14.5 V-10 M-1,-13 H3 M0,9 V5 H3 V9", DARK_INK)


def _store() -> str:
    """A barn with a double door."""
    return _path("M-9,9 V-2 L-5,-8 H5 L9,-2 V9 Z", WOOD) + _line("M-4,9 V2 H4 V9 M0,2 V9", CREAM)


def _marker() -> str:
    return _path(BAND, WILD) + group(_axes(0.6), transform=move(0, 0))
