"""The tables that are being played: loaded on demand, changed one at a time, told to others when durable.

Every change of a table happens under its lock: the session moves, the new lines are committed, and only then
do watchers and the one who answered hear of it. Whoever reads takes the same lock, so nobody ever sees what
could still be lost. If a commit fails the table is read again from the database.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pfalz.core.errors import IllegalAnswer, StaleAnswer
from pfalz.core.state import SPECTATOR
from pfalz.learning import LEARNER
from pfalz.server.dear import elsewhere
from pfalz.server.metrics import Histogram
from pfalz.server.play import clocks, outage, presence, steady
from pfalz.server.play.company import Company
from pfalz.server.play.hearing import Change, Hearing, faces
from pfalz.server.play.joining import begin_or_join
from pfalz.server.play.loading import load
from pfalz.server.play.opened import Opened, tried_again
from pfalz.server.play.rows import lines_since, snapshot_row
from pfalz.server.play.table import Table
from pfalz.server.play.takeback import revise
from pfalz.server.play.teaching import taught
from pfalz.server.play.waking import look_after
from pfalz.server.refusals import Conflict, Refused
from pfalz.server.settings import Settings
from pfalz.server.store import storage
from pfalz.server.store.audit import note_deed
from pfalz.server.store.schema import tables
from pfalz.server.store.storage import Store
from pfalz.server.store.writer import Append
from pfalz.server.words import is_id
from pfalz.web.seen import Seen

LOG = logging.getLogger("pfalz.tables")
SNAPSHOT_EVERY = 32
LISTED_EVERY = 5.0
"""So many seconds pass at a table that is played quickly before lists of tables show it as newer."""

Heard = Callable[[Table], None]
"""Told after a change is durable: bots, clocks and notifications listen."""
Rumour = Callable[[str, Change], None]
"""Told what another server has done to a table, whether it is in memory here or not."""


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.shared = store.bus.shared
        """Whether other servers may change tables too."""
        self.duties = store.duties
        self.listeners: list[Heard] = []
        self.rumours: list[Rumour] = []
        self.turns: dict[str, dict[str, None]] = {}
        """For every person, the tables where they have to decide, in the order in which it came up."""
        self.answering = Histogram()
        """How long it took until answers were durable."""
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._decided: dict[str, list[str]] = {}
        self._reading: dict[str, int] = {}
        """Tables that are being read, and what was heard of them meanwhile."""
        self.hearing = Hearing(self)
        self.company = Company(self)

    # -- loading ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find out who has to decide where, and wake the tables that bots or clocks have to go on with.

        Before that, times are moved by as long as no server was here."""
        first = await begin_or_join(self.store)
        if first or not self.shared:  # whoever comes to others takes a part when its bots can think
            await self.duties.balance()
        await look_after(self, self.duties.held)

    async def stop(self) -> None:
        """Keep the positions of the tables in memory: the next start finds them, and so do changed rules."""
        quiet = [table for table in self._live.values() if not table.stale and not table.lock.locked()]
        playing = [table for table in quiet if table.status == "playing"]
        # in the same order everywhere: servers that stop together would wait for each other in a circle
        rows = [snapshot_row(table) for table in sorted(playing, key=lambda table: table.id)]

        def write(db: Connection) -> None:
            for row in rows:
                storage.save_snapshot(db, row)
            outage.note_alive(db)

        await self.store.write(write)

    async def get(self, id: str) -> Table:
        """A table, from memory or from the database."""
        table = self._live.get(id)
        if table is None:
            if not is_id(id):
                raise Refused("no_such_table", 404)
            found = await self._read(id)
            # somebody else may have loaded it while we were reading
            table = self._live.get(id) or found
            self.keep(table)
        self._live.move_to_end(id)
        return table

    async def _read(self, id: str) -> Table:
        """A table from the database; what another server does to it meanwhile makes it old at once."""
        known = self._reading.setdefault(id, 0)
        try:
            found = await self.store.read(lambda db: load(db, id))
            found.stale = found.revision < self._reading.get(id, known)
        finally:
            self._reading.pop(id, None)
        return found

    def loaded_table(self, id: str) -> Table | None:
        """A table, if it is in memory."""
        return self._live.get(id)

    def rumoured(self, id: str, change: Change) -> None:
        """Another server has changed a table."""
        if id in self._reading:
            self._reading[id] = max(self._reading[id], change.revision)
        self.note_turns(id, change.people)
        for heard in self.rumours:
            heard(id, change)

    async def is_old(self, table: Table) -> bool:
        """Whether the database knows more of a table than we do."""
        query = select(tables.c.revision).where(tables.c.id == table.id)
        found = await self.store.read(lambda db: db.execute(query).scalar())
        return bool(found != table.revision)

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def keep(self, table: Table) -> None:
        """Hold a table in memory; the ones nobody has looked at for longest have to go."""
        self._live[table.id] = table
        if self.shared:
            table.elsewhere = self.company.at(table.id)
        if len(self._live) > self.settings.live_tables:
            for id, other in list(self._live.items())[: len(self._live) // 10 + 1]:
                if other is not table and not other.watchers and not other.lock.locked():
                    del self._live[id]

    def let_go(self, id: str) -> None:
        """A table is gone, or cannot be read any more: whoever watches it is told, nobody waits for it."""
        table = self._live.pop(id, None)
        self.note_turns(id, [])
        for watcher in table.watchers if table is not None else ():
            watcher.changed.set()

    def open(self, id: str) -> Opened:
        """A table under its lock, as the database has it."""
        return Opened(self, id, None, "")

    def visit(self, id: str, person: str, key: str = "", trusted: bool = False) -> Opened:
        """A table under its lock for somebody who may see it; a private one asks for its link once."""
        return Opened(self, id, person, key, trusted)

    async def fresh(self, table: Table) -> None:
        """Read a table again whose memory differs from the database; the caller holds the lock.

        Only those notice who see something else than before: a secret answer may have been revised."""
        before = faces(table)
        found = await self._read(table.id)
        found.lock, found.watchers, found.version = table.lock, table.watchers, table.version
        found.listed, found.elsewhere = table.listed, table.elsewhere
        for old, new in zip(table.seats, found.seats, strict=True):
            if old.person == new.person:
                new.seen, new.polled = max(old.seen, new.seen), old.polled
        table.__dict__.update(found.__dict__)
        self.note_turns(table.id, [table.seats[seat].person for seat in table.waited_for])
        after = faces(table)
        if before[SPECTATOR] != after[SPECTATOR]:
            table.changed()
            return
        for seat in (seat for seat in after if before.get(seat) != after[seat]):
            table.changed_for(table.seats[seat].person)

    async def recall(self, table: Table) -> None:
        """Play what came before the snapshot a table was loaded from, out of the way of other tables.

        People want to read the log and bots remember it; clocks do not need it. The caller holds the lock."""
        try:
            await elsewhere(table.session.recall)
        except BaseException:  # if it was called off, the thread goes on, with a game nobody may use any more
            table.stale = True
            raise

    async def let_in(self, table: Table, person: str, key: str) -> None:
        """Let somebody in who shows the link of a private table, and remember them."""
        if not key or not hmac.compare_digest(key.encode("utf-8", "replace"), table.link.encode()):
            raise Refused("no_such_table", 404)
        if person:
            table.visitors.add(person)

            def write(db: Connection) -> None:
                storage.add_visit(db, table.id, person)
                self.store.bus.tell(db, "visit", table.id, person)

            await self.store.write(write)

    # -- seeing -----------------------------------------------------------------------------------

    async def seen(
        self,
        id: str,
        person: str,
        position: int | None = None,
        as_seat: int | None = None,
        key: str = "",
    ) -> Seen:
        """A table through a person's eyes."""
        async with self.visit(id, person, key) as table:
            return self.look(table, person, position, as_seat)

    def look(
        self, table: Table, person: str, position: int | None = None, as_seat: int | None = None
    ) -> Seen:
        """A table whose lock we hold, through a person's eyes."""
        seen = table.seen(person, position, as_seat, self.next_table(table, person))
        if table.lesson and seen.seat == LEARNER and seen.position == seen.last_position:
            seen.lesson = taught(table, seen.ask)
        return seen

    def next_table(self, table: Table, person: str) -> str:
        """Another table where a person has to decide."""
        return next((other for other in tuple(self.turns.get(person, ())) if other != table.id), "")

    # -- playing ----------------------------------------------------------------------------------

    async def answer(
        self, id: str, person: str, ask: str, opened: int, answer: Sequence[int], key: str = ""
    ) -> dict[str, Any]:
        """Take a person's answer; it is durable when this returns. The same answer again is harmless."""
        try:
            return await self._answer(id, person, ask, opened, answer, key, trusted=True)
        except (Refused, StaleAnswer, IllegalAnswer, Conflict):
            if not self.shared:
                raise
        return await self._answer(id, person, ask, opened, answer, key, trusted=False)

    @tried_again
    async def _answer(
        self, id: str, person: str, ask: str, opened: int, answer: Sequence[int], key: str, trusted: bool
    ) -> dict[str, Any]:
        async with self.visit(id, person, key, trusted) as table:
            for seat in table.seats_of(person):  # the seat that is asked now may be another one of theirs
                if _given(table, seat, ask, opened, answer):
                    return {"position": table.position, "opened": table.session.opened, "again": True}
            return await self.answer_seat(table, table.acting_seat(person, ask), ask, opened, answer)

    async def answer_seat(
        self, table: Table, seat: int, ask: str, opened: int, answer: Sequence[int]
    ) -> dict[str, Any]:
        """Take the answer of a seat at a table whose lock we hold."""
        session = table.session
        if table.status != "playing":
            raise Refused("not_playing", 409)
        if table.session.answered(seat):
            await revise(self, table, seat, ask, opened, answer)
            return {"position": table.position, "opened": session.opened, "again": False}
        mark, begun = table.position, time.perf_counter()
        session.answer(seat, answer, ask, opened)
        session.settle()
        table.drafts.pop(seat, None)
        await self.commit(table, lines_since(table, mark), (seat,))
        self.answering.observe(time.perf_counter() - begun)
        return {"position": table.position, "opened": session.opened, "again": False}

    def rename(self, person: str, name: str) -> None:
        """Show a person's new name at the tables in memory; the database has it already."""
        for table in self._live.values():
            for seat in table.seats_of(person):
                table.seats[seat].name = name
                table.forget_names()
                table.changed()

    def watched(self) -> list[Table]:
        """The tables somebody has open here."""
        return [table for table in self._live.values() if table.watchers]

    def tables_of(self, person: str) -> list[str]:
        """The tables in memory where a person sits."""
        return [table.id for table in self._live.values() if table.seats_of(person)]

    def outdated(self, ids: Sequence[str] | None = None) -> list[str]:
        """The database has changed behind these tables, or any: those in memory will be read again."""
        here = [id for id in ids if id in self._live] if ids is not None else list(self._live)
        for id in here:
            self._live[id].stale = True
        return here

    # -- making durable ---------------------------------------------------------------------------

    async def commit(
        self,
        table: Table,
        lines: Sequence[tuple[str, bool]],
        answered: Sequence[int],
        also: Callable[[Connection], None] | None = None,
        quiet: str = "",
    ) -> None:
        """Make new lines durable, then tell everybody, or a person alone. If it fails, it is loaded again."""
        now = steady.now()
        if table.session.state.over and table.status == "playing":
            table.status = "over"
        deciding = table.deciding()
        people = [seat for seat in deciding if not table.seats[seat].bot]
        clocks.turn(table.clock, table.times, people, answered, steady.now())
        if people != table.waited_for:
            presence.asked(self, table, people)
        rows = [
            {"table_id": table.id, "line": table.lines + i, "data": data, "barrier": barrier}
            for i, (data, barrier) in enumerate(lines)
        ]
        row = {
            "b_id": table.id,
            "times": msgspec.json.encode(table.times).decode() if table.clock.kind != "none" else NO_TIMES,
            "deciding": msgspec.json.encode(deciding).decode(),
            "position": table.position,
            "b_revision": table.revision,
            "revision": table.revision + 1,
        }
        listed = (table.status, now)
        mark: dict[str, Any] | None = None
        if not quiet and (listed[0] != table.listed[0] or now - table.listed[1] >= LISTED_EVERY):
            mark = {"b_id": table.id, "status": table.status, "updated": now}
        position = table.position
        crossed = position // SNAPSHOT_EVERY != (position - len(lines)) // SNAPSHOT_EVERY
        keep = bool(lines) and (crossed or table.lines == 0 or table.status == "over")
        snapshot = snapshot_row(table) if keep else None
        news = ""
        if self.shared:
            change = Change(
                revision=table.revision + 1,
                status=table.status,
                people=[table.seats[seat].person for seat in people],
                busy=len(people) < len(deciding) or table.clock.kind != "none",
                quiet=quiet,
            )
            if also is None:
                change.lines, change.whole = list(lines), True
                change.times = str(row["times"]) if table.clock.kind != "none" else ""
            news = self.store.bus.message("table", table.id, change)
        try:
            await self.store.writer.submit(Append(rows, row, mark, snapshot, also, news))
        except BaseException:
            table.stale = True
            raise
        table.revision += 1
        table.lines += len(rows)
        if mark is not None:
            table.listed = listed
        self.note_turns(table.id, [table.seats[seat].person for seat in people])
        if quiet:
            table.changed_for(quiet)
            return
        table.stored(position - len(lines))
        self.tell(table)

    def deed(self, person: str, what: str, table: Table, **details: object) -> None:
        """Let it be known what an owner has done."""
        id = table.id
        self.store.write_aside("a deed", lambda db: note_deed(db, person, what, id, **details))

    def tell(self, table: Table) -> None:
        """Let everybody who listens know that a table has changed, or has come to our care."""
        for heard in self.listeners:
            heard(table)

    def note_turns(self, id: str, people: list[str]) -> None:
        """These people have to decide at a table, and nobody else."""
        for person in self._decided.pop(id, ()):
            if person not in people:
                self.turns.get(person, {}).pop(id, None)
        for person in people:
            self.turns.setdefault(person, {})[id] = None
        if people:
            self._decided[id] = people


NO_TIMES = msgspec.json.encode(clocks.start(clocks.Clock(), 0)).decode()


def _given(table: Table, seat: int, ask: str, opened: int, answer: Sequence[int]) -> bool:
    """Whether the seat's last answer to the question opened at `opened` is this very answer."""
    session = table.session
    for entry in session.entries[opened : opened + 4 * len(table.seats)] if opened >= 0 else ():
        if entry.seat == seat and entry.ask == ask and session.opened_at(entry.n) == opened:
            last = entry
            for later in session.entries[entry.n + 1 :]:
                if session.opened_at(later.n) != opened:
                    break
                if later.seat == seat:
                    last = later
            return last.move == list(answer)
    return False
