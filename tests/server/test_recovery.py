"""When the database is away for a while: bots and clocks go on by themselves once it is back."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI

from pfalz.server.play import timekeeper, workers
from pfalz.server.refusals import StorageError
from pfalz.server.store.writer import Append
from tests.server.test_answers import run
from tests.server.test_around import until
from tests.server.tools import answer, guest, open_table, parts, sqlite, view


class Outage:
    """A database that takes no answers and gives nothing back, until it is told to."""

    def __init__(self, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
        self.away = True
        self.refused = 0
        store = parts(app).store
        commit, now = store.writer._commit, store.now

        def broken_commit(batch: list[Any], db: Any) -> None:
            self._check(any(isinstance(queued.job, Append) for queued in batch))
            commit(batch, db)

        def broken_now(query: Any) -> Any:
            self._check(True)
            return now(query)

        monkeypatch.setattr(store.writer, "_commit", broken_commit)
        monkeypatch.setattr(store, "now", broken_now)

    def _check(self, needed: bool) -> None:
        if self.away and needed:
            self.refused += 1
            raise StorageError("not_stored", what="away")


def test_bots_go_on_when_the_database_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SOON", 0.05)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "random"], clock={"kind": "move", "seconds": 3600})
            rng = Random(1)

            async def asked() -> bool:
                return (await view(a, id))["ask"] is not None

            await until(app, asked)
            table = await parts(app).tables.get(id)
            for _ in range(40):  # until the bot has to decide
                await until(app, asked)
                outage = Outage(app, monkeypatch)
                outage.away = False
                told = parts(app).bots.heard

                def stop(changed: Any, outage: Outage = outage) -> None:
                    outage.away = table.deciding() == [1]

                monkeypatch.setattr(parts(app).tables, "listeners", [stop, told])
                assert (await answer(a, id, rng)).status_code == 200
                if outage.away:
                    break
            assert outage.away, "the bot was never asked"
            position = table.position

            async def tried() -> bool:
                return outage.refused >= 4

            await until(app, tried)
            parts(app).tables.listeners.remove(stop)
            outage.away = False

            async def gone_on() -> bool:
                return (await view(a, id))["position"] > position

            await until(app, gone_on)

    run(sqlite(tmp_path), check)


def test_a_clock_that_ran_out_in_vain_runs_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timekeeper, "AGAIN", 0.05)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"], clock={"kind": "move", "seconds": 3600})
            table = await parts(app).tables.get(id)
            asked = table.deciding()[0]
            table.times.since[asked] = table.times.since[asked] - 3599.5  # type: ignore[operator]
            async with table.lock:
                await parts(app).tables.commit(table, (), ())
            outage = Outage(app, monkeypatch)

            async def tried() -> bool:
                return outage.refused >= 3

            await until(app, tried)
            outage.away = False

            async def taken_over() -> bool:
                return bool(table.seats[asked].bot)

            await until(app, taken_over)

    run(sqlite(tmp_path), check)
