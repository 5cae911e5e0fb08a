"""Battles: the common rules (D-15), dice, damage, the result."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pfalz.core.ask import forced_prefix
from pfalz.core.chance import nature_answer
from pfalz.core.state import NATURE
from pfalz.games.darkages.dice import dice_rolled, raised
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import ATTACKER, CHARGE, DEFENDER, MELEE, RANGED
from tests.games.darkages.battlefield import (
    ARCHER_T,
    BARBARIANS,
    CAVALRY_T,
    DAMAGED,
    INFANTRY_T,
    TEMPORARY,
    VIOLET,
    WHITE,
    YELLOW,
    Battlefield,
)


def lombardy(**own: int) -> Battlefield:
    """White in Swabia looks at Yellow's Lombardy."""
    return Battlefield().hold(YELLOW, "lombardy", **own)


# -- a whole battle -------------------------------------------------------------------------------


@pytest.mark.clause("D-15.1", "D-15.2", "D-15.3", "D-15.4", "D-15.5", "D-15.6", "D-15.7", "D-15.8")
@pytest.mark.clause("D-15.13", "D-15.15", "D-15.16", "D-15.19", "D-15.20", "D-17.1", "D-17.2", "D-17.11")
def test_b10_armour_towers_and_a_tie() -> None:
    field = lombardy(infantry=1, manors=1, floors=1).hold(YELLOW, "verona", floors=2)
    field.technology(YELLOW, "shield_bearers")
    field.attack(WHITE, "swabia", "lombardy", infantry=2, archers=1, cavalry=1)
    s = field.s
    assert (s.battle, s.attacker, s.defender) == (field.area("lombardy"), WHITE, YELLOW)
    assert field.army(ATTACKER) == {INFANTRY_T: 2, ARCHER_T: 1, CAVALRY_T: 1}
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 1, ARCHER_T + TEMPORARY: 1}
    assert field.units("lombardy") == (0, 0, 0) and field.owner("lombardy") == YELLOW
    field.roll(5, 3)  # ranged: White's archer, Yellow's archer
    assert field.options() == [INFANTRY_T, INFANTRY_T + TEMPORARY, ARCHER_T + TEMPORARY]
    field.do("hits", WHITE, ARCHER_T + TEMPORARY)
    field.roll(4)  # charge
    field.do("hits", WHITE, INFANTRY_T)
    assert field.army(DEFENDER) == {INFANTRY_T + DAMAGED: 1, INFANTRY_T + TEMPORARY: 1}
    field.roll(5, 2, 6, 3, 4, 1)  # melee
    assert s.struck[2 * MELEE : 2 * MELEE + 2] == [2, 1]
    field.do("hits", WHITE, INFANTRY_T + DAMAGED, INFANTRY_T + TEMPORARY)
    field.do("hits", YELLOW, CAVALRY_T)
    assert field.over()
    assert (s.strength, s.victor) == ([3, 3], DEFENDER)
    assert field.units("swabia") == (2, 1, 0) and field.units("lombardy") == (0, 0, 0)
    assert field.owner("lombardy") == YELLOW and s.supply[3 * YELLOW] == 7
    assert s.stand == [field.area("swabia"), NONE]
    assert field.events("battle_over") == [(WHITE, YELLOW, field.area("lombardy"), 3, 3, 0)]
    assert field.events("units_returned") == [(WHITE, field.area("swabia"))]
    assert s.fallen == [0, 0, 1, 1, 1, 0] and s.lost == [0, 0, 1, 1, 0, 0]
    assert s.wounds == [0] * len(s.wounds)


@pytest.mark.clause("D-15.16", "D-15.22", "D-15.23", "D-R.41")
def test_b34_the_defenders_towers() -> None:
    field = lombardy(archers=1, floors=2).attack(WHITE, "swabia", "lombardy", infantry=2, cavalry=1)
    field.roll(3, 4).roll(4)
    field.do("hits", WHITE, ARCHER_T)
    field.roll(3, 4, 2, 4)  # 4 and two floors of a tower that no figure of hers stands by
    field.do("hits", YELLOW, CAVALRY_T)
    assert (field.s.strength, field.s.victor) == ([2, 3], DEFENDER)
    assert field.owner("lombardy") == -1 and field.units("swabia") == (2, 0, 0)
    at = field.area("lombardy")
    assert (field.s.city[at], field.s.floors[at], field.s.look[at]) == (1, 2, NONE)
    assert field.events("control_lost") == [(YELLOW, at)]


