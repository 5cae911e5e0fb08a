"""Looking back at a finished game: mistakes are found, the seat's secrets are all there is, time is kept."""

from __future__ import annotations

from functools import partial
from itertools import chain, count, pairwise
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.bots import analysis, inquiry
from pfalz.bots.analysis import Doubt, Played, Point, Turn, check, played, point_at, screen
from pfalz.bots.expected import expected, in_points
from pfalz.bots.inquiry import POINTS, Found, Inquiry, Task, analyse, carry_out, sampled
from pfalz.core.record import Entry, Record
from pfalz.core.session import Session, open_session
from pfalz.core.state import NATURE
from pfalz.lab.match import write_down
from tests.bots.test_bots import rising

GAMES = pytest.mark.parametrize("game", catalogue.IDS)


def never() -> float:
    return 0.0


def random_game(game: str, players: int, seed: str = "back", upto: int = 10_000) -> Session:
    session = open_session(catalogue.ruleset(game, players), [], seed)
    rng = Random(seed)
    while not session.state.over and len(session.entries) < upto:
        ask = rng.choice([ask for ask in session.asks() if not ask.answered])
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
    return session


@GAMES
def test_positions_are_those_of_the_game(game: str) -> None:
    session = random_game(game, 3, upto=60)
    found = played(session.rules, session.record(None))
    assert len(found.states) == len(session.entries) + 1
    for n in range(0, len(found.states), 13):
        assert session.rules.hash(found.states[n]) == session.rules.hash(session.position(n))
    assert list(chain.from_iterable(found.events)) == list(chain.from_iterable(session.events))


@GAMES
def test_what_the_seat_could_not_know_makes_no_difference(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "CHECKED", 2)
    session = random_game(game, 3, upto=150)
    rules = session.rules
    here = played(rules, session.record(None))
    different = doubts = 0
    for seat in range(2):
        mine = [entry.n for entry in session.entries if entry.seat == seat][-3:]
        for n in mine:
            other = rules.resample(rules.view(here.states[n], seat), seat, Random(n))
            different += rules.hash(other) != rules.hash(here.states[n])
            there = here._replace(states=[*here.states[:n], other, *here.states[n + 1 :]])
            assert point_at(here, n, seat) == point_at(there, n, seat)
            doubt = screen(here, n, seat, 1.0, never)
            assert doubt == screen(there, n, seat, 1.0, never)
            if doubt is not None and doubts < 1:
                doubts += 1
                assert check(here, doubt, seat, 1.0, never) == check(there, doubt, seat, 1.0, never)
    assert different or game == "staufer", "nothing was hidden"


def toy(monkeypatch: pytest.MonkeyPatch, answer: int) -> Played:
    """A game of one answer, of which the largest is best; nobody has learned it."""
    rules, s = rising(list(range(10)))
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: [sum(s.log), 0])
    monkeypatch.setattr(
        analysis, "in_points", lambda rules, states, seat: [float(sum(s.log)) for s in states]
    )
    first = rules.copy(s)
    rules.apply(s, 0, (answer,))
    entries = [Entry(0, 0, "form", [answer], "x")]
    record = Record(open_session(catalogue.ruleset("staufer", 2), [], "x").header, entries)
    return Played(rules, record, [first, s], [[], []])


@pytest.mark.parametrize(("answer", "cost"), [(0, 9.0), (6, 3.0), (9, None)])
def test_a_mistake_is_found_with_what_it_cost(
    monkeypatch: pytest.MonkeyPatch, answer: int, cost: float | None
) -> None:
    game = toy(monkeypatch, answer)
    doubt = screen(game, 0, 0, 1.0, never)
    if cost is None:
        assert doubt is None
        return
    assert doubt is not None and doubt.rivals[0] == (9,)
    assert check(game, doubt, 0, 1.0, never) == Turn(0, (answer,), (9,), cost)


def test_what_may_be_chance_or_is_slight_is_not_blamed() -> None:
    assert analysis._difference([3.0, 3.5, 4.0]) == 3.5
    assert analysis._difference([9.0, -8.0, 7.0, -6.0]) == 0.0
    assert analysis._difference([5.0]) == 0.0


