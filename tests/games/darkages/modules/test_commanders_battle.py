"""Commanders in battle (DM6-4, DM6-5, MB21)."""

from __future__ import annotations

import pytest

from pfalz.core.texts import Texts
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import (
    ARCHER,
    ATTACKER,
    BATTLE_PHASE,
    CANCEL_DAMAGE,
    CAVALRY,
    DEFENDER,
    INFANTRY,
    NO_CITY_ARCHER,
)
from tests.games.darkages.battlefield import (
    INFANTRY_T,
    TEMPORARY,
)
from tests.games.darkages.modules.commanding import (
    BILLUNG,
    BULCSU,
    CONRAD,
    GERO,
    NO,
    ULRICH,
    YES,
    Court,
    Field,
)
from tests.games.darkages.table import GREEN, WHITE, YELLOW

# -- in battle (DM6-4, DM6-5) ------------------------------------------------------------------------


def finish(field: Field) -> Field:
    """All that is left to be chosen is chosen by chance."""
    while field.asked() not in ("turn", "after"):
        ask = field.asks()[0]
        if ask.seat < 0:
            field.let_nature()
        else:
            field.play(ask.seat, ask.random_answer(field.s, field.rng))
    return field


@pytest.mark.clause("DM6-4.2", "DM6-5.3", "DM0-8.9")
def test_mb21_conrad_the_red() -> None:
    field = Field().marker("lombardy", "barbarian_11").hold(YELLOW, "verona", cavalry=2)
    field.lead(YELLOW, CONRAD, "lombardy").attack(YELLOW, "verona", "lombardy", cavalry=2)
    field.do("command", YELLOW, YES)
    field.roll(4, 1, 6, 2)
    assert field.over() and field.s.dice[2 * 2 :] == [(), ()]  # no melee
    assert field.s.strength == [2, 0] and field.owned(YELLOW) == {"gold": 1} and field.scores()[YELLOW] == 1
    assert len(field.s.trophies[YELLOW]) == 1 and field.part().sideways[YELLOW]
    assert field.part().area[YELLOW] == field.area("lombardy")


@pytest.mark.clause("DM6-4.4", "DM0-5.6")
def test_the_card_is_turned_upright_with_a_pass() -> None:
    court = Court().lead(YELLOW, CONRAD, "verona", sideways=True).goes(YELLOW)
    while court.asked() not in ("turn",):
        ask = court.ask_of()
        court.do(ask.seat, *ask.random_answer(court.s, court.rng))
    assert not court.slice.sideways[YELLOW]


@pytest.mark.clause("DM6-4.1", "DM6-4.2", "DM0-4.5", "DM0-4.1")
def test_the_attacker_declares_first_then_the_defender() -> None:
    field = Field().hold(WHITE, "lombardy", 1).hold(YELLOW, "verona", 2)
    field.lead(YELLOW, GERO, "lombardy").lead(WHITE, BILLUNG, "lombardy").lead(GREEN, CONRAD, "capua")
    field.attack(YELLOW, "verona", "lombardy", 2)
    assert (field.asked(), field.asks()[0].seat) == ("command", YELLOW) and field.options() == [NO, YES]
    field.do("command", YELLOW, YES)
    assert (field.asked(), field.asks()[0].seat) == ("command", WHITE)
    field.do("command", WHITE, NO)
    assert field.army(ATTACKER) == {INFANTRY_T: 2, INFANTRY_T + TEMPORARY: 2}
    assert field.army(DEFENDER) == {INFANTRY_T: 1}
    assert field.part().sideways == [1, 0, 0, 0]


@pytest.mark.clause("DM6-4.1", "DM6-4.2")
def test_who_is_elsewhere_or_used_is_not_asked() -> None:
    field = Field().hold(WHITE, "lombardy", 1).hold(YELLOW, "verona", 2)
    field.lead(YELLOW, GERO, "verona").lead(WHITE, BILLUNG, "lombardy")
    field.part().sideways[WHITE] = 1
    field.attack(YELLOW, "verona", "lombardy", 1)
    assert field.asked() == "dice"


