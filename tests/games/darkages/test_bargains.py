"""Choices that cards of modules give (DM0-8.16): something for a price, to pay or else, a loss to choose."""

from __future__ import annotations

from typing import Any

import pytest

from pfalz.core.errors import DataError
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text
from pfalz.games.darkages.state import FROM_CARDS
from pfalz.games.darkages.words import INFANTRY, WOOD
from tests.games.darkages.table import WHITE
from tests.games.darkages.test_losses import Fated, rules_with

Row = dict[str, Any]
GOLD_2: Row = {"op": "gain", "what": "gold", "n": 2}
A_UNIT: Row = {"op": "remove_unit", "unit": "any", "n": 1, "where": "map"}
KIEV: Row = {"op": "may", "price": [A_UNIT], "effects": [GOLD_2]}
WAR: Row = {"op": "choose_loss", "ways": [[A_UNIT], [{"op": "lose", "what": "vp", "n": 3}]]}
HUNGER: Row = {
    "op": "pay_or",
    "price": [{"op": "pay", "what": "resource", "n": 1}],
    "otherwise": [{"op": "lose", "what": "vp", "n": 2}],
}
ALMS: Row = {
    "op": "may",
    "price": [{"op": "require", "per": "churches", "n": 1}, {"op": "pay", "what": "wood", "n": 1}],
    "effects": [GOLD_2],
}


@pytest.mark.clause("DM0-8.16")
def test_something_may_be_done_for_a_price() -> None:
    table = Fated(KIEV).goods(WHITE).hold(WHITE, "lombardy", infantry=1).hold(WHITE, "bavaria", infantry=1)
    table.strikes(WHITE)
    assert table.open() == ("bargain", WHITE) and table.options() == [0, 1]
    table.do(WHITE, 1, ask="bargain")
    table.do(WHITE, table.unit_in("lombardy", INFANTRY), ask="lose")
    assert table.s.gold(WHITE) == 2 and table.s.units_of(WHITE) == 1
    table.strikes(WHITE).do(WHITE, 0, ask="bargain")
    assert table.s.gold(WHITE) == 2 and table.asked() == "turn"


@pytest.mark.clause("DM0-8.16")
def test_a_price_that_cannot_be_fulfilled_is_not_asked_for() -> None:
    table = Fated(KIEV).goods(WHITE).strikes(WHITE)
    assert table.s.gold(WHITE) == 0 and table.asked() == "turn"


@pytest.mark.clause("DM0-8.16", "DM0-8.20")
@pytest.mark.parametrize("church", [False, True])
def test_what_is_required_is_not_paid(church: bool) -> None:
    table = Fated(ALMS).goods(WHITE, wood=1)
    table.buildings("swabia", churches=int(church)).strikes(WHITE)
    if not church:
        assert table.asked() == "turn" and table.owned(WHITE)[WOOD] == 1
        return
    table.do(WHITE, 1, ask="bargain")
    assert table.owned(WHITE) == [0, 0, 0, 0, 2] and table.s.churches[table.area("swabia")] == 1


@pytest.mark.clause("DM0-8.16", "DM0-1.6")
def test_pay_or_else() -> None:
    table = Fated(HUNGER).goods(WHITE, gold=1)
    table.s.add_points(WHITE, 5, FROM_CARDS)
    table.strikes(WHITE).do(WHITE, 0, ask="bargain")
    assert table.s.score(WHITE) == 3 and table.s.gold(WHITE) == 1
    table.strikes(WHITE).do(WHITE, 1, ask="bargain")
    assert table.s.score(WHITE) == 3 and table.s.gold(WHITE) == 0
    table.strikes(WHITE)  # nothing to pay with: there is no choice
    assert table.asked() == "turn" and table.s.score(WHITE) == 1


@pytest.mark.clause("DM0-8.16", "DM0-1.5")
def test_a_loss_is_chosen_and_figures_must_be_there() -> None:
    table = Fated(WAR).hold(WHITE, "lombardy", infantry=1)
    table.s.add_points(WHITE, 2, FROM_CARDS)
    table.strikes(WHITE)
    unit, points = (way[0].index for way in table.deed[0].ways)
    assert table.open() == ("bargain", WHITE) and table.options() == [unit, points]
    table.do(WHITE, unit)
    assert table.s.units_of(WHITE) == 0 and table.s.score(WHITE) == 2
    table.strikes(WHITE)  # points are lost as far as possible
    assert table.s.score(WHITE) == 0 and table.asked() == "turn"


@pytest.mark.clause("DM0-8.16")
def test_what_cannot_be_fulfilled_is_refused_with_a_reason() -> None:
    table = Fated(WAR, {"op": "choose_loss", "ways": [[A_UNIT], [HUNGER["otherwise"][0]], [A_UNIT]]})
    table.s.add_points(WHITE, 9, FROM_CARDS)
    ask = table.rules.questions["bargain"]
    unit = table.deed[0].ways[0][0].index
    reason = ask.why_not(table.s, WHITE, (WHITE, FROM_CARDS, table.deed[0].index), (), unit)
    assert reason is not None and (reason.key, reason.clause) == ("cannot_fulfil", "DM0-8.16")


@pytest.mark.parametrize(
    ("row", "english", "german"),
    [
        (
            KIEV,
            "You may do this at a price: remove 1 of your units from the map, then take 2 gold.",
            "Du darfst Folgendes um einen Preis tun: entferne",
        ),
        (
            WAR,
            "Remove 1 of your units from the map or lose 3 VP; you choose.",
            "oder verliere 3 SP; du wählst.",
        ),
        (HUNGER, "Pay 1 resource, or else lose 2 VP.", "oder aber: verliere 2 SP."),
        (
            ALMS,
            "provided that you have at least 1 church and pay 1 wood",
            "vorausgesetzt, dass du mindestens",
        ),
    ],
)
def test_in_words(row: Row, english: str, german: str) -> None:
    rules = rules_with(row)
    for language, words in (("en", english), ("de", german)):
        texts = Texts(rules, language, ["A", "B", "C", "D"])
        assert words in effects_text(texts, rules.lookup.deeds["test"])
        for effect in rules.lookup.deeds["test"]:
            assert "{" not in texts.name("gift", effect.index)


def test_a_word_nobody_knows_is_refused() -> None:
    with pytest.raises(DataError):
        rules_with({"op": "pray"})
