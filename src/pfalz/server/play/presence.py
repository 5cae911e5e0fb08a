"""Who is at a table: whoever has it open, asks for it now and then, or was there a moment ago.

When somebody was last seen is kept with their seat, to about an hour, so that a restart forgets nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import Connection, select, update

from pfalz.server.play import steady
from pfalz.server.play.table import Table
from pfalz.server.store import storage
from pfalz.server.store.schema import seats

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables

NOTED_EVERY: Final = 3600.0
"""So many seconds may pass until the database learns that somebody is still there."""
NOTED_SHARED: Final = 30.0
"""The same where other servers have to know."""


def saw(tables: Tables, table: Table, person: str) -> bool:
    """Somebody has come to a table, in whatever way; whether others had agreed on a stand-in for them.

    Then they have not any more, and the database has to know (`stand_ins_kept`)."""
    back = False
    now = steady.now()
    for i, seat in enumerate(table.seats):
        if person and seat.person == person:
            seat.seen = now
            if now - seat.noted > (NOTED_SHARED if tables.shared else NOTED_EVERY):
                note_presence(tables, table, i)
            if table.stand_ins and any(of == i for of, _ in table.stand_ins):
                table.stand_ins = [(of, by) for of, by in table.stand_ins if of != i]
                back = True
    return back


def asked(tables: Tables, table: Table, people: list[int]) -> None:
    """These have to decide; whoever did not have to before is waited for from now on."""
    for i in people:
        if i not in table.waited_for:
            seat = table.seats[i]
            seat.seen = steady.now()
            if seat.seen - seat.noted > NOTED_EVERY:
                note_presence(tables, table, i)
    table.waited_for = people


def note_presence(tables: Tables, table: Table, i: int) -> None:
    """Let the database know when somebody was last seen; nobody waits for that."""
    seat, id = table.seats[i], table.id
    seat.noted = seat.seen
    seen = seat.seen

    def write(db: Connection) -> None:
        here = (seats.c.table_id == id, seats.c.seat == i)
        db.execute(update(seats).where(*here).values(seen=seen))

    tables.store.write_aside("when somebody was last seen", write)


async def refresh_presence(tables: Tables, table: Table) -> None:
    """Let the table know when somebody was last seen at other servers."""
    if tables.shared:
        query = select(seats.c.seat, seats.c.seen).where(seats.c.table_id == table.id)
        for i, seen in await tables.store.read(lambda db: db.execute(query).all()):
            table.seats[i].seen = max(table.seats[i].seen, seen)


def stand_ins_kept(table: Table) -> Callable[[Connection], None]:
    """Lets the database know who has agreed on stand-ins for whom, within a commit."""
    id, text = table.id, msgspec.json.encode(table.stand_ins).decode()
    return lambda db: storage.update_table(db, id, stand_ins=text)
