"""What is dear: made out of the way of others or remembered, and whoever asks for it pays in time."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from fastapi import FastAPI

from pfalz.core.record import Entry
from pfalz.core.session import Session
from pfalz.server import rates
from pfalz.server.http import api_tables, gate, meter
from pfalz.server.http.meter import Metered
from pfalz.server.play.table import Table
from tests.server.test_answers import run
from tests.server.tools import (
    HEADERS,
    answer,
    browser,
    guest,
    listening,
    open_table,
    parts,
    play_some,
    running,
    sqlite,
    view,
)


def test_the_log_of_a_running_table_holds_nobody_up(tmp_path: Path) -> None:
    """Forty readers of one log cost the event loop about what forty of a small answer cost."""
    settings = sqlite(tmp_path)
    id = play_some(settings, 50)  # games end after 62 answers at the earliest

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            path = f"/api/tables/{id}/log"
            first = (await a.get(path)).text
            assert first.count("\n") > 50 and '"seed":""' in first

            async def spent(address: str) -> float:
                begun = time.thread_time()
                for _ in range(40):
                    assert (await a.get(address)).status_code == 200
                return time.thread_time() - begun

            await spent("/api/me/turns")
            assert await spent(path) < 2 * await spent("/api/me/turns") + 0.04

    run(settings, check)


def test_what_a_long_log_lacks_is_not_made_on_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = sqlite(tmp_path)
    id = play_some(settings, 70)
    monkeypatch.setattr(api_tables, "MANY", 20)
    here: list[bool] = []

    def made(table: Table, viewer: int) -> bytes:
        here.append(threading.current_thread() is threading.main_thread())
        return real(table, viewer)

    real = Table.record_file
    monkeypatch.setattr(Table, "record_file", made)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            first = (await a.get(f"/api/tables/{id}/log")).text
            assert (await a.get(f"/api/tables/{id}/log")).text == first

    run(settings, check)
    assert here == [False, True]  # in a thread, and the second time there is nothing to make


def test_of_a_log_only_what_is_new_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = sqlite(tmp_path)
    id = play_some(settings, 60)
    made: list[int] = []
    real = Session.redacted

    def redacted(session: Session, entry: Entry, seat: int) -> Entry:
        made.append(entry.n)
        return real(session, entry, seat)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            first = (await a.get(f"/api/tables/{id}/log")).text
            whole = len(made)
            table = await parts(app).tables.get(id)
            for _ in range(3):
                assert (await a.get(f"/api/tables/{id}/log")).text == first
            assert whole >= 60 and len(made) - whole == 3 * (table.position - table.session.opened)

    monkeypatch.setattr(Session, "redacted", redacted)
    run(settings, check)


def test_what_is_remembered_of_a_log_stays_true(tmp_path: Path) -> None:
    """After every answer, taking back included, each viewer gets what a log made anew would be."""

    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c:
            id = await open_table(a, ["me", "open", "random"], game="wallenstein", undo_policy="free")
            await b.post(f"/api/tables/{id}/join", json={})
            rng, table = Random(3), await parts(app).tables.get(id)
            for n in range(40):
                for who in (a, b):
                    if (await view(who, id))["ask"]:
                        await answer(who, id, rng)
                if n % 9 == 8:
                    assert (await a.post(f"/api/tables/{id}/undo", json={})).status_code in (200, 403, 422)
                for seat, who in ((0, a), (1, b), (-2, c)):
                    told = (await who.get(f"/api/tables/{id}/log")).text
                    assert told == table.session.record(seat).dumps()

    run(sqlite(tmp_path), check)


def test_who_asks_for_much_has_to_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few requests that cost much are refused like many that cost little."""
    monkeypatch.setitem(rates.RATES, "work", (0.01, 0.1))
    settings = sqlite(tmp_path)
    id = play_some(settings, 60)

    async def go() -> None:
        async with running(replace(settings, rate_scale=1)) as app, guest(app) as a:
            codes = [(await a.get(f"/t/{id}?at={n % 50}")).status_code for n in range(100)]
            assert codes[0] == 200 and codes[-1] == 429
            refused = await a.get(f"/t/{id}", headers={"Accept-Language": "de"})
            assert int(refused.headers["retry-after"]) >= 1 and "warte" in refused.json()["message"]

    asyncio.run(go())


def test_a_debt_is_paid_by_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rates.time, "monotonic", lambda: now)
    found = rates.Rates(1)
    rate, burst = rates.RATES["work"]
    found.check("work", "x")
    found.charge("work", "x", burst + rate * 0.99)
    with pytest.raises(rates.TooMany) as refused:
        found.check("work", "x")
    assert refused.value.seconds == 1
    found.check("work", "y")
    now += 1.001
    found.check("work", "x")
    found.charge("work", "x", 1e9)  # nobody is kept out for ever
    now += 2 * burst / rate
    found.check("work", "x")


