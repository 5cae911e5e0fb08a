"""Looking back at a finished game in the browser: the analysis with its progress, and another line."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from pfalz import catalogue
from pfalz.core.record import SeatInfo
from pfalz.lab.match import write_down
from tests.server.processes import serving
from tests.web.conftest import Visitor
from tests.web.play import ready
from tests.web.test_games import GAMES
from tests.web.test_line import rivals

SAID = {
    "en-US": ("Analyse the game", "Turning points", "was worth about", "Expected result"),
    "de-DE": ("Partie analysieren", "Wendepunkte", "weniger wert als", "Erwartetes Ergebnis"),
}


def finished(page: Page, game: str = "staufer", squires: int = 1, at: str = "") -> str:
    """A finished game of this visitor against squires; they have not played well."""
    rules = catalogue.ruleset(game, squires + 1)
    record, wrong = write_down(rules, ["random"] + ["squire"] * squires, "back")
    assert not wrong
    record.header.seats = [SeatInfo("Ida")] + [SeatInfo("squire", "squire")] * squires
    page.goto(f"{at}/")
    made = page.request.post(f"{at}/api/guest", data={"name": "Ida"}, headers={"X-Pfalz": "1"})
    assert made.ok
    brought = page.request.post(
        f"{at}/api/tables/import",
        data=record.dumps(),
        headers={"X-Pfalz": "1", "Content-Type": "text/plain"},
    )
    assert brought.ok, brought.text()
    return str(brought.json()["id"])


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that takes a few seconds for an analysis at most, beside its plot."""
    database = f"sqlite:///{tmp_path_factory.mktemp('hurried') / 'pfalz.sqlite3'}"
    with serving(database, PFALZ_BOT_PAUSE="0", PFALZ_RATE_SCALE="0", PFALZ_ANALYSIS_SECONDS="4") as (_, url):
        yield url


@pytest.mark.parametrize(("language", "width"), [("en-US", 1440), ("de-DE", 390)])
def test_a_game_is_analysed_looked_at_and_played_on_another_way(
    visitor: Visitor, language: str, width: int
) -> None:
    page = visitor(width, 844, language)
    begin, turns, worth, plot = SAID[language]
    id = finished(page)
    page.goto(f"/t/{id}/after")
    page.locator(f'a[href="/t/{id}/analysis"]').click()
    page.get_by_role("button", name=begin).click()
    expect(page.locator("#analysing progress")).to_be_visible()
    expect(page.get_by_role("heading", name=turns)).to_be_visible(timeout=300_000)
    expect(page.get_by_role("heading", name=plot)).to_be_visible()
    assert page.locator(".plot .curve").count() == 2
    items = page.locator(".turns li")
    count = items.count()
    assert 1 <= count <= 8 and page.locator(".plot a .turn").count() == count
    assert all(worth in text for text in items.all_inner_texts())
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is wider than the screen"

    look = items.first.locator("a")
    position = (look.get_attribute("href") or "").split("at=")[1].split("&")[0]
    look.click()
    expect(page.locator("#table")).to_have_attribute("data-position", position)
    expect(page.locator("#table")).to_have_attribute("data-seat", "0")
    page.go_back()
    mark = page.locator(".plot a").first
    assert mark.get_attribute("href") == f"/t/{id}?at={position}&seat=0"

    page.select_option("[data-rivals]", "prince")
    page.locator("[data-do=tryline]").first.click()
    page.wait_for_url(lambda url: "/t/" in url and id not in url)
    assert ready(page)
    table = page.locator("#table")
    assert (table.get_attribute("data-seat"), table.get_attribute("data-turn")) == ("0", "1")
    assert rivals(page) == {1: "prince"}


@pytest.mark.parametrize("game", ["mil", "darkages"])
def test_other_games_are_looked_back_at_too(visitor: Visitor, hurried: str, game: str) -> None:
    """In the language in which their hints were not asked for (`test_hints.py`).

    The plot of Wallenstein takes longer than a test should; `test_analysed.py` has the pages of all games."""
    page = visitor(1440, 900, "de-DE")
    id = finished(page, game, GAMES[game], hurried)
    page.goto(f"{hurried}/t/{id}/analysis")
    page.get_by_role("button", name="Partie analysieren").click()
    expect(page.get_by_role("heading", name="Erwartetes Ergebnis")).to_be_visible(timeout=300_000)
    expect(page.get_by_role("heading", name="Wendepunkte")).to_be_visible()
    assert page.locator(".plot .curve").count() == GAMES[game] + 1
    told = page.locator(".turns li")
    assert all("weniger wert als" in text for text in told.all_inner_texts())
    assert told.count() or page.get_by_text("deutlich besser").count()


def test_it_goes_on_being_shown_after_a_reload_and_others_are_told_why_not(
    visitor: Visitor, server: str
) -> None:
    page = visitor()
    id = finished(page)
    page.goto(f"/t/{id}/analysis?seat=1")
    page.locator("#analyse").click()
    expect(page.locator("#analysing progress")).to_be_visible()
    page.reload()
    expect(page.locator("[data-state=done]")).to_be_visible(timeout=300_000)
    expect(page.locator("#analysis nav [aria-current]")).to_contain_text("squire")
    with httpx.Client(base_url=server, headers={"Accept": "text/html"}) as stranger:
        assert stranger.get(f"/t/{id}/analysis").status_code in (403, 404)
