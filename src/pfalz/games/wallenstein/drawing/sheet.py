"""What the parts of the drawing need to know, and how pieces are put on the sheet."""

from __future__ import annotations

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.modules.favors import Audience
from pfalz.games.wallenstein.modules.landsknechte import Stacks
from pfalz.games.wallenstein.modules.leaders import Pieces
from pfalz.games.wallenstein.state import Wallenstein
from pfalz.games.wallenstein.tables import ACTIONS, Tables

COUNTY_KINDS = {"march": "destination", "regroup": "destination", "take_county": "draft_card", "plan": "card"}
"""What a county on the map stands for in a question; in all others it is simply a county."""
HAPPENING = ("march", "regroup", "place_group", "leader_here")


class Sheet(Paper[Wallenstein]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Tables = rules.tables
        asks = rules.asks(view)
        self.asked = {ask.seat for ask in asks if not ask.answered}
        own = [ask for ask in asks if ask.seat == self.seat]
        self.ask: Ask | None = own[0] if own else None
        self.county_kind = COUNTY_KINDS.get(self.ask.name, "county") if self.ask else "county"
        self.moving = next((ask.args[1] for ask in asks if ask.name in HAPPENING), -1)
        """The county the question is about: armies leave it, or have just been given it."""

    @property
    def drafting(self) -> bool:
        """Whether counties are still being handed out."""
        return any(self.view.groups)

    @property
    def court(self) -> Audience | None:
        """The slice of Emperor's Court, if it is played."""
        part = self.view.slices.get("court")
        return part if isinstance(part, Audience) else None

    @property
    def banners(self) -> Stacks | None:
        """The slice of the Landsknechte, if they are played."""
        part = self.view.slices.get("landsknechte")
        return part if isinstance(part, Stacks) else None

    @property
    def leaders(self) -> Pieces | None:
        """The slice of the leaders, if they are played."""
        part = self.view.slices.get("leaders")
        return part if isinstance(part, Pieces) else None

    @property
    def space(self) -> int:
        """The space of the action row in play: 0 to 9, -1 before the first action, 10 after the last."""
        s = self.view
        for step, _, args, _ in s.stack:
            if s.rules.nodes[step].name == "action":
                return args[-1]
        return ACTIONS if len(s.action_row) == ACTIONS else -1
