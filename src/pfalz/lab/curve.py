"""A learning curve as a picture: the loss over the games, and the share of wins against the champion.

A champion against itself would win its par. So the line of wins begins at par where the champion had got to,
and falls back to it with every new one; who that was stands at the point, which is filled then.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 720
HEIGHT: Final = 360
EDGE: Final = 56
LOSS: Final = "#2a5caa"
WINS: Final = "#a33b1f"
PAR: Final = "#999"


class Point(NamedTuple):
    """How far learning has come: games, and the loss on what they taught."""

    games: int
    loss: float


class Strength(NamedTuple):
    """How strong somebody was after so many games: the share of wins and its interval."""

    games: int
    share: float
    low: float
    high: float
    champion: int = 0
    """Games those had learned from who were met; 0 is the game's own judgement."""
    won: bool = False
    """Whether this is the next champion."""


def curve(points: Sequence[Point], title: str, strength: Sequence[Strength] = (), par: float = 0.0) -> str:
    """The loss over the games as SVG, and the strength at some of them, against par."""
    if not points:
        return ""
    most = max(point.games for point in points)
    low, high = min(p.loss for p in points), max(p.loss for p in points)
    span = (high - low) or 1.0

    def x(games: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * games / most

    def y(share: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share

    line = " ".join(f"{x(p.games):.1f},{y((p.loss - low) / span):.1f}" for p in points)
    marks = "".join(
        _text(EDGE - 6, y((v - low) / span), f"{v:.3f}", "end", LOSS) for v in (low, (low + high) / 2, high)
    )
    marks += "".join(_text(x(n), HEIGHT - EDGE + 18, f"{n:,.0f}", "middle") for n in (0, most / 2, most))
    if strength:
        marks += "".join(
            _text(WIDTH - EDGE + 6, y(v), f"{100 * v:.0f} %", "start", WINS) for v in (0.0, 0.5, 1.0)
        )
        marks += _line([(x(0), y(par)), (x(most), y(par))], PAR, "4 4")
        for champion in sorted({s.champion for s in strength}):
            met = [(x(s.games), y(s.share)) for s in strength if s.champion == champion]
            marks += _line([(x(champion), y(par)), *met], WINS)
        marks += "".join(_line([(x(s.games), y(s.low)), (x(s.games), y(s.high))], WINS) for s in strength)
        marks += "".join(_point(x(s.games), y(s.share), WINS if s.won else "#fff") for s in strength)
        marks += "".join(
            _text(x(s.games), y(s.high) - 9, f"{s.games:,.0f}", "middle", WINS) for s in strength if s.won
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<text x="{EDGE}" y="28" font-size="16">{escape(title)}</text>{marks}'
        f'<polyline points="{line}" fill="none" stroke="{LOSS}" stroke-width="2"/></svg>\n'
    )


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#000") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" dominant-baseline="middle" '
        f'fill="{colour}">{words}</text>'
    )


def _point(x: float, y: float, fill: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{WINS}" stroke-width="2"/>'


def _line(points: Sequence[tuple[float, float]], colour: str, dashes: str = "") -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>'
