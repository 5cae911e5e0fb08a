"""End of the game (S-14), job cards (S-15) and winner (S-16)."""

from __future__ import annotations

import pytest

from pfalz.games.staufer.lookup import BROWN, CHEAP_SEAT, FREE_MOVEMENT, KINGS_REGION, LEAVE_FIGURE, PURPLE
from pfalz.games.staufer.turn import DEPLOY
from tests.games.staufer.table import (
    AACHEN,
    ALL_SEATS,
    AUGSBURG,
    BETTINA,
    BLUE,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    PAIR_ADJACENT,
    PAIR_GAP,
    PAIRS,
    PALERMO,
    RED,
    RUDI,
    SEATS_3,
    SEATS_4,
    SEATS_5,
    SERIES,
    STRASBOURG,
    TRIPLE_MIXED,
    YELLOW,
    Table,
)


def end(players: int = 4) -> Table:
    """Round 5 is over; Palermo and Nijmegen are scored, and only empty there unless a test wants it so."""
    return Table(players).last_round().row(PALERMO, KINGS_REGION).round_over()


@pytest.mark.clause("S-14.1", "S-14.3", "S-14.4", "S-14.5")
def test_order_of_the_final_scoring():
    t = end().put(RUDI, "E", AACHEN, 3).jobs(RUDI, AACHEN, PAIR_GAP, SEATS_3)
    t.own(RUDI, BROWN, PURPLE, LEAVE_FIGURE).privilege(RUDI, 4, 13).begin()
    assert t.s.over
    assert t.on_seat(AACHEN, 3) == "0E"  # figures on seats stay
    scored = [(n, source) for seat, n, source in t.happened("points_scored") if seat == RUDI and n]
    assert scored == [(12, 4), (3, 6), (2, 7), (2, 8)]  # region job, seat job, brown, leftovers
    assert t.result(RUDI) == {"region_job": 12, "seat_job": 3, "brown": 2, "leftovers": 2}


@pytest.mark.clause("S-14.5")
def test_privileges_give_nothing_at_the_end():
    t = end().privilege(RUDI, *range(1, 17)).begin()
    assert t.score(RUDI) == 0


@pytest.mark.clause("S-14.2", "S-R26", "S-15.1", "S-11.6")
def test_figures_in_payment_areas_do_not_count():
    t = end().jobs(RUDI, AACHEN, PAIR_ADJACENT, ALL_SEATS).pay(RUDI, AACHEN, 5, 1).pay(RUDI, AUGSBURG, 2)
    t.court(RUDI, 4, 1).begin()
    assert t.score(RUDI) == 0
    assert t.paid(RUDI) == {}
    assert t.in_province(RUDI) == (11, 2)
    assert t.at_court(RUDI) == (4, 1)


@pytest.mark.clause("S-15.1", "S-10.6")
@pytest.mark.parametrize(
    ("job", "points"), [(SEATS_5, 7), (ALL_SEATS, 6), (PAIRS, 8)], ids=["number", "all", "pair"]
)
def test_a_doubly_occupied_seat_counts_as_two(job, points):
    t = end().jobs(RUDI, PALERMO, PAIR_ADJACENT, job).put(RUDI, "E", AACHEN, 1).put(RUDI, "E", AACHEN, 1)
    assert t.begin().result(RUDI)["seat_job"] == points


@pytest.mark.clause("S-15.1", "S-15.4", "S-10.6")
def test_two_figures_on_a_seat_serve_two_patterns_each_for_its_owner():
    t = end().jobs(RUDI, PALERMO, PAIR_ADJACENT, SERIES).jobs(GABI, PALERMO, PAIR_ADJACENT, SEATS_5)
    t.put(RUDI, "E", AACHEN, 1).put(GABI, "E", AACHEN, 1).put(RUDI, "E", AUGSBURG, 1).put(
        RUDI, "E", AUGSBURG, 1
    )
    t.begin()
    assert t.result(RUDI)["pattern_job"] == 7
    assert t.result(GABI)["seat_job"] == 3


@pytest.mark.clause("S-15.2")
@pytest.mark.parametrize(("players", "second"), [(2, 0), (3, 6), (4, 6), (5, 6)])
def test_region_job(players, second):
    t = end(players).put(0, "N", AUGSBURG, 0).put(1, "E", AUGSBURG, 1)
    for seat in range(players):
        t.jobs(seat, AUGSBURG, PAIR_GAP, SERIES)
    if players > 2:
        t.put(2, "E", AUGSBURG, 2)
    t.begin()
    assert [t.result(seat).get("region_job", 0) for seat in range(players)] == [12, second, 0, 0, 0][:players]


@pytest.mark.clause("S-15.2", "S-17.3")
def test_the_option_for_second_place_leaves_the_region_job_alone():
    t = Table(2, options={"two_player_second_place": True}).last_round().row(PALERMO, KINGS_REGION)
    t.round_over().put(0, "N", AUGSBURG, 0).put(1, "E", AUGSBURG, 1).jobs(1, AUGSBURG, PAIR_GAP, SERIES)
    assert t.begin().result(1) == {}


@pytest.mark.clause("S-15.3")
@pytest.mark.parametrize("shape", [(0, 1, 3), (0, 2, 3), (1, 2, 4), (2, 4, 5), (5, 0, 2)], ids=str)
def test_patterns_turn_and_mirror(shape):
    t = end().jobs(RUDI, PALERMO, TRIPLE_MIXED, SERIES)
    for slot in shape:
        t.put(RUDI, "E", t.s.ring[slot], 2)
    assert t.begin().result(RUDI)["pattern_job"] == 12


