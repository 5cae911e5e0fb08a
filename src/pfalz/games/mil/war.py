"""War (M-13): free land against open payment, land of other players with secret commitments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import HIDDEN, Args, Move
from pfalz.games.mil.events import (
    ACTION_WAIVED,
    FREE_LAND_CONQUERED,
    HELP_ASKED,
    HELP_GRANTED,
    HELP_NOT_ASKED,
    HELP_REFUSED,
    TROOPS_FED,
    WAR_DECLARED,
    WAR_LOST,
    WAR_WON,
)
from pfalz.games.mil.knights import lose_land, receive_land, remove_land, with_room
from pfalz.games.mil.lookup import FAR, FOOD, INFLUENCE, NEAR, RESOURCES, WAR
from pfalz.games.mil.notes import costs, number, one, prestige, rations, yields
from pfalz.games.mil.politics import knights_at
from pfalz.games.mil.state import EMPTY, FROM_WARS, NOBODY, REMOVED, Mil, bundle, hold

NOTHING: Final = 0
FREE_LAND: Final = 1
ATTACK: Final = 2
WAR_IDS: Final = ("nothing", "free_land", "attack")

ATTACKER: Final = 0
DEFENDER: Final = 1
SIDE_IDS: Final = ("attacker", "defender")


def warriors(s: Mil) -> list[int]:
    """Knights at War from left to right (M-10.2)."""
    return knights_at(s, WAR)


# -- free land ------------------------------------------------------------------------------------


def cubes_needed(s: Mil, k: int, stack: int) -> int:
    """Cubes that bring a knight's strength above the defence of a free land (M-13.2 to M-13.4, M-13.28)."""
    defence = s.t.stack_defence[stack] + s.t.land_defence[s.tops[stack]]
    return max(0, defence + 1 - attack_strength(s, k))


def free_lands(s: Mil, seat: int, k: int) -> list[int]:
    """Stacks whose top tile this knight can conquer (M-13.4)."""
    at = RESOURCES * seat
    have = s.cubes[at + FOOD] + s.cubes[at + INFLUENCE]
    return [x for x in (NEAR, FAR) if s.tops[x] != EMPTY and cubes_needed(s, k, x) <= have]


def payments(s: Mil, seat: int, need: int) -> range:
    """How many of the cubes for a free land can be food, the others being influence (M-13.28)."""
    at = RESOURCES * seat
    return range(max(0, need - s.cubes[at + INFLUENCE]), min(need, s.cubes[at + FOOD]) + 1)


def conquer_free_land(s: Mil, seat: int, k: int, stack: int, food: int) -> None:
    """Pay exactly what is needed, take the tile, show the next one (M-13.4 to M-13.6, M-R29).

    The call made last is carried out first: the next tile is turned up before the land is allotted (M-P2)."""
    need = cubes_needed(s, k, stack)
    land = s.tops[stack]
    s.emit(FREE_LAND_CONQUERED, k, stack, land)
    if need:
        s.pay(seat, (food, 0, 0, need - food, 0))
    s.tops[stack] = EMPTY
    s.heights[stack] -= 1
    s.call("allot", seat, k, land, NOBODY)
    if s.heights[stack]:
        s.call("turn_up", stack)


# -- land of another player -----------------------------------------------------------------------


def why_no_attack(s: Mil, k: int, target: int) -> Reason | None:
    """Why a knight may not attack another one; None if he may, the price left out (M-13.7 to M-13.11)."""
    if not 0 <= target < len(s.knight) or not s.knight[target] or target >> 2 == k >> 2:
        return because("not_another_family", "M-13.7")
    lord = s.lord[k]
    if lord != NOBODY and target >> 2 == lord:
        return because("family_of_lord", "M-13.8")
    if lord != NOBODY and s.lord[target] == lord:
        return because("same_lord", "M-13.8")
    if s.lord[target] == k >> 2:
        return because("own_vassal", "M-13.9")
    if s.land[2 * target] < 0:
        return because("no_land", "M-13.11")
    return because("under_archbishop", "M-13.11") if s.archbishop == target else None


def may_attack(s: Mil, k: int, target: int) -> bool:
    """Whether a knight may attack another one, the price left out (M-13.7 to M-13.11)."""
    lord, others = s.lord[k], s.lord[target]
    return (
        s.land[2 * target] >= 0
        and target >> 2 != k >> 2
        and others != k >> 2
        and (lord == NOBODY or (target >> 2 != lord and others != lord))
        and s.archbishop != target
    )


def price(s: Mil, target: int) -> int:
    """Influence an attack costs: one for each single woman of the defending family (M-13.12)."""
    return s.t.influence_per_woman * s.women[target >> 2]


def enemies(s: Mil, seat: int, k: int) -> list[int]:
    """Knights this one may attack and can pay for."""
    have = s.cubes[RESOURCES * seat + INFLUENCE]
    return [x for x in range(len(s.knight)) if may_attack(s, k, x) and price(s, x) <= have]


