"""A skirmish in the manner of Dark Ages: actions, reactions, battles with dice; modules hang on its seams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pfalz.core.ask import Chance, Question
from pfalz.core.events import event
from pfalz.core.flow import ask, chance, do, each, flow, loop, seq, together, when
from pfalz.core.game import Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import (
    PUBLIC,
    Args,
    Move,
    State,
    amount,
    balance,
    declare,
    number,
    numbers,
    thing,
    upto,
)
from tests.core.toys import ToyGame

FOOT, HORSE = 0, 1
ARMOUR = (1, 2)
RECRUIT, MARCH, REST = range(3)
ROUNDS, DISCS = 3, 3
WON = event("battle_won", seat="seat", loser="seat")
RECRUITED = event("recruited", seat="seat", unit="unit")


class SkirmishState(State):
    round: int
    gold: list[int]
    points: list[int]
    units: list[int]  # foot and horse of each side
    discs: list[int]
    hits: list[int]


def side(s: SkirmishState, seat: int) -> list[int]:
    return s.units[2 * seat : 2 * seat + 2]


def cost(s: SkirmishState, seat: int) -> int:
    return s.rules.value(s, "recruit_cost", 2, seat)


def recruit(s: SkirmishState, seat: int, unit: int, price: int) -> None:
    s.gold[seat] -= price
    s.units[2 * seat + unit] += 1
    s.emit(RECRUITED, seat, unit)


class Act(Question[SkirmishState]):
    """An action, and for recruiting also the unit: a form whose length depends on its first slot."""

    name, rule = "act", "D-4.9"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            enemy = len(s.gold) > 1 and any(side(s, seat)) and any(side(s, 1 - seat))
            return [REST] + [RECRUIT] * (s.gold[seat] >= cost(s, seat)) + [MARCH] * bool(enemy)
        return (FOOT, HORSE) if tuple(prefix) == (RECRUIT,) else None

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        s.discs.append(seat)
        if answer[0] == RECRUIT:
            recruit(s, seat, answer[1], cost(s, seat))
        elif answer[0] == MARCH:
            s.call("battle", seat, 1 - seat)
        else:
            s.gold[seat] += 1


class React(Question[SkirmishState]):
    """The owner of the lowest disc reacts, whoever's turn it is (D-13.1)."""

    name, rule = "react", "D-13.3"

    def seat(self, s: Any, args: Args) -> int:
        return s.discs[0]

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else (0, 1)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        del s.discs[0]
        if answer[0]:
            recruit(s, seat, FOOT, 0)
        else:
            s.gold[seat] += 1


class Dice(Chance[SkirmishState]):
    """One throw for both sides: a die per unit, the attacker's first (D-15.11)."""

    name, rule = "dice", "D-15.6"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return range(1, 7) if len(prefix) < sum(map(sum, (side(s, p) for p in args))) else None

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        mine = sum(side(s, args[0]))
        need = s.rules.value(s, "hit_from", 4)
        s.hits = [sum(d >= need for d in dice) for dice in (answer[:mine], answer[mine:])]


class Allocate(Question[SkirmishState]):
    """Each side spreads its hits over enemy units, as far as their armour reaches (D-15.13)."""

    name, rule = "allocate", "D-15.13"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        enemy = side(s, args[1 - args.index(seat)])
        if len(prefix) == s.hits[args.index(seat)]:
            return None
        return [u for u in (FOOT, HORSE) if prefix.count(u) < enemy[u] * ARMOUR[u]] or None

    def resolve(self, s: Any, args: Args, seats: Args, answers: list[Move]) -> None:
        for enemy, answer in zip(reversed(args), answers, strict=True):
            for unit in (FOOT, HORSE):
                s.units[2 * enemy + unit] -= answer.count(unit) // ARMOUR[unit]


def settle_battle(s: SkirmishState, attacker: int, defender: int) -> None:
    strength = [sum(side(s, p)) for p in (attacker, defender)]
    winner, loser = (attacker, defender) if strength[0] > strength[1] else (defender, attacker)
    s.hits = [0, 0]
    s.emit(WON, winner, loser)


def score_battles(s: SkirmishState) -> None:
    s.points = [sum(side(s, p)) + s.rules.value(s, "score", 0, p) for p in range(len(s.gold))]


def sides(s: SkirmishState, *args: int) -> Sequence[int]:
    return args


def turn_order(s: SkirmishState) -> Sequence[int]:
    return range(s.rules.players)


def rounds_left(s: SkirmishState) -> bool:
    return s.round < ROUNDS


def stack_full(s: SkirmishState, seat: int) -> bool:
    return len(s.discs) >= DISCS


def next_round(s: SkirmishState) -> None:
    s.round += 1


class SkirmishGame(ToyGame):
    id = "skirmish"
    players = (1, 2)
    events = (WON, RECRUITED)
    values = ("recruit_cost", "hit_from", "score")
    schema = declare(
        SkirmishState,
        round=number(PUBLIC, upto(ROUNDS)),
        gold=numbers(PUBLIC, amount(), per="seat"),
        points=numbers(PUBLIC, balance(), per="seat"),
        units=numbers(PUBLIC, amount(), per=("seat", 2)),
        discs=numbers(PUBLIC, thing("seat"), most=DISCS),
        hits=numbers(PUBLIC, amount(), per=2),
    )

    def flows(self, rules: Ruleset[Any]) -> Sequence[Any]:
        turn = seq("turn", ask(Act()), when(stack_full, ask(React())))
        one_round = seq("round", each("player", turn_order, turn), do(next_round))
        return [
            seq("skirmish", loop("rounds", rounds_left, one_round), do(score_battles)),
            flow(
                seq("battle", chance(Dice()), together(Allocate(), sides), do(settle_battle)), "seat", "seat"
            ),
        ]

    def start(self, rules: Ruleset[Any]) -> SkirmishState:
        s, n = SkirmishState(), rules.players
        s.round, s.gold, s.points = 0, [2] * n, [0] * n
        s.units, s.discs, s.hits = [2, 1] * n, [], [0, 0]
        return s

    def outcome(self, s: SkirmishState) -> Outcome:
        places = tuple(1 + sum(other > own for other in s.points) for own in s.points)
        return Outcome(tuple(s.points), places, tuple({"points": p} for p in s.points))
