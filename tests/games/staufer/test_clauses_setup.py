"""Information (S-2) and setup (S-3) of Die Staufer."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.games.staufer.lookup import CHEST_KINDS
from pfalz.games.staufer.state import NO_MARKER, SCHEMA, Staufer
from pfalz.games.staufer.turn import SUPPLY
from tests.games.staufer.table import RING, STRASBOURG, Table

COUNTS = range(2, 6)
SETUP = {
    "start_player": (0,),
    "region_order": RING,
    "point_tiles": (5, 4, 3, 2, 1, 0),
    "first_chests": None,
    "region_jobs": (5, 4, 3, 2, 1),
    "pattern_jobs": (0, 1, 2, 3, 4),
    "seat_jobs": (1, 2, 3, 4, 5),
    "tiles_a": (0, 1, 2, 3, 4, 5),
    "tiles_b": (0, 1, 2, 2, 1),
    "tiles_c": (0, 2, 2, 1),
}


def set_up(players: int, upto: str = "", **options: object) -> tuple[Any, Staufer]:
    """Make the setup by hand until the question `upto` is open, or to its end."""
    rules = ruleset("staufer", players, options=options)
    s: Staufer = rules.start()
    for name, move in SETUP.items():
        ask = rules.asks(s)[0]
        if ask.name == upto:
            break
        assert (ask.seat, ask.name) == (NATURE, name)
        if name == "first_chests":
            move = ask.random_answer(s, Random(1))
        elif name.endswith("jobs"):
            move = move[:players]
        rules.play(s, NATURE, move, name)
    return rules, s


def seats(players: int) -> list[SeatInfo]:
    return [SeatInfo(name=f"Player {seat}") for seat in range(players)]


# -- information ------------------------------------------------------------------------------------


@pytest.mark.clause("S-2.1", "S-2.4", "S-9.2")
@pytest.mark.parametrize("players", COUNTS)
def test_everything_but_the_jobs_is_public(players):
    rules = ruleset("staufer", players)
    s = rules.start()
    rng = Random(players)
    for _ in range(200):
        ask = rules.asks(s)[0]
        rules.apply(s, ask.seat, ask.random_answer(s, rng))
        if s.over:
            break
        for viewer in (*range(players), SPECTATOR):
            view = rules.view(s, viewer)
            for name in SCHEMA.stored:
                if name != "jobs":
                    assert getattr(view, name) == getattr(s, name)


@pytest.mark.clause("S-2.2", "S-3.13")
@pytest.mark.parametrize("players", COUNTS)
def test_jobs_are_known_to_their_owner_alone(players):
    rules, s = set_up(players)
    for viewer in (*range(players), SPECTATOR):
        shown = rules.view(s, viewer).jobs
        for seat in range(players):
            mine = s.jobs[3 * seat : 3 * seat + 3] if seat == viewer else [HIDDEN] * 3
            assert shown[3 * seat : 3 * seat + 3] == mine


@pytest.mark.clause("S-2.2")
def test_the_log_keeps_the_jobs_secret():
    session = open_session(ruleset("staufer", 3), seats(3), "seed")
    for viewer in (0, 1, 2, SPECTATOR):
        dealt = [entry for entry in session.record(viewer).entries if entry.ask.endswith("jobs")]
        assert len(dealt) == 3
        for entry in dealt:
            for slot, value in enumerate(entry.move or []):
                assert (value != HIDDEN) == (slot == viewer)
    events = [event for events in session.events for event in events if event[0].name.endswith("job_dealt")]
    assert len(events) == 9
    for kind, args in events:
        assert kind.seen_by(args, args[0]) == args
        assert kind.seen_by(args, (args[0] + 1) % 3)[1] == HIDDEN


@pytest.mark.clause("S-2.3")
def test_nobody_knows_order_of_chests_and_cards_in_the_box():
    rules, s = set_up(3)
    assert len(s.draw_pile) == CHEST_KINDS  # how many of each kind, no order
    assert sum(s.draw_pile) == 72 - 4 - 29
    rng = Random(3)
    view = rules.view(s, 0)
    seen = [{rules.resample(view, 0, rng).jobs[3 + i] for _ in range(200)} for i in range(3)]
    for category in range(3):  # any card one does not hold oneself may be the neighbour's
        assert seen[category] == set(range(6)) - {s.jobs[category]}
    assert rules.resample(view, 0, rng).jobs[:3] == s.jobs[:3]


@pytest.mark.clause("S-2.3")
def test_any_chest_of_the_pile_may_come_next():
    t = Table().round_over().begin()
    assert t.asked == (NATURE, "refill")
    assert t.options() == [kind for kind, n in enumerate(t.s.draw_pile) if n]
    question: Any = t.ask.question
    options = t.options() or []
    assert question.weights(t.s, t.ask.args, (), options) == [t.s.draw_pile[kind] for kind in options]


@pytest.mark.clause("S-2.4")
def test_unused_tiles_can_be_deduced():
    rules, s = set_up(4)
    view = rules.view(s, SPECTATOR)
    laid_b, laid_c = Counter(view.tile_b), Counter(view.tile_c)
    left_b = Counter(dict(enumerate(s.t.b_copies))) - laid_b
    left_c = Counter(dict(zip(s.t.c_steps, s.t.c_copies, strict=True))) - laid_c
    assert (left_b, left_c) == (Counter([0]), Counter([1, 2]))


@pytest.mark.clause("S-2.5", "S-14.3")
def test_jobs_are_revealed_together_at_the_end():
    t = Table().last_round().put(0, "E", STRASBOURG, 1).jobs(0, STRASBOURG, 0, 3).round_over()
    assert t.rules.view(t.s, 1).jobs[:3] == [HIDDEN] * 3
    t.begin()
    assert t.s.over
    assert t.s.trace is not None
    names = [kind.name for kind, _ in t.s.trace]
    revealed = [i for i, name in enumerate(names) if name == "jobs_revealed"]
    assert revealed == list(range(revealed[0], revealed[0] + 4))
    assert "points_scored" not in names[: revealed[-1]]
    assert t.result(0) == {"region_job": 12, "seat_job": 3}
    assert t.rules.view(t.s, 1).jobs == t.s.jobs


# -- setup ------------------------------------------------------------------------------------------


@pytest.mark.clause("S-3.19")
@pytest.mark.parametrize("random_set", [False, True], ids=["fixed kinds", "random kinds"])
def test_order_of_the_random_steps(random_set):
    rules = ruleset("staufer", 3, options={"privilege_set": "random" if random_set else "first_game"})
    s = rules.start()
    names = []
    while rules.asks(s)[0].seat == NATURE:
        ask = rules.asks(s)[0]
        names.append(ask.name)
        rules.apply(s, NATURE, ask.random_answer(s, Random(1)))
    expected = list(SETUP)
    if random_set:
        expected.insert(4, "privilege_kinds")
    assert names == expected


@pytest.mark.clause("S-3.19", "S-R30")
def test_a_seed_determines_the_game():
    hashes = []
    for _ in range(2):
        session = open_session(ruleset("staufer", 4), seats(4), "the same seed")
        rng = Random(5)
        while not session.state.over:
            ask = session.asks()[0]
            session.answer(ask.seat, ask.random_answer(session.state, rng))
            session.settle()
        hashes.append([entry.hash for entry in session.entries])
    assert hashes[0] == hashes[1]


@pytest.mark.clause("S-3.10")
@pytest.mark.parametrize("players", COUNTS)
def test_the_start_player_is_random(players):
    rules = ruleset("staufer", players)
    s = rules.start()
    ask = rules.asks(s)[0]
    question: Any = ask.question
    assert (ask.seat, list(ask.options(s) or [])) == (NATURE, list(range(players)))
    assert question.weights(s, (), (), ask.options(s)) is None  # equally likely


@pytest.mark.clause("S-3.11")
@pytest.mark.parametrize(
    ("players", "starter", "order"),
    [
        (2, 0, "011010"),
        (3, 0, "012210210"),
        (4, 0, "012332103210"),
        (5, 0, "012344321043210"),
        (4, 2, "230110321032"),
    ],
)
def test_first_turn_order(players, starter, order):
    rules = ruleset("staufer", players)
    s = rules.start()
    rules.play(s, NATURE, (starter,), "start_player")
    assert s.turn_track == [int(seat) for seat in order]
    assert s.starter == starter


@pytest.mark.clause("S-3.2")
def test_regions_in_any_order():
    rules, s = set_up(4, "region_order")
    ask = rules.asks(s)[0]
    assert ask.options(s) == [0, 1, 2, 3, 4, 5]
    assert ask.options(s, (3, 0, 5)) == [1, 2, 4]
    rules.play(s, NATURE, (3, 0, 5, 4, 2, 1))
    assert s.ring == [3, 0, 5, 4, 2, 1]


@pytest.mark.clause("S-3.3")
def test_a_point_tile_on_each_region():
    _, s = set_up(4)
    assert [s.point_tile[region] for region in s.ring] == [5, 4, 3, 2, 1, 0]


@pytest.mark.clause("S-3.4", "S-3.5")
@pytest.mark.parametrize("players", COUNTS)
def test_first_chests(players):
    rules, s = set_up(players, "first_chests")
    assert sum(s.draw_pile) == 72
    places = s.t.spaces + s.t.seats
    assert places == {2: 4 + 21, 3: 4 + 29}.get(players, 5 + 29)
    chests = [kind for kind, n in enumerate(s.draw_pile) for _ in range(n)]
    Random(players).shuffle(chests)
    rules.play(s, NATURE, tuple(chests[:places]), "first_chests")
    assert sum(s.draw_pile) == 72 - places
    laid = list(s.under_supply)
    for region in RING:  # slot by slot, seats from the left
        laid += [s.under_seat[office] for office in s.t.region_seats[region]]
    assert laid == [(kind,) for kind in chests[:places]]


@pytest.mark.clause("S-3.6", "S-3.7", "S-3.8", "S-R5", "S-9.20", "S-10.2")
@pytest.mark.parametrize("players", COUNTS)
def test_privilege_piles(players):
    _, s = set_up(players)
    piles = {kind: n for kind, n in enumerate(s.piles, 1) if n}
    others = 1 if players == 2 else 2
    assert piles == {1: players, 4: others, 7: others, 10: others, 13: others, 16: others}
    values = []
    for seat in range(players):  # whoever trades first gets the highest card of kind 1
        t = Table(players).turn(seat).own(seat, 14).at_supply(3, 14)
        for earlier in range(seat):
            t.privilege(earlier, 1)
        t.begin().act(seat, SUPPLY).supply(seat, 3).answer(seat, "trade", 1)
        values.append(t.score(seat))
    assert values == [12, 10, 8, 6, 4][:players]


@pytest.mark.clause("S-3.9", "S-3.12")
@pytest.mark.parametrize("players", COUNTS)
def test_courts_and_provinces(players):
    _, s = set_up(players)
    assert s.court == [4, 1] * players
    assert s.province == [11, 2] * players
    assert s.paid == [0] * (12 * players)
    assert set(s.left + s.right) == {-1}
    assert s.points == [0] * len(s.points)


@pytest.mark.clause("S-3.13")
@pytest.mark.parametrize("players", COUNTS)
def test_one_job_of_each_category(players):
    _, s = set_up(players)
    assert s.jobs[0::3] == [5, 4, 3, 2, 1][:players]
    assert s.jobs[1::3] == [0, 1, 2, 3, 4][:players]
    assert s.jobs[2::3] == [1, 2, 3, 4, 5][:players]


@pytest.mark.clause("S-3.13")
def test_no_job_is_dealt_twice():
    rules, s = set_up(5, "pattern_jobs")
    assert rules.asks(s)[0].options(s, (4, 0)) == [1, 2, 3, 5]


@pytest.mark.clause("S-3.14", "S-3.15", "S-3.16", "S-3.17", "S-3.18")
def test_round_tiles():
    rules, s = set_up(4)
    assert s.tile_a == [0, 1, 2, 3, 4]
    assert s.kings_region() == 5  # the sixth A tile
    assert s.tile_b == [0, 1, 2, 2, 1]
    assert s.tile_c == [1, 3, 3, 2]  # row 5 has the final scoring
    assert s.second_marker == NO_MARKER
    assert rules.asks(s)[0].name == "action"


@pytest.mark.clause("S-3.15", "S-3.16")
def test_two_tiles_of_each_kind_at_most():
    rules, s = set_up(4, "tiles_b")
    assert rules.asks(s)[0].options(s, (1, 1)) == [0, 2]
    rules.play(s, NATURE, (1, 1, 0, 0, 2))
    assert rules.asks(s)[0].options(s, (0, 2, 0)) == [1, 2]


@pytest.mark.clause("S-3.17")
def test_the_first_marker_announces_the_first_region():
    rules, s = set_up(4, "tiles_c")
    s.trace = []
    rules.play(s, NATURE, (0, 1, 2, 0), "tiles_c")
    assert [args for kind, args in s.trace if kind.name == "round_begun"] == [(1, 0, 0)]
