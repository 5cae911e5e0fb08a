"""What follows from a battle: retreat, manors and feuds, loot, the way back, the aftermath (sections 16, 17).

Regular units stand in the columns of the battle until they go somewhere; `stand` says where that is.
Temporary units are nowhere else and are gone with the battle (D-15.3, D-17.12).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Choice, Reason, because
from pfalz.core.state import Args
from pfalz.games.darkages import control
from pfalz.games.darkages.armies import role_of
from pfalz.games.darkages.damage import kill_regulars, regulars
from pfalz.games.darkages.effects import carry_out, trigger
from pfalz.games.darkages.events import (
    FEUD_BEGUN,
    GOODS_PLUNDERED,
    MANORS_LOST,
    RETREAT_IMPOSSIBLE,
    TROPHY_TAKEN,
    UNIT_RECOVERED,
    UNITS_RETREATED,
    UNITS_RETURNED,
)
from pfalz.games.darkages.goods import gain_points
from pfalz.games.darkages.state import FREE, FROM_BARBARIANS, FROM_HOME_VICTORIES, NONE, DarkAges
from pfalz.games.darkages.words import (
    AFTER_BATTLE,
    ATTACKER,
    DEFENDER,
    GOODS,
    INFANTRY,
    ROLES,
    UNITS,
    WON,
)

# -- who has won what ---------------------------------------------------------------------------------


def beat_barbarians(s: DarkAges, *args: int) -> bool:
    """Whether the attacker has won against the barbarians of a marker (D-16.6)."""
    return s.victor == ATTACKER and s.defender == s.barbarians()


def won_at_home(s: DarkAges, *args: int) -> bool:
    """Whether the attacker has won in the home area of the defender (D-17.8)."""
    return s.victor == ATTACKER and s.home[s.defender] == s.battle


def has_conquered(s: DarkAges, *args: int) -> bool:
    """Whether the attacker has won an area from another side (D-17.3): a home area is never lost (D-2.12)."""
    return s.victor == ATTACKER and s.owner[s.battle] == s.defender and not won_at_home(s)


def leave(s: DarkAges, role: int, area: int) -> bool:
    """The regular units of one side that have survived go to an area; False if there are none."""
    units = regulars(s, role)
    if not any(units):
        return False
    s.stand[role] = area
    control.put_units(s, s.fighting(role), area, units)
    return True


# -- the defender (D-17.3 to D-17.5) ------------------------------------------------------------------


def hold_ground(s: DarkAges, *args: int) -> None:
    """A defender who keeps the area stays; one who has nowhere to go dies (D-15.22, D-17.3, D-17.10)."""
    if s.owner[s.battle] != s.defender:
        return
    if not has_conquered(s):
        leave(s, DEFENDER, s.battle)
    elif any(regulars(s, DEFENDER)) and not refuges(s):
        s.emit(RETREAT_IMPOSSIBLE, s.defender)
        kill_regulars(s, DEFENDER, regulars(s, DEFENDER))


def seeks_refuge(s: DarkAges, *args: int) -> bool:
    """Whether a player still has to lead beaten units away."""
    return s.has_seat(s.defender) and in_flight(s)


def in_flight(s: DarkAges) -> bool:
    """Whether beaten units still have to go somewhere."""
    return has_conquered(s) and s.stand[DEFENDER] == NONE and any(regulars(s, DEFENDER))


def flee_by_rule(s: DarkAges, *args: int) -> None:
    """Units for which nobody decides go where the fewest of theirs are."""
    if not s.has_seat(s.defender) and in_flight(s):
        retreat(s, min(refuges(s), key=lambda area: sum(s.units_in(area))))


def refuges(s: DarkAges) -> list[int]:
    """Areas to which the defender can retreat (D-17.3); marching by sea is no retreat (D-24.6)."""
    return [area for area in s.t.neighbours[s.battle] if s.owner[area] == s.defender]


def retreat(s: DarkAges, area: int) -> None:
    """The survivors of the defender go to an area, all together."""
    leave(s, DEFENDER, area)
    s.emit(UNITS_RETREATED, s.defender, area)


class Retreat(Choice[DarkAges]):
    """Where the survivors of the defender go, all together (D-17.3)."""

    name: ClassVar[str] = "retreat"
    rule: ClassVar[str] = "D-17.3"
    of: ClassVar[str] = "area"
    called: ClassVar[str] = "area"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.defender

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return refuges(s)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        if s.owner[value] != seat:
            return because("not_your_area", "D-17.3")
        return because("too_far", "D-17.3")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        retreat(s, value)


def lose_manors(s: DarkAges, *args: int) -> None:
    """Manors of a conquered area go back to the row, each with a feud (D-17.4, D-17.5, D-R.18)."""
    n = s.manors[s.battle] if has_conquered(s) else 0
    if not n:
        return
    s.emit(MANORS_LOST, s.defender, n, s.battle)
    for _ in range(n):
        control.return_manor(s, s.defender, s.battle)
    for _ in range(n):
        feud(s, s.defender)


def feud(s: DarkAges, side: int) -> None:
    """Infantry of the supply comes to the home area, if there is any (D-17.5)."""
    at, home = UNITS * side + INFANTRY, s.home[side]
    if s.supply[at] and home != NONE:
        s.supply[at] -= 1
        control.put_units(s, side, home, (1, 0, 0))
        s.emit(FEUD_BEGUN, side, home)


# -- loot ---------------------------------------------------------------------------------------------


def claim_reward(s: DarkAges, *args: int) -> None:
    """The reward of the marker (D-16.6, D-16.7)."""
    if beat_barbarians(s):
        marker = s.marker[s.battle]
        s.emit(TROPHY_TAKEN, s.attacker, s.t.reward_look[marker], len(s.trophies[s.attacker]) + 1)
        reward = s.t.marker_rewards[marker]
        carry_out(s, s.attacker, s.battle, reward, FROM_BARBARIANS)


def take_trophy(s: DarkAges, *args: int) -> None:
    """Points for the trophies there were before, then the marker is one more of them (D-16.6)."""
    if not beat_barbarians(s):
        return
    t, side, area = s.t, s.attacker, s.battle
    marker, before = s.marker[area], len(s.trophies[side])
    s.trophies[side] = (*s.trophies[side], marker)
    s.look[area] = s.marker[area] = NONE
    s.known[area] = 0
    gain_points(s, side, t.trophy_vp[min(before, len(t.trophy_vp) - 1)], FROM_BARBARIANS)


def can_plunder(s: DarkAges, *args: int) -> bool:
    """Whether there is something to take in a home area (D-17.8)."""
    return won_at_home(s) and any(spoils(s))


def spoils(s: DarkAges) -> list[int]:
    """The goods of the defender."""
    at = GOODS * s.defender
    return s.goods[at : at + GOODS]


def plunder_by_rule(s: DarkAges, *args: int) -> None:
    """An attacker nobody sits for takes gold, or the most valuable resource."""
    if not s.has_seat(s.attacker) and can_plunder(s):
        _plunder(s, max([goods for goods, n in enumerate(spoils(s)) if n]))


def asks_plunder(s: DarkAges, *args: int) -> bool:
    """Whether the attacker chooses what he takes."""
    return s.has_seat(s.attacker) and can_plunder(s)


def _plunder(s: DarkAges, goods: int) -> None:
    s.goods[GOODS * s.defender + goods] -= 1
    s.goods[GOODS * s.attacker + goods] += 1
    s.emit(GOODS_PLUNDERED, s.attacker, s.defender, goods)


class Plunder(Choice[DarkAges]):
    """What the attacker takes from a home area (D-17.8)."""

    name: ClassVar[str] = "plunder"
    rule: ClassVar[str] = "D-17.8"
    of: ClassVar[str] = "goods"
    called: ClassVar[str] = "goods"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.attacker

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return [goods for goods, n in enumerate(spoils(s)) if n]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("nothing_to_take", "D-17.8")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        _plunder(s, value)


def score_home_victory(s: DarkAges, *args: int) -> None:
    """The highest number visible on the manor row of the defender, cards left out (D-17.9, D-R.24)."""
    if won_at_home(s):
        gain_points(s, s.attacker, s.t.supply_limit[s.manors_off(s.defender)], FROM_HOME_VICTORIES)


# -- the way back (D-16.6, D-16.8, D-17.7, D-17.10, D-17.11) ------------------------------------------


def go_back(s: DarkAges, *args: int) -> None:
    """The attacker's survivors stay in what they have won, or return to where they came from.

    If none of them is a regular unit, nobody stays (D-15.21); a defender without unit and manor does not keep
    the area either (D-15.22, D-R.19). A marker that has not been beaten lies there as it was (D-R.15)."""
    if s.victor == ATTACKER and not won_at_home(s):
        control.take_area(s, FREE, s.battle)  # D-17.6, D-R.17: buildings stay, towers too
        leave(s, ATTACKER, s.battle)
        return
    if leave(s, ATTACKER, s.origin):
        s.emit(UNITS_RETURNED, s.attacker, s.origin)
    control.settle_control(s, s.battle)


# -- afterwards (D-16.10, D-17.12) --------------------------------------------------------------------


def cheer(s: DarkAges, *args: int) -> None:
    """Effects of the winner (D-21.11)."""
    trigger(s, s.fighting(s.victor), WON, s.battle, s.victor)


def veterans(s: DarkAges, *args: int) -> list[int]:
    """Who has effects after a battle, the attacker first."""
    return [role for role in range(ROLES) if s.profile(s.fighting(role)).by_trigger[AFTER_BATTLE]]


def look_back(s: DarkAges, *args: int) -> None:
    """Effects of one side after a battle, won or lost (D-21.14)."""
    role = args[-1]
    trigger(s, s.fighting(role), AFTER_BATTLE, s.battle, role)


def recoverable(s: DarkAges, side: int) -> list[int]:
    """Types of the regular units that died and can be put back from the supply (D-24.5)."""
    role = role_of(s, side)
    if s.stand[role] == NONE and s.home[side] == NONE:
        return []
    return [unit for unit in range(UNITS) if s.lost[UNITS * role + unit] and s.supply[UNITS * side + unit]]


def can_recover(s: DarkAges, side: int) -> bool:
    """Whether a unit can be recovered; a feud may have taken the last infantry."""
    return bool(recoverable(s, side))


class Recover(Choice[DarkAges]):
    """Which of the units that died comes back to the survivors, or to the home area (D-24.5)."""

    name: ClassVar[str] = "recover"
    rule: ClassVar[str] = "D-24.5"
    of: ClassVar[str] = "unit"
    called: ClassVar[str] = "unit"

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return recoverable(s, seat)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("none_died", "D-24.5")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        area = s.stand[role_of(s, seat)]
        if area == NONE:
            area = s.home[seat]
        counts = [0] * UNITS
        counts[value] = 1
        s.supply[UNITS * seat + value] -= 1
        control.put_units(s, seat, area, counts)
        s.emit(UNIT_RECOVERED, seat, value, area)
