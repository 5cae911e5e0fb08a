"""Who may do what: strangers are refused everywhere, private tables need their link, secrets stay secret."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
from fastapi import FastAPI

from pfalz.core.state import HIDDEN
from pfalz.server.people.people import COOKIE
from tests.server.postman import until
from tests.server.test_answers import run
from tests.server.tools import (
    Wire,
    answer,
    browser,
    client,
    events,
    guest,
    listening,
    open_table,
    parts,
    sqlite,
    view,
)


def attempts(id: str, seen: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """Everything that changes a table."""
    ask = seen["asks"][0]["ask"]
    answer = {"ask": ask, "opened": seen["opened"], "move": [0]}
    return [
        ("POST", "answers", answer),
        ("POST", "undo", {}),
        ("POST", "undo", {"to": 0}),
        ("POST", "retract", None),
        ("PUT", "draft", answer),
        ("POST", "resign", None),
        ("POST", "cancel", None),
        ("POST", "rematch", None),
        ("POST", "leave", None),
        ("POST", "replace", {"seat": 0}),
        ("POST", "start", {}),
        ("POST", "join", {}),
    ]


def test_a_strangers_attempts_are_all_refused(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as stranger, client(app) as nobody:
            id = await open_table(a, ["me", "open"])
            await b.post(f"/api/tables/{id}/join", json={})
            before = await view(a, id)
            for method, path, body in attempts(id, before):
                url = f"/api/tables/{id}/{path}"
                known = await stranger.request(method, url, json=body)
                assert known.status_code in (403, 409), (path, known.text)
                unknown = await nobody.request(method, url, json=body)
                assert unknown.status_code == 401, (path, unknown.text)
            assert (await stranger.get(f"/api/tables/{id}/options")).status_code == 409
            assert (await nobody.get(f"/api/tables/{id}/why", params={"value": 1})).status_code == 401
            after = await view(a, id)
            assert {k: v for k, v in before.items() if k != "version"} == {
                k: v for k, v in after.items() if k != "version"
            }
            asked = before["asks"][0]["seat"]
            wrong = await answer_for((a, b)[1 - asked], id, before)
            assert wrong.status_code == 409 and wrong.json()["error"] == "stale"

    run(sqlite(tmp_path), check)


async def answer_for(c: httpx.AsyncClient, id: str, seen: dict[str, Any]) -> httpx.Response:
    body = {"ask": seen["asks"][0]["ask"], "opened": seen["opened"], "move": [0]}
    return await c.post(f"/api/tables/{id}/answers", json=body)


def test_a_private_table_is_not_there_without_its_link(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as friend, guest(app) as stranger, client(app) as nobody:
            id = await open_table(a, ["me", "me"], private=True)
            key = (await view(a, id))["link"]
            seen = await view(a, id)
            for person in (stranger, nobody):
                for path in ("view.json", "log", "events", "position/0"):
                    found = await person.get(f"/api/tables/{id}/{path}")
                    assert found.status_code == 404, path
                    found = await person.get(f"/api/tables/{id}/{path}", params={"key": "x" * 20})
                    assert found.status_code == 404, path
            for method, path, body in attempts(id, seen):
                refused = await stranger.request(method, f"/api/tables/{id}/{path}", json=body)
                assert refused.status_code == 404, path
            assert id not in (await stranger.get("/api/tables", params={"which": "playing"})).text
            assert "link" not in await view(friend, id, key=key)
            await view(friend, id)  # the key has to be shown once only
            await view(nobody, id, key=key)
            assert (await nobody.get(f"/api/tables/{id}/view.json")).status_code == 404

    run(sqlite(tmp_path), check)


def test_somebody_elses_sessions_and_tokens_are_out_of_reach(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, client(app) as c:
            made = (await a.post("/api/tokens", json={"name": "mine"})).json()
            sessions = (await a.get("/api/sessions")).json()["sessions"]
            assert len(sessions) == 2 and made["token"] not in json.dumps(sessions)
            for row in sessions:
                assert (await b.delete(f"/api/sessions/{row['id']}")).status_code == 404
            bearer = {"Authorization": f"Bearer {made['token']}"}
            mine = (await a.get("/api/me")).json()
            assert (await c.get("/api/me", headers=bearer)).json() == mine
            assert (await c.get("/api/me", headers={"Authorization": "Bearer pfalz_x"})).status_code == 401
            assert (await a.delete(f"/api/tokens/{made['id']}")).status_code == 204
            assert (await c.get("/api/me", headers=bearer)).status_code == 401

    run(sqlite(tmp_path), check)


def test_streams_end_with_their_session(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            made = (await a.post("/api/tokens", json={})).json()
            cookie = [("Cookie", f"{COOKIE}={a.cookies[COOKIE]}")]
            token = [("Authorization", f"Bearer {made['token']}")]
            paths = (f"/api/tables/{id}/events?html=0&view=1", "/api/me/events")
            ended = [Wire(app, "GET", path, token) for path in paths]
            stay = [Wire(app, "GET", path, cookie) for path in paths]
            for wire in (*ended, *stay):
                await wire.until(lambda w: b"retry" in w.body)
            await a.delete(f"/api/tokens/{made['id']}")
            for wire in ended:
                await wire.whole()
            assert not any(wire.task.done() for wire in stay)
            await a.post(f"/api/tables/{id}/chat", json={"text": "among us"})
            await stay[0].until(lambda w: b"among us" in w.body)
            assert all(b"among us" not in wire.body for wire in ended)
            await a.post("/api/logout")
            for wire in stay:
                await wire.whole()

    run(sqlite(tmp_path), check)


def secrets_of(app: FastAPI, id: str, seat: int) -> Callable[[Any], list[str]]:
    """Finds what another seat's view tells that `seat` may not know, by walking both views side by side."""
    table = parts(app).tables._live[id]
    rules, state = table.rules, table.session.state
    own = rules.to_json(rules.view(state, seat))["columns"]
    true = rules.to_json(state)["columns"]

    def leaks(shown: Any) -> list[str]:
        found = []
        for name, column in own.items():
            if isinstance(column, list):
                for i, value in enumerate(column):
                    hidden = value == HIDDEN or (isinstance(value, list) and HIDDEN in value)
                    if hidden and shown[name][i] == true[name][i]:
                        found.append(f"{name}[{i}]")
            elif column == HIDDEN and shown[name] == true[name]:
                found.append(name)
        return found

    return leaks


