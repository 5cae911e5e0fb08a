"""What owners and the host have done to tables and people: who, what, when. It is kept for a year."""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from pfalz.server.store.schema import audit

HOST: Final = "host"
YEAR: Final = 366 * 24 * 3600
MOST: Final = 1000
"""Lines that are listed, the newest."""


def note_deed(db: Connection, who: str, what: str, about: str, /, **details: object) -> None:
    """Write down that somebody (a person's id, or the host) has done something to a table or a person."""
    text = msgspec.json.encode(details).decode()
    db.execute(insert(audit).values(at=time.time(), who=who, what=what, about=about, details=text))


def deeds(db: Connection, about: str | None = None) -> list[dict[str, Any]]:
    """What has been done, the newest last; to one table or person, or to all."""
    query = select(audit).order_by(audit.c.n.desc()).limit(MOST)
    if about is not None:
        query = query.where(audit.c.about == about)
    return [dict(row) for row in reversed(db.execute(query).mappings().all())]


def forget_old(db: Connection, now: float) -> None:
    """Remove what was done more than a year ago."""
    db.execute(delete(audit).where(audit.c.at < now - YEAR))
