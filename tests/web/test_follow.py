"""Following a game in the browser: steps at each pace, marks, what was missed; one press, one question."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor
from tests.web.play import act, open_table, play_on, ready

SHOWN = """() => {
  window.shown = [];
  const told = document.querySelector('#told');
  const note = () => shown.at(-1) !== told.textContent && shown.push(told.textContent);
  new MutationObserver(note).observe(told, { childList: true });
}"""
TIMERS = """() => {
  window.timers = [];
  const begin = window.setTimeout;
  window.setTimeout = (call, ms) => (timers.push(ms), begin(call, ms));
}"""
STILL = "() => !document.body.hasAttribute('data-telling') && !document.body.hasAttribute('data-busy')"


def set_pace(page: Page, pace: str) -> None:
    page.context.add_cookies([{"name": "pfalz_pace", "value": pace, "url": page.url}])


def before_a_season(page: Page, asked: str) -> str:
    """A table of Wallenstein with two bots where the viewer plans or chooses a place; a season follows."""
    id = open_table(page, "wallenstein", 2)
    rng = Random(3)
    while ready(page) and page.locator("#table").get_attribute("data-ask") != asked:
        act(page, rng, "mouse")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    return id


def log_since(page: Page) -> list[str]:
    """The lines of the log after the viewer's last answer."""
    lines: list[str] = page.evaluate(
        "() => items(document, after(table().dataset.since)).map((item) => $('a', item).textContent)"
    )
    return lines


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_season_is_shown_step_by_step_skipped_and_shown_again(visitor: Visitor, motion: str) -> None:
    page = visitor(reduced_motion=motion)
    before_a_season(page, "plan")
    set_pace(page, "quick")
    page.evaluate(SHOWN)
    page.evaluate("() => (SPEEDS.quick = 600_000)")  # until all has come
    play_on(page, Random(3), "mouse", 2)  # the plan, and that it is meant so
    expect(page.locator("#telling")).to_be_visible()
    assert ready(page)
    page.evaluate("() => (SPEEDS.quick = 60)")  # nobody waits for seconds here
    page.locator("#tell-next").click()
    page.wait_for_function(STILL)
    wanted = log_since(page)
    assert len(wanted) >= 3  # all have planned, the event, the bids
    shown = page.evaluate("() => shown")
    told = [line for line in shown if line in wanted]
    assert len(told) >= 2
    assert told == wanted[-len(told) :]  # what came alone before them was shown at once
    expect(page.locator("#since")).to_be_attached()
    marked = page.evaluate("() => JSON.parse(table().dataset.marks).things.length > 0")  # bids with counties
    assert (page.locator("#traces > *").count() > 0) == marked
    # again, calmly: the board goes back, the question stays and is said to wait
    set_pace(page, "calm")
    page.evaluate("() => { SPEEDS.calm = 600_000; shown.length = 0; }")
    prompt = page.locator("#prompt").inner_text()
    page.locator("#tell-again").click()
    expect(page.locator("#told-asked")).to_be_visible()
    expect(page.locator("#prompt")).to_have_text(prompt)
    expect(page.locator("#log .later").first).to_be_attached()
    page.locator("#tell-next").click()
    expect(page.locator("#told")).to_have_text(wanted[0])
    page.keyboard.press("n")
    expect(page.locator("#told")).to_have_text(wanted[1])
    page.locator("#tell-skip").click()
    expect(page.locator("#telling")).to_be_hidden()
    assert page.locator("#log .later").count() == 0
    assert (page.locator("#traces > *").count() > 0) == marked
    # a pause holds through *next*
    page.evaluate(TIMERS)
    page.locator("#tell-again").click()
    page.wait_for_function("() => timers.includes(SPEEDS.calm)")
    page.locator("#tell-pause").click()
    page.evaluate("() => (timers.length = 0)")
    page.locator("#tell-next").click()
    expect(page.locator("#told")).to_have_text(wanted[0])
    assert page.evaluate("() => timers.filter((ms) => ms >= SPEEDS.calm)") == []
    page.locator("#tell-skip").click()
    # a press that began on one question does not answer the next
    position = page.locator("#table").get_attribute("data-position")
    choice = page.locator("#choices .choice:not(.barred)").first
    choice.hover()
    page.mouse.down()
    page.evaluate("() => (table().dataset.opened = '-1')")  # another question has come
    page.mouse.up()
    page.evaluate("() => load()")
    page.wait_for_function(
        "() => !document.body.hasAttribute('data-busy') && table().dataset.opened !== '-1'"
    )
    assert page.locator("#table").get_attribute("data-position") == position
    # answering skips what is being shown
    page.locator("#tell-again").click()
    expect(page.locator("#told-asked")).to_be_visible()
    page.evaluate("() => (shown.length = 0)")
    answered = page.locator("#table").get_attribute("data-prefix")
    act(page, Random(4), "mouse")
    page.wait_for_function(
        "([position, prefix]) => table().dataset.position !== position || table().dataset.prefix !== prefix",
        arg=[position, answered],
    )
    assert not [line for line in page.evaluate("() => shown") if line in wanted[1:]]
    # at once: nothing is held back
    set_pace(page, "once")
    page.evaluate("() => (skip(), rest(), (shown.length = 0))")
    play_on(page, Random(1), "mouse", 2)
    assert page.evaluate("() => shown") == []


