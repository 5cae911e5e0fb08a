"""A real server in a process of its own, and real browsers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

RUN = """
from pfalz.server.hosting.host import serve
from pfalz.server.settings import from_environment
serve(from_environment(), print)
"""
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


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server with an empty SQLite file."""
    folder: Path = tmp_path_factory.mktemp("tables")
    port = free_port()
    settings = {
        "PFALZ_DATABASE": f"sqlite:///{folder / 'pfalz.sqlite3'}",
        "PFALZ_PORT": str(port),
        "PFALZ_BOT_PAUSE": "0",
        "PFALZ_RATE_SCALE": "0",
    }
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN], env={**os.environ, **settings}, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            base = f"http://127.0.0.1:{port}"
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"{base}/look/palette.css", timeout=2)
                    break
                except OSError:
                    assert process.poll() is None, (folder / "server.log").read_text()
                    time.sleep(0.1)
            yield base
        finally:
            process.terminate()
            process.wait(10)
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
        page.set_default_timeout(10_000)
        page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert problems == []
