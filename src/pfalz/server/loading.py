"""A table from what the database has of it: the log is replayed, its last hash verified."""

from __future__ import annotations

import msgspec

from pfalz.core.record import Entry, Header, Record, Undo
from pfalz.core.session import reload
from pfalz.server.clocks import Clock, Times
from pfalz.server.refusals import BadRecord
from pfalz.server.storage import StoredTable
from pfalz.server.table import Draft, Seat, Table, rules_of
from pfalz.web.seen import ChatLine


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
    if data.startswith('{"undo"'):
        return msgspec.json.decode(data, type=Undo)
    return msgspec.json.decode(data, type=Entry)


def from_stored(stored: StoredTable) -> Table:
    """A table as it lies in the database."""
    row = stored.row
    header = msgspec.json.decode(row["header"], type=Header)
    rules = rules_of(header)
    kept, barriers = parse_lines(stored)
    table = Table(
        id=row["id"],
        title=row["title"],
        header=header,
        status=row["status"],
        owner=row["owner"],
        private=bool(row["private"]),
        link=row["link"],
        undo_policy=row["undo_policy"],
        clock=msgspec.json.decode(row["clock"], type=Clock),
        times=msgspec.json.decode(row["times"], type=Times),
        seats=[Seat(s["name"], s["person"], s["bot"], bool(s["resigned"])) for s in stored.seats],
        session=reload(rules, Record(header, kept), barriers),
        created=row["created"],
        votes=set(msgspec.json.decode(row["votes"], type=list[int])),
        rematch=row["rematch"],
        lines=len(stored.lines),
        chat=[ChatLine(c["n"], c["name"], c["seat"], c["text"], c["at"]) for c in stored.chat],
        visitors=stored.visitors,
    )
    for d in stored.drafts:
        move = tuple(msgspec.json.decode(d["move"], type=list[int]))
        table.drafts[d["seat"]] = Draft(d["opened"], d["ask"], move)
    return table
