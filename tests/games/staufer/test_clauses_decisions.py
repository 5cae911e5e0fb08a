"""Who decides what, and what is not decided at all (S-18)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.games.staufer.figures import WAIVE
from pfalz.games.staufer.lookup import (
    BROWN,
    CHEAP_SEAT,
    FIRST_PLACE,
    FREE_MOVEMENT,
    MOST_OCCUPIED,
    OTHER_CHEST,
    PURPLE,
)
from pfalz.games.staufer.turn import DEPLOY, SUPPLY
from tests.games.staufer.table import (
    AACHEN,
    BLUE,
    GABI,
    GREEN,
    MILANO,
    NIJMEGEN,
    ONE_ENVOY,
    ONE_NOBLE,
    PALERMO,
    RED,
    RUDI,
    Table,
)


@pytest.mark.clause("S-18.1", "S-18.3", "S-18.4", "S-18.5", "S-9.2")
def test_these_are_all_questions():
    rules = ruleset("staufer", 4)
    chance = {"start_player", "region_order", "point_tiles", "first_chests", "privilege_kinds"}
    chance |= {"region_jobs", "pattern_jobs", "seat_jobs", "tiles_a", "tiles_b", "tiles_c"}
    chance |= {"extra_chest", "bonus_chests", "refill"}
    turn = {"action", "supply", "deploy", "second_envoy", "trade", "extra_envoy", "replacement"}
    assert set(rules.questions) == chance | turn | {"bonus_chest"} | {"leave"}


@pytest.mark.clause("S-18.1")
def test_order_of_the_decisions_of_a_turn():
    t = Table().turn(RED, deployment=[GREEN]).own(RUDI, FIRST_PLACE, FREE_MOVEMENT, CHEAP_SEAT, PURPLE)
    t.privilege(RUDI, 3).court(RUDI, 9, 1).under(AACHEN, 1, PURPLE).begin()
    assert t.ask.slot(t.s).name == "action"
    t.act(RUDI, DEPLOY)
    office = t.office(AACHEN, 1)
    form = (office, 0, 0, 0, 0, 0)
    names = [t.ask.slot(t.s, form[:i]).name for i in range(6)]
    assert names == ["target", "free_movement", "cheap_seat", "figure", "payment", "payment"]
    t.deploy(RUDI, office, "EEEEEEEE", free=False, cheap=False)
    t.answer(RUDI, "second_envoy", 1).answer(RUDI, "trade", 4)
    s = Table().turn(RED).own(RUDI, OTHER_CHEST).at_supply(ONE_NOBLE, BROWN).begin().act(RUDI, SUPPLY)
    assert [s.ask.slot(s.s, prefix).name for prefix in ((), (ONE_ENVOY,))] == ["space", "chests_from"]


@pytest.mark.clause("S-18.2")
def test_one_payment_area_leaves_only_the_waiver_to_ask():
    t = Table().turn(RED).court(RUDI, 13, 3).pay(RUDI, PALERMO, 2).begin()
    t.act(RUDI, SUPPLY).supply(RUDI, ONE_ENVOY)
    assert t.options() == [PALERMO, WAIVE]


@pytest.mark.clause("S-18.2", "S-12.10")
def test_in_the_region_scoring_every_participant_is_asked_in_rank_order():
    t = Table().row(NIJMEGEN, MOST_OCCUPIED).round_over()
    for seat, figure in ((RUDI, "E"), (GABI, "N")):
        t.put(seat, figure, NIJMEGEN, 1 if seat == RUDI else 0)
        t.court(seat, 13, 0).pay(seat, AACHEN, 1 + (seat == GABI))
    t.begin()
    t.answer(GABI, "replacement", AACHEN)
    assert t.at_court(GABI) == (14, 0)
    t.answer(RUDI, "replacement", WAIVE)


def needy(envoys: int) -> Table:
    """Rudi with few envoys at court and none in the province, before an envoy space of the track."""
    return Table().turn(RED).court(RUDI, envoys).pay(RUDI, AACHEN, 13 - envoys).pay(RUDI, MILANO, 2).begin()


@pytest.mark.clause("S-18.6")
def test_the_replacement_that_makes_an_action_possible_cannot_be_waived():
    t = needy(2)
    assert t.in_province(RUDI)[0] == 0
    t.act(RUDI, DEPLOY)
    assert t.options() == [AACHEN, MILANO]
    refused = t.refused(RUDI, "replacement", WAIVE)
    assert (refused.key, refused.clause) == ("gain_needed", "S-18.6")
    t.answer(RUDI, "replacement", MILANO).deploy(RUDI, t.office(NIJMEGEN, 3), "EEE")
    assert t.at_court(RUDI) == (0, 0)
    waived = needy(3).act(RUDI, DEPLOY)  # enough without it: the waiver is offered
    assert waived.options() == [AACHEN, MILANO, WAIVE]
    waived.answer(RUDI, "replacement", WAIVE)
    assert waived.asked == (RUDI, "deploy")


@pytest.mark.clause("S-18.6")
def test_an_action_is_legal_in_full_or_not_taken():
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 3, 1).begin().act(RUDI, DEPLOY)
    office = t.office(NIJMEGEN, 3)
    assert t.refused(RUDI, "deploy", office, 0, 0).key == "too_short"
    assert t.refused(RUDI, "deploy", office, 0, 0, 0, 0).key == "too_long"
    assert t.refused(RUDI, "deploy", office, 1, 0, 1).key == "no_noble_left"
    assert t.at_court(RUDI) == (3, 1)
    t.deploy(RUDI, office, "NEE")