def test_a_beginner_makes_dearer_mistakes_than_a_squire_and_the_same_game_is_analysed_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "CHECKED", 6)
    rules = catalogue.ruleset("staufer", 3)
    costs = []
    for bot in ("random", "squire"):
        record, wrong = write_down(rules, [bot, "squire", "squire"], "look back")
        assert not wrong
        told: list[tuple[int, int]] = []
        found = analyse(rules, record, 0, told=partial(_noted, told), clock=never)
        assert found == analyse(rules, record, 0, clock=never)
        assert [done for done, _ in told] == list(range(1, len(told) + 1)) and told[-1][0] == told[-1][1]
        costs.append(sum(turn.cost for turn in found.turns))
        assert [turn.position for turn in found.turns] == sorted(turn.position for turn in found.turns)
    assert costs[0] > 2 * costs[1]


def _noted(told: list[tuple[int, int]], done: int, total: int) -> None:
    told.append((done, total))


def entries(n: int) -> list[Entry]:
    return [Entry(i, (NATURE, 0, 1)[i % 3], "q", [0], "x") for i in range(n)]


def test_the_plot_is_always_finished_and_the_rest_as_long_as_there_is_time() -> None:
    asked = Inquiry(entries(300), 0, seconds=10)
    kinds: list[str] = []
    while (task := asked.next_task()) is not None:
        kinds.append(task.kind)
        assert asked.done < asked.total
        asked.take(Found(points=[Point(n, (0.5, 0.5)) for n in task.positions]), 1.0)
    assert kinds.count("points") == 10 and "screen" not in kinds and not asked.result().complete
    longer = Inquiry(entries(300), 0, seconds=1000)
    checked = []
    while (task := longer.next_task()) is not None:
        doubts = [Doubt(n, ((1,),), float(n)) for n in task.positions] if task.kind == "screen" else []
        checked += [doubt.position for doubt in task.doubts]
        longer.take(
            Found(doubts=doubts, turns=[Turn(d.position, (0,), (1,), d.cost) for d in task.doubts]), 1.0
        )
    found = longer.result()
    assert checked == sorted(longer.decisions, reverse=True)[: inquiry.MOST_CHECKED]
    assert found.complete and len(found.turns) == inquiry.MOST_TURNS
    assert min(turn.position for turn in found.turns) == checked[inquiry.MOST_TURNS - 1]


def test_positions_are_spread_over_the_game() -> None:
    assert sampled(entries(9), POINTS) == [1, 2, 4, 5, 7, 8, 9]
    many = sampled(entries(3000), POINTS)
    assert len(many) == POINTS and many[0] == 1 and many[-1] == 3000
    assert max(b - a for a, b in pairwise(many)) < 40


def test_a_task_whose_time_is_up_says_what_it_has() -> None:
    session = random_game("staufer", 2, upto=60)
    game = played(session.rules, session.record(None))
    ticks = count()
    some = carry_out(game, 0, Task("points", list(range(10, 50))), 5.0, lambda: float(next(ticks)))
    assert 3 <= len(some.points) <= 6
    late = carry_out(game, 0, Task("check", doubts=[Doubt(first_of(session, 0), ((0,),), 1.0)]), -1.0)
    assert late.turns == []


def first_of(session: Session, seat: int) -> int:
    return next(entry.n for entry in session.entries if entry.seat == seat)


@GAMES
def test_expectations_are_shares_and_those_who_are_ahead_expect_more(game: str) -> None:
    session = random_game(game, 3)
    rules = session.rules
    states: list[Any] = [session.position(len(session.entries) // 2), session.state]
    for shares in expected(rules, states, 1):
        assert len(shares) == 3 and all(0 <= share <= 1 for share in shares)
    final = expected(rules, [session.state], 1)[0]
    places = rules.outcome(session.state).places
    assert final.index(max(final)) == places.index(1)
    assert len(in_points(rules, states, 0)) == 2
