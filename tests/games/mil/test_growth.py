"""Family growth (M-4.13 to M-4.29), and that it cannot go on for ever."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.mil.growth import ROLL, SON_FOR_GOLD, SON_FOR_PRIVILEGE, STOP
from pfalz.games.mil.lookup import HOURGLASS, WOMAN
from pfalz.games.mil.turn import GROWTH, PASS, PLACE
from tests.games.mil.table import (
    DAUGHTER_FACE,
    EMPTY,
    GRAIN,
    MAN_FACE,
    RED,
    WHITE,
    YELLOW,
    Table,
    knight,
)

A, B, C, D = (knight(RED, column) for column in "ABCD")


@pytest.mark.clause("M-4.14", "M-4.16", "M-4.23", "M-22.3")
def test_e03_a_daughter() -> None:
    table = Table(3)
    table.do(RED, GROWTH, A, ROLL).nature(DAUGHTER_FACE)
    assert table.asked() == "result" and table.options() == [WOMAN, HOURGLASS]
    assert table.why(0) == ("not_on_this_face", "M-4.14")
    table.do(RED, WOMAN)
    assert table.asked() == "grow_on"
    assert ROLL in table.options() and STOP in table.options()
    table.do(RED, STOP)
    assert table.s.women[RED] == 4
    assert table.s.slots == [WHITE] * 12
    assert table.who() == YELLOW


@pytest.mark.clause("M-4.17", "M-4.18", "M-4.22", "M-5.1", "M-5.2")
def test_e04_an_heir() -> None:
    table = Table(3)
    table.do(RED, GROWTH, A, ROLL).nature(MAN_FACE)
    assert table.s.knight[A] == 2
    assert table.asked() == "dowry" and len(table.asks()) == 3
    bare = Table(3)
    bare.make(A, soldiers=2)
    bare.do(RED, GROWTH, A, ROLL).nature(MAN_FACE)
    assert bare.s.knight[A] == 2
    assert (bare.asked(), bare.who()) == ("act", YELLOW)  # no wedding


@pytest.mark.clause("M-4.18", "M-5.1")
@pytest.mark.parametrize("only", ["castle", "land"])
def test_land_or_castle_is_enough_for_a_wedding(only: str) -> None:
    table = Table(3)
    table.make(A, castle=int(only == "castle"), lands=[GRAIN] if only == "land" else [])
    table.do(RED, GROWTH, A, ROLL).nature(MAN_FACE)
    assert table.asked() == "dowry"


@pytest.mark.clause("M-4.13", "M-4.21", "M-R8")
def test_e28_no_room_for_sons() -> None:
    table = Table(3)
    for k in (A, B, C):
        table.make(k, heir=True, soldiers=1)
    table.make(D, soldiers=1)
    assert table.options(GROWTH) == [D]
    assert table.why(GROWTH, A) == ("no_room_for_sons", "M-4.13")
    table.s.knight[D] = 2
    assert GROWTH not in table.options()
    assert table.why(GROWTH) == ("no_room_for_sons", "M-4.13")


@pytest.mark.clause("M-4.15", "M-4.27", "M-6.5", "M-R11")
def test_e25_hourglass_ends_the_growth() -> None:
    table = Table(3)
    table.s.age[B] = 3
    table.do(RED, GROWTH, B, ROLL).nature(DAUGHTER_FACE)
    table.do(RED, HOURGLASS, 5)
    assert (table.s.knight[B], table.s.age[B], table.s.slots[5]) == (1, 0, EMPTY)
    assert (table.asked(), table.who()) == ("act", YELLOW)


@pytest.mark.clause("M-4.15", "M-4.23")
def test_an_hourglass_that_does_not_kill_lets_him_go_on() -> None:
    table = Table(3)
    table.do(RED, GROWTH, B, ROLL).nature(DAUGHTER_FACE)
    table.do(RED, HOURGLASS, 5)
    assert table.s.age[B] == 1 and table.asked() == "grow_on"
    table.do(RED, ROLL)
    assert (table.asked(), table.who()) == ("family_die", NATURE)


@pytest.mark.clause("M-3.5", "M-4.24", "M-4.25", "M-4.26", "M-4.29", "M-R9")
def test_e26_last_white_token_during_growth() -> None:
    table = Table(3)
    s = table.s
    s.slots = [EMPTY] * 11 + [WHITE]
    table.do(RED, GROWTH, A, ROLL).nature(DAUGHTER_FACE)
    table.do(RED, HOURGLASS, 11).do(RED, ROLL)  # rolling goes on without white tokens
    table.nature(DAUGHTER_FACE)
    assert table.asked() == "grow_on"  # only woman could be chosen, and was
    assert s.women[RED] == 4
    table.do(RED, STOP)
    assert table.options() == [PLACE, PASS]  # nobody may start A, B or C now


@pytest.mark.clause("M-4.24", "M-4.25", "M-4.26", "M-R9", "M-R10")
def test_e26_nothing_can_be_chosen() -> None:
    table = Table(3)
    s = table.s
    s.women[RED] = 12
    table.do(RED, GROWTH, A, ROLL)
    s.slots = [EMPTY] * 12
    table.nature(DAUGHTER_FACE)
    assert table.names() == ["die_rolled", "roll_wasted"]
    assert (s.women[RED], table.who()) == (12, YELLOW)


@pytest.mark.clause("M-4.24", "M-4.25")
def test_reasons_for_results() -> None:
    table = Table(3)
    table.do(RED, GROWTH, A, ROLL).nature(DAUGHTER_FACE)
    table.s.women[RED] = 12
    assert table.why(WOMAN) == ("too_many_women", "M-4.25")
    table.s.women[RED] = 3
    table.s.slots = [EMPTY] * 12
    assert table.why(HOURGLASS) == ("no_white_token", "M-4.24")
    table.s.slots[3] = WHITE
    assert table.why(HOURGLASS, 4) == ("no_white_token_there", "M-4.4")


@pytest.mark.clause("M-4.28", "M-4.18", "M-R12", "M-20.10")
def test_e27_illegitimate_son() -> None:
    table = Table(3).cubes(RED)
    table.do(RED, GROWTH, A, ROLL).nature(DAUGHTER_FACE)
    table.do(RED, WOMAN)
    assert table.options() == [ROLL, SON_FOR_PRIVILEGE, STOP]
    assert table.why(SON_FOR_GOLD) == ("no_gold", "M-4.28")
    table.do(RED, SON_FOR_PRIVILEGE)
    s = table.s
    assert (s.women[RED], s.privileges[RED], s.stock(RED), s.knight[A]) == (4, 0, 11, 2)
    assert table.asked() == "dowry"


@pytest.mark.clause("M-4.28", "M-R12")
def test_an_illegitimate_son_instead_of_the_first_roll() -> None:
    table = Table(3)
    assert table.options(GROWTH, A) == [ROLL, SON_FOR_GOLD, SON_FOR_PRIVILEGE]
    assert table.options(GROWTH, B) == [ROLL]
    assert table.why(GROWTH, B, SON_FOR_GOLD) == ("has_heir", "M-4.28")
    table.do(RED, GROWTH, A, SON_FOR_GOLD)
    assert table.s.knight[A] == 2 and table.hand(RED) == (2, 2, 2, 2, 1)
    assert table.asked() == "dowry" and table.s.slots == [WHITE] * 12
    poor = Table(3)
    poor.s.privileges[RED] = 0
    assert poor.why(GROWTH, A, SON_FOR_PRIVILEGE) == ("no_privilege", "M-4.28")


@pytest.mark.clause("M-3.11", "M-3.8", "M-3.9", "M-R8", "M-R10")
def test_the_action_phase_always_ends() -> None:
    """Women only, as long as anybody can: a family growing for ever is stopped by twelve women."""
    table = Table(2)
    s = table.s
    turns = 0
    while s.round == 1 and table.asked() != "donate":
        turns += 1
        assert turns < 500
        name, seat = table.asked(), table.who()
        if name == "act":
            options = table.options()
            if GROWTH in options:
                table.do(seat, GROWTH, table.options(GROWTH)[0], ROLL)
            else:
                table.do(seat, PASS, table.options(PASS)[0], 0)
        elif name == "family_die":
            table.nature(DAUGHTER_FACE)
        elif name == "result":
            if WOMAN in table.options():
                table.do(seat, WOMAN)
            else:
                table.do(seat, HOURGLASS, table.options(HOURGLASS)[0])
        elif name == "grow_on":
            table.do(seat, ROLL)
        else:
            table.skip_to("donate", "act")
    assert s.women == [12, 12]
    assert table.asked() == "donate"
