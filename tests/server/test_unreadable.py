"""A table whose log leads nowhere any more is in nobody's way, and says what can be done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from pfalz.server.settings import Settings
from pfalz.server.store.schema import entries, snapshots
from pfalz.server.store.storage import Store
from tests.server.tools import answer, guest, open_table, play_some, running, sqlite, view

CLOCK = {"kind": "move", "seconds": 3600}


def broken(settings: Settings, **more: Any) -> str:
    """A table with a clock, so that a starting server looks at it, whose answers make no sense."""
    id = play_some(settings, 3, clock=CLOCK, **more)
    store = Store(settings.database)

    def write(db: Any) -> None:
        db.execute(snapshots.delete().where(snapshots.c.table_id == id))
        last = (entries.c.table_id == id) & (entries.c.line == 1)
        db.execute(update(entries).where(last).values(data='{"n":1,"seat":7,"ask":"?","move":[],"hash":"x"}'))

    store.write_now(write)
    store.engine.dispose()
    return id


def test_an_unreadable_table_keeps_nobody_from_playing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = sqlite(tmp_path)
    bad, secret, good = broken(settings), broken(settings, private=True), play_some(settings, 3, clock=CLOCK)

    async def go() -> None:
        async with running(settings) as app, guest(app) as a:
            mine = await open_table(a, ["me", "me"])
            assert (await answer(a, mine, Random(1))).status_code == 200
            assert (await view(a, good))["status"] == "playing"
            german = {"Accept-Language": "de"}
            page = await a.get(f"/t/{bad}", headers=german)
            assert page.status_code == 503 and "pfalz tables patch" in page.text
            refused = await a.get(f"/api/tables/{bad}/view.json", headers=german)
            assert (refused.status_code, refused.json()["error"]) == (503, "unreadable")
            assert "Regeln" in refused.json()["message"]
            for path in (f"/t/{secret}", f"/api/tables/{secret}/view.json"):
                assert (await a.get(path)).status_code == 404

    asyncio.run(go())
    assert f"pfalz tables patch {bad}" in caplog.text
