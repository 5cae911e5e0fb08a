"""Section H of the worked examples: leaders and monuments (X-50 to X-53, W-40)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import (
    BUILT,
    DEPLOYED,
    POINTS_SCORED,
    TAXES_COLLECTED,
)
from pfalz.games.wallenstein.modules.leaders.events import (
    LEADER_LOST,
    LEADER_PLACED,
    MONUMENT_BUILT,
    MONUMENT_CAPTURED,
)
from pfalz.games.wallenstein.modules.leaders.state import CAPTURED, OFF
from tests.games.wallenstein.table import BLACK, BLUE, PURPLE, RED, Table


def led(**land: int) -> Table:
    """Blue's leader stands in the first of these counties."""
    table = Table(4, ["leaders"]).land(BLUE, **land)
    table.s.season = 1
    table.slice("leaders").leader[BLUE] = table.county(next(iter(land)))
    return table


@pytest.mark.clause("W-40.4", "W-40.5", "W-40.6", "W-40.7", "W-R.18")
def test_x50_costs_and_yields() -> None:
    for building, cost in (("palace", 2), ("church", 1), ("trading_post", 0)):
        table = led(burgund=2).purse(blue=cost).row(f"build_{building}")
        table.plan(BLUE, **{f"build_{building}": "burgund"}).begin()
        assert table.happened(BUILT)[0][3] == cost
    for event, tile, taxes in (("", False, 8), ("taxes_max", False, 6), ("taxes_max", True, 7)):
        table = led(burgund=2).row("collect_taxes").plan(BLUE, collect_taxes="burgund")
        if event:
            table.event(event)
        if tile:
            table.tile(BLUE, "plus_one_thaler")
        assert table.begin().happened(TAXES_COLLECTED)[0][2] == taxes
    table = led(burgund=2).row("deploy_5").plan(BLUE, deploy_5="burgund").tile(BLUE, "six_armies").begin()
    assert table.happened(DEPLOYED) == [(BLUE, table.county("burgund"), 7, 3)]
    table = led(burgund=2, lothringen=1).row("deploy_1_move").plan(BLUE, deploy_1_move="burgund").begin()
    assert table.happened(DEPLOYED) == [(BLUE, table.county("burgund"), 2, 1)]
    assert table.asked() == ("regroup", BLUE)
    for action, n in (("deploy_5", 4), ("deploy_3", 3)):
        table = led(burgund=2).row(action).plan(BLUE, **{action: "burgund"}).event("few_recruits").begin()
        assert table.happened(DEPLOYED)[0][2] == n
    table = led(trier=2).row("collect_grain").plan(BLUE, collect_grain="trier").event("grain_min").begin()
    assert table.s.grain[BLUE] == 5  # W-R.18: a grain value of 2 yields 4 + 1
    short = led(burgund=2).row("deploy_3").plan(BLUE, deploy_3="burgund").cubes(supply={BLUE: 3}).begin()
    assert short.happened(DEPLOYED)[0][2] == 3  # W-9.14


@pytest.mark.clause("W-40.8")
def test_leader_does_not_fight() -> None:
    table = Table(5, ["leaders"]).land(BLUE, anhalt=5).row("combat_a").plan(BLUE, combat_a="anhalt")
    table.s.season = 1
    table.slice("leaders").leader[BLUE] = table.county("anhalt")
    table.begin().answer(BLUE, "kursachsen", 4)
    assert table.s.tray[BLUE] == 4


