"""Hidden means hidden: redaction of columns, answers and events, for seats, spectators and at the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.events import event
from pfalz.core.flow import ask, seq
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import (
    HIDDEN,
    NOBODY,
    OWNER,
    PUBLIC,
    SPECTATOR,
    State,
    declare,
    number,
    numbers,
    seen,
    stacks,
    thing,
    upto,
)
from tests.core.fair import fair
from tests.core.toys import FlowGame, Pick, assert_sound, open_toy, walk

H = HIDDEN


class Desk(State):
    open: int
    sealed: int
    letter: int
    purse: list[int]
    deck: list[int]
    boxes: list[int]
    hands: list[tuple[int, ...]]
    pile: list[tuple[int, ...]]
    log: list[int]


def only_reader(s: Desk, seat: int) -> list[bool]:
    return [seat == s.open]


def even_boxes(s: Desk, seat: int) -> list[bool]:
    return [i % 2 == 0 or seat == 1 for i in range(len(s.boxes))]


class DeskGame(FlowGame):
    schema = declare(
        Desk,
        open=number(PUBLIC, thing("seat")),
        sealed=number(NOBODY, upto(9)),
        letter=number(seen(only_reader), upto(9)),
        purse=numbers(OWNER, upto(9), per=("seat", 2)),
        deck=numbers(NOBODY, upto(9), most=2),
        boxes=numbers(seen(even_boxes), upto(9), per=3),
        hands=stacks(OWNER, upto(9), per="seat", most=2),
        pile=stacks(NOBODY, upto(9), per=2, most=2),
        log=numbers(PUBLIC, upto(9), most=1),
    )

    def start(self, rules: Ruleset[Any]) -> Any:
        s = Desk()
        s.open, s.sealed, s.letter = 1, 2, 3
        s.purse, s.deck, s.boxes = [1, 2, 3, 4], [5, 6], [7, 8, 9]
        s.hands, s.pile, s.log = [(1, 2), (3,)], [(4, 4), ()], []
        return s


def desk() -> tuple[Ruleset[Any], Any]:
    rules: Ruleset[Any] = Ruleset(DeskGame(lambda: [seq("main", ask(Pick("pick", [1, 2])))]), 2, {})
    return rules, rules.start()


@pytest.mark.parametrize(
    ("seat", "column", "expected"),
    [
        (0, "open", 1),
        (0, "sealed", H),
        (0, "letter", H),
        (1, "letter", 3),
        (SPECTATOR, "letter", H),
        (0, "purse", [1, 2, H, H]),
        (1, "purse", [H, H, 3, 4]),
        (SPECTATOR, "purse", [H, H, H, H]),
        (0, "deck", [H, H]),
        (0, "boxes", [7, H, 9]),
        (1, "boxes", [7, 8, 9]),
        (0, "hands", [(1, 2), (H,)]),
        (1, "hands", [(H, H), (3,)]),
        (SPECTATOR, "hands", [(H, H), (H,)]),
        (1, "pile", [(H, H), ()]),
    ],
)
def test_a_view_shows_what_the_declaration_says(seat: int, column: str, expected: object) -> None:
    rules, s = desk()
    assert getattr(rules.view(s, seat), column) == expected


def test_making_a_view_leaves_the_state_alone() -> None:
    rules, s = desk()
    before = rules.hash(s)
    rules.view(s, SPECTATOR)
    assert rules.hash(s) == before


def test_a_finished_game_is_open_to_all() -> None:
    rules, s = desk()
    rules.play(s, 0, (1,))
    assert s.over
    assert rules.to_json(rules.view(s, SPECTATOR)) == rules.to_json(s)


def test_open_answers_are_hidden_and_even_their_length() -> None:
    rules = fair(3)
    session = open_toy(rules)
    session.answer(0, (2,))
    session.answer(2, (1,))
    s = session.state
    assert rules.view(s, 0).answers == [(2,), None, (H,)]
    assert rules.view(s, 1).answers == [(H,), None, (H,)]
    assert rules.view(s, SPECTATOR).answers == [(H,), None, (H,)]
    s.answers[2] = (1, 2, 3)
    assert rules.view(s, 1).answers == [(H,), None, (H,)]


def test_a_resampled_state_holds_legal_open_answers() -> None:
    rules = fair(3)
    session = open_toy(rules)
    session.answer(0, (4,))
    view = rules.view(session.state, 1)
    guesses = {rules.resample(view, 1, Random(i)).answers[0] for i in range(60)}
    assert guesses == {(0,), (1,), (2,), (3,), (4,)}


def test_a_view_carries_no_offer_computed_from_the_true_state() -> None:
    rules, s = desk()
    assert s.offer == [1, 2]
    view = rules.view(s, 1)
    assert view.offer is None
    assert view.prefix == ()


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_no_view_of_a_random_game_tells_more_than_it_may(data: st.DataObject) -> None:
    walk(open_toy(fair(data.draw(st.integers(2, 4)))), data)


def test_a_resampled_state_can_be_played_to_the_end() -> None:
    rules = fair(3)
    session = open_toy(rules)
    for seed in range(20):
        guess = rules.resample(rules.view(session.state, seed % 3), seed % 3, Random(seed))
        assert_sound(rules, guess)
        assert play_random(rules, guess, Random(seed), Tally())


# -- events ---------------------------------------------------------------------------------------


def test_secret_parameters_reach_only_their_seat() -> None:
    kind = event("card_drawn", seat="seat", card="card", to="seat", secret=("card",))
    assert kind.seen_by((1, 40), 1) == (1, 40)
    assert kind.seen_by((1, 40), 0) == (1, H)
    assert kind.seen_by((1, 40), SPECTATOR) == (1, H)


def test_a_secret_without_addressee_reaches_nobody() -> None:
    kind = event("card_buried", pile="number", card="card", secret=("card",))
    assert [kind.seen_by((0, 1), seat) for seat in (0, 1, SPECTATOR)] == [(0, H)] * 3


def test_a_secret_list_is_hidden_to_its_last_value() -> None:
    kind = event("cards_drawn", seat="seat", cards="card*", to="seat", secret=("cards",))
    assert kind.seen_by((0, 7, 8, 9), 0) == (0, 7, 8, 9)
    assert kind.seen_by((0, 7, 8, 9), 1) == (0, H, H, H)


def test_an_open_list_beside_a_secret_stays_open() -> None:
    kind = event("cards_swapped", seat="seat", card="card", others="card*", to="seat", secret=("card",))
    assert kind.seen_by((0, 7, 8, 9), 1) == (0, H, 8, 9)


def test_public_events_are_the_same_for_all() -> None:
    kind = event("bid_won", seat="seat", amount="number")
    assert kind.seen_by((1, 3), SPECTATOR) == (1, 3)
