"""How long princes think: chosen for a table, kept with it, told to the workers, and limited by the host."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from fastapi import FastAPI

from pfalz.core.state import Move
from pfalz.server.play.thinking import engaged, most_thinking
from pfalz.server.play.worker import NICE
from pfalz.server.play.workers import Worker
from pfalz.server.settings import Settings
from tests.server.test_answers import run
from tests.server.tools import PATIENCE, client, guest, open_table, parts, sqlite, view

WISHES = ((0.3, "prince", "prince@0.3"), (1.0, "prince", "prince@1"), (3.0, "knight", "knight"))
"""Seconds a table is opened with, its bots, and what a worker is told."""


def test_a_host_may_allow_less_than_a_table_wants() -> None:
    usual = Settings()
    assert [engaged("prince", seconds, usual) for seconds in (0.3, 1.0, 10.0)] == [
        "prince@0.3",
        "prince@1",
        "prince@10",
    ]
    assert engaged("knight", 3.0, usual) == "knight"
    strict = replace(usual, bot_seconds=1.5)
    assert most_thinking(strict) == 1.0 and engaged("prince", 10.0, strict) == "prince@1"


def test_workers_are_told_how_long_a_prince_of_this_table_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def thinks(self: Worker, job: bytes, seconds: float) -> Move:
        asked.append(msgspec.json.decode(job)["bot"])
        await asyncio.Event().wait()
        return ()

    monkeypatch.setattr(Worker, "ask", thinks)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            tables = parts(app).tables
            for thinking, bot, told in WISHES:
                more = {} if thinking == 1.0 else {"thinking": thinking}
                id = await open_table(a, [bot, bot, bot], **more)
                async with tables.open(id) as table:
                    table.stale = True  # as after the server was started again
                async with tables.open(id) as table:
                    assert table.thinking == thinking
                async with asyncio.timeout(PATIENCE):
                    while told not in asked:
                        await asyncio.sleep(0.01)
                page = (await a.get(f"/t/{id}", params={"lang": "en"})).text
                assert ("s an answer" in page) == (bot == "prince")

    run(replace(sqlite(tmp_path), bot_workers=6), check)


@pytest.mark.parametrize("wrong", [0.01, 11, "1", -1])
def test_other_times_are_refused(tmp_path: Path, wrong: object) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            body = {"game": "staufer", "players": 2, "seats": [], "thinking": wrong}
            assert (await a.post("/api/tables", json=body)).status_code == 422

    run(sqlite(tmp_path), check)


def test_the_set_up_page_and_the_api_say_what_the_host_allows(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as c:
            assert (await c.get("/api/games")).json()["most_thinking"] == 1.0
            page = (await c.get("/new/staufer", params={"lang": "de"})).text
            assert "höchstens 1 s" in page
            assert '<option value="0.3">0,3 s je Antwort</option>' in page
            assert '<option value="1.0" selected>' in page and '<option value="3.0" disabled>' in page

    run(replace(sqlite(tmp_path), bot_seconds=1.5), check)

    async def usual(app: FastAPI) -> None:
        async with client(app) as c:
            page = (await c.get("/new/staufer", params={"lang": "en"})).text
            assert "at most" not in page.split("setup-problem")[0].rpartition('name="thinking"')[2]
            assert "disabled" not in page.rpartition('name="thinking"')[2].partition("</select>")[0]

    run(sqlite(tmp_path), usual)


def test_a_rematch_gives_princes_the_same_time(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "prince"], thinking=0.3)
            async with parts(app).tables.open(id) as table:
                table.status = "over"
                await parts(app).tables.commit(table, (), ())
            again = (await a.post(f"/api/tables/{id}/rematch", json={})).json()["id"]
            async with parts(app).tables.open(again) as table:
                assert table.thinking == 0.3
            assert (await view(a, again))["seats"][1]["bot"] == "prince"

    run(sqlite(tmp_path), check)


def test_workers_let_everybody_else_go_first(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["knight", "me"])
            async with asyncio.timeout(PATIENCE):
                while not (await view(a, id))["ask"]:
                    await asyncio.sleep(0.01)
            await a.get(f"/api/tables/{id}/hint")
            running = [worker.process for worker in parts(app).bots.workers if worker.process is not None]
            assert running
            for process in running:
                assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.nice(0) + NICE)

    run(sqlite(tmp_path), check)
