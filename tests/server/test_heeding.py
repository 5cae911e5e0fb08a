"""What the host does from the command line while servers run: they heed it, on both databases."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.cli import main
from pfalz.server.play import heeding
from pfalz.server.settings import Settings
from tests.server.tools import PATIENCE, answer, browser, events, listening, open_table, parts, view

OTTO = {"login": "otto", "password": "correct horse", "name": "Otto"}
UTA = {"login": "uta", "password": "correct horse", "name": "Uta"}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heeding, "EVERY", 0.1)


@contextmanager
def servers(url: str) -> Iterator[list[tuple[str, FastAPI]]]:
    """One server beside an SQLite file, two on a PostgreSQL."""
    settings = Settings(database=url, rate_scale=0, bot_pause=0, secret="s" * 32, port=0)
    with ExitStack() as stack:
        count = 2 if url.startswith("postgresql") else 1
        yield [stack.enter_context(listening(settings)) for _ in range(count)]


class Scene:
    """Otto's table, at which Uta sits; each is at another server if there are two, and watches."""

    def __init__(self, url: str, a: httpx.AsyncClient, b: httpx.AsyncClient, id: str) -> None:
        self.url, self.a, self.b, self.id = url, a, b, id
        self.told: list[tuple[str, Any]] = []
        self.ended = False
        self.watching = asyncio.ensure_future(self._watch())

    async def _watch(self) -> None:
        async with self.b.stream("GET", f"/api/tables/{self.id}/events?view=1&html=0") as response:
            async for event in events(response.aiter_lines()):
                self.told.append(event)
        self.ended = True

    async def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end
            await asyncio.sleep(0.01)

    async def command(self, *words: str) -> int:
        """As the host types it, while the servers run."""
        return await asyncio.to_thread(main, [*words, "--database", self.url])


def played(url: str, act: Callable[[Scene, list[FastAPI]], Awaitable[None]]) -> None:
    async def go(up: list[tuple[str, FastAPI]]) -> None:
        async with browser(up[0][0]) as a, browser(up[-1][0]) as b:
            for c, who in ((a, OTTO), (b, UTA)):
                assert (await c.post("/api/register", json=who)).status_code == 200
            id = await open_table(a, ["me", "open"], undo_policy="free")
            assert (await b.post(f"/api/tables/{id}/join", json={})).status_code == 200
            scene = Scene(url, a, b, id)
            await scene.until(lambda: bool(scene.told))
            rng = Random(1)
            for _ in range(4):
                await answer(a if (await view(a, id))["ask"] else b, id, rng)
            await act(scene, [app for _, app in up])
            scene.watching.cancel()

    with servers(url) as up:
        asyncio.run(go(up))


def test_a_table_is_closed_under_those_who_play(url: str) -> None:
    async def act(scene: Scene, apps: list[FastAPI]) -> None:
        assert await scene.command("tables", "close", scene.id) == 0
        # at once, before anybody has heard of it: nothing is built on what was before
        table = await parts(apps[0]).tables.get(scene.id)
        for c in (scene.a, scene.b):
            ask = {"ask": table.rules.asks(table.session.state)[0].name, "opened": table.session.opened}
            late = await c.post(f"/api/tables/{scene.id}/answers", json={**ask, "move": [0]})
            assert late.status_code in (403, 409, 422), late.text
        await scene.until(lambda: scene.told[-1][1].get("view", {}).get("status") == "cancelled")
        for c in (scene.a, scene.b):
            assert (await view(c, scene.id))["status"] == "cancelled"
            assert (await c.get("/api/me/turns")).json()["tables"] == []

    played(url, act)


def test_a_table_is_deleted_under_those_who_watch(url: str) -> None:
    async def act(scene: Scene, apps: list[FastAPI]) -> None:
        other = await open_table(scene.a, ["me", "me"])
        assert await scene.command("tables", "delete", scene.id) == 0
        await scene.until(lambda: scene.ended)
        assert scene.told[-1][0] == "error"
        for c in (scene.a, scene.b):
            assert (await c.get(f"/api/tables/{scene.id}/view.json")).status_code == 404
        assert all(parts(app).tables.loaded_table(scene.id) is None for app in apps)
        assert (await answer(scene.a, other, Random(1))).status_code == 200

    played(url, act)


def test_a_table_gets_another_owner(url: str) -> None:
    async def act(scene: Scene, apps: list[FastAPI]) -> None:
        assert (await view(scene.a, scene.id))["owner"]
        assert await scene.command("tables", "transfer", scene.id, "uta") == 0
        end = time.monotonic() + PATIENCE
        while not (await view(scene.b, scene.id))["owner"]:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        assert not (await view(scene.a, scene.id))["owner"]
        taken = await scene.b.post(f"/api/tables/{scene.id}/undo", json={"to": 1})
        assert (
            taken.status_code == 200
            and (await view(scene.a, scene.id))["position"] == taken.json()["position"]
        )

    played(url, act)


def test_somebody_is_kept_out_at_once(url: str) -> None:
    async def act(scene: Scene, apps: list[FastAPI]) -> None:
        assert (await scene.b.get("/api/me")).status_code == 200
        assert await scene.command("people", "block", "uta") == 0
        await scene.until(lambda: scene.ended)
        assert (await scene.b.get("/api/me")).status_code == 401
        login = {"login": "uta", "password": UTA["password"]}
        assert (await scene.b.post("/api/login", json=login)).status_code in (401, 403)
        assert (await scene.a.get("/api/me")).status_code == 200
        assert await scene.command("people", "block", "uta", "--lift") == 0
        assert (await scene.b.post("/api/login", json=login)).status_code == 200

    played(url, act)


def test_commands_that_make_a_log_anew_still_want_the_servers_stopped(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pfalz.server.store.claim.PATIENCE", 0.0)

    async def act(scene: Scene, apps: list[FastAPI]) -> None:
        assert await scene.command("tables", "undo", scene.id) == 2
        assert await scene.command("people", "delete", "uta") == 2

    played(url, act)