def test_what_was_missed_is_offered_and_the_marks_are_the_same_after_a_reload(visitor: Visitor) -> None:
    page = visitor()
    id = before_a_season(page, "choose_place")
    page.route("**/looked", lambda route: route.fulfill(json={"ok": True}))  # what was seen is said below
    page.locator("#choices .choice:not(.barred)").first.click()
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert ready(page)
    marks, wanted = page.locator("#table").get_attribute("data-marks"), log_since(page)
    page.reload()
    assert ready(page)
    assert page.locator("#table").get_attribute("data-marks") == marks
    assert log_since(page) == wanted
    expect(page.locator("#since")).to_be_attached()
    # the log can be searched, and earlier lines open where one was
    log = page.locator("button[data-fold=log]")  # folded beside a long form, which may be what is asked now
    if log.get_attribute("aria-expanded") == "false":
        log.click()
    word = wanted[0].split()[0].lower()
    page.locator("#log-search").fill(word)
    found = page.locator("#log > li[data-at]:not(.unfound)").all_text_contents()
    assert found and all(word in line.lower() for line in found)
    hidden = page.locator("#log > li.unfound").all_text_contents()
    assert hidden and not any(word in line.lower() for line in hidden)
    page.locator("#log-search").fill("")
    assert page.locator("#log > li.unfound").count() == 0
    first = page.evaluate("() => ($('#log').scrollTop = 0, $('#log > li[data-at]').id)")
    page.locator("#log .older button").click()
    expect(page.locator(f"#whole-log > [id='{first}']")).to_be_in_viewport()
    assert page.locator("#whole-log > li").first.get_attribute("id") != first
    page.keyboard.press("Escape")
    set_pace(page, "calm")
    away = page.request.put(f"/api/tables/{id}/looked", data={"position": 1}, headers={"X-Pfalz": "1"})
    assert away.ok
    page.reload()
    while page.locator("#looked").get_attribute("data-position") != "1":  # it is written after the reply
        page.reload()
    page.locator("#tell-missed").click()
    expect(page.locator("#telling")).to_be_visible()
    page.locator("#tell-skip").click()
    expect(page.locator("#telling")).to_be_hidden()


def test_three_people_and_a_spectator_follow_at_their_own_pace(visitor: Visitor) -> None:
    anna, bruno, clara, dora = visitor(), visitor(), visitor(pace="calm"), visitor()
    anna.goto("/new/wallenstein")
    anna.locator('.pick input[value="3"]').check(force=True)
    for seat in (1, 2):
        anna.select_option(f"[name=seat-{seat}]", "open")
    anna.locator("#setup button.go").click()
    anna.wait_for_url("**/t/*")
    for page in (bruno, clara):
        page.goto(anna.url)
        page.locator("[data-post=join]").first.click()
        expect(page.locator("#table")).not_to_have_attribute("data-seat", "-2")
    start = anna.locator("[data-post=start]")
    if start.count():
        start.click()
    people, rng, asked = [anna, bruno, clara], Random(5), ""
    for page in people:
        expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    dora.goto(anna.url)
    dora.evaluate("() => looked()")
    dora.goto("about:blank")
    clara.evaluate("() => (SPEEDS.calm = 600_000)")
    while True:
        anna.wait_for_function("() => document.querySelector('.seat.deciding')")
        seat = anna.locator(".seat.deciding").first.get_attribute("id")
        page = next(p for p in people if f"seat-{p.locator('#table').get_attribute('data-seat')}" == seat)
        assert ready(page)
        asked = page.locator("#table").get_attribute("data-ask") or ""
        if asked == "choose_place":  # everybody has planned, and the bids are open
            break
        position = page.locator("#table").get_attribute("data-position")
        while page.locator("#table").get_attribute("data-position") == position:
            act(page, rng, "mouse")
            page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
        for other in people:
            other.wait_for_function(f"() => +table().dataset.position > {position}")
    # one who wants it calm is held back, the others are not
    expect(clara.locator("#telling")).to_be_visible()
    assert not anna.locator("#telling").is_visible()
    assert not bruno.locator("#telling").is_visible()
    # marks are everybody's own: whoever answered earlier has more of them
    since = [int(page.locator("#table").get_attribute("data-since") or "-1") for page in people]
    assert len(set(since)) == 3
    marks = [json.loads(page.locator("#table").get_attribute("data-marks") or "") for page in people]
    in_order = [marks[i]["things"] for i in sorted(range(3), key=lambda i: since[i])]
    for earlier, later in pairwise(in_order):
        assert {(kind, value) for kind, value, _ in later} <= {(kind, value) for kind, value, _ in earlier}
    # what others have done is not taken back past them
    id = anna.url.split("/t/")[1].split("?")[0]
    last = int(anna.locator("#table").get_attribute("data-last") or "")
    refused = anna.request.post(f"/api/tables/{id}/undo", data={"at": last}, headers={"X-Pfalz": "1"})
    assert refused.status == 422 and "undo_barrier" in refused.text()
    assert anna.locator("#undo").count() == 0
    # a spectator's browser knows how far its owner has looked
    dora.goto(anna.url)
    dora.locator("#tell-missed").click()
    expect(dora.locator("#telling")).to_be_visible()


def test_a_double_click_and_a_held_enter_answer_one_question(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "staufer", 2)
    sent: list[str] = []
    page.on("request", lambda r: sent.append(r.url) if r.url.endswith(("/answers", "/draft")) else None)
    assert ready(page)
    sent.clear()
    page.locator("#choices .choice:not(.barred)").first.dblclick()
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert len(sent) == 1
    assert ready(page)
    sent.clear()
    page.locator("#choices .choice:not(.barred)").first.focus()
    for _ in range(4):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert len(sent) == 1


def test_with_bots_alone_one_takes_back_past_their_moves(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "staufer", 2)
    assert ready(page)
    play_on(page, Random(2), "mouse", 6)
    assert ready(page)
    since = page.locator("#table").get_attribute("data-since")
    page.locator("#undo").click()
    expect(page.locator("#table")).to_have_attribute("data-position", since or "")
    assert ready(page)