@pytest.mark.clause("DM6-4.3", "DM6-5.1", "DM0-4.6")
def test_gero_brings_temporary_infantry_for_one_battle() -> None:
    field = Field().marker("lombardy", "barbarian_11").lead(YELLOW, GERO, "lombardy")
    field.attack(YELLOW, "verona", "lombardy", 1)
    powers, ask, texts = field.s.powers[YELLOW], field.ask_of(), Texts(field.rules, "de")
    assert [texts.notes(ask.worth(field.s, (), value)) for value in (NO, YES)] == ["", "Markgraf Gero"]
    field.do("command", YELLOW, YES)
    assert field.army(ATTACKER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 2}
    assert field.s.powers[YELLOW] != powers
    finish(field)
    assert field.s.powers[YELLOW] == powers


@pytest.mark.clause("DM6-5.2", "DM0-8.8", "DM0-4.7")
def test_billung_raises_every_melee_die_of_infantry() -> None:
    field = Field().hold(WHITE, "lombardy", 6).technology(YELLOW, "axemen").hold(YELLOW, "verona", 3, 0, 1)
    field.lead(YELLOW, BILLUNG, "lombardy").attack(YELLOW, "verona", "lombardy", 3, 0, 1)
    field.do("command", YELLOW, YES)
    field.roll(1)  # the charge of the cavalry misses
    # axemen hit with 4, so with 3 now: 3, 2, 1; the cavalry needs 5 as ever: 4
    field.roll(3, 2, 1, 4, *[1] * 6)
    assert field.s.struck[2 * 2 + ATTACKER] == 1


