"""Tables of an older Pfalz: `older/format1.gz` was written before positions named their steps."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from pfalz.core.upcast import FORMAT
from pfalz.server.hosting import host
from pfalz.server.hosting.patching import renew_format
from pfalz.server.play.loading import opened_session
from pfalz.server.store import storage
from pfalz.server.store.schema import archives, entries
from pfalz.server.store.storage import Store

OLDER = Path(__file__).parent / "older" / "format1.gz"
ANSWERS = {"staufer": 60, "wallenstein": 130, "mil": 150}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    path = tmp_path / "older.sqlite"
    path.write_bytes(gzip.decompress(OLDER.read_bytes()))
    return Store(f"sqlite:///{path}")


def test_tables_of_an_older_format_go_on_where_they_stand(store: Store) -> None:
    before = {row.id: row for row in host.list_tables(store)}
    asked = {id: host.load(store, id).session.asks()[0].name for id in before}
    with store.claimed():
        found = renew_format(store)
    assert {table.id for table in found} == set(before)
    assert {table.outcome for table in found} == {"updated"}
    for id, row in before.items():
        table = host.load(store, id)
        assert table.header.pfalz == FORMAT
        assert table.position == ANSWERS[row.game] == row.position
        session, rng = table.session, Random(3)
        assert session.asks()[0].name == asked[id]
        while not session.state.over:
            ask = next(ask for ask in session.asks() if not ask.answered)
            session.answer(ask.seat, ask.random_answer(session.state, rng))
            session.settle()


def test_the_older_log_is_laid_aside_and_the_new_one_is_sealed(store: Store) -> None:
    logs = {row.id: host.export(store, row.id) for row in host.list_tables(store)}
    with store.claimed():
        renew_format(store)
    for id, log in logs.items():
        assert host.earlier(store, id) == [log]
        stored = store.now(lambda db, id=id: storage.load_table(db, id))  # type: ignore[misc]
        assert stored is not None and stored.snapshots
        opened_session(stored, host.load(store, id).header)  # every hash from the snapshot on is verified


def test_what_has_been_renewed_is_not_touched_again(store: Store) -> None:
    with store.claimed():
        renew_format(store)
        assert renew_format(store) == []
    assert store.now(lambda db: len(db.execute(select(archives.c.n)).all())) == len(ANSWERS)
    assert store.now(lambda db: len(db.execute(select(entries.c.line)).all())) == sum(ANSWERS.values())
