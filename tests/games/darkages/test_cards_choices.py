"""Achievements that leave a choice: immediate effects and trades."""

from __future__ import annotations

from functools import partial

import pytest

from pfalz.games.darkages.turn import EFFECT_STEP, END_STEP
from pfalz.games.darkages.words import RESOURCE_IDS
from tests.games.darkages.cards import (
    CASES,
    Case,
    called,
    complete,
    difference,
    finish,
    first_step,
    lay,
    of,
    passes,
    ready,
)
from tests.games.darkages.counting import arrange
from tests.games.darkages.table import BUILDS, GREEN, LAY_OUT, RAISE, WORDS, YELLOW, Table

NOW = [case for case in CASES if case.when == "now" and case.rows[0]["op"] in ("gain", "gain_per")]
TRADES = [case for case in CASES if case.rows[0]["op"] == "trade" and case.when == "pass"]
FREE_TRADES = [case for case in CASES if case.rows[0]["op"] == "trade" and case.when == "free"]
WRITTEN = {
    ("heavy_plough", 3, "now"),
    ("royal_demesne", 3, "now"),
    ("mission", 3, "now"),
    ("court_chapel", 1, "now"),
    ("veneration_of_relics", 1, "now"),
}
COVERED = {(case.card, case.level, case.when) for case in (*NOW, *TRADES, *FREE_TRADES)} | WRITTEN


def effect(card: str, level: int, table: Table) -> int:
    """The number under which the (first) effect of a level that leaves a choice is asked for."""
    power = table.t.card_powers[table.card(card)][level - 1]
    return int(next(e.index for e in table.t.effects if e.power == power and e.leaves_choice()))


def uncover(table: Table, card: str, level: int) -> Table:
    """Yellow uncovers a level by the action Research."""
    if level == 1:
        table.hand(YELLOW, card)
        first_step(table, WORDS["research"])
        return table.do(YELLOW, LAY_OUT, table.card(card)) if table.asked() == "research" else table
    table.achievement(YELLOW, card, level - 1).hand(YELLOW, "market_right")
    first_step(table, WORDS["research"])
    return table.do(YELLOW, RAISE, table.card(card), ask="research")


# -- at once (D-21.3, D-7.5) ------------------------------------------------------------------------


