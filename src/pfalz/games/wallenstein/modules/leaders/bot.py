"""What the judgement thinks of leaders and monuments."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.games.wallenstein.mind import Judge, Mind
from pfalz.games.wallenstein.modules.leaders.state import CAPTURED, IN_SUPPLY, OFF, pieces
from pfalz.games.wallenstein.state import Wallenstein

LEADER: Final = 0.25
OWN_MONUMENT: Final = 0.9
"""What is left of the points of an own monument: somebody may capture it."""
RIVAL_MONUMENT: Final = 0.2
"""How much of the points of a rival's monument is taken off."""


class LeaderJudge(Judge):
    """The leader by the county it stands in, and monuments by whose they are."""

    terms: ClassVar[tuple[str, ...]] = ("leader", "monuments")

    def values(self, s: Wallenstein, seat: int, mind: Mind) -> list[float]:
        part = pieces(s)
        here = part.leader[seat]
        leader = 0.0
        if here != OFF:
            leader = LEADER * mind.rounds + 0.03 * (s.t.taxes[here] + s.t.sites[here])
            leader += 0.05 * min(5, mind.armies[here])
        monuments = 0.0
        own, captured = part.t.own_points, part.t.captured_points
        for at, place in enumerate(part.monument):
            if place >= CAPTURED:
                monuments += captured if place - CAPTURED == seat else -RIVAL_MONUMENT * captured
            elif place != IN_SUPPLY:
                mine = at // part.t.monuments == seat
                monuments += OWN_MONUMENT * own if mine else -RIVAL_MONUMENT * own
        return [leader, monuments]


JUDGE: Final = LeaderJudge()
