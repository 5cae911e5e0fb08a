"""What alchemists add to the drawing: a card on each player board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import GILT, group, label, tag, tooltip
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import goods
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.modules.alchemists.state import cards, full_sets
from pfalz.games.darkages.words import GOLD

FLASK: Final = "M-3,-9 H3 M-2,-9 V-3 L-7,6 C-8,8 -7,9 -5,9 H5 C7,9 8,8 7,6 L2,-3 V-9"
DREGS: Final = "M-4.6,2 H4.6 L7,6 C8,8 7,9 5,9 H-5 C-7,9 -8,8 -7,6 Z"
HEIGHT: Final = 26.0
GAP: Final = 4.0


def draw_card(sheet: Sheet, seat: int, width: float) -> float:
    """The alchemist card: resources on it, and the gold they can become."""
    n, gold, who = cards(sheet.view).stock[seat], full_sets(sheet.view, seat), sheet.texts.seats[seat]
    step = sheet.t.further_steps["exchange"] if gold and seat == sheet.seat else None
    facts = ("alchemist", seat, n, gold, who, step, width)
    sheet.part(facts, partial(_card, sheet, *facts[1:]))
    return HEIGHT + GAP


def _card(sheet: Sheet, seat: int, n: int, gold: int, who: str, step: int | None, width: float) -> None:
    hint = sheet.word("alchemist_hint", who=who, n=n, gold=gold)
    body = [
        tag("rect", width=width, height=HEIGHT, rx=6, class_="space"),
        group(
            tag("path", d=DREGS, fill=GILT),
            tag("path", d=FLASK, fill="none", stroke="var(--ink)", stroke_width=1.6),
            transform="translate(16 13)",
        ),
        label(32, 18, sheet.word("alchemist", n=n), font_size=13),
    ]
    if gold:
        body += [
            goods(GOLD, width - 30, 13, 0.9),
            label(width - 8, 19, str(gold), class_="end bold", font_size=15),
        ]
    sheet.ground.append(
        group(
            tooltip(f"{hint} {rule(sheet.texts, 'DM4-2.1', 'DM4-2.5')}"),
            *body,
            id=f"alchemist-{seat}",
            data_kind="step" if step is not None else None,
            data_value=step,
        )
    )


def plain_player(page: Page, seat: int) -> list[str]:
    """The number of resources on the card."""
    return [f"      {page.word('alchemist_cell')} {cards(page.view).stock[seat]}"]


def forms() -> dict[str, str]:
    """Resources are put on the card with plus and minus."""
    return {"deposit": "counters"}


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "board": draw_card,
    "plain_player": plain_player,
    "forms": forms,
}
