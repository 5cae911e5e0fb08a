"""Analyses of finished games as they lie in the database: how far each has come, and what it has found."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, select, text

from pfalz.server.store.schema import analyses

_KEEP = text(
    str(analyses.insert())
    + " ON CONFLICT (table_id, seat) DO UPDATE SET hash = excluded.hash, done = excluded.done, "
    "total = excluded.total, data = excluded.data, at = excluded.at"
)


class Kept(NamedTuple):
    """An analysis of one table and seat."""

    table_id: str
    seat: int
    hash: str
    """Of the last answer of the log it is about: one that goes on afterwards is another game."""
    done: int
    total: int
    data: str
    """What was found; empty as long as it goes on."""
    at: float
    """When it last got on."""


def keep(db: Connection, kept: Kept) -> None:
    """Write down how far an analysis has come, in place of what was known of it."""
    db.execute(_KEEP, kept._asdict())


def find(db: Connection, id: str, seat: int, hash: str) -> Kept | None:
    """The analysis of a table and seat, if it is about this very game."""
    query = select(analyses).where(analyses.c.table_id == id, analyses.c.seat == seat)
    row: Any = db.execute(query.where(analyses.c.hash == hash)).mappings().first()
    return Kept(**row) if row is not None else None
