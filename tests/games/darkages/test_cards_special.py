"""Effects with a rule of their own (section 24)."""

from __future__ import annotations

import pytest

from pfalz.core.state import HIDDEN
from pfalz.games.darkages.turn import EFFECT_STEP
from pfalz.games.darkages.words import CAVALRY, INFANTRY, WOOD
from tests.games.darkages.cards import AREAS, CASES, complete, finish, passes, ready
from tests.games.darkages.table import GREEN, NO_REACTION, REACTIONS, VIOLET, WHITE, WORDS, YELLOW, Table

COVERED = {(case.card, case.level, case.when) for case in CASES if case.rows[0]["op"] == "special"}


def test_these_are_all_special_effects() -> None:
    keys = {row["key"] for case in CASES for row in case.rows if row["op"] == "special"}
    assert keys == {
        "double_reaction",
        "scout",
        "roman_road",
        "free_regroup",
        "recover_unit",
        "adriatic_fleet",
    }


# -- Toll Stations III ------------------------------------------------------------------------------


def reaction(table: Table, band: int = 1) -> Table:
    """White acts and a disc of Yellow is due; Develop Culture lies on a band (counted from 0)."""
    others = [action for action in table.s.bands if action != 1]
    table.s.bands = [*others[:band], 1, *others[band:]]
    table.stack("develop_culture", YELLOW, GREEN)
    return table.turn(WHITE).do(WHITE, WORDS["develop_culture"], ask="turn")


@pytest.mark.clause("D-24.1", "D-23.8", "D-21.10")
@pytest.mark.parametrize("first", ["take_wood_leather", "regroup"])
def test_double_reaction_in_any_order(first: str) -> None:
    table = ready().achievement(YELLOW, "toll_stations", 3).hold(YELLOW, "verona", infantry=1)
    reaction(table)
    second = "regroup" if first == "take_wood_leather" else "take_wood_leather"
    exhausted, points = table.s.exhausted[YELLOW], table.score(YELLOW)
    table.do(YELLOW, *complete(table, REACTIONS[first]), ask="react")
    while table.asked() in ("effect", "goods"):  # level I: another resource
        table.do(YELLOW, *complete(table))
    assert table.open() == ("react_again", YELLOW)
    assert table.options() == [REACTIONS[second], NO_REACTION]
    table.do(YELLOW, *complete(table, REACTIONS[second]))
    while table.asked() in ("effect", "goods"):
        table.do(YELLOW, *complete(table))
    assert table.s.exhausted[YELLOW] == exhausted + 1  # the disc is removed once
    assert table.score(YELLOW) == points + 2  # level II, for each reaction
    assert table.asked() == "turn"
    reaction(table.hold(YELLOW, "verona", infantry=1).discs(YELLOW, 2))
    table.do(YELLOW, *complete(table, REACTIONS[first]), ask="react")
    finish(table, {"react_again": lambda t: pytest.fail("it is used up until the next pass")})
    passes(table)
    reaction(table.hold(YELLOW, "verona", infantry=1))
    table.do(YELLOW, *complete(table, REACTIONS[first]), ask="react")
    while table.asked() in ("effect", "goods"):
        table.do(YELLOW, *complete(table))
    assert table.asked() == "react_again"


@pytest.mark.clause("D-24.1")
def test_one_reaction_alone_does_not_use_it_up() -> None:
    table = ready().achievement(YELLOW, "toll_stations", 3).hold(YELLOW, "verona", infantry=1)
    for _ in range(2):
        reaction(table)
        table.do(YELLOW, *complete(table, REACTIONS["regroup"]), ask="react")
        table.do(YELLOW, NO_REACTION, ask="react_again")
        assert table.asked() == "turn"
        table.hold(YELLOW, "verona", infantry=1)


@pytest.mark.clause("D-24.1", "D-26.2")
def test_the_second_reaction_is_decided_on_after_the_first() -> None:
    """Recruiting becomes possible only by the wood that was taken; the first reaction was the only one."""
    table = ready().achievement(YELLOW, "toll_stations", 3).goods(YELLOW, leather=1, gold=0)
    table.s.supply[0] = 0  # no infantry, so that an archer needs wood and leather
    table.s.units[table.unit_in("verona", INFANTRY)] = 7
    reaction(table, 3)  # Recruit, Take Wood or Stone
    assert table.options() == [REACTIONS["take_wood_stone"]]
    table.do(YELLOW, REACTIONS["take_wood_stone"], WOOD, ask="react")
    while table.asked() in ("effect", "goods"):
        table.do(YELLOW, *complete(table))
    assert table.asked() == "react_again" and table.options() == [REACTIONS["recruit"], NO_REACTION]
    other = ready().achievement(GREEN, "toll_stations", 3).hold(YELLOW, "verona", infantry=1)
    reaction(other)
    other.do(YELLOW, *complete(other, REACTIONS["regroup"]), ask="react")
    assert other.asked() == "turn"  # somebody else's card


