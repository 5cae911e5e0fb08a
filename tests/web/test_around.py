"""Around a table: notices of this and other tables, the browser's own buttons, the key of a private table."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.play import middle, open_table, play_on, ready
from tests.web.test_account import HEADERS
from tests.web.test_replay import ended

GAME = "staufer"
ELSEWHERE = """
window.notices = [];
window.Notification = class {
  static permission = "granted";
  constructor(title, { body, tag }) { window.notices.push([title, body, tag]); }
};
Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""


def told(page: Page) -> None:
    """This browser may show notices; it keeps them for us."""
    page.add_init_script(ELSEWHERE)
    page.goto("/")
    page.context.add_cookies([{"name": "pfalz_notify", "value": "1", "url": page.url}])
    assert page.request.post("/api/guest", data={}, headers=HEADERS).ok


def game_of(page: Page, other: Page, title: str) -> str:
    """A game of two people that has begun."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish: dict[str, Any] = {"game": GAME, "players": 2, "seats": seats, "title": title}
    id: str = page.request.post("/api/tables", data=wish, headers=HEADERS).json()["id"]
    assert other.request.post(f"/api/tables/{id}/join", data={}, headers=HEADERS).ok
    return id


def cancel(id: str, *people: Page) -> None:
    for person in people:
        assert person.request.post(f"/api/tables/{id}/cancel", headers=HEADERS).ok


def test_a_table_tells_what_happens_at_the_others(visitor: Visitor) -> None:
    page = visitor()
    streams: list[str] = []
    page.on("request", lambda r: streams.append(r.url) if "/events" in r.url else None)
    told(page)
    open_table(page, GAME)
    ready(page)
    streams.clear()
    page.reload()
    page.wait_for_function("() => state.source.readyState === 1")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    wish: dict[str, Any] = {"game": GAME, "players": 2, "seats": seats, "title": "Der Hof"}
    id = page.request.post("/api/tables", data=wish, headers=HEADERS).json()["id"]
    expect(page.locator("#toast")).to_have_text("Your turn: Der Hof")
    expect(page.locator("#toast a")).to_have_attribute("href", f"/t/{id}")
    expect(page.locator(".extras a")).to_have_attribute("href", f"/t/{id}")  # the next table
    cancel(id, page)
    expect(page.locator("#toast")).to_have_text("A game has ended: Der Hof")
    expect(page.locator(".extras a")).to_have_count(0)
    assert len(streams) == 1  # browsers allow few connections to a server


@pytest.mark.parametrize("wanted", [True, False])
def test_a_table_in_the_background_announces_what_is_wanted(visitor: Visitor, wanted: bool) -> None:
    page, other = visitor(), visitor()
    told(page)
    other.goto("/")
    other.request.post("/api/guest", data={}, headers=HEADERS)
    if not wanted:
        page.request.patch("/api/me", data={"notices": ["browser.turn"]}, headers=HEADERS)
    here, there = game_of(page, other, "Hier"), game_of(page, other, "Dort")
    page.goto(f"/t/{here}")
    page.wait_for_function("() => state.source.readyState === 1")
    page.evaluate("away = true")
    cancel(there, page, other)
    cancel(here, page, other)
    expect(page.locator("#table")).to_have_attribute("data-status", "cancelled")
    ended = [["A game has ended", "Dort", there], ["A game has ended", "Hier", here]] if wanted else []
    page.wait_for_function("wanted => notices.length >= wanted", arg=len(ended))
    assert page.evaluate("notices") == ended


def test_the_back_button_leads_out_of_the_replay(visitor: Visitor) -> None:
    page = visitor()
    id = open_table(page, GAME)
    play_on(page, Random(2), "mouse", 6)
    ready(page)
    table = page.locator("#table")
    now = table.get_attribute("data-position") or ""
    page.locator("#log li.deed > a").nth(2).click()
    expect(page.locator("#replay-slider")).to_be_visible()
    there = str(int(table.get_attribute("data-position") or "") - 1)
    page.locator("#replay-back").click()
    expect(table).to_have_attribute("data-position", there)
    page.go_back()
    expect(table).to_have_attribute("data-position", now)
    expect(page.locator("#replay-slider")).to_have_count(0)
    assert page.url.endswith(f"/t/{id}")
    page.go_forward()
    expect(table).to_have_attribute("data-position", there)
    page.locator("#replay-live").click()
    expect(table).to_have_attribute("data-position", now)
    page.go_back()  # and not into the replay again
    page.wait_for_url(f"**/new/{GAME}")


def test_the_board_follows_the_slider_while_it_is_moved(visitor: Visitor) -> None:
    page = visitor()
    id = open_table(page, GAME)
    play_on(page, Random(2), "mouse", 6)
    ready(page)
    page.goto(f"/t/{id}?at=0")
    slider, table = page.locator("#replay-slider"), page.locator("#table")
    x, y = middle(slider)
    page.mouse.move(slider.bounding_box()["x"] + 8, y)  # type: ignore[index]
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    expect(table).not_to_have_attribute("data-position", "0")  # not let go yet
    half = int(slider.input_value())
    expect(table).to_have_attribute("data-position", str(half))
    page.mouse.up()
    assert f"at={half}" in page.url


def test_a_guest_with_the_key_reaches_everything_of_a_private_table(visitor: Visitor) -> None:
    anna, clara = visitor(permissions=["clipboard-read", "clipboard-write"]), visitor(accept_downloads=True)
    anna.goto("/")
    anna.request.post("/api/guest", data={}, headers=HEADERS)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    wish: dict[str, Any] = {"game": GAME, "players": 2, "seats": seats, "private": True}
    id = anna.request.post("/api/tables", data=wish, headers=HEADERS).json()["id"]
    anna.goto(f"/t/{id}")
    play_on(anna, Random(1), "mouse", 3)
    ready(anna)
    anna.locator("#log li.deed > a").nth(1).click()
    anna.locator("#choices [data-copy]").click()
    expect(anna.locator("#toast")).to_contain_text("key=")
    invitation = anna.evaluate("navigator.clipboard.readText()")
    assert "at=" in invitation and "key=" in invitation
    clara.goto(invitation)
    expect(clara.locator("#replay-slider")).to_be_visible()
    with clara.expect_download() as svg:
        clara.get_by_text("SVG", exact=True).click()
    assert svg.value.path().read_text("utf-8").startswith("<svg")
    clara.locator("#settings summary").click()
    with clara.expect_download() as record:
        clara.locator("#settings a[download]").click()
    assert len(record.value.path().read_text("utf-8")) > 100


def test_a_piece_shows_the_rule_of_what_it_lies_on(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "mil")
    ready(page)
    page.mouse.move(*middle(page.locator("#privilege-0-0")))
    expect(page.locator("#tip")).to_contain_text("(M-")
    expect(page.locator(".pinned .unbroken").first).to_have_css(
        "display", "inline"
    )  # clauses run on in their sentence


def test_tables_are_listed_by_their_game(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    page.locator('form.quick[data-game="mil"] button').click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    expect(page.locator(".tables b")).to_have_text(
        "MIL (1049)"
    )  # and not by the name of whoever has opened it
    page.goto("/new/mil")
    page.locator("[name=title]").fill("Am Kamin")
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")
    page.goto("/")
    expect(page.locator(".tables b", has_text="Am Kamin")).to_have_text("MIL (1049) · Am Kamin")


@pytest.mark.parametrize("game", ["wallenstein", "mil"])
def test_the_result_of_a_full_table_fits_a_phone(visitor: Visitor, game: str) -> None:
    page = visitor(390, 844, "de-DE")
    page.goto(f"/t/{ended(page, game, 5)}/after")
    assert page.evaluate(
        "(frame => frame.scrollWidth <= frame.clientWidth)(document.querySelector('.scroll'))"
    )
    assert page.evaluate("document.querySelector('.plot .axis').getBoundingClientRect().height") > 9
    whole = "span => span.getClientRects().length === 1 && span.scrollHeight <= span.clientHeight + 1"
    names = page.locator(".result").first.locator("thead span")  # a second one tells of ties
    assert names.count() == 5 and all(name.evaluate(whole) for name in names.all())
    expect(page.locator(".crumb")).to_contain_text(
        page.locator("#after").get_attribute("data-game") or "", ignore_case=True
    )


CUT_WORDS = """() => [...document.querySelectorAll('.result th:first-child')].filter((cell) => {
  cell.style.overflowWrap = 'normal';
  return cell.scrollWidth > cell.clientWidth;
}).map((cell) => cell.textContent)"""
CUT_NUMBERS = """() => [...document.querySelectorAll('.plot text')]
  .filter((label) => label.getBBox().x < 0).map((label) => label.textContent)"""


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, n) for game in ("staufer", "wallenstein", "mil") for n in (3, 5)] + [("darkages", 4)],
)
def test_words_and_numbers_of_a_result_are_whole_on_a_phone(
    visitor: Visitor, game: str, players: int
) -> None:
    page = visitor(390, 844, "de-DE")
    page.goto(f"/t/{ended(page, game, players)}/after")
    assert page.evaluate(CUT_WORDS) == [] == page.evaluate(CUT_NUMBERS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_click_on_light_or_dark_is_seen(visitor: Visitor, theme: str) -> None:
    page = visitor(color_scheme=theme)
    page.goto("/")
    shown = "() => getComputedStyle(document.body).color"
    colours = [page.evaluate(shown)]
    for _ in range(3):
        page.locator("[data-do=theme]").click()
        colours.append(page.evaluate(shown))
    assert colours[0] == colours[2] != colours[1] == colours[3]
    page.reload()
    assert page.evaluate(shown) == colours[3]


def test_a_guest_is_warned_before_signing_out(visitor: Visitor) -> None:
    page = visitor(language="de-DE")
    page.goto("/")
    page.request.post("/api/guest", data={}, headers=HEADERS)
    page.goto("/account")
    said: list[str] = []
    page.once("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.locator("[data-do=logout]").click()
    assert said and said[0].endswith("Trotzdem abmelden?")
    assert page.request.get("/api/me").ok
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("[data-do=logout]").click()
    page.wait_for_url(lambda url: url.endswith("/"))
    expect(page.locator(".who")).to_have_text("Anmelden")


def test_a_browser_that_refuses_notices_is_named(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script("window.Notification = class { static requestPermission = async () => 'denied'; };")
    page.goto("/")
    page.request.post("/api/guest", data={}, headers=HEADERS)
    page.goto("/account")
    page.locator('[data-pref="notify"]').check()
    expect(page.locator("#toast")).to_contain_text("This browser shows no notices")


def test_a_phone_shows_that_somebody_has_said_something(visitor: Visitor) -> None:
    page, other = visitor(390, 844), visitor()
    id = open_table(page, GAME)
    ready(page)
    other.goto(f"/t/{id}")
    tab = page.locator('#tabs [data-tab="chat"]')
    expect(tab).not_to_have_class("news")
    other.locator("#chat-text").fill("Gut Holz!")
    other.keyboard.press("Enter")
    expect(tab).to_have_class("news")
    expect(tab).to_have_attribute("aria-label", "Chat: something new")
    tab.tap()
    expect(page.locator("#chat")).to_contain_text("Gut Holz!")
    expect(tab).not_to_have_class("news")
    page.locator('#tabs [data-tab="board"]').tap()
    expect(tab).not_to_have_class("news")


def test_a_seat_with_everything_stays_in_its_column(visitor: Visitor) -> None:
    page, other = visitor(language="de-DE"), visitor()
    for one in (page, other):
        one.goto("/")
        one.request.post("/api/guest", data={"name": "Friedrich Barbarossa der Erste"}, headers=HEADERS)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
    clock = {"kind": "move", "seconds": 604800}
    wish: dict[str, Any] = {"game": GAME, "players": 3, "seats": seats, "clock": clock}
    id = page.request.post("/api/tables", data=wish, headers=HEADERS).json()["id"]
    assert other.request.post(f"/api/tables/{id}/join", data={}, headers=HEADERS).ok
    assert other.request.post(f"/api/tables/{id}/resign", headers=HEADERS).ok
    page.goto(f"/t/{id}")
    expect(page.locator(".seat.resigned")).to_have_count(1)
    for width in (1440, 1000, 390):
        page.set_viewport_size({"width": width, "height": 844})
        frame = page.locator("#players").bounding_box()
        for score in page.locator(".seat .score").all():
            box = score.bounding_box()
            assert box and frame and box["x"] + box["width"] <= frame["x"] + frame["width"]


def test_no_tip_comes_after_the_mouse_is_pressed(visitor: Visitor) -> None:
    page = visitor()
    page.clock.install(time=datetime(2026, 1, 1))
    open_table(page, GAME)
    ready(page)
    tip, offer = page.locator("#tip"), page.locator("#choices .choice[data-kind]").first
    page.clock.pause_at(datetime(2026, 1, 2))
    page.mouse.move(*middle(offer))
    page.clock.run_for(1000)
    expect(tip).to_be_visible()
    page.mouse.move(*middle(page.locator("#prompt")))
    expect(tip).to_be_hidden()
    page.mouse.move(*middle(offer))  # it would come in a moment
    page.mouse.down()
    page.clock.run_for(1000)
    expect(tip).to_be_hidden()
