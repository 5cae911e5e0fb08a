"""Learning in the browser: a hint where the choice is, pages with pictures, lessons played to their end."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from pfalz import catalogue, learning
from tests.web.conftest import Visitor
from tests.web.play import open_table, ready


def test_a_hint_is_shown_where_the_choice_is_and_filled_in_without_being_sent(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "staufer")
    ready(page)
    page.keyboard.press("h")
    expect(page.locator("#advice li").first).to_be_visible()
    first = page.locator("#advice li").first
    assert first.locator(".gains span").count() >= 1
    marked = page.locator('#choices [data-advised="1"]')
    expect(marked).to_have_count(1)
    value = marked.get_attribute("data-value")
    assert page.locator(f'#board [data-advised="1"][data-value="{value}"]').count() >= 1
    before = page.locator("#table").get_attribute("data-position")
    first.locator(".use").click()
    expect(page.locator("#confirm")).to_be_visible()
    table = page.locator("#table")
    assert table.get_attribute("data-position") == before
    assert json.loads(table.get_attribute("data-prefix") or "[]")[0] == int(value or -1)
    page.locator("#advice .close").click()
    expect(page.locator("#advice")).to_have_count(0)
    expect(page.locator("[data-advised]")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "expected", "follows", "width"),
    [
        ("en-US", "expected result", "What may follow", 1440),
        ("de-DE", "erwartetes Ergebnis", "Was folgen kann", 390),
    ],
)
def test_a_hint_says_what_to_expect_and_what_may_follow(
    visitor: Visitor, language: str, expected: str, follows: str, width: int
) -> None:
    page = visitor(width, 844, language)
    open_table(page, "mil", bots=2)
    ready(page)
    page.locator("[data-do=hint]").click()
    first = page.locator("#advice li").first
    expect(first).to_be_visible()
    said = first.locator(".expected").inner_text()
    assert said.startswith(expected) and 0 < int(said.removesuffix(" %").rpartition(" ")[2]) < 100
    assert first.locator("summary").inner_text() == follows
    lines = first.locator(".outlook ul li")
    expect(lines.first).to_be_visible()
    assert 1 <= lines.count() <= 3 and all(line.endswith(".") for line in lines.all_inner_texts())
    assert page.locator("#advice .outlook").count() > 1
    assert page.locator("#advice .outlook[open]").count() == 1


def test_a_newcomer_sees_what_the_games_are_and_gets_from_page_to_page(visitor: Visitor) -> None:
    page = visitor(1440, 900)
    page.goto("/")
    for game in catalogue.IDS:
        picture = page.locator(f'.game img[src*="/look/{game}/cover.svg"]')
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    page.locator('.game a[href="/how/mil"]').first.click()
    expect(page.locator(".how-part")).to_have_count(len(learning.how("mil").parts))
    broken = """() => Promise.all([...document.images].map((image) => {
      image.loading = "eager";
      return image.decode().then(() => "", () => image.src);
    }))"""
    assert [src for src in page.evaluate(broken) if src] == []
    page.locator('a[href="/rules/mil"]').first.click()
    expect(page.locator("main.rules")).to_be_visible()


def told(page: Page) -> str:
    """Wait until the teacher or nobody speaks, and nothing is on its way."""
    ready(page)
    expect(page.locator("#teacher")).to_be_visible()
    return page.locator("#teacher h3").inner_text()


def follow(page: Page) -> None:
    """Do what the teacher says, on the board where that is possible, otherwise in the bar."""
    while page.locator("[data-do=lessonnext]").count():
        expect(page.locator("#choices")).not_to_be_visible()  # first the teacher talks
        page.locator("[data-do=lessonnext]").click()
    table = page.locator("#table")
    before = table.get_attribute("data-position")
    for _ in range(30):
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
        if table.get_attribute("data-position") != before or table.get_attribute("data-turn") != "1":
            return
        prefix = table.get_attribute("data-prefix")
        target = page.locator("#choices .choice[data-task]")
        wanted = json.loads(table.get_attribute("data-lesson") or "{}")["move"]
        form = page.locator("#form")
        filled = json.loads(form.get_attribute("data-form-draft") or "[]") if form.count() else wanted
        if target.count():
            target.first.click()
        elif filled != wanted:  # a form: boxes on a mat, or counters
            page.locator("[data-do=lessonshow]").click()
        else:
            page.locator("#confirm").click()
        page.wait_for_function(
            """([position, prefix]) => {
              const now = document.querySelector("#table").dataset;
              const changed = now.position !== position || now.prefix !== prefix;
              return changed && !document.body.hasAttribute("data-busy");
            }""",
            arg=[before, prefix],
        )
    raise AssertionError("the task was not done")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize("game", catalogue.IDS)
def test_a_lesson_is_played_to_its_end(visitor: Visitor, game: str, screen: str) -> None:
    page = visitor(1440, 900) if screen == "desktop" else visitor(390, 844, "de-DE")
    page.goto(f"/how/{game}")
    page.locator('form[data-form="lesson"] button').click()
    page.wait_for_url("**/t/*")
    for n in range(learning.lesson(game).guided):
        assert f"{n + 1} " in told(page)
        follow(page)
    assert told(page) in ("The table is yours", "Der Tisch gehört dir")


def test_a_wrong_answer_is_not_sent_before_the_teacher_has_said_why(visitor: Visitor) -> None:
    page = visitor(1440, 900)
    page.goto("/how/staufer")
    page.locator('form[data-form="lesson"] button').click()
    page.wait_for_url("**/t/*")
    told(page)
    while page.locator("[data-do=lessonnext]").count():
        page.locator("[data-do=lessonnext]").click()
    before = page.locator("#table").get_attribute("data-position")
    value = page.locator("#choices .choice:not([data-task]):not(.barred)").first.get_attribute("data-value")
    other = page.locator(f'#choices .choice[data-value="{value}"]')
    other.click()
    expect(page.locator("[data-do=lessonagain]")).to_be_visible()
    assert page.locator("#table").get_attribute("data-position") == before
    page.locator("[data-do=lessonagain]").click()
    expect(page.locator("#choices [data-task]")).to_be_visible()
    other.click()
    page.locator("[data-do=lessonanyway]").click()
    other.click()
    back = page.locator("#teacher [data-post=undo]")
    expect(back).to_be_visible()
    back.click()
    expect(page.locator("#table")).to_have_attribute("data-position", before or "")
    assert "1" in told(page)


def test_a_game_alone_is_two_clicks_away(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    quick = page.locator('form.quick[data-game="darkages"]')
    quick.locator('input[value="0"]').check(force=True)
    quick.locator("button").click()
    page.wait_for_url("**/t/*")
    assert ready(page)
    expect(page.locator("#players li")).to_have_count(2)  # the person and the league of lordlings
