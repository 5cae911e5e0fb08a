"""Weddings (M-5)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.growth import SON_FOR_PRIVILEGE
from pfalz.games.mil.turn import GROWTH
from tests.games.mil.table import BLUE, GREEN, RED, YELLOW, Table, knight

A = knight(RED, "A")


def wedding(players: int = 4) -> Table:
    """Red's knight A gets an heir; all players have nine cubes of each kind."""
    table = Table(players)
    for seat in range(players):
        table.cubes(seat, 9, 9, 9, 9, 9)
    table.do(RED, GROWTH, A, SON_FOR_PRIVILEGE)
    assert table.asked() == "dowry"
    return table


def offer(table: Table, *offers: tuple[int, ...]) -> Table:
    """All dowries in the order of the seats, each as food, cloth, metal, influence, gold."""
    for seat, dowry in enumerate(offers):
        table.do(seat, *dowry)
    return table


NONE = (0, 0, 0, 0, 0)


@pytest.mark.clause("M-5.3", "M-5.4", "M-19.4", "M-22.4")
def test_all_players_are_asked_at_once() -> None:
    table = wedding()
    assert [ask.seat for ask in table.asks()] == [0, 1, 2, 3]
    assert table.options(seat=RED) == list(range(10))
    assert table.why(10, seat=BLUE)[0] == "not_offered"  # more than there is behind the screen
    table.do(BLUE, 0, 0, 0, 0, 3).do(RED, *NONE).do(GREEN, 1, 0, 0, 0, 0)
    assert table.names() == []  # nothing is told before the last one
    table.do(YELLOW, *NONE)
    assert [args[0] for args in table.told("dowry_offered")] == [0, 1, 2, 3]
    assert table.told("dowry_offered")[BLUE] == (BLUE, 5 * 3 + 4)


@pytest.mark.clause("M-5.5", "M-5.7", "M-5.8", "M-5.9", "M-5.12", "M-21.7", "M-22.5", "M-R16")
def test_e18_comparing_dowries() -> None:
    table = offer(wedding(), (0, 0, 0, 0, 2), (3, 0, 0, 0, 0), (2, 0, 0, 0, 1), (1, 0, 0, 2, 0))
    s = table.s
    assert table.told("dowry_won") == [(BLUE, RED)]
    assert s.women[BLUE] == 2 and s.score(BLUE) == 2
    assert (table.asked(), table.who()) == ("keep", RED)
    assert table.options() == [1, 2]  # two of three cubes: at least one food
    assert table.why(0) == ("exactly_half", "M-21.7")
    table.do(RED, 1, 0, 0, 0, 1)
    assert table.hand(RED) == (10, 9, 9, 9, 10)
    assert table.hand(BLUE) == (7, 9, 9, 9, 8)
    assert table.hand(YELLOW) == table.hand(GREEN) == (9, 9, 9, 9, 9)
    assert s.knight[A] == 2


@pytest.mark.clause("M-5.5")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((5, 0, 0, 0, 0), (0, 0, 0, 0, 4)),
        ((1, 0, 0, 0, 1), (0, 0, 0, 2, 0)),
        ((1, 0, 0, 1, 0), (0, 0, 2, 0, 0)),
        ((1, 0, 1, 0, 0), (0, 2, 0, 0, 0)),
        ((1, 1, 0, 0, 0), (2, 0, 0, 0, 0)),
    ],
)
def test_number_then_quality(better: tuple[int, ...], worse: tuple[int, ...]) -> None:
    table = offer(wedding(3), NONE, worse, better)
    assert table.told("dowry_won") == [(BLUE, RED)]
    table = offer(wedding(3), NONE, better, worse)
    assert table.told("dowry_won") == [(YELLOW, RED)]


@pytest.mark.clause("M-5.6", "M-5.13")
@pytest.mark.parametrize(
    "offers",
    [(NONE, (0, 0, 1, 0, 1), (0, 0, 1, 0, 1), (1, 0, 0, 0, 0)), (NONE, NONE, NONE, NONE)],
)
def test_e19_identical_best_offers(offers: tuple[tuple[int, ...], ...]) -> None:
    table = offer(wedding(), *offers)
    assert table.told("wedding_tied") == [(RED,)]
    for seat in range(4):
        assert table.hand(seat) == (9, 9, 9, 9, 9)
    assert table.s.women == [3, 3, 3, 3] and table.scores() == [0, 0, 0, 0]
    assert table.s.knight[A] == 2 and table.asked() == "act"


@pytest.mark.clause("M-5.11", "M-5.12")
def test_e20_the_host_outbids_everybody() -> None:
    table = offer(wedding(3), (2, 0, 0, 0, 0), (0, 0, 0, 0, 1), NONE)
    assert table.told("host_outbid_all") == [(RED,)]
    assert table.hand(RED) == (7, 9, 9, 9, 9) and table.s.women[RED] == 2
    assert table.scores() == [0, 0, 0] and table.hand(YELLOW) == (9, 9, 9, 9, 9)
    lone = wedding(3)
    lone.s.women[RED] = 0
    offer(lone, (2, 0, 0, 0, 0), NONE, NONE)
    assert lone.s.women[RED] == 0 and lone.hand(RED) == (7, 9, 9, 9, 9)


@pytest.mark.clause("M-5.7", "M-5.8", "M-5.10")
def test_e21_best_dowry_without_a_daughter() -> None:
    table = wedding(3)
    table.s.women[YELLOW] = 0
    offer(table, NONE, (0, 1, 2, 0, 0), (1, 0, 0, 0, 0))
    table.do(RED, 0, 0, 2, 0, 0)
    assert table.hand(YELLOW) == (9, 8, 7, 9, 9) and table.hand(RED) == (9, 9, 11, 9, 9)
    assert table.scores() == [0, 0, 0] and table.s.women[YELLOW] == 0


@pytest.mark.clause("M-5.3", "M-19.5")
def test_a_dowry_may_be_revised_until_the_last_one_is_in() -> None:
    table = wedding(3)
    table.do(YELLOW, 9, 9, 9, 9, 9).do(YELLOW, 1, 0, 0, 0, 0).do(RED, *NONE).do(BLUE, *NONE)
    assert table.told("dowry_won") == [(YELLOW, RED)]
    assert table.hand(YELLOW) == (8, 9, 9, 9, 9)
