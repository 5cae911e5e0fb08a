"""What is drawn, told and thought of the Wyrd, and that nobody knows a card before it is turned up."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.chance import nature_answer
from pfalz.core.state import NATURE, SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import draw, plain, svg
from pfalz.games.darkages.modules.wyrd.bot import JUDGE, at_least, hurt
from pfalz.games.darkages.modules.wyrd.state import wyrds
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.state import FROM_CARDS, LAST_TURNS
from tests.games.darkages.modules.fates import Fates
from tests.games.darkages.table import VIOLET, WHITE, YELLOW
from tests.games.kit.boards import elements, ids_of, shown


def hint(drawing: str, id: str) -> str:
    """The tooltip of something in a drawing."""
    (found,) = [element for element in elements(drawing) if element.get("id") == id]
    (title,) = [child for child in found if child.tag.endswith("title")]
    return title.text or ""


def laid() -> Fates:
    """Yellow and White have Wyrd cards, and one lies under the offer."""
    table = Fates(3).under(3).active(YELLOW, "heresy", 2).active(WHITE, "treachery", 1)
    return table.down(WHITE, "great_fire").turn(YELLOW)


@pytest.mark.parametrize("narrow", [False, True])
def test_cards_are_drawn_where_they_lie(narrow: bool) -> None:
    table = laid()
    texts = Texts(table.rules, "en", ["Ida", "Jan", "Kim"])
    drawing = draw(table.rules, table.rules.view(table.s, YELLOW), YELLOW, texts, narrow=narrow).svg()
    assert {"wyrd-under-0", "wyrd-heresy", "wyrd-treachery", "wyrd-great_fire", "wyrd-pile"} <= set(
        ids_of(drawing)
    )
    assert shown(drawing, "wyrd") == {table.wyrd("heresy")}, "the viewer's own can be chosen"
    assert "3 spaces" in hint(drawing, "wyrd-heresy") and "4 VP" in hint(drawing, "wyrd-heresy")
    assert "Markers left: 2" in hint(drawing, "wyrd-heresy") and "(DM8-4.3)" in hint(drawing, "wyrd-heresy")
    assert "face down" in hint(drawing, "wyrd-great_fire")
    assert "nobody knows" in hint(drawing, "wyrd-under-0")
    assert "8 in the stack" in hint(drawing, "wyrd-pile")
    table.take_up()
    again = draw(table.rules, table.rules.view(table.s, YELLOW), YELLOW, texts, narrow=narrow).svg()
    assert "wyrd-under-0" not in ids_of(again)


def test_plain_text_says_the_same() -> None:
    table = laid()
    said = plain(table.rules, table.rules.view(table.s, YELLOW), YELLOW, Texts(table.rules, "de"))
    name = Texts(table.rules, "de").name("card", table.s.offered[3])
    assert f"Wyrd: 8 im Stapel, 1 unter dem Angebot, 0 aus dem Spiel: {name}" in said
    assert "Wyrd: Ketzerei (2)" in said and "Wyrd: Verrat (1), Stadtbrand" in said


@pytest.mark.clause("DM8-6.1", "DM0-7.4")
@pytest.mark.parametrize("seed", [1, 2])
def test_no_card_is_known_before_it_is_turned_up(seed: int) -> None:
    """Neither a view, nor an offer, an event, a refusal or a drawing tells one unseen card from another."""
    rules = ruleset("darkages", 3, ("wyrd",))
    texts = Texts(rules, "en")
    names = [texts.name("wyrd", card) for card in range(12)]
    rng, s, looked = Random(seed), rules.start(), 0
    while s.stack:
        part = wyrds(s)
        seen = {card for cards in (*part.open, *part.down) for card in cards}
        ask = rules.asks(s)[0]
        if ask.name in ("wyrd", "wyrd_card", "develop"):
            looked += 1
            for viewer in (0, 1, 2, SPECTATOR):
                view = rules.view(s, viewer)
                assert rules.schemas["wyrd"].key(view.slices["wyrd"]) == rules.schemas["wyrd"].key(part)
                drawing = svg(rules, view, viewer, texts)
                told = plain(rules, view, viewer, texts)
                pile = hint(drawing, "wyrd-pile")
                for card in set(range(12)) - seen:
                    assert drawing.count(names[card]) == pile.count(names[card]) == 1, "in the list of all"
                    assert names[card] not in told
            if ask.name == "wyrd":
                refused = ask.question.refusal(s, ask.seat, ask.args, 1)  # type: ignore[attr-defined]
                assert not refused.values
            if ask.name == "wyrd_card":
                assert set(ask.options(s) or ()) == set(range(12)) - seen
        s.trace = []
        answer = nature_answer(ask, s, rng) if ask.seat == NATURE else ask.random_answer(s, rng)
        rules.apply(s, ask.seat, answer)
        now = {*seen, *[card for cards in wyrds(s).open for card in cards]}
        for kind, args in s.trace or []:
            for (_, what), value in zip(kind.params, args, strict=False):
                assert what != "wyrd" or value in now, kind.name
    assert looked > 10


# -- judgement ---------------------------------------------------------------------------------------------


def thought(table: Fates, seat: int) -> tuple[float, float]:
    """What the most Wyrd cards promise a seat, and what its curses threaten."""
    most, curses = JUDGE.values(table.s, seat, Outlook(table.s))
    return most, curses


def test_without_cards_to_come_the_most_is_certain() -> None:
    table = Fates(3).down(YELLOW, "heresy", "treachery").down(WHITE, "pestilence").pile(0)
    assert thought(table, YELLOW)[0] == pytest.approx(7, abs=0.1)
    assert thought(table, WHITE)[0] == pytest.approx(0, abs=0.1)
    table = Fates(3).down(YELLOW, "heresy").pile(9)
    assert 7 > thought(table, YELLOW)[0] > thought(table, WHITE)[0] == thought(table, VIOLET)[0] > 0


def test_a_curse_weighs_more_the_nearer_it_is() -> None:
    values = []
    for markers in (3, 2, 1, 0):
        table = Fates(3).active(YELLOW, "treachery", markers)
        table.s.add_points(YELLOW, 20, FROM_CARDS)
        table.s.phase = LAST_TURNS
        values.append(thought(table, YELLOW)[1])
    assert all(one >= other for one, other in pairwise(values)) and values[0] > values[-1]
    assert values[-1] == -5


def test_a_curse_that_many_cards_have_to_bring_is_unlikely() -> None:
    """As many cards as markers have to become active before it strikes, not so many on average."""
    assert at_least(0, 1.0) == 1.0 and at_least(1, 1.0) == pytest.approx(0.632, abs=0.001)
    assert at_least(2, 1.0) == pytest.approx(0.264, abs=0.001) and at_least(2, 0.0) == 0.0


def test_who_has_nothing_fears_nothing() -> None:
    table = Fates(3).active(YELLOW, "debased_coin", 1).goods(YELLOW).hold_cards(YELLOW, 0)
    assert hurt(table.s, YELLOW, table.wyrd("debased_coin")) == 0
    table.goods(YELLOW, gold=2)
    assert hurt(table.s, YELLOW, table.wyrd("debased_coin")) == 2.5
    table.hold_cards(YELLOW, 2)
    assert hurt(table.s, YELLOW, table.wyrd("debased_coin")) == 2, "the lesser evil"
