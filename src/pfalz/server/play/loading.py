"""A table from what the database has of it.

The game begins at the newest snapshot that was made under the present rules and that the hashes of the log
confirm, and only the answers after it are played; the ones before it, when somebody wants to know what
happened (`Session.recall`). Without such a snapshot the whole log is played. The last hash is verified
either way.
"""

from __future__ import annotations

import logging

import msgspec
from sqlalchemy import Connection

from pfalz.core.errors import RecordError
from pfalz.core.record import Entry, Header, Record, Undo
from pfalz.core.session import Kept, Session, reload
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.rows import fingerprint
from pfalz.server.play.seats import Draft, Seat
from pfalz.server.play.table import Table, rules_of
from pfalz.server.refusals import BadRecord, Refused
from pfalz.server.store.storage import StoredTable, load_table
from pfalz.web.seen import ChatLine

LOG = logging.getLogger("pfalz.tables")
# tables are loaded in threads, and msgspec (0.22) crashes when two of them meet a type for the first time
# together: these make the types known when the module is imported
_HEADER = msgspec.json.Decoder(Header)
_ENTRY = msgspec.json.Decoder(Entry)
_UNDO = msgspec.json.Decoder(Undo)
_CLOCK = msgspec.json.Decoder(Clock)
_TIMES = msgspec.json.Decoder(Times)
_PAIRS = msgspec.json.Decoder(list[tuple[int, int]])
_NUMBERS = msgspec.json.Decoder(list[int])


def parse_lines(stored: StoredTable) -> tuple[list[Entry], list[bool]]:
    """The answers that count, and which of them are barriers."""
    kept: list[Entry] = []
    barriers: list[bool] = []
    for line, data, barrier in stored.lines:
        item: Entry | Undo = _line(data)
        if isinstance(item, Undo):
            del kept[item.undo :], barriers[item.undo :]
        elif item.n != len(kept):
            raise BadRecord("record_gap", line=line, id=stored.row["id"], n=len(kept))
        else:
            kept.append(item)
            barriers.append(bool(barrier))
    return kept, barriers


def _line(data: str) -> Entry | Undo:
    return _UNDO.decode(data) if data.startswith('{"undo"') else _ENTRY.decode(data)


def opened_session(stored: StoredTable, header: Header) -> Session:
    """The game of a stored table, from its newest snapshot that fits."""
    rules = rules_of(header)
    entries, barriers = parse_lines(stored)
    record = Record(header, entries)
    for row in stored.snapshots:
        if row["rules"] == fingerprint(rules) and 0 < row["position"] <= len(entries):
            try:
                state = rules.from_json(msgspec.json.decode(row["state"]))
                return reload(rules, record, barriers, Kept(row["position"], row["opened"], state))
            except (RecordError, msgspec.DecodeError):  # of answers taken back since, or damaged
                continue
    return reload(rules, record, barriers)


def from_stored(stored: StoredTable) -> Table:
    """A table as it lies in the database."""
    header = _HEADER.decode(stored.row["header"])
    return table_of(stored, opened_session(stored, header))


def table_of(stored: StoredTable, session: Session) -> Table:
    """A stored table with its game."""
    row = stored.row
    table = Table(
        id=row["id"],
        title=row["title"],
        header=session.header,
        status=row["status"],
        owner=row["owner"],
        private=bool(row["private"]),
        link=row["link"],
        undo_policy=row["undo_policy"],
        clock=_CLOCK.decode(row["clock"]),
        times=_TIMES.decode(row["times"]),
        seats=[
            Seat(s["name"], s["person"], s["bot"], bool(s["resigned"]), s["share"], s["seen"], s["seen"])
            for s in stored.seats
        ],
        session=session,
        created=row["created"],
        origin=row["origin"],
        votes=set(_NUMBERS.decode(row["votes"])),
        rematch=row["rematch"],
        stand_ins=_PAIRS.decode(row["stand_ins"]),
        hints=bool(row["hints"]),
        thinking=row["thinking"],
        lesson=row["lesson"],
        revision=row["revision"],
        lines=len(stored.lines),
        chat=[ChatLine(c["n"], c["name"], c["seat"], c["text"], c["at"]) for c in stored.chat],
        visitors=stored.visitors,
    )
    table.waited_for = [seat for seat in table.deciding() if not table.seats[seat].bot]
    for d in stored.drafts:
        filled = tuple(_NUMBERS.decode(d["move"]))
        table.drafts[d["seat"]] = Draft(d["opened"], d["ask"], filled)
    return table


def load(db: Connection, id: str) -> Table:
    """A table by its id; refused if there is none, or if it cannot be opened."""
    stored = load_table(db, id)
    if stored is None:
        raise Refused("no_such_table", 404)
    try:
        return from_stored(stored)
    except RecordError as error:  # the rules have changed, or somebody has changed the database
        LOG.error("table %s cannot be opened, try `pfalz tables patch %s`: %s", id, id, error)
        if stored.row["private"]:  # nobody learns that it exists who could not show its link
            raise Refused("no_such_table", 404) from error
        raise Refused("unreadable", 503) from error
