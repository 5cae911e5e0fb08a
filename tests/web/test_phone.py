"""Boards in the hand: drawn for the shape of the screen, as wide as it is, scrolled by a finger."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import Visitor
from tests.web.play import act, open_table, ready
from tests.web.test_games import GAMES

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TALL = """(tall) => {
  const { width, height } = document.querySelector('#board > svg > rect').getBoundingClientRect();
  return (height > width) === tall;
}"""
SHEET = """() => {
  const { width, height } = document.querySelector('#board > svg > rect').getBoundingClientRect();
  const stage = document.querySelector('#stage').getBoundingClientRect();
  return [width / stage.width, height / stage.height];
}"""


def check_shape(page: Page, tall: bool) -> None:
    """The board is drawn for this screen, or will be in a moment."""
    expect(page.locator("#table")).to_have_attribute("data-narrow", "1" if tall else "0")
    page.wait_for_function(TALL, arg=tall)


def resize(page: Page, size: ViewportSize) -> None:
    """Another size of the same page, which must not be loaded again."""
    page.evaluate("window.here = true")
    page.set_viewport_size(size)
    check_shape(page, size is PHONE)
    assert page.evaluate("window.here")


def test_wallenstein_is_tall_on_a_phone_and_wide_on_a_desk(visitor: Visitor) -> None:
    page, other, phone = visitor(390, 844), visitor(1440, 900), visitor(390, 844)
    id = open_table(page, "wallenstein", 2)
    assert 'data-narrow="1"' in page.request.get(f"/t/{id}").text()  # right from the first byte
    check_shape(page, tall=True)
    other.goto(f"/t/{id}")
    check_shape(other, tall=False)
    phone.goto(f"/t/{id}")  # nothing was known of this phone before
    check_shape(phone, tall=True)


def test_the_board_follows_the_window_without_a_reload(visitor: Visitor) -> None:
    page = visitor()
    id = open_table(page, "wallenstein", 2)
    ready(page)
    for size in (PHONE, DESKTOP):
        resize(page, size)
    page.goto(f"/t/{id}?at=2")
    for size in (PHONE, DESKTOP):
        resize(page, size)
        expect(page.locator("#table")).to_have_attribute("data-position", "2")


@pytest.mark.parametrize("game", ["mil", "staufer"])
def test_boards_that_fit_a_tablet_are_tall_on_a_phone_only(visitor: Visitor, game: str) -> None:
    page = visitor(768, 1024)
    open_table(page, game, GAMES[game])
    ready(page)
    sheet = "() => +document.querySelector('#board > svg > rect').getAttribute('width')"
    assert page.evaluate(sheet) == 1000
    page.set_viewport_size(PHONE)
    page.wait_for_function(f"() => ({sheet})() < 800")
    expect(page.locator("#table")).to_have_attribute("data-narrow", "1")
    page.set_viewport_size({"width": 768, "height": 1024})
    page.wait_for_function(f"() => ({sheet})() === 1000")
    expect(page.locator("#table")).to_have_attribute("data-narrow", "2")


def test_two_windows_of_one_browser_keep_their_shapes(visitor: Visitor) -> None:
    page = visitor()
    id = open_table(page, "wallenstein", 2)
    ready(page)
    small = page.context.new_page()
    small.set_viewport_size(PHONE)
    small.goto(f"/t/{id}")
    check_shape(small, tall=True)
    page.locator("#log li.deed > a").first.click()  # fetched, not pushed
    expect(page.locator("#replay-slider")).to_be_visible()
    check_shape(page, tall=False)


SMALL = """() => {
  const largest = {};
  for (const element of document.querySelectorAll('#board [data-state="legal"]')) {
    const { width, height } = element.getBoundingClientRect(), { value } = element.dataset;
    largest[value] = Math.max(largest[value] || 0, Math.min(width, height));
  }
  return Object.entries(largest).filter(([, size]) => size < 24);
}"""


@pytest.mark.parametrize("game", ["mil", "staufer"])
def test_a_finger_meets_what_can_be_chosen(visitor: Visitor, game: str) -> None:
    """Boards without a map are drawn for phones: targets are at least 24 pixels wide and high (WCAG AA)."""
    page = visitor(360, 740)
    open_table(page, game, GAMES[game])
    check_shape(page, tall=True)
    rng, met = Random(4), set()
    for _ in range(16):
        ready(page)
        met.add(page.locator("#table").get_attribute("data-kind"))
        assert page.evaluate(SMALL) == []
        act(page, rng, "touch")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert len(met) > 1


def test_a_board_that_grows_longer_stays_where_it_is(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, "mil", 2)
    ready(page)
    svg = page.locator("#board > svg")
    seen = svg.bounding_box()
    assert seen is not None
    page.mouse.move(200, seen["y"] + seen["height"] - 20)  # how high it is depends on what is asked
    page.mouse.down()
    page.mouse.move(200, seen["y"] + 20, steps=4)
    page.mouse.up()
    before = svg.get_attribute("viewBox")
    assert before is not None and float(before.split()[1]) > 0
    fit = """(longer) => {
      const [x, y, w, h] = view.base.split(" ").map(Number), fresh = document.createElement("div");
      fresh.innerHTML = `<div id="board"><svg viewBox="${x} ${y} ${w + longer} ${h + 200}"></svg></div>`;
      fitBoard(fresh);
    }"""
    page.evaluate(fit, 0)  # a family has a knight more
    assert svg.get_attribute("viewBox") == before
    page.evaluate(fit, 100)  # drawn for another screen
    after = svg.get_attribute("viewBox")
    assert after is not None and float(after.split()[1]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_as_wide_as_the_phone(visitor: Visitor, game: str) -> None:
    page = visitor(390, 844)
    open_table(page, game, GAMES[game])
    ready(page)
    width, _ = page.evaluate(SHEET)
    assert width == pytest.approx(1, abs=0.01)
    before = page.locator("#board > svg").get_attribute("viewBox")
    page.locator('#tabs [data-tab="log"]').tap()
    page.evaluate("refresh()")
    assert page.locator("#board > svg").get_attribute("viewBox") == before  # also while nobody sees it
    page.locator('#tabs [data-tab="board"]').tap()
    assert page.evaluate(SHEET)[0] == pytest.approx(1, abs=0.01)
    for _ in range(9):
        page.locator('[data-zoom="0.77"]').tap()
    width, height = page.evaluate(SHEET)
    assert width <= 1.01 and height <= 1.01  # all of it


def test_a_tall_board_is_scrolled_by_a_finger(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, "wallenstein", 2)
    ready(page)
    page.keyboard.press("0")  # from the top, wherever the targets of the first question lie
    panel = page.locator("#board #player-0")
    page.mouse.move(200, 400)
    before = panel.bounding_box()
    page.mouse.down()
    page.mouse.move(260, 150, steps=4)
    page.mouse.up()
    after = panel.bounding_box()
    assert before is not None and after is not None
    assert after["y"] == pytest.approx(before["y"] - 250, abs=2)
    assert after["x"] == pytest.approx(before["x"], abs=1)  # its width is all there: nothing moves aside
    page.locator('[data-zoom="0"]').tap()
    assert panel.bounding_box() == before