# -- the sequence ---------------------------------------------------------------------------------


@pytest.mark.clause("D-15.9", "D-15.8")
def test_a_phase_in_which_nobody_rolls_is_skipped() -> None:
    field = lombardy(infantry=1).attack(WHITE, "swabia", "lombardy", infantry=1)
    assert field.asked() == "dice" and field.s.frames("melee_phase")
    assert [field.rules.by_name[name].name for name in ("ranged", "charge")] == ["ranged", "charge"]
    field.roll(1, 1)
    assert [dice for dice in field.s.dice if dice] == [(0,), (0,)]
    assert field.over()


@pytest.mark.clause("D-15.24", "D-R.42", "D-16.6")
def test_b35_a_battle_that_is_over_early() -> None:
    field = Battlefield().marker("pannonia", "barbarian_01")
    field.attack(VIOLET, "croatia", "pannonia", cavalry=2).roll(5, 1)
    assert field.over()
    assert field.s.strength == [2, 0] and field.s.dice[2 * MELEE] == ()
    assert field.owned(VIOLET) == {"gold": 1}
    assert field.scores()[VIOLET] == 0 and len(field.s.trophies[VIOLET]) == 1
    assert field.units("pannonia") == (0, 0, 2) and field.owner("pannonia") == VIOLET


@pytest.mark.clause("D-15.10", "D-15.14", "D-15.11")
def test_both_sides_roll_at_the_same_time_and_the_dead_have_rolled() -> None:
    field = lombardy(archers=2).attack(WHITE, "swabia", "lombardy", archers=2)
    field.roll(5, 5, 6, 1)  # two hits of White kill both archers, one of theirs still counts
    assert field.over()
    assert field.s.fallen == [0, 1, 0, 0, 2, 0]
    assert field.s.victor == ATTACKER and field.units("lombardy") == (0, 1, 0)


@pytest.mark.clause("D-15.10", "D-15.11")
def test_only_survivors_of_earlier_phases_roll() -> None:
    field = lombardy(archers=1, cavalry=1).attack(WHITE, "swabia", "lombardy", archers=1, infantry=1)
    assert dice_rolled(field.s, RANGED) == [0, 1, 0, 0, 1, 0]
    field.roll(5, 1)
    field.do("hits", WHITE, CAVALRY_T)
    assert field.s.next_in("battle") == "result"  # no charge any more: the melee has begun
    assert dice_rolled(field.s, MELEE) == [1, 1, 0, 0, 1, 0]


@pytest.mark.clause("D-15.6", "D-26.7", "D-22.18")
def test_dice_of_a_roll_come_in_order() -> None:
    field = lombardy(archers=2).achievement(YELLOW, "bowyers", 2)
    field.technology(WHITE, "long_bows", "horse_archers")
    field.attack(WHITE, "swabia", "lombardy", infantry=3, archers=2, cavalry=1)
    assert dice_rolled(field.s, RANGED) == [0, 4, 1, 0, 3, 0]  # long bows two each, and an extra die
    ask = field.ask_of()
    assert (ask.name, ask.seat) == ("dice", NATURE)
    assert [ask.slot(field.s, [0] * n).kind for n in range(8)] == ["pips"] * 8
    assert ask.options(field.s, [0] * 7) == range(6) and ask.options(field.s, [0] * 8) is None
    drawn = nature_answer(ask, field.s, Random(1))
    assert len(drawn) == 8 and set(drawn) <= set(range(6))
    field.roll(1, 2, 3, 4, 1, 1, 2, 3)
    assert field.s.dice[2 * RANGED] == (6, 7, 8, 9, 12)
    assert field.s.dice[2 * RANGED + 1] == (6, 7, 8)


