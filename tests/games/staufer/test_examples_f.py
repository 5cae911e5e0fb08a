"""Worked example S-E50: a whole round with two players."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.games.staufer.lookup import BROWN, CHEAP_SEAT, FREE_MOVEMENT, LEAVE_FIGURE, MOST_OCCUPIED, PURPLE
from pfalz.games.staufer.state import NO_MARKER
from pfalz.games.staufer.turn import DEPLOY, SUPPLY
from tests.games.staufer.table import (
    AACHEN,
    AUGSBURG,
    ENVOY_AND_NOBLE,
    ENVOYS_2,
    GREEN,
    MILANO,
    NIJMEGEN,
    ONE_NOBLE,
    PALERMO,
    POINTS_4,
    RED,
    STRASBOURG,
    TILE_7_4_3,
    TILE_9_7_5,
    TWO_ENVOYS,
    Table,
)


def start() -> Table:
    t = Table(2, options={"privilege_set": "first_game"}).row(PALERMO, MOST_OCCUPIED, 2)
    t.tile(PALERMO, TILE_9_7_5).tile(NIJMEGEN, TILE_7_4_3)
    for space, kind in enumerate((BROWN, PURPLE, ENVOYS_2, FREE_MOVEMENT)):
        t.at_supply(space, kind)
    others = [BROWN] * 5 + [PURPLE] * 9 + [CHEAP_SEAT] * 3
    t.under(NIJMEGEN, 0, PURPLE).under(NIJMEGEN, 1, BROWN).under(NIJMEGEN, 2, POINTS_4)
    t.under(PALERMO, 2, LEAVE_FIGURE)
    for office in range(t.s.t.seats):
        if not t.s.under_seat[office]:
            t.s.under_seat[office] = (others.pop(),)
    assert others == []
    return t.begin()


@pytest.mark.clause("S-4.1", "S-4.2", "S-4.3", "S-5.3", "S-5.4", "S-5.5", "S-5.6")
@pytest.mark.clause("S-6.1", "S-6.2", "S-6.3", "S-6.4")
@pytest.mark.clause("S-7.1", "S-7.2", "S-7.3", "S-7.4", "S-7.5", "S-7.6", "S-7.7", "S-7.8", "S-7.9")
@pytest.mark.clause("S-7.10", "S-7.11", "S-7.12", "S-7.13", "S-7.14", "S-7.15", "S-7.16", "S-7.17")
@pytest.mark.clause("S-8.1", "S-9.6", "S-9.13", "S-9.16")
@pytest.mark.clause("S-11.1", "S-11.4", "S-11.5", "S-11.6", "S-11.7", "S-11.8", "S-11.9", "S-12.4", "S-12.5")
@pytest.mark.clause("S-13.1", "S-13.2", "S-13.3", "S-13.4", "S-13.5", "S-13.6", "S-13.7", "S-13.8")
@pytest.mark.clause("S-13.9", "S-13.10", "S-13.11", "S-13.12", "S-13.13")
def test_e50_a_whole_round_with_two_players():
    t = start()
    assert all(t.at_court(seat) == (4, 1) and t.in_province(seat) == (11, 2) for seat in (RED, GREEN))
    assert t.s.turn_track == [RED, GREEN, GREEN, RED, GREEN, RED]

    t.act(RED, DEPLOY)
    assert t.at_court(RED) == (5, 1)
    t.deploy(RED, t.office(NIJMEGEN, 2), "EEE")
    assert t.at_court(RED) == (2, 1)
    assert t.paid(RED) == {STRASBOURG: (1, 0), PALERMO: (1, 0)}
    assert t.score(RED) == 4

    t.act(GREEN, SUPPLY)
    t.supply(GREEN, TWO_ENVOYS)
    assert t.at_court(GREEN) == (8, 1)

    t.act(GREEN, DEPLOY)
    assert t.s.deployment_track == [RED, GREEN]
    assert t.at_court(GREEN) == (8, 1)  # no envoy on space 2 with two players
    t.deploy(GREEN, t.office(PALERMO, 2), "NEEEEEE")
    assert t.at_court(GREEN) == (2, 0)
    assert t.on_seat(PALERMO, 2) == "1N"
    assert t.paid(GREEN) == dict.fromkeys((STRASBOURG, PALERMO, AACHEN, AUGSBURG, MILANO, NIJMEGEN), (1, 0))
    assert t.chests_of(GREEN) == Counter([LEAVE_FIGURE])

    t.supply(RED, ONE_NOBLE)  # no seat costs Red 3 figures, so only the space is asked for
    assert t.at_court(RED) == (2, 2)
    assert t.chests_of(RED) == Counter([PURPLE])

    t.supply(GREEN, ENVOY_AND_NOBLE)  # Green cannot deploy either
    assert t.at_court(GREEN) == (3, 1)
    assert t.chests_of(GREEN) == Counter([LEAVE_FIGURE, BROWN])

    t.act(RED, DEPLOY)
    assert t.s.deployment_track == [RED, GREEN, RED]
    t.deploy(RED, t.office(NIJMEGEN, 1), "NEEN")
    assert t.paid(RED) == {STRASBOURG: (2, 0), PALERMO: (2, 0), AACHEN: (0, 1)}
    assert t.chests_of(RED) == Counter([PURPLE, BROWN])

    assert t.s.turn_track == []
    assert t.happened("second_marker_placed") == [(NIJMEGEN,)]
    assert t.happened("region_scored") == [(PALERMO, GREEN), (NIJMEGEN, RED)]
    assert t.scores() == [11, 12]
    assert t.at_court(RED) == (1, 0)  # the bonus of Nijmegen

    untouched = [t.chests_under(region) for region in (STRASBOURG, AACHEN, AUGSBURG, MILANO)]
    t.answer(GREEN, "leave", 2 * t.office(PALERMO, 2))
    assert [t.on_seat(NIJMEGEN, place) for place in range(3)] == ["", "", ""]
    pile = sum(t.s.draw_pile)
    t.let_nature()
    assert sum(t.s.draw_pile) == pile - 10
    assert t.chests_under(PALERMO) == [2, 2, 1]
    assert t.chests_under(NIJMEGEN) == [2, 1, 1]
    assert [t.chests_under(region) for region in (STRASBOURG, AACHEN, AUGSBURG, MILANO)] == untouched
    assert t.chests_at_supply() == [1, 1, 1, 2]
    assert t.happened("payment_returned") == [
        *((RED, STRASBOURG, 2, 0), (GREEN, STRASBOURG, 1, 0)),
        *((RED, PALERMO, 2, 0), (GREEN, PALERMO, 1, 0)),
    ]

    assert t.at_court(RED) == (5, 0)
    assert t.in_province(RED) == (10, 2)
    assert t.paid(RED) == {AACHEN: (0, 1)}
    assert t.at_court(GREEN) == (5, 1)
    assert t.in_province(GREEN) == (6, 1)
    assert t.paid(GREEN) == dict.fromkeys((AACHEN, AUGSBURG, MILANO, NIJMEGEN), (1, 0))
    assert t.on_seat(PALERMO, 2) == "1N"
    assert t.s.kings_region() == PALERMO
    assert t.s.turn_track == [GREEN, RED, GREEN, RED, GREEN, RED]
    assert t.discarded() == Counter([POINTS_4, ENVOYS_2, LEAVE_FIGURE])
    assert (t.s.round, t.s.second_marker) == (2, NO_MARKER)
    assert t.asked == (GREEN, "action")
