"""Eyes for the host: a log with a line per event and no secret in it, health, numbers, regular backups."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from pfalz.server import app as application
from pfalz.server import journal, rates
from pfalz.server.http import watch
from pfalz.server.journal import Lines, note
from pfalz.server.people.sessions import hashed
from pfalz.server.play import workers
from pfalz.server.play.outage import note_alive
from pfalz.server.store import backup, copies
from pfalz.server.store.storage import Store
from tests.server.processes import serving
from tests.server.test_answers import run
from tests.server.test_crowds import from_there
from tests.server.tools import HEADERS, PATIENCE, answer, client, guest, open_table, parts, running, sqlite

OTTO = {"login": "otto", "password": "correct horse"}
TOKEN = "t" * 24


# -- the log ----------------------------------------------------------------------------------------------


def test_an_event_is_one_line_whatever_is_in_it() -> None:
    log = logging.getLogger("pfalz.test")
    kept: list[logging.LogRecord] = []
    log.addFilter(lambda record: kept.append(record) or True)  # type: ignore[func-returns-value]
    note(log, logging.WARNING, "tried", who="a\nb", much=3, evil='"\r\x1b[31m')
    try:
        raise ValueError("one\ntwo")
    except ValueError:
        log.exception("it failed\nbadly")
    for form in ("text", "json"):
        lines = [Lines(form).format(record) for record in kept]
        assert not any(c in line for line in lines for c in "\n\r\x1b")
        assert "tried" in lines[0] and "WARNING" in lines[0] and "pfalz.test" in lines[0]
        assert "ValueError" in lines[1] and "two" in lines[1]
    said = json.loads(Lines("json").format(kept[0]))
    assert (said["event"], said["who"], said["much"], said["level"]) == ("tried", "a\nb", 3, "WARNING")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", said["at"])


def test_wrong_passwords_and_floods_leave_a_line_and_no_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "pfalz")
    monkeypatch.setitem(rates.RATES, "read", (0.001, 240.0))  # however slowly they come here

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            a = await from_there(app, stack, "192.0.2.1")
            me = (await a.post("/api/register", json=OTTO)).json()["id"]
            for _ in range(3):
                await a.post("/api/login", json={**OTTO, "password": "not my horse"})
            await a.post("/api/login", json={"login": "hunter2 typed here", "password": "x"})
            for _ in range(300):
                await a.get("/api/me")
            lines = [Lines("text").format(record) for record in caplog.records]
            wrong = [line for line in lines if "wrong_password" in line]
            assert len(wrong) == 4 and all("192.0.2.1" in line for line in wrong)
            assert me in wrong[0] and "WARNING" in wrong[0]
            floods = [line for line in lines if "too_many" in line]
            assert len(floods) == 1 and "192.0.2.1" in floods[0] and "kind=read" in floods[0]
            whole = "\n".join(lines)
            for secret in ("horse", "hunter2", *a.cookies.values()):
                assert secret not in whole

    asyncio.run(go())


def test_errors_of_the_database_tell_nothing_that_was_typed(url: str) -> None:
    """Not even what the machinery writes down when something goes wrong that nobody has thought of."""
    secret = "hunter2 typed here"

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            parts(app).store.write_now(lambda db: db.execute(text("ALTER TABLE people RENAME TO gone")))
            wishes = [
                a.post("/api/login", json={"login": secret, "password": secret}),
                a.post("/api/register", json={"login": secret, "password": secret}),
                a.patch("/api/me", json={"name": secret}),
            ]
            for wish in wishes:
                told = ""
                try:
                    told = (await wish).text
                except Exception as error:
                    told = Lines("text").formatException((type(error), error, error.__traceback__))
                assert told and secret not in told
            cookie = str(*a.cookies.values())
            parts(app).people.forget_all()
            with pytest.raises(SQLAlchemyError) as failed:
                await a.get("/api/me")
            told = Lines("text").formatException((failed.type, failed.value, failed.tb))
            assert "people" in told and hashed(cookie.rpartition(".")[0]) not in told
            parts(app).store.write_now(lambda db: db.execute(text("ALTER TABLE gone RENAME TO people")))

    run(replace(sqlite(Path("unused")), database=url), check)


def test_what_anybody_can_bring_about_is_written_down_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machinery warns of every request that cannot be read."""
    now = 1000.0
    monkeypatch.setattr(journal.time, "monotonic", lambda: now)
    seldom = journal.Seldom()

    def passes(level: int, said: str) -> bool:
        return seldom.filter(logging.LogRecord("uvicorn.error", level, "", 0, said, (), None))

    assert [passes(logging.WARNING, "Invalid HTTP request received.") for _ in range(3)] == [
        True,
        False,
        False,
    ]
    assert passes(logging.WARNING, "Unsupported upgrade request.")
    assert all(passes(logging.ERROR, "Exception in ASGI application") for _ in range(3))
    now += journal.EVERY
    assert passes(logging.WARNING, "Invalid HTTP request received.")


