"""Telling people what they wait for: it is their turn, a game has ended, their time is running out.

They are told in an open browser, by mail and by webhook, as they have chosen. Somebody who has the table open
sees it there; everybody else is told once. Sending happens in threads of its own and may fail without
disturbing anything.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from functools import partial
from typing import Final, TypeAlias

import msgspec
from sqlalchemy import Connection, select

from pfalz.server.people.links import Links
from pfalz.server.people.mail import compose, send
from pfalz.server.people.people import People, Person
from pfalz.server.people.webhook import call_webhook
from pfalz.server.play import steady
from pfalz.server.play.hearing import Change
from pfalz.server.play.live import Tables
from pfalz.server.play.table import Table
from pfalz.server.rates import Rates, TooMany
from pfalz.server.refusals import Refused
from pfalz.server.settings import Settings
from pfalz.server.store.duties import share_of
from pfalz.server.store.schema import seats, tables

LOG = logging.getLogger("pfalz.notify")
UNFINISHED: Final = ("open", "playing")
HOUR: Final = 3600
SENDERS: Final = 4
"""So many mails and webhooks are on their way at once; a dead server holds up nothing else."""
WAITING: Final = 2000
"""So many notices may wait for a sender; more are dropped."""
OVERLAP: Final = 2.0
"""Seconds before a table was last in another server's care in which that one may have been dead already."""
GAP: Final = 60.0
"""So long, in seconds, it is remembered what was another server's to tell."""


_SAID = msgspec.json.Decoder(tuple[str, str])


@dataclass(frozen=True)
class Overheard:
    """What was another server's to tell."""

    at: float
    id: str
    deciding: set[str]
    ended: bool


Notices: TypeAlias = asyncio.Queue[tuple[str, bytes]]
"""What one open browser has still to be told."""


