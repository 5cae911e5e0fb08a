"""What the judgement thinks of commanders: one is worth what the army beside him may conquer with him.

A commander is hired in the middle of a Recruit, for gold. Whoever thinks about a turn does not see that far,
so the best hiring that is about to be offered counts as soon as the Recruit is under way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.armies import role_of
from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.marches import stakes_of
from pfalz.games.darkages.modules.commanders.rules import can_hire
from pfalz.games.darkages.modules.commanders.state import commanders, power_of
from pfalz.games.darkages.odds import Units
from pfalz.games.darkages.outlook import GOLD_MORE, Outlook
from pfalz.games.darkages.possible import bits, reach
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.warfare import TARGET, aim
from pfalz.games.darkages.words import CANCEL_DAMAGE, CAVALRY, INFANTRY, TEMP_UNIT, UNITS, WHATEVER

BRINGS_UNITS: Final = 0.9
SAVES_UNITS: Final = 0.7
HELPS: Final = 0.4
"""What a commander is worth for each pass to come, after which he can be used again."""
FEW: Final = 0.5
MANY: Final = 4.0
"""Of that so much counts for who has no unit whose dice he changes, and all of it with so many of them."""
BESIDE: Final = 0.15
"""What it is worth that a unit, of the first few, stands where he does."""
READY: Final = 0.5
"""What he is worth while he can be used, wherever he stands."""
NOW: Final = 3.0
"""What is said for an attack with him beyond what it promises: who does not use him has paid in vain."""


class CommanderJudge(Judge):
    """A commander by the battles he may still help in, and by the army he stands with."""

    terms: ClassVar[tuple[str, ...]] = ("commander",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = commanders(s)
        if s.out[seat]:
            return [0.0]
        if part.card[seat] == NONE:
            return [about_to_hire(s, seat, o)]
        found = lasting(s, seat, part.card[seat], o.left[seat])
        found += o.hope[seat] * BESIDE * min(MANY, sum(s.units_in(part.area[seat])))
        if not part.sideways[seat]:
            found += o.hope[seat] * (READY + TARGET * _help(s, seat))
        return [found]

    def helps(self, s: DarkAges, seat: int, start: int, end: int) -> Units:
        """The units that he brings, and what better dice or units that survive come to, in infantry."""
        part = commanders(s)
        if part.area[seat] != start or part.sideways[seat]:
            return (0, 0, 0)
        return reinforcement(_effects(s, part.card[seat]), s.units_in(start))

    def haste(self, s: DarkAges, seat: int, assault: Move) -> float:
        """What he does between two passes cannot be saved up (DM6-4.4)."""
        part = commanders(s)
        return NOW if part.area[seat] == assault[0] and not part.sideways[seat] else 0.0

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        """He is used if his units, or those he helps, take part."""
        if ask.name != "command":
            return []
        role = role_of(s, ask.seat)
        for effect in _effects(s, commanders(s).card[ask.seat]):
            if effect.op == TEMP_UNIT or effect.unit == WHATEVER or s.fighters(role, effect.unit):
                return [(1,)]
        return [(0,)]


def _effects(s: DarkAges, card: int) -> tuple[Effect, ...]:
    """What a commander does."""
    return s.t.powers[power_of(s, card)].effects


def lasting(s: DarkAges, seat: int, card: int, left: float) -> float:
    """What a commander is worth for all passes to come, after each of which he can be used again."""
    effects = _effects(s, card)
    ops = [effect.op for effect in effects]
    if TEMP_UNIT in ops:
        each = BRINGS_UNITS
    elif CANCEL_DAMAGE in ops:
        each = SAVES_UNITS
    else:
        each = HELPS
        for effect in effects:
            if effect.unit in (INFANTRY, CAVALRY):
                each *= FEW + (1.0 - FEW) * on_map(s, seat, effect.unit) / MANY
    return each * max(0.0, left - 1.0)


def on_map(s: DarkAges, seat: int, unit: int) -> int:
    """How many units of a type a seat has on the map."""
    return sum([s.units[UNITS * area + unit] for area in s.areas_of(seat)])


def about_to_hire(s: DarkAges, seat: int, o: Outlook) -> float:
    """What the hiring brings that the Recruit under way is going to offer (DM6-2.1), its price taken off."""
    if s.turn != seat or not s.within("recruit") or not can_hire(s, seat):
        return 0.0
    part = commanders(s)
    price = part.t.cost * (s.t.gold_vp + GOLD_MORE)
    best = max([lasting(s, seat, card, o.left[seat]) for card in part.display])
    return max(0.0, best + READY * o.hope[seat] - price)


def reinforcement(effects: tuple[Effect, ...], army: Sequence[int]) -> Units:
    """What effects come to in units more, for such an army: two that live on count as one, dice as hits."""
    found = [0] * UNITS
    for effect in effects:
        if effect.op == TEMP_UNIT:
            found[effect.unit] += effect.n
        elif effect.op == CANCEL_DAMAGE:
            found[INFANTRY] += effect.n // 2
        elif effect.unit == INFANTRY:
            found[INFANTRY] += army[INFANTRY] // 3
        elif effect.unit == CAVALRY:
            found[INFANTRY] += (army[CAVALRY] + 1) // 2
    return (found[0], found[1], found[2])


def _help(s: DarkAges, seat: int) -> float:
    """How much more the army with a commander may conquer because of him."""
    area = commanders(s).area[seat]
    i, a, c = s.units_in(area)
    targets = [end for end in bits(reach(s, seat, area)) if s.owner[end] != seat]
    if not i + a + c or not targets:
        return 0.0
    stakes = stakes_of(s, seat)
    without, with_him = 0.0, 0.0
    for end in targets:
        floors = floors_in_reach(s, seat, end)
        more = JUDGE.helps(s, seat, area, end)
        strong = (i + more[0], a + more[1], c + more[2])
        without = max(without, aim(s, (i, a, c), end, floors, stakes))
        with_him = max(with_him, aim(s, strong, end, floors, stakes))
    return with_him - without


JUDGE: Final = CommanderJudge()
