"""Winter (M-15) and the end of the game (M-16)."""

from __future__ import annotations

import pytest

from tests.games.mil.table import (
    BLACK,
    BLUE,
    COURT,
    GRAIN,
    HARD,
    MARKET,
    MILD,
    NOBODY,
    RED,
    WAR,
    WHITE,
    YELLOW,
    Table,
    knight,
)

A, B, C, D = (knight(RED, column) for column in "ABCD")
YA, YB = knight(YELLOW, "A"), knight(YELLOW, "B")
BA, BB = knight(BLUE, "A"), knight(BLUE, "B")


@pytest.mark.clause("M-15.1", "M-15.2", "M-15.3", "M-6.5", "M-6.6", "M-6.7", "M-10.9", "M-20.9", "M-R33")
def test_e44_winter() -> None:
    table = Table(3).make(A, castle=1).make(B, soldiers=1, lands=[GRAIN]).make(C)
    table.make(YA, castle=1).make(YB, soldiers=1, heir=True)
    table.make(BA, castle=1).make(BB, soldiers=2)
    s = table.s
    s.crusades = [C]
    table.finish_actions().skip_to("winter_die")
    before = table.scores()
    table.nature(HARD)
    assert table.told("winter_came") == [(1, HARD)]
    assert table.told("heir_succeeded") == [(YB,)] and table.told("relative_succeeded") == [(BB,)]
    assert s.knight[C] == 1 and s.knight[YB] == 1 and s.soldiers[BB] == 2
    assert [now - then for now, then in zip(table.scores(), before, strict=True)] == [0, 0, -4]
    assert s.privileges == [1, 2, 2]  # Red's C has neither soldier nor castle


@pytest.mark.clause("M-15.1", "M-15.2")
def test_a_mild_winter_kills_nobody() -> None:
    table = Table(3).make(C).finish_actions().skip_to("winter_die").nature(MILD)
    assert table.told("winter_came") == [(0, MILD)]
    assert table.s.knight[C] == 1 and "knight_died" not in table.names()


@pytest.mark.clause("M-15.3", "M-9.11", "M-R33")
def test_kings_soldiers_protect_in_winter() -> None:
    table = Table(3).make(C).put(WAR, 1, YA).finish_actions().do(YELLOW, C)
    table.skip_to("winter_die").nature(MILD)
    assert table.s.privileges[RED] == 2


@pytest.mark.clause("M-15.3", "M-21.4")
def test_no_winter_privilege_without_a_token() -> None:
    table = Table(3)
    table.s.privileges[RED] = 11
    table.finish_actions().skip_to("winter_die").nature(MILD)
    assert table.s.privileges == [11, 2, 2]
    assert table.told("privilege_forgone") == [(RED,)]


@pytest.mark.clause("M-15.4", "M-15.5", "M-15.6", "M-15.7")
def test_everything_goes_back() -> None:
    table = Table(3).put(COURT, 1, YA).put(WAR, 2, B).put(MARKET, 1, BLACK)
    s = table.s
    s.crusades, s.monastery = [A], [BA]
    table.finish_actions().do(RED, YA)
    s.archbishop = B
    table.skip_to("act")
    assert s.slots == [WHITE] * 12 and s.monastery == s.crusades == []
    assert s.at_home(RED) == [A, B]
    assert s.kings_soldiers == s.archbishop == NOBODY
    assert (s.round, table.who()) == (2, YELLOW)  # Yellow won the Court favour


def last_winter() -> Table:
    """The fifth round, just before the winter die."""
    table = Table(3)
    table.s.round = 5
    return table.finish_actions().skip_to("winter_die")


@pytest.mark.clause("M-15.8", "M-16.1", "M-R34")
def test_the_last_winter_is_played() -> None:
    table = last_winter().make(C).points(40, 0, 0)
    table.s.women = [0, 0, 0]
    table.s.privileges = [0, 0, 0]
    for seat in range(3):
        table.cubes(seat)
    table.nature(HARD)
    assert "knight_removed" in table.names() and "privilege_gained" in table.names()
    assert table.s.over and len(table.told("screen_lifted")) == 3
    # four points lost by the death; then all have soldiers, one privilege each, and share that majority
    assert table.rules.outcome(table.s).scores[RED] == 40 - 4 + 3


