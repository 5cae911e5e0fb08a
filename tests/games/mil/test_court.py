"""The Court (M-11)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.court import ACCEPT, FIEF, RAISE, SEEK_VASSAL, TAKE_INFLUENCE
from tests.games.mil.table import BLUE, COURT, GRAIN, NOBODY, PIER, RED, YELLOW, Table, knight

A, B = knight(RED, "A"), knight(RED, "B")
YA, YB, YC = (knight(YELLOW, column) for column in "ABC")
BA = knight(BLUE, "A")


def court(k: int = A, players: int = 3) -> Table:
    """Knight `k` is the only one at Court; the table waits for what is arranged."""
    table = Table(players).put(COURT, 1, k)
    table.finish_actions().skip_to("court")
    return table.points(*[0] * players)


def sought(table: Table, target: int, gold: int, influence: int) -> Table:
    """Red's A seeks a vassal; Yellow offers."""
    table.do(RED, SEEK_VASSAL, target)
    return table.do(target >> 2, gold, influence, ask="offer")


@pytest.mark.clause("M-11.1", "M-11.2", "M-22.8")
def test_two_influence() -> None:
    table = court().cubes(RED)
    assert table.options()[:2] == [0, TAKE_INFLUENCE]
    table.do(RED, TAKE_INFLUENCE)
    assert table.hand(RED) == (0, 0, 0, 2, 0)
    alone = court()
    alone.s.soldiers[A] = 0
    assert alone.why(SEEK_VASSAL) == ("no_target", "M-11.2")


@pytest.mark.clause("M-11.5")
def test_e10_strong_enough_for_vassalage() -> None:
    table = court().make(A, soldiers=4).make(YA, soldiers=1, castle=1, lands=[GRAIN])
    assert YA in table.options(SEEK_VASSAL)
    table.s.soldiers[YA] = 2
    assert YA not in table.options(SEEK_VASSAL)
    assert table.why(SEEK_VASSAL, YA) == ("too_strong", "M-11.5")


@pytest.mark.clause("M-11.3", "M-11.4", "M-11.6", "M-20.3")
def test_who_cannot_be_sought() -> None:
    table = court().make(A, soldiers=9)
    s = table.s
    assert table.options(SEEK_VASSAL) == [YA, YB, BA, knight(BLUE, "B")]
    assert table.why(SEEK_VASSAL, B) == ("not_another_family", "M-11.2")
    s.lord[YB], s.archbishop = BLUE, BA
    assert table.why(SEEK_VASSAL, YB) == ("has_lord", "M-11.3")
    assert table.why(SEEK_VASSAL, BA) == ("under_archbishop", "M-11.6")
    assert table.options(SEEK_VASSAL) == [YA, knight(BLUE, "B")]


@pytest.mark.clause("M-11.4", "M-13.8")
def test_e11_bound_to_a_lord() -> None:
    table = court(YA).make(YA, soldiers=9, lord=RED)
    assert {target >> 2 for target in table.options(SEEK_VASSAL)} == {BLUE}
    assert table.why(SEEK_VASSAL, A) == ("family_of_lord", "M-11.4")
    free = court(YB).make(YB, soldiers=9)
    free.s.lord[YA] = RED
    assert A in free.options(SEEK_VASSAL)


@pytest.mark.clause("M-11.7", "M-19.6", "M-22.9")
def test_the_offer_is_open_and_may_be_empty() -> None:
    table = court().make(A, soldiers=9).cubes(YELLOW, 5, 5, 5, 1, 2)
    table.do(RED, SEEK_VASSAL, YA)
    assert (table.asked(), table.who()) == ("offer", YELLOW)
    assert table.options() == [0, 1, 2] and table.options(2) == [0, 1]
    assert table.complete(2, 1)  # gold and influence, nothing else
    table.do(YELLOW, 2, 1)
    assert table.told("offer_made") == [(YELLOW, 5 * 1 + 3, 5 * 2 + 4)]
    poor = court().make(A, soldiers=9).cubes(YELLOW)
    poor.do(RED, SEEK_VASSAL, YA)
    assert poor.who() == YELLOW  # asked even if there is nothing to offer: that is a secret
    poor.do(YELLOW, 0, 0)
    assert poor.asked() == "counter"


@pytest.mark.clause("M-11.7", "M-11.8", "M-11.9", "M-11.10", "M-22.10", "M-22.11", "M-R16", "M-21.7")
def test_e33_the_offer_is_accepted() -> None:
    table = court().make(A, soldiers=5).make(YA, soldiers=1, castle=1, lands=[GRAIN])
    table.cubes(RED).cubes(YELLOW, i=3, g=3)
    sought(table, YA, 1, 2)
    table.do(RED, ACCEPT)
    assert (table.asked(), table.who()) == ("keep", RED)
    table.do(RED, 0, 0, 0, 1, 1)
    assert table.hand(RED) == (0, 0, 0, 1, 1)
    assert table.hand(YELLOW) == (0, 0, 0, 1, 2)
    assert table.scores() == [0, 2, 0] and table.s.lord[YA] == NOBODY


@pytest.mark.clause("M-11.11", "M-R23")
def test_e34_legal_raises() -> None:
    table = court().make(A, soldiers=5).make(YA, soldiers=1, castle=1, lands=[GRAIN, PIER])
    table.cubes(RED, i=5, g=2).cubes(YELLOW, i=3, g=3)
    sought(table, YA, 1, 2)
    assert table.options(RAISE) == [1, 2]
    assert table.why(RAISE, 0) == ("less_gold", "M-11.11")
    assert table.options(RAISE, 1) == [3, 4, 5]
    assert table.why(RAISE, 1, 2) == ("not_a_raise", "M-11.11")
    assert table.options(RAISE, 2) == [1, 2, 3, 4, 5]
    assert table.why(RAISE, 2, 0) == ("not_a_raise", "M-11.11")
    table.cubes(RED, i=1, g=1)
    assert table.options() == [ACCEPT]
    assert table.why(RAISE) == ("raise_too_dear", "M-11.11")


