"""Achievements that raise a value (D-22.13) or what is sold for (D-22.14)."""

from __future__ import annotations

from functools import partial

import pytest

from pfalz.games.darkages.words import RESOURCE_IDS
from tests.games.darkages.cards import (
    CASES,
    Case,
    builds,
    called,
    complete,
    difference,
    finish,
    lay,
    of,
    passes,
    raw,
    reacts,
    ready,
)
from tests.games.darkages.table import FOR_CULTURE, FOR_GOLD, GREEN, REACTIONS, WORDS, YELLOW, Table

PARAMS = [case for case in CASES if case.when == "always" and case.rows[0]["op"] == "param"]
SALES = [case for case in CASES if case.when == "sell"]
COVERED = {(case.card, case.level, case.when) for case in (*PARAMS, *SALES)}
EACH = [(case, row["name"]) for case in PARAMS for row in case.rows]
NAMES = [f"{called(case)}-{name}" for case, name in EACH]
BOARDS = raw("boards")


def _chosen(answer: tuple[int, ...], table: Table) -> tuple[int, ...]:
    return answer


def limit_of(name: str, case: Case, in_force: bool) -> int:
    """The value at a table at which a level lies, found by playing."""
    table = lay(ready(case.card), case, YELLOW, in_force)
    return MEASURES[name](table)


def supply(table: Table) -> int:
    """As many units as can march without a supply check."""
    for n in range(2, 15):
        trial = ready()
        trial.s = table.rules.copy(table.s)
        trial.hold(
            YELLOW, "verona", infantry=min(n, 7), archers=min(max(0, n - 7), 6), cavalry=max(0, n - 13)
        )
        trial.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
        if trial.asked() == "supply":
            return n - 1
    raise AssertionError("no limit")


def sale(table: Table) -> int:
    """As much as can be sold in a pass."""
    table.s.acted[YELLOW] = 1
    table.turn(YELLOW).do(YELLOW, WORDS["pass"], ask="turn")
    assert table.asked() == "sell"
    assert table.options() == table.options(0)
    return max(table.options())


def storage(table: Table) -> int:
    """As much as is left after a pass in which nothing is sold."""
    table.s.acted[YELLOW] = 1
    table.turn(YELLOW).do(YELLOW, WORDS["pass"], ask="turn").do(YELLOW, 0, 0, 0, 0, ask="sell")
    assert table.asked() == "store"
    return 36 - sum(complete(table))


def cards(table: Table) -> int:
    """As many cards as may be kept at the end of a turn."""
    table.many_cards(YELLOW, 20)
    table.turn(YELLOW).do(YELLOW, WORDS["develop_culture"], ask="turn")
    assert table.asked() == "discard"
    return 21 - len(complete(table))


def access(table: Table) -> int:
    """As many cards of the offer as can be taken; with space 12 of the track reached, three and more."""
    table.s.culture[YELLOW] = 12
    table.turn(YELLOW).do(YELLOW, WORDS["develop_culture"], ask="turn")
    return len(table.options())


def relics(table: Table) -> int:
    """As many relics as can be played with one church."""
    table.hand(YELLOW, "imperial_cross", "holy_robe", "cloak_of_st_martin", "holy_blood")
    played = []

    def play(t: Table) -> tuple[int, ...]:
        played.append(t.options()[0])
        return (t.options()[0],)

    builds("church")(table, {"relic": play})
    return len(played)


def title_discs(table: Table) -> int:
    """Unused discs that are counted, beside those of the supply: missing areas of East Francia."""
    for missing, areas in ((2, ("bavaria", "franconia")), (1, ("bavaria", "franconia", "austrian_march"))):
        for discs in (0, 1, 2):
            trial = ready()
            trial.s = table.rules.copy(table.s)
            for area in areas:
                trial.hold(YELLOW, area, infantry=1)
            trial.discs(YELLOW, discs)
            trial.s.acted[YELLOW] = 1
            trial.turn(YELLOW)
            if discs:
                trial.do(YELLOW, WORDS["pass"], ask="turn")
            if trial.s.title[trial.title("king_of_the_east_franks")] == YELLOW:
                counted = missing - discs
                assert missing == 2 or discs == max(0, 1 - counted)
                return counted
    raise AssertionError("no title")


