"""Analyses of finished games, for those who sat there, made by the bots' workers in small tasks.

Between two tasks a worker is free for bots and hints, so nobody waits long for an analysis of somebody else.
How far it has come is kept with the table: another server can tell, and takes it up anew if nobody goes on
with it. What it costs is charged in seconds of thinking, to the person and to the address.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

import msgspec

from pfalz.bots.inquiry import TASK_SECONDS, Analysis, Found, Inquiry
from pfalz.core.state import SPECTATOR
from pfalz.server.dear import elsewhere
from pfalz.server.play.live import Tables
from pfalz.server.play.table import Table
from pfalz.server.play.thinking import THINKING
from pfalz.server.play.workers import Bots, WorkerDied
from pfalz.server.refusals import Refused
from pfalz.server.store import findings
from pfalz.server.store.findings import Kept

LOG = logging.getLogger("pfalz.bots")
ABANDONED: Final = 60.0
"""After so many seconds without progress nobody works on an analysis any more."""
TRIES: Final = 3
Charge = Callable[[float], None]
"""Told how many seconds a task has taken."""
_FOUND = msgspec.json.Decoder(Analysis)


class Standing(msgspec.Struct):
    """How an analysis stands."""

    state: str
    """none, running or done"""
    done: int = 0
    total: int = 0
    analysis: Analysis | None = None


class Analyses:
    """Lets workers look back at games that are over."""

    def __init__(self, tables: Tables, bots: Bots, seconds: float) -> None:
        self.tables = tables
        self.bots = bots
        self.seconds = seconds
        """How long the workers think about one analysis at most; 0: not at all."""
        self._running: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._waiting: set[str] = set()
        """People for whom one is being made."""

    async def standing(self, id: str, person: str, seat: int, key: str = "") -> Standing:
        """How the analysis of a table from a seat's view stands."""
        async with self.tables.visit(id, person, key) as table:
            may_analyse(table, person, seat)
            return await self._standing(table, seat)

    async def begin(self, id: str, person: str, seat: int, charge: Charge, key: str = "") -> Standing:
        """Begin an analysis, unless it is there or under way."""
        async with self.tables.visit(id, person, key) as table:
            may_analyse(table, person, seat)
            found = await self._standing(table, seat)
            if found.state != "none":
                return found
            if self.seconds <= 0 or not self.bots.alive:
                raise Refused("no_analyses")
            if person in self._waiting:
                raise Refused("analysis_waits", 429, seconds=5)
            record = (await elsewhere(lambda: table.record_file(SPECTATOR))).decode()
            inquiry = Inquiry(table.session.entries, seat, self.seconds)
            work = self._work(id, last_hash(table), record, inquiry, charge)
        self._waiting.add(person)
        task = self._running[id, seat] = asyncio.ensure_future(work)

        def ended(_: object) -> None:
            self._waiting.discard(person)
            del self._running[id, seat]

        task.add_done_callback(ended)
        return Standing("running", 0, inquiry.total)

    async def stop(self) -> None:
        """End all work; it can be begun anew."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _standing(self, table: Table, seat: int) -> Standing:
        id, hash = table.id, last_hash(table)
        kept = await self.tables.store.read(lambda db: findings.find(db, id, seat, hash))
        if kept is not None and kept.data:
            return Standing("done", kept.total, kept.total, _FOUND.decode(kept.data))
        if kept is not None and time.time() - kept.at < ABANDONED:
            return Standing("running", kept.done, kept.total)
        return Standing("running") if (id, seat) in self._running else Standing("none")

    async def _work(self, id: str, hash: str, record: str, inquiry: Inquiry, charge: Charge) -> None:
        seat, store = inquiry.seat, self.tables.store
        most = min(TASK_SECONDS, THINKING * self.bots.settings.bot_seconds)

        async def keep(data: str, at: float) -> None:
            kept = Kept(id, seat, hash, inquiry.done, inquiry.total, data, at)
            await store.write(lambda db: findings.keep(db, kept))

        try:
            await keep("", time.time())
            while (task := inquiry.next_task()) is not None:
                asked = {"record": record, "seat": seat, "task": task}
                job = msgspec.json.encode({"analysis": asked, "seconds": most})
                found, seconds = await self._tried(job)
                inquiry.take(found, seconds)
                charge(seconds)
                await keep("", time.time())
            await keep(msgspec.json.encode(inquiry.result()).decode(), time.time())
        except asyncio.CancelledError:
            raise
        except Exception:  # whoever waits for it may try again
            LOG.exception("the analysis of table %s from seat %s could not be made", id, seat)
            await keep("", 0.0)

    async def _tried(self, job: bytes) -> tuple[Found, float]:
        for _ in range(TRIES - 1):
            try:
                return await self.bots.inquire(job)
            except WorkerDied as error:
                LOG.warning("a worker was replaced while it analysed a game: %s", error)
        return await self.bots.inquire(job)


def may_analyse(table: Table, person: str, seat: int) -> None:
    """Refuse whoever did not sit at a table, a game that is not over, and a seat that is not there."""
    if not table.seats_of(person):
        raise Refused("not_sat_here")
    if table.status != "over":
        raise Refused("not_over", 409)
    if not 0 <= seat < len(table.seats):
        raise Refused("no_such_seat", 404)


def last_hash(table: Table) -> str:
    """What tells one finished game from another."""
    entries = table.session.entries
    return entries[-1].hash if entries else ""
