"""Tributes (M-8), the political phase (M-9), Monastery and Crusades (M-10)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.politics import favourite
from pfalz.games.mil.state import NO_KNIGHT
from pfalz.games.mil.turn import HARVEST
from tests.games.mil.table import (
    BLACK,
    BLUE,
    COURT,
    CURIA,
    GRAIN,
    HARD,
    MARKET,
    NOBODY,
    PIER,
    QUARRY,
    RED,
    WAR,
    YELLOW,
    Table,
    knight,
)

A, B, C, D = (knight(RED, column) for column in "ABCD")
YA, YB = knight(YELLOW, "A"), knight(YELLOW, "B")
BA, BB = knight(BLUE, "A"), knight(BLUE, "B")


# -- tributes -------------------------------------------------------------------------------------


@pytest.mark.clause("M-8.1", "M-8.2", "M-8.3", "M-8.4", "M-R19")
def test_e07_tribute_of_a_vassal() -> None:
    table = Table(3).lands(YB).cubes(YELLOW).cubes(BLUE).lands(BA).lands(BB)
    table.s.lord[YA] = BLUE
    table.turn(YELLOW).do(YELLOW, HARVEST, YA, GRAIN, 0)
    table.cubes(YELLOW).finish_actions()
    assert table.hand(YELLOW) == (1, 0, 0, 0, 1)
    assert table.hand(BLUE) == (1, 0, 0, 0, 0)
    assert table.s.land[2 * YA] == 2 * GRAIN + 1


@pytest.mark.clause("M-8.1", "M-8.2", "M-1.8", "M-8.5")
def test_e52_tribute_count() -> None:
    table = Table(3).lands(A, GRAIN, PIER).lands(B, QUARRY).cubes(RED)
    table.s.lord[YA] = table.s.lord[BB] = RED
    table.finish_actions()
    assert table.told("tribute_taken")[RED] == (RED, 5 * 6 + 0, 5 * 1 + 2, 5 * 3 + 4)
    assert table.hand(RED) == (6, 0, 1, 0, 3)


@pytest.mark.clause("M-8.1", "M-8.4", "M-8.6", "M-R19")
@pytest.mark.parametrize("option", [True, False])
def test_e56_turning_all_lands(option: bool) -> None:
    table = Table(3, turn_all_lands=option).lands(A, GRAIN, GRAIN).lands(B, GRAIN, bare=True).cubes(RED)
    table.do(RED, HARVEST, A, GRAIN, 0)
    table.cubes(RED)
    harvested = table.s.land[:2].index(2 * GRAIN)
    table.finish_actions()
    assert table.hand(RED) == (3, 0, 0, 0, 3)
    s = table.s
    assert s.land[harvested] == 2 * GRAIN + 1 and s.land[2 * B] == 2 * GRAIN + 1
    assert s.land[1 - harvested] == (2 * GRAIN if option else 2 * GRAIN + 1)
    if option:  # the land turned away cannot be harvested in the next round
        table.skip_to("act")
        assert table.options(HARVEST) == [A, B] and s.land[1 - harvested] & 1 == 0


# -- favours --------------------------------------------------------------------------------------


@pytest.mark.clause("M-9.2", "M-9.3", "M-9.7", "M-R21")
def test_e08_precedence_on_the_left() -> None:
    table = Table(4)
    for number, k in enumerate((A, YA, YB, B), 1):
        table.put(MARKET, number, k)
    table.finish_actions()
    assert table.told("favour_granted") == [(RED, MARKET)]
    assert table.hand(RED)[4] == 2 + 2 + 1  # two grain lands and the favour
    assert table.scores() == [1, 0, 0, 0]


@pytest.mark.clause("M-9.3", "M-R21")
def test_the_leftmost_knight_decides_only_among_the_tied() -> None:
    table = Table(5)
    table.s.knight[C] = 1
    for number, k in enumerate((BA, YA, A, YB, B), 1):
        table.put(COURT, number, k)
    assert favourite(table.s, COURT) == YELLOW  # Blue stands further left, but alone


@pytest.mark.clause("M-9.1", "M-9.4", "M-9.5", "M-9.8", "M-9.9", "M-1.13")
def test_favours_in_order() -> None:
    table = Table(3).put(COURT, 2, YA).put(WAR, 1, BA).put(CURIA, 3, BB).cubes(YELLOW)
    s = table.s
    s.monastery, s.crusades = [A], [B]  # these have no favour
    table.finish_actions()
    told = [args for kind, args in table.happened if kind.name in ("favour_granted", "favour_vacant")]
    assert told == [(YELLOW, COURT), (MARKET,), (BLUE, WAR)]
    assert s.starter == YELLOW and table.hand(YELLOW) == (2, 0, 0, 1, 2)
    table.do(BLUE, NO_KNIGHT, ask="kings_soldiers")
    assert table.told("favour_granted") == [(BLUE, CURIA)]
    table.do(BLUE, YB, ask="archbishop")
    assert s.archbishop == YB
    assert table.scores() == [0, 2, 3]


@pytest.mark.clause("M-9.8")
def test_cubes_for_any_favour_by_an_edition() -> None:
    table = Table(3, edition={"numbers.favour.2.resources": {"gold": 3}}).lands(A).lands(B).cubes(RED)
    table.put(WAR, 1, A).finish_actions()
    assert table.asked() == "kings_soldiers" and table.hand(RED) == (0, 0, 0, 0, 3)


@pytest.mark.clause("M-9.4", "M-9.6", "M-9.14", "M-R22")
def test_e45_start_player_token() -> None:
    table = Table(3)
    table.s.starter = BLUE
    table.finish_actions()
    assert (COURT,) in table.told("favour_vacant")
    table.skip_to("act")
    assert table.s.starter == BLUE and table.who() == BLUE


@pytest.mark.clause("M-9.5", "M-9.14", "M-R22")
def test_the_start_player_token_counts_at_once_and_next_round() -> None:
    table = Table(3).put(COURT, 1, BB).finish_actions()
    assert table.s.clockwise()[0] == BLUE
    table.skip_to("act")
    assert table.who() == BLUE


@pytest.mark.clause("M-9.8", "M-9.9", "M-9.11", "M-9.12", "M-11.5")
def test_e36_archbishop_and_kings_soldiers() -> None:
    table = Table(3).put(COURT, 1, A).put(WAR, 1, YA).put(CURIA, 1, BA)
    table.make(A, soldiers=4, castle=1, lands=[GRAIN]).make(YB, soldiers=2, lands=[GRAIN])
    table.finish_actions()
    before = table.scores()
    table.do(YELLOW, YB).do(BLUE, NO_KNIGHT)
    assert before[YELLOW] == 1
    assert table.scores()[BLUE] == 2
    assert (table.asked(), table.who()) == ("court", RED)
    assert YB not in table.options(2)
    assert table.why(2, YB) == ("too_strong", "M-11.5")
    table.s.kings_soldiers = NOBODY
    assert YB in table.options(2)


@pytest.mark.clause("M-9.12", "M-9.13", "M-11.6", "M-13.11")
def test_the_archbishop_protects() -> None:
    table = Table(3).put(COURT, 1, A).put(WAR, 1, B).put(CURIA, 1, BB)
    table.make(A, soldiers=9).make(B, soldiers=9)
    table.s.women = [0, 0, 0]
    table.s.lord[YB] = BLUE
    table.finish_actions().do(RED, YA).do(BLUE, YA)  # both tokens before the same knight
    assert table.s.kings_soldiers == table.s.archbishop == YA
    assert table.why(2, YA) == ("under_archbishop", "M-11.6")
    table.skip_to("war")
    assert YA not in table.options(2) and YB in table.options(2)
    assert table.why(2, YA) == ("under_archbishop", "M-13.11")
    table.s.archbishop = YB
    assert table.s.lord[YB] == BLUE  # an existing vassalage is not touched


@pytest.mark.clause("M-9.10", "M-R22", "M-15.6")
def test_a_token_not_placed_stays_out_and_all_return_in_winter() -> None:
    table = Table(3).put(WAR, 1, A).finish_actions()
    table.do(RED, NO_KNIGHT)
    assert table.s.kings_soldiers == NOBODY
    other = Table(3).put(WAR, 1, A).finish_actions().do(RED, YA)
    assert other.s.kings_soldiers == YA and other.s.soldiers_of(YA) == 3
    other.skip_to("act")
    assert other.s.kings_soldiers == NOBODY and other.s.soldiers_of(YA) == 2


# -- spheres in general ---------------------------------------------------------------------------


@pytest.mark.clause("M-10.2", "M-10.3", "M-10.4")
@pytest.mark.parametrize(("sphere", "name"), [(0, "court"), (1, "market"), (2, "war"), (3, "curia")])
def test_from_left_to_right_and_free_to_do_nothing(sphere: int, name: str) -> None:
    table = Table(4)
    for number, k in enumerate((YB, A, BA, YA), 1):
        table.put(sphere, number, k)
    table.finish_actions().skip_to(name)
    order = []
    while table.asked() == name:
        ask = table.asks()[0]
        assert ask.seat == ask.args[-1] >> 2
        assert 0 in table.options()
        order.append(ask.args[-1])
        table.do(ask.seat, 0)
        assert table.names()[0] == "action_waived"
    assert order == [YB, A, BA, YA]


@pytest.mark.clause("M-10.5", "M-10.6", "M-10.7", "M-22.7", "M-20.2")
def test_e09_taking_the_veil_three_times() -> None:
    table = Table(3)
    s = table.s
    s.monastery, s.women[RED], s.privileges[RED] = [A], 3, 4
    before = table.finish_actions().hand(RED), table.scores()
    assert table.asked() == "veil" and table.options() == [0, 1, 2]
    table.do(RED, 2)
    assert (s.women[RED], s.privileges[RED]) == (0, 0)
    assert (table.hand(RED), table.scores()) == before


@pytest.mark.clause("M-10.5", "M-10.6")
def test_the_veil_is_taken_by_one_woman_at_least() -> None:
    table = Table(3)
    s = table.s
    s.monastery, s.women[RED], s.privileges[RED] = [A, B], 3, 3
    table.finish_actions()
    assert table.options() == [0, 1]
    assert table.why(2) == ("no_privilege", "M-10.6")
    table.do(RED, 1)  # the second knight has one woman left, and nothing to decide
    assert (s.women[RED], s.privileges[RED]) == (0, 1)
    none = Table(3)
    none.s.monastery, none.s.women[RED] = [A], 0
    none.finish_actions()
    assert none.told("women_veiled") == [(A, 0, 0)] and none.s.women[RED] == 0


@pytest.mark.clause("M-10.8", "M-10.9", "M-15.2")
def test_crusades() -> None:
    table = Table(3).make(C)
    s = table.s
    s.crusades = [C, BA]
    table.finish_actions().skip_to("donate")
    before = table.hand(RED)[3], table.hand(BLUE)[3]
    table.skip_to("winter_die")
    assert (table.hand(RED)[3], table.hand(BLUE)[3]) == (before[0] + 1, before[1] + 1)
    table.nature(HARD)
    assert s.knight[C] == 1 and "knight_died" not in table.names()
    assert BLACK not in s.slots
