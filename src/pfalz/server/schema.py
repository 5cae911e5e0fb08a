"""The tables of the database and the numbered migrations that make them. Nothing is read or written here."""

from __future__ import annotations

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
    inspect,
    select,
    text,
)

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

visits = Table(
    "visits",
    META,
    Column("table_id", Text, primary_key=True),
    Column("person", Text, primary_key=True),
)

Index("tables_by_update", tables.c.updated)


def _first(db: Connection) -> None:
    """Schema 1: people, tables, seats, the log, snapshots, chat, drafts."""
    META.create_all(db, tables=[t for t in META.sorted_tables if t.name not in ("facts", "visits")])


def _visits(db: Connection) -> None:
    """Schema 2: who has come to a private table by its link."""
    visits.create(db)


MIGRATIONS: list[Callable[[Connection], None]] = [_first, _visits]
"""In order; the version of a database is how many of them it has seen. Never change one, add one."""


class SchemaTooNew(RuntimeError):
    """The database was written by a newer Pfalz."""


def migrate(db: Connection) -> int:
    """Bring a database to the newest schema; returns the version it had."""
    if db.dialect.name == "postgresql":
        # two servers that start together must not migrate at the same time
        db.execute(text("SELECT pg_advisory_xact_lock(1049)"))
    if not inspect(db).has_table("facts"):
        facts.create(db)
        db.execute(facts.insert().values(key="schema", value="0"))
    found = int(db.execute(select(facts.c.value).where(facts.c.key == "schema")).scalar_one())
    if found > len(MIGRATIONS):
        raise SchemaTooNew(
            f"the database has schema {found}; this Pfalz knows schemas up to {len(MIGRATIONS)}"
        )
    for step in MIGRATIONS[found:]:
        step(db)
    if found < len(MIGRATIONS):
        db.execute(facts.update().where(facts.c.key == "schema").values(value=str(len(MIGRATIONS))))
    return found
