"""March and Regroup (section 9): supply check, movement, and where an army goes back to (D-24.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control
from pfalz.games.darkages.control import occupied_by_barbarians, troops
from pfalz.games.darkages.events import UNIT_DISBANDED, UNITS_MARCHED, UNITS_REGROUPED
from pfalz.games.darkages.goods import gold_at_hand, pay_goods
from pfalz.games.darkages.notes import number
from pfalz.games.darkages.possible import (
    bits,
    can_march,
    garrisons,
    peaceful,
    reach,
    riders,
    rides,
    supply_limit,
)
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import ARCHER, CAVALRY, INFANTRY, MARCH, ROMAN_ROAD, UNITS

FROM_SLOT: Final = Slot("from", "area")
TO_SLOT: Final = Slot("to", "area")
VIA_SLOT: Final = Slot("via", "area_or_none")
ALONG_SLOT: Final = Slot("along", "yesno")
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

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many of the units above the limit are settled (D-9.2)."""
        return [note("above_limit", n=number(len(prefix)), of=number(excess(s, seat)))]

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


def troop_form(s: DarkAges, area: int, given: Sequence[int], alone: bool = False) -> Form | None:
    """How many units of each type go; at least one, perhaps all (D-9.4, D-9.5, D-26.5).

    `alone`: somebody goes who needs no unit with him."""
    at = len(given)
    if at == UNITS:
        return None
    there = s.units_in(area)
    low = 0
    if not alone and not any(given) and not any(there[at + 1 :]):
        low = 1
    return TROOP_SLOTS[at], range(low, there[at] + 1)


def army_form(s: DarkAges, side: int, start: int, end: int, given: Sequence[int]) -> Form | None:
    """The units of an army, and whether figures go along that are no units (slot `along`).

    Modules have such figures: the value `along` says where they stand, `lone` where they may be without
    units, as bits; the flow `accompany` takes them along or leaves them behind. If `end` is NONE, they do not
    go without units."""
    if "along" not in s.rules.modifiers or not s.rules.value(s, "along", 0, side, start):
        return troop_form(s, start, given)
    if len(given) < UNITS:
        lone = s.rules.value(s, "lone", 0, side) if end != NONE else 0
        return troop_form(s, start, given, bool(lone >> max(0, end) & 1))
    if len(given) > UNITS:
        return None
    return ALONG_SLOT, (0, 1) if any(given) else (1,)


def accompany(s: DarkAges, side: int, start: int, end: int, army: Sequence[int]) -> None:
    """An army, as the slots of `army_form` say, has left: figures that are no units follow or stay."""
    if "along" in s.rules.modifiers and s.rules.value(s, "along", 0, side, start):
        s.call("accompany", side, start, end, sum(army[UNITS:]))


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


def starts(s: DarkAges, side: int) -> list[int]:
    """The areas from which an army, or a figure by itself, can march."""
    found = [area for area in garrisons(s, side) if goals(s, side, area)]
    more = [area for area in riders(s, side) if area not in found]
    return sorted([*found, *more]) if more else found


def ends(s: DarkAges, side: int, start: int) -> list[int]:
    """Where a march from an area may lead; without units not everywhere."""
    found = goals(s, side, start)
    if any(s.units_in(start)):
        return found
    lone = s.rules.value(s, "lone", 0, side)
    return [area for area in found if lone >> area & 1]


