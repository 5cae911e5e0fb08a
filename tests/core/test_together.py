"""Simultaneous questions: secret, revisable, any order, and nobody disturbs anybody else."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.errors import IllegalAnswer, StaleAnswer
from pfalz.core.flow import ask, loop, seq, together
from tests.core.fair import fair
from tests.core.toys import LogState, Pick, flow_rules, open_toy


def all_seats(s: LogState) -> list[int]:
    return list(range(s.rules.players))


def outer_seats(s: LogState) -> list[int]:
    return [2, 0]


def rules_for(players: int, seats: Any = all_seats) -> Any:
    plan = Pick("plan", [1, 2, 3], [1, 2])
    return flow_rules(lambda: [seq("main", together(plan, seats), ask(Pick("end", [8, 9])))], players)


def test_everybody_is_asked_at_once() -> None:
    rules = rules_for(3)
    s = rules.start()
    assert [(a.seat, a.answered) for a in rules.asks(s)] == [(0, False), (1, False), (2, False)]
    rules.play(s, 1, (3, 1))
    assert [(a.seat, a.answered) for a in rules.asks(s)] == [(0, False), (1, True), (2, False)]
    assert s.log == []


def test_only_the_seats_named_are_asked_and_answers_come_in_their_order() -> None:
    rules = rules_for(3, outer_seats)
    s = rules.start()
    with pytest.raises(StaleAnswer, match="seat 1 is not asked anything now"):
        rules.play(s, 1, (1, 1))
    rules.play(s, 0, (1, 2))
    rules.play(s, 2, (3, 1))
    assert s.log == [2, 3, 1, 0, 1, 2]


def test_an_answer_can_be_revised_until_the_last_one_is_in() -> None:
    rules = rules_for(2)
    s = rules.start()
    rules.play(s, 0, (1, 1))
    rules.play(s, 0, (3, 2))
    rules.play(s, 1, (2, 2))
    assert s.log == [0, 3, 2, 1, 2, 2]
    assert s.answers == []
    with pytest.raises(StaleAnswer, match="seat 1 is not asked 'plan' now"):
        rules.play(s, 1, (1, 1), "plan")


def test_an_answer_can_be_taken_back() -> None:
    rules = rules_for(2)
    s = rules.start()
    before = rules.hash(s)
    rules.play(s, 0, (1, 1))
    rules.retract(s, 0)
    assert rules.hash(s) == before
    with pytest.raises(IllegalAnswer, match="seat 0 has no open answer to take back") as caught:
        rules.retract(s, 0)
    assert caught.value.key == "nothing_to_retract"


def test_a_plain_question_has_nothing_to_take_back() -> None:
    rules = rules_for(2)
    s = rules.start()
    rules.play(s, 0, (1, 1))
    rules.play(s, 1, (1, 1))
    with pytest.raises(IllegalAnswer, match="no open answer"):
        rules.retract(s, 0)
    with pytest.raises(StaleAnswer):
        rules.retract(s, 1)


def test_a_wrong_answer_of_one_seat_leaves_the_others_alone() -> None:
    rules = rules_for(2)
    s = rules.start()
    rules.play(s, 0, (1, 1))
    before = rules.hash(s)
    for wrong in ((), (4, 1), (1,), (1, 1, 1)):
        with pytest.raises(IllegalAnswer):
            rules.play(s, 1, wrong)
    with pytest.raises(StaleAnswer):
        rules.play(s, 1, (1, 1), "yesterday's question")
    assert rules.hash(s) == before


def test_any_order_of_answers_gives_the_same_state() -> None:
    answers = {0: (1, 2), 1: (3, 1), 2: (2, 2)}
    keys = set()
    for order in permutations(answers):
        rules = rules_for(3)
        s = rules.start()
        for seat in order:
            rules.play(s, seat, answers[seat])
        keys.add(rules.key(s))
    assert len(keys) == 1


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(1, 2)), max_size=12))
@settings(deadline=None)
def test_whatever_is_revised_only_the_last_answers_count(script: list[tuple[int, int, int]]) -> None:
    rules = rules_for(3)
    s = rules.start()
    open_answers: dict[int, tuple[int, int]] = {}
    for seat, first, second in script:
        if first == 0 and seat in open_answers:
            rules.retract(s, seat)
            del open_answers[seat]
        elif first:
            if len(open_answers.keys() | {seat}) == 3:
                continue
            rules.play(s, seat, (first, second))
            open_answers[seat] = (first, second)
    for seat in range(3):
        if seat not in open_answers:
            open_answers[seat] = (1, 1)
            rules.play(s, seat, (1, 1))
    assert s.log == [value for seat in range(3) for value in (seat, *open_answers[seat])]


# -- the same in a session ------------------------------------------------------------------------


def test_answers_to_one_opening_share_its_position() -> None:
    session = open_toy(fair(3))
    opened = session.opened
    session.answer(0, (1,), "bid", opened)
    session.answer(0, (2,), "bid", opened)
    session.answer(2, (0,), "bid", opened)
    session.retract(2)
    assert session.opened == opened
    session.answer(2, (4,), "bid", opened)
    session.answer(1, (0,), "bid", opened)
    assert session.opened == len(session.entries) == opened + 6
    assert session.state.gold == [4, 4, 0]
    with pytest.raises(StaleAnswer, match=f"a question of position {opened}; the game is at {opened + 6}"):
        session.answer(2, (4,), "bid", opened)


def test_two_equal_simultaneous_questions_in_a_row_are_told_apart() -> None:
    def first_rounds(s: LogState) -> bool:
        return len(s.log) < 12

    plan = Pick("plan", [1, 2], [1, 2])
    rules = flow_rules(lambda: [loop("rounds", first_rounds, together(plan, all_seats))])
    session = open_toy(rules)
    session.answer(0, (1, 1))
    session.answer(1, (1, 1))
    assert (session.opened, session.barriers) == (2, [False, True])
    assert session.asks()[0].name == "plan"
    with pytest.raises(StaleAnswer):
        session.answer(1, (2, 2), opened=0)
    assert not session.may_undo(1)
    session.answer(0, (2, 2), opened=2)
    session.undo(0)
    with pytest.raises(IllegalAnswer):
        session.undo(0)
    session.rewind(1)
    assert session.opened == 0
