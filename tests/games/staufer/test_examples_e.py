"""Worked examples S-E45 to S-E49, S-E51 and S-E52: paying, track envoys, chests with and without effect."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.games.staufer.lookup import (
    BROWN,
    CHEAP_SEAT,
    FIRST_PLACE,
    FREE_MOVEMENT,
    KINGS_REGION,
    MOST_OCCUPIED,
    OTHER_CHEST,
    PURPLE,
)
from pfalz.games.staufer.turn import DEPLOY, DEPLOY_FIRST, SUPPLY, SUPPLY_FIRST
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
    ONE_ENVOY,
    ONE_NOBLE,
    PALERMO,
    RED,
    RUDI,
    STRASBOURG,
    TILE_9_7_5,
    TWO_ENVOYS,
    YELLOW,
    Table,
)


@pytest.mark.clause("S-7.14", "S-13.10")
@pytest.mark.parametrize(
    ("payments", "returned"), [("NE", (0, 1)), ("EN", (1, 0))], ids=["noble first", "envoy first"]
)
def test_e45_paying_with_a_noble(payments, returned):
    t = Table().row(MILANO, MOST_OCCUPIED, 1).put(GUENTER, "E", MILANO, 2, 3).court(RUDI, 2, 1)
    t.turn(RED, deployment=[GREEN, BLUE], last=True).begin()
    t.act(RUDI, DEPLOY)
    t.deploy(RUDI, t.office(NIJMEGEN, 3), "E" + payments)
    assert t.at_court(RUDI) == (0, 0)
    t.let_nature()
    assert t.s.kings_region() == STRASBOURG
    assert t.at_court(RUDI) == returned


@pytest.mark.clause("S-5.6", "S-7.3", "S-1.9")
def test_e46_the_track_envoy_makes_the_action_possible():
    t = Table().turn(BLUE).court(BETTINA, 2).begin()
    assert t.options() == [SUPPLY, DEPLOY]
    t.act(BETTINA, DEPLOY)
    assert t.at_court(BETTINA) == (3, 0)
    t.deploy(BETTINA, t.office(NIJMEGEN, 4), "EEE")
    assert t.at_court(BETTINA) == (0, 0)
    assert t.on_seat(NIJMEGEN, 4) == "2E"


@pytest.mark.clause("S-5.6", "S-7.3", "S-1.9")
def test_e46_no_envoy_on_space_2_with_three_players():
    t = Table(3).turn(BLUE, deployment=[GREEN]).court(BETTINA, 2).begin()
    assert t.asked == (BETTINA, "supply")  # the only action left is taken without asking
    assert t.s.supply_track == [BLUE]
    assert Table(3).turn(BLUE).court(BETTINA, 2).begin().options() == [SUPPLY, DEPLOY]
    assert Table(4).turn(BLUE, deployment=[GREEN]).court(BETTINA, 2).begin().options() == [SUPPLY, DEPLOY]


@pytest.mark.clause("S-9.12", "S-7.11")
def test_e47_one_noble_for_the_dearest_seat():
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 0, 1).own(RUDI, FREE_MOVEMENT, CHEAP_SEAT)
    t.under(AUGSBURG, 0, BROWN, BROWN).begin()
    t.act(RUDI, DEPLOY)
    t.deploy(RUDI, t.office(AUGSBURG, 0), "N", free=True, cheap=True)
    assert t.on_seat(AUGSBURG, 0) == "0N"
    assert t.paid(RUDI) == {}
    assert t.discarded() == Counter([FREE_MOVEMENT, CHEAP_SEAT])
    assert t.chests_of(RUDI) == Counter([BROWN, BROWN])
    assert t.chests_under(AUGSBURG) == [0] * 5


@pytest.mark.clause("S-9.12", "S-7.11")
def test_e47_with_an_envoy_instead():
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 1, 0).own(RUDI, FREE_MOVEMENT, CHEAP_SEAT)
    t.begin()
    t.act(RUDI, DEPLOY)
    refused = t.refused(RUDI, "deploy", t.office(AUGSBURG, 0), 1, 1, 0)
    assert (refused.key, refused.clause) == ("noble_needed", "S-7.11")


@pytest.mark.clause("S-10.10", "S-10.11", "S-10.12")
def test_e48_privileges_after_a_supply_action():
    t = Table(privileges=[1, 2, 3, 7, 8, 9]).turn(YELLOW, GREEN).privilege(GABI, 8, 9).own(GABI, PURPLE)
    t.begin()
    t.act(GABI, SUPPLY)
    court = t.at_court(GABI)
    t.supply(GABI, NO_FIGURE)
    t.nature("extra_chest", PURPLE)
    assert t.score(GABI) == 0  # privilege 9 comes after privilege 8
    t.answer(GABI, "trade", 7)
    assert t.score(GABI) == 2
    assert t.s.owns(GABI, 7)
    assert t.asked == (GUENTER, "action")
    assert t.at_court(GABI) == court


@pytest.mark.clause("S-11.10", "S-12.3", "S-R23")
def test_e49_nothing_for_a_missing_rank():
    t = Table().row(STRASBOURG, MOST_OCCUPIED).tile(STRASBOURG, TILE_9_7_5).round_over()
    t.put(BETTINA, "E", STRASBOURG, 3).begin()
    assert t.scores() == [0, 0, 9, 0]
    assert t.happened("figure_gained") == [(BETTINA, 0), (BETTINA, 0)]


@pytest.mark.clause("S-11.10", "S-12.3", "S-R23")
def test_e49_nobody_there():
    t = Table().king(STRASBOURG).row(STRASBOURG, KINGS_REGION).tile(STRASBOURG, TILE_9_7_5).round_over()
    t.begin()
    assert t.scores() == [0, 0, 0, 0]
    assert t.happened("figure_gained", "figure_recalled") == []
    t.let_nature()
    assert t.chests_under(STRASBOURG) == [1] * 5


def many_chests() -> Table:
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 12, 1).privilege(RUDI, 11)
    t.own(RUDI, FIRST_PLACE, OTHER_CHEST, FREE_MOVEMENT, FREE_MOVEMENT, CHEAP_SEAT)
    return t.at_supply(TWO_ENVOYS, BROWN).begin()


@pytest.mark.clause("S-5.7", "S-9.7", "S-9.9", "S-9.22")
def test_e51_action_figure_to_space_1():
    t = many_chests()
    assert t.s.supply_track == []
    assert t.options() == [SUPPLY, DEPLOY, DEPLOY_FIRST]
    refused = t.refused(RUDI, "action", SUPPLY_FIRST)
    assert (refused.key, refused.clause) == ("already_first", "S-9.22")


@pytest.mark.clause("S-5.7", "S-9.7", "S-9.9", "S-9.22")
def test_e51_supply():
    t = many_chests().act(RUDI, SUPPLY)
    assert t.options(TWO_ENVOYS) is None  # nothing to choose
    for space in (ENVOY_AND_NOBLE, ONE_NOBLE, ONE_ENVOY, NO_FIGURE):
        assert t.options(space) == [space, TWO_ENVOYS]
    t.supply(RUDI, ONE_ENVOY, TWO_ENVOYS)
    assert t.at_court(RUDI) == (13, 1)
    assert t.chests_of(RUDI)[BROWN] == 1
    assert t.s.under_supply[TWO_ENVOYS] == ()
    assert t.discarded() == Counter([OTHER_CHEST])


@pytest.mark.clause("S-5.7", "S-9.7", "S-9.9", "S-9.22")
def test_e51_no_movement_costs():
    t = many_chests().act(RUDI, DEPLOY)
    for office in range(t.s.t.seats):
        region = t.s.t.seat_region[office]
        asks_free = region in (AACHEN, AUGSBURG, MILANO)
        slots = [t.ask.slot(t.s, (office,)).name, t.ask.slot(t.s, (office, 1)).name]
        assert slots[0] == ("free_movement" if asks_free else "cheap_seat")
        if asks_free:
            assert t.options(office) == [0, 1]
            assert slots[1] == "cheap_seat"  # the second chest of the kind is not asked for
        assert t.options(office, 1) == ([0, 1] if asks_free else [1] if t.s.t.noble_only[office] else [0, 1])
    t.deploy(RUDI, t.office(MILANO, 2), "EEEE", free=True, cheap=False)
    assert t.chests_of(RUDI)[FREE_MOVEMENT] == 1


@pytest.mark.clause("S-5.7", "S-9.7", "S-9.9", "S-9.22")
def test_e51_low_deployment_costs():
    t = many_chests().act(RUDI, DEPLOY)
    for office in range(t.s.t.seats):
        flags = (1, 1) if t.s.t.seat_region[office] in (AACHEN, AUGSBURG, MILANO) else (1,)
        figure = int(t.s.t.noble_only[office])
        trial = t.copy().answer(RUDI, "deploy", office, *flags, figure)
        assert trial.s.left[office] == figure
        assert trial.paid(RUDI) == {}


@pytest.mark.clause("S-12.2", "S-12.8", "S-12.10", "S-9.20")
def test_e52_order_of_a_bonus():
    t = Table(3).row(AACHEN, MOST_OCCUPIED).round_over()
    t.put(BETTINA, "N", AACHEN, 0).put(RUDI, "E", AACHEN, 1).own(BETTINA, PURPLE).own(RUDI, PURPLE)
    t.begin()
    assert t.s.t.victory_points == [12, 10, 8]
    before = t.scores()
    t.nature("bonus_chests", PURPLE, PURPLE, BROWN)
    t.answer(BETTINA, "bonus_chest", PURPLE)
    t.answer(BETTINA, "trade", 1)
    assert t.score(BETTINA) == before[BETTINA] + 12
    t.answer(RUDI, "bonus_chest", PURPLE)
    t.answer(RUDI, "trade", 1)
    assert t.score(RUDI) == before[RUDI] + 10
    assert t.discarded() == Counter({PURPLE: 4, BROWN: 1})
    assert NIJMEGEN not in [args[0] for args in t.happened("region_scored")]
    assert PALERMO not in [args[0] for args in t.happened("region_scored")]
