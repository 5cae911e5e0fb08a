"""Replay: positions, viewpoints, what is shared of them, what glides from one to the next, and a rematch."""

from __future__ import annotations

from base64 import b64encode
from random import Random

import pytest
from playwright.sync_api import Download, Page, expect

from pfalz.core.draw import DARK, LIGHT
from tests.web.conftest import Visitor
from tests.web.fake import session_of
from tests.web.play import open_table, play_on, ready
from tests.web.test_account import HEADERS

GAME = "staufer"


def ended(page: Page, game: str, players: int) -> str:
    """A game of this person that is over; returns its id."""
    page.goto("/")
    assert page.request.post("/api/guest", data={}, headers=HEADERS).ok
    record = session_of(game, players).record().dumps()
    made = page.request.post(
        "/api/tables/import", data=record, headers=HEADERS | {"Content-Type": "text/plain"}
    )
    id: str = made.json()["id"]
    return id


def saved(page: Page, kind: str) -> Download:
    """The picture of the position that is shown."""
    with page.expect_download() as download:
        page.get_by_text(kind, exact=True).click()
    return download.value


def test_replay_after_the_end_from_any_seat(visitor: Visitor) -> None:
    page = visitor(accept_downloads=True)
    page.goto(f"/t/{ended(page, GAME, 2)}")
    table = page.locator("#table")
    page.locator('[data-go="0"]').click()
    expect(table).to_have_attribute("data-position", "0")
    page.locator("#replay-on").click()
    expect(table).to_have_attribute("data-position", "1")
    page.locator("#replay-play").click()
    page.wait_for_function("() => Number(document.querySelector('#table').dataset.position) >= 3")
    page.locator("#replay-play").click()
    page.select_option("#viewpoint", "1")
    expect(table).to_have_attribute("data-seat", "1")
    assert "seat=1" in page.url
    page.locator("#replay-slider").fill("20")
    expect(table).to_have_attribute("data-position", "20")
    expect(table).to_have_attribute("data-seat", "1")
    with page.expect_download() as svg:
        page.get_by_text("SVG", exact=True).click()
    assert svg.value.path().read_text("utf-8").startswith("<svg")
    with page.expect_download() as png:
        page.get_by_text("PNG", exact=True).click()
    picture = png.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG") and len(picture) > 40_000


def test_play_at_the_end_begins_from_the_start(visitor: Visitor) -> None:
    page = visitor()
    page.goto(f"/t/{ended(page, GAME, 3)}")
    table, play = page.locator("#table"), page.locator("#replay-play")
    assert table.get_attribute("data-position") == table.get_attribute("data-last")
    play.click()
    expect(table).to_have_attribute("data-position", "0")
    expect(play).to_have_text("❚❚")
    expect(table).to_have_attribute("data-position", "2")  # and goes on
    play.click()
    expect(play).to_have_text("▶")


CORNER = """async (picture) => {
  const image = Object.assign(new Image(), { src: `data:image/png;base64,${picture}` });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 9, height: 9 });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const [r, g, b] = canvas.getContext("2d").getImageData(3, 3, 1, 1).data;
  return "#" + [r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("");
}"""


@pytest.mark.parametrize("system", ["light", "dark"])
def test_pictures_are_light_or_dark_as_the_page_is(visitor: Visitor, system: str) -> None:
    page = visitor(accept_downloads=True, color_scheme=system)
    page.goto(f"/t/{ended(page, GAME, 3)}?at=20")
    grounds = [LIGHT["parchment"], DARK["parchment"]]
    for ground in grounds if system == "light" else reversed(grounds):
        picture = b64encode(saved(page, "PNG").path().read_bytes()).decode()
        assert page.evaluate(CORNER, picture) == ground
        page.locator("[data-do=theme]").click()
    page.reload()
    assert "prefers-color-scheme" in saved(page, "SVG").path().read_text(
        "utf-8"
    )  # as whoever looks at it likes


