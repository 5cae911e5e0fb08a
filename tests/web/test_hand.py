"""In the hand: what can be chosen is in view and can be read, and nothing covers what is asked."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitor
from tests.web.play import Finger, act, middle, open_table, play_on, ready
from tests.web.test_games import FITS, GAMES

SEEN = """() => {
  const stage = document.querySelector('#stage').getBoundingClientRect(), seen = {};
  for (const element of document.querySelectorAll('#board [data-state="legal"]')) {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const across = left >= stage.left - 1 && right <= stage.right + 1;
    seen[element.dataset.value] ||= across && top >= stage.top && bottom <= stage.bottom;
  }
  return Object.values(seen);
}"""
TOP = "() => +document.querySelector('#board > svg').getAttribute('viewBox').split(' ')[1]"
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll('#stage, #players, #action, #side, #more, #tabs')];
  const shown = parts.map((part) => part.getBoundingClientRect()).filter((r) => r.width && r.height);
  const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const hit = (a, b) => !before(a, b) && !before(b, a);
  return shown.flatMap((a, i) => shown.slice(i + 1).filter((b) => hit(a, b))).length;
}"""


def settled(page: Page) -> None:
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


def until(page: Page, question: str) -> None:
    """Play until this is asked."""
    rng = Random(3)
    for _ in range(80):
        assert ready(page)
        if page.locator("#table").get_attribute("data-ask") == question:
            return
        act(page, rng, "touch")
        settled(page)
    raise AssertionError(f"{question} never came up")


def plan(page: Page) -> None:
    """A game of Wallenstein at its first plan."""
    page.goto("/new/wallenstein")
    page.locator("[name=option-start][value=lineup]").check()
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")
    until(page, "plan")


def uncovered(target: Locator) -> bool:
    """Whether a finger that aims at an element meets it."""
    found: bool = target.evaluate(
        """element => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const spots = [[.5, .5], [.1, .5], [.9, .5], [.5, .1], [.5, .9]];
          const hit = ([fx, fy]) => document.elementFromPoint(x + width * fx, y + height * fy);
          return spots.every((spot) => element.contains(hit(spot)));
        }"""
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_chosen_is_in_view(visitor: Visitor, game: str) -> None:
    """At every question of the beginning, and after loading the page anew."""
    page = visitor(390, 844)
    open_table(page, game, GAMES[game])
    rng, questions = Random(game), 0
    for turn in range(9):
        ready(page)
        if turn == 5:
            page.reload()
        seen = page.evaluate(SEEN)
        assert not seen or sum(seen) * 2 >= len(seen)
        questions += bool(seen)
        act(page, rng, "touch")
        settled(page)
    assert questions > 2


def test_the_board_goes_to_the_targets_and_back_unless_it_is_held(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, "wallenstein", 2)
    until(page, "place_group")  # the groups lie far below the map
    assert page.evaluate(SEEN) and all(page.evaluate(SEEN))
    below = page.evaluate(TOP)
    page.locator("#choices .choice").first.tap()
    until(page, "take_county")
    assert page.evaluate(TOP) < below  # to the map, where the person had looked
    until(page, "place_group")
    page.mouse.move(200, 300)
    page.mouse.down()
    page.mouse.move(200, 420, steps=4)
    page.mouse.up()
    held = page.evaluate(TOP)
    assert held < below
    page.evaluate("refresh()")
    assert page.evaluate(TOP) == held  # the same question does not move it again
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator("#table")).to_have_attribute("data-narrow", "0")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(
        f"() => document.querySelector('#table').dataset.narrow === '1' && ({SEEN})().every(Boolean)"
    )


def test_nothing_slides_under_a_finger(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, "wallenstein", 2)
    until(page, "take_county")
    top = page.evaluate(TOP)
    page.mouse.move(200, 300)
    page.mouse.down()
    page.evaluate("document.querySelector('#choices .choice').click()")
    expect(page.locator("#table")).to_have_attribute("data-ask", "place_group")
    settled(page)
    assert page.evaluate(TOP) == top


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_board_slides_only_for_those_who_like_motion(visitor: Visitor, motion: str) -> None:
    page = visitor(390, 844, reduced_motion=motion)
    open_table(page, "wallenstein", 2)
    until(page, "take_county")
    page.evaluate(
        "() => { const slowly = slide; slides = 0; slide = (...way) => (slides++, slowly(...way)); }"
    )
    until(page, "place_group")
    page.wait_for_function(f"() => ({SEEN})().every(Boolean)")
    assert (page.evaluate("slides") > 0) == (motion != "reduce")


