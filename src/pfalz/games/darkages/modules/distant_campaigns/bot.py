"""What the judgement thinks of campaign cards: they are played for conquests that no other march promises."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import HIDDEN, Move
from pfalz.games.darkages.marches import attack, best_attack, escorted, quiet_marches, stakes_of, troops
from pfalz.games.darkages.modules.distant_campaigns.rules import departures
from pfalz.games.darkages.modules.distant_campaigns.state import campaigns, goal
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.settling import settle_cost
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.warfare import LOST_UNIT, Stakes
from pfalz.games.darkages.worth import PRICES

IN_HAND: Final = 0.8
"""What a card is worth as long as it can be played."""
BETTER: Final = 1.0
"""So much more than any other march a campaign must promise."""
SETTLED: Final = 0.5
"""What settling in the far area is worth, of what the manor is."""
CUT_OFF: Final = 0.3
"""How much of an army is at risk that has nowhere to retreat."""


class CampaignJudge(Judge):
    """Cards in hand, and what they promise."""

    terms: ClassVar[tuple[str, ...]] = ("campaigns",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        if s.out[seat]:
            return [0.0]
        return [IN_HAND * o.hope[seat] * len(campaigns(s).hand[seat])]

    def promise(self, s: DarkAges, seat: int) -> float:
        return best_campaign(s, seat, stakes_of(s, seat))[0]

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        if ask.name == "keep_campaigns":
            return [_least(s, ask.seat)]
        if ask.name != "campaign":
            return []
        stakes = stakes_of(s, ask.seat)
        promise, move = best_campaign(s, ask.seat, stakes)
        quiet = quiet_marches(s, stakes)
        other = max(best_attack(s, stakes)[0], quiet[0][0] if quiet else 0.0)
        if move and promise > other + BETTER:
            return [move]
        return [(len(campaigns(s).t.ids),)]


def best_campaign(s: DarkAges, seat: int, stakes: Stakes) -> tuple[float, Move]:
    """The campaign that promises most, and what; an empty one if all of them are likely to fail."""
    best = 0.0
    found: Move = ()
    for card in campaigns(s).hand[seat]:
        if card == HIDDEN or s.owner[goal(s, card)] == seat:
            continue
        end = goal(s, card)
        haven = any(s.owner[area] == seat for area in s.t.neighbours[end])
        manor = SETTLED * stakes.slope * stakes.o.hope[seat] if s.row[seat] else 0.0
        for start in departures(s, seat, card):
            for army in troops(s, start):
                promise = attack(s, start, end, army, stakes)
                if promise <= 0.0:
                    continue
                promise += manor - (0.0 if haven else CUT_OFF * LOST_UNIT * sum(army))
                if promise > best:
                    best, found = promise, (card, start, *escorted(s, seat, start, army))
    return best, found


def _least(s: DarkAges, seat: int) -> Move:
    """The cards that are good for least: where settling is cheap anyway, and the soil is poor."""
    part = campaigns(s)
    own = part.t.lowest[s.t.ruler_ids[s.ruler[seat]]] if s.ruler[seat] != NONE else 0

    def worth(card: int) -> float:
        area = goal(s, card)
        return 0.5 * (settle_cost(s, seat, area) - own) + PRICES[s.t.resource[area]]

    ranked = sorted(part.hand[seat], key=worth)
    return tuple(sorted(ranked[: part.t.given_up]))


JUDGE: Final = CampaignJudge()
