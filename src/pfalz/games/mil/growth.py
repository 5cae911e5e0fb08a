"""Family growth (M-4.13 to M-4.29): rolls of the die, their results, and the illegitimate son."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.mil.events import (
    DAUGHTER_BORN,
    DIE_ROLLED,
    HEIR_BORN,
    ROLL_WASTED,
    SON_ACKNOWLEDGED,
    SON_BORN,
)
from pfalz.games.mil.knights import has_seat, take_time, white_slots
from pfalz.games.mil.lookup import GOLD, HOURGLASS, MAN, RESOURCES, WOMAN
from pfalz.games.mil.notes import ageing, in_sphere, number
from pfalz.games.mil.state import ABSENT, ALONE, WHITE, WITH_HEIR, Mil

ROLL: Final = 0
SON_FOR_GOLD: Final = 1
SON_FOR_PRIVILEGE: Final = 2
STOP: Final = 3

WITH_GOLD: Final = 0
WITH_PRIVILEGE: Final = 1


def may_grow(s: Mil, k: int) -> bool:
    """A son of this knight could have an effect (M-4.13, M-R8)."""
    first = 4 * (k >> 2)
    return s.knight[k] == ALONE or ABSENT in s.knight[first : first + 4]


def sons_for_sale(s: Mil, seat: int, k: int) -> list[int]:
    """Payments that bring a knight without heir an illegitimate son (M-4.28, M-R12)."""
    if s.knight[k] != ALONE:
        return []
    found = []
    if s.cubes[RESOURCES * seat + GOLD] >= s.t.son_gold:
        found.append(SON_FOR_GOLD)
    if s.privileges[seat] >= s.t.son_privileges:
        found.append(SON_FOR_PRIVILEGE)
    return found


def why_no_son(s: Mil, seat: int, k: int, step: int) -> Reason:
    """Why an illegitimate son cannot be had."""
    if s.knight[k] == WITH_HEIR:
        return because("has_heir", "M-4.28")
    return because("no_gold" if step == SON_FOR_GOLD else "no_privilege", "M-4.28")


def acknowledge_son(s: Mil, seat: int, k: int, step: int) -> None:
    """Pay for an heir instead of rolling (M-4.28)."""
    s.growing = 0
    if step == SON_FOR_GOLD:
        s.emit(SON_ACKNOWLEDGED, k, WITH_GOLD)
        s.pay_one(seat, GOLD, s.t.son_gold)
    else:
        s.emit(SON_ACKNOWLEDGED, k, WITH_PRIVILEGE)
        s.privileges[seat] -= s.t.son_privileges
    bear_heir(s, k)


def bear_heir(s: Mil, k: int) -> None:
    """A knight gets an heir, whatever his wedding brings (M-4.17, M-5.13).

    A wedding follows if the father has land or castle, and only then (M-4.18, M-5.1, M-5.2)."""
    s.knight[k] = WITH_HEIR
    s.emit(HEIR_BORN, k)
    if has_seat(s, k):
        s.call("wedding", k)


def bear_son(s: Mil, k: int) -> None:
    """A younger son becomes a full knight at once, with nothing of his own (M-3.12, M-4.19, M-4.20)."""
    young = s.knight.index(ABSENT, 4 * (k >> 2))
    s.knight[young] = ALONE
    s.emit(SON_BORN, k, young)


def still_growing(s: Mil, k: int) -> bool:
    """Whether the die is rolled (again) (M-4.22, M-4.23)."""
    return s.growing == 1


def choosable(s: Mil, k: int, face: int) -> list[int]:
    """Results of a face that can be carried out in full (M-4.14, M-4.24, M-4.25, M-R9)."""
    found = []
    for result in s.t.face_results[face]:
        if result == WOMAN and s.women[k >> 2] >= s.t.most_women:
            continue
        if result == HOURGLASS and WHITE not in s.slots:
            continue
        found.append(result)
    return found


class FamilyDie(Chance[Mil]):
    """A roll of the die for a knight (M-4.13, M-19.8)."""

    name: ClassVar[str] = "family_die"
    rule: ClassVar[str] = "M-4.13"

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("face", "face")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(6)

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        k, face = args[0], answer[0]
        s.growing = 0
        s.emit(DIE_ROLLED, k, face)
        if choosable(s, k, face):
            s.call("result", k, face)
        else:
            s.emit(ROLL_WASTED, k)  # M-4.26


class Result(Question[Mil]):
    """Which result of the rolled face is carried out, and where an hourglass takes its token from."""

    name: ClassVar[str] = "result"
    rule: ClassVar[str] = "M-4.14"

    def seat(self, s: Mil, args: Args) -> int:
        return args[0] >> 2

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("time_token", "place") if prefix else Slot("result", "result")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return choosable(s, args[0], args[1])
        if len(prefix) == 1 and prefix[0] == HOURGLASS:
            return white_slots(s)
        return None

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(s.t.slots) if prefix else (MAN, WOMAN, HOURGLASS)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if prefix:
            return because("no_white_token_there", "M-4.4")
        if value not in s.t.face_results[args[1]]:
            return because("not_on_this_face", "M-4.14")
        if value == WOMAN:
            return because("too_many_women", "M-4.25", n=("number", s.t.most_women))
        return because("no_white_token", "M-4.24")

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What a son is, how many women there are then, and how old the knight becomes."""
        k = args[0]
        if prefix:
            return ()
        if value == HOURGLASS:
            return ageing(s, k)
        if value == WOMAN:
            return [note("women", n=number(s.women[seat] + 1), of=number(s.t.most_women))]
        if s.knight[k] != ALONE:
            return [note("younger_son")]
        return [note("heir_marries" if has_seat(s, k) else "heir")]

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return in_sphere(s, value) if prefix else None

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        k, result = args[0], answer[0]
        if result == MAN:
            if s.knight[k] == ALONE:
                bear_heir(s, k)
            else:
                bear_son(s, k)
        elif result == WOMAN:
            s.women[seat] += 1  # M-4.16
            s.emit(DAUGHTER_BORN, seat)
            s.call("grow_on", k)
        elif not take_time(s, k, answer[1]):  # M-4.15
            s.call("grow_on", k)  # M-4.27, M-R11: not after his death


class GrowOn(Choice[Mil]):
    """After a woman or an hourglass: roll again, stop, or pay for a son (M-4.23, M-4.28, M-22.3)."""

    name: ClassVar[str] = "grow_on"
    rule: ClassVar[str] = "M-4.23"
    of: ClassVar[str] = "growth"
    called: ClassVar[str] = "growth"

    def seat(self, s: Mil, args: Args) -> int:
        return args[0] >> 2

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        return [ROLL, *sons_for_sale(s, seat, args[0]), STOP]

    def refusal(self, s: Mil, seat: int, args: Args, value: int) -> Reason:
        return why_no_son(s, seat, args[0], value)

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """A bought son is an heir, and marries if the knight has a seat (M-4.28, M-5.1)."""
        if value in (ROLL, STOP):
            return ()
        return [note("heir_marries" if has_seat(s, args[0]) else "heir")]

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        if value == ROLL:
            s.growing = 1
        elif value != STOP:
            acknowledge_son(s, seat, args[0], value)