def test_a_map_shows_short_names_from_afar_and_all_when_it_is_near(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, "wallenstein", 2)
    until(page, "take_county")
    brief, full = page.locator("#board .brief"), page.locator("#board text.full")
    expect(brief.first).to_be_visible()
    expect(full.first).to_be_hidden()
    for _ in range(3):
        page.evaluate("zoom(1.3)")
    expect(full.first).to_be_attached()
    assert page.evaluate("getComputedStyle(document.querySelector('#board text.full')).display") != "none"
    assert page.evaluate("getComputedStyle(document.querySelector('#board .brief')).display") == "none"


def test_showing_what_can_be_chosen_shows_no_empty_space(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, "mil")
    until(page, "act")
    page.locator('[data-zoom="targets"]').tap()
    sheet, stage = page.locator("#board > svg > rect").bounding_box(), page.locator("#stage").bounding_box()
    assert sheet and stage and sheet["width"] >= stage["width"] - 1
    assert sheet["y"] <= stage["y"] + 1 and sheet["x"] <= stage["x"] + 1
    assert all(page.evaluate(SEEN))


def test_a_reason_names_what_it_is_about(visitor: Visitor) -> None:
    page = visitor(390, 844, "de-DE")
    open_table(page, "wallenstein", 2)
    until(page, "take_county")
    barred = page.locator('#board [data-state="barred"]').first
    name = (barred.get_attribute("aria-label") or "").split(":")[0]
    barred.evaluate("element => pressed(element)")
    expect(page.locator("#toast")).to_contain_text(f"{name}: ")
    expect(page.locator("#toast")).to_contain_text("(W-")
    box, bar = page.locator("#toast").bounding_box(), page.locator("#action").bounding_box()
    assert box and bar and box["y"] + box["height"] < bar["y"]  # it does not cover what is asked


def test_a_plan_can_be_made_on_any_screen(visitor: Visitor) -> None:
    page = visitor(360, 740, language="de-DE")
    plan(page)
    page.locator("#form [data-put]").nth(1).click()
    page.locator('#form [data-slot="2"]').click()
    settled(page)
    for width, height in ((360, 740), (390, 844), (768, 1024), (844, 390), (667, 375), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for button in (page.locator("#confirm"), page.locator("#choices [data-draft]")):
            assert uncovered(button), (width, height)  # not by what takes back, either
        assert page.evaluate("(bar => bar.scrollWidth <= bar.clientWidth)(document.querySelector('#action'))")
        assert page.evaluate(FITS) == {"wide": False, "outside": []}
        assert page.evaluate(OVERLAPS) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_held_across(visitor: Visitor, game: str) -> None:
    page = visitor(844, 390)
    open_table(page, game, GAMES[game])
    ready(page)
    for tab in ("board", "log", "chat", "more"):
        page.locator(f'#tabs [data-tab="{tab}"]').click()
        stage = page.locator("#stage").bounding_box()
        assert stage and stage["width"] > 420 and stage["height"] > 300
        expect(page.locator("#prompt")).to_be_in_viewport()
        assert page.evaluate(OVERLAPS) == 0
        assert page.evaluate(FITS) == {"wide": False, "outside": []}
    page.locator('#tabs [data-tab="board"]').click()
    play_on(page, Random(2), "mouse", 3)


def test_a_tablet_held_upright_has_the_whole_width_for_the_board(visitor: Visitor) -> None:
    page = visitor(768, 1024)
    open_table(page, "wallenstein", 2)
    ready(page)
    expect(page.locator("#table")).to_have_attribute("data-narrow", "2")
    sheet = page.locator("#board > svg > rect").bounding_box()
    assert sheet and sheet["width"] == pytest.approx(768, abs=2)
    assert page.evaluate(OVERLAPS) == 0
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("#table")).to_have_attribute("data-narrow", "0")
    assert page.evaluate(OVERLAPS) == 0


