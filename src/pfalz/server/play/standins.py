"""Letting a bot play for somebody who is away, until they come back. Nobody can do that alone, or at will.

There are three ways: their clock has run out; at a table without a clock they have been away, while they had
to decide, for as long as the table was opened with; or everybody else at the table, at least two people, has
agreed while they were not there.
"""

from __future__ import annotations

from typing import Final

from pfalz.server.people.people import Person
from pfalz.server.play import steady
from pfalz.server.play.lobby import Lobby
from pfalz.server.play.opened import tried_again
from pfalz.server.play.presence import refresh_presence, stand_ins_kept
from pfalz.server.play.table import Table
from pfalz.server.refusals import Refused

AGREEING: Final = 2
"""So many people have to agree at least: one alone would decide for all."""


@tried_again
async def replace(lobby: Lobby, id: str, person: Person, seat: int, key: str = "") -> bool:
    """Ask for a stand-in; whether one has sat down. If not, it was noted that somebody agrees."""
    async with lobby.tables.visit(id, person.id, key) as table:
        if table.status != "playing":
            raise Refused("not_playing", 409)
        if not 0 <= seat < len(table.seats) or table.seats[seat].bot:
            raise Refused("no_such_seat", 404)
        own = [i for i in table.seats_of(person.id) if not table.seats[i].resigned]
        if not own and person.id != table.owner:
            raise Refused("not_your_seat")
        await refresh_presence(lobby.tables, table)
        if not _late(table, seat) and not _away(table, seat):
            if table.seats[seat].person == person.id or not own:
                raise Refused("not_missing")
            agreed = _agreed(table, seat, own[0])
            await lobby.tables.commit(table, (), (), stand_ins_kept(table))
            if not agreed:
                return False
        await lobby.hand_over(table, seat)
        lobby.tables.deed(person.id, "stand_in", table, seat=seat)
        return True


def _late(table: Table, seat: int) -> bool:
    left = table.times.left_ms(seat, steady.now())
    return left is not None and left <= 0


def _away(table: Table, seat: int) -> bool:
    """Whether somebody is away for as long as this table allows; where there are clocks, those count.

    However little that is: whoever asked for the table a moment ago is there."""
    absent = table.clock.absent if table.clock.kind == "none" else 0
    waited = seat in table.deciding() and not table.here(seat)
    return bool(absent) and waited and steady.now() - table.seats[seat].seen >= absent


def _agreed(table: Table, seat: int, by: int) -> bool:
    """Note that somebody agrees; whether everybody else has."""
    missing = table.seats[seat].person
    others = {s.person for s in table.seats if s.person and not s.bot and not s.resigned} - {missing}
    if len(others) < AGREEING or table.here(seat):
        raise Refused("not_missing")
    table.stand_ins = sorted({*table.stand_ins, (seat, by)})
    if others <= {table.seats[i].person for of, i in table.stand_ins if of == seat}:
        table.stand_ins = [(of, i) for of, i in table.stand_ins if of != seat]
        return True
    return False
