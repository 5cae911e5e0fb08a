"""Tables nobody has come to for a long time: those that still wait for players are closed.

Their age is counted in the time that clocks go by: neither the wall clock nor an outage makes a table old."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import Connection, select

from pfalz.server.play import steady
from pfalz.server.play.lobby import Lobby
from pfalz.server.store.schema import tables

LOG = logging.getLogger("pfalz.tables")
DAY: Final = 24 * 3600
HOUR: Final = 3600


async def close_old_hourly(lobby: Lobby) -> None:
    """Look every hour, as long as the server runs."""
    while True:
        try:
            if lobby.tables.duties.chores:
                await close_old(lobby)
        except Exception:  # in an hour is early enough
            LOG.exception("old tables could not be closed")
        await asyncio.sleep(HOUR)


async def close_old(lobby: Lobby) -> int:
    """Close the tables that have waited too long; returns how many that were."""
    days = lobby.tables.settings.open_days
    if not days:
        return 0
    before = steady.now() - days * DAY

    def read(db: Connection) -> list[str]:
        old = (tables.c.status == "open", tables.c.updated < before)
        return list(db.execute(select(tables.c.id).where(*old)).scalars())

    closed = 0
    for id in await lobby.store.read(read):
        async with lobby.tables.open(id) as table:
            if table.status == "open" and not table.watched:
                table.status = "cancelled"
                await lobby.tables.commit(table, (), ())
                closed += 1
    return closed
