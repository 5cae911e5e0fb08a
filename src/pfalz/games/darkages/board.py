"""The board of Dark Ages as SVG and as text, for any view of any seat.

Places have stable ids: `area-<id>`, `units-<area>-<type>`; so has everything that moves: figures
`infantry-<seat>-<n>`, `archer-…`, `cavalry-…`, `manor-<seat>-<n>`, and what is built or lies in an area:
`city-<area>`, `tower-<area>`, `church-<area>-<n>`, `production-<area>-<resource>-<n>`, `marker-<area>`. What
can be chosen says so with `data-kind` and `data-value`.
"""

from __future__ import annotations

from pfalz.core.draw import tag
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing
from pfalz.core.texts import Texts
from pfalz.games.darkages.drawing import atlas, pieces, territory
from pfalz.games.darkages.drawing.atlas import draw_map, shapes
from pfalz.games.darkages.drawing.plain import plain
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.stencils import stencils
from pfalz.games.darkages.state import DarkAges

__all__ = ["FORMS", "STYLE", "draw", "plain", "svg"]

FORMS: dict[str, str] = {}
STYLE = pieces.STYLE + atlas.STYLE + territory.STYLE
WIDTH, HEIGHT = 2000.0, 1200.0


def draw(
    rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts, narrow: bool = False
) -> Drawing:
    """The whole table as `seat` sees it: the panels beside the map, or below it on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    draw_map(sheet)
    return sheet.drawing(WIDTH, HEIGHT, STYLE, _stencils(sheet))


def _stencils(sheet: Sheet) -> str:
    """All shapes that are drawn many times over, those of modules too."""
    return sheet.part(("stencils",), lambda: _defs(sheet))


def _defs(sheet: Sheet) -> str:
    more = [add(sheet.t.players) for add in sheet.additions("stencils")]
    return stencils(sheet.t.players) + tag("defs", shapes(sheet.t.players) + "".join(more))


def svg(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()