def test_a_flood_is_told_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr(rates.time, "monotonic", lambda: now)
    found = rates.Rates(1)
    for second in range(130):
        now = 1000.0 + second
        for _ in range(400):
            with suppress(rates.TooMany):
                found.take("read", "192.0.2.9")
    lines = [Lines("text").format(record) for record in caplog.records]
    assert len(lines) == 3 and found.refused["read"] > 40_000
    assert "times=1 " in lines[0] + " " and int(re.findall(r"times=(\d+)", lines[1])[0]) > 10_000


def test_a_database_that_takes_nothing_is_heard_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])

            def full(*_: object, **__: object) -> None:
                raise sqlite3.OperationalError("database or disk is full")

            parts(app).store.writer._finish = full  # type: ignore[method-assign, assignment]
            assert (await answer(a, id, Random(1))).status_code == 503
            lines = [Lines("text").format(record) for record in caplog.records]
            told = [line for line in lines if "not_stored" in line]
            assert told and "ERROR" in told[0] and "disk is full" in told[0]
            assert parts(app).store.writer.failures >= 1

    run(sqlite(tmp_path), check)


def test_the_server_speaks_json_to_machines(tmp_path: Path) -> None:
    with (
        (tmp_path / "log").open("w") as errors,
        serving(
            f"sqlite:///{tmp_path}/p.sqlite3", errors=errors, PFALZ_LOG_FORMAT="json", PFALZ_LOG_LEVEL="info"
        ) as server,
    ):
        got = httpx.post(f"{server.url}/api/login", json={"login": "x", "password": "y"}, headers=HEADERS)
        assert got.status_code == 401
        server.process.terminate()
        server.process.wait(30)
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {"serving", "wrong_password", "stopped"} <= {line.get("event") for line in lines}


def test_a_level_that_does_not_exist_is_said(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pfalz.server", "--port", "0", "--log-level", "loud"]
    settings = {"PFALZ_DATABASE": f"sqlite:///{tmp_path}/p.sqlite3", "PYTHONPATH": "src", "PATH": "/usr/bin"}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "PFALZ_LOG_LEVEL" in done.stderr and "loud" in done.stderr


# -- health -----------------------------------------------------------------------------------------------


def test_health_and_readiness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "REMEMBERED", 0.0)

    async def check(app: FastAPI) -> None:
        async with client(app) as c:
            assert (await c.get("/healthz")).json() == {"alive": True}
            ready = await c.get("/readyz")
            assert (ready.status_code, ready.json()) == (
                200,
                {"ready": True, "database": True, "disk": True, "workers": True},
            )
            monkeypatch.setattr(watch, "LEAST_FREE", 1 << 60)
            short = await c.get("/readyz")
            assert (short.status_code, short.json()["disk"], short.json()["database"]) == (503, False, True)
            monkeypatch.setattr(watch, "LEAST_FREE", 1)

            async def broken(*_: object) -> None:
                raise sqlite3.OperationalError("away")

            monkeypatch.setattr(parts(app).store, "write", broken)
            away = await c.get("/readyz")
            assert (away.status_code, away.json()["database"]) == (503, False)
            assert (await c.get("/healthz")).status_code == 200
            monkeypatch.undo()

    run(sqlite(tmp_path), check)


