"""Group commit: what has come in for all tables in a turn of the event loop, or meanwhile, shares a commit.

Where a commit takes less time than two threads need to hand it to each other, the loop makes it itself: plain
answers in an SQLite file on a quick disk. Everything else, and everything on a slow disk, is written by a
thread of its own, so that nothing but the answers themselves waits for a disk.

A job is acknowledged only after its commit. If a shared commit fails, its jobs are tried one by one, so that
one table's conflict never costs another table its answer.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, bindparam
from sqlalchemy.exc import SQLAlchemyError

from pfalz.server.journal import note
from pfalz.server.refusals import Conflict, StorageError
from pfalz.server.store.bus import TOLD
from pfalz.server.store.schema import entries, snapshots, tables

LOG = logging.getLogger("pfalz.store")
MOST = 512
"""Jobs of one commit at most."""

_INSERT = entries.insert()
_HERE = tables.c.id == bindparam("b_id")
_CHANGED = ("times", "deciding", "position", "revision")
_UPDATE = (
    tables.update()
    .where(_HERE, tables.c.revision == bindparam("b_revision"))
    .values({name: bindparam(name) for name in _CHANGED})
)
_MARK = tables.update().where(_HERE).values({name: bindparam(name) for name in ("status", "updated")})
REPLACED = " ON CONFLICT (table_id, position) DO UPDATE SET " + ", ".join(
    f"{column.name} = excluded.{column.name}" for column in snapshots.c if not column.primary_key
)
"""After an insert of a snapshot: it takes the place of the one kept under the same number."""
# SQLite gives up the interpreter's lock for every row of an executemany, and in the thread it has to wait for
# it again, behind a busy event loop; so there all rows of a commit travel in one parameter of one statement
_INSERT_JSON = (
    "INSERT INTO entries (table_id, line, data, barrier) SELECT value ->> 'table_id', value ->> 'line', "
    "value ->> 'data', value ->> 'barrier' FROM json_each(?)"
)
_UPDATE_JSON = (
    "UPDATE tables SET times = new.value ->> 'times', deciding = new.value ->> 'deciding', "
    "position = new.value ->> 'position', revision = new.value ->> 'revision' FROM json_each(?) AS new "
    "WHERE tables.id = new.value ->> 'b_id' AND tables.revision = new.value ->> 'b_revision'"
)
SWITCH = 0.0005
"""So many seconds the event loop may keep the writer waiting; Python's own setting is ten times that."""
QUICK = 0.002
"""So many seconds the disk may take on the average for the loop to commit itself."""
WORK = 0.00003
"""So many seconds of a commit are work for each of its answers, wherever it is done."""
RESPITE = 1.0
"""So many seconds the thread writes once that was too long, before the loop tries again."""


@dataclass(frozen=True)
class Append:
    """New lines of one table's log, and the table's row as it is after them."""

    rows: Sequence[dict[str, Any]]
    """For every line: table_id, line, data, barrier."""
    table: dict[str, Any]
    """b_id, times, deciding, position, revision, and the revision it must have had: b_revision."""
    mark: dict[str, Any] | None = None
    """b_id, status, updated: what lists of tables are made by. Indexes hang on them, so only if need be."""
    snapshot: dict[str, Any] | None = None
    """The position to be kept, as a row."""
    also: Callable[[Connection], None] | None = None
    """What else has to change in the same transaction."""
    news: str = ""
    """What other servers are told (`Bus.message`)."""


Work = Callable[[Connection], Any]
Job = Append | Work


@dataclass
class _Queued:
    job: Job
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = field(default=None)


