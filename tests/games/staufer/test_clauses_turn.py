"""Rounds, turns and supply (S-4 to S-6), and gaining figures (S-8)."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.games.staufer.figures import FROM_PROVINCE, WAIVE
from pfalz.games.staufer.lookup import (
    BROWN,
    CHEAP_SEAT,
    FIRST_PLACE,
    FREE_MOVEMENT,
    MOST_OCCUPIED,
    OTHER_CHEST,
)
from pfalz.games.staufer.turn import DEPLOY, DEPLOY_FIRST, SUPPLY, SUPPLY_FIRST
from tests.games.staufer.table import (
    AACHEN,
    AUGSBURG,
    BETTINA,
    BLUE,
    ENVOY_AND_NOBLE,
    ENVOYS_1,
    ENVOYS_2,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    NO_FIGURE,
    NOBLE_1,
    ONE_ENVOY,
    ONE_NOBLE,
    PALERMO,
    POINTS_2,
    RED,
    RUDI,
    STRASBOURG,
    TWO_ENVOYS,
    YELLOW,
    Table,
)

# -- rounds and turns -------------------------------------------------------------------------------


@pytest.mark.clause("S-4.1", "S-14.1", "S-12.9")
@pytest.mark.parametrize("last", [False, True], ids=["round 1", "round 5"])
def test_parts_of_a_round(last):
    t = Table()
    if last:
        t.last_round()
    t.row(NIJMEGEN, MOST_OCCUPIED).put(GABI, "E", NIJMEGEN, 1).turn(RED, last=True).begin()
    t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert t.happened("region_scored") == [(NIJMEGEN, GABI)]
    assert t.happened("figure_gained") == [(GABI, 0)]  # the bonus, in round 5 too
    if last:
        assert t.s.over
        assert t.on_seat(NIJMEGEN, 1) == "3E"  # no clean-up
        assert t.happened("seats_cleared", "chests_refilled", "king_moved", "turn_order_set") == []
        assert len(t.happened("jobs_revealed")) == 4
    else:
        t.let_nature()
        assert t.on_seat(NIJMEGEN, 1) == ""
        assert t.asked is not None
        assert t.asked[1] == "action"


@pytest.mark.clause("S-4.3")
def test_turns_end_with_the_last_figure_of_the_track():
    t = Table().turn(RED, GREEN, last=True).begin()
    t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert t.happened("region_scored") == []
    t.act(GUENTER, SUPPLY).supply(GUENTER, NO_FIGURE)
    assert t.s.turn_track == []
    assert len(t.happened("region_scored")) == 2


@pytest.mark.clause("S-4.4", "S-6.7")
def test_no_turn_may_be_passed():
    t = Table().turn(RED, GREEN).court(RUDI, 0, 0)
    for place in (1, 2, 3):  # nothing at the court, in the province or in a payment area
        t.put(RUDI, "E", NIJMEGEN, place).put(RUDI, "E", AACHEN, place).put(RUDI, "E", MILANO, place + 1)
        t.put(RUDI, "E", STRASBOURG, place).put(RUDI, "E", AUGSBURG, place)
    t.put(RUDI, "N", NIJMEGEN, 0).put(RUDI, "N", PALERMO, 1).put(RUDI, "N", AUGSBURG, 0).begin()
    assert t.in_province(RUDI) == (0, 0)
    assert t.asked == (RUDI, "supply")  # the action that is always possible
    assert t.options() == [0, 1, 2, 3, 4]
    assert t.refused(RUDI, "supply").key == "too_short"
    t.supply(RUDI, ENVOY_AND_NOBLE)  # yields nothing at all
    assert t.at_court(RUDI) == (0, 0)
    assert t.happened("gain_lost") == [(RUDI, 1), (RUDI, 0)]
    assert t.asked == (GUENTER, "action")


@pytest.mark.clause("S-5.2", "S-9.7", "S-9.8")
def test_one_chest_before_the_figure_is_moved():
    t = Table().turn(RED, supply=[GREEN, BLUE]).own(RUDI, FIRST_PLACE, FIRST_PLACE).begin()
    assert t.asked == (RUDI, "action")  # named together with the action, before anything is moved
    assert t.options() == [SUPPLY, DEPLOY, SUPPLY_FIRST, DEPLOY_FIRST]
    t.act(RUDI, SUPPLY_FIRST)
    assert t.s.supply_track == [RED, GREEN, BLUE]
    assert t.chests_of(RUDI) == Counter([FIRST_PLACE])  # the second one is not asked for in this turn
    assert t.asked == (RUDI, "supply")


@pytest.mark.clause("S-5.3")
def test_supply_or_deploy():
    t = Table().turn(RED).begin()
    assert t.options() == [SUPPLY, DEPLOY]
    assert t.options(SUPPLY) is None
    poor = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 2).own(RUDI, FIRST_PLACE)
    poor.s.supply_track.append(poor.s.turn_track.pop())
    assert poor.begin().options() == [SUPPLY, SUPPLY_FIRST]
    refused = poor.refused(RUDI, "action", DEPLOY)
    assert (refused.key, refused.clause) == ("no_seat_payable", "S-7.3")
    assert poor.happened("no_seat_payable") == []  # there was a choice
    poor = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 1).begin()
    assert poor.asked == (RUDI, "supply") and poor.happened("no_seat_payable") == [(RUDI,)]


@pytest.mark.clause("S-5.7", "S-10.1")
def test_all_chests_and_privileges_in_one_turn():
    t = Table().turn(RED).court(RUDI, 2, 0).own(RUDI, FIRST_PLACE, FREE_MOVEMENT, CHEAP_SEAT)
    t.privilege(RUDI, 2, 3, 4, 16).put(GUENTER, "E", NIJMEGEN, 1).under(AACHEN, 1, POINTS_2).begin()
    t.act(RUDI, DEPLOY_FIRST)
    t.deploy(RUDI, t.office(AACHEN, 1), "E", free=True, cheap=True).answer(RUDI, "second_envoy", 1)
    assert t.on_seat(AACHEN, 1) == "0E 0E"
    assert t.score(RUDI) == 2 + 2
    assert t.chests_of(RUDI) == Counter()


@pytest.mark.clause("S-5.8")
@pytest.mark.parametrize("action", [SUPPLY, DEPLOY])
def test_after_the_action_the_next_player_follows(action):
    t = Table().turn(BLUE, GREEN, YELLOW).begin().act(BETTINA, action)
    if action == SUPPLY:
        t.supply(BETTINA, ONE_ENVOY)
    else:
        t.deploy(BETTINA, t.office(NIJMEGEN, 3), "EEE")
    assert t.asked == (GUENTER, "action")
    assert t.s.turn_track[0] == GREEN


@pytest.mark.clause("S-5.9")
def test_empty_places_stay_empty_until_the_clean_up():
    t = Table().row(NIJMEGEN, MOST_OCCUPIED).turn(RED, GREEN, last=True)
    t.at_supply(ONE_ENVOY, BROWN).under(NIJMEGEN, 3, BROWN).begin()
    pile = sum(t.s.draw_pile)
    t.act(RUDI, SUPPLY).supply(RUDI, ONE_ENVOY)
    t.act(GUENTER, DEPLOY)
    assert (t.s.under_supply[ONE_ENVOY], sum(t.s.draw_pile)) == ((), pile)
    t.deploy(GUENTER, t.office(NIJMEGEN, 3), "EEE")
    assert t.chests_under(NIJMEGEN) == [0] * 5
    assert sum(t.s.draw_pile) == pile
    t.let_nature()
    assert t.chests_under(NIJMEGEN) == [1] * 5


# -- supply -----------------------------------------------------------------------------------------


@pytest.mark.clause("S-6.2", "S-6.3", "S-6.5", "S-8.1")
@pytest.mark.parametrize(("space", "figures"), list(enumerate([(1, 1), (0, 1), (2, 0), (1, 0), (0, 0)])))
def test_a_space_without_chests_gives_its_figures_every_time(space, figures):
    t = Table().turn(RED, RED, RED).court(RUDI, 0, 0).begin()
    for n in range(1, 4):
        if t.asked == (RUDI, "action"):
            t.act(RUDI, SUPPLY)
        t.supply(RUDI, space)
        assert t.at_court(RUDI) == (n * figures[0], n * figures[1])
        assert t.in_province(RUDI) == (15 - n * figures[0], 3 - n * figures[1])
    assert t.chests_of(RUDI) == Counter()


@pytest.mark.clause("S-6.6", "S-9.9")
def test_chests_from_another_space():
    t = Table().turn(RED).own(RUDI, OTHER_CHEST)
    t.at_supply(ONE_NOBLE, BROWN).at_supply(ONE_ENVOY, CHEAP_SEAT, BROWN).begin().act(RUDI, SUPPLY)
    assert t.options(NO_FIGURE) == [NO_FIGURE, ONE_NOBLE, ONE_ENVOY]  # at least one chest must lie there
    assert t.refused(RUDI, "supply", NO_FIGURE, TWO_ENVOYS).key == "no_chest_there"
    t.supply(RUDI, ONE_NOBLE, ONE_ENVOY)
    assert t.at_court(RUDI) == (4, 2)
    assert t.chests_of(RUDI) == Counter([CHEAP_SEAT, BROWN])
    assert t.s.under_supply[ONE_NOBLE] == (BROWN,)


@pytest.mark.clause("S-6.8", "S-10.9", "S-10.10", "S-10.11", "S-10.12")
def test_order_of_a_supply_action():
    t = Table(privileges=[1, 2, 3, 7, 8, 9]).turn(RED).privilege(RUDI, 7, 8, 9)
    t.at_supply(ONE_ENVOY, POINTS_2).begin().act(RUDI, SUPPLY).supply(RUDI, ONE_ENVOY)
    assert t.asked == (RUDI, "extra_envoy")
    t.answer(RUDI, "extra_envoy", 1).nature("extra_chest", BROWN)
    assert t.s.trace is not None
    happened = [(kind.name, args[1]) for kind, args in t.s.trace if len(args) > 1 and args[0] == RUDI]
    assert happened == [
        ("supply_chosen", ONE_ENVOY),
        ("figure_gained", 0),
        ("chests_taken", POINTS_2),
        ("points_scored", 2),
        ("figure_gained", 0),  # 7
        ("chests_taken", BROWN),  # 8
        ("points_scored", 2),  # 9
    ]


@pytest.mark.clause("S-10.9")
def test_the_extra_envoy_may_be_declined():
    t = Table().turn(RED).privilege(RUDI, 7).begin().act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    t.answer(RUDI, "extra_envoy", 0)
    assert t.at_court(RUDI) == (4, 1)


# -- gaining figures --------------------------------------------------------------------------------


def all_out(t: Table, seat: int, envoys: int = 2) -> Table:
    """No figure of a player is left in the province; some envoys lie in Aachen and Milano."""
    t.court(seat, 15 - 2 * envoys, 3)
    return t.pay(seat, AACHEN, envoys).pay(seat, MILANO, envoys)


@pytest.mark.clause("S-8.2", "S-8.8", "S-18.2", "S-R21")
@pytest.mark.parametrize("source", [AACHEN, MILANO, WAIVE])
def test_an_envoy_out_of_a_payment_area(source):
    t = all_out(Table().turn(RED, GREEN), RUDI).begin().act(RUDI, SUPPLY).supply(RUDI, ONE_ENVOY)
    assert t.options() == [AACHEN, MILANO, WAIVE]
    t.answer(RUDI, "replacement", source)
    expected = {AACHEN: (2, 0), MILANO: (2, 0)}
    if source != WAIVE:
        expected[source] = (1, 0)
    assert t.paid(RUDI) == expected
    assert t.at_court(RUDI) == (11 if source == WAIVE else 12, 3)
    assert t.asked == (GUENTER, "action")


@pytest.mark.clause("S-8.3")
def test_a_noble_out_of_a_payment_area_of_choice():
    t = Table().turn(RED).court(RUDI, 4, 0).put(RUDI, "N", NIJMEGEN, 0)
    t.pay(RUDI, PALERMO, 1, 1).pay(RUDI, MILANO, 0, 1).begin().act(RUDI, SUPPLY).supply(RUDI, ONE_NOBLE)
    assert t.options() == [PALERMO, MILANO, WAIVE]
    t.answer(RUDI, "replacement", MILANO)
    assert t.at_court(RUDI) == (4, 1)
    assert t.paid(RUDI) == {PALERMO: (1, 1)}


@pytest.mark.clause("S-8.4")
def test_an_envoy_for_a_noble_first_from_the_province_then_from_a_payment_area():
    t = Table().turn(RED, RED).court(RUDI, 13, 3).pay(RUDI, AACHEN, 1).begin()
    assert t.in_province(RUDI) == (1, 0)
    t.act(RUDI, SUPPLY).supply(RUDI, ONE_NOBLE)
    assert t.options() == [FROM_PROVINCE, WAIVE]
    t.answer(RUDI, "replacement", FROM_PROVINCE)
    assert (t.at_court(RUDI), t.in_province(RUDI)) == ((14, 3), (0, 0))
    t.act(RUDI, SUPPLY).supply(RUDI, ONE_NOBLE)
    assert t.options() == [AACHEN, WAIVE]
    t.answer(RUDI, "replacement", AACHEN)
    assert (t.at_court(RUDI), t.paid(RUDI)) == ((15, 3), {})


@pytest.mark.clause("S-8.5")
def test_a_gain_nothing_can_supply_is_lost():
    t = Table().turn(RED, GREEN).court(RUDI, 13, 2).put(RUDI, "E", NIJMEGEN, 1, 2).put(RUDI, "N", PALERMO, 1)
    t.begin().act(RUDI, SUPPLY).supply(RUDI, ENVOY_AND_NOBLE)
    assert t.at_court(RUDI) == (13, 2)
    assert [t.on_seat(NIJMEGEN, 1), t.on_seat(NIJMEGEN, 2), t.on_seat(PALERMO, 1)] == ["0E", "0E", "0N"]
    assert t.asked == (GUENTER, "action")


def gain_from(source: str) -> Table:
    """Rudi, without figures in the province, is about to gain an envoy or a noble."""
    t = all_out(Table(), RUDI)
    if source == "bonus":
        t.row(NIJMEGEN, MOST_OCCUPIED).round_over()
        t.court(RUDI, 10, 3).put(RUDI, "E", NIJMEGEN, 1)
        return t.begin()
    t.turn(RED)
    if source == "orange":
        t.at_supply(NO_FIGURE, ENVOYS_1)
    if source == "orange noble":
        t.at_supply(NO_FIGURE, NOBLE_1)
    if source == "privilege 7":
        t.privilege(RUDI, 7)
    t.begin()
    if source == "track":
        return t.act(RUDI, DEPLOY)
    return t.act(RUDI, SUPPLY).supply(RUDI, ONE_ENVOY if source == "supply" else NO_FIGURE)


@pytest.mark.clause("S-8.6", "S-R21", "S-18.2")
@pytest.mark.parametrize("source", ["supply", "track", "orange", "orange noble", "bonus", "privilege 7"])
def test_replacements_hold_for_every_gain(source):
    t = gain_from(source)
    assert t.asked == (RUDI, "replacement")
    assert t.options() == [AACHEN, MILANO, WAIVE]
    before = t.at_court(RUDI)
    t.answer(RUDI, "replacement", MILANO)
    assert t.at_court(RUDI) == (before[0] + 1, before[1])


@pytest.mark.clause("S-8.7")
def test_figures_are_gained_one_after_the_other():
    t = Table().turn(RED).court(RUDI, 11, 2).pay(RUDI, AACHEN, 2, 1).put(RUDI, "E", NIJMEGEN, 1).begin()
    assert t.in_province(RUDI) == (1, 0)
    t.at_supply(ENVOY_AND_NOBLE, ENVOYS_2)
    t.s.draw_pile[ENVOYS_2] -= 1
    t.act(RUDI, SUPPLY).supply(RUDI, ENVOY_AND_NOBLE)
    t.answer(RUDI, "replacement", AACHEN)  # the noble of the space; the envoy comes from the province
    assert (t.at_court(RUDI), t.in_province(RUDI)) == ((12, 3), (0, 0))
    t.answer(RUDI, "replacement", AACHEN).answer(RUDI, "replacement", WAIVE)  # the two of the chest
    assert t.at_court(RUDI) == (13, 3)


@pytest.mark.clause("S-8.8", "S-8.1")
def test_a_figure_of_the_province_cannot_be_forgone():
    t = Table().turn(RED, GREEN).pay(RUDI, AACHEN, 2).begin().act(RUDI, SUPPLY).supply(RUDI, TWO_ENVOYS)
    assert t.asked == (GUENTER, "action")  # nothing was asked
    assert t.at_court(RUDI) == (6, 1)
