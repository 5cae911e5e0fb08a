"""The one small interface to the database: SQLite or PostgreSQL through SQLAlchemy Core.

Reads run in a few threads of their own, writes in the writer's thread. SQLite is in WAL mode with
`synchronous=FULL`: what has been committed survives the loss of power.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    RowMapping,
    case,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from pfalz.server.refusals import StorageError
from pfalz.server.store import schema
from pfalz.server.store.bus import Bus
from pfalz.server.store.claim import Claim
from pfalz.server.store.duties import Duties
from pfalz.server.store.schema import chat, drafts, entries, facts, seats, snapshots, tables, visits
from pfalz.server.store.writer import REPLACED, Writer

T = TypeVar("T")

LOG = logging.getLogger("pfalz.store")
CHAT_SHOWN = 300
"""Lines of a table's chat that are shown, the newest ones."""
OF_SITE = 8
"""Of the sign of where a table was opened from, so many letters are the same for a whole site of IPv6."""
DURABLE = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"""
"""For PostgreSQL: a host may ask for more than the disk of the server (`remote_apply`), but not for less."""


WATCHFUL = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
"""For PostgreSQL on another machine: one that is gone does not hang up, and whoever only listens to it would
wait for ever. Seconds but for the last; what the URL says counts more."""


def connect(url: str) -> Engine:
    """An engine for a database URL, set up for durable commits; its errors tell no values (secrets)."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        url_of = parsed.set(drivername="postgresql+psycopg")
        watchful = {name: value for name, value in WATCHFUL.items() if name not in parsed.query}
        engine = create_engine(url_of, pool_pre_ping=True, hide_parameters=True, connect_args=watchful)

        @event.listens_for(engine, "connect")
        def _durable(db: Any, _: Any) -> None:
            db.execute(DURABLE)
            db.commit()

        return engine
    arguments = {"timeout": 15, "check_same_thread": False}
    engine = create_engine(parsed, paramstyle="named", connect_args=arguments, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _pragmas(db: Any, _: Any) -> None:
        db.isolation_level = None  # we say BEGIN ourselves, see below
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def _begin(db: Connection) -> None:
        db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get("writes") else "BEGIN")

    return engine


def _is_postgres(engine: Engine) -> bool:
    return engine.dialect.name == "postgresql"


_KEEP_FACT = text(
    "INSERT INTO facts (key, value) VALUES (:key, :value) "
    "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
_KEEP_VISIT = text(f"{visits.insert()} ON CONFLICT DO NOTHING")
_KEEP_SNAPSHOT = text(str(snapshots.insert()) + REPLACED)


class Store:
    """Where tables and people are kept."""

    def __init__(self, url: str) -> None:
        try:
            self.engine = connect(url)
            # what is read together is of one moment; SQLite does so by itself
            alike = {"isolation_level": "REPEATABLE READ"} if _is_postgres(self.engine) else {}
            self._reading = self.engine.execution_options(**alike)
            self.claim = Claim(self.engine)
            self.schema_before = self.now(schema.version)
            if self.schema_before < len(schema.MIGRATIONS):
                with self.claimed(serving=True):  # servers of the version before may go on
                    self.schema_before = self.write_now(schema.migrate)
        except (SQLAlchemyError, ImportError) as error:
            what = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            raise StorageError("no_database", what=what) from error
        self.bus = Bus(self.engine)
        self.duties = Duties(self.claim)
        self.writer = Writer(self.engine.execution_options(writes=True), self.claim.renew)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="pfalz-reader")

    async def start(self) -> None:
        """Begin to write; refused while another process does, but for servers on one PostgreSQL."""
        self.claim.take(serving=True)
        self.writer.start()
        await self.bus.start()

    async def stop(self) -> None:
        """Finish writing and close every connection."""
        await self.bus.stop()
        await self.writer.stop()
        self._readers.shutdown(wait=True)
        self.claim.give_back()
        self.engine.dispose()

    @contextmanager
    def claimed(self, serving: bool = False) -> Iterator[None]:
        """While nobody else writes, or servers only; for commands and before the server starts."""
        mine = self.claim.held
        self.claim.take(serving)
        try:
            yield
        finally:
            if not mine:
                self.claim.give_back()

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a reading function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.now, query)

    def now(self, query: Callable[[Connection], T]) -> T:
        """Run a reading function here; for commands, not for the server."""
        with self._reading.connect() as db:
            return query(db)

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """Run a writing function here; for commands, not for the server."""
        with self.engine.execution_options(writes=True).begin() as db:
            return work(db)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a writing function in the writer's thread; durable when it returns."""
        result: T = await self.writer.submit(work)
        return result

    def write_aside(self, what: str, work: Callable[[Connection], Any]) -> None:
        """Write something soon; nobody waits for it, and nobody is turned away if it fails."""

        def told(writing: asyncio.Future[Any]) -> None:
            if not writing.cancelled() and (error := writing.exception()) is not None:
                LOG.warning("%s was not kept: %r", what, error)

        self.writer.submit(work).add_done_callback(told)

    def secret(self) -> str:
        """The secret that signs cookies, made when it is first needed."""

        def get(db: Connection) -> str:
            found = db.execute(select(facts.c.value).where(facts.c.key == "secret")).scalar()
            if found is None:
                found = secrets.token_urlsafe(32)
                db.execute(insert(facts).values(key="secret", value=found))
            return str(found)

        try:
            return self.write_now(get)
        except IntegrityError:  # another server was quicker
            return self.write_now(get)


