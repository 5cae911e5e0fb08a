"""A real server in a process of its own, and real browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.server.processes import serving

CHROMIUM = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
Visitor = Callable[..., Page]
PATIENCE = 30_000
"""Milliseconds until a test gives up on something the page has to show; the machine may be busy."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server with an empty SQLite file."""
    folder: Path = tmp_path_factory.mktemp("tables")
    database = f"sqlite:///{folder / 'pfalz.sqlite3'}"
    with (
        (folder / "server.log").open("w") as log,
        serving(database, errors=log, PFALZ_BOT_PAUSE="0", PFALZ_RATE_SCALE="0") as (process, url),
    ):
        yield url
        process.terminate()
        process.wait(60)
    assert "Traceback" not in (folder / "server.log").read_text()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each visitor has a context of their own."""
    path = next((found for found in CHROMIUM if Path(found).exists()), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visitor(chromium: Browser, server: str) -> Iterator[Visitor]:
    """Opens a page for somebody new; any error in the console fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def come(width: int = 1440, height: int = 900, language: str = "en-US", **more: Any) -> Page:
        phone = width < 500
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            base_url=server,
            locale=language,
            has_touch=more.pop("has_touch", phone),
            is_mobile=phone,
            reduced_motion=more.pop("reduced_motion", "reduce"),
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert problems == []
