"""The tables that are being played: loaded on demand, changed one at a time, told to others when durable.

Every change of a table happens under its lock: the session moves, the new lines are committed, and only then
do watchers and the one who answered hear of it. Whoever reads takes the same lock, so nobody ever sees what
could still be lost. If a commit fails the table is read again from the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from pfalz.core.errors import RecordError, StaleAnswer
from pfalz.core.record import Undo
from pfalz.server.metrics import Histogram
from pfalz.server.play import clocks, outage, presence, steady
from pfalz.server.play.commitments import new_seed
from pfalz.server.play.loading import from_stored
from pfalz.server.play.opened import Opened
from pfalz.server.play.rows import lines_since, snapshot_row
from pfalz.server.play.seats import Draft
from pfalz.server.play.table import Table
from pfalz.server.refusals import Refused
from pfalz.server.settings import Settings
from pfalz.server.store import storage
from pfalz.server.store.audit import note_deed
from pfalz.server.store.schema import chat, seats, tables
from pfalz.server.store.storage import Store
from pfalz.server.store.writer import Append
from pfalz.server.words import clean, is_id
from pfalz.web.seen import ChatLine, Seen

LOG = logging.getLogger("pfalz.tables")
SNAPSHOT_EVERY = 32
LISTED_EVERY = 5.0
"""So many seconds pass at a table that is played quickly before lists of tables show it as newer."""
CHAT_LENGTH = 400

Heard = Callable[[Table], None]
"""Told after a change is durable: bots, clocks and notifications listen."""


class Tables:
    """All tables of a server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.listeners: list[Heard] = []
        self.turns: dict[str, dict[str, None]] = {}
        """For every person, the tables where they have to decide, in the order in which it came up."""
        self.answering = Histogram()
        """How long it took until answers were durable."""
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._decided: dict[str, list[str]] = {}

    # -- loading ----------------------------------------------------------------------------------

    async def start(self) -> None:
        """Find out who has to decide where, and wake the tables that bots or clocks have to go on with.

        Before that, times are moved by as long as nobody was here."""
        await self.store.write(outage.catch_up)

        def read(db: Connection) -> list[tuple[str, str, list[str]]]:
            found: dict[str, tuple[str, str, list[str]]] = {}
            playing = db.execute(
                select(tables.c.id, tables.c.deciding, tables.c.clock).where(tables.c.status == "playing")
            )
            for id, deciding, clock in playing:
                found[id] = (id, clock, [])
                sitting = select(seats.c.seat, seats.c.person, seats.c.bot).where(seats.c.table_id == id)
                for seat, person, bot in db.execute(sitting):
                    if seat in msgspec.json.decode(deciding, type=list[int]):
                        found[id][2].append("" if bot else person)
            return list(found.values())

        for id, clock, deciders in await self.store.read(read):
            self._note_turns(id, [person for person in deciders if person])
            if "" in deciders or '"none"' not in clock:
                try:
                    async with self.open(id) as table:
                        self._tell(table)
                except Refused:  # `_load` has said so; all other tables can be played
                    continue

    async def stop(self) -> None:
        """Keep the positions of the tables in memory: the next start finds them, and so do changed rules."""
        quiet = [table for table in self._live.values() if not table.stale and not table.lock.locked()]
        rows = [snapshot_row(table) for table in quiet if table.status == "playing"]

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
            found = await self.store.read(lambda db: _load(db, id))
            # somebody else may have loaded it while we were reading
            table = self._live.get(id) or found
            self.keep(table)
        self._live.move_to_end(id)
        return table

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def keep(self, table: Table) -> None:
        """Hold a table in memory; the ones nobody has looked at for longest have to go."""
        self._live[table.id] = table
        if len(self._live) > self.settings.live_tables:
            for id, other in list(self._live.items())[: len(self._live) // 10 + 1]:
                if other is not table and not other.watchers and not other.lock.locked():
                    del self._live[id]

    def open(self, id: str) -> Opened:
        """A table under its lock, as the database has it."""
        return Opened(self, id, None, "")

    def visit(self, id: str, person: str, key: str = "") -> Opened:
        """A table under its lock for somebody who may see it; a private one asks for its link once."""
        return Opened(self, id, person, key)

    async def fresh(self, table: Table) -> None:
        """Read a table again whose memory may be ahead of the database; the caller holds the lock."""
        found = await self.store.read(lambda db: _load(db, table.id))
        found.lock, found.watchers, found.version = table.lock, table.watchers, table.version
        table.__dict__.update(found.__dict__)
        table.changed()

    async def recall(self, table: Table) -> None:
        """Play what came before the snapshot a table was loaded from, out of the way of other tables.

        People want to read the log and bots remember it; clocks do not need it. The caller holds the lock."""
        try:
            await asyncio.to_thread(table.session.recall)
        except BaseException:  # if it was called off, the thread goes on, with a game nobody may use any more
            table.stale = True
            raise

    async def let_in(self, table: Table, person: str, key: str) -> None:
        """Let somebody in who shows the link of a private table, and remember them."""
        if not key or key != table.link:
            raise Refused("no_such_table", 404)
        if person:
            table.visitors.add(person)
            await self.store.write(lambda db: storage.add_visit(db, table.id, person))

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
        seen = table.seen(person, position, as_seat)
        seen.next_table = self.next_table(table, person)
        if table.private and (seen.owner or seen.seat >= 0):
            seen.link = table.link
        return seen

    def next_table(self, table: Table, person: str) -> str:
        """Another table where a person has to decide."""
        return next((other for other in self.turns.get(person, ()) if other != table.id), "")

    # -- playing ----------------------------------------------------------------------------------

    async def answer(
        self, id: str, person: str, ask: str, opened: int, answer: Sequence[int], key: str = ""
    ) -> dict[str, Any]:
        """Take a person's answer; it is durable when this returns. The same answer again is harmless."""
        async with self.visit(id, person, key) as table:
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
            to = session.revise(seat, answer, ask, opened)
            await self.commit(table, self._from(table, to, seat), (seat,), quiet=table.seats[seat].person)
            return {"position": table.position, "opened": session.opened, "again": False}
        mark, begun = table.position, time.perf_counter()
        session.answer(seat, answer, ask, opened)
        session.settle()
        table.drafts.pop(seat, None)
        await self.commit(table, lines_since(table, mark), (seat,))
        self.answering.observe(time.perf_counter() - begun)
        return {"position": table.position, "opened": session.opened, "again": False}

    async def undo(
        self, id: str, person: str, to: int | None = None, key: str = "", at: int | None = None
    ) -> dict[str, Any]:
        """Take back: the own last answer up to the barrier, or more where the owner has allowed it.

        Whoever says which position they have seen (`at`) takes back nothing they do not know of."""
        async with self.visit(id, person, key) as table:
            if at is not None and at != table.position:
                raise StaleAnswer("undo_stale", at=at, now=table.position)
            if to is not None:
                if person != table.owner or table.undo_policy != "free":
                    raise Refused("undo_owner")
                done = await self.rewind(table, to, table.viewer(person))
                self.deed(person, "rewind", table, to=to)
                return done
            seat = table.acting_seat(person)
            session = table.session
            if not session.may_undo(seat):
                target = table.undo_target(seat)
                if target is not None and table.status == "playing":
                    return await self.rewind(table, target, seat)
            if table.status != "playing":
                raise Refused("not_playing", 409)
            if session.answered(seat):
                await self.withdraw(table, seat)
            else:
                kept = session.undo(seat)
                table.forget_log()
                await self.commit(table, [(msgspec.json.encode(Undo(kept, seat)).decode(), False)], ())
            return {"position": table.position, "opened": session.opened}

    async def rewind(self, table: Table, to: int, seat: int) -> dict[str, Any]:
        """Go back to a position, whatever lies between; the caller holds the lock and has decided that."""
        if table.status not in ("playing", "over"):
            raise Refused("not_playing", 409)
        if not 0 <= to < table.position:
            raise Refused("no_such_position", 404, last=table.position - 1)
        table.session.rewind(to)
        if table.status == "over":  # everybody knows the seed
            table.session.draw_anew(new_seed())
        table.session.settle()
        table.status = "playing"
        table.forget_log()
        undo = (msgspec.json.encode(Undo(to, seat)).decode(), False)
        header = msgspec.json.encode(table.header).decode()
        keep = lambda db: storage.update_table(db, table.id, header=header)  # noqa: E731
        await self.commit(table, [undo, *lines_since(table, to)], (), keep if table.header.later else None)
        return {"position": table.position, "opened": table.session.opened}

    async def retract(self, id: str, person: str, key: str = "") -> dict[str, Any]:
        """Take back an answer to a simultaneous question that is still open."""
        async with self.visit(id, person, key) as table:
            seat = table.acting_seat(person)
            if table.status != "playing":
                raise Refused("not_playing", 409)
            if not table.session.answered(seat):
                table.session.retract(seat)  # is refused, and says why
            await self.withdraw(table, seat)
            return {"position": table.position, "opened": table.session.opened}

    async def withdraw(self, table: Table, seat: int) -> None:
        """Take an open answer to a simultaneous question out of the log; the caller holds the lock."""
        to = table.session.revise(seat, None)
        table.forget_log()
        await self.commit(table, self._from(table, to, seat), ())

    def _from(self, table: Table, to: int, seat: int) -> list[tuple[str, bool]]:
        """The lines that make the log another one from a position on."""
        return [(msgspec.json.encode(Undo(to, seat)).decode(), False), *lines_since(table, to)]

    async def draft(
        self, id: str, person: str, ask: str, opened: int, filled: Sequence[int], key: str = ""
    ) -> None:
        """Keep what a person has filled in so far, legal or not; nobody else is told."""
        async with self.visit(id, person, key) as table:
            seat = table.acting_seat(person, ask)
            if table.status != "playing" or opened != table.session.opened:
                raise StaleAnswer("answer_stale", opened=opened, now=table.session.opened)
            table.rules.ask_of(table.session.state, seat, ask)
            draft = Draft(opened, ask, tuple(filled))
            text = msgspec.json.encode(draft.filled).decode() if filled else ""
            await self.store.write(lambda db: storage.save_draft(db, id, seat, opened, ask, text))
            table.drafts[seat] = draft
            table.changed_for(person)

    async def say(self, id: str, person: str, name: str, text: str, key: str = "") -> ChatLine:
        """A line of chat, from a seat or from a spectator."""
        words = clean(text, CHAT_LENGTH)
        if not words:
            raise Refused("empty", 422)
        async with self.visit(id, person, key) as table:
            n = table.chat[-1].n + 1 if table.chat else 0
            line = ChatLine(n, name, table.viewer(person), words, time.time())
            row = {"table_id": id, "n": n, "person": person, "name": name}
            row |= {"seat": line.seat, "text": words, "at": line.at}
            await self.store.write(lambda db: db.execute(insert(chat).values(**row)) and None)
            table.chat = [*table.chat, line][-storage.CHAT_SHOWN :]
            table.changed()
            return line

    def rename(self, person: str, name: str) -> None:
        """Show a person's new name at the tables in memory; the database has it already."""
        for table in self._live.values():
            for seat in table.seats_of(person):
                table.seats[seat].name = name
                table.forget_names()
                table.changed()

    def outdated(self, ids: Sequence[str]) -> list[str]:
        """The database has changed behind these tables: those in memory will be read again."""
        here = [id for id in ids if id in self._live]
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
        now = time.time()
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
        }
        listed = (table.status, now)
        mark: dict[str, Any] | None = None
        if not quiet and (listed[0] != table.listed[0] or now - table.listed[1] >= LISTED_EVERY):
            mark = {"b_id": table.id, "status": table.status, "updated": now}
        position = table.position
        crossed = position // SNAPSHOT_EVERY != (position - len(lines)) // SNAPSHOT_EVERY
        keep = bool(lines) and (crossed or table.lines == 0 or table.status == "over")
        snapshot = snapshot_row(table) if keep else None
        try:
            await self.store.writer.submit(Append(rows, row, mark, snapshot, also))
        except BaseException:
            table.stale = True
            raise
        table.lines += len(rows)
        if mark is not None:
            table.listed = listed
        self._note_turns(table.id, [table.seats[seat].person for seat in people])
        if quiet:
            table.changed_for(quiet)
            return
        table.stored(position - len(lines))
        self._tell(table)

    def deed(self, person: str, what: str, table: Table, **details: object) -> None:
        """Let it be known what an owner has done."""
        id = table.id
        self.store.write_aside("a deed", lambda db: note_deed(db, person, what, id, **details))

    def _tell(self, table: Table) -> None:
        for heard in self.listeners:
            heard(table)

    def _note_turns(self, id: str, people: list[str]) -> None:
        for person in self._decided.pop(id, ()):
            if person not in people:
                self.turns.get(person, {}).pop(id, None)
        for person in people:
            self.turns.setdefault(person, {})[id] = None
        if people:
            self._decided[id] = people


def _load(db: Connection, id: str) -> Table:
    stored = storage.load_table(db, id)
    if stored is None:
        raise Refused("no_such_table", 404)
    try:
        return from_stored(stored)
    except RecordError as error:  # the rules have changed, or somebody has changed the database
        LOG.error("table %s cannot be opened, try `pfalz tables patch %s`: %s", id, id, error)
        if stored.row["private"]:  # nobody learns that it exists who could not show its link
            raise Refused("no_such_table", 404) from error
        raise Refused("unreadable", 503) from error


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
