"""Commanders (DM6): hired, moved, used in battle, left alone (MB21, MB22)."""

from __future__ import annotations

from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.cardtext import power_text
from pfalz.games.darkages.modules.commanders.state import Commanders
from pfalz.games.darkages.recruiting import NO_UNIT
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
    UNITS,
)
from tests.games.darkages.battlefield import (
    INFANTRY_T,
    TEMPORARY,
    Battlefield,
)
from tests.games.darkages.table import GREEN, NO_REACTION, REACTIONS, VIOLET, WHITE, WORDS, YELLOW, Table

GERO, BILLUNG, CONRAD, ULRICH, BULCSU = range(5)
NOBODY = 5
YES, NO = 1, 0


class Court(Table):
    """A table with commanders."""

    def __init__(self, players: int = 4, **more: Any) -> None:
        super().__init__(players, modules=("commanders",), **more)

    @property
    def slice(self) -> Commanders:
        part = self.s.slices["commanders"]
        assert isinstance(part, Commanders)
        return part

    def lead(self, seat: int, commander: int, area: str, sideways: bool = False) -> Court:
        """A seat has a commander in an area."""
        hire(self.slice, seat, commander, self.area(area), sideways)
        return self

    def stands(self, seat: int) -> str:
        """Where the commander of a seat is."""
        return self.t.area_ids[self.slice.area[seat]]


def hire(part: Commanders, seat: int, commander: int, area: int, sideways: bool = False) -> None:
    """Put a commander into place."""
    part.display = [other for other in part.display if other != commander]
    part.card[seat], part.area[seat], part.sideways[seat] = commander, area, int(sideways)


class Field(Battlefield):
    """A battlefield with commanders."""

    def __init__(self, **more: Any) -> None:
        super().__init__(rules=ruleset("darkages", 4, ("commanders",), more))

    def lead(self, seat: int, commander: int, area: str) -> Field:
        """A seat has a commander in an area, or with the army that attacks it."""
        part = self.s.slices["commanders"]
        assert isinstance(part, Commanders)
        hire(part, seat, commander, self.area(area))
        return self

    def part(self) -> Commanders:
        part = self.s.slices["commanders"]
        assert isinstance(part, Commanders)
        return part


# -- setup (DM6-1) -----------------------------------------------------------------------------------


