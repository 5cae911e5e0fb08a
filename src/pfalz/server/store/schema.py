"""The tables of the database and the numbered migrations that make them. Nothing is read or written here."""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    false,
    inspect,
    select,
    text,
)

from pfalz.server.refusals import StorageError

META = MetaData()

facts = Table("facts", META, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

people = Table(
    "people",
    META,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),
    Column("password", Text),
    Column("mail", Text, nullable=False, server_default=""),
    Column("webhook", Text, nullable=False, server_default=""),
    Column("language", Text, nullable=False, server_default="en"),
    Column("created", Float, nullable=False),
    Column("confirmed", Text, nullable=False, server_default=""),
    Column("muted", Text, nullable=False, server_default=""),
    Column("blocked", Boolean, nullable=False, server_default=false()),
)

sessions = Table(
    "sessions",
    META,
    Column("hash", Text, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("person", Text, nullable=False, index=True),
    Column("agent", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False, server_default=""),
    Column("used", Float, nullable=False, server_default="0"),
)

tables = Table(
    "tables",
    META,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("status", Text, nullable=False, index=True),
    Column("owner", Text, nullable=False, index=True),
    Column("private", Boolean, nullable=False),
    Column("link", Text, nullable=False),
    Column("undo_policy", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("times", Text, nullable=False),
    Column("deciding", Text, nullable=False),
    Column("votes", Text, nullable=False),
    Column("rematch", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("origin", Text, nullable=False, server_default=""),
    Column("stand_ins", Text, nullable=False, server_default="[]"),
    Column("hints", Boolean, nullable=False, server_default="0"),
    Column("lesson", Text, nullable=False, server_default=""),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("thinking", Float, nullable=False, server_default="1"),
)

seats = Table(
    "seats",
    META,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("seen", Float, nullable=False, server_default="0"),
    Column("share", Text, nullable=False, server_default=""),
    Column("looked", Integer, nullable=False, server_default="-1"),
)

entries = Table(
    "entries",
    META,
    Column("table_id", Text, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("data", Text, nullable=False),
    Column("barrier", Boolean, nullable=False),
)

snapshots = Table(
    "snapshots",
    META,
    Column("table_id", Text, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("line", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("opened", Integer, nullable=False, server_default="0"),
    Column("rules", Text, nullable=False, server_default=""),
)

archives = Table(
    "archives",
    META,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("record", Text, nullable=False),
    Column("at", Float, nullable=False),
)

chat = Table(
    "chat",
    META,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

drafts = Table(
    "drafts",
    META,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("opened", Integer, nullable=False),
    Column("ask", Text, nullable=False),
    Column("move", Text, nullable=False),
)

audit = Table(
    "audit",
    META,
    Column("n", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("about", Text, nullable=False, index=True),
    Column("details", Text, nullable=False),
)

commitments = Table(
    "commitments",
    META,
    Column("hash", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("seed", Text, nullable=False),
    Column("at", Float, nullable=False),
)

visits = Table(
    "visits",
    META,
    Column("table_id", Text, primary_key=True),
    Column("person", Text, primary_key=True),
)

analyses = Table(
    "analyses",
    META,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("hash", Text, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)

Index("tables_by_update", tables.c.updated)
_BY_USE = Index("sessions_by_use", sessions.c.used)
_BY_ORIGIN = Index("tables_by_origin", tables.c.origin)


def _first(db: Connection) -> None:
    """Schema 1: people, tables, seats, the log, snapshots, chat, drafts."""
    later = (facts, visits, audit, commitments, analyses)
    META.create_all(db, tables=[table for table in META.sorted_tables if table not in later])


def _visits(db: Connection) -> None:
    """Schema 2: who has come to a private table by its link."""
    visits.create(db)


def _archives(db: Connection) -> None:
    """Schema 3: logs of tables that go on under other rules; which rules a snapshot was made under."""
    archives.create(db, checkfirst=True)
    have = {column["name"] for column in inspect(db).get_columns("snapshots")}
    for name, kind in (("opened", "INTEGER DEFAULT 0"), ("rules", "TEXT DEFAULT ''")):
        if name not in have:  # a new database has them from the first schema on
            db.execute(text(f"ALTER TABLE snapshots ADD COLUMN {name} {kind} NOT NULL"))


def _notices(db: Connection) -> None:
    """Schema 4: the mail address somebody has confirmed, and the notices they do not want."""
    have = {column["name"] for column in inspect(db).get_columns("people")}
    for name in ("confirmed", "muted"):
        if name not in have:
            db.execute(text(f"ALTER TABLE people ADD COLUMN {name} TEXT NOT NULL DEFAULT ''"))


def _use(db: Connection) -> None:
    """Schema 5: when a session was last used."""
    if "used" not in {column["name"] for column in inspect(db).get_columns("sessions")}:
        db.execute(text("ALTER TABLE sessions ADD COLUMN used FLOAT NOT NULL DEFAULT 0"))
    _BY_USE.create(db, checkfirst=True)
    _complete_sessions(db)


def _origins(db: Connection) -> None:
    """Schema 6: where a table was opened from."""
    if "origin" not in {column["name"] for column in inspect(db).get_columns("tables")}:
        db.execute(text("ALTER TABLE tables ADD COLUMN origin TEXT NOT NULL DEFAULT ''"))
    _BY_ORIGIN.create(db, checkfirst=True)


def _presence(db: Connection) -> None:
    """Schema 7: when somebody was last at a table, and who has agreed on stand-ins."""
    if "seen" not in {column["name"] for column in inspect(db).get_columns("seats")}:
        db.execute(text("ALTER TABLE seats ADD COLUMN seen FLOAT NOT NULL DEFAULT 0"))
    if "stand_ins" not in {column["name"] for column in inspect(db).get_columns("tables")}:
        db.execute(text("ALTER TABLE tables ADD COLUMN stand_ins TEXT NOT NULL DEFAULT '[]'"))
    _complete_seats(db)


def _office(db: Connection) -> None:
    """Schema 8: what owners and the host have done, and who is kept out."""
    audit.create(db, checkfirst=True)
    if "blocked" not in {column["name"] for column in inspect(db).get_columns("people")}:
        db.execute(text("ALTER TABLE people ADD COLUMN blocked BOOLEAN NOT NULL DEFAULT FALSE"))


def _shares(db: Connection) -> None:
    """Schema 9: the numbers people have mixed into chance."""
    if "share" not in {column["name"] for column in inspect(db).get_columns("seats")}:
        db.execute(text("ALTER TABLE seats ADD COLUMN share TEXT NOT NULL DEFAULT ''"))


def _learning(db: Connection) -> None:
    """Schema 10: whether a table allows hints, and which lesson it is."""
    have = {column["name"] for column in inspect(db).get_columns("tables")}
    for name, kind in (("hints", "BOOLEAN NOT NULL DEFAULT FALSE"), ("lesson", "TEXT NOT NULL DEFAULT ''")):
        if name not in have:
            db.execute(text(f"ALTER TABLE tables ADD COLUMN {name} {kind}"))


def _processes(db: Connection) -> None:
    """Schema 11: how often a table was changed, and seeds committed to, for more than one process."""
    if "revision" not in {column["name"] for column in inspect(db).get_columns("tables")}:
        db.execute(text("ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0"))
    commitments.create(db, checkfirst=True)


def _looks(db: Connection) -> None:
    """Schema 12: how far somebody at a table has followed it."""
    if "looked" not in {column["name"] for column in inspect(db).get_columns("seats")}:
        db.execute(text("ALTER TABLE seats ADD COLUMN looked INTEGER NOT NULL DEFAULT -1"))


def _analyses(db: Connection) -> None:
    """Schema 13: how long princes think at a table, and what analyses of finished games have found."""
    if "thinking" not in {column["name"] for column in inspect(db).get_columns("tables")}:
        db.execute(text("ALTER TABLE tables ADD COLUMN thinking FLOAT NOT NULL DEFAULT 1"))
    analyses.create(db, checkfirst=True)


def complete(db: Connection) -> None:
    """Give rows that come from an older schema what can only be told from the rest of the row."""
    _complete_sessions(db)
    _complete_seats(db)


def _complete_sessions(db: Connection) -> None:
    db.execute(sessions.update().where(sessions.c.used == 0).values(used=sessions.c.created))


def _complete_seats(db: Connection) -> None:
    """Whoever sits somewhere since before it was kept when they were seen is taken to be there now."""
    db.execute(seats.update().where(seats.c.seen == 0, seats.c.person != "").values(seen=time.time()))


MIGRATIONS: list[Callable[[Connection], None]] = [
    _first,
    _visits,
    _archives,
    _notices,
    _use,
    _origins,
    _presence,
    _office,
    _shares,
    _learning,
    _processes,
    _looks,
    _analyses,
]
"""In order; the version of a database is how many of them it has seen. Never change one, add one, and let it
only add: servers of the version before may still be running on the same database."""


class SchemaTooNew(StorageError):
    """The database was written by a newer Pfalz."""


def version(db: Connection) -> int:
    """The schema a database has; one of a newer Pfalz is refused."""
    if not inspect(db).has_table("facts"):
        return 0
    found = int(db.execute(select(facts.c.value).where(facts.c.key == "schema")).scalar_one())
    if found > len(MIGRATIONS):
        raise SchemaTooNew("schema_newer", found=found, known=len(MIGRATIONS))
    return found


def migrate(db: Connection) -> int:
    """Bring a database to the newest schema; returns the version it had. Only one does it at a time."""
    if db.dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(1049, 2)"))
    found = version(db)
    if found == 0 and not inspect(db).has_table("facts"):
        facts.create(db)
        db.execute(facts.insert().values(key="schema", value="0"))
    for step in MIGRATIONS[found:]:
        step(db)
    if found < len(MIGRATIONS):
        db.execute(facts.update().where(facts.c.key == "schema").values(value=str(len(MIGRATIONS))))
    return found
