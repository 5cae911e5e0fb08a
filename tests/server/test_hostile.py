"""Hostile input never yields a 500: broken JSON, huge bodies, forged and too frequent requests, odd texts."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.server.app import create_app
from pfalz.server.settings import Settings
from tests.server.test_answers import run
from tests.server.tools import client, guest, listening, open_table, parts, running, sqlite, view

BODIES: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b'{"ask": "\\ud800", "opened": 0, "move": []}',
    b'{"ask": "x\\u0000", "opened": 0, "move": []}',
    b'{"ask": "x", "opened": 1e400, "move": []}',
    b'{"ask": "x", "opened": 99999999999999999999999, "move": [1]}',
    b'{"ask": "x", "opened": -1, "move": [-1]}',
    b'{"ask": "x", "opened": 0, "move": [true, null, "a"]}',
    b'{"ask": "x", "opened": 0, "move": [1.5]}',
    b'{"ask": "x", "opened": 0, "move": {"a": 1}}',
    b"[" * 20_000,
    b'{"a":' * 5_000,
    json.dumps({"ask": "x", "opened": 0, "move": [0] * 500}).encode(),
]


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_broken_bodies_are_refused_politely(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings = sqlite(tmp_path)
    if where == "postgres":
        settings = replace(settings, database=request.getfixturevalue("postgres"))

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            schema = (await a.get("/api/openapi.json")).json()
            for path, methods in schema["paths"].items():
                for method in methods:
                    if method not in ("post", "put", "patch"):
                        continue
                    for body in BODIES:
                        url = path.replace("{id}", id)
                        head = {"Content-Type": "application/json"}
                        got = await a.request(method, url, content=body, headers=head)
                        assert got.status_code < 500, (method, url, body[:60], got.text)
                        if got.status_code >= 400:
                            assert set(got.json()) >= {"error", "message"}
                        if path == "/api/logout":
                            await a.post("/api/guest", json={})
                    if path.endswith(("/resign", "/cancel", "/leave", "/logout", "/register")):
                        a.cookies.clear()
                        await a.post("/api/guest", json={})
                        id = await open_table(a, ["me", "me"])

    run(settings, check)


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_odd_texts_are_cleaned(where: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    settings = sqlite(tmp_path)
    if where == "postgres":
        settings = replace(settings, database=request.getfixturevalue("postgres"))

    async def check(app: FastAPI) -> None:
        odd = "a\x00b\u202e<script>alert(1)</script>\ud800\n\r x"
        async with client(app) as a:
            raw = json.dumps({"name": odd}).encode()
            head = {"Content-Type": "application/json"}
            made = await a.post("/api/guest", content=raw, headers=head)
            assert made.status_code in (200, 422)
            if made.status_code == 422:
                await a.post("/api/guest", json={"name": "a\x00b"})
            id = await open_table(a, ["me", "me"], title="t\x00<b>")
            said = await a.post(f"/api/tables/{id}/chat", json={"text": "x\x00<img src=x onerror=alert(1)>"})
            assert said.status_code == 200 and "\x00" not in said.text
            page = await a.get(f"/t/{id}")
            assert "<img src=x" not in page.text and "<b>" not in page.text.split("</head>")[0]
            for path in ("%00", "..%2f..", "a" * 500, "é", "💥"):
                assert (await a.get(f"/api/tables/{path}/view.json")).status_code in (404, 422)
                assert (await a.delete(f"/api/sessions/{path}")).status_code in (404, 422)
            for query in (
                "prefix=a",
                "prefix=1,,2",
                "prefix=" + "1," * 2000,
                "value=x",
                "value=" + "9" * 400,
            ):
                assert (await a.get(f"/api/tables/{id}/why?{query}")).status_code in (404, 422)
            assert (await a.get(f"/api/tables/{id}/view.json?key=%00%ff")).status_code < 500
            assert (await a.get("/api/me", headers={"Cookie": "pfalz_session=%ff\x7f"})).status_code < 500

    run(settings, check)


def test_oversized_bodies_are_refused_before_they_are_read(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            url = f"/api/tables/{id}/chat"
            big = await a.post(url, content=b"x" * 70_000, headers={"Content-Type": "application/json"})
            assert (big.status_code, big.json()["error"]) == (413, "too_large")

            async def drip() -> Any:
                for _ in range(100):
                    yield b"x" * 1000

            slow = await a.post(url, content=drip(), headers={"Content-Type": "application/json"})
            assert slow.status_code == 413
            big = await a.post("/api/tables/import", content=b"x" * 5_000_000)
            assert big.status_code == 413

    run(sqlite(tmp_path), check)


def test_forged_requests_are_refused(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            token = (await a.post("/api/tokens", json={"name": "t"})).json()["token"]
            body = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}] * 2}
            plain = httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url="http://pfalz.test", cookies=a.cookies
            )
            async with plain as forged:
                assert (await forged.post("/api/tables", json=body)).status_code == 403
                for origin in ("https://evil.example", "null", "http://pfalz.test.evil.example", "http://["):
                    head = {"X-Pfalz": "1", "Origin": origin}
                    assert (await forged.post("/api/tables", json=body, headers=head)).status_code == 403
                own = {"X-Pfalz": "1", "Origin": "http://pfalz.test"}
                assert (await forged.post("/api/tables", json=body, headers=own)).status_code == 201
            async with client(app) as c:
                c.headers.pop("X-Pfalz")
                bearer = {"Authorization": f"Bearer {token}"}
                assert (await c.post("/api/tables", json=body, headers=bearer)).status_code == 201
                made = await c.post("/api/guest", json={}, headers={"X-Pfalz": "1"})
                cookie = made.headers["set-cookie"].lower()
                assert "httponly" in cookie and "samesite=lax" in cookie
                for path in ("/api/games", "/nowhere"):
                    headers = (await c.get(path)).headers
                    assert "default-src 'none'" in headers["content-security-policy"]
                    assert "unsafe-inline" not in headers["content-security-policy"].split("style-src")[0]
                    assert headers["x-content-type-options"] == "nosniff"

    run(sqlite(tmp_path), check)


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=0.1)) as app, client(app) as a:
            login = {"login": "nobody", "password": "x"}
            codes = {(await a.post("/api/login", json=login)).status_code for _ in range(4)}
            assert codes == {401, 429}
            codes = {(await a.get("/api/tables")).status_code for _ in range(60)}
            assert codes == {200, 429}

    asyncio.run(go())


def test_too_many_streams_are_refused(tmp_path: Path) -> None:
    async def go() -> None:
        with listening(replace(sqlite(tmp_path), max_streams=2)) as (url, app):
            async with httpx.AsyncClient(base_url=url, headers={"X-Pfalz": "1"}) as a:
                await a.post("/api/guest", json={})
                id = await open_table(a, ["me", "me"])
                path = f"/api/tables/{id}/events?html=0"
                async with a.stream("GET", path) as one, a.stream("GET", path) as two:
                    assert (one.status_code, two.status_code) == (200, 200)
                    assert (await a.get(path)).status_code == 429
                for _ in range(100):
                    if not parts(app).streams._count:
                        break
                    await asyncio.sleep(0.02)
                async with a.stream("GET", path) as again:
                    assert again.status_code == 200

    asyncio.run(go())


def test_a_hostile_record_or_edition_is_refused(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            table = await parts(app).tables.get(id)
            good = table.session.record().dumps()
            header, *rest = good.splitlines()
            wrong = [
                "",
                "x",
                "{}",
                '{"pfalz": 1}',
                good[: len(good) // 2],
                good.replace('"hash":"', '"hash":"0'),
                good.replace('"game":"staufer"', '"game":"chess"'),
                good.replace('"players":2', '"players":99'),
                "\n".join([header, *reversed(rest)]),
                good.replace('"move":[', '"move":[9,'),
            ]
            for text in wrong:
                got = await a.post("/api/tables/import", content=text.encode())
                assert got.status_code == 422, text[:80]
            assert (await a.post("/api/tables/import", content=good.encode())).status_code == 201
            for edition in ({"a.b": 1}, {"regions": 1}, {"": 0}, {"regions.region.aachen.x": "y"}):
                body = {"game": "staufer", "players": 2, "edition": edition}
                got = await a.post("/api/tables", json=body)
                assert got.status_code == 422, got.text

    run(sqlite(tmp_path), check)


def test_wishes_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            me = {"kind": "me"}
            for body in (
                {"game": "chess", "players": 2},
                {"game": "staufer", "players": 8},
                {"game": "staufer", "players": 2, "modules": ["x"]},
                {"game": "staufer", "players": 2, "options": {"x": 1}},
                {"game": "staufer", "players": 2, "seats": [me] * 3},
                {"game": "staufer", "players": 2, "seats": [{"kind": "bot", "bot": "x"}]},
                {"game": "staufer", "players": 2, "clock": {"kind": "move", "seconds": 1}},
                {"game": "staufer", "players": 2, "undo_policy": "always"},
            ):
                got = await a.post("/api/tables", json=body)
                assert got.status_code == 422, body
            assert not (await a.get("/api/tables?which=mine")).json()["tables"]
            await open_table(a, ["me", "me"])
            assert len((await view(a, await open_table(a, ["me", "me"])))["seats"]) == 2

    run(sqlite(tmp_path), check)


def test_a_person_may_not_own_tables_without_end(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            for _ in range(3):
                await open_table(a, ["me", "open"])
            more = await a.post("/api/tables", json={"game": "staufer", "players": 2})
            assert (more.status_code, more.json()["error"]) == (429, "too_many_tables")

    run(replace(sqlite(tmp_path), max_tables=3), check)


def test_the_schema_can_be_read(tmp_path: Path) -> None:
    app = create_app(sqlite(tmp_path))
    schema = app.openapi()
    assert "/api/tables/{id}/view.json" in schema["paths"]
    assert isinstance(Settings().database, str)
    parts(app).store.engine.dispose()
