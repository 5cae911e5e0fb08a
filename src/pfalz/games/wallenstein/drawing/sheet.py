"""What the parts of the drawing need to know, and how pieces are put on the sheet."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.modules.favors import Audience
from pfalz.games.wallenstein.modules.landsknechte import Stacks
from pfalz.games.wallenstein.modules.leaders import Pieces
from pfalz.games.wallenstein.state import Wallenstein
from pfalz.games.wallenstein.tables import ACTIONS, Tables

COUNTY_KINDS = {
    "take_county": "draft_card",
    "plan": "card",
    "march": "destination",
    "regroup": "destination",
    "place_leader": "county",
    "build_free": "county",
    "calm_county": "county",
    "imperial_troops": "county",
    "move_leader": "county",
    "choose_revolt": "county",
}
"""What a county on the map stands for in a question."""
HAPPENING = ("march", "regroup", "place_group", "leader_here")


class Sheet(Paper[Wallenstein]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Tables = rules.tables
        asks = rules.asks(view)
        self.asked = {ask.seat for ask in asks if not ask.answered}
        own = [ask for ask in asks if ask.seat == self.seat]
        self.question = own[0].name if own else ""
        """What the viewer is asked, or nothing."""
        self.moving = next((ask.args[1] for ask in asks if ask.name in HAPPENING), -1)
        """The county the question is about: armies leave it, or have just been given it."""
        self.drafting = any(view.groups)
        """Whether counties are still being handed out."""
        self.space = _space(view)
        """The space of the action row in play: 0 to 9, -1 before the first action, 10 after the last."""
        self.county_kind = COUNTY_KINDS.get(self.question) or self._usual_kind()
        court, banners = view.slices.get("court"), view.slices.get("landsknechte")
        leaders = view.slices.get("leaders")
        self.court = court if isinstance(court, Audience) else None
        self.banners = banners if isinstance(banners, Stacks) else None
        self.leaders = leaders if isinstance(leaders, Pieces) else None
        self.land = (tuple(view.owner), tuple(view.armies), tuple(view.buildings), tuple(view.markers))
        """What is known of the counties, as a fact many parts depend on."""
        self.visits: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        """Where leaders and monuments are."""
        if self.leaders is not None:
            self.visits = tuple(self.leaders.leader), tuple(self.leaders.monument)

    def _usual_kind(self) -> str:
        """What counties stand for in most questions of a phase: so the map need not change with each."""
        if self.drafting:
            return "draft_card"
        return "destination"


def _space(s: Wallenstein) -> int:
    for step, _, args, _ in s.stack:
        if s.rules.nodes[step].name == "action":
            return args[-1]
    return ACTIONS if len(s.action_row) == ACTIONS else -1