# -- Scouts I ---------------------------------------------------------------------------------------


@pytest.mark.clause("D-24.2", "D-20.3")
def test_scouts_see_the_hidden_sides_beside_their_areas() -> None:
    table = ready().achievement(YELLOW, "scouts", 1)
    for i, area in enumerate(("lombardy", "tuscany", "bavaria", "franconia", "rome"), 1):
        table.marker(area, f"barbarian_{i:02}", reward_up=i % 2 == 0)
    table.turn(WHITE)
    assert not any(table.s.known)  # in a turn of somebody else nothing is looked at
    table.turn(YELLOW)
    seen = {table.t.area_ids[area] for area, known in enumerate(table.s.known) if known}
    assert seen == {"lombardy", "tuscany", "bavaria"}  # adjacent to Verona
    assert all(known in (0, 1 << YELLOW) for known in table.s.known)  # and nobody else does
    table.hold(YELLOW, "verona", infantry=1).do(YELLOW, WORDS["march"], ask="turn")
    table.do(YELLOW, table.area("verona"), table.area("romagna"), 1, 0, 0, ask="march")
    assert table.s.known[table.area("rome")] == 1 << YELLOW  # beside the area just taken
    table.leave("romagna").turn(WHITE)
    assert table.s.known[table.area("rome")] == 1 << YELLOW  # what was seen stays known
    view = table.rules.view(table.s, YELLOW)
    assert view.marker[table.area("tuscany")] == table.s.marker[table.area("tuscany")]
    assert table.rules.view(table.s, WHITE).marker[table.area("tuscany")] == HIDDEN


@pytest.mark.clause("D-24.2", "D-21.17")
def test_scouts_look_as_soon_as_they_are_laid_out() -> None:
    table = ready().hand(YELLOW, "scouts").marker("lombardy").marker("saxony", "barbarian_02")
    table.act(YELLOW, "research")
    assert table.s.known[table.area("lombardy")] == 1 << YELLOW and not table.s.known[table.area("saxony")]


# -- Roman Roads ------------------------------------------------------------------------------------


@pytest.mark.clause("D-24.3", "D-9.4")
def test_roman_roads_go_through_an_own_area() -> None:
    def marches(level: int) -> Table:
        table = ready().hold(YELLOW, "verona", infantry=2).hold(YELLOW, "lombardy", manors=1)
        if level:
            table.achievement(YELLOW, "roman_roads", level)
        return table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")

    near = {"bavaria", "carinthia", "carniola", "lombardy", "romagna", "tuscany"}
    table = marches(0)
    assert table.areas(table.options(table.area("verona"))) == near
    table = marches(1)
    beyond = {"swabia"}  # beside Lombardy, and not beside Verona
    assert table.areas(table.options(table.area("verona"))) == near | beyond
    verona, bavaria = table.area("verona"), table.area("bavaria")
    assert set(table.options(verona, bavaria)) == {table.t.areas, table.area("lombardy")}  # two ways
    assert table.slots(verona, bavaria) == "via"
    table.do(YELLOW, verona, bavaria, table.area("lombardy"), 2, 0, 0)
    assert table.units("bavaria") == (2, 0, 0) and table.units("lombardy") == (0, 0, 0)


@pytest.mark.clause("D-24.3", "D-16.8", "D-17.11")
@pytest.mark.parametrize("direct", [True, False])
def test_a_beaten_army_goes_back_to_the_area_in_the_middle(direct: bool) -> None:
    table = ready().achievement(YELLOW, "roman_roads", 1)
    table.hold(YELLOW, "verona", infantry=2).hold(YELLOW, "lombardy", manors=1).marker(
        "bavaria", "barbarian_22"
    )
    table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    via = table.t.areas if direct else table.area("lombardy")
    table.do(YELLOW, table.area("verona"), table.area("bavaria"), via, 2, 0, 0)
    table.roll(1, 1, 1, 1, 1)  # nobody hits: 2 against 3
    assert table.units("verona" if direct else "lombardy") == (2, 0, 0)
    assert sum(table.units("lombardy" if direct else "verona")) == 0


