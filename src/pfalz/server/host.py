"""What a host does: run the server; list, show, export, import, undo and patch tables from the command line.

The commands on tables work on the database itself. SQLite and PostgreSQL allow that while the server runs,
but a table that is being played should be left alone: the server would answer its next move with a conflict
and read it again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import msgspec
import uvicorn
from sqlalchemy import Connection, delete, insert

from pfalz import catalogue
from pfalz.core.record import Entry, Header, Record, Undo, dump_lines, loads
from pfalz.core.session import resume
from pfalz.server import storage
from pfalz.server.app import create_app
from pfalz.server.loading import from_stored, parse_lines
from pfalz.server.opening import table_from
from pfalz.server.refusals import BadRecord, Refused
from pfalz.server.rows import log_rows, seat_rows, table_row
from pfalz.server.schema import entries, snapshots
from pfalz.server.settings import Settings
from pfalz.server.storage import Store, StoredTable
from pfalz.server.table import Table, rules_of


def serve(settings: Settings) -> None:
    """Run the server until it is told to stop."""
    name = "localhost" if settings.host == "127.0.0.1" else settings.host
    print(f"The tables are laid at http://{name}:{settings.port} (Ctrl-C stops the server)", flush=True)
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
        proxy_headers=settings.trust_proxy,
    )


@dataclass
class Listed:
    """A table in the host's list."""

    id: str
    game: str
    status: str
    title: str
    seats: list[str]
    position: int
    updated: float


def list_tables(store: Store, status: str | None = None) -> list[Listed]:
    """All tables, newest first."""

    def read(db: Connection) -> list[Listed]:
        found = []
        for id in storage.ids_of(db, *([status] if status else [])):
            row, seats = _stored(db, id).row, _stored(db, id).seats
            names = [s["name"] + (f" ({s['bot']})" if s["bot"] else "") or "–" for s in seats]
            found.append(
                Listed(id, row["game"], row["status"], row["title"], names, row["position"], row["updated"])
            )
        return found[::-1]

    return store.now(read)


def load(store: Store, id: str) -> Table:
    """A table as the database has it."""
    return from_stored(store.now(lambda db: _stored(db, id)))


def export(store: Store, id: str) -> str:
    """The complete record file of a table, with its undos left out; for the host's eyes only."""
    stored = store.now(lambda db: _stored(db, id))
    header = msgspec.json.decode(stored.row["header"], type=Header)
    return dump_lines([header, *parse_lines(stored)[0]])


def bring(store: Store, text: str) -> str:
    """A table from a record file; returns its id. Seats of people are free for whoever comes."""
    table = table_from(loads(text), None, private=False)

    def write(db: Connection) -> None:
        storage.insert_table(db, table_row(table), seat_rows(table))
        log = log_rows(table)
        if log:
            db.execute(insert(entries), log)

    store.write_now(write)
    return table.id


def undo(store: Store, id: str, to: int | None = None) -> int:
    """Take back the last decision of a person or bot, or go back to a position; returns the new position."""
    stored = store.now(lambda db: _stored(db, id))
    table = from_stored(stored)
    if to is None:
        decisions = [entry.n for entry in table.session.entries if entry.seat >= 0]
        if not decisions:
            raise BadRecord("no_decision", id=id)
        to = decisions[-1]
    if not 0 <= to < table.position:
        raise BadRecord("no_positions", id=id, last=table.position - 1)
    table.session.rewind(to)
    table.session.settle()
    table.status = "playing"
    lines: list[tuple[str, bool]] = [(msgspec.json.encode(Undo(to, -1)).decode(), False)]
    for entry, barrier in zip(table.session.entries[to:], table.session.barriers[to:], strict=True):
        lines.append((msgspec.json.encode(entry).decode(), barrier))

    def write(db: Connection) -> None:
        first = len(stored.lines)
        rows = [
            {"table_id": id, "line": first + i, "data": data, "barrier": barrier}
            for i, (data, barrier) in enumerate(lines)
        ]
        db.execute(insert(entries), rows)
        values = {"position": table.position, "status": "playing", "updated": time.time()}
        storage.update_table(db, id, deciding=_json(table.deciding()), **values)

    store.write_now(write)
    return table.position


@dataclass
class Patched:
    """What became of a table when it was replayed under the present rules."""

    id: str
    outcome: str
    """same, updated, diverged, broken"""
    position: int
    message: str = ""


def patch(store: Store, write: bool = False) -> list[Patched]:
    """Replay every table under the present rules; with `write`, keep what has changed.

    A table whose answers all replay gets the present version and hashes. One that diverges is cut back to its
    last answer that still replays; the old lines stay in the log before an undo line."""
    return [_patch(store, id, write) for id in store.now(storage.ids_of)]


def _patch(store: Store, id: str, write: bool) -> Patched:
    stored = store.now(lambda db: _stored(db, id))
    header = msgspec.json.decode(stored.row["header"], type=Header)
    try:
        old, _ = parse_lines(stored)
        header.version = catalogue.game(header.game).version
        session = resume(rules_of(header), Record(header, []))
    except Exception as error:  # a table of a game or data that is gone
        return Patched(id, "broken", 0, str(error))
    message = ""
    for entry in old:
        try:
            if entry.move is None:
                session.retract(entry.seat)
            else:
                session.answer(entry.seat, entry.move, entry.ask)
        except Exception as error:  # changed rules may fail in any way on an old answer
            message = f"entry {entry.n} (seat {entry.seat}, {entry.ask}): {error}"
            break
    kept = len(session.entries)
    if not message and session.entries == old and _version(stored) == header.version:
        return Patched(id, "same", kept)
    outcome = "diverged" if message else "updated"
    if write:
        _rewrite(store, stored, header, session.entries, session.barriers)
    return Patched(id, outcome, kept, message)


def _version(stored: StoredTable) -> int:
    return msgspec.json.decode(stored.row["header"], type=Header).version


def _rewrite(
    store: Store, stored: StoredTable, header: Header, kept: list[Entry], barriers: list[bool]
) -> None:
    """Append an undo to the beginning and the answers that still count, under the present rules."""
    id, first = stored.row["id"], len(stored.lines)
    lines: list[tuple[str, bool]] = [(msgspec.json.encode(Undo(0, -1)).decode(), False)]
    for entry, barrier in zip(kept, barriers, strict=True):
        lines.append((msgspec.json.encode(entry).decode(), barrier))

    def write(db: Connection) -> None:
        rows = [
            {"table_id": id, "line": first + i, "data": data, "barrier": barrier}
            for i, (data, barrier) in enumerate(lines)
        ]
        db.execute(insert(entries), rows)
        db.execute(delete(snapshots).where(snapshots.c.table_id == id))
        storage.update_table(db, id, header=_json(header), position=len(kept), updated=time.time())
        table = from_stored(_stored(db, id))
        status = "over" if table.session.state.over else "playing" if table.status == "over" else table.status
        table.status = status
        storage.update_table(db, id, status=status, deciding=_json(table.deciding()))

    store.write_now(write)


def _stored(db: Connection, id: str) -> StoredTable:
    stored = storage.load_table(db, id)
    if stored is None:
        raise Refused("no_such_table", 404)
    return stored


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()
