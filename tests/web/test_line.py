"""Another line: those who sat in a finished game may play on from any position, against bots they choose."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from pfalz.core.state import SPECTATOR
from pfalz.web.prefs import Prefs
from tests.web.conftest import Visitor
from tests.web.fake import seen_by, session_of
from tests.web.play import ready
from tests.web.test_account import HEADERS
from tests.web.test_render import markup
from tests.web.test_replay import ended

SAID = {
    "en": ("Another line from here", "Opponents", ("Page (beginner)", "Knight", "Prince (strongest)")),
    "de": (
        "Von hier an anders weiterspielen",
        "Gegner",
        ("Page (Anfänger)", "Ritter", "Fürst (am stärksten)"),
    ),
}


@pytest.mark.parametrize("language", SAID)
def test_every_position_but_the_last_offers_another_line_to_those_who_sat_there(language: str) -> None:
    session, (here, against, bots) = session_of("staufer", 2), SAID[language]
    for position in (0, 1, 40, len(session.entries) - 1):
        shown = markup(seen_by(session, 1, position=position), Prefs(language))
        button = shown.split('data-do="tryline"')[1].split("</button>")[0]
        assert f'data-position="{position}" data-seat="1"' in button and button.endswith(f">{here}")
        assert against in shown and all(f">{bot}</option>" in shown for bot in bots)
    at_the_end = markup(seen_by(session, 1), Prefs(language))
    stranger = markup(replace(seen_by(session, SPECTATOR, position=40), me=-1), Prefs(language))
    running = markup(seen_by(session_of("staufer", 2, answers=60), 1, position=40), Prefs(language))
    assert all("tryline" not in html for html in (at_the_end, stranger, running))


def test_whoever_plays_alone_chooses_no_opponent() -> None:
    shown = markup(seen_by(session_of("darkages", 1), 0, position=20), Prefs("en"))
    assert "tryline" in shown and "data-rivals" not in shown


def rivals(page: Page) -> dict[int, str]:
    """Which bots sit at the table of the page, by seat."""
    id = page.locator("#table").get_attribute("data-id")
    key = page.url.partition("?")[2]
    seats = page.request.get(f"/api/tables/{id}/view.json?{key}").json()["seats"]
    return {seat["seat"]: seat["bot"] for seat in seats if seat["bot"]}


def test_from_the_replay_another_line_is_played_from_a_seat_against_bots_of_choice(visitor: Visitor) -> None:
    page = visitor()
    id = ended(page, "staufer", 3)
    page.goto(f"/t/{id}?at=30")
    table, choice = page.locator("#table"), page.locator("[data-rivals]")
    expect(choice).to_have_value("knight")
    choice.select_option("page")
    page.locator('[data-go="0"]').click()
    expect(table).to_have_attribute("data-position", "0")
    page.locator(".replay [data-go]").last.click()
    expect(choice).to_have_count(0)  # there is nothing left to decide
    page.goto(f"/t/{id}?at=31")
    page.select_option("#viewpoint", "2")
    expect(table).to_have_attribute("data-seat", "2")
    expect(choice).to_have_value("page")  # it stays, whatever is looked at
    page.locator("[data-do=tryline]").click()
    page.wait_for_url(lambda url: "/t/" in url and id not in url)
    assert ready(page)
    assert (table.get_attribute("data-seat"), table.get_attribute("data-turn")) == ("2", "1")
    assert rivals(page) == {0: "page", 1: "page"}


def test_what_cannot_be_done_is_said(visitor: Visitor) -> None:
    page = visitor()
    id = ended(page, "staufer", 2)
    last = page.request.get(f"/api/tables/{id}/view.json").json()["position"]
    for body, status, said in (
        ({"position": last, "seat": 0}, 404, f"there are positions 0 to {last - 1}"),
        ({"position": 3, "seat": 5}, 404, "there is no such seat"),
        ({"position": 3, "seat": 0, "bot": "duke"}, 422, "there are the bots page, knight, prince"),
    ):
        got = page.request.post(f"/api/tables/{id}/lines", data=body, headers=HEADERS)
        assert got.status == status and said in got.json()["message"]
