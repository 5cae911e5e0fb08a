"""The two armies of a battle: who is which, which effects are meant, temporary units (D-15.1 to D-15.3)."""

from __future__ import annotations

from pfalz.games.darkages.counters import count
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.powers import meant_here
from pfalz.games.darkages.state import TEMPORARY, DarkAges
from pfalz.games.darkages.words import (
    ATTACKER,
    AWAY,
    DEFENDER,
    VS_BARBARIANS,
    VS_PLAYER,
    WHATEVER,
)


def role_of(s: DarkAges, side: int) -> int:
    """Whether a side attacks or defends in the battle."""
    return ATTACKER if side == s.attacker else DEFENDER


def against(s: DarkAges, role: int) -> int:
    """What kind of enemy a side of the battle has (D-21.11)."""
    enemy = s.attacker if role == DEFENDER else s.defender
    return VS_BARBARIANS if enemy == s.barbarians() else VS_PLAYER


def fits(s: DarkAges, effect: Effect, role: int) -> bool:
    """Whether an effect of one side of the battle is meant: its filters and condition (D-21.11, D-21.14)."""
    if effect.role != WHATEVER and effect.role != role:
        return False
    if effect.vs != WHATEVER and effect.vs != against(s, role):
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
