"""Waking tables: whoever starts, or takes over a share of them, goes on where bots or clocks have to."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, select

from pfalz.server.refusals import Refused
from pfalz.server.store.duties import share_of
from pfalz.server.store.schema import seats, tables

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables

_NUMBERS = msgspec.json.Decoder(list[int])


async def look_after(live: Tables, shares: Collection[int]) -> None:
    """Wake the tables of some shares that bots or clocks have to go on with."""

    def read(db: Connection) -> list[tuple[str, str, list[str]]]:
        found: dict[str, tuple[str, str, list[str]]] = {}
        playing = db.execute(
            select(tables.c.id, tables.c.deciding, tables.c.clock).where(tables.c.status == "playing")
        )
        deciding = {}
        for id, asked, clock in playing:
            found[id] = (id, clock, [])
            deciding[id] = _NUMBERS.decode(asked)
        sitting = select(seats.c.table_id, seats.c.seat, seats.c.person, seats.c.bot)
        of = sitting.join(tables, tables.c.id == seats.c.table_id).where(tables.c.status == "playing")
        for id, seat, person, bot in db.execute(of):
            if seat in deciding.get(id, ()):
                found[id][2].append("" if bot else person)
        return list(found.values())

    found = await live.store.read(read)
    # who waits for a bot waits now, clocks mostly have time
    for id, clock, deciders in sorted(found, key=lambda table: "" not in table[2]):
        live.note_turns(id, [person for person in deciders if person])
        if share_of(id) in shares and ("" in deciders or '"none"' not in clock):
            try:
                async with live.open(id) as table:
                    live.tell(table)
            except Refused:  # `load` has said so; all other tables can be played
                continue
