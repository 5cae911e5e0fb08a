"""Words of battles that cards of modules use (DM0-8.8 to DM0-8.10), as a module of the test brings them."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from pfalz.core.game import Module
from pfalz.games.darkages.dice import spread
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import ATTACKER, DEFENDER, MELEE, RANGED, ROLES
from tests.games.darkages.battlefield import (
    ARCHER_T,
    INFANTRY_T,
    TEMPORARY,
    VIOLET,
    WHITE,
    YELLOW,
    Battlefield,
    with_module,
)

POWERS: dict[str, list[dict[str, Any]]] = {
    "two_dice": [{"when": "battle.melee", "op": "die_bonus", "n": 1, "dice": 2}],
    "all_dice": [{"when": "battle.melee", "op": "die_bonus", "n": 1, "dice": "all"}],
    "archers": [{"when": "battle.ranged", "op": "extra_die", "unit": "archer", "n": 1}],
    "no_towers": [{"when": "battle.start", "op": "no_towers"}],
    "no_levy": [{"when": "battle.start", "op": "no_manor_levy", "max": 1}],
    "no_archer": [{"when": "battle.start", "op": "no_city_archer"}],
    "alive": [{"when": "battle.result", "op": "result_bonus", "n": 2, "needs_survivor": True}],
    "shield": [{"when": "battle", "op": "cancel_damage", "n": 1}],
}


class Cards(Module[DarkAges]):
    """Cards in force for one battle, without anything else."""

    id: ClassVar[str] = "cards_of_the_test"

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        rows = [
            {"id": id, "called": "no_effect", "lasts": "battle", "effects": effects}
            for id, effects in POWERS.items()
        ]
        data["cards"] = {**data["cards"], "power": rows}
        return data


RULES = with_module(Cards())


class Field(Battlefield):
    """A battlefield with these cards."""

    def __init__(self) -> None:
        super().__init__(rules=RULES)

    def card(self, side: int, *ids: str) -> Field:
        """Cards of a side are in force."""
        self.s.powers[side] = (*self.s.powers[side], *[self.t.lasting[id] for id in ids])
        return self


@pytest.mark.clause("DM0-8.8")
def test_a_bonus_for_several_dice_goes_to_different_ones() -> None:
    field = Field().card(YELLOW, "two_dice").hold(WHITE, "lombardy", 6)
    field.attack(YELLOW, "verona", "lombardy", 3)
    field.roll(4, 4, 4, *[1] * 6)  # two of three become hits
    assert field.s.struck[ROLES * MELEE + ATTACKER] == 2
    field = Field().card(YELLOW, "two_dice").hold(WHITE, "lombardy", 6)
    field.attack(YELLOW, "verona", "lombardy", 3)
    field.roll(3, 1, 1, *[1] * 6)  # not both on the same die
    assert field.s.struck[ROLES * MELEE + ATTACKER] == 0


@pytest.mark.clause("DM0-8.8")
def test_a_bonus_for_all_dice() -> None:
    field = Field().card(YELLOW, "all_dice").hold(WHITE, "lombardy", 6)
    field.attack(YELLOW, "verona", "lombardy", 3)
    field.roll(4, 4, 4, *[1] * 6)
    assert field.s.struck[ROLES * MELEE + ATTACKER] == 3


@pytest.mark.clause("DM0-8.8")
@pytest.mark.parametrize(
    ("misses", "spreads", "bonuses", "spare", "most"),
    [
        ([(1, 1), (1, 1), (1, 1)], [(1, 2)], [], 0, 2),
        ([(2, 1), (1, 1)], [(1, 2)], [], 1, 2),
        ([(2, 1), (2, 1)], [(1, 2)], [], 1, 1),
        ([(2, 2), (1, 1)], [(1, 2)], [1], 0, 3),
        ([(2, 1)], [(1, 2), (1, 1)], [], 0, 1),
        ([(3, 1)], [(1, 2)], [], 0, 0),
    ],
)
def test_bonuses_do_the_most(
    misses: list[tuple[int, int]], spreads: list[tuple[int, int]], bonuses: list[int], spare: int, most: int
) -> None:
    assert spread(misses, spreads, bonuses, spare) == most


@pytest.mark.clause("DM0-8.10", "DM0-4.6", "DMX-4.4")
def test_manors_and_cities_may_give_less() -> None:
    field = Field().card(YELLOW, "no_levy").hold(WHITE, "lombardy", 1, manors=2, city=1)
    field.attack(YELLOW, "verona", "lombardy", 1)
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 1, ARCHER_T + TEMPORARY: 1}
    field = Field().card(YELLOW, "no_archer").hold(WHITE, "lombardy", 1, manors=2, city=1)
    field.attack(YELLOW, "verona", "lombardy", 1)
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 2}
    field = Field().card(WHITE, "no_archer", "no_levy").hold(WHITE, "lombardy", 1, manors=2, city=1)
    field.attack(YELLOW, "verona", "lombardy", 1)  # of the attacker only
    assert field.army(DEFENDER) == {INFANTRY_T: 1, INFANTRY_T + TEMPORARY: 2, ARCHER_T + TEMPORARY: 1}


@pytest.mark.clause("DM0-8.10", "DM0-4.9")
def test_towers_of_the_enemy_may_count_for_nothing() -> None:
    for ids, struck, strength in (((), 2, [1, 5]), (("no_towers",), 0, [2, 2])):
        field = Field().card(YELLOW, *ids).hold(WHITE, "lombardy", 2, manors=0, floors=2)
        field.hold(WHITE, "swabia", manors=1, floors=1).hold(YELLOW, "verona", 2, floors=0)
        field.attack(YELLOW, "verona", "lombardy", 2)
        field.roll(1)  # the archer of the city
        field.roll(1, 1, 4, 3, 1)  # 5 is needed: floors raise both dice of the infantry
        found = field.s.struck[ROLES * MELEE + DEFENDER]
        assert (found > 0) == (struck > 0)
        while not field.over():
            ask = field.asks()[0]
            field.play(ask.seat, ask.random_answer(field.s, field.rng))
        assert (field.s.strength[1] >= 5) == (strength[1] >= 5)


@pytest.mark.clause("DM0-8.10")
def test_the_towers_of_the_attacker_too() -> None:
    field = Field().card(WHITE, "no_towers").hold(WHITE, "lombardy", 3).hold(YELLOW, "verona", 2, floors=3)
    field.attack(YELLOW, "verona", "lombardy", 1)
    field.roll(4, 1, 1, 1)
    assert field.s.struck[ROLES * MELEE + ATTACKER] == 0


@pytest.mark.clause("DM0-8.10", "DM0-4.9")
def test_a_bonus_on_the_result_may_need_a_survivor() -> None:
    field = Field().card(YELLOW, "alive").hold(WHITE, "lombardy", 2)
    field.attack(YELLOW, "verona", "lombardy", 1)
    field.roll(1, 1, 1)
    assert field.s.strength == [3, 2]
    field = Field().card(YELLOW, "alive").hold(WHITE, "lombardy", 2)
    field.attack(YELLOW, "verona", "lombardy", 1)
    field.roll(1, 6, 1)
    assert field.s.strength == [0, 2]


@pytest.mark.clause("DM0-4.8", "DMX-4.5")
def test_both_sides_cancel_damage_of_their_own() -> None:
    field = Field().card(YELLOW, "shield").card(WHITE, "shield").hold(WHITE, "lombardy", 2)
    field.attack(YELLOW, "verona", "lombardy", 2)
    field.roll(6, 1, 6, 1)
    assert (field.asked(), field.asks()[0].seat) == ("save", YELLOW)
    field.do("save", YELLOW, INFANTRY_T)
    assert (field.asked(), field.asks()[0].seat) == ("save", WHITE)
    field.do("save", WHITE, field.t.targets)
    assert field.s.strength == [2, 1]


@pytest.mark.clause("DM0-4.8")
def test_the_points_are_there_again_in_the_next_battle() -> None:
    field = Field().card(YELLOW, "shield").hold(WHITE, "lombardy", 2).hold(VIOLET, "croatia", 2)
    field.attack(YELLOW, "verona", "lombardy", 2)
    field.roll(1, 1, 6, 1).do("save", YELLOW, INFANTRY_T)
    assert field.over() and field.s.used[YELLOW] & field.t.battle_abilities
    field.card(YELLOW, "shield").attack(YELLOW, "verona", "lombardy", 2)
    assert not field.s.used[YELLOW] & field.t.battle_abilities


@pytest.mark.clause("DM0-8.9", "D-22.18")
def test_an_extra_die_for_a_type_is_rolled_once() -> None:
    field = Field().card(YELLOW, "archers").hold(WHITE, "lombardy", 3)
    field.attack(YELLOW, "verona", "lombardy", 0, 2)
    field.roll(5, 5, 5)
    assert field.s.struck[ROLES * RANGED + ATTACKER] == 3
