"""The board of Dark Ages as SVG and as text, for any view of any seat.

Places have stable ids: `area-<id>`, `units-<area>-<type>`, `band-<colour>`, `place-<n>` of the offer,
`player-<seat>`; so has everything that moves: figures `infantry-<seat>-<n>`, `archer-…`, `cavalry-…`,
`manor-<seat>-<n>`, `disc-<seat>-<n>`, cards `card-<id>`, and what is built or lies in an area: `city-<area>`,
`tower-<area>`, `church-<area>-<n>`, `production-<area>-<resource>-<n>`, `marker-<area>`. What can be chosen
says so with `data-kind` and `data-value`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pfalz.core.draw import tag
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing
from pfalz.core.texts import Texts
from pfalz.games.darkages.drawing import atlas, pieces, territory
from pfalz.games.darkages.drawing.atlas import Frame, draw_map, shapes, whole_map, windows_of
from pfalz.games.darkages.drawing.battle import draw_battle
from pfalz.games.darkages.drawing.cards import draw_discard, draw_hand, draw_offer
from pfalz.games.darkages.drawing.culture import draw_bands, draw_track
from pfalz.games.darkages.drawing.plain import plain
from pfalz.games.darkages.drawing.players import board_of_another, draw_player_board
from pfalz.games.darkages.drawing.reckoning import draw_reckoning
from pfalz.games.darkages.drawing.rulers import draw_rulers
from pfalz.games.darkages.drawing.scenes import battle
from pfalz.games.darkages.drawing.secrets import secrets
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.stencils import stencils
from pfalz.games.darkages.drawing.table import draw_ends, draw_prices, draw_titles
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import RESOURCE_IDS

__all__ = ["FORMS", "LONG", "MARKED", "SCENES", "STYLE", "draw", "plain", "secrets", "sign", "svg"]

FORMS = dict.fromkeys(("sell", "store"), "counters")
"""Questions about numbers: their slots are filled in any order."""
LONG = True
MARKED = ("area", "place", "title")
"""Kinds of things on the board that are marked when something has happened to them."""
SCENES = {"battle": battle}
"""What is shown by itself, and how."""
"""There is more on the table than a screen can show: all of the width is shown, and the board is scrolled."""
STYLE = pieces.STYLE + atlas.STYLE + territory.STYLE
MAP = 616.0
"""How wide the map is on the wide sheet; one that is broader than high takes another column."""
COLUMN = 382.0
"""So narrow that names, which have letters of 14 units, are 11 pixels high on a small desktop."""
NAMES = 14.04
NARROW_NAMES = 12.11
"""How large the names on the map are, on the wide sheet and on a phone."""
GAP = 8.0
WIDTH = MAP + 2 * COLUMN + 4 * GAP
BROAD = MAP + GAP + COLUMN
NARROW = 425.0
"""How wide the sheet for a phone is: the map fills it."""


def draw(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts, narrow: bool = False) -> Drawing:
    """The whole table as `seat` sees it: three columns, or everything below the map on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    height = _draw_tall(sheet) if narrow else _draw_wide(sheet)
    return sheet.drawing(NARROW if narrow else WIDTH, height, STYLE, _stencils(sheet))


def _draw_wide(sheet: Sheet) -> float:
    """The map with the culture board below it; actions, offer and others; what is the viewer's own."""
    frame = whole_map(sheet.geo)
    if frame.box.width > frame.box.height:
        return _draw_broad(sheet, frame)
    scale = MAP / frame.box.width
    with sheet.enlarged(GAP, GAP, scale):
        draw_map(sheet, frame, NAMES / scale)
    bottom, top, y = sheet.common("wide", _draw_common)
    middle = Column(sheet, MAP + 2 * GAP, y, COLUMN)
    right = Column(sheet, MAP + COLUMN + 3 * GAP, top, COLUMN)
    near, far = _order(sheet)
    middle.offer()
    right.boards(near)
    right.hand()
    middle.boards(far)
    return max(bottom, middle.y, right.y)


