"""The gate: bodies that are too large, late, packed or no JSON, smuggled headers and forged requests."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.server.http import gate
from pfalz.server.people.people import COOKIE
from tests.server.test_answers import run
from tests.server.tools import (
    HEADERS,
    Wire,
    client,
    guest,
    listening,
    open_table,
    sqlite,
    view,
)


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
                # without a base_url any name could have been made to lead here
                own = {"X-Pfalz": "1", "Origin": "http://pfalz.test"}
                assert (await forged.post("/api/tables", json=body, headers=own)).status_code == 403
                for here in ("127.0.0.1:8000", "localhost:8000", "[::1]:8000"):
                    own = {"X-Pfalz": "1", "Origin": f"http://{here}", "Host": here}
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


def test_pages_have_a_head_of_their_own(tmp_path: Path) -> None:
    with listening(sqlite(tmp_path)) as (url, _):
        for path, status in (
            ("/", 200),
            ("/rules/mil", 200),
            ("/look/shield.svg", 200),
            ("/t/nothere00", 404),
        ):
            got = httpx.head(f"{url}{path}")
            assert (got.status_code, got.content) == (status, b""), path
            assert int(got.headers["content-length"]) > 0
        assert httpx.head(f"{url}/api/tables").status_code == 405
