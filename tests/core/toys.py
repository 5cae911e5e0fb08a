"""Helpers for the kernel's tests: a bare flow game, and a walk that checks every position on its way."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from pfalz.core.ask import Ask, Question
from pfalz.core.flow import Step
from pfalz.core.game import Game, Memory, Outcome
from pfalz.core.record import SeatInfo
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, open_session
from pfalz.core.state import PUBLIC, SPECTATOR, Args, Move, State, balance, declare, numbers


class ToyGame(Game[Any]):
    """The parts of a game that do not matter for a toy."""

    players = (2, 4)

    def lookup(self, data: Any, players: int, options: Any) -> Any:
        return None

    def resample(self, s: Any, seat: int, rng: Random, memory: Memory | None) -> None:
        pass

    def outcome(self, s: Any) -> Outcome:
        zero = (0,) * s.rules.players
        return Outcome(zero, tuple(1 for _ in zero), tuple({} for _ in zero))


class LogState(State):
    log: list[int]


class FlowGame(ToyGame):
    """A game that is nothing but the flow it is given; its steps write numbers into a log."""

    id = "flow"
    schema = declare(LogState, log=numbers(PUBLIC, balance(), most=99))

    def __init__(self, make: Callable[[], Sequence[Step[Any]]], **attributes: Any) -> None:
        self.make = make
        for name, value in attributes.items():
            setattr(self, name, value)

    def flows(self, rules: Ruleset[Any]) -> Sequence[Step[Any]]:
        return self.make()

    def start(self, rules: Ruleset[Any]) -> LogState:
        s = LogState()
        s.log = []
        return s


class Pick(Question[Any]):
    """Seat 0 (or the innermost argument) picks values that are appended to the log."""

    rule = "T-1"

    def __init__(self, name: str, *slots: Sequence[int], seat: int | None = 0, forced: bool = True) -> None:
        self.name = name
        self.slots = slots
        self.fixed_seat = seat
        self.skip_if_forced = forced

    def seat(self, s: LogState, args: Args) -> int:
        return args[-1] if self.fixed_seat is None else self.fixed_seat

    def options(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return self.slots[len(prefix)] if len(prefix) < len(self.slots) else None

    def answer(self, s: LogState, seat: int, args: Args, answer: Move) -> None:
        s.log += answer

    def resolve(self, s: LogState, args: Args, seats: Args, answers: list[Move]) -> None:
        for seat, answer in zip(seats, answers, strict=True):
            s.log += [seat, *answer]


def flow_rules(make: Callable[[], Sequence[Step[Any]]], players: int = 2, **attributes: Any) -> Ruleset[Any]:
    return Ruleset(FlowGame(make, **attributes), players, {})


def note(n: int) -> Callable[..., None]:
    """A rule that appends `n` and the arguments of the flow to the log."""

    def rule(s: LogState, *args: int) -> None:
        s.log += [n, *args]

    rule.__name__ = f"note_{n}"
    return rule


def open_toy(rules: Ruleset[Any], seed: str = "salt") -> Session:
    return open_session(rules, [SeatInfo(f"P{i}") for i in range(rules.players)], seed)


def drawn_move(data: st.DataObject, ask: Ask, s: State) -> Move:
    """A complete answer, chosen slot by slot by Hypothesis."""
    out: list[int] = []
    while (options := ask.options(s, out)) is not None:
        out.append(data.draw(st.sampled_from(list(options)), label=f"{ask.name} of {ask.seat}"))
    return tuple(out)


def walk(session: Session, data: st.DataObject, limit: int = 60) -> None:
    """Play on with drawn answers until the end (or `limit`), checking every position on the way."""
    for _ in range(limit):
        session.settle()
        assert_sound(session.rules, session.state)
        waiting = [ask for ask in session.asks() if not ask.answered]
        if not waiting:
            return
        ask = data.draw(st.sampled_from(waiting), label="who answers")
        session.answer(ask.seat, drawn_move(data, ask, session.state), ask.name)


def assert_sound(rules: Ruleset[Any], s: State) -> None:
    """What holds in every position of every game."""
    plain = json.loads(json.dumps(rules.to_json(s)))
    again = rules.from_json(plain)
    assert rules.key(again) == rules.key(s)
    assert rules.violations(s) == []
    for seat in (*range(rules.players), SPECTATOR):
        view = rules.view(s, seat)
        guess = rules.resample(view, seat, Random(7))
        assert rules.to_json(rules.view(guess, seat)) == rules.to_json(view)
        assert rules.violations(guess) == []
    twin = rules.copy(s)
    for ask in rules.asks(twin)[:1]:
        rules.play(twin, ask.seat, ask.random_answer(twin, Random(3)))
        assert rules.to_json(s) == plain


def all_moves(ask: Ask, s: State, prefix: Move = ()) -> list[Move]:
    """Every complete legal answer."""
    options = ask.options(s, prefix)
    if options is None:
        return [prefix]
    return [answer for value in options for answer in all_moves(ask, s, (*prefix, value))]
