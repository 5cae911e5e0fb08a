"""Around the game: seats, resigning, stand-ins, cancelling, rematches, clocks, crashing bots, notices."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI

from pfalz.server.play import clocks
from pfalz.server.play.clocks import Clock
from tests.server.test_answers import run
from tests.server.tools import (
    PATIENCE,
    answer,
    browser,
    events,
    guest,
    listening,
    open_table,
    parts,
    running,
    sqlite,
    view,
)


async def until(app: FastAPI, check: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not await check():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.02)


def test_seats_fill_and_the_owner_starts_with_bots(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await open_table(a, ["me", "open", "open"])
            assert id in (await b.get("/api/tables")).text
            assert (await b.post(f"/api/tables/{id}/join", json={"seat": 2})).json() == {"seat": 2}
            assert (await b.post(f"/api/tables/{id}/join", json={"seat": 1})).json() == {"seat": 2}
            assert (await b.post(f"/api/tables/{id}/start", json={})).status_code == 403
            assert (await b.post(f"/api/tables/{id}/leave")).status_code == 200
            assert (await a.post(f"/api/tables/{id}/start", json={"bot": "random"})).status_code == 200
            seen = await view(a, id)
            assert [s["bot"] for s in seen["seats"]] == ["", "random", "random"]
            assert seen["status"] == "playing" and len({s["name"] for s in seen["seats"]}) == 3
            assert (await b.post(f"/api/tables/{id}/join", json={})).status_code == 409
            alone = await open_table(a, ["me", "open"])
            await a.post(f"/api/tables/{alone}/leave")
            assert (await view(a, alone))["status"] == "cancelled"

    run(sqlite(tmp_path), check)


def test_an_open_table_is_closed_by_its_owner_alone(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            for seats in (["open", "open"], ["me", "open", "open"]):
                id = await open_table(a, seats)
                await b.post(f"/api/tables/{id}/join", json={})
                refused = await b.post(f"/api/tables/{id}/cancel")
                assert (refused.status_code, refused.json()["error"]) == (403, "not_owner")
                assert (await b.post(f"/api/tables/{id}/leave")).status_code == 200
                assert (await view(a, id))["status"] == "open"
                assert (await a.post(f"/api/tables/{id}/cancel")).json() == {"cancelled": True}

    run(sqlite(tmp_path), check)


def test_who_resigns_is_played_by_a_bot(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await open_table(a, ["me", "open"])
            await b.post(f"/api/tables/{id}/join", json={})
            assert (await b.post(f"/api/tables/{id}/resign")).status_code == 200
            seat = (await view(a, id))["seats"][1]
            assert seat["resigned"] and seat["bot"]
            assert (await b.post(f"/api/tables/{id}/join", json={})).status_code == 409
            assert (await a.post(f"/api/tables/{id}/resign")).status_code == 200
            assert (await view(a, id))["status"] == "cancelled"

    run(sqlite(tmp_path), check)


def test_a_missing_player_is_replaced_and_may_come_back(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c:
            id = await open_table(a, ["me", "open", "open"])
            for other in (b, c):
                await other.post(f"/api/tables/{id}/join", json={})
            url, table = f"/api/tables/{id}/replace", await parts(app).tables.get(id)
            table.seats[2].seen -= 3600
            assert (await b.post(url, json={"seat": 2})).json() == {"replaced": False}
            assert (await a.post(url, json={"seat": 2})).json() == {"replaced": True}
            assert (await a.post(url, json={"seat": 2})).status_code == 404
            assert (await view(a, id))["seats"][2]["bot"] == "knight"
            assert (await c.post(f"/api/tables/{id}/join", json={})).json() == {"seat": 2}
            assert (await view(a, id))["seats"][2]["bot"] == ""

    run(sqlite(tmp_path), check)


def test_a_table_is_cancelled_when_all_agree_and_played_again(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await open_table(a, ["me", "open", "random"], private=True)
            key = (await view(a, id))["link"]
            await b.post(f"/api/tables/{id}/join?key={key}", json={})
            assert (await a.post(f"/api/tables/{id}/rematch")).status_code == 409
            assert (await b.post(f"/api/tables/{id}/cancel")).json() == {"cancelled": False}
            assert (await view(a, id))["cancel_votes"] == [1]
            assert (await a.post(f"/api/tables/{id}/cancel")).json() == {"cancelled": True}
            again = (await b.post(f"/api/tables/{id}/rematch")).json()["id"]
            assert (await view(b, again))["status"] == "open"
            assert (await a.post(f"/api/tables/{id}/rematch")).json()["id"] == again
            seen = await view(a, again)
            assert seen["status"] == "playing" and seen["seat"] == 0
            assert (await view(b, again))["seat"] == 1 and seen["seats"][2]["bot"] == "random"

    run(sqlite(tmp_path), check)


def test_a_rematch_of_a_table_nobody_has_filled_has_its_free_seats(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app, "Ida") as a:
            id = await open_table(a, ["me", "open", "random"])
            assert (await a.post(f"/api/tables/{id}/cancel")).json() == {"cancelled": True}
            again = await a.post(f"/api/tables/{id}/rematch", json={})
            assert again.status_code == 200, again.text
            seen = await view(a, again.json()["id"])
            assert seen["status"] == "open" and [seat["bot"] for seat in seen["seats"]] == ["", "", "random"]

    run(sqlite(tmp_path), check)


def test_clocks_count_only_while_somebody_has_to_decide() -> None:
    clock = Clock("increment", 60, 10)
    times = clocks.start(clock, 2)
    clocks.turn(clock, times, [0], [], 100.0)
    assert times.left_ms(0, 105.0) == 55_000 and times.left_ms(1, 105.0) == 60_000
    clocks.turn(clock, times, [1], [0], 105.0)
    assert times.left_ms(0, 300.0) == 65_000 and times.deadline(1) == 165.0
    answer = Clock("move", 60)
    times = clocks.start(answer, 2)
    clocks.turn(answer, times, [0, 1], [], 0.0)
    clocks.turn(answer, times, [1], [0], 50.0)
    clocks.turn(answer, times, [0], [1], 55.0)
    assert times.deadline(0) == 115.0 and times.deadline(1) is None
    assert clocks.start(Clock(), 3).left_ms(1, 9.0) is None


@pytest.mark.parametrize(("bonus", "seconds"), [(90, 90), (0, 60)])
def test_whose_reserve_has_run_out_can_come_back(tmp_path: Path, bonus: int, seconds: int) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await open_table(
                a, ["me", "open"], clock={"kind": "increment", "seconds": 3600, "bonus": bonus}
            )
            await b.post(f"/api/tables/{id}/join", json={})
            table = await parts(app).tables.get(id)
            asked = table.deciding()[0]
            table.times.since[asked] = table.times.since[asked] - 3600  # type: ignore[operator]
            async with table.lock:
                await parts(app).tables.commit(table, (), ())

            async def taken_over() -> bool:
                return bool(table.seats[asked].bot)

            await until(app, taken_over)
            left = table.times.left[asked]
            assert left <= 0
            back = (a, b)[asked]
            assert (await back.post(f"/api/tables/{id}/join", json={})).json() == {"seat": asked}
            assert table.times.left[asked] == seconds * 1000 and not table.seats[asked].bot

    run(sqlite(tmp_path), check)


def test_when_time_is_up_a_bot_takes_over_even_after_a_restart(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            id = await open_table(a, ["me", "me"], clock={"kind": "move", "seconds": 5})
            seen = await view(a, id)
            asked = seen["asks"][0]["seat"]
            assert seen["seats"][asked]["clock_running"] and seen["seats"][asked]["clock_ms"] <= 5000
            table = await parts(app).tables.get(id)
            table.times.since[asked] = table.times.since[asked] - 4.9  # type: ignore[operator]
            async with table.lock:
                await parts(app).tables.commit(table, (), ())
        async with running(sqlite(tmp_path)) as app:
            table = await parts(app).tables.get(id)

            async def taken_over() -> bool:
                return any(seat.bot for seat in table.seats)

            await until(app, taken_over)

    asyncio.run(go())


def test_a_crashing_or_hanging_worker_is_replaced_and_the_move_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(app: FastAPI) -> None:
        bots = parts(app).bots
        async with guest(app) as a:
            id = await open_table(a, ["random", "random", "me"])
            crashes = 0

            async def going() -> bool:
                nonlocal crashes
                worker = bots.workers[0]
                if crashes < 3 and worker.process is not None and worker.process.returncode is None:
                    worker.process.kill()
                    crashes += 1
                seen = await view(a, id)
                if seen["ask"] is not None:
                    assert (await answer(a, id, Random(1))).status_code == 200
                return crashes == 3 and int(seen["position"]) > 25

            await until(app, going)
            assert bots.replaced >= 1

    run(replace(sqlite(tmp_path), bot_seconds=10), check)


def test_a_bot_that_never_answers_does_not_stop_the_table(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["random", "me"])

            async def mine() -> bool:
                return (await view(a, id))["ask"] is not None

            await until(app, mine)
            assert parts(app).bots.replaced % 3 == 0

    # no process starts within a millisecond, so every try fails and chance has to answer
    run(replace(sqlite(tmp_path), bot_seconds=0.001), check)


def test_streams_tell_whose_turn_it_is_and_what_is_said(tmp_path: Path) -> None:
    async def go() -> None:
        with listening(sqlite(tmp_path)) as (url, _):
            async with (
                browser(url) as a,
                browser(url) as b,
            ):
                for person in (a, b):
                    await person.post("/api/guest", json={})
                id = await open_table(a, ["me", "open"])
                await b.post(f"/api/tables/{id}/join", json={})
                other = await open_table(a, ["me", "me"])
                assert (await view(a, id))["next_table"] == other
                assert (await a.get("/api/me/turns")).json()["tables"]
                async with a.stream("GET", f"/api/tables/{id}/events?view=1&lang=de") as watching:
                    told = events(watching.aiter_lines())
                    name, data = await anext(told)
                    assert name == "table" and data["view"]["position"] == data["position"]
                    assert "".join(data["html"]).lstrip().startswith("<")
                    await b.post(f"/api/tables/{id}/chat", json={"text": "Grüß Gott <b>"})
                    while name != "chat":
                        name, data = await anext(told)
                    assert data["text"] == "Grüß Gott <b>"
                    assert (await view(b, id))["seats"][0]["online"]
                    sentences: list[str] = []
                    while len(sentences) < 3:
                        seen = await view(a, id)
                        await answer((a, b)[seen["asks"][0]["seat"]], id, Random(1))
                        async for name, data in told:
                            if name == "table" and data["position"] > seen["position"]:
                                sentences += [event["text"] for event in data["view"]["events"]]
                                break

    asyncio.run(go())


def test_a_clause_read_at_a_table_says_what_its_edition_says(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            edition = {"game.figures.start_envoys": 5}
            id = await open_table(a, ["me", "random"], edition=edition, private=True)
            told = {"lang": "en"}
            here = await a.get(f"/t/{id}/rules/S-3.9.json", params=told)
            assert "You begin with 5 envoys" in here.json()["text"]
            section = await a.get(f"/t/{id}/rules/S-3.json", params=told)
            assert "You begin with 5 envoys" in section.json()["text"]
            ours = await a.get("/rules/staufer/S-3.9.json", params=told)
            assert "You begin with 4 envoys" in ours.json()["text"]
            assert (await a.get(f"/t/{id}/rules/S-99.json")).status_code == 404
            assert (await b.get(f"/t/{id}/rules/S-3.9.json")).status_code == 404  # a private table

    run(sqlite(tmp_path), check)
