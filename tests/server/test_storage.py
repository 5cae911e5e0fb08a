"""Storage: migrations, grouped commits, and the host's commands, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, inspect, select, text

from pfalz.core.errors import RecordError
from pfalz.core.record import loads
from pfalz.core.session import resume, verify_chance
from pfalz.server import host, schema, storage
from pfalz.server.loading import from_stored
from pfalz.server.refusals import Conflict
from pfalz.server.schema import MIGRATIONS, SchemaTooNew, facts
from pfalz.server.settings import Settings, SettingsError, from_environment
from pfalz.server.storage import Store, connect
from pfalz.server.table import rules_of
from tests.server.tools import answer, guest, open_table, parts, running, sqlite, view


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path}/pfalz.sqlite3"


def test_an_old_database_is_brought_up_to_date_and_a_newer_one_refused(url: str) -> None:
    engine = connect(url)
    with engine.begin() as db:
        facts.create(db)
        db.execute(insert(facts).values(key="schema", value="1"))
        MIGRATIONS[0](db)
        assert not inspect(db).has_table("visits")
    store = Store(url)
    assert store.schema_before == 1
    assert store.now(lambda db: inspect(db).has_table("visits"))
    assert Store(url).schema_before == len(MIGRATIONS)
    store.write_now(lambda db: db.execute(facts.update().where(facts.c.key == "schema").values(value="99")))
    with pytest.raises(SchemaTooNew, match="99"):
        Store(url)


def test_migrations_and_declarations_agree(url: str) -> None:
    store = Store(url)

    def columns(db: Any) -> dict[str, set[str]]:
        found = inspect(db)
        return {name: {c["name"] for c in found.get_columns(name)} for name in found.get_table_names()}

    declared = {t.name: {c.name for c in t.columns} for t in schema.META.sorted_tables}
    assert store.now(columns) == declared


def test_sqlite_commits_durably(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.sqlite3")
    assert store.now(lambda db: db.execute(text("PRAGMA journal_mode")).scalar()) == "wal"
    assert store.now(lambda db: db.execute(text("PRAGMA synchronous")).scalar()) == 2


def test_commits_are_grouped_and_one_conflict_costs_nobody_else(url: str) -> None:
    async def go() -> None:
        store = Store(url)
        await store.start()

        def put(i: int) -> Any:
            return lambda db: db.execute(insert(facts).values(key=f"k{i}", value="x")) and i

        before = store.writer.commits
        jobs = [store.writer.submit(put(i)) for i in range(200)]
        assert len(await asyncio.gather(*jobs)) == 200
        assert store.writer.commits - before < 100
        mixed = [store.writer.submit(put(i)) for i in (300, 5, 301, 302)]
        done = await asyncio.gather(*mixed, return_exceptions=True)
        assert isinstance(done[1], Conflict) and not any(
            isinstance(d, Exception) for d in done[:1] + done[2:]
        )
        count = store.now(lambda db: len(list(db.execute(select(facts.c.key).where(facts.c.key.like("k%"))))))
        assert count == 203
        await store.stop()

    asyncio.run(go())


def play_some(settings: Settings, answers: int, seed: int = 1) -> str:
    async def go() -> str:
        async with running(settings) as app, guest(app, "Ida") as a:
            id = await open_table(a, ["me", "me"], undo_policy="free")
            rng = Random(seed)
            for _ in range(answers):
                if (await view(a, id))["status"] == "over":
                    break
                assert (await answer(a, id, rng)).status_code == 200
            return id

    return asyncio.run(go())


def test_the_host_lists_exports_imports_and_takes_back(url: str) -> None:
    settings = Settings(database=url, rate_scale=0)
    id = play_some(settings, 20)
    store = Store(url)
    assert [(t.id, t.status, t.seats) for t in host.list_tables(store)] == [(id, "playing", ["Ida", "Ida"])]
    exported = host.export(store, id)
    record = loads(exported)
    assert len(resume(rules_of(record.header), record).entries) == len(record.entries)
    new = host.bring(store, exported)
    assert host.export(store, new) == exported
    before = len(record.entries)
    assert host.undo(store, new) < before
    assert host.undo(store, new, 5) >= 5
    with pytest.raises(RecordError):
        host.undo(store, new, 500)
    stored = store.now(lambda db: storage.load_table(db, new))
    assert stored is not None and from_stored(stored).position == len(loads(host.export(store, new)).entries)
    assert {t.id for t in host.list_tables(store, "playing")} == {id, new}


def test_an_exported_game_can_be_verified_and_goes_on_elsewhere(tmp_path: Path) -> None:
    id = play_some(sqlite(tmp_path), 1000)

    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            text = (await a.get(f"/api/tables/{id}/log")).text
            record = loads(text)
            verify_chance(rules_of(record.header), record)
            made = (await a.post("/api/tables/import", content=text.encode())).json()
            assert made["status"] == "over"
            assert (await view(a, made["id"]))["outcome"] == (await view(a, id))["outcome"]
            half = "\n".join(text.splitlines()[:30])
            made = (await a.post("/api/tables/import", content=half.encode())).json()
            seen = await view(a, made["id"])
            assert made["status"] == "playing" and seen["seat"] == 0 and seen["seats"][1]["bot"]

    asyncio.run(go())


def test_patch_replays_every_table_under_the_present_rules(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pfalz import catalogue
    from pfalz.server import table as table_module

    settings = Settings(database=url, rate_scale=0)
    id = play_some(settings, 12)
    store = Store(url)
    assert [(p.id, p.outcome) for p in host.patch(store)] == [(id, "same")]
    game = catalogue.game("staufer")
    monkeypatch.setattr(type(game), "version", game.version + 1)
    table_module._rules.cache_clear()
    stored = store.now(lambda db: storage.load_table(db, id))
    assert stored is not None
    with pytest.raises(RecordError, match="version"):
        from_stored(stored)
    assert [p.outcome for p in host.patch(store)] == ["updated"]
    assert [p.outcome for p in host.patch(store, write=True)] == ["updated"]
    assert [p.outcome for p in host.patch(store)] == ["same"]
    position = len(loads(host.export(store, id)).entries)

    from pfalz.core.ruleset import Ruleset

    real = Ruleset.play
    calls = 0

    def changed(self: Any, s: Any, seat: int, move: Any, name: str | None = None) -> None:
        nonlocal calls
        calls += 1
        if calls == position - 2:
            raise RecordError("this is forbidden now")
        real(self, s, seat, move, name)

    monkeypatch.setattr(type(game), "version", game.version + 1)
    monkeypatch.setattr(Ruleset, "play", changed)
    [patched] = host.patch(store, write=True)
    assert (patched.outcome, patched.position) == ("diverged", position - 3)
    assert "forbidden" in patched.message
    monkeypatch.setattr(Ruleset, "play", real)
    stored = store.now(lambda db: storage.load_table(db, id))
    assert stored is not None and from_stored(stored).position == position - 3
    monkeypatch.undo()
    table_module._rules.cache_clear()


def test_many_tables_are_loaded_again_when_memory_is_short(tmp_path: Path) -> None:
    async def go() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path}/x.sqlite3", rate_scale=0, live_tables=5)
        async with running(settings) as app, guest(app) as a:
            ids = [await open_table(a, ["me", "me"]) for _ in range(20)]
            assert len(parts(app).tables._live) <= 6
            for id in ids:
                assert (await answer(a, id, Random(1))).status_code == 200
            assert len({(await view(a, id))["position"] for id in ids}) >= 1

    asyncio.run(go())


def test_settings_come_from_the_environment_and_flags_win() -> None:
    found = from_environment({"PFALZ_PORT": "81", "PFALZ_SECURE_COOKIES": "yes"}, port=82, host=None)
    assert (found.port, found.secure_cookies, found.host) == (82, True, "127.0.0.1")
    for wrong in ({"PFALZ_PORT": "x"}, {"PFALZ_SMTP_STARTTLS": "perhaps"}):
        with pytest.raises(SettingsError):
            from_environment(wrong)
