"""Modules of the skirmish: cards (all four seams), a winter (a replaced step), a solo opponent by dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pfalz.core.ask import Chance, Question
from pfalz.core.events import event
from pfalz.core.flow import ask, chance, do, each, flow, together
from pfalz.core.game import Edit, Memory, Module, after, before, replace
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import (
    HIDDEN,
    OWNER,
    PUBLIC,
    Args,
    Columns,
    Move,
    amount,
    declare,
    number,
    numbers,
    upto,
)
from tests.core.skirmish import FOOT, SkirmishGame, recruit, side

NO_CARD, STABLES, BANNER = range(3)
DRAFTED = event("card_drafted", seat="seat", card="card", to="seat", secret=("card",))


class CardSlice(Columns):
    card: list[int]
    trophies: list[int]


def cards(s: Any) -> CardSlice:
    return s.slices["cards"]


class Draft(Question[Any]):
    name, rule = "draft", "DM-1"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else (STABLES, BANNER)

    def audience(self, seat: int, args: Args, index: int) -> int:
        return seat

    def resolve(self, s: Any, args: Args, seats: Args, answers: list[Move]) -> None:
        for seat, answer in zip(seats, answers, strict=True):
            cards(s).card[seat] = answer[0]
            s.emit(DRAFTED, seat, answer[0])


class Ransom(Question[Any]):
    """After a victory with the banner: gold, or a unit of the loser changes sides."""

    name, rule = "ransom", "DM-2"

    def seat(self, s: Any, args: Args) -> int:
        return args[0]

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [0] + [1] * (side(s, args[1])[FOOT] > 0)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        if answer[0]:
            s.units[2 * args[1] + FOOT] -= 1
            s.units[2 * seat + FOOT] += 1
        else:
            s.gold[seat] += 1


def all_seats(s: Any) -> Sequence[int]:
    return range(s.rules.players)


class CardModule(Module[Any]):
    id = "cards"
    players = (2, 2)
    schema = declare(
        CardSlice,
        card=numbers(OWNER, upto(BANNER), per="seat"),
        trophies=numbers(PUBLIC, amount(), per="seat"),
    )

    def flows(self, rules: Ruleset[Any]) -> Sequence[Any]:
        return [flow(ask(Ransom()), "seat", "seat")]

    def edits(self, rules: Ruleset[Any]) -> Sequence[Edit]:
        return [before("rounds", together(Draft(), all_seats))]

    def events(self) -> Sequence[Any]:
        return [DRAFTED]

    def modifiers(self) -> Mapping[str, Any]:
        return {
            "recruit_cost": lambda s, value, seat: value - (cards(s).card[seat] == STABLES),
            "score": lambda s, value, seat: value + 2 * cards(s).trophies[seat],
        }

    def reactions(self) -> Mapping[str, Any]:
        def trophy(s: Any, winner: int, loser: int) -> None:
            cards(s).trophies[winner] += 1
            if cards(s).card[winner] == BANNER:
                s.call("ransom", winner, loser)

        return {"battle_won": trophy}

    def start(self, s: Any) -> CardSlice:
        part = CardSlice()
        part.card, part.trophies = [NO_CARD] * s.rules.players, [0] * s.rules.players
        return part

    def resample(self, s: Any, seat: int, rng: Random, memory: Memory | None) -> None:
        drafted = s.slices["cards"].card[seat] != NO_CARD if seat >= 0 else not s.answers
        guess = [STABLES, BANNER] if drafted else [NO_CARD]
        cards(s).card = [rng.choice(guess) if c == HIDDEN else c for c in cards(s).card]


def frost(s: Any) -> None:
    s.gold = [max(0, gold - 1) for gold in s.gold]
    s.round += 1


class Winter(Module[Any]):
    id = "winter"
    excludes = ("solo",)

    def edits(self, rules: Ruleset[Any]) -> Sequence[Edit]:
        return [replace("next_round", do(frost))]


class SoloSlice(Columns):
    strength: int


class Lordlings(Chance[Any]):
    """The solo opponent: a die chooses what it does."""

    name, rule = "lordlings", "DM1-7"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(1, 7)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        if answer[0] <= 3:
            s.slices["solo"].strength += 1
        elif answer[0] <= 5 and any(side(s, 0)):
            s.units[0 if s.units[0] else 1] -= 1
        else:
            recruit(s, 0, FOOT, 0)


class Solo(Module[Any]):
    id = "solo"
    players = (1, 1)
    schema = declare(SoloSlice, strength=number(PUBLIC, amount()))

    def edits(self, rules: Ruleset[Any]) -> Sequence[Edit]:
        throws = each("lordling", lambda s: range(2), chance(Lordlings()), kind="number")
        return [after("player", throws)]

    def modifiers(self) -> Mapping[str, Any]:
        return {"score": lambda s, value, seat: value - s.slices["solo"].strength}

    def start(self, s: Any) -> SoloSlice:
        part = SoloSlice()
        part.strength = 0
        return part


class Skirmish(SkirmishGame):
    modules = (CardModule(), Winter(), Solo())


def skirmish(*modules: str, players: int = 2) -> Ruleset[Any]:
    return Ruleset(Skirmish(), players, {}, modules)
