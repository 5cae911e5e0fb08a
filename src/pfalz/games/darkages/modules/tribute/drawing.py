"""What tribute adds to the drawing: markers of patrons in home areas, and a line on each player board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import DARK_INK, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import PLAIN
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import arms
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.territory import spot_of
from pfalz.games.darkages.modules.tribute.rules import can_ransom
from pfalz.games.darkages.modules.tribute.state import homage, markers_left
from pfalz.games.darkages.state import NONE, DarkAges

MARKER: Final = "M-8,-6 H8 V6 H-8 Z"
HEIGHT: Final = 26.0
GAP: Final = 4.0


def area_facts(s: DarkAges, area: int) -> int:
    """The patron whose marker lies in a home area."""
    seats = [seat for seat in range(s.t.players) if s.home[seat] == area]
    return homage(s).patron[seats[0]] if seats else NONE


def draw_marker(sheet: Sheet, area: int, patron: int) -> None:
    """A patron's marker with his arms."""
    if patron != NONE:
        sheet.part(("tribute", area, patron), lambda: sheet.pieces.append(_marker(sheet, area, patron)))


def _marker(sheet: Sheet, area: int, patron: int) -> str:
    id = sheet.t.area_ids[area]
    spot = spot_of(sheet, id)
    return group(
        tag("path", d=MARKER, fill=seat_colour(patron), stroke=DARK_INK, stroke_width=1.5),
        arms(patron, 0, 0, 0.55),
        id=f"tribute-{id}",
        class_="quiet",
        transform=move(*spot.at(150, 84), 1.5 * spot.scale),
    )


def area_hint(sheet: Sheet, area: int, patron: int) -> list[str]:
    """Whose tributary the owner is."""
    if patron == NONE:
        return []
    words = sheet.word("tribute_home", patron=sheet.texts.seats[patron])
    return [f"{words} {rule(sheet.texts, 'DM11-2.5')}"]


def draw_line(sheet: Sheet, seat: int, width: float) -> float:
    """The markers on the ruler card, and the patron."""
    s = sheet.view
    patron = homage(s).patron[seat]
    names = (sheet.texts.seats[seat], sheet.texts.seats[patron] if patron != NONE else "")
    free = seat == sheet.seat and can_ransom(s, seat)
    step = sheet.t.further_steps["ransom"] if free else None
    facts = ("homage", seat, markers_left(s, seat), patron, names, step, width)
    sheet.part(facts, partial(_line, sheet, *facts[1:]))
    return HEIGHT + GAP


def _line(
    sheet: Sheet, seat: int, left: int, patron: int, names: tuple[str, str], step: int | None, width: float
) -> None:
    who, lord = names
    hint = [f"{sheet.word('tribute_hint', n=left, who=who)} {rule(sheet.texts, 'DM11-2.1')}"]
    body = [
        tag("rect", width=width, height=HEIGHT, rx=6, class_="space"),
        group(
            tag("path", d=MARKER, fill=seat_colour(seat), stroke=DARK_INK, stroke_width=1.3),
            transform=move(16, 13),
        ),
        label(32, 18, sheet.word("tribute_free", n=left), font_size=13),
    ]
    if patron != NONE:
        words = PLAIN.cut(sheet.word("tribute_to", who=lord), width - 190, 13)
        body += [
            label(width - 30, 18, words, class_="end bold", font_size=13),
            arms(patron, width - 15, 13, 0.7),
        ]
        hint.append(f"{sheet.word('tribute_pays', who=who, patron=lord)} {rule(sheet.texts, 'DM11-2.4')}")
    sheet.ground.append(
        group(
            tooltip("\n".join(hint)),
            *body,
            id=f"homage-{seat}",
            data_kind="step" if step is not None else None,
            data_value=step,
        )
    )


def plain_player(page: Page, seat: int) -> list[str]:
    """To whom a player pays."""
    patron = homage(page.view).patron[seat]
    return [f"      {page.word('tribute_cell', who=page.tags[patron])}"] if patron != NONE else []


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "area_facts": area_facts,
    "area": draw_marker,
    "area_hint": area_hint,
    "board": draw_line,
    "plain_player": plain_player,
}