@pytest.mark.clause("D-24.3")
def test_no_road_back_to_the_origin_and_none_for_others() -> None:
    table = ready().achievement(YELLOW, "roman_roads", 1).hold(YELLOW, "verona", infantry=1)
    table.hold(YELLOW, "lombardy", manors=1).turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    assert table.area("verona") not in table.options(table.area("verona"))
    other = ready().achievement(GREEN, "roman_roads", 1).hold(YELLOW, "verona", infantry=1)
    other.hold(YELLOW, "lombardy", manors=1).turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    assert other.area("swabia") not in other.options(other.area("verona"))


@pytest.mark.clause("D-24.4", "D-23.8", "D-9.10", "D-21.5")
def test_roman_roads_ii_regroup_exactly_one_unit() -> None:
    table = ready().achievement(YELLOW, "roman_roads", 2).hold(YELLOW, "verona", infantry=2, cavalry=1)
    table.hold(WHITE, "lombardy", infantry=1).marker("tuscany")
    table.turn(YELLOW)
    (number,) = table.options(EFFECT_STEP)
    table.do(YELLOW, EFFECT_STEP, number)
    assert table.asked() == "regroup_one"
    assert table.areas(table.options(table.area("verona"))) == {"bavaria", "carinthia", "carniola", "romagna"}
    assert table.why(table.area("verona"), table.area("lombardy"))[1] == "D-9.10"  # never a battle
    table.do(YELLOW, table.area("verona"), table.area("romagna"), CAVALRY)
    assert table.units("romagna") == (0, 0, 1) and table.units("verona") == (2, 0, 0)
    assert (
        table.asked() == "turn" and EFFECT_STEP not in table.options()
    )  # once, and the action is still to come
    assert not table.s.stacks[4] and WORDS["pass"] not in table.options()
    table.do(YELLOW, WORDS["develop_culture"])
    if table.asked() == "after":
        assert EFFECT_STEP not in table.options()
    finish(table)
    after = ready().achievement(YELLOW, "roman_roads", 2).hold(YELLOW, "verona", infantry=1)
    after.act(YELLOW, "develop_culture")
    assert after.asked() == "after" and EFFECT_STEP in after.options()  # or after the action
    finish(after)
    assert after.units("verona") == (1, 0, 0)  # declined
    nobody = ready().achievement(YELLOW, "roman_roads", 2).turn(YELLOW)
    assert EFFECT_STEP not in nobody.options()


# -- Field Surgeons III -----------------------------------------------------------------------------


def surgeons(level: int, infantry: int, archers: int = 0) -> Table:
    """Yellow attacks three barbarian infantry with Field Surgeons, without the help of levels I and II."""
    table = ready().achievement(YELLOW, "field_surgeons", level)
    powers = table.t.card_powers[table.card("field_surgeons")]
    table.s.powers[YELLOW] = (powers[2],) if level == 3 else ()
    table.hold(YELLOW, "romagna", infantry, archers).marker("rome", "barbarian_22")
    table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    while table.asked() == "supply":
        table.do(YELLOW, *complete(table))
    army = table.units("romagna")
    return table.do(YELLOW, table.area("romagna"), table.area("rome"), *army, ask="march")


@pytest.mark.clause("D-24.5", "D-21.14", "D-16.10")
def test_a_unit_comes_back_to_the_survivors() -> None:
    table = surgeons(3, infantry=2, archers=1)
    table.roll(1)  # the archer misses
    table.roll(1, 1, 1, 6, 6, 1)  # two of the three fall: the archer first, then an infantry
    assert table.open() == ("recover", YELLOW)
    assert table.options() == [0, 1]  # types of the regular units that died
    table.do(YELLOW, 1)
    assert table.units("romagna") == (1, 1, 0)  # the survivors have gone back there
    assert table.s.supply[:3] == [6, 5, 5]


@pytest.mark.clause("D-24.5")
def test_without_survivors_it_comes_home() -> None:
    table = surgeons(3, infantry=2)
    table.roll(1, 1, 6, 6, 6)
    assert table.units("verona") == (1, 0, 0)  # the only type: nothing is asked
    assert table.s.supply[0] == 6


@pytest.mark.clause("D-24.5", "D-15.3")
def test_if_none_died_nothing_comes_back() -> None:
    table = surgeons(3, infantry=2)
    table.roll(1, 1, 1, 1, 1)
    assert table.units("romagna") == (2, 0, 0) and table.units("verona") == (0, 0, 0)
    without = surgeons(2, infantry=2)
    without.roll(1, 1, 6, 6, 6)
    assert sum(without.s.units[:]) == 0


