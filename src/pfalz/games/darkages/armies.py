"""The two armies of a battle: who is which, which effects are meant, temporary units (D-15.1 to D-15.3)."""

from __future__ import annotations

from typing import Final

from pfalz.games.darkages.counters import count
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.powers import meant_here
from pfalz.games.darkages.state import NONE, TEMPORARY, DarkAges
from pfalz.games.darkages.words import (
    AREAS_THIS_REGION,
    ATTACKER,
    AWAY,
    CHURCHES_AROUND,
    DEFENDER,
    FLOORS_IN_REACH,
    THIS_IS_HOME,
    VS_BARBARIANS,
    VS_PLAYER,
    WHATEVER,
)

VS_NEITHER: Final = -2
"""An enemy that no filter means."""


def role_of(s: DarkAges, side: int) -> int:
    """Whether a side attacks or defends in the battle."""
    return ATTACKER if side == s.attacker else DEFENDER


def against(s: DarkAges, role: int) -> int:
    """What kind of enemy a side of the battle has: barbarians, or whoever takes turns (D-21.11, DM1-3.14)."""
    enemy = s.attacker if role == DEFENDER else s.defender
    if enemy == s.barbarians():
        return VS_BARBARIANS
    return VS_PLAYER if enemy in s.t.in_turn else VS_NEITHER


def contested(s: DarkAges) -> int:
    """The area that the battle is about; NONE if an army fights from where it stands (DM1-8.8)."""
    return NONE if s.battle == s.origin else s.battle


def tied_to_area(effect: Effect) -> bool:
    """Whether an effect needs an area that the battle is about (DM1-8.8)."""
    if effect.region != WHATEVER or effect.needs_manor or effect.place != WHATEVER:
        return True
    return effect.cond_per in (AREAS_THIS_REGION, THIS_IS_HOME, FLOORS_IN_REACH, CHURCHES_AROUND)


def fits(s: DarkAges, effect: Effect, role: int) -> bool:
    """Whether an effect of one side of the battle is meant: its filters and condition (D-21.11, D-21.14)."""
    if effect.role != WHATEVER and effect.role != role:
        return False
    if effect.vs != WHATEVER and effect.vs != against(s, role):
        return False
    if contested(s) == NONE and tied_to_area(effect):
        return False
    side = s.fighting(role)
    if effect.region != WHATEVER:
        away = s.t.region[s.battle] != s.t.region[s.home[side]]
        if away != (effect.region == AWAY):
            return False
    if effect.needs_manor and not (s.owner[s.battle] == side and s.manors[s.battle]):
        return False
    if effect.place != WHATEVER and not meant_here(s, effect, s.battle):
        return False
    return effect.cond_per == WHATEVER or count(s, side, effect.cond_per, s.battle) >= effect.cond_min


def target(s: DarkAges, unit: int, standing: int, damage: int = 0) -> int:
    """A unit as it is named in a battle (D-26.8)."""
    return (2 * unit + standing) * s.t.damages + damage


def add_temporary(s: DarkAges, role: int, unit: int, n: int) -> None:
    """Temporary units join one side (D-15.3, D-22.16); their number has no limit (D-1.6)."""
    s.army[s.t.targets * role + target(s, unit, TEMPORARY)] += n
