"""What a choice would do is shown before it is made: it comes true, and nothing can be learned from it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from pfalz import catalogue
from pfalz.core.record import SeatInfo
from pfalz.core.session import Session, open_session
from pfalz.core.state import Move
from pfalz.core.texts import Texts
from pfalz.web import foresee, render
from pfalz.web.prefs import Prefs
from tests.web.conftest import Visitor
from tests.web.fake import seen_by
from tests.web.play import open_table, ready
from tests.web.still import MIDGAME, midgame, still

GAMES = list(MIDGAME)
LEAST = {"staufer": 20, "wallenstein": 10, "mil": 20, "darkages": 40}
"""So many answers of a short game can be foreseen."""


def with_modules(game: str) -> Session:
    """A game of four with all modules."""
    found = catalogue.game(game)
    modules = [module.id for module in found.modules if module.players[0] <= 4 <= module.players[1]]
    seats = [SeatInfo(str(seat)) for seat in range(4)]
    return open_session(catalogue.ruleset(game, 4, modules), seats, "foresee")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_foreseen_comes_true_and_shows_nobody_anything_new(game: str) -> None:
    session, rng, n = with_modules(game), Random(4), 0
    rules = session.rules
    texts = Texts(rules, "de")
    for _ in range(110):
        asks = [ask for ask in session.asks() if not ask.answered]
        if not asks:
            break
        ask = asks[0]
        answer = ask.random_answer(session.state, rng)
        seen = seen_by(session, ask.seat)
        found = foresee._tried(rules, seen.view, ask.seat, answer) if rules.asks(seen.view) else None
        shown = foresee.foreseen(seen, answer, texts, False, True)
        session.answer(ask.seat, answer)
        if shown is not None:
            assert found is not None
            n += 1
            assert rules.key(rules.view(session.state, ask.seat)) == rules.key(found[0])
            assert session.may_undo(ask.seat), "it has shown somebody something"
            assert shown.scores == list(rules.game.standing(session.state))
        session.settle()
    assert n >= LEAST[game], n


def test_nothing_is_foreseen_of_half_an_answer_nor_of_what_all_answer_at_once() -> None:
    session = midgame("staufer")
    seen = seen_by(session, 0)
    texts = Texts(session.rules, "en")
    assert seen.ask is not None
    answer = seen.ask.random_answer(seen.view, Random(1))
    assert foresee.foreseen(seen, answer, texts, False, False) is not None
    assert foresee.foreseen(seen, answer[:1], texts, False, False) is None
    assert foresee.foreseen(seen, (*answer, 0), texts, False, False) is None
    plan = with_modules("wallenstein")
    rng = Random(2)
    while (ask := next(ask for ask in plan.asks() if not ask.answered)).name != "plan":
        plan.answer(ask.seat, ask.random_answer(plan.state, rng))
        plan.settle()
    seen = seen_by(plan, ask.seat)
    move = ask.random_answer(plan.state, rng)
    assert foresee.foreseen(seen, move, Texts(plan.rules, "en"), False, False) is None


def shown_with(page: Page, session: Session, prefs: Prefs, draft: Move = ()) -> list[str]:
    """Show a table that can look ahead; returns the addresses that it asks for."""
    seen, asked = seen_by(session, 0, draft), []

    def ahead(route: Route) -> None:
        asked.append(route.request.url)
        query = dict(part.split("=") for part in route.request.url.split("?")[1].split("&"))
        move = tuple(map(int, query["move"].split(","))) if query["move"] else ()
        found = render.foreseen_shown(seen, move, prefs, query["known"] == "1")
        if found is None:
            route.fulfill(status=204, body="")
        else:
            route.fulfill(body=msgspec.json.encode(found), content_type="application/json")

    still(page, seen, prefs, foresee=ahead)
    return asked


def test_the_board_shows_what_a_choice_would_do_while_the_mouse_rests_on_it(visitor: Visitor) -> None:
    session = midgame("darkages")
    page = visitor()
    asked = shown_with(page, session, Prefs())
    page.evaluate("window.before = document.querySelector('#board > svg')")
    choices = page.locator("#choices [data-answer]")
    choices.first.hover()
    expect(page.locator("#foreseen")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-foreseen", "")
    assert page.evaluate("document.querySelector('#board > svg') !== before")
    assert "Anna" in page.locator("#foreseen").inner_text()
    page.mouse.move(5, 5)
    expect(page.locator("#foreseen")).to_be_hidden()
    assert page.evaluate("document.querySelector('#board > svg') === before")
    assert page.locator('#board [data-state="legal"]').count()
    choices.first.hover()
    expect(page.locator("#foreseen")).to_be_visible()
    page.evaluate("() => (unforesee(), show(table().outerHTML))")  # something new under a mouse at rest
    expect(page.locator("#foreseen")).to_be_hidden()
    drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    assert page.evaluate(f"() => {drawn}.then(() => foresight.aimed === null)")
    choices.nth(1).hover()
    expect(page.locator("#foreseen")).to_be_visible()
    page.wait_for_function("() => document.querySelector('#board > svg') !== window.before")
    assert len(asked) == 2 and "known=0" in asked[0] and "known=1" in asked[1]  # the first was remembered


def test_arrow_keys_look_ahead_and_a_finger_that_rests_does_too(visitor: Visitor) -> None:
    session = midgame("darkages")
    page = visitor()
    shown_with(page, session, Prefs(language="de"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#foreseen")).to_contain_text("So sähe es danach aus")
    page.keyboard.press("Escape")
    expect(page.locator("#foreseen")).to_be_hidden()
    phone = visitor(390, 844)
    shown_with(phone, session, Prefs(narrow=True))
    choice = phone.locator("#choices [data-answer]").first
    spot = choice.bounding_box()
    assert spot is not None
    at = {"clientX": spot["x"] + 5, "clientY": spot["y"] + 5, "pointerType": "touch", "bubbles": True}
    choice.dispatch_event("pointerdown", at)
    expect(phone.locator("#foreseen")).to_be_visible()
    choice.dispatch_event("pointerup", at)
    expect(phone.locator("#foreseen")).to_be_hidden()


def test_a_table_on_the_server_looks_ahead_and_the_answer_follows(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "darkages", bots=1)
    assert ready(page)
    choice = page.locator("#choices .choice:not(.barred)").first
    choice.hover()
    expect(page.locator("#foreseen")).to_be_visible()
    before = page.locator("#table").get_attribute("data-position")
    choice.click()
    expect(page.locator("#foreseen")).to_be_hidden()
    expect(page.locator("#table")).not_to_have_attribute("data-position", before or "")
