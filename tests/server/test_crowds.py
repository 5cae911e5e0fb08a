"""Crowds: what one address may bring in, open and fill the lobby with, however many guests it sends."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import update

from pfalz.server import rates
from pfalz.server.hosting import host
from pfalz.server.play import bounds, lobby
from pfalz.server.play.ageing import close_old
from pfalz.server.store.schema import seats, tables
from pfalz.server.store.storage import Store
from tests.server.test_answers import run
from tests.server.tools import HEADERS, guest, open_table, parts, play_some, running, sqlite, view

DAY = 24 * 3600


async def from_there(app: FastAPI, stack: AsyncExitStack, address: str) -> httpx.AsyncClient:
    """A new guest at an address."""
    there = httpx.ASGITransport(app=app, client=(address, 1))
    c = httpx.AsyncClient(transport=there, base_url="http://pfalz.test", headers=HEADERS)
    await stack.enter_async_context(c)
    assert (await c.post("/api/guest", json={})).status_code == 200
    return c


# -- record files -----------------------------------------------------------------------------------------


def record_of(path: Path) -> list[dict[str, Any]]:
    settings = sqlite(path)
    id = play_some(settings, 3)
    return [json.loads(line) for line in host.export(Store(settings.database), id).splitlines()]


@pytest.mark.parametrize(
    "field, value",
    [
        ("seed", "s" * 1000),
        ("seed_hash", "s" * 1000),
        ("seats", [{"name": "x", "bot": ""}] * 1000),
        ("seats", [{"name": "x" * 1000, "bot": ""}] * 2),
        ("modules", ["x"] * 100),
        ("shares", ["x"] * 9),
        ("shares", ["x" * 1000] * 2),
        ("later", [{"at": 1, "seed_hash": "", "seed": ""}] * 101),
        ("later", [{"at": 1, "seed_hash": "", "seed": "x" * 1000}]),
        ("options", {f"o{n}": n for n in range(100)}),
        ("options", {"x" * 1000: 1}),
        ("options", {"x": "x" * 1000}),
        ("options", {"x": [1] * 1000}),
        ("options", {"x": {"y": {"z": 1}}}),
        ("edition", {f"o{n}": n for n in range(1000)}),
        ("edition", {"a.b": "x" * 1000}),
        ("version", 10**30),
    ],
)
def test_every_field_of_a_header_has_its_bounds(tmp_path: Path, field: str, value: Any) -> None:
    lines = record_of(tmp_path)
    lines[0][field] = value
    text = "\n".join(map(json.dumps, lines))

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            got = await a.post("/api/tables/import?lang=de", content=text)
            assert got.status_code == 422, got.text
            assert field in got.json()["message"]

    run(sqlite(tmp_path), check)


@pytest.mark.parametrize(
    "field, value", [("ask", "x" * 1000), ("move", [1] * 1000), ("move", [10**30]), ("hash", "x" * 1000)]
)
def test_every_field_of_an_answer_has_its_bounds(tmp_path: Path, field: str, value: Any) -> None:
    lines = record_of(tmp_path)
    lines[2][field] = value

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            got = await a.post("/api/tables/import", content="\n".join(map(json.dumps, lines)))
            assert got.status_code == 422 and "3" in got.json()["message"], got.text

    run(sqlite(tmp_path), check)


def test_an_address_brings_in_so_much_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many guests it has: bytes are counted where they come from."""
    text = "\n".join(map(json.dumps, record_of(tmp_path)))
    monkeypatch.setitem(rates.RATES, "stored", (0.001, 3.5 * len(text)))

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            codes = []
            for _ in range(5):
                c = await from_there(app, stack, "192.0.2.1")
                codes.append((await c.post("/api/tables/import", content=text)).status_code)
            assert codes == [201, 201, 201, 429, 429]
            other = await from_there(app, stack, "192.0.2.2")
            assert (await other.post("/api/tables/import", content=text)).status_code == 201

    asyncio.run(go())


