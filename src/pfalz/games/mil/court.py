"""The Court (M-11): influence, or an attempt to make a knight of another family a vassal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.mil.events import (
    ACTION_WAIVED,
    FIEF_GIVEN,
    OFFER_ACCEPTED,
    OFFER_MADE,
    OFFER_RAISED,
    PRIVILEGE_AS_MARKER,
    VASSAL_MADE,
    VASSALAGE_SOUGHT,
)
from pfalz.games.mil.knights import lose_land, receive_land
from pfalz.games.mil.lookup import COURT, GOLD, INFLUENCE, RESOURCES
from pfalz.games.mil.notes import number, one, prestige
from pfalz.games.mil.politics import knights_at
from pfalz.games.mil.state import FROM_VASSALS, NOBODY, Mil, bundle, hold

NOTHING: Final = 0
TAKE_INFLUENCE: Final = 1
SEEK_VASSAL: Final = 2
COURT_IDS: Final = ("nothing", "influence", "vassal")

ACCEPT: Final = 0
RAISE: Final = 1
FIEF: Final = 2
ANSWER_IDS: Final = ("accept", "raise", "fief")


def courtiers(s: Mil) -> list[int]:
    """Knights at Court from left to right (M-10.2)."""
    return knights_at(s, COURT)


def standing_of(s: Mil, k: int) -> int:
    """Soldiers, lands and castles of a knight together (M-11.5)."""
    return s.soldiers_of(k) + s.lands_of(k) + s.castle[k]


def targets(s: Mil, k: int) -> list[int]:
    """Knights that this one may try to make a vassal of his family (M-11.2 to M-11.6, M-9.12)."""
    seat, lord, strength = k >> 2, s.lord[k], s.soldiers_of(k)
    return [
        target
        for target, tile in enumerate(s.knight)
        if tile
        and target >> 2 != seat
        and s.lord[target] == NOBODY
        and target >> 2 != lord
        and target != s.archbishop
        and strength > standing_of(s, target)
    ]


def why_no_target(s: Mil, k: int, target: int) -> Reason:
    """Why a knight cannot be sought as a vassal."""
    if not 0 <= target < len(s.knight) or not s.knight[target] or target >> 2 == k >> 2:
        return because("not_another_family", "M-11.2")
    if s.lord[target] != NOBODY:
        return because("has_lord", "M-11.3", lord=("seat", s.lord[target]))
    if s.lord[k] == target >> 2:
        return because("family_of_lord", "M-11.4")
    if s.archbishop == target:
        return because("under_archbishop", "M-11.6")
    have, need = ("number", s.soldiers_of(k)), ("number", standing_of(s, target))
    return because("too_strong", "M-11.5", have=have, need=need)


class AtCourt(Question[Mil]):
    """What a knight at Court does (M-10.4, M-22.8)."""

    name: ClassVar[str] = "court"
    rule: ClassVar[str] = "M-11.1"

    def seat(self, s: Mil, args: Args) -> int:
        return args[-1] >> 2

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("target", "knight") if prefix else Slot("court", "court")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            if targets(s, args[-1]):
                return (NOTHING, TAKE_INFLUENCE, SEEK_VASSAL)
            return (NOTHING, TAKE_INFLUENCE)
        return targets(s, args[-1]) if prefix[0] == SEEK_VASSAL and len(prefix) == 1 else None

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.knights() if prefix else range(3)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if prefix:
            return why_no_target(s, args[-1], value)
        return because("no_target" if value == SEEK_VASSAL else "not_offered", "M-11.2")

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Influence, or what a new vassal would bring (M-11.1, M-11.18)."""
        if prefix:
            return prestige(vassal_worth(s, s.lands_of(value)))
        return [note("get", cubes=one(s.t.court_influence, INFLUENCE))] if value == TAKE_INFLUENCE else ()

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return ("seat", value >> 2) if prefix else None

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        k = args[-1]
        if answer[0] == NOTHING:
            s.emit(ACTION_WAIVED, k, COURT)
        elif answer[0] == TAKE_INFLUENCE:
            s.gain_one(seat, INFLUENCE, s.t.court_influence)
        else:
            s.emit(VASSALAGE_SOUGHT, k, answer[1])
            s.call("offer", k, answer[1])


class Offer(Question[Mil]):
    """What the target's family offers to be spared, openly (M-11.7, M-19.6, M-22.9, M-P7)."""

    name: ClassVar[str] = "offer"
    rule: ClassVar[str] = "M-11.7"
    skip_if_forced: ClassVar[bool] = False  # that a family has neither gold nor influence stays its secret

    def seat(self, s: Mil, args: Args) -> int:
        return args[1] >> 2

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("influence" if prefix else "gold", "number")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        return range(s.cubes[RESOURCES * seat + GOLD - at] + 1) if at < 2 else None

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """What it brings to be spared, and what the vassal would bring the other (M-11.10, M-11.18)."""
        other = vassal_worth(s, s.lands_of(args[1]))
        return [
            note("spared", n=number(s.t.resisted_points), other=number(other), seat=("seat", args[0] >> 2))
        ]

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        gold, influence = answer
        s.emit(OFFER_MADE, seat, *bundle(purse(gold, influence)))
        hold(s, seat, purse(gold, influence), -1)  # M-P1
        s.call("counter", args[0], args[1], gold, influence)


def purse(gold: int, influence: int) -> tuple[int, ...]:
    """Gold and influence as cubes by resource."""
    return (0, 0, 0, influence, gold)


def least_influence(gold: int, offered_gold: int, offered: int) -> int:
    """Influence a raise with so much gold needs: more cubes, or as many with more gold (M-11.11)."""
    return max(0, offered - gold + (0 if gold > offered_gold else 1))


