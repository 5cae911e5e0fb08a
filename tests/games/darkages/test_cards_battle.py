"""Achievements that help in a battle."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.darkages.words import ATTACKER, DEFENDER, UNITS
from tests.games.darkages.cards import CASES, complete, finish, ready
from tests.games.darkages.table import WHITE, WORDS, YELLOW, Table

COVERED = {
    (case.card, case.level, case.when)
    for case in CASES
    if case.when.startswith("battle.") and case.rows[0]["op"] != "reroll"
} | {("weaponsmiths", 3, "battle.melee"), ("bowyers", 1, "battle.ranged")}
PHASES = ("ranged", "charge", "melee")
LOMBARDY = "lombardy"


class Field:
    """White attacks Yellow in an area, or Yellow attacks; dice are rolled by hand."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def march(self, seat: int, origin: str, area: str = LOMBARDY) -> Field:
        """All units of an area march into another one."""
        table = self.table
        units = table.units(origin)
        table.turn(seat).do(seat, WORDS["march"], ask="turn")
        while table.asked() == "supply":
            table.do(seat, *complete(table))
        table.do(seat, table.area(origin), table.area(area), *units, ask="march")
        return self

    def army(self, role: int) -> tuple[int, ...]:
        """Units of one side that are alive, by type."""
        return tuple(self.table.s.fighters(role, unit) for unit in range(UNITS))

    def temporary(self, role: int) -> tuple[int, ...]:
        """Temporary units of one side."""
        s = self.table.s
        each, at = s.t.damages, s.t.targets * role
        return tuple(sum(s.army[at + each * (2 * u + 1) : at + each * (2 * u + 2)]) for u in range(UNITS))


def defended(card: str = "", level: int = 0, infantry: int = 0, archers: int = 0, cavalry: int = 0) -> Table:
    """Yellow holds Lombardy, White is about to attack it from Swabia with two cavalry."""
    table = ready(card).goods(YELLOW, gold=2).goods(WHITE, gold=2)
    table.hold(YELLOW, LOMBARDY, infantry, archers, cavalry).hold(WHITE, "swabia", cavalry=2)
    if card:
        table.achievement(YELLOW, card, level)
    return table


# -- temporary units (D-22.16, D-22.23) -------------------------------------------------------------


@pytest.mark.clause("D-22.16", "D-21.14")
@pytest.mark.parametrize(
    ("card", "area", "manors", "attacks", "more"),
    [
        ("frontier_marches", "bavaria", 1, False, 1),
        ("frontier_marches", "bavaria", 0, False, 0),
        ("frontier_marches", "lombardy", 1, False, 0),  # the home region
        ("frontier_marches", "bavaria", 1, True, 0),
        ("gastalds", "lombardy", 0, False, 1),
        ("gastalds", "verona", 1, False, 1),  # the home area
        ("gastalds", "bavaria", 1, False, 0),
        ("gastalds", "lombardy", 1, True, 0),
    ],
)
def test_temporary_infantry_of_a_defender(
    card: str, area: str, manors: int, attacks: bool, more: int
) -> None:
    found = []
    for level in (2, 1):
        table = ready().achievement(YELLOW, card, level)
        if attacks:
            table.hold(WHITE, area, infantry=1, manors=manors).hold(YELLOW, "verona", cavalry=1)
            field = Field(table).march(YELLOW, "verona", area)
        else:
            table.hold(YELLOW, area, infantry=1, manors=manors)
            origin = "bavaria" if area == "verona" else "swabia"
            table.hold(WHITE, origin, cavalry=1)
            field = Field(table).march(WHITE, origin, area)
        found.append(field.temporary(ATTACKER if attacks else DEFENDER)[0])
    assert found[0] - found[1] == more


@pytest.mark.clause("D-22.5", "D-22.16", "D-21.2", "D-23.8")
@pytest.mark.parametrize("attacks", [True, False])
def test_mercenaries(attacks: bool) -> None:
    role = ATTACKER if attacks else DEFENDER

    def battle(level: int) -> Field:
        table = defended("mercenaries", level, infantry=1)
        if attacks:
            table.hold(WHITE, "swabia").hold(YELLOW, "verona", cavalry=1).marker("tuscany")
            table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
            table.do(YELLOW, table.area("verona"), table.area("tuscany"), 0, 0, 1, ask="march")
            return Field(table)
        return Field(table).march(WHITE, "swabia")

    field = battle(1)
    table = field.table
    first, none = table.options()
    assert table.open() == ("effect", YELLOW) and none == len(table.t.effects)
    before = field.temporary(role)
    table.do(YELLOW, first)
    assert field.temporary(role)[0] == before[0] + 1 and table.owned(YELLOW) == {"gold": 1}
    assert table.asked() != "effect"  # once in a battle
    field = battle(1)
    field.table.do(YELLOW, len(field.table.t.effects))
    assert field.table.owned(YELLOW) == {"gold": 2} and field.temporary(role) == before
    for unit in (1, 2):
        field = battle(2)
        table = field.table
        assert len(table.options()) == 3  # either level, or none
        second = table.options()[1]
        assert table.options(second) == [1, 2]  # archer or cavalry
        table.do(YELLOW, second, unit).do(YELLOW, table.options()[0])
        expected = [n + (u in (0, unit)) for u, n in enumerate(before)]
        assert field.temporary(role) == tuple(expected) and table.owned(YELLOW) == {}
    poor = defended("mercenaries", 2, infantry=1).goods(YELLOW, wood=5)
    assert Field(poor).march(WHITE, "swabia").table.asked() != "effect"


