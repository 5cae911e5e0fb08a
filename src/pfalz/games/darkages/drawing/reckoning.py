"""When the game is over: where the points came from, side by side (section 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.draw import group, label, move, tag
from pfalz.core.lettering import PLAIN
from pfalz.games.darkages.drawing.pieces import arms
from pfalz.games.darkages.drawing.sheet import Sheet

HEAD: Final = 62.0
LINE: Final = 21.0
COLUMN: Final = 44.0


def draw_reckoning(sheet: Sheet, x: float, y: float, w: float) -> float:
    """A table of the points by source; returns the height."""
    sides, points = tuple(range(sheet.t.players)), tuple(sheet.view.points)
    for reckoned in sheet.additions("reckoned"):
        side, more = reckoned(sheet.view)
        sides, points = (*sides, side), (*points, *more)
    with sheet.enlarged(x, y):
        return sheet.part(("reckoning", sides, points, w), lambda: _reckoning(sheet, sides, points, w))


def _reckoning(sheet: Sheet, sides: Sequence[int], points: Sequence[int], w: float) -> float:
    n, sources = len(sides), sheet.rules.source_count
    left = w - 10 - COLUMN * n
    used = [i for i in range(sources) if any(points[i::sources])]
    height = HEAD + LINE * (len(used) + 1)
    body = [
        tag("rect", width=w, height=height, rx=9, class_="panel"),
        label(12, 27, sheet.word("plain.sources"), class_="bold", font_size=16),
        *[arms(side, left + (i + 0.5) * COLUMN, 22, 0.95) for i, side in enumerate(sides)],
    ]
    rows = [(PLAIN.cut(sheet.texts.name("source", i), left - 16, 14), points[i::sources]) for i in used]
    rows.append((sheet.word("map.sum"), [sum(points[i * sources : (i + 1) * sources]) for i in range(n)]))
    for line, (words, scored) in enumerate(rows):
        base, last = HEAD + line * LINE, line == len(used)
        body.append(label(12, base, words, class_="bold" if last else None, font_size=14))
        for i, value in enumerate(scored):
            style = "mid bold" if last else "mid" if value else "mid faded"
            body.append(
                label(
                    left + (i + 0.5) * COLUMN,
                    base,
                    str(value) if value else "·",
                    class_=style,
                    font_size=14,
                )
            )
    sheet.ground.append(group(*body, id="reckoning", transform=move(0, 0)))
    return height
