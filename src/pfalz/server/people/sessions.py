"""Sessions as they lie in the database: browsers and API tokens that know a person, by the hash of a secret.

A browser is known as long as its cookie lasts, counted from its last use; a token until somebody revokes it.
The last use is written down once a day and not with every request.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from pfalz.server.store.schema import people, sessions
from pfalz.server.words import clean, new_id

DAY: Final = 24 * 3600
LASTING: Final = 400 * DAY
"""Seconds a browser is known after its last use, and its cookie is kept; no browser keeps one longer."""


def hashed(secret: str) -> str:
    """What the database keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "ignore")).hexdigest()


def new_session(person: str, kind: str, agent: str, label: str = "") -> tuple[str, dict[str, Any]]:
    """A new secret, and the row that knows it."""
    secret, now = secrets.token_urlsafe(24), time.time()
    row = {"hash": hashed(secret), "id": new_id(), "person": person, "agent": clean(agent, 120)}
    return secret, {**row, "created": now, "used": now, "kind": kind, "label": clean(label, 60)}


def keep(db: Connection, row: dict[str, Any]) -> None:
    """Know somebody from now on."""
    db.execute(insert(sessions).values(**row))


def find(db: Connection, hash: str) -> Any:
    """A person, with the session of theirs that has this hash."""
    query = (
        select(people, sessions.c.id.label("session"), sessions.c.kind, sessions.c.used)
        .join(people, people.c.id == sessions.c.person)
        .where(sessions.c.hash == hash)
    )
    return db.execute(query).mappings().first()


def is_over(row: Any, now: float) -> bool:
    """Whether a session has not been used for too long."""
    return bool(row["kind"] == "browser" and row["used"] < now - LASTING)


def end_unused(db: Connection, now: float) -> None:
    """Remove all sessions that have not been used for too long."""
    db.execute(delete(sessions).where(sessions.c.used < now - LASTING, sessions.c.kind == "browser"))


def note_use(db: Connection, hash: str, now: float) -> None:
    """Write down that a session is used, and remove all that have not been for too long."""
    end_unused(db, now)
    db.execute(update(sessions).where(sessions.c.hash == hash).values(used=now))


def of_person(db: Connection, person: str) -> list[dict[str, Any]]:
    """Where a person is known, the oldest first."""
    names = ("id", "kind", "label", "agent", "created", "used")
    query = select(*(sessions.c[name] for name in names)).where(sessions.c.person == person)
    return [dict(row) for row in db.execute(query.order_by(sessions.c.created)).mappings()]
