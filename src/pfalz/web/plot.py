"""The plot of something over time, as SVG: one line per side, told apart by colour, dashes and shield."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from pfalz.core.draw import document, group, label, seat_colour, shield, tag

WIDTH: Final = 720
HEIGHT: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 56, 56, 16, 34
DASHES: Final = ("", "9 4", "3 4", "12 4 3 4", "6 6", "2 6", "14 6", "4 2")


STYLE_ALONE: Final = (
    ".plot .grid{stroke:var(--edge);stroke-width:.6;opacity:.6}"
    ".plot .curve{fill:none;stroke-width:3;stroke-linejoin:round}"
    ".plot text{fill:var(--faded);font-size:13px}.plot .end{text-anchor:end}.plot .mid{text-anchor:middle}"
    ".plot .turn circle{fill:var(--vellum);stroke-width:2.5}"
)
"""What the style of the pages says of plots."""


class Mark(NamedTuple):
    """Something that happened on the line of a seat: where, how high, its number, what it leads to."""

    position: int
    value: float
    seat: int
    number: int
    link: str = ""


def score_plot(
    history: Sequence[tuple[int, Sequence[int]]],
    rounds: Sequence[int],
    title: str,
    across: str,
    sides: Sequence[tuple[int, str]],
) -> str:
    """Scores by rounds, of which the first positions are given; `across` names the horizontal axis.

    Each column of the scores is that of a side, given by its number and its name."""
    if not history:
        return ""
    return plot(history, rounds, title, across, sides, max(1, *(max(scores) for _, scores in history)))


def plot(
    history: Sequence[tuple[int, Sequence[float]]],
    rounds: Sequence[int],
    title: str,
    across: str,
    sides: Sequence[tuple[int, str]],
    high: int,
    marks: Sequence[Mark] = (),
) -> str:
    """Numbers of all sides by rounds, up to `high` at least, with marks on the lines."""
    if not history:
        return ""
    last = max(history[-1][0], 1)
    low = int(min(0, *(min(scores) for _, scores in history)))
    step = tick(high - low)
    high = -(-high // step) * step

    begins = [position for position in dict.fromkeys(rounds) if position < last] if len(rounds) > 1 else []
    ends = [*begins[1:], last] if begins else [last]
    begins = begins or [0]

    def x(position: int) -> float:
        """Every round is as wide as the others, what comes before the first is not shown."""
        at = max(0, bisect_right(begins, position) - 1)
        part = max(0.0, (position - begins[at]) / max(1, ends[at] - begins[at]))
        return LEFT + (WIDTH - LEFT - RIGHT) * (at + min(1.0, part)) / len(begins)

    def y(points: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (points - low) / (high - low)

    body = []
    value = low - low % step
    while value <= high:
        body.append(tag("path", d=f"M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}", class_="grid"))
        body.append(label(LEFT - 8, y(value) + 4, str(value), class_="axis end"))
        value += step
    for n, begin in enumerate(begins if len(begins) > 1 else []):
        middle = (x(begin) + LEFT + (WIDTH - LEFT - RIGHT) * (n + 1) / len(begins)) / 2
        body.append(tag("path", d=f"M{x(begin):.1f} {TOP}V{HEIGHT - BOTTOM}", class_="grid"))
        body.append(label(middle, HEIGHT - BOTTOM + 13, str(n + 1), class_="axis mid"))
    body.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, across, class_="axis mid"))
    shields = []
    for i, (side, _) in enumerate(sides):
        path = f"M{x(history[0][0]):.1f} {y(history[0][1][i]):.1f}"
        for position, scores in history[1:]:
            path += f"H{x(position):.1f}V{y(scores[i]):.1f}"
        path += f"H{x(last):.1f}"
        dash = DASHES[i % len(DASHES)] or None
        body.append(tag("path", d=path, class_="curve", stroke=seat_colour(side), stroke_dasharray=dash))
        shields.append((y(history[-1][1][i]), side))
    body += _ends(shields)
    body += [_marked(mark, x(mark.position), y(mark.value)) for mark in marks]
    legend = "; ".join([f"{name}: {round(history[-1][1][i])}" for i, (_, name) in enumerate(sides)])
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


def _marked(mark: Mark, x: float, y: float) -> str:
    """A numbered circle, which leads somewhere."""
    circle = tag("circle", cx=x, cy=y, r=10, stroke=seat_colour(mark.seat))
    found = group(circle, label(x, y + 4.5, str(mark.number), class_="mid"), class_="turn")
    return tag("a", found, href=mark.link) if mark.link else found


def alone(svg: str, title: str) -> str:
    """A plot as a picture that stands alone, light or dark as whoever shows it wishes."""
    return document(WIDTH, HEIGHT, tag("style", STYLE_ALONE), svg, title=title)


def tick(span: int) -> int:
    """A round distance between lines of the grid."""
    for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500):
        if span / size <= 6:
            return size
    return 1000
