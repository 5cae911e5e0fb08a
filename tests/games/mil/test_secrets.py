"""Information (M-19): what is behind the screens, and what everybody sees."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import IllegalAnswer, StaleAnswer
from pfalz.core.events import Event
from pfalz.core.record import SeatInfo
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, open_session
from pfalz.core.state import HIDDEN, NATURE, PUBLIC, SPECTATOR
from pfalz.games.mil.court import SEEK_VASSAL
from pfalz.games.mil.events import EVENTS
from pfalz.games.mil.growth import SON_FOR_PRIVILEGE
from pfalz.games.mil.memory import Purses
from pfalz.games.mil.state import SCHEMA, Mil
from pfalz.games.mil.turn import GROWTH, HARVEST
from pfalz.games.mil.war import ATTACK
from tests.games.mil.table import BLUE, COURT, GRAIN, RED, WAR, YELLOW, Table, knight

A = knight(RED, "A")
YA, YB = knight(YELLOW, "A"), knight(YELLOW, "B")


def answer(rules: Ruleset[Any], s: Mil, rng: Random) -> tuple[int, tuple[int, ...]]:
    """A random answer to one of the open questions."""
    asks = [ask for ask in rules.asks(s) if not ask.answered]
    ask = asks[int(rng.random() * len(asks))]
    if ask.seat == NATURE:
        return NATURE, ask.question.sample(s, ask.args, rng)  # type: ignore[attr-defined]
    return ask.seat, ask.random_answer(s, rng)


@pytest.mark.clause("M-19.1", "M-19.2", "M-19.3")
def test_only_the_cubes_are_hidden() -> None:
    hidden = [name for name, column in SCHEMA.stored.items() if column.sight is not PUBLIC]
    assert hidden == ["cubes"]
    rules = ruleset("mil", 4)
    s, rng = rules.start(), Random(1)
    while s.stack:
        for viewer in (*range(4), SPECTATOR):
            view = rules.view(s, viewer)
            for seat in range(4):
                assert view.hand(seat) == (s.hand(seat) if seat == viewer else [HIDDEN] * 5)
        rules.apply(s, *answer(rules, s, rng))
    for viewer in (*range(4), SPECTATOR):  # M-16.1: screens are lifted
        assert rules.view(s, viewer).cubes == s.cubes


@pytest.mark.clause("M-19.1", "M-19.5", "M-19.6")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_nothing_a_viewer_sees_depends_on_foreign_cubes(players: int) -> None:
    """Two worlds that one seat cannot tell apart stay alike for it whatever is answered in both.

    A question skipped or asked because of somebody's secret cubes would show here."""
    modules = ("time_is_gold", "pope_calls", "kings_claim") if players > 2 else ()
    rules = ruleset("mil", players, modules)
    compared = 0
    for seed in range(6):
        s, rng = rules.start(), Random(seed)
        while s.stack:
            seat, move = answer(rules, s, rng)
            closing = bool(s.answers) and sum(not ask.answered for ask in rules.asks(s)) == 1
            for viewer in (*range(players), SPECTATOR):
                if closing:
                    break  # a reveal tells what it tells
                other = rules.resample(rules.view(s, viewer), viewer, rng)
                true = rules.copy(s)
                try:
                    rules.play(other, seat, move)
                except IllegalAnswer:
                    continue  # the answer itself shows what its giver has
                rules.apply(true, seat, move)
                if true.stack:  # not yet open to all
                    compared += 1
                    assert rules.key(rules.view(other, viewer)) == rules.key(rules.view(true, viewer))
                    for ask in rules.asks(true):
                        if ask.seat == viewer:
                            mine = rules.ask_of(other, viewer)
                            assert list(ask.options(true) or ()) == list(mine.options(other) or ())
            rules.apply(s, seat, move)
    assert compared > 1000


@pytest.mark.clause("M-19.4", "M-5.3", "M-13.17", "M-14.2", "M-19.5")
@pytest.mark.parametrize("name", ["dowry", "commit", "donate"])
def test_commitments_are_secret_until_the_last_one(name: str) -> None:
    table = Table(3)
    if name == "dowry":
        table.do(RED, GROWTH, A, SON_FOR_PRIVILEGE)
    elif name == "commit":
        table.put(WAR, 1, A).finish_actions().skip_to("war")
        table.s.women = [0, 0, 0]
        table.do(RED, ATTACK, YA, 2 * GRAIN + 1)
    else:
        table.finish_actions()
    rules, s = table.rules, table.s
    size = {"dowry": 5, "commit": 2, "donate": 1}[name]
    first = (1,) * size
    table.do(RED, *first)
    assert table.happened == []
    assert table.asks()[0].answered  # that he has committed may be shown
    for viewer in (YELLOW, BLUE, SPECTATOR):
        view = rules.view(s, viewer)
        assert view.answers[RED] == (HIDDEN,)  # not even how long the answer is
        assert view.hand(RED) == [HIDDEN] * 5
    assert rules.view(s, RED).answers[RED] == first
    with pytest.raises(StaleAnswer) as caught:  # an error tells a third party nothing
        rules.play(s, 7, (0,))
    assert "1" not in str(caught.value).replace("seat 1", "")
    for ask in [ask for ask in table.asks() if not ask.answered]:
        table.do(ask.seat, *[0] * size)
    told = {"dowry": "dowry_offered", "commit": "troops_fed", "donate": "donation_offered"}[name]
    shown = table.told(told)
    assert len(shown) == (2 if name == "commit" else 3)
    assert shown[0] == {"dowry": (RED, 5, 6, 7, 8, 9), "commit": (RED, 5, 8), "donate": (RED, 1)}[name]