def fiefs(s: Mil, k: int, target: int) -> list[int]:
    """Lands the acting knight can give as a fief; two alike are one (M-11.14, M-11.20, M-R24, M-P6)."""
    if s.lord[k] != NOBODY or s.land[2 * target + 1] >= 0:
        return []
    first, second = s.land[2 * k], s.land[2 * k + 1]
    if first < 0:
        return []
    return [first] if second < 0 or second == first else [first, second]


def has_marker(s: Mil, seat: int) -> bool:
    """A family token for a vassal: from the stock, or a privilege (M-21.5, M-R42)."""
    return s.privileges[seat] > 0 or s.stock(seat) > 0


class Counter(Question[Mil]):
    """Accept the offer, raise it, or give a fief (M-11.8, M-22.10, M-P7)."""

    name: ClassVar[str] = "counter"
    rule: ClassVar[str] = "M-11.8"
    skip_if_forced: ClassVar[bool] = False  # whether a raise could be paid is known to the asked seat alone

    def seat(self, s: Mil, args: Args) -> int:
        return args[0] >> 2

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if not prefix:
            return Slot("counter", "counter")
        if prefix[0] == FIEF:
            return Slot("fief", "land_tile")
        return Slot("gold" if len(prefix) == 1 else "influence", "number")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        k, target, gold, influence = args[0], args[1], args[2], args[3]
        at = len(prefix)
        if at == 0:
            found = [ACCEPT]
            if has_marker(s, seat):
                if self.raises(s, seat, gold, influence):
                    found.append(RAISE)
                if fiefs(s, k, target):
                    found.append(FIEF)
            return found  # M-11.16
        if prefix[0] == FIEF and at == 1:
            return fiefs(s, k, target)
        if prefix[0] == RAISE:
            if at == 1:
                return self.raises(s, seat, gold, influence)
            if at == 2:
                least = least_influence(prefix[1], gold, gold + influence)
                return range(least, s.cubes[RESOURCES * seat + INFLUENCE] + 1)
        return None

    def raises(self, s: Mil, seat: int, gold: int, influence: int) -> list[int]:
        """Amounts of gold a legal raise can have (M-11.11, M-R23)."""
        have = s.cubes[RESOURCES * seat + INFLUENCE]
        most = s.cubes[RESOURCES * seat + GOLD]
        return [g for g in range(gold, most + 1) if least_influence(g, gold, gold + influence) <= have]

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return range(3)
        if prefix[0] == FIEF:
            return [tile for tile in s.land[2 * args[0] : 2 * args[0] + 2] if tile >= 0]
        return range(s.cubes[RESOURCES * seat + (GOLD if len(prefix) == 1 else INFLUENCE)] + 1)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if prefix:
            if prefix[0] == FIEF:
                return because("no_such_land", "M-11.14")
            if len(prefix) == 1 and value < args[2]:
                return because("less_gold", "M-11.11", need=("number", args[2]))
            return because("not_a_raise", "M-11.11")
        if value not in (RAISE, FIEF):
            return because("not_offered", "M-11.8")
        if not has_marker(s, seat):
            return because("no_marker", "M-21.5")
        if value == RAISE:
            return because("raise_too_dear", "M-11.11")
        if s.lord[args[0]] != NOBODY:
            return because("vassal_gives_no_fief", "M-11.20")
        if s.land[2 * args[0]] < 0:
            return because("no_such_land", "M-11.14")
        return because("target_has_two_lands", "M-11.14")

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Half of the offer, or a vassal (M-11.9, M-11.18, M-21.7)."""
        if prefix:
            return ()
        if value != ACCEPT:
            return prestige(vassal_worth(s, s.lands_of(args[1])))
        offered = args[2] + args[3]
        return [note("half", n=number((offered + 1) // 2), of=number(offered))] if offered else ()

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """What was offered, which a raise has to beat (M-11.11)."""
        return [note("offer", gold=one(args[2], GOLD), influence=one(args[3], INFLUENCE))]

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        k, target = args[0], args[1]
        offer = purse(args[2], args[3])
        if answer[0] == ACCEPT:
            s.emit(OFFER_ACCEPTED, seat, target)
            s.add_points(target >> 2, s.t.resisted_points, FROM_VASSALS)  # M-11.10
            if args[2] + args[3]:
                s.call("keep", seat, *offer)  # M-11.9
            return
        hold(s, target >> 2, offer, 1)  # M-11.12, M-11.15: the target's family keeps what it offered
        lands = s.lands_of(target)
        if answer[0] == RAISE:
            paid = purse(answer[1], answer[2])
            hold(s, seat, paid, -1)
            s.emit(OFFER_RAISED, seat, *bundle(paid))
            make_vassal(s, seat, target, lands)  # M-11.13
            s.call("keep", target >> 2, *paid)  # M-11.12
            return
        s.emit(FIEF_GIVEN, k, target, answer[1] >> 1)
        lose_land(s, k, answer[1])
        make_vassal(s, seat, target, lands)
        receive_land(s, target, answer[1] >> 1, NOBODY)  # M-11.19


def vassal_worth(s: Mil, lands: int) -> int:
    """Prestige for a new vassal who has so many lands (M-11.18)."""
    return s.t.vassal_points + s.t.vassal_land_points * lands


def make_vassal(s: Mil, seat: int, target: int, lands: int) -> None:
    """A family token on the target; points for him and the lands he had (M-11.17, M-11.18, M-R25)."""
    if s.stock(seat) == 0:
        s.privileges[seat] -= 1  # M-21.5
        s.emit(PRIVILEGE_AS_MARKER, seat)
    s.lord[target] = seat
    s.emit(VASSAL_MADE, target, seat)
    s.add_points(seat, vassal_worth(s, lands), FROM_VASSALS)