MEASURES = {
    "supply_limit": supply,
    "sell_limit": sale,
    "store_limit": storage,
    "hand_limit": cards,
    "access": access,
    "relics_per_church": relics,
    "title_discs": title_discs,
}
PRINTED = {
    "supply_limit": BOARDS["manor_row"]["supply"][0],
    "sell_limit": BOARDS["storage"]["level"][0]["sell"],
    "store_limit": BOARDS["storage"]["level"][0]["store"],
    "hand_limit": BOARDS["player_board"]["hand_limit"],
    "access": 3,
    "relics_per_church": 1,
    "title_discs": 0,
}


@pytest.mark.clause("D-22.13", "D-21.4", "D-9.1", "D-14.5", "D-14.6", "D-4.13", "D-6.2", "D-12.6", "D-11.8")
@pytest.mark.parametrize(("case", "name"), EACH, ids=NAMES)
def test_a_value_is_raised(case: Case, name: str) -> None:
    n = sum(row["n"] for row in case.rows if row["name"] == name)
    assert limit_of(name, case, False) == PRINTED[name]
    assert limit_of(name, case, True) == PRINTED[name] + n


@pytest.mark.clause("D-22.13", "D-21.4")
@pytest.mark.parametrize(("case", "name"), EACH, ids=NAMES)
def test_a_value_of_another_player_is_not_raised(case: Case, name: str) -> None:
    assert MEASURES[name](lay(ready(case.card), case, GREEN, True)) == PRINTED[name]


@pytest.mark.clause("D-22.13", "D-6.2")
def test_all_six_places_and_no_more() -> None:
    table = ready().achievement(YELLOW, "scriptorium", 2)
    table.s.culture[YELLOW] = 30
    table.turn(YELLOW).do(YELLOW, WORDS["develop_culture"], ask="turn")
    assert table.options() == list(range(6))


@pytest.mark.clause("D-22.14", "D-21.13", "D-13.11", "D-14.5")
@pytest.mark.parametrize("case", SALES, ids=called)
def test_what_is_sold_gives_more(case: Case) -> None:
    (row,) = case.rows
    for at, resource in enumerate(RESOURCE_IDS):
        for sold in (1, 2):
            amounts = tuple(sold if i == at else 0 for i in range(4))
            pair = [lay(ready(), case, YELLOW, force) for force in (True, False)]
            result = difference(*[passes(table, {"sell": partial(_chosen, amounts)}) for table in pair])
            more = row["n"] * sold if resource == row["what"] else 0
            assert result == of(YELLOW, culture=more)
        pair = [lay(ready(), case, YELLOW, force) for force in (True, False)]
        choose = {"react": partial(_chosen, (REACTIONS["trade"], FOR_CULTURE, at))}
        result = difference(*[reacts("trade")(table, choose) for table in pair])
        assert result == of(YELLOW, culture=row["n"] if resource == row["what"] else 0)
        other = difference(
            *[passes(lay(ready(), case, GREEN, f), {"sell": lambda t: (1, 1, 0, 0)}) for f in (True, False)]
        )
        assert other == {}


@pytest.mark.clause("D-21.13")
def test_iron_for_gold_is_no_sale() -> None:
    pair = [ready().achievement(YELLOW, "mining_right", level) for level in (2, 1)]
    choose = {"react": lambda t: (REACTIONS["trade"], FOR_GOLD, 3)}
    tables = [reacts("trade")(table, choose) for table in pair]
    assert tables[0].s.culture == tables[1].s.culture and tables[0].s.goods == tables[1].s.goods
    assert finish(tables[0]).asked() == "turn"
