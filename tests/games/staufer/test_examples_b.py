"""Worked examples S-E14 to S-E25: king, turn order, final scoring, documented combinations."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.games.staufer.final import tokens
from pfalz.games.staufer.lookup import (
    BROWN,
    CHEAP_SEAT,
    FIRST_PLACE,
    FREE_MOVEMENT,
    KINGS_REGION,
    OTHER_CHEST,
    PURPLE,
)
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
    ONE_ENVOY,
    PAIR_ADJACENT,
    PAIR_GAP,
    PAIRS,
    PALERMO,
    RED,
    RUDI,
    SEATS_4,
    SERIES,
    STRASBOURG,
    YELLOW,
    Table,
)


@pytest.mark.clause("S-13.9", "S-13.10", "S-13.11")
def test_e14_the_king_travels():
    t = Table().row(MILANO, KINGS_REGION, 3).round_over()
    t.pay(RUDI, NIJMEGEN, 1).pay(RUDI, STRASBOURG, 2).pay(RUDI, PALERMO, 1)
    t.pay(RUDI, AACHEN, 1).pay(RUDI, AUGSBURG, 1)
    t.put(RUDI, "E", PALERMO, 0)  # a figure on a seat, which the king does not touch
    t.court(RUDI, 4, 1).begin().let_nature()
    assert t.s.kings_region() == AACHEN
    assert t.at_court(RUDI) == (8, 1)
    assert t.paid(RUDI) == {NIJMEGEN: (1, 0), AUGSBURG: (1, 0)}
    assert t.happened("payment_returned") == [
        (RUDI, STRASBOURG, 2, 0),
        (RUDI, PALERMO, 1, 0),
        (RUDI, AACHEN, 1, 0),
    ]
    assert t.on_seat(PALERMO, 0) == "0E"


@pytest.mark.clause("S-13.12")
def test_e15_next_row():
    t = Table().row(PALERMO, KINGS_REGION).round_over()
    t.s.tile_a[1] = STRASBOURG
    t.begin()
    assert t.s.second_marker == NIJMEGEN
    t.let_nature()
    assert t.s.round == 2  # the row that counts; the tiles of row 1 have no effect any more
    assert t.happened("round_begun") == [(2, STRASBOURG, KINGS_REGION)]
    assert t.s.second_marker == NO_MARKER


@pytest.mark.clause("S-13.13")
def test_e16_new_turn_order():
    supply = [BLUE, RED, YELLOW, GREEN, BLUE]
    deployment = [RED, YELLOW, GREEN, BLUE, GREEN, RED, YELLOW]
    t = Table().tracks([], supply, deployment).begin().let_nature()
    assert t.s.turn_track == [
        *(BLUE, RED, YELLOW, GREEN, BLUE),
        *(YELLOW, RED, GREEN, BLUE, GREEN, YELLOW, RED),
    ]
    assert t.s.supply_track == t.s.deployment_track == []
    assert t.asked == (BETTINA, "action")


def last_scoring() -> Table:
    """The end of round 5: two regions without figures are scored, then the final scoring follows."""
    return Table().last_round().row(PALERMO, KINGS_REGION).round_over()


@pytest.mark.clause("S-15.2", "S-15.4", "S-15.6", "S-1.16")
def test_e17_final_scoring_jobs():
    t = last_scoring().points(RUDI, 61)
    t.put(RUDI, "E", AUGSBURG, 2, 3).put(RUDI, "E", AACHEN, 4).put(RUDI, "E", MILANO, 2)
    t.put(GABI, "N", AUGSBURG, 0).put(GABI, "E", AUGSBURG, 1)
    t.jobs(RUDI, AUGSBURG, PAIR_ADJACENT, SEATS_4).jobs(GABI, AUGSBURG, PAIR_ADJACENT, SEATS_4)
    assert tokens(t.s, t.score(RUDI)) == (0, 2, 11)
    t.begin()
    assert t.s.over
    assert t.result(GABI)["region_job"] == 12
    assert t.result(RUDI) == {"regions": 61, "region_job": 6, "pattern_job": 14, "seat_job": 12}
    assert t.score(RUDI) == 93
    assert tokens(t.s, t.score(RUDI)) == (0, 3, 18)


@pytest.mark.clause("S-9.15", "S-14.4", "S-14.5")
def test_e18_final_scoring_chests():
    t = last_scoring().points(RUDI, 93)
    t.own(RUDI, *[BROWN] * 7, OTHER_CHEST, FIRST_PLACE, PURPLE).begin()
    assert t.result(RUDI) == {"regions": 93, "brown": 25, "leftovers": 3}
    assert t.score(RUDI) == 121
    assert tokens(t.s, t.score(RUDI)) == (1, 0, 21)


@pytest.mark.clause("S-9.9")
def test_e19_turquoise_chest_supply():
    t = Table().turn(BLUE).court(BETTINA, 2, 0).own(BETTINA, OTHER_CHEST)
    t.at_supply(ENVOY_AND_NOBLE, BROWN).at_supply(ONE_ENVOY, PURPLE).begin()
    t.act(BETTINA, SUPPLY)
    t.supply(BETTINA, ENVOY_AND_NOBLE, ONE_ENVOY)
    assert t.at_court(BETTINA) == (3, 1)
    assert t.chests_of(BETTINA) == Counter([PURPLE])
    assert t.s.under_supply[ENVOY_AND_NOBLE] == (BROWN,)
    assert t.s.under_supply[ONE_ENVOY] == ()
    assert t.discarded() == Counter([OTHER_CHEST])


@pytest.mark.clause("S-9.15")
@pytest.mark.parametrize(
    ("chests", "points"), list(enumerate([0, 2, 5, 9, 14, 20, 22, 25, 29, 34, 40])), ids=str
)
def test_e20_brown_rows(chests, points):
    t = last_scoring().own(BETTINA, *[BROWN] * chests).begin()
    assert t.result(BETTINA).get("brown", 0) == points


@pytest.mark.clause("S-15.3", "S-15.4")
def test_e21_pattern_with_a_shared_region_and_a_spare_figure():
    t = last_scoring().jobs(RUDI, PALERMO, PAIR_GAP, SERIES)
    t.put(RUDI, "E", MILANO, 0, 2).put(RUDI, "E", STRASBOURG, 1)
    t.put(RUDI, "E", AACHEN, 1).put(RUDI, "E", NIJMEGEN, 1)
    t.begin()
    assert t.result(RUDI)["pattern_job"] == 14


@pytest.mark.clause("S-15.8")
def test_e22_pairs():
    t = last_scoring().jobs(GUENTER, NIJMEGEN, PAIR_GAP, PAIRS)
    t.put(GUENTER, "E", NIJMEGEN, 2).put(GUENTER, "E", STRASBOURG, 3).put(GUENTER, "E", AUGSBURG, 2, 3)
    t.put(GUENTER, "E", PALERMO, 0).put(GUENTER, "N", AUGSBURG, 0)
    t.begin()
    assert t.result(GUENTER)["seat_job"] == 24


@pytest.mark.clause("S-15.9")
@pytest.mark.parametrize("third", [False, True], ids=["two 3s", "a third 3"])
def test_e23_series(third):
    t = last_scoring().jobs(BETTINA, NIJMEGEN, PAIR_GAP, SERIES)
    t.put(BETTINA, "E", AACHEN, 1, 2, 3).put(BETTINA, "E", STRASBOURG, 1, 3, 4)
    if third:
        t.put(BETTINA, "E", MILANO, 4)
    t.begin()
    assert t.result(BETTINA)["seat_job"] == 30


@pytest.mark.clause("S-10.14")
def test_e24_privilege_11():
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 9).privilege(RUDI, 11).begin()
    t.act(RUDI, DEPLOY)
    t.deploy(RUDI, t.office(AUGSBURG, 4), "E" + "EE" + "EE")
    assert t.paid(RUDI) == {AACHEN: (1, 0), AUGSBURG: (1, 0), MILANO: (1, 0), NIJMEGEN: (1, 0)}
    assert t.at_court(RUDI) == (4, 0)


@pytest.mark.clause("S-10.7", "S-10.8", "S-10.15", "S-9.12")
def test_e25_privileges_4_and_5():
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 9, 2).privilege(RUDI, 4, 5).begin()
    t.act(RUDI, DEPLOY)
    for place in range(5):  # in the king's region moving is free: one on the seat, one paid
        trial = t.copy().deploy(RUDI, t.office(NIJMEGEN, place), "NE")
        assert trial.paid(RUDI) == {STRASBOURG: (1, 0)}
    for place in (0, 1, 3):
        trial = t.copy().deploy(RUDI, t.office(AUGSBURG, place), "N" + "EEEE" + "E")
        assert trial.at_court(RUDI) == (4, 1)


@pytest.mark.clause("S-10.7", "S-10.8", "S-10.15", "S-9.12")
def test_e25_privileges_10_and_11():
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 3).privilege(RUDI, 10, 11).begin()
    t.act(RUDI, DEPLOY)
    for region, place in ((NIJMEGEN, 3), (STRASBOURG, 4), (AACHEN, 3), (AUGSBURG, 4), (MILANO, 4)):
        trial = t.copy().deploy(RUDI, t.office(region, place), "EEE")
        assert trial.at_court(RUDI) == (0, 0)
        assert region not in trial.paid(RUDI)


@pytest.mark.clause("S-10.7", "S-10.8", "S-10.15", "S-9.12")
def test_e25_privileges_3_and_6():
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 4).privilege(RUDI, 3, 6).begin()
    t.act(RUDI, DEPLOY)
    t.deploy(RUDI, t.office(NIJMEGEN, 3), "EEE").answer(RUDI, "second_envoy", 1)
    assert t.on_seat(NIJMEGEN, 3) == "0E 0E"
    assert t.score(RUDI) == 6


@pytest.mark.clause("S-10.7", "S-10.8", "S-10.15", "S-9.12")
def test_e25_both_deployment_chests():
    t = Table().turn(YELLOW, deployment=[GREEN, BLUE]).court(GABI, 1)
    t.own(GABI, FREE_MOVEMENT, CHEAP_SEAT).begin()
    t.act(GABI, DEPLOY)
    t.deploy(GABI, t.office(PALERMO, 0), "E", free=True, cheap=True)
    assert t.on_seat(PALERMO, 0) == "3E"
    assert t.paid(GABI) == {}
    assert t.at_court(GABI) == (0, 0)
    assert t.discarded() == Counter([FREE_MOVEMENT, CHEAP_SEAT])