@pytest.mark.clause("M-11.11", "M-11.12", "M-11.13", "M-11.17", "M-11.18", "M-22.11", "M-R23", "M-R25")
def test_e34_vassalage_by_raise() -> None:
    table = court().make(A, soldiers=5).make(YA, soldiers=1, castle=1, lands=[GRAIN, PIER])
    table.cubes(RED, i=1, g=2).cubes(YELLOW, i=2, g=1)
    stock = table.s.stock(RED)
    sought(table, YA, 1, 2)
    table.do(RED, RAISE, 2, 1)
    assert (table.asked(), table.who()) == ("keep", YELLOW)  # he chooses cubes, but cannot refuse
    table.do(YELLOW, 0, 0, 0, 0, 2)
    assert table.hand(RED) == (0, 0, 0, 0, 0)
    assert table.hand(YELLOW) == (0, 0, 0, 2, 3)
    assert table.s.lord[YA] == RED and table.s.stock(RED) == stock - 1
    assert table.scores() == [10, 0, 0]


@pytest.mark.clause("M-11.14", "M-11.15", "M-11.19", "M-11.18", "M-7.2", "M-7.3", "M-7.4", "M-7.8", "M-R24")
def test_e35_vassalage_by_fief() -> None:
    table = court().make(A, soldiers=4, lands=[GRAIN, PIER]).make(YC, lands=[GRAIN])
    table.s.land[2 * A + 1] -= 1  # the pier lies unproductive
    table.cubes(YELLOW, i=3).points(12, 8)
    sought(table, YC, 0, 3)
    assert table.options(FIEF) == [2 * GRAIN + 1, 2 * PIER]
    table.do(RED, FIEF, 2 * PIER)
    assert table.hand(YELLOW) == (0, 0, 0, 3, 0)
    assert table.s.land[2 * YC : 2 * YC + 2] == [2 * GRAIN + 1, 2 * PIER + 1]
    assert table.s.lands_of(A) == 1 and table.s.lord[YC] == RED
    assert table.scores() == [18, 12, 0]


@pytest.mark.clause("M-11.8", "M-11.14", "M-11.16", "M-11.20", "M-R24")
def test_who_can_neither_raise_nor_give_must_accept() -> None:
    table = court().make(A, soldiers=9, lands=[GRAIN], lord=BLUE).cubes(RED).cubes(YELLOW, g=1)
    sought(table, YB, 1, 0)
    assert table.asked() == "counter" and table.options() == [ACCEPT]
    assert table.why(FIEF) == ("vassal_gives_no_fief", "M-11.20")
    table.s.lord[A] = NOBODY
    assert table.options() == [ACCEPT, FIEF]
    table.lands(YB, GRAIN, PIER)
    assert table.why(FIEF) == ("target_has_two_lands", "M-11.14")
    table.lands(YB).lands(A)
    assert table.why(FIEF) == ("no_such_land", "M-11.14")


@pytest.mark.clause("M-11.20", "M-20.5")
def test_a_vassal_makes_vassals_for_his_own_family() -> None:
    table = court().make(A, soldiers=9, lord=BLUE).cubes(RED, g=1).cubes(YELLOW)
    table.s.lord[BA] = RED  # two families may be lords of each other's knights
    sought(table, YB, 0, 0)
    table.do(RED, RAISE, 1, 0)
    assert table.s.lord[YB] == RED and table.s.lord[A] == BLUE


@pytest.mark.clause("M-11.9", "M-11.10")
def test_an_empty_offer_can_be_accepted() -> None:
    table = court().make(A, soldiers=9).cubes(YELLOW)
    sought(table, YB, 0, 0)
    table.do(RED, ACCEPT)
    assert table.scores() == [0, 2, 0] and table.asked() == "donate"


@pytest.mark.clause("M-21.3", "M-21.4", "M-21.5", "M-20.10", "M-R42")
def test_e53_out_of_family_tokens() -> None:
    table = court().make(A, soldiers=9).cubes(RED, g=1).cubes(YELLOW)
    s = table.s
    s.privileges[RED] = 9
    s.lord[YA] = s.lord[BA] = RED
    assert s.stock(RED) == 0
    sought(table, YB, 0, 0)
    table.do(RED, RAISE, 1, 0)
    assert (s.privileges[RED], s.lord.count(RED), s.stock(RED)) == (8, 3, 0)
    assert table.told("privilege_as_marker") == [(RED,)]


@pytest.mark.clause("M-21.5", "M-R42")
def test_without_any_token_there_is_no_vassal() -> None:
    table = Table(5).put(COURT, 1, A).finish_actions().skip_to("court")
    table.make(A, soldiers=9, lands=[GRAIN]).cubes(RED, g=5)
    s = table.s
    s.privileges[RED] = 0
    for seat in range(1, 4):
        for column in "ABCD":
            if (seat, column) != (1, "A"):
                table.make(knight(seat, column), soldiers=1, lord=RED)
    assert s.stock(RED) == 0
    table.make(knight(4, "A"), soldiers=1)
    table.do(RED, SEEK_VASSAL, knight(4, "A")).do(4, 0, 0)
    assert table.options() == [ACCEPT]
    for answer in (RAISE, FIEF):
        assert table.why(answer) == ("no_marker", "M-21.5")
