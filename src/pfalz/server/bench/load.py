"""Answer → durable → pushed to four viewers: how many a second, and how long one takes.

A real server process on a real SQLite file (`synchronous=FULL`), four people per table, each with an open
event stream of their own view. A table's next answer is sent when the last one is acknowledged and has
reached all four; the time of an answer is until then. Moves are prepared beforehand, and the client is made
of callbacks, so that it costs little: it is the server that is measured. The ratio is answers per 1,000
rounds of `core.yardstick`.
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
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple, Self, cast

import httpx
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table as Grid

from pfalz.core.record import Header
from pfalz.core.session import Session
from pfalz.core.yardstick import calibration
from pfalz.server.play.table import rules_of
from pfalz.server.store import storage
from pfalz.server.store.storage import Store

PLAYERS = 4
HEAD = {"X-Pfalz": "1"}
DATA, MARKUP = "html=0&view=1", "html=1"
MOST_RATE = {DATA: 5000, MARKUP: 2000}
"""So many answers a second nobody gives; so many tables are prepared."""
SHORTEST = 100
"""So many answers every game has at least."""


class Planned(NamedTuple):
    """An answer that will be given, as a body, and the position it leads to."""

    seat: int
    body: bytes
    position: int


class Prepared(NamedTuple):
    """A table on the server and the answers that will be given at it, in order."""

    id: str
    cookies: list[str]
    answers: deque[Planned]


@dataclass
class Result:
    """What one run measured."""

    tables: int
    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    bytes: int = 0
    updates: int = 0
    cpu: float = 0.0
    """Processor seconds of the server."""
    unit: float = 1.0
    """Rounds of the yardstick in a second, just before."""

    @property
    def answers(self) -> int:
        """How many answers reached everybody."""
        return len(self.times)

    def row(self) -> list[str]:
        """As a row of the report."""
        ordered = sorted(self.times)
        rate = self.answers / self.seconds
        return [
            str(self.tables),
            f"{rate:,.0f}",
            f"{rate / self.unit * 1000:.2f}",
            *(f"{ordered[int(self.answers * part)] * 1000:.1f}" for part in (0.5, 0.99)),
            f"{self.cpu / self.answers * 1e6:,.0f}",
            f"{self.bytes / max(self.updates, 1) / 1000:.1f}",
        ]


# -- the server ---------------------------------------------------------------------------------------


@contextmanager
def server(database: str, port: int) -> Iterator[tuple[str, int]]:
    """A server process of its own."""
    flags = {"database": database, "port": port, "rate-scale": 0, "max-streams": 10**6, "max-tables": 10**6}
    flags["live-tables"] = 10**4
    words = [word for name, value in flags.items() for word in (f"--{name}", str(value))]
    process = subprocess.Popen([sys.executable, "-m", "pfalz.server", *words], stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
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
        move = ask.random_move(session.state, rng)
        body = msgspec.json.encode({"ask": ask.name, "opened": session.opened, "move": move})
        session.answer(ask.seat, move)
        session.settle()
        out.append(Planned(ask.seat, body, len(session.entries)))
    return out


async def prepare(url: str, store: Store, count: int) -> list[Prepared]:
    """So many tables, with four people of their own at each."""
    async with httpx.AsyncClient(base_url=url, headers=HEAD) as client:
        return [await _prepared(client, store) for _ in range(count)]


async def _prepared(client: httpx.AsyncClient, store: Store) -> Prepared:
    cookies = []
    for _ in range(PLAYERS):
        await client.post("/api/guest", json={})
        cookies.append(f"pfalz_session={client.cookies['pfalz_session']}")
        client.cookies.clear()
    heads = [{"Cookie": cookie} for cookie in cookies]
    body = {"game": "staufer", "players": PLAYERS, "seats": [{"kind": "me"}]}
    id = str((await client.post("/api/tables", json=body, headers=heads[0])).json()["id"])
    for head in heads[1:]:
        await client.post(f"/api/tables/{id}/join", json={}, headers=head)
    stored = store.now(lambda db: storage.load_table(db, id))
    assert stored is not None
    return Prepared(id, cookies, planned(msgspec.json.decode(stored.row["header"], type=Header)))


# -- the client ---------------------------------------------------------------------------------------


class Ear(asyncio.Protocol):
    """A connection that hears something of a table that is being played, and says so."""

    def __init__(self, driven: Driven | None, request: bytes) -> None:
        self.driven = driven
        self.transport: asyncio.Transport | None = None
        self._request = request
        self._rest = b""

    async def connect(self, port: int) -> Self:
        """Open it."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        return self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Understand what has come in whole."""
        data = self._rest + data if self._rest else data
        self._rest = data[self.understood(data) :]
        if self.driven is not None:
            self.driven.heard()

    def understood(self, data: bytes) -> int:
        """How much of it has been understood."""
        raise NotImplementedError


class Viewer(Ear):
    """An open event stream; remembers the newest position it was told."""

    MARK = b'data: {"position":'

    def __init__(self, driven: Driven, id: str, cookie: str, query: str) -> None:
        head = f"GET /api/tables/{id}/events?{query} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n"
        super().__init__(driven, head.encode())
        self.result = driven.result
        self.position = -1

    def understood(self, data: bytes) -> int:
        """An update counts when its last byte is here."""
        end = data.rfind(b"\n\n")
        at = data.rfind(self.MARK, 0, max(end, 0))
        if at < 0:
            return 0
        self.position = int(data[at + len(self.MARK) : data.index(b",", at)])
        self.result.bytes += end + 2
        self.result.updates += data.count(self.MARK, 0, end)
        return end + 2


