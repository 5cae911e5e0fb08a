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
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from pfalz.core.errors import IllegalAnswer, RecordError, StaleAnswer
from pfalz.core.record import Later, Undo
from pfalz.core.state import SPECTATOR
from pfalz.learning import LEARNER
from pfalz.server.dear import elsewhere
from pfalz.server.metrics import Histogram
from pfalz.server.play import clocks, outage, presence, steady
from pfalz.server.play.commitments import new_seed
from pfalz.server.play.company import Company
from pfalz.server.play.hearing import Change, Drafted, Hearing, faces
from pfalz.server.play.joining import begin_or_join
from pfalz.server.play.loading import from_stored
from pfalz.server.play.opened import Opened, tried_again
from pfalz.server.play.rows import lines_since, snapshot_row
from pfalz.server.play.seats import Draft
from pfalz.server.play.table import Table
from pfalz.server.play.teaching import taught
from pfalz.server.refusals import Conflict, Refused
from pfalz.server.settings import Settings
from pfalz.server.store import storage
from pfalz.server.store.audit import note_deed
from pfalz.server.store.duties import share_of
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
MOST_TAKEN_BACK = 20_000
"""Lines of a table's log that no longer count: so much may be taken back there. No line is ever removed, and
all of them are read when the table is loaded."""

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
        await self.look_after(self.duties.held)

    async def look_after(self, shares: Collection[int]) -> None:
        """Wake the tables of some shares that bots or clocks have to go on with."""

        def read(db: Connection) -> list[tuple[str, str, list[str]]]:
            found: dict[str, tuple[str, str, list[str]]] = {}
            playing = db.execute(
                select(tables.c.id, tables.c.deciding, tables.c.clock).where(tables.c.status == "playing")
            )
            deciding = {}
            for id, asked, clock in playing:
                found[id] = (id, clock, [])
                deciding[id] = _NUMBERS.decode(asked)
            sitting = select(seats.c.table_id, seats.c.seat, seats.c.person, seats.c.bot)
            of = sitting.join(tables, tables.c.id == seats.c.table_id).where(tables.c.status == "playing")
            for id, seat, person, bot in db.execute(of):
                if seat in deciding.get(id, ()):
                    found[id][2].append("" if bot else person)
            return list(found.values())

        found = await self.store.read(read)
        # who waits for a bot waits now, clocks mostly have time
        for id, clock, deciders in sorted(found, key=lambda table: "" not in table[2]):
            self._note_turns(id, [person for person in deciders if person])
            if share_of(id) in shares and ("" in deciders or '"none"' not in clock):
                try:
                    async with self.open(id) as table:
                        self.tell(table)
                except Refused:  # `_load` has said so; all other tables can be played
                    continue

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
            found = await self.store.read(lambda db: _load(db, id))
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
        self._note_turns(id, change.people)
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
        self._note_turns(id, [])
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
        self._note_turns(table.id, [table.seats[seat].person for seat in table.waited_for])
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
            _may_take_back(table)
            before = table.later_seeds
            to = session.revise(seat, answer, ask, opened)
            table.forget_log()
            lines, quiet = self._from(table, to, seat), table.seats[seat].person
            await self.commit(table, lines, (seat,), _seeds_kept(table, before), quiet)
            return {"position": table.position, "opened": session.opened, "again": False}
        mark, begun = table.position, time.perf_counter()
        session.answer(seat, answer, ask, opened)
        session.settle()
        table.drafts.pop(seat, None)
        await self.commit(table, lines_since(table, mark), (seat,))
        self.answering.observe(time.perf_counter() - begun)
        return {"position": table.position, "opened": session.opened, "again": False}

    @tried_again
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
                _may_take_back(table)
                before = table.later_seeds
                undo = Undo(session.undo(seat), seat)
                table.forget_log()
                lines = [(msgspec.json.encode(undo).decode(), False)]
                await self.commit(table, lines, (), _seeds_kept(table, before))
            return {"position": table.position, "opened": session.opened}

    async def rewind(self, table: Table, to: int, seat: int) -> dict[str, Any]:
        """Go back to a position, whatever lies between; the caller holds the lock and has decided that."""
        if table.status not in ("playing", "over"):
            raise Refused("not_playing", 409)
        if not 0 <= to < table.position:
            raise Refused("no_such_position", 404, last=table.position - 1)
        _may_take_back(table)
        before = table.later_seeds
        table.session.rewind(to)
        if table.status == "over":  # everybody knows the seed
            table.session.draw_anew(new_seed())
        table.session.settle()
        table.status = "playing"
        table.forget_log()
        undo = (msgspec.json.encode(Undo(to, seat)).decode(), False)
        await self.commit(table, [undo, *lines_since(table, to)], (), _seeds_kept(table, before))
        return {"position": table.position, "opened": table.session.opened}

    @tried_again
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
        _may_take_back(table)
        before = table.later_seeds
        to = table.session.revise(seat, None)
        table.forget_log()
        await self.commit(table, self._from(table, to, seat), (), _seeds_kept(table, before))

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

            def write(db: Connection) -> None:
                storage.save_draft(db, id, seat, opened, ask, text)
                self.store.bus.tell(db, "draft", id, Drafted(seat, opened, ask, draft.filled))

            await self.store.write(write)
            table.drafts[seat] = draft
            table.changed_for(person)

    @tried_again
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

            def write(db: Connection) -> None:
                db.execute(insert(chat).values(**row))
                self.store.bus.tell(db, "chat", id, line)

            try:
                await self.store.write(write)
            except Conflict:
                table.stale = True
                raise
            table.hear(line)
            return line

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
        self._note_turns(table.id, [table.seats[seat].person for seat in people])
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


def _seeds_kept(table: Table, before: list[Later]) -> Callable[[Connection], None] | None:
    """Lets the database know from where on a later seed counts now, if that has changed, within a commit."""
    if table.later_seeds == before:
        return None
    header = msgspec.json.encode(table.header).decode()
    return lambda db: storage.update_table(db, table.id, header=header)


def _may_take_back(table: Table) -> None:
    if table.lines - table.position >= MOST_TAKEN_BACK:
        raise Refused("taken_back_often", 409)


_NUMBERS = msgspec.json.Decoder(list[int])
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