@pytest.mark.clause("D-15.12", "D-15.16", "D-15.17", "D-15.18")
@pytest.mark.parametrize(("floors", "damage"), [(1, 0), (2, 1)])
def test_b14_a_natural_one(floors: int, damage: int) -> None:
    field = (
        lombardy(infantry=1, manors=1).technology(VIOLET, "knights").hold(VIOLET, "tuscany", 1, floors=floors)
    )
    field.attack(VIOLET, "bavaria", "lombardy", cavalry=1).roll(1)
    assert field.s.struck[2 * CHARGE] == 0
    field.roll(1, 1, 1)  # raised to 3 by two floors
    assert field.s.struck[2 * MELEE] == damage
    again = lombardy(infantry=1, manors=1).technology(VIOLET, "knights")
    again.attack(VIOLET, "bavaria", "lombardy", cavalry=1).roll(2)
    assert again.s.struck[2 * CHARGE] == 1


@pytest.mark.clause("D-15.17", "D-15.23")
def test_towers_of_the_attacker_count_where_he_still_controls() -> None:
    field = (
        lombardy(infantry=2).hold(WHITE, "swabia", infantry=1, floors=1).hold(WHITE, "franconia", 1, floors=3)
    )
    field.attack(WHITE, "swabia", "lombardy", infantry=1).roll(4, 1, 1)
    assert field.s.struck[2 * MELEE] == 1  # the home is his; Franconia is too far
    left = lombardy(infantry=2).hold(WHITE, "bavaria", infantry=1, floors=1)
    left.attack(WHITE, "bavaria", "lombardy", infantry=1).roll(4, 1, 1)
    assert left.s.struck[2 * MELEE] == 0  # nobody has stayed in Bavaria


@pytest.mark.clause("D-15.16", "D-15.18", "D-26.6", "D-R.40", "D-22.17")
@pytest.mark.parametrize(("smiths", "damage"), [(2, 2), (1, 1)])
def test_b40_bonuses_are_placed_by_the_game(smiths: int, damage: int) -> None:
    field = lombardy(infantry=3).hold(WHITE, "swabia", floors=1).achievement(WHITE, "weaponsmiths", smiths)
    field.attack(WHITE, "swabia", "lombardy", infantry=2, archers=1).roll(1).roll(4, 2, 5, 1, 1, 1)
    assert field.s.struck[2 * MELEE] == damage


@pytest.mark.clause("D-26.6", "D-22.17")
def test_bonuses_do_as_much_as_they_can() -> None:
    assert raised([(1, 1), (2, 1), (3, 1)], [], 3) == 2
    assert raised([(3, 2), (1, 1), (2, 1)], [], 3) == 2
    assert raised([(2, 1), (2, 1)], [2], 1) == 1  # a bonus of two goes to one die as a whole
    assert raised([(2, 1), (3, 1)], [2], 1) == 1
    assert raised([(2, 1), (1, 1)], [2], 1) == 2
    assert raised([(3, 1)], [2, 1], 0) == 1
    assert raised([(3, 1)], [2], 0) == 0


# -- damage ---------------------------------------------------------------------------------------


@pytest.mark.clause("D-15.13", "D-26.2")
def test_what_is_left_over_is_lost_and_nobody_is_asked_when_all_die() -> None:
    field = lombardy(archers=1, infantry=1).attack(WHITE, "swabia", "lombardy", archers=4)
    field.roll(5, 5, 6, 1, 1)
    assert field.over()
    assert field.s.struck[0] == 3 and field.s.fallen[3:] == [1, 1, 0]


@pytest.mark.clause("D-15.13", "D-26.2", "D-26.8")
def test_nobody_is_asked_when_all_targets_are_equal() -> None:
    field = lombardy(infantry=3).attack(WHITE, "swabia", "lombardy", archers=2)
    field.roll(5, 5)
    assert field.asked() == "dice" and field.army(DEFENDER) == {INFANTRY_T: 1}
    tough = lombardy(infantry=3).technology(YELLOW, "shield_bearers")
    tough.attack(WHITE, "swabia", "lombardy", archers=2).roll(5, 1)
    assert tough.asked() == "dice" and tough.army(DEFENDER) == {INFANTRY_T: 2, INFANTRY_T + DAMAGED: 1}
    tough = lombardy(infantry=3).technology(YELLOW, "shield_bearers")
    tough.attack(WHITE, "swabia", "lombardy", archers=2).roll(5, 5)
    assert tough.ask_of().answers(tough.s, 99) == [(0, 0), (0, 1)]  # two are hurt, or one dies