# -- tables -------------------------------------------------------------------------------------------


class StoredTable:
    """Everything of one table as it lies in the database."""

    def __init__(self, db: Connection, row: RowMapping, kept: int) -> None:
        id = row["id"]
        self.row = dict(row)
        self.seats = [
            dict(r)
            for r in db.execute(select(seats).where(seats.c.table_id == id).order_by(seats.c.seat)).mappings()
        ]
        self.lines = list(
            db.execute(
                select(entries.c.line, entries.c.data, entries.c.barrier)
                .where(entries.c.table_id == id)
                .order_by(entries.c.line)
            )
        )
        newest = select(chat).where(chat.c.table_id == id).order_by(chat.c.n.desc()).limit(CHAT_SHOWN)
        self.chat = [dict(r) for r in reversed(db.execute(newest).mappings().all())]
        self.snapshots = latest_snapshots(db, id, row["position"], kept)
        self.drafts = [dict(r) for r in db.execute(select(drafts).where(drafts.c.table_id == id)).mappings()]
        self.visitors = set(db.execute(select(visits.c.person).where(visits.c.table_id == id)).scalars())


def load_table(db: Connection, id: str, kept: int = 2) -> StoredTable | None:
    """One table with its seats, log, the newest chat, drafts, visitors and the newest `kept` snapshots."""
    row = db.execute(select(tables).where(tables.c.id == id)).mappings().first()
    return StoredTable(db, row, kept) if row is not None else None


def insert_table(db: Connection, row: dict[str, Any], seat_rows: Sequence[dict[str, Any]]) -> None:
    """A new table with its seats."""
    db.execute(insert(tables).values(**row))
    db.execute(insert(seats), list(seat_rows))


def update_table(db: Connection, id: str, **values: Any) -> None:
    """Change columns of a table's row."""
    db.execute(update(tables).where(tables.c.id == id).values(**values))


def update_seat(db: Connection, row: dict[str, Any]) -> None:
    """Change who sits in a seat; `row` is the whole row."""
    where = (seats.c.table_id == row["table_id"], seats.c.seat == row["seat"])
    db.execute(update(seats).where(*where).values(**row))


def save_snapshot(db: Connection, row: dict[str, Any]) -> None:
    """Keep a position, in place of the one kept under the same number."""
    db.execute(_KEEP_SNAPSHOT, row)


def keep_fact(db: Connection, key: str, value: str) -> None:
    """Write something down about the whole database."""
    db.execute(_KEEP_FACT, {"key": key, "value": value})


def latest_snapshots(db: Connection, id: str, upto: int, count: int) -> list[dict[str, Any]]:
    """The newest kept positions with a number of at most `upto`; some may be of answers since taken back."""
    query = select(snapshots).where(snapshots.c.table_id == id, snapshots.c.position <= upto)
    rows = db.execute(query.order_by(snapshots.c.position.desc()).limit(count)).mappings()
    return [dict(row) for row in rows]


