"""The picture of the report on the cube tower of Wallenstein: contents in play, by size of throw, battles."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.draw import document, group, label, tag
from tower_trials import DUELS, MODELS, PLAYERS, Findings

COLOURS = {"constant": "var(--azure)", "impact": "var(--gules)"}
WIDTH, HEIGHT = 1000, 420
TOP, BOTTOM = 70, 350


def plot(found: Findings) -> str:
    """Three panels: contents in play, contents by size of throw, battles."""
    legend = [
        group(
            tag("rect", x=40 + 130 * i, y=392, width=14, height=10, fill=COLOURS[m]),
            label(60 + 130 * i, 401, m, font_size=13),
        )
        for i, m in enumerate(MODELS)
    ]
    words = "won by the attacker (full), neutral (pale), held (empty)"
    legend.append(label(968, 401, words, text_anchor="end", class_="small faded"))
    panels = (_histogram(found), _curves(found), _bars(found))
    return document(WIDTH, HEIGHT, *panels, *legend, title="The cube tower of Wallenstein") + "\n"


def _panel(x: float, width: float, title: str, subtitle: str) -> str:
    return group(
        tag("rect", x=x, y=16, width=width, height=360, rx=6, class_="panel"),
        label(x + 14, 38, title, font_size=15),
        label(x + 14, 54, subtitle, class_="small faded"),
    )


def _histogram(found: Findings) -> str:
    most, top = 24, 18
    left, step = 58.0, 10.2
    body = [_panel(24, 300, "Cubes inside, long run", "share of throws; 3 to 5 players, random play")]
    body += _scale(52, 318, [(y, f"{y} %") for y in (0, 5, 10, 15)], top)
    for i, m in enumerate(MODELS):
        values = [n for p in PLAYERS for n in found.played[m, p].inside]
        for n in range(most + 1):
            share = 100 * values.count(n) / len(values)
            height = (BOTTOM - TOP) * share / top
            at = left + n * step + i * step / 2
            body.append(_bar(at, BOTTOM - height, step / 2 - 0.6, height, m))
    body += [_below(left + n * step + step / 2, f"{n}") for n in range(0, most + 1, 5)]
    return group(*body)


def _curves(found: Findings) -> str:
    def x(n: float) -> float:
        return 370 + n * 15

    def y(n: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * n / 18

    body = [_panel(338, 300, "Cubes inside by size of throw", "lines: theory; dots: throws of one size")]
    body += _scale(366, 632, [(n, f"{n}") for n in (0, 5, 10, 15)], 18)
    for m in MODELS:
        points = []
        for i in range(1, 35):
            n = i / 2
            inside = n if m == "constant" else n / 3 / (1 - 0.95**n)
            points.append(f"{x(n):.1f},{y(inside):.1f}")
        line = tag("polyline", points=" ".join(points), fill="none", stroke=COLOURS[m], stroke_width=1.5)
        body.append(line)
        for size, mean, _, _ in found.steady[m]:
            body.append(tag("circle", cx=x(size), cy=y(mean), r=4, fill=COLOURS[m]))
    body += [_below(x(n), f"{n}") for n in (0, 4, 8, 12, 16)]
    return group(*body)


def _bars(found: Findings) -> str:
    body = [_panel(652, 324, "Battles in play", "upper bar: constant, lower bar: impact; 3 players")]
    shown = [b for b in DUELS if b.attackers]
    step = (BOTTOM + 14 - TOP) / len(shown)
    left, width = 800.0, 160.0
    for row, battle in enumerate(shown):
        top = TOP + row * step
        name = str(battle).replace(" against ", " : ").replace("a neutral county", "neutral")
        body.append(label(left - 6, top + 13, name, text_anchor="end", class_="small"))
        for i, m in enumerate(MODELS):
            won, neutral, _ = found.battles[m, str(battle)]
            y = top + 2 + i * 8
            body += [
                _bar(left, y, width * won, 7, m),
                group(_bar(left + width * won, y, width * neutral, 7, m), fill_opacity="0.35"),
                tag("rect", x=left, y=y, width=width, height=7, fill="none", stroke="var(--edge)"),
            ]
    return group(*body)


def _bar(x: float, y: float, width: float, height: float, model: str) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, fill=COLOURS[model])


def _scale(left: float, right: float, ticks: Sequence[tuple[int, str]], top: int) -> list[str]:
    body = []
    for value, words in ticks:
        y = BOTTOM - (BOTTOM - TOP) * value / top
        body.append(tag("path", d=f"M{left + 4},{y:.1f} H{right}", stroke="var(--edge)", stroke_width=0.5))
        body.append(label(left + 2, y + 4, words, text_anchor="end", class_="small faded"))
    return body


def _below(x: float, words: str) -> str:
    return label(x, BOTTOM + 16, words, text_anchor="middle", class_="small faded")
