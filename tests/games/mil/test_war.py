"""War (M-13)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.state import REMOVED
from pfalz.games.mil.war import ATTACK, FREE_LAND
from tests.games.mil.table import (
    BLUE,
    EMPTY,
    GRAIN,
    GREEN,
    MINE,
    NOBODY,
    PASTURE,
    PIER,
    RED,
    WAR,
    YELLOW,
    Table,
    knight,
)

A, B = knight(RED, "A"), knight(RED, "B")
YA, YB, YC = (knight(YELLOW, column) for column in "ABC")
BA, BB = knight(BLUE, "A"), knight(BLUE, "B")
GA, GB = knight(GREEN, "A"), knight(GREEN, "B")
TILE = 2 * GRAIN + 1


def war(players: int = 4, k: int = A, tops: tuple[int, int] = (PASTURE, GRAIN), **more: object) -> Table:
    """One knight stands at War; no women in the way unless arranged."""
    modules = more.get("modules", ())
    assert isinstance(modules, tuple)
    table = Table(players, modules, tops).put(WAR, 1, k)
    table.finish_actions().skip_to("war").points(*[0] * players)
    table.s.women = [0] * players
    return table


# -- free land ------------------------------------------------------------------------------------


@pytest.mark.clause("M-13.1", "M-13.2", "M-13.3", "M-13.4", "M-7.2", "M-22.15", "M-22.18", "M-R29")
def test_e14_free_land_with_defence_eight() -> None:
    table = war().make(A, soldiers=2).cubes(RED, f=2, i=2)
    assert table.options(FREE_LAND, 1) == [1, 2]
    table.do(RED, FREE_LAND, 1, 2)
    assert table.hand(RED) == (0, 0, 0, 1, 0)
    assert table.told("cubes_paid") == [(RED, 5 * 2, 5 * 1 + 3)]
    table.nature(table.options()[0]).do(RED, A)
    assert table.scores() == [4, 0, 0, 0] and table.s.land[2 * A] == 2 * GRAIN + 1
    poor = war().make(A, soldiers=2).cubes(RED, f=2)
    assert 1 not in poor.options(FREE_LAND)
    assert poor.why(FREE_LAND, 1) == ("too_weak", "M-13.4")


@pytest.mark.clause("M-13.3", "M-13.4", "M-13.28", "M-R29")
def test_e55_exact_payment_for_free_land() -> None:
    table = war().cubes(RED, f=2, i=3)
    table.s.soldiers[A] = 3
    assert table.complete(FREE_LAND, 0)  # no cube may be paid
    table.s.soldiers[A] = 1
    assert table.options(FREE_LAND, 0) == [1, 2]  # one food and three influence, or two and two
    assert table.why(FREE_LAND, 0, 3) == ("exact_payment", "M-13.28")
    table.s.soldiers[A] = 0
    assert FREE_LAND not in table.options() and table.why(FREE_LAND) == ("no_free_land", "M-13.1")
    table.s.soldiers[A] = 1
    table.do(RED, FREE_LAND, 0, 1)
    assert table.hand(RED) == (1, 0, 0, 0, 0)


@pytest.mark.clause("M-13.5", "M-13.6", "M-7.5", "M-2.13")
def test_the_next_tile_shows_and_a_stack_is_not_refilled() -> None:
    table = war().make(A, soldiers=9, lord=BLUE)  # the lord is not asked against free land
    s = table.s
    heights, pool = list(s.heights), sum(s.pool)
    table.do(RED, FREE_LAND, 0)
    assert table.asked() == "turn_up"
    table.nature(MINE)
    assert (s.tops[0], s.heights[0], sum(s.pool)) == (MINE, heights[0] - 1, pool - 1)
    assert (table.asked(), table.who()) == ("allot", RED)
    assert REMOVED in table.options()
    before = table.scores()
    table.do(RED, REMOVED)
    assert table.scores() == before and s.gone[PASTURE] == 1
    empty = Table(2, land_mix="agreed", agreed_mix=[0, 1, 1, 0, 0], tops=(PIER, PASTURE)).put(WAR, 1, A)
    empty.finish_actions().skip_to("war").s.soldiers[A] = 9
    empty.do(RED, FREE_LAND, 0).do(RED, A)
    assert empty.s.heights == [0, 1] and empty.s.tops[0] == EMPTY
    empty.skip_to("act")
    empty.put(WAR, 1, A).finish_actions().skip_to("war")
    assert empty.options(FREE_LAND) == [1]
    assert empty.why(FREE_LAND, 0) == ("stack_empty", "M-13.6")


# -- land of another player -----------------------------------------------------------------------


def attack(table: Table, target: int, tile: int = TILE) -> Table:
    """Red's A attacks, no lord being asked where there is none."""
    return table.do(RED, ATTACK, target, tile)