def save_draft(db: Connection, id: str, seat: int, opened: int, ask: str, move: str) -> None:
    """Keep the private draft of a seat; an empty move removes it."""
    db.execute(delete(drafts).where(drafts.c.table_id == id, drafts.c.seat == seat))
    if move:
        db.execute(insert(drafts).values(table_id=id, seat=seat, opened=opened, ask=ask, move=move))


def note_look(db: Connection, id: str, person: str, position: int) -> None:
    """Remember how far a person at a table has followed it."""
    db.execute(update(seats).where(seats.c.table_id == id, seats.c.person == person).values(looked=position))


def last_look(db: Connection, id: str, person: str) -> int:
    """How far a person has followed a table; -1 if that is not known."""
    own = select(seats.c.looked).where(seats.c.table_id == id, seats.c.person == person)
    return max(db.execute(own).scalars(), default=-1) if person else -1


def add_visit(db: Connection, id: str, person: str) -> None:
    """Remember that a person has come by the link of a private table."""
    db.execute(_KEEP_VISIT, {"table_id": id, "person": person})


def all_tables(
    db: Connection, status: str | None = None
) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Rows of all tables with their seats, newest first; for the host."""
    query = select(tables).order_by(tables.c.updated.desc())
    if status is not None:
        query = query.where(tables.c.status == status)
    return _with_seats(db, [dict(row) for row in db.execute(query).mappings()])


def list_tables(
    db: Connection, status: str | None, person: str | None, limit: int = 100
) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Rows of tables with their seats, newest first: public ones of a status, or those of a person.

    Of those that wait for players, only where somebody can sit down, and first the newest of every place they
    were opened from, then the second of each: many tables of one place hide nobody else's."""
    order = [tables.c.updated.desc()]
    query = select(tables).limit(limit)
    if status == "open" and person is None:
        site = func.substr(tables.c.origin, 1, OF_SITE)
        place = case((tables.c.origin != "", site), else_=tables.c.owner)
        order.insert(0, func.row_number().over(partition_by=place, order_by=order).asc())
        free = select(seats.c.table_id).where(seats.c.person == "", seats.c.bot == "")
        query = query.where(tables.c.id.in_(free))
    query = query.order_by(*order)
    if status is not None:
        query = query.where(tables.c.status == status)
    if person is not None:
        mine = select(seats.c.table_id).where(seats.c.person == person)
        query = query.where(tables.c.id.in_(mine) | (tables.c.owner == person))
    else:
        query = query.where(tables.c.private.is_(False))
    return _with_seats(db, [dict(row) for row in db.execute(query).mappings()])


def _with_seats(
    db: Connection, rows: list[dict[str, Any]]
) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    found: dict[str, list[dict[str, Any]]] = {row["id"]: [] for row in rows}
    for ids in batched(list(found)):
        in_order = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
        for seat in db.execute(in_order).mappings():
            found[seat["table_id"]].append(dict(seat))
    return [(row, found[row["id"]]) for row in rows]


def batched(items: Sequence[T], size: int = 500) -> Iterator[Sequence[T]]:
    """Pieces of a sequence, each small enough for the parameters of one statement."""
    return (items[i : i + size] for i in range(0, len(items), size))


def count_owned(db: Connection, person: str) -> int:
    """How many unfinished tables a person owns."""
    query = select(func.count()).select_from(tables).where(tables.c.owner == person)
    return int(db.execute(query.where(tables.c.status.in_(("open", "playing")))).scalar_one())


def count_from(db: Connection, place: str, *statuses: str, since: float = 0.0) -> int:
    """How many tables of some statuses were opened from one place, and changed since.

    A place is the sign of an address, or the part of it that is the same for a whole site."""
    if not place:
        return 0
    there = (tables.c.origin >= place, tables.c.origin < place + "g")  # signs are hexadecimal
    here = (*there, tables.c.status.in_(statuses), tables.c.updated >= since)
    return int(db.execute(select(func.count()).select_from(tables).where(*here)).scalar_one())


def ids_of(db: Connection, *statuses: str) -> list[str]:
    """Ids of all tables of some statuses, oldest first."""
    query = select(tables.c.id).order_by(tables.c.created)
    if statuses:
        query = query.where(tables.c.status.in_(statuses))
    return list(db.execute(query).scalars())
