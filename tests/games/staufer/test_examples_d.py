"""Worked examples S-E37 to S-E44: clean-up, bonuses, two and three players, patterns, the end."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.games.staufer.cleanup import ENOUGH
from pfalz.games.staufer.lookup import (
    BROWN,
    CHEAP_SEAT,
    FIRST_PLACE,
    KINGS_REGION,
    LEAVE_FIGURE,
    MOST_OCCUPIED,
    OTHER_CHEST,
    PURPLE,
)
from pfalz.games.staufer.turn import DEPLOY
from tests.games.staufer.table import (
    AACHEN,
    AUGSBURG,
    BETTINA,
    BLUE,
    ENVOYS_1,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    PAIR_ADJACENT,
    PAIR_OPPOSITE,
    PALERMO,
    POINTS_4,
    POINTS_5,
    RED,
    RING,
    RUDI,
    SERIES,
    STRASBOURG,
    TILE_8_6_4,
    TILE_9_7_5,
    TRIPLE_ADJACENT,
    TRIPLE_ALTERNATING,
    TRIPLE_MIXED,
    YELLOW,
    Table,
)


@pytest.mark.clause("S-9.13", "S-10.18", "S-13.2", "S-13.4", "S-13.6", "S-10.3", "S-R22")
def test_e37_leave_a_figure_homecoming_refill():
    t = Table().row(STRASBOURG, MOST_OCCUPIED, 1).round_over(supply=[RED])
    t.put(GUENTER, "E", STRASBOURG, 1, 3).put(GUENTER, "N", STRASBOURG, 2).put(RUDI, "E", STRASBOURG, 4)
    t.privilege(GUENTER, 13).own(GUENTER, LEAVE_FIGURE).privilege(RUDI, 2)
    t.court(GUENTER, 0, 0).court(RUDI, 5, 0).begin()
    gained = t.at_court(GUENTER)  # two envoys for the first rank in Strasbourg
    assert gained == (2, 0)
    provinces = t.in_province(GUENTER), t.in_province(RUDI)
    noble = 2 * t.office(STRASBOURG, 2)
    own = [2 * t.office(STRASBOURG, place) for place in (1, 2, 3)]
    assert t.options() == [ENOUGH, *own]
    t.answer(GUENTER, "leave", noble)
    assert [t.on_seat(STRASBOURG, place) for place in range(5)] == ["", "", "1N", "", ""]
    assert t.at_court(GUENTER) == (4, 0)
    assert t.in_province(GUENTER) == provinces[0]
    assert t.in_province(RUDI) == (provinces[1][0] + 1, provinces[1][1])
    assert t.discarded() == Counter([LEAVE_FIGURE])
    t.nature("refill", *[BROWN] * 5, *[PURPLE] * 5)
    assert t.chests_under(STRASBOURG) == [1] * 5
    # next round: the king stands in Strasbourg, a 5 costs 5, and the chest is taken
    t.act(RUDI, DEPLOY)
    before = sum(t.at_court(RUDI))
    t.deploy(RUDI, t.office(STRASBOURG, 2), "EEEEE")
    assert sum(t.at_court(RUDI)) == before - 5
    assert t.on_seat(STRASBOURG, 2) == "1N 0E"
    assert t.chests_of(RUDI) == Counter([BROWN])


@pytest.mark.clause("S-12.1")
@pytest.mark.parametrize("taken", [BROWN, FIRST_PLACE], ids=["brown", "turquoise"])
def test_e38_augsburg_with_one_participant(taken):
    t = Table().row(AUGSBURG, MOST_OCCUPIED).round_over().put(RUDI, "E", AUGSBURG, 2).begin()
    t.nature("bonus_chests", BROWN, FIRST_PLACE)
    assert sorted(t.options() or []) == sorted([BROWN, FIRST_PLACE])
    t.answer(RUDI, "bonus_chest", taken)
    assert t.chests_of(RUDI) == Counter([taken])
    assert t.discarded() == Counter([BROWN, FIRST_PLACE]) - Counter([taken])


@pytest.mark.clause("S-12.1")
def test_e38_nobody_there():
    t = Table().row(AUGSBURG, KINGS_REGION).round_over().begin()
    assert t.happened("region_scored") == [(AUGSBURG,), (NIJMEGEN,)]
    assert t.asked == (-1, "refill")
    assert sum(t.s.draw_pile) == 72


@pytest.mark.clause("S-12.2", "S-12.8", "S-9.16")
def test_e39_aachen_with_two_participants():
    t = Table().row(AACHEN, MOST_OCCUPIED).round_over()
    t.put(GABI, "N", AACHEN, 0).put(GUENTER, "E", AACHEN, 1).own(GABI, PURPLE).privilege(GUENTER, 16)
    t.begin()
    before = t.scores()
    t.nature("bonus_chests", PURPLE, POINTS_4, BROWN, OTHER_CHEST)
    t.answer(GABI, "bonus_chest", PURPLE)
    t.answer(GABI, "trade", 4)  # before Günter chooses
    assert t.s.owns(GABI, 4)
    t.answer(GUENTER, "bonus_chest", POINTS_4)
    assert t.score(GUENTER) == before[GUENTER] + 6
    assert t.asked == (-1, "refill")
    assert t.discarded() == Counter([PURPLE, PURPLE, POINTS_4, BROWN, OTHER_CHEST])


@pytest.mark.clause("S-3.8", "S-11.9", "S-12.5", "S-12.7", "S-10.19", "S-10.20", "S-17.3", "S-R3")
@pytest.mark.parametrize(
    ("owners", "second_place", "points"),
    [
        ((RUDI, GUENTER), False, [14, 3]),
        ((GUENTER, GUENTER), False, [11, 3]),
        ((RUDI, GUENTER), True, [14, 9]),
        ((GUENTER, GUENTER), True, [11, 9]),
    ],
    ids=["one each", "both Günter", "one each, option", "both Günter, option"],
)
def test_e40_two_players(owners, second_place, points):
    options = {"two_player_second_place": second_place}
    t = Table(2, privileges=[1, 2, 3, 4, 14, 15], options=options)
    assert t.s.piles[13] == t.s.piles[14] == 1
    t.row(PALERMO, MOST_OCCUPIED).tile(PALERMO, TILE_8_6_4).round_over()
    t.privilege(owners[0], 14).privilege(owners[1], 15)
    t.put(RUDI, "N", PALERMO, 1).put(GUENTER, "E", PALERMO, 0).begin()
    assert t.happened("region_scored") == [(PALERMO, RUDI, GUENTER)]
    assert t.scores() == points


@pytest.mark.clause("S-11.9", "S-10.19", "S-12.6")
def test_e41_three_players_third_place():
    t = Table(3).row(MILANO, MOST_OCCUPIED).tile(MILANO, TILE_9_7_5).round_over().privilege(BETTINA, 14)
    t.put(RUDI, "N", MILANO, 1).put(GUENTER, "E", MILANO, 0).put(BETTINA, "E", MILANO, 2).begin()
    assert t.happened("region_scored") == [(MILANO, RUDI, GUENTER, BETTINA)]
    assert t.scores() == [11, 9, 3]


@pytest.mark.clause("S-15.3", "S-15.4")
@pytest.mark.parametrize(
    ("job", "figures", "points"),
    [
        (PAIR_ADJACENT, (1, 1, 1, 1, 0, 0), 14),
        (TRIPLE_MIXED, (1, 1, 1, 1, 1, 1), 24),
        (TRIPLE_ALTERNATING, (2, 1, 1, 0, 2, 3), 15),
        (PAIR_OPPOSITE, (2, 0, 1, 3, 0, 2), 27),
        (TRIPLE_ADJACENT, (1, 2, 2, 1, 0, 0), 26),
    ],
    ids=["a", "b", "c", "d", "e"],
)
def test_e42_best_use_of_figures_for_patterns(job, figures, points):
    t = Table().last_round().round_over().jobs(RUDI, PALERMO, job, SERIES)
    for region, count in zip(RING, figures, strict=True):
        free = [place for place in range(4) if not t.s.t.noble_only[t.office(region, place)]]
        t.put(RUDI, "E", region, *free[:count])
    t.begin().play_on()
    assert t.result(RUDI)["pattern_job"] == points


@pytest.mark.clause("S-14.2", "S-16.2", "S-16.3")
def test_e43_final_tie():
    t = Table().last_round().points(RUDI, 98).points(GABI, 98)
    t.court(RUDI, 3, 1).court(GABI, 4, 0).pay(RUDI, AACHEN, 2).pay(RUDI, MILANO, 1)
    t.tracks([], [BLUE, YELLOW, RED, BLUE, GREEN], [BLUE, GREEN, YELLOW, RED, GREEN, YELLOW, RED]).begin()
    assert t.s.over
    assert t.scores() == [98, 0, 0, 98]
    assert sum(t.at_court(RUDI)) == sum(t.at_court(GABI)) == 4
    assert t.paid(RUDI) == {}
    assert t.in_province(RUDI) == (12, 2)
    places = t.rules.outcome(t.s).places
    assert (places[GABI], places[RUDI]) == (1, 2)


@pytest.mark.clause("S-9.4", "S-9.5", "S-13.6", "S-13.7")
def test_e44_the_chests_run_out():
    t = Table().king(MILANO).row(STRASBOURG, KINGS_REGION).round_over()
    discard = [PURPLE] * 5 + [ENVOYS_1, POINTS_5, POINTS_4, OTHER_CHEST]
    t.piles([BROWN, BROWN, CHEAP_SEAT, FIRST_PLACE], discard, rest=BETTINA).begin()
    assert (sum(t.s.draw_pile), sum(t.s.discard_pile)) == (4, 9)
    four = [BROWN, FIRST_PLACE, BROWN, CHEAP_SEAT]
    assert t.options(*four[:3]) == [CHEAP_SEAT]  # the old pile first
    assert sorted(t.options(*four) or []) == sorted(set(discard))
    t.nature("refill", *four, *discard)
    offices = t.s.t.region_seats
    assert [t.s.under_seat[office] for office in offices[STRASBOURG]] == [
        *((kind,) for kind in four),
        (discard[0],),
    ]
    assert [t.s.under_seat[office] for office in offices[MILANO]] == [(kind,) for kind in discard[1:6]]
    assert t.s.under_supply == [*((kind,) for kind in discard[6:]), (), ()]
    assert sum(t.s.draw_pile) == sum(t.s.discard_pile) == 0
