"""What the host does from the command line while a server runs, heeded here.

A command changes the database itself; every change of a table raises its `revision`, so nothing that a server
builds on the old one is ever committed. On PostgreSQL servers hear of it at once (`store/bus.py`). Beside an
SQLite file its server reads every second what the host has written down of their deeds (`store/audit.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from sqlalchemy import Connection, func, select

from pfalz.server.store.audit import HOST
from pfalz.server.store.schema import audit
from pfalz.server.store.storage import Store

LOG = logging.getLogger("pfalz.server")
EVERY: Final = 1.0
"""Seconds between two looks."""


async def heed_host(store: Store, done_to: Callable[[str], None]) -> None:
    """Say to whom or what the host has done something, as long as the server runs."""
    last = await store.read(_newest)
    while not store.bus.shared:
        await asyncio.sleep(EVERY)
        try:
            for n, about in await store.read(partial(_since, last=last)):
                last = n
                done_to(about)
        except Exception:  # in a second is early enough
            LOG.exception("it could not be found out what the host has done")


def _newest(db: Connection) -> int:
    return int(db.execute(select(func.max(audit.c.n))).scalar() or 0)


def _since(db: Connection, last: int) -> list[tuple[int, str]]:
    new = select(audit.c.n, audit.c.about).where(audit.c.n > last, audit.c.who == HOST).order_by(audit.c.n)
    return [(row[0], row[1]) for row in db.execute(new)]
