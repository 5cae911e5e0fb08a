"""After a change of the rules: every stored table is played again, and one that diverges goes on as it was.

A table whose answers lead to the same positions stays what it is; only its version and hashes are renewed.
One that diverges goes on from its newest snapshot, after as many of the later answers as are still legal:
the position becomes the start of a new log. Nobody can go back behind it. The old log is laid aside whole,
and chance goes on from a new seed, because numbers of the old one have been seen.

Tables whose log was written in an older format are brought to the present one the same way, by the server
itself when it starts: their answers are played again, each has to be legal, and they are sealed anew.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from pfalz import catalogue
from pfalz.core.chance import seed_hash
from pfalz.core.errors import PfalzError, RecordError
from pfalz.core.record import Entry, Header, Record, Start, place, seal_of, sealed
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session
from pfalz.core.state import digest
from pfalz.core.texts import LANGUAGES, error_text
from pfalz.core.upcast import FORMAT
from pfalz.server.play import clocks
from pfalz.server.play.loading import parse_lines, table_of
from pfalz.server.play.rows import log_rows, snapshot_row
from pfalz.server.play.table import Table, rules_of
from pfalz.server.refusals import BadRecord, Refused
from pfalz.server.store import storage
from pfalz.server.store.audit import HOST, note_deed
from pfalz.server.store.schema import archives, chat, drafts, entries, snapshots, tables
from pfalz.server.store.storage import Store, StoredTable

T = TypeVar("T")

EVERY = 1_000_000
"""More snapshots than a table has."""


@dataclass
class Patched:
    """What became of a table when it was played again under the present rules."""

    id: str
    outcome: str
    """same; updated: only version and hashes; continued: from a snapshot; impossible: left as it was."""
    position: int
    """How many of its answers count."""
    snapshot: int = 0
    """The position a continued table was taken up at; answers after it up to `position` were still legal."""
    lost: int = 0
    """Answers after that, which are not legal any more."""
    why: PfalzError | None = None
    """The first divergence."""


def patch(store: Store, write: bool = False) -> list[Patched]:
    """Play every table again under the present rules; with `write`, keep what follows from it."""
    return [_patch(store, id, write) for id in store.now(storage.ids_of)]


def renew_format(store: Store) -> list[Patched]:
    """Bring the tables whose log is of an older format to the present one."""
    return [_patch(store, id, True) for id in store.now(_of_older_format)]


def _of_older_format(db: Connection) -> list[str]:
    present = f'{{"pfalz":{FORMAT},%'
    return list(db.execute(select(tables.c.id).where(tables.c.header.not_like(present))).scalars())


def _patch(store: Store, id: str, write: bool) -> Patched:
    stored = store.now(lambda db: storage.load_table(db, id, EVERY))
    if stored is None:
        raise Refused("no_such_table", 404)
    try:
        result, session = _planned(stored)
    except PfalzError as error:
        return Patched(id, "impossible", stored.row["position"], why=error)
    if write and session is not None:
        store.write_now(lambda db: _renew(db, stored, session, result))
    return result


def _planned(stored: StoredTable) -> tuple[Patched, Session | None]:
    """What is to be done with a table, and its game from now on, if that is another one."""
    id, old = stored.row["id"], msgspec.json.decode(stored.row["header"], type=Header)
    log, _ = parse_lines(stored)
    header = msgspec.structs.replace(old, version=catalogue.game(old.game).version, pfalz=FORMAT)
    rules = rules_of(header)
    try:
        header = _with_start_as_now(rules, header)
        session = _replayed(rules, header, "" if old.pfalz != FORMAT else seal_of(old), log)
    except RecordError as divergence:
        return _continued(stored, old, rules, log, divergence)
    if header.version == old.version and header.pfalz == old.pfalz:
        return Patched(id, "same", len(log)), None
    return Patched(id, "updated", len(log)), session


def _with_start_as_now(rules: Ruleset[Any], header: Header) -> Header:
    """A header whose position to go on from, if there is one, is written as positions are written now."""
    start = header.start
    if not isinstance(start, Start):
        return header
    position = rules.to_json(_careful(lambda: rules.from_json(start.position)))
    return msgspec.structs.replace(header, start=msgspec.structs.replace(start, position=position))


def _replayed(rules: Ruleset[Any], header: Header, seal: str, log: list[Entry]) -> Session:
    """The game under the present rules, if every answer leads where it led before.

    Without a seal, as for a log of an older format, it is enough that every answer is legal."""
    session = _careful(lambda: Session(rules, header))
    for entry in log:
        _again(session, entry)
        if not seal:
            continue
        if sealed(seal, entry.seat, entry.ask, entry.move, rules.hash(session.state)) != entry.hash:
            raise Record(header, log).differs(entry)
        seal = entry.hash
    return session


def _again(session: Session, entry: Entry) -> None:
    """Give an old answer under the present rules."""
    try:
        if entry.move is None:
            _careful(lambda: session.retract(entry.seat))
        else:
            _careful(lambda: session.answer(entry.seat, entry.move or (), entry.ask))
    except PfalzError as error:
        raise RecordError("entry_fails", error=error, **place(entry)) from error


def _careful(work: Callable[[], T]) -> T:
    """Present rules may fail in any way on an old position."""
    try:
        return work()
    except PfalzError:
        raise
    except Exception as error:
        raise BadRecord("position_unplayable", what=repr(error)) from error


# -- going on from a snapshot -------------------------------------------------------------------------


def _continued(
    stored: StoredTable, old: Header, rules: Ruleset[Any], log: list[Entry], why: RecordError
) -> tuple[Patched, Session]:
    """The game from its newest snapshot the present rules can go on with; refused if there is none."""
    over = stored.row["status"] == "over"
    for n, start in _starts(stored, old, log):
        header = msgspec.structs.replace(old, version=rules.game.version, start=start, pfalz=FORMAT)
        try:
            session = _careful(lambda header=header: Session(rules, header))  # type: ignore[misc]
            kept = n + _still_legal(session, log[n:])
            if kept < len(log) and not isinstance(start, Start):
                continue  # without a snapshot it would begin anew
            if over and not session.state.over:
                raise BadRecord("patch_over")
            new = _careful(lambda s=session, k=kept: _restarted(s, old, k))  # type: ignore[misc]
        except PfalzError as error:
            why = error if isinstance(error, RecordError) else why
            continue
        return Patched(stored.row["id"], "continued", kept, n, len(log) - kept, why), new
    raise why


def _starts(
    stored: StoredTable, old: Header, log: list[Entry]
) -> Iterator[tuple[int, Start | msgspec.UnsetType]]:
    """Positions a table could be taken up at, newest first; the last is where its log begins."""
    for row in stored.snapshots:
        n = row["position"]
        if 0 < n <= len(log):
            before, last = log[n - 2].hash if n > 1 else seal_of(old), log[n - 1]
            try:
                position = msgspec.json.decode(row["state"], type=dict[str, Any])
            except (msgspec.DecodeError, ValueError):
                continue
            # a snapshot may be of answers that were taken back
            if sealed(before, last.seat, last.ask, last.move, digest(position)) == last.hash:
                yield n, Start(n, old.version, position)
    yield 0, old.start


def _still_legal(session: Session, log: list[Entry]) -> int:
    """Give old answers until one is not legal any more; how many were."""
    for i, entry in enumerate(log):
        try:
            _again(session, entry)
        except RecordError:
            return i
    return len(log)


def _restarted(session: Session, old: Header, answers: int) -> Session:
    """A game that begins where another one stands, with chance of its own."""
    before = old.start.answers if isinstance(old.start, Start) else 0
    start = Start(before + answers, old.version, session.rules.to_json(session.state))
    seed = secrets.token_hex(16)
    fresh = {"start": start, "seed": seed, "seed_hash": seed_hash(seed), "later": msgspec.UNSET}
    header = msgspec.structs.replace(session.header, **fresh)
    new = Session(session.rules, header)
    new.settle()
    return new


# -- writing ------------------------------------------------------------------------------------------


def _renew(db: Connection, stored: StoredTable, session: Session, result: Patched) -> None:
    """Lay the old log aside and begin the new one."""
    id = stored.row["id"]
    _lay_aside(db, stored)
    table = table_of(stored, session)
    if table.status in ("playing", "over"):
        table.status = "over" if session.state.over else "playing"
    log = log_rows(table)
    table.lines = len(log)
    if log:
        db.execute(insert(entries), log)
        storage.save_snapshot(db, snapshot_row(table))
    if result.outcome == "continued":
        db.execute(update(drafts).where(drafts.c.table_id == id).values(opened=session.opened))
        db.execute(insert(chat).values(**_notice(table)))
        people = [seat for seat in table.deciding() if not table.seats[seat].bot]
        clocks.turn(table.clock, table.times, people, (), time.time())
    storage.update_table(
        db,
        id,
        header=_json(session.header),
        status=table.status,
        position=table.position,
        deciding=_json(table.deciding()),
        times=_json(table.times),
    )
    note_deed(db, HOST, "patch", id, outcome=result.outcome, lost=result.lost)


def _lay_aside(db: Connection, stored: StoredTable) -> None:
    """Keep the whole log, with everything that was taken back, and clear its place."""
    id = stored.row["id"]
    n = db.execute(select(func.count()).select_from(archives).where(archives.c.table_id == id)).scalar_one()
    lines = [stored.row["header"], *(data for _, data, _ in stored.lines)]
    record = "".join(f"{line}\n" for line in lines)
    db.execute(insert(archives).values(table_id=id, n=n, record=record, at=time.time()))
    for part in (entries, snapshots):
        db.execute(delete(part).where(part.c.table_id == id))


def _notice(table: Table) -> dict[str, Any]:
    """A line of chat for the players, in every language, because it is kept as it is."""
    header = table.header
    assert isinstance(header.start, Start)
    said = Refused("rules_changed", answers=header.start.answers, version=header.version)
    words = " · ".join(error_text(said, language) for language in LANGUAGES)
    n = table.chat[-1].n + 1 if table.chat else 0
    who = {"person": "", "name": "Pfalz", "seat": -2}
    return {"table_id": table.id, "n": n, **who, "text": words, "at": time.time()}


def _json(data: Any) -> str:
    return msgspec.json.encode(data).decode()
