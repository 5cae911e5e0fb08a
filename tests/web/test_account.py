"""What people set about themselves, what an owner takes back, pictures that stand alone, two fingers."""

from __future__ import annotations

import asyncio
from random import Random
from threading import Thread
from typing import Any

from playwright.sync_api import Dialog, Page, expect

from pfalz.server.gate import CSP, Gate, Rates
from pfalz.server.settings import Settings
from tests.web.conftest import Visitor
from tests.web.play import open_table, play_on, ready

GAME = "staufer"
HEADERS = {"X-Pfalz": "1", "Content-Type": "application/json"}


def save(page: Page, **values: str) -> None:
    form = page.locator('[data-form="profile"]')
    for name, value in values.items():
        form.locator(f"[name={name}]").fill(value)
    form.locator("button").click()
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


def test_name_addresses_and_notices_are_changed(visitor: Visitor) -> None:
    first = visitor(language="de-DE")
    first.goto("/")
    first.request.post("/api/guest", data={"language": "de"}, headers=HEADERS)
    page = first.context.new_page()  # a refusal is an error in the console, and wanted here
    page.goto("/account")
    save(page, name="Änne <b>", mail="aenne@example.org", webhook="https://example.org/hook")
    expect(page.locator("#toast")).to_have_text("Gespeichert.")
    expect(page.locator("h1")).to_have_text("Änne <b>")
    expect(page.locator(".who")).to_have_text("Änne <b>")
    page.locator('[data-pref="notify"]').check()
    page.locator("[name=language]").select_option("en")
    save(page, webhook="ftp://example.org")
    expect(page.locator("#profile-problem")).to_contain_text("http- oder https-Adresse")
    page.locator('[data-lang="en"]').click()
    page.wait_for_function("() => document.documentElement.lang === 'en'")
    expect(page.locator("[name=webhook]")).to_have_value("https://example.org/hook")  # nothing was changed
    expect(page.locator("[name=language]")).to_have_value("de")
    expect(page.locator('[data-pref="notify"]')).to_be_checked()
    save(page, name="  ")
    expect(page.locator("#profile-problem")).to_contain_text("name")
    save(page, name="Anna", mail="", webhook="")
    expect(page.locator("#profile-problem")).to_be_hidden()
    me = page.request.get("/api/me").json()
    assert (me["name"], me["mail"], me["webhook"], me["language"]) == ("Anna", "", "", "de")


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
    page.select_option("[name=seat-1]", "bot:random")
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
        passing = Thread(target=asyncio.run, args=(Gate(app, Settings(), Rates(0))(scope, receive, send),))
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
    pinch(140, 100, 60, 20)
    expect(board).to_have_attribute("viewBox", whole)
    expect(page.locator("#table")).to_have_attribute("data-position", position)  # nothing was chosen
