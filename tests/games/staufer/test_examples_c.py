"""Worked examples S-E26 to S-E36: deployment, ties, stacks of chests, costs."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.games.staufer.figures import FROM_PROVINCE, WAIVE
from pfalz.games.staufer.lookup import (
    BROWN,
    CHEAP_SEAT,
    FEWEST_CHESTS,
    FIRST_PLACE,
    FREE_MOVEMENT,
    KINGS_REGION,
    MOST_OCCUPIED,
    PURPLE,
)
from pfalz.games.staufer.scoring import second_region
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
    PALERMO,
    POINTS_2,
    RED,
    RUDI,
    STRASBOURG,
    TILE_7_4_3,
    YELLOW,
    Table,
)


@pytest.mark.clause("S-7.6", "S-7.10", "S-7.13", "S-13.10")
def test_e26_a_seat_of_7_comes_full_circle():
    t = Table().king(PALERMO).row(MILANO, KINGS_REGION, 1).court(RUDI, 7)
    t.turn(RED, deployment=[GREEN, BLUE], last=True).begin()
    t.act(RUDI, DEPLOY)
    t.deploy(RUDI, t.office(PALERMO, 0), "EEEEEEE")
    assert t.at_court(RUDI) == (0, 0)
    assert t.paid(RUDI) == dict.fromkeys((NIJMEGEN, STRASBOURG, PALERMO, AACHEN, AUGSBURG, MILANO), (1, 0))
    t.let_nature()  # the clean-up of the round: the king goes from Palermo to Aachen
    assert t.s.kings_region() == AACHEN
    assert t.at_court(RUDI) == (1, 0)
    assert t.paid(RUDI) == dict.fromkeys((NIJMEGEN, STRASBOURG, PALERMO, AUGSBURG, MILANO), (1, 0))


def figure_to_space_1() -> Table:
    t = Table().tracks([BLUE, YELLOW, RED], supply=[GREEN, RED], deployment=[GREEN])
    t.own(BETTINA, FIRST_PLACE).own(RUDI, FIRST_PLACE).court(BETTINA, 4, 1).begin()
    t.act(BETTINA, DEPLOY_FIRST)
    t.deploy(BETTINA, t.office(NIJMEGEN, 3), "EEE")
    return t


@pytest.mark.clause("S-9.8", "S-5.6", "S-R18")
def test_e27_action_figure_to_space_1_while_deploying():
    t = figure_to_space_1()
    assert t.s.supply_track == [BLUE, GREEN, RED]
    assert t.s.deployment_track == [GREEN]
    assert t.at_court(BETTINA) == (1, 1)  # no envoy was gained
    assert t.discarded() == Counter([FIRST_PLACE])
    t.act(GABI, DEPLOY)
    assert t.s.deployment_track == [GREEN, YELLOW]
    assert t.at_court(GABI) == (5, 1)


@pytest.mark.clause("S-9.8", "S-13.13")
def test_e28_the_same_chest_again_in_the_same_round():
    t = figure_to_space_1().act(GABI, DEPLOY)
    t.deploy(GABI, t.office(NIJMEGEN, 4), "EEE")
    t.act(RUDI, SUPPLY_FIRST)
    assert t.s.supply_track == [RED, BLUE, GREEN, RED]
    t.supply(RUDI, NO_FIGURE).let_nature()  # the round is over
    assert t.s.turn_track == [RED, BLUE, GREEN, RED, YELLOW, GREEN]


@pytest.mark.clause("S-8.3", "S-8.4", "S-8.7")
def test_e29_no_noble_in_the_province():
    t = Table().turn(GREEN).put(GUENTER, "N", MILANO, 1).court(GUENTER, 10, 2).begin()
    assert t.in_province(GUENTER) == (5, 0)
    t.act(GUENTER, SUPPLY)
    t.supply(GUENTER, ENVOY_AND_NOBLE)
    assert t.options() == [FROM_PROVINCE, WAIVE]
    t.answer(GUENTER, "replacement", FROM_PROVINCE)
    assert t.at_court(GUENTER) == (12, 2)
    assert t.in_province(GUENTER) == (3, 0)


@pytest.mark.clause("S-8.3", "S-8.4", "S-8.7")
def test_e29_a_noble_in_a_payment_area():
    t = Table().turn(GREEN).put(GUENTER, "N", MILANO, 1).court(GUENTER, 10, 1).pay(GUENTER, AACHEN, 0, 1)
    t.begin()
    t.act(GUENTER, SUPPLY)
    t.supply(GUENTER, ENVOY_AND_NOBLE)
    assert t.options() == [AACHEN, WAIVE]
    assert t.at_court(GUENTER) == (10, 1)  # the noble comes first, the envoy later
    refused = t.refused(GUENTER, "replacement", FROM_PROVINCE)
    assert (refused.key, refused.clause) == ("no_substitute", "S-8.4")
    waived = t.copy().answer(GUENTER, "replacement", WAIVE)
    assert waived.at_court(GUENTER) == (11, 1)
    assert waived.paid(GUENTER) == {AACHEN: (0, 1)}
    t.answer(GUENTER, "replacement", AACHEN)
    assert t.at_court(GUENTER) == (11, 2)
    assert t.paid(GUENTER) == {}
    assert t.in_province(GUENTER) == (4, 0)


@pytest.mark.clause("S-10.3", "S-10.6", "S-11.7")
def test_e30_tie_on_a_shared_seat():
    t = Table().row(PALERMO, MOST_OCCUPIED).put(RUDI, "E", STRASBOURG, 1).put(GABI, "E", NIJMEGEN, 1)
    t.privilege(BETTINA, 2).court(BETTINA, 9).turn(BLUE, deployment=[GREEN, GREEN], last=True).begin()
    assert second_region(t.s) == NIJMEGEN  # one figure each
    t.act(BETTINA, DEPLOY)
    t.deploy(BETTINA, t.office(STRASBOURG, 1), "E" + "E" + "EEEE")
    # with two figures Strasbourg is the most occupied region, and Rudi stands further left
    assert t.happened("second_marker_placed") == [(STRASBOURG,)]
    assert t.happened("region_scored") == [(PALERMO,), (STRASBOURG, RUDI, BETTINA)]


@pytest.mark.clause("S-11.7")
def test_e31_the_left_seat_beats_the_dearer_seat():
    t = Table().row(MILANO, MOST_OCCUPIED).tile(MILANO, TILE_7_4_3).round_over()
    t.put(GUENTER, "N", MILANO, 1).put(GABI, "E", MILANO, 0, 4).begin()
    assert t.happened("region_scored") == [(MILANO, GABI, GUENTER)]
    assert t.scores() == [0, 4 + 2, 0, 7 + 2]


@pytest.mark.clause("S-11.1", "S-11.2", "S-11.3")
@pytest.mark.parametrize("first", [PALERMO, AUGSBURG], ids=["A = Palermo", "A = Augsburg"])
def test_e32_tie_for_the_second_marker(first):
    t = Table().king(AACHEN).row(first, MOST_OCCUPIED).round_over()
    t.put(GABI, "E", NIJMEGEN, 1, 2, 3).put(GABI, "E", STRASBOURG, 1).put(GABI, "E", PALERMO, 2, 3)
    t.put(RUDI, "E", AACHEN, 1, 2).put(RUDI, "N", AUGSBURG, 0).put(RUDI, "E", AUGSBURG, 1, 2)
    t.begin().play_on("refill")
    assert t.happened("second_marker_placed") == [(AUGSBURG,)]
    scored = [args[0] for args in t.happened("region_scored")]
    assert scored == ([AUGSBURG] if first == AUGSBURG else [PALERMO, AUGSBURG])


@pytest.mark.clause("S-11.1", "S-11.2")
def test_e33_fewest_chests_counts_every_chest():
    t = Table().king(MILANO).row(STRASBOURG, FEWEST_CHESTS).round_over()
    stacks = {MILANO: (1, 1, 1, 1, 0), NIJMEGEN: (1, 1, 1, 0, 0), STRASBOURG: (1, 1, 1, 1, 1)}
    stacks |= {PALERMO: (2, 0, 0, 1), AACHEN: (0, 1, 0, 1, 1), AUGSBURG: (1, 1, 1, 1, 1)}
    chests = [PURPLE] * 18 + [BROWN] * 5
    for region, heights in stacks.items():
        for place, height in enumerate(heights):
            t.under(region, place, *[chests.pop() for _ in range(height)])
    t.begin()
    totals = {region: sum(t.chests_under(region)) for region in stacks}
    assert totals == {MILANO: 4, NIJMEGEN: 3, STRASBOURG: 5, PALERMO: 3, AACHEN: 3, AUGSBURG: 5}
    assert t.happened("second_marker_placed") == [(NIJMEGEN,)]


@pytest.mark.clause("S-9.1", "S-9.16", "S-9.18", "S-9.20", "S-10.9", "S-10.12", "S-10.21")
def test_e34_two_purple_chests_in_one_stack():
    t = Table().turn(YELLOW).privilege(GABI, 16).own(GABI, PURPLE, PURPLE).court(GABI, 3, 0)
    t.at_supply(ONE_ENVOY, PURPLE, POINTS_2, PURPLE).begin()
    assert t.s.piles[0] == 4
    assert t.s.t.victory_points == [12, 10, 8, 6]
    t.act(GABI, SUPPLY)
    t.supply(GABI, ONE_ENVOY)
    assert t.at_court(GABI) == (4, 0)
    assert t.score(GABI) == 4  # orange comes before purple, and privilege 16 adds 2
    assert t.chests_of(GABI) == Counter({PURPLE: 4})
    t.answer(GABI, "trade", 1)
    assert t.score(GABI) == 4 + 12
    t.answer(GABI, "trade", 7)
    assert t.chests_of(GABI) == Counter()
    t.answer(GABI, "extra_envoy", 1)
    assert t.at_court(GABI) == (5, 0)
    assert t.score(GABI) == 16
    assert t.discarded() == Counter({PURPLE: 4, POINTS_2: 1})
    assert t.s.owns(GABI, 1)
    assert t.s.owns(GABI, 7)


COSTS = {  # privileges (A, B, C: 10, 11, 12) and chests (f, c): Aachen#1(5) and Milano#2(4)
    "": ((3, 5), (5, 4)),
    "4": ((3, 3), (5, 3)),
    "5": ((3, 4), (5, 3)),
    "45": ((3, 2), (5, 2)),
    "A": ((1, 5), (1, 4)),
    "B": ((1, 5), (3, 4)),
    "AB": ((0, 5), (0, 4)),
    "C": ((3, 5), (0, 4)),
    "AC": ((1, 5), (0, 4)),
    "f": ((0, 5), (0, 4)),
    "c": ((3, 1), (5, 1)),
    "fc": ((0, 1), (0, 1)),
}
WAYS = {
    AACHEN: [STRASBOURG, PALERMO, AACHEN],
    MILANO: [STRASBOURG, PALERMO, AACHEN, AUGSBURG, MILANO],
}
BEYOND = {
    AACHEN: [AUGSBURG, MILANO, NIJMEGEN, STRASBOURG],
    MILANO: [NIJMEGEN, STRASBOURG, PALERMO],
}


@pytest.mark.clause("S-7.7", "S-7.9", "S-9.10", "S-9.11", "S-9.12", "S-10.7")
@pytest.mark.clause("S-10.13", "S-10.14", "S-10.15", "S-10.16", "S-10.17")
@pytest.mark.parametrize("means", list(COSTS), ids=lambda means: means or "none")
@pytest.mark.parametrize("column", [0, 1], ids=["Aachen#1", "Milano#2"])
def test_e35_cost_table(means, column):
    region, place = ((AACHEN, 1), (MILANO, 2))[column]
    moving, seat = COSTS[means][column]
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 12)
    t.privilege(RUDI, *[{"4": 4, "5": 5, "A": 10, "B": 11, "C": 12}[m] for m in means if m in "45ABC"])
    t.own(RUDI, *[{"f": FREE_MOVEMENT, "c": CHEAP_SEAT}[m] for m in means if m in "fc"]).begin()
    t.act(RUDI, DEPLOY)
    t.deploy(
        *(RUDI, t.office(region, place), "E" * (moving + seat)),
        free=True if "f" in means else None,
        cheap=True if "c" in means else None,
    )
    assert t.at_court(RUDI) == (12 - moving - seat, 0)
    way = WAYS[region][len(WAYS[region]) - moving :]  # 10 pays in the target, 11 from the third region on
    areas = Counter(way + BEYOND[region][: seat - 1])
    assert t.paid(RUDI) == {area: (n, 0) for area, n in areas.items()}


def double_seat(envoys: int, nobles: int = 0) -> Table:
    t = Table().turn(BLUE, deployment=[RED, GREEN]).privilege(BETTINA, 3, 6).court(BETTINA, envoys, nobles)
    return t.under(NIJMEGEN, 3, BROWN).begin().act(BETTINA, DEPLOY)


@pytest.mark.clause("S-7.16", "S-7.18", "S-10.5", "S-10.8")
def test_e36_privileges_3_and_6():
    t = double_seat(4)
    t.deploy(BETTINA, t.office(NIJMEGEN, 3), "EEE").answer(BETTINA, "second_envoy", 1)
    assert t.on_seat(NIJMEGEN, 3) == "2E 2E"
    assert t.paid(BETTINA) == {STRASBOURG: (1, 0), PALERMO: (1, 0)}
    assert t.at_court(BETTINA) == (0, 0)
    assert t.score(BETTINA) == 6
    assert t.chests_of(BETTINA) == Counter([BROWN])


@pytest.mark.clause("S-7.16", "S-7.18", "S-10.5", "S-10.8")
def test_e36_strength_of_two_envoys():
    t = Table().privilege(BETTINA, 3).court(BETTINA, 4).row(NIJMEGEN, KINGS_REGION)
    t.put(RUDI, "N", NIJMEGEN, 0).put(GUENTER, "E", NIJMEGEN, 2)  # strength 2 and 1, further left
    t.turn(BLUE, deployment=[RED, GREEN], last=True).begin().act(BETTINA, DEPLOY)
    t.deploy(BETTINA, t.office(NIJMEGEN, 3), "EEE").answer(BETTINA, "second_envoy", 1)
    assert t.happened("region_scored") == [(NIJMEGEN, RUDI, BETTINA, GUENTER)]


@pytest.mark.clause("S-7.16", "S-7.18", "S-10.5", "S-10.8")
def test_e36_no_envoy_left():
    t = double_seat(3)
    t.deploy(BETTINA, t.office(NIJMEGEN, 3), "EEE")
    assert t.asked != (BETTINA, "second_envoy")
    assert t.on_seat(NIJMEGEN, 3) == "2E"
    assert t.score(BETTINA) == 3


@pytest.mark.clause("S-7.16", "S-7.18", "S-10.5", "S-10.8")
def test_e36_noble_on_the_seat():
    t = double_seat(3, 1)
    t.deploy(BETTINA, t.office(NIJMEGEN, 3), "NEE")
    assert t.asked != (BETTINA, "second_envoy")
    assert t.on_seat(NIJMEGEN, 3) == "2N"
    assert t.at_court(BETTINA) == (1, 0)
    assert t.score(BETTINA) == 3
