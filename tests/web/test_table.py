"""The table in the browser: who sees what, reasons, drafts, undo, replay, movement, zoom, tooltips."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.play import SPOT, Finger, act, middle, open_table, play_on, ready, speak

GAME = "staufer"


def until_asked(page: Page, name: str, seed: int = 1) -> None:
    """Play until a question of this name is open."""
    rng = Random(seed)
    for _ in range(300):
        assert ready(page), f"{name} never came up"
        if page.locator("#table").get_attribute("data-ask") == name:
            return
        wanted = page.locator('#choices [data-kind="action"][data-value="1"][data-answer]')
        if wanted.count():
            wanted.click()
        else:
            act(page, rng, "mouse")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


def open_for_two(page: Page, private: bool = False) -> str:
    page.goto(f"/new/{GAME}")
    page.locator('.pick input[value="2"]').check(force=True)
    page.select_option("[name=seat-1]", "open")
    if private:
        page.locator("[name=private]").check()
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")
    return page.url


def test_two_people_and_a_spectator_see_what_they_may(visitor: Visitor) -> None:
    anna, bert, clara = visitor(), visitor(390, 844, "de-DE"), visitor(1100, 800)
    heard: dict[str, list[str]] = {"bert": [], "clara": []}
    for page, name in ((bert, "bert"), (clara, "clara")):
        page.on("response", lambda r, n=name: heard[n].append(r.text()) if "fragment" in r.url else None)
    url = open_for_two(anna)
    expect(anna.locator("#table")).to_have_attribute("data-status", "open")
    bert.goto("/")
    bert.locator(f'.tables a[href="/t/{url.split("/t/")[1]}"]').tap()
    bert.wait_for_url("**/t/*")
    clara.goto(url)
    assert clara.locator('[data-post="start"]').count() == 0
    bert.locator('[data-post="join"]').tap()
    for page in (anna, bert, clara):
        expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    assert clara.locator("#table").get_attribute("data-seat") == "-2"
    bert.locator('#tabs [data-tab="more"]').tap()
    secrets = {
        who: page.locator(".pinned b").all_inner_texts() for who, page in (("anna", anna), ("bert", bert))
    }
    assert len(secrets["anna"]) == len(secrets["bert"]) == 3 and clara.locator(".pinned").count() == 0
    speak(bert, "en")
    bert.locator('#tabs [data-tab="more"]').tap()
    secrets["bert"] = bert.locator(".pinned b").all_inner_texts()
    rng = Random(4)
    for _ in range(16):
        deciding = anna if anna.locator("#table").get_attribute("data-turn") == "1" else bert
        if deciding is bert:
            bert.locator('#tabs [data-tab="board"]').tap()
        assert ready(deciding)
        act(deciding, rng, "touch" if deciding is bert else "mouse")
        deciding.wait_for_function("() => !document.body.hasAttribute('data-busy')")
        position = deciding.locator("#table").get_attribute("data-position") or ""
        for page in (anna, bert, clara):  # pushed, without reload
            expect(page.locator("#table")).to_have_attribute("data-position", position)
        assert clara.locator("#choices button.choice").count() == 0
        assert clara.locator("#board [data-state]").count() == 0
    for name in secrets["anna"]:
        assert shown(name, anna.content(), secrets)
        for text in (bert.content(), clara.content(), *heard["bert"], *heard["clara"]):
            assert not shown(name, text, secrets)
    for name in secrets["bert"]:
        for text in (anna.content(), clara.content(), *heard["clara"]):
            assert not shown(name, text, secrets)


def shown(name: str, text: str, secrets: dict[str, list[str]]) -> bool:
    """Whether a card is named; "Two neighbours" is not if it is "Two neighbours and one apart"."""
    for other in (*secrets["anna"], *secrets["bert"]):
        if name != other and name in other:
            words = [re.escape(word) for word in other.split()]
            text = re.sub(r"(?:\s|<[^>]*>)+".join(words), "", text)  # on the board it is broken into lines
    return name in text


def test_chat_is_escaped_and_heard_by_all(visitor: Visitor) -> None:
    anna, clara = visitor(), visitor()
    open_table(anna, GAME)
    clara.goto(anna.url)
    anna.locator("#chat-text").fill("<b>Gut Holz!</b> & viel Glück")
    anna.keyboard.press("Enter")
    expect(clara.locator("#chat")).to_contain_text("<b>Gut Holz!</b> & viel Glück")
    clara.locator("#chat-text").fill("from the gallery")
    clara.locator("#chat-form button").click()
    expect(anna.locator("#chat")).to_contain_text("from the gallery")
    assert anna.locator("#chat b", has_text="Gut Holz").count() == 0


def test_a_private_table_needs_its_link(visitor: Visitor) -> None:
    anna, bert = visitor(permissions=["clipboard-read", "clipboard-write"]), visitor()
    url = open_for_two(anna, private=True)
    failures: list[int] = []
    bert.on("response", lambda r: failures.append(r.status))
    page = bert.context.request.get(url)
    assert page.status == 404 and "Pfalz" in page.text()
    anna.locator("#choices [data-copy]").click()
    invitation = anna.evaluate("navigator.clipboard.readText()")
    assert "key=" in invitation
    bert.goto(invitation)
    bert.locator('[data-post="join"]').click()
    expect(anna.locator("#table")).to_have_attribute("data-status", "playing")
    expect(bert.locator("#table")).to_have_attribute("data-status", "playing")


def test_clauses_lead_to_clauses_and_to_whole_sections(visitor: Visitor) -> None:
    page = visitor(language="de-DE")
    page.goto("/rules/staufer")
    page.locator("[id='S-5.3'] + dd [data-clause=S-6]").click()  # also where no table is
    page.keyboard.press("Escape")
    open_table(page, "staufer")
    ready(page)
    page.locator("#prompt [data-clause]").click()
    dialog = page.locator("#dialog-body")
    expect(dialog).to_contain_text("S-5.3 · Der Zug")
    dialog.locator("[data-clause=S-6]").click()
    expect(dialog.locator("h2")).to_have_text("S-6 · Nachschub")
    expect(dialog).to_contain_text("S-6.1: ")
    assert dialog.locator("[data-clause^='S-6.']").count() > 3


def test_an_impossible_target_says_why_with_its_clause(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    until_asked(page, "deploy")
    spot = page.evaluate(SPOT.replace("legal", "barred"), 0)
    page.mouse.click(spot["x"], spot["y"])
    expect(page.locator("#toast")).to_contain_text("S-")
    page.locator("#toast .clause").click()
    expect(page.locator("#dialog")).to_be_visible()
    assert len(page.locator("#dialog p").inner_text()) > 20


def test_a_form_is_drafted_and_taken_back_step_by_step(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    until_asked(page, "deploy")
    position = page.locator("#table").get_attribute("data-position")
    page.locator("#choices [data-draft]").first.click()
    expect(page.locator(".chips")).to_be_visible()
    page.reload()
    expect(page.locator(".chips")).to_be_visible()  # the draft is kept
    page.keyboard.press("Escape")
    expect(page.locator(".chips button")).to_have_count(0)
    for _ in range(12):
        if page.locator("#confirm").count():
            break
        page.locator("#choices [data-draft]").first.click()
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert page.locator("#table").get_attribute("data-position") == position  # nothing was sent yet
    page.locator("#confirm").click()
    expect(page.locator("#table")).not_to_have_attribute("data-position", position or "")


def test_undo_by_key_and_confirmation_by_choice(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    ready(page)
    page.locator("#settings summary").click()
    page.locator('[data-pref="confirm"]').check()
    expect(page.locator("#choices .choice[data-answer]")).to_have_count(0)  # by a choice alone
    position = page.locator("#table").get_attribute("data-position") or ""
    offer = page.locator('#choices [data-kind="action"][data-value="0"]')
    offer.click()
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#confirm").click()
    expect(page.locator("#table")).not_to_have_attribute("data-position", position)
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")  # the answer is acknowledged
    page.keyboard.press("u")
    expect(page.locator("#table")).to_have_attribute("data-position", position)
    expect(offer).to_be_visible()


def test_log_filters_and_clicking_a_line_shows_that_position(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    play_on(page, Random(2), "mouse", 12)
    ready(page)
    lines = page.locator("#log li[data-about]:visible").count()
    page.locator('.filters [data-filter="1"]').click()
    assert 0 < page.locator("#log li[data-about]:visible").count() < lines
    page.locator('.filters [data-filter="all"]').click()
    page.locator("#log li.deed > a").nth(2).click()
    expect(page.locator("#replay-slider")).to_be_visible()
    assert "at=" in page.url and page.locator("#choices .choice[data-answer]").count() == 0
    page.reload()
    expect(page.locator("#replay-slider")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#prompt .clause")).to_be_visible()
    assert "at=" not in page.url


def test_the_board_can_be_moved_and_zoomed(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    ready(page)
    board = page.locator("#board > svg")
    whole = board.get_attribute("viewBox") or ""
    page.mouse.move(700, 400)
    for _ in range(4):
        page.mouse.wheel(0, -100)
    expect(board).not_to_have_attribute("viewBox", whole)
    zoomed = board.get_attribute("viewBox") or ""
    page.mouse.down()
    page.mouse.move(640, 350, steps=4)
    page.mouse.up()
    expect(board).not_to_have_attribute("viewBox", zoomed)
    dragged = board.get_attribute("viewBox") or ""
    offer = page.locator("#choices .choice").first
    offer.click()
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert board.get_attribute("viewBox") == dragged  # an update does not move the board
    page.locator('[data-zoom="0"]').click()
    expect(board).to_have_attribute("viewBox", whole)
    page.keyboard.press("+")
    expect(board).not_to_have_attribute("viewBox", whole)
    page.keyboard.press("0")
    expect(board).to_have_attribute("viewBox", whole)


def test_tooltips_tell_the_rule_by_mouse_and_by_touch(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    ready(page)
    box = page.locator("#pile-1").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#tip")).to_contain_text("S-10.2")
    phone = visitor(390, 844)
    open_table(phone, GAME)
    ready(phone)
    top = "point(0, document.querySelector('#pile-1').getBoundingClientRect().top).y"
    phone.evaluate(f"look({{ ...box, y: {top} - 40 }})")  # somebody scrolls there
    spot = phone.locator("#pile-1").bounding_box()
    assert spot is not None
    phone.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(phone.locator("#tip")).to_contain_text("S-10.2")
    phone.locator("#tip .clause").tap()
    expect(phone.locator("#dialog")).to_be_visible()


def test_a_long_press_tells_the_rule_of_what_could_be_chosen(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, GAME)
    ready(page)
    target = page.locator('#board [data-state="legal"]').first
    before = page.locator("#table").get_attribute("data-prefix")
    finger = Finger(page)
    finger.down(*middle(target))
    expect(page.locator("#tip")).to_be_visible()
    finger.up()
    expect(page.locator("#tip")).to_be_visible()  # and nothing has been chosen
    assert page.locator("#table").get_attribute("data-prefix") == before


def test_keys_lead_to_log_chat_and_board(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    ready(page)
    page.keyboard.press("l")
    expect(page.locator("#log > li:last-child a")).to_be_focused()
    page.keyboard.press("c")
    expect(page.locator("#chat-text")).to_be_focused()
    page.keyboard.type("blucu")  # letters are only letters here
    expect(page.locator("#chat-text")).to_have_value("blucu")
    page.keyboard.press("Enter")
    expect(page.locator("#chat")).to_contain_text("blucu")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("b")
    expect(page.locator("body")).to_have_attribute("data-tab", "board")
    page.keyboard.press("?")
    expect(page.locator("#dialog")).to_contain_text("Esc")
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()


def test_settings_stay_open_while_the_game_goes_on(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, GAME)
    ready(page)
    page.locator("#settings summary").click()
    play_on(page, Random(4), "mouse", 2)
    expect(page.locator("#settings")).to_have_attribute("open", "")
    page.locator('[data-do="replay"]').click()
    expect(page.locator("#replay-slider")).to_be_visible()


def test_theme_account_and_strange_wishes(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/login")
    page.locator('[data-do="theme"]').click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    form = page.locator('[data-form="register"]')
    form.locator("[name=login]").fill("Mechthild")
    form.locator("[name=password]").fill("ein sehr langes Wort")
    form.locator("button").click()
    page.wait_for_url(lambda url: url.endswith("/"))
    page.goto("/account")
    expect(page.locator("h1")).to_have_text("mechthild", ignore_case=True)
    page.locator('[data-form="token"] [name=name]').fill("my bot")
    page.locator('[data-form="token"] button').click()
    expect(page.locator("#new-token")).to_contain_text("pfalz_")
    assert page.locator("html").get_attribute("data-theme") == "dark"  # remembered
    page.locator('[data-do="logout"]').click()
    page.wait_for_url(lambda url: url.endswith("/"))
    expect(page.locator(".who")).to_have_text("Sign in")


def test_a_long_board_is_scrolled_with_the_wheel(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    open_table(page, "darkages")
    ready(page)
    box = "() => document.querySelector('#board > svg').getAttribute('viewBox').split(' ').map(Number)"
    before = page.evaluate(box)
    stage = page.locator("#stage").bounding_box()
    assert stage is not None
    page.mouse.move(stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2)
    page.mouse.wheel(0, 200)
    page.wait_for_function(f"(y) => ({box})()[1] > y", arg=before[1])
    x, _, width, height = page.evaluate(box)
    assert [x, width, height] == [before[0], before[2], before[3]]  # all of the width, as large as before
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.wait_for_function(f"(w) => ({box})()[2] < w", arg=width)
    page.keyboard.up("Control")
