"""Damage of a phase: who takes it, what of it is cancelled, and who dies (D-15.11 g to i).

Until units die the points of a phase lie in `wounds`, on the target they were put on (D-26.8): a point on a
unit that stands it makes it the next target, with one damage more. So the points on the targets of one sort
of unit say everything, and points put on in ascending order say it once (D-26.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import ClassVar

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages.armies import fits
from pfalz.games.darkages.control import troops
from pfalz.games.darkages.dice import rolling
from pfalz.games.darkages.events import DAMAGE_CANCELLED, UNITS_FELL
from pfalz.games.darkages.state import REGULAR, TEMPORARY, DarkAges
from pfalz.games.darkages.words import (
    BATTLE_PHASE,
    CANCEL_DAMAGE,
    ROLES,
    UNITS,
    WHOLE_BATTLE,
)


def rooms(s: DarkAges, role: int) -> list[int]:
    """By target the damage that a unit of one side still needs to die (D-15.13, D-15.15)."""
    t, at = s.t, UNITS * s.fighting(role)
    found: list[int] = []
    for face in s.face[at : at + UNITS]:
        found += t.room[t.faces[face].armour]
    return found


def _put(counts: list[int], room: Sequence[int], target: int) -> None:
    """A point on a target: the unit dies or becomes the next target."""
    counts[target] -= 1
    if room[target] > 1:
        counts[target + 1] += 1


# -- allocation (D-15.11 g) ---------------------------------------------------------------------------


def allocator(s: DarkAges, role: int) -> int:
    """The seat that distributes the damage of one side; -1 if it is done by rule (D-16.5, D-17.2, D-R.4)."""
    side = s.fighting(role)
    if s.has_seat(side):
        return side
    if s.t.left_allocates and side == s.barbarians() and s.has_seat(s.attacker) and s.t.players > 1:
        return (s.attacker + 1) % s.t.players
    return -1


def allot(s: DarkAges, *args: int) -> None:
    """Damage about which nobody is asked: it kills all, all units are alike, or it is put on by rule.

    What is left over is lost (D-15.13)."""
    phase = args[-1]
    for role in rolling(s, phase):
        n = s.struck[ROLES * phase + role]
        if not n:
            continue
        enemy = 1 - role
        counts, room = s.army_of(enemy), rooms(s, enemy)
        hit = [target for target, units in enumerate(counts) if units]
        points = sum([counts[target] * room[target] for target in hit])
        if n >= points:
            _wound_all(s, enemy, counts, room)
        elif len(hit) == 1 and (n == 1 or room[hit[0]] == 1):
            s.wounds[s.t.targets * enemy + hit[0]] = n
        elif allocator(s, role) < 0:
            _wound_by_rule(s, enemy, phase, n, counts, room)


def _wound_all(s: DarkAges, role: int, counts: Sequence[int], room: Sequence[int]) -> None:
    """Every unit takes all it can."""
    at, damages = s.t.targets * role, s.t.damages
    for first in range(0, s.t.targets, damages):
        so_far = 0
        for target in range(first, first + room[first]):
            so_far += counts[target]
            s.wounds[at + target] = so_far


def _wound_by_rule(
    s: DarkAges, role: int, phase: int, points: int, counts: list[int], room: Sequence[int]
) -> None:
    """Point by point on the unit that comes first (D-16.5)."""
    side, damages = s.fighting(role), s.t.damages
    ranks: list[tuple[bool, bool, int, int, int, int, int]] = []
    for target, left in enumerate(room):
        if left > 0:
            kind, taken = divmod(target, damages)
            unit, standing = divmod(kind, 2)
            face = s.face_of(side, unit)
            later = any(face.values[phase + 1 :])
            ranks.append((taken > 0, later, -left, face.level, unit, standing, target))
    ranks.sort(reverse=True)
    order = [rank[-1] for rank in ranks]
    for _ in range(points):
        for target in order:
            if counts[target]:
                s.wounds[s.t.targets * role + target] += 1
                _put(counts, room, target)
                break


def choosers(s: DarkAges, *args: int) -> list[int]:
    """Whose damage has to be distributed by a player, the attacker's first."""
    phase, n = args[-1], s.t.targets
    found: list[int] = []
    for role in rolling(s, phase):
        at = n * (1 - role)
        if s.struck[ROLES * phase + role] and not any(s.wounds[at : at + n]):
            found.append(role)
    return found


