"""What the judgement thinks of alchemists: gold that is safe, and resources that need no storehouse.

What can be paid with gold of the card is seen where the goods of a seat are weighed, and its points at the
end where those are counted; what is left for here is little.
"""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.answers import marginal
from pfalz.games.darkages.modules.alchemists.state import cards, full_sets
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import GOODS, RESOURCES

SAFE: Final = 0.02
"""What gold is worth more as long as it lies on the card."""
BEGUN: Final = 0.7
"""What resources of a set that is not full are worth of their share of a gold."""


class AlchemistJudge(Judge):
    """What lies on the card, beyond what it can pay for and its points at the end."""

    terms: ClassVar[tuple[str, ...]] = ("alchemist",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = cards(s)
        sets = full_sets(s, seat)
        begun = (part.stock[seat] - sets * part.t.set_size) / part.t.set_size
        return [SAFE * sets + BEGUN * o.hope[seat] * begun * s.t.gold_vp]

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        return deposits(s, ask) if ask.name == "deposit" else []


def deposits(s: DarkAges, ask: Ask) -> list[Move]:
    """For every number of resources those that are missed least."""
    left = s.goods[GOODS * ask.seat : GOODS * ask.seat + RESOURCES]
    given = [0] * RESOURCES
    found: list[Move] = []
    for _ in range(sum(left) + 1):
        move = tuple(given)
        if all(value in (ask.options(s, move[:at]) or ()) for at, value in enumerate(move)):
            found.append(move)
        there = [resource for resource in range(RESOURCES) if left[resource]]
        if there:
            least = min(there, key=lambda resource: marginal(resource, left[resource]))
            left[least] -= 1
            given[least] += 1
    return found


JUDGE: Final = AlchemistJudge()
