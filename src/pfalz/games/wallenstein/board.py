"""The board of Wallenstein as SVG and as text, for any view of any seat, and its planning mat as a form.

Places have stable ids: `county-<id>`, `order-<place>`, `box-<seat>-<box>`, `player-<seat>`, `tower`, `tray`,
`hall-entrance`; so has everything that moves: `army-<county>`, `building-<county>-<kind>`,
`revolt-<county>-<n>`, `leader-<seat>`, `monument-<seat>-<n>`, `token-<seat>`, and the cards `action-<id>`,
`event-<id>`, `favor-<id>`, `draft-<county>`. What can be chosen says so with `data-kind` and `data-value`. A
county stands for whatever the open question asks for: a county, a destination, a card.
"""

from __future__ import annotations

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
from pfalz.games.wallenstein.drawing.players import draw_players
from pfalz.games.wallenstein.drawing.secrets import secrets
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.table import draw_actions, draw_court, draw_events, draw_order
from pfalz.games.wallenstein.drawing.tower import draw_regions, draw_supplies, draw_tower
from pfalz.games.wallenstein.state import Wallenstein

__all__ = ["FORMS", "draw", "form", "plain", "secrets", "svg"]

FORMS = {"plan": "mat"}
WIDTH, HEIGHT = 1500.0, 980.0


def draw(rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> Drawing:
    """The whole table as `seat` sees it."""
    sheet = Sheet(rules, view, seat, texts)
    draw_map(sheet)
    sheet.part(("season", view.season, view.over, sheet.drafting), lambda: _draw_season(sheet))
    draw_tower(sheet, 16, 80)
    draw_supplies(sheet, 912, 16)
    y = draw_actions(sheet, 8)
    if not view.over:
        y = draw_events(sheet, y)
        y = draw_order(sheet, y)
    y = draw_court(sheet, y)
    y = draw_players(sheet, y, HEIGHT - 6)
    room = y + MAJORITIES < HEIGHT
    draw_regions(sheet, 18, 900, leaders=not room)
    if room and not sheet.drafting:
        draw_majorities(sheet, y)
    return sheet.drawing(WIDTH, HEIGHT, STYLE, shapes(sheet))


def _draw_season(sheet: Sheet) -> None:
    texts = sheet.texts
    words = season(sheet.view, texts, drafting=sheet.drafting)
    sheet.ground.append(label(16, 38, texts.text("game.title"), class_="bold", font_size=30))
    sheet.ground.append(label(17, 62, words, font_size=17, id="season"))


def svg(rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()
