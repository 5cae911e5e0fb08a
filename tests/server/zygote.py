"""A process that has imported everything and forks a server whenever it is told to: many real starts, fast.

Reads lines from its input: `start STAGE ANSWERS` forks a server, prints its process id, and `up` when it
listens. At the stage `outside` whoever asked kills it; otherwise it kills itself, hard, at that stage of the
commit in which so many answers have been written. `counts` prints what the servers have committed so far:
commits, answers, the most tables in one commit.
"""

from __future__ import annotations

import asyncio
import mmap
import os
import signal
import socket
import struct
import sys
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import uvicorn
from sqlalchemy import Engine, event

from pfalz.server.app import create_app
from pfalz.server.http.door import served
from pfalz.server.settings import Settings
from pfalz.server.store import writer
from pfalz.server.store.writer import Append, Writer
from tests.server.processes import shared_port
from tests.server.tools import answer, guest, open_table, running, sqlite

STAGES = ("outside", "before", "during", "after")
"""By the test at a moment of its own; with all rows written but not committed; at a random moment from then
on; committed but not yet acknowledged."""
COUNTS = struct.Struct("qqq")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Fate:
    """Counts the answers a server commits, and ends it at its time."""

    def __init__(self, counts: mmap.mmap, stage: str, answers: int) -> None:
        self.counts, self.stage, self.left = counts, stage, answers
        self.writer = threading.local()

    def watch(self) -> None:
        """From now on, every commit of the writer passes here."""
        real = Writer._commit

        def commit(writer: Writer, batch: list[Any], db: Any) -> None:
            given = sum(isinstance(queued.job, Append) and bool(queued.job.rows) for queued in batch)
            self.left -= given
            self.writer.doomed = self.left <= 0
            real(writer, batch, db)
            commits, answers, most = COUNTS.unpack_from(self.counts)
            COUNTS.pack_into(self.counts, 0, commits + 1, answers + given, max(most, given))
            if self.writer.doomed and self.stage == "after":
                die()

        finish = Writer._finish

        def finishing(writer: Writer, driver: Any) -> None:
            self.committing(driver)
            finish(writer, driver)

        Writer._commit = commit  # type: ignore[method-assign]
        Writer._finish = finishing  # type: ignore[method-assign]
        event.listen(Engine, "commit", self.committing)

    def committing(self, db: Any) -> None:
        """Everything is written, and the commit is about to be made."""
        if not getattr(self.writer, "doomed", False):
            return
        if self.stage == "before":
            die()
        if self.stage == "during":
            threading.Thread(target=self.soon).start()

    def soon(self) -> None:
        end = time.perf_counter() + Random().random() * 0.004
        while time.perf_counter() < end:
            time.sleep(0)
        die()


class Announced(uvicorn.Server):
    """A server that says when it listens."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print("up" if self.started else "down", flush=True)


async def warm(path: str) -> None:
    """Everything that is made on first use is made before the fork."""
    async with running(sqlite(Path(path))) as app, guest(app) as c:
        id = await open_table(c, ["me", "me"])
        await answer(c, id, Random(1))


def main(database: str, port: str) -> None:
    with tempfile.TemporaryDirectory() as path:
        asyncio.run(warm(path))
    settings = Settings(database=database, port=int(port), rate_scale=0, secret="k" * 32)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    counts = mmap.mmap(-1, COUNTS.size)
    print("ready", flush=True)
    for line in sys.stdin:
        if line == "counts\n":
            print(*COUNTS.unpack_from(counts), flush=True)
            continue
        _, stage, answers = line.split()
        named, name = os.pipe()
        pid = os.fork()
        if pid:
            print(pid, flush=True)
            os.write(name, b"!")
            os.close(name)
            os.close(named)
            continue
        os.read(named, 1)  # whoever waits for us hears who we are first
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # servers wait for their bots themselves
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        if Random(answers).random() < 0.5:  # half of the servers leave the commits to the thread
            writer.QUICK = -1.0
        Fate(counts, stage, int(answers)).watch()
        app = create_app(settings)
        Announced(served(app, log_level="error")).run(sockets=[shared_port(settings.port)])
        os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
