"""A raid: a toy game with every sort of column, argument and slot that a view or an answer can have."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

from pfalz.core.ask import NO_ONE, Chance, Choice, Question, Slot
from pfalz.core.flow import Step, ask, chance, do, each, flow, loop, seq, together
from pfalz.core.game import Edit, Game, Memory, Module, Outcome, after
from pfalz.core.kinds import OPEN, Kind, Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.shapes import Shape, Shapes
from pfalz.core.state import (
    HIDDEN,
    NOBODY,
    OWNER,
    PUBLIC,
    Args,
    Columns,
    Holds,
    Move,
    State,
    amount,
    balance,
    declare,
    number,
    numbers,
    seen,
    set_of,
    stacks,
    thing,
    upto,
)

FIELDS: Final = ("hill", "moor", "ford", "glen", "fen")
FREE, EMPTY, HOME, STAY = -1, -1, -2, 50
ROUNDS: Final = 2
DRUNK: Final = -7
"""A mood beyond the numbers."""


class RaidState(State):
    round: int
    omen: int
    gold: list[int]  # by seat and good
    owner: list[int]
    plan: list[int]  # by seat: field and gold of this round
    shown: list[int]
    friends: list[int]
    riders: list[int]  # by rider (seat and good): where he is
    heaps: list[tuple[int, ...]]
    deck: list[int]
    ridden: list[int]
    debts: list[int]  # by seat and side
    moods: list[int]


def own_or_shown(s: RaidState, seat: int) -> list[bool]:
    return [i // 2 == seat or s.shown[i // 2] == 1 for i in range(len(s.plan))]


def own_fields(s: RaidState, seat: int) -> list[bool]:
    return [owner == seat for owner in s.owner]


SCHEMA = declare(
    RaidState,
    round=number(PUBLIC, upto(ROUNDS)),
    omen=number(NOBODY, thing("field", EMPTY)),
    gold=numbers(OWNER, upto(30), per=("seat", "good")),
    owner=numbers(PUBLIC, thing("side", FREE), per="field"),
    plan=numbers(seen(own_or_shown), balance(), per=("seat", 2)),
    shown=numbers(PUBLIC, upto(1), per="seat"),
    friends=numbers(PUBLIC, set_of("seat"), per="seat"),
    riders=numbers(PUBLIC, thing("field_or_home", STAY), per="rider"),
    heaps=stacks(seen(own_fields), thing("good"), per="field", most=4),
    deck=numbers(NOBODY, thing("field"), most="field"),
    ridden=numbers(PUBLIC, thing("rider"), most=lambda t: t),
    debts=numbers(PUBLIC, amount(), per=("seat", "side")),
    moods=numbers(PUBLIC, Holds(-3, 3, "", (DRUNK,), False), per="side"),
)


class Shuffle(Chance[RaidState]):
    name, rule = "shuffle", "R-1"

    def options(self, s: RaidState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return [field for field in range(len(FIELDS)) if field not in prefix] or None

    def slot(self, s: RaidState, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("field", "field")

    def audience(self, seat: int, args: Args, index: int) -> int:
        return NO_ONE

    def answer(self, s: RaidState, seat: int, args: Args, answer: Move) -> None:
        s.deck = list(answer)


class Plan(Question[RaidState]):
    """A field and some gold; whoever spends gold also names a friend."""

    name, rule = "plan", "R-2"
    KINDS: ClassVar = (Slot("field", "field"), Slot("gold", "number"), Slot("friend", "seat"))

    def slot(self, s: RaidState, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return self.KINDS[len(prefix)]

    def options(self, s: RaidState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return range(len(FIELDS))
        if len(prefix) == 1:
            return range(s.gold[2 * seat] + 1)
        if len(prefix) == 2 and prefix[1] > 0:
            return [other for other in range(s.rules.players) if other != seat]
        return None

    def resolve(self, s: RaidState, args: Args, seats: Args, answers: list[Move]) -> None:
        for seat, answer in zip(seats, answers, strict=True):
            s.plan[2 * seat : 2 * seat + 2] = answer[:2]
            s.gold[2 * seat] -= answer[1]
            if len(answer) > 2:
                s.friends[seat] |= 1 << answer[2]


class Ride(Choice[RaidState]):
    """One of the own riders strikes, or nobody does."""

    name, rule, of = "ride", "R-3", "rider_or_none"

    def values(self, s: RaidState, seat: int, args: Args) -> Sequence[int]:
        return [2 * seat, 2 * seat + 1, FREE]

    def chosen(self, s: RaidState, seat: int, args: Args, value: int) -> None:
        if value == FREE:
            s.moods[seat] = DRUNK
            return
        s.moods[s.rules.players] = -s.round
        s.riders[value] = s.plan[2 * seat]
        s.ridden.append(value)
        for _ in range(s.ridden.count(value)):
            s.call("gifts", seat, *s.ridden)
        s.call("strike", seat, s.plan[2 * seat])


class Leave(Choice[RaidState]):
    """What is left on the field; its new owner alone knows."""

    name, rule, of = "leave", "R-4", "good"

    def seat(self, s: RaidState, args: Args) -> int:
        return args[0]

    def values(self, s: RaidState, seat: int, args: Args) -> Sequence[int]:
        return range(2)

    def chosen(self, s: RaidState, seat: int, args: Args, value: int) -> None:
        s.owner[args[1]] = seat
        s.heaps[args[1]] = (*s.heaps[args[1]], value)[-4:]
        s.gold[2 * seat + value] += 1


class Give(Choice[RaidState]):
    """Something for a side."""

    name, rule, of = "give", "R-5", "number"

    def seat(self, s: RaidState, args: Args) -> int:
        return args[0]

    def values(self, s: RaidState, seat: int, args: Args) -> Sequence[int]:
        return range(3)

    def chosen(self, s: RaidState, seat: int, args: Args, value: int) -> None:
        s.debts[seat * len(s.moods) + args[-1]] += value


def from_round(s: RaidState, *args: int) -> Sequence[int]:
    n = s.rules.players
    return [(s.round + i) % n for i in range(n)]


def receivers(s: RaidState, seat: int, *riders: int) -> Sequence[int]:
    return (*range(len(s.moods)), seat) if len(riders) % 2 else (s.rules.players,)


def show(s: RaidState, seat: int) -> None:
    s.shown[seat] = 1


def end_round(s: RaidState) -> None:
    s.shown = [0] * s.rules.players
    s.omen = s.deck.pop()
    s.round += 1


def rounds_left(s: RaidState) -> bool:
    return s.round < ROUNDS


class Banners(Columns):
    banner: list[int]


class Raise(Choice[RaidState]):
    name, rule, of = "raise", "RB-1", "rider"

    def values(self, s: RaidState, seat: int, args: Args) -> Sequence[int]:
        return range(2 * s.rules.players)

    def chosen(self, s: Any, seat: int, args: Args, value: int) -> None:
        s.slices["banners"].banner[seat] ^= 1 << value


class BannerModule(Module[RaidState]):
    id = "banners"
    schema = declare(Banners, banner=numbers(OWNER, set_of("rider"), per="seat"))

    def edits(self, rules: Ruleset[RaidState]) -> Sequence[Edit]:
        return [after("ride", ask(Raise()))]

    def start(self, s: RaidState) -> Banners:
        part = Banners()
        s.rules.slice_shapes[self.id].fill(part)
        return part

    def resample(self, s: RaidState, seat: int, rng: Random, memory: Memory | None) -> None:
        guess(s.rules.slice_shapes[self.id], s.slices[self.id], rng)


class RaidGame(Game[RaidState]):
    id = "raid"
    players = (2, 4)
    schema = SCHEMA
    sides = ("wolves",)
    modules = (BannerModule(),)
    largest_number = 30
    longest_answer = 4

    def lookup(self, data: Any, players: int, options: Any) -> int:
        return players * ROUNDS

    def kinds(self, kinds: Kinds, rules: Ruleset[RaidState]) -> None:
        kinds.things("field", FIELDS)
        kinds.things("good", ("corn", "iron"))
        kinds.variant("field_or_home", "field", {HOME: ("home", {})})
        kinds.made_of("rider", "seat", "good", namer=lambda value: ("rider", {"seat": ("seat", value // 2)}))
        kinds.variant("rider_or_none", "rider", {FREE: ("nobody", {})})
        kinds.add(Kind("coins", OPEN, lambda value: ("coins", {"n": ("number", value)})))

    def flows(self, rules: Ruleset[RaidState]) -> Sequence[Step[Any]]:
        turn = each("turn", from_round, seq("turns", do(show), ask(Ride())))
        one_round = seq("round", together(Plan(), from_round), turn, do(end_round))
        return [
            seq("raid", chance(Shuffle()), loop("rounds", rounds_left, one_round)),
            flow(seq("strike", ask(Leave())), "seat", "field"),
            flow(each("gifts", receivers, ask(Give()), kind="side"), "seat", "rider*", at_once=ROUNDS),
        ]

    def start(self, rules: Ruleset[RaidState]) -> RaidState:
        s = RaidState()
        rules.shapes.fill(s)
        s.gold = [4] * (2 * rules.players)
        return s

    def resample(self, s: RaidState, seat: int, rng: Random, memory: Memory | None) -> None:
        guess(s.rules.shapes, s, rng)

    def standing(self, s: RaidState) -> Sequence[int]:
        return [0] * s.rules.players

    def outcome(self, s: RaidState) -> Outcome:
        scores = tuple(s.gold[2 * seat] for seat in range(s.rules.players))
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        return Outcome(scores, places, tuple({"gold": score} for score in scores))


def guess(shapes: Shapes, c: Columns, rng: Random) -> None:
    """Put anything that fits in the place of what is hidden."""
    for name, shape in shapes.of.items():
        value = getattr(c, name)
        if isinstance(value, int):
            setattr(c, name, _guessed(shape, value, rng))
        elif shape.column.kind == "stacks":
            setattr(c, name, [tuple(_guessed(shape, v, rng) for v in entry) for entry in value])
        else:
            setattr(c, name, [_guessed(shape, v, rng) for v in value])


def _guessed(shape: Shape, value: int, rng: Random) -> int:
    return value if value != HIDDEN else rng.randint(max(shape.low, 0), min(shape.high, 4))


def raid(players: int = 3, *modules: str) -> Ruleset[RaidState]:
    return Ruleset(RaidGame(), players, {}, modules)