@pytest.mark.clause("D-26.5", "D-26.8", "D-15.13")
def test_every_allocation_exists_once_and_none_is_missing() -> None:
    field = Battlefield().technology(YELLOW, "shield_bearers", "ministeriales")
    field.hold(YELLOW, "lombardy", infantry=2, archers=1, cavalry=2)
    field.technology(WHITE, "long_bows").attack(WHITE, "swabia", "lombardy", archers=3)
    field.roll(*[5] * 5, 1, 1)  # ten capacity points, five of them placed
    ask = field.ask_of()
    answers = ask.answers(field.s, 10_000)
    assert all(list(answer) == sorted(answer) for answer in answers)
    ends: Counter[tuple[tuple[int, int], ...]] = Counter()
    for answer in answers:
        copy = Battlefield()
        copy.s, copy.rules = field.rules.copy(field.s), field.rules
        copy.play(WHITE, answer)
        ends[tuple(copy.army(DEFENDER).items())] += 1
    assert set(ends.values()) == {1}
    damages = [
        (i, j, a, c, d)
        for i in range(3)
        for j in range(i + 1)
        for a in (0, 1)
        for c in range(4)
        for d in range(c + 1)
    ]
    assert len(ends) == sum(sum(each) == 5 for each in damages)


@pytest.mark.clause("D-15.13", "D-26.3", "D-26.5")
def test_why_a_target_is_refused() -> None:
    field = lombardy(infantry=1, archers=2).technology(YELLOW, "shield_bearers")
    field.attack(WHITE, "swabia", "lombardy", archers=3).roll(5, 5, 6, 1, 1)
    assert field.options() == [INFANTRY_T]  # the archers alone cannot take three
    assert field.why(ARCHER_T) == ("damage_left_over", "D-15.13")
    assert field.why(CAVALRY_T) == ("no_such_target", "D-15.13")
    assert field.why(INFANTRY_T, INFANTRY_T) == ("no_such_target", "D-15.13")
    assert field.options(INFANTRY_T) == [INFANTRY_T + DAMAGED, ARCHER_T]
    assert field.why(INFANTRY_T, ARCHER_T, INFANTRY_T + DAMAGED) == ("in_order", "D-26.5")
    field.do("hits", WHITE, INFANTRY_T, ARCHER_T, ARCHER_T)
    assert field.army(DEFENDER) == {INFANTRY_T + DAMAGED: 1}


@pytest.mark.clause("D-15.15")
def test_survivors_recover_after_the_battle() -> None:
    field = lombardy(infantry=2).technology(YELLOW, "shield_bearers")
    field.attack(WHITE, "swabia", "lombardy", archers=1, infantry=1).roll(5).roll(1, 1, 5, 5)
    assert field.s.victor == DEFENDER and field.units("lombardy") == (2, 0, 0)
    field.attack(WHITE, "swabia", "lombardy", infantry=1)
    assert field.army(DEFENDER) == {INFANTRY_T: 2}


@pytest.mark.clause("D-15.11", "D-20.5", "D-R.21")
def test_the_attacker_allocates_first() -> None:
    field = lombardy(infantry=1, archers=1).attack(WHITE, "swabia", "lombardy", infantry=1, archers=1)
    field.roll(5, 5)
    assert (field.asked(), field.ask_of().seat) == ("hits", WHITE)
    field.do("hits", WHITE, INFANTRY_T)
    assert (field.asked(), field.ask_of().seat) == ("hits", YELLOW)
    assert field.army(DEFENDER) == {INFANTRY_T: 1, ARCHER_T: 1}  # nobody has died yet
    field.do("hits", YELLOW, ARCHER_T)
    assert field.army(DEFENDER) == {ARCHER_T: 1} and field.army(ATTACKER) == {INFANTRY_T: 1}


# -- the result -----------------------------------------------------------------------------------


@pytest.mark.clause("D-15.19", "D-15.3")
def test_levels_and_floors_make_the_result() -> None:
    field = lombardy(infantry=1, manors=2, floors=3).technology(YELLOW, "spearmen")
    field.technology(WHITE, "lancers").attack(WHITE, "swabia", "lombardy", infantry=1, cavalry=2)
    field.roll(1).roll(1, 1).roll(*[1] * 7)  # three floors raise one die to 4, a hit of the spearmen
    field.do("hits", YELLOW, INFANTRY_T)
    assert field.s.strength == [2 * 2, 3 * 2 + 1 + 3]


