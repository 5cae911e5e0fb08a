"""Worked examples S-E1 to S-E13: turn order, supply, deployment, region scoring, refilling."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.state import NATURE
from pfalz.games.staufer.lookup import BROWN, CHEAP_SEAT, KINGS_REGION, MOST_OCCUPIED, PURPLE
from pfalz.games.staufer.state import NO_MARKER
from pfalz.games.staufer.turn import DEPLOY, SUPPLY
from tests.games.staufer.table import (
    AACHEN,
    AUGSBURG,
    BETTINA,
    BLUE,
    ENVOY_AND_NOBLE,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    NO_FIGURE,
    PALERMO,
    POINTS_3,
    RED,
    RUDI,
    STRASBOURG,
    TILE_7_4_3,
    TWO_ENVOYS,
    YELLOW,
    Table,
)

ORDER = [RED, GREEN, BLUE, YELLOW, YELLOW, BLUE, GREEN, RED, YELLOW, BLUE, GREEN, RED]


@pytest.mark.clause("S-3.11")
def test_e1_turn_order_at_the_start():
    rules = ruleset("staufer", 4)
    s = rules.start()
    rules.play(s, NATURE, (RED,), "start_player")
    assert s.turn_track == ORDER


@pytest.mark.clause("S-4.2", "S-5.1")
def test_e2_consecutive_turns():
    t = Table().begin()
    assert t.s.turn_track == ORDER
    for seat in (RUDI, GUENTER, BETTINA, GABI, GABI, BETTINA):
        t.act(seat, SUPPLY).supply(seat, NO_FIGURE)


@pytest.mark.clause("S-5.4")
def test_e3_place_on_the_supply_track():
    t = Table().turn(BLUE, supply=[RED, GREEN]).begin()
    t.act(BETTINA, SUPPLY)
    assert t.s.supply_track == [RED, GREEN, BLUE]


@pytest.mark.clause("S-1.9", "S-5.5", "S-5.6")
def test_e4_envoy_symbol_on_the_deployment_track():
    t = Table().turn(YELLOW, deployment=[GREEN]).court(GABI, 4, 1).begin()
    assert t.in_province(GABI) == (11, 2)
    t.act(GABI, DEPLOY)
    assert t.s.deployment_track == [GREEN, YELLOW]
    assert t.at_court(GABI) == (5, 1)
    assert t.in_province(GABI) == (10, 2)
    t.deploy(GABI, t.office(NIJMEGEN, 1), "EEEEE")  # all five envoys may be used
    assert t.at_court(GABI) == (0, 1)


@pytest.mark.clause("S-6.1", "S-6.2", "S-6.3", "S-6.4", "S-9.6")
def test_e5_supply_with_an_orange_chest():
    t = Table().turn(BLUE, GREEN).court(BETTINA, 4, 1).at_supply(TWO_ENVOYS, POINTS_3).begin()
    t.act(BETTINA, SUPPLY)
    t.supply(BETTINA, TWO_ENVOYS)
    assert t.at_court(BETTINA) == (6, 1)
    assert t.score(BETTINA) == 3
    assert t.chests_of(BETTINA) == Counter()
    assert t.discarded() == Counter([POINTS_3])
    assert t.s.under_supply[TWO_ENVOYS] == ()
    t.act(GUENTER, SUPPLY)  # the space is not used up, its place stays empty
    t.supply(GUENTER, TWO_ENVOYS)
    assert t.at_court(GUENTER) == (6, 1)
    assert t.s.under_supply[TWO_ENVOYS] == ()


@pytest.mark.clause("S-7.5", "S-7.7")
def test_e6_moving_three_regions():
    t = Table().turn(YELLOW, deployment=[RED, GREEN]).own(GABI, CHEAP_SEAT).court(GABI, 4).begin()
    t.act(GABI, DEPLOY)
    t.deploy(GABI, t.office(AACHEN, 1), "EEEE", cheap=True)  # the chest leaves only step 1 to be paid
    assert t.paid(GABI) == {STRASBOURG: (1, 0), PALERMO: (1, 0), AACHEN: (1, 0)}


@pytest.mark.clause("S-7.9", "S-7.10", "S-7.17", "S-9.15")
def test_e7_deploying_on_a_5():
    t = Table().turn(YELLOW, deployment=[GREEN]).court(GABI, 7, 1).under(AACHEN, 1, BROWN).begin()
    t.act(GABI, DEPLOY)
    assert t.at_court(GABI) == (8, 1)
    t.deploy(GABI, t.office(AACHEN, 1), "EEEEEEEE")
    assert t.on_seat(AACHEN, 1) == "3E"
    assert t.at_court(GABI) == (0, 1)
    assert t.paid(GABI) == {
        STRASBOURG: (2, 0),
        PALERMO: (1, 0),
        AACHEN: (1, 0),
        AUGSBURG: (1, 0),
        MILANO: (1, 0),
        NIJMEGEN: (1, 0),
    }
    assert t.chests_of(GABI) == Counter([BROWN])
    assert t.chests_under(AACHEN) == [0] * 5


@pytest.mark.clause("S-7.7", "S-7.10", "S-7.11", "S-9.16")
def test_e8_noble_only_seat():
    t = Table().turn(RED, GREEN, deployment=[YELLOW, BLUE])
    t.court(RUDI, 7, 1).under(PALERMO, 1, PURPLE).begin()
    t.act(RUDI, DEPLOY)
    target = t.office(PALERMO, 1)
    assert t.options(target) == [1]  # the noble must stand on the seat
    assert t.refused(RUDI, "deploy", target, *[0] * 8).key == "nobles_only"
    t.deploy(RUDI, target, "NEEEEEEE")
    assert t.on_seat(PALERMO, 1) == "0N"
    assert t.at_court(RUDI) == (0, 0)
    assert t.paid(RUDI) == {
        NIJMEGEN: (1, 0),
        STRASBOURG: (2, 0),
        PALERMO: (1, 0),
        AACHEN: (1, 0),
        AUGSBURG: (1, 0),
        MILANO: (1, 0),
    }
    assert t.chests_of(RUDI) == Counter([PURPLE])
    assert t.asked == (GUENTER, "action")  # no trade with one purple chest


@pytest.mark.clause("S-7.7", "S-7.10", "S-7.11", "S-9.16")
def test_e8_without_a_noble():
    t = Table().turn(RED, deployment=[YELLOW, BLUE]).court(RUDI, 8, 0).begin()
    t.act(RUDI, DEPLOY)
    target = t.office(PALERMO, 1)
    assert target not in (t.options() or [])
    assert t.refused(RUDI, "deploy", target).clause == "S-7.11"


@pytest.mark.clause("S-11.5", "S-11.6")
def test_e9_simple_majority():
    t = Table().row(MILANO, MOST_OCCUPIED).round_over()
    t.put(RUDI, "E", MILANO, 0).put(BETTINA, "E", MILANO, 2, 3)
    t.pay(GABI, MILANO, 3, 1)  # figures in the payment area do not take part
    t.begin()
    assert t.happened("region_scored") == [(MILANO, BETTINA, RUDI)]


def strasbourg_scored() -> Table:
    t = Table().row(STRASBOURG, MOST_OCCUPIED).tile(STRASBOURG, TILE_7_4_3).round_over()
    t.put(GABI, "E", STRASBOURG, 1, 4).put(GUENTER, "N", STRASBOURG, 2).put(RUDI, "E", STRASBOURG, 3)
    return t


@pytest.mark.clause("S-11.6", "S-11.7", "S-11.9", "S-12.3")
def test_e10_tie_points_and_bonus():
    t = strasbourg_scored().begin()
    assert t.happened("region_scored") == [(STRASBOURG, GABI, GUENTER, RUDI)]
    assert t.scores() == [3, 4, 0, 7]
    assert t.happened("figure_gained") == [(GABI, 0), (GABI, 0), (GUENTER, 0)]
    assert [t.at_court(seat) for seat in range(4)] == [(4, 1), (5, 1), (4, 1), (6, 1)]


@pytest.mark.clause("S-3.17", "S-11.1", "S-11.3", "S-11.4")
def test_e11_markers():
    t = Table().row(PALERMO, KINGS_REGION)
    assert t.s.tile_a[0] == PALERMO  # the first marker lies where the A tile of the row says
    assert t.s.second_marker == NO_MARKER
    t.round_over().begin()
    assert t.happened("second_marker_placed") == [(NIJMEGEN,)]
    assert t.happened("region_scored") == [(PALERMO,), (NIJMEGEN,)]


@pytest.mark.clause("S-3.17", "S-11.1", "S-11.3", "S-11.4")
def test_e11_same_region_only_once():
    t = Table().row(PALERMO, KINGS_REGION).king(PALERMO).round_over().begin()
    assert t.happened("second_marker_placed") == [(PALERMO,)]
    assert t.happened("region_scored") == [(PALERMO,)]


@pytest.mark.clause("S-13.2", "S-13.3")
def test_e12_clearing_the_seats():
    t = strasbourg_scored().put(RUDI, "E", MILANO, 0)
    t.begin()
    assert [t.on_seat(STRASBOURG, place) for place in range(5)] == [""] * 5
    assert t.on_seat(MILANO, 0) == "0E"
    # province: 15 + 3 less court, figures gained and Rudi's envoy in Milano
    assert t.in_province(GABI) == (9, 2)
    assert t.in_province(GUENTER) == (10, 2)
    assert t.in_province(RUDI) == (10, 2)


@pytest.mark.clause("S-13.6", "S-13.7")
def test_e13_chests_pile_up():
    t = strasbourg_scored().under(STRASBOURG, 0, BROWN).at_supply(NO_FIGURE, BROWN, PURPLE)
    t.at_supply(ENVOY_AND_NOBLE, BROWN).begin()
    pile = sum(t.s.draw_pile)
    before = t.chests_at_supply()
    assert before[NO_FIGURE] == 2
    t.nature("refill", *[PURPLE] * 10)
    assert t.chests_under(STRASBOURG) == [2, 1, 1, 1, 1]
    assert t.chests_at_supply() == [n + 1 for n in before]
    assert t.s.under_supply[NO_FIGURE] == (BROWN, PURPLE, PURPLE)
    assert t.chests_under(NIJMEGEN) == [0] * 5
    assert sum(t.s.draw_pile) == pile - 10