class Bells:
    """Notices what people wait for, and tells them."""

    def __init__(self, settings: Settings, people: People, tables: Tables, rates: Rates) -> None:
        self.settings = settings
        self.people = people
        self.tables = tables
        self.rates = rates
        self.links = Links(people.secret, settings.address)
        self._listening: dict[str, set[Notices]] = {}
        self._deciding: dict[str, set[str]] = {}
        """Who had to decide at a table when it was last heard of: they know."""
        self._unfinished: set[str] = set()
        self._others: deque[Overheard] = deque()
        tables.rumours.append(self._rumoured)
        tables.store.bus.ears["notice"] = self._passed_on
        self._alarms: dict[str, list[asyncio.TimerHandle]] = {}
        self._senders = ThreadPoolExecutor(SENDERS, thread_name_prefix="pfalz-sender")
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Find out who knows already that it is their turn."""

        def read(db: Connection) -> None:
            going_on = select(tables.c.id, tables.c.deciding).where(tables.c.status.in_(UNFINISHED))
            deciding = {
                row.id: msgspec.json.decode(row.deciding, type=list[int]) for row in db.execute(going_on)
            }
            self._unfinished = set(deciding)
            sitting = select(seats.c.table_id, seats.c.seat, seats.c.person)
            of = sitting.join(tables, tables.c.id == seats.c.table_id).where(tables.c.status == "playing")
            for id, seat, person in db.execute(of.where(seats.c.person != "", seats.c.bot == "")):
                if seat in deciding.get(id, ()):
                    self._deciding.setdefault(id, set()).add(person)

        await self.people.store.read(read)

    async def stop(self) -> None:
        """Let what is being sent finish."""
        for handles in self._alarms.values():
            for handle in handles:
                handle.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=5)
        self._senders.shutdown(wait=False, cancel_futures=True)

    # -- noticing ---------------------------------------------------------------------------------

    def heard(self, table: Table) -> None:
        """A table has changed: tell those who do not know yet."""
        now = {person for seat in table.deciding() if (person := _sitting(table, seat))}
        self._learn(table.id, now, table.status)
        if table.clock.kind != "none":
            self._watch(table)

    def _rumoured(self, id: str, change: Change) -> None:
        if change.status:
            self._learn(id, {person for person in change.people if person}, change.status)

    def _learn(self, id: str, now: set[str], status: str) -> None:
        """Who has to decide at a table now; what is new to them is told by the server whose duty it is."""
        new = now - self._deciding.pop(id, set())
        if now:
            self._deciding[id] = now
        ended = status not in UNFINISHED and id in self._unfinished
        if status in UNFINISHED:
            self._unfinished.add(id)
        else:
            self._unfinished.discard(id)
        if not new and not ended:
            return
        if self.tables.duties.mine(id):
            self._tell_all(id, new, ended)
        else:
            at = time.monotonic()
            while self._others and self._others[0].at < at - GAP:
                self._others.popleft()
            self._others.append(Overheard(at, id, new, ended))

    def _tell_all(self, id: str, deciding: set[str], ended: bool) -> None:
        for person in deciding:
            self._tell(person, "turn", id)
        if ended:
            self._begin(self._tell_end(id))

    async def _tell_end(self, id: str) -> None:
        async with self.tables.open(id) as table:
            played = {seat.person for seat in table.seats if seat.person and not seat.resigned}
        for person in played:
            self._tell(person, "end", id)

    def take_over(self, shares: dict[int, float]) -> None:
        """Tell what a server would have told whose duties are ours now."""
        for heard in self._others:
            last = shares.get(share_of(heard.id), 0.0)
            if last and heard.at >= last - OVERLAP:
                self._tell_all(heard.id, heard.deciding & self._deciding.get(heard.id, set()), heard.ended)

    def _watch(self, table: Table) -> None:
        """Set the alarms of a table whose clocks run, if it is ours."""
        for handle in self._alarms.pop(table.id, ()):
            handle.cancel()
        if not self.tables.duties.mine(table.id):
            return
        now, loop, alarms = steady.now(), asyncio.get_running_loop(), []
        for seat in table.deciding():
            deadline = table.times.deadline(seat)
            if deadline is None or not _sitting(table, seat):
                continue
            early = warning(table.times.left[seat] / 1000)
            if early and deadline - early > now:
                alarms.append(loop.call_later(deadline - early - now, self._ring, table.id, seat, early))
        if alarms:
            self._alarms[table.id] = alarms

    def _ring(self, id: str, seat: int, early: float) -> None:
        async def late() -> None:
            table = await self.tables.get(id)
            ours = self.tables.duties.mine(id)
            if ours and seat in table.deciding() and (person := _sitting(table, seat)):
                self._tell(person, "deadline", id, hours=str(max(1, round(early / HOUR))))

        self._begin(late())

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        if len(self._tasks) >= WAITING:
            work.close()
            LOG.warning("a notice was dropped: %s are waiting", len(self._tasks))
            return
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Refused as error:  # the table is gone
            LOG.info("nobody was told: %s", error)
        except Exception:
            LOG.exception("nobody was told")

    # -- telling ----------------------------------------------------------------------------------

    @contextmanager
    def told_to(self, person: str, notices: Notices) -> Iterator[None]:
        """As long as this lasts, what somebody wants to be told in an open browser is put there."""
        ringing = self._listening.setdefault(person, set())
        ringing.add(notices)
        try:
            yield
        finally:
            ringing.discard(notices)
            if not ringing:
                del self._listening[person]

    def _tell(self, id: str, kind: str, at: str, **details: str) -> None:
        table = self.tables.loaded_table(at)
        away = table is None or not table.online(id)
        if not away and id not in self._listening and not self.tables.shared:
            return  # they see it
        self._begin(self._told(id, kind, at, away, details))

    async def _told(self, id: str, kind: str, at: str, away: bool, details: dict[str, str]) -> None:
        person = await self.people.by_id(id)
        if person is None:
            return
        table = await self.tables.get(at)
        facts = {"table": at, "title": table.title, "status": table.status}
        facts["link"] = f"{self.settings.address}/t/{at}"
        if person.wants("browser", kind):
            said = (kind, msgspec.json.encode(facts))
            self._show(id, said)
            if self.tables.shared:  # their browser may be listening to another server
                tell = self.tables.store.bus.tell
                self.tables.store.write_aside(
                    "a notice", lambda db: tell(db, "notice", id, (kind, said[1].decode()))
                )
        if not away:
            return
        words = "cancelled" if facts["status"] == "cancelled" else kind
        jobs: list[Callable[[], None]] = []
        if person.address and self.settings.smtp_host and person.wants("mail", kind):
            mail = self._mail(
                person, person.address, words, title=facts["title"], link=facts["link"], **details
            )
            jobs.append(partial(send, self.settings, mail))
        if person.webhook and person.wants("webhook", kind):
            event = {"event": kind, **facts, **details}
            jobs.append(partial(call_webhook, self.settings, person.webhook, event))
        try:
            if jobs:
                self.rates.take("notice", id)
            await self._send(*jobs)
        except TooMany:  # somebody at the table may go to and fro to annoy them
            LOG.warning("%s would be told too often", id)

    def _show(self, person: str, said: tuple[str, bytes]) -> None:
        """Let somebody's open browsers here know."""
        for queue in self._listening.get(person, ()):
            queue.put_nowait(said)

    def _passed_on(self, person: str, body: bytes) -> None:
        """Another server has something to tell to whoever listens here."""
        kind, facts = _SAID.decode(body)
        self._show(person, (kind, facts.encode()))

    async def _send(self, *jobs: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        sent = [loop.run_in_executor(self._senders, job) for job in jobs]
        for result in await asyncio.gather(*sent, return_exceptions=True):
            if isinstance(result, BaseException):  # a mail server can fail in any way, and the game goes on
                LOG.warning("a notice was not sent: %r", result)

    # -- addresses and passwords ------------------------------------------------------------------

    def ask_to_confirm(self, person: Person) -> None:
        """Send somebody the link that shows their address to be theirs."""
        if self.settings.smtp_host and person.mail and not person.address:
            link = self.links.make("confirm", person.id, person.mail)
            mail = self._mail(person, person.mail, "confirm", name=person.name, link=link)
            self._begin(self._send(partial(send, self.settings, mail)))

    def help_out(self, address: str) -> None:
        """Send whoever has this address the links to new passwords; nobody learns whether there were any."""

        async def look() -> None:
            for person, mark in await self.people.forgetful(address):
                link = self.links.make("reset", person.id, mark)
                mail = self._mail(person, person.address, "forgotten", login=person.login, link=link)
                await self._send(partial(send, self.settings, mail))

        if self.settings.smtp_host:
            self._begin(look())

    def _mail(self, person: Person, to: str, kind: str, **values: str) -> EmailMessage:
        unsubscribe = self.links.make("unsubscribe", person.id, to)
        return compose(self.settings, to, person.language, kind, unsubscribe, **values)


def _sitting(table: Table, seat: int) -> str:
    """The person who decides for a seat; nobody if a bot does."""
    found = table.seats[seat]
    return "" if found.bot else found.person


def warning(seconds: float) -> float:
    """How long before their time is up somebody is told, who had so many seconds; 0: it is too short."""
    early = min(seconds / 4, 24 * HOUR)
    return early if early >= HOUR else 0.0
