"""Lessons over the API: opened, followed by bots that keep to the script, left and taken up again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz import learning
from pfalz.core.state import Move
from pfalz.learning import LEARNER
from pfalz.server.play.workers import Worker
from tests.server.test_answers import run
from tests.server.tools import guest, parts, sqlite, view


async def asked(c: httpx.AsyncClient, id: str) -> dict[str, Any]:
    """Wait until the bots have answered."""
    while not (seen := await view(c, id))["ask"]:
        await asyncio.sleep(0.01)
    return seen


async def answer(c: httpx.AsyncClient, id: str, move: Move) -> None:
    seen = await asked(c, id)
    body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": list(move)}
    assert (await c.post(f"/api/tables/{id}/answers", json=body)).status_code == 200


def test_a_lesson_follows_its_script_and_can_be_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def thinks(self: Worker, job: bytes, seconds: float) -> Move:
        raise AssertionError("on the script nobody has to think")

    monkeypatch.setattr(Worker, "ask", thinks)
    lesson = learning.lesson("staufer")

    async def check(app: FastAPI) -> None:
        async with guest(app, "Ida") as a, guest(app) as b:
            id = (await a.post("/api/lessons/staufer", json={})).json()["id"]
            own = [tuple(entry.move or ()) for entry in lesson.entries if entry.seat == LEARNER]
            for move in own[:4]:
                await answer(a, id, move)
            await asked(a, id)
            table = await parts(app).tables.get(id)
            assert [entry.move for entry in table.session.entries] == [
                entry.move for entry in lesson.entries[: table.position]
            ]
            page = (await a.get(f"/t/{id}")).text
            assert "data-lesson=" in page and 'id="hint"' in page
            again = await a.post("/api/lessons/staufer", json={})
            assert again.json()["id"] == id
            new = (await a.post("/api/lessons/staufer", json={"again": True})).json()["id"]
            assert new != id
            assert (await b.get(f"/t/{id}")).status_code == 404  # nobody else has to see it
            assert (await a.post("/api/lessons/chess", json={})).status_code == 404

    run(sqlite(tmp_path), check)


def test_a_lesson_stands_where_it_was_after_a_restart(tmp_path: Path) -> None:
    own = [tuple(e.move or ()) for e in learning.lesson("darkages").entries if e.seat == LEARNER]
    kept: dict[str, Any] = {}

    async def begin(app: FastAPI) -> None:
        async with guest(app, "Ida") as a:
            id = (await a.post("/api/lessons/darkages", json={})).json()["id"]
            for move in own[:2]:
                await answer(a, id, move)
            await asked(a, id)
            kept.update(id=id, cookies=a.cookies)

    async def go_on(app: FastAPI) -> None:
        async with guest(app) as c:
            c.cookies = kept["cookies"]
            assert (await c.post("/api/lessons/darkages", json={})).json()["id"] == kept["id"]
            seen = parts(app).tables.look(await parts(app).tables.get(kept["id"]), (await me(c)))
            assert seen.lesson is not None and seen.lesson.decision == 2 and seen.lesson.answer == own[2]

    async def me(c: httpx.AsyncClient) -> str:
        return str((await c.get("/api/me")).json()["id"])

    run(sqlite(tmp_path), begin)
    run(sqlite(tmp_path), go_on)
