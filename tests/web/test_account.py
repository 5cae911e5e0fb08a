"""What people set about themselves, what an owner takes back, pictures that stand alone, two fingers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from pfalz.server.http.gate import CSP, Gate, Traffic
from pfalz.server.rates import Rates
from pfalz.server.settings import Settings
from tests.server.postman import Postman, link, postman
from tests.server.test_notify import with_mail
from tests.server.tools import listening
from tests.web.conftest import Chromium, Visitor
from tests.web.play import open_table, play_on, ready, speak

GAME = "staufer"
HEADERS = {"X-Pfalz": "1", "Content-Type": "application/json"}


def save(page: Page, form: str = '[data-form="profile"]', **values: str) -> None:
    fill(page, form, **values)
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


def fill(page: Page, selector: str, **values: str) -> None:
    form = page.locator(selector)
    for name, value in values.items():
        form.locator(f"[name={name}]").fill(value)
    form.locator("button").click()


def test_name_addresses_and_notices_are_changed(visitor: Visitor) -> None:
    first = visitor(language="de-DE")
    first.goto("/")
    first.request.post("/api/guest", data={"language": "de"}, headers=HEADERS)
    page = first.context.new_page()  # a refusal is an error in the console, and wanted here
    page.goto("/account")
    save(page, name="Änne <b>", webhook="https://example.org/hook")
    expect(page.locator("#toast")).to_have_text("Gespeichert.")
    expect(page.locator("h1")).to_have_text("Änne <b>")
    expect(page.locator(".who")).to_have_text("Änne <b>")
    page.locator('[data-pref="notify"]').check()
    page.get_by_label("Mail: Eine Partie ist zu Ende").uncheck()
    page.get_by_label("Webhook: Meine Zeit wird knapp").uncheck()
    page.locator("[name=language]").select_option("en")
    save(page, webhook="ftp://example.org")
    problem = page.locator('[data-form="profile"] [role=alert]')
    expect(problem).to_contain_text("http- oder https-Adresse")
    speak(page, "en")
    expect(page.locator("[name=webhook]")).to_have_value("https://example.org/hook")  # nothing was changed
    expect(page.locator("[name=language]")).to_have_value("de")
    expect(page.locator('[data-pref="notify"]')).to_be_checked()
    save(page, name="  ")
    expect(problem).to_contain_text("name")
    page.get_by_label("Mail: A game has ended").uncheck()
    save(page, name="Anna", webhook="")
    expect(problem).to_be_hidden()
    me = page.request.get("/api/me").json()
    assert (me["name"], me["webhook"], me["language"]) == ("Anna", "", "de")
    assert len(me["notices"]) == 8 and "mail.end" not in me["notices"]
    page.reload()
    expect(page.get_by_label("Mail: A game has ended")).not_to_be_checked()
    expect(page.get_by_label("Mail: It is my turn")).to_be_checked()
    expect(page.locator("#mail-state")).to_contain_text("This server sends no mail")


@pytest.fixture
def post_office(tmp_path: Path) -> Iterator[tuple[str, Postman]]:
    """A server that sends mail, and the mailbox it sends to."""
    boxes: list[Postman] = []
    ready, end = Event(), Event()

    async def deliver() -> None:
        async with postman() as box:
            boxes.append(box)
            ready.set()
            await asyncio.to_thread(end.wait)

    thread = Thread(target=lambda: asyncio.run(deliver()), daemon=True)
    thread.start()
    assert ready.wait(20)
    with listening(with_mail(tmp_path, boxes[0], base_url="")) as (url, _):
        yield url, boxes[0]
    end.set()
    thread.join(20)


def mailed(page: Page, box: Postman, word: str, to: str) -> str:
    """Wait for a mail; the way to the page its link leads to."""
    for _ in range(1200):
        if box.about(word):
            return link(box.about(word)[-1], to)
        page.wait_for_timeout(50)
    raise AssertionError("no mail has come")


@pytest.mark.parametrize("width", [1440, 390])
def test_an_account_is_kept_with_mail_and_deleted(
    chromium: Chromium, post_office: tuple[str, Postman], width: int
) -> None:
    url, box = post_office
    context = chromium.browser.new_context(
        viewport={"width": width, "height": 844}, base_url=url, locale="de-DE"
    )
    page = context.new_page()
    page.goto("/login")
    fill(page, '[data-form="register"]', login="Hedwig", password="ein langes Wort", mail="h@x.example")
    page.wait_for_url(f"{url}/")
    page.goto("/account")
    expect(page.locator("#mail-state")).to_contain_text("Noch nicht bestätigt")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    unnamed = "[...document.querySelectorAll('input:not([type=hidden]), select')]"
    unnamed += ".filter((field) => !field.labels?.length && !field.ariaLabel).length"
    assert page.evaluate(unnamed) == 0
    page.goto(mailed(page, box, "Ist das deine", "confirm"))
    page.locator("#errand button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/account?done=confirm")
    expect(page.locator("[role=status].done")).to_have_text("Deine Mailadresse ist bestätigt.")
    expect(page.locator("#mail-state")).to_have_text("Diese Adresse ist bestätigt.")

    save(page, "#mail-form", mail="other@x.example", password="falsches Wort")
    expect(page.locator("#mail-form [role=alert]")).to_have_text("das Passwort ist falsch")
    fill(page, "#password-form", old="ein langes Wort", password="ein anderes Wort")
    page.wait_for_url("**/account?done=password")

    page.get_by_role("button", name="Hier abmelden").click()
    page.wait_for_url(f"{url}/")
    page.goto("/login")
    save(page, '[data-form="login"]', login="hedwig", password="ein langes Wort")
    expect(page.locator('[data-form="login"] [role=alert]')).to_contain_text("falsch")
    page.get_by_role("link", name="Passwort vergessen?").click()
    fill(page, "#errand form", mail="h@x.example")
    page.wait_for_url("**/forgotten?done=1")
    page.goto(mailed(page, box, "Ein neues Passwort", "reset"))
    fill(page, "#errand form", password="ein drittes Wort")
    page.wait_for_url("**/account?done=password")
    expect(page.locator("h1")).to_have_text("hedwig")

    page.goto(mailed(page, box, "Ein neues Passwort", "unsubscribe"))
    page.get_by_role("button", name="Keine Mail mehr").click()
    expect(page.locator("[role=status]").first).to_contain_text("wird keine Mail")
    page.goto("/account")
    expect(page.get_by_label("Mail: Ich bin dran")).not_to_be_checked()

    page.locator("#farewell summary").click()
    fill(page, "#farewell", password="ein drittes Wort")
    page.wait_for_url(f"{url}/")
    page.goto("/account")
    assert page.url.endswith("/login")
    chromium.close(context.close)


def test_a_page_away_from_the_tables_tells_what_happens_there(visitor: Visitor) -> None:
    page, other = visitor(), visitor()
    page.goto("/")
    for one in (page, other):
        assert one.request.post("/api/guest", data={}, headers=HEADERS).ok
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": GAME, "players": 2, "seats": seats, "title": "Der Hof"}
    id = page.request.post("/api/tables", data=wish, headers=HEADERS).json()["id"]
    page.context.add_cookies([{"name": "pfalz_notify", "value": "1", "url": page.url}])
    with page.expect_response("**/api/me/events"):
        page.goto("/account")
    assert other.request.post(f"/api/tables/{id}/join", data={}, headers=HEADERS).ok
    for one in (page, other):
        one.request.post(f"/api/tables/{id}/cancel", headers=HEADERS)
    expect(page.locator("#toast")).to_have_text("A game has ended: Der Hof")


def test_another_browser_is_signed_out(visitor: Visitor) -> None:
    here, there = visitor(), visitor()
    who = {"login": "oda", "password": "ein sehr langes Wort"}
    assert here.request.post("/api/register", data=who, headers=HEADERS).ok
    assert there.request.post("/api/login", data=who, headers=HEADERS).ok
    there.goto("/account")
    expect(there.locator("h1")).to_have_text("oda")
    here.goto("/account")
    here.locator('[data-delete^="/api/sessions/"]').click()
    expect(here.locator("[data-delete]")).to_have_count(0)
    there.goto("/account")
    assert there.url.endswith("/login")


def test_the_owner_goes_on_from_an_earlier_position(visitor: Visitor) -> None:
    page = visitor()
    page.goto(f"/new/{GAME}")
    page.locator('.pick input[value="2"]').check(force=True)
    page.select_option("[name=seat-1]", "bot:page")
    page.select_option("[name=undo]", "free")
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")
    ready(page)
    table = page.locator("#table")
    start = table.get_attribute("data-position") or ""
    play_on(page, Random(3), "mouse", 8)
    ready(page)
    page.goto(f"{page.url}?at={start}")
    page.locator("#go-on").click()  # a question nobody answers is answered with no
    expect(table).to_have_attribute("data-replay", "1")
    asked: list[str] = []

    def agree(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.once("dialog", agree)
    page.locator("#go-on").click()
    expect(table).to_have_attribute("data-replay", "0")
    expect(table).to_have_attribute("data-position", start)
    expect(table).to_have_attribute("data-turn", "1")
    assert "at=" not in page.url and f"position {start} " in asked[0]
    play_on(page, Random(4), "mouse", 2)


def test_a_picture_opened_by_itself_has_its_style(visitor: Visitor) -> None:
    page = visitor()
    id = open_table(page, GAME)
    found = page.goto(f"/t/{id}/at/0.svg")
    assert found is not None and "script-src" not in (policy := found.headers["content-security-policy"])
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'") and ", " not in policy
    assert page.evaluate("[...document.styleSheets].reduce((n, sheet) => n + sheet.cssRules.length, 0)") > 5
    assert found.headers["x-content-type-options"] == "nosniff"


def test_the_gate_keeps_the_policy_of_an_answer() -> None:
    def policies(headers: list[tuple[bytes, bytes]]) -> list[bytes]:
        sent: list[Any] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": headers})

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": ("::1", 1)}
        passing = Thread(
            target=asyncio.run, args=(Gate(app, Settings(), Rates(0), Traffic())(scope, receive, send),)
        )
        passing.start()  # this thread has a loop already, that of the browser
        passing.join()
        names = [name for name, _ in sent[0]["headers"]]
        assert b"x-frame-options" in names
        return [value for name, value in sent[0]["headers"] if name == b"content-security-policy"]

    assert policies([]) == [CSP.encode()]
    assert policies([(b"content-security-policy", b"own")]) == [b"own"]


def test_two_fingers_zoom_the_board(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, GAME)
    ready(page)
    board = page.locator("#board > svg")
    whole = board.get_attribute("viewBox") or ""
    frame = page.locator("#board").bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + min(frame["height"] / 2, 200)
    hand = page.context.new_cdp_session(page)

    def pinch(*apart: int) -> float:
        for kind, wide in zip(("touchStart", *["touchMove"] * (len(apart) - 1)), apart, strict=True):
            fingers = [{"x": x - wide, "y": y, "id": 0}, {"x": x + wide, "y": y, "id": 1}]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return float((board.get_attribute("viewBox") or "").split()[2])

    width = float(whole.split()[2])
    position = page.locator("#table").get_attribute("data-position") or ""
    assert (near := pinch(25, 45, 65, 85, 105)) < width * 0.6
    assert near < pinch(105, 85, 65, 55) < width
    assert pinch(140, 100, 60, 20) >= width  # all of it, also what lies below
    page.locator('[data-zoom="0"]').tap()
    expect(board).to_have_attribute("viewBox", f"0 0 {' '.join(whole.split()[2:])}")
    expect(page.locator("#table")).to_have_attribute("data-position", position)  # nothing was chosen
