"""What heathens add to the drawing: a red sign on each of their markers on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pfalz.core.draw import CREAM, group, move, tag
from pfalz.core.plain import paragraph
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.territory import spot_of
from pfalz.games.darkages.state import NONE, DarkAges

FLAME: Final = "M0,-11 C6,-5 8,-1 8,3 C8,8 4,11 0,11 C-4,11 -8,8 -8,3 C-8,0 -6,-2 -4,-5 C-3,-2 -1,-2 0,-11 Z"
RED: Final = "#b3261e"


def area_facts(s: DarkAges, area: int) -> bool:
    """Whether heathens hold the area, or their reward lies there."""
    return s.look[area] != NONE


def draw_sign(sheet: Sheet, area: int, there: bool) -> None:
    """A flame on the upper edge of the marker."""
    if there:
        sheet.part(("heathens", area), lambda: sheet.pieces.append(_sign(sheet, area)))


def _sign(sheet: Sheet, area: int) -> str:
    id = sheet.t.area_ids[area]
    spot = spot_of(sheet, id)
    return group(
        tag("path", d=FLAME, fill=RED, stroke=CREAM, stroke_width=2),
        id=f"heathens-{id}",
        class_="quiet",
        transform=move(*spot.at(4, 59), 1.1 * spot.scale),
    )


def area_hint(sheet: Sheet, area: int, there: bool) -> list[str]:
    """Which rules hold for them."""
    return [rule(sheet.texts, "DM7-2.2")] if there else []


def plain(page: Page) -> list[str]:
    """Who holds the land, since the signs are those of the barbarians."""
    return paragraph(page.word("heathens_plain"))


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "area_facts": area_facts,
    "area": draw_sign,
    "area_hint": area_hint,
    "plain": plain,
}