class March(Question[DarkAges]):
    """The movement of a March: from, to, perhaps the way, and how many units (D-9.4, D-25.5)."""

    name: ClassVar[str] = "march"
    rule: ClassVar[str] = "D-9.4"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _asked(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Form | None:
        if not prefix:
            return FROM_SLOT, starts(s, seat)
        if len(prefix) == 1:
            return TO_SLOT, ends(s, seat, prefix[0])
        found = ways(s, seat, prefix[0], prefix[1])
        if len(found) == 1:
            return army_form(s, seat, prefix[0], prefix[1], prefix[2:])
        if len(prefix) == 2:
            return VIA_SLOT, found
        return army_form(s, seat, prefix[0], prefix[1], prefix[3:])

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

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Who stands where the army would go, and how many units there are (D-9.4, D-9.8)."""
        if not prefix:
            return [note("units_there", n=number(sum(s.units_in(value))))]
        return standing_there(s, seat, value) if len(prefix) == 1 else ()

    def heading(
        self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        if len(prefix) > 1 or not 0 <= value < s.t.areas or s.t.region[value] < 0:
            return None
        return "region", s.t.region[value]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        start, end = answer[0], answer[1]
        found = ways(s, seat, start, end)
        direct = len(found) == 1
        via = found[0] if direct else answer[2]
        march(s, seat, start, end, start if via == s.t.areas else via, answer[2:] if direct else answer[3:])


def standing_there(s: DarkAges, side: int, area: int) -> list[Note]:
    """What an army would meet in an area: nothing is said of own and of empty ones."""
    owner = s.owner[area]
    if owner == side:
        return []
    if owner == FREE:
        found = note("barbarians", side=("side", s.barbarians()))
        return [found] if occupied_by_barbarians(s, area) else []
    return [note("held_by", side=("side", owner), n=number(sum(s.units_in(area))))]


def march(s: DarkAges, side: int, start: int, end: int, back: int, army: Sequence[int]) -> None:
    """An army goes from one area to another, where a battle may follow; `back` is where it returns to."""
    units = army[:UNITS]
    if any(units):
        s.emit(UNITS_MARCHED, side, start, end, *troops(units))
        control.take_units(s, start, units)
        if s.owner[end] == side or (s.owner[end] == FREE and not occupied_by_barbarians(s, end)):
            control.put_units(s, side, end, units)  # D-9.7
        else:
            s.call("battle", side, end, back, units[INFANTRY], units[ARCHER], units[CAVALRY])  # D-9.8
    accompany(s, side, start, end, army)


def regroup_form(s: DarkAges, side: int, given: Sequence[int]) -> Form | None:
    """The slots of a regrouping: from, to, and how many units (D-9.10)."""
    if not given:
        found = regroup_starts(s, side)
        more = [area for area in riders(s, side) if area not in found]
        return FROM_SLOT, sorted([*found, *more]) if more else found
    if len(given) == 1:
        if any(s.units_in(given[0])):
            return TO_SLOT, bits(reach(s, side, given[0]) & peaceful(s, side))
        return TO_SLOT, bits(rides(s, side, given[0]))
    return army_form(s, side, given[0], given[1], given[2:])


def regroup_starts(s: DarkAges, side: int) -> list[int]:
    """The areas from which units can regroup (D-9.10)."""
    mine = peaceful(s, side)
    return [area for area in garrisons(s, side) if reach(s, side, area) & mine]


def regroup(s: DarkAges, side: int, start: int, end: int, army: Sequence[int]) -> None:
    """Move units in peace (D-9.10)."""
    units = army[:UNITS]
    if any(units):
        s.emit(UNITS_REGROUPED, side, start, end, *troops(units))
        control.take_units(s, start, units)
        control.put_units(s, side, end, units)
    accompany(s, side, start, end, army)


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
        if not prefix:
            return regroup_starts(s, seat)
        return bits(reach(s, seat, prefix[0]) & peaceful(s, seat))

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.t.every_area if len(prefix) < 2 else self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return why_not_regroup(s, seat, prefix, value)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        army = [0] * UNITS
        army[answer[2]] = 1
        regroup(s, seat, answer[0], answer[1], army)


class RegroupUnits(Question[DarkAges]):
    """The reaction Regroup, carried out by a card (DM0-8.7): side."""

    name: ClassVar[str] = "regroup_units"
    rule: ClassVar[str] = "DM0-8.7"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = regroup_form(s, seat, prefix)
        return asked[0] if asked else FROM_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = regroup_form(s, seat, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.t.every_area if len(prefix) < 2 else self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return why_not_regroup(s, seat, prefix, value)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        regroup(s, seat, answer[0], answer[1], answer[2:])