@pytest.mark.clause("M-13.12", "M-13.13", "M-20.1")
def test_e15_the_price_of_an_attack() -> None:
    table = war().cubes(RED, i=1)
    table.s.women[YELLOW], table.s.women[BLUE] = 1, 2
    assert YA in table.options(ATTACK) and BA not in table.options(ATTACK)
    assert table.why(ATTACK, BA) == ("attack_too_dear", "M-13.12")
    attack(table, YA)
    assert table.hand(RED) == (0, 0, 0, 0, 0)
    table.do(RED, 0, 0).do(YELLOW, 0, 0)
    assert table.told("war_lost") == [(A, YA, 6, 12)]  # two soldiers, the influence adds nothing
    assert table.hand(RED) == (0, 0, 0, 0, 0)


@pytest.mark.clause(
    "M-13.17", "M-13.18", "M-13.19", "M-13.20", "M-13.21", "M-13.22", "M-13.23", "M-13.24", "M-13.25"
)
@pytest.mark.clause("M-7.2", "M-7.3", "M-7.10", "M-22.17", "M-22.18", "M-R20", "M-R30")
def test_e16_war() -> None:
    table = war().make(A, soldiers=4).make(YA, soldiers=2, castle=1, lands=[GRAIN])
    table.cubes(RED, f=3, i=1).cubes(YELLOW, f=2).points(20, 15)
    attack(table, YA)
    assert table.asked() == "commit" and [ask.seat for ask in table.asks()] == [RED, YELLOW]
    table.do(RED, 3, 1)
    assert table.names() == []
    table.do(YELLOW, 2, 0)
    assert table.told("war_won") == [(A, YA, 16, 14)]  # the printed defence of the land is not counted
    assert table.hand(RED) == table.hand(YELLOW) == (0, 0, 0, 0, 0)
    assert table.options() == [A, B, REMOVED]
    table.do(RED, A)
    assert table.scores() == [24, 11, 0, 0]
    s = table.s
    assert (s.soldiers[A], s.soldiers[YA], s.castle[YA], s.lands_of(YA)) == (4, 2, 1, 0)


@pytest.mark.clause("M-13.21", "M-13.22", "M-13.24", "M-13.26", "M-R30")
def test_e38_tie_in_war() -> None:
    table = war().make(A, soldiers=4).make(YA, soldiers=3, lands=[GRAIN])
    table.cubes(RED, f=2).cubes(YELLOW, f=5).points(20, 15)
    attack(table, YA).do(RED, 2, 0).do(YELLOW, 5, 0)
    assert table.told("war_lost") == [(A, YA, 14, 14)]
    assert table.hand(RED) == table.hand(YELLOW) == (0, 0, 0, 0, 0)
    assert table.scores()[:2] == [20, 15] and table.s.lands_of(YA) == 1


@pytest.mark.clause("M-13.12", "M-13.14", "M-13.15", "M-13.16", "M-13.19", "M-13.20", "M-13.25")
@pytest.mark.clause("M-13.26", "M-13.27", "M-7.2", "M-7.3", "M-22.16", "M-19.6", "M-R30", "M-R31")
def test_e37_war_with_two_lords() -> None:
    table = war().make(A, soldiers=4, lands=[GRAIN], lord=BLUE)
    table.make(YB, soldiers=1, castle=1, lands=[GRAIN], lord=GREEN).points(20, 23, 30, 18)
    table.s.women[YELLOW] = 2
    table.cubes(RED, f=2, i=2).cubes(BLUE, i=1).cubes(YELLOW, f=2).cubes(GREEN, f=3)
    attack(table, YB)
    assert (table.asked(), table.who()) == ("call_lord", RED)
    table.do(RED, 1)
    assert (table.asked(), table.who()) == ("join", BLUE)
    table.do(BLUE, 1)
    assert (table.asked(), table.who()) == ("call_lord", YELLOW)
    table.do(YELLOW, 1)
    assert (table.asked(), table.who()) == ("join", GREEN)
    table.do(GREEN, 1)
    assert {ask.seat for ask in table.asks()} == {RED, YELLOW, BLUE, GREEN}
    table.do(RED, 2, 0).do(BLUE, 0, 1).do(YELLOW, 2, 0).do(GREEN, 3, 0)
    assert table.told("war_won") == [(A, YB, 15, 14)]
    assert (table.asked(), table.who()) == ("allot", BLUE)
    assert table.options() == [A, B]  # he must choose one
    assert table.why(REMOVED) == ("lord_must_allot", "M-13.27")
    table.do(BLUE, A)
    assert table.scores() == [26, 19, 34, 14]
    for seat in range(4):
        assert table.hand(seat)[0] == table.hand(seat)[3] == 0


