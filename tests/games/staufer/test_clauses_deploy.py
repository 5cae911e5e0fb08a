"""Move and deploy (S-7) with the chests and privileges that change it (S-9, S-10)."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.games.staufer.lookup import BROWN, CHEAP_SEAT, FREE_MOVEMENT, LEAVE_FIGURE, PURPLE
from pfalz.games.staufer.turn import DEPLOY
from tests.games.staufer.table import (
    AACHEN,
    AUGSBURG,
    BLUE,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    PALERMO,
    POINTS_4,
    RED,
    RING,
    RUDI,
    STRASBOURG,
    Table,
)


def deploying(*privileges: int, envoys: int = 12, nobles: int = 0) -> Table:
    """Rudi deploys from a space without envoy; the king is in Nijmegen."""
    t = Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, envoys, nobles)
    return t.privilege(RUDI, *privileges)


def ready(t: Table) -> Table:
    return t.begin().act(RUDI, DEPLOY)


@pytest.mark.clause("S-7.1", "S-10.3")
@pytest.mark.parametrize("shares", [False, True], ids=["without privilege 2", "with privilege 2"])
def test_free_seats_only(shares):
    t = deploying(*[2] * shares, envoys=12, nobles=3).put(GUENTER, "E", NIJMEGEN, 1).put(RUDI, "E", AACHEN, 2)
    t.put(GUENTER, "E", PALERMO, 2).put(GABI, "E", PALERMO, 2)
    ready(t)
    one = {t.office(NIJMEGEN, 1), t.office(AACHEN, 2)}  # one figure, foreign or own
    two = {t.office(PALERMO, 2)}
    every = set(range(t.s.t.seats))
    assert set(t.options() or []) == every - two - (set() if shares else one)
    reason = t.why_not(t.office(NIJMEGEN, 1))
    assert (reason is None) == shares
    if reason is not None:
        assert (reason.key, reason.clause) == ("seat_taken", "S-7.1")
    full = t.why_not(t.office(PALERMO, 2))
    assert full is not None
    assert (full.key, full.clause) == ("seat_full", "S-10.4")


@pytest.mark.clause("S-10.3", "S-10.4")
def test_a_shared_seat_costs_as_usual_and_brings_its_chests():
    t = deploying(2).put(GUENTER, "E", STRASBOURG, 1).under(STRASBOURG, 1, BROWN, LEAVE_FIGURE)
    ready(t).deploy(RUDI, t.office(STRASBOURG, 1), "E" + "E" + "EEEE")
    assert t.on_seat(STRASBOURG, 1) == "1E 0E"
    assert t.at_court(RUDI) == (6, 0)
    assert t.chests_of(RUDI) == Counter([BROWN, LEAVE_FIGURE])


@pytest.mark.clause("S-10.4", "S-7.11")
def test_both_figures_of_a_noble_only_seat_are_nobles():
    t = deploying(2, 3, nobles=1).put(GUENTER, "N", NIJMEGEN, 0)
    ready(t)
    assert t.options(t.office(NIJMEGEN, 0)) == [1]
    t.deploy(RUDI, t.office(NIJMEGEN, 0), "NEEEE")
    assert t.on_seat(NIJMEGEN, 0) == "1N 0N"
    assert t.asked != (RUDI, "second_envoy")
    poor = ready(deploying(2).put(GUENTER, "N", NIJMEGEN, 0))
    assert poor.refused(RUDI, "deploy", poor.office(NIJMEGEN, 0)).key == "noble_needed"


@pytest.mark.clause("S-7.2", "S-7.3")
def test_both_steps_must_be_paid_from_the_court():
    t = ready(deploying(envoys=7).pay(RUDI, AACHEN, 3))  # figures elsewhere do not help
    for office in range(t.s.t.seats):
        if t.s.t.noble_only[office]:
            continue
        need = t.s.distance(t.s.t.seat_region[office]) + t.s.t.seat_number[office]
        assert (office in (t.options() or [])) == (need <= 7)
        if need > 7:
            reason = t.why_not(office)
            assert reason is not None
            assert (reason.key, reason.clause) == ("too_dear", "S-7.3")
            assert reason.values == {"need": ("number", need), "have": ("number", 7)}


@pytest.mark.clause("S-7.3", "S-9.10", "S-9.11")
@pytest.mark.parametrize(
    ("chests", "farthest"),
    [((), 1), ((FREE_MOVEMENT,), 5), ((CHEAP_SEAT,), 3)],
    ids=["no chest", "no movement costs", "low deployment costs"],
)
def test_chests_count_for_what_can_be_paid(chests, farthest):
    t = ready(deploying(envoys=4).own(RUDI, *chests))
    reached = {t.s.distance(t.s.t.seat_region[office]) for office in t.options() or []}
    assert max(reached) == farthest


@pytest.mark.clause("S-7.4", "S-10.22", "S-R20")
@pytest.mark.parametrize(
    ("privileges", "cost"), [((), 8), ((4,), 6), ((5,), 7), ((10,), 6), ((11,), 6)], ids=str
)
def test_costs_are_exact_and_reductions_always_apply(privileges, cost):
    t = ready(deploying(*privileges))
    office = t.office(AACHEN, 1)
    assert t.options(office, *[0] * (cost - 1)) == [0]
    assert t.options(office, *[0] * cost) is None  # not one figure more, and no question to decline
    assert t.refused(RUDI, "deploy", office, *[0] * (cost + 1)).key == "too_long"


@pytest.mark.clause("S-10.22", "S-10.16")
def test_the_neighbourhood_cannot_be_declined():
    t = ready(deploying(12))
    assert t.options(t.office(MILANO, 2), *[0] * 4) is None


@pytest.mark.clause("S-7.5", "S-7.6", "S-7.7", "S-7.8")
def test_the_way_is_clockwise():
    # Milano is the counter-clockwise neighbour of the king, and five regions away
    t = ready(deploying().own(RUDI, CHEAP_SEAT))
    t.deploy(RUDI, t.office(MILANO, 0), "E" + "EEEEE", cheap=True)
    assert t.paid(RUDI) == dict.fromkeys((STRASBOURG, PALERMO, AACHEN, AUGSBURG, MILANO), (1, 0))
    t = ready(deploying().own(RUDI, CHEAP_SEAT))
    t.deploy(RUDI, t.office(NIJMEGEN, 1), "E", cheap=True)
    assert t.paid(RUDI) == {}


@pytest.mark.clause("S-7.9", "S-7.10", "S-7.13")
@pytest.mark.parametrize("slot", range(6))
def test_payments_follow_the_target_clockwise(slot):
    region = RING[slot]
    t = Table().king(region).turn(RED, deployment=[GREEN, BLUE]).court(RUDI, 12, 1).begin()
    t.act(RUDI, DEPLOY)
    for place, office in enumerate(t.s.t.region_seats[region]):
        number = t.s.t.seat_number[office]
        trial = t.copy().deploy(RUDI, office, "EN"[t.s.t.noble_only[office]] + "E" * (number - 1))
        areas = Counter(RING[(slot + i) % 6] for i in range(1, number))
        assert trial.paid(RUDI) == {area: (n, 0) for area, n in areas.items()}
        assert (region in areas) == (number == 7)
        assert trial.on_seat(region, place) == "0" + "EN"[t.s.t.noble_only[office]]


@pytest.mark.clause("S-7.12", "S-7.14")
@pytest.mark.parametrize("figure", ["E", "N"])
def test_envoy_or_noble_on_an_ordinary_seat(figure):
    t = ready(deploying(envoys=4, nobles=2))
    office = t.office(NIJMEGEN, 3)
    assert t.options(office) == [0, 1]
    assert t.options(office, 0) == [0, 1]  # and for every single payment
    assert t.options(office, 0, 1) == [0, 1]
    t.deploy(RUDI, office, figure + "NE")
    assert t.on_seat(NIJMEGEN, 3) == "0" + figure
    assert t.paid(RUDI) == {STRASBOURG: (0, 1), PALERMO: (1, 0)}


@pytest.mark.clause("S-7.14")
def test_a_noble_pays_for_one():
    t = ready(deploying(envoys=1, nobles=3))
    t.deploy(RUDI, t.office(NIJMEGEN, 2), "ENNN")
    assert t.at_court(RUDI) == (0, 0)
    assert t.paid(RUDI) == {STRASBOURG: (0, 1), PALERMO: (0, 1), AACHEN: (0, 1)}


@pytest.mark.clause("S-7.15")
def test_a_payment_area_has_no_limit():
    t = deploying(envoys=3).pay(RUDI, STRASBOURG, 9, 2).pay(GUENTER, STRASBOURG, 11)
    ready(t).deploy(RUDI, t.office(NIJMEGEN, 3), "EEE")
    assert t.paid(RUDI) == {STRASBOURG: (10, 2), PALERMO: (1, 0)}


@pytest.mark.clause("S-7.16", "S-7.17", "S-9.6", "S-10.5", "S-10.8")
def test_sequence_after_the_placement():
    t = deploying(3, 6).under(NIJMEGEN, 3, PURPLE, POINTS_4).own(RUDI, PURPLE)
    ready(t).deploy(RUDI, t.office(NIJMEGEN, 3), "EEE").answer(RUDI, "second_envoy", 1)
    t.answer(RUDI, "trade", 4)
    assert t.s.trace is not None
    names = [(kind.name, *args[1:2]) for kind, args in t.s.trace if args and args[0] == RUDI]
    office = t.office(NIJMEGEN, 3)
    assert names == [
        ("deployment_begun",),
        ("figures_paid", 2),
        ("figure_placed", 0),
        ("figure_placed", 0),  # privilege 3
        ("points_scored", 3),
        ("points_scored", 3),  # privilege 6
        ("chests_taken", PURPLE),
        ("points_scored", 4),
        ("privilege_taken", 4),
    ]
    assert t.s.under_seat[office] == ()


@pytest.mark.clause("S-7.17")
def test_a_seat_without_chests():
    t = ready(deploying())
    t.deploy(RUDI, t.office(AACHEN, 3), "E" + "EEE" + "EE")
    assert t.chests_of(RUDI) == Counter()


@pytest.mark.clause("S-7.18", "S-10.5")
def test_the_second_envoy_may_be_declined():
    t = deploying(3).under(NIJMEGEN, 3, BROWN)
    ready(t).deploy(RUDI, t.office(NIJMEGEN, 3), "EEE").answer(RUDI, "second_envoy", 0)
    assert t.on_seat(NIJMEGEN, 3) == "0E"
    assert t.at_court(RUDI) == (9, 0)
    assert t.chests_of(RUDI) == Counter([BROWN])


@pytest.mark.clause("S-10.5", "S-10.4")
def test_no_second_envoy_on_a_shared_seat():
    t = deploying(2, 3).put(GABI, "E", NIJMEGEN, 3)
    ready(t).deploy(RUDI, t.office(NIJMEGEN, 3), "EEE")
    assert t.on_seat(NIJMEGEN, 3) == "3E 0E"
    assert t.asked != (RUDI, "second_envoy")


@pytest.mark.clause("S-10.8")
def test_royal_favour_only_in_the_kings_region():
    t = deploying(6, nobles=1)
    ready(t)
    away = t.copy().deploy(RUDI, t.office(STRASBOURG, 4), "NEEE")
    assert away.score(RUDI) == 0
    assert t.deploy(RUDI, t.office(NIJMEGEN, 3), "NEE").score(RUDI) == 3


@pytest.mark.clause("S-9.14")
def test_a_chest_gained_in_the_action_comes_too_late():
    t = deploying(envoys=8).under(AACHEN, 1, FREE_MOVEMENT, CHEAP_SEAT)
    ready(t)
    office = t.office(AACHEN, 1)
    assert t.ask.slot(t.s, (office,)).name == "figure"
    t.deploy(RUDI, office, "E" * 8)
    assert t.chests_of(RUDI) == Counter([FREE_MOVEMENT, CHEAP_SEAT])
    assert t.at_court(RUDI) == (0, 0)


@pytest.mark.clause("S-R17", "S-10.1")
@pytest.mark.parametrize("privilege", [3, 6])
def test_privileges_3_and_6_do_not_act_on_the_seat_they_come_from(privilege):
    t = Table(privileges=[1, 2, 3, 4, 5, 6]).turn(RED, RED, deployment=[GREEN, BLUE]).court(RUDI, 9)
    t.own(RUDI, PURPLE).under(NIJMEGEN, 3, PURPLE).begin().act(RUDI, DEPLOY)
    t.deploy(RUDI, t.office(NIJMEGEN, 3), "EEE").answer(RUDI, "trade", privilege)
    assert (t.on_seat(NIJMEGEN, 3), t.score(RUDI)) == ("0E", 0)
    t.act(RUDI, DEPLOY).deploy(RUDI, t.office(NIJMEGEN, 4), "EEE")  # but on the next one
    if privilege == 3:
        t.answer(RUDI, "second_envoy", 1)
        assert t.on_seat(NIJMEGEN, 4) == "0E 0E"
    else:
        assert t.score(RUDI) == 3


@pytest.mark.clause("S-R17", "S-10.1", "S-10.12", "S-6.8")
@pytest.mark.parametrize("privilege", [7, 8, 9])
def test_privileges_7_to_9_taken_during_a_supply_action_act_after_it(privilege):
    t = Table(privileges=[1, 2, 3, 7, 8, 9]).turn(RED).own(RUDI, PURPLE).at_supply(4, PURPLE).begin()
    t.act(RUDI, 0).supply(RUDI, 4).answer(RUDI, "trade", privilege)
    if privilege == 7:
        assert t.asked == (RUDI, "extra_envoy")
    elif privilege == 8:
        assert t.asked == (-1, "extra_chest")
    else:
        assert t.score(RUDI) == 2


@pytest.mark.clause("S-10.1")
def test_a_privilege_lasts_to_the_end_of_the_game():
    t = Table().privilege(RUDI, 4, 10).turn(RED, deployment=[GREEN]).begin()
    t.play_on()
    assert t.s.over
    assert t.s.owns(RUDI, 4)
    assert t.s.owns(RUDI, 10)


@pytest.mark.clause("S-10.7", "S-R19", "S-9.22")
def test_a_seat_costs_two_at_least_and_one_with_the_chest():
    t = deploying(4, 5, envoys=2, nobles=1).own(RUDI, CHEAP_SEAT)
    ready(t)
    for place, office in enumerate(t.s.t.region_seats[NIJMEGEN]):
        first = int(place == 0)
        assert t.options(office, 0, first, 0) is None  # exactly 2
        assert t.options(office, 1, first) is None  # exactly 1
    alone = ready(deploying(5, envoys=6))
    assert alone.options(alone.office(NIJMEGEN, 3), 0, 0) is None  # 3 - 1


@pytest.mark.clause("S-10.13", "S-10.14", "S-10.15", "S-10.16", "S-10.17", "S-R27")
@pytest.mark.parametrize(
    ("privileges", "moving"),
    [
        ((), (0, 1, 2, 3, 4, 5)),
        ((10,), (0, 1, 1, 1, 1, 1)),
        ((11,), (0, 0, 0, 1, 2, 3)),
        ((12,), (0, 0, 2, 3, 4, 0)),
        ((10, 11), (0, 0, 0, 0, 0, 0)),
        ((10, 12), (0, 0, 1, 1, 1, 0)),
        ((11, 12), (0, 0, 0, 1, 2, 0)),
        ((10, 11, 12), (0, 0, 0, 0, 0, 0)),
    ],
    ids=str,
)
def test_costs_of_moving(privileges, moving):
    t = ready(deploying(*privileges).own(RUDI, CHEAP_SEAT))
    for d, cost in enumerate(moving):
        office = t.office(RING[d], 2)
        trial = t.copy().deploy(RUDI, office, "E" * (cost + 1), cheap=True)
        areas = [RING[step] for step in range(d - cost + 1, d + 1)]
        assert trial.paid(RUDI) == dict.fromkeys(areas, (1, 0))


@pytest.mark.clause("S-9.10", "S-R28")
def test_no_movement_costs_lead_to_any_region():
    t = ready(deploying(envoys=4).own(RUDI, FREE_MOVEMENT))
    for region, place in ((STRASBOURG, 3), (PALERMO, 3), (AACHEN, 2), (AUGSBURG, 3), (MILANO, 3)):
        trial = t.copy().deploy(RUDI, t.office(region, place), "EEEE", free=True)
        assert trial.at_court(RUDI) == (0, 0)
        assert trial.discarded() == Counter([FREE_MOVEMENT])
        assert region not in trial.paid(RUDI)


@pytest.mark.clause("S-9.11", "S-9.12")
def test_low_deployment_costs_pay_only_the_way():
    t = ready(deploying(envoys=4, nobles=0).own(RUDI, CHEAP_SEAT))
    t.deploy(RUDI, t.office(AACHEN, 1), "E" + "EEE", cheap=True)
    assert t.at_court(RUDI) == (0, 0)
    poor = ready(deploying(envoys=4).own(RUDI, CHEAP_SEAT))
    assert poor.refused(RUDI, "deploy", poor.office(AACHEN, 0)).key == "noble_needed"
