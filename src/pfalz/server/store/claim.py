"""Who may write: one process alone, or any number of servers together.

An SQLite file has one server: a lock on a file beside it. Servers on one PostgreSQL share an advisory lock;
a command that changes tables from outside, and a server that finds itself the first, want it for themselves.
Both kinds end with the process that holds them, however it ends: a crash leaves nothing behind that keeps the
next server from starting.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from pfalz.server.refusals import StorageError

T = TypeVar("T")
PATIENCE = 3.0
"""So many seconds a claim waits for another to end: a process that was killed may still be on its way out."""
STARTING = 10
"""So many times longer a server waits, for another one that is about to start."""
KEY = "1049, 1"
HOLDER = """
SELECT application_name FROM pg_stat_activity JOIN pg_locks AS held USING (pid)
WHERE classid = 1049 AND objid = 1 AND locktype = 'advisory' AND granted
AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


class InUse(StorageError):
    """Another process serves this database or changes its tables."""


class Claim:
    """The right to write to a database, of one process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._file: int | None = None
        self._db: Connection | None = None
        self._lock = threading.RLock()
        self._serving = False
        self._lost = False
        """Whether it was ours and has to be claimed again before anything is written."""
        self.checks: list[Callable[[Connection], None]] = []
        """What has to be true for us to go on where others have been meanwhile; they raise if it is not."""
        self.alone = False
        """Whether nobody else may write meanwhile."""

    @property
    def held(self) -> bool:
        """Whether it is ours."""
        return self._file is not None or self._db is not None

    @property
    def shareable(self) -> bool:
        """Whether several servers may have this database."""
        return self._engine.dialect.name == "postgresql"

    def take(self, serving: bool = False) -> None:
        """Claim the database, alone or, `serving`, with other servers; if somebody keeps it, say so."""
        with self._lock:
            if self.held:
                return
            self._serving = serving and self.shareable
            end = time.monotonic() + PATIENCE * (STARTING if self._serving else 1)
            while True:
                other = self._try()
                if other is None:
                    return
                if time.monotonic() >= end:
                    raise InUse("in_use", who=other)
                time.sleep(0.02)

    def share(self) -> None:
        """Let other servers in: what only the first one does has been done."""
        with self._lock:
            if self._db is not None and self._serving and self.alone:
                self._db.execute(text(f"SELECT pg_advisory_lock_shared({KEY})"))
                self._db.execute(text(f"SELECT pg_advisory_unlock({KEY})"))
                self.alone = False

    def renew(self) -> None:
        """Claim it again if the connection that held it is gone, as after a restart of PostgreSQL.

        Meanwhile others may have had it, and may have it still: nothing is written without it."""
        with self._lock:
            if not self._lost:
                if self._db is None:
                    return
                with contextlib.suppress(SQLAlchemyError):
                    self._db.execute(text("SELECT 1"))
                    return
            serving = self._serving
            self.give_back()
            self._lost = True
            self.take(serving)
            assert self._db is not None
            try:
                for fits in self.checks:
                    fits(self._db)
            except BaseException:  # those who fit need not wait for us
                self.give_back()
                self._lost = True
                raise
            self._lost = False
            self.share()

    def use(self, work: Callable[[Connection], T]) -> T:
        """Do something on the connection that holds the claim, so that what it takes ends with it too."""
        with self._lock:
            self.renew()
            if self._db is None:
                raise InUse("in_use", who="?")
            return work(self._db)

    def give_back(self) -> None:
        """Let others have it."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
            if self._db is not None:
                with contextlib.suppress(SQLAlchemyError):
                    self._db.execute(text("SELECT pg_advisory_unlock_all()"))  # hanging up frees it later
                with contextlib.suppress(SQLAlchemyError):
                    self._db.invalidate()  # its settings are for a claim, not for the pool
                    self._db.close()
            self._file = self._db = None
            self.alone = self._lost = False

    def _try(self) -> str | None:
        """Nothing if the claim is ours now, else who has it."""
        return self._try_postgres() if self.shareable else self._try_file()

    def _try_file(self) -> str | None:
        name = self._engine.url.database
        self.alone = True
        if not name or name == ":memory:":
            return None
        lock = f"{Path(name).resolve()}.lock"
        try:
            found = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StorageError("no_database", what=f"{lock}: {error.strerror}") from error
        try:
            fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = os.read(found, 100).decode("ascii", "replace").strip()
            os.close(found)
            return other or "?"
        os.ftruncate(found, 0)
        os.write(found, f"{_me()}\n".encode("ascii", "replace"))
        self._file = found
        return None

    def _try_postgres(self) -> str | None:
        db = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self.alone = bool(db.execute(text(f"SELECT pg_try_advisory_lock({KEY})")).scalar_one())
        shared = f"SELECT pg_try_advisory_lock_shared({KEY})"
        if self.alone or (self._serving and db.execute(text(shared)).scalar_one()):
            db.execute(text("SELECT set_config('application_name', :who, false)"), {"who": f"pfalz {_me()}"})
            for setting, value in (("idle", 10), ("interval", 5), ("count", 3)):
                db.execute(text(f"SET tcp_keepalives_{setting} = {value}"))  # a dead machine does not hang up
            self._db = db
            return None
        other = db.execute(text(HOLDER)).scalar()
        db.close()
        return str(other or "?").removeprefix("pfalz ")


def _me() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"
