"""Going back: undo over own answers, up to barriers that are computed and never declared."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.errors import IllegalAnswer
from pfalz.core.flow import ask, seq, together
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import resume
from pfalz.core.state import (
    NATURE,
    NOBODY,
    OWNER,
    PUBLIC,
    Args,
    Move,
    State,
    declare,
    numbers,
    seen,
    stacks,
    upto,
)
from tests.core.fair import WHOLE, fair, opened, play
from tests.core.toys import FlowGame, Pick, flow_rules, open_toy


def test_undo_goes_back_over_own_answers_one_by_one() -> None:
    rules = flow_rules(lambda: [seq("main", *(ask(Pick(f"pick{i}", [1, 2])) for i in range(4)))])
    session = open_toy(rules)
    start = rules.hash(session.state)
    play(session, (0, (1,)), (0, (2,)), (0, (1,)))
    assert [session.undo(0), session.undo(0), session.undo(0)] == [2, 1, 0]
    assert rules.hash(session.state) == start
    assert not session.may_undo(0)
    with pytest.raises(IllegalAnswer) as caught:
        session.undo(0)
    assert caught.value.key == "undo_barrier"


def test_the_last_answer_of_an_open_game_can_be_taken_back() -> None:
    rules = flow_rules(lambda: [seq("main", ask(Pick("pick", [1, 2])))])
    session = play(open_toy(rules), (0, (1,)))
    assert session.state.over
    session.undo(0)
    assert [a.name for a in session.asks()] == ["pick"]


def test_chance_is_a_barrier() -> None:
    session = opened(*WHOLE[:4])
    assert session.entries[-1].seat == NATURE
    assert all(session.barriers[e.n] for e in session.entries if e.seat == NATURE)
    assert not session.may_undo(1)
    with pytest.raises(IllegalAnswer, match=r"somebody else \(or chance\) has answered"):
        session.undo(1)


def test_another_seat_is_a_barrier() -> None:
    rules = flow_rules(lambda: [seq("main", *(ask(Pick(f"p{i}", [1, 2], seat=i % 2)) for i in range(4)))])
    session = play(open_toy(rules), (0, (1,)), (1, (2,)))
    assert [session.may_undo(seat) for seat in (0, 1)] == [False, True]
    session.undo(1)
    assert [session.may_undo(seat) for seat in (0, 1)] == [True, False]


def test_a_closed_simultaneous_question_is_a_barrier_for_all() -> None:
    session = opened(*WHOLE[:2])
    assert [session.may_undo(seat) for seat in (0, 1)] == [False, False]
    with pytest.raises(IllegalAnswer, match="your last answer showed something new"):
        session.undo(1)


def test_an_open_simultaneous_answer_is_taken_back_without_disturbing_others() -> None:
    session = opened((0, (2,)), (1, (1,)), (0, (3,)), players=3)
    session.undo(0)
    assert session.state.answers == [None, (1,), None]
    assert session.entries[-1].move is None
    assert not session.may_undo(0), "a retraction is not an answer that could be undone"
    session.undo(1)
    assert session.state.answers == [None, None, None]


def test_undo_passes_over_retractions_to_the_answer_before() -> None:
    def both(s: State) -> Sequence[int]:
        return (0, 1)

    rules = flow_rules(lambda: [seq("main", ask(Pick("own", [1, 2])), together(Pick("plan", [1, 2]), both))])
    session = play(open_toy(rules), (0, (1,)), (0, (2,)))
    session.undo(0)
    assert session.state.answers == [None, None]
    assert session.may_undo(0)
    assert session.undo(0) == 0
    assert session.asks()[0].name == "own"
    play(session, (0, (1,)), (1, (1,)))
    assert not session.may_undo(0), "another seat has answered meanwhile"


def test_turning_something_up_is_a_barrier_declining_is_not() -> None:
    session = opened(*WHOLE[:3])
    session.answer(1, (3,))
    assert session.barriers[-1] is False
    session = opened(*WHOLE[:3])
    session.answer(1, (1,))
    assert session.barriers[-1] is True


class Cards(State):
    deck: list[tuple[int, ...]]
    hands: list[tuple[int, ...]]
    table: list[tuple[int, ...]]


class Draw(Pick):
    """0: draw the top of a stored deck; 1: play a card openly; 2: let the other seat draw; 3: bury a card."""

    def options(self, s: Cards, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(4)

    def answer(self, s: Cards, seat: int, args: Args, answer: Move) -> None:
        hand, deck = s.hands[0], s.deck[0]
        if answer[0] in (0, 2):
            s.hands[answer[0] // 2] += deck[-1:]
            s.deck[0] = deck[:-1]
        elif answer[0] == 1:
            s.table[0] += hand[-1:]
            s.hands[0] = hand[:-1]
        else:
            s.deck[0] += hand[-1:]
            s.hands[0] = hand[:-1]


class CardGame(FlowGame):
    schema = declare(
        Cards,
        deck=stacks(NOBODY, upto(7), per=1, most=6),
        hands=stacks(OWNER, upto(7), per="seat", most=6),
        table=stacks(NOBODY, upto(7), per=1, most=6),
    )

    def start(self, rules: Ruleset[Any]) -> Any:
        s = Cards()
        s.deck, s.hands, s.table = [(5, 6, 7)], [(1,), (2, 3)], [()]
        return s


@pytest.mark.parametrize(("choice", "barrier"), [(0, True), (1, False), (2, True), (3, False)])
def test_a_hidden_value_that_somebody_comes_to_know_is_a_barrier(choice: int, barrier: bool) -> None:
    rules: Ruleset[Any] = Ruleset(
        CardGame(lambda: [seq("main", ask(Draw("a")), ask(Pick("b", [1, 2])))]), 2, {}
    )
    session = play(open_toy(rules), (0, (choice,)))
    assert session.barriers == [barrier]


class Purse(State):
    note: list[int]
    shown: list[int]
    coins: list[tuple[int, ...]]


class Show(Pick):
    """0: keep still; 1: show the own note to all; 2: spend the last coin of a closed purse."""

    def answer(self, s: Purse, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == 1:
            s.shown[0] = 1
        elif answer[0] == 2:
            s.coins[0] = ()


class PurseGame(FlowGame):
    schema = declare(
        Purse,
        note=numbers(seen(lambda s, seat: [seat == 0 or s.shown[0] == 1]), upto(9), per=1),
        shown=numbers(PUBLIC, upto(1), per=1),
        coins=stacks(seen(lambda s, seat: [seat == 0 or not s.coins[0]]), upto(9), per=1, most=1),
    )

    def start(self, rules: Ruleset[Any]) -> Any:
        s = Purse()
        s.note, s.shown, s.coins = [5], [0], [(1,)]
        return s


@pytest.mark.parametrize(("choice", "barrier"), [(0, False), (1, True), (2, False)])
def test_showing_an_own_secret_is_a_barrier_emptying_a_hidden_place_is_not(
    choice: int, barrier: bool
) -> None:
    show = Show("show", [0, 1, 2])
    rules: Ruleset[Any] = Ruleset(PurseGame(lambda: [seq("main", ask(show), ask(Pick("b", [1, 2])))]), 2, {})
    assert play(open_toy(rules), (0, (choice,))).barriers == [barrier]


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_undo_never_crosses_a_barrier_and_restores_the_position(data: st.DataObject) -> None:
    session = open_toy(fair(3))
    beginning = session.rules.hash(fair(3).start())
    for _ in range(25):
        undoers = [seat for seat in range(3) if session.may_undo(seat)]
        waiting = session.asks()
        if undoers and data.draw(st.booleans(), label="undo"):
            seat = data.draw(st.sampled_from(undoers), label="who")
            wall = max((e.n + 1 for e in session.entries if session.barriers[e.n]), default=0)
            kept = session.undo(seat)
            assert kept >= wall
            if kept:
                session.record().verify(session.entries[-1], session.rules.hash(session.state))
            else:
                assert session.rules.hash(session.state) == beginning
        elif waiting:
            chosen = data.draw(st.sampled_from(waiting), label="ask")
            rng = Random(data.draw(st.integers(0, 9)))
            session.answer(chosen.seat, chosen.random_answer(session.state, rng))
            session.settle()
        assert session.rules.hash(resume(fair(3), session.record()).state) == session.rules.hash(
            session.state
        )
