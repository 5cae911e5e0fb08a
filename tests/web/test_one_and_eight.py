"""Dark Ages with one player and with eight in the browser: whole games, reasons told, boards within reach.

Bots are pages, who answer at once: a test waits for nobody who thinks."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.play import act, open_table, play_on, ready
from tests.web.test_games import check_fits, whole_game

LORDLINGS = 2
"""Their side, as the page numbers it."""
SHOWN = """(id) => {
  const board = document.querySelector(`#board [id="${id}"]`).getBoundingClientRect();
  const stage = document.querySelector('#stage').getBoundingClientRect();
  const reach = board.top >= stage.top - 1 && board.top < stage.bottom - 40;
  return reach && board.left >= stage.left - 1 && board.right <= stage.right + 1;
}"""

NEXT_OR_CLAUSE = """() => {
  const clause = document.querySelector('#telling:not([hidden]) #scene > ul button.clause');
  document.querySelector(clause ? '#tell-pause' : '#tell-next').click();
  return clause?.textContent || '';
}"""


def alone(page: Page) -> None:
    """From the home page into the solo game: choose it, begin."""
    page.goto("/")
    card = page.locator('form.quick[data-game="darkages"]')
    card.locator("input[value='0']").check(force=True)
    card.locator("button").click()
    page.wait_for_url("**/t/*")


def test_a_whole_game_of_eight(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "darkages", 7)
    expect(page.locator("#players .seat")).to_have_count(8)
    whole_game(page, "mouse")
    assert page.locator(".plot .curve").count() == 8
    assert page.locator("table.result").first.locator("thead .coat").count() == 8


def test_the_boards_of_seven_opponents_are_within_reach_of_a_thumb(visitor: Visitor) -> None:
    page = visitor(390, 844, "de-DE")
    open_table(page, "darkages", 7)
    play_on(page, Random(5), "touch", 8)
    ready(page)
    for seat in (7, 3, 0):
        line = page.locator(f"#seat-{seat} .visit")
        place = line.bounding_box()
        assert place and place["height"] >= 24
        line.tap()
        assert page.evaluate(SHOWN, f"player-{seat}")
    page.locator('#tabs [data-tab="log"]').tap()
    page.locator("#seat-5 .visit").tap()  # from another tab, too
    expect(page.locator("#board")).to_be_visible()
    assert page.evaluate(SHOWN, "player-5")
    check_fits(page)


def test_alone_from_the_home_page_to_the_result(visitor: Visitor) -> None:
    """The lordlings are among the players, and in result and plot; a lost game is lost; it says how hard."""
    page = visitor(390, 844, "de-DE")
    alone(page)
    assert ready(page)
    expect(page.locator(f"#seat-{LORDLINGS}")).to_contain_text("Der Bund der Junker")
    whole_game(page, "touch")
    expect(page.locator("h1")).to_contain_text("Das Spiel ist verloren")  # by answers at random
    expect(page.locator("h1")).to_contain_text("Bund der Junker")
    expect(page.locator("main")).to_contain_text("Schwierigkeit: Allein, normal")
    first = page.locator("table.result").first
    expect(first.locator("thead")).to_contain_text("1. Der Bund der Junker")
    assert page.locator(".plot .curve").count() == 2


def test_what_the_opponents_do_is_told_with_its_reason(visitor: Visitor) -> None:
    """Step by step, as long as one likes: what was rolled, why this area, and the clause to read."""
    page = visitor(pace="calm")
    alone(page)
    rng, said = Random(6), ""
    for _ in range(60):
        assert ready(page)
        while page.locator("#telling").is_visible() and not said:
            said = page.evaluate(NEXT_OR_CLAUSE)
        if said:
            break
        act(page, rng, "mouse")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    expect(page.locator("#told")).not_to_be_empty()
    page.locator("#scene > ul button.clause").first.click()
    expect(page.locator("#dialog h2")).to_contain_text(said)
