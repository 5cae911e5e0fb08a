"""What the judgement thinks of commanders: one who is ready is worth most where he can lead an army."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.armies import role_of
from pfalz.games.darkages.modules.commanders.state import commanders, power_of
from pfalz.games.darkages.odds import Units
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.prospects import Judge
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import CAVALRY, INFANTRY, TEMP_UNIT, UNITS, WHATEVER

A_PASS: Final = 0.55
"""What a commander is worth for each pass to come."""
READY: Final = 0.8
"""What he is worth while he can be used, with an army."""
ALONE: Final = 0.4
"""How much of that is left without one."""


class CommanderJudge(Judge):
    """A commander by the battles he may still help in, and by who stands with him."""

    terms: ClassVar[tuple[str, ...]] = ("commander",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        part = commanders(s)
        if part.card[seat] == NONE or s.out[seat]:
            return [0.0]
        found = A_PASS * max(0.0, o.left[seat] - 1.0)
        if not part.sideways[seat]:
            leads = any(s.units_in(part.area[seat])) or s.battle == part.area[seat]
            found += READY * o.hope[seat] * (1.0 if leads else ALONE)
        return [found]

    def helps(self, s: DarkAges, seat: int, start: int, end: int) -> Units:
        part = commanders(s)
        if part.area[seat] != start or part.sideways[seat]:
            return (0, 0, 0)
        found = [0] * UNITS
        for effect in s.t.powers[power_of(s, part.card[seat])].effects:
            if effect.op == TEMP_UNIT:
                found[effect.unit] += effect.n
            elif effect.unit == WHATEVER or s.units[UNITS * start + effect.unit]:
                found[CAVALRY if effect.unit == CAVALRY else INFANTRY] += 1
        return (found[0], found[1], found[2])

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        """He is used if his units, or those he helps, take part."""
        if ask.name != "command":
            return []
        role = role_of(s, ask.seat)
        for effect in s.t.powers[power_of(s, commanders(s).card[ask.seat])].effects:
            if effect.op == TEMP_UNIT or effect.unit == WHATEVER or s.fighters(role, effect.unit):
                return [(1,)]
        return [(0,)]


JUDGE: Final = CommanderJudge()
