"""The host's hand: `pfalz tables delete|close|transfer|audit` and `pfalz people list|block|delete`."""

from __future__ import annotations

import asyncio
import re
from random import Random

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from pfalz.server.settings import Settings
from pfalz.server.store import schema
from pfalz.server.store.storage import Store
from tests.cli.conftest import Run
from tests.cli.test_tables import URL
from tests.server.tools import answer, client, open_table, running, view

SETTINGS = Settings(database=URL, rate_scale=0, bot_pause=0, secret="s" * 32)
OTTO = {"login": "otto", "password": "correct horse", "name": "Otto"}
UTA = {"login": "uta", "password": "correct horse", "name": "Uta"}


@pytest.fixture
def table(pfalz: Run) -> str:
    """A table of Otto's at which Uta sits too."""

    async def go() -> str:
        async with running(SETTINGS) as app, client(app) as a, client(app) as b:
            await a.post("/api/register", json=OTTO)
            await b.post("/api/register", json=UTA)
            id = await open_table(a, ["me", "open"], undo_policy="free")
            await b.post(f"/api/tables/{id}/join", json={})
            for n in range(4):
                for c in (a, b):
                    if (await view(c, id))["ask"]:
                        await answer(c, id, Random(n))
            assert (await a.post(f"/api/tables/{id}/undo", json={"to": 1})).status_code == 200
            await a.post(f"/api/tables/{id}/chat", json={"text": "hm"})
            return id

    return asyncio.run(go())


def test_a_table_is_deleted_with_everything(pfalz: Run, table: str) -> None:
    assert pfalz("tables", "delete", "nothere").code == 2
    done = pfalz("tables", "delete", table)
    assert done.code == 0 and table in done.out
    with Store(URL).engine.connect() as db:
        for part in schema.META.sorted_tables:
            if "table_id" in part.c:
                assert db.execute(select(part).where(part.c.table_id == table)).first() is None, part.name
    assert table not in pfalz("tables", "list").out
    assert f"host delete {table}" in " ".join(pfalz("tables", "audit").out.split())


def test_a_table_is_closed(pfalz: Run, table: str) -> None:
    assert "abgebrochen" in pfalz("tables", "close", table, "--lang", "de").out
    assert "cancelled" in pfalz("tables", "show", table).out
    assert pfalz("tables", "close", table).code == 2
    assert "close" in pfalz("tables", "audit", table).out


def test_a_table_gets_another_owner(pfalz: Run, table: str) -> None:
    assert pfalz("tables", "transfer", table, "nobody").code == 2
    assert pfalz("tables", "transfer", table, "UTA").code == 0

    async def owns() -> bool:
        async with running(SETTINGS) as app, client(app) as b:
            await b.post("/api/login", json={"login": "uta", "password": UTA["password"]})
            return bool((await view(b, table))["owner"])

    assert asyncio.run(owns())
    assert "transfer" in pfalz("tables", "audit", table).out


def test_what_an_owner_does_is_written_down(pfalz: Run, table: str) -> None:
    said = pfalz("tables", "audit", table).out
    assert "rewind" in said and '"to":1' in said
    assert pfalz("tables", "close", table).code == 0
    assert " host close " in pfalz("tables", "audit", table).out


def test_people_are_listed_blocked_and_deleted(pfalz: Run, table: str) -> None:
    said = pfalz("people", "list").out
    assert "otto" in said and "uta" in said
    assert pfalz("people", "block", "nobody").code == 2
    assert pfalz("people", "block", "otto").code == 0
    assert "gesperrt" in pfalz("people", "list", "--lang", "de").out

    async def login(who: dict[str, str]) -> tuple[int, str]:
        async with running(SETTINGS) as app, client(app) as c:
            got = await c.post("/api/login?lang=de", json={k: who[k] for k in ("login", "password")})
            return got.status_code, got.json().get("error", "")

    assert asyncio.run(login(OTTO)) == (403, "blocked")
    assert asyncio.run(login({**OTTO, "password": "wrong"})) == (401, "wrong_login")
    assert pfalz("people", "block", "otto", "--lift").code == 0
    assert asyncio.run(login(OTTO)) == (200, "")
    assert pfalz("people", "delete", "otto").code == 0
    assert asyncio.run(login(OTTO)) == (401, "wrong_login")
    assert "otto" not in pfalz("people", "list").out
    done = pfalz("tables", "list").out
    assert not re.search(r"Otto(?! \d+ \(| \()", done) and "knight" in done  # a bot may be called that


def test_a_blocked_session_is_ended(pfalz: Run) -> None:
    async def go(app: FastAPI) -> dict[str, str]:
        async with client(app) as c:
            await c.post("/api/register", json=OTTO)
            return dict(c.cookies)

    async def first() -> dict[str, str]:
        async with running(SETTINGS) as app:
            return await go(app)

    cookies = asyncio.run(first())
    assert pfalz("people", "block", "otto").code == 0

    async def again() -> int:
        async with running(SETTINGS) as app, client(app, cookies=cookies) as c:
            return (await c.get("/api/me")).status_code

    assert asyncio.run(again()) == 401


def test_the_office_says_what_it_can_do(pfalz: Run) -> None:
    assert "list, block, delete" in pfalz("people").err
    assert "Leute" in pfalz("people", "--help", "--lang", "de").out
