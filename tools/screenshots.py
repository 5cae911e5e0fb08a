"""Pictures of every game's table for the documentation: desktop and phone, light and dark.

python tools/screenshots.py [name ...]        needs Chromium and the package playwright
python tools/screenshots.py darkages-modules --language de --sizes 1440x900,390x844 --out build/look

The names are those of TABLES. Without sizes each table is taken as the documentation shows it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.games.darkages.modules.every import every  # noqa: E402
from tests.games.darkages.modules.test_together import GOODS  # noqa: E402
from tests.server.processes import serving  # noqa: E402
from tests.web.conftest import CHROMIUM, FLAGS  # noqa: E402
from tests.web.play import act, open_table, ready  # noqa: E402


class Sight(NamedTuple):
    """A table to be photographed."""

    game: str
    bots: int
    choices: int
    """So many are made before the picture is taken."""
    question: str
    """It shall be open then."""
    modules: tuple[str, ...] = ()


TABLES = {
    "staufer": Sight("staufer", 2, 22, "deploy"),
    "wallenstein": Sight("wallenstein", 2, 30, "plan"),
    "mil": Sight("mil", 2, 40, "act"),
    "darkages": Sight("darkages", 3, 70, "turn"),
    "darkages-seven": Sight("darkages", 3, 60, "turn", GOODS),
    "darkages-modules": Sight("darkages", 3, 60, "turn", every(4)),
}
SIZES = {"desktop": (1360, 850, 1), "phone": (390, 844, 2)}
"""Width, height, and pixels of the picture for each of the screen."""
Sizes = Mapping[str, tuple[int, int, int]]


def main() -> None:
    """Start a server, play a while, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="tables (default: all)")
    parser.add_argument("--language", default="en-US", help="of the page")
    parser.add_argument("--sizes", type=_sizes, default=SIZES, help="of the screen, such as 1440x900,390x844")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images", help="folder for the pictures")
    wish = parser.parse_args()
    wish.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/t.sqlite3"
        with serving(database, PFALZ_BOT_PAUSE="0", PFALZ_RATE_SCALE="0") as (_, base):
            for name in wish.names or TABLES:
                take(base, name, wish.language, wish.sizes, wish.out)


def _sizes(text: str) -> Sizes:
    return {size: (*map(int, size.split("x")), 1) for size in text.split(",")}  # type: ignore[misc]


def take(base: str, name: str, language: str, sizes: Sizes, out: Path) -> None:
    """Play one game up to an interesting position and photograph it."""
    sight = TABLES[name]
    path = next((found for found in CHROMIUM if Path(found).exists()), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        context = browser.new_context(base_url=base, locale=language, reduced_motion="reduce")
        page = context.new_page()
        headers = {"X-Pfalz": "1", "Content-Type": "application/json"}
        page.request.post("/api/guest", data={"name": "Konstanze"}, headers=headers)
        id = open_table(page, sight.game, sight.bots, "knight", sight.modules)
        _play(page, sight.choices, sight.question)
        looked = int(page.locator("#table").get_attribute("data-position") or 0)
        page.request.put(f"/api/tables/{id}/looked", data={"position": looked}, headers=headers)
        for size, (width, height, scale) in sizes.items():
            for theme in ("light", "dark"):
                other = browser.new_context(
                    base_url=base,
                    locale=language,
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
                view.screenshot(path=out / f"{name}-{size}-{theme}.png")
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
