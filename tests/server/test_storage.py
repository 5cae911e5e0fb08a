"""Storage: migrations, grouped commits, and the host's commands, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, delete, insert, inspect, select, text, update
from sqlalchemy.engine import make_url

from pfalz.core.errors import RecordError
from pfalz.core.record import loads
from pfalz.core.session import Session, resume, verify_chance
from pfalz.server.hosting import host
from pfalz.server.play.loading import from_stored
from pfalz.server.play.table import rules_of
from pfalz.server.refusals import Conflict, StorageError
from pfalz.server.settings import Settings, SettingsError, from_environment
from pfalz.server.store import schema, storage
from pfalz.server.store.schema import MIGRATIONS, SchemaTooNew, chat, facts, snapshots
from pfalz.server.store.storage import Store
from tests.server.tools import (
    answer,
    client,
    guest,
    old_database,
    open_table,
    parts,
    play_some,
    running,
    sqlite,
    view,
)


def test_an_old_database_is_brought_up_to_date_and_a_newer_one_refused(url: str) -> None:
    with old_database(url, 1) as db:
        assert not inspect(db).has_table("visits")
    store = Store(url)
    assert store.schema_before == 1
    assert store.now(lambda db: inspect(db).has_table("visits") and inspect(db).has_table("archives"))
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


def test_snapshots_of_an_old_database_get_their_new_columns(url: str) -> None:
    with old_database(url, 2) as db:
        db.execute(text("DROP TABLE snapshots"))
        db.execute(
            text(
                "CREATE TABLE snapshots (table_id TEXT, position INTEGER, line INTEGER NOT NULL, "
                "state TEXT NOT NULL, PRIMARY KEY (table_id, position))"
            )
        )
        db.execute(text("INSERT INTO snapshots VALUES ('t', 32, 40, '{}')"))
    [row] = Store(url).now(lambda db: storage.latest_snapshots(db, "t", 99, 2))
    assert (row["position"], row["opened"], row["rules"]) == (32, 0, "")


def test_tables_of_an_old_database_give_princes_the_usual_time_and_can_be_analysed(url: str) -> None:
    with old_database(url, 12) as db:
        db.execute(text("ALTER TABLE tables DROP COLUMN thinking"))
        row = dict.fromkeys([column.name for column in schema.tables.c], "")
        row |= {"id": "t", "private": False, "position": 0, "created": 0.0, "updated": 0.0, "hints": False}
        del row["thinking"]
        row["revision"] = 0
        names = ", ".join(row)
        db.execute(text(f"INSERT INTO tables ({names}) VALUES ({', '.join(f':{n}' for n in row)})"), row)
        assert not inspect(db).has_table("analyses")
    store = Store(url)
    found = store.now(lambda db: storage.load_table(db, "t"))
    assert found is not None and found.row["thinking"] == 1.0
    assert store.now(lambda db: inspect(db).has_table("analyses"))


def test_commits_are_durable(url: str) -> None:
    """What the writer's own connection is set to; the kill test cannot pull the plug of the machine."""

    def settings(db: Connection) -> list[Any]:
        if db.dialect.name == "sqlite":
            return [db.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
        names = ("synchronous_commit", "fsync", "full_page_writes")
        return [db.execute(text(f"SHOW {name}")).scalar() for name in names]

    async def go() -> list[Any]:
        store = Store(url)
        await store.start()
        try:
            return await store.write(settings)
        finally:
            await store.stop()

    assert asyncio.run(go()) == (["wal", 2] if url.startswith("sqlite") else ["on", "on", "on"])


def test_a_host_cannot_switch_durability_off_by_accident(postgres: str) -> None:
    def set_to(value: str) -> Any:
        name = make_url(postgres).database
        Store(postgres).write_now(
            lambda db: db.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = {value}"))
        )
        return Store(postgres).now(lambda db: db.execute(text("SHOW synchronous_commit")).scalar())

    assert [set_to("off"), set_to("remote_apply")] == ["on", "remote_apply"]


def test_a_database_that_is_gone_is_not_listened_to_for_ever(postgres: str) -> None:
    """A machine that is off does not hang up: the system asks whether it is there."""

    def asks(url: str) -> tuple[str, str]:
        engine = storage.connect(url)
        try:
            with engine.connect() as db:
                driver: Any = db.connection.dbapi_connection
                known = driver.info.get_parameters()
                return known["keepalives_idle"], known["tcp_user_timeout"]
        finally:
            engine.dispose()

    assert asks(postgres) == ("10", "25000")
    own = make_url(postgres).update_query_dict({"keepalives_idle": "60"})
    assert asks(own.render_as_string(hide_password=False)) == ("60", "25000")


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Otto, this is not a database. " * 100)
    for url in (
        f"sqlite:///{tmp_path}/letter.txt",
        f"sqlite:///{tmp_path}/no/such/folder.sqlite3",
        "postgresql://nobody@127.0.0.1:1/x",
        "oracle://x",
        "nonsense",
    ):
        with pytest.raises(StorageError, match="this database cannot be used"):
            Store(url)
    assert (tmp_path / "letter.txt").read_text().startswith("Dear Otto")


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


def test_the_host_lists_exports_imports_and_takes_back(url: str) -> None:
    settings = Settings(database=url, rate_scale=0)
    id = play_some(settings, 20)
    store = Store(url)
    assert [(t.id, t.status, t.seats) for t in host.list_tables(store)] == [(id, "playing", ["Ida", "Ida"])]
    exported = host.export(store, id)
    record = loads(exported)
    assert len(resume(rules_of(record.header), record).entries) == len(record.entries)
    new = host.bring(store, record)
    assert host.export(store, new) == exported
    before = len(record.entries)
    assert host.undo(store, new) < before
    assert host.undo(store, new, 5) >= 5
    with pytest.raises(RecordError):
        host.undo(store, new, 500)
    stored = store.now(lambda db: storage.load_table(db, new))
    assert stored is not None and from_stored(stored).position == len(loads(host.export(store, new)).entries)
    assert {t.id for t in host.list_tables(store, "playing")} == {id, new}


def test_after_the_host_took_back_the_clock_of_who_has_to_decide_runs(url: str) -> None:
    id = play_some(Settings(database=url, rate_scale=0), 20, clock={"kind": "move", "seconds": 3600})
    store = Store(url)
    asked = set()
    for _ in range(12):
        host.undo(store, id)
        table = host.load(store, id)
        assert [seat for seat in (0, 1) if table.times.running(seat)] == table.deciding()
        asked |= set(table.deciding())
    assert asked == {0, 1}


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


# -- snapshots ----------------------------------------------------------------------------------------


def loaded(store: Store, id: str) -> Session:
    stored = store.now(lambda db: storage.load_table(db, id))
    assert stored is not None
    return from_stored(stored).session


def test_a_long_table_is_loaded_from_its_newest_snapshot(url: str) -> None:
    id = play_some(Settings(database=url, rate_scale=0), 50)
    store = Store(url)
    kept = store.now(lambda db: storage.latest_snapshots(db, id, 10_000, 100))
    assert len(kept) >= 3, "at the set-up, on the way, and when the server stopped"
    session = loaded(store, id)
    assert session.lacks_past and kept[0]["position"] == len(session.entries)
    store.write_now(
        lambda db: db.execute(delete(snapshots).where(snapshots.c.position > kept[1]["position"]))
    )
    tail = loaded(store, id)
    assert tail.lacks_past and len(tail.entries) > kept[1]["position"]
    store.write_now(lambda db: db.execute(delete(snapshots)))
    whole = loaded(store, id)
    assert not whole.lacks_past
    for other in (session, tail):
        assert other.rules.hash(other.state) == whole.rules.hash(whole.state)
        assert (other.opened, other.barriers) == (whole.opened, whole.barriers)
        assert other.events == whole.events


@pytest.mark.parametrize("change", [{"rules": "of last year"}, {"state": "{}"}, {"state": "[" * 9}])
def test_a_snapshot_that_does_not_fit_is_not_used(tmp_path: Path, change: dict[str, Any]) -> None:
    id = play_some(sqlite(tmp_path), 40)
    store = Store(sqlite(tmp_path).database)
    good = loaded(store, id)
    store.write_now(lambda db: db.execute(update(snapshots).values(**change)))
    session = loaded(store, id)
    assert good.lacks_past and not session.lacks_past
    assert session.events == good.events


def test_a_snapshot_of_answers_that_were_taken_back_is_not_used(tmp_path: Path) -> None:
    id, store = play_some(sqlite(tmp_path), 40), Store(sqlite(tmp_path).database)
    [newest, *_] = store.now(lambda db: storage.latest_snapshots(db, id, 10_000, 1))
    host.undo(store, id, 8)

    async def go() -> None:
        async with running(sqlite(tmp_path)) as app:
            tables, rng = parts(app).tables, Random(99)
            async with tables.open(id) as table:
                while table.position <= newest["position"]:
                    ask = next(ask for ask in table.asks() if not ask.answered)
                    answer = ask.random_answer(table.session.state, rng)
                    await tables.answer_seat(table, ask.seat, ask.name, table.session.opened, answer)

    asyncio.run(go())
    store.write_now(lambda db: db.execute(delete(snapshots)))
    store.write_now(lambda db: storage.save_snapshot(db, newest))
    session = loaded(store, id)
    assert not session.lacks_past
    assert resume(session.rules, session.record()).events == session.events


def test_after_a_restart_everybody_sees_the_same_log_and_positions(tmp_path: Path) -> None:
    async def look(c: httpx.AsyncClient, id: str) -> tuple[dict[str, Any], Any]:
        seen = await view(c, id)
        seen.pop("version", None)  # counts changes since the table was loaded
        return seen, (await c.get(f"/api/tables/{id}/position/9")).json()["view"]

    async def again(c: httpx.AsyncClient, id: str) -> tuple[dict[str, Any], Any]:
        async with running(sqlite(tmp_path)) as app, client(app, cookies=c.cookies) as same:
            return await look(same, id)

    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app, "Ida") as a:
            id = await open_table(a, ["me", "me"])
            for i in range(50):
                assert (await answer(a, id, Random(i))).status_code == 200
            before = await look(a, id)
        assert await again(a, id) == before
        Store(sqlite(tmp_path).database).write_now(lambda db: db.execute(delete(snapshots)))
        assert await again(a, id) == before

    asyncio.run(go())


