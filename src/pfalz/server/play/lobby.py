"""Around the game: opening a table, sitting down and leaving, resigning, stand-ins, rematches, files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import msgspec
from sqlalchemy import Connection, insert

from pfalz import catalogue, learning
from pfalz.core.record import Header, SeatInfo, loads
from pfalz.core.session import Session
from pfalz.server.dear import elsewhere
from pfalz.server.people.people import Person
from pfalz.server.play import clocks, steady
from pfalz.server.play.bounds import check_lines
from pfalz.server.play.commitments import Commitments
from pfalz.server.play.live import Tables
from pfalz.server.play.opened import tried_again
from pfalz.server.play.opening import (
    STAND_IN,
    Origin,
    Wish,
    fitting,
    known_bot,
    name_bots,
    sealed,
    seat_for,
    seated,
    table_from,
)
from pfalz.server.play.rows import lines_since, log_rows, seat_row, seat_rows, snapshot_row, table_row
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table, rules_of
from pfalz.server.play.teaching import BEGINNER, FIRST
from pfalz.server.rates import WIDER, Rates
from pfalz.server.refusals import Conflict, Refused
from pfalz.server.store import storage
from pfalz.server.store.schema import entries
from pfalz.server.words import bot_names, clean, new_id

UNDO_POLICIES = ("bots", "own", "free")
RECENT: Final = 3600.0
"""So many seconds a table that was broken off counts against where it came from."""
NOWHERE: Final = Origin()


class Lobby:
    """Everything people do around a game."""

    def __init__(self, tables: Tables, rates: Rates) -> None:
        self.tables = tables
        self.store = tables.store
        self.rates = rates
        self.commitments = Commitments(self.store)

    async def create(self, person: Person, wish: Wish, origin: Origin = NOWHERE) -> Table:
        """Open a table; if nobody is missing the game begins at once."""
        if wish.undo_policy not in UNDO_POLICIES:
            raise Refused("undo_policy", 422, known=UNDO_POLICIES)
        wanted = (wish.seats + ["open"] * wish.players)[: max(wish.players, len(wish.seats))]
        if len(wanted) != wish.players:
            raise Refused("seats", 422, wanted=wish.players, found=len(wanted))
        seats = [seat_for(kind, person, wish.luck) for kind in wanted]
        name_bots(seats)

        async def header() -> Header:
            plain = await elsewhere(lambda: fitting(wish))  # before a commitment is used up
            return sealed(plain, await self.commitments.take(person.id, wish))

        return await self.open_table(person, wish, seats, origin, header)

    async def teach(self, person: Person, game: str, again: bool = False, origin: Origin = NOWHERE) -> Table:
        """The first game with a teacher: the one that was left, or a new one. Nobody else has to see it."""
        if game not in catalogue.IDS:
            raise Refused("no_such_game", 404)
        if not again:
            own = await self.store.read(lambda db: storage.list_tables(db, "playing", person.id))
            for row, _ in own:
                if row["lesson"] and row["game"] == game and row["owner"] == person.id:
                    return await self.tables.get(row["id"])
        lesson = await elsewhere(lambda: learning.lesson(game))
        wish = Wish(game, lesson.header.players, private=True, undo_policy="free", lesson=FIRST)
        seats = [seated(person), *[Seat(bot=BEGINNER) for _ in range(wish.players - 1)]]
        name_bots(seats)

        async def header() -> Header:
            return msgspec.structs.replace(lesson.header, seats=[], shares=[])

        return await self.open_table(person, wish, seats, origin, header)

    async def _admit(self, person: Person, origin: Origin) -> None:
        """Refuse another table of somebody, or of one place, who have as many as they may.

        What was broken off a moment ago counts as well: its rows are still there."""
        self.rates.take("create", person.id)
        self.rates.take("creates", origin.address)
        settings = self.tables.settings
        owned = await self.store.read(lambda db: storage.count_owned(db, person.id))
        if owned >= settings.max_tables:
            raise Refused("too_many_tables", 429)
        since = steady.now() - RECENT

        def here(db: Connection, place: str) -> int:
            unfinished = storage.count_from(db, place, "open", "playing")
            return unfinished + storage.count_from(db, place, "cancelled", since=since)

        await self._room(origin, here, settings.max_address_tables)

    async def _room_to_wait(self, origin: Origin) -> None:
        def waiting(db: Connection, place: str) -> int:
            return storage.count_from(db, place, "open")

        await self._room(origin, waiting, self.tables.settings.max_address_open)

    async def _room(self, origin: Origin, count: Callable[[Connection, str], int], most: int) -> None:
        """Refuse another table of a place that has so many, or of a site that has `WIDER` times as many."""
        mark, site = origin.mark, origin.mark[: storage.OF_SITE]
        here, around = await self.store.read(lambda db: (count(db, mark), count(db, site)))
        if here >= most or around >= WIDER * most:
            raise Refused("too_many_here", 429)

    async def open_table(
        self,
        person: Person,
        wish: Wish,
        seats: list[Seat],
        origin: Origin,
        header_of: Callable[[], Awaitable[Header]],
    ) -> Table:
        """A table with its seats; if none is free the game begins at once.

        However somebody comes by a table, its limits are counted here; only then is its header made."""
        await self._admit(person, origin)
        if any(seat.free for seat in seats):
            await self._room_to_wait(origin)
        header = await header_of()
        self.rates.take("stored", origin.address, len(msgspec.json.encode(header)))
        session = await elsewhere(lambda: Session(rules_of(header), header))
        now = steady.now()
        table = Table(
            id=new_id(),
            title=clean(wish.title, 60) or person.name,
            header=header,
            status="open",
            owner=person.id,
            private=wish.private,
            link=new_id(20),
            undo_policy=wish.undo_policy,
            hints=wish.hints,
            thinking=wish.thinking,
            lesson=wish.lesson,
            clock=wish.clock,
            times=clocks.start(wish.clock, wish.players),
            seats=seats,
            session=session,
            created=now,
            origin=origin.mark,
        )
        async with table.lock:
            await self.insert(table)
            self.tables.keep(table)
            if not any(seat.free for seat in seats):
                await self._begin(table)
        return table

    async def insert(self, table: Table) -> None:
        """Write a new table, with what its log holds already."""
        row, seats, log = table_row(table), seat_rows(table), log_rows(table)
        snapshot = snapshot_row(table)

        def write(db: Connection) -> None:
            storage.insert_table(db, row, seats)
            if log:
                db.execute(insert(entries), log)
                storage.save_snapshot(db, snapshot)

        await self.store.write(write)
        table.lines = len(log)

    async def _begin(self, table: Table) -> None:
        table.header.seats = [SeatInfo(seat.name, seat.bot) for seat in table.seats]
        table.header.shares = [seat.share for seat in table.seats]
        table.status = "playing"
        table.session.settle()
        header = msgspec.json.encode(table.header).decode()
        also = lambda db: storage.update_table(db, table.id, header=header)  # noqa: E731
        await self.tables.commit(table, lines_since(table, 0), (), also)

    # -- sitting down and leaving -----------------------------------------------------------------

    @tried_again
    async def join(
        self, id: str, person: Person, seat: int | None = None, key: str = "", luck: str = ""
    ) -> int:
        """Sit down in a free seat, or come back to the own one; the last one to sit down starts the game.

        `luck` is the number they mix into chance; once a game goes on it counts no more."""
        async with self.tables.visit(id, person.id, key) as table:
            own = table.seats_of(person.id)
            if table.status == "playing":
                back = [i for i in own if table.seats[i].bot and not table.seats[i].resigned]
                if not own:  # a table that came from a file has seats nobody has taken yet
                    back = [i for i, s in enumerate(table.seats) if s.free and seat in (None, i)]
                if not back:
                    raise Refused("seat_taken", 409)
                clocks.come_back(table.clock, table.times, back[0])
                await self._sit(table, back[0], seated(person))
                return back[0]
            if table.status != "open":
                raise Refused("not_open", 409)
            if own:
                return own[0]
            free = [i for i, s in enumerate(table.seats) if s.free and seat in (None, i)]
            if not free:
                raise Refused("seat_taken", 409)
            await self._sit(table, free[0], seated(person, luck))
            if not any(s.free for s in table.seats):
                await self._begin(table)
            return free[0]

    @tried_again
    async def leave(self, id: str, person: Person, key: str = "") -> None:
        """Stand up before the game begins; a table its owner leaves with nobody else there is closed."""
        async with self.tables.visit(id, person.id, key) as table:
            own = table.seats_of(person.id)
            if not own:
                raise Refused("not_your_seat")
            if table.status != "open":
                raise Refused("begun", 409)
            for seat in own:
                await self._sit(table, seat, Seat())
            if person.id == table.owner and not any(s.person for s in table.seats):
                table.status = "cancelled"
                await self.tables.commit(table, (), ())

    @tried_again
    async def begin(self, id: str, person: Person, bot: str = STAND_IN, key: str = "") -> None:
        """The owner starts; bots sit down in the free seats."""
        async with self.tables.visit(id, person.id, key) as table:
            _owner_only(table, person)
            if table.status != "open":
                raise Refused("not_open", 409)
            for i, seat in enumerate(table.seats):
                if seat.free:
                    name = bot_names(1, {s.name for s in table.seats})[0]
                    await self._sit(table, i, Seat(name, bot=known_bot(bot)))
            await self._begin(table)
            self.tables.deed(person.id, "start", table)

    async def _sit(self, table: Table, i: int, seat: Seat) -> None:
        row = seat_row(table.id, i, seat)
        table.seats[i] = seat
        table.forget_names()
        await self.tables.commit(table, (), (), lambda db: storage.update_seat(db, row))

    # -- when people go ---------------------------------------------------------------------------

    @tried_again
    async def resign(self, id: str, person: Person, key: str = "") -> None:
        """Give up for good: a bot plays on. If no person is left the table is closed."""
        async with self.tables.visit(id, person.id, key) as table:
            own = [i for i in table.seats_of(person.id) if not table.seats[i].resigned]
            if not own:
                raise Refused("not_your_seat")
            if table.status != "playing":
                raise Refused("not_playing", 409)
            for i in own:
                seat = table.seats[i]
                await self._sit(table, i, replace(seat, bot=seat.bot or STAND_IN, resigned=True))
            if not any(s.person and not s.bot for s in table.seats):
                table.status = "cancelled"
                await self.tables.commit(table, (), ())

    async def hand_over(self, table: Table, seat: int, bot: str = STAND_IN) -> None:
        """Let a bot play for a person; the caller holds the lock."""
        old = table.seats[seat]
        await self._sit(table, seat, replace(old, bot=bot))

    @tried_again
    async def vote_cancel(self, id: str, person: Person, key: str = "") -> bool:
        """Agree to break off; it happens when every person at the table has agreed.

        Before the game begins the table is its owner's alone: whoever else sits there may leave."""
        async with self.tables.visit(id, person.id, key) as table:
            own = table.seats_of(person.id)
            if table.status == "open":
                _owner_only(table, person)
            elif not own:
                raise Refused("not_your_seat")
            elif table.status != "playing":
                raise Refused("not_playing", 409)
            votes = {*table.votes, *own}
            people = {i for i, s in enumerate(table.seats) if s.person and not s.bot and not s.resigned}
            text = msgspec.json.encode(sorted(votes)).decode()
            table.votes = votes
            if people <= votes or table.status == "open":
                table.status = "cancelled"
            await self.tables.commit(table, (), (), lambda db: storage.update_table(db, id, votes=text))
            if table.status == "cancelled":
                self.tables.deed(person.id, "cancel", table)
            return table.status == "cancelled"

    @tried_again
    async def rematch(
        self,
        id: str,
        person: Person,
        key: str = "",
        origin: Origin = NOWHERE,
        luck: str = "",
        commitment: str = "",
    ) -> str:
        """The same table again: the first to ask opens it, the others find their seats kept free.

        The number of whoever opens it counts with a commitment, as for every new table."""
        async with self.tables.visit(id, person.id, key) as table:
            own = table.seats_of(person.id)
            if not own:
                raise Refused("not_your_seat")
            if table.status not in ("over", "cancelled"):
                raise Refused("not_over", 409)
            if not table.rematch:
                old = table.header
                kinds = [
                    "me" if s.person == person.id else "open" if s.person or s.free else s.bot
                    for s in table.seats
                ]
                wish = Wish(old.game, old.players, old.modules, dict(old.options), old.edition, kinds)
                wish.private, wish.clock, wish.title = table.private, table.clock, table.title
                wish.undo_policy, wish.hints, wish.thinking = table.undo_policy, table.hints, table.thinking
                if commitment:
                    wish.luck, wish.commitment = luck, commitment
                again = await self.create(person, wish, origin)
                again.visitors |= {s.person for s in table.seats if s.person}
                visitors = sorted(again.visitors)

                def write(db: Connection) -> None:
                    storage.update_table(db, id, rematch=again.id)
                    for other in visitors:
                        storage.add_visit(db, again.id, other)

                table.rematch = again.id
                try:
                    await self.tables.commit(table, (), (), write)
                except Conflict:  # somebody else has opened one at another server: theirs counts
                    await self._close(again.id)
                    raise
            new, seat = table.rematch, own[0]
        async with self.tables.open(new) as again:
            waiting = again.status == "open" and again.seats[seat].free
        if waiting:
            await self.join(new, person, seat, luck=luck)
        return new

    async def _close(self, id: str) -> None:
        async with self.tables.open(id) as table:
            table.status = "cancelled"
            await self.tables.commit(table, (), ())

    # -- files ------------------------------------------------------------------------------------

    async def restore(
        self, person: Person, text: str, private: bool = True, origin: Origin = NOWHERE
    ) -> Table:
        """A table from a record file; every answer is checked. The owner sits where a person sat first."""
        check_lines(text)
        await self._admit(person, origin)
        table = await elsewhere(lambda: table_from(loads(text), person, private))
        table.origin = origin.mark
        await self.insert(table)
        self.tables.keep(table)
        async with table.lock:
            await self.tables.commit(table, (), ())
        self.tables.deed(person.id, "import", table)
        return table


def _owner_only(table: Table, person: Person) -> None:
    if person.id != table.owner:
        raise Refused("not_owner")
