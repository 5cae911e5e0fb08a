"""What cards do in a battle (D-22.16 to D-22.23), and the questions they bring (D-26)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.darkages.dice import NO_DIE, dice_rolled
from pfalz.games.darkages.words import (
    ARCHER,
    ATTACKER,
    CAVALRY,
    CHARGE,
    DEFENDER,
    INFANTRY,
    MELEE,
    RANGED,
)
from tests.games.darkages.battlefield import (
    ARCHER_T,
    CAVALRY_T,
    DAMAGED,
    INFANTRY_T,
    TEMPORARY,
    VIOLET,
    WHITE,
    YELLOW,
    Battlefield,
)


def die(unit: int, pips: int) -> int:
    return 6 * unit + pips - 1


# -- battle start ---------------------------------------------------------------------------------


@pytest.mark.clause("D-15.5", "D-22.16", "D-21.14")
@pytest.mark.parametrize(
    ("area", "manors", "role", "militia"),
    [
        ("rome", 1, DEFENDER, 2),  # not in the home region, with a manor
        ("rome", 0, DEFENDER, 0),  # no manor of hers
        ("lombardy", 1, DEFENDER, 1),  # the home region
    ],
)
def test_temporary_units_by_cards_have_filters(area: str, manors: int, role: int, militia: int) -> None:
    field = Battlefield().hold(YELLOW, area, infantry=1, manors=manors)
    field.achievement(YELLOW, "frontier_marches", 2)
    origin = "tuscany" if area == "rome" else "swabia"
    field.attack(WHITE, origin, area, infantry=1)
    assert field.army(role).get(INFANTRY_T + TEMPORARY, 0) == militia
    other = Battlefield().achievement(YELLOW, "frontier_marches", 2).hold(WHITE, area, infantry=1, manors=1)
    other.attack(YELLOW, "tuscany", area, infantry=1)
    assert INFANTRY_T + TEMPORARY not in other.army(ATTACKER)  # for a defender only


@pytest.mark.clause("D-21.14", "D-22.16")
def test_a_card_for_the_home_region() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=1).achievement(YELLOW, "gastalds", 2)
    field.attack(WHITE, "swabia", "lombardy", infantry=1)
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 1}
    away = Battlefield().hold(YELLOW, "romagna", infantry=1).achievement(YELLOW, "gastalds", 2)
    away.attack(WHITE, "rome", "romagna", infantry=1)
    assert away.army(DEFENDER) == {INFANTRY_T: 1}


@pytest.mark.clause("D-15.5", "D-22.23", "D-17.1")
def test_siegecraft_forbids_the_archer_of_the_city() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=1, manors=1, city=True)
    field.achievement(WHITE, "siegecraft", 1).attack(WHITE, "swabia", "lombardy", infantry=1)
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 1}
    own = Battlefield().hold(YELLOW, "lombardy", infantry=1, city=True).achievement(YELLOW, "siegecraft", 1)
    own.attack(WHITE, "swabia", "lombardy", infantry=1)
    assert own.army(DEFENDER) == {INFANTRY_T: 1, ARCHER_T + TEMPORARY: 1}


@pytest.mark.clause("D-22.23", "D-16.2", "D-16.6")
def test_scouts_skip_the_reinforcement_but_not_the_points() -> None:
    field = Battlefield().marker("franconia", "barbarian_03").trophies(WHITE, 3)
    field.achievement(WHITE, "scouts", 2).attack(WHITE, "swabia", "franconia", cavalry=2)
    assert field.army(DEFENDER) == {INFANTRY_T + TEMPORARY: 1}
    field.roll(4, 4)
    assert field.scores()[WHITE] == 4


@pytest.mark.clause("D-15.21", "D-16.5", "D-16.6", "D-22.5", "D-22.16")
def test_b31_only_a_hired_unit_survives() -> None:
    field = Battlefield().marker("pannonia", "barbarian_05").achievement(VIOLET, "mercenaries", 1)
    field.goods(VIOLET, gold=1).attack(VIOLET, "croatia", "pannonia", cavalry=1)
    assert (field.asked(), field.ask_of().seat) == ("effect", VIOLET)
    field.do("effect", VIOLET, field.options()[0])
    assert field.army(ATTACKER) == {INFANTRY_T + TEMPORARY: 1, CAVALRY_T: 1}
    field.roll(5).roll(6, 2)
    assert (field.s.strength, field.s.victor) == ([1, 0], ATTACKER)
    assert field.owned(VIOLET) == {"wood": 1, "leather": 1} and field.scores()[VIOLET] == 0
    assert len(field.s.trophies[VIOLET]) == 1
    assert field.owner("pannonia") == -1 and field.units("pannonia") == (0, 0, 0)
    assert field.s.look[field.area("pannonia")] == field.s.marker[field.area("pannonia")] == -1


@pytest.mark.clause("D-22.16", "D-22.5", "D-21.21")
def test_a_hired_unit_of_a_chosen_type() -> None:
    field = Battlefield().marker("pannonia", "barbarian_05").achievement(VIOLET, "mercenaries", 2)
    field.goods(VIOLET, gold=2).attack(VIOLET, "croatia", "pannonia", cavalry=1)
    first, second, nothing = field.options()
    assert field.options(second) == [ARCHER, CAVALRY] and field.options(first) == []
    assert field.ask_of().slot(field.s, (second,)).name == "unit"
    field.do("effect", VIOLET, second, ARCHER)
    assert field.options() == [first, nothing]  # each once in a battle
    field.do("effect", VIOLET, first)
    assert field.army(ATTACKER) == {INFANTRY_T + TEMPORARY: 1, ARCHER_T + TEMPORARY: 1, CAVALRY_T: 1}
    assert field.owned(VIOLET) == {}


@pytest.mark.clause("D-15.5", "D-20.5", "D-25.9")
def test_the_attacker_decides_about_his_effects_before_the_defender() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=1).goods(YELLOW, gold=1).goods(WHITE, gold=1)
    for side in (YELLOW, WHITE):
        field.ability(side, "mercenaries", 1)
    field.attack(WHITE, "swabia", "lombardy", infantry=1)
    nothing = len(field.t.effects)
    assert (field.asked(), field.ask_of().seat, nothing in field.options()) == ("effect", WHITE, True)
    field.do("effect", WHITE, nothing)
    assert (field.asked(), field.ask_of().seat) == ("effect", YELLOW)
    field.do("effect", YELLOW, field.options()[0])
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 1}
    assert field.owned(WHITE) == {"gold": 1} and field.owned(YELLOW) == {}


# -- dice -----------------------------------------------------------------------------------------


@pytest.mark.clause("D-22.18")
def test_an_extra_die_needs_a_unit_that_rolls() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", archers=1).achievement(WHITE, "bowyers", 2)
    field.attack(WHITE, "swabia", "lombardy", infantry=1)
    assert dice_rolled(field.s, RANGED) == [0, 0, 0, 0, 1, 0]
    field = Battlefield().hold(YELLOW, "lombardy", archers=1).achievement(WHITE, "bowyers", 2)
    field.attack(WHITE, "swabia", "lombardy", archers=1)
    assert dice_rolled(field.s, RANGED) == [0, 2, 0, 0, 1, 0]
    assert dice_rolled(field.s, MELEE) == [0, 1, 0, 0, 1, 0]


def smiths() -> Battlefield:
    """White has rolled 1 and 1 with infantry, 2 with an archer, and may reroll two dice."""
    field = Battlefield().hold(YELLOW, "lombardy", infantry=3).achievement(WHITE, "weaponsmiths", 3)
    field.attack(WHITE, "swabia", "lombardy", infantry=2, archers=1).roll(1)
    return field.roll(1, 1, 2, 1, 1, 1)


@pytest.mark.clause("D-15.11", "D-22.19", "D-26.5", "D-25.9")
def test_dice_are_rolled_again() -> None:
    field = smiths()
    assert (field.asked(), field.ask_of().seat) == ("reroll", WHITE)
    one, two = die(INFANTRY, 1), die(ARCHER, 2)
    assert field.options() == [one, two, NO_DIE]
    assert field.ask_of().answers(field.s, 99) == [
        (one, one),
        (one, two),
        (one, NO_DIE),
        (two,),
        (NO_DIE,),
    ]
    assert field.why(die(CAVALRY, 6)) == ("no_such_die", "D-22.19")
    assert field.why(two, one) == ("in_order", "D-26.5")
    field.do("reroll", WHITE, one, two)
    assert (field.asked(), field.ask_of().seat) == ("again", NATURE)
    assert field.events("dice_rerolled") == [(WHITE, MELEE, one, two)]
    field.roll(5, 6)
    assert sorted(field.s.dice[2 * MELEE]) == [one, die(INFANTRY, 5), die(ARCHER, 6)]
    assert field.s.struck[2 * MELEE] == 2


@pytest.mark.clause("D-22.19", "D-21.2")
def test_a_reroll_may_be_declined() -> None:
    field = smiths().do("reroll", WHITE, NO_DIE)
    assert field.over() and field.s.struck[2 * MELEE] == 0
    assert field.events("dice_rerolled") == []


@pytest.mark.clause("D-22.19")
def test_an_equal_result_of_a_reroll_is_not_picked_up_again() -> None:
    field = smiths()
    one = die(INFANTRY, 1)
    field.do("reroll", WHITE, one, one).roll(1, 6)
    assert sorted(field.s.dice[2 * MELEE]) == [one, die(INFANTRY, 6), die(ARCHER, 2)]


@pytest.mark.clause("D-15.11", "D-20.5")
def test_the_attacker_rerolls_before_the_defender_and_who_has_no_dice_is_not_asked() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", archers=1)
    for side in (YELLOW, WHITE):
        field.ability(side, "bowyers", 1)
    field.attack(WHITE, "swabia", "lombardy", archers=1).roll(1, 1)
    field.do("reroll", WHITE, die(ARCHER, 1)).roll(4)
    field.do("reroll", YELLOW, NO_DIE)
    assert field.s.dice[: 2 * CHARGE] == [(die(ARCHER, 4),), (die(ARCHER, 1),)]
    lone = Battlefield().hold(YELLOW, "lombardy", infantry=1).achievement(YELLOW, "bowyers", 1)
    lone.attack(WHITE, "swabia", "lombardy", archers=1, infantry=1).roll(1)
    assert lone.asked() == "dice"


@pytest.mark.clause("D-22.20", "D-22.21", "D-15.18")
@pytest.mark.parametrize(("stirrups", "damage"), [(False, 1), (True, 2)])
def test_b16_long_spears_and_natural_sixes(stirrups: bool, damage: int) -> None:
    field = Battlefield().hold(WHITE, "lombardy", infantry=3).technology(WHITE, "long_spears")
    field.attack(YELLOW, "verona", "lombardy", cavalry=2)
    if stirrups:
        field.ability(YELLOW, "stirrups", 3)  # level I would raise a die
    field.roll(4, 6)
    assert field.s.struck[2 * CHARGE] == damage


@pytest.mark.clause("D-22.21")
def test_a_penalty_needs_the_unit_alive_and_stops_at_one() -> None:
    field = Battlefield().hold(WHITE, "lombardy", cavalry=1, archers=1).technology(WHITE, "long_spears")
    field.attack(YELLOW, "verona", "lombardy", cavalry=2).roll(1).roll(4, 3, 3)
    assert field.s.struck[2 * CHARGE] == 1  # no infantry, no penalty
    knights = Battlefield().hold(WHITE, "lombardy", infantry=1).technology(WHITE, "long_spears")
    knights.technology(YELLOW, "knights").achievement(YELLOW, "stirrups", 1)
    knights.attack(YELLOW, "verona", "lombardy", cavalry=1).roll(1)
    assert knights.s.struck[2 * CHARGE] == 1  # 1 stays 1 and is raised to 2 (D-15.11: penalties first)


@pytest.mark.clause("D-22.17", "D-23.6")
def test_a_bonus_with_a_condition() -> None:
    for floors, damage in ((0, 0), (1, 2)):  # the floor itself raises one die, Watchtowers another
        field = Battlefield().hold(YELLOW, "lombardy", infantry=3).hold(WHITE, "swabia", floors=floors)
        field.achievement(WHITE, "watchtowers", 1)
        field.attack(WHITE, "swabia", "lombardy", infantry=2).roll(4, 4, 1, 1, 1)
        assert field.s.struck[2 * MELEE] == damage


@pytest.mark.clause("D-22.20")
def test_double_six_is_for_its_type_and_needs_a_hit() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=6).technology(WHITE, "axemen")
    field.attack(WHITE, "swabia", "lombardy", infantry=2, archers=1).roll(1)
    field.roll(6, 5, 6, 1, 1, 1, 1, 1, 1)
    assert field.s.struck[2 * MELEE] == 2 + 1 + 1


@pytest.mark.clause("D-22.17", "D-26.6")
def test_a_larger_bonus_of_an_edition_goes_to_one_die() -> None:
    edition: dict[str, object] = {"cards.achievement.weaponsmiths.level.1.effects.0.n": 2}
    field = Battlefield(edition=edition).hold(YELLOW, "lombardy", infantry=3)
    field.achievement(WHITE, "weaponsmiths", 2).attack(WHITE, "swabia", "lombardy", infantry=2)
    field.roll(4, 3, 1, 1, 1)
    assert field.s.struck[2 * MELEE] == 1


# -- cancelled damage -----------------------------------------------------------------------------


@pytest.mark.clause("D-22.22", "D-15.11")
def test_all_damage_is_cancelled_without_a_question() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=2).achievement(YELLOW, "field_surgeons", 1)
    field.attack(WHITE, "swabia", "lombardy", infantry=2).roll(5, 1, 1, 1)
    assert field.over() and field.units("lombardy") == (2, 0, 0)
    assert field.events("damage_cancelled") == [(YELLOW, 1)] and field.events("units_fell") == []


@pytest.mark.clause("D-22.22", "D-26.8")
def test_the_owner_says_which_damage_is_cancelled() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=1, archers=1, cavalry=1)
    field.achievement(YELLOW, "field_surgeons", 2).attack(WHITE, "swabia", "lombardy", archers=3)
    field.roll(5, 5, 1, 1).do("hits", WHITE, INFANTRY_T, CAVALRY_T)
    assert (field.asked(), field.ask_of().seat) == ("save", YELLOW)
    assert field.options() == [INFANTRY_T, CAVALRY_T]
    assert field.why(ARCHER_T) == ("not_damaged", "D-22.22")
    field.do("save", YELLOW, CAVALRY_T)
    assert field.army(DEFENDER) == {ARCHER_T: 1, CAVALRY_T: 1}


@pytest.mark.clause("D-22.22", "D-26.2")
def test_equal_damage_is_cancelled_without_a_question_and_the_attacker_comes_first() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", archers=3)
    for side in (YELLOW, WHITE):
        field.ability(side, "field_surgeons", 2)
    field.attack(WHITE, "swabia", "lombardy", archers=3).roll(5, 5, 1, 5, 5, 1)
    assert field.events("damage_cancelled") == [(WHITE, 1), (YELLOW, 1)]
    assert field.army(ATTACKER) == field.army(DEFENDER) == {ARCHER_T: 2}


@pytest.mark.clause("D-22.22", "D-26.5")
def test_of_a_unit_hit_twice_the_last_point_is_cancelled() -> None:
    edition: dict[str, object] = {"cards.achievement.field_surgeons.level.1.effects.0.n": 2}
    field = Battlefield(edition=edition).hold(YELLOW, "lombardy", infantry=1, archers=1, cavalry=2)
    field.technology(YELLOW, "shield_bearers").achievement(YELLOW, "field_surgeons", 2)
    field.attack(WHITE, "swabia", "lombardy", archers=4).roll(5, 5, 5, 1, 1)
    field.do("hits", WHITE, INFANTRY_T, INFANTRY_T + DAMAGED, CAVALRY_T)
    assert field.ask_of().answers(field.s, 99) == [(0, 1), (1, 12)]
    assert field.why(INFANTRY_T, CAVALRY_T) == ("hit_harder", "D-22.22")
    assert field.why(INFANTRY_T + DAMAGED, INFANTRY_T) == ("in_order", "D-26.5")
    assert field.why(INFANTRY_T + DAMAGED, INFANTRY_T + DAMAGED) == ("not_damaged", "D-22.22")
    field.do("save", YELLOW, INFANTRY_T + DAMAGED, CAVALRY_T)
    assert field.army(DEFENDER) == {INFANTRY_T + DAMAGED: 1, ARCHER_T: 1, CAVALRY_T: 2}


# -- the result -----------------------------------------------------------------------------------


@pytest.mark.clause("D-22.23", "D-15.19")
def test_result_bonus_and_towers_that_do_not_count() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=1, floors=3).achievement(YELLOW, "watchtowers", 2)
    field.achievement(WHITE, "siegecraft", 2).attack(WHITE, "swabia", "lombardy", infantry=2)
    field.roll(1, 1, 1)
    assert field.s.struck[2 * MELEE + 1] == 1  # three floors and Watchtowers raise 1 to 5
    assert field.s.strength == [1, 1 + 1 + 1]  # but only one floor stands against Siegecraft
    few = Battlefield().hold(YELLOW, "lombardy", infantry=2, floors=1).achievement(WHITE, "siegecraft", 2)
    few.attack(WHITE, "swabia", "lombardy", infantry=2).roll(1, 1, 1, 1)
    assert few.s.strength == [2, 2]
    own = Battlefield().hold(YELLOW, "lombardy", infantry=2).achievement(WHITE, "watchtowers", 2)
    own.attack(WHITE, "swabia", "lombardy", infantry=2).roll(1, 1, 1, 1)
    assert own.s.strength == [2, 2]  # a bonus of the defender
