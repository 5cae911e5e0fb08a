"""Four princes and a person at one table, others at other tables: how long the others wait meanwhile.

Bots think in worker processes of low priority (`play/worker.py`), so the answers of others should take as
long as without them. They arrive at fixed times, as in `arrivals.py`; first without princes, then with them.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from rich.console import Console
from rich.table import Table as Grid

from pfalz.server.bench.arrivals import Arrived, part, play, prepared_for
from pfalz.server.bench.load import HEAD, prepare, server

PRINCES: Final = 4
WORKERS: Final = 2
WANTED: Final = 50.0
"""Milliseconds within which others shall be answered (p99)."""


class Sitting:
    """A person who plays at random against princes, one game after the other, until told to stop."""

    def __init__(self, url: str, thinking: float) -> None:
        self.url = url
        self.thinking = thinking
        self.answers = 0
        self.heard = 0
        """How many answers the newest table has, those of the princes included."""
        self.begun, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._sit, daemon=True)

    def start(self) -> None:
        """Sit down, and wait until the first prince has been asked."""
        self._thread.start()
        assert self.begun.wait(60), "nobody could sit down"

    def stop(self) -> None:
        """Get up."""
        self._stop.set()
        self._thread.join(60)

    def _sit(self) -> None:
        with httpx.Client(base_url=self.url, headers=HEAD, timeout=60) as api:
            api.post("/api/guest", json={}).raise_for_status()
            while not self._stop.is_set():
                self._play(api)

    def _play(self, api: httpx.Client) -> None:
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "prince"}] * PRINCES]
        wish = {"game": "staufer", "players": 1 + PRINCES, "seats": seats, "thinking": self.thinking}
        table = f"/api/tables/{api.post('/api/tables', json=wish).raise_for_status().json()['id']}"
        self.begun.set()
        while not self._stop.is_set():
            seen = api.get(f"{table}/view.json").raise_for_status().json()
            self.heard = seen["position"]
            if seen["status"] == "over":
                return
            if seen["ask"] and not seen["ask"]["answered"]:
                self._answer(api, table, seen)
            self._stop.wait(0.05)

    def _answer(self, api: httpx.Client, table: str, seen: dict[str, Any]) -> None:
        ask = seen["ask"]
        while not ask["complete"]:
            prefix = ",".join(map(str, [*ask["prefix"], random.choice(ask["options"])]))
            ask = api.get(f"{table}/options", params={"prefix": prefix}).raise_for_status().json()
        answer = {"ask": ask["ask"], "opened": seen["opened"], "move": ask["prefix"]}
        self.answers += api.post(f"{table}/answers", json=answer).is_success


@contextmanager
def sitting(url: str, thinking: float) -> Iterator[Sitting]:
    """Somebody sits with princes meanwhile."""
    person = Sitting(url, thinking)
    person.start()
    try:
        yield person
    finally:
        person.stop()


def beside(tables: int, seconds: float, thinking: float = 0.0) -> tuple[Arrived, int]:
    """Answers of others, beside princes who think for so many seconds each, or none; answers there, too."""
    with tempfile.TemporaryDirectory() as path:
        database = f"sqlite:///{path}/bench.sqlite3"
        with server(database, bot_workers=WORKERS) as (url, pid):
            ready = asyncio.run(prepare(url, database, prepared_for(tables, seconds)))
            ports = [urlsplit(url).port or 0]
            if not thinking:
                return play(ports, [pid], ready, tables, seconds), 0
            with sitting(url, thinking) as person:
                found = play(ports, [pid], ready, tables, seconds)
            return found, person.heard


def princes(seconds: float, tables: int, console: Console) -> None:
    """How long others wait without princes, and with them."""
    grid = Grid("beside", "answers", "ack p50 ms", "p99", "last viewer p50 ms", "p99")
    for label, thinking in (("nobody", 0.0), (f"{PRINCES} princes (1 s) and a person", 1.0)):
        found, heard = beside(tables, seconds, thinking)
        grid.add_row(label, *found.row()[:5])
        console.print(f"{label}: {found.row()[:5]}" + (f", {heard} answers there" if heard else ""))
    console.print(grid)
    slowest = part(found.acknowledged, 0.99) * 1000
    console.print(f"others are answered within {slowest:.1f} ms (p99), wanted: {WANTED:.0f} ms")