def test_clocks_do_without_the_past_and_a_visitor_called_off_spoils_nothing(tmp_path: Path) -> None:
    id = play_some(sqlite(tmp_path), 40)

    async def go() -> None:
        async with running(sqlite(tmp_path)) as app:
            tables = parts(app).tables
            async with tables.open(id) as table:
                assert table.session.lacks_past
                first = table.session
            entering = asyncio.ensure_future(tables.visit(id, "").__aenter__())
            while not table.lock.locked():
                await asyncio.sleep(0)
            entering.cancel()
            await asyncio.gather(entering, return_exceptions=True)
            assert entering.cancelled()
            async with tables.visit(id, "") as table:
                assert table.session is not first and not table.session.lacks_past
                assert resume(table.rules, table.session.record()).events == table.session.events

    asyncio.run(go())


def test_the_newest_chat_is_loaded_and_what_is_said_goes_on_after_it(url: str) -> None:
    settings = Settings(database=url, rate_scale=0)
    id, said = play_some(settings, 1), storage.CHAT_SHOWN + 50
    row = {"table_id": id, "person": "x", "name": "Ida", "seat": -2, "at": 0.0}
    rows = [{**row, "n": n, "text": f"line {n}"} for n in range(said)]
    Store(url).write_now(lambda db: db.execute(insert(chat), rows))

    async def go() -> None:
        async with running(settings) as app, guest(app) as a:
            for _ in range(2):  # as it was loaded, and as it goes on
                lines = [line["n"] for line in (await view(a, id))["chat"]]
                assert lines == list(range(lines[-1] + 1 - storage.CHAT_SHOWN, lines[-1] + 1))
                assert (await a.post(f"/api/tables/{id}/chat", json={"text": "x"})).json()["n"] == lines[
                    -1
                ] + 1
            assert lines[-1] == said

    asyncio.run(go())


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
