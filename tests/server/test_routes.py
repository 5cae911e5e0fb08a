"""Every route there is: who may use it, and what its headers say. A new route has to be entered here."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from starlette.routing import Mount

from pfalz.server.http.document import routes_of
from pfalz.server.people.people import COOKIE
from tests.server.test_answers import run
from tests.server.tools import HEADERS, Wire, client, guest, open_table, sqlite, view

OPEN, ENTER, OWN, LOOK, SEEN, ASKED, PLAY = ["open", "enter", "own", "look", "seen", "asked", "play"]
"""For all; to become somebody; about oneself; a table; a page of it; my question; what changes a table."""
AHEAD = "ahead"
"""What my own answer would lead to: nothing for whoever is not asked."""
HOST = "host"
"""For whoever has the host's token: for all others it does not exist."""

ROUTES: dict[str, str] = {
    "GET /": OPEN,
    "GET /api/games": OPEN,
    "GET /api/openapi.json": OPEN,
    "GET /api/tables": OPEN,
    "GET /confirm": OPEN,
    "GET /forgotten": OPEN,
    "GET /healthz": OPEN,
    "GET /how/{game}": OPEN,
    "GET /lang/{code}": OPEN,
    "GET /login": OPEN,
    "GET /metrics": HOST,
    "GET /look/palette.css": OPEN,
    "GET /look/shield.svg": OPEN,
    "GET /look/{game}.css": OPEN,
    "GET /look/{game}/{picture}.svg": OPEN,
    "GET /new/{game}": OPEN,
    "GET /readyz": OPEN,
    "GET /reset": OPEN,
    "GET /rules/{game}": OPEN,
    "GET /rules/{game}/{clause}.json": OPEN,
    "GET /static/pfalz.js": OPEN,
    "GET /unsubscribe": OPEN,
    "POST /api/confirm": ENTER,
    "POST /api/forgotten": ENTER,
    "POST /api/guest": ENTER,
    "POST /api/login": ENTER,
    "POST /api/logout": ENTER,
    "POST /api/register": ENTER,
    "POST /api/reset": ENTER,
    "POST /unsubscribe": ENTER,
    "DELETE /api/sessions/{session}": OWN,
    "DELETE /api/tokens/{token}": OWN,
    "GET /account": OWN,
    "GET /api/me": OWN,
    "GET /api/me/events": OWN,
    "GET /api/me/turns": OWN,
    "GET /api/sessions": OWN,
    "PATCH /api/me": OWN,
    "POST /api/commitments": OWN,
    "POST /api/lessons/{game}": OWN,
    "POST /api/me/confirmation": OWN,
    "POST /api/me/delete": OWN,
    "POST /api/me/password": OWN,
    "POST /api/tables": OWN,
    "POST /api/tables/import": OWN,
    "POST /api/tokens": OWN,
    "GET /api/tables/{id}/events": LOOK,
    "GET /api/tables/{id}/log": LOOK,
    "GET /api/tables/{id}/position/{n}": LOOK,
    "GET /api/tables/{id}/view.json": LOOK,
    "GET /t/{id}": SEEN,
    "GET /t/{id}/after": SEEN,
    "GET /t/{id}/analysis": SEEN,
    "GET /t/{id}/chance": SEEN,
    "GET /t/{id}/at/{n}.svg": SEEN,
    "GET /t/{id}/fragment": SEEN,
    "GET /t/{id}/how": SEEN,
    "GET /t/{id}/log": SEEN,
    "GET /t/{id}/steps": SEEN,
    "GET /t/{id}/rules/{clause}.json": SEEN,
    "GET /t/{id}/foresee": AHEAD,
    "GET /api/tables/{id}/hint": ASKED,
    "GET /api/tables/{id}/options": ASKED,
    "GET /api/tables/{id}/why": ASKED,
    "GET /api/tables/{id}/analyses/{seat}": PLAY,
    "POST /api/tables/{id}/analyses": PLAY,
    "POST /api/tables/{id}/answers": PLAY,
    "POST /api/tables/{id}/cancel": PLAY,
    "POST /api/tables/{id}/chat": PLAY,
    "POST /api/tables/{id}/join": PLAY,
    "POST /api/tables/{id}/leave": PLAY,
    "POST /api/tables/{id}/lines": PLAY,
    "POST /api/tables/{id}/rematch": PLAY,
    "POST /api/tables/{id}/replace": PLAY,
    "POST /api/tables/{id}/resign": PLAY,
    "POST /api/tables/{id}/retract": PLAY,
    "POST /api/tables/{id}/start": PLAY,
    "POST /api/tables/{id}/undo": PLAY,
    "PUT /api/tables/{id}/draft": PLAY,
    "PUT /api/tables/{id}/looked": PLAY,
}
PICTURES = ("GET /t/{id}/at/{n}.svg", "GET /look/{game}/{picture}.svg")
AFTERWARDS = ("GET /t/{id}/after", "GET /t/{id}/analysis")
"""Pages that lead back to a game that goes on."""
STREAMS = ("GET /api/me/events", "GET /api/tables/{id}/events")
MOVE = {"ask": "?", "opened": 0, "move": [0]}
BODIES: dict[str, Any] = {
    "PATCH /api/me": {"name": "Mallory"},
    "POST /api/me/delete": {"password": "x" * 10},
    "POST /api/me/password": {"old": "x" * 10, "password": "y" * 10},
    "POST /api/tables": {"game": "staufer", "players": 2},
    "POST /api/tables/{id}/analyses": {"seat": 0},
    "POST /api/tables/{id}/answers": MOVE,
    "POST /api/tables/{id}/chat": {"text": "psst"},
    "POST /api/tables/{id}/lines": {"position": 0, "seat": 0},
    "POST /api/tables/{id}/replace": {"seat": 0},
    "PUT /api/tables/{id}/draft": MOVE,
    "PUT /api/tables/{id}/looked": {"position": 0},
}
ALLOWED = {
    "POST /api/tables/{id}/chat",
    "POST /api/tables/{id}/cancel",
    "POST /api/tables/{id}/resign",
    "PUT /api/tables/{id}/looked",
}
"""What every player may do at any time, and (chat) whoever may look."""


