"""Group commit: one thread writes for all tables, and whatever has come in meanwhile shares a commit.

Jobs are handed over once per turn of the event loop and when the last commit has been settled: the busier the
server, the more answers share a commit and the less often the two threads get in each other's way.

A job is acknowledged only after its commit. If a shared commit fails, its jobs are tried one by one, so that
one table's conflict never costs another table its answer.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, bindparam
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from pfalz.server.refusals import Conflict, StorageError
from pfalz.server.store.schema import entries, tables

MOST = 512
"""Jobs of one commit at most."""

_INSERT = entries.insert()
_UPDATE = (
    tables.update()
    .where(tables.c.id == bindparam("b_id"))
    .values({name: bindparam(name) for name in ("status", "times", "deciding", "position", "updated")})
)
# SQLite gives up the interpreter's lock for every row of an executemany and has to wait for it again, behind
# a busy event loop; so all rows of a commit travel in one parameter of one statement
_INSERT_JSON = (
    "INSERT INTO entries (table_id, line, data, barrier) SELECT value ->> 'table_id', value ->> 'line', "
    "value ->> 'data', value ->> 'barrier' FROM json_each(?)"
)
_UPDATE_JSON = (
    "UPDATE tables SET status = new.value ->> 'status', times = new.value ->> 'times', "
    "deciding = new.value ->> 'deciding', position = new.value ->> 'position', "
    "updated = new.value ->> 'updated' FROM json_each(?) AS new WHERE tables.id = new.value ->> 'b_id'"
)
SWITCH = 0.0005
"""So many seconds the event loop may keep the writer waiting; Python's own setting is ten times that."""


@dataclass(frozen=True)
class Append:
    """New lines of one table's log, and the table's row as it is after them."""

    rows: Sequence[dict[str, Any]]
    """For every line: table_id, line, data, barrier."""
    table: dict[str, Any]
    """b_id, status, times, deciding, position, updated."""
    also: Callable[[Connection], None] | None = None
    """What else has to change in the same transaction."""


Work = Callable[[Connection], Any]
Job = Append | Work


@dataclass
class _Queued:
    job: Job
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = field(default=None)


class Writer:
    """The one thread that writes."""

    def __init__(self, engine: Engine, reconnected: Callable[[], None]) -> None:
        self._engine = engine
        self._reconnected = reconnected
        self._sqlite = engine.dialect.name == "sqlite"
        self._insert = str(_INSERT.compile(engine))
        self._update = str(_UPDATE.compile(engine))
        self._queue: queue.SimpleQueue[list[_Queued]] = queue.SimpleQueue()
        self._waiting: list[_Queued] = []
        self._writing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._db: Connection | None = None
        self.commits = 0
        self.jobs = 0

    def start(self) -> None:
        """Begin to write; futures belong to the loop that is running now."""
        self._loop = asyncio.get_running_loop()
        sys.setswitchinterval(SWITCH)
        self._thread = threading.Thread(target=self._run, name="pfalz-writer", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Write what is queued, then end."""
        if self._thread is not None:
            while (self._waiting or self._writing) and self._thread.is_alive():
                await asyncio.sleep(0.001)
            self._queue.put([])
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def submit(self, job: Job) -> asyncio.Future[Any]:
        """Queue a job; the future is done when the job is durable or has failed."""
        assert self._loop is not None and self._thread is not None, "the writer has not been started"
        future: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append(_Queued(job, future))
        if len(self._waiting) == 1 and not self._writing:
            self._loop.call_soon(self._hand_over)
        return future

    def _hand_over(self) -> None:
        """Give the thread what has come in."""
        if self._waiting and not self._writing:
            self._writing = True
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            self._queue.put(batch)

    def _written(self, batch: list[_Queued]) -> None:
        """A batch is durable, or has failed: tell those who wait, and go on."""
        self._writing = False
        _settle(batch)
        self._hand_over()

    def _run(self) -> None:
        try:
            self._serve()
        finally:
            if self._db is not None:
                self._db.close()

    def _serve(self) -> None:
        assert self._loop is not None
        while batch := self._queue.get():
            self._write(batch)
            self._loop.call_soon_threadsafe(self._written, batch)

    def _write(self, batch: list[_Queued]) -> None:
        try:
            self._commit(batch)
            return
        except Exception as error:
            if len(batch) == 1:
                batch[0].error = _named(error)
                return
        for queued in batch:
            try:
                self._commit([queued])
            except Exception as error:
                queued.error = _named(error)

    def _commit(self, batch: list[_Queued]) -> None:
        appends = [queued.job for queued in batch if isinstance(queued.job, Append)]
        plain = self._sqlite and len(appends) == len(batch) and all(job.also is None for job in appends)
        db = self._connected()
        try:
            if plain:
                self._commit_plain(db, appends)
            else:
                self._commit_all(db, batch, appends)
        except Exception:
            if db.invalidated or not db.closed:
                db.close()
            raise
        self.commits += 1
        self.jobs += len(batch)

    def _commit_all(self, db: Connection, batch: list[_Queued], appends: list[Append]) -> None:
        with db.begin():
            if appends:
                self._append(db, appends)
            for queued in batch:
                if not isinstance(queued.job, Append):
                    queued.result = queued.job(db)
                elif queued.job.also is not None:
                    queued.job.also(db)

    def _commit_plain(self, db: Connection, appends: list[Append]) -> None:
        """Nothing but answers, in SQLite: by far the most commits, so the driver is asked directly."""
        driver: Any = db.connection.driver_connection
        try:
            driver.execute("BEGIN IMMEDIATE")
            self._append(db, appends)
            driver.execute("COMMIT")
        except Exception as error:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise StorageError("not_stored", what=error.__class__.__name__) from error
            raise

    def _append(self, db: Connection, appends: list[Append]) -> None:
        """The hot path: plain statements on the driver's own cursor."""
        cursor: Any = db.connection.cursor()
        rows = [row for job in appends for row in job.rows]
        try:
            if self._sqlite:
                if rows:
                    cursor.execute(_INSERT_JSON, (msgspec.json.encode(rows).decode(),))
                cursor.execute(_UPDATE_JSON, (msgspec.json.encode([job.table for job in appends]).decode(),))
                return
            if rows:
                cursor.executemany(self._insert, rows)
            cursor.executemany(self._update, [job.table for job in appends])
        except Exception as error:
            if error.__class__.__name__ in ("IntegrityError", "UniqueViolation"):
                raise Conflict("conflict") from error
            raise StorageError("not_stored", what=error.__class__.__name__) from error
        finally:
            cursor.close()

    def _connected(self) -> Connection:
        """The connection that is kept for writing; a new one after a failure."""
        if self._db is not None and self._db.closed:
            self._reconnected()
            self._db = None
        if self._db is None:
            self._db = self._engine.connect()
        return self._db


def _named(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return Conflict("conflict")
    if isinstance(error, SQLAlchemyError):
        return StorageError("not_stored", what=error.__class__.__name__)
    return error


def _settle(batch: list[_Queued]) -> None:
    for queued in batch:
        if queued.future.cancelled():
            continue
        if queued.error is not None:
            queued.future.set_exception(queued.error)
        else:
            queued.future.set_result(queued.result)
