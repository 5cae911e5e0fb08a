"""A real server in a process of its own, and real browsers."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A real browser in a game of chance gets a second try; the summary names every test that took it."""
    for item in items:
        if "visitor" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


class Chromium:
    """One browser for all tests; each visitor has a context of their own. A new one if it has died."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._browser: Browser | None = None
        self._pid = 0

    @property
    def browser(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():
            path = next((found for found in CHROMIUM if Path(found).exists()), None)
            self._browser = self._playwright.chromium.launch(executable_path=path, args=list(FLAGS))
            processes = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
            found = [process["id"] for process in processes["processInfo"] if process["type"] == "browser"]
            self._pid = int(found[0])
        return self._browser

    def close(self, closing: Callable[[], None]) -> None:
        """Close something of the browser; one that hangs then, which is not our page's fault, is killed."""
        end = threading.Timer(PATIENCE / 1000, os.kill, (self._pid, signal.SIGKILL))
        end.start()
        try:
            closing()
        except Error:
            if self._browser is not None and self._browser.is_connected():
                raise
        finally:
            end.cancel()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The browser."""
    with sync_playwright() as playwright:
        found = Chromium(playwright)
        yield found
        found.close(found.browser.close)


@pytest.fixture
def visitor(chromium: Chromium, server: str) -> Iterator[Visitor]:
    """Opens a page for somebody new; any error in the console fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def come(width: int = 1440, height: int = 900, language: str = "en-US", **more: Any) -> Page:
        phone, pace = width < 500, more.pop("pace", "once")
        context = chromium.browser.new_context(
            viewport={"width": width, "height": height},
            base_url=server,
            locale=language,
            has_touch=more.pop("has_touch", phone),
            is_mobile=phone,
            reduced_motion=more.pop("reduced_motion", "reduce"),
            **more,
        )
        context.add_cookies([{"name": "pfalz_pace", "value": pace, "url": server}])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield come
    for context in contexts:
        chromium.close(context.close)
    assert problems == []
