"""Plans, bids, hands and face-down cards cannot be read by anybody else, at any moment (W-2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Chance
from pfalz.core.errors import IllegalAnswer
from pfalz.core.record import SeatInfo
from pfalz.core.session import Session, open_session
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.games.wallenstein.state import EMPTY
from tests.games.wallenstein.table import BLACK, BLUE, PURPLE, Table

ALL = ("court", "landsknechte", "leaders")


def opened(players: int, modules: tuple[str, ...], seed: int) -> Session:
    """A table before its first plan."""
    rules = ruleset("wallenstein", players, modules, {"start": "lineup"})
    return open_session(rules, [SeatInfo(f"seat {i}") for i in range(players)], f"secrets {seed}")


def some_plan(session: Session, seat: int, rng: Random) -> tuple[int, ...]:
    """A legal plan of a seat."""
    return session.rules.ask_of(session.state, seat).random_answer(session.state, rng)


def shuffled(plan: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """The same bid and the same empty boxes, but other cards in the other boxes."""
    cards = [card for card in plan[1:] if card != EMPTY]
    rng.shuffle(cards)
    return (plan[0], *(EMPTY if card == EMPTY else cards.pop() for card in plan[1:]))


def turned_up(session: Session, seat: int) -> int:
    """The boxes of a seat that lie face up."""
    s: Any = session.state
    return int(s.shown[seat])


def seen(session: Session, seat: int) -> tuple[Any, ...]:
    """Everything a viewer gets: view, record, offers, events."""
    rules, s = session.rules, session.state
    view = rules.view(s, seat)
    record = session.record(seat).dumps()
    events = [(kind.name, kind.seen_by(args, seat)) for step in session.events for kind, args in step]
    asks = [(ask.name, ask.seat, ask.answered) for ask in rules.asks(s)]
    own = [tuple(ask.options(view, ()) or ()) for ask in rules.asks(view) if ask.seat == seat]
    return rules.key(view), record, events, asks, own


@pytest.mark.clause("W-2.1", "W-2.3", "W-2.4", "W-2.5", "W-1.12", "W-R.10", "W-5.1")
@pytest.mark.parametrize(("players", "modules"), [(3, ()), (4, ALL), (5, ("court",))])
def test_two_different_plans_look_the_same_until_they_are_turned_up(
    players: int, modules: tuple[str, ...]
) -> None:
    rng = Random(players)
    for seed in range(4):
        a, b = opened(players, modules, seed), opened(players, modules, seed)
        plans = [some_plan(a, seat, rng) for seat in range(players)]
        secret = shuffled(plans[BLUE], rng)
        others = [seat for seat in (*range(players), SPECTATOR) if seat != BLUE]
        for session, plan in ((a, plans[BLUE]), (b, secret)):
            session.answer(BLUE, plan)
        assert [seen(a, seat) for seat in others] == [seen(b, seat) for seat in others]
        for session in (a, b):
            for seat in range(players):
                if seat != BLUE:
                    session.answer(seat, plans[seat])
        # all plans are in: the event is drawn, bids are ordered, places are chosen
        while True:
            assert [seen(a, seat) for seat in others] == [seen(b, seat) for seat in others]
            ask = a.asks()[0]
            if ask.name not in ("draw_event", "choosing_order", "choose_place", "place_leader"):
                break
            if ask.seat == NATURE:
                a.nature()
                b.nature()
            else:
                move = ask.random_answer(a.state, rng)
                a.answer(ask.seat, move)
                b.answer(ask.seat, move)
            if turned_up(a, BLUE) > 1:
                break


@pytest.mark.clause("W-2.3", "W-2.6", "W-2.8", "W-2.7")
@pytest.mark.parametrize(("players", "modules"), [(3, ()), (4, ("court",)), (5, ALL)])
def test_views_through_a_whole_round(players: int, modules: tuple[str, ...]) -> None:
    session = opened(players, modules, 11)
    rng = Random(7)
    rules = session.rules
    s: Any = session.state
    while s.season < 2:
        boxes = s.boxes()
        for seat in (*range(players), SPECTATOR):
            view = rules.view(s, seat)
            for at, card in enumerate(view.mat):
                owner, box = divmod(at, boxes)
                if owner == seat or s.shown[owner] >> box & 1 or s.mat[at] == EMPTY:
                    assert card == s.mat[at]
                else:
                    assert card == HIDDEN
            again = rules.view(rules.resample(view, seat, rng), seat)
            assert rules.key(again) == rules.key(view)
            for entry in session.record(seat).entries if rng.random() < 0.05 else ():
                if entry.ask == "plan" and entry.seat != seat:
                    assert entry.move in ([HIDDEN], None)
        if not session.nature():
            ask = next(ask for ask in session.asks() if not ask.answered)
            session.answer(ask.seat, ask.random_answer(session.state, rng))
        s = session.state


@pytest.mark.clause("W-2.8")
def test_empty_boxes_show_when_planning_is_complete_not_earlier() -> None:
    table = Table(3).land(BLUE, trier=2).begin("plan")
    plan = [45, EMPTY, table.county("trier"), 46, 47, 48, 49, *[EMPTY] * 4]
    table.answer(BLUE, *plan)
    before = table.rules.view(table.s, BLACK)
    assert before.answers[BLUE] == (HIDDEN,) and before.mat == [EMPTY] * 33
    for seat in (BLACK, PURPLE):
        table.answer(seat, *table.asks()[seat].random_answer(table.s, Random(1)))
    after = table.rules.view(table.s, BLACK)
    assert after.mat[11:22] == [EMPTY if card == EMPTY else HIDDEN for card in plan]


@pytest.mark.clause("W-2.4")
def test_face_down_action_cards_are_nowhere_in_the_state() -> None:
    table = Table(3)
    table.s.action_row = [0, 1, 2, 3, 4]
    table.begin()
    ask = table.asks()[0]
    assert ask.name == "turn_up_action" and isinstance(ask.question, Chance)
    # the next card is drawn when it is turned up: every hidden card is still possible, in every copy
    assert {ask.question.sample(table.s, (), Random(seed))[0] for seed in range(80)} == {5, 6, 7, 8, 9}
    assert table.rules.view(table.s, BLACK).action_row == [0, 1, 2, 3, 4]


@pytest.mark.clause("W-2.3", "W-1.12")
def test_guesses_are_possible_and_cover_the_truth() -> None:
    table = (
        Table(3).land(BLUE, trier=2, mark=2, koeln=2, anhalt=2, boehmen=2, baden=2, passau=2).purse(blue=1)
    )
    table.begin("plan")
    rng = Random(5)
    for seat in range(3):
        table.answer(seat, *table.asks()[seat].random_answer(table.s, rng))
    assert table.asked() == ("draw_event", NATURE)
    view = table.rules.view(table.s, BLACK)
    bids, boxes = set(), set()
    for _ in range(300):
        guess = table.rules.resample(view, BLACK, rng)
        assert table.rules.violations(guess) == []
        bids.add(guess.mat[11])
        boxes.add(guess.mat[12])
    assert bids == {*table.s.own(BLUE), 45, 46}  # what Blue can pay (W-5.11)
    assert boxes == {*table.s.own(BLUE), *range(45, 50)}


@pytest.mark.clause("W-8.11", "W-2.3")
def test_a_card_gained_this_round_is_never_guessed() -> None:
    table = Table(4).land(BLUE, anhalt=5, trier=2).land(3, kursachsen=1).row("combat_a", "combat_b")
    table.plan(BLUE, combat_a="anhalt", combat_b="trier", deploy_5="money_1", deploy_3="money_0").begin()
    table.answer(BLUE, "kursachsen", 4).throw(blue=4)
    assert table.asked() == ("march", BLUE)
    rng = Random(1)
    for _ in range(100):
        guess = table.rules.resample(table.rules.view(table.s, BLACK), BLACK, rng)
        assert table.county("kursachsen") not in guess.mat


@pytest.mark.clause("W-2.3")
def test_errors_say_nothing_about_other_plans() -> None:
    session = opened(4, ("court",), 3)
    twin = opened(4, ("court",), 3)
    rng = Random(9)
    session.answer(BLUE, some_plan(session, BLUE, rng))
    twin.answer(BLUE, some_plan(twin, BLUE, rng))
    texts = []
    for table in (session, twin):
        with pytest.raises(IllegalAnswer) as caught:
            table.answer(BLACK, [44] * 14)
        texts.append((str(caught.value), caught.value.key, caught.value.values))
    assert texts[0] == texts[1]
    wanted = {ask.seat: ask.answered for ask in session.asks()}
    assert wanted == {0: False, 1: True, 2: False, 3: False}