def test_a_file_of_too_many_lines_is_refused_before_it_is_read(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            many = "x\n" * (bounds.MOST_LINES + 1)
            got = await a.post("/api/tables/import?lang=de", content=many)
            assert got.status_code == 422 and f"höchstens {bounds.MOST_LINES} Zeilen" in got.json()["message"]

    run(sqlite(tmp_path), check)


def test_tables_out_of_files_count_among_those_of_their_address(tmp_path: Path) -> None:
    lines = "\n".join(map(json.dumps, record_of(tmp_path)))

    async def go() -> None:
        settings = replace(sqlite(tmp_path), rate_scale=1, max_address_tables=3)
        async with running(settings) as app, AsyncExitStack() as stack:
            codes = []
            for _ in range(4):
                c = await from_there(app, stack, "192.0.2.1")
                codes.append((await c.post("/api/tables/import", content=lines)).status_code)
            assert codes == [201, 201, 201, 429]

    asyncio.run(go())


def test_guests_of_one_address_share_the_limit_of_imports(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            codes = []
            for _ in range(10):
                c = await from_there(app, stack, "192.0.2.1")
                codes += [(await c.post("/api/tables/import", content=b"x")).status_code for _ in range(4)]
            assert 422 in codes and codes.count(429) > 10

    asyncio.run(go())


# -- the lobby --------------------------------------------------------------------------------------------


async def listed(c: httpx.AsyncClient) -> list[str]:
    return [row["id"] for row in (await c.get("/api/tables")).json()["tables"]]


def test_open_tables_are_limited_by_address(tmp_path: Path) -> None:
    async def go() -> None:
        settings = replace(sqlite(tmp_path), max_address_open=4, max_address_tables=6)
        async with running(settings) as app, AsyncExitStack() as stack:
            body = {"game": "staufer", "players": 2}
            made = []
            for _ in range(4):
                c = await from_there(app, stack, "192.0.2.1")
                made += [await c.post("/api/tables?lang=de", json=body) for _ in range(2)]
            assert [got.status_code for got in made] == [201] * 4 + [429] * 4
            assert made[-1].json()["error"] == "too_many_here" and "Adresse" in made[-1].json()["message"]
            full = {**body, "seats": [{"kind": "me"}, {"kind": "bot"}]}  # nobody is kept waiting by those
            more = [await c.post("/api/tables", json=full) for _ in range(4)]
            assert [got.status_code for got in more] == [201] * 2 + [429] * 2
            other = await from_there(app, stack, "192.0.2.2")
            assert (await other.post("/api/tables", json=body)).status_code == 201

    asyncio.run(go())


def test_breaking_off_and_playing_again_is_opening_tables(tmp_path: Path) -> None:
    """Nobody gets around a limit by a rematch: what was broken off within the hour counts as well."""

    async def go() -> None:
        settings = replace(sqlite(tmp_path), max_address_tables=6)
        async with running(settings) as app, AsyncExitStack() as stack:
            c = await from_there(app, stack, "192.0.2.1")
            id = await open_table(c, ["me", "me"])
            codes = []
            for _ in range(10):
                assert (await c.post(f"/api/tables/{id}/cancel")).status_code == 200
                again = await c.post(f"/api/tables/{id}/rematch?lang=de", json={})
                codes.append(again.status_code)
                id = again.json().get("id", id)
                if again.status_code == 429:
                    assert again.json()["error"] == "too_many_here" and "Adresse" in again.json()["message"]
                    break
            assert codes == [200] * 5 + [429]
            hour_ago = update(tables).values(updated=time.time() - 3601)
            await parts(app).store.write(lambda db: db.execute(hour_ago) and None)
            assert (await c.post(f"/api/tables/{id}/rematch", json={})).status_code == 200

    asyncio.run(go())


@pytest.mark.parametrize("way", ["tables", "rematch", "lessons", "lines"])
def test_every_way_to_a_table_counts_what_it_stores_and_how_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    settings = sqlite(tmp_path)
    over = play_some(settings, 1000)

    async def opened(c: httpx.AsyncClient, over: str) -> int:
        if way == "tables":
            body = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}] * 2}
            return (await c.post("/api/tables", json=body)).status_code
        if way == "lessons":
            return (await c.post("/api/lessons/staufer", json={"again": True})).status_code
        if way == "lines":
            line = {"position": 5, "seat": 0}
            return (await c.post(f"/api/tables/{over}/lines", json=line)).status_code
        again = await c.post(f"/api/tables/{over}/rematch", json={})
        if again.status_code == 200:
            await c.post(f"/api/tables/{again.json()['id']}/cancel")
            forget = update(tables).where(tables.c.id == over).values(rematch="")
            await parts(app).store.write(lambda db: db.execute(forget) and None)
            (await parts(app).tables.get(over)).stale = True
        return again.status_code

    async def go() -> None:
        nonlocal app
        async with (
            running(replace(settings, rate_scale=1, max_address_open=1000)) as app,
            AsyncExitStack() as stack,
        ):

            async def somebody() -> httpx.AsyncClient:
                """A new guest of the same address, who has sat at the table that is over."""
                c = await from_there(app, stack, "192.0.2.1")
                me = (await c.get("/api/me")).json()["id"]
                sits = update(seats).where(seats.c.table_id == over).values(person=me)
                await parts(app).store.write(lambda db: db.execute(sits) and None)
                (await parts(app).tables.get(over)).stale = True
                return c

            c = await somebody()
            assert await opened(c, over) in (200, 201)
            found = parts(app).rates
            left = found._left("stored", "192.0.2.1", time.monotonic())
            assert left < rates.RATES["stored"][1] - 200  # a header at least
            monkeypatch.setitem(rates.RATES, "creates", (0.0001, 3.0))
            found._buckets.clear()
            codes = [await opened(await somebody(), over) for _ in range(5)]
            assert codes == [codes[0]] * 3 + [429] * 2
            found._buckets.clear()
            monkeypatch.setitem(rates.RATES, "creates", (1.0, 60.0))
            monkeypatch.setitem(rates.RATES, "stored", (0.001, 100.0))
            assert await opened(await somebody(), over) == 429

    app: Any = None
    asyncio.run(go())


