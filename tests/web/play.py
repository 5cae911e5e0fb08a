"""A person at the page: sees what the page shows, clicks, taps or types, and knows nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from playwright.sync_api import Locator, Page, expect

WAIT = """() => {
  const table = document.querySelector('#table');
  if (!table || document.body.hasAttribute('data-busy')) return false;
  return table.dataset.turn === '1' || table.dataset.status !== 'playing';
}"""


def open_table(page: Page, game: str, bots: int = 1, bot: str = "page", modules: Sequence[str] = ()) -> str:
    """Set up a table on the set-up page and sit down; returns its id."""
    page.goto(f"/new/{game}")
    page.locator(f'.pick input[value="{bots + 1}"]').check(force=True)
    for seat in range(1, bots + 1):
        page.select_option(f"[name=seat-{seat}]", f"bot:{bot}")
    for module in modules:
        page.locator(f'[name=module][value="{module}"]').check()
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")
    return page.url.split("/t/")[1].split("?")[0]


def speak(page: Page, language: str) -> None:
    """Switch the language of the page, which is loaded anew."""
    page.locator(f'[data-lang="{language}"]').click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.wait_for_load_state()  # its scripts have run


def ready(page: Page) -> bool:
    """Wait until something is asked of this person; False when the game is over."""
    page.wait_for_function(WAIT)
    return page.locator("#table").get_attribute("data-status") == "playing"


def act(page: Page, rng: Random, how: str) -> str:
    """Answer one slot with a legal choice on the board or in the bar; returns the name of the question."""
    asked = page.locator("#table").get_attribute("data-ask") or ""
    {"mouse": _click, "touch": _tap, "keys": _type}[how](page, rng)
    return asked


def _click(page: Page, rng: Random) -> None:
    if page.locator("#confirm:not([disabled])").count():
        page.locator("#confirm").click()
        return
    if page.locator("#form [data-put]").count():
        page.locator("#choices [data-draft]").click()
        return
    glowing = page.locator('#board [data-state="legal"]')
    if glowing.count() and rng.random() < 0.6:
        _at(page, rng, "click")
        return
    offers = page.locator("#choices button.choice:not(.barred)")
    offers.nth(rng.randrange(offers.count())).click()


def _tap(page: Page, rng: Random) -> None:
    if page.locator("#confirm:not([disabled])").count():
        page.locator("#confirm").tap()
        return
    if page.locator("#form [data-put]").count():
        page.locator("#choices [data-draft]").tap()
        return
    if page.locator('#board [data-state="legal"]').count() and rng.random() < 0.5:
        _at(page, rng, "tap")
        return
    offers = page.locator("#choices button.choice:not(.barred)")
    offers.nth(rng.randrange(offers.count())).tap()


SPOT = """(i) => {
  const all = [...document.querySelectorAll('#board [data-state="legal"]')];
  const el = all[i % all.length];
  const r = el.getBoundingClientRect();
  const places = [[.5, .5], [.5, .85], [.5, .15], [.2, .5], [.8, .5], [.15, .9], [.85, .9], [.1, .1]];
  for (const [fx, fy] of places) {
    const [x, y] = [r.x + r.width * fx, r.y + r.height * fy];
    const hit = document.elementFromPoint(x, y);
    if (hit && hit.closest('[data-state="legal"]') === el) return { x, y };
  }
  return null;
}"""


def _at(page: Page, rng: Random, how: str) -> None:
    """Click into a glowing element where nothing else covers it; otherwise use its button."""
    spot = page.evaluate(SPOT, rng.randrange(1000))
    if spot is None:
        page.locator("#choices button.choice:not(.barred)").first.click()
    elif how == "tap":
        page.touchscreen.tap(spot["x"], spot["y"])
    else:
        page.mouse.click(spot["x"], spot["y"])


def _type(page: Page, rng: Random) -> None:
    for _ in range(rng.randint(1, 4)):
        page.keyboard.press(rng.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]))
    for _ in range(40):
        good = page.evaluate(
            "() => document.activeElement.matches('#choices button:not(.barred), #confirm:not([disabled])')"
        )
        if good:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("no choice can be reached with the keys")


def play_on(page: Page, rng: Random, how: str, upto: int = 10_000) -> set[str]:
    """Play until the game is over (or so many slots are filled); returns the questions met."""
    met: set[str] = set()
    for _ in range(upto):
        if not ready(page):
            break
        met.add(act(page, rng, how))
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")
    return met


class Finger:
    """A finger on a touch screen, as the browser's own protocol moves it."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: dict[str, float]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def down(self, x: float, y: float) -> None:
        """Touch."""
        self._send("touchStart", {"x": x, "y": y})

    def move(self, x: float, y: float) -> None:
        """Move without lifting."""
        self._send("touchMove", {"x": x, "y": y})

    def up(self) -> None:
        """Lift."""
        self._send("touchEnd")

    def pinch(self, *ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Several fingers, each from one place to another, all at the same time."""

        def at(part: float) -> list[dict[str, float]]:
            return [
                {"id": i, "x": x + (to_x - x) * part, "y": y + (to_y - y) * part}
                for i, ((x, y), (to_x, to_y)) in enumerate(ways)
            ]

        for n in range(len(ways)):
            self._send("touchStart", *at(0)[: n + 1])
        for step in range(1, 11):
            self._send("touchMove", *at(step / 10))
        self.up()


def middle(target: Locator) -> tuple[float, float]:
    """Where a finger would touch an element."""
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
