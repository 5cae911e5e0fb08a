"""What the parts of the drawing need to know, and where modules add to it.

A module adds at these places (`ADDS` in its `drawing.py`):

    map           () -> package    the folder whose data have the outlines of the map, if it is another one
    tinctures     () -> {region: colour}   the colours of further regions that have a title
    stencils      (players) -> markup of shapes drawn many times over
    area_facts    (view, area) -> facts        what of it is in an area; nothing if there is nothing
    area          (sheet, area, facts)         draws it
    area_hint     (sheet, area, facts) -> [line]   tells it
    rival         (sheet, x, y, width) -> y    the board of a side without a seat; returns where it ends
    reckoned      (view) -> (side, points by source)   such a side in the table of the points at the end
    panel         (sheet, x, y, width) -> y    a panel of its own; returns where it ends
    shelf         (sheet, x, y, width) -> height   what lies open beside the titles, the same for all viewers
    place         (sheet, place, card, width)  what lies at a card of the offer
    board         (sheet, seat, width) -> height   what it adds to a player board, for the owner secrets too
    ends          (sheet) -> [(id, progress, clause)]   what else brings the end, as the kind `end` grows
    plain         (page) -> [line]             the same in plain text
    plain_player  (page, seat) -> [line]       what it adds to a player in plain text
    forms         () -> {question: style}      questions whose slots are filled in any order (`web/forms.py`)
    card_text     (rules, texts, card) -> [line]   what a culture card of its kind says; nothing for others
    card_rules    (sheet, card) -> [clause]    the clauses that say how it is used

The sign of a kind of culture cards is a stencil `look-kind-<id>`, its names are `board.kind.<id>` and
`board.kinds.<id>`.
"""

from __future__ import annotations

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.darkages.drawing.geography import BASE, Geography, geography
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.state import NONE, DarkAges


class Sheet(Paper[DarkAges]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Lookup = rules.lookup
        self.names = texts.seats
        maps = self.additions("map")
        self.geo: Geography = geography(maps[0]() if maps else BASE)
        self._asks: list[Ask] | None = None
        self._asked: frozenset[int] | None = None
        self._begun: bool | None = None
        self._fighting: bool | None = None
        self._winners: tuple[int, ...] | None = None

    @property
    def asks(self) -> list[Ask]:
        """The questions that are open."""
        if self._asks is None:
            self._asks = self.rules.asks(self.view)
        return self._asks

    @property
    def asked(self) -> frozenset[int]:
        """Those who are still asked something."""
        if self._asked is None:
            self._asked = frozenset([ask.seat for ask in self.asks if not ask.answered])
        return self._asked

    @property
    def question(self) -> str:
        """What is asked, or nothing."""
        return self.asks[0].name if self.asks else ""

    @property
    def front(self) -> int:
        """Whose board lies before the viewer: the own one, for spectators the first."""
        return self.seat if self.seat != SPECTATOR else 0

    @property
    def begun(self) -> bool:
        """Whether all have chosen their rulers and the table is laid (D-3.7)."""
        if self._begun is None:
            self._begun = NONE not in self.view.ruler[: self.t.players]
        return self._begun

    @property
    def fighting(self) -> bool:
        """Whether a battle is being fought."""
        if self._fighting is None:
            self._fighting = self.view.within("battle")
        return self._fighting

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, when the game is over."""
        if self._winners is None:
            places = self.rules.outcome(self.view).places if self.view.over else ()
            self._winners = tuple([seat for seat, place in enumerate(places) if place == 1])
        return self._winners
