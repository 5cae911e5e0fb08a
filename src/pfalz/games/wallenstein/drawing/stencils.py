"""Shapes drawn many times over, written once for a whole drawing: arms, cubes, figures, signs of the actions.

The pieces are copies of these stencils (`pieces.py`). Inside a stencil the style sheet does not reach: it
says itself how it looks.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.draw import CREAM, DARK_INK, GILT, ORDINARIES, SHIELD, group, label, seat_colour, shield, tag
from pfalz.games.wallenstein.lookup import (
    ACTIONS,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    DEPLOY_1_MOVE,
    TRADING_POST,
    Lookup,
)

STRAW: Final = "#c79a2b"
PEASANT: Final = "#c3cf6b"
STONE: Final = "#8d8577"
BRICK: Final = "#9c4a33"
TIMBER: Final = "#7a5a35"

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
FORK: Final = "M0,6 V-1 M-4,-5 V-2 C-4,0 4,0 4,-2 V-5 M0,-5 V0"
FLAG: Final = "M-5,9 V-9 M-5,-8 H7 L3,-4 L7,0 H-5"

TOWER: Final = "M-6,9 V-4 H-8 V-9 H-4 V-7 H-2 V-9 H2 V-7 H4 V-9 H8 V-4 H6 V9 Z"

_PEN: Final[dict[str, str]] = {
    "fill": "none",
    "stroke": "var(--ink)",
    "stroke_width": "1.8",
    "stroke_linecap": "round",
    "stroke_linejoin": "round",
}
_FONT: Final = "Georgia,'Times New Roman',serif"
BUILDINGS: Final = ((PALACE, STONE), (CHURCH, BRICK), (HOUSE, TIMBER))


def stencils(t: Lookup) -> str:
    """All stencils of the game itself."""
    players = t.players
    seats = range(players)
    return "".join(
        (
            *(_arms(seat) for seat in seats),
            *(shield(seat, 0, 0, id=f"shield-{seat}") for seat in seats),
            *(_cube(colour, players) for colour in range(players + 1)),
            *(group(sign(t, action), id=f"sign-{action}") for action in range(ACTIONS)),
            tag("path", "", d=TOWER, id="sign-tower", **_PEN),
            tag("path", "", d=SWORDS, id="sign-swords", **_PEN),
            _flame(),
        )
    )


def _arms(seat: int) -> str:
    return group(
        tag("path", d=SHIELD, fill=seat_colour(seat), stroke="var(--ink)", stroke_width=1.1),
        tag("path", d=ORDINARIES[seat % len(ORDINARIES)], fill="var(--on-seat)", opacity=0.38),
        id=f"arms-{seat}",
    )


def _cube(colour: int, players: int) -> str:
    """Seats have their ordinary on their cubes, peasants a pitchfork."""
    fill = seat_colour(colour) if colour < players else PEASANT
    mark = tag("path", d=FORK, fill="none", stroke=DARK_INK, stroke_width=1.5)
    if colour < players:
        shape = ORDINARIES[colour % len(ORDINARIES)]
        mark = tag("path", d=shape, fill="var(--on-seat)", opacity=0.55, transform="scale(.6)")
    return group(_square(0, 7.5, fill), mark, id=f"cube-{colour}")


def _square(x: float, half: float, fill: str) -> str:
    side = 2 * half
    return tag("rect", x=x - half, y=-half, width=side, height=side, rx=1.5, fill=fill, stroke="var(--ink)")


def figure(id: str, shape: str, seat: int, line: float) -> str:
    """A stencil of a piece in the colour of a seat."""
    return tag("path", d=shape, fill=seat_colour(seat), stroke="var(--ink)", stroke_width=line, id=id)


def _flame() -> str:
    return group(
        tag("path", d=FLAME, fill="#d8502a", stroke=DARK_INK, stroke_width=1),
        tag("path", d="M0,7 C-3,7 -3,3 0,0 C3,3 3,7 0,7 Z", fill=GILT),
        id="flame",
    )


def sign(t: Lookup, action: int) -> str:
    """The sign of an action, drawn out in full."""
    if action <= TRADING_POST:
        return _building(action)
    if action == COLLECT_GRAIN:
        ear = {"stroke_width": "1", "stroke_linejoin": "round"}
        return tag("path", "", d=EAR, fill=STRAW, stroke=DARK_INK, **ear)
    if action == COLLECT_TAXES:
        rim = tag("circle", r=5, fill="none", stroke=DARK_INK, stroke_width=0.8)
        return tag("circle", r=8, fill=GILT, stroke=DARK_INK, stroke_width=0.8) + rim
    if action < COMBAT_A:
        moves = action == DEPLOY_1_MOVE
        left = -6 if moves else 0
        more = tag("path", "", d=ARROW, transform="translate(9 0) scale(.6)", **_PEN) if moves else ""
        number = letters(left, 5.5, str(t.deployed[action]), "var(--vellum)", 15)
        return _square(left, 8.5, "var(--faded)") + number + more
    swords = tag("path", "", d=SWORDS, transform="translate(-5 0)", **_PEN)
    return swords + letters(10, 5.5, "AB"[action - COMBAT_A], "var(--ink)", 15)


def letters(x: float, y: float, words: str, fill: str, size: int) -> str:
    """A text in a stencil."""
    look = {"text_anchor": "middle", "font_weight": "bold", "font_family": _FONT}
    return label(x, y, words, fill=fill, font_size=size, **look)


def _building(kind: int) -> str:
    """A palace with battlements, a church with a steeple, or the house of a trading post."""
    shape, colour = BUILDINGS[kind]
    wall = tag("path", d=shape, fill=colour, stroke=DARK_INK, stroke_width=1.1, stroke_linejoin="round")
    cross = "M1,-14 V-9 M-1,-12.4 H3 M0,8 V4 H3 V8"
    detail = (
        tag("path", d="M-2,8 V3 A2,2 0 0,1 2,3 V8 Z", fill=CREAM),
        tag("path", d=cross, stroke=DARK_INK, fill="none", stroke_width=1.3),
        tag("path", d="M-4,1 H4 M-4,4.4 H4 M0,1 V8", stroke=CREAM, fill="none", stroke_width=1.3),
    )[kind]
    return wall + detail
