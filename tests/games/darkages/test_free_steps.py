"""Settling (D-10), epithets and relics (D-12)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.settling import settle_cost, settlers
from pfalz.games.darkages.state import FROM_EPITHETS
from pfalz.games.darkages.turn import EPITHET_STEP, SETTLE_STEP
from pfalz.games.darkages.words import CHURCH, INFANTRY, UNITS
from tests.games.darkages.table import GREEN, REACTIONS, VIOLET, WHITE, WORDS, YELLOW, Table

# -- settling (D-10) ------------------------------------------------------------------------------


@pytest.mark.clause("D-10.3", "D-10.4", "D-10.5")
def test_b3_settling_costs() -> None:
    """B3: three rulers and their neighbourhood."""
    table = Table(rulers=("boleslav", "burchard", "tomislav", "pandulf"))

    def cost(seat: int, area: str) -> int:
        return settle_cost(table.s, seat, table.area(area))

    assert [cost(YELLOW, id) for id in ("moravia", "merseburg_march", "saxony")] == [1, 2, 3]
    assert [cost(VIOLET, id) for id in ("carniola", "carinthia", "benevento", "tuscany")] == [1, 1, 1, 2]
    assert cost(WHITE, "austrian_march") == 1
    assert cost(WHITE, "saxony") == 3
    berengar = Table()
    verona = [settle_cost(berengar.s, YELLOW, berengar.area(id)) for id in ("lombardy", "bavaria", "saxony")]
    assert verona == [1, 2, 4]


@pytest.mark.clause("D-10.6", "D-10.7", "D-R.25")
def test_b3_payment_with_infantry_of_level_two() -> None:
    """B3: cost 3, infantry worth 2 each: two units, not one and not three."""
    table = Table(rulers=("boleslav", "burchard", "tomislav", "pandulf"))
    table.technology(YELLOW, "war_spearmen_or_knights", "spearmen").hold(YELLOW, "saxony", infantry=3)
    table.turn(YELLOW)
    saxony = table.area("saxony")
    assert table.forms(SETTLE_STEP) == [(SETTLE_STEP, saxony, 2, 0, 0)]
    for n in (0, 1, 3):
        assert table.ask_of().why_not(table.s, (SETTLE_STEP, saxony), n) is not None
    table.do(YELLOW, SETTLE_STEP, saxony, 2, 0, 0)
    assert table.units("saxony") == (1, 0, 0) and table.s.manors[saxony] == 1
    table.hold(YELLOW, "northern_march", infantry=1).turn(YELLOW)
    assert table.why(SETTLE_STEP) == ("no_settling", "D-10.2")  # one unit is worth 2


@pytest.mark.clause("D-10.6", "D-10.7")
def test_units_of_different_levels_none_superfluous() -> None:
    table = Table().technology(YELLOW, "war_magyar_riders_berengar", "magyar_riders")
    table.hold(YELLOW, "saxony", infantry=2, archers=1, cavalry=2)
    assert settle_cost(table.s, YELLOW, table.area("saxony")) == 4
    assert set(settlers(table.s, YELLOW, table.area("saxony"))) == {(0, 0, 2), (1, 1, 1), (2, 0, 1)}


@pytest.mark.clause("D-10.1", "D-10.2")
def test_where_one_can_settle() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=1).hold(YELLOW, "tuscany", infantry=2)
    table.hold(YELLOW, "romagna", infantry=1).hold(YELLOW, "bavaria", infantry=2, manors=1)
    table.hold(WHITE, "franconia", infantry=2).turn(YELLOW)
    assert table.areas(table.options(SETTLE_STEP)) == {"lombardy", "tuscany"}
    assert table.why(SETTLE_STEP, table.area("bavaria")) == ("has_manor", "D-10.2")
    assert table.why(SETTLE_STEP, table.area("verona")) == ("has_manor", "D-10.2")
    assert table.why(SETTLE_STEP, table.area("romagna")) == ("settlers_lack", "D-10.6")  # it costs 2
    assert table.why(SETTLE_STEP, table.area("franconia")) == ("not_your_area", "D-10.2")
    for area in ("lombardy", "tuscany"):  # any number, one after the other
        table.do(YELLOW, *table.forms(SETTLE_STEP, table.area(area))[0])
        assert table.open() == ("turn", YELLOW)
    assert table.s.manors_of(YELLOW) == 4


@pytest.mark.clause("D-10.8", "D-10.10", "D-1.7")
def test_the_manor_keeps_control_when_all_units_are_spent() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=1)
    table.turn(YELLOW).do(YELLOW, SETTLE_STEP, table.area("lombardy"), 1, 0, 0)
    assert table.owner("lombardy") == YELLOW
    assert table.units("lombardy") == (0, 0, 0) and table.s.manors[table.area("lombardy")] == 1
    assert table.s.supply[UNITS * YELLOW + INFANTRY] == 7
    assert table.s.manors_off(YELLOW) == 2
    assert table.events("control_lost") == []


@pytest.mark.clause("D-10.9")
def test_without_a_manor_on_the_row_nobody_settles() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=1).manors_off(YELLOW, 12).turn(YELLOW)
    assert SETTLE_STEP not in table.options()
    assert table.why(SETTLE_STEP) == ("no_manor_left", "D-10.9")


# -- epithets (D-12) ------------------------------------------------------------------------------


@pytest.mark.clause("D-12.1", "D-12.2", "D-25.6")
@pytest.mark.parametrize(("gold", "points"), [(2, 0), (3, 3), (4, 3), (5, 6), (9, 9)])
def test_an_epithet_gives_its_highest_tier(gold: int, points: int) -> None:
    table = Table().hand(YELLOW, "the_rich", "forest_law").goods(YELLOW, gold=gold).turn(YELLOW)
    assert table.why(EPITHET_STEP, table.card("forest_law")) == ("no_epithet", "D-12.1")
    table.do(YELLOW, EPITHET_STEP, table.card("the_rich"))
    assert table.score(YELLOW) == points
    assert table.s.points[YELLOW * table.rules.source_count + FROM_EPITHETS] == points
    assert table.s.discard[-1] == table.card("the_rich")
    assert table.owned(YELLOW) == {"gold": gold}  # free of charge


@pytest.mark.clause("D-12.3")
def test_an_epithet_may_be_played_for_nothing() -> None:
    table = Table().hand(YELLOW, "the_pious").goods(YELLOW, gold=1).turn(YELLOW)
    table.do(YELLOW, EPITHET_STEP, table.card("the_pious"))
    assert table.score(YELLOW) == 0
    assert table.hand_of(YELLOW) == set()


@pytest.mark.clause("D-12.1")
def test_without_an_epithet_there_is_no_such_step() -> None:
    table = Table().turn(YELLOW)
    assert table.why(EPITHET_STEP) == ("no_epithet", "D-12.1")


# -- relics ---------------------------------------------------------------------------------------


@pytest.mark.clause("D-12.7")
def test_a_relic_is_no_free_step() -> None:
    table = Table().hand(YELLOW, "true_cross").goods(YELLOW, wood=1, leather=1, gold=1).turn(YELLOW)
    assert table.options()[0] >= WORDS["build"]
    table.act(YELLOW, "build", 5, 0, 0)  # a storehouse
    assert table.open() == ("turn", WHITE)
    table.act(YELLOW, "develop_culture")
    assert table.hand_of(YELLOW) >= {"true_cross"}


@pytest.mark.clause("D-12.8", "D-12.7")
def test_a_church_that_stood_before_gives_no_relic() -> None:
    table = Table().hand(YELLOW, "true_cross").buildings("tuscany", city=True, churches=1)
    table.hold(YELLOW, "lombardy", infantry=1)
    table.act(YELLOW, "march", table.area("lombardy"), table.area("tuscany"), 1, 0, 0)
    assert table.owner("tuscany") == YELLOW
    assert table.asked() != "relic"
    conquered = Table().hand(YELLOW, "true_cross").hold(YELLOW, "lombardy", infantry=3)
    conquered.hold(WHITE, "tuscany", archers=1, city=True, churches=1)
    conquered.act(YELLOW, "march", conquered.area("lombardy"), conquered.area("tuscany"), 3, 0, 0)
    conquered.roll(1, 1)  # the archer and that of the city miss
    conquered.roll(6, 6, 6, 1, 1)
    assert conquered.owner("tuscany") == YELLOW
    assert conquered.asked() != "relic"


@pytest.mark.clause("D-12.6")
def test_without_a_relic_in_hand_nothing_is_asked() -> None:
    table = Table().hand(YELLOW, "forest_law").goods(YELLOW, stone=2, iron=1, wood=1)
    table.act(YELLOW, "build", CHURCH, table.area("verona"), 0, 0)
    assert table.open() == ("turn", WHITE)


@pytest.mark.clause("D-12.6", "D-12.2", "D-13.12")
def test_relics_and_epithets_wait_while_others_react() -> None:
    table = Table(bands=("develop_culture", "build", "research", "recruit", "march"))
    table.stack("develop_culture", WHITE, GREEN).hold(WHITE, "bavaria", infantry=2)
    table.hand(WHITE, "the_great", "true_cross").holds(WHITE, "king_of_italy")
    table.act(YELLOW, "develop_culture")
    assert table.open() == ("react", WHITE)
    assert table.options() == [REACTIONS["culture_exchange"], REACTIONS["take_wood_leather"]]
    table.do(WHITE, REACTIONS["take_wood_leather"], 0)
    assert table.open() == ("turn", WHITE)  # no free step, no title: her own turn comes
    assert table.events("settled_in", "epithet_played", "action_repeated") == []
