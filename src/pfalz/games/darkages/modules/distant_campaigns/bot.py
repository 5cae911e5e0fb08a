"""What the judgement thinks of campaign cards: they are played for the best conquests that a march promises.

An army with nothing in reach may be just the army for a campaign. So what it could conquer far away
counts as what it could conquer next door does, and of the cards dealt those are kept that lead to the weak.
"""

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
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.warfare import LOST_UNIT, ONE_MORE, Stakes, aim, without_one

IN_HAND: Final = 0.4
"""What a card is worth as long as it can be played."""
FAR: Final = 0.4
"""What an army may conquer with a card, of what that is worth: it could do something nearer, too."""
TYPICAL: Final = (3, 0, 0)
"""The army that is imagined when cards are chosen, before there is any."""
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
        found = IN_HAND * len(campaigns(s).hand[seat]) + FAR * prospects(s, seat)
        return [o.hope[seat] * found]

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
        if move and promise > other:
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
        manor = cheap_manor(s, stakes)
        for start in departures(s, seat, card):
            for army in troops(s, start):
                promise = attack(s, start, end, army, stakes)
                if promise <= 0.0:
                    continue
                promise += manor - cut_off(s, seat, end, sum(army))
                if promise > best:
                    best, found = promise, (card, start, *escorted(s, seat, start, army))
    return best, found


def prospects(s: DarkAges, seat: int) -> float:
    """What the best campaign of an army promises on average, as it is or with one more unit."""
    cards = [card for card in campaigns(s).hand[seat] if card != HIDDEN and s.owner[goal(s, card)] != seat]
    if not cards:
        return 0.0
    stakes, best = stakes_of(s, seat), 0.0
    for card in cards:
        end = goal(s, card)
        for start in departures(s, seat, card):
            i, a, c = s.units_in(start)
            army = (i, a, c)
            if not s.manors[start] and s.home[seat] != start:
                army = without_one(army)  # somebody has to hold the area
            if not any(army):
                continue
            here = aim(s, army, end, 0, stakes)
            if s.city[start]:
                here = max(here, ONE_MORE * aim(s, (army[0] + 1, army[1], army[2]), end, 0, stakes))
            best = max(best, here + cheap_manor(s, stakes) - cut_off(s, seat, end, sum(army)))
    return best


def cheap_manor(s: DarkAges, stakes: Stakes) -> float:
    """What it is worth that settling is cheap where a campaign has won (DM10-2.4)."""
    return SETTLED * stakes.slope * stakes.o.hope[stakes.seat] if s.row[stakes.seat] else 0.0


def cut_off(s: DarkAges, seat: int, end: int, n: int) -> float:
    """What it costs an army that it has nowhere to retreat to (DM10-2.3)."""
    haven = any(s.owner[area] == seat for area in s.t.neighbours[end])
    return 0.0 if haven else CUT_OFF * LOST_UNIT * n


def _least(s: DarkAges, seat: int) -> Move:
    """The cards that are good for least: where a strong enemy stands, or settling is cheap anyway."""
    part, stakes = campaigns(s), stakes_of(s, seat)
    own = part.t.lowest[s.t.ruler_ids[s.ruler[seat]]]

    def worth(card: int) -> float:
        area = goal(s, card)
        return 0.5 * (settle_cost(s, seat, area) - own) + aim(s, TYPICAL, area, 0, stakes)

    ranked = sorted(part.hand[seat], key=worth)
    return tuple(sorted(ranked[: part.t.given_up]))


JUDGE: Final = CampaignJudge()
