"""A fair: shuffled face-down tiles, secret cards, sealed bids, a form to fill in, a tile to turn up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from pfalz.core.ask import NO_ONE, Chance, Question, Reason, because
from pfalz.core.events import event
from pfalz.core.flow import ask, chance, do, each, flow, loop, seq, together
from pfalz.core.game import Memory, Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session
from pfalz.core.state import HIDDEN, OWNER, PUBLIC, Args, Move, State, declare, number, numbers, seen, upto
from tests.core.toys import ToyGame, open_toy

TILES, ROUNDS, GOLD, CARDS = 3, 2, 4, 8
DEALT = event("card_dealt", seat="seat", card="card", to="seat", secret=("card",))
WON = event("bid_won", seat="seat", amount="number")
TURNED = event("tile_turned", tile="tile", value="number")


class FairState(State):
    round: int
    gold: list[int]
    hand: list[int]
    tiles: list[int]
    turned: list[int]


def tile_mask(s: FairState, seat: int) -> list[bool]:
    return [up == 1 or s.tiles[i] == 0 for i, up in enumerate(s.turned)]


def free_cards(s: FairState) -> list[int]:
    return [card for card in range(1, CARDS + 1) if card not in s.hand]


class Shuffle(Chance[FairState]):
    name, rule = "shuffle", "F-1"

    def options(self, s: FairState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return [t for t in range(1, TILES + 1) if t not in prefix] or None

    def audience(self, seat: int, args: Args, index: int) -> int:
        return NO_ONE

    def answer(self, s: FairState, seat: int, args: Args, answer: Move) -> None:
        s.tiles = list(answer)


class Deal(Chance[FairState]):
    name, rule = "deal", "F-2"

    def options(self, s: FairState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else free_cards(s)

    def audience(self, seat: int, args: Args, index: int) -> int:
        return args[-1]

    def answer(self, s: FairState, seat: int, args: Args, answer: Move) -> None:
        s.hand[args[-1]] = answer[0]
        s.emit(DEALT, args[-1], answer[0])


class Bid(Question[FairState]):
    name, rule = "bid", "F-3"

    def domain(self, s: FairState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(GOLD + 1)

    def options(self, s: FairState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(s.gold[seat] + 1)

    def why_not(
        self, s: FairState, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Reason | None:
        if value > s.gold[seat]:
            return because("too_dear", "F-3.1", have=("number", s.gold[seat]))
        return super().why_not(s, seat, args, prefix, value)

    def resolve(self, s: FairState, args: Args, seats: Args, answers: list[Move]) -> None:
        best = max(range(len(seats)), key=lambda i: (answers[i][0], -seats[i]))
        s.gold[seats[best]] -= answers[best][0]
        s.emit(WON, seats[best], answers[best][0])
        s.call("market", seats[best])


class Buy(Question[FairState]):
    name, rule = "buy", "F-4"

    def options(self, s: FairState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return range(3) if not prefix else range(1, 3 - prefix[0] // 2) if len(prefix) == 1 else None

    def answer(self, s: FairState, seat: int, args: Args, answer: Move) -> None:
        s.gold[seat] += answer[1]


class Turn(Question[FairState]):
    name, rule = "turn", "F-5"

    def options(self, s: FairState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [TILES, *(i for i in range(TILES) if not s.turned[i])]

    def answer(self, s: FairState, seat: int, args: Args, answer: Move) -> None:
        if answer[0] < TILES:
            s.turned[answer[0]] = 1
            s.emit(TURNED, answer[0], s.tiles[answer[0]])


def seats(s: FairState, *args: int) -> Sequence[int]:
    return range(s.rules.players)


def rounds_left(s: FairState) -> bool:
    return s.round < ROUNDS


def end_round(s: FairState) -> None:
    s.round += 1
    s.hand = [0] * s.rules.players


class FairGame(ToyGame):
    id = "fair"
    events = (DEALT, WON, TURNED)
    schema = declare(
        FairState,
        round=number(PUBLIC, upto(ROUNDS)),
        gold=numbers(PUBLIC, upto(GOLD + 2 * ROUNDS), per="seat"),
        hand=numbers(OWNER, upto(CARDS), per="seat"),
        tiles=numbers(seen(tile_mask), upto(TILES), per=TILES),
        turned=numbers(PUBLIC, upto(1), per=TILES),
    )

    def flows(self, rules: Ruleset[Any]) -> Sequence[Any]:
        one_round = seq(
            "round", each("dealing", seats, chance(Deal())), together(Bid(), seats), do(end_round)
        )
        return [
            seq("fair", chance(Shuffle()), loop("rounds", rounds_left, one_round)),
            flow(seq("market", ask(Buy()), ask(Turn())), "seat"),
        ]

    def start(self, rules: Ruleset[Any]) -> FairState:
        s = FairState()
        s.round = 0
        s.gold, s.hand = [GOLD] * rules.players, [0] * rules.players
        s.tiles, s.turned = [0] * TILES, [0] * TILES
        return s

    def resample(self, s: FairState, seat: int, rng: Random, memory: Memory | None) -> None:
        for column, values in ((s.hand, free_cards(s)), (s.tiles, [1, 2, 3])):
            left = [value for value in values if value not in column]
            rng.shuffle(left)
            for i, value in enumerate(column):
                if value == HIDDEN:
                    column[i] = left.pop()

    def outcome(self, s: FairState) -> Outcome:
        places = tuple(1 + sum(other > own for other in s.gold) for own in s.gold)
        return Outcome(tuple(s.gold), places, tuple({"gold": gold} for gold in s.gold))


def fair(players: int = 2) -> Ruleset[FairState]:
    return Ruleset(FairGame(), players, {})


def play(session: Session, *answers: tuple[int, Sequence[int]]) -> Session:
    for seat, answer in answers:
        session.answer(seat, answer)
        session.settle()
    return session


def opened(*answers: tuple[int, Sequence[int]], players: int = 2) -> Session:
    return play(open_toy(fair(players)), *answers)


WHOLE: list[tuple[int, tuple[int, ...]]] = [
    *((0, (2,)), (1, (3,)), (1, (0, 2)), (1, (0,))),
    *((1, (0,)), (0, (1,)), (0, (2, 1)), (0, (3,))),
]
