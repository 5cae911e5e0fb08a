"""For each game, a person plays a whole game against a bot through the page: by mouse, by touch, by keys."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.play import act, open_table, play_on, ready, speak

GAMES = {"staufer": 1, "wallenstein": 2, "mil": 1, "darkages": 1}
"""Every game with the fewest bots it can be played against. A new game joins with one line."""

WAYS = {"mouse": (1440, 900), "touch": (390, 844), "keys": (1440, 900)}

FITS = """() => {
  const controls = '#action button, #action a, #tabs button, #players li, header a, header button';
  const outside = [...document.querySelectorAll(controls)].filter((e) => {
    const { left, right } = e.getBoundingClientRect();
    return e.offsetParent && (right > innerWidth + 1 || left < -1);
  });
  const wide = document.documentElement.scrollWidth > innerWidth;
  return { wide, outside: outside.map((e) => e.outerHTML.slice(0, 80)) };
}"""


def check_fits(page: Page) -> None:
    """No control lies outside the screen and nothing scrolls sideways."""
    assert page.evaluate(FITS) == {"wide": False, "outside": []}


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(visitor: Visitor, game: str, how: str) -> None:
    page = visitor(*WAYS[how])
    open_table(page, game, GAMES[game])
    whole_game(page, how)
    assert page.locator(".plot .curve").count() == GAMES[game] + 1
    assert page.locator(".clauses li").count() > 0
    page.locator('[data-post="rematch"]').click()
    page.wait_for_url(lambda url: "/after" not in url)
    assert ready(page)


def whole_game(page: Page, how: str) -> None:
    """Play a table to its end and look at the result; whatever is asked fits on the screen."""
    rng, met = Random(how), set[str]()
    while ready(page):
        asked = page.locator("#table").get_attribute("data-ask") or ""
        if asked not in met:
            met.add(asked)
            check_fits(page)
            assert page.locator("#prompt").inner_text().strip()
        act(page, rng, how)
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert len(met) > 2
    expect(page.locator("#table")).to_have_attribute("data-status", "over")
    check_fits(page)
    page.locator('a.go[href$="/after"]').click()
    expect(page.locator("table.result").first).to_be_visible()  # a second one tells of ties
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", GAMES)
def test_reload_in_the_middle_of_every_kind_of_ask(visitor: Visitor, game: str) -> None:
    """Until no new kind of question has come up for a while."""
    page = visitor()
    open_table(page, game, GAMES[game])
    rng, met, quiet = Random(3), set[tuple[str, bool]](), 0
    while quiet < 40 and ready(page):
        asked = page.locator("#table").get_attribute("data-ask") or ""
        drafted = page.locator(".chips button").count() > 0
        quiet += 1
        if (asked, drafted) not in met:
            quiet = 0
            met.add((asked, drafted))
            before = page.locator("#action").inner_text()
            page.reload()
            assert page.locator("#action").inner_text() == before
        act(page, rng, "mouse")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert len(met) > 2


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_from_home_into_a_running_game(visitor: Visitor, game: str) -> None:
    page = visitor(390, 844, "de-DE")
    page.goto("/")
    card = page.locator(f'form.quick[data-game="{game}"]')
    card.locator("input[value='2']").check(force=True)
    card.locator("button").tap()
    page.wait_for_url("**/t/*")
    assert ready(page)
    check_fits(page)
    assert page.locator("html").get_attribute("lang") == "de"
    page.goto("/")
    expect(page.locator(".tables .turn")).to_contain_text("Du bist dran")


@pytest.mark.parametrize("game", GAMES)
def test_german_and_english_at_any_time(visitor: Visitor, game: str) -> None:
    page = visitor()
    open_table(page, game, GAMES[game])
    play_on(page, Random(1), "mouse", 6)
    ready(page)
    english = page.locator("#prompt").inner_text(), page.locator("#log").inner_text()
    offers = page.locator("#choices button").count()
    speak(page, "de")
    ready(page)
    german = page.locator("#prompt").inner_text(), page.locator("#log").inner_text()
    assert english[0] != german[0] and english[1] != german[1]
    assert page.locator("#choices button").count() == offers
    page.keyboard.press("?")
    expect(page.locator("#dialog")).to_contain_text("So spielt man hier")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    clause = page.locator("#prompt .clause")
    clause.click()
    expect(page.locator("#dialog h2")).to_contain_text(clause.inner_text())
    expect(page.locator("#dialog p")).not_to_be_empty()