@pytest.mark.clause("D-22.23", "D-15.5")
def test_siegecraft_and_scouts_forbid_temporary_units() -> None:
    found = []
    for level in (0, 1):
        table = ready().hold(WHITE, LOMBARDY, infantry=1, city=True).hold(YELLOW, "verona", cavalry=1)
        if level:
            table.achievement(YELLOW, "siegecraft", 1)
        found.append(Field(table).march(YELLOW, "verona").temporary(DEFENDER))
    assert found == [(0, 1, 0), (0, 0, 0)]
    own = ready().achievement(YELLOW, "siegecraft", 1).hold(YELLOW, LOMBARDY, infantry=1, city=True)
    own.hold(WHITE, "swabia", cavalry=1)
    assert Field(own).march(WHITE, "swabia").temporary(DEFENDER) == (0, 1, 0)  # as a defender it does nothing
    for level, more in ((1, (1, 0, 0)), (2, (0, 0, 0))):
        table = ready().achievement(YELLOW, "scouts", level).hold(YELLOW, "verona", cavalry=3)
        table.marker(LOMBARDY, "barbarian_05")
        table.s.trophies[YELLOW] = (24,)
        field = Field(table).march(YELLOW, "verona")
        assert field.temporary(DEFENDER) == (more[0], 1, 0)
        finish(table)
        assert table.score(YELLOW) == 2  # the bonus points are not changed


# -- dice (D-22.17 to D-22.22) ----------------------------------------------------------------------


def struck(table: Table, phase: str, role: int, *pips: int) -> int:
    """The damage of one side, if all dice of a phase are as given; phases before it miss."""
    while table.asked() == "dice" and PHASES[table.ask_of().args[-1]] != phase:
        n = len(table.ask_of().question.sample(table.s, table.ask_of().args, table.rng))  # type: ignore[attr-defined]
        table.do(NATURE, *[0] * n)
    assert PHASES[table.ask_of().args[-1]] == phase
    table.do(NATURE, *[n - 1 for n in pips])
    return table.s.struck[2 * PHASES.index(phase) + role]


@pytest.mark.clause("D-22.17", "D-23.6", "D-15.11")
@pytest.mark.parametrize(
    ("card", "level", "hits"),
    [
        ("weaponsmiths", 2, 1),
        ("weaponsmiths", 1, 0),
        ("watchtowers", 1, 0),  # no floor in reach
    ],
)
def test_a_bonus_on_one_die_of_the_melee(card: str, level: int, hits: int) -> None:
    table = defended(card, level, infantry=2)
    Field(table).march(WHITE, "swabia")
    # White's cavalry 1, 1; Yellow's infantry (melee 5) rolls 4, 4: one of them is raised
    assert struck(table, "melee", DEFENDER, 1, 1, 4, 4) == hits


@pytest.mark.clause("D-22.17", "D-23.2", "D-23.6")
def test_watchtowers_need_a_floor_in_the_contested_or_an_adjacent_area() -> None:
    for area, seat, near in (("verona", YELLOW, 1), ("romagna", YELLOW, 0), ("bavaria", WHITE, 0)):
        bonus = []
        for level in (0, 1):
            table = defended("watchtowers", level, infantry=3) if level else defended(infantry=3)
            table.hold(seat, area, infantry=1).buildings(area, city=True, floors=1)
            Field(table).march(WHITE, "swabia")
            pips = (1, 1, 4, 4, 4)
            bonus.append(struck(table, "melee", DEFENDER, *pips))
        assert bonus[1] - bonus[0] == near


@pytest.mark.clause("D-22.17", "D-22.20")
def test_stirrups() -> None:
    for level, pips, hits in (
        (0, (3, 3), 0),
        (1, (3, 3), 1),  # one die gets +1 (cavalry charges with 4)
        (1, (2, 2), 0),
        (2, (6, 6), 2),
        (3, (6, 6), 4),  # a natural six causes 2 damage
        (3, (6, 3), 3),
        (3, (5, 3), 2),
    ):
        table = defended(infantry=5)
        if level:
            table.achievement(WHITE, "stirrups", level)
        Field(table).march(WHITE, "swabia")
        assert struck(table, "charge", ATTACKER, *pips) == hits
    defender = defended("stirrups", 3, infantry=1, cavalry=1)
    Field(defender).march(WHITE, "swabia")
    assert struck(defender, "charge", DEFENDER, 1, 1, 6) == 2