@pytest.mark.clause("M-19.4", "M-19.3", "M-19.8")
def test_events_have_no_secret_parameters() -> None:
    assert all(kind.secret == () for kind in EVENTS)


def played(seed: int) -> Session:
    """A session of three seats, played until a dowry is half answered."""
    session = open_session(ruleset("mil", 3), [SeatInfo(f"seat {i}") for i in range(3)], f"secrets {seed}")
    rng = Random(seed)
    while True:
        session.settle()
        asks = session.asks()
        waiting = [ask for ask in asks if not ask.answered]
        if asks[0].name == "dowry" and len(waiting) == 2:
            return session
        ask = waiting[0]
        session.answer(ask.seat, ask.random_answer(session.state, rng))


@pytest.mark.clause("M-19.4", "M-19.1")
def test_the_redacted_record_keeps_the_open_dowry() -> None:
    session = played(3)
    last = session.entries[-1]
    assert last.ask == "dowry" and last.move is not None
    for viewer in (0, 1, 2, SPECTATOR):
        entry = session.record(viewer).entries[-1]
        assert entry.hash == ""
        assert entry.move == (last.move if viewer == last.seat else [HIDDEN])
    for ask in [ask for ask in session.asks() if not ask.answered]:
        session.answer(ask.seat, (0, 0, 0, 0, 0))
    for viewer in (0, 1, 2, SPECTATOR):  # what is revealed appears to everybody
        assert session.record(viewer).entries[last.n].move == last.move
    events = [args for kind, args in session.events[-1] if kind.name == "dowry_offered"]
    assert len(events) == 3


@pytest.mark.clause("M-19.3")
def test_gains_and_payments_are_told_but_no_running_total() -> None:
    table = Table(3)
    table.do(RED, HARVEST, A, GRAIN, 0)
    assert table.told("cubes_gained") == [(RED, 5 * 3)]
    assert table.rules.view(table.s, YELLOW).hand(RED) == [HIDDEN] * 5


@pytest.mark.clause("M-19.6")
def test_offers_at_court_are_public_at_once() -> None:
    table = Table(3).put(COURT, 1, A).finish_actions().skip_to("court")
    table.s.soldiers[A] = 9
    table.do(RED, SEEK_VASSAL, YB).do(YELLOW, 1, 1)
    assert table.told("offer_made") == [(YELLOW, 5 + 3, 5 + 4)]
    (ask,) = table.asks()
    assert ask.name == "counter" and ask.args[2:] == (1, 1)


@pytest.mark.clause("M-19.8", "M-4.14")
def test_die_results_are_public() -> None:
    session = open_session(ruleset("mil", 3), [SeatInfo("x")] * 3, "die")
    seat = session.asks()[0].seat
    session.answer(seat, (GROWTH, 4 * seat, 0))
    entry = session.nature()
    assert entry is not None and entry.ask == "family_die"
    for viewer in (0, 1, 2, SPECTATOR):
        assert session.record(viewer).entries[-1].move == entry.move


@pytest.mark.clause("M-19.9")
def test_no_promise_is_written_down() -> None:
    """Talk is outside the engine: no column and no question holds a promise."""
    assert not [name for name in SCHEMA.stored if "promise" in name or "deal" in name]


@pytest.mark.clause("M-19.3")
@pytest.mark.parametrize("number", range(0, 75, 4))
def test_whoever_has_watched_knows_all_cubes(number: int) -> None:
    _, players, modules, options = game("mil").presets()[number]
    rules = ruleset("mil", players, modules, options)
    events: list[Event] = []
    s = rules.start(events)
    memory, seen, rng = rules.memory(0), 0, Random(number)
    assert isinstance(memory, Purses)
    while s.stack:
        s.trace = events
        play_random(rules, s, rng, Tally(), 1)
        for kind, args in events[seen:]:
            memory.see(kind, kind.seen_by(args, 0))
        seen = len(events)
        assert memory.cubes == s.cubes
        if s.stack and rng.random() < 0.2:
            view = rules.view(s, 0)
            guess = rules.resample(view, 0, rng, memory)
            assert guess.cubes == s.cubes and rules.key(rules.view(guess, 0)) == rules.key(view)


@pytest.mark.clause("M-19.1")
def test_a_memory_that_does_not_fit_is_not_used() -> None:
    table = Table(3)
    memory = table.rules.memory(RED)
    table.cubes(RED, f=7)  # something happened that nobody has told
    view = table.rules.view(table.s, RED)
    guesses = {tuple(table.rules.resample(view, RED, Random(i), memory).cubes) for i in range(9)}
    assert len(guesses) > 1 and all(guess[:5] == (7, 0, 0, 0, 0) for guess in guesses)