@pytest.mark.clause("D-21.3", "D-7.5", "D-22.1", "D-22.3")
@pytest.mark.parametrize("case", NOW, ids=called)
def test_an_immediate_gain_comes_once(case: Case) -> None:
    numbers = (0, 1, 2, 3, 4) if case.rows[0]["op"] == "gain_per" else (0,)
    for n in numbers:
        table, expected = ready(case.card), {}
        for row in case.rows:
            times = 1
            if row["op"] == "gain_per":
                arrange(table, row["per"], n)
                times = min(n // row["div"], row["max"] or n)
            expected[row["what"]] = row["n"] * times
        before = dict(table.owned(YELLOW))
        uncover(table, case.card, case.level)
        for what in ("wood", "leather", "stone", "iron", "gold"):
            cost = 1 if what == "gold" and case.level > 1 else 0
            assert table.owned(YELLOW).get(what, 0) == before[what] + expected.get(what, 0) - cost
        finish(table)
        again = dict(table.owned(YELLOW))
        table.hand(YELLOW, "market_right")
        first_step(table, WORDS["research"])
        if table.asked() == "research":
            table.do(YELLOW, LAY_OUT, table.card("market_right"))
        assert table.owned(YELLOW) == again  # nothing comes when something else is laid out


@pytest.mark.clause("D-22.8", "D-21.2", "D-21.3", "D-5.21")
def test_heavy_plough_iii_builds_a_manor_for_nothing() -> None:
    for accept in (True, False):
        table = ready().hold(YELLOW, "lombardy", manors=1).hold(YELLOW, "tuscany", infantry=1)
        uncover(table, "heavy_plough", 3)
        before = dict(table.owned(YELLOW))
        assert table.asked() == "effect" and len(table.options()) == 2
        if not accept:
            table.do(YELLOW, len(table.t.effects))
            assert table.s.manors_of(YELLOW) == 2 and table.asked() == "after"
            continue
        table.do(YELLOW, effect("heavy_plough", 3, table))
        assert table.asked() == "extra_build"
        assert {form[0] for form in table.forms()} == {BUILDS["manor"]}
        assert table.areas([form[1] for form in table.forms()]) == {"verona", "lombardy"}  # with exactly one
        table.do(YELLOW, BUILDS["manor"], table.area("lombardy"))
        assert table.s.manors[table.area("lombardy")] == 2 and table.s.row[YELLOW] == 12 - 3
        assert table.owned(YELLOW) == before
        assert (table.score(YELLOW), table.s.culture[YELLOW]) == (
            1,
            1,
        )  # level II: a manor was built (D-21.8)
    lost = ready().hold(YELLOW, "verona", manors=2)
    uncover(lost, "heavy_plough", 3)
    assert lost.asked() == "turn"  # impossible: lost without a question


@pytest.mark.clause("D-22.8", "D-5.24")
def test_royal_demesne_iii_builds_a_storehouse_for_nothing() -> None:
    for level in range(5):
        table = ready()
        table.s.storage[YELLOW] = level
        uncover(table, "royal_demesne", 3)
        before = dict(table.owned(YELLOW))
        table.do(YELLOW, effect("royal_demesne", 3, table), ask="effect")
        assert table.s.storage[YELLOW] == level + 1
        before["gold"] += 1  # level II
        assert table.owned(YELLOW) == before
    full = ready()
    full.s.storage[YELLOW] = 5
    assert uncover(full, "royal_demesne", 3).asked() == "turn"
    declined = uncover(ready(), "royal_demesne", 3)
    assert declined.do(YELLOW, len(declined.t.effects), ask="effect").s.storage[YELLOW] == 0


@pytest.mark.clause("D-22.8", "D-5.13", "D-12.6", "D-21.2")
def test_mission_iii_builds_a_church_at_its_price() -> None:
    table = ready().hand(YELLOW)
    uncover(table, "mission", 3).hand(YELLOW, "imperial_cross")
    table.do(YELLOW, effect("mission", 3, table), ask="effect")
    assert table.asked() == "extra_build"
    assert {form[:2] for form in table.forms()} == {(BUILDS["church"], table.area("verona"))}
    table.do(YELLOW, *complete(table), ask="extra_build")
    assert table.asked() == "relic"
    table.do(YELLOW, table.card("imperial_cross"))
    near = 1 + 3  # first of Italy; East Francia, Carantania and the Romagna have none
    assert table.score(YELLOW) == 5 + near + 4 + 2  # and the relic, and level II
    assert table.owned(YELLOW) == {"wood": 9, "leather": 9, "stone": 7, "iron": 8, "gold": 9}
    poor = ready().goods(YELLOW, gold=1, stone=2)
    assert uncover(poor, "mission", 3).asked() == "turn"
    declined = uncover(ready(), "mission", 3)
    declined.do(YELLOW, len(declined.t.effects), ask="effect")
    assert sum(declined.s.churches) == 0


@pytest.mark.clause("D-22.11", "D-6.3", "D-21.2")
def test_court_chapel_i_takes_an_accessible_card() -> None:
    for culture, accessible in ((0, 1), (12, 3)):
        for pick in range(accessible):
            table = ready().hand(YELLOW, "court_chapel")
            table.s.culture[YELLOW] = culture
            offered = list(table.s.offered)
            uncover(table, "court_chapel", 1)
            if accessible > 1:
                assert table.asked() == "take_card"
                assert table.options() == offered[:accessible]
                assert table.why(offered[accessible]) == ("not_accessible", "D-6.2")
                table.do(YELLOW, offered[pick])
            assert table.s.hand[YELLOW] == (offered[pick],)  # not optional: one is taken
            assert table.s.offered[:5] == [card for card in offered if card != offered[pick]]
            assert len(table.s.offered) == 6
    none = ready().hand(YELLOW, "court_chapel")
    none.s.discard += none.s.offered
    none.s.offered = []
    none.s.discard += none.s.deck
    none.s.deck = []
    uncover(none, "court_chapel", 1)
    assert none.s.hand[YELLOW] == ()  # there is no card: nothing happens


@pytest.mark.clause("D-22.11", "D-21.2")
def test_veneration_of_relics_i_takes_a_relic_from_offer_or_discard() -> None:
    def chapel() -> Table:
        table = ready().offer("annals", "scouts", "mission", "watermill", "town_law", "holy_robe")
        table._take(table.card("holy_lance"))
        table.s.discard += [table.card("holy_lance")]
        return uncover(table, "veneration_of_relics", 1)

    table = chapel()
    table.do(YELLOW, effect("veneration_of_relics", 1, table), ask="effect")
    assert set(table.options()) == {table.card("holy_robe"), table.card("holy_lance")}  # accessible or not
    assert table.why(table.card("annals")) == ("other_kind", "D-22.11")
    table.do(YELLOW, table.card("holy_lance"), ask="take_card")
    assert table.hand_of(YELLOW) == {"holy_lance"} and table.card("holy_lance") not in table.s.discard
    table = chapel()
    table.do(YELLOW, effect("veneration_of_relics", 1, table)).do(YELLOW, table.card("holy_robe"))
    assert table.hand_of(YELLOW) == {"holy_robe"} and len(table.s.offered) == 6
    declined = chapel()
    assert declined.do(YELLOW, len(declined.t.effects), ask="effect").hand_of(YELLOW) == set()
    nothing = ready().offer("annals", "scouts", "mission", "watermill", "town_law", "mercenaries")
    assert uncover(nothing, "veneration_of_relics", 1).asked() == "turn"


# -- trades (D-22.5) --------------------------------------------------------------------------------


def _chosen(answer: tuple[int, ...], table: Table) -> tuple[int, ...]:
    return answer


def payments(pay: dict[str, int]) -> list[tuple[int, ...]]:
    """All ways to pick the free resources of a trade, ascending."""
    n = pay.get("resource", 0)
    return (
        [(a,) for a in range(4)] if n == 1 else [(a, b) for a in range(4) for b in range(a, 4)] if n else [()]
    )


@pytest.mark.clause("D-22.5", "D-1.10", "D-21.2", "D-26.5")
@pytest.mark.parametrize("case", TRADES, ids=called)
def test_a_trade_when_passing(case: Case) -> None:
    (row,) = case.rows
    for given in payments(row["pay"]):
        pair = [lay(ready(case.card), case, YELLOW, force) for force in (True, False)]
        for table in pair:
            table.s.storage[YELLOW] = 5
            table.goods(YELLOW, wood=2, leather=2, stone=2, iron=2)
        number = effect(case.card, case.level, pair[0])
        result = difference(
            *[passes(table, {"effect": partial(_chosen, (number, *given))}) for table in pair]
        )
        expected = {id: -n for id, n in row["pay"].items() if id != "resource"}
        for resource in given:
            expected[RESOURCE_IDS[resource]] = expected.get(RESOURCE_IDS[resource], 0) - 1
        for got in row["get"]:
            expected[got["what"]] = expected.get(got["what"], 0) + got["n"]
        assert result == of(YELLOW, **expected)
    declined = [lay(ready(case.card), case, YELLOW, force) for force in (True, False)]
    assert difference(*[passes(table) for table in declined]) == {}
    golden = lay(ready(case.card), case, YELLOW, True).goods(YELLOW, gold=9)
    passes(golden, {"effect": lambda t: pytest.fail("gold never stands in for resources")})
    others = [lay(ready(case.card), case, GREEN, force) for force in (True, False)]
    assert difference(*[passes(table) for table in others]) == {}


@pytest.mark.clause("D-22.5", "D-21.5", "D-4.10", "D-23.8", "D-11.4")
@pytest.mark.parametrize("case", FREE_TRADES, ids=called)
def test_a_trade_as_a_free_step(case: Case) -> None:
    (row,) = case.rows
    assert row["limit"] == "turn"
    (got,) = row["get"]
    for given in payments(row["pay"]):
        table = (
            lay(ready(), case, YELLOW, True).hand(YELLOW).goods(YELLOW, wood=3, leather=3, stone=3, iron=3)
        )
        number = effect(case.card, case.level, table)
        table.turn(YELLOW).do(YELLOW, EFFECT_STEP, number, *given, ask="turn")
        if got["what"] == "resource":
            free = [r for r in range(4) if r not in given]
            assert table.asked() == "goods" and table.options() == free  # of a type that was not paid
            assert table.why(given[0]) == ("paid_with_it", "D-22.5")
            table.do(YELLOW, free[-1])
            assert table.owned(YELLOW)[RESOURCE_IDS[free[-1]]] == 4
        else:
            assert table.owned(YELLOW)[got["what"]] == got["n"]
        assert sum(table.s.goods[:4]) == 12 - len(given) + (got["what"] == "resource")
        lower = [effect(case.card, level, table) for level in range(1, case.level)]
        again = table.options(EFFECT_STEP) if EFFECT_STEP in table.options() else []
        assert number not in again and set(again) <= set(lower)  # once in a turn
        table.do(YELLOW, WORDS["develop_culture"], ask="turn")
        if table.asked() == "after":  # nor after the action
            assert number not in (table.options(EFFECT_STEP) if EFFECT_STEP in table.options() else [])
            table.do(YELLOW, END_STEP)
        table.discs(YELLOW, 3).turn(YELLOW)
        assert number in table.options(EFFECT_STEP)  # the next turn
    poor = (
        lay(ready(), case, YELLOW, True)
        .hand(YELLOW)
        .goods(YELLOW, wood=len(payments(row["pay"])[0]) - 1, gold=5)
    )
    poor.turn(YELLOW)
    number = effect(case.card, case.level, poor)
    assert EFFECT_STEP not in poor.options() or number not in poor.options(EFFECT_STEP)
    foreign = lay(ready(), case, GREEN, True).hand(YELLOW)
    assert EFFECT_STEP not in foreign.turn(YELLOW).options()