@pytest.mark.clause("DM6-5.5", "DM0-8.9")
def test_bulcsu_lets_cavalry_shoot_as_archers_do() -> None:
    field = Field().hold(WHITE, "lombardy", 3).technology(YELLOW, "crossbows")
    field.lead(YELLOW, BULCSU, "lombardy").attack(YELLOW, "verona", "lombardy", 0, 0, 2)
    field.do("command", YELLOW, YES)
    field.roll(3, 2)  # crossbows hit with 3
    assert field.s.struck[ATTACKER] == 1
    assert [die // 6 for die in field.s.dice[ATTACKER]] == [ARCHER, ARCHER]
    field = Field().hold(WHITE, "lombardy", 3).technology(YELLOW, "horse_archers")
    field.lead(YELLOW, BULCSU, "lombardy").attack(YELLOW, "verona", "lombardy", 0, 1, 2)
    field.do("command", YELLOW, YES)
    # an archer and two borrowed dice need 5, the riders' own two dice need 4
    field.roll(4, 4, 5, 4, 3)
    assert field.s.struck[ATTACKER] == 2
    assert [die // 6 for die in field.s.dice[ATTACKER]] == [ARCHER] * 3 + [CAVALRY] * 2


@pytest.mark.clause("DM6-5.3", "DM0-8.9")
def test_conrad_does_nothing_for_others() -> None:
    field = Field().hold(WHITE, "lombardy", 3).lead(YELLOW, CONRAD, "lombardy")
    field.attack(YELLOW, "verona", "lombardy", 2)
    field.do("command", YELLOW, YES)
    field.roll(1, 1, 1, 1, 1)  # melee at once, two dice against three
    assert field.over()


@pytest.mark.clause("DM6-5.4", "DM0-4.8")
def test_ulrich_cancels_two_points_in_the_whole_battle() -> None:
    field = Field().hold(WHITE, "lombardy", 2, 2).hold(YELLOW, "verona", 3)
    field.lead(YELLOW, ULRICH, "lombardy").attack(YELLOW, "verona", "lombardy", 3)
    field.do("command", YELLOW, YES)
    field.roll(6, 6)  # two arrows hit
    assert (field.asked(), field.asks()[0].seat) == ("save", YELLOW)
    nothing = field.t.targets
    assert field.options() == [INFANTRY_T, nothing] and field.options(INFANTRY_T) == [INFANTRY_T, nothing]
    field.do("save", YELLOW, INFANTRY_T, nothing)  # one now, one for later
    assert field.army(ATTACKER) == {INFANTRY_T: 2}
    field.roll(1, 1, 6, 1, 1, 1)
    assert field.options() == [INFANTRY_T, nothing] and field.options(INFANTRY_T) == []  # one is left
    field.do("save", YELLOW, INFANTRY_T)
    assert field.army(ATTACKER) == {INFANTRY_T: 2} or field.over()
    assert field.s.fallen[INFANTRY] == 1
    assert not any(field.s.powers[YELLOW].count(power) for power in [field.t.lasting["ulrich"]])


@pytest.mark.clause("DM0-4.8")
def test_points_of_the_battle_are_asked_for_even_if_they_cancel_all() -> None:
    field = Field().hold(WHITE, "lombardy", 2, 1).lead(YELLOW, ULRICH, "lombardy")
    field.attack(YELLOW, "verona", "lombardy", 3)
    field.do("command", YELLOW, YES)
    field.roll(6)
    assert field.asked() == "save" and field.options() == [INFANTRY_T, field.t.targets]
    field.do("save", YELLOW, field.t.targets)  # none
    assert field.army(ATTACKER) == {INFANTRY_T: 2} and field.events("damage_cancelled") == []


@pytest.mark.clause("DM0-4.8", "DMX-4.5")
def test_what_a_phase_cancels_comes_before_the_points_of_the_battle() -> None:
    """A card that cancels a point in the phase has to be used first; both sides decide for themselves."""
    field = Field().hold(WHITE, "lombardy", 0, 3).hold(YELLOW, "verona", 3)
    card, level = cancelling(field)
    field.ability(YELLOW, card, level).lead(YELLOW, ULRICH, "lombardy")
    field.attack(YELLOW, "verona", "lombardy", 3)
    field.do("command", YELLOW, YES)
    field.roll(6, 6, 6)
    assert field.options() == [INFANTRY_T]
    assert field.why(field.t.targets) == ("must_cancel", "D-22.22")
    assert field.options(INFANTRY_T) == [INFANTRY_T, field.t.targets]
    field.do("save", YELLOW, INFANTRY_T, field.t.targets)
    assert field.s.used[YELLOW] & field.t.battle_abilities == 0  # none of Ulrich's points
    assert field.army(ATTACKER) == {INFANTRY_T: 1}


def cancelling(field: Field) -> tuple[str, int]:
    """A level of an achievement that cancels a point in the ranged phase."""
    for card, powers in enumerate(field.t.card_powers):
        for level, power in enumerate(powers):
            for effect in field.t.powers[power].effects:
                if effect.op == CANCEL_DAMAGE and effect.when == BATTLE_PHASE and effect.n == 1:
                    return field.t.card_ids[card], level + 1
    raise AssertionError("no card cancels ranged damage")


@pytest.mark.clause("DM6-4.5", "DM6-3.4")
def test_a_commander_defends_with_temporary_units_alone() -> None:
    field = Field().hold(WHITE, "lombardy", manors=1).lead(WHITE, GERO, "lombardy")
    field.attack(YELLOW, "verona", "lombardy", 1)
    field.do("command", WHITE, YES)
    assert field.army(DEFENDER) == {INFANTRY_T + TEMPORARY: 3}
    field.roll(1, 1, 1, 1)
    assert field.over() and field.part().area[WHITE] == field.area("lombardy")


@pytest.mark.clause("DM6-3.5", "DM0-4.11")
def test_a_retreating_army_takes_its_commander_along() -> None:
    field = Field().hold(WHITE, "lombardy", 1).hold(WHITE, "swabia", 1).hold(YELLOW, "verona", 4)
    field.lead(WHITE, GERO, "lombardy").attack(YELLOW, "verona", "lombardy", 4)
    field.hold(WHITE, "tuscany", 1)  # as near as Swabia, but that is where the army goes
    field.do("command", WHITE, NO).roll(1, 1, 1, 1, 1)
    field.do("retreat", WHITE, field.area("swabia"))
    assert field.owner("lombardy") == YELLOW and field.units("swabia") == (2, 0, 0)
    assert field.part().area[WHITE] == field.area("swabia") and field.asked() != "commander_area"
    field = Field().hold(WHITE, "lombardy", 3).hold(YELLOW, "verona", 2)
    field.lead(YELLOW, GERO, "lombardy").attack(YELLOW, "verona", "lombardy", 2)
    field.do("command", YELLOW, NO).roll(1, 1, 1, 1, 1)
    assert field.units("verona") == (2, 0, 0) and field.part().area[YELLOW] == field.area("verona")


@pytest.mark.clause("DM6-3.6")
def test_after_a_victory_in_a_home_area_he_goes_back() -> None:
    field = Field().hold(WHITE, "swabia").bare(WHITE).hold(YELLOW, "lombardy", 1, manors=1)
    field.hold(YELLOW, "bavaria", 1)  # as near as Lombardy
    field.lead(YELLOW, GERO, "swabia").attack(YELLOW, "lombardy", "swabia", 1)
    field.do("command", YELLOW, NO)
    while field.asked() == "dice":
        field.roll(*[6] * len(field.ask_of().filled(field.s, lambda _, options: options[0])))
    assert field.s.victor == ATTACKER and field.asked() != "commander_area"
    assert field.part().area[YELLOW] == field.area("lombardy")


@pytest.mark.clause("DM6-3.6", "DM0-4.10", "DM6-3.4")
def test_a_victory_of_temporary_units_alone_leaves_him_nothing_to_stay_for() -> None:
    """Gero's two fight on after the infantry has died: the area is free, and he goes to the nearest one."""
    field = Field().hold(WHITE, "lombardy", 0, 1).hold(YELLOW, "verona", 1, manors=1)
    field.hold(YELLOW, "tuscany", manors=1)
    field.lead(YELLOW, GERO, "lombardy").attack(YELLOW, "verona", "lombardy", 1)
    field.do("command", YELLOW, YES).roll(6)
    field.do("hits", WHITE, INFANTRY_T)
    field.roll(6, 6, 1)
    assert field.s.victor == ATTACKER and field.owner("lombardy") == NONE
    assert field.asked() == "commander_area"
    field.do("commander_area", YELLOW, field.area("tuscany"))
    assert field.part().area[YELLOW] == field.area("tuscany")


@pytest.mark.clause("DM6-3.3", "DM0-4.9")
def test_he_adds_nothing_to_the_result() -> None:
    field = Field().hold(WHITE, "lombardy", 1).lead(YELLOW, ULRICH, "lombardy")
    field.attack(YELLOW, "verona", "lombardy", 1)
    field.do("command", YELLOW, YES).roll(1, 1)
    assert field.s.strength == [1, 1] and field.s.victor == DEFENDER


@pytest.mark.clause("DM6-5.1", "DMX-4.4")
def test_effects_against_the_city_do_not_touch_his_units() -> None:
    field = Field().hold(WHITE, "lombardy", 1, manors=1, city=1).lead(WHITE, GERO, "lombardy")
    card, level = against_archers(field)
    field.ability(YELLOW, card, level).attack(YELLOW, "verona", "lombardy", 1)
    field.do("command", WHITE, YES)
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 3}


def against_archers(field: Field) -> tuple[str, int]:
    """A level of an achievement that forbids the archer of the city."""
    for card, powers in enumerate(field.t.card_powers):
        for level, power in enumerate(powers):
            if any(effect.op == NO_CITY_ARCHER for effect in field.t.powers[power].effects):
                return field.t.card_ids[card], level + 1
    raise AssertionError("no card does that")
