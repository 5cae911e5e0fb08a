"""What the server tests share: a server inside the test, people who play on it, and event streams."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from sqlalchemy import Connection, insert

from pfalz.server.app import create_app
from pfalz.server.http.context import Parts
from pfalz.server.http.door import served
from pfalz.server.http.stream import LINE
from pfalz.server.settings import Settings
from pfalz.server.store.schema import MIGRATIONS, facts
from pfalz.server.store.storage import connect

HEADERS = {"X-Pfalz": "1"}
PATIENCE = 60.0
"""Seconds until a test gives up on something that has to happen; however busy the machine is, it does."""


def sqlite(path: Path) -> Settings:
    return Settings(database=f"sqlite:///{path}/pfalz.sqlite3", rate_scale=0, bot_pause=0, secret="s" * 32)


def parts(app: FastAPI) -> Parts:
    found: Parts = app.state.parts
    return found


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[FastAPI]:
    """The application with its lifetime, without sockets."""
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        yield app


def client(app: FastAPI, **more: Any) -> httpx.AsyncClient:
    """A browser without memory of who it is."""
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://pfalz.test", headers=HEADERS, **more
    )


@asynccontextmanager
async def guest(app: FastAPI, name: str = "") -> AsyncIterator[httpx.AsyncClient]:
    """A browser of somebody new."""
    async with client(app) as c:
        assert (await c.post("/api/guest", json={"name": name})).status_code == 200
        yield c


def browser(url: str, **more: Any) -> httpx.AsyncClient:
    """A browser without memory of who it is, at a real address; the machine may have much else to do."""
    return httpx.AsyncClient(base_url=url, headers=HEADERS, timeout=PATIENCE, **more)


async def open_table(c: httpx.AsyncClient, seats: list[str], game: str = "staufer", **more: Any) -> str:
    """Open a table with seats `me`, `open` or bots."""
    kinds = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "bot": s} for s in seats]
    body = {"game": game, "players": len(seats), "seats": kinds, **more}
    response = await c.post("/api/tables", json=body)
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


async def view(c: httpx.AsyncClient, id: str, **query: Any) -> dict[str, Any]:
    response = await c.get(f"/api/tables/{id}/view.json", params=query)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


async def fill(c: httpx.AsyncClient, id: str, rng: Random) -> list[int]:
    """A random complete answer to the own question, found through the API alone."""
    answer: list[int] = []
    while True:
        query = {"prefix": ",".join(map(str, answer))}
        offer = (await c.get(f"/api/tables/{id}/options", params=query)).json()
        if offer["complete"]:
            return answer
        answer.append(rng.choice(offer["options"]))


async def answer(c: httpx.AsyncClient, id: str, rng: Random) -> httpx.Response:
    """Answer the own open question at random."""
    seen = await view(c, id)
    answer = await fill(c, id, rng)
    body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": answer}
    return await c.post(f"/api/tables/{id}/answers", json=body)


def play_some(settings: Settings, answers: int, seed: int = 1, **more: Any) -> str:
    """A table at which one person has played both seats for a while; the server has stopped again."""

    async def go() -> str:
        async with running(settings) as app, guest(app, "Ida") as a:
            id = await open_table(a, ["me", "me"], undo_policy="free", **more)
            rng = Random(seed)
            for _ in range(answers):
                if (await view(a, id))["status"] == "over":
                    break
                assert (await answer(a, id, rng)).status_code == 200
            return id

    return asyncio.run(go())


@contextmanager
def old_database(url: str, schema: int) -> Iterator[Connection]:
    """An empty database of an old schema; columns that came later are there already and are to be dropped."""
    with connect(url).begin() as db:
        facts.create(db)
        db.execute(insert(facts).values(key="schema", value=str(schema)))
        for step in MIGRATIONS[:schema]:
            step(db)
        yield db


@contextmanager
def listening(settings: Settings) -> Iterator[tuple[str, FastAPI]]:
    """The application on a real socket, in a thread; its address and itself."""
    app = create_app(settings)
    server = uvicorn.Server(served(app, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not server.started:
        assert thread.is_alive() and time.monotonic() < end, "the server does not start"
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", app
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


async def events(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """The events of a stream."""
    name = ""
    async for line in lines:
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, json.loads(line[6:])


class Wire:
    """One connection to the application, without a client in between: every byte it sends, as it sends it."""

    def __init__(
        self,
        app: FastAPI,
        method: str,
        path: str,
        headers: Iterable[tuple[str, str]] = (),
        body: Iterable[bytes] = (),
        ends: bool = True,
    ) -> None:
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in headers],
            "client": ("192.0.2.1", 1),
            "server": ("pfalz.test", 80),
            LINE: self,
        }
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = bytearray()
        self._chunks = list(body)
        self._ends = ends
        self._gone = asyncio.Event()
        self._told = asyncio.Event()
        self.task = asyncio.ensure_future(app(scope, self._receive, self._send))

    @property
    def ready(self) -> bool:
        """There is always room."""
        return True

    def push(self, data: bytes) -> None:
        """Part of a stream, past everything that stands before an answer."""
        self.body += data
        self._told.set()

    async def drain(self) -> None:
        """There is always room."""

    async def _receive(self) -> dict[str, Any]:
        if self._chunks:
            chunk = self._chunks.pop(0)
            return {"type": "http.request", "body": chunk, "more_body": bool(self._chunks) or not self._ends}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        else:
            self.body += message.get("body", b"")
        self._told.set()

    @property
    def sent(self) -> bytes:
        """Headers and body, all of it."""
        return b"\n".join(k + b": " + v for k, v in self.headers) + b"\n\n" + bytes(self.body)

    async def until(self, check: Callable[[Wire], bool]) -> None:
        """Wait for something to have been sent."""
        while not check(self):
            assert not self.task.done(), self.body[-300:]
            self._told.clear()
            await asyncio.wait_for(self._told.wait(), PATIENCE)

    async def whole(self) -> Wire:
        """Wait for the end of the answer."""
        await asyncio.wait_for(asyncio.shield(self.task), PATIENCE)
        return self

    async def close(self) -> None:
        """Hang up."""
        self._gone.set()
        await asyncio.wait([self.task], timeout=PATIENCE)
        assert self.task.done()
