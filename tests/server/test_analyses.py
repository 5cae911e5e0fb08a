"""Analyses of finished games: for those who sat there, kept with the table; and other lines from there."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz import catalogue
from pfalz.bots.inquiry import Found
from pfalz.core.record import Start
from pfalz.server.hosting.office import delete_table
from pfalz.server.play.rows import lines_since
from pfalz.server.play.workers import Bots, WorkerDied
from pfalz.server.settings import Settings
from pfalz.server.store import findings
from pfalz.server.store.storage import Store
from tests.server.test_answers import run
from tests.server.tools import PATIENCE, answer, client, guest, open_table, parts, running, sqlite, view

PLENTY = 600.0
"""Seconds in which an analysis is complete however busy the machine is."""


async def finished(app: FastAPI, c: httpx.AsyncClient, game: str = "staufer") -> str:
    """A table at which one person has played all seats at random until the end."""
    id = await open_table(c, ["me"] * max(2, catalogue.game(game).players[0]), game)
    async with parts(app).tables.open(id) as table:
        session, rng = table.session, Random(5)
        while not session.state.over:
            ask = next(ask for ask in session.asks() if not ask.answered)
            session.answer(ask.seat, ask.random_answer(session.state, rng))
            session.settle()
        await parts(app).tables.commit(table, lines_since(table, table.lines), ())
    return id


async def analysed(c: httpx.AsyncClient, id: str, seat: int = 0, **query: str) -> dict[str, Any]:
    """Have a game analysed and wait for it."""
    begun = await c.post(f"/api/tables/{id}/analyses", json={"seat": seat})
    assert begun.status_code == 202, begun.text
    seen: list[int] = []
    async with asyncio.timeout(5 * PATIENCE):
        while True:
            got = await c.get(f"/api/tables/{id}/analyses/{seat}", params=query)
            found: dict[str, Any] = got.json()
            assert got.status_code == 200 and found["state"] != "none", found
            if found["state"] == "done":
                assert seen == sorted(seen)
                return found
            seen.append(found["done"])
            await asyncio.sleep(0.05)


def test_whoever_sat_there_has_a_game_analysed_by_the_workers_once(url: str) -> None:
    settings = Settings(database=url, rate_scale=0, bot_pause=0, secret="s" * 32, analysis_seconds=PLENTY)

    async def check() -> None:
        async with running(settings) as app, guest(app, "Ida") as a:
            id = await finished(app, a)
            assert (await a.get(f"/api/tables/{id}/analyses/0")).json()["state"] == "none"
            found = await analysed(a, id, lang="de")
            last = (await view(a, id))["position"]
            positions = [n for n, _ in found["points"]]
            assert positions == sorted(positions) and positions[-1] == last and len(positions) > 40
            assert all(len(shares) == 2 and min(shares) >= 0 for _, shares in found["points"])
            assert found["complete"] and found["decisions"] > 10 and found["turns"]
            for turn in found["turns"]:
                assert turn["cost"] >= 1 and turn["given"] != turn["best"]
                assert turn["text"].startswith("Hier war „") and "weniger wert als" in turn["text"]

            again = await a.post(f"/api/tables/{id}/analyses", json={"seat": 0})
            assert again.json()["state"] == "done" and not parts(app).analyses._running
            page = (await a.get(f"/t/{id}/analysis", params={"lang": "en"})).text
            assert page.count('data-do="tryline"') == len(found["turns"]) and "Turning points" in page

    asyncio.run(check())
    store = Store(url)
    rows = store.now(lambda db: db.execute(findings.analyses.select()).all())
    assert len(rows) == 1 and rows[0].data and rows[0].done == rows[0].total
    assert store.now(lambda db: findings.find(db, rows[0].table_id, 0, "another game")) is None
    with store.claimed():
        delete_table(store, rows[0].table_id)
    assert store.now(lambda db: db.execute(findings.analyses.select()).all()) == []


def test_others_games_that_go_on_and_seats_that_are_not_there_are_refused(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, client(app) as nobody:
            id, going_on = await finished(app, a), await open_table(a, ["me", "open"])
            for c, table, seat, status, error in (
                (nobody, id, 0, 401, "unknown"),
                (b, id, 0, 403, "not_sat_here"),
                (a, going_on, 0, 409, "not_over"),
                (a, id, 2, 404, "no_such_seat"),
            ):
                line = {"position": 3, "seat": seat}
                for got in (
                    await c.post(f"/api/tables/{table}/analyses", json={"seat": seat}),
                    await c.get(f"/api/tables/{table}/analyses/{seat}"),
                    await c.post(f"/api/tables/{table}/lines", json=line),
                ):
                    assert (got.status_code, got.json()["error"]) == (status, error)
            page = await b.get(f"/t/{id}/analysis", params={"lang": "de"})
            assert page.status_code == 403 and "die dort gesessen haben" in page.text
            assert (await a.get(f"/t/{going_on}/analysis")).status_code == 303
            assert (await a.get(f"/t/{id}/analysis", params={"seat": "5"})).status_code == 404

    run(sqlite(tmp_path), check)


def test_one_at_a_time_counted_in_seconds_and_not_at_all_if_the_host_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()

    async def thinks(self: Bots, job: bytes) -> tuple[Found, float]:
        await go_on.wait()
        return Found(), 50.0

    monkeypatch.setattr(Bots, "inquire", thinks)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await finished(app, a)
            path = f"/api/tables/{id}/analyses"
            assert (await a.post(path, json={"seat": 0})).json()["state"] == "running"
            assert (await a.post(path, json={"seat": 0})).json()["state"] == "running"
            assert (await a.post(path, json={"seat": 1})).json()["error"] == "analysis_waits"
            go_on.set()
            assert (await analysed(a, id))["complete"] is False  # 60 seconds and no more
            assert (await a.post(path, json={"seat": 1})).status_code == 429
            parts(app).analyses.seconds = 0
            parts(app).rates.scale = 0
            assert (await a.post(path, json={"seat": 1})).json()["error"] == "no_analyses"

    run(replace(sqlite(tmp_path), rate_scale=1.0), check)


def test_an_analysis_that_breaks_can_be_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[bytes] = []

    async def dies(self: Bots, job: bytes) -> tuple[Found, float]:
        tries.append(job)
        raise WorkerDied("gone")

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await finished(app, a)
            with monkeypatch.context() as broken:
                broken.setattr(Bots, "inquire", dies)
                await a.post(f"/api/tables/{id}/analyses", json={"seat": 1})
                async with asyncio.timeout(PATIENCE):
                    while (await a.get(f"/api/tables/{id}/analyses/1")).json()["state"] != "none":
                        await asyncio.sleep(0.01)
            assert len(tries) == 3
            assert (await analysed(a, id, 1))["complete"]

    run(replace(sqlite(tmp_path), analysis_seconds=PLENTY), check)


@pytest.mark.parametrize("game", ["staufer", "wallenstein", "mil", "darkages"])
def test_another_line_goes_on_from_the_true_position_with_bots_in_the_other_seats(
    tmp_path: Path, game: str
) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app, "Ida") as a:
            id = await finished(app, a, game)
            async with parts(app).tables.open(id) as old:
                session, rules = old.session, old.rules
                mine = [e.n for e in session.entries if e.seat == 1]
                at = mine[len(mine) // 2]
                there = rules.to_json(session.position(session.opened_at(at)))
                other = session.header.seed
            got = await a.post(f"/api/tables/{id}/lines", json={"position": at, "seat": 1, "bot": "page"})
            assert got.status_code == 201, got.text
            new = got.json()["id"]
            assert got.json()["status"] == "playing" and "key=" in got.json()["link"]
            async with parts(app).tables.open(new) as table:
                assert isinstance(table.header.start, Start) and table.header.start.position == there
                assert table.header.seed != other and table.private and table.undo_policy == "free"
                assert [bool(seat.bot) for seat in table.seats] == [i != 1 for i in range(len(table.seats))]
            rng = Random(1)
            for _ in range(3):  # bots can think about a game whose beginning they have not seen
                async with asyncio.timeout(PATIENCE):
                    while not (seen := await view(a, new))["ask"] and seen["status"] == "playing":
                        await asyncio.sleep(0.02)
                if seen["status"] != "playing":
                    break
                assert (await answer(a, new, rng)).status_code == 200
            assert parts(app).bots.replaced == 0
            last = (await view(a, id))["position"]
            late = await a.post(f"/api/tables/{id}/lines", json={"position": last, "seat": 1})
            assert late.json()["error"] == "no_such_position"

    run(sqlite(tmp_path), check)