class Hits(Question[DarkAges]):
    """Which units take the damage, a slot per point, ascending (D-15.13, D-26.8): ..., phase, role."""

    name: ClassVar[str] = "hits"
    rule: ClassVar[str] = "D-15.13"

    def seat(self, s: DarkAges, args: Args) -> int:
        return allocator(s, args[-1])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("target", "target")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        phase, role = args[-2], args[-1]
        left = s.struck[ROLES * phase + role] - len(prefix)
        if left == 0:
            return None
        counts, room = self.standing(s, args, prefix)
        found: list[int] = []
        points = 0
        for target in range(len(counts) - 1, prefix[-1] - 1 if prefix else -1, -1):
            if counts[target]:
                points += counts[target] * room[target]
                if points >= left:  # the rest finds room on this target and those after it
                    found.append(target)
        found.reverse()
        return found

    def standing(self, s: DarkAges, args: Args, prefix: Sequence[int]) -> tuple[list[int], list[int]]:
        """The enemy after some points: units and what they still stand, by target."""
        counts, room = s.army_of(1 - args[-1]), rooms(s, 1 - args[-1])
        for target in prefix:
            _put(counts, room, target)
        return counts, room

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(s.t.targets)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not self.standing(s, args, prefix)[0][value]:
            return because("no_such_target", "D-15.13")
        if prefix and value < prefix[-1]:
            return because("in_order", "D-26.5")
        return because("damage_left_over", "D-15.13")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """How many of them stand."""
        return [note("standing", n=("number", self.standing(s, args, prefix)[0][value]))]

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How much of the damage is dealt."""
        all_ = s.struck[ROLES * args[-2] + args[-1]]
        return [note("hits", n=("number", len(prefix)), of=("number", all_))] if all_ > 1 else ()

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        at = s.t.targets * (1 - args[-1])
        for target in answer:
            s.wounds[at + target] += 1


# -- cancelled damage (D-15.11 h) ---------------------------------------------------------------------


def cancelled(s: DarkAges, role: int, phase: int) -> int:
    """Points of damage that one side cancels in a phase (D-22.22)."""
    found = 0
    for effect in s.profile(s.fighting(role)).by_trigger[BATTLE_PHASE + phase]:
        if effect.op == CANCEL_DAMAGE and fits(s, effect, role):
            found += effect.n
    return found


def kept(s: DarkAges, role: int) -> list[int]:
    """Points that one side may still cancel in this battle, as numbers of abilities (DM0-4.8)."""
    side = s.fighting(role)
    found: list[int] = []
    for effect in s.profile(side).by_trigger[WHOLE_BATTLE]:
        if effect.op == CANCEL_DAMAGE and fits(s, effect, role):
            points = range(effect.ability, effect.ability + effect.n)
            found += [point for point in points if not s.used[side] >> point & 1]
    return found


def wounds_of(s: DarkAges, role: int) -> list[int]:
    """The points that one side has taken in this phase, by target."""
    n = s.t.targets
    return s.wounds[n * role : n * (role + 1)]


def savers(s: DarkAges, *args: int) -> list[int]:
    """Who can cancel damage, the attacker first; each decides for his own units (DMX-4.5)."""
    phase = args[-1]
    found: list[int] = []
    for role in range(ROLES):
        if (cancelled(s, role, phase) or kept(s, role)) and any(wounds_of(s, role)):
            found.append(role)
    return found


def cancel_all(s: DarkAges, *args: int) -> None:
    """What leaves no choice: all damage is cancelled, or nobody sits for the side."""
    phase, role = args[-2], args[-1]
    taken, n = wounds_of(s, role), cancelled(s, role, phase)
    if not s.has_seat(s.fighting(role)):
        n += len(kept(s, role))
    if n >= sum(taken):
        cancel(s, role, phase, [target for target, points in enumerate(taken) for _ in range(points)])
    elif not s.has_seat(s.fighting(role)):
        cancel(s, role, phase, next(ways_to_cancel(s, role, n)))


def must_choose(s: DarkAges, *args: int) -> bool:
    """Whether damage is left of which a player says what is cancelled."""
    role = args[-1]
    return s.has_seat(s.fighting(role)) and any(wounds_of(s, role))


def cancel(s: DarkAges, role: int, phase: int, targets: Sequence[int]) -> None:
    """Points are taken back; those that a phase does not give are gone for the battle (DM0-4.8)."""
    side = s.fighting(role)
    lent = kept(s, role) if s.t.battle_abilities else []
    for point in lent[: max(0, len(targets) - cancelled(s, role, phase))]:
        s.used[side] |= 1 << point
    for target in targets:
        s.wounds[s.t.targets * role + target] -= 1
    if targets:
        s.emit(DAMAGE_CANCELLED, side, len(targets))


def ways_to_cancel(s: DarkAges, role: int, n: int) -> Iterator[tuple[int, ...]]:
    """All ways to take back `n` points: of a unit hit twice the last one goes first."""
    taken, counts = wounds_of(s, role), s.army_of(role)
    hit = [target for target, points in enumerate(taken) if points]
    first = range(0, s.t.targets, s.t.damages)
    for way in combinations_with_replacement(hit, n):
        left = list(taken)
        for target in way:
            left[target] -= 1
        if min(left) >= 0 and all(
            target in first or left[target] <= counts[target] + left[target - 1] for target in hit
        ):
            yield way


class Save(Question[DarkAges]):
    """Which points of damage are cancelled, named as they were put on (D-22.22): ..., phase, role.

    Of points for the whole battle it is also asked how many: none is on offer there (DM0-4.8)."""

    name: ClassVar[str] = "save"
    rule: ClassVar[str] = "D-22.22"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.fighting(args[-1])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("target", "target_or_none" if s.t.battle_abilities else "target")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        role, at, begun, nothing = args[-1], len(prefix), tuple(prefix), s.t.targets
        least = most = cancelled(s, role, args[-2])
        if s.t.battle_abilities:
            if begun and begun[-1] == nothing:
                return None
            most += len(kept(s, role))
            most = min(most, sum(wounds_of(s, role)))
        if at == most:
            return None
        found: set[int] = set()
        for n in range(max(at + 1, least), most + 1):
            found |= {way[at] for way in ways_to_cancel(s, role, n) if way[:at] == begun}
        if least <= at and any(way == begun for way in ways_to_cancel(s, role, at)):
            found.add(nothing)
        return sorted(found)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(s.t.targets + 1 if s.t.battle_abilities else s.t.targets)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if value == s.t.targets:
            return because("must_cancel", "D-22.22")
        taken = wounds_of(s, args[-1])[value]
        if not taken or taken == prefix.count(value):
            return because("not_damaged", "D-22.22")
        if prefix and value < prefix[-1]:
            return because("in_order", "D-26.5")
        return because("hit_harder", "D-22.22")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        cancel(s, args[-1], args[-2], [target for target in answer if target != s.t.targets])


# -- deaths (D-15.11 i) -------------------------------------------------------------------------------


def bury(s: DarkAges, *args: int) -> None:
    """Units whose damage has reached their armour die, on both sides at the same time; the others keep it.

    They have rolled in this phase (D-15.14), because all dice lie already."""
    t = s.t
    for role in range(ROLES):
        at = t.targets * role
        if not any(s.wounds[at : at + t.targets]):
            continue
        room = rooms(s, role)
        dead = [0] * (UNITS * 2)
        for kind in range(UNITS * 2):
            first, moved = kind * t.damages, 0
            for target in range(first, first + room[first]):
                points = s.wounds[at + target]
                s.army[at + target] += moved - points
                s.wounds[at + target] = 0
                moved = points
            dead[kind] = moved
        _mourn(s, role, dead)


def regulars(s: DarkAges, role: int) -> list[int]:
    """The regular units of one side that are alive, by type."""
    damages, at = s.t.damages, s.t.targets * role
    each = range(at, at + 2 * damages * UNITS, 2 * damages)
    return [sum(s.army[first : first + damages]) for first in each]


def kill_regulars(s: DarkAges, role: int, counts: Sequence[int]) -> None:
    """Regular units of one side die outside a phase, so many of each type (D-17.3)."""
    t = s.t
    dead = [0] * (UNITS * 2)
    for unit, n in enumerate(counts):
        dead[2 * unit] = n
        first = t.targets * role + 2 * unit * t.damages
        for at in range(first, first + t.damages):
            killed = min(n, s.army[at])
            s.army[at] -= killed
            n -= killed
    _mourn(s, role, dead)


def _mourn(s: DarkAges, role: int, dead: Sequence[int]) -> None:
    """The dead by type and standing: figures go back to their owner (D-1.7), temporary units vanish."""
    side = s.fighting(role)
    fell = [0] * UNITS
    for unit in range(UNITS):
        regular, temporary = dead[2 * unit + REGULAR], dead[2 * unit + TEMPORARY]
        fell[unit] = regular + temporary
        s.fallen[UNITS * role + unit] += fell[unit]
        s.lost[UNITS * role + unit] += regular
        s.supply[UNITS * side + unit] += regular
    if any(fell):
        s.emit(UNITS_FELL, side, *troops(fell))
