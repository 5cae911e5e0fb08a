"""A table from the first click to the last answer, through the API alone."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import pytest
from msgspec.json import decode, encode

from pfalz import catalogue
from pfalz.server.http.jsonview import can_push, push_json
from pfalz.web.sent import position_sent
from tests.server.tools import PATIENCE, answer, guest, open_table, parts, running, sqlite, view


def test_two_people_play_a_whole_game(tmp_path: Path) -> None:
    async def go() -> None:
        rng = Random(1)
        async with running(sqlite(tmp_path)) as app, guest(app, "Ida") as a, guest(app, "Otto") as b:
            id = await open_table(a, ["me", "open"])
            assert (await view(a, id))["status"] == "open"
            assert (await b.post(f"/api/tables/{id}/join", json={})).json() == {"seat": 1}
            for _ in range(2000):
                seen = await view(a, id)
                if seen["status"] == "over":
                    break
                who = (a, b)[seen["asks"][0]["seat"]]
                assert (await answer(who, id, rng)).status_code == 200
            assert seen["status"] == "over" and seen["seed"] and seen["outcome"]["scores"]
            table = await parts(app).tables.get(id)
            hash = table.session.entries[-1].hash
            assert table._history[-1] == (table.position, tuple(seen["outcome"]["scores"]))
        async with running(sqlite(tmp_path)) as app, guest(app) as c:
            assert (await parts(app).tables.get(id)).session.entries[-1].hash == hash
            again = await view(c, id)
            assert again["outcome"] == seen["outcome"]
            assert again["score_history"] == seen["score_history"]  # noted as it went, and played again
            assert len(seen["score_history"]) > 20

    asyncio.run(go())


def test_bots_play_by_themselves_until_a_person_is_asked(tmp_path: Path) -> None:
    async def go() -> None:
        rng = Random(2)
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            id = await open_table(a, ["me", "random", "random"])
            mine = 0
            end = time.monotonic() + 4 * PATIENCE
            while (seen := await view(a, id))["status"] != "over":
                assert time.monotonic() < end, "the bots do not go on"
                if seen["ask"] is None:
                    await asyncio.sleep(0.01)
                    continue
                assert (await answer(a, id, rng)).status_code == 200
                mine += 1
            assert mine > 10

    asyncio.run(go())


@pytest.mark.parametrize("game", catalogue.IDS)
def test_what_is_pushed_is_what_is_asked_for(game: str, tmp_path: Path) -> None:
    """The quick way of the streams and the way of `view.json` tell every viewer the same."""

    async def go() -> None:
        rng = Random(3)
        async with running(sqlite(tmp_path)) as app, guest(app) as a, guest(app) as b, guest(app) as c:
            id = await open_table(a, ["me", "open", "open"], game=game, undo_policy="free", private=True)
            key = (await view(a, id))["link"]
            for other in (b, c):
                await other.post(f"/api/tables/{id}/join?key={key}", json={})
            tables = parts(app).tables
            table = await tables.get(id)
            people = [seat.person for seat in table.seats]
            for _ in range(60):
                asked = table.deciding()[0]
                assert (await answer((a, b, c)[asked], id, rng)).status_code == 200
                assert can_push(table)
                for person in (*people, ""):
                    since = max(-1, table.position - 3)
                    texts = table.texts("de")
                    quick = push_json(table, person, since, texts, tables.next_table(table, person))
                    slow = position_sent(tables.look(table, person), since, texts)
                    assert decode(quick) == decode(encode(slow))

    asyncio.run(go())
