"""Recruit (D-8), March and Regroup (D-9)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.control import remove_manor
from pfalz.games.darkages.marching import excess
from pfalz.games.darkages.possible import supply_limit
from pfalz.games.darkages.scoring import final_points
from pfalz.games.darkages.state import FREE, FROM_MANORS
from pfalz.games.darkages.words import ARCHER, CAVALRY, INFANTRY, UNITS
from tests.games.darkages.table import GREEN, REACTIONS, VIOLET, WHITE, WORDS, YELLOW, Table

REGROUP = REACTIONS["regroup"]


def regrouping() -> Table:
    """A table on which a reaction to March may be a Regroup: White owns the lowest disc."""
    return Table().stack("march", WHITE, VIOLET).hold(YELLOW, "verona", infantry=1)


# -- recruiting (D-8) -----------------------------------------------------------------------------


@pytest.mark.clause("D-8.1")
def test_a7_recruiting_an_archer() -> None:
    """A7: a wood and a leather, one archer less in the supply."""
    table = Table().hold(YELLOW, "lombardy", manors=1, city=True).hold(YELLOW, "verona", archers=2)
    table.goods(YELLOW, wood=1, leather=1)
    table.act(YELLOW, "recruit", ARCHER, table.area("lombardy"), 0, 0)
    assert table.owned(YELLOW) == {}
    assert table.s.supply[UNITS * YELLOW + ARCHER] == 3
    assert table.units("lombardy") == (0, 1, 0)


@pytest.mark.clause("D-8.1", "D-25.4")
def test_only_in_own_areas_with_a_city() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=1).hold(YELLOW, "tuscany", infantry=1, city=True)
    table.hold(WHITE, "bavaria", infantry=1, city=True).buildings("carinthia", city=True)
    table.goods(YELLOW, leather=2, iron=1).act(YELLOW, "recruit")
    assert table.options() == [INFANTRY, CAVALRY]
    assert table.why(ARCHER) == ("too_dear", "D-1.11")
    assert table.areas(table.options(INFANTRY)) == {"verona", "tuscany"}
    for area in ("lombardy", "bavaria", "carinthia"):
        assert table.why(INFANTRY, table.area(area)) == ("needs_own_city", "D-8.1")


@pytest.mark.clause("D-8.1", "D-7.10")
def test_the_price_is_that_of_the_current_face() -> None:
    table = Table().technology(YELLOW, "war_magyar_riders_berengar", "magyar_riders").goods(YELLOW, leather=2)
    table.act(YELLOW, "recruit")
    assert table.options() == [INFANTRY, CAVALRY]
    table.do(YELLOW, CAVALRY, table.area("verona"), 0)
    assert table.owned(YELLOW) == {}
    assert table.units("verona") == (0, 0, 1)


@pytest.mark.clause("D-8.2")
def test_no_unit_without_one_in_the_supply() -> None:
    table = Table().hold(YELLOW, "verona", infantry=7).goods(YELLOW, wood=5, leather=5, iron=5)
    table.act(YELLOW, "recruit")
    assert table.options() == [ARCHER, CAVALRY]
    assert table.why(INFANTRY) == ("no_figure", "D-8.2")


@pytest.mark.clause("D-8.3", "D-13.9", "D-R.39")
def test_the_reaction_triggers_what_the_action_triggers() -> None:
    for by_reaction in (False, True):
        table = Table(bands=("build", "march", "research", "recruit", "develop_culture"))
        table.technology(WHITE, "war_peasant_levy", "peasant_levy").goods(WHITE, leather=2).hand(WHITE)
        swabia = table.area("swabia")
        if by_reaction:
            table.stack("recruit", WHITE, GREEN).goods(YELLOW, leather=1)
            table.act(YELLOW, "recruit", INFANTRY, table.area("verona"), 0)
            table.do(WHITE, REACTIONS["recruit"], INFANTRY, swabia, 0)
        else:
            table.act(WHITE, "recruit", INFANTRY, swabia, 0)
        assert table.open() == ("effect", WHITE)
        table.do(WHITE, table.options()[0])
        assert table.units("swabia") == (2, 0, 0)
        assert table.owned(WHITE) == {}


@pytest.mark.clause("D-8.4")
def test_the_supply_limit_does_not_matter() -> None:
    table = Table().hold(YELLOW, "verona", archers=6).goods(YELLOW, leather=1)
    assert supply_limit(table.s, YELLOW) == 3
    table.act(YELLOW, "recruit", INFANTRY, table.area("verona"), 0)
    assert table.units("verona") == (1, 6, 0)


# -- the supply check (D-9) -----------------------------------------------------------------------


@pytest.mark.clause("D-9.1")
def test_the_supply_limit_is_read_from_the_manor_row() -> None:
    table = Table()
    for off in range(1, 13):
        assert supply_limit(table.manors_off(YELLOW, off).s, YELLOW) == off + 2
    table.manors_off(YELLOW, 5).achievement(YELLOW, "levy", 2)
    assert supply_limit(table.s, YELLOW) == 7 + 2


@pytest.mark.clause("D-9.1", "D-9.2", "D-25.5")
def test_a8_supply_check() -> None:
    """A8: six units, limit four: an infantry goes back and a gold is paid."""
    table = (
        Table().manors_off(YELLOW, 2).hold(YELLOW, "verona", archers=3).hold(YELLOW, "lombardy", infantry=3)
    )
    table.goods(YELLOW, gold=1).act(YELLOW, "march")
    assert table.open() == ("supply", YELLOW)
    archer, infantry, gold = (
        table.unit_in("verona", ARCHER),
        table.unit_in("lombardy", INFANTRY),
        table.gold_instead,
    )
    assert set(table.forms()) == {
        (infantry, infantry),
        (infantry, archer),
        (infantry, gold),
        (archer, archer),
        (archer, gold),
    }
    assert table.why(gold) == ("too_little_gold", "D-9.2")  # the first slot would need two
    assert table.why(archer, infantry) == ("in_order", "D-26.5")
    table.do(YELLOW, infantry, gold)
    assert (table.units("verona"), table.units("lombardy")) == ((0, 3, 0), (2, 0, 0))
    assert table.owned(YELLOW) == {}
    assert table.open() == ("march", YELLOW)


@pytest.mark.clause("D-9.2", "D-R.34")
def test_without_gold_units_go_back() -> None:
    table = Table().hold(YELLOW, "verona", archers=5).goods(YELLOW)
    table.act(YELLOW, "march")  # two archers go back: there is nothing to choose
    assert table.units("verona") == (0, 3, 0)
    assert len(table.events("unit_disbanded")) == 2
    assert table.open() == ("march", YELLOW)


@pytest.mark.clause("D-9.2")
def test_the_check_counts_units_anywhere_and_may_free_an_area() -> None:
    table = Table().hold(YELLOW, "saxony", cavalry=1).hold(YELLOW, "verona", infantry=3).goods(YELLOW)
    table.act(YELLOW, "march")
    table.do(YELLOW, table.unit_in("saxony", CAVALRY))
    assert table.owner("saxony") == FREE
    assert table.s.supply[UNITS * YELLOW + CAVALRY] == 5


@pytest.mark.clause("D-9.3", "D-11.3")
def test_the_check_comes_with_every_march() -> None:
    table = Table().hold(YELLOW, "verona", infantry=4).holds(YELLOW, "king_of_italy").goods(YELLOW, gold=2)
    table.act(YELLOW, "march").do(YELLOW, table.gold_instead)
    table.do(YELLOW, table.area("verona"), table.area("lombardy"), 4, 0, 0)
    table.do(YELLOW, table.title_step("king_of_italy"))
    assert table.open() == ("supply", YELLOW)
    table.do(YELLOW, table.gold_instead)
    assert table.owned(YELLOW) == {}


@pytest.mark.clause("D-9.1", "D-9.2", "D-17.4", "D-17.5")
def test_b30_supply_limit_after_losses() -> None:
    """B30: a lost manor and a feud leave eight units with a limit of six, until the next March."""
    table = Table().hold(YELLOW, "verona", infantry=1, archers=6, manors=1).hold(YELLOW, "tuscany", manors=1)
    table.manors_off(YELLOW, 5).goods(YELLOW, wood=1, leather=1).hold(WHITE, "lombardy", infantry=3)
    assert (supply_limit(table.s, YELLOW), table.s.units_of(YELLOW)) == (7, 7)
    table.act(WHITE, "march", table.area("lombardy"), table.area("tuscany"), 3, 0, 0).roll(6, 6, 6, 1)
    assert table.owner("tuscany") == WHITE
    assert (supply_limit(table.s, YELLOW), table.s.units_of(YELLOW)) == (6, 8)
    table.act(YELLOW, "develop_culture")
    assert table.s.units_of(YELLOW) == 8 and excess(table.s, YELLOW) == 2  # nothing has happened
    table.act(YELLOW, "march")
    assert table.open() == ("supply", YELLOW)
    assert {len(form) for form in table.forms()} == {2}


@pytest.mark.clause("D-9.6", "D-R.34")
def test_without_a_unit_left_the_march_ends() -> None:
    table = Table().hold(YELLOW, "verona", infantry=2, manors=0).manors_off(YELLOW, 0).goods(YELLOW)
    assert supply_limit(table.s, YELLOW) == 0  # no rule of the base game gets there
    table.act(YELLOW, "march")
    assert table.units("verona") == (0, 0, 0)
    assert table.events("units_marched") == []
    assert table.stack_of("march") == (YELLOW,)
    assert table.who() == WHITE


@pytest.mark.clause("D-10.11", "D-P2")
def test_a_manor_that_is_removed_uncovers_its_space_and_nothing_else() -> None:
    table = Table().manors_off(YELLOW, 4)
    manors, points = list(table.s.manors), table.score(YELLOW)
    remove_manor(table.s, YELLOW)
    assert supply_limit(table.s, YELLOW) == 7
    assert table.s.manors == manors and table.score(YELLOW) == points
    assert final_points(table.s, YELLOW, FROM_MANORS) == 2
    table.check()
    table.manors_off(YELLOW, 12)
    remove_manor(table.s, YELLOW)
    assert table.s.manors_off(YELLOW) == 12  # there was none left


# -- movement -------------------------------------------------------------------------------------


@pytest.mark.clause("D-9.4", "D-25.5")
def test_one_army_goes_from_one_area_to_an_adjacent_one() -> None:
    table = Table().manors_off(YELLOW, 4).hold(YELLOW, "verona", infantry=2, cavalry=1, manors=1)
    table.hold(YELLOW, "franconia", archers=1)
    table.act(YELLOW, "march")
    verona = table.area("verona")
    assert table.areas(table.options()) == {"verona", "franconia"}
    assert table.areas(table.options(verona)) == {
        "bavaria",
        "carinthia",
        "carniola",
        "lombardy",
        "romagna",
        "tuscany",
    }
    assert table.why(table.area("swabia")) == ("no_own_units", "D-9.4")
    assert table.why(verona, table.area("saxony")) == ("too_far", "D-9.4")
    lombardy = table.area("lombardy")
    forms = table.forms(verona, lombardy)
    assert [form[2:] for form in forms] == [(0, 0, 1), (1, 0, 0), (1, 0, 1), (2, 0, 0), (2, 0, 1)]
    table.do(YELLOW, verona, lombardy, 1, 0, 1)
    assert (table.units("verona"), table.units("lombardy")) == ((1, 0, 0), (1, 0, 1))
    assert table.s.manors[verona] == 1 and table.s.manors[lombardy] == 0  # manors stay


@pytest.mark.clause("D-9.5", "D-2.11")
def test_all_units_may_leave() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=2)
    table.act(YELLOW, "march", table.area("lombardy"), table.area("tuscany"), 2, 0, 0)
    assert table.owner("lombardy") == FREE
    assert table.owner("tuscany") == YELLOW


@pytest.mark.clause("D-9.7", "D-9.8")
@pytest.mark.parametrize(
    ("target", "battle"), [("own", False), ("unoccupied", False), ("barbarians", True), ("player", True)]
)
def test_where_a_march_ends_in_a_battle(target: str, battle: bool) -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=3)
    if target == "own":
        table.hold(YELLOW, "tuscany", manors=1)
    elif target == "barbarians":
        table.marker("tuscany", "barbarian_14")
    elif target == "player":
        table.hold(WHITE, "tuscany", infantry=1)
    table.act(YELLOW, "march", table.area("lombardy"), table.area("tuscany"), 2, 0, 0)
    assert ("attack_declared" in table.names()) == battle == bool(table.s.within("battle"))
    if not battle:
        assert table.units("tuscany") == (2, 0, 0)


@pytest.mark.clause("D-9.9")
def test_march_needs_a_unit_on_the_map() -> None:
    table = Table().goods(YELLOW, leather=1, wood=1).turn(YELLOW)
    assert table.why(WORDS["march"]) == ("no_option", "D-4.5")
    table.hold(YELLOW, "verona", infantry=1).turn(YELLOW)
    assert WORDS["march"] in table.options()


# -- regrouping -----------------------------------------------------------------------------------


@pytest.mark.clause("D-9.10", "D-13.10")
def test_regrouping_is_peaceful_and_has_no_supply_check() -> None:
    table = regrouping().hold(WHITE, "swabia", infantry=5, archers=1).marker("franconia")
    table.hold(YELLOW, "lombardy", infantry=1).hold(YELLOW, "verona", infantry=1)
    table = regrouped(table)
    assert table.open() == ("react", WHITE)
    swabia = table.area("swabia")
    assert table.areas(table.options(REGROUP, swabia)) == {"bavaria"}
    assert table.why(REGROUP, swabia, table.area("franconia")) == ("no_battle", "D-9.10")
    assert table.why(REGROUP, swabia, table.area("lombardy")) == ("no_battle", "D-9.10")
    assert table.why(REGROUP, swabia, table.area("saxony")) == ("too_far", "D-9.10")
    table.do(WHITE, REGROUP, swabia, table.area("bavaria"), 4, 1, 0)
    assert (table.units("swabia"), table.units("bavaria")) == ((1, 0, 0), (4, 1, 0))
    assert table.owner("bavaria") == WHITE


def regrouped(table: Table) -> Table:
    """Yellow marches from Verona to Romagna with a third disc, and ends his turn."""
    table.s.bands = [0, 1, 4, 2, 3]  # March between Regroup and Recruit
    table.act(YELLOW, "march", table.area("verona"), table.area("romagna"), 1, 0, 0)
    return table.end(YELLOW) if table.asked() == "after" else table


@pytest.mark.clause("D-9.10")
def test_a_unit_that_can_only_fight_cannot_regroup() -> None:
    table = regrouping().hold(WHITE, "swabia", infantry=1).goods(WHITE, leather=1, wood=1)
    for area in ("franconia", "bavaria", "lombardy"):
        table.marker(area, f"barbarian_0{len(area) - 5}")
    regrouped(table)
    assert table.why(REGROUP) == ("reaction_impossible", "D-13.5")
    assert table.options() == [REACTIONS["recruit"]]
