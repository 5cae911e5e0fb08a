"""What is one server's duty is another's when it dies: notices, chores; and who may join whom with what."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import httpx
import pytest
from sqlalchemy import Connection, text, update

from pfalz.server.play import joining
from pfalz.server.refusals import StorageError
from pfalz.server.store import copies, duties, schema
from pfalz.server.store.duties import Duties, share_of
from pfalz.server.store.schema import SchemaTooNew, facts
from pfalz.server.store.storage import Store
from tests.server.hooks import hooks
from tests.server.processes import serving
from tests.server.test_several import close, settings, somebody
from tests.server.tools import PATIENCE, answer, browser, listening, open_table, parts, view

HOLDERS = text("""
SELECT pg_locks.objid, pg_locks.pid FROM pg_locks WHERE classid = 1050 AND locktype = 'advisory' AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""")
NAMES = text("SELECT pid, application_name FROM pg_stat_activity WHERE application_name LIKE 'pfalz %'")


def holders(store: Store) -> dict[int, int]:
    """By share, the process that has it."""

    def read(db: Connection) -> dict[int, int]:
        names = {pid: int(name.rpartition(":")[2]) for pid, name in db.execute(NAMES)}
        return {share: names[pid] for share, pid in db.execute(HOLDERS)}

    return store.now(read)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_what_a_dead_server_had_to_tell_another_one_tells(postgres: str) -> None:
    """It is stopped before it can tell, and killed when the other has heard of the answer."""

    async def go(first: int, urls: list[str], hook: str) -> None:
        ida, udo = await somebody(urls, "Ida"), await somebody(urls, "Udo")
        for who in (ida, udo):
            told = {"webhook": hook}
            assert (await who[0].patch("/api/me", json=told)).status_code == 200
        while True:  # a table that is the first server's duty
            id = await open_table(ida[1], ["me", "open"])
            if holders(store)[share_of(id)] == first:
                break
        assert (await udo[1].post(f"/api/tables/{id}/join", json={})).status_code == 200
        asked = ida if (await view(ida[1], id))["ask"] else udo
        until(lambda: any(told["table"] == id for told in arrived.got))
        arrived.got.clear()
        os.kill(first, signal.SIGSTOP)
        while (await view(asked[1], id))["ask"]:  # until it is the turn of the other
            assert (await answer(asked[1], id, Random(1))).status_code == 200
        await asyncio.sleep(0.5)
        assert not arrived.got, "the duty was the first server's"
        os.kill(first, signal.SIGKILL)
        while not any(told["table"] == id and told["event"] == "turn" for told in arrived.got):
            await asyncio.sleep(0.02)
        await close(*ida, *udo)

    store = Store(postgres)
    more = {"PFALZ_LOCAL_WEBHOOKS": "1", "PFALZ_RATE_SCALE": "0", "PFALZ_SECRET": "s" * 32}
    with hooks() as arrived, serving(postgres, **more) as one, serving(postgres, **more) as other:
        both = {one.process.pid, other.process.pid}
        until(lambda: set(holders(store).values()) == both)
        asyncio.run(asyncio.wait_for(go(one.process.pid, [one.url, other.url], arrived.url), PATIENCE))
    store.engine.dispose()


def test_what_is_to_be_done_at_new_tables_is_found_out_when_the_database_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody else would wake their bots and clocks; what has been given to others meanwhile is theirs."""
    monkeypatch.setattr(duties, "AGAIN", 0.01)
    monkeypatch.setattr(duties, "EVERY", 0.01)
    asked: list[set[int]] = []

    async def go() -> None:
        held = frozenset({3, 4})
        claim = SimpleNamespace(shareable=True, use=lambda work: held)
        found = Duties(claim)  # type: ignore[arg-type]
        done = asyncio.Event()

        async def gained(new: dict[int, float]) -> None:
            nonlocal held
            asked.append(set(new))
            if len(asked) < 3:
                held = frozenset({4})
                while found.held != held:
                    await asyncio.sleep(0.001)
                raise StorageError("not_stored", what="OperationalError")
            done.set()

        keeping = asyncio.ensure_future(found.keep(gained, asyncio.sleep(0)))
        await asyncio.wait_for(done.wait(), PATIENCE)
        await asyncio.sleep(0.05)
        keeping.cancel()

    asyncio.run(go())
    assert asked == [{3, 4}, {4}, {4}]


