"""Ageing, death, succession (M-6) and possessions (M-7)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.core.rollout import Tally, play_random
from pfalz.games.mil.knights import with_room
from pfalz.games.mil.modules.kings_claim.rules import KING
from pfalz.games.mil.state import FAMILY_TOKEN, KNIGHTS, NO_KNIGHT, REMOVED
from pfalz.games.mil.turn import GROWTH, HARVEST, RECRUIT
from tests.games.mil.table import (
    BLUE,
    COURT,
    DAUGHTER_FACE,
    EMPTY,
    GRAIN,
    HARD,
    MARKET,
    MINE,
    NOBODY,
    PASTURE,
    PIER,
    RED,
    WAR,
    WHITE,
    YELLOW,
    Table,
    knight,
)

A, B, C, D = (knight(RED, column) for column in "ABCD")


@pytest.mark.clause("M-6.1")
def test_age_stays_from_round_to_round() -> None:
    table = Table(3)
    table.do(RED, HARVEST, A, GRAIN, 0)
    table.finish_actions().skip_to("act")
    assert (table.s.round, table.s.age[A]) == (2, 1)


@pytest.mark.clause("M-6.2", "M-6.4", "M-6.5", "M-6.11", "M-R17")
def test_e22_death_with_heir_in_the_middle_of_a_career() -> None:
    table = Table(3).make(A, heir=True, soldiers=2, castle=1, lands=[GRAIN], age=3, lord=BLUE)
    s = table.s
    table.do(RED, HARVEST, A, GRAIN, 7)
    assert table.hand(RED) == (5, 2, 2, 2, 2) and s.land[2 * A] == 2 * GRAIN  # completed first
    assert (s.knight[A], s.age[A], s.soldiers[A], s.castle[A], s.lord[A]) == (1, 0, 2, 1, BLUE)
    assert s.slots.count(WHITE) == 11 and s.slots[7] == EMPTY  # no token comes back to a slot
    assert table.scores() == [0, 0, 0]
    assert table.names()[-2:] == ["knight_died", "heir_succeeded"]
    table.turn(RED)
    assert A in table.options(RECRUIT)  # the new knight acts in the same round


@pytest.mark.clause("M-6.2", "M-6.6", "M-6.7")
def test_e23_death_without_heir_with_soldiers() -> None:
    table = Table(3).make(C, soldiers=1, age=3).points(10)
    table.do(RED, RECRUIT, C, 0)
    s = table.s
    assert (s.soldiers[C], s.knight[C], s.age[C]) == (2, 1, 0)
    assert table.scores()[RED] == 6
    assert table.told("relative_succeeded") == [(C,)]


@pytest.mark.clause("M-6.3", "M-6.8", "M-6.9", "M-15.2", "M-6.12", "M-R18", "M-20.6")
def test_e24_death_without_heir_and_without_anything() -> None:
    table = Table(3).make(D, lord=BLUE).points(3, 0, 20).put(MARKET, 1, D)
    s = table.s
    table.finish_actions().skip_to("winter_die")
    before = table.scores()
    table.nature(HARD)
    assert table.scores()[RED] == before[RED] - 4
    assert before[RED] == 4  # three, and one for the favour of the Market
    assert (s.knight[D], s.lord[D]) == (0, NOBODY)
    assert table.told("vassalage_ended") == [(D, BLUE)]
    assert table.scores()[BLUE] == before[BLUE]


@pytest.mark.clause("M-6.9")
def test_the_lord_takes_his_token_back() -> None:
    table = Table(3).make(D, lord=BLUE)
    s = table.s
    s.soldiers[knight(BLUE, "B")] = 0  # no winter privilege for Blue
    stock = s.stock(BLUE)
    table.finish_actions().skip_to("winter_die").nature(HARD)
    assert s.stock(BLUE) == stock + 1


@pytest.mark.clause("M-6.8", "M-4.27")
def test_a_knight_removed_in_the_action_phase_frees_his_column() -> None:
    table = Table(3).make(C, age=3)
    table.do(RED, GROWTH, C, 0).nature(DAUGHTER_FACE).do(RED, 2, 0)
    assert table.s.knight[:4] == [1, 2, 0, 0]
    table.turn(RED).do(RED, GROWTH, B, 0).nature(0)
    assert table.s.knight[:4] == [1, 2, 1, 0]


@pytest.mark.clause("M-6.10", "M-R17", "M-9.11")
def test_the_successor_is_the_same_piece() -> None:
    table = Table(3).make(B, heir=True, soldiers=1).put(WAR, 1, B)
    s = table.s
    table.finish_actions().do(RED, B, ask="kings_soldiers").skip_to("winter_die")
    s.archbishop = B
    table.rules.apply(s, -1, (HARD,))  # and everything goes home after that
    assert s.knight[B] == 1
    alone = Table(3).make(C).put(WAR, 1, C)
    alone.finish_actions().do(RED, C).skip_to("winter_die").nature(HARD)
    # King's Soldiers count as a soldier for the succession: a relative follows
    assert alone.told("relative_succeeded") == [(C,)] and alone.s.knight[C] == 1


@pytest.mark.clause("M-6.12", "M-R18")
def test_prestige_may_be_negative() -> None:
    table = Table(3).make(C, soldiers=1, age=3)
    table.do(RED, RECRUIT, C, 0)
    assert table.scores()[RED] == -4


# -- lands ----------------------------------------------------------------------------------------


def conquest(table: Table, soldiers: int = 9) -> Table:
    """Red's knight A stands at War before an easy near land."""
    table.s.soldiers[A] = soldiers
    return table.put(WAR, 1, A).finish_actions().skip_to("war")


