"""Sections D and E of the worked examples: battles, revolts and winter (X-13 to X-34, X-67)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import (
    CARD_HANDED_OVER,
    COUNTIES_UNSUPPLIED,
    CUBES_CAST,
    REVOLT_BEGUN,
    TAXES_COLLECTED,
)
from pfalz.games.wallenstein.state import EMPTY
from tests.games.wallenstein.table import BLACK, BLUE, GREEN, PURPLE, RED, YELLOW, Table, battle


def fought(table: Table, armies: int = 4, **out: int) -> Table:
    """Blue attacks Kursachsen and these cubes come out."""
    return table.begin().answer(BLUE, "kursachsen", armies).throw(**out)


def supplied(table: Table, **out: int) -> dict[str, int]:
    """Blue attacks with 4, these cubes come out; what the supplies gain."""
    table.begin().answer(BLUE, "kursachsen", 4)
    before = table.s.supply[:]
    table.throw(**out)
    names = [*table.t.colour_ids, "green"]
    gains = zip(names, table.s.supply, before, strict=True)
    return {name: now - was for name, now, was in gains if now != was}


@pytest.mark.clause("W-10.17", "W-10.18")
def test_x13_peasants_take_losses_first() -> None:
    table = battle().cubes(tower={YELLOW: 1, GREEN: 1})
    assert supplied(table, blue=3, yellow=4, green=1) == {"blue": 3, "yellow": 2, "green": 1}
    assert table.at("kursachsen") == (YELLOW, 2, 0)


@pytest.mark.clause("W-10.18")
def test_x14_many_peasants() -> None:
    table = battle().cubes(tower={GREEN: 5})
    assert supplied(table, blue=2, yellow=1, green=5) == {"blue": 2, "green": 5}
    assert table.at("kursachsen") == (YELLOW, 1, 0)


@pytest.mark.clause("W-10.19", "W-10.20", "W-10.25", "W-9.4")
def test_x15_peasants_only() -> None:
    table = battle().cubes(tower={GREEN: 2}).build("kursachsen", "palace")
    assert supplied(table, blue=1, green=2) == {"blue": 1, "green": 2}
    assert table.at("kursachsen") == (-1, 0, 0) and table.buildings("kursachsen") == set()
    assert table.happened(CARD_HANDED_OVER) == [(YELLOW, table.county("kursachsen"), -1)]


@pytest.mark.clause("W-10.19")
def test_x16_nothing_comes_out() -> None:
    assert fought(battle()).at("kursachsen") == (-1, 0, 0)


@pytest.mark.clause("W-10.5", "W-10.20", "W-1.7")
def test_x17_tie_with_buildings_and_a_bystander() -> None:
    table = battle().cubes(tower={GREEN: 1, RED: 1}).build("kursachsen", "church")
    assert table.s.stock(1) == 25
    assert supplied(table, blue=2, yellow=1, green=1, red=1) == {"blue": 2, "yellow": 1, "green": 1}
    assert table.s.stock(1) == 26 and table.tray() == {"red": 1}
    assert table.at("kursachsen") == (-1, 0, 0)


@pytest.mark.clause("W-10.14", "W-10.16", "W-11.10")
def test_x18_marker_in_the_county() -> None:
    table = battle().cubes(tower={GREEN: 4}).mark("kursachsen").build("kursachsen", "palace")
    fought(table, blue=3, yellow=2, green=4)
    assert table.at("kursachsen") == (BLUE, 1, 1) and table.tray() == {"green": 4}
    assert table.buildings("kursachsen") == {"palace"}  # W-9.3


@pytest.mark.clause("W-10.12", "W-10.21", "W-10.22", "W-10.23", "W-R.12", "W-10.26")
@pytest.mark.parametrize(("blue", "green", "left"), [(3, 1, 2), (2, 2, 0), (1, 0, 1)])
def test_x19_attack_on_a_neutral_county(blue: int, green: int, left: int) -> None:
    table = Table(3).land(BLUE, wuerzburg=4).row("combat_a").plan(BLUE, combat_a="wuerzburg")
    table.cubes(tower={GREEN: 1}).begin().answer(BLUE, "oberpfalz", 3)
    assert table.s.tray == [0, 3, 0, 1]
    table.throw(blue=blue, green=green)
    assert table.at("oberpfalz") == ((BLUE, left, 0) if left else (-1, 0, 0))
    assert table.tray() == {} and table.at("wuerzburg")[1] == 1


@pytest.mark.clause("W-6.10")
def test_x20_stubborn_neutrals() -> None:
    table = Table(3).land(BLUE, wuerzburg=4).row("combat_a").plan(BLUE, combat_a="wuerzburg")
    table.event("neutral_resistance").begin().answer(BLUE, "oberpfalz", 3)
    assert table.s.tray == [0, 3, 0, 2]


@pytest.mark.clause("W-10.9", "W-10.10", "W-10.11", "W-6.5")
def test_x21_extra_armies() -> None:
    table = battle().land(YELLOW, kursachsen=2).build("kursachsen", "palace").event("palace_guard_2")
    table.tile(YELLOW, "defence_plus_one").cubes(supply={YELLOW: 1}).begin()
    table.answer(BLUE, "kursachsen", 3)
    assert table.s.tray[YELLOW] == 3 and table.s.supply[YELLOW] == 0
    table = battle().land(YELLOW, kursachsen=2).build("kursachsen", "palace").event("palace_guard_6")
    table.tile(YELLOW, "defence_plus_one").begin().answer(BLUE, "kursachsen", 3)
    assert table.s.tray[YELLOW] == 4


@pytest.mark.clause("W-10.7", "W-9.26")
@pytest.mark.parametrize("target", ["kursachsen", "wolfenbuettel"])
def test_x22_attack_tile(target: str) -> None:
    table = battle().tile(BLUE, "attack_plus_one").cubes(supply={BLUE: 10}).begin()
    table.answer(BLUE, target, 1)
    assert table.s.tray[BLUE] == 2 and table.s.supply[BLUE] == 9


@pytest.mark.clause("W-6.11", "W-6.14", "W-9.22")
def test_x23_church_peace() -> None:
    table = Table(3).land(BLUE, augsburg=3, wuerttemberg=1).land(PURPLE, regensburg=2)
    table.build("regensburg", "church").event("church_peace_3").row("combat_a")
    table.plan(BLUE, combat_a="augsburg").begin()
    assert table.refused(BLUE, "regensburg", 1) == ("church_peace", "W-6.11", {})
    table.answer(BLUE, "wuerttemberg", 1)
    # a church built earlier in the same round protects
    table = Table(3).land(BLUE, augsburg=3).land(PURPLE, regensburg=2).event("church_peace_4")
    table.row("combat_a", "build_church", "combat_b").purse(purple=2)
    table.plan(BLUE, combat_a="augsburg").plan(PURPLE, build_church="regensburg").begin()
    assert "regensburg" in table.counties()  # not yet
    table = Table(3).land(BLUE, augsburg=3).land(PURPLE, regensburg=2).event("church_peace_4")
    table.row("deploy_5", "build_church", "combat_b").purse(purple=2)
    table.plan(BLUE, combat_b="augsburg").plan(PURPLE, build_church="regensburg").begin()
    assert "regensburg" not in table.counties()


@pytest.mark.clause("W-6.16")
def test_x67_church_at_home() -> None:
    table = Table(4).land(BLUE, boehmen=4, kursachsen=3).land(RED, oberpfalz=3).build("boehmen", "church")
    table.event("church_peace_3").row("combat_a", "combat_b")
    table.plan(BLUE, combat_a="boehmen", combat_b="kursachsen").plan(RED, combat_a="oberpfalz").begin()
    table.answer(BLUE, "maehren", 3).throw(blue=3, green=1)
    assert table.at("maehren")[0] == BLUE
    assert table.asked() == ("march", RED) and "boehmen" not in table.counties()
    table.answer(RED, -1)
    table.answer(BLUE, "boehmen", 2)
    assert table.at("boehmen")[1] == 3


@pytest.mark.clause("W-8.9", "W-10.24", "W-8.10", "W-2.7", "W-R.11", "W-8.11")
def test_x24_planned_county_conquered() -> None:
    table = battle().land(YELLOW, lausitz=4)
    table.row("build_palace", "combat_a", "combat_b", "collect_taxes")
    table.plan(YELLOW, collect_taxes="kursachsen", combat_b="lausitz").begin()
    table.answer(BLUE, "kursachsen", 4).throw(blue=4, yellow=1)
    box = 1 + 4
    assert table.happened(CARD_HANDED_OVER) == [(YELLOW, table.county("kursachsen"), box)]
    assert table.s.mat[YELLOW * 11 + box] == EMPTY
    view = table.rules.view(table.s, RED)
    assert view.mat[YELLOW * 11 + box] == EMPTY
    assert table.s.box_of(BLUE, table.county("kursachsen")) == -1  # in the hand
    # Yellow reconquers: the card goes to the hand and nothing is collected
    table.answer(YELLOW, "kursachsen", 3).throw(yellow=5, blue=3)
    assert table.at("kursachsen")[0] == YELLOW
    assert table.happened(TAXES_COLLECTED) == []


@pytest.mark.clause("W-10.24")
def test_x25_used_card_conquered() -> None:
    table = battle().row("collect_taxes", "combat_a").purse(yellow=0)
    table.plan(YELLOW, collect_taxes="kursachsen").cubes(tower={BLUE: 2}).begin()
    taxes = table.s.thalers[YELLOW]
    assert taxes > 0
    table.answer(BLUE, "kursachsen", 4).throw(blue=5)
    assert table.s.thalers[YELLOW] == taxes and table.at("kursachsen") == (BLUE, 5, 1)


@pytest.mark.clause("W-10.1", "W-10.5", "W-10.4")
def test_x26_sweep_of_the_tray() -> None:
    table = battle().land(YELLOW, kursachsen=2).cubes(tray={RED: 2, BLACK: 1}).begin()
    table.answer(BLUE, "kursachsen", 3).throw(blue=2, yellow=1, red=1)
    assert table.happened(CUBES_CAST) == [(8,)]
    assert table.at("kursachsen") == (BLUE, 1, 0) and table.tray() == {"red": 1}


@pytest.mark.clause("W-10.4", "W-10.15", "W-10.27", "W-1.14")
def test_x27_more_out_than_in() -> None:
    table = battle().land(YELLOW, kursachsen=1).cubes(tower={BLUE: 2}).begin()
    table.answer(BLUE, "kursachsen", 2).throw(blue=4, yellow=1)
    assert table.at("kursachsen") == (BLUE, 3, 0)


@pytest.mark.clause("W-9.7", "W-11.8", "W-R.3", "W-11.6", "W-9.9")
def test_x28_lost_revolt() -> None:
    table = Table(3).land(BLUE, trier=2).mark("trier").build("trier", "palace").purse(blue=0)
    table.row("collect_taxes").plan(BLUE, collect_taxes="trier").begin()
    assert table.s.stock(0) == 27
    table.throw(blue=1, green=1)
    assert table.s.thalers[BLUE] == 7 and table.at("trier") == (-1, 0, 0)
    assert table.buildings("trier") == set() and table.s.stock(0) == 28 and table.tray() == {}


@pytest.mark.clause("W-11.7", "W-9.8", "W-11.9", "W-11.5", "W-R.4", "W-9.5")
def test_x29_won_revolt() -> None:
    table = Table(4).land(BLUE, lueneburg=3).mark("lueneburg").build("lueneburg", "church")
    table.cubes(tower={RED: 2}).row("collect_grain").plan(BLUE, collect_grain="lueneburg").begin()
    supply = table.s.supply[:]
    table.throw(blue=3, green=1, red=2)
    assert table.s.grain[BLUE] == 5 and table.at("lueneburg") == (BLUE, 2, 2)
    assert [a - b for a, b in zip(table.s.supply, supply, strict=True)] == [0, 1, 0, 0, 1]
    assert table.tray() == {"red": 2} and table.buildings("lueneburg") == {"church"}


@pytest.mark.clause("W-6.4", "W-6.14")
@pytest.mark.parametrize(("before", "after"), [(2, 1), (0, 0)])
def test_x30_trade_calms(before: int, after: int) -> None:
    table = Table(3).land(BLUE, trier=2).mark("trier", before).event("trading_post_calm_5").purse(blue=1)
    table.row("build_trading_post").plan(BLUE, build_trading_post="trier").begin()
    assert table.at("trier")[2] == after and table.buildings("trier") == {"trading_post"}


@pytest.mark.clause("W-12.5", "W-12.6", "W-12.7", "W-12.8", "W-12.9", "W-12.10", "W-15.6", "W-11.4")
def test_x31_several_winter_revolts() -> None:
    table = Table(4).winter_event("taxes_max").land(BLUE, boehmen=2, passau=3).mark("passau", 2)
    table.many(BLUE, 8)
    table.s.grain[BLUE] = 5
    table.begin("winter")
    assert table.asked() == ("draw_revolts", NATURE) and len(table.options()) == 10
    table.nature("boehmen", "passau")
    assert table.happened(COUNTIES_UNSUPPLIED) == [(BLUE, 5, 2)]
    assert table.asked() == ("choose_revolt", BLUE) and table.counties() == {"boehmen", "passau"}
    free = next(c for c in table.s.own(BLUE) if table.t.county_ids[c] not in ("boehmen", "passau"))
    assert table.refused(BLUE, free) == ("no_revolt_there", "W-12.7", {})
    table.answer(BLUE, "passau").throw(blue=3, green=1)
    assert table.at("passau") == (BLUE, 2, 2)  # W-11.9: no marker is added in winter
    assert [args[2] for args in table.happened(REVOLT_BEGUN)] == [5, 3]
    table.throw()
    assert table.at("boehmen") == (-1, 0, 0)


@pytest.mark.clause("W-11.4", "W-R.7", "W-10.13")
def test_x32_short_peasant_supply() -> None:
    table = Table(3).winter_event("taxes_max").land(BLUE, boehmen=2).mark("boehmen", 5)
    table.cubes(supply={GREEN: 4}).begin("winter")
    assert table.happened(REVOLT_BEGUN) == [(BLUE, table.county("boehmen"), 4)]
    table = Table(3).land(BLUE, boehmen=4).row("combat_a").plan(BLUE, combat_a="boehmen")
    table.cubes(supply={GREEN: 0}).begin().answer(BLUE, "maehren", 3)
    assert table.s.tray == [0, 3, 0, 0]


@pytest.mark.clause("W-12.3", "W-12.4", "W-60.5")
def test_x33_grain_is_never_negative() -> None:
    table = Table(3).winter_event("trading_post_calm_7")
    table.many(BLUE, 8)
    table.s.grain[BLUE] = 3
    table.begin("winter")
    assert table.s.grain[BLUE] == 0 and table.t.provisions[8] == (3, 3)
    table.nature(*table.s.own(BLUE)[:3])
    assert table.happened(COUNTIES_UNSUPPLIED) == [(BLUE, 8, 3)]


@pytest.mark.clause("W-12.14", "W-12.13", "W-4.8")
def test_x34_year_change() -> None:
    table = Table(3).winter_event("grain_max").land(BLUE, boehmen=2).mark("boehmen", 2)
    table.cubes(tray={BLUE: 2, GREEN: 1}).purse(black=1, blue=2, purple=3)
    table.s.grain = [9, 9, 9]
    deck = len(table.s.event_deck)
    table.begin("winter")
    assert table.asked() == ("events", NATURE)
    table.nature(*table.options()[:4])
    assert table.s.markers == [0] * 45 and table.s.grain == [0, 0, 0]
    assert len(table.s.event_row) == 4 and len(table.s.event_deck) == deck - 4
    assert table.tray() == {"blue": 2, "green": 1} and table.s.thalers == [1, 2, 3]
    assert table.s.place == [-1] * 3 and table.s.season == 4
