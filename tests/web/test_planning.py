"""Wallenstein is planned on the map as well as on the mat."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from pfalz.web.prefs import Prefs
from tests.web.conftest import Visitor
from tests.web.fake import seen_by, session_of
from tests.web.still import still


def test_a_county_is_clicked_and_its_action_chosen(visitor: Visitor) -> None:
    session = session_of("wallenstein", 3, upto="plan")
    first, second = session.state.own(0)[:2]  # type: ignore[attr-defined]
    sent: list[str] = []

    def draft(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(json={"position": 0})

    page = visitor()
    filled = (-99,) * 3 + (second,)
    still(page, seen_by(session, 0, filled), Prefs(), draft=draft)
    county = page.locator(f'#board [data-kind="county"][data-value="{first}"]').first
    expect(county).to_have_attribute("data-state", "legal")
    expect(page.locator("#planned > g")).to_have_count(1)  # the plan so far lies on the map
    page.locator(f'#form [data-put="{first}"]').hover()
    expect(county).to_have_class("hot")  # choosing a card marks its county
    county.click()
    expect(page.locator("#boxes button")).to_have_count(session.state.boxes())  # type: ignore[attr-defined]
    page.keyboard.press("Escape")
    expect(page.locator("#boxes")).to_have_count(0)
    county.click()
    page.locator("#boxes button", has_text="Church").click()
    page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    assert len(sent) == 1 and f'"move":[-99,-99,{first},{second},' in sent[0]
