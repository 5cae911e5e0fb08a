"""The dice of a battle: who rolls how many, what is rolled again, what damage it makes (D-15.6 to D-15.18).

Dice lie in the state as they were thrown, after rerolls; penalties and bonuses follow from the cards and
towers whenever damage is counted. Only rerolls ask whether somebody sits for a side: without a player what is
optional is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Question, Reason, Slot, because
from pfalz.core.state import Args, Move
from pfalz.games.darkages.armies import fits, role_of
from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.events import DICE_REROLLED, DICE_ROLLED
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import (
    BATTLE_PHASE,
    CHARGE,
    DIE_BONUS,
    DOUBLE_SIX,
    ENEMY_DIE_PENALTY,
    EXTRA_DIE,
    MELEE,
    RANGED,
    REROLL,
    ROLES,
    UNITS,
    WHATEVER,
)

PIPS: Final = 6
NO_DIE: Final = PIPS * UNITS
"""In the place of a die to roll again: no more."""


# -- who rolls ----------------------------------------------------------------------------------------


def dice_rolled(s: DarkAges, phase: int) -> list[int]:
    """How many dice are rolled in a phase, by type: the attacker's, then the defender's (D-26.7).

    As many as the faces of the units that are alive say (D-15.6 to D-15.8), and more by cards if one of them
    rolls at all (D-22.18)."""
    each, faces, army, at = 2 * s.t.damages, s.t.faces, s.army, 0
    found: list[int] = []
    modified = "dice" in s.rules.modifiers  # asked many times in a battle
    for side in (s.attacker, s.defender):
        for unit in range(UNITS):
            n = sum(army[at : at + each])
            if n:
                face = faces[s.face[UNITS * side + unit]]
                n = n * face.dice[phase] + _extra_dice(s, side, unit, phase) if face.values[phase] else 0
            found.append(s.rules.value(s, "dice", n, side, unit, phase) if modified else n)
            at += each
    return found


def _extra_dice(s: DarkAges, side: int, unit: int, phase: int) -> int:
    """Dice more by cards for the units of a type that roll (D-22.18)."""
    found = 0
    for effect in s.profile(side).by_trigger[BATTLE_PHASE + phase]:
        if effect.op == EXTRA_DIE and effect.unit == unit and fits(s, effect, role_of(s, side)):
            found += effect.n
    return found


def _fought(s: DarkAges, phase: int) -> Sequence[int]:
    """The phase, unless one side is wiped out (D-15.24, D-R.42) or nobody rolls (D-15.9)."""
    n = s.t.targets
    if any(s.army[:n]) and any(s.army[n:]) and any(dice_rolled(s, phase)):
        return (phase,)
    return ()


def in_ranged(s: DarkAges, *args: int) -> Sequence[int]:
    """Whether there is a ranged phase (D-15.6)."""
    return _fought(s, RANGED)


def in_charge(s: DarkAges, *args: int) -> Sequence[int]:
    """Whether there is a charge phase (D-15.7)."""
    return _fought(s, CHARGE)


def in_melee(s: DarkAges, *args: int) -> Sequence[int]:
    """Whether there is a melee phase (D-15.8)."""
    return _fought(s, MELEE)


class Dice(Chance[DarkAges]):
    """Both sides roll at the same time (D-15.10, D-15.11 a, D-26.7): the phase is the last argument."""

    name: ClassVar[str] = "dice"
    rule: ClassVar[str] = "D-15.11"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("die", "pips")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return range(PIPS) if not prefix or len(prefix) < sum(dice_rolled(s, args[-1])) else None

    def sample(self, s: DarkAges, args: Args, rng: Random) -> Move:
        return _thrown(sum(dice_rolled(s, args[-1])), rng)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        phase, at = args[-1], 0
        numbers = dice_rolled(s, phase)
        for role in range(ROLES):
            dice: list[int] = []
            for unit in range(UNITS):
                n = numbers[UNITS * role + unit]
                dice += [PIPS * unit + pips for pips in answer[at : at + n]]
                at += n
            s.dice[ROLES * phase + role] = tuple(dice)


def _thrown(n: int, rng: Random) -> Move:
    return tuple([int(rng.random() * PIPS) for _ in range(n)])


# -- rerolls ------------------------------------------------------------------------------------------


def rerollers(s: DarkAges, *args: int) -> list[int]:
    """Who has something to decide about his dice, the attacker first (D-15.11 b)."""
    phase = args[-1]
    found: list[int] = []
    for role in range(ROLES):
        side = s.fighting(role)
        if (
            s.dice[ROLES * phase + role]
            and s.profile(side).by_trigger[BATTLE_PHASE + phase]
            and s.has_seat(side)
        ):
            found.append(role)
    return found


def rerolls(s: DarkAges, *args: int) -> list[int]:
    """The effects that let one side roll dice again (D-22.19)."""
    phase, role = args[-2], args[-1]
    effects = s.profile(s.fighting(role)).by_trigger[BATTLE_PHASE + phase]
    return [effect.index for effect in effects if effect.op == REROLL and fits(s, effect, role)]


class Reroll(Question[DarkAges]):
    """Which dice are rolled again, ascending, or no more (D-22.19, D-26.5): ..., phase, role, effect."""

    name: ClassVar[str] = "reroll"
    rule: ClassVar[str] = "D-22.19"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.fighting(args[-2])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("die", "die_or_none")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == s.t.effects[args[-1]].n or (prefix and prefix[-1] == NO_DIE):
            return None
        left = self.left(s, args, prefix)
        if prefix:
            left = [die for die in left if die >= prefix[-1]]
        return [*sorted(set(left)), NO_DIE] if left else None

    def left(self, s: DarkAges, args: Args, prefix: Sequence[int]) -> list[int]:
        """The dice that have not been picked up."""
        left = list(s.dice[ROLES * args[-3] + args[-2]])
        for die in prefix:
            left.remove(die)
        return left

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(NO_DIE + 1)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if value in self.left(s, args, prefix):
            return because("in_order", "D-26.5")
        return because("no_such_die", "D-22.19")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        dice = [die for die in answer if die != NO_DIE]
        if dice:
            s.emit(DICE_REROLLED, seat, args[-3], *dice)
            s.call("again", args[-3], args[-2], *dice)


class Again(Chance[DarkAges]):
    """Dice that are rolled once more: phase, role, the dice as they lie."""

    name: ClassVar[str] = "again"
    rule: ClassVar[str] = "D-22.19"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("die", "pips")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return range(PIPS) if len(prefix) < len(args) - 2 else None

    def sample(self, s: DarkAges, args: Args, rng: Random) -> Move:
        return _thrown(len(args) - 2, rng)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        at = ROLES * args[0] + args[1]
        dice = list(s.dice[at])
        for die, pips in zip(args[2:], answer, strict=True):
            dice[dice.index(die)] = NO_DIE + PIPS * (die // PIPS) + pips  # out of reach for the next one
        s.dice[at] = tuple([die - NO_DIE if die >= NO_DIE else die for die in dice])


# -- what they show -----------------------------------------------------------------------------------


def strike(s: DarkAges, *args: int) -> None:
    """The damage of both sides is counted (D-15.11 c to f)."""
    phase = args[-1]
    for role in range(ROLES):
        dice = s.dice[ROLES * phase + role]
        if dice:
            n = damage(s, role, phase)
            s.struck[ROLES * phase + role] = n
            s.emit(DICE_ROLLED, s.fighting(role), phase, n, *dice)


def damage(s: DarkAges, role: int, phase: int, spare: int = 0) -> int:
    """The damage one side's dice of a phase cause, with `spare` further bonuses of 1.

    Penalties come before bonuses, and these go where they do the most (D-15.11, D-26.6, D-R.40). A die that
    shows 1 never hits (D-15.12); natural is what lies on the table (D-15.18)."""
    side = s.fighting(role)
    values = [max(2, s.face_of(side, unit).values[phase]) for unit in range(UNITS)]
    penalty = _penalty(s, 1 - role, phase)
    doubled = 0
    bonuses: list[int] = []
    for effect in s.profile(side).by_trigger[BATTLE_PHASE + phase]:
        if effect.op == DOUBLE_SIX and fits(s, effect, role):
            doubled |= 1 << effect.unit
        elif effect.op == DIE_BONUS and fits(s, effect, role):
            bonuses.append(effect.n)
    if phase == MELEE:
        spare += tower_bonus(s, side)
    found = 0
    misses: list[tuple[int, int]] = []
    for die in s.dice[ROLES * phase + role]:
        unit, pips = die // PIPS, die % PIPS + 1
        worth = 2 if doubled and pips == PIPS and doubled >> unit & 1 else 1  # D-22.20
        lacking = values[unit] - max(1, pips - penalty)  # D-22.21
        if lacking > 0:
            misses.append((lacking, worth))
        else:
            found += worth
    if misses and (spare or bonuses):
        found += raised(misses, bonuses, spare)
    return found


def _penalty(s: DarkAges, role: int, phase: int) -> int:
    """What one side takes off every die of the enemy (D-22.21)."""
    found = 0
    for effect in s.profile(s.fighting(role)).by_trigger[BATTLE_PHASE + phase]:
        if effect.op == ENEMY_DIE_PENALTY and fits(s, effect, role):
            unit = effect.needs_unit
            if unit == WHATEVER or s.fighters(role, unit):
                found += effect.n
    return found


def tower_bonus(s: DarkAges, side: int) -> int:
    """Floors of a side's towers that help its dice (D-15.16, D-15.17)."""
    return s.rules.value(s, "tower_floors", floors_in_reach(s, side, s.battle), side)


def raised(misses: Sequence[tuple[int, int]], bonuses: Sequence[int], spare: int) -> int:
    """The most damage bonuses can add to dice that miss (D-26.6): pips lacking and damage of each die.

    A bonus of a card goes to one die as a whole (D-22.17); `spare` ones are single pips."""
    for i, n in enumerate(bonuses):
        if n > 1:
            rest = [*bonuses[:i], *bonuses[i + 1 :]]
            best = raised(misses, rest, spare)
            for at, (lacking, worth) in enumerate(misses):
                others = [*misses[:at], *misses[at + 1 :]]
                if lacking > n:
                    best = max(best, raised([*others, (lacking - n, worth)], rest, spare))
                else:
                    best = max(best, worth + raised(others, rest, spare))
            return best
    pips = min(spare + sum(bonuses), sum([lacking for lacking, _ in misses]))
    gained = [0] * (pips + 1)
    for lacking, worth in misses:
        for left in range(pips, lacking - 1, -1):
            if gained[left - lacking] + worth > gained[left]:
                gained[left] = gained[left - lacking] + worth
    return gained[pips]
