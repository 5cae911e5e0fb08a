"""What the judgement thinks of commanders: one is worth what the army beside him may conquer with him."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.armies import role_of
from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.marches import stakes_of
from pfalz.games.darkages.modules.commanders.state import commanders, power_of
from pfalz.games.darkages.odds import Units
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import bits, reach
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.warfare import TARGET, aim
from pfalz.games.darkages.words import TEMP_UNIT, UNITS, WHATEVER

BRINGS_UNITS: Final = 0.55
HELPS: Final = 0.3
"""What a commander is worth for each pass to come, after which he can be used again."""
READY: Final = 0.5
"""What he is worth while he can be used, wherever he stands."""


class CommanderJudge(Judge):
    """A commander by the battles he may still help in, and by the army he stands with."""

    terms: ClassVar[tuple[str, ...]] = ("commander",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = commanders(s)
        if part.card[seat] == NONE or s.out[seat]:
            return [0.0]
        brings = any(effect.op == TEMP_UNIT for effect in _effects(s, seat))
        found = (BRINGS_UNITS if brings else HELPS) * max(0.0, o.left[seat] - 1.0)
        if not part.sideways[seat]:
            found += o.hope[seat] * (READY + TARGET * _help(s, seat))
        return [found]

    def helps(self, s: DarkAges, seat: int, start: int, end: int) -> Units:
        """Only units that he brings: a few better dice are no reason to attack."""
        part = commanders(s)
        if part.area[seat] != start or part.sideways[seat]:
            return (0, 0, 0)
        found = [0] * UNITS
        for effect in _effects(s, seat):
            if effect.op == TEMP_UNIT:
                found[effect.unit] += effect.n
        return (found[0], found[1], found[2])

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        """He is used if his units, or those he helps, take part."""
        if ask.name != "command":
            return []
        role = role_of(s, ask.seat)
        for effect in _effects(s, ask.seat):
            if effect.op == TEMP_UNIT or effect.unit == WHATEVER or s.fighters(role, effect.unit):
                return [(1,)]
        return [(0,)]


def _effects(s: DarkAges, seat: int) -> tuple[Effect, ...]:
    """What the commander of a seat does."""
    return s.t.powers[power_of(s, commanders(s).card[seat])].effects


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
