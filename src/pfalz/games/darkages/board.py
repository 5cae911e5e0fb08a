"""The board of Dark Ages as SVG and as text, for any view of any seat.

Places have stable ids: `area-<id>`, `units-<area>-<type>`, `band-<colour>`, `place-<n>` of the offer,
`player-<seat>`; so has everything that moves: figures `infantry-<seat>-<n>`, `archer-…`, `cavalry-…`,
`manor-<seat>-<n>`, `disc-<seat>-<n>`, cards `card-<id>`, and what is built or lies in an area: `city-<area>`,
`tower-<area>`, `church-<area>-<n>`, `production-<area>-<resource>-<n>`, `marker-<area>`. What can be chosen
says so with `data-kind` and `data-value`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.draw import tag
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing
from pfalz.core.texts import Texts
from pfalz.games.darkages.drawing import atlas, pieces, territory
from pfalz.games.darkages.drawing.atlas import draw_map, shapes
from pfalz.games.darkages.drawing.battle import draw_battle
from pfalz.games.darkages.drawing.cards import draw_discard, draw_hand, draw_offer
from pfalz.games.darkages.drawing.culture import draw_bands, draw_track
from pfalz.games.darkages.drawing.plain import plain
from pfalz.games.darkages.drawing.players import draw_player_board
from pfalz.games.darkages.drawing.reckoning import draw_reckoning
from pfalz.games.darkages.drawing.rulers import draw_rulers
from pfalz.games.darkages.drawing.secrets import secrets
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.stencils import stencils
from pfalz.games.darkages.drawing.table import draw_ends, draw_prices, draw_titles
from pfalz.games.darkages.state import NONE, DarkAges

__all__ = ["FORMS", "LONG", "STYLE", "draw", "plain", "secrets", "svg"]

FORMS = dict.fromkeys(("sell", "store"), "counters")
"""Questions about numbers: their slots are filled in any order."""
LONG = True
"""There is more on the table than a screen can show: all of the width is shown, and the board is scrolled."""
STYLE = pieces.STYLE + atlas.STYLE + territory.STYLE
MAP = 660.0
"""How wide the map is on the wide sheet."""
COLUMN = 400.0
GAP = 8.0
WIDTH = MAP + 2 * COLUMN + 4 * GAP
NARROW = 425.0
"""How wide the sheet for a phone is: the map fills it."""


def draw(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts, narrow: bool = False) -> Drawing:
    """The whole table as `seat` sees it: three columns, or everything below the map on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    height = _draw_tall(sheet) if narrow else _draw_wide(sheet)
    return sheet.drawing(NARROW if narrow else WIDTH, height, STYLE, _stencils(sheet))


def _draw_wide(sheet: Sheet) -> float:
    """The map with the culture board below it; actions, offer and others; what is the viewer's own."""
    with sheet.enlarged(GAP, GAP, MAP / atlas.WIDTH):
        draw_map(sheet, 19)
    bottom, top, y = sheet.common("wide", _draw_common)
    middle = Column(sheet, MAP + 2 * GAP, y, COLUMN)
    right = Column(sheet, MAP + COLUMN + 3 * GAP, top, COLUMN)
    near, far = _order(sheet)
    middle.offer()
    right.boards(near)
    right.hand()
    middle.boards(far)
    return max(bottom, middle.y, right.y)


def _draw_common(sheet: Sheet) -> tuple[float, float, float]:
    """What everybody sees alike; returns where the columns go on: the left one, the right one, the middle."""
    news = Column(sheet, MAP + 2 * GAP, GAP, 2 * COLUMN + GAP)
    news.battle(recent=True)
    news.news()
    middle = Column(sheet, news.x, news.y, COLUMN)
    middle.actions()
    left = Column(sheet, GAP, GAP + atlas.HEIGHT * MAP / atlas.WIDTH + GAP, MAP)
    left.culture()
    left.modules()
    left.battle(recent=False)
    return left.y, news.y, middle.y


def _draw_tall(sheet: Sheet) -> float:
    """The map, what is going on, the own things, then everything else, one below the other."""
    scale = NARROW / atlas.WIDTH
    with sheet.enlarged(0, 0, scale):
        draw_map(sheet, 22)
    column = Column(sheet, GAP / 2, atlas.HEIGHT * scale + GAP, NARROW - GAP)
    near, far = _order(sheet)
    column.battle(recent=True)
    column.news()
    column.actions()
    column.boards(near)
    column.hand()
    column.offer()
    column.modules()
    column.culture()
    column.boards(far)
    column.battle(recent=False)
    return column.y


def _order(sheet: Sheet) -> tuple[list[int], list[int]]:
    """The boards of the players: the viewer's own, then the others in the order of their turns."""
    n = sheet.t.players
    seats = [(sheet.front + i) % n for i in range(n)]
    return (seats[:1], seats[1:]) if sheet.seat == sheet.front else (seats[: n // 2], seats[n // 2 :])


class Column:
    """Panels one below the other."""

    def __init__(self, sheet: Sheet, x: float, y: float, width: float) -> None:
        self.sheet = sheet
        self.x, self.y, self.width = x, y, width

    def add(self, height: float) -> None:
        """Something was drawn that is so high."""
        self.y += height + GAP

    def battle(self, *, recent: bool) -> None:
        """The battle of this turn, or else the last one."""
        if bool(self.sheet.view.fought) == recent and self.sheet.view.battle != NONE:
            self.add(draw_battle(self.sheet, self.x, self.y, self.width))

    def news(self) -> None:
        """What goes on: rulers are chosen, or the points are counted."""
        sheet = self.sheet
        if not sheet.begun:
            self.add(draw_rulers(sheet, self.x, self.y, self.width))
        if sheet.view.over:
            self.add(draw_reckoning(sheet, self.x, self.y, self.width))

    def modules(self) -> None:
        """The panels of modules: what is asked there comes into view by itself, all else is looked up."""
        for panel in self.sheet.additions("panel"):
            self.y = panel(self.sheet, self.x, self.y, self.width)

    def actions(self) -> None:
        """The action cards with their discs, and the reactions between them."""
        self.add(draw_bands(self.sheet, self.x, self.y, self.width))

    def offer(self) -> None:
        """The cards on offer, the deck and the discard pile, as soon as there are any (D-3.18, D-3.24)."""
        if not self.sheet.begun:
            return
        self.add(draw_offer(self.sheet, self.x, self.y, self.width))
        self.add(draw_discard(self.sheet, self.x, self.y, self.width))

    def culture(self) -> None:
        """The rest of the culture board; how near the end is can be told as soon as the table is laid."""
        ends = (draw_ends,) if self.sheet.begun else ()
        for part in (draw_track, draw_titles, *self.sheet.additions("shelf"), *ends, draw_prices):
            height = part(self.sheet, self.x, self.y, self.width)
            if height:
                self.add(height)

    def boards(self, seats: Sequence[int]) -> None:
        """The boards of some players."""
        for seat in seats:
            self.add(draw_player_board(self.sheet, seat, self.x, self.y, self.width))

    def hand(self) -> None:
        """The viewer's cards."""
        if self.sheet.seat == self.sheet.front:
            self.add(draw_hand(self.sheet, self.sheet.seat, self.x, self.y, self.width))


def _stencils(sheet: Sheet) -> str:
    """All shapes that are drawn many times over, those of modules too."""
    return sheet.part(("stencils",), lambda: _defs(sheet))


def _defs(sheet: Sheet) -> str:
    more = [add(sheet.t.players) for add in sheet.additions("stencils")]
    return stencils(sheet.t.players) + tag("defs", shapes(sheet.t.players) + "".join(more))


def svg(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()