class Writer:
    """Commits what is submitted, one commit at a time."""

    def __init__(self, engine: Engine, reconnected: Callable[[], None]) -> None:
        self._engine = engine
        self._reconnected = reconnected
        self._sqlite = engine.dialect.name == "sqlite"
        self._insert = str(_INSERT.compile(engine))
        self._update = str(_UPDATE.compile(engine))
        self._mark = str(_MARK.compile(engine))
        self._keep = str(snapshots.insert().compile(engine)) + REPLACED
        self._queue: queue.SimpleQueue[list[_Queued]] = queue.SimpleQueue()
        self._waiting: list[_Queued] = []
        self._writing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._db: Connection | None = None
        """The thread's connection."""
        self._here: Connection | None = None
        """The loop's own connection, which never waits for a lock."""
        self._pace = 0.0
        """How long the disk has kept the loop waiting of late, in seconds a commit."""
        self._rest_until = 0.0
        self.jobs = 0
        self.commits = 0
        self.commits_here = 0
        """How many of them the loop made itself."""
        self.failures = 0

    @property
    def alive(self) -> bool:
        """Whether somebody writes."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def waiting(self) -> int:
        """How many jobs wait for a commit."""
        return len(self._waiting) + self._writing

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
            if self._here is not None:
                self._here.close()

    def submit(self, job: Job) -> asyncio.Future[Any]:
        """Queue a job; the future is done when the job is durable or has failed."""
        assert self._loop is not None and self._thread is not None, "the writer has not been started"
        future: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append(_Queued(job, future))
        if len(self._waiting) == 1 and not self._writing:
            self._loop.call_soon(self._hand_over)
        return future

    def _hand_over(self) -> None:
        """Write what has come in, or give it to the thread."""
        if self._waiting and not self._writing:
            self._writing = True
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            if self._sqlite and all(_plain(queued.job) for queued in batch) and self._write_here(batch):
                self._written(batch)
            else:
                self._queue.put(batch)

    def _write_here(self, batch: list[_Queued]) -> bool:
        """Commit on the loop itself; False if the thread has to, because it takes too long or has failed."""
        begun = time.perf_counter()
        if begun < self._rest_until:
            return False
        try:
            if self._here is None or self._here.closed:
                self._here = self._engine.connect()
                self._here.detach()  # nobody else gets a connection that does not wait
                _driver(self._here).execute("PRAGMA busy_timeout=0")
            self._commit(batch, self._here)
        except Exception:  # the thread waits for locks, and finds out whose fault it was
            return False
        finally:
            took = time.perf_counter() - begun - len(batch) * WORK
            self._pace += (took - self._pace) / 10
            if self._pace > QUICK:
                self._rest_until, self._pace = begun + RESPITE, 0.0
        self.commits_here += 1
        return True

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
            self._commit(batch, self._connected())
            return
        except Exception as error:
            if len(batch) == 1:
                self._failed(batch[0], error)
                return
        for queued in batch:
            try:
                self._commit([queued], self._connected())
            except Exception as error:
                self._failed(queued, error)

    def _failed(self, queued: _Queued, error: Exception) -> None:
        """A job was not done; if it is the database's fault the host has to know."""
        queued.error = _named(error)
        if isinstance(queued.error, StorageError) and not isinstance(queued.error, Conflict):
            self.failures += 1
            why = error.__cause__ or error
            note(LOG, logging.ERROR, "not_stored", error=f"{type(why).__name__}: {getattr(why, 'orig', why)}")

    def _commit(self, batch: list[_Queued], db: Connection) -> None:
        """One transaction. Plain answers in SQLite, by far the most, are asked of the driver directly."""
        appends = [queued.job for queued in batch if isinstance(queued.job, Append)]
        try:
            if self._sqlite and all(_plain(queued.job) for queued in batch):
                driver = _driver(db)
                try:
                    driver.execute("BEGIN IMMEDIATE")
                    self._append(driver.cursor(), appends, at_once=db is self._db)
                    self._finish(driver)
                except Exception as error:
                    if driver.in_transaction:
                        driver.execute("ROLLBACK")
                    raise _named(error) from error
            else:
                with db.begin():
                    if appends:
                        self._append(db.connection.cursor(), appends, at_once=self._sqlite)
                    for queued in batch:
                        if not isinstance(queued.job, Append):
                            queued.result = queued.job(db)
                        elif queued.job.also is not None:
                            queued.job.also(db)
        except Exception:
            if db.invalidated or not db.closed:
                db.close()
            raise
        self.commits += 1
        self.jobs += len(batch)

    def _finish(self, driver: sqlite3.Connection) -> None:
        """Everything is written, and is made durable here."""
        driver.execute("COMMIT")

    def _append(self, cursor: Any, appends: list[Append], at_once: bool) -> None:
        """The hot path: plain statements on the driver's own cursor, for every row or `at_once` for all."""
        rows = [row for job in appends for row in job.rows]
        marks = [job.mark for job in appends if job.mark is not None]
        kept = [job.snapshot for job in appends if job.snapshot is not None]
        news = [job.news for job in appends if job.news]
        try:
            if at_once:
                if rows:
                    cursor.execute(_INSERT_JSON, (msgspec.json.encode(rows).decode(),))
                cursor.execute(_UPDATE_JSON, (msgspec.json.encode([job.table for job in appends]).decode(),))
                changed = cursor.rowcount
            else:
                if rows:
                    cursor.executemany(self._insert, rows)
                cursor.executemany(self._update, [job.table for job in appends])
                changed = cursor.rowcount
            if changed != len(appends):  # somebody else has changed one of these tables
                raise Conflict("conflict")
            if marks:
                cursor.executemany(self._mark, marks)
            if kept:
                cursor.executemany(self._keep, kept)
            if news:
                cursor.execute(TOLD, (news,))
        except Exception as error:
            raise _named(error) from error
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


def _plain(job: Job) -> bool:
    """Whether a job is nothing but answers."""
    return isinstance(job, Append) and job.also is None


def _driver(db: Connection) -> sqlite3.Connection:
    """SQLite's own connection."""
    found: Any = db.connection.dbapi_connection
    return found  # type: ignore[no-any-return]


def _named(error: Exception) -> Exception:
    """What a database says in the words of a storage; an error of ours stays what it is."""
    name = error.__class__.__name__
    if name in ("IntegrityError", "UniqueViolation"):
        return Conflict("conflict")
    if isinstance(error, SQLAlchemyError | sqlite3.Error) or error.__class__.__module__.startswith("psycopg"):
        return StorageError("not_stored", what=name)
    return error


def _settle(batch: list[_Queued]) -> None:
    for queued in batch:
        if queued.future.cancelled():
            continue
        if queued.error is not None:
            queued.future.set_exception(queued.error)
        else:
            queued.future.set_result(queued.result)
