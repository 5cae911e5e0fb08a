"""Which server looks after which tables: their bots, clocks and notices are one process's duty at a time.

Tables are dealt into shares by their id, and each share is an advisory lock on the connection that holds the
server's claim: nobody else has it as long as that lives, and when it ends, however it ends, another server
takes the share within a moment. With several servers each has its part; a newcomer is given some.
An SQLite file has one server, which has all duties.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final
from zlib import crc32

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from pfalz.server.refusals import StorageError
from pfalz.server.store.claim import Claim

LOG = logging.getLogger("pfalz.store")
SHARES: Final = 64
EVERY: Final = 0.5
"""So often, in seconds, the servers look whether there are more or fewer of them."""
AGAIN: Final = 2.0
"""Seconds until it is tried again to find out what is to be done at new tables."""
CHORES: Final = 0
"""Whoever has this share does what is to be done once for all: old tables, old sessions, backups."""
LOCKS = text("""
SELECT classid, objid, pid = pg_backend_pid() FROM pg_locks WHERE locktype = 'advisory' AND granted
AND (classid = 1049 AND objid = 3 OR classid = 1050)
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""")
TAKE = text("SELECT pg_try_advisory_lock(1050, :share)")
REPORT = text("SELECT pg_advisory_lock_shared(1049, 3)")
"""A server takes its part from now on: one that is still starting is not waited for."""
GIVE = text("SELECT pg_advisory_unlock(1050, :share)")

Gained = Callable[[dict[int, float]], Awaitable[None]]
"""Told which shares are new, and when each was last seen in somebody else's hands (monotonic; 0: never)."""


def share_of(id: str) -> int:
    """The share a table belongs to."""
    return crc32(id.encode()) % SHARES


class Duties:
    """The shares this server has."""

    def __init__(self, claim: Claim) -> None:
        self._claim = claim
        self._all = not claim.shareable
        self.held: frozenset[int] = frozenset(range(SHARES)) if self._all else frozenset()
        self.servers = 1
        """How many serve this database."""
        self._elsewhere: dict[int, float] = {}

    def mine(self, id: str) -> bool:
        """Whether a table is ours to look after."""
        return self._all or share_of(id) in self.held

    @property
    def chores(self) -> bool:
        """Whether what is done once for all is ours to do."""
        return CHORES in self.held

    async def balance(self) -> dict[int, float]:
        """Take what nobody has and give back what others should have; what is new, as `Gained` is told."""
        if self._all:
            return {}
        before = self.held
        try:
            self.held = await asyncio.to_thread(self._claim.use, self._balanced)
        except (SQLAlchemyError, StorageError) as error:
            LOG.warning("it is not known who looks after which tables: %s", error)
            self.held = frozenset()
        return {share: self._elsewhere.get(share, 0.0) for share in self.held - before}

    async def keep(self, gained: Gained, ready: Awaitable[None]) -> None:
        """Balance as long as the server runs, from when it is ready to take its part.

        Whatever is to be done at new tables holds nothing up."""
        await ready

        async def take_over(new: dict[int, float]) -> None:
            while ours := {share: seen for share, seen in new.items() if share in self.held}:
                try:
                    await gained(ours)
                    return
                except Exception:  # nobody else would wake them
                    LOG.exception("what was to be done at tables of a lost server could not be found out")
                    await asyncio.sleep(AGAIN)

        under_way: set[asyncio.Task[None]] = set()
        try:
            while not self._all:
                new = await self.balance()
                if new:
                    task = asyncio.ensure_future(take_over(new))
                    under_way.add(task)
                    task.add_done_callback(under_way.discard)
                await asyncio.sleep(EVERY)
        finally:
            for task in under_way:
                task.cancel()

    def _balanced(self, db: Connection) -> frozenset[int]:
        mine: set[int] = set()
        taken: set[int] = set()
        servers = 1
        reported = False
        for group, number, ours in db.execute(LOCKS):
            if group == 1049:
                servers += not ours
                reported |= ours
            else:
                (mine if ours else taken).add(number)
        if not reported:
            db.execute(REPORT)
        self.servers = servers
        self._elsewhere |= dict.fromkeys(taken, time.monotonic())
        part = -(-SHARES // self.servers)
        for share in sorted(mine)[part:]:
            db.execute(GIVE, {"share": share})
            mine.discard(share)
        for share in range(SHARES):
            if len(mine) >= part:
                break
            if share not in taken and share not in mine and db.execute(TAKE, {"share": share}).scalar_one():
                mine.add(share)
        return frozenset(mine)