def test_many_tables_of_one_address_hide_nobody_elses(tmp_path: Path) -> None:
    async def go() -> None:
        settings = replace(sqlite(tmp_path), max_address_open=1000, max_address_tables=1000)
        async with running(settings) as app, AsyncExitStack() as stack:
            quiet = await from_there(app, stack, "192.0.2.2")
            one = await open_table(quiet, ["me", "open"], title="Abend in Speyer")
            for _ in range(3):
                loud = await from_there(app, stack, "192.0.2.1")
                many = [await open_table(loud, ["me", "open"]) for _ in range(45)]
            found = await listed(loud)
            assert one in found[:2] and many[-1] in found[:2]
            assert "Abend in Speyer" in (await loud.get("/")).text

    asyncio.run(go())


def test_networks_of_one_site_count_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A /48 of IPv6 is one site, and it has 65,536 networks of which each could have its tables."""
    monkeypatch.setattr(lobby, "WIDER", 3)

    async def go() -> None:
        settings = replace(sqlite(tmp_path), max_address_open=2, max_address_tables=1000)
        async with running(settings) as app, AsyncExitStack() as stack:
            quiet = await from_there(app, stack, "2001:db8:8::1")
            one = await open_table(quiet, ["me", "open"])
            body = {"game": "staufer", "players": 2}
            codes = []
            for n in range(8):
                loud = await from_there(app, stack, f"2001:db8:7:{n}::1")
                codes.append((await loud.post("/api/tables", json=body)).status_code)
            assert codes == [201] * 6 + [429] * 2
            assert (await listed(loud)).index(one) <= 1  # and they hide nobody else's table
            assert (await quiet.post("/api/tables", json=body)).status_code == 201

    asyncio.run(go())


def test_open_tables_age_out(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            old, new = [await open_table(a, ["me", "open"]) for _ in range(2)]
            playing = await open_table(a, ["me", "me"])
            then = time.time() - 15 * DAY
            aged = update(tables).where(tables.c.id.in_([old, playing])).values(updated=then)
            await parts(app).store.write(lambda db: db.execute(aged) and None)
            assert await close_old(parts(app).lobby) == 1
            assert await listed(a) == [new]
            assert [(await view(a, id))["status"] for id in (old, new, playing)] == [
                *("cancelled", "open", "playing")
            ]

    run(sqlite(tmp_path), check)


def test_open_tables_stay_where_the_host_wants_it(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "open"])
            aged = update(tables).values(updated=1.0)
            await parts(app).store.write(lambda db: db.execute(aged) and None)
            assert await close_old(parts(app).lobby) == 0
            assert await listed(a) == [id]

    run(replace(sqlite(tmp_path), open_days=0), check)
