"""How long sessions last: a browser 400 days from its last use, a token until it is revoked."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import delete, inspect, select, text

from pfalz.server.people.people import COOKIE
from pfalz.server.people.sessions import DAY, LASTING
from pfalz.server.refusals import StorageError
from pfalz.server.settings import Settings
from pfalz.server.store import backup
from pfalz.server.store.schema import facts, sessions
from pfalz.server.store.storage import Store
from tests.server.test_backup import saved
from tests.server.tools import client, guest, old_database, open_table, parts, running, view

OTTO = {"login": "otto", "password": "correct horse"}


class Calendar:
    """What time it is for the server."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.later = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.later)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    return Calendar(monkeypatch)


def run(url: str, check: Callable[[FastAPI], Awaitable[None]]) -> None:
    async def go() -> None:
        async with running(Settings(database=url, rate_scale=0, bot_pause=0)) as app:
            await check(app)

    asyncio.run(go())


def stubborn(c: httpx.AsyncClient) -> None:
    """From now on a browser sends its cookie for ever, whatever it was told."""
    c.headers["Cookie"] = f"{COOKIE}={c.cookies[COOKIE]}"
    c.cookies.clear()


async def written(app: FastAPI) -> None:
    """Wait for what has been handed to the writer."""
    await parts(app).store.write(lambda db: None)


async def kept(app: FastAPI) -> list[Any]:
    await written(app)
    query = select(sessions.c.id, sessions.c.kind, sessions.c.used).order_by(sessions.c.created)
    return await parts(app).store.read(lambda db: list(db.execute(query)))


def test_a_browser_that_stays_away_too_long_is_nobodys(url: str, calendar: Calendar) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app, "Ida") as a, client(app) as b, guest(app) as c:
            await b.post("/api/register", json=OTTO)
            id = await open_table(a, ["me", "me"])
            for browser in (a, b, c):
                stubborn(browser)
            calendar.later = LASTING - 60
            assert (await a.get("/api/me")).status_code == 200
            calendar.later = LASTING + 60
            assert (await a.get("/api/me")).json()["name"] == "Ida"
            for gone in (b, c):
                assert (await gone.get("/api/me")).status_code == 401
                assert (await gone.get("/api/me")).status_code == 401
            assert len(await kept(app)) == 1
            assert (await view(a, id))["seat"] >= 0
            again = await b.post("/api/login", json=OTTO)
            assert again.status_code == 200  # the account is still there
            calendar.later += LASTING + DAY
            assert (await a.get("/api/me")).status_code == 401
            assert await kept(app) == []

    run(url, check)


def test_a_cookie_lasts_as_long_as_its_session(url: str) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            given = (await a.post("/api/guest", json={})).headers["set-cookie"]
            assert f"Max-Age={LASTING};" in given and given.startswith(COOKIE)
            assert (await a.get("/")).headers["set-cookie"] == given  # who comes home is remembered anew
            assert "set-cookie" not in (await a.get("/api/me")).headers
            a.cookies.clear()
            assert "set-cookie" not in (await a.get("/")).headers
            forged = {"Cookie": f"{COOKIE}=x.y"}
            assert "set-cookie" not in (await a.get("/", headers=forged)).headers

    run(url, check)


def test_every_use_counts_and_is_written_down_once_a_day(url: str, calendar: Calendar) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            stubborn(a)
            [(_, _, begun)] = await kept(app)
            writer = parts(app).store.writer
            for round in range(1, 5):
                calendar.later = round * 0.6 * LASTING
                for minute in range(5):
                    calendar.later += 60 * minute
                    assert (await a.get("/api/me")).status_code == 200
                [(_, _, used)] = await kept(app)
                assert used - begun == pytest.approx(round * 0.6 * LASTING, abs=30)
                before = writer.jobs
                for _ in range(20):
                    assert (await a.get("/api/me")).status_code == 200
                await written(app)
                assert writer.jobs == before + 1, "nothing but our own look"

    run(url, check)


def test_who_is_known_is_not_looked_up_again_the_same_day(url: str, calendar: Calendar) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            made = (await a.post("/api/tokens", json={"name": "bot"})).json()["token"]
            people, cookie = parts(app).people, a.cookies[COOKIE]
            known = await people.by_cookie(cookie), await people.by_token(made)
            assert all(known)
            asked: list[int] = []
            read = people.store.read

            async def counted(query: Any) -> Any:
                asked.append(1)
                return await read(query)

            people.store.read = counted  # type: ignore[method-assign]
            calendar.later = DAY - 60
            for _ in range(10):
                assert (await people.by_cookie(cookie), await people.by_token(made)) == known
            assert asked == []
            calendar.later = DAY + 60
            for _ in range(10):
                assert (await people.by_cookie(cookie), await people.by_token(made)) == known
            assert len(asked) == 2

    run(url, check)


