"""Recruit (section 8), as an action, as a reaction, and by cards (D-22.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.events import UNIT_RECRUITED
from pfalz.games.darkages.notes import Walked, paying, price, to_pay, walked
from pfalz.games.darkages.payment import Purse, pay, pay_form
from pfalz.games.darkages.possible import can_recruit, muster_places, recruitable
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import RECRUIT, RECRUITED, UNIT_ITEM, UNITS

UNIT_SLOT: Final = Slot("unit", "unit")
UNIT_OR_NOTHING: Final = Slot("unit", "unit_or_nothing")
NO_UNIT: Final = UNITS
AREA_SLOT: Final = Slot("area", "area")
Form = tuple[Slot, Sequence[int]]


def recruit_form(s: DarkAges, side: int, given: Sequence[int]) -> Form | None:
    """The slots of recruiting: unit, area, payment; the unit may be left out for something else (DM0-3.5)."""
    if not given:
        found = recruitable(s, side, Purse(s, side)) if muster_places(s, side) else []
        return (UNIT_OR_NOTHING, [*found, NO_UNIT]) if may_go_without(s, side) else (UNIT_SLOT, found)
    if given[0] == NO_UNIT:
        return None
    if len(given) == 1:
        return AREA_SLOT, muster_places(s, side)
    unit = given[0]
    return pay_form(s, side, UNIT_ITEM + unit, s.face_of(side, unit).cost, NONE, given[2:])


def recruit_worth(s: DarkAges, side: int, given: Sequence[int], value: int) -> list[Note]:
    """What a unit costs, and what the slots of its payment mean (D-8.1)."""
    if not given:
        if value == NO_UNIT:
            return []
        return price(s, side, UNIT_ITEM + value, s.face_of(side, value).cost)
    if len(given) == 1:
        return []
    return paying(_bill(s, side, given), given[2:], value)


def recruit_so_far(s: DarkAges, side: int, given: Sequence[int]) -> list[Note]:
    """The price of the unit that is chosen."""
    return to_pay(_bill(s, side, given)) if given and given[0] != NO_UNIT else []


def _bill(s: DarkAges, side: int, given: Sequence[int]) -> Walked:
    unit = given[0]
    return walked(s, side, UNIT_ITEM + unit, s.face_of(side, unit).cost, NONE, given[2:])


def may_go_without(s: DarkAges, side: int) -> bool:
    """Whether Recruit can be carried out without a unit, because of a module."""
    modifiers = s.rules.modifiers
    if "can_recruit" in modifiers and s.rules.value(s, "can_recruit", 0, side) > 0:
        return True
    return "may_skip" in modifiers and s.rules.value(s, "may_skip", 0, side, RECRUIT) > 0


def recruit_or_not(s: DarkAges, side: int, given: Sequence[int]) -> None:
    """Recruit as the form says: with a unit it triggers what follows from that, without one it does not."""
    if given[0] == NO_UNIT:
        s.call("recruit_left_out", side)
    else:
        recruit(s, side, given)
        s.call("recruited", side)


def recruit(s: DarkAges, side: int, given: Sequence[int]) -> None:
    """Pay for a unit and put it into an own city (D-8.1); the supply limit does not matter (D-8.4)."""
    unit, area = given[0], given[1]
    pay(s, side, UNIT_ITEM + unit, s.face_of(side, unit).cost, NONE, given[2:])
    s.supply[UNITS * side + unit] -= 1
    counts = [0] * UNITS
    counts[unit] = 1
    control.put_units(s, side, area, counts)
    s.emit(UNIT_RECRUITED, side, unit, area)


def recruit_domain(s: DarkAges, side: int, given: Sequence[int]) -> Sequence[int] | None:
    """What can be pointed at in the first slots of recruiting."""
    if not given:
        return range(UNITS + may_go_without(s, side))
    return s.t.every_area if len(given) == 1 else None


def why_not_recruit(s: DarkAges, side: int, given: Sequence[int], value: int) -> Reason:
    """Why a unit or an area is not on offer."""
    if not given:
        if not s.supply[UNITS * side + value]:
            return because("no_figure", "D-8.2")
        return because("too_dear", "D-1.11")
    return because("needs_own_city", "D-8.1")


class Recruit(Question[DarkAges]):
    """The action Recruit: unit, area, payment (D-8.1, D-25.4)."""

    name: ClassVar[str] = "recruit"
    rule: ClassVar[str] = "D-8.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = recruit_form(s, seat, prefix)
        return asked[0] if asked else UNIT_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = recruit_form(s, seat, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        found = recruit_domain(s, seat, prefix)
        return found if found is not None else self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return why_not_recruit(s, seat, prefix, value)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        return recruit_worth(s, seat, prefix, value)

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return recruit_so_far(s, seat, prefix)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        recruit_or_not(s, seat, answer)


def recruited(s: DarkAges, side: int) -> None:
    """What the action Recruit triggers, the reaction triggers too (D-8.3, D-21.9, D-R.39)."""
    effects.trigger(s, side, RECRUITED)


class ExtraRecruit(Question[DarkAges]):
    """A unit more by a card (D-22.9): side, effect. It triggers nothing."""

    name: ClassVar[str] = "extra_recruit"
    rule: ClassVar[str] = "D-22.9"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _asked(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Form | None:
        unit = s.t.effects[args[1]].unit
        if not can_recruit(s, seat, unit):
            return None  # of several units only some could be paid for
        return recruit_form(s, seat, (unit, *prefix))

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = self._asked(s, seat, args, prefix)
        return asked[0] if asked else AREA_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = self._asked(s, seat, args, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.t.every_area if not prefix else self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("needs_own_city", "D-8.1")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        return recruit_worth(s, seat, (s.t.effects[args[1]].unit, *prefix), value)

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return recruit_so_far(s, seat, (s.t.effects[args[1]].unit, *prefix))

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer:
            recruit(s, seat, (s.t.effects[args[1]].unit, *answer))
