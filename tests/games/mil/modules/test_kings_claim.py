"""The King's Claim (M-18.14 to M-18.16)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.modules.kings_claim.rules import KING
from pfalz.games.mil.state import REMOVED
from pfalz.games.mil.war import ATTACK, FREE_LAND
from tests.games.mil.modules.war import TILE, YA, YB, A, B, war, win
from tests.games.mil.table import (
    BLUE,
    GRAIN,
    RED,
    YELLOW,
)


@pytest.mark.clause("M-18.14", "M-7.3", "M-R40", "M-22.18")
def test_e51_the_kings_claim() -> None:
    table = war(("kings_claim",)).points(20, 15, 0, 0)
    gone = table.s.gone[GRAIN]
    win(table, YB)
    assert table.options() == [A, B, REMOVED, KING]
    table.do(RED, KING)
    assert table.scores() == [23, 11, 0, 0]
    assert table.s.gone[GRAIN] == gone + 1
    assert table.told("land_given_to_king") == [(RED, GRAIN)]
    off = war(()).points(20, 15, 0, 0)
    assert KING not in win(off, YB).options()


@pytest.mark.clause("M-18.14", "M-13.27", "M-R40", "M-P4")
def test_a_helping_lord_may_give_the_land_to_the_king() -> None:
    table = war(("kings_claim",)).points(20, 15, 0, 0).cubes(BLUE, f=1)
    table.s.lord[A] = BLUE
    table.do(RED, ATTACK, YB, TILE).do(RED, 1).do(BLUE, 1)
    table.do(RED, 0, 0).do(BLUE, 1, 0).do(YELLOW, 0, 0)
    assert table.who() == BLUE and table.options() == [A, B, KING]
    assert table.why(REMOVED) == ("lord_must_allot", "M-13.27")
    table.do(BLUE, KING)
    assert table.scores() == [23, 11, 0, 0]  # the points are the attacker's


@pytest.mark.clause("M-18.15")
def test_free_land_is_not_for_the_king() -> None:
    table = war(("kings_claim",))
    table.do(RED, FREE_LAND, 0)
    table.nature(table.options()[0])
    assert table.asked() == "allot" and KING not in table.options()
    assert table.why(KING) == ("free_land_not_for_king", "M-18.15")


@pytest.mark.clause("M-18.16", "M-18.10", "M-R40", "M-13.26")
def test_a_crusaders_land_brings_the_king_nothing() -> None:
    table = war(("pope_calls", "kings_claim")).points(10, 14, 0, 0)
    win(table, YA).do(RED, KING)
    assert table.scores() == [12, 14, 0, 0]  # only the bonus against the richer family


@pytest.mark.clause("M-P4", "M-13.27")
def test_a_lord_who_must_allot_may_not_remove_the_land() -> None:
    table = war(()).cubes(BLUE, f=1)
    table.s.lord[A] = BLUE
    table.do(RED, ATTACK, YB, TILE).do(RED, 1, ask="call_lord").do(BLUE, 1, ask="join")
    table.do(RED, 0, 0).do(BLUE, 1, 0).do(YELLOW, 0, 0)
    assert table.who() == BLUE and table.options() == [A, B]


@pytest.mark.clause("M-18.14")
def test_an_edition_of_before_still_says_what_the_king_pays() -> None:
    table = war(("kings_claim",), {"numbers.prestige.kings_claim": 5}).points(20, 15, 0, 0)
    win(table, YB).do(RED, KING)
    assert table.scores() == [25, 11, 0, 0]
