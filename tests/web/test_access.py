"""Everybody can use the pages: axe finds nothing against WCAG 2.2 A and AA, on any page, light and dark."""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pfalz.web.setup import shown_games
from tests.web.conftest import Visitor
from tests.web.play import act, open_table, ready

STANDARDS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def flaws(page: Page) -> list[str]:
    """What axe finds, a line each."""
    found = Axe().run(page, options=STANDARDS).response["violations"]
    return [f"{page.url} {flaw['id']}: {node['html'][:200]}" for flaw in found for node in flaw["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_pages_are_accessible(visitor: Visitor, theme: str, width: int) -> None:
    page = visitor(width, 844, color_scheme=theme)
    found = []
    for path in ("/", "/login", "/new/wallenstein", "/rules/staufer", "/how/mil"):
        page.goto(path)
        found += flaws(page)
    page.goto("/")
    page.locator(".quick button").first.click()  # be a guest
    page.wait_for_url("**/t/*")
    page.goto("/account")
    assert [*found, *flaws(page)] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", shown_games())
def test_tables_are_accessible(visitor: Visitor, game: str, theme: str) -> None:
    page = visitor(1440, 900, color_scheme=theme)
    open_table(page, game, bots=2)
    rng, asked = Random(game), dict[str, int]()
    found: list[str] = []
    for _ in range(40):
        if not ready(page):
            break
        question = page.locator("#table").get_attribute("data-ask") or ""
        asked[question] = asked.get(question, 0) + 1
        if asked[question] == 1:
            found += flaws(page)
        act(page, rng, "mouse")
    page.keyboard.press("?")
    expect(page.locator("#dialog")).to_be_visible()
    assert [*found, *flaws(page)] == []
    assert len(asked) >= 2


@pytest.mark.parametrize("game", shown_games())
def test_whatever_can_be_clicked_has_a_name(visitor: Visitor, game: str) -> None:
    page = visitor(390, 844, language="de-DE")
    open_table(page, game, bots=2)
    rng, seen = Random(game), 0
    for _ in range(15):
        ready(page)
        for target in page.locator('#board [data-state="legal"]').all():
            assert (target.get_attribute("aria-label") or "").strip()
            assert target.get_attribute("role") == "button" and target.get_attribute("tabindex") == "0"
            seen += 1
        for button in page.locator("button:visible").all():
            said = f"{button.get_attribute('aria-label') or ''}{button.inner_text()}".strip()
            assert said, button.evaluate("button => button.outerHTML")
        act(page, rng, "touch")
    assert seen