@pytest.mark.clause("S-15.5")
def test_a_noble_is_one_figure_in_a_pattern():
    t = end().jobs(RUDI, PALERMO, PAIR_ADJACENT, SERIES)
    t.put(RUDI, "N", AACHEN, 0).put(RUDI, "N", AUGSBURG, 0)
    assert t.begin().result(RUDI)["pattern_job"] == 7


@pytest.mark.clause("S-15.6", "S-R12")
@pytest.mark.parametrize(("job", "number"), [(SEATS_3, 3), (SEATS_4, 4), (SEATS_5, 5)])
def test_seats_with_a_number(job, number):
    for count, points in enumerate([0, 3, 7, 12, 17, 22]):
        t = end().jobs(GABI, PALERMO, PAIR_GAP, job)
        seats = [o for o, n in enumerate(t.s.t.seat_number) if n == number and not t.s.t.noble_only[o]]
        for office in seats[:count]:
            t.s.left[office] = 2 * GABI
        t.s.left[t.office(PALERMO, 0)] = 2 * GABI  # another number does not count
        assert t.begin().result(GABI).get("seat_job", 0) == points


@pytest.mark.clause("S-15.7", "S-R13")
def test_all_own_seats():
    t = end().jobs(RUDI, PALERMO, PAIR_GAP, ALL_SEATS)
    t.put(RUDI, "E", AACHEN, 1, 2, 3).put(RUDI, "E", MILANO, 0).put(RUDI, "N", AUGSBURG, 0)
    t.put(GABI, "E", AACHEN, 1)
    assert t.begin().result(RUDI)["seat_job"] == 15


@pytest.mark.clause("S-15.8", "S-15.10")
def test_pairs_of_nobles_and_envoys_in_any_regions():
    t = end().jobs(RUDI, PALERMO, PAIR_GAP, PAIRS)
    t.put(RUDI, "N", AACHEN, 0).put(RUDI, "N", STRASBOURG, 0).put(RUDI, "E", MILANO, 0)
    assert t.begin().result(RUDI)["seat_job"] == 8  # two sixes; the five is alone


@pytest.mark.clause("S-15.10")
@pytest.mark.parametrize(("job", "points"), [(SEATS_5, 3), (ALL_SEATS, 3), (PAIRS, 0), (SERIES, 0)])
def test_a_noble_is_one_figure_for_red_cards(job, points):
    t = end().jobs(RUDI, PALERMO, PAIR_GAP, job).put(RUDI, "N", AACHEN, 1)
    assert t.begin().result(RUDI).get("seat_job", 0) == points


@pytest.mark.clause("S-15.11")
def test_the_printed_number_counts():
    t = Table().last_round().row(PALERMO, KINGS_REGION).jobs(RUDI, PALERMO, PAIR_GAP, SEATS_5)
    t.own(RUDI, FREE_MOVEMENT, CHEAP_SEAT).privilege(RUDI, 4).court(RUDI, 1)
    t.turn(RED, deployment=[GREEN, BLUE], last=True).begin()
    t.act(RUDI, DEPLOY).deploy(RUDI, t.office(AACHEN, 1), "E", free=True, cheap=True)
    assert t.result(RUDI)["seat_job"] == 3


@pytest.mark.clause("S-16.1", "S-16.4")
def test_the_highest_score_wins():
    t = end().points(RUDI, 40).points(GUENTER, 60).points(BETTINA, 50).points(GABI, 10)
    t.court(GABI, 9, 3).begin()
    assert t.rules.outcome(t.s).scores == (40, 60, 50, 10)
    assert t.rules.outcome(t.s).places == (3, 1, 2, 4)


@pytest.mark.clause("S-16.2", "S-16.4", "S-R26")
def test_then_the_fuller_court():
    t = end().court(RUDI, 0, 3).court(GUENTER, 4, 0).court(BETTINA, 1, 1).court(GABI, 3, 2)
    t.pay(BETTINA, AACHEN, 9).begin()  # payment figures do not help
    assert t.rules.outcome(t.s).scores == (0, 0, 0, 0)
    assert t.rules.outcome(t.s).places == (3, 2, 4, 1)
    assert [tie["court"] for tie in t.rules.outcome(t.s).ties] == [3, 4, 2, 5]


@pytest.mark.clause("S-16.3", "S-16.4", "S-R25")
def test_then_the_action_tracks():
    t = end().tracks([], [BLUE, BLUE, RED], [GREEN, GREEN, YELLOW, BLUE, YELLOW, GREEN, YELLOW, RED, RED])
    t.begin()
    # blue and red stand on the supply track; the deployment track is read from its top
    assert t.rules.outcome(t.s).places == (2, 4, 1, 3)
    assert [tie["tracks"] for tie in t.rules.outcome(t.s).ties] == [3, 7, 1, 6]
    assert t.s.supply_track == [BLUE, BLUE, RED]


@pytest.mark.clause("S-14.2", "S-1.17")
def test_region_scoring_comes_before_the_final_scoring():
    t = end().put(GABI, "E", NIJMEGEN, 1).jobs(GABI, NIJMEGEN, PAIR_GAP, SEATS_5).begin()
    result = t.result(GABI)
    assert set(result) == {"regions", "region_job", "seat_job"}
    assert t.at_court(GABI) == (5, 1)  # with the bonus of Nijmegen
