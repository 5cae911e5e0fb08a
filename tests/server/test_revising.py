"""Revising a secret answer: nobody else learns that it happened, nor how often."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.core.record import loads
from pfalz.core.session import resume
from pfalz.server.play import takeback
from pfalz.server.settings import Settings
from tests.server.test_answers import run
from tests.server.tools import Wire, client, fill, guest, open_table, parts, running, sqlite, view


async def planning(app: FastAPI, *people: httpx.AsyncClient) -> str:
    """A table of Wallenstein where all of them plan at the same time."""
    id = await open_table(people[0], ["me", *["open"] * (len(people) - 1)], game="wallenstein")
    for other in people[1:]:
        await other.post(f"/api/tables/{id}/join", json={})
    rng = Random(1)
    while True:
        for c in people:
            seen = await view(c, id)
            if len(seen["asks"]) == len(people):
                return id
            assert seen["status"] == "playing", "nobody is asked any more"
            if seen["ask"]:
                await give(c, id, rng)


async def give(c: httpx.AsyncClient, id: str, rng: Random) -> dict[str, Any]:
    seen = await view(c, id)
    body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": await fill(c, id, rng)}
    got = await c.post(f"/api/tables/{id}/answers", json=body)
    assert got.status_code == 200, got.text
    return body


def told(seen: dict[str, Any]) -> dict[str, Any]:
    """What a viewer is told, without who is here just now."""
    for seat in seen["seats"]:
        seat.pop("online")
    return seen


def test_nobody_sees_that_an_answer_is_revised(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c:
            id = await planning(app, a, b, c)
            await give(a, id, Random(5))
            await give(b, id, Random(6))
            before, log = told(await view(b, id)), (await b.get(f"/api/tables/{id}/log")).text
            stream = Wire(app, "GET", f"/api/tables/{id}/events?html=0&view=1")
            await stream.until(lambda w: b"event: table" in w.body)
            heard = bytes(stream.body)
            for n in range(7, 12):
                last = await give(a, id, Random(n))
            assert told(await view(b, id)) == before
            assert (await b.get(f"/api/tables/{id}/log")).text == log
            assert bytes(stream.body) == heard
            await stream.close()
            assert (await view(a, id))["own_answer"] == last["move"]
            again = await a.post(f"/api/tables/{id}/answers", json=last)
            assert again.json()["again"]

    run(sqlite(tmp_path), check)


def test_what_counts_is_the_last_answer_also_after_a_restart(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a, guest(app) as b, guest(app) as c:
            id = await planning(app, a, b, c)
            await give(a, id, Random(5))
            await give(b, id, Random(6))
            last = await give(a, id, Random(7))
            wrong = {**last, "move": [999]}
            assert (await a.post(f"/api/tables/{id}/answers", json=wrong)).status_code == 422
            cookies = a.cookies
        async with running(sqlite(tmp_path)) as app, client(app, cookies=cookies) as a:
            assert (await view(a, id))["own_answer"] == last["move"]
            table = await parts(app).tables.get(id)
            record = loads(table.session.record().dumps())
            assert resume(table.rules, record).state.answers == table.session.state.answers

    asyncio.run(go())


def test_a_retracted_answer_leaves_no_trace_in_the_log(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c:
            id = await planning(app, a, b, c)
            await give(b, id, Random(6))
            log = (await b.get(f"/api/tables/{id}/log")).text
            for n in range(3):
                await give(a, id, Random(n))
                way = "retract" if n % 2 else "undo"
                assert (await a.post(f"/api/tables/{id}/{way}", json={})).status_code == 200
            assert (await b.get(f"/api/tables/{id}/log")).text == log
            assert (await view(a, id))["own_answer"] is None

    run(sqlite(tmp_path), check)


def test_nobody_at_another_server_sees_it_either(postgres: str) -> None:
    """Neither who watches there, nor who asks there again and again and so makes it read the table."""
    settings = Settings(database=postgres, rate_scale=0, bot_pause=0, secret="s" * 32)

    async def go() -> None:
        servers = running(settings), running(settings)
        async with servers[0] as app, servers[1] as there, guest(app) as a, guest(app) as b, guest(app) as c:
            id = await planning(app, a, b, c)
            await give(a, id, Random(5))
            await give(b, id, Random(6))
            async with client(there, cookies=a.cookies) as a2, client(there, cookies=b.cookies) as b2:
                before = told(await view(b2, id))
                stream = Wire(there, "GET", f"/api/tables/{id}/events?html=0&view=1")
                await stream.until(lambda w: b"event: table" in w.body)
                heard = bytes(stream.body)
                for n in range(7, 12):
                    last = await give(a, id, Random(n))
                    assert told(await view(b2, id)) == before
                assert (await view(a2, id))["own_answer"] == last["move"]
                table = parts(there).tables.loaded_table(id)
                assert table is not None
                for read_again in range(3):  # as if what was said about it had been missed
                    last = await give(a, id, Random(20 + read_again))
                    table.revision -= 1
                    assert told(await view(b2, id)) == before
                assert (await view(a2, id))["own_answer"] == last["move"]
                assert bytes(stream.body) == heard
                await stream.close()

    asyncio.run(go())


def test_secret_answers_are_not_revised_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takeback, "MOST_TAKEN_BACK", 12)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c:
            id = await planning(app, a, b, c)
            await give(a, id, Random(5))
            for n in range(6, 40):
                seen = await view(a, id)
                body = {"ask": seen["asks"][0]["ask"], "opened": seen["opened"]}
                got = await a.post(
                    f"/api/tables/{id}/answers", json={**body, "move": await planned(a, id, n)}
                )
                if got.status_code != 200:
                    break
            assert (got.status_code, got.json()["error"]) == (409, "taken_back_often")
            assert (await a.post(f"/api/tables/{id}/retract", json={})).status_code == 409
            await give(b, id, Random(6))  # the game goes on
            await give(c, id, Random(7))

    async def planned(c: httpx.AsyncClient, id: str, n: int) -> list[int]:
        return await fill(c, id, Random(n))

    run(sqlite(tmp_path), check)
