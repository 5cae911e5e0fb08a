"""Answer → durable → pushed to four viewers: how many a second, and how long one takes.

A real server process on a real SQLite file (`synchronous=FULL`), four people per table, each with an open
event stream of their own view. A table's next answer is sent when the last one is acknowledged and has
reached all four; the time of an answer is until then. Moves are prepared beforehand, and the client costs
little: it is the server that is measured. The ratio is answers per 1,000 rounds of `core.yardstick`.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from sqlalchemy import Engine, select

from pfalz.core.record import Header
from pfalz.core.session import Session
from pfalz.core.yardstick import calibration
from pfalz.server.bench.client import Planned, Play, Prepared, Tally
from pfalz.server.play.table import rules_of
from pfalz.server.store import storage
from pfalz.server.store.schema import tables

PLAYERS = 4
HEAD = {"X-Pfalz": "1"}
ACTIVE = (1, 50, 200)
DATA, MARKUP = "html=0&view=1", "html=1"
MOST_RATE = {DATA: 5000, MARKUP: 2000}
"""So many answers a second nobody gives; so many tables are prepared."""
SHORTEST = 100
"""So many answers every game has at least."""
UNLIMITED = {
    "max_streams": 10**6,
    "max_tables": 10**6,
    "max_address_tables": 10**6,
    "max_address_open": 10**6,
}
"""All guests of a benchmark come from one address."""
IN_MEMORY = 10**4
"""So many tables stay in memory where loading is not what is measured."""


class Result(NamedTuple):
    """What one run measured."""

    tables: int
    tally: Tally
    cpu: float
    """Processor seconds of the server."""
    unit: float
    """Rounds of the yardstick in a second, just before."""

    def row(self) -> list[str]:
        """As a row of the report."""
        tally = self.tally
        ordered, answers = sorted(tally.times), len(tally.times)
        rate = answers / tally.seconds
        return [
            str(self.tables),
            f"{rate:,.0f}",
            f"{rate / self.unit * 1000:.2f}",
            *(f"{ordered[int(answers * part)] * 1000:.1f}" for part in (0.5, 0.99)),
            f"{self.cpu / answers * 1e6:,.0f}",
            f"{tally.bytes / max(tally.updates, 1) / 1000:.1f}",
        ]


# -- the server ---------------------------------------------------------------------------------------


def surroundings(database: str, **settings: object) -> dict[str, str]:
    """The environment of a server that is measured: trees that do not know a variable leave it alone."""
    given = {
        "database": database,
        "port": 0,
        "rate_scale": 0,
        "log_level": "warning",
        **UNLIMITED,
        **settings,
    }
    return {**os.environ, **{f"PFALZ_{name.upper()}": str(value) for name, value in given.items()}}


@contextmanager
def server(database: str, source: Path | None = None, **settings: object) -> Iterator[tuple[str, int]]:
    """A server process of its own, of this tree or another, on a port the system chooses: address, number."""
    environment = surroundings(database, **settings)
    if source is not None:
        environment["PYTHONPATH"] = str(source)
    command = [sys.executable, "-m", "pfalz.server"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        for _ in range(500):
            try:
                httpx.get(f"{url}/api/games")
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait()


def cpu_of(pid: int) -> float:
    """Processor seconds a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def planned(header: Header) -> deque[Planned]:
    """A random game under this header: what every seat will answer."""
    session = Session(rules_of(header), header)
    session.settle()
    rng = Random(header.seed)
    out: deque[Planned] = deque()
    while not session.state.over:
        ask = next(ask for ask in session.asks() if not ask.answered)
        answer = ask.random_answer(session.state, rng)
        body = msgspec.json.encode({"ask": ask.name, "opened": session.opened, "move": answer})
        session.answer(ask.seat, answer)
        session.settle()
        out.append(Planned(ask.seat, body, len(session.entries)))
    return out


def prepared_for(active: int, query: str, seconds: float) -> int:
    """So many tables are prepared for so many that are played at once."""
    return active + int(MOST_RATE[query] * seconds / SHORTEST)


async def prepare(url: str, database: str, count: int, game: str = "staufer") -> list[Prepared]:
    """So many tables, with four people of their own at each; the server may be of another version."""
    engine = storage.connect(database)
    try:
        async with httpx.AsyncClient(base_url=url, headers=HEAD, timeout=60) as client:
            return [await _prepared(client, engine, game) for _ in range(count)]
    finally:
        engine.dispose()


async def _prepared(client: httpx.AsyncClient, engine: Engine, game: str) -> Prepared:
    cookies = []
    for _ in range(PLAYERS):
        await client.post("/api/guest", json={})
        cookies.append(f"pfalz_session={client.cookies['pfalz_session']}")
        client.cookies.clear()
    heads = [{"Cookie": cookie} for cookie in cookies]
    body = {"game": game, "players": PLAYERS, "seats": [{"kind": "me"}]}
    id = str((await client.post("/api/tables", json=body, headers=heads[0])).json()["id"])
    for head in heads[1:]:
        await client.post(f"/api/tables/{id}/join", json={}, headers=head)
    with engine.connect() as db:
        header = str(db.execute(select(tables.c.header).where(tables.c.id == id)).scalar_one())
    return Prepared(id, cookies, planned(msgspec.json.decode(header, type=Header)))


# -- the report ----------------------------------------------------------------------------------------


def pushed(seconds: float, console: Console) -> None:
    """The main figure, with views as data and with markup."""
    names = ("active tables", "answers/s", "ratio", "p50 ms", "p99 ms", "server CPU µs", "kB per update")
    grid = Grid(*names, "pushed")
    for label, query in (("views as data", DATA), ("markup for browsers", MARKUP)):
        for active in ACTIVE:
            result = run(active, query, seconds)
            grid.add_row(*result.row(), label)
            console.print(f"{label}: {result.row()}")
    console.print(grid)


def run(
    active: int, query: str, seconds: float, cores: tuple[int, int] | None = None, **settings: Any
) -> Result:
    """One measurement with a server and a database of its own; server and client on `cores`, if said so."""
    with tempfile.TemporaryDirectory() as path:
        database = f"sqlite:///{path}/bench.sqlite3"
        with server(database, live_tables=IN_MEMORY, **settings) as (url, pid):
            ready = asyncio.run(prepare(url, database, prepared_for(active, query, seconds)))
            if cores is not None and (os.cpu_count() or 1) > 1:
                for thread in Path(f"/proc/{pid}/task").iterdir():
                    os.sched_setaffinity(int(thread.name), {cores[0]})
                os.sched_setaffinity(0, {cores[1]})
            play, unit = Play(urlsplit(url).port or 0, ready, query, active), calibration()
            before = cpu_of(pid)
            return Result(active, play.run(seconds), cpu_of(pid) - before, unit)
