"""The dice of a battle: who rolls how many, what is rolled again, what damage it makes (D-15.6 to D-15.18).

Dice lie in the state as they were thrown, after rerolls; penalties and bonuses follow from the cards and
towers whenever damage is counted. Only rerolls ask whether somebody sits for a side: without a player what is
optional is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Question, Reason, Slot, because
from pfalz.core.state import Args, Move
from pfalz.games.darkages.armies import contested, fits, role_of
from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.events import DICE_REROLLED, DICE_ROLLED
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    ATTACKER,
    BATTLE_PHASE,
    BATTLE_START,
    CHARGE,
    DEFENDER,
    DIE_BONUS,
    DOUBLE_SIX,
    ENEMY_DIE_PENALTY,
    EVERY_DIE,
    EXTRA_DIE,
    FIRST_STRIKE,
    MELEE,
    NO_TOWERS,
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
    rolls at all (D-22.18), or for each of them (DM0-8.9)."""
    each, faces, army, at = 2 * s.t.damages, s.t.faces, s.army, 0
    found: list[int] = []
    modified = "dice" in s.rules.modifiers  # asked many times in a battle
    for role in range(ROLES):
        side = s.defender if role else s.attacker
        effects = s.profile(side).by_trigger[BATTLE_PHASE + phase]
        for unit in range(UNITS):
            n = sum(army[at : at + each])
            if n:
                face = faces[s.face[UNITS * side + unit]]
                n = n * face.dice[phase] if face.values[phase] else 0
            if effects:
                n += _more_dice(s, role, unit, effects, n > 0)
            found.append(s.rules.value(s, "dice", n, side, unit, phase) if modified else n)
            at += each
    return found


def _more_dice(s: DarkAges, role: int, unit: int, effects: Sequence[Effect], rolls: bool) -> int:
    """Dice more by cards for the units of a type, if they roll, one or one each (D-22.18, DM0-8.9).

    What units of another type roll with the value of this one lies among its dice."""
    found = 0
    for effect in effects:
        if effect.op == EXTRA_DIE and effect.value_from == WHATEVER:
            if rolls and effect.unit == unit and fits(s, effect, role):
                found += effect.n * s.fighters(role, unit) if effect.each_unit else effect.n
        elif effect.op == EXTRA_DIE and effect.value_from == unit and fits(s, effect, role):
            found += effect.n * s.fighters(role, effect.unit)
    return found


BOTH: Final = (ATTACKER, DEFENDER)


def strikes_first(s: DarkAges) -> bool:
    """Whether the attacker rolls before the defender in the ranged phase (DM9-6.7)."""
    if not s.t.first_strikes:
        return False
    effects = s.profile(s.attacker).by_trigger[BATTLE_PHASE + RANGED]
    return any(effect.op == FIRST_STRIKE and fits(s, effect, ATTACKER) for effect in effects)


def rolling(s: DarkAges, phase: int) -> Sequence[int]:
    """The sides that roll now: both, but with a first strike one after the other (D-15.10, DM9-6.7)."""
    if phase != RANGED or not s.t.first_strikes:
        return BOTH
    begun, to_come = s.items("ranged")
    if len(begun) + len(to_come) < ROLES:
        return BOTH
    return (ATTACKER,) if to_come else (DEFENDER,)


def rolled_now(s: DarkAges, phase: int) -> list[int]:
    """The dice that are rolled at this moment (`dice_rolled`)."""
    found = dice_rolled(s, phase)
    for role in BOTH:
        if role not in rolling(s, phase):
            found[UNITS * role : UNITS * (role + 1)] = [0] * UNITS
    return found


def anybody_rolls(s: DarkAges, *args: int) -> bool:
    """Whether somebody is left to roll after a first strike."""
    return any(rolled_now(s, args[-1]))


def _fought(s: DarkAges, phase: int) -> Sequence[int]:
    """The phase, unless one side is wiped out (D-15.24, D-R.42) or nobody rolls (D-15.9)."""
    n = s.t.targets
    if any(s.army[:n]) and any(s.army[n:]) and any(dice_rolled(s, phase)):
        return (phase,)
    return ()


