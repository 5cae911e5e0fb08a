"""A whole server in one file, and back: into an empty database, of the other kind if that is wanted.

The file has JSON lines: what it is, then rows by the hundred, and at the end how many there are and the hash
of everything before. It holds passwords (hashed), seeds and the secret that signs cookies. Restoring is one
transaction: a file that turns out to be damaged leaves the database as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import IO, Any, TypeVar

import msgspec
from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from pfalz.server.refusals import BadRecord, StorageError
from pfalz.server.store.schema import META, MIGRATIONS, SchemaTooNew, audit, complete, facts, people, tables
from pfalz.server.store.storage import Store

T = TypeVar("T")

FORMAT = 1
ROWS = 200
LONGEST = 64 * 1024 * 1024
"""Bytes of a line that is read."""


class First(msgspec.Struct, forbid_unknown_fields=True):
    """What the file is."""

    pfalz_backup: int
    schema: int


class Rows(msgspec.Struct, forbid_unknown_fields=True):
    """Some rows of one table of the database."""

    table: str
    rows: list[dict[str, str | int | float | bool | None]]


class Last(msgspec.Struct, forbid_unknown_fields=True):
    """What the file must have held until here."""

    rows: int
    sha256: str


def is_backup(line: bytes) -> bool:
    """Whether a file that begins with this line is a backup."""
    return line.startswith(b'{"pfalz_backup"')


# -- writing ------------------------------------------------------------------------------------------


def save(store: Store, out: IO[bytes]) -> int:
    """Write everything the database has, as it is at one moment; returns how many tables were at play."""
    sha, count = hashlib.sha256(), 0

    def put(item: object) -> None:
        line = msgspec.json.encode(item) + b"\n"
        sha.update(line)
        out.write(line)

    engine = store.engine
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as db:
        put(First(FORMAT, len(MIGRATIONS)))
        for table in META.sorted_tables:
            for rows in _read(db, table):
                put(Rows(str(table.name), rows))
                count += len(rows)
        found = int(db.execute(select(func.count()).select_from(tables)).scalar_one())
    out.write(msgspec.json.encode(Last(count, sha.hexdigest())) + b"\n")
    return found


def _read(db: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    query = select(table).order_by(*table.primary_key.columns)
    if table is facts:
        query = query.where(facts.c.key != "schema")
    for part in db.execution_options(yield_per=ROWS).execute(query).mappings().partitions(ROWS):
        yield [{str(name): value for name, value in row.items()} for row in part]


# -- reading ------------------------------------------------------------------------------------------


def restore(store: Store, lines: IO[bytes]) -> int:
    """Fill an empty database from a backup; returns how many tables it has now."""

    def write(db: Connection) -> int:
        _empty(db)
        db.execute(delete(facts).where(facts.c.key != "schema"))
        _take(db, lines)
        complete(db)
        _count_on(db)
        return int(db.execute(select(func.count()).select_from(tables)).scalar_one())

    try:
        return store.write_now(write)
    except SQLAlchemyError as error:
        raise StorageError("not_stored", what=error.__class__.__name__) from error


def _count_on(db: Connection) -> None:
    """PostgreSQL numbers new rows by a counter, which does not notice those that come with a number."""
    if db.dialect.name == "postgresql":
        last = db.execute(select(func.max(audit.c.n))).scalar()
        counter = func.pg_get_serial_sequence(audit.name, audit.c.n.name)
        db.execute(select(func.setval(counter, (last or 0) + 1, False)))


def _empty(db: Connection) -> None:
    held = {t.name: db.execute(select(func.count()).select_from(t)).scalar_one() for t in (tables, people)}
    if any(held.values()):
        raise BadRecord("backup_not_empty", tables=held["tables"], people=held["people"])


def _take(db: Connection, lines: IO[bytes]) -> None:
    sha, count, n = hashlib.sha256(), 0, 0
    for n, line in enumerate(_lines(lines), 1):
        if n == 1:
            _check(_decoded(line, First, n))
        elif line.startswith(b'{"table"'):
            part = _decoded(line, Rows, n)
            _insert(db, part, n)
            count += len(part.rows)
        else:
            last = _decoded(line, Last, n)
            if last != Last(count, sha.hexdigest()) or lines.read(1):
                raise BadRecord("backup_damaged", line=n)
            return
        sha.update(line)
    raise BadRecord("backup_cut", line=n)


def _lines(lines: IO[bytes]) -> Iterable[bytes]:
    while line := lines.readline(LONGEST):
        if not line.endswith(b"\n"):
            return
        yield line


def _decoded(line: bytes, kind: type[T], n: int) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadRecord("backup_damaged", line=n) from error


def _check(first: First) -> None:
    if first.pfalz_backup != FORMAT:
        raise BadRecord("backup_format", found=first.pfalz_backup, format=FORMAT)
    if first.schema > len(MIGRATIONS):
        raise SchemaTooNew("schema_newer", found=first.schema, known=len(MIGRATIONS))


def _insert(db: Connection, part: Rows, n: int) -> None:
    table = META.tables.get(part.table)
    if table is None or not part.rows or any(not _fits(table, row, part.rows[0]) for row in part.rows):
        raise BadRecord("backup_damaged", line=n)
    try:
        db.execute(insert(table), part.rows)
    except (OverflowError, SQLAlchemyError) as error:  # twice the same row, or a number too large
        raise BadRecord("backup_damaged", line=n) from error


def _fits(table: Table, row: dict[str, Any], first: dict[str, Any]) -> bool:
    """Whether a row has columns of the table, the same as the first, with values of their kind."""
    if row.keys() != first.keys() or (table is facts and row.get("key") == "schema"):
        return False
    for name, value in row.items():
        column = table.columns.get(name)
        if column is None or (value is None and not column.nullable):
            return False
        kind = column.type.python_type
        if value is not None and type(value) is not kind and not (kind is float and type(value) is int):
            return False
    return True
