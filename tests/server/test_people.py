"""People: guests, accounts, sessions that can be ended, seats that stay with their person."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import insert, select

from pfalz.server.hosting.office import block_person
from pfalz.server.people.people import COOKIE
from pfalz.server.store.schema import chat, people, seats, sessions, tables
from pfalz.server.words import device
from tests.server import test_notify
from tests.server.postman import Postman, link, tampered, token
from tests.server.test_answers import run
from tests.server.test_around import until as happens
from tests.server.test_notify import confirmed, game_of
from tests.server.tools import answer, client, guest, open_table, parts, sqlite, view

OTTO = {"login": "otto", "password": "correct horse"}


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
            for forged in (tampered(cookie), "x", "x.y", "." + cookie):
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


def test_a_guest_who_registers_loses_nothing(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app, "Ida") as a:
            await confirmed(a, box, "ida@x.example", "de")
            await a.patch("/api/me", json={"webhook": "https://x.example/hook", "notices": ["mail.turn"]})
            before = (await a.get("/api/me")).json()
            kept = (await a.post("/api/register", json=OTTO)).json()
            assert kept == {**before, "guest": False, "login": "otto"}
            assert kept["mail"] == "ida@x.example" and kept["language"] == "de" and kept["mail_confirmed"]
            assert (await a.get("/api/me")).json() == kept
        async with guest(app, "Uta") as a:
            id = await open_table(a, ["me", "me"])
            account = {"login": "uta", "password": "correct horse", "name": "Uta von Naumburg"}
            new = await a.post("/api/register", json={**account, "mail": "uta@x.example", "language": "de"})
            assert not new.json()["mail_confirmed"] and new.json()["language"] == "de"
            await box.got("Ist das deine Mailadresse?")
            assert {seat["name"] for seat in (await view(a, id))["seats"]} == {"Uta von Naumburg"}

    test_notify.run(tmp_path, check)


def test_a_new_password_ends_every_other_session(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a, client(app) as b, guest(app) as stranger:
            await a.post("/api/register", json=OTTO)
            await b.post("/api/login", json=OTTO)
            made = (await a.post("/api/tokens", json={"name": "bot"})).json()["token"]
            bearer = {"Authorization": f"Bearer {made}"}
            change = {"old": OTTO["password"], "password": "a better one"}
            wrong = await a.post("/api/me/password", json={**change, "old": "a wrong one"})
            assert wrong.status_code == 403 and wrong.json()["error"] == "wrong_password"
            assert (await a.post("/api/me/password", json={**change, "password": "short"})).status_code == 422
            assert (await stranger.post("/api/me/password", json=change)).status_code == 409
            assert (await b.get("/api/me")).status_code == 200
            assert (await a.get("/api/me", headers=bearer)).status_code == 200
            assert (await a.post("/api/me/password", json=change)).status_code == 204
            assert (await a.get("/api/me")).status_code == 200
            assert (await b.get("/api/me")).status_code == 401
            assert (await b.get("/api/me", headers=bearer)).status_code == 401
            assert (await b.post("/api/login", json=OTTO)).status_code == 401
            again = {**OTTO, "password": change["password"]}
            assert (await b.post("/api/login", json=again)).status_code == 200

    run(sqlite(tmp_path), check)


def test_the_mail_address_of_an_account_changes_with_its_password_only(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            await a.post("/api/register", json=OTTO)
            for mail in ("thief@x.example", ""):
                await a.patch("/api/me", json={"mail": "otto@x.example", "password": OTTO["password"]})
                refused = await a.patch("/api/me", json={"mail": mail, "name": "Thief"})
                assert refused.status_code == 403 and refused.json()["error"] == "wrong_password"
                me = (await a.get("/api/me")).json()
                assert me["mail"] == "otto@x.example" and me["name"] == "otto"
            same = await a.patch("/api/me", json={"mail": "otto@x.example", "name": "Otto"})
            assert same.status_code == 200 and same.json()["name"] == "Otto"

    run(sqlite(tmp_path), check)


async def with_address(c: httpx.AsyncClient, box: Postman, mail: str, login: str) -> None:
    await confirmed(c, box, mail)
    await c.post("/api/register", json={"login": login, "password": "correct horse"})


def test_a_forgotten_password_is_replaced_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app) as a, guest(app) as b, client(app) as c, client(app) as elsewhere:
            await with_address(a, box, "Otto@x.example", "otto")
            await b.patch("/api/me", json={"mail": "uta@x.example"})  # never confirmed
            await b.post("/api/register", json={"login": "uta", "password": "correct horse"})
            answers = [
                await c.post("/api/forgotten", json={"mail": mail})
                for mail in ("otto@x.example", "uta@x.example", "nobody@x.example")
            ]
            assert {(got.status_code, got.content) for got in answers} == {(204, b"")}
            [mail] = await box.got("A new password")
            assert mail["To"] == "Otto@x.example" and "“otto”" in mail.get_content()
            assert (await c.get(link(mail, "reset"))).status_code == 200
            new = {"token": token(mail, "reset"), "password": "another horse"}
            for bad in (token(box.mails[0], "confirm"), new["token"][:-1], ""):
                assert (await c.post("/api/reset", json={**new, "token": bad})).status_code == 403
            assert (await c.post("/api/reset", json={**new, "password": "short"})).status_code == 422
            now = time.time
            monkeypatch.setattr(time, "time", lambda: now() + 3700)
            assert (await c.post("/api/reset", json=new)).status_code == 403
            monkeypatch.setattr(time, "time", now)
            assert (await a.get("/api/me")).status_code == 200
            both = await asyncio.gather(*(c.post("/api/reset", json=new) for _ in range(2)))
            assert sorted(got.status_code for got in both) == [200, 403]  # even at the same moment
            done = next(got for got in both if got.status_code == 200)
            assert done.json()["login"] == "otto"
            assert (await c.get("/api/me")).json() == done.json()  # whoever has the link is in
            assert (await a.get("/api/me")).status_code == 401
            again = await elsewhere.post("/api/reset", json={**new, "password": "a third horse"})
            assert again.status_code == 403 and again.json()["error"] == "bad_link"
            assert (await elsewhere.post("/api/login", json=OTTO)).status_code == 401
            login = {"login": "otto", "password": "another horse"}
            assert (await elsewhere.post("/api/login", json=login)).status_code == 200

    assert len(test_notify.run(tmp_path, check).about("A new password")) == 1


def test_somebody_blocked_does_not_come_back_by_mail_or_by_a_session_that_was_just_begun(
    tmp_path: Path,
) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        store = parts(app).store
        async with guest(app) as a, client(app) as c:
            await with_address(a, box, "otto@x.example", "otto")
            assert (await c.post("/api/forgotten", json={"mail": "otto@x.example"})).status_code == 204
            [mail] = await box.got("A new password")
            kept = store.now(lambda db: db.execute(select(sessions)).mappings().all())
            block_person(store, "otto")
            parts(app).people.forget_all()
            new = {"token": token(mail, "reset"), "password": "another horse"}
            refused = await c.post("/api/reset", json=new)
            assert (refused.status_code, refused.json()["error"]) == (403, "blocked")
            assert (await c.post("/api/forgotten", json={"mail": "otto@x.example"})).status_code == 204
            # who logs in at the very moment may have been let in before, and written down after
            store.write_now(lambda db: db.execute(insert(sessions), [dict(row) for row in kept]) and None)
            assert (await a.get("/api/me")).status_code == 401
            block_person(store, "otto", blocked=False)
            assert (await c.post("/api/reset", json=new)).status_code == 200

    assert len(test_notify.run(tmp_path, check).about("A new password")) == 1


async def everything(app: FastAPI) -> str:
    """All that the database says about people and tables."""
    store = parts(app).store
    kinds = (people, seats, chat, tables, sessions)
    rows = [await store.read(lambda db, kind=kind: db.execute(select(kind)).all()) for kind in kinds]  # type: ignore[misc]
    return str(rows)


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_a_deleted_account_leaves_nothing_but_games(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = {} if where == "sqlite" else {"database": request.getfixturevalue("postgres")}
    name = "Ottokar der Seltene"

    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app, name) as a, guest(app, "Uta") as b:
            await with_address(a, box, "ottokar@x.example", "ottokar")
            await a.patch("/api/me", json={"webhook": "https://ottokar.example/hook"})
            over, players = await game_of(a, b)
            await a.post(f"/api/tables/{over}/chat", json={"text": "Grüß Gott"})
            for player in players:
                await player.post(f"/api/tables/{over}/cancel")
            running, _ = await game_of(a, b)
            foreign = await open_table(b, ["me", "open", "open"])
            await a.post(f"/api/tables/{foreign}/join", json={})
            alone, waiting = [await open_table(a, ["me", "open"]) for _ in range(2)]
            shared = await open_table(a, ["open", "me", "open"])
            await b.post(f"/api/tables/{shared}/join", json={})
            mine = (await a.get("/api/me")).json()["id"]
            assert name in await everything(app)

            wrong = await a.post("/api/me/delete", json={"password": "a wrong one"})
            assert wrong.status_code == 403 and (await a.get("/api/me")).status_code == 200
            gone = await a.post("/api/me/delete", json={"password": "correct horse"})
            assert gone.status_code == 204 and (await a.get("/api/me")).status_code == 401

            kept = await everything(app)
            for trace in (name, "ottokar", "argon2"):
                assert trace not in kept, trace
            for id in (over, running):
                seen = await view(b, id)
                assert name not in str(seen) and [seat["name"] for seat in seen["seats"]][1] == "Uta"
                assert seen["seats"][0]["name"] and (id == over or seen["seats"][0]["resigned"])
            assert [line["text"] for line in (await view(b, over))["chat"]] == ["Grüß Gott"]
            assert name not in (await b.get(f"/api/tables/{running}/log")).text
            assert (await view(b, running))["seats"][0]["bot"]
            assert [seat["person"] for seat in (await view(b, foreign))["seats"]].count(mine) == 0
            for id in (alone, waiting):
                assert (await view(b, id))["status"] == "cancelled"
            heir = await view(b, shared)
            assert heir["owner"] and heir["status"] == "open"
            assert (await b.post(f"/api/tables/{shared}/start", json={})).status_code == 200
            taken = {"login": "ottokar", "password": "correct horse"}
            assert (await b.post("/api/login", json=taken)).status_code == 401
            async with client(app) as c:
                assert (await c.post("/api/register", json=taken)).status_code == 200  # the login is free

    test_notify.run(tmp_path, check, **database)


def test_the_others_play_on_after_somebody_has_gone(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id, _ = await game_of(a, b)
            assert (await a.post("/api/me/delete", json={})).status_code == 204
            rng, before = Random(3), (await view(b, id))["position"]

            async def my_turn() -> bool:
                return [ask["seat"] for ask in (await view(b, id))["asks"]] == [1]

            for _ in range(3):
                await happens(app, my_turn)
                assert (await answer(b, id, rng)).status_code == 200
            assert (await view(b, id))["position"] >= before + 3

    run(sqlite(tmp_path), check)


def test_strangers_change_no_account(tmp_path: Path) -> None:
    requests: list[tuple[str, Any]] = [
        ("/api/me/confirmation", None),
        ("/api/me/password", {"old": "x", "password": "long enough"}),
        ("/api/me/delete", {}),
        ("/api/confirm", {"token": "x"}),
        ("/api/reset", {"token": "x", "password": "long enough"}),
        ("/api/forgotten", {"mail": "a@x.example"}),
    ]

    async def check(app: FastAPI) -> None:
        async with client(app) as nobody, client(app) as forger:
            await forger.post("/api/guest", json={})
            del forger.headers["X-Pfalz"]
            for path, body in requests:
                known = (await nobody.post(path, json=body)).status_code
                assert known == (401 if "/me/" in path else 204 if "forgotten" in path else 403), path
                forged = await forger.post(path, json=body)
                assert forged.status_code == 403 and forged.json()["error"] == "forged_header", path
            assert (await nobody.patch("/api/me", json={"notices": []})).status_code == 401
            document = (await nobody.get("/api/openapi.json")).json()["paths"]
            assert all("403" in document[path]["post"]["responses"] for path, _ in requests)

    run(sqlite(tmp_path), check)


@pytest.mark.parametrize(
    ("agent", "called"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko Firefox/133.0",
            "Firefox, Windows",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36 Edg/131.0", "Edge, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU OS 18_1 like Mac OS X) Safari/604.1",
            "Safari, iPhone",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_browsers_are_called_by_their_names(agent: str, called: str) -> None:
    assert device(agent) == called
