"""The board of MIL as SVG and as text, for any view of any seat, the forms for offers, and own secrets.

Everything that moves has a stable id (`knight-<seat>-<column>`, `land-<kind>-<n>`, `time-slot-<n>`,
`time-<seat>-<column>-<n>`, `soldier-<seat>-<column>-<n>`, `castle-…`, `heir-…`, `vassal-…`,
`woman-<seat>-<n>`, `privilege-<seat>-<n>`, `kings-soldiers`, `archbishop`, `start-player`, `score-<seat>`,
`round-marker`) and lies in one layer; places have ids too (`slot-<sphere>-<n>`, `slot-monastery`,
`slot-crusades`, `stack-<id>`, `tile-<seat>-<column>`, `player-<seat>`, `screen-<seat>`). What can be chosen
says so with `data-kind` and `data-value`.
"""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.families import Families, draw_families, draw_tall_families, families
from pfalz.games.mil.drawing.hints import land_help
from pfalz.games.mil.drawing.pieces import STYLE, cube, stencils
from pfalz.games.mil.drawing.plain import plain
from pfalz.games.mil.drawing.secrets import secrets
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.drawing.situation import draw_situation
from pfalz.games.mil.drawing.spheres import draw_spheres
from pfalz.games.mil.drawing.table import (
    FLAT,
    LOW,
    draw_actions,
    draw_free_land,
    draw_prestige,
    draw_rounds,
    draw_title,
)
from pfalz.games.mil.lookup import RESOURCE_IDS
from pfalz.games.mil.state import PRODUCTIVE, Mil

__all__ = [
    "DOCKED",
    "FORMS",
    "MARKED",
    "STYLE",
    "WIDE_ON_TABLETS",
    "draw",
    "explain",
    "plain",
    "secrets",
    "sign",
    "svg",
]

FORMS = dict.fromkeys(
    ("dowry", "keep", "offer", "commit", "donate", "bid", "final_bid", "counter"), "counters"
)
"""Questions about cubes: their slots are filled in any order."""
MARKED = ("place", "knight", "stack")
"""Kinds of things on the board that are marked when something has happened to them."""
WIDE_ON_TABLETS = True
"""A tablet held upright shows all of the wide board, large enough to be read."""
DOCKED = True
"""With many families the board is about as high as wide; it is largest with everything else in a dock."""
WIDTH = 1000.0
NARROW = 520.0
"""How wide the sheet for a phone is: two spheres, or two columns of knights, side by side."""
TOP = 46.0
GAP = 7.0


def draw(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts, narrow: bool = False) -> Drawing:
    """The whole table as `seat` sees it: three spheres in a row, or two on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    if narrow:
        y, all = sheet.common("tall", _draw_tall)
        bottom = draw_prestige(sheet, 3, draw_tall_families(sheet, all, 3, y), 514)
    else:
        y, all = sheet.common("wide", _draw_wide)
        bottom = draw_families(sheet, all, y)
    defs = sheet.part(("stencils",), lambda: stencils(sheet.t))
    return sheet.drawing(NARROW if narrow else WIDTH, bottom + 4, STYLE, defs)


def sign(slot: str) -> str:
    """A cube of what a slot of a form counts, in a square of 20."""
    return cube(RESOURCE_IDS.index(slot), 2, 2, 16) if slot in RESOURCE_IDS else ""


def explain(rules: Ruleset[Mil], texts: Texts, kind: str, value: int) -> str:
    """What a thing the set-up page offers does; of columns there is nothing to say."""
    if kind != "land":
        return ""
    t = rules.lookup
    tiles = texts.say("land_help.tiles", n=t.land_count[value])
    return f"{tiles} {land_help(t, texts, 2 * value + PRODUCTIVE)}"


def _draw_wide(sheet: Sheet) -> tuple[float, Families]:
    """What lies in the middle; returns where the families begin, and what is known of them."""
    draw_title(sheet)
    draw_actions(sheet, 125, 7, 850, 15.7)
    draw_rounds(sheet, WIDTH - 12, 23, 1)
    y = draw_spheres(sheet, 12, TOP, 3)
    draw_free_land(sheet, 794, TOP, LOW)
    y = draw_prestige(sheet, 12, y + GAP, 976)
    y = draw_situation(sheet, 12, y + GAP, 976, 1)
    return y + GAP, families(sheet, tall=False)


def _draw_tall(sheet: Sheet) -> tuple[float, Families]:
    """The same one below the other: the page of a narrow screen says the title, prestige comes last."""
    y = draw_situation(sheet, 3, 4, 514, 2)
    y = draw_actions(sheet, 3, y + GAP, NARROW - 3, 17.5)
    draw_rounds(sheet, NARROW - 3, y - 17.5, 1.2)
    y = draw_spheres(sheet, 3, y + GAP, 2)
    y = draw_free_land(sheet, 3, y + GAP, FLAT)
    return y + GAP, families(sheet, tall=True)


def svg(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()
