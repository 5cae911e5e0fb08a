"""The extended game (M-18)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.errors import RulesetError
from pfalz.games.mil.court import FIEF, RAISE, SEEK_VASSAL
from pfalz.games.mil.modules.kings_claim import KING
from pfalz.games.mil.state import PRINTED, REMOVED
from pfalz.games.mil.turn import HARVEST, PASS, PLACE, RECRUIT
from pfalz.games.mil.war import ATTACK, FREE_LAND
from tests.games.mil.table import (
    BLACK,
    BLUE,
    COURT,
    CURIA,
    EMPTY,
    GOLD,
    GRAIN,
    GREEN,
    MARKET,
    PIER,
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
ALL = ("time_is_gold", "pope_calls", "kings_claim")


@pytest.mark.clause("M-18.1", "M-18.2", "M-R38")
def test_for_three_to_five_players_one_by_one() -> None:
    for module in ALL:
        with pytest.raises(RulesetError):
            ruleset("mil", 2, (module,))
        for players in (3, 4, 5):
            assert [m.id for m in ruleset("mil", players, (module,)).modules] == [module]
    assert [m.id for m in ruleset("mil", 5, ALL).modules] == list(ALL)


# -- Time is Gold ---------------------------------------------------------------------------------


@pytest.mark.clause("M-18.3", "M-R38")
@pytest.mark.parametrize(("players", "per_sphere"), [(3, [1, 1, 1, 1]), (4, [2, 1, 2, 1]), (5, [2, 2, 2, 2])])
def test_printed_tokens(players: int, per_sphere: list[int]) -> None:
    table = Table(players, ("time_is_gold",))
    printed = table.s.t.printed
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
    s.slots = [PRINTED if slot in s.t.printed else BLACK for slot in range(16)]
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


# -- The Pope Calls a Crusade ---------------------------------------------------------------------


def war(modules: tuple[str, ...]) -> Table:
    """Red's A at War; Yellow's A stands in the Crusades."""
    table = Table(4, modules).put(WAR, 1, A)
    table.s.crusades = [YA]
    table.finish_actions().skip_to("war")
    table.s.women = [0] * 4
    for seat in range(4):
        table.cubes(seat)
    return table.make(A, soldiers=9, lands=[GRAIN])


def win(table: Table, target: int) -> Table:
    table.do(RED, ATTACK, target, TILE)
    while table.asked() != "commit":
        table.do(table.who(), 0)
    return table.do(RED, 0, 0).do(target >> 2, 0, 0)


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


# -- The King's Claim -----------------------------------------------------------------------------


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


@pytest.mark.clause("M-18.14", "M-13.27", "M-R40")
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
