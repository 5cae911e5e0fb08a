"""Achievements that make something cheaper (D-22.6, D-22.7), and paying (D-1.9 to D-1.11, D-26.4)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pfalz.games.darkages.turn import SETTLE_STEP
from pfalz.games.darkages.words import GOODS, IRON, UNIT_IDS
from tests.games.darkages.cards import CASES, FACES, Case, called, complete, finish, lay, passes, raw, ready
from tests.games.darkages.paying import Price, price, ways_to_pay
from tests.games.darkages.table import BUILDS, PLAY, RAISE, WHITE, WORDS, YELLOW, Table

DISCOUNTS = [case for case in CASES if case.when == "cost" and case.rows[0]["op"] == "discount"]
SUBSTITUTES = [case for case in CASES if case.when == "cost" and case.rows[0]["op"] == "substitute"]
COVERED = {(case.card, case.level, case.when) for case in (*DISCOUNTS, *SUBSTITUTES)}
BOARDS = raw("boards")
BUILD = BOARDS["build"]
GOLD_PRICE = {"gold": 1}
PURSES: tuple[Mapping[str, int], ...] = (
    {"wood": 3, "leather": 2, "stone": 3, "iron": 2, "gold": 3},
    {"wood": 1, "leather": 1, "stone": 1, "iron": 1, "gold": 1},
    {"wood": 1, "stone": 1},
    {"leather": 1, "iron": 1},
    {"wood": 1},
    {"stone": 2},
    {"leather": 1, "gold": 1},
    {"gold": 2},
    {"gold": 1},
    {"iron": 1},
    {},
)
Way = tuple[str, tuple[int, ...], Mapping[str, int]]


def wares(table: Table) -> dict[str, list[Way]]:
    """What Yellow can pay for at this table: action, the beginning of the form, and the printed cost."""
    at = table.area("lombardy")
    floors = [table.area(id) for id in ("tuscany", "romagna", "rome")]
    store = BOARDS["storage"]["level"][table.s.storage[YELLOW] + 1]["costs"]
    ways: dict[str, list[Way]] = {
        "city": [("build", (BUILDS["city"], table.area("bavaria")), BUILD["city"]["cost"])],
        "production": [
            ("build", (BUILDS["production"], at, 1), BUILD["production_own"]["cost"]),
            ("build", (BUILDS["production"], at, 3), BUILD["production_neighbour"]["cost"]),
        ],
        "church": [("build", (BUILDS["church"], at), BUILD["church"]["cost"])],
        "tower": [
            ("build", (BUILDS["tower"], area), BUILD[f"tower_{i}"]["cost"])
            for i, area in enumerate(floors, 1)
        ],
        "manor": [("build", (BUILDS["manor"], at), BUILD["manor"]["cost"])],
        "store": [
            ("build", (BUILDS["store"], *([i] if len(store) > 1 else [])), cost)
            for i, cost in enumerate(store)
        ],
        **{unit: [("recruit", (i, at), FACES[f"{unit}_1"]["cost"])] for i, unit in enumerate(UNIT_IDS)},
        "raise": [("research", (RAISE, table.card("annals")), GOLD_PRICE)],
        "war_technology": [("research", (PLAY, table.card("war_peasant_levy")), GOLD_PRICE)],
    }
    ways["build"] = [way for item in BUILDS for way in ways[item]]
    ways["unit"] = [way for item in UNIT_IDS for way in ways[item]]
    return ways


def market(purse: Mapping[str, int]) -> Table:
    """A table at which everything can be built somewhere, and nothing else is asked."""
    table = ready().achievement(YELLOW, "annals", 1).hand(YELLOW, "war_peasant_levy")
    table.hold(YELLOW, "lombardy", manors=1, city=True).hold(YELLOW, "bavaria", infantry=1)
    for floors, area in enumerate(("tuscany", "romagna", "rome")):
        table.hold(YELLOW, area, infantry=1).buildings(area, city=True, floors=floors)
    return table.goods(YELLOW, **purse)


def _on_offer(table: Table, prefix: tuple[int, ...]) -> bool:
    return all(value in table.options(*prefix[:i]) for i, value in enumerate(prefix))


@pytest.mark.clause("D-1.9", "D-1.10", "D-1.11", "D-26.3", "D-26.4")
@pytest.mark.parametrize("item", ["build", "unit", "raise", "war_technology"])
def test_without_cards_resources_may_be_replaced_by_gold(item: str) -> None:
    for purse in PURSES:
        table = market(purse)
        for way in wares(table)[item]:
            expected = ways_to_pay(way[2], purse)
            assert bought(market(purse), way) == expected, (way, purse)


def bought(table: Table, way: Way, seat: int = YELLOW) -> set[Price]:
    """What can be paid for a thing: by all forms, or by the only thing that could be done at all (D-26.2)."""
    action, prefix, _ = way
    table.turn(seat)
    if table.asked() == "turn" and table.who() == seat and WORDS[action] in table.options():
        table.do(seat, WORDS[action], ask="turn")
    if (table.asked(), table.who()) == (action, seat):
        forms = table.forms(*prefix) if _on_offer(table, prefix) else []
        return {paid(table, seat, form) for form in forms}
    done = table.events(*DONE[action])
    if not done:
        return set()
    told = (*done[0][1:3], *prefix[2:])
    what, where = (prefix[0], prefix[1]) if action == "recruit" else (prefix[1:] or (-1,))[0:1] * 2
    return {spent(table, seat)} if what in told and where in told else set()


DONE = {
    "build": ("city_built", "production_built", "church_built", "floor_built", "manor_built", "store_built"),
    "recruit": ("unit_recruited",),
    "research": ("achievement_raised", "technology_played"),
}
"""How it is told that something has been built, recruited or researched."""


def paid(table: Table, seat: int, form: tuple[int, ...]) -> Price:
    """What an answer takes from the goods of a seat."""
    kept = table.s
    table.s = table.rules.copy(kept)
    table.s.trace = []
    table.rules.play(table.s, seat, form)
    found = spent(table, seat)
    table.s = kept
    return found


def spent(table: Table, seat: int) -> Price:
    """What a seat has paid."""
    found = [0] * GOODS
    for args in table.events("goods_paid"):
        for bundle in args[1:] if args[0] == seat else ():
            found[bundle % GOODS] += bundle // GOODS
    return tuple(found)


@pytest.mark.clause("D-22.6", "D-26.4", "D-1.9")
@pytest.mark.parametrize("case", DISCOUNTS, ids=called)
def test_a_discount(case: Case) -> None:
    (row,) = case.rows
    if row["item"] == "settle":
        return settling_is_cheaper(case)
    off = row["n"] if row["kind"] == "any" else 0
    kind = {} if row["kind"] == "any" else {row["kind"]: row["n"]}
    differs = False
    for purse in PURSES:
        ways = wares(market(purse))
        for item in ("build", "unit", "raise", "war_technology"):
            group = ways[item]
            meant = ways[row["item"]]
            for way in group:
                table = lay(market(purse), case, YELLOW, True)
                plain = ways_to_pay(way[2], purse)
                expected = plain
                if way in meant:
                    cheaper = ways_to_pay(way[2], purse, off, kind)
                    expected = plain | cheaper if "limit" in row else cheaper
                    differs = differs or expected != plain
                assert bought(table, way) == expected, (way, purse)
    assert differs
    return None


def settling_is_cheaper(case: Case) -> None:
    """A discount of settling (D-22.6): never below its floor, and only where it is meant."""
    (row,) = case.rows
    rulers = {id["id"]: id for id in raw("rulers")["ruler"]}
    left, middle, right = rulers["ruler_berengar"]["settle_cost"]  # Yellow is Berengar in Verona
    places = {"lombardy": left, "bavaria": middle, "franconia": right, "tuscany": left}
    for area, cost in places.items():
        for in_force in (True, False):
            table = lay(ready(case.card), case, YELLOW, in_force)
            away = area in ("bavaria", "franconia")
            lower = in_force and (row.get("region") != "away" or away)
            # of the levels below this one none is about settling in these cards
            expected = max(cost - row["n"], min(cost, row["floor"])) if lower else cost
            table.hold(YELLOW, area, infantry=5).turn(YELLOW)
            spent = set(table.forms(SETTLE_STEP, table.area(area)))
            assert spent == {(SETTLE_STEP, table.area(area), expected, 0, 0)}


@pytest.mark.clause("D-23.8", "D-14.12", "D-26.4", "D-21.2")
@pytest.mark.parametrize("case", [case for case in DISCOUNTS if "limit" in case.rows[0]], ids=called)
def test_a_limited_discount_is_there_once_between_two_passes(case: Case) -> None:
    (row,) = case.rows
    assert row["limit"] == "cycle"
    purse = PURSES[0]
    off = row["n"] if row["kind"] == "any" else 0
    kind = {} if row["kind"] == "any" else {row["kind"]: row["n"]}
    for use in (0, 1):
        table = lay(market(purse), case, YELLOW, True)
        way = wares(table)[row["item"]][-1]
        plain = ways_to_pay(way[2], purse)
        cheaper = ways_to_pay(way[2], purse, off, kind)
        table.turn(YELLOW).do(YELLOW, WORDS[way[0]], ask="turn")
        at = next(form for form in table.forms(*way[1]) if _discount(table, form) == use)
        finish(table.do(YELLOW, *at))
        again = wares(restocked(table, purse))[row["item"]][0]
        assert bought(restocked(table, purse), again) == (
            ways_to_pay(again[2], purse)
            if use
            else ways_to_pay(again[2], purse) | ways_to_pay(again[2], purse, off, kind)
        )
        assert plain != cheaper
        if use:
            table = passes(restocked(table, purse))
            again = wares(restocked(table, purse))[row["item"]][0]
            assert bought(restocked(table, purse), again) == ways_to_pay(again[2], purse) | ways_to_pay(
                again[2], purse, off, kind
            )


def _discount(table: Table, form: tuple[int, ...]) -> int:
    """What a form says in its slot `discount`."""
    for i, value in enumerate(form):
        if table.slots(*form[:i]) == "discount":
            return value
    return -1


def restocked(table: Table, purse: Mapping[str, int]) -> Table:
    """Yellow has the same goods as before, an achievement to raise and a technology to play."""
    table.goods(YELLOW, **purse)
    card = table.card("annals")
    level = table.s.level[card]
    if level == 3:
        raise AssertionError("the test raises too often")
    return table


@pytest.mark.clause("D-22.7", "D-26.4")
@pytest.mark.parametrize("case", SUBSTITUTES, ids=called)
def test_a_substitute(case: Case) -> None:
    (row,) = case.rows
    differs = False
    for purse in PURSES:
        ways = wares(market(purse))
        for way in (*ways["build"], *ways["unit"]):
            expected = plain = ways_to_pay(way[2], purse)
            if way in ways[row["item"]]:
                expected = ways_to_pay(way[2], purse, swap=(row["pay"], row["instead_of"], row["n"]))
                differs = differs or expected != plain
            assert bought(lay(market(purse), case, YELLOW, True), way) == expected, (way, purse)
    assert differs


@pytest.mark.clause("D-22.6", "D-22.7", "D-26.4")
def test_discounts_add_up_and_go_with_a_substitute() -> None:
    """Church Reform I and Romanesque Building II on a church, with Quarries I."""
    for purse in PURSES:
        table = market(purse)
        for card, level in (("church_reform", 1), ("romanesque_building", 2), ("quarries", 1)):
            table.achievement(YELLOW, card, level)
        way = wares(table)["church"][0]
        swap = ("wood", "stone", 1)
        expected = ways_to_pay(way[2], purse, 1, swap=swap) | ways_to_pay(way[2], purse, 2, swap=swap)
        assert bought(table, way) == expected, purse


@pytest.mark.clause("D-1.9", "D-22.6")
def test_b18_discount_and_gold() -> None:
    table = ready().achievement(YELLOW, "church_reform", 1).goods(YELLOW, stone=1, gold=1)
    table.act(YELLOW, "build", *[])
    if table.asked() == "build":
        table.do(YELLOW, *complete(table, BUILDS["church"], table.area("verona")))
    assert table.owned(YELLOW) == {} and table.s.churches[table.area("verona")] == 1
    assert price({"stone": 1, "gold": 1}) in ways_to_pay(BUILD["church"]["cost"], {"stone": 1, "gold": 1}, 1)


@pytest.mark.clause("D-1.9", "D-26.2", "D-26.3", "D-26.4")
def test_b38_payment_slots() -> None:
    def ways(**purse: int) -> list[tuple[int, ...]]:
        table = Table().hand(WHITE).goods(WHITE, **purse).hold(WHITE, "swabia", infantry=1)
        table.turn(WHITE).do(WHITE, WORDS["build"], ask="turn")
        iron = (BUILDS["production"], table.area("swabia"), IRON)  # of Franconia beside it
        return [form[3:] for form in table.forms(*iron)] if _on_offer(table, iron) else []

    assert ways(wood=1, leather=1, gold=2) == [(1, 0), (1, 1), (2, 0)]  # gold for wood, gold for leather
    assert ways(wood=1, leather=1, gold=1) == [(1, 0)]
    assert ways(wood=1, leather=1) == []
