"""What the Wyrd adds to the drawing: cards that peep out under the offer, and those before the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from pfalz.core.draw import CREAM, DARK_INK, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.core.plain import listed
from pfalz.games.darkages.cardtext import effects_text
from pfalz.games.darkages.drawing.mat import GAP
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import copy
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.short import CHIPS, LINE
from pfalz.games.darkages.modules.wyrd.rules import unseen
from pfalz.games.darkages.modules.wyrd.state import FATE_IDS, LOWER, UPPER, deed_of, wyrds

EYE: Final = "M-10,0 C-5,-7 5,-7 10,0 C5,7 -5,7 -10,0 Z"
THREADS: Final = "M-7,6 L-9,10 M0,7 V11 M7,6 L9,10 M-7,-6 L-9,-10 M0,-7 V-11 M7,-6 L9,-10"
NIGHT: Final = "#3b2a52"
PANEL: Final = 24.0


def stencils(players: int) -> str:
    """The back of a Wyrd card: an eye."""
    lines = {"fill": "none", "stroke": CREAM, "stroke_linecap": "round"}
    return group(
        tag("rect", x=-12, y=-13, width=24, height=26, rx=5, fill=NIGHT, stroke=DARK_INK, stroke_width=1),
        tag("path", "", d=EYE, stroke_width=1.8, **lines),
        tag("path", "", d=THREADS, stroke_width=1.5, **lines),
        tag("circle", r=3, fill=CREAM),
        id="look-wyrd",
    )


def told(sheet: Sheet, card: int) -> list[str]:
    """The name of a Wyrd card and its two fates."""
    texts = sheet.texts
    id = sheet.rules.parts["wyrd"].ids[card]
    found = [texts.name("wyrd", card)]
    for which in (UPPER, LOWER):
        said = effects_text(texts, sheet.t.deeds[deed_of(id, which)])
        found.append(sheet.word(f"wyrd_{FATE_IDS[which]}", text=said))
    return found


# -- the offer ---------------------------------------------------------------------------------------------


def under_card(sheet: Sheet, place: int, card: int, width: float, height: float) -> None:
    """The eye of a Wyrd card below the culture card above it; which card it is nobody knows."""
    under = wyrds(sheet.view).under
    if card in under:
        facts = ("wyrd under", under.index(card), width, height)
        sheet.part(facts, lambda: sheet.pieces.append(_eye(sheet, *facts[1:])))


def _eye(sheet: Sheet, number: int, width: float, height: float) -> str:
    hint = f"{sheet.word('wyrd_here')}\n{rule(sheet.texts, 'DM8-2.1', 'DM8-3.1')}"
    return group(
        tooltip(hint),
        copy("wyrd", 0, 0, 0.72),
        id=f"wyrd-under-{number}",
        transform=move(width - 34, height + 8.5),
    )


def pile(sheet: Sheet, x: float, y: float, width: float) -> float:
    """How many Wyrd cards are where, and which have not been turned up."""
    part = wyrds(sheet.view)
    facts = ("wyrd pile", part.pile, len(part.under), part.gone, tuple(unseen(sheet.view)), width)
    with sheet.enlarged(x, y):
        sheet.part(facts, lambda: sheet.ground.append(_pile(sheet, *facts[1:])))
    return y + PANEL + GAP


def _pile(sheet: Sheet, left: int, under: int, gone: int, cards: Sequence[int], width: float) -> str:
    words = sheet.word("wyrd_pile", stack=left, under=under, gone=gone)
    names = ", ".join([sheet.texts.name("wyrd", card) for card in cards])
    hint = [words, sheet.word("wyrd_unknown", cards=names)] if cards else [words]
    return group(
        tooltip("\n".join([*hint, rule(sheet.texts, "DM8-4.5", "DM8-5.1")])),
        tag("rect", width=width, height=PANEL, rx=6, class_="space"),
        copy("wyrd", 16, PANEL / 2, 0.72),
        label(30, 17, PLAIN.cut(words, width - 36, 13), font_size=13),
        id="wyrd-pile",
    )


# -- the players -------------------------------------------------------------------------------------------


def of_player(sheet: Sheet, seat: int, w: float) -> float:
    """The Wyrd cards of a player: active ones with their markers, then those that lie face down."""
    part = wyrds(sheet.view)
    cards = [*part.open[seat], *part.down[seat]]
    columns = 2 if w >= CHIPS and all(_fits(sheet, card, (w - GAP) / 2) for card in cards) else 1
    width = (w - GAP * (columns - 1)) / columns
    for i, card in enumerate(cards):
        markers = part.markers[card] if card in part.open[seat] else -1
        facts = ("wyrd", card, seat, markers, seat == sheet.seat, width)
        with sheet.enlarged(i % columns * (width + GAP), i // columns * LINE):
            sheet.part(facts, partial(_chip, sheet, *facts[1:]))
    return -(-len(cards) // columns) * LINE + (2 if cards else 0)


def _fits(sheet: Sheet, card: int, width: float) -> bool:
    """Whether the name of a card has room beside as many markers as it can have."""
    markers = max(0, wyrds(sheet.view).markers[card])
    return BOLD.breadth(sheet.texts.name("wyrd", card), 14) <= width - 34 - 12 * markers


def _chip(sheet: Sheet, card: int, seat: int, markers: int, own: bool, width: float) -> None:
    """A Wyrd card by name, with its markers; one that lies face down is faded, but no secret (DM8-6.1)."""
    active = markers >= 0
    state = sheet.word("wyrd_markers", n=markers) if active else sheet.word("wyrd_down")
    clauses = ("DM8-3.3", "DM8-4.1", "DM8-4.3") if active else ("DM8-5.1",)
    dots = [
        tag("circle", cx=width - 10 - 12 * i, cy=12, r=4.6, fill=seat_colour(seat), stroke=DARK_INK)
        for i in range(max(0, markers))
    ]
    room = width - 34 - 12 * len(dots)
    name, size = BOLD.fitted(sheet.texts.name("wyrd", card), room, 14, 14)
    live = own and active
    sheet.pieces.append(
        group(
            tooltip("\n".join([*told(sheet, card), state, rule(sheet.texts, *clauses)])),
            tag("rect", width=width, height=LINE - 3, rx=5, class_="card" if active else "vacant"),
            copy("wyrd", 15, 12, 0.68),
            label(28, 16.5, name, class_="bold" if active else "faded", font_size=size),
            *dots,
            id=f"wyrd-{sheet.rules.parts['wyrd'].ids[card]}",
            data_kind="wyrd" if live else None,
            data_value=card if live else None,
        )
    )


# -- plain text --------------------------------------------------------------------------------------------


def plain(page: Page) -> list[str]:
    """Where the Wyrd cards are."""
    part = wyrds(page.view)
    names = [page.texts.name("card", card) for card in part.under]
    words = page.word("wyrd_pile", stack=part.pile, under=len(part.under), gone=part.gone)
    return listed(f"{words}: ", names) if names else [words]


def plain_player(page: Page, seat: int) -> list[str]:
    """The Wyrd cards of a player, with the markers that are left."""
    part = wyrds(page.view)
    found = [f"{page.texts.name('wyrd', card)} ({part.markers[card]})" for card in part.open[seat]]
    found += [page.texts.name("wyrd", card) for card in part.down[seat]]
    return listed(f"      {page.word('plain.wyrd')}: ", found) if found else []


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "place": under_card,
    "panel": pile,
    "board": of_player,
    "plain": plain,
    "plain_player": plain_player,
}