@pytest.mark.clause("DM6-1.1", "DM6-1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_more_than_there_are_players_lies_open(players: int) -> None:
    court = Court(players)
    assert len(court.slice.t.ids) == 5
    assert len(court.slice.display) == players + 1 == len(set(court.slice.display))
    assert court.slice.card == [NONE] * players


# -- hiring (DM6-2) ----------------------------------------------------------------------------------


@pytest.mark.clause("DM6-2.1", "DM6-2.2", "DM6-P1", "DM0-3.4")
def test_a_commander_is_hired_beside_a_unit() -> None:
    court = Court().goods(YELLOW, gold=3).act(YELLOW, "recruit")
    assert court.options() == [INFANTRY, ARCHER, CAVALRY, NO_UNIT]
    court.do(YELLOW, INFANTRY, court.area("verona"), *pay(court, INFANTRY), ask="recruit")
    assert court.asked() == "hire" and court.options() == [GERO, BILLUNG, CONRAD, ULRICH, BULCSU, NOBODY]
    assert court.areas(court.options(BULCSU)) == {"verona"}  # a city of one's own
    court.do(YELLOW, BULCSU, court.area("verona"))
    assert court.slice.card[YELLOW] == BULCSU and court.stands(YELLOW) == "verona"
    assert not court.slice.sideways[YELLOW] and BULCSU not in court.slice.display
    assert court.s.gold(YELLOW) == 0 and court.who() == WHITE
    assert court.events("commander_hired") == [(YELLOW, BULCSU, court.area("verona"))]


def pay(court: Court, unit: int) -> tuple[int, ...]:
    """The payment of the recruit form that takes goods first."""
    found: tuple[int, ...] = ()
    while options := court.options(unit, court.area("verona"), *found):
        found = (*found, options[0])
    return found


@pytest.mark.clause("DM6-2.1")
def test_nobody_has_to_be_hired() -> None:
    court = Court().goods(YELLOW, gold=3).act(YELLOW, "recruit")
    court.do(YELLOW, INFANTRY, court.area("verona"), *pay(court, INFANTRY), ask="recruit")
    court.do(YELLOW, NOBODY, ask="hire")
    assert court.slice.card[YELLOW] == NONE and court.s.gold(YELLOW) == 2


@pytest.mark.clause("DM6-2.1", "DM6-2.4", "DM0-3.5")
def test_recruit_may_be_chosen_for_a_commander_alone() -> None:
    """No unit can be paid for after all figures are on the map; nothing follows on recruiting."""
    court = Court().goods(YELLOW, gold=2)
    court.hold(YELLOW, "verona", 7, 6, 5)
    assert not any(court.s.supply[UNITS * YELLOW : UNITS * YELLOW + UNITS])
    court.turn(YELLOW)
    assert WORDS["recruit"] in court.options()
    court.do(YELLOW, WORDS["recruit"])
    assert court.asked() == "hire_alone" and NOBODY not in court.options()
    assert court.why(NOBODY) == ("must_hire", "DM6-2.4")
    court.do(YELLOW, GERO, court.area("verona"))
    assert court.stands(YELLOW) == "verona" and court.who() == WHITE
    assert court.events("unit_recruited") == []


@pytest.mark.clause("DM6-2.4")
def test_hiring_alone_triggers_nothing() -> None:
    for unit, asked in ((INFANTRY, ["effect", "extra_recruit"]), (NO_UNIT, [])):
        field = Court().goods(YELLOW, gold=9)
        face = next(i for i, face in enumerate(field.t.faces) if face.id == "peasant_levy")
        field.s.face[UNITS * YELLOW] = face
        field.s.powers[YELLOW] = (*field.s.powers[YELLOW], field.t.faces[face].power)
        field.act(YELLOW, "recruit")
        if unit == NO_UNIT:
            field.do(YELLOW, NO_UNIT, ask="recruit")
            field.do(YELLOW, GERO, field.area("verona"), ask="hire_alone")
            assert field.who() == WHITE
        else:
            field.do(YELLOW, unit, field.area("verona"), *pay(field, unit), ask="recruit")
            field.do(YELLOW, GERO, field.area("verona"), ask="hire")
            assert field.asked() in asked


@pytest.mark.clause("DM6-2.3", "DM6-2.1")
def test_nobody_has_two_commanders_and_none_without_gold() -> None:
    court = Court().goods(YELLOW, gold=9).lead(YELLOW, GERO, "verona").act(YELLOW, "recruit")
    assert NO_UNIT not in court.options()
    court.do(YELLOW, INFANTRY, court.area("verona"), *pay(court, INFANTRY))
    assert court.who() == WHITE
    court = Court().goods(YELLOW, gold=1, wood=3, leather=3).act(YELLOW, "recruit")
    assert NO_UNIT not in court.options()
    assert GERO in Court().goods(WHITE, gold=9).slice.display  # he is still there for others


@pytest.mark.clause("DM6-2.2")
def test_he_comes_to_a_city() -> None:
    court = Court().goods(YELLOW, gold=9).hold(YELLOW, "lombardy", 1).hold(YELLOW, "tuscany", 1, city=True)
    court.act(YELLOW, "recruit", NO_UNIT)
    assert court.asked() == "hire_alone"
    assert court.areas(court.options(GERO)) == {"verona", "tuscany"}
    assert court.why(GERO, court.area("lombardy")) == ("needs_own_city", "DM6-2.2")
    court.slice.display.remove(GERO)
    assert court.why(GERO) == ("not_open", "DM6-2.1")


@pytest.mark.clause("DM6-2.1", "DM0-3.6")
def test_a_commander_is_hired_in_a_reaction() -> None:
    court = Court().goods(WHITE, gold=2).stack("recruit", WHITE, VIOLET).goods(YELLOW, gold=5)
    court.lead(YELLOW, BULCSU, "verona")
    court.act(YELLOW, "recruit")
    court.do(YELLOW, INFANTRY, court.area("verona"), *pay(court, INFANTRY))
    assert court.open() == ("react", WHITE)
    again = REACTIONS["recruit"]
    assert again in court.options() and NO_UNIT in court.options(again)
    court.do(WHITE, again, NO_UNIT)
    assert court.open() == ("hire_alone", WHITE)
    court.do(WHITE, CONRAD, court.area("swabia"))
    assert court.stands(WHITE) == "swabia" and court.s.gold(WHITE) == 0


@pytest.mark.clause("DM6-2.4")
def test_a_reaction_may_be_chosen_for_a_commander_alone() -> None:
    court = Court().goods(WHITE, gold=2).stack("recruit", WHITE, VIOLET).goods(YELLOW, gold=5)
    court.hold(WHITE, "swabia", 7, 6, 5).act(YELLOW, "recruit")
    court.do(YELLOW, INFANTRY, court.area("verona"), *pay(court, INFANTRY))
    court.do(YELLOW, NOBODY, ask="hire")
    assert court.open() == ("react", WHITE)
    assert REACTIONS["recruit"] in court.options() and NO_REACTION not in court.options()
    court.do(WHITE, REACTIONS["recruit"], NO_UNIT)
    assert court.open() == ("hire_alone", WHITE)


# -- movement (DM6-3) --------------------------------------------------------------------------------


def row_of(court: Court, start: str, end: str, *rest: int) -> tuple[int, ...]:
    return (court.area(start), court.area(end), *rest)


@pytest.mark.clause("DM6-3.1", "DM6-3.2", "DM6-P2", "DM0-3.5")
def test_he_marches_alone_to_an_own_area() -> None:
    """No unit of Yellow is on the map: the March is chosen for the commander."""
    court = Court().hold(YELLOW, "verona").hold(YELLOW, "lombardy", manors=1)
    court.hold(WHITE, "bavaria", 1).marker("romagna").lead(YELLOW, GERO, "verona")
    court.turn(YELLOW)
    assert WORDS["march"] in court.options()
    court.do(YELLOW, WORDS["march"])
    assert court.stands(YELLOW) == "lombardy"  # nowhere else could he go alone
    assert court.events("commander_rode") == [(YELLOW, GERO, court.area("verona"), court.area("lombardy"))]
    assert court.events("units_marched") == [] and not court.s.fought
    alone = Court().hold(YELLOW, "verona").lead(YELLOW, GERO, "verona").turn(YELLOW)
    assert WORDS["march"] not in alone.options()


@pytest.mark.clause("DM6-3.1", "DM6-3.2")
def test_he_goes_along_with_an_army_or_stays() -> None:
    court = Court().hold(YELLOW, "verona", 2).hold(YELLOW, "lombardy", manors=1).lead(YELLOW, GERO, "verona")
    court.hold(WHITE, "bavaria", 1).act(YELLOW, "march")
    march = row_of(court, "verona", "lombardy")
    assert court.options(*march) == [0, 1, 2]
    assert court.options(*march, 0, 0, 0) == [YES]  # alone
    assert court.options(*march, 1, 0, 0) == [NO, YES]
    enemy = row_of(court, "verona", "bavaria")
    assert court.options(*enemy) == [1, 2]  # never without a unit
    court.do(YELLOW, *march, 1, 0, 0, NO)
    assert court.stands(YELLOW) == "verona"


@pytest.mark.clause("DM6-3.1", "DM6-3.3")
def test_supply_is_checked_first_and_does_not_count_him() -> None:
    court = Court().hold(YELLOW, "verona", 4).hold(YELLOW, "lombardy", manors=1).lead(YELLOW, GERO, "verona")
    assert court.act(YELLOW, "march").asked() == "march"  # four units, limit four
    court = Court().hold(YELLOW, "verona", 4).lead(YELLOW, GERO, "verona")
    assert court.act(YELLOW, "march").asked() == "supply"


@pytest.mark.clause("DM6-3.1")
def test_he_regroups() -> None:
    court = Court(bands=("build", "march", "research", "recruit", "develop_culture"))
    court.stack("march", WHITE, VIOLET).hold(WHITE, "swabia", manors=1).hold(YELLOW, "verona", 2)
    court.hold(WHITE, "lombardy", manors=1).lead(WHITE, GERO, "swabia").hold(YELLOW, "tuscany", 1)
    court.act(YELLOW, "march", *row_of(court, "verona", "romagna"), 1, 0, 0).end(YELLOW)
    assert court.open() == ("react", WHITE)
    regroup = REACTIONS["regroup"]
    assert court.options(regroup) == [court.area("swabia")] and court.options(regroup, court.area("swabia"))
    court.do(WHITE, regroup, *row_of(court, "swabia", "lombardy"), 0, 0, 0, YES)
    assert court.stands(WHITE) == "lombardy"


@pytest.mark.clause("DM6-3.3")
def test_he_is_no_unit() -> None:
    """He controls nothing: with the last unit the area is gone, and he with it."""
    court = Court().hold(YELLOW, "verona").hold(YELLOW, "tuscany", 1).lead(YELLOW, GERO, "tuscany")
    court.act(YELLOW, "march", *row_of(court, "tuscany", "lombardy"), 1, 0, 0, NO)
    assert court.s.owner[court.area("tuscany")] == NONE
    assert court.s.units_of(YELLOW) == 1 and court.asked() == "commander_area"


@pytest.mark.clause("DM6-3.4", "DMR-25")
def test_left_alone_he_goes_to_the_nearest_area() -> None:
    court = Court().hold(YELLOW, "verona").hold(YELLOW, "tuscany", 1).hold(YELLOW, "romagna", manors=1)
    court.lead(YELLOW, GERO, "tuscany")
    court.act(YELLOW, "march", *row_of(court, "tuscany", "lombardy"), 1, 0, 0, NO)
    near = {court.t.area_ids[area] for area in court.t.neighbours[court.area("tuscany")]}
    own = near & {"verona", "romagna", "lombardy"}
    if len(own) > 1:
        assert court.open() == ("commander_area", YELLOW) and court.areas(court.options()) == own
        assert court.why(court.area("bavaria")) == ("not_your_area", "DM6-3.4")
        court.do(YELLOW, court.area("lombardy"))
    assert court.stands(YELLOW) == "lombardy"


@pytest.mark.clause("DM6-3.4")
def test_with_a_manor_he_may_be_alone() -> None:
    court = Court().hold(YELLOW, "verona").hold(YELLOW, "tuscany", 1, manors=1).lead(YELLOW, GERO, "tuscany")
    court.act(YELLOW, "march", *row_of(court, "tuscany", "lombardy"), 1, 0, 0, NO)
    assert court.asked() == "after" and court.stands(YELLOW) == "tuscany"


@pytest.mark.clause("DM6-3.4", "DM6-3.3")
def test_he_leaves_when_the_supply_check_takes_the_last_unit() -> None:
    court = Court().manors_off(YELLOW, 1).hold(YELLOW, "verona", 3).hold(YELLOW, "apulia", 1)
    court.lead(YELLOW, GERO, "apulia").act(YELLOW, "march")
    assert court.asked() == "supply"
    court.do(YELLOW, court.unit_in("apulia", INFANTRY))
    assert court.stands(YELLOW) == "verona" and court.asked() == "march"


def defeat(manor: bool) -> Court:
    """Yellow attacks Swabia with one infantry and a commander, and loses it."""
    court = Court().hold(YELLOW, "verona").hold(YELLOW, "lombardy", 1, manors=int(manor))
    court.hold(YELLOW, "bavaria", manors=1).hold(WHITE, "swabia", 1).lead(YELLOW, GERO, "lombardy")
    court.act(YELLOW, "march", *row_of(court, "lombardy", "swabia"), 1, 0, 0, YES)
    assert court.open() == ("command", YELLOW)
    court.do(YELLOW, NO)
    court.roll(6)  # the archer of the city
    return court


@pytest.mark.clause("DM6-3.4", "DM6-3.5", "DMR-25")
def test_mb22_commander_left_alone() -> None:
    court = defeat(manor=True)
    assert court.open() == ("commander_area", YELLOW)
    assert court.areas(court.options()) == {"lombardy", "bavaria"}
    assert court.why(court.area("verona")) == ("not_nearest", "DM6-3.4")
    court.do(YELLOW, court.area("lombardy"))
    assert court.stands(YELLOW) == "lombardy" and court.who() == WHITE
    court = defeat(manor=False)
    assert court.s.owner[court.area("lombardy")] == NONE
    assert court.who() == WHITE and court.stands(YELLOW) == "bavaria"


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
    powers = field.s.powers[YELLOW]
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
    field.do("command", WHITE, NO).roll(1, 1, 1, 1, 1)
    assert field.owner("lombardy") == YELLOW and field.units("swabia") == (2, 0, 0)
    assert field.part().area[WHITE] == field.area("swabia")
    field = Field().hold(WHITE, "lombardy", 3).hold(YELLOW, "verona", 2)
    field.lead(YELLOW, GERO, "lombardy").attack(YELLOW, "verona", "lombardy", 2)
    field.do("command", YELLOW, NO).roll(1, 1, 1, 1, 1)
    assert field.units("verona") == (2, 0, 0) and field.part().area[YELLOW] == field.area("verona")


@pytest.mark.clause("DM6-3.6")
def test_after_a_victory_in_a_home_area_he_goes_back() -> None:
    field = Field().hold(WHITE, "swabia").bare(WHITE).hold(YELLOW, "lombardy", 1, manors=1)
    field.lead(YELLOW, GERO, "swabia").attack(YELLOW, "lombardy", "swabia", 1)
    field.do("command", YELLOW, NO)
    finish(field)
    assert field.s.victor == ATTACKER and field.part().area[YELLOW] == field.area("lombardy")


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


# -- words and drawing -------------------------------------------------------------------------------


def test_what_the_cards_say() -> None:
    rules = ruleset("darkages", 4, ("commanders",))
    english, german = Texts(rules, "en"), Texts(rules, "de")
    said = {id: power_text(rules, english, power) for id, power in rules.lookup.lasting.items()}
    assert said == {
        "gero": "Before a battle: add 2 temporary infantry to your side.",
        "billung": "In the melee phase: each die of your infantry gets +1.",
        "conrad_the_red": "In the charge phase: each of your cavalry that rolls, rolls 1 more die.",
        "ulrich": "Cancel up to 2 damage to your units in the whole battle.",
        "bulcsu": "In the ranged phase: each of your cavalry rolls 1 die with the value of your archers.",
    }
    told = {id: power_text(rules, german, power) for id, power in rules.lookup.lasting.items()}
    assert told["billung"] == "Im Nahkampf: Jeder Würfel deiner Fußkämpfer erhält +1."
    assert (
        told["conrad_the_red"]
        == "Im Reiterangriff: Jeder deiner Reiter, der würfelt, wirft 1 weiteren Würfel."
    )


@pytest.mark.clause("DM6-1.2", "DM6-3.3", "DM0-7.1")
def test_everybody_sees_them() -> None:
    court = Court(2).lead(YELLOW, GERO, "verona")
    for seat in (YELLOW, WHITE, -1):
        texts = Texts(court.rules, "en")
        drawing = svg(court.rules, court.rules.view(court.s, seat), seat, texts)
        assert drawing.count('id="commander-0"') == 1 and 'id="commander-card-gero"' in drawing
        assert drawing.count('data-kind="commander"') == len(court.slice.display)
        words = plain(court.rules, court.rules.view(court.s, seat), seat, texts)
        assert "Margrave Gero, Verona, ready" in words