@pytest.mark.clause("D-15.20")
def test_the_attacker_needs_the_higher_result() -> None:
    field = lombardy(infantry=1).attack(WHITE, "swabia", "lombardy", infantry=2).roll(1, 1, 1)
    assert (field.s.strength, field.s.victor) == ([2, 1], ATTACKER)
    tie = lombardy(infantry=1).attack(WHITE, "swabia", "lombardy", infantry=1).roll(1, 1)
    assert (tie.s.strength, tie.s.victor) == ([1, 1], DEFENDER)


@pytest.mark.clause("D-15.22", "D-R.19")
def test_a_defender_with_a_manor_keeps_the_area_when_all_are_dead() -> None:
    field = lombardy(infantry=1, manors=1).attack(WHITE, "swabia", "lombardy", infantry=2)
    field.roll(5, 5, 5, 5)
    assert (field.s.strength, field.s.victor) == ([0, 0], DEFENDER)
    assert field.owner("lombardy") == YELLOW and field.s.manors[field.area("lombardy")] == 1


@pytest.mark.clause("D-15.2", "D-11.5", "D-15.4")
def test_a_new_battle_forgets_the_last_one() -> None:
    field = lombardy(archers=1).attack(WHITE, "swabia", "lombardy", archers=2).roll(5, 5, 5)
    s = field.s
    assert s.fought and s.victor == ATTACKER and s.battle == field.area("lombardy")
    assert any(s.dice) and any(s.fallen) and any(s.struck)
    field.marker("rome", "barbarian_03").attack(YELLOW, "tuscany", "rome", infantry=1)
    assert (s.attacker, s.defender, s.victor, s.stand) == (YELLOW, BARBARIANS, NONE, [NONE, NONE])
    assert not any(s.dice) and not any(s.fallen) and not any(s.struck) and not any(s.lost)


# -- random battles -------------------------------------------------------------------------------

CARDS = ("bowyers", "weaponsmiths", "stirrups", "field_surgeons", "siegecraft", "watchtowers", "scouts")


@pytest.mark.clause("D-26.2", "D-26.3", "D-15.11")
@pytest.mark.parametrize("seed", range(60))
def test_random_battles_come_to_an_end_and_lose_nothing(seed: int) -> None:
    rng = Random(seed)
    field = Battlefield(allocation=rng.choice(("by_rule", "left_neighbour")))
    faces = [face.id for face in field.t.faces[: field.t.barbarian_faces[0]]]
    for side in (YELLOW, WHITE):
        for id in rng.sample(faces, 4):
            field.technology(side, id)
    for i, card in enumerate(rng.sample(CARDS, 7)):
        field.achievement((YELLOW, WHITE)[i % 2], card, 3)
    field.hold(YELLOW, "lombardy", rng.randrange(4), rng.randrange(4), 1, manors=rng.randrange(3), floors=1)
    field.hold(YELLOW, "bavaria", 1).marker("franconia", rng.choice(field.t.marker_ids[18:]))
    field.goods(YELLOW, gold=1, iron=2).trophies(WHITE, rng.randrange(5))
    goal = rng.choice(("lombardy", "franconia"))
    field.attack(WHITE, "swabia", goal, rng.randrange(4), rng.randrange(4), 1 + rng.randrange(3))
    while not field.over():
        ask = field.ask_of()
        if ask.seat == NATURE:
            field.play(NATURE, nature_answer(ask, field.s, rng))
            continue
        assert forced_prefix(ask.question, field.s, ask.seat, ask.args)[1] is not None
        view = field.rules.view(field.s, ask.seat)
        assert list(ask.options(view) or ()) == list(ask.options(field.s) or ())
        field.rules.shapes.check(field.s, "state", False)
        field.play(ask.seat, ask.random_answer(field.s, rng))
    field.rules.shapes.check(field.s, "state", False)
    assert field.s.victor != NONE
    assert field.rules.from_json(field.rules.to_json(field.s)).army == field.s.army