def test_every_route_is_known(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        found = set()
        for route in routes_of(app.routes):
            if isinstance(route, Mount):
                assert route.path == "/static"
                found.add("GET /static/pfalz.js")
                continue
            path, methods = route.path, route.methods  # type: ignore[attr-defined]
            found |= {f"{method} {path}" for method in methods - {"HEAD"}}
        assert found == set(ROUTES)

    run(sqlite(tmp_path), check)


@dataclass
class Scene:
    """A private table of two people whose game goes on, and somebody who has nothing to do with it."""

    app: FastAPI
    path: Path
    id: str
    key: str
    a: httpx.AsyncClient
    b: httpx.AsyncClient
    stranger: httpx.AsyncClient
    session: str
    ask: dict[str, Any]
    """The question that is open for `a`, the owner."""

    def url(self, route: str) -> str:
        path = route.split(" ")[1]
        for name, value in {
            "id": self.id,
            "n": "0",
            "seat": "0",
            "game": "staufer",
            "clause": "S-1.1",
            "picture": "cover",
            "session": self.session,
            "token": self.session,
            "code": "de",
        }.items():
            path = path.replace(f"{{{name}}}", value)
        return path + ("?value=1" if path.endswith("/why") else "")

    async def send(self, c: httpx.AsyncClient, route: str, **more: Any) -> httpx.Response:
        """Send the request of a route; of a stream only the beginning is waited for."""
        method = route.split(" ")[0]
        body = BODIES.get(route, {} if method in ("POST", "PATCH", "PUT") else None)
        if body is MOVE:
            body = {**MOVE, **self.ask}
        request = c.build_request(method, self.url(route), json=body, **more)
        if route not in STREAMS:
            return await c.send(request)
        wire = Wire(self.app, method, self.url(route), request.headers.items())
        await wire.until(lambda w: bool(w.status))
        await wire.close()
        return httpx.Response(wire.status, headers=wire.headers, content=bytes(wire.body))

    def stored(self) -> dict[str, list[Any]]:
        """Everything in the database."""
        with sqlite3.connect(self.path / "pfalz.sqlite3") as db:
            names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            found = {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}"))) for name in names}
            found["facts"] = [fact for fact in found["facts"] if not fact.startswith("('alive'")]
            return found


@asynccontextmanager
async def scene(app: FastAPI, path: Path) -> Any:
    async with guest(app, "Agnes") as a, guest(app, "Bruno") as b, guest(app, "Mallory") as stranger:
        seen: dict[str, Any] = {"ask": None}
        while seen["ask"] is None:  # the lot decides who begins; it shall be the owner
            id = await open_table(a, ["me", "open"], private=True)
            key = (await view(a, id))["link"]
            await b.post(f"/api/tables/{id}/join?key={key}", json={})
            seen = await view(a, id)
        session = (await a.get("/api/sessions")).json()["this"]
        ask = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": seen["ask"]["options"][:1]}
        yield Scene(app, path, id, key, a, b, stranger, session, ask)


def of(*kinds: str) -> Iterator[str]:
    return (route for route, kind in ROUTES.items() if kind in kinds)


async def as_nobody(here: Scene, c: httpx.AsyncClient, **more: Any) -> None:
    """Whoever is not known gets nothing but what is open to all, and changes nothing."""
    before = here.stored()
    for route in of(LOOK, SEEN, HOST):
        assert (await here.send(c, route, **more)).status_code == 404, route
    for route in of(OWN, AHEAD, ASKED, PLAY):
        got = await here.send(c, route, **more)
        wanted = (303, "/login") if route == "GET /account" else (401, None)
        assert (got.status_code, got.headers.get("location")) == wanted, (route, got.text)
    for route in of(OPEN):
        got = await here.send(c, route, **more)
        assert got.status_code < 400 or got.url.path in ("/confirm", "/reset", "/unsubscribe"), route
        assert here.id not in got.text, route
    assert here.stored() == before


def test_nobody_in_particular(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here, client(app) as c:
            await as_nobody(here, c)

    run(sqlite(tmp_path), check)


def test_forged_and_foreign_cookies_are_nobodys(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here, client(app) as c:
            token = (await here.a.post("/api/tokens", json={})).json()["token"]
            real = here.a.cookies[COOKIE]
            secret, _, seal = real.rpartition(".")
            first = "a" if seal[0] != "a" else "b"
            for cookie in (
                secret,
                f"{secret}.{first}{seal[1:]}",
                f"{first}{secret[1:]}.{seal}",
                token,
                f"{token}.{seal}",
                "x" * 5000,
            ):
                await as_nobody(here, c, headers={"Cookie": f"{COOKIE}={cookie}"})

    run(sqlite(tmp_path), check)


def test_an_ended_session_is_nobodys(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here, client(app) as c:
            cookie = {"Cookie": f"{COOKIE}={here.a.cookies[COOKIE]}"}
            assert (await here.send(c, "GET /api/me", headers=cookie)).status_code == 200
            assert (await here.a.delete(f"/api/sessions/{here.session}")).status_code == 204
            await as_nobody(here, c, headers=cookie)

    run(sqlite(tmp_path), check)


def test_a_token_that_is_not_valid_opens_nothing(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here, client(app) as c:
            made = (await here.a.post("/api/tokens", json={})).json()
            ended = {"Authorization": f"Bearer {made['token']}"}
            assert (await here.send(c, "GET /api/tables/{id}/view.json", headers=ended)).status_code == 200
            await here.a.delete(f"/api/tokens/{made['id']}")
            cookie = here.a.cookies[COOKIE].rpartition(".")[0]
            before = here.stored()
            for head in (ended, {"Authorization": f"Bearer pfalz_{cookie}"}, {"Authorization": "Bearer "}):
                for route in of(OWN, AHEAD, ASKED, PLAY, LOOK, SEEN):
                    got = await here.send(c, route, headers=head)
                    assert got.status_code in (401, 404), (route, got.status_code)
                    assert here.ask["ask"] not in got.text
            assert here.stored() == before

    run(sqlite(tmp_path), check)


def test_a_stranger_does_not_even_learn_that_a_private_table_exists(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here:
            before = here.stored()
            for route in of(LOOK, SEEN, AHEAD, ASKED, PLAY):
                got = await here.send(here.stranger, route)
                there = replace(here, id="nosuchtable")
                missing = await there.send(here.stranger, route)
                assert (got.status_code, got.content) == (404, missing.content), route
            for which in ("open", "mine", "playing", "over"):
                assert here.id not in (await here.stranger.get(f"/api/tables?which={which}")).text
            for route in ("DELETE /api/sessions/{session}", "DELETE /api/tokens/{token}"):
                assert (await here.send(here.stranger, route)).status_code == 404
            assert here.stored() == before

    run(sqlite(tmp_path), check)


def test_who_has_the_link_may_look_and_talk_and_nothing_else(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here:
            assert (await here.stranger.get(f"/t/{here.id}?key={here.key}")).status_code == 200
            before = here.stored()
            for route in of(LOOK, SEEN):
                got = await here.send(here.stranger, route)
                assert got.status_code == (303 if route in AFTERWARDS else 200), route
                assert here.key not in got.text, route
            for route in of(AHEAD):
                assert (await here.send(here.stranger, route)).status_code == 204, route
            for route in of(ASKED):
                assert (await here.send(here.stranger, route)).status_code == 409, route
            for route in set(of(PLAY)) - {"POST /api/tables/{id}/chat"}:
                got = await here.send(here.stranger, route)
                assert got.status_code in (403, 409), (route, got.text)
            assert here.stored() == before
            assert (await here.send(here.stranger, "POST /api/tables/{id}/chat")).status_code == 200

    run(sqlite(tmp_path), check)


def test_another_seat_cannot_act_for_mine(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here:
            before = here.stored()
            for route in of(ASKED):
                assert (await here.send(here.b, route)).status_code == 409, route
            for route in set(of(PLAY)) - ALLOWED:
                got = await here.send(here.b, route)
                assert got.status_code in (403, 404, 409, 422), (route, got.text)
            assert here.stored() == before

    run(sqlite(tmp_path), check)


def test_a_foreign_page_cannot_use_my_cookie(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here:
            before = here.stored()
            plain = httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url="http://pfalz.test", cookies=here.a.cookies
            )
            foreign = {**HEADERS, "Origin": "https://evil.example"}
            async with plain as c:
                for route in ROUTES:
                    # mail programs post to /unsubscribe, where only the signed token in the address counts
                    if route.startswith("GET ") or route == "POST /unsubscribe":
                        continue
                    for head in ({}, {"X-Pfalz": "0"}, foreign, {**HEADERS, "Origin": "null"}):
                        got = await here.send(c, route, headers=head)
                        assert got.status_code == 403, (route, head, got.text)
                        assert got.json()["error"].startswith("forged_")
            assert here.stored() == before

    run(sqlite(tmp_path), check)


def test_with_a_base_url_only_that_origin_is_ours(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as c:
            for origin, status in (
                ("https://pfalz.example", 200),
                ("http://pfalz.example", 403),
                ("https://pfalz.example:444", 403),
                ("http://pfalz.test", 403),
            ):
                got = await c.post("/api/guest", json={}, headers={"Origin": origin})
                assert got.status_code == status, origin

    run(replace(sqlite(tmp_path), base_url="https://pfalz.example"), check)


def test_every_answer_has_its_headers(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here, client(app) as nobody:
            answers = [(route, await here.send(nobody, route)) for route in ROUTES]
            kinds = (OPEN, OWN, LOOK, SEEN, ASKED)
            answers += [(route, await here.send(here.a, route)) for route in of(*kinds)]
            answers.append(("GET /nowhere", await nobody.get("/nowhere")))
            answers.append(("POST /", await nobody.post("/")))
            for route, got in answers:
                head = got.headers
                check_policy(route, got)
                assert head["x-content-type-options"] == "nosniff" and head["x-frame-options"] == "DENY"
                assert head["referrer-policy"] == "same-origin", route
                for name in ("content-security-policy", "cache-control", "x-content-type-options"):
                    assert len(head.get_list(name)) <= 1, (route, name)
                if not route.startswith(("GET /look/", "GET /static/")) or got.status_code >= 400:
                    assert head.get("cache-control") == "no-store", route
                assert "server" not in head and "strict-transport-security" not in head
                for cookie in head.get_list("set-cookie"):
                    assert "samesite=lax" in cookie.lower(), route
                    ours = COOKIE in cookie and "Max-Age=0" not in cookie
                    assert "httponly" in cookie.lower() or not ours, route

    def check_policy(route: str, got: httpx.Response) -> None:
        said = got.headers["content-security-policy"]
        policy = dict(part.strip().split(" ", 1) for part in said.split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == "'none'", route
        if route in PICTURES and got.status_code == 200:
            assert "script-src" not in policy and policy["style-src"] == "'unsafe-inline'"
        else:
            assert "unsafe" not in said and policy["script-src"] == "'self'", route
            assert policy["base-uri"] == "'none'" and policy["form-action"] == "'self'", route

    run(sqlite(tmp_path), check)


def test_no_page_needs_more_than_the_policy_allows(tmp_path: Path) -> None:
    """No script, no style and no handler stands in the markup itself."""

    async def check(app: FastAPI) -> None:
        async with scene(app, tmp_path) as here:
            for route in (*of(OPEN, OWN, SEEN), "POST /unsubscribe"):
                got = await here.send(here.a, route)
                if got.headers.get("content-type", "").startswith("text/html"):
                    assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\son\w+=|javascript:", got.text), (
                        route
                    )

    run(sqlite(tmp_path), check)


def test_behind_https_cookies_stay_there(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as c:
            got = await c.post("/api/guest", json={})
            flags = got.headers["set-cookie"].lower()
            assert all(flag in flags for flag in ("secure", "httponly", "samesite=lax"))
            assert "max-age" in got.headers["strict-transport-security"]

    run(replace(sqlite(tmp_path), secure_cookies=True), check)
