"""A form whose slots are filled in any order, in the browser: drag, tap, empty, keep, fill, send once."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from pfalz import catalogue
from pfalz.web.setup import shown_games
from tests.web.conftest import Visitor
from tests.web.play import Finger, act, middle, open_table, ready

FORMS = {"wallenstein": ("plan", 2)}
"""Games with a mat: the question and the number of bots."""


def is_a_mat(game: str) -> bool:
    return game in shown_games() and getattr(catalogue.board(game), "FORMS", {}).get(FORMS[game][0]) == "mat"


def settled(page: Page) -> None:
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


IN_SIGHT = """slot => {
  const [here, frame] = [slot, document.querySelector("#action")].map((e) => e.getBoundingClientRect());
  return here.top > frame.top && here.bottom < frame.bottom;
}"""


def finger_drag(page: Page, card: Locator, slot: Locator) -> None:
    """Rest on a card until it is lifted, carry it to a slot (scrolling on the way), let it go."""
    card.scroll_into_view_if_needed()
    finger, (x, y) = Finger(page), middle(card)
    finger.down(x, y)
    expect(page.locator(".ghost")).to_be_visible()
    edge = page.locator("#action").evaluate("form => form.getBoundingClientRect().top") + 10
    for step in range(1, 5):
        finger.move(x, y + (edge - y) * step / 4)
    while not slot.evaluate(IN_SIGHT):  # it scrolls by itself
        page.wait_for_timeout(20)
    finger.move(*middle(slot))
    finger.move(*middle(slot))
    expect(slot).to_have_class(re.compile(r"\bover\b"))
    finger.up()
    expect(page.locator(".ghost")).to_have_count(0)


def finger_scroll(page: Page, card: Locator, slot: Locator) -> None:
    """A finger that does not rest on a card scrolls the form."""
    finger, (x, y), (to_x, to_y) = Finger(page), middle(card), middle(slot)
    finger.down(x, y)
    for step in range(1, 5):
        finger.move(x + (to_x - x) * step / 4, y + (to_y - y) * step / 4)
    expect(page.locator(".ghost")).to_have_count(0)
    finger.up()


@pytest.mark.parametrize("game", [game for game in FORMS if is_a_mat(game)])
@pytest.mark.parametrize("width", [1440, 390])
def test_a_mat_is_filled_in_any_order(visitor: Visitor, game: str, width: int) -> None:
    page = visitor(width, 900 if width > 500 else 844)
    question, bots = FORMS[game]
    open_table(page, game, bots)
    rng = Random(1)
    while ready(page) and page.locator("#table").get_attribute("data-ask") != question:
        act(page, rng, "mouse")
        settled(page)
    cards = page.locator("#form [data-put]")

    def box(slot: int) -> Locator:
        return page.locator(f'#form [data-slot="{slot}"]')

    page.locator("#form").evaluate("form => form.scrollIntoView()")
    draft = "JSON.parse(document.querySelector('#form').dataset.formDraft)"
    empty = page.evaluate(draft)
    value = [int(card.get_attribute("data-put") or "") for card in cards.all()]
    cards.nth(1).click()
    box(2).click()
    settled(page)
    assert page.evaluate(draft)[2] == value[1]
    box(3).click()
    cards.nth(2).click()
    settled(page)
    assert page.evaluate(draft)[3] == value[2]
    if width > 500:
        cards.nth(3).drag_to(box(4))
        settled(page)
        box(3).drag_to(box(4))  # they change places
        settled(page)
        assert page.evaluate(draft)[3:5] == [value[3], value[2]]
        box(4).drag_to(page.locator("#prompt"))  # off the mat
        settled(page)
        assert page.evaluate(draft)[4] == empty[4]
    else:
        finger_drag(page, cards.nth(3), box(4))
        settled(page)
        assert page.evaluate(draft)[4] == value[3]
        before = page.evaluate(draft)
        finger_scroll(page, cards.nth(4), box(5))
        settled(page)
        assert page.evaluate(draft) == before
    page.reload()
    assert page.evaluate(draft)[2] == value[1]  # kept, private, on the server
    for slot in (6, 7):  # as with too few cards (W-5.8): no card may lie in many boxes, a card in one
        page.evaluate(f"put({slot}, -1), state.told('pushed')")  # an update that does not know it yet
        settled(page)
    assert page.evaluate(draft)[6:8] == [-1, -1]
    for slot in (6, 7):
        page.evaluate(f"put({slot}, OPEN)")
        settled(page)
    box(2).click()
    box(2).click()
    settled(page)
    assert page.evaluate(draft)[2] == empty[2]
    expect(page.locator("#confirm")).to_be_disabled()
    page.locator("#choices [data-draft]").click()
    settled(page)
    page.locator("#confirm").click()
    expect(page.locator("#form")).to_have_count(0)


def test_a_form_says_why_a_value_is_not_possible_in_its_slot(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "mil")
    ready(page)
    page.route("**/why?*", lambda route: route.fulfill(json={"message": "Too dear (M-12.7)"}))
    button = '<div data-slot="1"><button data-why="7">seven</button></div>'
    page.evaluate(
        "html => ($('#choices').innerHTML = html, $('#table').dataset.prefix = '[3, 0, 5]')", button
    )
    with page.expect_request("**/why?prefix=3&value=7&*"):  # after what comes before the slot, not after all
        page.locator("[data-why]").click()
    expect(page.locator("#toast")).to_contain_text("seven: Too dear (M-12.7)")
