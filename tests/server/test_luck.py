"""Chance at tables: checked when a game is brought in, mixed from everybody's numbers, never known before."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from pfalz.core.chance import seed_hash
from pfalz.core.record import Header, Record, loads
from pfalz.core.session import Session, verify_chance
from pfalz.core.state import NATURE
from pfalz.server.hosting import host
from pfalz.server.play import commitments
from pfalz.server.play.table import rules_of
from pfalz.server.store.schema import commitments as kept
from pfalz.server.store.storage import Store
from tests.server.test_answers import run
from tests.server.tools import answer, guest, open_table, parts, play_some, running, sqlite, view


def finished(path: Path) -> tuple[str, list[dict[str, Any]]]:
    """A finished table, and its record line by line."""
    settings = sqlite(path)
    id = play_some(settings, 1000)
    return id, [json.loads(line) for line in host.export(Store(settings.database), id).splitlines()]


def text_of(lines: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, lines))


# -- files ------------------------------------------------------------------------------------------------


def test_a_file_with_a_seed_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    _, lines = finished(tmp_path)
    before = dict(lines[0])

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            lines[0] = {**before, "seed": "other"}
            refused = await a.post("/api/tables/import", content=text_of(lines))
            assert refused.status_code == 422 and "hash" in refused.json()["message"]
            lines[0] = {**before, "seed": "", "shares": before["shares"]}
            shown = await a.post("/api/tables/import", content=text_of(lines))
            assert shown.status_code == 201  # nobody can say that it was fair, and the pages say so
            id = shown.json()["id"]
            for path in (f"/t/{id}/after", f"/t/{id}/chance"):
                assert "cannot be checked" in (await a.get(path, params={"lang": "en"})).text
                assert "lässt sich nicht prüfen" in (await a.get(path, params={"lang": "de"})).text

    run(sqlite(tmp_path), check)


def test_a_file_whose_outcomes_do_not_follow_from_its_seed_is_refused(tmp_path: Path) -> None:
    """Another seed with its own hash, sealed anew: everything fits but chance."""
    _, lines = finished(tmp_path)
    record = loads(text_of(lines))
    header: Header = record.header
    header.seed, header.seed_hash = "mine", seed_hash("mine")
    crooked = Session(rules_of(header), header)
    for entry in record.entries:
        crooked.answer(entry.seat, entry.move or (), entry.ask)
    text = Record(header, crooked.entries).dumps()

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            refused = await a.post("/api/tables/import", content=text)
            assert refused.status_code == 422 and "chance said" in refused.json()["message"]

    run(sqlite(tmp_path), check)


def test_whoever_brings_a_game_in_does_not_know_what_comes(tmp_path: Path) -> None:
    settings = sqlite(tmp_path)
    text = host.export(Store(settings.database), play_some(settings, 20))

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = (await a.post("/api/tables/import", content=text)).json()["id"]
            table = await parts(app).tables.get(id)
            [later] = table.later_seeds
            assert later.at == len(loads(text).entries) and later.seed not in text
            seen = await view(a, id)
            assert seen["later"] == [[later.at, seed_hash(later.seed), ""]] and later.seed not in str(seen)

    run(settings, check)


# -- numbers of people ------------------------------------------------------------------------------------


def test_everybody_who_sits_down_gives_a_number_and_the_host_has_committed_before(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            said = (await a.post("/api/commitments", json={})).json()["seed_hash"]
            id = await open_table(a, ["me", "open"], commitment=said, luck="aa11")
            before = await view(b, id)
            assert before["seed_hash"] == said
            await b.post(f"/api/tables/{id}/join", json={"luck": "bb22"})
            seen = await view(a, id)
            assert seen["status"] == "playing" and seen["shares"] == ["aa11", "bb22"]
            table = await parts(app).tables.get(id)
            assert table.header.shares == ["aa11", "bb22"]
            rng = Random(1)
            while (await view(a, id))["status"] == "playing":
                for c in (a, b):
                    if (await view(c, id))["ask"]:
                        await answer(c, id, rng)
            record = loads((await b.get(f"/api/tables/{id}/log")).text)
            assert seed_hash(record.header.seed) == said and record.header.shares == ["aa11", "bb22"]
            verify_chance(rules_of(record.header), record)
            page = (await b.get(f"/t/{id}/chance?lang=en")).text
            assert "Checked: every outcome" in page and "aa11" in page and record.header.seed in page

    run(sqlite(tmp_path), check)


def test_a_commitment_is_good_once_and_for_one_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            said = (await a.post("/api/commitments", json={})).json()["seed_hash"]
            wish = {"game": "staufer", "players": 2, "commitment": said, "luck": "aa"}
            got = await b.post("/api/tables?lang=de", json=wish)
            assert (got.status_code, got.json()["error"]) == (409, "no_commitment")
            assert "Festlegung" in got.json()["message"]
            assert (await a.post("/api/tables", json=wish)).status_code == 201
            assert (await a.post("/api/tables", json=wish)).status_code == 409
            bare = {"game": "staufer", "players": 2, "luck": "aa"}
            assert (await a.post("/api/tables", json=bare)).status_code == 409
            late = (await a.post("/api/commitments", json={})).json()["seed_hash"]
            monkeypatch.setattr(commitments, "LASTING", -1.0)
            assert (await a.post("/api/tables", json={**wish, "commitment": late})).status_code == 409
            for luck in ("x" * 4, "a" * 65, 3):
                assert (await a.post("/api/tables", json={**bare, "luck": luck})).status_code == 422
            monkeypatch.undo()
            await b.post("/api/commitments", json={})
            many = [(await a.post("/api/commitments", json={})).json()["seed_hash"] for _ in range(20)]
            assert len(set(many)) == 20
            count = select(func.count()).select_from(kept).group_by(kept.c.person)
            held = await parts(app).store.read(lambda db: db.execute(count).scalars().all())
            assert sorted(held) == [1, commitments.MOST]
            assert (await a.post("/api/tables", json={**wish, "commitment": many[-1]})).status_code == 201
            assert (await a.post("/api/tables", json={**wish, "commitment": many[0]})).status_code == 409

    run(sqlite(tmp_path), check)


# -- going back -------------------------------------------------------------------------------------------


def test_who_goes_back_after_the_end_does_not_know_what_chance_will_say(tmp_path: Path) -> None:
    """The seed has been revealed; from the position gone back to, chance follows from another one."""
    settings = sqlite(tmp_path)

    async def go() -> None:
        async with running(settings) as app, guest(app, "Ida") as a:
            id = await open_table(a, ["me", "me"], undo_policy="free")
            rng = Random(1)
            while (await view(a, id))["status"] == "playing":
                await answer(a, id, rng)
            seen = await view(a, id)
            known, end = seen["seed"], seen["position"]
            table = await parts(app).tables.get(id)
            chance = [e.n for e in table.session.entries if e.seat == NATURE and e.n > 20]
            assert (await a.post(f"/api/tables/{id}/undo", json={"to": 20})).status_code == 200
            [later] = table.later_seeds
            assert later.at == 20 and later.seed != known
            assert (await view(a, id))["later"] == [[20, later.seed_hash, ""]] and end > 20 and chance
            while (await view(a, id))["status"] == "playing":
                await answer(a, id, rng)
            record = loads((await a.get(f"/api/tables/{id}/log")).text)
            verify_chance(rules_of(record.header), record)
            assert "Checked: every outcome" in (await a.get(f"/t/{id}/chance?lang=en")).text
        async with running(settings) as app:  # and the database knows
            again = await parts(app).tables.get(id)
            assert again.fair() == "fair" and again.later_seeds[0].at == 20
        store = Store(settings.database)
        host.undo(store, id)
        assert len(host.load(store, id).later_seeds) == 2

    asyncio.run(go())


def test_whoever_takes_back_behind_a_new_seed_takes_it_along_for_good(tmp_path: Path) -> None:
    """Whoever has brought a game in knows what its seed would say there."""
    settings = sqlite(tmp_path)

    async def played() -> str:
        async with running(settings) as app, guest(app, "Ida") as a:
            id = await open_table(a, ["me"], game="darkages")
            rng, table = Random(1), await parts(app).tables.get(id)
            while table.position < 10 or not table.session.may_undo(0):
                assert (await answer(a, id, rng)).status_code == 200
            return id

    async def go(record: str) -> None:
        async with running(settings) as app, guest(app, "Uta") as b:
            id = (await b.post("/api/tables/import", content=record)).json()["id"]
            table = await parts(app).tables.get(id)
            [new], end = table.later_seeds, table.position
            assert new.at == end
            assert (await b.post(f"/api/tables/{id}/undo", json={})).status_code == 200
            assert table.position < end and [x.at for x in table.later_seeds] == [table.position]
            position = table.position
        async with running(settings) as app:
            [kept] = (await parts(app).tables.get(id)).later_seeds
            assert (kept.at, kept.seed) == (position, new.seed)

    asyncio.run(go(host.export(Store(settings.database), asyncio.run(played()))))


def test_the_number_of_whoever_opens_a_rematch_counts_if_the_host_has_committed_before(
    tmp_path: Path,
) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            id = await open_table(a, ["me", "open"])
            await b.post(f"/api/tables/{id}/join", json={})
            for c in (a, b):
                await c.post(f"/api/tables/{id}/cancel")
            said = (await b.post("/api/commitments", json={})).json()["seed_hash"]
            more = {"luck": "bb22", "commitment": said}
            again = (await b.post(f"/api/tables/{id}/rematch", json=more)).json()["id"]
            late = (await a.post("/api/commitments", json={})).json()["seed_hash"]
            await a.post(f"/api/tables/{id}/rematch", json={"luck": "aa11", "commitment": late})
            seen = await view(a, again)
            assert seen["status"] == "playing" and seen["shares"] == ["aa11", "bb22"]
            assert seen["seed_hash"] == said
            other = await open_table(a, ["me", "me"])
            await a.post(f"/api/tables/{other}/cancel")
            bad = {"luck": "cc33", "commitment": said}
            assert (await a.post(f"/api/tables/{other}/rematch", json=bad)).status_code == 409

    run(sqlite(tmp_path), check)
