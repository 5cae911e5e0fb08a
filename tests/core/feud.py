"""A feud in the manner of MIL: sealed bids under three rules, an auction, weddings, wars with helpers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from pfalz.core.ask import Chance, Question, Reason, because
from pfalz.core.flow import ask, chance, do, each, flow, seq, together, when
from pfalz.core.game import Memory
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Args,
    Move,
    State,
    amount,
    declare,
    number,
    numbers,
    thing,
    upto,
)
from tests.core.toys import ToyGame

FOOD, GOLD, NOBODY_YET = 0, 1, -1
CUBES = 20
"""All cubes of four seats: whoever keeps some of a dowry gets no more than was paid."""
GROW, WAR, AUCTION, ELECTION = range(4)
MAN, WOMAN = 0, 1


class FeudState(State):
    cubes: list[int]  # two entries per seat: food, gold
    prestige: list[int]
    heirs: list[int]
    lord: list[int]
    helping: int
    best: list[int]  # seat, food, gold of the highest castle bid
    time: list[int]


def pay(s: FeudState, seat: int, bid: Sequence[int]) -> None:
    s.cubes[2 * seat + FOOD] -= bid[FOOD]
    s.cubes[2 * seat + GOLD] -= bid[GOLD]


class SealedBid(Question[FeudState]):
    """Any number of own food, then of own gold (M-5.3)."""

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return range(s.cubes[2 * seat + len(prefix)] + 1) if len(prefix) < 2 else None


class Dowry(SealedBid):
    """The single best offer by total, then gold; a tie means no exchange (M-5.5, M-5.6)."""

    name, rule = "dowry", "M-5.3"

    def resolve(self, s: Any, args: Args, seats: Args, answers: list[Move]) -> None:
        ranks = [(sum(answer), answer[GOLD]) for answer in answers]
        if ranks.count(max(ranks)) == 1:
            winner = ranks.index(max(ranks))
            pay(s, seats[winner], answers[winner])
            s.prestige[seats[winner]] += 2
            s.call("keep", args[0], sum(answers[winner]))


class Commitment(SealedBid):
    """Sums of both sides; with equal strength the defender wins; everybody pays (M-13.17 to M-13.22)."""

    name, rule = "commitment", "M-13.17"

    def resolve(self, s: Any, args: Args, seats: Args, answers: list[Move]) -> None:
        attacker, defender = args
        strength = {seat: sum(answer) for seat, answer in zip(seats, answers, strict=True)}
        for seat, answer in zip(seats, answers, strict=True):
            pay(s, seat, answer)
        won = sum(n for seat, n in strength.items() if seat != defender) > strength[defender]
        s.prestige[attacker if won else defender] += 4
        s.helping = NOBODY_YET


class Vote(SealedBid):
    """The most gold wins and pays; among equals the one who comes first after the caller."""

    name, rule = "vote", "M-14"

    def resolve(self, s: Any, args: Args, seats: Args, answers: list[Move]) -> None:
        n = s.rules.players
        winner = max(seats, key=lambda seat: (answers[seat][GOLD], -((seat - args[0]) % n)))
        pay(s, winner, answers[winner])
        s.prestige[winner] += 1


class CastleBid(Question[FeudState]):
    """An open bid: pass (0, 0), or more cubes than the best, or as many with more gold (M-12.11)."""

    name, rule = "castle_bid", "M-12.10"
    skip_if_forced = False  # a silent pass would betray what the seat owns

    def beats(self, s: Any, bid: Sequence[int]) -> bool:
        return (sum(bid), bid[GOLD]) > (sum(s.best[1:]), s.best[2])

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == 2:
            return None
        food, gold = s.cubes[2 * seat], s.cubes[2 * seat + 1]
        if prefix:
            return [g for g in range(gold + 1) if sum(prefix) + g == 0 or self.beats(s, (prefix[0], g))]
        return [f for f in range(food + 1) if f == 0 or self.beats(s, (f, gold))]

    def domain(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(10)

    def why_not(self, s: Any, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason | None:
        if len(prefix) < 2 and value > s.cubes[2 * seat + len(prefix)]:
            return because("not_payable", "M-12.12", have=("number", s.cubes[2 * seat + len(prefix)]))
        bid = (*prefix, value) if prefix else (value, s.cubes[2 * seat + GOLD])
        return None if value == 0 == sum(prefix) or self.beats(s, bid) else because("too_low", "M-12.11")

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        if sum(answer):
            s.best = [seat, *answer]


class Choice(Question[FeudState]):
    """What to do; whom to attack; how many cubes to keep; yes or no."""

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else self.values(s, seat, args)


class Action(Choice):
    name, rule = "action", "M-4"

    def values(self, s: Any, seat: int, args: Args) -> Sequence[int]:
        return range(4)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        s.call(("grow", "war", "auction", "election")[answer[0]], seat)


class Target(Choice):
    name, rule = "target", "M-13.7"

    def values(self, s: Any, seat: int, args: Args) -> Sequence[int]:
        return [p for p in range(s.rules.players) if p not in (seat, s.lord[seat])]

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        s.call("battle", seat, answer[0])


class AskForHelp(Choice):
    name, rule = "ask_for_help", "M-13.14"

    def seat(self, s: Any, args: Args) -> int:
        return args[0]

    def values(self, s: Any, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        if answer[0]:
            s.call("help", *args)


class GrantHelp(AskForHelp):
    name = "grant_help"

    def seat(self, s: Any, args: Args) -> int:
        return s.lord[args[0]]

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        s.helping = seat if answer[0] else NOBODY_YET


class Roll(Chance[FeudState]):
    name, rule = "roll", "M-4.14"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else (MAN, WOMAN)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == MAN:
            s.heirs[args[0]] += 1
            s.call("wedding", args[0])


class Keep(Choice):
    name, rule = "keep", "M-5.8"

    def seat(self, s: Any, args: Args) -> int:
        return args[0]

    def values(self, s: Any, seat: int, args: Args) -> Sequence[int]:
        return range((args[1] + 1) // 2 + 1)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        s.cubes[2 * seat + FOOD] += answer[0]


def seats(s: FeudState, *args: int) -> Sequence[int]:
    return range(s.rules.players)


def others(s: FeudState, opener: int) -> Sequence[int]:
    n = s.rules.players
    return [(opener + i) % n for i in range(1, n)]


def participants(s: FeudState, attacker: int, defender: int) -> Sequence[int]:
    return [attacker, defender] + ([s.helping] if s.helping != NOBODY_YET else [])


def may_ask(s: FeudState, attacker: int, defender: int) -> bool:
    return s.lord[attacker] not in (NOBODY_YET, defender)


def outbid(s: FeudState, opener: int) -> bool:
    return s.best[0] not in (NOBODY_YET, opener)


def sell_castle(s: FeudState, opener: int) -> None:
    if s.best[0] != NOBODY_YET:
        pay(s, s.best[0], s.best[1:])
        s.prestige[s.best[0]] += 4
    s.best = [NOBODY_YET, 0, 0]


def take_time(s: FeudState, seat: int) -> None:
    s.time[seat] += 1


class Feud(ToyGame):
    id = "feud"
    schema = declare(
        FeudState,
        cubes=numbers(OWNER, upto(CUBES), per=("seat", 2)),
        prestige=numbers(PUBLIC, amount(), per="seat"),
        heirs=numbers(PUBLIC, upto(1), per="seat"),
        lord=numbers(PUBLIC, thing("seat", NOBODY_YET), per="seat"),
        helping=number(PUBLIC, thing("seat", NOBODY_YET)),
        best=numbers(PUBLIC, upto(CUBES, NOBODY_YET), per=3),
        time=numbers(PUBLIC, upto(1), per="seat"),
    )

    def flows(self, rules: Ruleset[Any]) -> Sequence[Any]:
        bid = CastleBid()
        return [
            each("turn", seats, ask(Action())),
            flow(seq("grow", chance(Roll()), do(take_time)), "seat"),
            flow(together(Dowry(), seats, "wedding"), "seat"),
            flow(ask(Keep()), "seat", "number"),
            flow(ask(Target(), "war"), "seat"),
            flow(
                seq("battle", when(may_ask, ask(AskForHelp())), together(Commitment(), participants)),
                *("seat", "seat"),
            ),
            flow(ask(GrantHelp(), "help"), "seat", "seat"),
            flow(
                seq(
                    "auction",
                    ask(bid, "opening"),
                    each("bidder", others, ask(bid)),
                    when(outbid, ask(bid, "last_bid")),
                    do(sell_castle),
                ),
                "seat",
            ),
            flow(together(Vote(), seats, "election"), "seat"),
        ]

    def start(self, rules: Ruleset[Any]) -> FeudState:
        s, n = FeudState(), rules.players
        s.cubes, s.lord, s.helping, s.best = [3, 2] * n, [NOBODY_YET] * n, NOBODY_YET, [NOBODY_YET, 0, 0]
        s.prestige, s.heirs, s.time = [0] * n, [0] * n, [0] * n
        s.lord[0] = 2 % n if n > 2 else NOBODY_YET
        return s

    def resample(self, s: FeudState, seat: int, rng: Random, memory: Memory | None) -> None:
        s.cubes = [rng.randrange(6) if c == HIDDEN else c for c in s.cubes]
        if s.best[0] not in (NOBODY_YET, seat):  # the best bid is payable, that much is known
            for kind in (FOOD, GOLD):
                at = 2 * s.best[0] + kind
                s.cubes[at] = max(s.cubes[at], s.best[1 + kind])


def feud(players: int = 3) -> tuple[Ruleset[Any], Any]:
    rules: Ruleset[Any] = Ruleset(Feud(), players, {})
    return rules, rules.start()
