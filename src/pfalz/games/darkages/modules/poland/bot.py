"""What the judgement thinks of Poland: what flipped cards are worth, and how near the others are to it."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.judging import Judge
from pfalz.games.darkages.modules.poland.helping import IMPOSE, WAIVE, helpful, others
from pfalz.games.darkages.modules.poland.state import FLIPPED, REMOVED, STEPS, poland, progress
from pfalz.games.darkages.odds import Units
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import garrisons
from pfalz.games.darkages.prices import can_pay
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import GOLD, MARCH, RESOURCES, TEMP_UNIT, UNITS
from pfalz.games.darkages.worth import PRICES

NEARER: Final = (0.0, 1.0, 2.2, 3.8)
"""What a card is worth with so many steps covered, while there is time for the rest."""
FIRST: Final = 1.0
"""A card that nobody has flipped yet brings more: the levy, or that the others lose theirs."""
USE: Final = 0.6
"""What a benefit is worth for each pass to come."""
READY: Final = 0.5
"""What it is worth while the card lies upright."""
WORTH_IT: Final = 2.5
"""A March that promises so much is looked at."""
UNIT: Final = 1.1
"""What a unit is worth beside its price, when it is given up."""


def card_worth(s: DarkAges, seat: int, card: int, steps: int, o: Outlook) -> float:
    """What a Poland card of a player is worth with so many steps covered."""
    part = poland(s)
    if steps == REMOVED:
        return 0.0
    if steps == FLIPPED:
        upright = not part.sideways[len(part.t.cards) * seat + card]
        return part.t.vp + USE * max(0.0, o.left[seat] - 1.0) + READY * upright * o.hope[seat]
    first = FIRST if part.first[card] == NONE and steps else 0.0
    return o.hope[seat] * (NEARER[steps] + first)


class PolandJudge(Judge):
    """The cards of a player by what they are and by what may become of them."""

    terms: ClassVar[tuple[str, ...]] = ("poland",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        if s.over:
            return [0.0]
        found = 0.0
        begun = s.given("step_done")
        for card, steps in enumerate(progress(s, seat)):
            more = int(steps < STEPS and (seat, card) in begun)  # it will be covered in a moment
            found += card_worth(s, seat, card, steps + more, o)
        return [found]

    def promise(self, s: DarkAges, seat: int) -> float:
        """A step that belongs to March, if units can be spared for it."""
        t, found = poland(s).t, 0.0
        for card in helpful(s, seat, MARCH):
            step = progress(s, seat)[card]
            n = sum([effect.n for effect in t.conditions[card][step]])
            costs = _cheapest(s, seat, n)
            vp = sum([sum(s.face_of(seat, unit).cost[:RESOURCES]) for unit in costs])
            goods = sum([PRICES[kind] * k for unit in costs for kind, k in _cost(s, seat, unit)])
            reward = t.vp if step + 1 == STEPS else vp + NEARER[step + 1] - NEARER[step]
            found = max(found, reward - goods - UNIT * n)
        return WORTH_IT + found if found > 0 else 0.0

    def helps(self, s: DarkAges, seat: int, start: int, end: int) -> Units:
        """The temporary units of the Polish War Alliance."""
        part = poland(s)
        card = part.t.war_alliance
        at = len(part.t.cards) * seat + card
        if card == NONE or part.steps[at] != FLIPPED or part.sideways[at]:
            return (0, 0, 0)
        found = [0] * UNITS
        for effect in s.t.powers[part.t.powers[card]].effects:
            if effect.op == TEMP_UNIT:
                found[effect.unit] += effect.n
        return (found[0], found[1], found[2])

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        """A benefit is used whenever it can be: it is there again after the next pass."""
        if ask.name in ("benefit", "alliance_benefit"):
            return [(1,)]
        if ask.name == "levy":
            return [(IMPOSE if _imposes(s, ask.seat, ask.args[1]) else WAIVE,)]
        return []


def _cost(s: DarkAges, seat: int, unit: int) -> list[tuple[int, int]]:
    return list(enumerate(s.face_of(seat, unit).cost[:RESOURCES]))


def _cheapest(s: DarkAges, seat: int, n: int) -> list[int]:
    """The units that are given up most easily, by type."""
    there = [unit for area in garrisons(s, seat) for unit, k in enumerate(s.units_in(area)) for _ in range(k)]
    return sorted(there, key=lambda unit: (s.face_of(seat, unit).level, unit))[:n]


def _imposes(s: DarkAges, seat: int, card: int) -> bool:
    """Who pays makes a profit, too; who cannot loses what he has done."""
    part, gain = poland(s), 0.0
    rivals = others(s, seat)
    levy = part.t.levies[card][0]
    price = sum([PRICES[kind] * n for kind, n in enumerate(levy.pay[:RESOURCES])]) + levy.pay[GOLD]
    for other in rivals:
        done = NEARER[min(progress(s, other)[card], STEPS - 1)]
        if can_pay(s, other, levy):
            gain += price - max(0.0, part.t.vp - price - done) / len(rivals)
        else:
            gain += done / len(rivals) + 0.5
    return gain > 0


JUDGE: Final = PolandJudge()
"""The Rise of Poland (DM15)."""
