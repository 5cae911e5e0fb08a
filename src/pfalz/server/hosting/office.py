"""What a host does to tables and people from the command line; everything is written down (`store/audit.py`).

Servers may run meanwhile: they hear of what is done here (`play/heeding.py`), and a change of theirs that is
built on what was before is made anew. Only to delete a person they have to be stopped.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, or_, select, update

from pfalz.server.people.people import People, Person
from pfalz.server.play.leaving import depart
from pfalz.server.play.live import Tables
from pfalz.server.play.lobby import Lobby
from pfalz.server.rates import Rates
from pfalz.server.refusals import Refused
from pfalz.server.settings import Settings
from pfalz.server.store import storage
from pfalz.server.store.audit import HOST, note_deed
from pfalz.server.store.schema import (
    analyses,
    archives,
    chat,
    drafts,
    entries,
    people,
    seats,
    sessions,
    snapshots,
    tables,
    visits,
)
from pfalz.server.store.storage import Store


@dataclass
class Known:
    """A person in the host's list."""

    id: str
    name: str
    login: str
    blocked: bool
    created: float
    used: float
    """When one of their sessions was last used, to about a day; 0: they have none."""
    tables: int
    """Unfinished tables they own or sit at."""


def delete_table(store: Store, id: str) -> None:
    """Remove a table with everything that belongs to it."""

    def write(db: Connection) -> None:
        _table(db, id)
        for part in (entries, snapshots, archives, analyses, chat, drafts, visits, seats):
            db.execute(delete(part).where(part.c.table_id == id))
        db.execute(delete(tables).where(tables.c.id == id))
        db.execute(update(tables).where(tables.c.rematch == id).values(rematch=""))
        note_deed(db, HOST, "delete", id)
        store.bus.tell(db, "table", id)

    store.write_now(write)


def close_table(store: Store, id: str) -> None:
    """Break off a table that is not finished; its log stays."""

    def write(db: Connection) -> None:
        if _table(db, id)["status"] not in ("open", "playing"):
            raise Refused("not_playing", 409)
        values = {"status": "cancelled", "deciding": "[]", "updated": time.time()}
        storage.update_table(db, id, **values, revision=tables.c.revision + 1)
        note_deed(db, HOST, "close", id)
        store.bus.tell(db, "table", id)

    store.write_now(write)


def transfer_table(store: Store, id: str, to: str) -> str:
    """Give a table to another owner, named by id or login; returns their id."""

    def write(db: Connection) -> str:
        before, found = _table(db, id)["owner"], _person(db, to)
        storage.update_table(db, id, owner=found["id"], revision=tables.c.revision + 1)
        note_deed(db, HOST, "transfer", id, before=before, to=found["id"])
        store.bus.tell(db, "table", id)
        return str(found["id"])

    return store.write_now(write)


def list_people(store: Store, guests: bool = False) -> list[Known]:
    """Accounts, and guests too if they are wanted, by name."""

    def read(db: Connection) -> list[Known]:
        used = select(sessions.c.person, func.max(sessions.c.used)).group_by(sessions.c.person)
        last: dict[str, float] = {row[0]: row[1] for row in db.execute(used)}
        busy = select(seats.c.person, func.count(func.distinct(seats.c.table_id))).join(
            tables, tables.c.id == seats.c.table_id
        )
        going = busy.where(tables.c.status.in_(("open", "playing"))).group_by(seats.c.person)
        count: dict[str, int] = {row[0]: row[1] for row in db.execute(going)}
        query = select(people).order_by(func.lower(people.c.name), people.c.id)
        if not guests:
            query = query.where(people.c.login.is_not(None))
        return [
            Known(
                row["id"],
                row["name"],
                row["login"] or "",
                bool(row["blocked"]),
                row["created"],
                last.get(row["id"], 0.0),
                count.get(row["id"], 0),
            )
            for row in db.execute(query).mappings()
        ]

    return store.now(read)


def block_person(store: Store, who: str, blocked: bool = True) -> str:
    """Keep somebody out, or let them in again; every session and token of theirs ends. Returns their id."""

    def write(db: Connection) -> str:
        id = str(_person(db, who)["id"])
        db.execute(update(people).where(people.c.id == id).values(blocked=blocked))
        if blocked:
            db.execute(delete(sessions).where(sessions.c.person == id))
        note_deed(db, HOST, "block" if blocked else "unblock", id)
        store.bus.tell(db, "person", id)
        return id

    return store.write_now(write)


def delete_person(store: Store, settings: Settings, who: str) -> str:
    """Delete somebody as they could themselves (`leaving`). Returns their id."""
    row = store.now(lambda db: _person(db, who))
    person = Person(row["id"], row["name"], row["login"] or "")

    async def go() -> None:
        await store.start()
        try:
            lobby = Lobby(Tables(store, settings), Rates(0.0))
            await depart(People(store, settings.secret), lobby, person)
            await store.write(lambda db: note_deed(db, HOST, "delete", person.id))
        finally:
            await store.writer.stop()

    asyncio.run(go())
    return person.id


def _table(db: Connection, id: str) -> dict[str, object]:
    row = db.execute(select(tables).where(tables.c.id == id)).mappings().first()
    if row is None:
        raise Refused("no_such_table", 404)
    return dict(row)


def _person(db: Connection, who: str) -> dict[str, str]:
    named = or_(people.c.id == who, people.c.login == who.lower())
    row = db.execute(select(people).where(named)).mappings().first()
    if row is None:
        raise Refused("no_such_person", 404)
    return dict(row)
