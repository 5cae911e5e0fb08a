"""The board of Wallenstein as SVG and as text, for any view of any seat, and its planning mat as a form.

Places have stable ids: `county-<id>`, `order-<place>`, `box-<seat>-<box>`, `player-<seat>`, `tower`, `tray`;
so has everything that moves: `army-<county>`, `building-<county>-<kind>`, `revolt-<county>-<n>`,
`token-<seat>`, and the cards `action-<id>`, `event-<id>`, `draft-<county>`; modules have ids of their own.
What can be chosen says so with `data-kind` and `data-value`; a county stands for its card and for a
destination too.
"""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.draw import label
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.drawing.atlas import draw_map, shapes
from pfalz.games.wallenstein.drawing.form import form
from pfalz.games.wallenstein.drawing.hints import season
from pfalz.games.wallenstein.drawing.majorities import HEIGHT as MAJORITIES
from pfalz.games.wallenstein.drawing.majorities import draw_majorities
from pfalz.games.wallenstein.drawing.pieces import STYLE
from pfalz.games.wallenstein.drawing.plain import plain
from pfalz.games.wallenstein.drawing.players import Known, draw_players, known_of
from pfalz.games.wallenstein.drawing.scenes import battle, revolt
from pfalz.games.wallenstein.drawing.secrets import secrets
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.table import GAP, X, draw_actions, draw_events, draw_order
from pfalz.games.wallenstein.drawing.tower import draw_regions, draw_supplies, draw_tower
from pfalz.games.wallenstein.state import Wallenstein

__all__ = ["FORMS", "MARKED", "ON_BOARD", "SCENES", "STYLE", "draw", "form", "plain", "secrets", "svg"]

FORMS = {"plan": "mat"}
ON_BOARD = {"plan": "county"}
"""The counties on the map stand for their cards: a plan can be made there too."""
MARKED = ("county",)
"""Kinds of things on the board that are marked when something has happened to them."""
SCENES = {"battle": battle, "revolt": revolt}
"""What is shown by itself, and how."""
WIDTH, HEIGHT = 1500.0, 1060.0
NARROW = 1000.0
"""How wide the sheet for a phone is: the map fills it."""
LARGER = 1.968
"""On that sheet the panels fill the whole width too, so that they can be read in the hand."""
STRIP = 1160.0
"""Where the panels begin there: below the map, the tower, the legend and the supply."""
ENDLESS = 1e6
"""The sheet for a phone is as long as it has to be."""


def draw(
    rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts, narrow: bool = False
) -> Drawing:
    """The whole table as `seat` sees it: the panels beside the map, or below it on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    if narrow:
        height = _finish_tall(sheet, *sheet.common(("tall",), _draw_tall))
    else:
        height = _finish_wide(sheet, *sheet.common(("wide",), _draw_wide))
    return sheet.drawing(NARROW if narrow else WIDTH, height, STYLE, shapes(sheet))


def _draw_wide(sheet: Sheet) -> tuple[float, tuple[Known, ...]]:
    """The map, and what lies around it but the players; returns where they begin and what all see of them."""
    draw_map(sheet)
    _draw_season(sheet)
    draw_tower(sheet, 16, 80)
    draw_supplies(sheet, 912, 16)
    return _draw_panels(sheet, 8), known_of(sheet)


def _finish_wide(sheet: Sheet, y: float, players: Sequence[Known]) -> float:
    """The players, and what there is room for below them; returns the height of the sheet."""
    y = draw_players(sheet, players, y, HEIGHT - 6)
    room = y + MAJORITIES < HEIGHT
    draw_regions(sheet, 18, HEIGHT - 96, leaders=not room)
    if room and not sheet.drafting:
        draw_majorities(sheet, y)
    return HEIGHT


def _draw_tall(sheet: Sheet) -> tuple[float, tuple[Known, ...]]:
    """The map, and what lies around it, larger; the panels begin below it; returns where the players do, and
    what is known of them."""
    draw_map(sheet)
    with sheet.enlarged(-12, -8, 1.5):
        _draw_season(sheet)
    with sheet.enlarged(12, 886, 1.75):
        draw_tower(sheet, 0, 0)
    with sheet.enlarged(478, 984, 2):
        draw_regions(sheet, 0, 0, leaders=False)
    with sheet.enlarged(866, 908, 1.6):
        draw_supplies(sheet, 0, 0)
    sheet.enlarge(8 - X * LARGER, STRIP, LARGER)
    return _draw_panels(sheet, 0), known_of(sheet)


def _finish_tall(sheet: Sheet, y: float, players: Sequence[Known]) -> float:
    """The other panels: the players and the majorities; returns the height of the sheet."""
    y = draw_players(sheet, players, y, ENDLESS)
    if not sheet.drafting:
        draw_majorities(sheet, y)
        y += MAJORITIES + GAP
    sheet.end_enlarged()
    return STRIP + y * LARGER


def _draw_panels(sheet: Sheet, top: float) -> float:
    """Actions, events, player order and what modules add, one below the other; returns where they end."""
    y = draw_actions(sheet, top)
    if not sheet.view.over and not sheet.drafting:
        y = draw_events(sheet, y)
        y = draw_order(sheet, y)
    for add in sheet.additions("panel"):
        y = add(sheet, y)
    return y


def _draw_season(sheet: Sheet) -> None:
    words = season(sheet.view, sheet.texts, drafting=sheet.drafting)
    sheet.part(("season", words), lambda: _season(sheet, words))


def _season(sheet: Sheet, words: str) -> None:
    texts = sheet.texts
    sheet.ground.append(label(16, 38, texts.text("game.title"), class_="bold", font_size=30))
    sheet.ground.append(label(17, 62, words, font_size=17, id="season"))


def svg(rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()