@pytest.mark.clause("D-24.5", "D-17.12")
def test_a_defender_recovers_too_and_the_others_do_not() -> None:
    table = ready().achievement(YELLOW, "field_surgeons", 3)
    table.s.powers[YELLOW] = (table.t.card_powers[table.card("field_surgeons")][2],)
    table.hold(YELLOW, "lombardy", infantry=2, manors=1).hold(WHITE, "swabia", cavalry=2)
    table.turn(WHITE).do(WHITE, WORDS["march"], ask="turn")
    table.do(WHITE, table.area("swabia"), table.area("lombardy"), 0, 0, 2, ask="march")
    table.roll(6, 1)  # the charge: one hit
    table.do(WHITE, 0, ask="hits")  # on a regular infantry
    finish(table, strong=2)
    assert table.units("lombardy") == (2, 0, 0) and table.s.lost[3] == 1
    assert table.units("swabia") == (0, 0, 2)


# -- Adriatic Fleet I -------------------------------------------------------------------------------


@pytest.mark.clause("D-24.6", "D-9.10")
def test_the_fleet_sails_the_adriatic() -> None:
    coast = {id for id, row in AREAS.items() if "adriatic" in row["coast"]}
    land = {"bavaria", "carinthia", "carniola", "lombardy", "romagna", "tuscany"}
    for level, reach in ((0, land), (1, land | coast - {"verona"})):
        table = ready().hold(YELLOW, "verona", infantry=1)
        if level:
            table.achievement(YELLOW, "adriatic_fleet", 1)
        table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
        assert table.areas(table.options(table.area("verona"))) == reach
        table = ready().hold(YELLOW, "verona", infantry=1)
        if level:
            table.achievement(YELLOW, "adriatic_fleet", 1)
        table.s.bands = [0, 1, 2, 3, 4]
        reaction(table)
        assert table.areas(table.options(REACTIONS["regroup"], table.area("verona"))) == reach - {"croatia"}
    inland = ready().achievement(YELLOW, "adriatic_fleet", 1).hold(YELLOW, "tuscany", infantry=1)
    inland.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    assert inland.areas(inland.options(inland.area("tuscany"))) == {"lombardy", "verona", "romagna", "rome"}
    three = Table(3).achievement(YELLOW, "adriatic_fleet", 1).hold(YELLOW, "verona", infantry=1)
    three.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")  # blocked areas do not exist
    assert three.areas(three.options(three.area("verona"))) == land | {"croatia"}


@pytest.mark.clause("D-24.6", "D-15.17", "D-17.3")
def test_nothing_else_changes_with_the_fleet() -> None:
    """Towers do not help across the sea, a defender does not flee over it, an attacker goes back."""
    table = ready().achievement(YELLOW, "adriatic_fleet", 1)
    table.hold(YELLOW, "verona", infantry=2).buildings("verona", floors=3)
    table.hold(VIOLET, "apulia", infantry=1)
    table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    table.do(YELLOW, table.area("verona"), table.area("apulia"), 2, 0, 0, ask="march")
    table.roll(4, 4, 1)
    assert table.s.struck[4] == 0  # with the tower of Verona it would have been a hit
    assert table.owner("apulia") == YELLOW and table.units("croatia") == (0, 0, 0)  # 2 : 1; nowhere to flee
    assert table.s.supply[3 * VIOLET] == 7
    lost = ready().achievement(YELLOW, "adriatic_fleet", 1).hold(YELLOW, "verona", infantry=1)
    lost.marker("apulia", "barbarian_22")
    lost.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    lost.do(YELLOW, lost.area("verona"), lost.area("apulia"), 1, 0, 0, ask="march").roll(1, 1, 1, 1)
    assert lost.units("verona") == (1, 0, 0)
    defender = ready().achievement(VIOLET, "adriatic_fleet", 1).hold(VIOLET, "apulia", infantry=1)
    defender.hold(YELLOW, "benevento", infantry=3).turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    defender.do(YELLOW, defender.area("benevento"), defender.area("apulia"), 3, 0, 0, ask="march")
    defender.roll(1, 1, 1, 1)  # 3 : 1; the infantry of Apulia may not flee to Croatia
    assert defender.units("croatia") == (0, 0, 0) and defender.s.supply[3 * VIOLET] == 7
