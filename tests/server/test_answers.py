"""Answers: double, stale, at the same moment, failing commits; undo and its policies; drafts."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI

from pfalz.core.errors import PfalzError
from pfalz.server.play.loading import from_stored
from pfalz.server.refusals import Conflict, StorageError
from pfalz.server.settings import Settings
from pfalz.server.store import storage, writer
from pfalz.server.store.claim import Claim
from pfalz.server.store.writer import Append, Writer
from tests.server.tools import answer, fill, guest, open_table, parts, running, sqlite, view

Check = Callable[[FastAPI], Awaitable[None]]


def run(settings: Settings, check: Check) -> None:
    async def go() -> None:
        async with running(settings) as app:
            await check(app)

    asyncio.run(go())


async def lines(app: FastAPI, id: str) -> int:
    stored = await parts(app).store.read(lambda db: storage.load_table(db, id))
    assert stored is not None
    return len(stored.lines)


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_a_double_submit_is_acknowledged_and_counts_once(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings = sqlite(tmp_path)
    if where == "postgres":
        settings = Settings(database=request.getfixturevalue("postgres"), rate_scale=0, bot_pause=0)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            seen = await view(a, id)
            answer = await fill(a, id, Random(1))
            body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": answer}
            before = await lines(app, id)
            twice = await asyncio.gather(*(a.post(f"/api/tables/{id}/answers", json=body) for _ in range(4)))
            assert [r.status_code for r in twice] == [200] * 4
            assert sorted(r.json()["again"] for r in twice) == [False, True, True, True]
            after = await lines(app, id)
            again = await a.post(f"/api/tables/{id}/answers", json=body)
            assert again.json()["again"] and await lines(app, id) == after > before
            other = {**body, "move": [*answer, 1]}
            stale = await a.post(f"/api/tables/{id}/answers", json=other)
            assert (stale.status_code, stale.json()["error"]) == (409, "stale")

    run(settings, check)


def test_an_illegal_answer_says_why_and_changes_nothing(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            seen = await view(a, id)
            body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": [999]}
            refused = await a.post(f"/api/tables/{id}/answers", json=body)
            assert refused.status_code == 422 and refused.json()["clause"].startswith("S-")
            assert (await view(a, id))["position"] == seen["position"]
            why = await a.get(f"/api/tables/{id}/why", params={"value": 999, "lang": "de"})
            assert why.json()["allowed"] is False and why.json()["clause"].startswith("S-")

    run(sqlite(tmp_path), check)


def test_a_failing_commit_rolls_the_table_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            before = await view(a, id)
            own = parts(app).store.writer
            real = own._commit

            def broken(batch: list[Any], db: Any) -> None:
                if any(isinstance(queued.job, Append) for queued in batch):
                    raise StorageError("the disk is full")
                real(batch, db)

            monkeypatch.setattr(own, "_commit", broken)
            failed = await answer(a, id, Random(1))
            assert (failed.status_code, failed.json()["error"]) == (503, "storage")
            monkeypatch.undo()
            after = await view(a, id)
            assert (after["position"], after["view"]) == (before["position"], before["view"])
            assert (await answer(a, id, Random(1))).status_code == 200

    run(sqlite(tmp_path), check)


def test_a_database_that_is_busy_loses_nothing(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            rng = Random(1)
            for _ in range(2):
                assert (await answer(a, id, rng)).status_code == 200
            before = await view(a, id)
            db = parts(app).store.writer._db
            assert db is not None
            driver: Any = db.connection.driver_connection
            driver.execute("PRAGMA busy_timeout=20")
            with closing(sqlite3.connect(driver.execute("PRAGMA database_list").fetchone()[2])) as other:
                other.execute("BEGIN IMMEDIATE")
                failed = await answer(a, id, rng)
            assert (failed.status_code, failed.json()["error"]) == (503, "storage")
            after = await view(a, id)
            assert (after["position"], after["view"]) == (before["position"], before["view"])
            assert (await answer(a, id, rng)).status_code == 200

    run(sqlite(tmp_path), check)


def committed_by(monkeypatch: pytest.MonkeyPatch, seconds: Callable[[], float] = lambda: 0.0) -> list[str]:
    """The names of the threads that commit answers, and how long each of them shall take."""
    names: list[str] = []
    real = Writer._finish

    def finish(writer: Writer, driver: Any) -> None:
        names.append(threading.current_thread().name)
        time.sleep(seconds())
        real(writer, driver)

    monkeypatch.setattr(Writer, "_finish", finish)
    return names


def test_the_loop_commits_itself_where_the_disk_is_quick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = 0.0
    names = committed_by(monkeypatch, lambda: pace)
    me = threading.current_thread().name

    async def check(app: FastAPI) -> None:
        nonlocal pace
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"], "mil")
            rng = Random(1)

            async def play(count: int) -> set[str]:
                names.clear()
                for _ in range(count):
                    assert (await answer(a, id, rng)).status_code == 200
                return set(names)

            monkeypatch.setattr(writer, "QUICK", 10.0)  # also while other tests keep the disk busy
            assert await play(8) == {me} and parts(app).store.writer.commits_here >= 8
            monkeypatch.setattr(writer, "QUICK", 0.002)
            monkeypatch.setattr(writer, "RESPITE", 600.0)
            pace = 0.05
            assert me in await play(3)  # the disk has become slow: that is noticed at once …
            assert await play(5) == {"pfalz-writer"}  # … and nobody else has to wait for it
            pace = 0.0
            parts(app).store.writer._rest_until = 0.0  # the time is up
            monkeypatch.setattr(writer, "QUICK", 10.0)
            assert await play(5) == {me}
            table = await parts(app).tables.get(id)
            assert await lines(app, id) == table.lines

    run(sqlite(tmp_path), check)


def test_a_lock_is_waited_for_by_the_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = committed_by(monkeypatch)
    monkeypatch.setattr(writer, "QUICK", 10.0)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            before = await view(a, id)
            with closing(sqlite3.connect(tmp_path / "pfalz.sqlite3")) as other:
                other.execute("BEGIN IMMEDIATE")
                names.clear()
                waiting = asyncio.ensure_future(answer(a, id, Random(1)))
                for _ in range(10):  # meanwhile everybody else is answered
                    assert (await a.get("/api/games")).status_code == 200
                    await asyncio.sleep(0.02)
                assert not waiting.done() and not names
                other.execute("ROLLBACK")
            assert (await waiting).status_code == 200 and names == ["pfalz-writer"]
            assert (await view(a, id))["position"] > before["position"]

    run(sqlite(tmp_path), check)


def test_postgres_is_never_written_by_the_loop(postgres: str) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            before = parts(app).store.writer.commits
            for _ in range(40):
                assert (await answer(a, id, Random(1))).status_code == 200
            stored = await parts(app).store.read(lambda db: storage.load_table(db, id))
            assert stored is not None and stored.snapshots
            assert parts(app).store.writer.commits_here == 0 < before < parts(app).store.writer.commits

    run(Settings(database=postgres, rate_scale=0, bot_pause=0), check)


def test_two_servers_on_one_database_never_write_the_same_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(claim: Claim, serving: bool = False) -> None:
        claim.alone = True  # so it thinks

    monkeypatch.setattr(Claim, "take", lost)  # as if the claim had been lost unnoticed

    async def check(app: FastAPI) -> None:
        async with running(sqlite(tmp_path)) as other, guest(app) as a:
            id = await open_table(a, ["me", "me"])
            me = (await a.get("/api/me")).json()["id"]
            mine, theirs = parts(app).tables, parts(other).tables
            first, second = await mine.seen(id, me), await theirs.seen(id, me)
            assert first.ask and second.ask
            answer = first.ask.random_answer(first.view, Random(1))
            await mine.answer(id, me, first.ask.name, first.opened, answer)
            another = second.ask.random_answer(second.view, Random(5))
            with pytest.raises(PfalzError):
                await theirs.answer(id, me, second.ask.name, second.opened, another)
            assert (await theirs.seen(id, me)).position == (await mine.seen(id, me)).position
            stored = await parts(app).store.read(lambda db: storage.load_table(db, id))
            assert stored is not None and from_stored(stored).position == (await mine.seen(id, me)).position

    run(sqlite(tmp_path), check)
    assert issubclass(Conflict, PfalzError)


def test_undo_goes_up_to_the_barrier_and_further_only_at_a_friendly_table(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            for policy in ("own", "free"):
                id = await open_table(a, ["me", "open"], undo_policy=policy)
                await b.post(f"/api/tables/{id}/join", json={})
                rng = Random(3)
                for _ in range(6):
                    asked = (await view(a, id))["asks"][0]["seat"]
                    assert (await answer((a, b)[asked], id, rng)).status_code == 200
                table = await parts(app).tables.get(id)
                last = table.session.entries[-1].seat
                mover, other = ((a, b), (b, a))[last == 1]
                if policy == "own":
                    free = last >= 0 and not table.session.barriers[-1]
                    assert (await view(mover, id))["may_undo"] == free
                    assert (await a.post(f"/api/tables/{id}/undo", json={"to": 3})).status_code == 403
                    refused = await other.post(f"/api/tables/{id}/undo", json={})
                    assert refused.status_code == 422 and refused.json()["error"] == "undo_barrier"
                else:
                    assert (await b.post(f"/api/tables/{id}/undo", json={"to": 3})).status_code == 403
                    assert (await a.post(f"/api/tables/{id}/undo", json={"to": 3})).status_code == 200
                    assert table.session.entries[-1].seat < 0  # back in the set-up, which chance makes again
                    table = await parts(app).tables.get(id)
                    stored = await parts(app).store.read(lambda db, id=id: storage.load_table(db, id))
                    assert stored is not None
                    assert from_stored(stored).session.entries == table.session.entries

    run(sqlite(tmp_path), check)


def test_two_clicks_take_back_once(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"], undo_policy="free")
            rng = Random(3)
            for _ in range(4):
                assert (await answer(a, id, rng)).status_code == 200
            seen = (await view(a, id))["position"]
            path, body = f"/api/tables/{id}/undo", {"at": seen}
            first = await a.post(path, json=body)
            assert first.status_code == 200 and first.json()["position"] < seen
            again = await a.post(path, json=body, headers={"Accept-Language": "de"})
            assert (again.status_code, again.json()["error"]) == (409, "stale")
            assert f"Stellung {seen}" in again.json()["message"]
            assert (await view(a, id))["position"] == first.json()["position"]
            assert (await a.post(path, json={})).status_code == 200

    run(sqlite(tmp_path), check)


def test_a_draft_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as stranger:
            id = await open_table(a, ["me", "open"])
            await b.post(f"/api/tables/{id}/join", json={})
            seen = await view(a, id)
            asked = seen["asks"][0]["seat"]
            mover, other = ((a, b), (b, a))[asked]
            seen = await view(mover, id)
            body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": seen["ask"]["options"][:1]}
            assert (await stranger.put(f"/api/tables/{id}/draft", json=body)).status_code == 403
            assert (await mover.put(f"/api/tables/{id}/draft", json=body)).status_code == 200
            assert (await view(mover, id))["draft"] == body["move"]
            assert (await view(other, id))["draft"] == []
            stale = await mover.put(f"/api/tables/{id}/draft", json={**body, "opened": 0})
            assert stale.status_code == 409
        stored = await parts(app).store.read(lambda db: storage.load_table(db, id))
        assert stored is not None and list(from_stored(stored).drafts[asked].filled) == body["move"]

    run(sqlite(tmp_path), check)


def test_simultaneous_answers_at_the_same_moment_are_both_taken(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c:
            id = await open_table(a, ["me", "open", "open"], game="wallenstein")
            for person in (b, c):
                assert (await person.post(f"/api/tables/{id}/join", json={})).status_code == 200
            people, rng = (a, b, c), Random(4)
            for _ in range(400):
                seen = await view(a, id)
                if len(seen["asks"]) == 3:
                    break
                assert (await answer(people[seen["asks"][0]["seat"]], id, rng)).status_code == 200
            assert len(seen["asks"]) == 3, "no simultaneous question came up"
            both = await asyncio.gather(answer(a, id, Random(1)), answer(b, id, Random(2)))
            assert [r.status_code for r in both] == [200, 200]
            seen = await view(a, id)
            assert [ask["seat"] for ask in seen["asks"]] == [2] and seen["own_answer"]
            taken = await a.post(f"/api/tables/{id}/retract")
            assert taken.status_code == 200 and (await view(a, id))["own_answer"] is None
            assert (await a.post(f"/api/tables/{id}/retract")).status_code == 422
            assert (await answer(a, id, Random(1))).status_code == 200
            assert (await answer(c, id, Random(3))).status_code == 200
            assert len((await view(a, id))["events"]) > len(seen["events"])

    run(sqlite(tmp_path), check)