class Voice(Ear):
    """The connection answers are given by, at one table after the other."""

    def __init__(self) -> None:
        super().__init__(None, b"GET /look/shield.svg HTTP/1.1\r\nHost: x\r\n\r\n")
        self.done = False
        self._accepted = asyncio.get_running_loop().create_future()

    async def connect(self, port: int) -> Self:
        """Open it, and wait for the server to have it."""
        await super().connect(port)
        await self._accepted
        return self

    def say(self, request: bytes) -> None:
        """Give an answer."""
        self.done = False
        assert self.transport is not None
        self.transport.write(request)

    def understood(self, data: bytes) -> int:
        """A reply is there when its last byte is."""
        if not self._accepted.done():
            if data.endswith(b"</svg>"):
                self._accepted.set_result(None)
                return len(data)
            return 0
        if not data.endswith(b"}"):
            return 0
        assert data.startswith(b"HTTP/1.1 200 OK"), data
        self.done = True
        return len(data)


class Driven:
    """A table that is being played: the next answer is given when everybody has heard of the last."""

    def __init__(self, prepared: Prepared, query: str, result: Result) -> None:
        loop = asyncio.get_running_loop()
        self.result = result
        self.connected, self.ended = loop.create_future(), loop.create_future()
        self.viewers = [Viewer(self, prepared.id, cookie, query) for cookie in prepared.cookies]
        self._path = f"POST /api/tables/{prepared.id}/answers HTTP/1.1\r\nHost: x\r\nX-Pfalz: 1\r\n"
        self._answers = prepared.answers
        self._cookies = prepared.cookies
        self._voice: Voice | None = None
        self._begun = self._until = 0.0
        self._position = 0

    async def connect(self, port: int) -> None:
        """Let all viewers see the table."""
        for viewer in self.viewers:
            await viewer.connect(port)
        await self.connected

    async def play(self, voice: Voice, until: float) -> None:
        """Give answers until then, or to the end of the game."""
        self._voice, self._until, voice.driven = voice, until, self
        self._next()
        await self.ended
        voice.driven = None
        for viewer in self.viewers:
            assert viewer.transport is not None
            viewer.transport.close()

    def heard(self) -> None:
        """See whether the answer that is under way has reached everybody."""
        if any(viewer.position < self._position for viewer in self.viewers):
            return
        if self._voice is None:
            if not self.connected.done():
                self.connected.set_result(None)
        elif self._voice.done and not self.ended.done():
            self.result.times.append(time.perf_counter() - self._begun)
            self._next()

    def _next(self) -> None:
        assert self._voice is not None
        if not self._answers or time.perf_counter() >= self._until:
            self.ended.set_result(None)
            return
        seat, body, self._position = self._answers.popleft()
        head = f"{self._path}Cookie: {self._cookies[seat]}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._begun = time.perf_counter()
        self._voice.say(head.encode() + body)


async def measure(
    port: int,
    pid: int,
    ready: list[Prepared],
    query: str,
    result: Result,
    seconds: float,
) -> None:
    """Keep some tables busy for some seconds; one that comes to its end is followed by another."""
    waiting = [Driven(prepared, query, result) for prepared in ready]
    for driven in waiting:
        await driven.connect(port)
    result.bytes = result.updates = 0  # the first message of a stream is whole
    voices = [await Voice().connect(port) for _ in range(result.tables)]
    cpu, begun = cpu_of(pid), time.perf_counter()
    until = begun + seconds

    async def slot(voice: Voice) -> None:
        while time.perf_counter() < until:
            assert waiting, "more tables have to be prepared"
            await waiting.pop().play(voice, until)

    await asyncio.gather(*(slot(voice) for voice in voices))
    result.seconds, result.cpu = time.perf_counter() - begun, cpu_of(pid) - cpu


def pushed(seconds: float, console: Console) -> None:
    """The main figure, with views as data and with markup."""
    names = ("active tables", "answers/s", "ratio", "p50 ms", "p99 ms", "server CPU µs", "kB per update")
    grid = Grid(*names, "pushed")
    for label, query in (("views as data", DATA), ("markup for browsers", MARKUP)):
        for tables in (1, 50, 200):
            result = run(tables, query, seconds)
            grid.add_row(*result.row(), label)
            console.print(f"{label}: {result.row()}")
    console.print(grid)


def run(tables: int, query: str, seconds: float) -> Result:
    """One measurement with a server and a database of its own."""
    with tempfile.TemporaryDirectory() as path:
        database = f"sqlite:///{path}/bench.sqlite3"
        port = 18000 + Random().randrange(2000)
        with server(database, port) as (url, pid):
            store = Store(database)
            count = tables + int(MOST_RATE[query] * seconds / SHORTEST)
            ready = asyncio.run(prepare(url, store, count))
            store.engine.dispose()
            result = Result(tables, unit=calibration())
            uvloop.run(measure(port, pid, ready, query, result, seconds))
    return result