@pytest.mark.clause(
    "M-16.2", "M-16.3", "M-16.4", "M-16.5", "M-16.6", "M-16.7", "M-16.8", "M-16.9", "M-20.1", "M-R35"
)
def test_e46_final_scoring() -> None:
    table = last_winter().points(40, 41, 44)
    s = table.s
    for k in (B, YB, BB):  # no winter privileges
        s.soldiers[k] = 0
    table.cubes(RED, 0, 2, 1, 2, 5).cubes(YELLOW, 0, 0, 0, 1, 7).cubes(BLUE, 0, 1, 2, 4, 2)
    s.privileges, s.women = [3, 3, 1], [1, 0, 3]
    table.nature(MILD)
    outcome = table.rules.outcome(s)
    assert outcome.scores == (46, 47, 42)
    assert outcome.places == (2, 1, 3)
    red = outcome.breakdown[RED]
    assert (red["cloth_and_metal"], red["influence"], red["privileges"]) == (3, 0, 3)
    assert (red["gold"], red["women"]) == (2, -2)
    assert outcome.breakdown[BLUE]["women"] == -9 and outcome.breakdown[YELLOW]["women"] == 0


@pytest.mark.clause("M-16.5", "M-16.12", "M-R35")
def test_nothing_counts_for_nothing() -> None:
    table = last_winter().points(0, 0, 0)
    s = table.s
    for seat in range(3):
        table.cubes(seat, f=30)  # food and soldiers have no value
    for k in (B, YB, BB):
        s.soldiers[k] = 0
    s.soldiers[A] = 30
    s.privileges, s.women = [0, 0, 0], [0, 0, 0]
    table.nature(MILD)
    assert table.rules.outcome(s).scores == (0, 0, 0)


def tied(vassals: tuple[int, int], lands: int = 3, castles: int = 2) -> Table:
    """Red and Blue are equal in points, castles and lands."""
    table = last_winter().points(50, 0, 50)
    s = table.s
    for seat in range(3):
        table.cubes(seat)
    s.women, s.privileges = [0, 0, 0], [0, 0, 0]
    table.make(A, castle=1, lands=[GRAIN, GRAIN]).make(B, castle=1, lands=[GRAIN])
    table.make(BA, castle=1, lands=[GRAIN] * (lands - 1)).make(BB, castle=castles - 1, lands=[GRAIN])
    table.make(YA, soldiers=1).make(YB, soldiers=1)
    table.make(knight(YELLOW, "C")).make(knight(YELLOW, "D"))
    for k in range(4, 4 + vassals[0]):
        s.lord[k] = RED
    for k in range(8 - vassals[1], 8):
        s.lord[k] = BLUE
    s.privileges = [0, 0, 0]
    return table


@pytest.mark.clause("M-16.9", "M-16.10", "M-16.11", "M-R36")
def test_e47_tie_break() -> None:
    table = tied((1, 2)).nature(MILD)
    outcome = table.rules.outcome(table.s)
    assert outcome.scores[RED] == outcome.scores[BLUE]
    assert outcome.places == (2, 3, 1)
    assert outcome.ties[RED] == {"castles": 2, "lands": 3, "vassals": 1}
    assert outcome.ties[BLUE] == {"castles": 2, "lands": 3, "vassals": 2}
    shared = tied((1, 1)).nature(MILD)
    assert shared.rules.outcome(shared.s).places == (1, 3, 1)
    fewer_lands = tied((1, 2), lands=2).nature(MILD)
    assert fewer_lands.rules.outcome(fewer_lands.s).places[RED] == 1


@pytest.mark.clause("M-15.8")
def test_no_act_after_the_fifth_round() -> None:
    table = last_winter().nature(MILD)
    assert table.asks() == [] and table.s.over
