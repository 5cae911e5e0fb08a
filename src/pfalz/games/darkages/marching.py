"""March and Regroup (section 9): supply check, movement, and where an army goes back to (D-24.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Question, Reason, Slot, because
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control
from pfalz.games.darkages.control import occupied_by_barbarians, troops
from pfalz.games.darkages.events import UNIT_DISBANDED, UNITS_MARCHED, UNITS_REGROUPED
from pfalz.games.darkages.goods import gold_at_hand, pay_goods
from pfalz.games.darkages.possible import bits, can_march, garrisons, peaceful, reach, supply_limit
from pfalz.games.darkages.state import FREE, DarkAges
from pfalz.games.darkages.words import ARCHER, CAVALRY, INFANTRY, MARCH, ROMAN_ROAD, UNITS

FROM_SLOT: Final = Slot("from", "area")
TO_SLOT: Final = Slot("to", "area")
VIA_SLOT: Final = Slot("via", "area_or_none")
TROOP_SLOTS: Final = (Slot("infantry", "number"), Slot("archer", "number"), Slot("cavalry", "number"))
Form = tuple[Slot, Sequence[int]]


# -- the supply check ----------------------------------------------------------------------------------


def excess(s: DarkAges, side: int) -> int:
    """Units above the supply limit (D-9.2)."""
    return max(0, s.units_of(side) - supply_limit(s, side))


def above_limit(s: DarkAges, side: int, action: int) -> bool:
    """Whether units have to be returned or paid for before a March (D-9.2)."""
    return action == MARCH and excess(s, side) > 0


def has_army(s: DarkAges, side: int, action: int) -> bool:
    """Whether a unit is left after the supply check that can go somewhere (D-9.6)."""
    return can_march(s, side, s.areas_of(side))


class Supply(Question[DarkAges]):
    """For each unit above the limit: which unit goes back, or a gold (D-9.2, D-9.3, D-R.34)."""

    name: ClassVar[str] = "supply"
    rule: ClassVar[str] = "D-9.2"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("return", "return")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        left = excess(s, seat) - len(prefix)
        if left <= 0:
            return None
        gold = UNITS * s.t.areas
        coins = gold_at_hand(s, seat) - prefix.count(gold)
        lowest = prefix[-1] if prefix else 0
        there: list[tuple[int, int]] = []
        for area in garrisons(s, seat):
            for at in range(UNITS * area, UNITS * area + UNITS):
                n = s.units[at] - prefix.count(at)
                if at >= lowest and n > 0:
                    there.append((at, n))
        found: list[int] = []
        later = coins + sum([n for _, n in there])
        for at, n in there:
            if later >= left:
                found.append(at)
            later -= n
        if coins >= left:
            found.append(gold)
        return found

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        here = [at for area in garrisons(s, seat) for at in range(UNITS * area, UNITS * area + UNITS)]
        return [*[at for at in here if s.units[at]], UNITS * s.t.areas]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if value == UNITS * s.t.areas:
            return because("too_little_gold", "D-9.2")
        return because("in_order", "D-26.5")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        gold = UNITS * s.t.areas
        coins = answer.count(gold)
        for value in answer:
            if value != gold:
                area, unit = divmod(value, UNITS)
                counts = [0] * UNITS
                counts[unit] = 1
                s.emit(UNIT_DISBANDED, seat, unit, area)
                control.disband(s, area, counts)
        pay_goods(s, seat, (0, 0, 0, 0, coins))


# -- movement ------------------------------------------------------------------------------------------


def troop_form(s: DarkAges, area: int, given: Sequence[int]) -> Form | None:
    """How many units of each type go; at least one, perhaps all (D-9.4, D-9.5, D-26.5)."""
    at = len(given)
    if at == UNITS:
        return None
    there = s.units_in(area)
    low = 0
    if not any(given) and not any(there[at + 1 :]):
        low = 1
    return TROOP_SLOTS[at], range(low, there[at] + 1)


def ways(s: DarkAges, side: int, start: int, end: int) -> list[int]:
    """How an army comes from one area to another: directly, or through an own area (D-24.3)."""
    found: list[int] = []
    if reach(s, side, start) >> end & 1:
        found.append(s.t.areas)
    if s.profile(side).specials[ROMAN_ROAD] >= 0:
        for middle in bits(reach(s, side, start)):
            if s.owner[middle] == side and middle != end and reach(s, side, middle) >> end & 1:
                found.append(middle)
    return found


def goals(s: DarkAges, side: int, start: int) -> list[int]:
    """Where an army can march (D-9.4, D-24.3)."""
    near = reach(s, side, start)
    if s.profile(side).specials[ROMAN_ROAD] >= 0:
        for middle in bits(near):
            if s.owner[middle] == side:
                near |= reach(s, side, middle)
        near &= ~(1 << start)
    return bits(near)


class March(Question[DarkAges]):
    """The movement of a March: from, to, perhaps the way, and how many units (D-9.4, D-25.5)."""

    name: ClassVar[str] = "march"
    rule: ClassVar[str] = "D-9.4"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _asked(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Form | None:
        if not prefix:
            return FROM_SLOT, [area for area in garrisons(s, seat) if goals(s, seat, area)]
        if len(prefix) == 1:
            return TO_SLOT, goals(s, seat, prefix[0])
        found = ways(s, seat, prefix[0], prefix[1])
        if len(found) == 1:
            return troop_form(s, prefix[0], prefix[2:])
        if len(prefix) == 2:
            return VIA_SLOT, found
        return troop_form(s, prefix[0], prefix[3:])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = self._asked(s, seat, args, prefix)
        return asked[0] if asked else FROM_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = self._asked(s, seat, args, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if len(prefix) < 2:
            return s.t.every_area
        return self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("too_far", "D-9.4") if prefix else because("no_own_units", "D-9.4")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        start, end, army = answer[0], answer[1], answer[-UNITS:]
        found = ways(s, seat, start, end)
        via = found[0] if len(found) == 1 else answer[2]
        back = start if via == s.t.areas else via
        s.emit(UNITS_MARCHED, seat, start, end, *troops(army))
        control.take_units(s, start, army)
        if s.owner[end] == seat or (s.owner[end] == FREE and not occupied_by_barbarians(s, end)):
            control.put_units(s, seat, end, army)  # D-9.7
        else:
            s.call("battle", seat, end, back, army[INFANTRY], army[ARCHER], army[CAVALRY])  # D-9.8


def regroup_form(s: DarkAges, side: int, given: Sequence[int]) -> Form | None:
    """The slots of a regrouping: from, to, and how many units (D-9.10)."""
    if not given:
        mine = peaceful(s, side)
        return FROM_SLOT, [area for area in garrisons(s, side) if reach(s, side, area) & mine]
    if len(given) == 1:
        return TO_SLOT, bits(reach(s, side, given[0]) & peaceful(s, side))
    return troop_form(s, given[0], given[2:])


def regroup(s: DarkAges, side: int, start: int, end: int, army: Sequence[int]) -> None:
    """Move units in peace (D-9.10)."""
    s.emit(UNITS_REGROUPED, side, start, end, *troops(army))
    control.take_units(s, start, army)
    control.put_units(s, side, end, army)


def why_not_regroup(s: DarkAges, side: int, given: Sequence[int], value: int) -> Reason:
    """Why an area is not on offer."""
    if not given:
        return because("no_own_units", "D-9.10")
    if not reach(s, side, given[0]) >> value & 1:
        return because("too_far", "D-9.10")
    return because("no_battle", "D-9.10")


class RegroupOne(Question[DarkAges]):
    """One unit regroups by a card (D-24.4)."""

    name: ClassVar[str] = "regroup_one"
    rule: ClassVar[str] = "D-24.4"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return (FROM_SLOT, TO_SLOT, Slot("unit", "unit"))[len(prefix)]

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == 3:
            return None
        if len(prefix) == 2:
            return [unit for unit, n in enumerate(s.units_in(prefix[0])) if n]
        asked = regroup_form(s, seat, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.t.every_area if len(prefix) < 2 else self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return why_not_regroup(s, seat, prefix, value)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        army = [0] * UNITS
        army[answer[2]] = 1
        regroup(s, seat, answer[0], answer[1], army)