@pytest.mark.clause("W-40.9", "W-40.10", "W-40.11", "W-40.12", "W-40.22", "W-40.23", "W-R.21")
def test_x51_monument_and_flight() -> None:
    table = led(anhalt=2, kursachsen=1, tirol=1).begin("leader_moves")
    assert table.asked() == ("move_leader", BLUE) and table.counties() == {"kursachsen", "tirol"}
    assert table.refused(BLUE, "anhalt") == ("leader_must_move", "W-40.10", {})
    assert table.refused(BLUE, "mark") == ("not_own", "W-40.10", {})
    table.answer(BLUE, "kursachsen")
    assert table.happened(MONUMENT_BUILT) == [(BLUE, table.county("anhalt"))]
    table = led(anhalt=2, kursachsen=1, tirol=1).begin("leader_moves").answer(BLUE, "tirol")
    assert table.happened(MONUMENT_BUILT) == []
    table = led(anhalt=2).begin("leader_moves")
    assert table.asked()[1] == NATURE and table.happened(MONUMENT_BUILT) == []
    for season, moves in ((0, True), (1, True), (2, True), (3, False)):
        table = led(anhalt=2, tirol=1, mark=1).winter_event("grain_max")
        table.s.season = season
        table.s.grain[BLUE] = 9
        table.begin("winter" if season == 3 else "leader_moves")
        assert (table.asked()[0] == "move_leader") is moves


@pytest.mark.clause("W-40.14", "W-40.15", "W-40.19", "W-40.20", "W-40.13", "W-40.1")
def test_x52_capture() -> None:
    table = led(kursachsen=5, tirol=2).land(RED, anhalt=1)
    part = table.slice("leaders")
    part.monument[RED * 6] = table.county("anhalt")
    part.monument[BLUE * 6] = table.county("anhalt")
    table.row("combat_a").plan(BLUE, combat_a="kursachsen").begin()
    table.answer(BLUE, "anhalt", 4).throw(blue=4)
    assert table.slice("leaders").monument[RED * 6] == table.county("anhalt")
    assert table.s.buildings[table.county("anhalt")] == 0
    table.answer(BLUE, "anhalt")
    assert table.happened(MONUMENT_CAPTURED) == [(BLUE, RED, table.county("anhalt"))]
    part = table.slice("leaders")
    assert part.monument[RED * 6] == CAPTURED + BLUE
    # in the county just left there is a monument too: it is adjacent
    assert table.happened(MONUMENT_BUILT) == [(BLUE, table.county("kursachsen"))]
    table.s.season = 4
    table.winter_event("grain_max")
    table.s.grain = [30] * 4
    table.begin("winter")
    source = table.rules.sources.index("monuments")
    monuments = [(args[0], args[1]) for args in table.happened(POINTS_SCORED) if args[2] == source]
    assert table.s.over and monuments == [(BLUE, 3)]  # one captured, two of its own


@pytest.mark.clause("W-R.29", "W-40.11")
def test_move_without_a_monument_left() -> None:
    table = led(anhalt=2, kursachsen=1)
    table.slice("leaders").monument[BLUE * 6 : BLUE * 6 + 6] = [table.county("tirol")] * 6
    table.begin("leader_moves")  # a single other county: the move is forced
    assert table.slice("leaders").leader[BLUE] == table.county("kursachsen")
    assert table.happened(MONUMENT_BUILT) == []


@pytest.mark.clause("W-40.16", "W-40.17", "W-40.18", "W-R.20", "W-40.15")
def test_x53_loss_of_the_leader() -> None:
    table = led(boehmen=1, mark=2, koeln=2).land(RED, oberpfalz=5).row("combat_a")
    table.plan(RED, combat_a="oberpfalz").begin()
    table.answer(RED, "boehmen", 4).throw(red=4)
    assert table.happened(LEADER_LOST) == [(BLUE, table.county("boehmen"))]
    assert table.asked()[0] != "move_leader" and table.happened(MONUMENT_BUILT) == []
    table.winter_event("grain_max")
    table.slice("leaders").monument[RED * 6] = table.county("mark")
    table.slice("leaders").leader[RED] = table.county("oberpfalz")
    table.s.grain = [9] * 4
    table.begin("winter").nature(*table.options()[:4])
    assert table.asked() == ("place_leader", BLUE) and table.counties() == {"mark", "koeln"}
    assert table.asks()[0].rule == "W-40.17"
    assert table.refused(BLUE, "boehmen") == ("not_own", "W-40.17", {})
    table.answer(BLUE, "mark")
    assert table.happened(MONUMENT_CAPTURED) == [(BLUE, RED, table.county("mark"))]
    # after the second winter it does not return
    table = led(mark=2).winter_event("grain_max")
    table.slice("leaders").leader[BLUE] = OFF
    table.s.season = 4
    table.s.grain = [9] * 4
    assert table.begin("winter").s.over


