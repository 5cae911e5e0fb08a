"""Hostile input never yields a 500: broken JSON, huge bodies, forged and too frequent requests, odd texts."""

from __future__ import annotations

import asyncio
import gzip
import json
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.core.errors import RulesError
from pfalz.server import rates
from pfalz.server.app import create_app
from pfalz.server.http import gate
from pfalz.server.http.gate import client_of
from pfalz.server.http.stream import SHARING
from pfalz.server.people.people import COOKIE
from pfalz.server.settings import Settings
from tests.server.test_answers import run
from tests.server.tools import (
    HEADERS,
    Wire,
    answer,
    client,
    guest,
    listening,
    open_table,
    parts,
    running,
    sqlite,
    view,
)

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


HTML = "<xss onload=alert(1)>\"'&</script><xss>"
ODD = "a\x00b\u202e\u200b\u2066\ufeffc\u0007\x1b[31m\u2028\n\r\td"
"""Zero bytes, marks that turn or hide text, controls, line breaks."""
SHOWN = "a b c [31m d"


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_odd_characters_are_cleaned_away(where: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    settings = sqlite(tmp_path)
    if where == "postgres":
        settings = replace(settings, database=request.getfixturevalue("postgres"))

    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            assert (await a.post("/api/guest", json={"name": ODD})).json()["name"] == SHOWN
            assert (await a.patch("/api/me", json={"name": f"e{ODD}"})).json()["name"] == f"e{SHOWN}"
            assert (await a.patch("/api/me", json={"name": "\u202e\u200b \x00"})).status_code == 422
            id = await open_table(a, ["me", "me"], title=ODD)
            assert (await view(a, id))["title"] == SHOWN
            said = await a.post(f"/api/tables/{id}/chat", json={"text": ODD})
            assert said.json()["text"] == SHOWN
            assert (await a.post(f"/api/tables/{id}/chat", json={"text": "\x00\u200b"})).status_code == 422
            label = await a.post("/api/tokens", json={"name": ODD})
            rows = (await a.get("/api/sessions")).json()["sessions"]
            assert next(row for row in rows if row["id"] == label.json()["id"])["label"] == SHOWN
            lone = b'{"name": "\\ud800", "text": "\\ud800"}'
            for path in ("/api/guest", "/api/tokens", f"/api/tables/{id}/chat"):
                head = {"Content-Type": "application/json"}
                assert (await a.post(path, content=lone, headers=head)).status_code in (200, 422), path
            for path in ("%00", "..%2f..", "..%5c..", "a" * 500, "é", "💥", "%0d%0aSet-Cookie:x"):
                assert (await a.get(f"/api/tables/{path}/view.json")).status_code in (404, 422)
                assert (await a.get(f"/t/{path}")).status_code == 404
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


def test_no_text_of_people_becomes_markup(tmp_path: Path) -> None:
    """Names, titles, chat and labels, on every page, in the log and in the stream."""

    async def check(app: FastAPI) -> None:
        async with client(app) as a, guest(app, HTML) as b:
            assert (await a.post("/api/guest", json={"name": HTML})).json()["name"] == HTML[:40].strip()
            id = await open_table(a, ["me", "open"], title=HTML)
            free = await open_table(a, ["me", "open"], title=HTML)
            await b.post(f"/api/tables/{id}/join", json={})
            await a.post(f"/api/tables/{id}/chat", json={"text": HTML})
            await a.post("/api/tokens", json={"name": HTML})
            for _ in range(6):
                asked = (await view(a, id))["asks"][0]["seat"]
                await answer((a, b)[asked], id, Random(3))
            pages = ["/", f"/t/{id}", f"/t/{free}", f"/t/{id}/fragment", f"/t/{id}/log", f"/t/{id}/at/3.svg"]
            pages += ["/account", "/login", f"/new/{HTML}", f"/rules/{HTML}", f"/t/{HTML}", "/new/staufer"]
            seen = 0
            for path in pages:
                for person in (a, b):
                    got = await person.get(path, headers={"User-Agent": HTML})
                    assert "<xss" not in got.text, path
                    assert "<script" not in got.text.replace('<script src="', ""), path
                    seen += "&lt;xss" in got.text
            assert seen > 8
            cookie = [("Cookie", f"{COOKIE}={b.cookies[COOKIE]}")]
            wire = Wire(app, "GET", f"/api/tables/{id}/events", cookie)
            await wire.until(lambda w: b"event: chat" in w.body)
            html = json.dumps(json.loads(bytes(wire.body).split(b"data: ")[1].split(b"\n")[0]))
            assert "&lt;xss" in html and "<xss" not in html
            await wire.close()

    run(sqlite(tmp_path), check)


def test_headers_cannot_be_smuggled_in(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            for to in (
                "//evil.example",
                "/\\evil.example",
                "https://evil.example",
                "javascript:alert(1)",
                "",
            ):
                got = await a.get("/lang/de", params={"to": to})
                assert (got.status_code, got.headers["location"]) == (303, "/"), to
            got = await a.get("/lang/de", params={"to": "/x\r\nSet-Cookie: a=b"})
            assert "\r" not in got.headers["location"] and "a=b" not in got.headers["set-cookie"]
            got = await a.get("/lang/de", params={"to": "/\t/evil.example"})
            assert got.headers["location"].startswith("/%09")
            for path in ("/static/../app.py", "/static/%2e%2e/%2e%2e/server/app.py", "/static/..%2fseen.py"):
                assert (await a.get(path)).status_code == 404, path

    run(sqlite(tmp_path), check)


def test_oversized_bodies_are_refused_before_they_are_read(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            for path in ("chat", "answers", "draft"):
                method, url = "PUT" if path == "draft" else "POST", f"/api/tables/{id}/{path}"
                head = {"Content-Type": "application/json"}
                big = await a.request(method, url, content=b"x" * 70_000, headers=head)
                assert (big.status_code, big.json()["error"]) == (413, "too_large")

                async def drip() -> Any:
                    for _ in range(100):
                        yield b" " * 1000

                many = await a.request(method, url, content=drip(), headers=head)
                assert (many.status_code, many.json()["error"]) == (413, "too_large"), path
            big = await a.post("/api/tables/import", content=b"x" * 5_000_000)
            assert big.status_code == 413
            for length in ("9" * 5000, "-1", "1e3", " "):
                head = {"Content-Length": length, **HEADERS}
                wire = Wire(app, "POST", f"/api/tables/{id}/chat", head.items(), [b"{}"])
                assert (await wire.whole()).status == 413, length
            wire = Wire(app, "GET", "/api/games", [("Transfer-Encoding", "chunked")], [b"x"])
            assert (await wire.whole()).status == 400

    run(sqlite(tmp_path), check)


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_SECONDS", 0.05)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            head = [*HEADERS.items(), ("Cookie", f"{COOKIE}={a.cookies[COOKIE]}"), ("Content-Length", "99")]
            for path in ("chat", "answers"):
                wire = Wire(app, "POST", f"/api/tables/{id}/{path}", head, [b"{"], ends=False)
                assert (await wire.whole()).status == 408, path
                assert b"too_slow" in wire.body

    run(sqlite(tmp_path), check)


def test_packed_bodies_are_not_unpacked(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            bomb = gzip.compress(b"[" + b"0," * 5_000_000 + b"0]")
            for encoding in ("gzip", "deflate", "br", "GZIP"):
                head = {"Content-Encoding": encoding, "Content-Type": "application/json"}
                got = await a.post("/api/tables", content=bomb[:60_000], headers=head)
                assert (got.status_code, got.json()["error"]) == (415, "encoding")

    run(sqlite(tmp_path), check)


def test_only_json_is_taken_for_json(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            body = b'{"game": "staufer", "players": 2}'
            for kind in (
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
            ):
                got = await a.post("/api/tables", content=body, headers={"Content-Type": kind})
                assert got.status_code == 422, kind
            head = {"Content-Type": "application/json"}
            for number in ("NaN", "Infinity", "2.5", '"2"', "true", "1e2", "1" * 5000):
                odd = b'{"game": "staufer", "players": %s}' % number.encode()
                assert (await a.post("/api/tables", content=odd, headers=head)).status_code in (400, 422)
            # of a key that comes twice the last one counts, for every check as for the table itself
            twice = b'{"game": "chess", "game": "staufer", "players": 9, "players": 2, "private": true}'
            made = await a.post("/api/tables", content=twice, headers=head)
            assert made.status_code == 201
            assert (await view(a, made.json()["id"]))["game"] == "staufer"
            assert not (await a.get("/api/tables")).json()["tables"]

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


def test_who_asks_too_often_has_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: now))

    async def go() -> None:
        nonlocal now
        async with running(replace(sqlite(tmp_path), rate_scale=0.1)) as app, client(app) as a:
            login = {"login": "nobody", "password": "x"}

            async def codes(times: int, method: str, path: str, body: Any = None) -> list[int]:
                return [(await a.request(method, path, json=body)).status_code for _ in range(times)]

            assert await codes(4, "POST", "/api/login", login) == [401, 401, 429, 429]
            assert await codes(30, "GET", "/api/tables") == [200] * 24 + [429] * 6
            refused = await a.get("/api/tables", headers={"Accept-Language": "de"})
            assert int(refused.headers["retry-after"]) > 0 and "warte" in refused.json()["message"]
            now += 1
            assert await codes(6, "GET", "/api/tables") == [200] * 4 + [429] * 2
            now += 3600
            assert await codes(3, "POST", "/api/login", login) == [401, 401, 429]
            assert await codes(30, "GET", "/api/tables") == [200] * 24 + [429] * 6

    asyncio.run(go())


def test_chat_imports_and_new_tables_have_limits_of_their_own(tmp_path: Path) -> None:
    async def go() -> None:
        async with (
            running(replace(sqlite(tmp_path), rate_scale=0.5)) as app,
            guest(app) as a,
            guest(app) as b,
        ):
            id = await open_table(a, ["me", "me"])
            said = [await a.post(f"/api/tables/{id}/chat", json={"text": "x"}) for _ in range(8)]
            assert said[0].status_code == 200 and said[-1].status_code == 429
            assert (await b.post(f"/api/tables/{id}/chat", json={"text": "x"})).status_code == 200
            brought = [await a.post("/api/tables/import", content=b"x") for _ in range(5)]
            assert [got.status_code for got in brought] == [422, 422, 422, 429, 429]
            body = {"game": "staufer", "players": 2}
            made = [await a.post("/api/tables", json=body) for _ in range(20)]
            assert made[0].status_code == 201 and made[-1].status_code == 429

    asyncio.run(go())


def test_limits_count_by_the_address_that_can_be_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def scope(address: str, *said: str) -> dict[str, Any]:
        return {"client": (address, 1), "headers": [(b"x-forwarded-for", text.encode()) for text in said]}

    assert client_of(scope("192.0.2.7", "10.0.0.1"), False) == "192.0.2.7"
    assert client_of(scope("192.0.2.7", "6.6.6.6, 10.0.0.1"), True) == "10.0.0.1"
    assert client_of(scope("192.0.2.7", "6.6.6.6", "10.0.0.1"), True) == "10.0.0.1"
    assert client_of(scope("2001:db8::1"), False) == client_of(scope("2001:db8::ffff:2"), False)
    assert client_of(scope("2001:db8:0:1::1"), False) != client_of(scope("2001:db8:0:2::1"), False)
    assert client_of(scope("x:y"), False) == "x:y"
    monkeypatch.setattr(rates, "MOST_BUCKETS", 100)
    found = rates.Rates(1)
    for n in range(1000):
        found.take("auth", str(n))
    assert len(found._buckets) <= 100
    with pytest.raises(rates.TooMany):
        for _ in range(100):
            found.take("auth", "999")


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


def test_many_guests_at_one_address_share_a_limit(tmp_path: Path) -> None:
    async def go() -> None:
        with listening(replace(sqlite(tmp_path), max_streams=1)) as (url, app):
            async with AsyncExitStack() as stack:
                guests = []
                for _ in range(SHARING + 1):
                    client = httpx.AsyncClient(base_url=url, headers={"X-Pfalz": "1"})
                    guests.append(await stack.enter_async_context(client))
                    await client.post("/api/guest", json={})
                path = f"/api/tables/{await open_table(guests[0], ['me', 'me'])}/events?html=0"
                for client in guests[:-1]:
                    answer = await stack.enter_async_context(client.stream("GET", path))
                    assert answer.status_code == 200
                assert (await guests[-1].get(path)).status_code == 429
                assert len(parts(app).streams.open) == SHARING

    asyncio.run(go())


def test_a_flood_of_streams_is_stemmed(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            path = f"/api/tables/{await open_table(a, ['me', 'me'])}/events?html=0"
            wires = [Wire(app, "GET", path) for _ in range(1500)]
            for wire in wires:
                await wire.until(lambda w: bool(w.status))
            most = parts(app).settings.max_streams
            assert [wire.status for wire in wires].count(200) == len(parts(app).streams.open) == most
            assert (await a.get("/api/me")).status_code == 200
            for wire in wires:
                await wire.close()
            assert not parts(app).streams.open and not parts(app).streams._count

    run(sqlite(tmp_path), check)


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


def test_what_goes_wrong_inside_stays_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error nobody expected is a plain sentence with all headers; the details are for the host."""

    async def check(app: FastAPI) -> None:
        for error in (RuntimeError("secret 42"), RulesError("secret 42")):

            async def fail(*_: object, error: Exception = error, **__: object) -> None:
                raise error

            monkeypatch.setattr(parts(app).store, "read", fail)
            browser = httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app, raise_app_exceptions=False),
                base_url="http://pfalz.test",
                headers={**HEADERS, "Accept-Language": "de"},
            )
            async with browser as a:
                got = await a.get("/api/tables")
                assert (got.status_code, got.json()["error"]) == (500, "internal")
                assert "schiefgegangen" in got.json()["message"] and "42" not in got.text
                assert got.headers["x-content-type-options"] == "nosniff"
                assert got.headers["cache-control"] == "no-store"
            monkeypatch.undo()

    run(sqlite(tmp_path), check)
