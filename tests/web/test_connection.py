"""The connection comes and goes: the page says so, finds its way back, never shows a browser's own words."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visitor
from tests.web.play import act, open_table, ready

GAME = "staufer"
STREAM = "**/api/tables/*/events?*"


def drop(page: Page) -> None:
    """End the stream as the browser sees it when the server goes away for good: it will not try again."""
    page.route(STREAM, lambda route: route.fulfill(status=204))
    page.evaluate("connect()")


def test_a_stream_that_was_refused_is_opened_again(visitor: Visitor) -> None:
    """As behind a proxy that answers for a server which is being started again."""
    page = visitor(language="de-DE")
    id = open_table(page, GAME)
    ready(page)
    drop(page)
    expect(page.locator("#lost")).to_have_text("Die Verbindung ist weg; neuer Versuch …")
    other = page.context.new_page()
    other.goto(f"/t/{id}")
    ready(other)
    act(other, Random(1), "mouse")
    other.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    there = other.locator("#table").get_attribute("data-position") or ""
    expect(page.locator("#lost")).to_be_visible()  # still, and as long as it lasts
    page.unroute(STREAM)
    expect(page.locator("#toast")).to_have_text("Wieder verbunden.")
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#table")).to_have_attribute("data-position", there)


def test_whoever_comes_back_to_the_page_does_not_wait(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    ready(page)
    drop(page)
    expect(page.locator("#lost")).to_be_visible()
    page.evaluate("clearTimeout(state.again)")  # the next attempt is far away
    page.unroute(STREAM)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_hidden()


def test_an_answer_without_a_connection_can_be_given_again(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    ready(page)
    position = page.locator("#table").get_attribute("data-position") or ""

    def vanish(route: Route) -> None:
        route.abort("aborted")  # other failures are written to the console by the browser itself

    for path in ("**/api/tables/*/answers", "**/api/tables/*/draft", "**/fragment?*"):
        page.route(path, vanish)
    offer = page.locator("#choices button.choice:not(.barred)").first
    offer.click()
    expect(page.locator("#toast")).to_contain_text("The server cannot be reached; please try again.")
    expect(page.locator("#table")).to_have_attribute("data-position", position)
    page.unroute_all()
    offer.click()
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    expect(page.locator("#toast")).to_be_hidden()
