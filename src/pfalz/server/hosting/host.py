"""What a host does: run the server; list, show, export, import and undo tables from the command line.

The commands on tables work on the database itself. Those that only read do so while the server runs; those
that write claim the database and are refused as long as another process has it (`Store.claimed`).
"""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

import pfalz
from pfalz.core.errors import PfalzError
from pfalz.core.record import Header, Record, Undo, dump_lines
from pfalz.server import journal
from pfalz.server.app import create_app
from pfalz.server.hosting.patching import renew_format
from pfalz.server.hosting.stopping import Server
from pfalz.server.http.context import Parts
from pfalz.server.http.door import served
from pfalz.server.journal import note
from pfalz.server.play import clocks
from pfalz.server.play.bounds import MOST_LINES
from pfalz.server.play.commitments import new_seed
from pfalz.server.play.joining import check_rules
from pfalz.server.play.loading import from_stored, parse_lines
from pfalz.server.play.opening import table_from
from pfalz.server.play.rows import lines_since, log_rows, seat_rows, snapshot_row, table_row
from pfalz.server.play.table import Table
from pfalz.server.refusals import BadRecord, Refused
from pfalz.server.settings import Settings, SettingsError, check
from pfalz.server.store import storage
from pfalz.server.store.audit import HOST, note_deed
from pfalz.server.store.schema import archives, entries
from pfalz.server.store.storage import Store, StoredTable

LOG = logging.getLogger("pfalz.server")


def serve(settings: Settings, greet: Callable[[str], None]) -> None:
    """Run the server until it is told to stop; `greet` is told its address when it is about to begin."""
    check(settings)
    journal.set_up(settings.log_level, settings.log_format)
    with _bound(settings) as sock:  # whoever finds the address taken has not touched the database yet
        settings = replace(settings, port=sock.getsockname()[1])
        app = create_app(settings)
        parts: Parts = app.state.parts
        parts.store.claim.take(serving=True)
        if parts.store.claim.alone:
            for table in renew_format(parts.store):
                note(LOG, logging.INFO, "renewed", table=table.id, outcome=table.outcome)
        else:
            parts.store.now(check_rules)
        greet(_address(settings))
        kind = parts.store.engine.dialect.name
        note(
            LOG, logging.INFO, "serving", address=_address(settings), database=kind, version=pfalz.__version__
        )
        server = Server(served(app, proxy_headers=settings.trust_proxy), parts.streams)
        with suppress(KeyboardInterrupt):  # raised again once everything has been stopped
            server.run(sockets=[sock])
        if not server.started:  # uvicorn has said why
            sys.exit(3)


def _address(settings: Settings) -> str:
    host = "localhost" if settings.host == "127.0.0.1" else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _bound(settings: Settings) -> socket.socket:
    """A socket with our address; for port 0 the system chooses one nobody else has."""
    sock = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sock.family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        sock.close()
        what = getattr(error, "strerror", None) or str(error)
        raise SettingsError("no_address", address=_address(settings), what=what) from error
    return sock


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
    found = []
    for row, seats in store.now(lambda db: storage.all_tables(db, status)):
        names = [s["name"] + (f" ({s['bot']})" if s["bot"] else "") or "–" for s in seats]
        place = (names, row["position"], row["updated"])
        found.append(Listed(row["id"], row["game"], row["status"], row["title"], *place))
    return found


def load(store: Store, id: str) -> Table:
    """A table as the database has it."""
    return from_stored(store.now(lambda db: _stored(db, id)))


def export(store: Store, id: str) -> str:
    """The complete record file of a table, with its undos left out; for the host's eyes only."""
    stored = store.now(lambda db: _stored(db, id))
    header = msgspec.json.decode(stored.row["header"], type=Header)
    return dump_lines([header, *parse_lines(stored)[0]])


def earlier(store: Store, id: str) -> list[str]:
    """The logs a table had before it went on under changed rules, oldest first, as record files."""
    store.now(lambda db: _stored(db, id))
    query = select(archives.c.record).where(archives.c.table_id == id).order_by(archives.c.n)
    return store.now(lambda db: list(db.execute(query).scalars()))


def bring(store: Store, record: Record) -> str:
    """A table from a record; returns its id. Seats of people are free for whoever comes."""
    if len(record.entries) > MOST_LINES:
        raise BadRecord("record_long", most=MOST_LINES)
    try:
        table = table_from(record, None, private=False)
    except PfalzError:
        raise
    except Exception as error:  # chance may fail on a made-up position
        raise BadRecord("record_broken") from error

    def write(db: Connection) -> None:
        storage.insert_table(db, table_row(table), seat_rows(table))
        log = log_rows(table)
        if log:
            db.execute(insert(entries), log)
            storage.save_snapshot(db, snapshot_row(table))
        note_deed(db, HOST, "import", table.id)

    store.write_now(write)
    return table.id


def undo(store: Store, id: str, to: int | None = None) -> int:
    """Take back the last decision of a person or bot, or go back to a position; returns the new position."""
    stored = store.now(lambda db: _stored(db, id))
    table = from_stored(stored)
    if table.status not in ("playing", "over"):
        raise Refused("not_playing", 409)
    decisions = [entry.n for entry in table.session.entries if entry.seat >= 0]
    if not decisions:
        raise BadRecord("no_decision", id=id)
    if to is None:
        to = decisions[-1]
    if not 0 <= to < table.position:
        raise BadRecord("no_positions", id=id, last=table.position - 1)
    table.session.rewind(to)
    if table.status == "over":  # everybody knows the seed
        table.session.draw_anew(new_seed())
    table.session.settle()
    table.status = "playing"
    people = [seat for seat in table.deciding() if not table.seats[seat].bot]
    clocks.turn(table.clock, table.times, people, (), time.time())
    lines = [(_json(Undo(to, -1)), False), *lines_since(table, to)]

    def write(db: Connection) -> None:
        first = len(stored.lines)
        rows = [
            {"table_id": id, "line": first + i, "data": data, "barrier": barrier}
            for i, (data, barrier) in enumerate(lines)
        ]
        db.execute(insert(entries), rows)
        values: dict[str, Any] = {"position": table.position, "status": "playing", "updated": time.time()}
        values |= {"deciding": _json(table.deciding()), "times": _json(table.times)}
        values["header"] = _json(table.header)
        values["revision"] = stored.row["revision"] + 1
        storage.update_table(db, id, **values)
        note_deed(db, HOST, "undo", id, to=to)

    store.write_now(write)
    return table.position


def _stored(db: Connection, id: str) -> StoredTable:
    stored = storage.load_table(db, id)
    if stored is None:
        raise Refused("no_such_table", 404)
    return stored


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()
