"""Taking back: an answer of one's own, as far as the barrier or the table's policy allows, or a whole line.

Every change is made under the table's lock and durable before anybody hears of it (`live.py`). No line of a
log is ever removed: what is taken back is followed by a line that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import Connection

from pfalz.core.errors import StaleAnswer
from pfalz.core.record import Later, Undo
from pfalz.server.play.commitments import new_seed
from pfalz.server.play.opened import tried_again
from pfalz.server.play.rows import lines_since
from pfalz.server.play.table import Table
from pfalz.server.refusals import Refused
from pfalz.server.store import storage

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables

MOST_TAKEN_BACK: Final = 20_000
"""Lines of a table's log that no longer count: so much may be taken back there. All of them are read when the
table is loaded."""


@tried_again
async def undo(
    tables: Tables, id: str, person: str, to: int | None = None, key: str = "", at: int | None = None
) -> dict[str, Any]:
    """Take back: the own last answer up to the barrier, or more where the owner has allowed it.

    Whoever says which position they have seen (`at`) takes back nothing they do not know of."""
    async with tables.visit(id, person, key) as table:
        if at is not None and at != table.position:
            raise StaleAnswer("undo_stale", at=at, now=table.position)
        if to is not None:
            if person != table.owner or table.undo_policy != "free":
                raise Refused("undo_owner")
            done = await rewind(tables, table, to, table.viewer(person))
            tables.deed(person, "rewind", table, to=to)
            return done
        seat = table.acting_seat(person)
        session = table.session
        if not session.may_undo(seat):
            target = table.undo_target(seat)
            if target is not None and table.status == "playing":
                return await rewind(tables, table, target, seat)
        if table.status != "playing":
            raise Refused("not_playing", 409)
        if session.answered(seat):
            await withdraw(tables, table, seat)
        else:
            _may_take_back(table)
            before = table.later_seeds
            undo = Undo(session.undo(seat), seat)
            table.forget_log()
            lines = [(msgspec.json.encode(undo).decode(), False)]
            await tables.commit(table, lines, (), _seeds_kept(table, before))
        return {"position": table.position, "opened": session.opened}


async def rewind(tables: Tables, table: Table, to: int, seat: int) -> dict[str, Any]:
    """Go back to a position, whatever lies between; the caller holds the lock and has decided that."""
    if table.status not in ("playing", "over"):
        raise Refused("not_playing", 409)
    if not 0 <= to < table.position:
        raise Refused("no_such_position", 404, last=table.position - 1)
    _may_take_back(table)
    before = table.later_seeds
    table.session.rewind(to)
    if table.status == "over":  # everybody knows the seed
        table.session.draw_anew(new_seed())
    table.session.settle()
    table.status = "playing"
    table.forget_log()
    undo = (msgspec.json.encode(Undo(to, seat)).decode(), False)
    await tables.commit(table, [undo, *lines_since(table, to)], (), _seeds_kept(table, before))
    return {"position": table.position, "opened": table.session.opened}


@tried_again
async def retract(tables: Tables, id: str, person: str, key: str = "") -> dict[str, Any]:
    """Take back an answer to a simultaneous question that is still open."""
    async with tables.visit(id, person, key) as table:
        seat = table.acting_seat(person)
        if table.status != "playing":
            raise Refused("not_playing", 409)
        if not table.session.answered(seat):
            table.session.retract(seat)  # is refused, and says why
        await withdraw(tables, table, seat)
        return {"position": table.position, "opened": table.session.opened}


async def withdraw(tables: Tables, table: Table, seat: int) -> None:
    """Take an open answer to a simultaneous question out of the log; the caller holds the lock."""
    _may_take_back(table)
    before = table.later_seeds
    to = table.session.revise(seat, None)
    table.forget_log()
    await tables.commit(table, _from(table, to, seat), (), _seeds_kept(table, before))


def _from(table: Table, to: int, seat: int) -> list[tuple[str, bool]]:
    """The lines that make the log another one from a position on."""
    return [(msgspec.json.encode(Undo(to, seat)).decode(), False), *lines_since(table, to)]


async def revise(
    tables: Tables, table: Table, seat: int, ask: str, opened: int, answer: Sequence[int]
) -> None:
    """Put another answer in place of an open one; nobody else notices. The caller holds the lock."""
    _may_take_back(table)
    before = table.later_seeds
    to = table.session.revise(seat, answer, ask, opened)
    table.forget_log()
    lines, quiet = _from(table, to, seat), table.seats[seat].person
    await tables.commit(table, lines, (seat,), _seeds_kept(table, before), quiet)


def _seeds_kept(table: Table, before: list[Later]) -> Callable[[Connection], None] | None:
    """Lets the database know from where on a later seed counts now, if that has changed, within a commit."""
    if table.later_seeds == before:
        return None
    header = msgspec.json.encode(table.header).decode()
    return lambda db: storage.update_table(db, table.id, header=header)


def _may_take_back(table: Table) -> None:
    if table.lines - table.position >= MOST_TAKEN_BACK:
        raise Refused("taken_back_often", 409)
