"""Hostile input never yields a 500: broken JSON, odd texts, made-up records, impossible wishes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest
from fastapi import FastAPI

from pfalz.core.errors import RulesError
from pfalz.server.app import create_app
from pfalz.server.people.people import COOKIE
from pfalz.server.settings import Settings
from tests.server.test_answers import run
from tests.server.tools import (
    HEADERS,
    Wire,
    answer,
    client,
    guest,
    open_table,
    parts,
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