@pytest.mark.parametrize("broken", ["/nowhere/python", "/bin/false"])
def test_bots_that_cannot_be_started_are_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setattr(watch, "REMEMBERED", 0.0)

    async def check(app: FastAPI) -> None:
        worker = parts(app).bots.workers[0]
        async with client(app) as c:

            async def until_ready(wanted: bool) -> None:
                end = time.monotonic() + PATIENCE
                while (await c.get("/readyz")).json()["workers"] != wanted:
                    assert time.monotonic() < end
                    await asyncio.sleep(0.05)

            await worker.warm_up()
            first = worker.process
            assert first is not None
            monkeypatch.setattr(workers.sys, "executable", broken)
            first.kill()
            await until_ready(False)
            assert (await c.get("/readyz")).status_code == 503
            monkeypatch.undo()
            await until_ready(True)
            assert worker.process is not None and worker.process.pid != first.pid

    run(sqlite(tmp_path), check)


def test_a_database_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "REMEMBERED", 0.0)
    monkeypatch.setattr(watch, "PATIENCE", 0.1)

    async def check(app: FastAPI) -> None:
        async with client(app) as c:

            async def never(*_: object) -> None:
                await asyncio.sleep(3600)

            monkeypatch.setattr(parts(app).store, "write", never)
            assert (await c.get("/readyz")).status_code == 503
            monkeypatch.undo()

    run(sqlite(tmp_path), check)


def test_many_questions_for_readiness_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as c:
            store, tries = parts(app).store, 0
            real = store.write

            async def counted(*work: object) -> object:
                nonlocal tries
                tries += work[0] is note_alive
                return await real(*work)  # type: ignore[arg-type]

            monkeypatch.setattr(store, "write", counted)
            got = await asyncio.gather(*(c.get("/readyz") for _ in range(50)))
            assert {one.status_code for one in got} == {200} and tries == 1

    run(sqlite(tmp_path), check)


# -- numbers ----------------------------------------------------------------------------------------------


