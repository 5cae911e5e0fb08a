"""Hints in the browser: in every game, and among people, where the table says whether they are allowed."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.play import act, open_table, ready
from tests.web.test_games import GAMES

TITLE = {"en-US": "A knight would choose:", "de-DE": "Ein Ritter würde wählen:"}
ALLOWED = {
    "en-US": ("Hints", "Everybody may ask what a knight would do, and why."),
    "de-DE": ("Tipps", "Alle dürfen fragen, was ein Ritter tun würde und warum."),
}
REFUSED = {"en-US": "this table allows no hints", "de-DE": "dieser Tisch erlaubt keine Tipps"}


def shown(page: Page, language: str) -> None:
    """A hint is asked for with the keyboard and shown in the language of the page."""
    page.keyboard.press("h")
    expect(page.locator("#advice li").first).to_be_visible()
    expect(page.locator("#advice > p").first).to_have_text(TITLE[language])
    assert page.locator("#advice .use").count() == page.locator("#advice > ol > li").count()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_gives_a_hint(visitor: Visitor, game: str) -> None:
    """In one language; in the other one games are looked back at (`test_lookback.py`, `test_analysed.py`)."""
    page = visitor(1440, 900, "en-US")
    open_table(page, game, GAMES[game])
    rng = Random(game)
    for _ in range(3):  # not every question leaves a choice
        assert ready(page)
        shown(page, "en-US")
        if page.locator("#advice > ol > li").count() > 1:
            break
        act(page, rng, "mouse")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    first = page.locator("#advice li").first
    assert first.locator(".expected").inner_text().startswith("expected result")
    draft = page.locator("#table").get_attribute("data-prefix")
    first.locator(".use").click()
    expect(page.locator("#table")).not_to_have_attribute("data-prefix", draft or "")


def two_people(visitor: Visitor, hints: bool) -> dict[str, Page]:
    """A game of two people who speak different languages, set up on the page; by language who plays."""
    anna, bert = visitor(1440, 900, "en-US"), visitor(390, 844, "de-DE")
    anna.goto("/new/staufer")
    anna.locator('.pick input[value="2"]').check(force=True)
    anna.select_option("[name=seat-1]", "open")
    anna.locator("[name=hints]").set_checked(hints)
    anna.locator("#setup button.go").click()
    anna.wait_for_url("**/t/*")
    bert.goto(anna.url)
    bert.locator('[data-post="join"]').tap()
    people = {"en-US": anna, "de-DE": bert}
    for page in people.values():
        expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    return people


def deciding(people: dict[str, Page]) -> str:
    """The language of the one whose turn it is."""
    found: list[str] = []
    while not found:
        found = [
            language
            for language, page in people.items()
            if page.locator("#table").get_attribute("data-turn") == "1"
        ]
    return found[0]


@pytest.mark.parametrize("allowed", [True, False])
def test_among_people_the_table_says_whether_hints_are_allowed(visitor: Visitor, allowed: bool) -> None:
    people = two_people(visitor, allowed)
    for language, page in people.items():
        told = " ".join(page.locator("ul.in-play").all_text_contents())
        assert all((words in told) == allowed for words in ALLOWED[language])
    rng, asked = Random(3), set[str]()
    while len(asked) < len(people):
        language = deciding(people)
        page = people[language]
        if language not in asked and allowed:
            shown(page, language)
        elif language not in asked:
            page.keyboard.press("h")
            expect(page.locator("#choices button").first).to_be_visible()
            assert page.locator("#hint, #advice").count() == 0
            refused(page, language)
        asked.add(language)
        act(page, rng, "keys")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


def refused(page: Page, language: str) -> None:
    """Whoever asks all the same is told why not."""
    id = page.locator("#table").get_attribute("data-id")
    said = page.request.get(f"/api/tables/{id}/hint", params={"lang": language[:2]})
    assert said.status == 403 and REFUSED[language] in said.json()["message"]
