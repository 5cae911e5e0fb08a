"""What other servers on the same database have done to a table, followed here.

A change comes as the lines it has added to the log: a table in memory goes on by them without asking the
database, and its viewers here see what viewers there see. If something is missing, or has changed that is not
in the log, the table is read again. A table nobody here has open costs a line in two lists.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from pfalz.core.errors import PfalzError
from pfalz.core.record import Entry, Undo
from pfalz.core.state import SPECTATOR, digest
from pfalz.server.play import presence
from pfalz.server.play.clocks import Times
from pfalz.server.play.seats import Draft
from pfalz.server.play.table import Table
from pfalz.server.refusals import Refused
from pfalz.web.seen import ChatLine, Status

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables

LOG = logging.getLogger("pfalz.tables")


class Change(msgspec.Struct, omit_defaults=True):
    """What a commit has done to a table."""

    revision: int = 0
    status: Status | Literal[""] = ""
    people: list[str] = []
    """Who has to decide."""
    busy: bool = False
    """Whether a bot has to decide, or a clock runs."""
    lines: list[tuple[str, bool]] = []
    """What came to the log, with its barriers; `times` and this are all, or `whole` is false."""
    times: str = ""
    whole: bool = False
    quiet: str = ""
    """The only one who may notice."""


class Drafted(msgspec.Struct, omit_defaults=True):
    """What somebody has filled in so far."""

    seat: int
    opened: int
    ask: str
    filled: tuple[int, ...]


# types are made known here: in threads, msgspec (0.22) crashes when two meet one for the first time together
_CHANGE = msgspec.json.Decoder(Change)
_DRAFTED = msgspec.json.Decoder(Drafted)
_CHAT = msgspec.json.Decoder(ChatLine)
_ENTRY = msgspec.json.Decoder(Entry)
_UNDO = msgspec.json.Decoder(Undo)
_TIMES = msgspec.json.Decoder(Times)
_NAME = msgspec.json.Decoder(str)


class Hearing:
    """Listens for all tables of a server."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._tasks: set[asyncio.Task[None]] = set()
        bus = tables.store.bus
        bus.ears |= {"table": self._changed, "draft": self._drafted, "chat": self._said, "visit": self._came}
        bus.lost.append(self._missed)

    def _changed(self, id: str, body: bytes) -> None:
        change = _CHANGE.decode(body) if body != b"null" else Change()
        tables = self.tables
        tables.rumoured(id, change)
        table = tables.loaded_table(id)
        if table is None:
            if change.busy and tables.duties.mine(id):
                self._begin(self._looked_after(id))
        elif not table.at_rest or not self._followed(table, change):
            self._begin(self._caught_up(id, change))

    async def _looked_after(self, id: str) -> None:
        try:
            async with self.tables.open(id) as table:
                self.tables.tell(table)
        except Refused:
            self.tables.let_go(id)
            raise

    async def _caught_up(self, id: str, change: Change) -> None:
        """As `_changed`, for a table somebody here is changing, or whose change is not all there."""
        if not change.revision:  # it does not say what has become of the table
            self.tables.outdated([id])
            await self._looked_after(id)
            return
        async with self.tables.open(id) as table:
            if not self._followed(table, change):
                await self.tables.fresh(table)
            self.tables.tell(table)

    def _followed(self, table: Table, change: Change) -> bool:
        """Whether the table stands where the change has led it; its lock is ours or nobody's."""
        if 0 < change.revision <= table.revision:
            return True
        if not change.whole or change.revision != table.revision + 1 or table.stale:
            return False
        before = table.position
        try:
            before = min(before, _go_on(table, change.lines))
        except PfalzError as error:
            LOG.warning("table %s is read again: %s", table.id, error)
            table.stale = True
            return False
        table.revision, table.status = change.revision, change.status or table.status
        table.lines += len(change.lines)
        if change.times:
            table.times = _TIMES.decode(change.times)
        people = [seat for seat in table.deciding() if not table.seats[seat].bot]
        if people != table.waited_for:
            presence.asked(self.tables, table, people)
        if change.quiet:
            table.changed_for(change.quiet)
        else:
            table.stored(before)
            self.tables.tell(table)
        return True

    def _drafted(self, id: str, body: bytes) -> None:
        table = self.tables.loaded_table(id)
        if table is not None:
            found = _DRAFTED.decode(body)
            table.drafts[found.seat] = Draft(found.opened, found.ask, found.filled)
            table.changed_for(table.seats[found.seat].person)

    def _said(self, id: str, body: bytes) -> None:
        table = self.tables.loaded_table(id)
        if table is not None:
            line = _CHAT.decode(body)
            if not table.chat or line.n > table.chat[-1].n:
                table.hear(line)

    def _came(self, id: str, body: bytes) -> None:
        table = self.tables.loaded_table(id)
        if table is not None:
            table.visitors.add(_NAME.decode(body))

    def _missed(self) -> None:
        """Nothing was heard for a while: whatever is in memory may be old."""
        for id in self.tables.outdated():
            self._begin(self._looked_after(id))

    def read_again(self, ids: list[str]) -> None:
        """The database has changed behind these tables."""
        for id in self.tables.outdated(ids):
            self._begin(self._looked_after(id))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except PfalzError as error:  # the table is gone, or cannot be read; whoever opens it is told
            LOG.info("a table was not followed: %s", error)
        except Exception:
            LOG.exception("a table was not followed")


def faces(table: Table) -> dict[int, str]:
    """What a table shows, by viewer: the same as long as that viewer cannot tell a difference."""
    rules, state = table.rules, table.session.state
    shown = [
        [table.status, table.title, table.owner, table.position, table.session.opened, table.rematch],
        [[seat.name, seat.person, seat.bot, seat.resigned, seat.share] for seat in table.seats],
        [sorted(table.votes), table.stand_ins, table.deciding(), table.chat[-1].n if table.chat else -1],
        [table.times.left, table.times.since, table.header.seed_hash, sorted(table.visitors)],
    ]
    return {
        viewer: digest([shown, rules.to_json(rules.view(state, viewer))])
        for viewer in (SPECTATOR, *range(len(table.seats)))
    }


def _go_on(table: Table, lines: list[tuple[str, bool]]) -> int:
    """Let a table's game go on by new lines of its log; the first position that is another one now."""
    session, first = table.session, table.position
    entries: list[Entry] = []
    barriers: list[bool] = []
    for data, barrier in lines:
        if data.startswith('{"undo"'):
            session.follow(entries, barriers)
            entries, barriers = [], []
            undo = _UNDO.decode(data).undo
            session.rewind(undo)
            table.forget_log()
            first = min(first, undo)
        else:
            entry = _ENTRY.decode(data)
            entries.append(entry)
            barriers.append(barrier)
            table.drafts.pop(entry.seat, None)
    session.follow(entries, barriers)
    return first
