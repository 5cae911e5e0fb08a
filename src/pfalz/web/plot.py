"""The plot of the score over time, as SVG: one line per seat, told apart by colour, dashes and shield."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.draw import group, label, seat_colour, shield, tag

WIDTH: Final = 720
HEIGHT: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 56, 56, 16, 34
DASHES: Final = ("", "9 4", "3 4", "12 4 3 4", "6 6", "2 6", "14 6", "4 2")


def score_plot(
    history: Sequence[tuple[int, tuple[int, ...]]], title: str, across: str, names: Sequence[str]
) -> str:
    """Scores by position; `across` names the horizontal axis."""
    if not history:
        return ""
    last = max(history[-1][0], 1)
    low = min(0, *(min(scores) for _, scores in history))
    high = max(1, *(max(scores) for _, scores in history))
    step = tick(high - low)
    high = -(-high // step) * step

    def x(position: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * position / last

    def y(points: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (points - low) / (high - low)

    body = []
    value = low - low % step
    while value <= high:
        body.append(tag("path", d=f"M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}", class_="grid"))
        body.append(label(LEFT - 8, y(value) + 4, str(value), class_="axis end"))
        value += step
    body.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, across, class_="axis mid"))
    ends = []
    for seat in range(len(history[0][1])):
        path = f"M{x(history[0][0]):.1f} {y(history[0][1][seat]):.1f}"
        for position, scores in history[1:]:
            path += f"H{x(position):.1f}V{y(scores[seat]):.1f}"
        path += f"H{x(last):.1f}"
        dash = DASHES[seat % len(DASHES)] or None
        body.append(tag("path", d=path, class_="curve", stroke=seat_colour(seat), stroke_dasharray=dash))
        ends.append((y(history[-1][1][seat]), seat))
    body += _ends(ends)
    legend = "; ".join(f"{name}: {history[-1][1][seat]}" for seat, name in enumerate(names))
    return tag(
        "svg",
        group(*body),
        class_="plot",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=f"{title}. {legend}",
    )


def _ends(ends: list[tuple[float, int]]) -> list[str]:
    """A shield at the end of each line, pushed apart where lines end together."""
    placed, floor = [], -1e9
    for at, seat in sorted(ends):
        at = max(at, floor + 26)
        floor = at
        placed.append((at, seat))
    over = max(0.0, floor - (HEIGHT - BOTTOM - 4))
    return [shield(seat, WIDTH - RIGHT + 22, at - over, 0.85) for at, seat in placed]


def tick(span: int) -> int:
    """A round distance between lines of the grid."""
    for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500):
        if span / size <= 6:
            return size
    return 1000
