"""What the parts of the drawing need to know, and what modules put on the sheet.

A module adds at these places (`ADDS` in its `drawing.py`):

    stencils      (players) -> markup of shapes drawn many times over
    panel         (sheet, y) -> y          a panel beside the map; returns where it ends
    player_facts  (sheet, seat) -> facts       what the last line of a player's panel depends on
    player        (sheet, seat, facts) -> [Segment]   what stands in that line
    box_sign      (sheet, box, x) -> markup    the sign in a box of the mat that the module has added
    visits        (view) -> {county: facts}    what of it is in which county
    visitors      (sheet, {county: facts})     draws it
    visit_hint    (rules, texts, facts) -> [line]  tells it
    plain, plain_player, plain_county, plain_legend   the same in plain text (plain.py)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.lookup import ACTIONS, Lookup
from pfalz.games.wallenstein.state import Wallenstein

NO_COUNTY = -1


class Segment(NamedTuple):
    """Something in the last line of a player's panel: `draw(x, y)` returns where it ends."""

    draw: Callable[[float, float], float]
    last: bool = False
    """Whether it takes what room the others leave."""


class Sheet(Paper[Wallenstein]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Lookup = rules.lookup
        asks = self.asks = rules.asks(view)
        self.asked = {ask.seat for ask in asks if not ask.answered}
        own = [ask for ask in asks if ask.seat == self.seat]
        self.question = own[0].name if own else ""
        """What the viewer is asked, or nothing."""
        self.drafting = any(view.groups)
        """Whether counties are still being handed out."""
        self.boxes = rules.kinds["box"].size
        """Boxes of a mat."""
        self.land = (tuple(view.owner), tuple(view.armies), tuple(view.buildings), tuple(view.markers))
        """What is known of the counties, as a fact many parts depend on."""
        self._moving: int | None = None
        self._space: int | None = None
        self._visits: list[dict[int, Hashable]] | None = None

    @property
    def moving(self) -> int:
        """The county the question is about: armies leave it, or have just been given it."""
        if self._moving is None:
            self._moving = self._find_moving()
        return self._moving

    def _find_moving(self) -> int:
        for ask in self.asks:
            _, county = ask.question.about(ask.args).get("county", ("county", NO_COUNTY))
            if county != NO_COUNTY:
                return county
        return NO_COUNTY

    @property
    def space(self) -> int:
        """The space of the action row in play: 0 to 9, -1 before the first action, 10 after the last."""
        if self._space is None:
            self._space = self._find_space()
        return self._space

    def _find_space(self) -> int:
        s = self.view
        if s.within("action"):
            return s.items("actions")[0][-1]
        return ACTIONS if len(s.action_row) == ACTIONS else -1

    @property
    def visits(self) -> list[dict[int, Hashable]]:
        """What modules have in the counties."""
        if self._visits is None:
            self._visits = [visits(self.view) for visits in self.additions("visits")]
        return self._visits