@pytest.mark.clause("M-13.14", "M-13.27", "M-R31", "M-22.16")
def test_a_lord_who_reveals_nothing_has_no_say() -> None:
    table = war().make(A, soldiers=9, lands=[GRAIN], lord=BLUE)
    attack(table, YB).do(RED, 1).do(BLUE, 1).do(RED, 0, 0).do(BLUE, 0, 0).do(YELLOW, 0, 0)
    assert (table.asked(), table.who()) == ("allot", RED) and REMOVED in table.options()


@pytest.mark.clause("M-13.14", "M-13.15", "M-13.16", "M-22.16")
def test_help_need_not_be_asked_nor_given() -> None:
    table = war().make(A, soldiers=9, lord=BLUE).make(YB, lands=[GRAIN], lord=GREEN)
    attack(table, YB).do(RED, 0)
    assert (table.asked(), table.who()) == ("call_lord", YELLOW)
    table.do(YELLOW, 1).do(GREEN, 0)
    assert [ask.seat for ask in table.asks()] == [RED, YELLOW]
    assert table.told("help_refused") == [(GREEN, YB)]


@pytest.mark.clause("M-13.27", "M-7.6", "M-R31")
def test_a_lord_may_not_remove_while_there_is_room() -> None:
    table = war().make(A, soldiers=9, lands=[GRAIN, PIER], lord=BLUE).make(B, lands=[GRAIN, PIER])
    table.cubes(BLUE, f=1)
    attack(table, YB).do(RED, 1).do(BLUE, 1).do(RED, 0, 0).do(BLUE, 1, 0).do(YELLOW, 0, 0)
    assert table.told("land_removed") == [(GRAIN,)]  # nobody has room: nothing to decide


@pytest.mark.clause("M-13.7", "M-13.8", "M-13.9", "M-13.10", "M-13.11", "M-20.5")
def test_e39_whom_a_knight_may_attack() -> None:
    table = war().make(YC, lands=[GRAIN]).make(GB, castle=1)
    s = table.s
    s.lord[A], s.lord[YA], s.lord[YB], s.archbishop = BLUE, BLUE, RED, GA
    assert table.options(ATTACK) == [YC]
    assert table.why(ATTACK, YA) == ("same_lord", "M-13.8")
    assert table.why(ATTACK, YB) == ("own_vassal", "M-13.9")
    assert table.why(ATTACK, BA) == ("family_of_lord", "M-13.8")
    assert table.why(ATTACK, GA) == ("under_archbishop", "M-13.11")
    assert table.why(ATTACK, GB) == ("no_land", "M-13.11")
    assert table.why(ATTACK, B) == ("not_another_family", "M-13.7")
    other = war(k=B).make(YC, lands=[GRAIN]).make(GB, castle=1)
    s = other.s
    s.lord[A], s.lord[YA], s.lord[YB], s.archbishop = BLUE, BLUE, RED, GA
    assert other.options(ATTACK) == [YA, YC, BA, BB]


@pytest.mark.clause("M-13.10")
def test_a_lord_may_attack_other_knights_of_his_vassals_family() -> None:
    table = war()
    table.s.lord[YB] = RED
    assert YA in table.options(ATTACK) and YB not in table.options(ATTACK)


@pytest.mark.clause("M-13.7", "M-7.8")
def test_one_particular_land_is_named() -> None:
    table = war().make(A, soldiers=9).make(YC, lands=[GRAIN, MINE])
    table.s.land[2 * YC + 1] = 2 * MINE  # harvested
    assert table.options(ATTACK, YC) == [2 * GRAIN + 1, 2 * MINE]
    attack(table, YC, 2 * MINE).do(RED, 0, 0).do(YELLOW, 0, 0)
    table.do(RED, B)
    assert table.s.land[2 * YC : 2 * YC + 2] == [2 * GRAIN + 1, EMPTY]
    assert table.s.land[2 * B + 1] == 2 * MINE + 1


@pytest.mark.clause("M-13.1", "M-13.26", "M-R30")
@pytest.mark.parametrize(("mine", "theirs", "bonus"), [(5, 6, 2), (6, 6, 0), (7, 6, 0)])
def test_bonus_against_the_richer(mine: int, theirs: int, bonus: int) -> None:
    table = war().make(A, soldiers=9).points(mine, theirs)
    attack(table, YB).do(RED, 0, 0).do(YELLOW, 0, 0).do(RED, REMOVED)
    assert table.scores()[:2] == [mine + bonus, theirs - 4]  # also if the land is removed


@pytest.mark.clause("M-13.1")
def test_nobody_to_attack() -> None:
    table = war()
    for k in range(4, 16):
        table.lands(k)
    assert table.why(ATTACK) == ("no_enemy", "M-13.1")
    assert table.s.lord == [NOBODY] * 16
