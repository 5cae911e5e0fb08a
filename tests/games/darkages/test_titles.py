"""Titles (D-11): using and taking them."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.passing import entitled
from pfalz.games.darkages.state import FREE, LAST_TURNS
from pfalz.games.darkages.turn import END_STEP
from pfalz.games.darkages.words import TOWER
from tests.games.darkages.table import REACTIONS, VIOLET, WHITE, YELLOW, Table

ITALY, BOHEMIA, SAXONY = "king_of_italy", "duke_of_bohemia", "duke_of_saxony"


def italian(areas: int, discs: int) -> Table:
    """Yellow controls so many of the three areas of Italy and has so many unused discs."""
    table = Table().goods(YELLOW).hand(YELLOW)
    for id in ("lombardy", "tuscany")[: areas - 1]:
        table.hold(YELLOW, id, infantry=1)
    return table.discs(YELLOW, discs)


# -- using a title --------------------------------------------------------------------------------


@pytest.mark.clause("D-11.1", "D-11.3", "D-25.2")
def test_a_title_repeats_the_action_with_other_choices() -> None:
    table = Table().goods(YELLOW, wood=4, leather=1, stone=1).holds(YELLOW, ITALY).hand(YELLOW)
    verona = table.area("verona")
    table.act(YELLOW, "build", TOWER, verona, 0)
    assert table.open() == ("after", YELLOW)
    assert table.options() == [END_STEP, table.title_step(ITALY)]
    discs = table.s.discs[YELLOW]
    table.do(YELLOW, table.title_step(ITALY))
    assert table.open() == ("build", YELLOW)
    table.do(YELLOW, 5, 0, 0)  # a storehouse this time
    assert table.s.floors[verona] == 1 and table.s.storage[YELLOW] == 1
    assert table.owned(YELLOW) == {"wood": 2, "leather": 1, "stone": 1}
    assert table.s.discs[YELLOW] == discs and table.stack_of("build") == (YELLOW,)  # no disc
    assert table.s.sideways[table.title(ITALY)] == 1


@pytest.mark.clause("D-11.2", "D-R.8", "D-11.7")
def test_one_title_per_turn() -> None:
    table = Table().holds(YELLOW, ITALY).holds(YELLOW, BOHEMIA).holds(YELLOW, SAXONY, sideways=True)
    table.holds(WHITE, "king_of_the_east_franks").hand(YELLOW, "the_great", "the_rich")
    table.act(YELLOW, "develop_culture")
    assert table.options()[1:] == [END_STEP, table.title_step(BOHEMIA), table.title_step(ITALY)]
    assert table.why(table.title_step(SAXONY)) == ("title_sideways", "D-11.7")
    assert table.why(table.title_step("king_of_the_east_franks")) == ("not_your_title", "D-11.1")
    table.do(YELLOW, table.title_step(ITALY))
    assert len(table.s.hand[YELLOW]) == 4
    assert table.open() == ("after", YELLOW)
    assert table.why(table.title_step(BOHEMIA)) == ("one_title", "D-11.2")


@pytest.mark.clause("D-11.4", "D-23.8")
def test_an_ability_of_a_turn_comes_once_in_both_actions() -> None:
    table = (
        Table(3)
        .achievement(YELLOW, "liberal_arts", 2)
        .achievement(YELLOW, "forest_law")
        .goods(YELLOW, gold=9)
    )
    table.hand(YELLOW, "tanneries", "quarries").holds(YELLOW, ITALY)
    table.act(YELLOW, "research", 0, table.card("tanneries"))
    assert table.open() == ("effect", YELLOW)
    table.do(YELLOW, table.options()[0])
    table.do(YELLOW, table.card("forest_law"))
    assert table.open() == ("after", YELLOW)
    table.do(YELLOW, table.title_step(ITALY))
    table.do(YELLOW, 0, table.card("quarries"))
    assert table.asked() not in ("effect", "raise")
    assert table.s.level[table.card("forest_law")] == 2


@pytest.mark.clause("D-11.2", "D-11.5")
def test_b5_title_and_battle() -> None:
    """B5: no repetition of a March with a battle; a March without one may be repeated into a battle."""
    table = Table().hold(VIOLET, "croatia", infantry=1).marker("carniola", "barbarian_11")
    table.holds(VIOLET, ITALY).holds(VIOLET, BOHEMIA)
    table.act(VIOLET, "march", table.area("croatia"), table.area("carniola"), 1, 0, 0).roll(1, 5, 5)
    assert table.who() != VIOLET  # lost, and no title could be used
    table = Table().hold(VIOLET, "croatia", infantry=3).marker("carniola", "barbarian_01")
    table.holds(VIOLET, ITALY).holds(VIOLET, BOHEMIA).hold(VIOLET, "pannonia", manors=1)
    table.act(VIOLET, "march", table.area("croatia"), table.area("pannonia"), 3, 0, 0)
    table.do(VIOLET, table.title_step(ITALY))
    table.do(VIOLET, table.area("pannonia"), table.area("carniola"), 3, 0, 0).roll(6, 6, 6, 1)
    assert table.owner("carniola") == VIOLET
    assert table.open() == ("after", VIOLET)
    assert table.why(table.title_step(BOHEMIA)) == ("one_title", "D-11.2")


@pytest.mark.clause("D-11.5")
def test_a_won_battle_forbids_the_repetition_too() -> None:
    table = (
        Table().hold(VIOLET, "croatia", infantry=3).marker("carniola", "barbarian_01").holds(VIOLET, ITALY)
    )
    table.act(VIOLET, "march", table.area("croatia"), table.area("carniola"), 3, 0, 0).roll(6, 6, 6, 1)
    assert table.open() == ("after", VIOLET)
    assert table.why(table.title_step(ITALY)) == ("fought_already", "D-11.5")


@pytest.mark.clause("D-11.6", "D-13.12")
def test_a_reaction_cannot_be_repeated() -> None:
    table = Table(bands=("build", "march", "research", "recruit", "develop_culture"))
    table.stack("recruit", WHITE, VIOLET).goods(YELLOW, leather=1).holds(WHITE, ITALY).goods(WHITE, leather=5)
    table.act(YELLOW, "recruit", 0, table.area("verona"), 0)
    table.do(WHITE, REACTIONS["recruit"], 0, table.area("swabia"), 0)
    assert table.open() == ("turn", WHITE)
    assert table.s.sideways[table.title(ITALY)] == 0


@pytest.mark.clause("D-11.16", "D-4.5")
def test_a_title_is_never_used_without_effect() -> None:
    table = Table().goods(YELLOW, leather=1).holds(YELLOW, ITALY).hand(YELLOW, "the_great")
    table.act(YELLOW, "recruit", 0, table.area("verona"), 0)
    assert table.open() == ("after", YELLOW)
    assert table.why(table.title_step(ITALY)) == ("no_option", "D-11.16")


@pytest.mark.clause("D-11.7", "D-14.12")
def test_a_sideways_title_is_turned_upright_by_passing() -> None:
    table = Table().holds(YELLOW, ITALY, sideways=True).holds(WHITE, BOHEMIA, sideways=True).goods(YELLOW)
    table.goes(YELLOW)
    assert table.s.sideways[table.title(ITALY)] == 0
    assert table.s.sideways[table.title(BOHEMIA)] == 1


# -- taking a title -------------------------------------------------------------------------------


@pytest.mark.clause("D-11.8", "D-11.9", "D-11.10", "D-11.11", "D-14.3")
def test_a9_taking_a_title() -> None:
    """A9: two of three areas and one unused disc: King of Italy, 7 points; the disc is not spent."""
    table = italian(2, 1).goes(YELLOW)
    assert table.s.title[table.title(ITALY)] == YELLOW
    assert table.score(YELLOW) == 7
    assert table.s.discs[YELLOW] == 4
    nothing = italian(2, 0).goes(YELLOW)
    assert nothing.s.title[nothing.title(ITALY)] == FREE and nothing.score(YELLOW) == 0


@pytest.mark.clause("D-11.8", "D-R.10", "D-2.2")
@pytest.mark.parametrize(
    ("areas", "discs", "taken"), [(1, 4, False), (2, 0, False), (2, 1, True), (3, 0, True)]
)
def test_half_of_the_areas_rounded_up(areas: int, discs: int, taken: bool) -> None:
    table = italian(areas, discs)
    assert (table.title(ITALY) in entitled(table.s, YELLOW)) == taken


@pytest.mark.clause("D-11.8")
@pytest.mark.parametrize(
    ("areas", "discs", "taken"), [(1, 4, False), (2, 1, False), (2, 2, True), (4, 0, True)]
)
def test_a_region_of_four(areas: int, discs: int, taken: bool) -> None:
    table = Table().discs(YELLOW, discs)
    for id in ("frisia", "saxony", "northern_march", "merseburg_march")[:areas]:
        table.hold(YELLOW, id, infantry=1)
    assert (table.title(SAXONY) in entitled(table.s, YELLOW)) == taken


@pytest.mark.clause("D-11.10", "D-25.8", "D-R.9")
def test_b27_choice_among_several_titles() -> None:
    """B27: exactly one must be taken, free or held by another."""
    for choice, points in ((BOHEMIA, 6), (SAXONY, 0)):
        table = Table().goods(YELLOW).hand(YELLOW).holds(WHITE, SAXONY).discs(YELLOW, 2)
        for id in ("bohemia", "moravia", "saxony", "frisia"):
            table.hold(YELLOW, id, infantry=1)
        table.goes(YELLOW)
        assert table.open() == ("title", YELLOW)
        assert table.options() == [table.title(SAXONY), table.title(BOHEMIA)]  # and no way to take none
        assert table.why(table.title(ITALY)) == ("not_entitled", "D-11.8")
        table.do(YELLOW, table.title(choice))
        assert table.score(YELLOW) == points
        assert table.s.title.count(YELLOW) == 1
        assert table.events("title_taken") == [
            (YELLOW, table.title(choice), WHITE if choice == SAXONY else FREE)
        ]


@pytest.mark.clause("D-11.10", "D-R.9")
def test_a_title_one_holds_is_not_taken_again() -> None:
    table = italian(3, 0).holds(YELLOW, ITALY).goes(YELLOW)
    assert table.events("title_taken") == []
    assert table.score(YELLOW) == 0
    both = italian(3, 2).holds(YELLOW, ITALY)
    for id in ("bohemia", "moravia", "saxony", "frisia"):
        both.hold(YELLOW, id, infantry=1)
    both.goes(YELLOW)
    assert both.why(both.title(ITALY)) == ("title_held", "D-11.10")


@pytest.mark.clause("D-11.10", "D-11.12", "D-11.13", "D-R.38")
def test_b26_losing_and_regaining_titles() -> None:
    """B26: White takes the title from Yellow, nobody gains points; it is upright after step 9."""
    table = Table().holds(YELLOW, ITALY, sideways=True).hold(WHITE, "lombardy", infantry=1).goods(WHITE)
    table.goods(YELLOW).hand(YELLOW).goes(YELLOW)
    assert table.s.title[table.title(ITALY)] == YELLOW  # kept although the condition is not fulfilled
    table.holds(YELLOW, ITALY, sideways=True).hold(WHITE, "tuscany", infantry=1).discs(WHITE, 1).goes(WHITE)
    assert table.s.title[table.title(ITALY)] == WHITE
    assert table.scores() == [0, 0, 0, 0]
    assert table.s.sideways[table.title(ITALY)] == 0


@pytest.mark.clause("D-11.15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_white_regions_have_no_title(players: int) -> None:
    t = Table(players).t
    titled = {t.region_ids[region] for region in t.title_region}
    whites = {"romagna_region", "rome_region", "pannonia_region"} & set(t.region_ids)
    assert whites and titled == set(t.region_ids) - whites


@pytest.mark.clause("D-11.14", "D-19.8", "D-11.13")
def test_titles_score_again_at_the_end() -> None:
    table = Table().holds(YELLOW, ITALY, sideways=True)
    for seat in range(4):
        table.goods(seat).hand(seat).discs(seat, 0)
    table.s.phase = LAST_TURNS
    table.turn(YELLOW).let_nature()
    assert table.asks() == []
    assert table.score(YELLOW) - table.score(WHITE) == 7
