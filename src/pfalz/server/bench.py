"""Benchmarks of the tables: answer → durable → pushed to four viewers (`python -m pfalz.server.bench`).

A real server process on a real SQLite file (`synchronous=FULL`), four people per table, each with an open
event stream of their own view. A table's next answer is sent when the last one is acknowledged and has
reached all four; the time of an answer is until then. Moves are prepared beforehand, so that the client costs
little. The ratio is answers per 1,000 rounds of `core.yardstick`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import cast

import httpx
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table as Grid
from sqlalchemy import Connection

from pfalz import catalogue
from pfalz.core.record import Header, SeatInfo
from pfalz.core.session import Session, open_session
from pfalz.core.yardstick import calibration
from pfalz.server.http.jsonview import view_json
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.loading import from_stored
from pfalz.server.play.rows import log_rows, seat_rows, table_row
from pfalz.server.play.table import Seat, Table, rules_of
from pfalz.server.store import storage
from pfalz.server.store.schema import entries
from pfalz.server.store.storage import Store
from pfalz.web.chunks import Chunks
from pfalz.web.prefs import Prefs
from pfalz.web.render import fragment

PLAYERS = 4
HEAD = {"X-Pfalz": "1"}


@dataclass
class Prepared:
    """A table on the server and the answers that will be given at it: seat and body, in order."""

    id: str
    answers: list[tuple[int, bytes]]


@dataclass
class Result:
    """What one run measured."""

    tables: int
    answers: int
    seconds: float
    times: list[float]
    cpu: float
    size: float
    unit: float
    """Rounds of the yardstick in a second, just before."""

    def row(self) -> list[str]:
        """As a row of the report."""
        ordered = sorted(self.times)
        p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
        rate = f"{self.answers / self.seconds:,.0f}"
        return [
            str(self.tables),
            rate,
            f"{self.answers / self.seconds / self.unit * 1000:.2f}",
            f"{p50 * 1000:.1f}",
            f"{p99 * 1000:.1f}",
            self._cpu(),
            f"{self.size / 1000:.1f}",
        ]

    def _cpu(self) -> str:
        return f"{self.cpu / max(self.answers, 1) * 1e6:,.0f}"


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


def planned(header: Header, limit: int) -> list[tuple[int, bytes]]:
    """A random game under this header: what every seat will answer."""
    session = Session(rules_of(header), header)
    session.settle()
    rng = Random(header.seed)
    out: list[tuple[int, bytes]] = []
    while not session.state.over and len(out) < limit:
        ask = next(ask for ask in session.asks() if not ask.answered)
        move = ask.random_move(session.state, rng)
        body = {"ask": ask.name, "opened": session.opened, "move": move}
        out.append((ask.seat, msgspec.json.encode(body)))
        session.answer(ask.seat, move)
        session.settle()
    return out


async def prepare(url: str, store: Store, count: int, limit: int) -> tuple[list[str], list[Prepared]]:
    """Four people and `count` tables where they sit."""
    clients = [httpx.AsyncClient(base_url=url, headers=HEAD) for _ in range(PLAYERS)]
    cookies = []
    for client in clients:
        await client.post("/api/guest", json={})
        cookies.append(f"pfalz_session={client.cookies['pfalz_session']}")
    ready = []
    for _ in range(count):
        body = {"game": "staufer", "players": PLAYERS, "seats": [{"kind": "me"}]}
        id = str((await clients[0].post("/api/tables", json=body)).json()["id"])
        for client in clients[1:]:
            await client.post(f"/api/tables/{id}/join", json={})
        stored = store.now(lambda db, id=id: storage.load_table(db, id))  # type: ignore[misc]
        assert stored is not None
        header = msgspec.json.decode(stored.row["header"], type=Header)
        ready.append(Prepared(id, planned(header, limit)))
    for client in clients:
        await client.aclose()
    return cookies, ready


class Viewer(asyncio.Protocol):
    """An open event stream; remembers the newest position it was told."""

    MARK = b'data: {"position":'

    def __init__(self, id: str, cookie: str, query: str) -> None:
        self.position = -1
        self.bytes = self.updates = 0
        self.told: asyncio.Future[None] | None = None
        self._rest = b""
        self._request = f"GET /api/tables/{id}/events?{query} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n"
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        """An update counts when its last byte is here."""
        self.bytes += len(data)
        data = self._rest + data
        end = data.rfind(b"\n\n")
        at = data.rfind(self.MARK, 0, max(end, 0))
        if at < 0:
            self._rest = data
            return
        self.updates += data.count(self.MARK, 0, end)
        self._rest = data[end + 2 :]
        self.position = int(data[at + len(self.MARK) : data.index(b",", at)])
        if self.told is not None and not self.told.done():
            self.told.set_result(None)

    async def reach(self, position: int) -> None:
        """Wait until this position has been told."""
        while self.position < position:
            self.told = asyncio.get_running_loop().create_future()
            await self.told


class Start:
    """Nobody begins before everybody is connected."""

    def __init__(self, tables: int, seconds: float) -> None:
        self._missing, self._seconds = tables, seconds
        self._go = asyncio.Event()
        self.begun = self.until = 0.0

    async def ready(self) -> None:
        """Connected: wait for the others."""
        self._missing -= 1
        if self._missing == 0:
            self.begun = time.perf_counter()
            self.until = self.begun + self._seconds
            self._go.set()
        await self._go.wait()


async def drive(
    port: int, prepared: Prepared, cookies: Sequence[str], query: str, start: Start, times: list[float]
) -> tuple[int, int]:
    """Play one table; returns bytes and number of updates that came."""
    loop = asyncio.get_running_loop()
    viewers = [Viewer(prepared.id, cookie, query) for cookie in cookies]
    for viewer in viewers:
        await loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", port)  # type: ignore[misc]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for viewer in viewers:
        await viewer.reach(0)
    writer.write(b"GET /look/shield.svg HTTP/1.1\r\nHost: x\r\n\r\n")  # so that the connection is accepted
    await reader.readuntil(b"</svg>")
    await start.ready()
    path = f"/api/tables/{prepared.id}/answers"
    while prepared.answers and time.perf_counter() < start.until:
        seat, body = prepared.answers.pop(0)
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Pfalz: 1\r\nCookie: {cookies[seat]}\r\n"
        begun = time.perf_counter()
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.readuntil(b"}")
        assert b" 200 OK" in answer, answer
        position = int(answer[answer.index(b'"position":') + 11 :].split(b",", 1)[0])
        for viewer in viewers:
            await viewer.reach(position)
        times.append(time.perf_counter() - begun)
    writer.close()
    for viewer in viewers:
        assert viewer.transport is not None
        viewer.transport.close()
    return sum(v.bytes for v in viewers), sum(v.updates for v in viewers)


async def measure(
    port: int, cookies: Sequence[str], ready: list[Prepared], tables: int, query: str, seconds: float
) -> Result:
    """Keep `tables` tables busy for some seconds."""
    times: list[float] = []
    start = Start(tables, seconds)
    totals = [0, 0]

    async def slot() -> None:
        while ready and (not start.begun or time.perf_counter() < start.until):
            size, count = await drive(port, ready.pop(), cookies, query, start, times)
            totals[0] += size
            totals[1] += count

    await asyncio.gather(*(slot() for _ in range(tables)))
    taken = time.perf_counter() - start.begun
    return Result(tables, len(times), taken, times, 0, totals[0] / max(totals[1], 1), 0)


def pushed(seconds: float, console: Console) -> None:
    """The main figure, with views as data and with markup."""
    grid = Grid(
        "active tables", "answers/s", "ratio", "p50 ms", "p99 ms", "server CPU µs", "kB per update", "pushed"
    )
    for label, query, sizes in (
        ("views as data", "html=0&view=1", (1, 50, 200)),
        ("markup for browsers", "html=1", (1, 50)),
    ):
        for tables in sizes:
            with tempfile.TemporaryDirectory() as path:
                database = f"sqlite:///{path}/bench.sqlite3"
                port = 18000 + Random().randrange(2000)
                with server(database, port) as (url, pid):
                    store = Store(database)
                    limit = 10_000 if tables == 1 else int(4000 * seconds / tables)
                    count = 60 if tables == 1 else tables
                    cookies, ready = asyncio.run(prepare(url, store, count, limit))
                    unit, before = calibration(), cpu_of(pid)
                    result = uvloop.run(measure(port, cookies, ready, tables, query, seconds))
                    result.cpu, result.unit = cpu_of(pid) - before, unit
                    store.engine.dispose()
            grid.add_row(*result.row(), label)
            console.print(f"{label}: {result.row()}")
    console.print(grid)


def whole_game(id: str, players: int) -> Table:
    """A finished random game as a table in memory."""
    rules = catalogue.ruleset(id, players)
    session = open_session(rules, [SeatInfo(f"p{i}") for i in range(players)], "bench")
    rng = Random(1)
    while not session.state.over:
        ask = next(ask for ask in session.asks() if not ask.answered)
        session.answer(ask.seat, ask.random_move(session.state, rng))
        session.settle()
    seats = [Seat(f"p{i}", f"person{i}") for i in range(players)]
    times = Times([], [])
    return Table(
        *("bench", "bench", session.header, "over", "person0", False, "", "own"),
        *(Clock(), times, seats, session, 0.0),
    )


def cold_load(table: Table) -> float:
    """How long it takes to read a table from the database and play its log again, in seconds."""
    with tempfile.TemporaryDirectory() as path:
        store = Store(f"sqlite:///{path}/bench.sqlite3")

        def write(db: Connection) -> None:
            storage.insert_table(db, table_row(table), seat_rows(table))
            db.execute(entries.insert(), log_rows(table))

        store.write_now(write)
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            stored = store.now(lambda db: storage.load_table(db, table.id))
            assert stored is not None
            from_stored(stored)
            times.append(time.perf_counter() - begun)
        store.engine.dispose()
    return min(times)


@dataclass
class Drawn:
    """What it costs to show the positions of a game to everybody at the table."""

    updates: int = 0
    seconds: float = 0.0
    whole: int = 0
    sent: int = 0


def drawn(id: str, players: int) -> Drawn:
    """Markup for every viewer of a random game, position by position, as streams send it."""
    table = whole_game(id, players)
    moves = [(entry.seat, entry.move) for entry in table.session.entries if entry.seat >= 0]
    table.session.rewind(0)
    table.session.settle()
    table.status = "playing"
    found, last = Drawn(), dict[int, Chunks]()
    for seat, move in moves:
        assert move is not None
        table.session.answer(seat, tuple(move))
        table.session.settle()
        table.changed()
        if table.session.state.over:
            break
        for viewer in range(players):
            begun = time.perf_counter()
            markup = fragment(table.seen(f"person{viewer}"), Prefs())
            message = msgspec.json.encode(markup.since(last.get(viewer)))
            found.seconds += time.perf_counter() - begun
            found.updates += 1
            found.sent += len(message)
            found.whole += len(str(markup))
            last[viewer] = markup
    return found


def boards(console: Console) -> None:
    """Cold load of a long table, and what one viewer costs, for every game."""
    grid = Grid("game", "answers", "cold load ms", "view.json µs", "kB", "markup ms", "kB sent", "kB whole")
    for id in catalogue.IDS:
        table = whole_game(id, catalogue.game(id).players[1])
        answers, cold = table.position, cold_load(table)
        table.session.rewind(len(table.session.entries) // 2)
        table.session.settle()
        table.status = "playing"
        data = b""
        begun = time.perf_counter()
        for _ in range(100):
            data = msgspec.json.encode(view_json(table.seen("person0"), table.position - 1, None))
        view = (time.perf_counter() - begun) / 100
        found = drawn(id, PLAYERS)
        grid.add_row(
            *(id, str(answers), f"{cold * 1000:.1f}", f"{view * 1e6:.0f}", f"{len(data) / 1000:.1f}"),
            f"{found.seconds / found.updates * 1000:.2f}",
            *(f"{size / found.updates / 1000:.1f}" for size in (found.sent, found.whole)),
        )
    console.print(grid)


def main() -> None:
    """Run everything and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="per measurement")
    parser.add_argument("--only", choices=["pushed", "boards"])
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 65536), hard), hard))
    console = Console()
    if args.only != "boards":
        pushed(args.seconds, console)
    if args.only != "pushed":
        boards(console)


if __name__ == "__main__":
    main()