@pytest.mark.clause("M-7.1", "M-7.5")
def test_at_most_two_lands_and_one_castle() -> None:
    table = Table(3).lands(A, GRAIN, PIER)
    assert with_room(table.s, RED) == [B]
    take_near_land(table)
    assert table.options() == [B, REMOVED]
    assert table.why(A) == ("has_two_lands", "M-7.1")
    assert table.why(knight(YELLOW, "A")) == ("not_a_subject", "M-7.5")


def take_near_land(table: Table) -> Table:
    """Conquer the near land; the next tile is turned up."""
    conquest(table).do(RED, 1, 0)
    return table.nature(table.options()[0])


@pytest.mark.clause("M-7.2", "M-7.8", "M-13.5")
def test_a_land_gives_four_points_to_the_family_and_to_the_lord() -> None:
    table = Table(3, tops=(PASTURE, PIER))
    table.s.lord[B] = YELLOW
    before = take_near_land(table).scores()
    table.do(RED, B)
    assert [now - then for now, then in zip(table.scores(), before, strict=True)] == [4, 4, 0]
    assert table.s.land[2 * B : 2 * B + 2] == [2 * GRAIN + 1, 2 * PASTURE + 1]


@pytest.mark.clause("M-7.5", "M-7.2", "M-13.5", "M-20.4")
def test_e40_conquered_land_for_a_vassal() -> None:
    table = Table(3, tops=(MINE, PIER)).lands(A, GRAIN, PIER).lands(B, GRAIN, PIER)
    vassal = knight(YELLOW, "B")
    table.s.lord[vassal] = RED
    before = take_near_land(table).scores()
    assert table.options() == [vassal, REMOVED]
    table.do(RED, vassal)
    assert [now - then for now, then in zip(table.scores(), before, strict=True)] == [4, 4, 0]
    assert table.s.land[2 * vassal + 1] == 2 * MINE + 1


@pytest.mark.clause("M-7.6", "M-7.7")
def test_e40_without_room_the_land_leaves_the_game() -> None:
    table = Table(3, tops=(MINE, PIER)).lands(A, GRAIN, PIER).lands(B, GRAIN, PIER)
    conquest(table)
    before, gone = table.scores(), table.s.gone[MINE]
    table.do(RED, 1, 0).nature(table.options()[0])
    assert table.told("land_removed") == [(MINE,)] and table.asked() == "donate"
    assert table.scores() == before and table.s.gone[MINE] == gone + 1


@pytest.mark.clause("M-7.4")
def test_a_change_of_generation_moves_no_points() -> None:
    table = Table(3).make(A, heir=True, castle=1, lands=[GRAIN, PIER], age=3, lord=BLUE)
    table.do(RED, HARVEST, A, PIER, 0)
    assert table.scores() == [0, 0, 0] and table.s.lands_of(A) == 2


@pytest.mark.clause("M-7.9", "M-12.14")
def test_nothing_takes_a_castle_away() -> None:
    for seed in range(3):
        table = Table(3)
        castles = list(table.s.castle)
        while table.s.stack:
            play_random(table.rules, table.s, Random(seed), Tally(), 1)
            assert all(now >= then for now, then in zip(table.s.castle, castles, strict=True))
            castles = list(table.s.castle)


@pytest.mark.clause("M-7.11", "M-19.9")
def test_no_question_lets_players_give_things_away() -> None:
    """Cubes, lands and privileges pass between players only by wedding, Court and War."""
    table = Table(3)
    assert set(table.rules.questions) == {
        "start_player",
        "turn_up",
        "act",
        "family_die",
        "result",
        "grow_on",
        "dowry",
        "keep",
        "kings_soldiers",
        "archbishop",
        "veil",
        "court",
        "offer",
        "counter",
        "market",
        "bid",
        "final_bid",
        "castle",
        "trade",
        "war",
        "call_lord",
        "join",
        "commit",
        "allot",
        "donate",
        "pay_donation",
        "curia",
        "winter_die",
    }


@pytest.mark.clause("M-21.6")
def test_the_starting_columns_always_keep_a_knight() -> None:
    table = Table(3).make(A, castle=1).make(B, soldiers=1)
    table.finish_actions().skip_to("winter_die").nature(HARD)
    assert table.s.family(RED) == [A, B]


@pytest.mark.clause("M-9.10", "M-22.6")
def test_tokens_may_be_left_out() -> None:
    table = Table(3).put(WAR, 1, A).put(COURT, 1, B).finish_actions()
    assert table.options() == [*[k for k, tile in enumerate(table.s.knight) if tile], NO_KNIGHT]
    table.do(RED, NO_KNIGHT)
    assert table.s.kings_soldiers == NOBODY


@pytest.mark.clause("M-1.11")
def test_numbers_of_knights_and_of_what_is_none_do_not_meet() -> None:
    """Saved positions and records hold these numbers: they stay what they are."""
    assert max(knight(seat, "D") for seat in range(5)) < KNIGHTS == 20
    assert FAMILY_TOKEN == NO_KNIGHT == REMOVED == KNIGHTS and KING == 21
