"""The action phase (M-3) and its five actions (M-4)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.growth import ROLL
from pfalz.games.mil.turn import GROWTH, HARVEST, PASS, PLACE, RECRUIT
from tests.games.mil.table import (
    BLACK,
    BLUE,
    COURT,
    CURIA,
    EMPTY,
    GOLD,
    GRAIN,
    MAN_FACE,
    MARKET,
    PASTURE,
    PIER,
    PRIVILEGE,
    RED,
    WAR,
    WHITE,
    YELLOW,
    Table,
    knight,
)

A, B, C, D = (knight(RED, column) for column in "ABCD")


# -- order of a round -----------------------------------------------------------------------------


@pytest.mark.clause("M-3.1", "M-8.5", "M-15.1", "M-15.7")
def test_the_five_phases() -> None:
    table = Table(3).put(MARKET, 1, B)
    table.finish_actions()  # phases 2 and 3 have no decision here
    names = table.names()
    assert names.index("slot_blackened") < names.index("tribute_taken") < names.index("favour_granted")
    assert names.count("tribute_taken") == 3
    assert table.asked() == "market"
    table.skip_to("winter_die")
    table.nature(0)
    assert table.names()[-1] == "round_begun"
    assert (table.s.round, table.asked()) == (2, "act")


@pytest.mark.clause("M-3.2", "M-3.3", "M-22.1")
def test_turns_go_clockwise_and_are_one_action_each() -> None:
    table = Table(3)
    assert table.options() == [HARVEST, RECRUIT, GROWTH, PLACE, PASS]
    table.do(RED, PASS, 0)
    assert (table.who(), table.asked()) == (YELLOW, "act")
    table.do(YELLOW, PLACE, knight(YELLOW, "A"), table.s.t.monastery)
    table.do(BLUE, HARVEST, knight(BLUE, "B"), GRAIN, 1)
    assert table.who() == RED


@pytest.mark.clause("M-3.4")
def test_an_action_names_a_knight_of_the_own_family() -> None:
    table = Table(3)
    for action in (HARVEST, RECRUIT, GROWTH, PLACE):
        assert set(table.options(action)) <= {A, B}
        assert table.why(action, knight(YELLOW, "A"))[0] == "not_offered"
    assert table.complete(PASS, 0)  # passing needs no knight


@pytest.mark.clause("M-3.5")
def test_without_white_tokens_no_harvest_recruiting_growth() -> None:
    table = Table(3)
    table.s.slots = [EMPTY] * 12
    assert table.options() == [PLACE, PASS]
    for action in (HARVEST, RECRUIT, GROWTH):
        assert table.why(action) == ("no_white_token", "M-3.5")


@pytest.mark.clause("M-3.6", "M-3.7", "M-R7")
def test_e29_ban_after_the_first_placement() -> None:
    table = Table(3)
    for _ in range(2):  # passing restricts nothing
        table.do(RED, PASS, table.s.slots.index(WHITE))
        for seat in (YELLOW, BLUE):
            table.do(seat, PASS, table.s.slots.index(WHITE))
    assert HARVEST in table.options()
    table.put(WAR, 1, EMPTY).do(RED, PLACE, A, table.slot(WAR, 1))
    for seat in (YELLOW, BLUE):
        table.do(seat, PASS, table.s.slots.index(WHITE))
    assert WHITE in table.s.slots and table.s.land[2 * B] == 2 * GRAIN + 1
    assert table.options() == [PLACE, PASS]  # knight B stands at home, but the ban binds the player
    for action in (HARVEST, RECRUIT, GROWTH):
        assert table.why(action) == ("already_placed", "M-3.6")
    assert table.options(PLACE) == [B]


@pytest.mark.clause("M-3.11")
def test_who_has_placed_all_knights_is_told_to_pass_and_asked_where() -> None:
    table = Table(3).turn(BLUE)
    for slot, k in enumerate(table.s.at_home(RED)):
        table.s.slots[slot] = k
    table.do(BLUE, PASS, table.s.slots.index(WHITE))
    assert (table.asked(), table.who()) == ("act", RED) and table.options() == [PASS]
    assert table.told("no_knight_at_home") == [(RED,)]
    table.do(RED, PASS, table.s.slots.index(WHITE))
    assert table.told("no_knight_at_home") == []  # Yellow has a choice


@pytest.mark.clause("M-3.9", "M-3.10", "M-3.11", "M-4.40", "M-4.42")
def test_e30_sudden_end() -> None:
    table = Table(3)
    s = table.s
    s.knight[knight(YELLOW, "C")] = s.knight[C] = s.knight[knight(YELLOW, "D")] = 1
    for k in (C, knight(YELLOW, "C"), knight(YELLOW, "D")):
        s.soldiers[k] = 1
    standing = [A, B, C, *(knight(YELLOW, c) for c in "ABCD"), knight(BLUE, "A")]
    s.slots = [*standing, BLACK, BLACK, BLACK, EMPTY]
    war2 = table.slot(WAR, 2)
    s.slots[11], s.slots[war2] = s.slots[war2], WHITE
    assert s.slots.count(WHITE) == 1
    assert table.options() == [PASS]
    assert table.why(PLACE) == ("all_knights_placed", "M-3.11")
    assert table.options(PASS) == [war2]
    table.do(RED, PASS, war2)
    assert "tribute_taken" in table.names()  # the phase is over at once
    assert knight(BLUE, "B") in s.at_home(BLUE)
    while table.asked() != "act":  # Blue's B does nothing in phase 4
        assert all(ask.args[-1:] != (knight(BLUE, "B"),) for ask in table.asks())
        table.skip_to("act", limit=1)


@pytest.mark.clause("M-3.8")
def test_e31_all_knights_placed() -> None:
    table = Table(2)
    s = table.s
    s.slots[0], s.slots[1] = A, knight(YELLOW, "A")
    s.crusades = [knight(YELLOW, "B")]
    table.do(RED, PLACE, B, s.t.crusades)
    assert s.slots.count(WHITE) == 10
    assert table.names()[-1] != "knight_placed" and "tribute_taken" in table.names()


@pytest.mark.clause("M-3.12", "M-4.19", "M-4.20", "M-4.22", "M-5.2")
def test_e05_a_younger_son() -> None:
    table = Table(3)
    table.do(RED, GROWTH, B, ROLL).nature(MAN_FACE)
    s = table.s
    assert s.knight[:4] == [1, 2, 1, 0]  # column C, without heir
    assert (s.soldiers[C], s.castle[C], s.lands_of(C), s.age[C], s.lord[C]) == (0, 0, 0, 0, -1)
    assert table.names() == ["die_rolled", "son_born"]  # no wedding
    assert table.who() == YELLOW
    table.turn(RED)  # on a later turn of this round he may act
    assert C in table.options(PLACE) and C in table.options(GROWTH)


@pytest.mark.clause("M-3.12", "M-3.8")
def test_a_newborn_knight_counts_for_the_end_of_the_phase() -> None:
    table = Table(2)
    s = table.s
    s.crusades = [A, knight(YELLOW, "A"), knight(YELLOW, "B")]
    s.knight[C] = 1
    table.do(RED, PLACE, B, s.t.crusades)
    assert table.asked() == "act"  # C is still at home


@pytest.mark.clause("M-3.13", "M-9.14")
def test_turn_order_starts_with_the_holder_of_the_token() -> None:
    table = Table(4)
    assert table.s.clockwise() == [0, 1, 2, 3]
    table.s.starter = 2
    assert table.s.clockwise() == [2, 3, 0, 1]


# -- harvest --------------------------------------------------------------------------------------


@pytest.mark.clause("M-4.1", "M-4.2", "M-4.3", "M-4.4", "M-1.8", "M-22.2")
def test_e01_harvest() -> None:
    table = Table(3)
    slot = table.slot(MARKET, 3)
    assert table.options(HARVEST, A, GRAIN) == list(range(12))  # any slot with a white token
    table.do(RED, HARVEST, A, GRAIN, slot)
    s = table.s
    assert table.hand(RED) == (5, 2, 2, 2, 2)
    assert s.land[2 * A] == 2 * GRAIN
    assert s.slots[slot] == EMPTY and s.slots.count(WHITE) == 11
    assert s.age[A] == 1


@pytest.mark.clause("M-4.1", "M-4.5")
def test_one_productive_land_per_action() -> None:
    table = Table(3).lands(A, PASTURE, PIER)
    assert table.options(HARVEST, A) == [PASTURE, PIER]
    table.do(RED, HARVEST, A, PIER, 0)
    assert table.hand(RED) == (4, 2, 2, 2, 2)
    assert table.s.land[:2] == [2 * PASTURE + 1, 2 * PIER]
    table.turn(RED)
    assert table.options(HARVEST, A) == [PASTURE]
    assert table.why(HARVEST, A, PIER) == ("land_not_productive", "M-4.1")
    table.lands(A, PASTURE, PIER, bare=True)
    assert table.options(HARVEST) == [B]
    assert table.why(HARVEST, A) == ("no_productive_land", "M-4.1")
    table.lands(B)
    assert table.why(HARVEST) == ("no_productive_land", "M-4.1")


@pytest.mark.clause("M-4.4")
def test_two_equal_lands_are_one_choice_and_harvested_one_by_one() -> None:
    table = Table(3).lands(A, PASTURE, PASTURE)
    assert table.options(HARVEST, A) == [PASTURE]
    table.do(RED, HARVEST, A, PASTURE, 0)
    assert sorted(table.s.land[:2]) == [2 * PASTURE, 2 * PASTURE + 1]
    table.turn(RED)
    table.do(RED, HARVEST, A, PASTURE, 1)
    assert table.s.land[:2] == [2 * PASTURE, 2 * PASTURE]
    table.turn(RED)
    assert table.why(RECRUIT, A, 1) == ("no_white_token_there", "M-4.4")


@pytest.mark.clause("M-4.6", "M-20.7")
def test_the_land_of_a_vassal_is_not_harvested_by_his_lord() -> None:
    table = Table(3)
    vassal = knight(YELLOW, "A")
    table.s.lord[vassal] = RED
    assert table.options(HARVEST) == [A, B]
    table.turn(YELLOW)
    assert vassal in table.options(HARVEST)  # his own player does


# -- recruiting -----------------------------------------------------------------------------------


@pytest.mark.clause("M-4.7", "M-4.8", "M-4.9", "M-4.10", "M-4.12")
def test_e02_sixth_soldier() -> None:
    for soldiers, left in ((5, (0, 1, 1, 1, 0)), (4, (0, 1, 1, 2, 0))):
        table = Table(3).cubes(RED, c=2, m=2, i=2)
        table.s.soldiers[A] = soldiers
        table.do(RED, RECRUIT, A, 4)
        assert table.hand(RED) == left
        assert (table.s.soldiers[A], table.s.age[A], table.s.slots[4]) == (soldiers + 1, 1, EMPTY)


@pytest.mark.clause("M-4.7", "M-4.8")
def test_a_soldier_must_be_paid() -> None:
    table = Table(3).cubes(RED, c=1)
    assert RECRUIT not in table.options()
    assert table.why(RECRUIT) == ("soldier_too_dear", "M-4.7")
    table.cubes(RED, c=1, m=1).s.soldiers[A] = 5
    assert table.options(RECRUIT) == [B]
    assert table.why(RECRUIT, A) == ("sixth_soldier_too_dear", "M-4.8")


@pytest.mark.clause("M-4.11", "M-13.23", "M-7.9")
def test_soldiers_and_castles_stay_with_the_tile() -> None:
    table = Table(3)
    table.s.age[A] = 3
    table.do(RED, RECRUIT, A, 0)  # he dies, the relative keeps everything
    assert (table.s.soldiers[A], table.s.castle[A]) == (3, 1)


# -- placing --------------------------------------------------------------------------------------


@pytest.mark.clause("M-4.30", "M-4.33", "M-4.34", "M-4.35", "M-4.36", "M-10.2", "M-R15")
@pytest.mark.parametrize("payment", [GOLD, PRIVILEGE])
def test_e06_buying_the_first_slot(payment: int) -> None:
    table = Table(3).cubes(RED, g=1)
    s = table.s
    table.put(COURT, 3, A)
    assert table.options(PLACE, B, table.slot(COURT, 1)) == [GOLD, PRIVILEGE]
    table.do(RED, PLACE, B, table.slot(COURT, 1), payment)
    assert (s.hand(RED)[4], s.privileges[RED]) == ((0, 1) if payment == GOLD else (1, 0))
    assert s.slots[:3] == [B, WHITE, A]
    assert s.age[B] == 0  # the token went to the supply
    table.finish_actions().skip_to("court")
    order = []
    while table.asked() == "court":
        order.append(table.asks()[0].args[-1])
        table.do(RED, 0)
    assert order == [B, A]


@pytest.mark.clause("M-4.33", "M-4.36")
def test_an_empty_slot_is_free_and_a_white_one_may_be_bought_beside_it() -> None:
    table = Table(3).put(COURT, 2, EMPTY)
    assert table.complete(PLACE, A, table.slot(COURT, 2))
    assert table.slot(COURT, 1) in table.options(PLACE, A)
    table.do(RED, PLACE, A, table.slot(COURT, 2))
    assert table.hand(RED) == (2, 2, 2, 2, 2) and table.s.privileges[RED] == 1


@pytest.mark.clause("M-4.31", "M-4.32", "M-R14")
def test_e32_black_slots_cannot_be_bought() -> None:
    table = Table(3).cubes(RED)
    s = table.s
    s.privileges[RED] = 0
    s.slots = [BLACK] * 12
    table.put(CURIA, 1, WHITE).put(COURT, 1, A).put(COURT, 2, knight(BLUE, "A"))
    assert table.options(PLACE, B) == [s.t.monastery, s.t.crusades]
    assert table.options() == [PLACE, PASS]
    assert table.why(PLACE, B, table.slot(CURIA, 1)) == ("toll_unpaid", "M-4.34")
    assert table.why(PLACE, B, table.slot(CURIA, 2)) == ("slot_black", "M-4.32")
    assert table.why(PLACE, B, table.slot(COURT, 2)) == ("slot_taken", "M-4.32")
    table.do(RED, PASS, table.slot(CURIA, 1))
    assert "tribute_taken" in table.names()  # the phase is over


@pytest.mark.clause("M-4.34")
def test_only_what_is_there_can_be_paid() -> None:
    table = Table(3).cubes(RED)
    assert table.options(PLACE, A, 0) == [PRIVILEGE]
    assert table.why(PLACE, A, 0, GOLD) == ("no_gold", "M-4.34")
    table.cubes(RED, g=1).s.privileges[RED] = 0
    assert table.options(PLACE, A, 0) == [GOLD]
    assert table.why(PLACE, A, 0, PRIVILEGE) == ("no_privilege", "M-4.34")


@pytest.mark.clause("M-4.37", "M-4.38", "M-4.39")
def test_several_knights_in_one_sphere_and_they_stay() -> None:
    table = Table(3).put(WAR, 1, EMPTY).put(WAR, 3, EMPTY)
    s = table.s
    s.soldiers[B] = 0
    table.do(RED, PLACE, B, table.slot(WAR, 1))  # he cannot use the sphere, and may stand there
    table.turn(RED)
    assert table.options(PLACE) == [A]
    assert table.why(PLACE, B) == ("knight_placed", "M-4.38")
    table.do(RED, PLACE, A, table.slot(WAR, 3))
    table.finish_actions().skip_to("winter_die")
    assert s.slots[table.slot(WAR, 1)] == B and s.slots[table.slot(WAR, 3)] == A
    table.nature(0)
    assert s.at_home(RED) == [A, B]


# -- passing --------------------------------------------------------------------------------------


@pytest.mark.clause("M-4.40", "M-4.41", "M-4.42", "M-4.43")
def test_passing_blocks_a_slot() -> None:
    table = Table(3).put(COURT, 1, EMPTY).put(COURT, 2, B).put(COURT, 3, BLACK)
    before = table.hand(RED)
    assert table.options(PASS) == [0, *range(3, 12)]
    assert table.why(PASS, 1) == ("slot_taken", "M-4.40")
    assert table.why(PASS, 2) == ("slot_black", "M-4.40")
    table.do(RED, PASS, 0)  # a black token from the supply
    table.do(YELLOW, PASS, 4)  # a white token is turned
    s = table.s
    assert s.slots[0] == s.slots[4] == BLACK
    assert table.hand(RED) == before and sum(s.age) == 0
    assert 0 not in table.options(PLACE, knight(BLUE, "A"))