def _draw_broad(sheet: Sheet, frame: Frame) -> float:
    """Two maps side by side, with culture board and offer below them; on the right what is going on, actions
    and the viewer's own. The boards of the others go wherever there is room."""
    scale = BROAD / frame.box.width
    with sheet.enlarged(GAP, GAP, scale):
        draw_map(sheet, frame, NAMES / scale)
    below = frame.box.height * scale + 2 * GAP
    bottom, y = sheet.common("broad", partial(_draw_common_broad, below=below))
    left = Column(sheet, GAP, bottom, MAP)
    middle = Column(sheet, MAP + 2 * GAP, below, COLUMN)
    right = Column(sheet, BROAD + 2 * GAP, y, COLUMN)
    near, far = _order(sheet)
    right.boards(near)
    right.hand()
    middle.offer()
    for seat in far:
        min((left, middle, right), key=lambda column: column.y).boards([seat])
    return max(left.y, middle.y, right.y)


def _draw_common_broad(sheet: Sheet, below: float) -> tuple[float, float]:
    """What everybody sees alike beside and below a broad map; returns where the columns go on."""
    right = Column(sheet, BROAD + 2 * GAP, GAP, COLUMN)
    right.battle(recent=True)
    right.news()
    right.actions()
    left = Column(sheet, GAP, below, MAP)
    left.rivals()
    left.culture()
    left.modules()
    left.battle(recent=False)
    return left.y, right.y


def _draw_common(sheet: Sheet) -> tuple[float, float, float]:
    """What everybody sees alike; returns where the columns go on: the left one, the right one, the middle."""
    news = Column(sheet, MAP + 2 * GAP, GAP, 2 * COLUMN + GAP)
    news.battle(recent=True)
    news.news()
    middle = Column(sheet, news.x, news.y, COLUMN)
    middle.actions()
    left = Column(sheet, GAP, GAP + sheet.geo.height * MAP / sheet.geo.width + GAP, MAP)
    left.rivals()
    left.culture()
    left.modules()
    left.battle(recent=False)
    return left.y, news.y, middle.y


def _draw_tall(sheet: Sheet) -> float:
    """The map, what is going on, the own things, then everything else, one below the other."""
    y = 0.0
    for i, frame in enumerate(windows_of(sheet.geo)):
        box, scale = frame.box, NARROW / frame.box.width
        with sheet.enlarged(-box.left * scale, y - box.top * scale, scale, f"window-{i}"):
            draw_map(sheet, frame, NARROW_NAMES / scale)
        y += box.height * scale + GAP
    column = Column(sheet, GAP / 2, y, NARROW - GAP)
    near, far = _order(sheet)
    column.battle(recent=True)
    column.news()
    column.rivals()
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

    def rivals(self) -> None:
        """The boards of sides that nobody sits for."""
        for rival in self.sheet.additions("rival"):
            self.y = rival(self.sheet, self.x, self.y, self.width)

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
            board = board_of_another(self.sheet, seat, self.width)
            if board is None:
                self.add(draw_player_board(self.sheet, seat, self.x, self.y, self.width))
            else:
                self.sheet.place(board.part, self.x, self.y)
                self.add(board.height)

    def hand(self) -> None:
        """The viewer's cards."""
        if self.sheet.seat == self.sheet.front:
            self.add(draw_hand(self.sheet, self.sheet.seat, self.x, self.y, self.width))


def _stencils(sheet: Sheet) -> str:
    """All shapes that are drawn many times over, those of modules too."""
    return sheet.part(("stencils",), lambda: _defs(sheet))


def _defs(sheet: Sheet) -> str:
    sides = sheet.rules.kinds["side"].size
    more = [add(sheet.t.players) for add in sheet.additions("stencils")]
    return stencils(sheet.t.players, sides) + tag("defs", shapes(sheet.geo, sides) + "".join(more))


def sign(slot: str) -> str:
    """The resource that a slot of a form counts, in a square of 20."""
    return pieces.goods(RESOURCE_IDS.index(slot), 10, 10, 0.9) if slot in RESOURCE_IDS else ""


def svg(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()
