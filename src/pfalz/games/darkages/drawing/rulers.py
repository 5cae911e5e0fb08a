"""Before the first turn: the rulers who can be chosen, with their start cards (D-3.5, D-3.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.games.darkages.cardtext import ruler_text
from pfalz.games.darkages.drawing.notes import card_hint, rule
from pfalz.games.darkages.drawing.pieces import arms, card_sign
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.state import NONE

HEAD: Final = 26.0
LETTERS: Final = 12.5
LINE: Final = 16.0
CARD: Final = 26.0
GAP: Final = 6.0


def draw_rulers(sheet: Sheet, x: float, y: float, w: float) -> float:
    """All rulers one below the other, those who are taken with the arms of their player; returns the height."""
    s = sheet.view
    seats = s.ruler[: s.t.players]
    top = 0.0
    with sheet.enlarged(x, y):
        sheet.part(("rulers", w), lambda: sheet.ground.append(_title(sheet)))
        top = HEAD
        for ruler in range(len(s.t.ruler_ids)):
            seat = seats.index(ruler) if ruler in seats else NONE
            top += _ruler(sheet, ruler, seat, top, w) + GAP
    return top - GAP


def _title(sheet: Sheet) -> str:
    return group(
        tooltip(rule(sheet.texts, "D-3.7")),
        label(2, 18, sheet.word("map.rulers"), class_="bold", font_size=16),
    )


def _ruler(sheet: Sheet, ruler: int, seat: int, y: float, w: float) -> float:
    return sheet.part(("ruler", ruler, seat, y, w), lambda: _card(sheet, ruler, seat, y, w))


def _card(sheet: Sheet, ruler: int, seat: int, y: float, w: float) -> float:
    """A ruler: his home area, what settling costs him, and his two cards; returns the height."""
    t, texts = sheet.t, sheet.texts
    told = ruler_text(sheet.rules, texts, ruler)
    lines = [line for words in told[:2] for line in PLAIN.broken(words, w - 20, LETTERS)]
    cards = t.start_cards[ruler]
    height = 30 + LINE * len(lines) + CARD * len(cards) + 4
    body = [
        tooltip("\n".join([texts.name("ruler", ruler), *told])),
        tag("rect", width=w, height=height, rx=7, class_="card"),
        label(10, 21, BOLD.cut(texts.name("ruler", ruler), w - 50, 15), class_="bold", font_size=15),
        *[label(10, 38 + LINE * i, line, font_size=LETTERS) for i, line in enumerate(lines)],
    ]
    if seat != NONE:
        body.append(arms(seat, w - 20, 17, 1.0))
    sheet.ground.append(
        group(
            *body,
            id=f"ruler-{t.ruler_ids[ruler]}",
            data_kind="ruler",
            data_value=ruler,
            transform=move(0, y),
        )
    )
    _start_cards(sheet, cards, y + 30 + LINE * len(lines), w)
    return height


def _start_cards(sheet: Sheet, cards: Sequence[int], y: float, w: float) -> None:
    for i, card in enumerate(cards):
        name = BOLD.cut(sheet.texts.name("card", card), w - 50, LETTERS)
        sheet.ground.append(
            group(
                tooltip(card_hint(sheet, card)),
                tag("rect", x=8, width=w - 16, height=CARD - 3, rx=5, class_="space"),
                card_sign(sheet.t.card_kind[card], 22, 11.5, 0.75),
                label(38, 16, name, class_="bold", font_size=LETTERS),
                transform=move(0, y + CARD * i),
            )
        )