def test_hidden_cards_never_travel_to_another_seat(tmp_path: Path) -> None:
    async def go() -> None:
        with listening(sqlite(tmp_path)) as (url, app):
            cookies = []
            async with browser(url) as a:
                await a.post("/api/guest", json={})
                cookies.append(dict(a.cookies))
                id = await open_table(a, ["me", "open", "open"])
                for _ in range(2):
                    async with browser(url) as other:
                        await other.post("/api/guest", json={})
                        await other.post(f"/api/tables/{id}/join", json={})
                        cookies.append(dict(other.cookies))
            table = parts(app).tables._live[id]
            rules, state = table.rules, table.session.state
            hidden = {
                seat: {
                    name
                    for name, column in rules.to_json(rules.view(state, seat))["columns"].items()
                    if HIDDEN in (column if isinstance(column, list) else [column])
                }
                for seat in (-2, 0, 1, 2)
            }
            assert any(hidden.values()), "this game has no secrets to keep"
            got: dict[int, list[bytes]] = {-2: [], 0: [], 1: [], 2: []}
            people = {seat: browser(url, cookies=cookies[seat] if seat >= 0 else {}) for seat in got}

            async def watch(seat: int) -> None:
                path = f"/api/tables/{id}/events?view=1&lang=en"
                async with people[seat].stream("GET", path) as response:
                    async for name, data in events(response.aiter_lines()):
                        got[seat].append(json.dumps(data).encode())
                        if name == "table" and seat in (0, 1, 2):
                            assert not secrets_of_view(app, id, seat, data)
                        told[seat] = data.get("position", told[seat])

            told = dict.fromkeys(got, -1)
            watching = [asyncio.ensure_future(watch(seat)) for seat in got]

            def all_told() -> bool:
                """Everybody has seen the position they are held against, and nobody has seen too much."""
                assert not any(task.done() for task in watching), watching
                return all(position == table.position for position in told.values())

            rng = Random(6)
            for _ in range(25):
                await until(all_told)
                seen = await view(people[0], id)
                assert (await answer(people[seen["asks"][0]["seat"]], id, rng)).status_code == 200
                for seat, person in people.items():
                    for path in ("view.json?lang=de", "log", "position/3"):
                        response = await person.get(f"/api/tables/{id}/{path}")
                        got[seat].append(response.content)
                        if path != "log":
                            shown = response.json()
                            if shown["position"] == shown["last_position"]:
                                assert not secrets_of_view(app, id, seat, {"view": shown})
            seed = table.header.seed.encode()
            assert all(seed not in data for sent in got.values() for data in sent)
            assert all(any(b'"view"' in data for data in sent) for sent in got.values())
            await until(all_told)
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            for person in people.values():
                await person.aclose()

    asyncio.run(go())


def secrets_of_view(app: FastAPI, id: str, seat: int, data: dict[str, Any]) -> list[str]:
    shown = data["view"]
    table = parts(app).tables._live[id]
    if shown["position"] != table.position:
        return []
    return secrets_of(app, id, seat)(shown["view"]["columns"])
