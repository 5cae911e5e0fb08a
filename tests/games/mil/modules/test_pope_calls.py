"""The Pope Calls a Crusade (M-18.9 to M-18.13)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.court import FIEF, RAISE, SEEK_VASSAL
from tests.games.mil.modules.war import TILE, YA, YB, A, B, war, win
from tests.games.mil.table import (
    COURT,
    GRAIN,
    GREEN,
    PIER,
    RED,
    YELLOW,
    Table,
)


@pytest.mark.clause("M-18.9", "M-18.10", "M-18.12", "M-18.13", "M-R39")
def test_e50_the_pope_calls_a_crusade() -> None:
    table = war(("pope_calls",)).points(10, 14, 0, 9)
    table.s.lord[YA] = GREEN
    win(table, YA).do(RED, A)
    assert table.scores() == [12, 14, 0, 9]
    off = war(()).points(10, 14, 0, 9)
    off.s.lord[YA] = GREEN
    win(off, YA).do(RED, A)
    assert off.scores() == [16, 10, 0, 5]


@pytest.mark.clause("M-18.9", "M-18.13")
def test_land_for_a_crusader_brings_nothing() -> None:
    table = war(("pope_calls",)).points(0, 0, 0, 0)
    table.s.crusades = [B]
    win(table, YB).do(RED, B)
    assert table.scores() == [0, -4, 0, 0]
    vassal = war(("pope_calls",)).points(0, 0, 0, 0)
    vassal.s.lord[YA] = RED
    win(vassal, YB).do(RED, YA)  # a vassal in the Crusades: nothing for him and his lord
    assert vassal.scores() == [0, -4, 0, 0]


@pytest.mark.clause("M-18.11", "M-R39")
@pytest.mark.parametrize("answer", [RAISE, FIEF])
def test_a_crusader_as_vassal(answer: int) -> None:
    table = Table(4, ("pope_calls",)).put(COURT, 1, A)
    table.s.crusades = [YB]
    table.finish_actions().skip_to("court").points(0, 0, 0, 0)
    table.make(A, soldiers=9, lands=[GRAIN]).make(YB, lands=[PIER]).cubes(RED, g=1)
    table.do(RED, SEEK_VASSAL, YB).do(YELLOW, 0, 0)
    if answer == RAISE:
        table.do(RED, RAISE, 1, 0)
        assert table.scores() == [2 + 4, 0, 0, 0]
    else:
        table.do(RED, FIEF, TILE)
        assert table.scores() == [2 + 4 - 4, 0, 0, 0]  # his family gets nothing, the lord pays for the land
