"""What we decided beyond the dossier (docs/rulings.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pfalz.games.staufer.cleanup import ENOUGH, LeaveFigures
from pfalz.games.staufer.figures import WAIVE
from pfalz.games.staufer.lookup import FIRST_PLACE, LEAVE_FIGURE, MOST_OCCUPIED
from pfalz.games.staufer.turn import DEPLOY, DEPLOY_FIRST, SUPPLY, SUPPLY_FIRST
from tests.games.staufer.table import AACHEN, GREEN, NO_FIGURE, RED, RUDI, STRASBOURG, Table


@pytest.mark.clause("S-P1")
def test_chest_and_action_are_one_answer() -> None:
    t = Table().turn(RED, supply=[GREEN]).own(RUDI, FIRST_PLACE).begin()
    assert t.options() == [SUPPLY, DEPLOY, SUPPLY_FIRST, DEPLOY_FIRST]
    t.act(RUDI, SUPPLY_FIRST)
    assert t.s.supply_track[:2] == [RUDI, GREEN]
    assert t.asked == (RUDI, "supply")


@pytest.mark.clause("S-P2")
def test_privilege_7_with_an_empty_province_asks_only_for_the_replacement() -> None:
    t = Table().turn(RED).privilege(RUDI, 7).court(RUDI, 13).pay(RUDI, AACHEN, 2).begin()
    t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert t.asked == (RUDI, "replacement")
    assert t.options() == [AACHEN, WAIVE]


@pytest.mark.clause("S-P3")
def test_figures_that_stay_are_named_in_one_answer_from_left_to_right() -> None:
    t = Table().row(STRASBOURG, MOST_OCCUPIED).own(RUDI, LEAVE_FIGURE, LEAVE_FIGURE).round_over()
    t.put(RUDI, "E", STRASBOURG, 1, 2, 3).begin().play_on("leave")
    places = [2 * t.office(STRASBOURG, place) for place in (1, 2, 3)]
    assert t.options() == [ENOUGH, *places]
    assert t.options(places[1]) == [ENOUGH, places[2]]
    assert t.options(places[0], places[2]) is None
    assert t.options(ENOUGH) is None


def test_the_ruling_on_chests_names_the_clause_it_rules_on() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text("utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith("| S-P3 |"))
    assert re.findall(r"S-\d+\.\d+", row) == [LeaveFigures.rule]