def test_link_and_pictures_show_what_the_page_shows(visitor: Visitor) -> None:
    page = visitor(accept_downloads=True, permissions=["clipboard-read", "clipboard-write"])
    other = visitor()
    page.goto(f"/t/{ended(page, GAME, 2)}?at=20")
    own = saved(page, "SVG").path().read_text("utf-8")
    page.select_option("#viewpoint", "1")
    expect(page.locator("#table")).to_have_attribute("data-seat", "1")
    shown = saved(page, "SVG").path().read_text("utf-8")
    assert own != shown  # other jobs lie open
    assert saved(page, "PNG").path().read_bytes().startswith(b"\x89PNG")
    page.locator("#choices [data-copy]").click()
    expect(page.locator("#toast")).to_contain_text("seat=1")
    other.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(other.locator("#table")).to_have_attribute("data-position", "20")
    expect(other.locator("#table")).to_have_attribute("data-seat", "1")
    expect(other.locator("#viewpoint")).to_have_value("1")


@pytest.mark.parametrize("width", [360, 390, 768])
def test_the_controls_of_a_replay_lie_in_one_row(visitor: Visitor, width: int) -> None:
    page = visitor(width, 844)
    page.goto(f"/t/{ended(page, GAME, 2)}?at=5")
    middles = "bar => [...bar.children].map((c) => c.getBoundingClientRect()).map((r) => r.y + r.height / 2)"
    rows = page.locator("#replay").evaluate(middles)
    assert len(rows) == 6 and max(rows) - min(rows) < 2
    assert page.locator("#replay-slider").evaluate("slider => slider.clientWidth") >= 100


def test_the_whole_log_is_filtered_too(visitor: Visitor) -> None:
    page = visitor()
    page.goto(f"/t/{ended(page, GAME, 3)}")
    page.locator('.filters [data-filter="1"]').click()
    page.locator("#log .older button").click()
    lines, shown = page.locator("#whole-log [data-about]"), page.locator("#whole-log [data-about]:visible")
    about = page.locator('#whole-log [data-about~="1"]')
    expect(about.first).to_be_visible()
    assert 20 < shown.count() == about.count() < lines.count()


def test_a_rematch_begins_from_the_replay(visitor: Visitor) -> None:
    page = visitor()
    id = ended(page, GAME, 3)
    page.goto(f"/t/{id}")
    page.locator("#choices [data-post=rematch]").click()
    page.wait_for_url(lambda url: "/t/" in url and id not in url)
    assert ready(page)
    assert page.locator("#players .seat").count() == 3
    again = page.url.split("/t/")[1].split("?")[0]
    page.goto(f"/t/{id}")
    expect(page.locator(f'#choices a[href="/t/{again}"]')).to_be_visible()  # there is one already


COUNT_MOTIONS = """() => {
  window.glided = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...args) {
    window.glided += 1;
    return animate.apply(this, args);
  };
}"""


def test_pieces_glide_unless_motion_is_reduced(visitor: Visitor) -> None:
    for motion, glides in (("no-preference", True), ("reduce", False)):
        page = visitor(reduced_motion=motion)
        open_table(page, GAME)
        ready(page)
        page.evaluate(COUNT_MOTIONS)
        play_on(page, Random(2), "mouse", 3)
        assert (page.evaluate("window.glided") > 0) == glides


GLIDING = """() => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...more) {
    if (frames[0].translate) window.moved.push(this.id);
    return animate.call(this, frames, ...more);
  };
}"""


@pytest.mark.parametrize(
    ("game", "players", "piece"),
    [("staufer", 3, "king"), ("wallenstein", 4, "draft-"), ("mil", 3, "score-1")],
)
def test_only_what_has_moved_glides(visitor: Visitor, game: str, players: int, piece: str) -> None:
    """Not the layer in which a piece has been added, not a number that has got another digit."""
    page = visitor(reduced_motion="no-preference")
    page.goto(f"/t/{ended(page, game, players)}?at=10")
    page.evaluate(GLIDING)
    for at in range(11, 40):
        page.evaluate(f"load({at})")
        page.evaluate("document.getAnimations().forEach((motion) => motion.finish())")
    moved = set(page.evaluate("moved"))
    assert any(id.startswith(piece) for id in moved)
    assert not moved & {"pieces", "ground"}
    assert game != "staufer" or not any(id.startswith(("score-", "round-")) for id in moved)