@pytest.mark.clause("W-40.21", "W-R.43")
def test_leader_without_a_county_stays_away() -> None:
    table = Table(4, ["leaders"]).winter_event("grain_max").land(RED, mark=1)
    table.s.grain = [9] * 4
    table.begin("winter").nature(*table.options()[:4])
    assert table.slice("leaders").leader == [OFF, OFF, OFF, table.county("mark")]  # Red has one choice
    table.s.season = 5
    table.land(BLUE, koeln=2)
    assert table.begin("fix_order").asked()[1] == NATURE


@pytest.mark.clause("W-40.2", "W-R.42")
def test_leaders_are_placed_in_the_first_round_of_a_lineup() -> None:
    table = Table(4, ["leaders"]).land(BLUE, mark=1, koeln=2).land(RED, trier=1, boehmen=2)
    table.order(RED, BLUE, BLACK, PURPLE).begin("fix_order")
    assert table.asked() == ("place_leader", RED) and table.asks()[0].rule == "W-40.2"
    table.answer(RED, "trier")
    assert table.asked() == ("place_leader", BLUE) and -1 not in table.options()
    table.answer(BLUE, "koeln")
    assert [args[0] for args in table.happened(LEADER_PLACED)] == [RED, BLUE]


@pytest.mark.clause("W-40.3", "W-R.42")
def test_leaders_in_the_draft() -> None:
    table = Table(3, ["leaders"], start="draft")
    table.s = table.rules.start()
    table.nature(BLACK)
    asked: list[int] = []
    while any(table.s.groups):
        name, seat = table.chance().asked()
        if name == "leader_here":
            asked.append(seat)
            assert table.slice("leaders").leader[seat] == OFF
            table.answer(seat, 1 if seat == BLUE else 0)
        else:
            table.answer(seat, table.options()[-1])
    assert asked.count(BLUE) == 1 and asked.count(BLACK) == 8  # Blue placed it at once; the ninth is forced
    leader = table.slice("leaders").leader
    assert [table.s.owner[county] for county in leader] == [BLACK, BLUE, PURPLE]


@pytest.mark.clause("W-40.3")
def test_leader_must_go_to_the_last_county() -> None:
    table = Table(3, ["leaders"], start="draft")
    table.s.groups[BLUE] = (3,)
    question = table.rules.questions["leader_here"]
    assert list(question.options(table.s, BLUE, (BLUE, 0), ()) or ()) == [0, 1]
    table.s.groups[BLUE] = ()
    assert list(question.options(table.s, BLUE, (BLUE, 0), ()) or ()) == [1]
    assert question.why_not(table.s, BLUE, (BLUE, 0), (), 0) == ("leader_must_be_placed", "W-40.3", {})


@pytest.mark.clause("W-60.8")
def test_leaders_and_monuments_are_checked() -> None:
    table = led(anhalt=2)
    assert table.rules.violations(table.s)  # the supplies are not filled yet
    table.begin("leader_moves")
    table.slice("leaders").leader[BLUE] = table.county("tirol")
    assert any("leader" in found for found in table.rules.violations(table.s))
    table.slice("leaders").leader[BLUE] = OFF
    table.slice("leaders").monument[BLUE * 6] = CAPTURED + BLUE
    assert any("monument" in found for found in table.rules.violations(table.s))


@pytest.mark.clause("W-40.14")
def test_monuments_stay_in_a_neutral_county() -> None:
    table = Table(5, ["leaders"]).land(BLUE, anhalt=5).land(4, kursachsen=3).row("combat_a")
    table.s.season = 1
    table.slice("leaders").monument[BLUE * 6] = table.county("kursachsen")
    table.plan(BLUE, combat_a="anhalt").begin().answer(BLUE, "kursachsen", 4).throw()
    assert table.at("kursachsen")[0] == -1
    assert table.slice("leaders").monument[BLUE * 6] == table.county("kursachsen")
