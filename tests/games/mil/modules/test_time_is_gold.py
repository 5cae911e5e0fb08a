"""Time is Gold (M-18.3 to M-18.8)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.modules.time_is_gold.rules import PRINTED, has_print
from pfalz.games.mil.turn import HARVEST, PASS, PLACE, RECRUIT
from tests.games.mil.table import (
    BLACK,
    BLUE,
    COURT,
    CURIA,
    EMPTY,
    GOLD,
    GRAIN,
    MARKET,
    RED,
    WAR,
    WHITE,
    YELLOW,
    Table,
    knight,
)

A, B = knight(RED, "A"), knight(RED, "B")
YA, YB, YC = (knight(YELLOW, column) for column in "ABC")
TILE = 2 * GRAIN + 1


@pytest.mark.clause("M-18.3", "M-R38")
@pytest.mark.parametrize(("players", "per_sphere"), [(3, [1, 1, 1, 1]), (4, [2, 1, 2, 1]), (5, [2, 2, 2, 2])])
def test_printed_tokens(players: int, per_sphere: list[int]) -> None:
    table = Table(players, ("time_is_gold",))
    printed = [slot for slot in range(table.s.t.slots) if has_print(table.rules, slot)]
    n = table.s.t.per_sphere
    assert [sum(slot // n == sphere for slot in printed) for sphere in range(4)] == per_sphere
    numbers = {(slot // n, slot % n + 1) for slot in printed}
    wanted = {(COURT, 1), (COURT, 4), (MARKET, 2), (MARKET, 5), (WAR, 1), (WAR, 4), (CURIA, 2), (CURIA, 5)}
    assert numbers == {(sphere, number) for sphere, number in wanted if number <= n}


@pytest.mark.clause("M-18.3", "M-18.4", "M-18.5", "M-18.6", "M-18.8", "M-3.9", "M-4.32")
def test_e49_time_is_gold() -> None:
    table = Table(4, ("time_is_gold",))
    s = table.s
    assert s.slots == [WHITE] * 16  # the printed slots are covered too
    court1, court4 = table.slot(COURT, 1), table.slot(COURT, 4)
    table.do(RED, HARVEST, A, GRAIN, court1)
    assert s.slots[court1] == PRINTED
    table.turn(BLUE)
    blue = knight(BLUE, "A")
    assert table.why(PLACE, blue, court1) == ("slot_printed_black", "M-4.32")
    assert table.why(PASS, court1) == ("slot_printed_black", "M-4.40")
    assert table.options(PLACE, blue, court4) == [0, 1]  # bought while its white token lies there
    s.slots = [PRINTED if has_print(table.rules, slot) else BLACK for slot in range(16)]
    s.slots[5] = WHITE
    table.do(BLUE, PASS, 5)
    assert "tribute_taken" in table.names()  # bared slots count as filled
    table.skip_to("act")
    assert s.slots == [WHITE] * 16


@pytest.mark.clause("M-18.5", "M-18.6", "M-18.7")
def test_only_taking_the_token_bares_the_print() -> None:
    table = Table(4, ("time_is_gold",))
    s = table.s
    court4 = table.slot(COURT, 4)
    table.do(RED, PASS, table.slot(COURT, 1))
    assert s.slots[table.slot(COURT, 1)] == BLACK  # a pass may turn the white token
    table.do(YELLOW, PLACE, YA, court4, GOLD)
    assert s.slots[court4] == YA
    table.do(BLUE, RECRUIT, knight(BLUE, "A"), table.slot(COURT, 2))
    assert s.slots[table.slot(COURT, 2)] == EMPTY  # no print here
    off = Table(4)
    off.do(RED, HARVEST, A, GRAIN, off.slot(COURT, 1))
    assert off.s.slots[0] == EMPTY


@pytest.mark.clause("M-18.3")
@pytest.mark.parametrize("path", ["game.sphere.war.printed_black", "game.sphere.3.printed_black"])
def test_an_edition_of_before_still_prints_its_tokens(path: str) -> None:
    table = Table(5, ("time_is_gold",), edition={path: [3]})
    assert [n for n in range(1, 6) if has_print(table.rules, table.slot(WAR, n))] == [3]


def test_what_is_printed_nowhere_does_not_show() -> None:
    table = Table(4, ("time_is_gold",))
    table.s.slots[table.slot(COURT, 2)] = PRINTED
    assert table.rules.violations(table.s) == ["slot 1 shows a print it does not have"]