def test_the_chores_of_a_dead_server_are_done_by_another(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "LATER", 0.1)
    mine = replace(settings(postgres), backup_dir=str(tmp_path / "copies"), backup_hours=0.01)
    with serving(postgres, PFALZ_SECRET="s" * 32) as first, listening(mine) as (_, app):
        duties = parts(app).store.duties
        until(lambda: duties.servers == 2 and len(duties.held) == 32)
        time.sleep(0.5)
        assert not duties.chores and not (tmp_path / "copies").exists()
        os.kill(first.process.pid, signal.SIGKILL)
        until(lambda: duties.chores and any((tmp_path / "copies").glob("pfalz-*.jsonl")))


def test_a_server_that_is_still_starting_is_not_waited_for(postgres: str) -> None:
    """It has said that it comes, but takes no part yet: the others look after everything meanwhile."""
    with listening(settings(postgres)) as (_, app):
        duties = parts(app).store.duties
        starting = Store(postgres)
        starting.claim.take(serving=True)
        time.sleep(1.5)
        assert len(duties.held) == 64 and duties.servers == 1
        starting.claim.give_back()
        starting.engine.dispose()


@pytest.mark.parametrize("lang, words", [("en", "other rules"), ("de", "anderen Regeln")])
def test_a_server_with_other_rules_does_not_join(postgres: str, lang: str, words: str) -> None:
    with listening(settings(postgres)) as (url, app):
        store = parts(app).store
        store.write_now(
            lambda db: db.execute(update(facts).where(facts.c.key == joining.RULES).values(value="others"))
        )
        command = [sys.executable, "-m", "pfalz", "--lang", lang, "serve", "--database", postgres]
        here = {**os.environ, "PYTHONPATH": "src:.", "PFALZ_PORT": "0"}
        done = subprocess.run(command, env=here, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 2 and words in done.stderr, done.stderr
        assert httpx.get(f"{url}/healthz").status_code == 200


def later(db: Connection) -> None:
    """What a schema of the future adds."""
    db.execute(text("ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"))
    db.execute(text("ALTER TABLE seats ADD COLUMN cushion BOOLEAN NOT NULL DEFAULT FALSE"))
    db.execute(text("ALTER TABLE entries ADD COLUMN weight INTEGER NOT NULL DEFAULT 0"))
    db.execute(text("ALTER TABLE people ADD COLUMN hat TEXT NOT NULL DEFAULT ''"))
    db.execute(text("CREATE TABLE candles (id TEXT PRIMARY KEY)"))


def test_an_older_server_goes_on_when_a_newer_one_has_added_to_the_schema(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go(old: str, new: str) -> None:
        urls = [old, new]
        ida, udo = await somebody(urls, "Ida"), await somebody(urls, "Udo")
        for at in (0, 1):
            id = await open_table(ida[at], ["me", "open"])
            assert (await udo[1 - at].post(f"/api/tables/{id}/join", json={})).status_code == 200
            for n in range(6):
                asked = ida if (await view(ida[at], id))["ask"] else udo
                assert (await answer(asked[n % 2], id, Random(n))).status_code == 200
            said = await udo[0].post(f"/api/tables/{id}/chat", json={"text": "Gut so"})
            assert said.status_code == 200
            assert (await ida[0].patch("/api/me", json={"name": f"Irma {at}"})).status_code == 200
        async with browser(old) as late:
            assert (await late.post("/api/guest", json={})).status_code == 200
        await close(*ida, *udo)

    with listening(settings(postgres)) as (old, _), monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, later])
        with listening(settings(postgres)) as (new, _):
            asyncio.run(go(old, new))
    with pytest.raises(SchemaTooNew):  # a version that has ended does not come back
        Store(postgres)