@pytest.mark.parametrize(
    ("game", "bots", "size", "least"),
    [
        ("wallenstein", 2, (1920, 960), (1100, 700)),
        ("mil", 2, (1920, 960), (1000, 850)),
        ("mil", 3, (1280, 720), (530, 515)),
        ("staufer", 2, (1024, 768), (420, 530)),
    ],
)
def test_the_board_is_large(
    visitor: Visitor, game: str, bots: int, size: tuple[int, int], least: tuple[int, int]
) -> None:
    page = visitor(*size)
    open_table(page, game, bots)
    ready(page)
    sheet = page.locator("#board > svg > rect").bounding_box()
    assert sheet and sheet["width"] >= least[0] and sheet["height"] >= least[1]
    assert page.evaluate(OVERLAPS) == 0
    assert page.evaluate(FITS) == {"wide": False, "outside": []}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_finger_that_rests_on_a_choice_reads_its_rule(visitor: Visitor, width: int, height: int) -> None:
    page = visitor(width, height, has_touch=True)
    open_table(page, "staufer")
    until(page, "action")
    table, tip = page.locator("#table"), page.locator("#tip")
    before = table.get_attribute("data-position")
    finger = Finger(page)
    finger.down(*middle(page.locator("#choices .choice[data-kind]").first))
    expect(tip).to_be_visible()
    finger.up()
    page.touchscreen.tap(
        *middle(page.locator("#prompt"))
    )  # whatever the finger has caused would have come by now
    expect(tip).to_be_hidden()
    assert table.get_attribute("data-position") == before
    page.locator("#choices .choice[data-kind]").first.tap()  # and a tap still chooses
    expect(table).not_to_have_attribute("data-position", before or "")


def test_every_card_of_a_form_can_be_read_in_the_hand(visitor: Visitor) -> None:
    page = visitor(390, 844, language="de-DE")
    plan(page)
    tip, finger = page.locator("#tip"), Finger(page)
    for part, told in (
        ("#form-box-0", "die höheren früher"),
        ("#form-card-45", "Verzicht auf die Aktion"),
    ):
        page.locator(part).evaluate("card => card.scrollIntoView({ block: 'center' })")
        finger.down(*middle(page.locator(part)))
        expect(tip).to_contain_text(told)
        above = tip.evaluate("tip => tip.getBoundingClientRect().bottom")
        assert above <= page.locator("#action").evaluate("bar => bar.getBoundingClientRect().top")
        finger.up()
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator(".picked")).to_have_count(0)
    assert set(page.evaluate("JSON.parse(document.querySelector('#form').dataset.formDraft)")) == {-99}


def test_what_lies_under_two_fingers_stays_under_them(visitor: Visitor) -> None:
    page = visitor(390, 844)
    open_table(page, "wallenstein", 2)
    ready(page)
    position = page.locator("#table").get_attribute("data-position") or ""
    ways = (((150, 300), (60, 340)), ((240, 300), (330, 340)))
    on_board = "([x, y]) => (({ x, y }) => [x, y])(point(x, y))"
    held = [page.evaluate(on_board, start) for start, _ in ways]
    Finger(page).pinch(*ways)
    near = """([[x, y], [to_x, to_y]]) => {
      const now = new DOMPoint(x, y).matrixTransform(svg().getScreenCTM());
      return Math.hypot(now.x - to_x, now.y - to_y) < 2;
    }"""
    for place, (_, end) in zip(held, ways, strict=True):
        page.wait_for_function(near, arg=[place, end])
    expect(page.locator("#tip")).to_be_hidden()
    expect(page.locator("#table")).to_have_attribute("data-position", position)  # and nothing was chosen
    assert page.evaluate("view.fingers.size") == 0


BAR = """() => {
  const bar = document.querySelector('#action'), { top, height } = bar.getBoundingClientRect();
  const ends = [...bar.children].map((part) => part.getBoundingClientRect().bottom - top + bar.scrollTop);
  const { x, y, width } = document.querySelector('#board > svg > rect').getBoundingClientRect();
  const top_shown = +document.querySelector('#board > svg').getAttribute('viewBox').split(' ')[1];
  return { height, content: Math.max(...ends), board: [x, y, width].map(Math.round), top_shown };
}"""


def test_the_bar_of_an_upright_tablet_is_as_low_as_its_content(visitor: Visitor) -> None:
    page = visitor(768, 1024)
    open_table(page, "staufer", 2)
    rng, found = Random(3), []
    for _ in range(9):
        assert ready(page)
        found.append(page.evaluate(BAR))
        act(page, rng, "mouse")
        settled(page)
    for bar in found:
        assert bar["height"] <= max(106, min(bar["content"] + 10, 272))
        moved = [abs(a - b) for a, b in zip(bar["board"], found[0]["board"], strict=True)]
        if bar["top_shown"] != found[0]["top_shown"]:
            moved[1] = 0  # it was scrolled to what is asked
        assert max(moved) <= 1  # it does not jump; half a pixel may be rounded either way
    heights = [bar["height"] for bar in found]
    assert min(heights) + 30 < max(heights)  # a short question leaves its room to the board