@pytest.mark.clause("D-22.18", "D-22.19", "D-21.2", "D-15.11")
def test_bowyers() -> None:
    table = defended("bowyers", 2, infantry=1, archers=1)
    Field(table).march(WHITE, "swabia")
    assert len(complete(table)) == 2  # one archer, one additional die
    table.roll(2, 4)
    assert table.open() == ("reroll", YELLOW)  # level I
    table.do(YELLOW, 6 + 1)
    assert table.asked() == "again" and len(complete(table)) == 1
    table.nature(5)
    assert table.s.struck[DEFENDER] == 1
    none = defended("bowyers", 2, infantry=2)
    Field(none).march(WHITE, "swabia")
    assert none.ask_of().args[-1] == 1  # no archer: no ranged phase at all
    declined = defended("bowyers", 1, infantry=1, archers=1)
    Field(declined).march(WHITE, "swabia")
    declined.roll(2).do(YELLOW, 18, ask="reroll")
    assert declined.s.struck[DEFENDER] == 0 and declined.asked() == "dice"


@pytest.mark.clause("D-22.19", "D-26.5")
def test_weaponsmiths_iii_rerolls_two_dice_of_the_melee() -> None:
    table = defended("weaponsmiths", 3, infantry=3)
    Field(table).march(WHITE, "swabia")
    table.roll(1, 1)
    table.roll(1, 1, 1, 2, 3)
    assert table.open() == ("reroll", YELLOW)
    assert table.options() == [0, 1, 2, 18] and table.options(0) == [1, 2, 18]
    table.do(YELLOW, 0, 2)
    table.nature(4, 4)
    # 5, 2, 5; the bonus of level II does not help the 2
    assert table.s.struck[2 * 2 + DEFENDER] == 2
    assert table.asked() != "reroll"


@pytest.mark.clause("D-22.22", "D-15.11")
def test_field_surgeons_cancel_damage() -> None:
    for level, phase, saved in ((1, "melee", 1), (1, "ranged", 0), (2, "ranged", 1), (2, "melee", 1)):
        table = ready().achievement(YELLOW, "field_surgeons", level).goods(YELLOW)
        table.hold(YELLOW, LOMBARDY, infantry=4).hold(WHITE, "swabia", archers=2)
        Field(table).march(WHITE, "swabia")
        if phase == "ranged":
            table.roll(6, 6)
        else:
            table.roll(1, 1).roll(6, 6, 1, 1, 1, 1)
        lost = 2 - saved
        assert sum(table.s.fallen[UNITS * DEFENDER : UNITS * DEFENDER + UNITS]) == lost, (level, phase)


# -- result (D-22.23) -------------------------------------------------------------------------------


@pytest.mark.clause("D-22.23", "D-15.19", "D-15.20")
def test_a_bonus_to_the_result_of_a_defender() -> None:
    found = []
    for level in (1, 2):
        table = defended("watchtowers", level, infantry=1)
        Field(table).march(WHITE, "swabia")
        finish(table, strong=2)
        found.append(list(table.s.strength))
    assert found == [[2, 1], [2, 2]]  # and so the defender wins
    attack = ready().achievement(YELLOW, "watchtowers", 2).hold(YELLOW, "verona", cavalry=2).marker(LOMBARDY)
    Field(attack).march(YELLOW, "verona")
    finish(attack, strong=2)
    assert attack.s.strength == [2, 1]


@pytest.mark.clause("D-22.23", "D-15.19")
def test_siegecraft_ii_takes_two_floors_from_the_result() -> None:
    for floors in range(4):
        for level in (1, 2):
            table = ready().achievement(YELLOW, "siegecraft", level).hold(YELLOW, "verona", cavalry=2)
            table.hold(WHITE, LOMBARDY, infantry=1, city=True, floors=floors)
            Field(table).march(YELLOW, "verona")
            while table.asked() != "" and table.s.victor < 0:
                if table.asked() == "dice":
                    finish_dice(table)
                else:
                    table.do(table.who(), *complete(table))
            assert table.s.strength[DEFENDER] == 1 + (floors if level == 1 else max(0, floors - 2))


def finish_dice(table: Table) -> None:
    """Nobody hits: towers do not raise a 1 to a 6, nor to a 5 with three floors."""
    n = len(table.ask_of().question.sample(table.s, table.ask_of().args, table.rng))  # type: ignore[attr-defined]
    table.do(NATURE, *[0] * n)
