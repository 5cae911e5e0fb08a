"""Hints over the API: who may have them, what they cost, and that a question is thought about once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.bots.advice import Advice
from pfalz.server.play.hints import Hints
from pfalz.server.play.workers import Bots, WorkerDied
from tests.server.test_answers import run
from tests.server.tools import guest, open_table, parts, sqlite, view


async def hint(c: httpx.AsyncClient, id: str, **query: str) -> httpx.Response:
    return await c.get(f"/api/tables/{id}/hint", params=query)


async def asked(c: httpx.AsyncClient, id: str) -> dict[str, Any]:
    """Wait until the bots have let it be this person's turn."""
    while not (seen := await view(c, id))["ask"]:
        await asyncio.sleep(0.01)
    return seen


def test_whoever_plays_with_bots_alone_is_told_what_a_knight_would_do(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "knight"])
            seen = await asked(a, id)
            said = (await hint(a, id, lang="de")).json()
            assert (said["ask"], said["opened"]) == (seen["ask"]["ask"], seen["opened"])
            first = said["advice"][0]
            assert first["names"] and first["gains"] and 1 <= len(said["advice"]) <= 3
            assert len(first["expected"]) == 2 and 1 <= len(first["line"]) <= 3
            assert {gain["name"] for gain in first["gains"]} & {
                "Punkte",
                "Figuren am Hof",
                "Truhen",
                "kommende Wertungen der Regionen",
            }
            body = {"ask": said["ask"], "opened": said["opened"], "move": first["move"]}
            assert (await a.post(f"/api/tables/{id}/answers", json=body)).status_code == 200

    run(sqlite(tmp_path), check)


def test_with_others_at_the_table_it_has_to_allow_hints(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            for allowed in (False, True):
                id = await open_table(a, ["me", "open"], hints=allowed)
                assert (await hint(a, id)).status_code == 409  # nobody plays yet
                await b.post(f"/api/tables/{id}/join", json={})
                turn, other = (a, b) if (await view(a, id))["ask"] else (b, a)
                got = await hint(turn, id)
                assert got.status_code == (200 if allowed else 403)
                assert allowed or got.json()["error"] == "no_hints"
                assert (await hint(other, id)).json()["error"] == "not_asked"

    run(sqlite(tmp_path), check)


def test_a_question_is_thought_about_once_and_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[bytes] = []
    go_on = asyncio.Event()

    async def thinks(self: Bots, job: bytes, seconds: float) -> tuple[list[Advice], float]:
        jobs.append(job)
        await go_on.wait()
        return [Advice((0,), (("points", 1.0),))], 3.0

    monkeypatch.setattr(Bots, "advise", thinks)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "knight"])
            await asked(a, id)
            first = asyncio.ensure_future(hint(a, id))
            while not jobs:
                await asyncio.sleep(0)
            assert (await hint(a, id)).json()["error"] == "hint_waits"
            go_on.set()
            assert (await first).status_code == 200 and (await hint(a, id)).json() == (await first).json()
            assert len(jobs) == 1

    run(sqlite(tmp_path), check)


def test_thinking_is_counted_and_too_much_of_it_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def thinks(self: Bots, job: bytes, seconds: float) -> tuple[list[Advice], float]:
        return [Advice((0,), ())], 1000.0

    monkeypatch.setattr(Bots, "advise", thinks)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "knight"])
            await asked(a, id)
            assert (await hint(a, id)).status_code == 200
            got = await hint(a, id)
            assert got.status_code == 429 and int(got.headers["Retry-After"]) > 10

    run(replace(sqlite(tmp_path), rate_scale=1.0), check)


def test_a_worker_that_dies_is_no_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(self: Bots, job: bytes, seconds: float) -> tuple[list[Advice], float]:
        raise WorkerDied("gone")

    monkeypatch.setattr(Bots, "advise", dies)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "knight"])
            await asked(a, id)
            got = await hint(a, id)
            assert got.status_code == 503 and got.json()["error"] == "no_hint_now"
            hints: Hints = parts(app).hints
            assert not hints._thinking and not hints._known

    run(sqlite(tmp_path), check)