def test_positions_are_not_played_again_for_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = sqlite(tmp_path)
    id = play_some(settings, 40)

    async def check(app: FastAPI) -> None:
        table = await parts(app).tables.get(id)
        table.session.recall()
        monkeypatch.setattr(Session, "position", None)
        assert len(table.session.record(0).entries) == table.position

    run(settings, check)


# -- who pays ---------------------------------------------------------------------------------------------


class Paid:
    """What has been charged, by kind and asker."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds: dict[tuple[str, str], float] = {}
        real = rates.Rates.charge

        def charge(all: rates.Rates, kind: str, who: str, cost: float) -> None:
            self.seconds[kind, who] = self.seconds.get((kind, who), 0.0) + cost
            real(all, kind, who, cost)

        monkeypatch.setattr(rates.Rates, "charge", charge)


def test_answers_that_take_the_short_way_are_paid_for_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = Paid(monkeypatch)

    async def go() -> None:
        with listening(sqlite(tmp_path)) as (url, app):
            async with browser(url) as a:
                await a.post("/api/guest", json={})
                id = await open_table(a, ["me", "me"])
                seen = await view(a, id)
                body = {
                    "ask": seen["ask"]["ask"],
                    "opened": seen["opened"],
                    "move": seen["ask"]["options"][:1],
                }
                gone = parts(app).traffic.work.count
                paid.seconds.clear()
                assert (await a.post(f"/api/tables/{id}/answers", json=body)).status_code == 200
                assert parts(app).traffic.work.count == gone + 1
                assert paid.seconds["work", "127.0.0.1"] > 0

    asyncio.run(go())


@pytest.mark.parametrize("what", ["recall", "import", "table", "analysis"])
def test_work_in_threads_is_paid_for_even_if_it_comes_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    settings = sqlite(tmp_path)
    id = play_some(settings, 1000 if what == "analysis" else 60)
    clock = 0.0

    def thread_time() -> float:
        """Every piece of work in a thread takes a second."""
        nonlocal clock
        clock += 1.0
        return clock

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            charged = Paid(monkeypatch).seconds
            with monkeypatch.context() as slow:
                slow.setattr("pfalz.server.dear.thread_time", thread_time)
                if what == "recall":
                    await view(a, id)
                elif what == "import":
                    assert (await a.post("/api/tables/import", content="{}")).status_code == 422
                elif what == "table":
                    wish = {"game": "staufer", "players": 2, "modules": ["no_such_module"]}
                    assert (await a.post("/api/tables", json=wish)).status_code == 422
                else:
                    me = (await a.get("/api/me")).json()["id"]
                    table = await parts(app).tables.get(id)
                    table.seats[0].person = me
                    assert (await a.post(f"/api/tables/{id}/analyses", json={"seat": 0})).status_code == 202
            assert charged["work", "127.0.0.1"] >= 1.0

    run(settings, check)


def test_whoever_owes_very_much_may_not_even_change_anything(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, guest(app) as a:
            found, here = parts(app).rates, ("work", "127.0.0.1")
            id = await open_table(a, ["me", "me"])
            found.charge(*here, found._left(*here, time.monotonic()) + gate.ANSWERING / 2)
            assert (await a.get("/api/me")).status_code == 429
            assert (await a.post(f"/api/tables/{id}/chat", json={"text": "x"})).status_code == 200
            found.charge(*here, gate.ANSWERING)
            refused = await a.post(f"/api/tables/{id}/chat", json={"text": "x"}, headers=HEADERS)
            assert refused.status_code == 429 and int(refused.headers["retry-after"]) >= 1

    asyncio.run(go())


def test_a_long_stream_pays_as_it_goes_and_not_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(meter, "thread_time", lambda: now)
    paid: list[float] = []

    async def stream() -> str:
        nonlocal now
        for _ in range(10):
            now += 0.0004
            await asyncio.sleep(0)
        return "done"

    async def go() -> None:
        assert await Metered(stream(), paid.append) == "done"

    asyncio.run(go())
    assert len(paid) >= 3 and max(paid) < 0.0021 and sum(paid) == pytest.approx(0.004)


def test_a_game_that_people_play_never_meets_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody at one address, an answer every two seconds, and a look at the table with each."""
    now = 1000.0
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: now))

    async def go() -> None:
        nonlocal now
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, guest(app) as a:
            id = await open_table(a, ["me"] * 4, "wallenstein")
            rng, least = Random(4), 2.0
            for _ in range(60):
                now += 2.0
                assert (await a.get(f"/t/{id}")).status_code == 200
                given = await answer(a, id, rng)
                assert given.status_code == 200, given.text
                least = min(least, parts(app).rates._left("work", "127.0.0.1", now))
            assert least > 0, "whoever looks at such a game would have to wait"

    asyncio.run(go())
