"""The board of MIL as SVG and as text, for any view of any seat, the forms for offers, and own secrets.

Everything that moves has a stable id (`knight-<seat>-<column>`, `land-<kind>-<n>`, `time-slot-<n>`,
`time-<seat>-<column>-<n>`, `soldier-<seat>-<column>-<n>`, `castle-…`, `heir-…`, `vassal-…`,
`woman-<seat>-<n>`, `privilege-<seat>-<n>`, `kings-soldiers`, `archbishop`, `start-player`, `score-<seat>`,
`round-marker`) and lies in one layer; places have ids too (`slot-<sphere>-<n>`, `slot-monastery`,
`slot-crusades`, `stack-<id>`, `tile-<seat>-<column>`, `family-<seat>`, `screen-<seat>`). What can be chosen
says so with `data-kind` and `data-value`.
"""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.families import draw_families
from pfalz.games.mil.drawing.forms import FORMS, form
from pfalz.games.mil.drawing.known import Family, families_of
from pfalz.games.mil.drawing.pieces import STYLE, stencils
from pfalz.games.mil.drawing.plain import plain
from pfalz.games.mil.drawing.secrets import secrets
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.drawing.spheres import draw_spheres
from pfalz.games.mil.drawing.table import (
    WIDTH,
    draw_free_land,
    draw_heading,
    draw_prestige,
    draw_situation,
)
from pfalz.games.mil.state import Mil

__all__ = ["FORMS", "draw", "form", "plain", "secrets", "svg"]

TOP = 46.0


def draw(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts, narrow: bool = False) -> Drawing:
    """The whole table as `seat` sees it, the same on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    y, families = sheet.common("table", draw_table)
    bottom = draw_families(sheet, families, y)
    defs = sheet.part(("stencils",), lambda: stencils(sheet.t))
    return sheet.drawing(WIDTH, bottom + 4, STYLE, defs)


def draw_table(sheet: Sheet) -> tuple[float, tuple[Family, ...]]:
    """What lies in the middle; returns where the families begin, and what is known of them."""
    draw_heading(sheet)
    bottom = draw_spheres(sheet, TOP)
    draw_free_land(sheet, 794, TOP, 194, bottom - TOP)
    bottom = draw_prestige(sheet, bottom + 7)
    return draw_situation(sheet, bottom + 7) + 7, families_of(sheet)


def svg(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()
