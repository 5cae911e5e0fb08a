"""Chests and privileges taken with them (S-9, S-10), apart from what changes a deployment."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.core.state import NATURE
from pfalz.games.staufer.cleanup import ENOUGH
from pfalz.games.staufer.lookup import (
    BROWN,
    CHEAP_SEAT,
    FIRST_PLACE,
    FREE_MOVEMENT,
    LEAVE_FIGURE,
    MOST_OCCUPIED,
    OTHER_CHEST,
    PURPLE,
)
from pfalz.games.staufer.turn import DEPLOY, SUPPLY, SUPPLY_FIRST
from tests.games.staufer.table import (
    AACHEN,
    AUGSBURG,
    ENVOYS_1,
    ENVOYS_2,
    ENVOYS_3,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    NO_FIGURE,
    NOBLE_1,
    ONE_ENVOY,
    POINTS_2,
    POINTS_3,
    POINTS_4,
    POINTS_5,
    RED,
    RUDI,
    STRASBOURG,
    Table,
)

DECLINE = 0


def takes(*stack: int, owned: tuple[int, ...] = (), privileges: tuple[int, ...] = ()) -> Table:
    """Rudi takes a stack from under the supply space without figures."""
    t = Table().turn(RED, RED, GREEN).own(RUDI, *owned).privilege(RUDI, *privileges)
    t.at_supply(NO_FIGURE, *stack).begin()
    return t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)


@pytest.mark.clause("S-9.1", "S-R30")
def test_a_stack_is_settled_orange_first_and_oldest_first():
    t = takes(PURPLE, POINTS_2, BROWN, ENVOYS_1, CHEAP_SEAT, POINTS_5, owned=(PURPLE,))
    assert t.happened("chests_taken") == [(RUDI, PURPLE, POINTS_2, BROWN, ENVOYS_1, CHEAP_SEAT, POINTS_5)]
    assert t.s.trace is not None
    effects = [
        (kind.name, args[1]) for kind, args in t.s.trace if kind.name in ("points_scored", "figure_gained")
    ]
    assert effects == [("points_scored", 2), ("figure_gained", 0), ("points_scored", 5)]
    assert t.asked == (RUDI, "trade")  # purple comes last
    assert t.chests_of(RUDI) == Counter([PURPLE, PURPLE, BROWN, CHEAP_SEAT])


@pytest.mark.clause("S-9.2")
def test_any_number_of_chests():
    t = Table().turn(RED, GREEN).own(RUDI, *[PURPLE] * 17, *[BROWN] * 10, *[OTHER_CHEST] * 6)
    for kind in range(1, 17):
        t.s.piles[kind - 1] = 0
    t.at_supply(NO_FIGURE, PURPLE).begin().act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert t.chests_of(RUDI) == Counter({PURPLE: 18, BROWN: 10, OTHER_CHEST: 6})
    for viewer in (GUENTER, -2):
        assert t.rules.view(t.s, viewer).chests == t.s.chests


@pytest.mark.clause("S-9.3")
def test_what_is_discarded():
    t = takes(POINTS_3, PURPLE, BROWN, owned=(PURPLE, OTHER_CHEST))
    t.answer(RUDI, "trade", 4)
    assert t.discarded() == Counter([POINTS_3, PURPLE, PURPLE])
    assert t.chests_of(RUDI) == Counter([BROWN, OTHER_CHEST])
    brown = Table().last_round().own(RUDI, BROWN, BROWN).round_over().begin()
    assert brown.s.over
    assert brown.chests_of(RUDI) == Counter([BROWN, BROWN])  # they stay to the end


@pytest.mark.clause("S-9.3", "S-9.7")
@pytest.mark.parametrize("kind", [FIRST_PLACE, OTHER_CHEST, FREE_MOVEMENT, CHEAP_SEAT, LEAVE_FIGURE])
def test_a_turquoise_chest_is_kept_until_it_is_used_and_then_discarded(kind):
    t = Table().row(STRASBOURG, MOST_OCCUPIED).own(RUDI, kind, kind).court(RUDI, 9)
    t.put(RUDI, "E", STRASBOURG, 1, 2).at_supply(ONE_ENVOY, BROWN)
    t.turn(RED, supply=[GREEN], deployment=[GREEN, GREEN], last=True).begin()
    assert t.chests_of(RUDI) == Counter([kind, kind])
    if kind == FIRST_PLACE:
        t.act(RUDI, SUPPLY_FIRST)
    elif kind == OTHER_CHEST:
        t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE, ONE_ENVOY)
    elif kind == FREE_MOVEMENT:
        t.act(RUDI, DEPLOY).deploy(RUDI, t.office(AACHEN, 3), "EEE", free=True)
    elif kind == CHEAP_SEAT:
        t.act(RUDI, DEPLOY).deploy(RUDI, t.office(NIJMEGEN, 1), "E", cheap=True)
    else:
        t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
        t.answer(RUDI, "leave", 2 * t.office(STRASBOURG, 1), ENOUGH)
    assert t.chests_of(RUDI)[kind] == 1  # never two of a kind in one turn
    assert t.discarded()[kind] == 1


@pytest.mark.clause("S-9.7", "S-13.4")
def test_several_figures_may_be_left():
    t = Table().row(STRASBOURG, MOST_OCCUPIED).own(RUDI, *[LEAVE_FIGURE] * 3).round_over()
    t.put(RUDI, "E", STRASBOURG, 1, 2).put(RUDI, "N", STRASBOURG, 0).begin()
    places = [2 * t.office(STRASBOURG, place) for place in range(3)]
    t.answer(RUDI, "leave", places[0], places[2])
    assert [t.on_seat(STRASBOURG, place) for place in range(3)] == ["0N", "", "0E"]
    assert t.chests_of(RUDI) == Counter([LEAVE_FIGURE])


@pytest.mark.clause("S-9.4", "S-9.5", "S-10.10")
@pytest.mark.parametrize("discarded", [[FIRST_PLACE, BROWN], []], ids=["discard pile", "nothing"])
def test_the_extra_chest_when_the_draw_pile_is_empty(discarded):
    t = Table().turn(RED, GREEN).privilege(RUDI, 8).piles([], discarded, rest=GABI).begin()
    t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    if discarded:
        t.nature("extra_chest", FIRST_PLACE)
        assert t.chests_of(RUDI) == Counter([FIRST_PLACE])
        assert (t.s.draw_pile[BROWN], sum(t.s.draw_pile), t.discarded()) == (1, 1, Counter())
    else:
        assert t.chests_of(RUDI) == Counter()
    assert t.asked == (GUENTER, "action")


@pytest.mark.clause("S-9.5", "S-12.2")
def test_fewer_chests_than_participants():
    t = Table().row(AACHEN, MOST_OCCUPIED).round_over().piles([BROWN], [FIRST_PLACE], rest=GABI)
    t.put(RUDI, "E", AACHEN, 1).put(GUENTER, "E", AACHEN, 2).put(GABI, "E", AACHEN, 3).begin()
    # a pile of one, then a pile of one: chance has nothing to decide
    assert sorted(t.options() or []) == sorted([BROWN, FIRST_PLACE])
    t.answer(RUDI, "bonus_chest", FIRST_PLACE)
    assert t.chests_of(RUDI) == Counter([FIRST_PLACE])
    assert t.chests_of(GUENTER) == Counter([BROWN])
    assert sum(t.s.draw_pile) + sum(t.s.discard_pile) == 0
    t.answer(GABI, "leave", ENOUGH)
    assert t.chests_under(AACHEN) == [0] * 5  # the places stay as they are
    assert t.chests_at_supply() == [0] * 5


@pytest.mark.clause("S-9.6")
@pytest.mark.parametrize(
    ("kind", "points", "envoys", "nobles"),
    [
        (POINTS_2, 2, 0, 0),
        (POINTS_3, 3, 0, 0),
        (POINTS_4, 4, 0, 0),
        (POINTS_5, 5, 0, 0),
        (ENVOYS_1, 0, 1, 0),
        (ENVOYS_2, 0, 2, 0),
        (ENVOYS_3, 0, 3, 0),
        (NOBLE_1, 0, 0, 1),
    ],
)
def test_orange_chests(kind, points, envoys, nobles):
    t = takes(kind)
    assert t.score(RUDI) == points
    assert t.at_court(RUDI) == (4 + envoys, 1 + nobles)
    assert t.chests_of(RUDI) == Counter()
    assert t.discarded() == Counter([kind])


@pytest.mark.clause("S-9.16", "S-9.17", "S-R16")
def test_trade_only_when_a_purple_chest_is_taken():
    t = takes(PURPLE, owned=(PURPLE,))
    assert t.options() == [DECLINE, 1, 4, 7, 10, 13, 16]
    t.answer(RUDI, "trade", DECLINE)
    t.at_supply(ONE_ENVOY, BROWN)
    t.s.draw_pile[BROWN] -= 1
    t.act(RUDI, SUPPLY).supply(RUDI, ONE_ENVOY)  # two purple chests, but no new one
    assert t.asked == (GUENTER, "action")
    again = takes(PURPLE, owned=(PURPLE, PURPLE))
    again.answer(RUDI, "trade", 4)  # one trade for one chest taken
    assert again.chests_of(RUDI) == Counter([PURPLE])
    assert again.asked == (RUDI, "action")


@pytest.mark.clause("S-9.16", "S-9.18")
def test_one_opportunity_for_each_purple_chest():
    t = takes(PURPLE, PURPLE, PURPLE)
    t.answer(RUDI, "trade", 4)  # at the first opportunity all three lie there already
    assert t.chests_of(RUDI) == Counter([PURPLE])
    assert t.asked == (RUDI, "action")  # no pair for the other two
    late = takes(PURPLE, PURPLE, PURPLE)
    late.answer(RUDI, "trade", DECLINE).answer(RUDI, "trade", DECLINE).answer(RUDI, "trade", 4)
    assert late.asked == (RUDI, "action")


@pytest.mark.clause("S-9.19", "S-10.2")
def test_each_kind_only_once():
    t = takes(PURPLE, PURPLE, owned=(PURPLE, PURPLE), privileges=(4,))
    assert t.refused(RUDI, "trade", 4).clause == "S-9.19"
    t.answer(RUDI, "trade", 1)
    assert t.score(RUDI) == 12
    refused = t.refused(RUDI, "trade", 1)  # one card of kind 1 only
    assert (refused.key, refused.clause) == ("privilege_owned", "S-9.19")
    t.answer(RUDI, "trade", 7)
    assert t.score(RUDI) == 12  # scored once
    assert t.s.owns(RUDI, 1)


@pytest.mark.clause("S-9.21")
@pytest.mark.parametrize("owned", [False, True], ids=["piles empty", "all owned"])
def test_no_trade_without_a_privilege_to_take(owned):
    t = Table().turn(RED, GREEN).own(RUDI, PURPLE)
    if owned:
        t.privilege(RUDI, 1, 4, 7, 10, 13, 16)
    else:
        t.s.piles = [0] * 16
    t.at_supply(NO_FIGURE, PURPLE).begin().act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert t.chests_of(RUDI) == Counter([PURPLE, PURPLE])
    assert t.asked == ((RUDI, "extra_envoy") if owned else (GUENTER, "action"))


@pytest.mark.clause("S-10.21")
@pytest.mark.parametrize("way", ["supply", "seat", "privilege 8", "bonus"])
def test_orange_bonus_however_the_chest_is_taken(way):
    t = Table().turn(RED, GREEN, deployment=[GREEN, GREEN]).privilege(RUDI, 16)
    if way == "privilege 8":
        t.privilege(RUDI, 8)
    if way == "supply":
        t.at_supply(NO_FIGURE, ENVOYS_1)
    if way == "seat":
        t.under(NIJMEGEN, 3, ENVOYS_1).court(RUDI, 4, 0)
    if way == "bonus":
        t.row(AUGSBURG, MOST_OCCUPIED).round_over().put(RUDI, "E", AUGSBURG, 1)
    t.begin()
    if way == "bonus":
        before = t.score(RUDI)
        t.nature("bonus_chests", ENVOYS_1, BROWN).answer(RUDI, "bonus_chest", ENVOYS_1)
        assert t.score(RUDI) == before + 2
        return
    if way == "seat":
        t.act(RUDI, DEPLOY).deploy(RUDI, t.office(NIJMEGEN, 3), "EEE")
    else:
        t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    if way == "privilege 8":
        t.nature("extra_chest", ENVOYS_1)
    assert t.score(RUDI) == 2


@pytest.mark.clause("S-R17")
@pytest.mark.parametrize("privilege", [14, 15, 16])
def test_scoring_privileges_count_from_the_next_region_on(privilege):
    t = Table(privileges=[1, 2, 3, 14, 15, 16]).row(AACHEN, MOST_OCCUPIED).round_over()
    t.put(RUDI, "E", AACHEN, 1).put(RUDI, "E", AUGSBURG, 1, 2).own(RUDI, PURPLE).begin()
    before = t.s.points[2]
    t.nature("bonus_chests", PURPLE, BROWN, BROWN, BROWN)
    assert t.s.points[2] == before == 0
    t.answer(RUDI, "bonus_chest", PURPLE).answer(RUDI, "trade", privilege)
    t.nature("bonus_chests", POINTS_2, BROWN).answer(RUDI, "bonus_chest", POINTS_2)
    assert t.s.points[2] == {14: 3, 15: 2, 16: 2}[privilege]


@pytest.mark.clause("S-R17", "S-10.18")
def test_homecoming_taken_in_the_scoring_acts_in_the_clean_up():
    t = Table().row(AACHEN, MOST_OCCUPIED).round_over().court(RUDI, 4, 1).own(RUDI, PURPLE)
    t.put(RUDI, "E", AACHEN, 1, 2).begin()
    t.nature("bonus_chests", PURPLE, BROWN, BROWN, BROWN)
    t.answer(RUDI, "bonus_chest", PURPLE).answer(RUDI, "trade", 13)
    assert t.asked == (NATURE, "refill")
    assert t.at_court(RUDI) == (6, 1)


@pytest.mark.clause("S-9.13", "S-R24", "S-10.18")
def test_nothing_is_left_or_comes_home_in_the_last_round():
    t = Table().last_round().row(MILANO, MOST_OCCUPIED).own(RUDI, LEAVE_FIGURE).privilege(RUDI, 13)
    t.put(RUDI, "E", MILANO, 0).round_over().begin()
    assert t.s.over  # not asked
    assert t.on_seat(MILANO, 0) == "0E"
    assert t.at_court(RUDI) == (4, 1)
    assert t.result(RUDI)["leftovers"] == 1
    assert t.result(RUDI)["bonuses"] == 2  # other effects of the scoring work