class AtWar(Question[Mil]):
    """What a knight at War does: nothing, a free land and its payment, an attack (M-13.1, M-22.15, M-P7)."""

    name: ClassVar[str] = "war"
    rule: ClassVar[str] = "M-13.1"
    skip_if_forced: ClassVar[bool] = False  # which wars can be paid for is known to the asked seat alone

    def seat(self, s: Mil, args: Args) -> int:
        return args[-1] >> 2

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if not prefix:
            return Slot("war", "war")
        if prefix[0] == FREE_LAND:
            return Slot("stack", "stack") if len(prefix) == 1 else Slot("food", "number")
        return Slot("target", "knight") if len(prefix) == 1 else Slot("land", "land_tile")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        k, at = args[-1], len(prefix)
        if at == 0:
            found = [NOTHING]
            if free_lands(s, seat, k):
                found.append(FREE_LAND)
            if enemies(s, seat, k):
                found.append(ATTACK)
            return found
        if prefix[0] == FREE_LAND:
            if at == 1:
                return free_lands(s, seat, k)
            need = cubes_needed(s, k, prefix[1])
            return payments(s, seat, need) if need and at == 2 else None
        if prefix[0] == ATTACK:
            if at == 1:
                return enemies(s, seat, k)
            if at == 2:
                return held_tiles(s, prefix[1])
        return None

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return range(3)
        if prefix[0] == FREE_LAND:
            if len(prefix) == 1:
                return (NEAR, FAR)
            return range(cubes_needed(s, args[-1], prefix[1]) + 1)
        if len(prefix) == 1:
            return s.knights()
        return held_tiles(s, prefix[1])

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        k = args[-1]
        if not prefix:
            return because("no_enemy" if value == ATTACK else "no_free_land", "M-13.1")
        if prefix[0] == FREE_LAND:
            if len(prefix) > 1:
                return because("exact_payment", "M-13.28", n=("number", cubes_needed(s, k, prefix[1])))
            if value not in (NEAR, FAR) or s.tops[value] == EMPTY:
                return because("stack_empty", "M-13.6")
            return because("too_weak", "M-13.4", n=("number", cubes_needed(s, k, value)))
        if len(prefix) > 1:
            return because("not_offered", "M-13.7")
        return why_no_attack(s, k, value) or because(
            "attack_too_dear", "M-13.12", n=("number", price(s, value))
        )

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What a land takes to be conquered, and what it is (M-13.2 to M-13.4, M-13.12)."""
        if not prefix:
            return ()
        k = args[-1]
        if prefix[0] == FREE_LAND:
            need = cubes_needed(s, k, value if len(prefix) == 1 else prefix[1])
            if len(prefix) > 1:
                return costs(rations(value, need - value))
            key = "free_land" if need else "free_land_unpaid"
            return [note(key, land=("land", s.tops[value]), n=number(need))]
        if len(prefix) > 1:
            return yields(s.t.harvest[value >> 1])
        found = [note("strengths", n=number(attack_strength(s, k)), of=number(defence_strength(s, value)))]
        cost = price(s, value)
        return [*found, note("pay", cubes=one(cost, INFLUENCE))] if cost else found

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return ("seat", value >> 2) if len(prefix) == 1 and prefix[0] == ATTACK else None

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        k = args[-1]
        if answer[0] == NOTHING:
            s.emit(ACTION_WAIVED, k, WAR)
        elif answer[0] == FREE_LAND:
            conquer_free_land(s, seat, k, answer[1], answer[2] if len(answer) > 2 else 0)
        else:
            s.emit(WAR_DECLARED, k, answer[1], answer[2])
            cost = price(s, answer[1])
            if cost:
                s.pay_one(seat, INFLUENCE, cost)  # M-13.13
            s.call("campaign", k, answer[1], answer[2])


def held_tiles(s: Mil, k: int) -> list[int]:
    """The different lands of a knight, by kind and side; two alike are one choice (M-P6)."""
    first, second = s.land[2 * k], s.land[2 * k + 1]
    if first < 0:
        return []
    return [first] if second < 0 or second == first else [first, second]


def both_sides(s: Mil, k: int, target: int, tile: int) -> Sequence[int]:
    """The attacker asks first, then the defender (M-13.14, M-13.15)."""
    return (ATTACKER, DEFENDER)


def has_lord(s: Mil, k: int, target: int, tile: int, side: int) -> bool:
    """Whether the knight of one side is a vassal."""
    return s.lord[target if side else k] != NOBODY


class CallLord(Choice[Mil]):
    """Whether a vassal's player asks the lord for help (M-13.14, M-13.15, M-22.16)."""

    name: ClassVar[str] = "call_lord"
    rule: ClassVar[str] = "M-13.14"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "call_lord"

    def seat(self, s: Mil, args: Args) -> int:
        return args[args[3]] >> 2

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        k = args[args[3]]
        s.emit(HELP_ASKED if value else HELP_NOT_ASKED, k, s.lord[k])
        if value:
            s.call("join", *args)


