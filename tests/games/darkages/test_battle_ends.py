"""What follows from battles against barbarians (D-16) and players (D-17), and sides that nobody sits for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from pfalz.core.game import Modifier, Module
from pfalz.games.darkages.lookup import MANOR_SPACES
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    ARCHER,
    ATTACKER,
    CAVALRY,
    DEFENDER,
    GOLD,
    INFANTRY,
    IRON,
    LEATHER,
    MELEE,
    RANGED,
    UNITS,
    WOOD,
)
from tests.games.darkages.battlefield import (
    ARCHER_T,
    BARBARIANS,
    CAVALRY_T,
    DAMAGED,
    GREEN,
    INFANTRY_T,
    TEMPORARY,
    VIOLET,
    WHITE,
    YELLOW,
    Battlefield,
    with_module,
)

LORDLINGS = 5


# -- barbarians (D-16) ----------------------------------------------------------------------------


@pytest.mark.clause("D-16.1", "D-16.2", "D-16.3", "D-16.6", "D-R.16")
@pytest.mark.parametrize(
    ("trophies", "more", "vp"),
    [
        (0, {}, 0),
        (1, {INFANTRY_T + TEMPORARY: 2}, 2),
        (2, {ARCHER_T + TEMPORARY: 1}, 3),
        (3, {CAVALRY_T + TEMPORARY: 1}, 4),
        (4, {CAVALRY_T + TEMPORARY: 1}, 4),
        (7, {CAVALRY_T + TEMPORARY: 1}, 4),
    ],
)
def test_a11_reinforcements(trophies: int, more: dict[int, int], vp: int) -> None:
    field = Battlefield().marker("lombardy", "barbarian_01").trophies(YELLOW, trophies)
    field.technology(YELLOW, "crossbows").attack(YELLOW, "verona", "lombardy", archers=3)
    assert field.army(DEFENDER) == {INFANTRY_T + TEMPORARY: 1, **more}
    assert [field.s.face_of(BARBARIANS, unit).level for unit in range(UNITS)] == [1, 1, 1]
    field.roll(*[3] * 3, *[1] * (trophies == 2))
    assert field.over() and field.s.victor == ATTACKER
    assert field.scores()[YELLOW] == vp and field.owned(YELLOW) == {"gold": 1}
    assert field.s.trophies[YELLOW][-1] == field.t.marker_ids.index("barbarian_01")
    assert len(field.s.trophies[YELLOW]) == trophies + 1
    assert field.units("lombardy") == (0, 3, 0) and field.owner("lombardy") == YELLOW


@pytest.mark.clause("D-15.14", "D-15.20", "D-16.8", "D-R.15", "D-R.19", "D-20.4", "D-16.1")
def test_b13_nobody_survives() -> None:
    field = Battlefield().marker("lombardy", "barbarian_11").trophies(YELLOW, 1)
    field.attack(YELLOW, "verona", "lombardy", infantry=3)
    assert field.events("marker_turned") == []  # the unit side lay up already
    field.roll(5, 6, 5, 5, 5, 6)
    at = field.area("lombardy")
    assert (field.s.strength, field.s.victor) == ([0, 0], DEFENDER)
    assert field.s.look[at] == field.t.unit_look[field.s.marker[at]] and field.s.known[at] == 0
    assert field.owned(YELLOW) == {} and len(field.s.trophies[YELLOW]) == 1 and field.scores()[YELLOW] == 0
    field.attack(YELLOW, "verona", "lombardy", infantry=1)
    assert field.army(DEFENDER) == {INFANTRY_T + TEMPORARY: 3}  # all of them are there again


@pytest.mark.clause("D-16.1", "D-16.8", "D-20.4")
def test_a_marker_is_turned_to_its_units_and_stays_so_after_a_defeat() -> None:
    field = Battlefield().marker("lombardy", "barbarian_22", reward_up=True)
    at = field.area("lombardy")
    field.attack(YELLOW, "verona", "lombardy", cavalry=1).roll(1)
    assert field.events("marker_turned") == [(BARBARIANS, at, field.t.unit_look[field.s.marker[at]])]
    field.roll(1, 5, 1, 1)
    assert field.s.look[at] == field.t.unit_look[field.s.marker[at]]
    assert field.s.known[at] == 0b1111  # everybody has seen both sides
    assert field.s.victor == DEFENDER and field.owner("lombardy") == -1


@pytest.mark.clause("D-16.8", "D-16.9")
def test_survivors_of_a_defeat_return() -> None:
    field = Battlefield().marker("lombardy", "barbarian_22").hold(YELLOW, "tuscany", infantry=2)
    field.attack(YELLOW, "tuscany", "lombardy", infantry=2)
    assert field.owner("tuscany") == -1  # the army has left
    field.roll(1, 1, 1, 1, 1)
    assert field.units("tuscany") == (2, 0, 0) and field.owner("tuscany") == YELLOW
    assert field.events("control_gained") == [(YELLOW, field.area("tuscany"))]


@pytest.mark.clause("D-16.4")
def test_barbarians_have_no_towers_but_the_attacker_has() -> None:
    field = Battlefield().marker("lombardy", "barbarian_11").hold(YELLOW, "tuscany", infantry=1, floors=2)
    field.build("lombardy", floors=3)
    field.attack(YELLOW, "verona", "lombardy", infantry=2).roll(4, 4, 4, 4)
    assert field.s.struck[2 * MELEE :] == [2, 0]


@pytest.mark.clause("D-16.5", "D-R.4")
def test_b15_damage_by_barbarians() -> None:
    field = Battlefield().marker("lombardy", "barbarian_19").technology(YELLOW, "mailed_riders")
    field.attack(YELLOW, "verona", "lombardy", infantry=1, archers=1, cavalry=1).roll(1, 5, 5)
    assert field.army(ATTACKER) == {CAVALRY_T: 1}  # the archer first, then the infantry
    field = Battlefield().marker("lombardy", "barbarian_21").technology(YELLOW, "mailed_riders")
    field.attack(YELLOW, "verona", "lombardy", infantry=1, archers=1, cavalry=1).roll(1).roll(1, 4, 1)
    assert field.army(ATTACKER) == {INFANTRY_T: 1, CAVALRY_T: 1}
    field.s.army[CAVALRY_T], field.s.army[CAVALRY_T + DAMAGED] = 0, 1
    field.roll(1, 1, 5, 1)
    assert field.army(ATTACKER) == {INFANTRY_T: 1}  # who is damaged comes first


@pytest.mark.clause("D-16.5")
@pytest.mark.parametrize(
    ("faces", "army", "dies"),
    [
        (("short_bows", "light_horse"), (1, 1, 1), CAVALRY_T),  # higher level, then cavalry
        (("short_bows",), (1, 1, 1), ARCHER_T),  # higher level
        (("pavise_archers",), (1, 1, 0), INFANTRY_T),  # smaller armour
    ],
)
def test_the_order_of_damage_by_barbarians(faces: tuple[str, ...], army: tuple[int, ...], dies: int) -> None:
    field = Battlefield().marker("lombardy", "barbarian_05").technology(YELLOW, *faces)
    field.attack(YELLOW, "verona", "lombardy", *army).roll(1, 5)
    assert dies not in field.army(ATTACKER) and sum(field.army(ATTACKER).values()) == sum(army) - 1


@pytest.mark.clause("D-16.5", "D-22.16")
def test_barbarians_kill_temporary_units_before_regular_ones() -> None:
    field = Battlefield().marker("lombardy", "barbarian_05").achievement(YELLOW, "mercenaries", 1)
    field.goods(YELLOW, gold=1).attack(YELLOW, "verona", "lombardy", infantry=1)
    field.do("effect", YELLOW, field.options()[0]).roll(5)
    assert field.army(ATTACKER) == {INFANTRY_T: 1}


@pytest.mark.clause("D-R.4")
def test_the_left_neighbour_may_allocate_the_damage_of_barbarians() -> None:
    field = Battlefield(allocation="left_neighbour").marker("lombardy", "barbarian_05")
    field.attack(YELLOW, "verona", "lombardy", infantry=1, archers=1).roll(1, 5)
    assert (field.asked(), field.ask_of().seat, field.options()) == ("hits", WHITE, [INFANTRY_T, ARCHER_T])
    field.do("hits", WHITE, INFANTRY_T)
    assert field.army(ATTACKER) == {ARCHER_T: 1}
    last = Battlefield(allocation="left_neighbour").marker("rome", "barbarian_05")
    last.attack(GREEN, "capua", "rome", infantry=1, archers=1).roll(1, 5)
    assert last.ask_of().seat == YELLOW


@pytest.mark.clause("D-16.6", "D-16.7", "D-22.1")
def test_all_parts_of_a_reward_are_carried_out() -> None:
    field = Battlefield().marker("lombardy", "barbarian_02").attack(YELLOW, "verona", "lombardy", cavalry=2)
    field.roll(4, 4)
    assert (field.asked(), field.ask_of().seat) == ("goods", YELLOW)
    assert field.s.trophies[YELLOW] == ()  # the reward comes first
    field.do("goods", YELLOW, LEATHER)
    assert field.owned(YELLOW) == {"leather": 1} and field.s.culture[YELLOW] == 1
    assert field.over() and len(field.s.trophies[YELLOW]) == 1
    turn = Battlefield().marker("lombardy", "barbarian_24").attack(YELLOW, "verona", "lombardy", cavalry=5)
    turn.roll(*[4] * 5, 1)
    assert turn.s.extra == 1 and turn.scores()[YELLOW] == 3
    assert [(n, source) for _, n, source in turn.events("points_scored")] == [(3, 4)]  # of barbarians


# -- players (D-17) -------------------------------------------------------------------------------


def tuscany() -> Battlefield:
    """White is about to beat Yellow in Tuscany."""
    field = Battlefield().technology(WHITE, "knights")
    field.hold(YELLOW, "tuscany", archers=1, manors=2).build("tuscany", floors=1, churches=1)
    return field.hold(YELLOW, "romagna", infantry=3, manors=1).hold(YELLOW, "lombardy", infantry=3, manors=2)


@pytest.mark.clause("D-17.3", "D-17.4", "D-17.5", "D-17.6", "D-17.7", "D-R.17", "D-R.18")
def test_b11_conquest_and_feud() -> None:
    field = tuscany()
    s, at = field.s, field.area("tuscany")
    assert s.manors_off(YELLOW) == 6 and s.supply[3 * YELLOW] == 1
    field.attack(WHITE, "rome", "tuscany", cavalry=5)
    field.roll(1, 1).roll(*[1] * 5).roll(*[1] * 9)
    assert (field.asked(), field.ask_of().seat) == ("retreat", YELLOW)
    goals = [field.area(id) for id in ("lombardy", "romagna", "verona")]
    assert sorted(field.options()) == sorted(goals)
    assert field.why(field.area("rome")) == ("not_your_area", "D-17.3")
    assert s.manors[at] == MANOR_SPACES and field.units("verona") == (0, 0, 0)  # not yet
    field.do("retreat", YELLOW, field.area("romagna"))
    assert field.over() and field.units("romagna") == (3, 1, 0)
    assert s.manors_off(YELLOW) == 4 and s.manors[at] == 0
    assert field.units("verona") == (1, 0, 0) and s.supply[3 * YELLOW] == 0  # one feud; none for the second
    assert field.events("manors_lost") == [(YELLOW, 2, at)]
    assert field.events("feud_begun") == [(YELLOW, field.area("verona"))]
    assert field.owner("tuscany") == WHITE and field.units("tuscany") == (0, 0, 5)
    assert (s.city[at], s.floors[at], s.churches[at]) == (1, 1, 1)
    assert field.events("control_lost")[-1] == (YELLOW, at)
    assert field.events("control_gained") == [(WHITE, at)]
    assert s.stand == [at, field.area("romagna")]


@pytest.mark.clause("D-17.3", "D-26.2")
def test_b41_an_only_area_is_taken_without_a_question() -> None:
    field = Battlefield().hold(YELLOW, "rome", infantry=1).hold(YELLOW, "romagna", infantry=1)
    field.attack(WHITE, "tuscany", "rome", infantry=2).roll(1, 1, 1)
    assert field.over() and field.units("romagna") == (2, 0, 0) and field.owner("rome") == WHITE
    assert field.events("units_retreated") == [(YELLOW, field.area("romagna"))]


@pytest.mark.clause("D-17.3", "D-1.7")
def test_units_without_a_way_out_die() -> None:
    field = Battlefield().hold(YELLOW, "saxony", infantry=1, archers=1)
    field.attack(WHITE, "franconia", "saxony", infantry=3).roll(1).roll(1, 1, 1, 1, 1)
    assert field.over() and field.owner("saxony") == WHITE
    assert field.s.supply[3 * YELLOW : 3 * YELLOW + 2] == [7, 6] and field.s.lost[3:] == [1, 1, 0]
    assert field.events("retreat_impossible") == [(YELLOW,)]
    assert field.events("units_fell") == [(YELLOW, 3, 4)]


@pytest.mark.clause("D-15.21", "D-17.4", "D-2.11")
def test_nobody_stays_if_only_hired_units_win() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", manors=1).achievement(WHITE, "mercenaries", 1)
    field.goods(WHITE, gold=1).attack(WHITE, "swabia", "lombardy", infantry=1)
    field.do("effect", WHITE, field.options()[0]).roll(5, 1, 5)
    field.do("hits", YELLOW, INFANTRY_T)
    assert field.s.victor == ATTACKER and field.s.strength == [1, 0]
    assert field.owner("lombardy") == -1 and field.s.manors[field.area("lombardy")] == 0
    assert field.units("verona") == (1, 0, 0)  # the feud
    assert field.s.stand == [NONE, NONE]


@pytest.mark.clause("D-17.8", "D-17.9", "D-17.10", "D-R.24", "D-26.2")
def test_b12_victory_in_a_home_area() -> None:
    field = Battlefield().technology(VIOLET, "knights").hold(YELLOW, "verona", infantry=1, manors=2)
    field.hold(YELLOW, "lombardy", infantry=1, manors=2).hold(YELLOW, "tuscany", infantry=1, manors=1)
    field.achievement(YELLOW, "levy", 2).goods(YELLOW, iron=1)
    assert field.s.manors_off(YELLOW) == 5
    field.attack(VIOLET, "bavaria", "verona", cavalry=2)
    field.roll(1).roll(1, 1).roll(*[1] * 6)
    assert field.over() and (field.s.strength, field.s.victor) == ([6, 4], ATTACKER)
    assert field.owned(VIOLET) == {"iron": 1} and field.owned(YELLOW) == {}
    assert field.scores()[VIOLET] == 7
    assert field.units("bavaria") == (0, 0, 2) and field.units("verona") == (1, 0, 0)
    assert field.owner("verona") == YELLOW and field.s.manors[field.area("verona")] == 2
    assert field.events("manors_lost") == [] and field.s.stand == [
        field.area("bavaria"),
        field.area("verona"),
    ]


@pytest.mark.clause("D-17.8", "D-17.10")
def test_the_attacker_chooses_what_he_takes() -> None:
    field = (
        Battlefield().bare(YELLOW).hold(YELLOW, "verona", infantry=1).goods(YELLOW, gold=2, wood=1, iron=1)
    )
    field.attack(WHITE, "bavaria", "verona", infantry=2).roll(1, 1, 1)
    assert (field.asked(), field.ask_of().seat, field.options()) == ("plunder", WHITE, [WOOD, IRON, GOLD])
    assert field.why(LEATHER) == ("nothing_to_take", "D-17.8")
    field.do("plunder", WHITE, GOLD)
    assert field.owned(WHITE) == {"gold": 1} and field.owned(YELLOW) == {"wood": 1, "iron": 1, "gold": 1}
    assert field.events("goods_plundered") == [(WHITE, YELLOW, GOLD)]
    poor = Battlefield().hold(YELLOW, "verona", infantry=1).attack(WHITE, "bavaria", "verona", infantry=4)
    poor.roll(1).roll(*[1] * 7)
    assert poor.over() and poor.scores()[WHITE] == 3  # nothing to take, but the points


@pytest.mark.clause("D-2.12", "D-15.21", "D-15.22")
def test_a_home_area_without_any_figure_stays_with_its_owner() -> None:
    field = Battlefield().bare(YELLOW).hold(YELLOW, "verona", archers=1)
    field.attack(WHITE, "bavaria", "verona", archers=2).roll(5, 1, 1)
    assert field.s.victor == ATTACKER and field.owner("verona") == YELLOW
    lost = Battlefield().bare(YELLOW).hold(YELLOW, "verona", infantry=1)
    lost.attack(WHITE, "bavaria", "verona", infantry=1).roll(5, 5)
    assert lost.s.victor == DEFENDER and lost.owner("verona") == YELLOW


@pytest.mark.clause("D-17.13", "D-R.27")
def test_a_player_who_is_out_defends_as_always() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=1, archers=1)
    field.s.out[YELLOW] = 1
    field.attack(WHITE, "swabia", "lombardy", infantry=1, archers=1).roll(1, 5)
    assert (field.asked(), field.ask_of().seat) == ("hits", YELLOW)


# -- afterwards -----------------------------------------------------------------------------------


@pytest.mark.clause("D-16.10", "D-17.12", "D-21.11")
def test_effects_of_the_winner() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=2)
    field.achievement(YELLOW, "annals", 1).achievement(WHITE, "siegecraft", 3)
    field.attack(WHITE, "swabia", "lombardy", infantry=1).roll(1, 1, 1)
    assert field.s.culture[YELLOW] == 1 and field.scores() == [0, 0, 0, 0]
    field.attack(WHITE, "swabia", "lombardy", infantry=3).roll(*[1] * 5)
    assert field.scores()[WHITE] == 3 and field.s.culture[YELLOW] == 1
    wild = Battlefield().marker("lombardy", "barbarian_01").achievement(WHITE, "siegecraft", 3)
    wild.achievement(WHITE, "scouts", 3).achievement(WHITE, "mission", 1)
    wild.attack(WHITE, "swabia", "lombardy", cavalry=2).roll(4, 4)
    assert wild.scores()[WHITE] == 2 and wild.s.culture[WHITE] == 2  # against barbarians


@pytest.mark.clause("D-24.5", "D-21.14", "D-25.9")
def test_recovering_a_unit_where_the_survivors_are() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=2).ability(WHITE, "field_surgeons", 3)
    field.attack(WHITE, "swabia", "lombardy", infantry=3, archers=1).roll(1)
    field.roll(1, 1, 1, 1, 5, 5).do("hits", YELLOW, INFANTRY_T, ARCHER_T)
    assert (field.asked(), field.ask_of().seat) == ("recover", WHITE)
    assert field.options() == [INFANTRY, ARCHER]
    assert field.why(CAVALRY) == ("none_died", "D-24.5")
    field.do("recover", WHITE, ARCHER)
    assert field.over() and field.units("swabia") == (2, 1, 0)
    assert field.events("unit_recovered") == [(WHITE, ARCHER, field.area("swabia"))]


@pytest.mark.clause("D-24.5", "D-17.12")
def test_the_attacker_recovers_before_the_defender_and_at_home_without_survivors() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", archers=2, manors=1)
    for side in (YELLOW, WHITE):
        field.ability(side, "field_surgeons", 3)
    field.attack(WHITE, "bavaria", "lombardy", archers=1).roll(5, 5, 1)
    field.do("hits", WHITE, ARCHER_T)
    events = field.events("unit_recovered")
    assert events == [(WHITE, ARCHER, field.area("swabia")), (YELLOW, ARCHER, field.area("lombardy"))]
    assert field.units("swabia") == (0, 1, 0) and field.units("lombardy") == (0, 2, 0)
    assert field.owner("bavaria") == -1


@pytest.mark.clause("D-24.5", "D-17.5")
def test_a_feud_may_take_the_infantry_that_died() -> None:
    field = Battlefield().hold(YELLOW, "lombardy", infantry=1, manors=1).hold(YELLOW, "romagna", infantry=6)
    field.ability(YELLOW, "field_surgeons", 3)
    field.attack(WHITE, "swabia", "lombardy", infantry=4).roll(5, 5, 1, 1, 1, 1)
    assert field.over() and field.owner("lombardy") == WHITE
    assert field.units("verona") == (1, 0, 0) and field.events("unit_recovered") == []


@pytest.mark.clause("D-17.11", "D-24.3")
def test_the_story_of_a_battle_is_short() -> None:
    field = Battlefield().marker("lombardy", "barbarian_01", reward_up=True)
    field.attack(YELLOW, "verona", "lombardy", cavalry=2).roll(4, 1)
    told = [kind.name for kind, _ in field.s.trace or ()]
    assert told == [
        "attack_declared",
        "marker_turned",
        "armies_met",
        "dice_rolled",
        "units_fell",
        "battle_over",
        "trophy_taken",
        "goods_gained",
        "control_gained",
    ]


# -- places for modules ---------------------------------------------------------------------------


class Neighbours(Module[DarkAges]):
    """Lordlings sit on the map, and every value of a battle is changed."""

    id: ClassVar[str] = "neighbours"
    sides: ClassVar[tuple[str, ...]] = ("lordlings",)

    def modifiers(self) -> Mapping[str, Modifier]:
        return {
            "city_archers": lambda s, n, side: n + s.extra,
            "manor_levy": lambda s, n, side: min(n, 1) if s.extra else n,
            "reinforcement": lambda s, units, side: 0b111 if s.extra else units,
            "dice": lambda s, n, side, unit, phase: n + (s.extra and unit == CAVALRY and phase == RANGED),
            "tower_floors": lambda s, n, side: 0 if s.extra else n,
            "result": lambda s, n, side: n - 9 * (s.extra and side == WHITE),
            "tie_to_attacker": lambda s, n: int(s.extra),
        }


def neighbourhood() -> Battlefield:
    field = Battlefield(rules=with_module(Neighbours()))
    s, t = field.s, field.t
    s.face[UNITS * LORDLINGS : UNITS * LORDLINGS + UNITS] = t.first_faces
    s.supply[UNITS * LORDLINGS : UNITS * LORDLINGS + UNITS] = t.figures
    s.row[LORDLINGS] = t.manors
    return field


@pytest.mark.clause("D-16.5", "D-17.3")
def test_a_side_without_a_seat_defends_by_rule() -> None:
    field = neighbourhood().hold(LORDLINGS, "lombardy", infantry=1, archers=1, manors=1)
    field.hold(LORDLINGS, "tuscany", infantry=2).hold(LORDLINGS, "bavaria", infantry=1)
    field.attack(WHITE, "swabia", "lombardy", infantry=4, archers=1).roll(1, 5)
    assert field.army(ATTACKER) == {INFANTRY_T: 4}  # D-16.5
    field.roll(1, 1, 1, 1, 1, 1, 1)
    assert field.over() and field.units("bavaria") == (2, 1, 0)
    assert field.s.row[LORDLINGS] == field.t.manors and field.s.supply[UNITS * LORDLINGS] == 3


@pytest.mark.clause("D-16.5", "D-17.8")
def test_a_side_without_a_seat_attacks_by_rule() -> None:
    field = (
        neighbourhood()
        .bare(YELLOW)
        .hold(YELLOW, "verona", infantry=1, archers=1)
        .goods(YELLOW, wood=1, gold=1)
    )
    field.achievement(YELLOW, "bowyers", 1)
    field.attack(LORDLINGS, "bavaria", "verona", archers=1, infantry=5).roll(5, 1)
    field.do("reroll", YELLOW, 18)
    assert field.army(DEFENDER) == {INFANTRY_T: 1}
    field.roll(*[1] * 7)
    assert field.over() and field.owned(YELLOW) == {"wood": 1} and field.owned(LORDLINGS) == {"gold": 1}
    assert field.units("bavaria") == (5, 1, 0)


@pytest.mark.clause("D-15.5", "D-15.16", "D-15.19", "D-15.20", "D-16.2", "D-17.1")
def test_modules_change_the_values_of_a_battle() -> None:
    field = neighbourhood()
    field.s.extra = 1
    field.hold(YELLOW, "lombardy", cavalry=1, manors=2, floors=2).attack(
        WHITE, "swabia", "lombardy", infantry=1
    )
    assert field.army(DEFENDER) == {
        INFANTRY_T + TEMPORARY: 1,
        ARCHER_T + TEMPORARY: 2,
        CAVALRY_T: 1,
    }
    field.roll(1, 1, 1, 1).roll(1).roll(1, 4, 5, 5, 4)
    assert field.s.struck[2 * MELEE :] == [0, 0]  # no towers
    assert field.s.strength == [0, 4]  # never below 0 (D-15.19)
    wild = neighbourhood().marker("lombardy", "barbarian_01")
    wild.s.extra = 1
    wild.attack(YELLOW, "verona", "lombardy", infantry=4)
    assert sum(wild.army(DEFENDER).values()) == 4
    wild.roll(1, 1, 1).roll(1).roll(*[1] * 8)
    assert wild.s.strength == [4, 4] and wild.s.victor == ATTACKER
