"""People: guests, accounts, sessions that can be ended, seats that stay with their person."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from sqlalchemy import select

from pfalz.server.people import COOKIE
from pfalz.server.schema import people, sessions
from tests.server.test_answers import run
from tests.server.tools import client, guest, open_table, parts, sqlite, view


def test_a_guest_plays_at_once_and_keeps_the_seat_when_registering(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a, client(app) as elsewhere:
            assert (await a.get("/api/me")).status_code == 401
            me = (await a.post("/api/guest", json={"name": "Ida"})).json()
            assert me["guest"] and me["name"] == "Ida"
            assert (await a.post("/api/guest", json={})).json() == me
            old = a.cookies[COOKIE]
            id = await open_table(a, ["me", "me"])
            account = {"login": "Ida", "password": "correct horse"}
            kept = (await a.post("/api/register", json=account)).json()
            assert kept["id"] == me["id"] and not kept["guest"]
            assert (await view(a, id))["seat"] >= 0
            stale = await elsewhere.get("/api/me", headers={"Cookie": f"{COOKIE}={old}"})
            assert stale.status_code == 401
            assert (await elsewhere.post("/api/register", json=account)).status_code == 409
            wrong = await elsewhere.post("/api/login", json={**account, "password": "wrong one"})
            assert wrong.status_code == 401
            back = await elsewhere.post("/api/login", json={**account, "login": " IDA "})
            assert back.json()["id"] == me["id"]
            assert (await view(elsewhere, id))["seat"] >= 0

    run(sqlite(tmp_path), check)


def test_passwords_and_sessions_are_kept_as_hashes(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            await a.post("/api/register", json={"login": "otto", "password": "correct horse"})
            store = parts(app).store
            hash = await store.read(lambda db: db.execute(select(people.c.password)).scalar())
            assert hash is not None and hash.startswith("$argon2id$")
            kept = await store.read(lambda db: db.execute(select(sessions.c.hash)).scalar())
            assert kept is not None and kept not in a.cookies[COOKIE]

    run(sqlite(tmp_path), check)


def test_a_session_that_is_ended_or_forged_is_nobodys(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, client(app) as b:
            cookie = a.cookies[COOKIE]
            for forged in (cookie[:-1] + ("a" if cookie[-1] != "a" else "b"), "x", "x.y", "." + cookie):
                assert (await b.get("/api/me", headers={"Cookie": f"{COOKIE}={forged}"})).status_code == 401
            this = (await a.get("/api/sessions")).json()["this"]
            assert (await a.delete(f"/api/sessions/{this}")).status_code == 204
            assert (await a.get("/api/me")).status_code == 401
        async with guest(app) as a:
            cookie = a.cookies[COOKIE]
            assert (await a.post("/api/logout")).status_code == 204
            async with client(app) as b:
                assert (await b.get("/api/me", headers={"Cookie": f"{COOKIE}={cookie}"})).status_code == 401

    run(sqlite(tmp_path), check)


def test_a_changed_name_is_seen_at_the_table(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app, "Ida") as a:
            id = await open_table(a, ["me", "me"])
            changed = await a.patch("/api/me", json={"name": "Uta", "language": "de", "mail": "u@x.example"})
            assert changed.json()["name"] == "Uta" and changed.json()["mail"] == "u@x.example"
            assert [seat["name"] for seat in (await view(a, id))["seats"]] == ["Uta", "Uta"]
            assert (await a.patch("/api/me", json={"name": " \x00 "})).status_code == 422
            assert (await a.patch("/api/me", json={"webhook": "file:///etc/passwd"})).status_code == 422

    run(sqlite(tmp_path), check)