class JoinWar(Choice[Mil]):
    """Whether a lord takes part in the war of his vassal (M-13.14, M-13.15)."""

    name: ClassVar[str] = "join"
    rule: ClassVar[str] = "M-13.14"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "join"

    def seat(self, s: Mil, args: Args) -> int:
        return s.lord[args[args[3]]]

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        side = args[3]
        if value:
            s.allies[side] = seat
        s.emit(HELP_GRANTED if value else HELP_REFUSED, seat, args[side])


def attack_strength(s: Mil, k: int) -> int:
    """What a knight attacks with before cubes count: his soldiers (M-13.3, M-13.19)."""
    return s.t.soldier_strength * s.soldiers_of(k)


def defence_strength(s: Mil, k: int) -> int:
    """What a knight defends with before cubes count: his soldiers and his castle (M-13.20)."""
    return s.t.soldier_strength * s.soldiers_of(k) + s.t.castle_strength * s.castle[k]


def belligerents(s: Mil, k: int, target: int, tile: int) -> list[int]:
    """Attacker, defender and the lords taking part (M-13.16, M-13.17)."""
    return [k >> 2, target >> 2, *[ally for ally in s.allies if ally != NOBODY]]


class Commit(Question[Mil]):
    """Food and influence committed in secret by all participants of a war (M-13.17, M-22.17).

    Soldiers and castles fight and are not lost (M-13.23); the land itself does not defend (M-R20)."""

    name: ClassVar[str] = "commit"
    rule: ClassVar[str] = "M-13.17"

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("influence" if prefix else "food", "number")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        if at == 2:
            return None
        return range(s.cubes[RESOURCES * seat + (INFLUENCE if at else FOOD)] + 1)

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """Both sides as far as the seat can know: its own cubes, and what stands there openly."""
        k, target = args[0], args[1]
        mine = sum([n for n in prefix if n != HIDDEN])
        attack, defence = attack_strength(s, k), defence_strength(s, target)
        if seat in (k >> 2, s.allies[ATTACKER]):
            attack += mine
        else:
            defence += mine
        return [note("war_so_far", n=number(attack), of=number(defence))]

    def resolve(self, s: Mil, args: Args, seats: Args, answers: list[Move]) -> None:
        k, target, tile = args[0], args[1], args[2]
        attack, defence = attack_strength(s, k), defence_strength(s, target)
        chooser = k >> 2
        for seat, (food, influence) in zip(seats, answers, strict=True):
            spent = (food, 0, 0, influence, 0)
            hold(s, seat, spent, -1)  # M-13.22
            s.emit(TROOPS_FED, seat, *bundle(spent))  # M-13.18
            if seat == k >> 2 or seat == s.allies[ATTACKER]:
                attack += food + influence
                if seat == s.allies[ATTACKER] and food + influence:
                    chooser = seat  # M-13.27, M-R31
            else:
                defence += food + influence  # M-13.20
        s.allies = [NOBODY, NOBODY]
        if attack <= defence:
            s.emit(WAR_LOST, k, target, attack, defence)  # M-13.21, M-13.24
            return
        s.emit(WAR_WON, k, target, attack, defence)
        if s.score(k >> 2) < s.score(target >> 2):
            s.add_points(k >> 2, s.t.richer_points, FROM_WARS)  # M-13.26, M-R30
        lose_land(s, target, tile)
        s.call("allot", chooser, k, tile >> 1, target)  # M-13.25


class Allot(Choice[Mil]):
    """Who gets a conquered land (M-7.5, M-7.6, M-22.18): chooser, conqueror, land, loser."""

    name: ClassVar[str] = "allot"
    rule: ClassVar[str] = "M-7.5"
    of: ClassVar[str] = "receiver"
    called: ClassVar[str] = "receiver"

    def seat(self, s: Mil, args: Args) -> int:
        return args[0]

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        found = with_room(s, args[1] >> 2)
        if not found or seat == args[1] >> 2:
            found.append(REMOVED)  # M-13.27: a lord must choose one while there is room
        return found

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return [*s.knights(), *s.rules.kinds["receiver"].also]

    def refusal(self, s: Mil, seat: int, args: Args, value: int) -> Reason:
        if value == REMOVED:
            return because("lord_must_allot", "M-13.27")
        if value in s.subjects(args[1] >> 2):
            return because("has_two_lands", "M-7.1")
        return because("not_a_subject", "M-7.5")

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What the land brings the seat that allots it (M-7.2, M-7.4)."""
        if value < 0 or value not in s.knights():
            return ()
        points = s.rules.value(s, "land_gained", s.t.land_points, value, args[3])
        return prestige(points) if seat in (value >> 2, s.lord[value]) else ()

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return ("seat", value >> 2) if value in s.knights() else ("receiver", value)

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        if value == REMOVED:
            remove_land(s, args[2])
        else:
            receive_land(s, value, args[2], args[3])