def in_ranged(s: DarkAges, *args: int) -> Sequence[int]:
    """Whether there is a ranged phase (D-15.6); with a first strike of a side that rolls it has two parts."""
    found = _fought(s, RANGED)
    if found and strikes_first(s):
        dice = dice_rolled(s, RANGED)
        if any(dice[:UNITS]) and any(dice[UNITS:]):
            return (RANGED, RANGED)
    return found


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
        return range(PIPS) if not prefix or len(prefix) < sum(rolled_now(s, args[-1])) else None

    def sample(self, s: DarkAges, args: Args, rng: Random) -> Move:
        return _thrown(sum(rolled_now(s, args[-1])), rng)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        phase, at = args[-1], 0
        numbers = rolled_now(s, phase)
        for role in rolling(s, phase):
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
    for role in rolling(s, phase):
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
    for role in rolling(s, phase):
        dice = s.dice[ROLES * phase + role]
        if dice:
            spare = s.rules.value(s, "spare_pips", 0, role, phase) if "spare_pips" in s.rules.modifiers else 0
            n = damage(s, role, phase, spare)
            s.struck[ROLES * phase + role] = n
            s.emit(DICE_ROLLED, s.fighting(role), phase, n, *dice)


def damage(s: DarkAges, role: int, phase: int, spare: int = 0) -> int:
    """The damage one side's dice of a phase cause, with `spare` further bonuses of 1.

    Penalties come before bonuses, and these go where they do the most (D-15.11, D-26.6, D-R.40, DM0-4.7).
    A die that shows 1 never hits (D-15.12); natural is what lies on the table (D-15.18)."""
    side = s.fighting(role)
    values = [max(2, s.face_of(side, unit).values[phase]) for unit in range(UNITS)]
    penalty = _penalty(s, 1 - role, phase)
    doubled = 0
    bonuses: list[int] = []
    spreads: list[tuple[int, int]] = []
    for effect in s.profile(side).by_trigger[BATTLE_PHASE + phase]:
        if effect.op == DOUBLE_SIX and fits(s, effect, role):
            doubled |= 1 << effect.unit
        elif effect.op == DIE_BONUS and fits(s, effect, role):
            if effect.dice == 1:
                bonuses.append(effect.n)
            elif effect.dice != EVERY_DIE:
                spreads.append((effect.n, effect.dice))
            else:
                for unit in range(UNITS):
                    if effect.unit in (unit, WHATEVER):
                        values[unit] -= effect.n  # DM0-8.8
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
    if misses and (spare or bonuses or spreads):
        found += spread(misses, spreads, bonuses, spare)
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
    area = contested(s)
    floors = 0 if area == NONE or shattered(s, role_of(s, side)) else floors_in_reach(s, side, area)
    return s.rules.value(s, "tower_floors", floors, side)


def shattered(s: DarkAges, role: int) -> bool:
    """Whether an effect of the enemy lets the towers of one side count for nothing (DM0-8.10)."""
    for effect in s.profile(s.fighting(1 - role)).by_trigger[BATTLE_START]:
        if effect.op == NO_TOWERS and fits(s, effect, 1 - role):
            return True
    return False


def spread(
    misses: Sequence[tuple[int, int]], spreads: Sequence[tuple[int, int]], bonuses: Sequence[int], spare: int
) -> int:
    """The most damage, if some bonuses go to up to so many different dice each (DM0-8.8)."""
    if not spreads:
        return raised(misses, bonuses, spare)
    n, dice = spreads[0]
    best = 0
    for chosen in {*combinations(sorted(misses), min(dice, len(misses)))}:
        left = list(misses)
        hit = 0
        for miss in chosen:
            left.remove(miss)
            lacking, worth = miss
            if lacking > n:
                left.append((lacking - n, worth))
            else:
                hit += worth
        best = max(best, hit + spread(left, spreads[1:], bonuses, spare))
    return best


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
