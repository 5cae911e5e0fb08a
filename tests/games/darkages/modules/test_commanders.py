"""Commanders (DM6): hired, moved, left alone (MB22); what is said and drawn of them."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.cardtext import power_text
from pfalz.games.darkages.marches import best_attack, stakes_of
from pfalz.games.darkages.modules.commanders.bot import JUDGE, reinforcement
from pfalz.games.darkages.modules.commanders.state import power_of
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.recruiting import NO_UNIT
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import (
    ARCHER,
    CAVALRY,
    INFANTRY,
    UNITS,
)
from tests.games.darkages.modules.commanding import (
    BILLUNG,
    BULCSU,
    CONRAD,
    GERO,
    NO,
    NOBODY,
    ULRICH,
    YES,
    Court,
)
from tests.games.darkages.table import NO_REACTION, REACTIONS, VIOLET, WHITE, WORDS, YELLOW

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
        assert drawing.count('data-kind="commander"') == len(court.slice.display) + 1  # and Gero
        words = plain(court.rules, court.rules.view(court.s, seat), seat, texts)
        assert "Margrave Gero, Verona, ready" in words


# -- judgement ---------------------------------------------------------------------------------------


def test_the_judgement_counts_on_the_units_he_brings() -> None:
    court = Court().hold(YELLOW, "verona", 1).lead(YELLOW, GERO, "verona")
    verona, goal = court.area("verona"), court.area("lombardy")
    assert JUDGE.helps(court.s, YELLOW, verona, goal) == (2, 0, 0)
    assert JUDGE.helps(court.s, YELLOW, goal, verona) == (0, 0, 0)
    ready = JUDGE.values(court.s, YELLOW, Outlook(court.s))[0]
    court.slice.sideways[YELLOW] = 1
    assert JUDGE.helps(court.s, YELLOW, verona, goal) == (0, 0, 0)
    assert 0 < JUDGE.values(court.s, YELLOW, Outlook(court.s))[0] < ready
    assert JUDGE.values(court.s, WHITE, Outlook(court.s)) == [0.0]


def test_a_hiring_that_is_about_to_be_offered_counts() -> None:
    """Only in the Recruit in which it comes, and only for who can pay."""
    court = Court().goods(YELLOW, gold=3).turn(YELLOW)
    assert JUDGE.values(court.s, YELLOW, Outlook(court.s)) == [0.0]
    court.act(YELLOW, "recruit")
    hiring = JUDGE.values(court.s, YELLOW, Outlook(court.s))[0]
    court.slice.display.remove(GERO)
    assert 0 < JUDGE.values(court.s, YELLOW, Outlook(court.s))[0] < hiring, "nobody brings more than Gero"
    court.goods(YELLOW, gold=1)
    assert JUDGE.values(court.s, YELLOW, Outlook(court.s)) == [0.0]


def test_what_commanders_do_comes_to_units_of_the_army() -> None:
    court = Court()
    helps = {
        commander: [
            reinforcement(court.t.powers[power_of(court.s, commander)].effects, army)
            for army in ((1, 0, 0), (3, 0, 0), (0, 0, 2))
        ]
        for commander in (GERO, BILLUNG, CONRAD, ULRICH, BULCSU)
    }
    assert helps[GERO] == [(2, 0, 0)] * 3 and helps[ULRICH] == [(1, 0, 0)] * 3
    assert helps[BILLUNG] == [(0, 0, 0), (1, 0, 0), (0, 0, 0)]
    assert helps[CONRAD] == helps[BULCSU] == [(0, 0, 0), (0, 0, 0), (1, 0, 0)]


def test_a_knight_attacks_where_only_the_commander_gives_him_the_odds() -> None:
    """One infantry would not dare; with Gero's two it does, and takes him along."""
    attacks = []
    for commander in (NONE, GERO):
        court = Court().hold(YELLOW, "verona", 1).marker("lombardy", "barbarian_11")
        if commander != NONE:
            court.lead(YELLOW, commander, "verona")
        attacks.append(best_attack(court.s, stakes_of(court.s, YELLOW))[1])
    assert attacks == [(), row_of(court, "verona", "lombardy", 1, 0, 0, YES)]