def test_a_token_lasts_and_says_when_it_was_used(url: str, calendar: Calendar) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, client(app) as bot:
            made = [(await a.post("/api/tokens", json={"name": name})).json() for name in ("one", "two")]
            bot.headers["Authorization"] = f"Bearer {made[0]['token']}"
            stubborn(a)
            calendar.later = 3 * LASTING
            assert (await a.get("/api/me")).status_code == 401
            assert (await bot.get("/api/me")).status_code == 200
            await written(app)
            rows = {row["label"]: row for row in (await bot.get("/api/sessions")).json()["sessions"]}
            assert set(rows) == {"one", "two"}  # the browser's is gone
            assert time.time() - rows["one"]["used"] < 60
            assert time.time() - rows["two"]["used"] > 2.9 * LASTING
            assert rows["two"]["used"] == pytest.approx(rows["two"]["created"])
            bot.headers["Authorization"] = f"Bearer {made[1]['token']}"
            assert (await bot.get("/api/me")).status_code == 200

    run(url, check)


def test_the_account_page_says_when_in_both_languages(url: str, calendar: Calendar) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            await a.post("/api/tokens", json={"name": "bot"})
            today = date.fromtimestamp(time.time())
            english = (await a.get("/account", headers={"Accept-Language": "en"})).text
            german = (await a.get("/account", headers={"Accept-Language": "de"})).text
            assert english.count(f"last used on {today:%Y-%m-%d}") == 2
            assert german.count(f"zuletzt benutzt am {today:%d.%m.%Y}") == 2

    run(url, check)


def test_nobody_is_turned_away_because_their_coming_cannot_be_written(
    url: str, calendar: Calendar, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise StorageError("not_stored", what="DiskFull")

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            calendar.later = 2 * DAY
            monkeypatch.setattr("pfalz.server.people.people.note_use", full)
            assert (await a.get("/api/me")).status_code == 200
            await written(app)
            assert (await a.get("/api/me")).status_code == 200

    run(url, check)
    failed, said = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert failed == "not_stored"
    assert "the last use of a session was not kept" in said and "DiskFull" in said


def test_a_session_revoked_or_deleted_stays_so_when_its_use_is_written(url: str, calendar: Calendar) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            calendar.later = 2 * DAY
            assert (await a.get("/api/me")).status_code == 200
            assert (await a.post("/api/logout")).status_code == 204
            assert await kept(app) == []

    run(url, check)


# -- older databases and backups ------------------------------------------------------------------------


def old_session(hash: str, created: float) -> dict[str, Any]:
    row = {"hash": hash, "id": hash, "person": "ida", "agent": "", "kind": "browser", "label": ""}
    return {**row, "created": created}


def test_sessions_of_an_old_database_count_from_when_they_began(url: str, calendar: Calendar) -> None:
    now = time.time()
    with old_database(url, 4) as db:
        db.execute(text("DROP INDEX sessions_by_use"))
        db.execute(text("ALTER TABLE sessions DROP COLUMN used"))
        for hash, created in (("old", now - LASTING - DAY), ("new", now - LASTING + DAY)):
            row = old_session(hash, created)
            names = ", ".join(row)
            db.execute(text(f"INSERT INTO sessions ({names}) VALUES (:{names.replace(', ', ', :')})"), row)
    store = Store(url)
    assert store.schema_before == 4
    found = store.now(lambda db: {row.hash: row for row in db.execute(select(sessions))})
    assert {hash: row.used - row.created for hash, row in found.items()} == {"old": 0, "new": 0}
    names = store.now(lambda db: {index["name"] for index in inspect(db).get_indexes("sessions")})
    assert "sessions_by_use" in names

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            calendar.later = 1.5 * DAY
            assert (await a.get("/api/me")).status_code == 200
            assert len(await kept(app)) == 1  # both are over by now

    run(url, check)


def test_a_backup_of_an_older_pfalz_keeps_everybody_signed_in(url: str, calendar: Calendar) -> None:
    cookies: Any = None

    async def fill(app: FastAPI) -> None:
        nonlocal cookies
        async with guest(app) as a:
            cookies = a.cookies
            calendar.later = 3 * DAY
            assert (await a.get("/api/me")).status_code == 200

    run(url, fill)
    store = Store(url)
    file = saved(store)
    [row] = store.now(lambda db: list(db.execute(select(sessions.c.created, sessions.c.used))))
    assert row.used - row.created > 2 * DAY

    def restored(lines: bytes) -> Any:
        def clear(db: Any) -> None:
            for table in reversed(schema_tables()):
                db.execute(delete(table))

        store.write_now(clear)
        backup.restore(store, io.BytesIO(lines))
        return store.now(lambda db: db.execute(select(sessions.c.created, sessions.c.used)).one())

    assert restored(file) == row
    assert restored(older(file)) == (row.created, row.created)

    async def check(app: FastAPI) -> None:
        async with client(app, cookies=cookies) as a:
            assert (await a.get("/api/me")).status_code == 200

    run(url, check)


def schema_tables() -> list[Any]:
    return [table for table in sessions.metadata.sorted_tables if table is not facts]


def older(file: bytes) -> bytes:
    """The same backup as Pfalz wrote it when sessions did not say when they were used."""
    lines = [json.loads(line) for line in file.splitlines()]
    lines[0]["schema"] = 4
    for part in lines[1:-1]:
        if part["table"] == "sessions":
            for row in part["rows"]:
                del row["used"]
    before = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines[:-1])
    last = {**lines[-1], "sha256": hashlib.sha256(before).hexdigest()}
    return before + json.dumps(last).encode() + b"\n"
