"""The rulers on offer while they are being chosen: homes, what settling costs them, their start cards."""

from __future__ import annotations

from functools import partial
from typing import Final

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.games.darkages.cardtext import ruler_text
from pfalz.games.darkages.drawing.faces import card_face, full_height
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import arms, copy
from pfalz.games.darkages.drawing.players import settling
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.state import NONE

GAP: Final = 6.0
HEAD: Final = 48.0
TITLE: Final = 24.0
POINTS: Final = 18.0
"""Room for the points of an achievement below its levels."""
NARROWEST: Final = 366.0
"""A ruler with his two start cards side by side is not narrower."""
LOWEST: Final = 142.0
"""No start card is narrower: names and the values of units need so much."""
SHARES: Final = (0.5, 0.54, 0.58, 0.62, 0.46, 0.42, 0.38)
"""How the room may be divided between the two start cards."""
Widths = tuple[float, float]


def draw_rulers(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The rulers with their start cards (D-3.5); returns the height, 0 when all have chosen."""
    s, t = sheet.view, sheet.t
    if sheet.begun:
        return 0.0
    columns = max(1, min(len(t.ruler_ids), int((w + GAP) / (NARROWEST + GAP))))
    width = (w - GAP * (columns - 1)) / columns
    with sheet.enlarged(x, y):
        sheet.part(("rulers",), lambda: sheet.ground.append(_title(sheet)))
        top = TITLE
        for first in range(0, len(t.ruler_ids), columns):
            row = range(first, min(first + columns, len(t.ruler_ids)))
            widths = [_widths(sheet, ruler, width - 3 * GAP) for ruler in row]
            tall = POINTS + max([_height(sheet, *both) for both in zip(row, widths, strict=True)])
            for i, ruler in enumerate(row):
                owner = s.ruler.index(ruler) if ruler in s.ruler else NONE
                who = sheet.texts.seats[owner] if owner != NONE else ""
                facts = ("ruler", ruler, owner, who, width, tall, widths[i])
                with sheet.enlarged(i * (width + GAP), top):
                    sheet.part(facts, partial(_ruler, sheet, *facts[1:]))
            top += HEAD + tall + 2 * GAP
    return top


def _title(sheet: Sheet) -> str:
    return group(
        tooltip(rule(sheet.texts, "D-3.5", "D-3.7")),
        label(2, 16, sheet.word("rulers"), class_="bold", font_size=15),
        id="rulers",
    )


def _height(sheet: Sheet, ruler: int, widths: Widths) -> float:
    """How tall the start cards of a ruler are, if they have these widths."""
    cards = zip(sheet.t.start_cards[ruler], widths, strict=True)
    return max([full_height(sheet, card, width) for card, width in cards])


def _widths(sheet: Sheet, ruler: int, room: float) -> Widths:
    """The card with more to read gets more room, so that both are as low as they can be."""
    tried = [(room * share, room * (1 - share)) for share in SHARES]
    readable = [widths for widths in tried if min(widths) >= LOWEST]
    return min(readable, key=lambda widths: _height(sheet, ruler, widths))


def _ruler(sheet: Sheet, ruler: int, owner: int, who: str, width: float, tall: float, widths: Widths) -> None:
    t, texts = sheet.t, sheet.texts
    name, size = BOLD.fitted(texts.name("ruler", ruler), width - 46, 16, 12)
    second = settling(sheet, ruler)
    if owner != NONE:
        second = f"{second} · {who}"
    cards = [
        group(
            card_face(sheet, one, widths[i], tall),
            id=f"start-{t.card_ids[one]}",
            transform=move(GAP + i * (widths[0] + GAP), HEAD),
        )
        for i, one in enumerate(t.start_cards[ruler])
    ]
    sheet.ground.append(
        group(
            tooltip("\n".join([texts.name("ruler", ruler), *ruler_text(sheet.rules, texts, ruler)])),
            tag("rect", width=width, height=HEAD + tall + GAP, rx=9, class_="panel"),
            copy("title", 24, 23, 1.2) if owner == NONE else arms(owner, 24, 22, 1.1),
            label(44, 21, name, class_="bold", font_size=size),
            label(44, 38, PLAIN.cut(second, width - 50, 12.5), font_size=12.5),
            *cards,
            id=f"ruler-{t.ruler_ids[ruler]}",
            data_kind="ruler",
            data_value=ruler,
        )
    )
