"""A backup of everything: taken while the server runs, restored into an empty database of either kind."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from pfalz.core.errors import PfalzError
from pfalz.core.texts import error_text
from pfalz.server.play.loading import from_stored
from pfalz.server.refusals import BadRecord
from pfalz.server.settings import Settings
from pfalz.server.store import backup
from pfalz.server.store.audit import HOST, deeds, note_deed
from pfalz.server.store.schema import META, MIGRATIONS, SchemaTooNew
from pfalz.server.store.storage import Store, load_table
from tests.server.tools import answer, client, guest, open_table, running, view


def settings_of(url: str) -> Settings:
    return Settings(database=url, rate_scale=0, bot_pause=0)


def rows(store: Store) -> dict[str, list[Any]]:
    """Everything a database holds."""
    order = {t.name: select(t).order_by(*t.primary_key.columns) for t in META.sorted_tables}
    return store.now(lambda db: {name: list(db.execute(query)) for name, query in order.items()})


def saved(store: Store) -> bytes:
    out = io.BytesIO()
    backup.save(store, out)
    return out.getvalue()


async def busy(url: str) -> tuple[str, Any, bytes]:
    """A server with people, a private table, chat, a draft and answers; a backup taken while it runs."""
    async with running(settings_of(url)) as app, guest(app, "Ida") as a:
        id = await open_table(a, ["me", "me"], private=True)
        for i in range(40):
            assert (await answer(a, id, Random(i))).status_code == 200
        seen = await view(a, id)
        draft = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": seen["ask"]["options"][:1]}
        assert (await a.put(f"/api/tables/{id}/draft", json=draft)).status_code == 200
        said = await a.post(f"/api/tables/{id}/chat", json={"text": "Grüß Gott «Ida» 👑"})
        assert said.status_code in (200, 201)
        Store(url).write_now(lambda db: note_deed(db, HOST, "block", "somebody"))
        return id, a.cookies, saved(Store(url))


def test_a_backup_of_one_kind_of_database_is_restored_into_the_other(url: str, request: Any) -> None:
    id, cookies, file = asyncio.run(busy(url))
    tmp = request.getfixturevalue("tmp_path")
    to = f"sqlite:///{tmp}/to.sqlite3" if url.startswith("postgres") else request.getfixturevalue("postgres")
    there, here = Store(to), Store(url)
    assert backup.restore(there, io.BytesIO(file)) == 1
    found, were = rows(there), rows(here)
    kept = len(found["snapshots"])
    were["snapshots"] = were["snapshots"][:kept]  # the server has kept one more when it stopped
    for store in (found, were):  # and has lived on a little
        assert store["facts"][0][0] == "alive"
        store["facts"] = [fact for fact in store["facts"] if not fact[0].startswith("alive")]
    assert kept and found == were
    stored = there.now(lambda db: load_table(db, id))
    assert stored is not None and from_stored(stored).session.lacks_past

    there.write_now(lambda db: note_deed(db, HOST, "close", id))
    assert [deed["what"] for deed in there.now(deeds)] == ["block", "close"], (
        "what is done is written down anew"
    )

    async def go() -> None:
        async with running(settings_of(to)) as app, client(app, cookies=cookies) as a:
            seen = await view(a, id)
            assert seen["seat"] >= 0 and seen["draft"] and seen["position"] > 40, "still the same person"
            assert (await answer(a, id, Random(1))).status_code == 200

    asyncio.run(go())


def test_a_backup_of_a_backup_is_the_same(tmp_path: Path) -> None:
    _, _, file = asyncio.run(busy(f"sqlite:///{tmp_path}/a.sqlite3"))
    other = Store(f"sqlite:///{tmp_path}/b.sqlite3")
    backup.restore(other, io.BytesIO(file))
    assert saved(other) == file
    with pytest.raises(BadRecord, match="needs an empty database; this one has 1 table and 1 people"):
        backup.restore(other, io.BytesIO(file))


def lines_of(file: bytes) -> list[bytes]:
    return file.splitlines(keepends=True)


def damaged(file: bytes) -> list[tuple[bytes, str]]:
    """Broken files and what is said of them."""
    lines = lines_of(file)
    first, last = json.loads(lines[0]), json.loads(lines[-1])
    entry = next(i for i, line in enumerate(lines) if b'"entries"' in line)

    def with_line(i: int, raw: Any) -> bytes:
        return b"".join([*lines[:i], json.dumps(raw).encode() + b"\n", *lines[i + 1 :]])

    def row(**change: Any) -> Any:
        part = json.loads(lines[entry])
        part["rows"][0] = {**part["rows"][0], **change}
        return part

    where = f"damaged in line {entry + 1}"
    return [
        (b"".join(lines[:-1]), "cut off"),
        (b"".join(lines[:-1]) + lines[-1][:-20], "cut off"),
        (b"".join([*lines[:entry], *lines[entry + 1 :]]), "damaged"),
        (file.replace(b"Ida", b"Eva"), "damaged"),
        (file + b"{}\n", "damaged"),
        (with_line(0, {**first, "pfalz_backup": 99}), "format 99"),
        (with_line(0, {**first, "schema": 99}), "newer Pfalz"),
        (with_line(0, {**first, "more": 1}), "damaged in line 1"),
        (with_line(len(lines) - 1, {**last, "rows": 1}), "damaged"),
        (with_line(entry, {"table": "nothing", "rows": [{"a": 1}]}), where),
        (with_line(entry, {"table": "entries", "rows": []}), where),
        (with_line(entry, {"table": "facts", "rows": [{"key": "schema", "value": "1"}]}), where),
        (with_line(entry, row(line="nine")), where),
        (with_line(entry, row(line=10**30)), where),
        (with_line(entry, row(data=None)), where),
        (with_line(entry, row(more=1)), where),
        (b"".join([*lines[:entry], b'{"table"' + b"[" * 100_000 + b"\n"]), where),
        (b"".join([*lines[:entry], b'{"table": "\xff"}\n']), where),
    ]


def test_a_damaged_backup_changes_nothing(url: str, tmp_path: Path) -> None:
    _, _, file = asyncio.run(busy(f"sqlite:///{tmp_path}/source.sqlite3"))
    store = Store(url)
    before = rows(store)
    for broken, words in damaged(file):
        with pytest.raises(PfalzError) as caught:
            backup.restore(store, io.BytesIO(broken))
        assert words in str(caught.value), (words, str(caught.value))
        assert error_text(caught.value, "de") != str(caught.value)
        assert rows(store) == before
    assert backup.restore(store, io.BytesIO(file)) == 1


def test_a_backup_of_an_older_schema_gets_what_is_new_by_default(tmp_path: Path) -> None:
    _, _, file = asyncio.run(busy(f"sqlite:///{tmp_path}/source.sqlite3"))
    lines = []
    for line in lines_of(file)[:-1]:
        raw = json.loads(line)
        if raw.get("table") == "snapshots":
            new = ("opened", "rules")
            raw["rows"] = [{k: v for k, v in row.items() if k not in new} for row in raw["rows"]]
        lines.append(json.dumps({**raw, "schema": 2} if "schema" in raw else raw).encode() + b"\n")
    sha = hashlib.sha256(b"".join(lines)).hexdigest()
    last = {"rows": json.loads(lines_of(file)[-1])["rows"], "sha256": sha}
    old = b"".join(lines) + json.dumps(last).encode() + b"\n"
    store = Store(f"sqlite:///{tmp_path}/new.sqlite3")
    assert backup.restore(store, io.BytesIO(old)) == 1


def test_the_newest_schema_is_written(tmp_path: Path) -> None:
    first = lines_of(saved(Store(f"sqlite:///{tmp_path}/x.sqlite3")))[0]
    assert backup.is_backup(first) and json.loads(first)["schema"] == len(MIGRATIONS)
    assert issubclass(SchemaTooNew, PfalzError)
