"""Pictures of every game's table for the documentation: desktop and phone, light and dark.

python tools/screenshots.py [game ...]        needs Chromium and the package playwright
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.processes import serving  # noqa: E402
from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402
from tests.web.play import act, open_table, ready  # noqa: E402

GAMES = {
    "staufer": (2, 22, "deploy"),
    "wallenstein": (2, 30, "plan"),
    "mil": (2, 40, "act"),
    "darkages": (3, 70, "turn"),
}
"""Bots, choices made before the picture is taken, and the question that shall be open then."""
SIZES = {"desktop": (1360, 850, 1), "phone": (390, 844, 2)}


def main() -> None:
    """Start a server, play a while, take the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/t.sqlite3"
        with serving(database, PFALZ_BOT_PAUSE="0", PFALZ_RATE_SCALE="0") as (_, base):
            for game in sys.argv[1:] or GAMES:
                take(base, game)


def take(base: str, game: str) -> None:
    """Play one game up to an interesting position and photograph it."""
    bots, choices, question = GAMES[game]
    path = next((found for found in CHROMIUM if Path(found).exists()), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        context = browser.new_context(base_url=base, locale="en-US", reduced_motion="reduce")
        page = context.new_page()
        headers = {"X-Pfalz": "1", "Content-Type": "application/json"}
        page.request.post("/api/guest", data={"name": "Konstanze"}, headers=headers)
        id = open_table(page, game, bots, "knight")
        _play(page, choices, question)
        looked = int(page.locator("#table").get_attribute("data-position") or 0)
        page.request.put(f"/api/tables/{id}/looked", data={"position": looked}, headers=headers)
        for name, (width, height, scale) in SIZES.items():
            for theme in ("light", "dark"):
                other = browser.new_context(
                    base_url=base,
                    locale="en-US",
                    color_scheme="light" if theme == "light" else "dark",
                    reduced_motion="reduce",
                    storage_state=context.storage_state(),
                    viewport={"width": width, "height": height},
                    device_scale_factor=scale,
                    is_mobile=width < 500,
                    has_touch=width < 500,
                )
                view = other.new_page()
                view.goto(f"/t/{id}")
                view.wait_for_timeout(800)
                view.screenshot(path=ROOT / "docs" / "images" / f"{game}-{name}-{theme}.png")
                other.close()
        browser.close()


def _play(page: Page, choices: int, question: str) -> None:
    page.set_default_timeout(60_000)
    rng, made = Random(7), 0
    while ready(page):
        made += 1
        fresh = page.locator(".chips button").count() == 0
        if made > choices and fresh and page.locator("#table").get_attribute("data-ask") == question:
            return
        act(page, rng, "mouse")
        page.wait_for_function("() => !document.body.hasAttribute('data-busy')")


if __name__ == "__main__":
    main()