async def numbers(c: httpx.AsyncClient) -> dict[str, float]:
    got = await c.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert got.status_code == 200 and got.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in got.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_numbers_are_for_the_host_alone(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            assert (await a.get("/metrics")).status_code == 404
            wrong = {"Authorization": f"Bearer {TOKEN[:-1]}x"}
            assert (await a.get("/metrics", headers=wrong)).status_code == 404
            before = await numbers(a)
            id = await open_table(a, ["me", "me"])
            for n in range(5):
                assert (await answer(a, id, Random(n))).status_code == 200
            await a.post(f"/api/tables/{id}/answers", json={})
            after = await numbers(a)
            assert after["pfalz_answers_total"] - before["pfalz_answers_total"] == 5
            assert after["pfalz_answer_seconds_count"] == after["pfalz_answers_total"]
            assert after['pfalz_answer_seconds_bucket{le="+Inf"}'] == after["pfalz_answer_seconds_count"]
            assert after['pfalz_tables{status="playing"}'] == 1 and after["pfalz_tables_in_memory"] == 1
            assert after['pfalz_requests_total{status="4xx"}'] > before.get(
                'pfalz_requests_total{status="4xx"}', 0
            )
            assert {"pfalz_streams", "pfalz_writer_queue", "pfalz_bots_thinking"} <= after.keys()
            assert 'pfalz_refusals_total{kind="read"}' in after

    run(replace(sqlite(tmp_path), metrics_token=TOKEN), check)


def test_without_a_token_there_are_no_numbers(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as c:
            for header in ({}, {"Authorization": "Bearer "}):
                assert (await c.get("/metrics", headers=header)).status_code == 404

    run(sqlite(tmp_path), check)


def test_work_that_ends_by_itself_is_heard_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What goes on as long as the server runs would otherwise be missed by nobody."""

    async def tidy_daily(store: Store) -> None:
        raise RuntimeError("broken")

    async def check(app: FastAPI) -> None:
        while not caplog.records:
            await asyncio.sleep(0.01)

    monkeypatch.setattr(application, "tidy_daily", tidy_daily)
    run(sqlite(tmp_path), check)
    said = [Lines("text").format(record) for record in caplog.records]
    assert any("tidy_daily" in line and "not done any more" in line and "broken" in line for line in said)


# -- copies -----------------------------------------------------------------------------------------------


def test_copies_are_made_and_old_ones_go(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            await open_table(a, ["me", "me"])
            for n in range(5):
                await copies.copy(parts(app).store, tmp_path / "copies", 3, time.time() + n * 3600)
            (tmp_path / "copies" / "mine.jsonl").write_text("x")
            await copies.copy(parts(app).store, tmp_path / "copies", 3, time.time() + 9 * 3600)

    run(sqlite(tmp_path), check)
    found = sorted((tmp_path / "copies").glob("pfalz-*.jsonl"))
    assert len(found) == 3 and (tmp_path / "copies" / "mine.jsonl").exists()
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in found)
    with found[-1].open("rb") as file:
        assert backup.restore(Store(f"sqlite:///{tmp_path}/other.sqlite3"), file) == 1


def test_whose_duty_it_is_to_make_a_copy_is_looked_at_when_it_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one server waits for a day, its duties move to another, which makes the copy."""
    made: list[float] = []
    now = 1000.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += max(seconds, 1.0)
        if made or now > 1000.0 + 30 * 3600:
            raise asyncio.CancelledError
        if now > 1000.0 + 12 * 3600:
            duties.held = frozenset()

    async def copy(*_: object) -> None:
        made.append(now)

    async def check(app: FastAPI) -> None:
        nonlocal duties
        duties = parts(app).store.duties
        (tmp_path / "copies").mkdir()
        (tmp_path / "copies" / time.strftime(copies.NAME, time.gmtime(now))).write_text("")
        monkeypatch.setattr(copies.time, "time", lambda: now)
        monkeypatch.setattr(copies.asyncio, "sleep", sleep)
        monkeypatch.setattr(copies, "copy", copy)
        with suppress(asyncio.CancelledError):
            await copies.copy_regularly(parts(app).store, tmp_path / "copies", 3, 24.0)
        monkeypatch.undo()

    duties: Any = None
    run(sqlite(tmp_path), check)
    assert made == []


def test_a_clock_that_was_wrong_keeps_no_copy_from_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was years ahead for some days: those copies are the first to go, and new ones stay."""
    day, now, ahead = 24 * 3600.0, 1_800_000_000.0, 2_000_000_000.0
    folder = tmp_path / "copies"
    kept: list[list[float]] = []

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now > 1_800_000_000.0 + 3.5 * day:
            raise asyncio.CancelledError

    async def check(app: FastAPI) -> None:
        store = parts(app).store
        for n in range(3):
            await copies.copy(store, folder, 3, ahead + n * day)
        (folder / "pfalz-before.jsonl").write_text("the host's own")
        monkeypatch.setattr(copies, "time", SimpleNamespace(**{**vars(time), "time": lambda: now}))
        monkeypatch.setattr(copies, "asyncio", SimpleNamespace(to_thread=asyncio.to_thread, sleep=sleep))
        real = copies.copy

        async def copy(*args: Any) -> Path:
            made = await real(*args)
            kept.append(sorted(at for at, _ in copies.copies_in(folder)))
            return made

        monkeypatch.setattr(copies, "copy", copy)
        with suppress(asyncio.CancelledError):
            await copies.copy_regularly(store, folder, 3, 24.0)
        monkeypatch.undo()

    run(sqlite(tmp_path), check)
    first, second, third, fourth = kept
    start = 1_800_000_000.0
    assert first == [start, ahead + day, ahead + 2 * day]
    assert second == [start, second[1], ahead + 2 * day] and third[0] == start
    assert [round((at - start) / day) for at in fourth] == [1, 2, 3]
    assert (folder / "pfalz-before.jsonl").exists()


def test_a_copy_that_fails_leaves_the_older_ones(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def check(app: FastAPI) -> None:
        store = parts(app).store
        await copies.copy(store, tmp_path / "copies", 1, time.time())
        (tmp_path / "blocked").write_text("no folder")
        keeping = asyncio.ensure_future(copies.copy_regularly(store, tmp_path / "blocked", 1, 0.0))
        while not any("copy_failed" in Lines("text").format(record) for record in caplog.records):
            await asyncio.sleep(0.02)
        keeping.cancel()

    run(sqlite(tmp_path), check)
    assert len(list((tmp_path / "copies").iterdir())) == 1
