"""Once a day: sessions not used for too long end, and guests who can never come back are removed.

A guest is known by their sessions alone. When the last of them has ended nobody can be that guest any more;
the row stays as long as something at a table names it: a seat, a table they own, a line of chat.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select

from pfalz.server.people.sessions import DAY, end_unused
from pfalz.server.store.audit import forget_old
from pfalz.server.store.schema import chat, people, seats, sessions, tables, visits
from pfalz.server.store.storage import Store, batched

LOG = logging.getLogger("pfalz.people")


async def tidy_daily(store: Store) -> None:
    """Tidy up now and then every day, as long as the server runs."""
    while True:
        try:
            if store.duties.chores:
                await tidy(store)
        except Exception:  # tomorrow is early enough
            LOG.exception("it could not be tidied up")
        await asyncio.sleep(DAY)


async def tidy(store: Store) -> int:
    """Remove what nobody needs any more; returns how many guests that were."""
    now = time.time()
    await store.write(lambda db: end_unused(db, now))
    await store.write(lambda db: forget_old(db, now))
    found = await store.read(lambda db: list(db.execute(select(people.c.id).where(*_gone(now))).scalars()))
    removed = 0
    for ids in batched(found):  # a few at a time, so that no answer waits for long
        removed += await store.write(lambda db, ids=ids: _remove(db, ids, now))  # type: ignore[misc]
    return removed


def _gone(now: float) -> tuple[ColumnElement[bool], ...]:
    """What is true of a guest whom nothing holds."""
    held: tuple[ColumnElement[Any], ...] = (sessions.c.person, seats.c.person, tables.c.owner, chat.c.person)
    free = (people.c.id.not_in(select(column)) for column in held)
    return people.c.login.is_(None), people.c.created < now - DAY, *free


def _remove(db: Connection, ids: list[str], now: float) -> int:
    count = db.execute(delete(people).where(people.c.id.in_(ids), *_gone(now))).rowcount
    known = select(people.c.id).where(people.c.id.in_(ids))
    db.execute(delete(visits).where(visits.c.person.in_(ids), visits.c.person.not_in(known)))
    return count
