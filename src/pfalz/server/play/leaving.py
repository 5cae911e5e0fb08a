"""Deleting an account. A bot plays on in running games; finished ones keep a name that is nobody's."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select, update

from pfalz.core.record import Header
from pfalz.server.people.people import People, Person
from pfalz.server.play.lobby import Lobby
from pfalz.server.store import storage
from pfalz.server.store.schema import chat, people, seats, sessions, tables, visits
from pfalz.server.words import guest_name


async def depart(everybody: People, lobby: Lobby, person: Person) -> None:
    """A person goes for good: out of every unfinished game and of everything that tells who they were."""
    name = guest_name()
    bus = lobby.store.bus

    def write(db: Connection) -> list[str]:
        touched = _forget(db, person, name)
        for id in touched:
            bus.tell(db, "table", id)
        bus.tell(db, "person", person.id)
        return touched

    touched = await lobby.store.write(write)
    everybody.forget(person.id)
    for id in lobby.tables.outdated(touched):
        async with lobby.tables.open(id):
            pass  # a table in memory is read again, and whoever watches it sees the other name
    for id in await lobby.store.read(lambda db: _unfinished(db, person.id)):
        await _stand_up(lobby, id, person)


async def _stand_up(lobby: Lobby, id: str, person: Person) -> None:
    async with lobby.tables.open(id) as table:
        status = table.status
        seated = any(not table.seats[i].resigned for i in table.seats_of(person.id))
    if status == "open" and seated:
        await lobby.leave(id, person)
    elif status == "playing" and seated:
        await lobby.resign(id, person)
    async with lobby.tables.open(id) as table:
        heirs = [s.person for s in table.seats if s.person and not s.resigned and s.person != person.id]
        if table.owner == person.id and heirs:
            table.owner = heirs[0]
            await lobby.tables.commit(
                table, (), (), lambda db: storage.update_table(db, id, owner=table.owner)
            )
        elif table.owner == person.id and table.status == "open":
            table.status = "cancelled"
            await lobby.tables.commit(table, (), ())


def _unfinished(db: Connection, person: str) -> list[str]:
    sits = tables.c.id.in_(select(seats.c.table_id).where(seats.c.person == person))
    query = select(tables.c.id).where(tables.c.status.in_(("open", "playing")))
    return list(db.execute(query.where(sits | (tables.c.owner == person))).scalars())


def _forget(db: Connection, person: Person, name: str) -> list[str]:
    """Put a made-up name in place of a person's; returns the tables where it stood."""
    sat = [(row.table_id, row.seat) for row in db.execute(select(seats).where(seats.c.person == person.id))]
    said = db.execute(select(chat.c.table_id).where(chat.c.person == person.id).distinct()).scalars()
    titled = (tables.c.owner == person.id, tables.c.title == person.name)
    owned = db.execute(select(tables.c.id).where(*titled)).scalars()
    touched = {*(id for id, _ in sat), *said, *owned}
    for id, seat in sat:
        header = db.execute(select(tables.c.header).where(tables.c.id == id)).scalar_one()
        storage.update_table(db, id, header=_renamed(header, seat, name))
    db.execute(update(tables).where(*titled).values(title=name))
    for some in storage.batched(sorted(touched)):
        db.execute(update(tables).where(tables.c.id.in_(some)).values(revision=tables.c.revision + 1))
    db.execute(update(seats).where(seats.c.person == person.id).values(name=name))
    db.execute(update(chat).where(chat.c.person == person.id).values(name=name))
    db.execute(delete(visits).where(visits.c.person == person.id))
    db.execute(delete(sessions).where(sessions.c.person == person.id))
    nothing = {"login": None, "password": None, "mail": "", "confirmed": "", "webhook": "", "muted": ""}
    db.execute(update(people).where(people.c.id == person.id).values(name=name, **nothing))
    return sorted(touched)


def _renamed(text: str, seat: int, name: str) -> str:
    header = msgspec.json.decode(text, type=Header)
    if seat < len(header.seats) and not header.seats[seat].bot:
        header.seats[seat] = msgspec.structs.replace(header.seats[seat], name=name)
    return msgspec.json.encode(header).decode()
