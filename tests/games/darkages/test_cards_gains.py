"""Achievements that give something: at their trigger, as much as their words say (D-21 to D-23)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.words import RESOURCE_IDS, WOOD
from tests.games.darkages.cards import (
    ACHIEVEMENTS,
    CASES,
    DRIVES,
    Case,
    called,
    cases,
    difference,
    finish,
    lay,
    occurs,
    of,
    ready,
)
from tests.games.darkages.counting import arrange, boundaries
from tests.games.darkages.table import DISCARD, GREEN, REACTIONS, WHITE, WORDS, YELLOW, Table

GAINS = cases("gain", but=("now",))
PLAIN = [case for case in GAINS if not any("cond" in row for row in case.rows)]
FIXED = [case for case in PLAIN if all(row["what"] != "resource" for row in case.rows)]
CHOSEN = [case for case in PLAIN if case not in FIXED]
CONDITIONS = [case for case in GAINS if case not in PLAIN]
COUNTED = cases("gain_per", but=("now",))
ENTRIES = cases("gain_choice")
COVERED = {(case.card, case.level, case.when) for case in (*GAINS, *COUNTED, *ENTRIES)}


def played(case: Case, drive: str, owner: int = YELLOW, choose: object = None) -> dict[str, int]:
    """What a level changes in a drive."""
    tables = []
    for in_force in (True, False):
        table = lay(ready(case.card), case, owner, in_force)
        tables.append(DRIVES[drive](table, choose))
    return difference(*tables)


@pytest.mark.clause(
    "D-21.1", "D-21.7", "D-21.8", "D-21.9", "D-21.10", "D-21.11", "D-21.12", "D-21.13", "D-22.1"
)
@pytest.mark.parametrize("case", FIXED, ids=called)
def test_a_gain_comes_at_its_trigger_and_at_no_other(case: Case) -> None:
    happened = 0
    for drive in DRIVES:
        expected: dict[str, int] = {}
        for row in ACHIEVEMENTS[case.card]["level"][case.level - 1]["effects"]:  # of all triggers
            n = row["n"] * occurs(row["when"], row, drive)
            if n:
                happened += row["when"] == case.when
                key = f"{YELLOW} {row['what']}"
                expected[key] = expected.get(key, 0) + n
        assert played(case, drive) == expected, drive
    assert happened


@pytest.mark.clause("D-21.1")
@pytest.mark.parametrize("case", FIXED, ids=called)
def test_what_happens_to_another_player_gives_nothing(case: Case) -> None:
    for drive in DRIVES:
        if occurs(case.when, case.rows[0], drive):
            assert played(case, drive, GREEN) == {}, drive


@pytest.mark.clause("D-22.1", "D-21.21", "D-26.2")
@pytest.mark.parametrize("resource", range(4), ids=RESOURCE_IDS)
@pytest.mark.parametrize("case", CHOSEN, ids=called)
def test_a_resource_of_ones_choice(case: Case, resource: int) -> None:
    (row,) = case.rows
    happened = 0
    for drive in DRIVES:
        n = row["n"] * occurs(case.when, row, drive)
        happened += n
        choose = {"goods": lambda t: (resource,) * row["n"]}
        assert played(case, drive, choose=choose) == of(YELLOW, **{RESOURCE_IDS[resource]: n}), drive
    assert happened


@pytest.mark.clause("D-22.2")
@pytest.mark.parametrize("case", ENTRIES, ids=called)
def test_one_of_several_entries(case: Case) -> None:
    (row,) = case.rows
    for number, entry in enumerate(row["options"]):
        choose = {"goods": lambda t, number=number: (t.options()[number],)}
        for drive in DRIVES:
            n = occurs(case.when, row, drive)
            expected = of(YELLOW, **{what: n * m for what, m in entry.items()})
            assert played(case, drive, choose=choose) == expected, drive


@pytest.mark.clause("D-23.6", "D-23.1", "D-23.2", "D-23.4")
@pytest.mark.parametrize("case", CONDITIONS, ids=called)
def test_a_condition_must_be_met_at_that_moment(case: Case) -> None:
    (row,) = case.rows
    assert case.when == "pass"
    least = row["cond"]["min"]
    for n in (least - 1, least, least + 1):
        result = counted(case, row["cond"]["per"], n)
        assert result == of(YELLOW, **{row["what"]: row["n"] if n >= least else 0}), n


@pytest.mark.clause("D-22.3", "D-23.2", "D-23.3", "D-23.4")
@pytest.mark.parametrize("case", COUNTED, ids=called)
def test_a_gain_for_each_of_something(case: Case) -> None:
    (row,) = case.rows
    assert case.when == "pass"
    for n in boundaries(row):
        times = min(n // row["div"], row["max"] or n)
        assert counted(case, row["per"], n) == of(YELLOW, **{row["what"]: row["n"] * times}), n


def counted(case: Case, counter: str, n: int) -> dict[str, int]:
    """What a level changes in a pass in which a counter of Yellow stands at a number."""
    tables: list[Table] = []
    for in_force in (True, False):
        table = lay(ready(case.card), case, YELLOW, in_force)
        choose = arrange(table, counter, n)
        tables.append(DRIVES["pass"](table, choose))
    return difference(*tables)


@pytest.mark.clause("D-23.7", "D-21.8")
def test_the_first_church_of_a_region() -> None:
    case = next(case for case in CASES if case.card == "mission" and case.level == 2)
    (row,) = case.rows
    for elsewhere, n in (("tuscany", 0), ("bavaria", row["n"])):  # same region, another one
        tables = []
        for in_force in (True, False):
            table = lay(ready(case.card), case, YELLOW, in_force).buildings(elsewhere, city=True, churches=1)
            tables.append(DRIVES["built.church"](table))
        assert difference(*tables) == of(YELLOW, vp=n)
    tables = []
    for in_force in (True, False):  # another one in the same area
        table = lay(ready(case.card), case, YELLOW, in_force).buildings("lombardy", city=True, churches=1)
        tables.append(DRIVES["built.church"](table))
    assert difference(*tables) == {}


@pytest.mark.clause("D-21.10", "D-24.1")
def test_every_reaction_counts_by_itself() -> None:
    """Both reactions of Toll Stations III bring the point of level II, each of them."""
    table = ready().achievement(YELLOW, "toll_stations", 3)
    table.s.bands = [1, 0, 2, 3, 4]  # Develop Culture between Culture Exchange and Take Wood or Leather
    table.stack("develop_culture", YELLOW, GREEN)
    table.turn(WHITE).do(WHITE, WORDS["develop_culture"], ask="turn")
    table.do(YELLOW, REACTIONS["culture_exchange"], DISCARD, table.card("annals"), ask="react")
    table.do(YELLOW, REACTIONS["take_wood_leather"], WOOD, ask="react_again")
    finish(table)
    assert table.score(YELLOW) == 2
