"""Region scoring (S-11), region bonuses (S-12) and clean-up (S-13)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.catalogue import ruleset
from pfalz.core.state import NATURE
from pfalz.games.staufer.cleanup import ENOUGH
from pfalz.games.staufer.lookup import (
    BROWN,
    FEWEST_CHESTS,
    FIRST_PLACE,
    KINGS_REGION,
    LEAVE_FIGURE,
    MOST_OCCUPIED,
    PURPLE,
)
from pfalz.games.staufer.scoring import ranking, second_region
from pfalz.games.staufer.state import NO_MARKER
from pfalz.games.staufer.turn import DEPLOY
from tests.games.staufer.table import (
    AACHEN,
    AUGSBURG,
    BETTINA,
    BLUE,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    PALERMO,
    POINTS_5,
    RED,
    RING,
    RUDI,
    STRASBOURG,
    TILE_7_4_3,
    TILE_9_7_5,
    YELLOW,
    Table,
)

# -- which regions, and ranking ---------------------------------------------------------------------


@pytest.mark.clause("S-11.1")
def test_nobles_count_once_for_most_occupied():
    t = Table().row(PALERMO, MOST_OCCUPIED).put(GABI, "N", NIJMEGEN, 0).put(GABI, "E", MILANO, 2, 3)
    assert second_region(t.s) == MILANO
    t.put(RUDI, "E", NIJMEGEN, 1).put(RUDI, "E", NIJMEGEN, 1)  # two on one seat are two
    assert second_region(t.s) == NIJMEGEN


@pytest.mark.clause("S-11.2", "S-R15")
@pytest.mark.parametrize("condition", [FEWEST_CHESTS, MOST_OCCUPIED])
@pytest.mark.parametrize("slot", range(6))
def test_ties_start_with_the_kings_region_itself(condition, slot):
    t = Table().king(RING[slot]).row(PALERMO, condition).round_over().begin()
    assert t.happened("second_marker_placed") == [(RING[slot],)]  # all regions are equal


@pytest.mark.clause("S-17.4", "S-11.1")
def test_the_preview_has_no_effect():
    t = Table().row(PALERMO, MOST_OCCUPIED).put(GABI, "E", MILANO, 2).turn(RED, deployment=[BLUE, GREEN])
    t.privilege(RUDI, 3).court(RUDI, 9).begin()
    assert second_region(t.s) == MILANO
    t.act(RUDI, DEPLOY).deploy(RUDI, t.office(NIJMEGEN, 3), "EEE").answer(RUDI, "second_envoy", 1)
    assert second_region(t.s) == NIJMEGEN
    assert t.s.second_marker == NO_MARKER
    assert t.happened("region_scored", "second_marker_placed") == []


@pytest.mark.clause("S-11.4")
def test_both_regions_are_fixed_before_any_scoring():
    # chests are counted before Aachen is scored: in Augsburg lies one, so Milano is next
    t = Table().row(AACHEN, FEWEST_CHESTS).king(AUGSBURG).round_over().put(RUDI, "E", AACHEN, 1)
    t.under(AUGSBURG, 1, BROWN).begin()
    assert t.asked == (NATURE, "bonus_chests")
    assert t.s.second_marker == MILANO
    t.under(AUGSBURG, 1)  # whatever changes now
    t.s.discard_pile[BROWN] += 1
    t.nature("bonus_chests", *[PURPLE] * 4)
    assert [args[0] for args in t.happened("region_scored")] == [AACHEN, MILANO]


@pytest.mark.clause("S-11.5", "S-11.6", "S-11.7", "S-11.8", "S-R14")
@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=10))
def test_the_ranking_is_strict(figures):
    t = STRICT
    t.s.left, t.s.right = [-1] * t.s.t.seats, [-1] * t.s.t.seats
    for i, (seat, kind) in enumerate(figures):  # fills the seats of Milano from the left, two on each
        t.put(seat, "EEEN"[kind], MILANO, i // 2)
    ranks = ranking(t.s, MILANO)
    assert sorted(ranks) == sorted({seat for seat, _ in figures})
    for better, worse in pairwise(ranks):
        strength = [sum(1 + (kind == 3) for seat, kind in figures if seat == who) for who in (better, worse)]
        first = [[seat for seat, _ in figures].index(who) for who in (better, worse)]
        assert strength[0] > strength[1] or (strength[0] == strength[1] and first[0] < first[1])


STRICT = Table()


# -- points and bonuses -----------------------------------------------------------------------------


@pytest.mark.clause("S-11.9", "S-11.11", "S-11.12", "S-10.19", "S-10.20")
def test_tile_then_privileges_then_bonus():
    t = Table().row(PALERMO, MOST_OCCUPIED).tile(PALERMO, TILE_7_4_3).round_over()
    t.put(RUDI, "E", PALERMO, 0).put(GABI, "E", PALERMO, 2).privilege(RUDI, 14, 15).privilege(
        GABI, 14
    ).begin()
    points = t.happened("points_scored")
    sources = [source for _, _, source in points]
    assert sources == sorted(sources, key=[0, 2, 1].index)  # tile, privileges, bonus
    assert [args[:2] for args in points] == [
        *((RUDI, 7), (GABI, 4)),
        *((RUDI, 3), (RUDI, 2), (GABI, 2)),
        *((RUDI, 3), (GABI, 1)),
    ]


@pytest.mark.clause("S-11.13")
def test_point_tiles_stay_for_the_whole_game():
    rules = ruleset("staufer", 4)
    s = rules.start()
    rng = Random(3)
    tiles: list[int] = []
    while not s.over:
        ask = rules.asks(s)[0]
        rules.apply(s, ask.seat, ask.random_answer(s, rng))
        if ask.name == "point_tiles":
            tiles = list(s.point_tile)
        if tiles:
            assert s.point_tile == tiles


@pytest.mark.clause("S-10.20", "S-11.5")
def test_presence_needs_a_figure_on_a_seat():
    t = Table().row(STRASBOURG, MOST_OCCUPIED).round_over().put(RUDI, "E", STRASBOURG, 1, 2)
    t.put(GUENTER, "E", STRASBOURG, 3).put(BETTINA, "E", STRASBOURG, 4).put(GABI, "E", MILANO, 0)
    t.pay(GABI, STRASBOURG, 2).privilege(GABI, 15).privilege(BETTINA, 15).begin()
    assert t.s.points[BETTINA * 9 + 2] == 2
    assert t.score(GABI) == 0


@pytest.mark.clause("S-12.1", "S-18.3", "S-12.7")
@pytest.mark.parametrize("players", [2, 4])
def test_augsburg_the_other_chest_goes_to_rank_2(players):
    t = Table(players).row(AUGSBURG, MOST_OCCUPIED).round_over()
    t.put(GUENTER, "E", AUGSBURG, 1).put(RUDI, "E", AUGSBURG, 2)
    if players == 4:
        t.put(GABI, "E", AUGSBURG, 3)
    t.begin().nature("bonus_chests", BROWN, FIRST_PLACE)
    t.answer(GUENTER, "bonus_chest", FIRST_PLACE)
    assert t.chests_of(GUENTER) == Counter([FIRST_PLACE])
    assert t.chests_of(RUDI) == Counter([BROWN])  # not asked: only one is left
    assert t.discarded() == Counter()
    assert t.asked == (NATURE, "refill")


@pytest.mark.clause("S-12.2", "S-18.3")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_aachen_a_chest_for_every_player_in_the_game(players):
    t = Table(players).row(AACHEN, MOST_OCCUPIED).round_over()
    t.put(1, "N", AACHEN, 0).put(0, "E", AACHEN, 1)
    if players > 2:
        t.put(2, "E", AACHEN, 2)
    takers = [1, 0, 2][: min(players, 3)]
    t.begin().nature("bonus_chests", *range(8, 8 + players))
    for seat in takers[:-1] if players < 4 else takers:
        t.answer(seat, "bonus_chest", 8 + seat)
    for seat in takers:
        assert t.chests_of(seat) == Counter([8 + seat])
    assert t.discarded() == Counter(range(8 + len(takers), 8 + players))


@pytest.mark.clause("S-12.3", "S-12.7")
def test_strasbourg_serves_rank_2_with_two_players():
    t = Table(2).row(STRASBOURG, MOST_OCCUPIED).round_over()
    t.put(RUDI, "E", STRASBOURG, 1).put(GUENTER, "E", STRASBOURG, 2).begin()
    assert (t.at_court(RUDI), t.at_court(GUENTER)) == ((6, 1), (5, 1))
    assert t.score(GUENTER) == 0


@pytest.mark.clause("S-12.4")
def test_nijmegen_gives_an_envoy_to_every_participant():
    t = Table().row(NIJMEGEN, MOST_OCCUPIED).round_over().put(RUDI, "E", NIJMEGEN, 1)
    t.put(GUENTER, "E", NIJMEGEN, 2).put(BETTINA, "E", NIJMEGEN, 3).put(GABI, "E", NIJMEGEN, 4).begin()
    assert [t.at_court(seat) for seat in range(4)] == [(5, 1)] * 4


@pytest.mark.clause("S-12.5")
def test_palermo_3_and_1():
    t = Table().row(PALERMO, MOST_OCCUPIED).tile(PALERMO, TILE_9_7_5).round_over()
    t.put(RUDI, "E", PALERMO, 0).put(GUENTER, "E", PALERMO, 2).put(GABI, "E", PALERMO, 3).begin()
    assert t.scores() == [9 + 3, 7 + 1, 0, 5]


@pytest.mark.clause("S-12.6")
def test_milano_2_for_every_participant():
    t = Table().row(MILANO, MOST_OCCUPIED).tile(MILANO, TILE_9_7_5).round_over().put(RUDI, "E", MILANO, 0)
    t.put(GUENTER, "E", MILANO, 2).put(BETTINA, "E", MILANO, 3).put(GABI, "E", MILANO, 4).begin()
    assert t.scores() == [11, 9, 7, 2]


@pytest.mark.clause("S-12.8", "S-12.9", "S-10.21")
def test_a_bonus_chest_of_the_last_round_works_like_any_other():
    t = Table().last_round().row(AUGSBURG, MOST_OCCUPIED).round_over().put(RUDI, "E", AUGSBURG, 1)
    t.privilege(RUDI, 16).begin().nature("bonus_chests", POINTS_5, BROWN)
    t.answer(RUDI, "bonus_chest", POINTS_5)
    assert t.s.over
    assert t.result(RUDI)["chests"] == 5
    assert t.result(RUDI)["privileges"] == 2


@pytest.mark.clause("S-R23", "S-11.10")
def test_an_empty_region_is_still_refilled():
    t = Table().row(AACHEN, KINGS_REGION).king(AUGSBURG).round_over().begin()
    assert t.asked == (NATURE, "refill")  # no chests are turned up for a bonus
    assert t.scores() == [0] * 4
    t.let_nature()
    assert t.chests_under(AACHEN) == t.chests_under(AUGSBURG) == [1] * 5


# -- clean-up ---------------------------------------------------------------------------------------


@pytest.mark.clause("S-13.1", "S-18.5")
def test_order_of_the_clean_up():
    t = Table().row(STRASBOURG, KINGS_REGION).put(RUDI, "E", STRASBOURG, 1).pay(RUDI, STRASBOURG, 1)
    t.own(RUDI, LEAVE_FIGURE).round_over().begin().answer(RUDI, "leave", ENOUGH).let_nature()
    assert t.s.trace is not None
    names = [kind.name for kind, _ in t.s.trace if kind.name not in ("region_scored", "points_scored")]
    assert names[names.index("seats_cleared") :] == [
        *("seats_cleared", "seats_cleared", "chests_refilled"),
        *("king_moved", "payment_returned", "turn_order_set", "round_begun"),
    ]


@pytest.mark.clause("S-13.2", "S-13.3", "S-13.8")
def test_only_scored_regions_are_cleared_and_refilled():
    t = Table().row(STRASBOURG, KINGS_REGION, 1).round_over()
    for region in RING:
        t.put(GABI, "E", region, 2)
    t.pay(GABI, AUGSBURG, 1).pay(GABI, NIJMEGEN, 0, 1).begin().let_nature()
    for region in RING:
        scored = region in (STRASBOURG, NIJMEGEN)
        assert t.on_seat(region, 2) == ("" if scored else "3E")
        assert t.chests_under(region) == [int(scored)] * len(t.s.t.region_seats[region])
    assert t.paid(GABI) == {AUGSBURG: (1, 0), NIJMEGEN: (0, 1)}  # payment areas stay


@pytest.mark.clause("S-13.4", "S-18.4")
@pytest.mark.parametrize("starter", range(4))
def test_leaving_is_asked_clockwise_from_the_start_player(starter):
    t = Table().row(NIJMEGEN, MOST_OCCUPIED).round_over()
    t.s.starter = starter
    for seat in range(4):
        t.own(seat, LEAVE_FIGURE).put(seat, "E", NIJMEGEN, 1 + seat)
    t.begin()
    for seat in [(starter + i) % 4 for i in range(4)]:
        assert t.options() == [ENOUGH, 2 * t.office(NIJMEGEN, 1 + seat)]
        t.answer(seat, "leave", 2 * t.office(NIJMEGEN, 1 + seat))
    assert [t.on_seat(NIJMEGEN, place) for place in range(1, 5)] == ["0E", "1E", "2E", "3E"]


@pytest.mark.clause("S-13.4")
def test_nothing_is_asked_without_chest_or_figure():
    t = (
        Table()
        .row(NIJMEGEN, MOST_OCCUPIED)
        .round_over()
        .put(RUDI, "E", NIJMEGEN, 1)
        .put(GABI, "E", MILANO, 0)
    )
    t.own(GABI, LEAVE_FIGURE).begin()
    assert t.asked == (NATURE, "refill")


@pytest.mark.clause("S-13.5")
def test_a_figure_left_alone_stands_in_the_left_place():
    t = (
        Table()
        .row(STRASBOURG, MOST_OCCUPIED, 1)
        .own(GABI, LEAVE_FIGURE)
        .privilege(BETTINA, 2)
        .court(BETTINA, 9)
    )
    t.put(RUDI, "E", STRASBOURG, 1).put(GABI, "E", STRASBOURG, 1).round_over(supply=[BLUE]).begin()
    t.answer(GABI, "leave", 2 * t.office(STRASBOURG, 1) + 1).let_nature()
    assert t.on_seat(STRASBOURG, 1) == "3E"
    assert t.s.left[t.office(STRASBOURG, 1)] == 2 * GABI
    t.act(BETTINA, DEPLOY).deploy(BETTINA, t.office(STRASBOURG, 1), "EEEEE")
    assert t.on_seat(STRASBOURG, 1) == "3E 2E"


@pytest.mark.clause("S-13.6", "S-13.7", "S-R30", "S-R22")
def test_order_of_refilling():
    t = Table().row(PALERMO, KINGS_REGION).own(RUDI, LEAVE_FIGURE).put(RUDI, "E", PALERMO, 0).round_over()
    t.begin().answer(RUDI, "leave", 2 * t.office(PALERMO, 0))
    chests = [*[FIRST_PLACE] * 4, *[BROWN] * 5, *[PURPLE] * 5]
    t.nature("refill", *chests)
    assert [t.s.under_seat[office] for office in t.s.t.region_seats[PALERMO]] == [(FIRST_PLACE,)] * 4
    assert [t.s.under_seat[office] for office in t.s.t.region_seats[NIJMEGEN]] == [(BROWN,)] * 5
    assert t.s.under_supply == [(PURPLE,)] * 5
    assert t.on_seat(PALERMO, 0) == "0E"


@pytest.mark.clause("S-13.9", "S-13.10", "S-13.11")
@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize("slot", [0, 4])
def test_the_king_goes_clockwise(slot, steps):
    t = Table().king(RING[slot]).row(MILANO, KINGS_REGION, steps).round_over()
    for region in RING:
        t.pay(YELLOW, region, 1).put(GABI, "E", region, 2)
    t.court(GABI, 0, 0).begin().play_on("action")
    entered = [RING[(slot + i) % 6] for i in range(1, steps + 1)]
    assert t.s.kings_region() == entered[-1]
    assert set(t.paid(GABI)) == set(RING) - set(entered)
    standing = {region for region in RING if t.on_seat(region, 2)}
    assert standing == set(RING) - {MILANO, RING[slot]}  # scored ones were cleared, the king touches none
