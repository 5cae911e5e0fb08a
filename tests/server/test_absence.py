"""Who is away: when a bot may take a seat, what counts as being there, and clocks that nothing can jump."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import delete, select, text, update

from pfalz.server.play import outage, presence, steady
from pfalz.server.play.ageing import close_old
from pfalz.server.play.clocks import Clock
from pfalz.server.store.schema import facts, tables
from pfalz.server.store.storage import keep_fact
from tests.server.test_answers import run
from tests.server.tools import PATIENCE, answer, client, guest, open_table, parts, running, sqlite, view

DAY = 24 * 3600


async def table_of(app: FastAPI, *people: httpx.AsyncClient, **more: Any) -> str:
    """A table where all of these sit; the first owns it."""
    id = await open_table(people[0], ["me", *["open"] * (len(people) - 1)], **more)
    for other in people[1:]:
        assert (await other.post(f"/api/tables/{id}/join", json={})).status_code == 200
    return id


async def seat_asked(c: httpx.AsyncClient, id: str) -> int:
    return int((await view(c, id))["asks"][0]["seat"])


async def replaced(c: httpx.AsyncClient, id: str, seat: int) -> tuple[int, Any]:
    got = await c.post(f"/api/tables/{id}/replace", json={"seat": seat})
    return got.status_code, got.json().get("replaced", got.json().get("error"))


def away(app: FastAPI, id: str, seat: int, seconds: float) -> None:
    """Let somebody have been seen for the last time so long ago."""
    table = parts(app).tables._live[id]
    table.seats[seat].seen -= seconds
    table.seats[seat].polled -= seconds


# -- stand-ins --------------------------------------------------------------------------------------------


def test_the_owner_alone_cannot_give_a_seat_away(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b)
            other = 1
            assert await replaced(a, id, other) == (403, "not_missing")
            away(app, id, other, 3600)
            assert await replaced(a, id, other) == (403, "not_missing")
            refused = await a.post(f"/api/tables/{id}/replace?lang=de", json={"seat": other})
            assert "zugestimmt" in refused.json()["message"]
            assert not (await view(a, id))["seats"][other]["bot"]

    run(sqlite(tmp_path), check)


def test_nobody_chooses_which_bot_stands_in(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b)
            got = await a.post(f"/api/tables/{id}/replace", json={"seat": 1, "bot": "random"})
            assert got.status_code == 422

    run(sqlite(tmp_path), check)


def test_all_others_can_agree_on_a_stand_in_for_somebody_away(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c, guest(app) as stranger:
            id = await table_of(app, a, b, c)
            assert await replaced(stranger, id, 2) == (403, "not_your_seat")
            assert await replaced(b, id, 2) == (403, "not_missing")  # c was here a moment ago
            away(app, id, 2, 3600)
            assert await replaced(b, id, 2) == (200, False)
            assert (await view(a, id))["stand_ins"] == [[2, 1]]
            await view(c, id)  # who looks in is there, and what others had agreed on is over
            assert (await view(a, id))["stand_ins"] == []
            away(app, id, 2, 3600)
            assert await replaced(b, id, 2) == (200, False)
            assert await replaced(a, id, 2) == (200, True)
            assert (await view(a, id))["seats"][2]["bot"] == "knight"
            assert (await c.post(f"/api/tables/{id}/join", json={})).json() == {"seat": 2}

    run(sqlite(tmp_path), check)


def test_what_others_agreed_on_outlasts_a_restart(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a, guest(app) as b, guest(app) as c:
            id = await table_of(app, a, b, c)
            away(app, id, 2, 3600)
            assert await replaced(b, id, 2) == (200, False)
            cookies = a.cookies
        async with running(sqlite(tmp_path)) as app, client(app, cookies=cookies) as a:
            assert (await view(a, id))["stand_ins"] == [[2, 1]]

    asyncio.run(go())


@pytest.mark.parametrize("absent", [0, 3600])
def test_a_table_says_how_long_somebody_may_be_away(tmp_path: Path, absent: int) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "none", "absent": absent})
            assert (await view(a, id))["clock"]["absent"] == absent
            rng = Random(1)
            while (asked := await seat_asked(a, id)) == 0:
                await answer(a, id, rng)
            away(app, id, asked, 3000)
            assert await replaced(a, id, asked) == (403, "not_missing")
            away(app, id, asked, 1000)
            assert await replaced(a, id, asked) == ((200, True) if absent else (403, "not_missing"))

    run(sqlite(tmp_path), check)


def test_who_polls_is_there(tmp_path: Path) -> None:
    """A program that asks now and then is there as a browser is: others see it, and no bot takes its seat."""

    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "none", "absent": 3600})
            rng = Random(1)
            while (asked := await seat_asked(a, id)) == 0:
                await answer(a, id, rng)
            away(app, id, asked, 4000)
            assert not (await view(a, id))["seats"][asked]["online"]
            await view(b, id)
            assert (await view(a, id))["seats"][asked]["online"]
            assert await replaced(a, id, asked) == (403, "not_missing")

    run(sqlite(tmp_path), check)


def test_who_polls_is_there_even_if_a_table_allows_next_to_no_absence(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "none", "absent": 1})
            rng = Random(1)
            while (asked := await seat_asked(a, id)) == 0:
                await answer(a, id, rng)
            await view(b, id)
            away(app, id, asked, 2)
            assert await replaced(a, id, asked) == (403, "not_missing")
            away(app, id, asked, 60)
            assert await replaced(a, id, asked) == (200, True)

    run(sqlite(tmp_path), check)


def test_how_long_somebody_has_been_away_outlasts_a_restart(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "none", "absent": DAY})
            rng = Random(1)
            while (asked := await seat_asked(a, id)) == 0:
                await answer(a, id, rng)
            table = parts(app).tables._live[id]
            away(app, id, asked, 2 * DAY)
            presence.note_presence(parts(app).tables, table, asked)
            cookies = a.cookies
        async with running(sqlite(tmp_path)) as app, client(app, cookies=cookies) as a:
            assert await replaced(a, id, asked) == (200, True)

    asyncio.run(go())


# -- clocks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [2 * DAY, -2 * DAY])
def test_a_jump_of_the_wall_clock_moves_no_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "move", "seconds": 3600})
            asked = await seat_asked(a, id)
            real = time.time
            monkeypatch.setattr(time, "time", lambda: real() + jump)
            await (a, b)[1 - asked].post(f"/api/tables/{id}/chat", json={"text": "?"})
            async with parts(app).tables.open(id) as table:
                await parts(app).tables.commit(table, (), ())
            await asyncio.sleep(0.2)
            seat = (await view(a, id))["seats"][asked]
            assert not seat["bot"] and 3_500_000 < seat["clock_ms"] <= 3_600_000

    run(sqlite(tmp_path), check)


@pytest.mark.parametrize("jump", [15 * DAY, -15 * DAY])
def test_a_jump_of_the_wall_clock_makes_no_table_old_and_no_list_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            before = await open_table(a, ["me", "open"])
            id = await table_of(app, a, b, clock={"kind": "move", "seconds": 3600})
            who = (a, b)[await seat_asked(a, id)]
            real = time.time
            monkeypatch.setattr(time, "time", lambda: real() + jump)
            after = await open_table(a, ["me", "open"])
            assert await close_old(parts(app).lobby) == 0
            for waiting in (before, after):
                assert (await view(a, waiting))["status"] == "open"
            page = (await who.get("/?lang=en")).text
            assert "59:5" in page or "1:00:00" in page

    run(sqlite(tmp_path), check)


def test_an_outage_of_weeks_makes_no_table_old(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            id = await open_table(a, ["me", "open"])
            store = parts(app).store

        def weeks_ago(db: Any) -> None:
            then = time.time() - 20 * DAY
            db.execute(update(facts).where(facts.c.key == "alive").values(value=str(then)))
            db.execute(update(tables).values(updated=then))

        store.write_now(weeks_ago)
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            assert await close_old(parts(app).lobby) == 0
            assert (await view(a, id))["status"] == "open"

    asyncio.run(go())


def test_a_server_whose_machine_has_slept_goes_on_by_the_time_of_the_others(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it is asked whether it is well before it looks: it never writes down a time that is past."""
    monkeypatch.setattr(steady, "_behind", steady._behind)
    monkeypatch.setattr(outage, "LOOKS", 0.05)
    away = 3600.0

    def others(db: Any, ago: float) -> None:
        """Another server, ahead of us by an hour, has said so a while ago."""
        there = float(db.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
        keep_fact(db, outage.SERVED[0], str(steady.now() + away - ago))
        keep_fact(db, outage.SERVED[1], str(there - ago))

    async def go() -> None:
        async with running(replace(sqlite(Path("/")), database=postgres)) as app:
            store, begun = parts(app).store, steady.now()
            store.write_now(lambda db: others(db, 5.0))
            end = time.monotonic() + PATIENCE
            while steady.now() < begun + away - 1:
                assert time.monotonic() < end, "it does not look at the others"
                await asyncio.sleep(0.02)
            assert steady.now() < begun + away + 60
            begun = steady.now()
            monkeypatch.setattr(outage, "LOOKS", 3600.0)
            await asyncio.sleep(0.1)
            store.write_now(lambda db: others(db, 5.0))
            await store.write(outage.note_alive)
            assert begun + away - 1 < steady.now() < begun + away + 60
            begun = steady.now()
            store.write_now(lambda db: others(db, away))  # nobody has served since: nothing has passed
            await store.write(outage.note_alive)
            assert steady.now() < begun + 60

    asyncio.run(go())


def test_a_server_that_joins_others_goes_by_their_time(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However far ahead the wall clock of its machine is."""
    monkeypatch.setattr(steady, "_behind", steady._behind)
    monkeypatch.setattr(outage, "EVERY", float(DAY))
    settings = replace(sqlite(Path("/")), database=postgres)

    async def go() -> None:
        async with running(settings) as first:
            await parts(first).store.write(outage.note_alive)
            begun = steady.now()
            steady.go_by(begun + 2 * DAY, time.monotonic())
            async with running(settings):
                assert begun <= steady.now() < begun + DAY

    asyncio.run(go())


@pytest.mark.parametrize("outside", [30, 2 * DAY, -2 * DAY])
def test_clocks_stand_still_while_the_server_is_down(tmp_path: Path, outside: int) -> None:
    """The machine slept, the server was down, or the wall clock was set: nobody has lost time."""

    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "increment", "seconds": 3600, "bonus": 5})
            asked = await seat_asked(a, id)
            cookies = a.cookies

            def earlier(db: Any) -> None:  # as if everything of before had been written so long ago
                found = float(db.execute(select(facts.c.value).where(facts.c.key == "alive")).scalar_one())
                value = str(found - outside)
                db.execute(update(facts).where(facts.c.key == "alive").values(value=value))

            table = parts(app).tables._live[id]
            table.times.since[asked] -= outside + 600  # type: ignore[operator]
            table.clock = replace_clock(table.clock)
            async with table.lock:
                await parts(app).tables.commit(table, (), ())
            parts(app).store.engine.dispose()
        store = parts(app).store
        store.write_now(earlier)
        async with running(sqlite(tmp_path)) as app, client(app, cookies=cookies) as a:
            seat = (await view(a, id))["seats"][asked]
            assert not seat["bot"] and 2_900_000 < seat["clock_ms"] <= 3_010_000

    def replace_clock(clock: Clock) -> Clock:
        return Clock(clock.kind, clock.seconds, clock.bonus, "wait")  # no bot comes in before the restart

    asyncio.run(go())


def test_after_a_long_outage_everybody_has_time_to_come_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "move", "seconds": 3600, "then": "wait"})
            asked = await seat_asked(a, id)
            cookies = a.cookies
            table = parts(app).tables._live[id]
            table.times.since[asked] -= DAY + 3590  # type: ignore[operator]
            async with table.lock:
                await parts(app).tables.commit(table, (), ())
        old = update(facts).where(facts.c.key == "alive").values(value=str(time.time() - DAY))
        parts(app).store.write_now(lambda db: db.execute(old))
        # when it was last served, ten seconds were left
        async with running(sqlite(tmp_path)) as app, client(app, cookies=cookies) as a:
            left = (await view(a, id))["seats"][asked]["clock_ms"]
            assert outage.GRACE * 1000 >= left > outage.GRACE * 1000 - 10_000

    asyncio.run(go())


def test_a_database_that_does_not_know_when_it_was_last_served_is_served(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a, guest(app) as b:
            id = await table_of(app, a, b, clock={"kind": "move", "seconds": 3600})
            cookies = a.cookies
        parts(app).store.write_now(lambda db: db.execute(delete(facts).where(facts.c.key == "alive")))
        async with running(replace(sqlite(tmp_path))) as app, client(app, cookies=cookies) as a:
            assert (await view(a, id))["status"] == "playing"

    asyncio.run(go())
