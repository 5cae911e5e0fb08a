"""Event streams: a table pushed to whoever watches it.

A stream renders only when its connection is ready for more, so a slow viewer skips positions instead of
holding anybody up. What several viewers would see alike is rendered once. Markup is sent as a difference to
what the same stream has sent before (`web.chunks`); the first message of a stream is whole.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope
from starlette.types import Send as AsgiSend

from pfalz.core.errors import PfalzError
from pfalz.core.texts import error_text
from pfalz.server.dear import elsewhere, who_pays
from pfalz.server.http.easel import Easel, Turn
from pfalz.server.http.jsonview import can_push, push_json
from pfalz.server.http.meter import Debt
from pfalz.server.http.squeeze import MUCH, Flow, takes_gzip
from pfalz.server.play.live import Tables
from pfalz.server.play.notify import Bells
from pfalz.server.play.seats import Send, Watcher
from pfalz.server.play.table import Table
from pfalz.server.rates import WIDER, site_of
from pfalz.server.refusals import Refused
from pfalz.web.chunks import Chunks
from pfalz.web.prefs import Prefs
from pfalz.web.render import fragment
from pfalz.web.sent import position_sent

LOG = logging.getLogger("pfalz.server")
HEARTBEAT = 20.0
LINE = "pfalz.line"
"""In the scope of a request: the connection it came by, if that is one of ours (`lane`)."""
SHARING = 10
"""So many people may watch as much as they are allowed to from one address."""
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Wanted:
    """How a stream wants to be told: markup in somebody's language, and (or) the view as data."""

    prefs: Prefs
    html: bool = True
    view: bool = False
    sentences: str = ""

    @cached_property
    def key(self) -> str:
        """The same for all who want the same."""
        return repr(self)


def message(name: str, data: bytes) -> bytes:
    """One event of a stream; JSON has no line breaks, so one data line is enough."""
    return b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"


class Told:
    """What a stream has told its viewer: the position, the markup, the last line of the chat."""

    __slots__ = ("chat", "markup", "position")

    def __init__(self, position: int) -> None:
        self.position = position
        self.markup: Chunks | None = None
        self.chat = -1


def update(tables: Tables, table: Table, person: str, told: Told, wanted: Wanted) -> bytes:
    """The message that tells a viewer how the table stands; nobody may be changing it meanwhile."""
    special = person == table.owner or person in tables.turns or bool(table.seats_of(person))
    who = person if special else ""
    markup: Chunks | None = None
    if wanted.html:
        markup = table.rendered.get((who, wanted.key))
        if markup is None:
            markup = table.rendered[who, wanted.key] = fragment(tables.look(table, person), wanted.prefs)
    key = (who, told.position if wanted.view else 0, wanted.key, id(told.markup))
    found: tuple[Chunks | None, bytes] | None = table.rendered.get(key)
    if found is None or found[0] is not told.markup:
        data = b'event: table\ndata: {"position":%d,"version":%d' % (table.position, table.version)
        if markup is not None:
            data += b',"html":' + _encode(markup.since(told.markup))
        if wanted.view:
            data += b',"view":' + _view(tables, table, person, told.position, wanted)
        found = table.rendered[key] = told.markup, data + b"}\n\n"
    told.markup, told.position = markup, table.position
    return found[1]


def _view(tables: Tables, table: Table, person: str, since: int, wanted: Wanted) -> bytes:
    texts = table.texts(wanted.sentences) if wanted.sentences else None
    if can_push(table):
        return push_json(table, person, since, texts, tables.next_table(table, person))
    return _encode(position_sent(tables.look(table, person), since, texts))


class Bell:
    """Like `asyncio.Event`, for one who waits, and quicker: it rings for every viewer of every answer."""

    __slots__ = ("_rung", "_waiter")

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Ring; several times before somebody listens count as once."""
        self._rung = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def heard(self) -> None:
        """Wait until it has rung since the last time."""
        if not self._rung:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._rung = False

    @property
    def silent(self) -> bool:
        """Whether somebody waits for it and it has not rung yet."""
        return not self._rung and self._waiter is not None and not self._waiter.done()


class Changed:
    """Says that a table has to be told anew, and rings for it; a stream is woken for other things too."""

    __slots__ = ("_bell", "_due")

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._due = False

    def set(self) -> None:
        """It has changed."""
        self._due = True
        self._bell.set()

    def take(self) -> bool:
        """Whether it has changed since the last time."""
        due, self._due = self._due, False
        return due


class RingingQueue(asyncio.Queue[tuple[str, bytes]]):
    """Notices for a stream: whatever is put here rings its bell."""

    def __init__(self, bell: Bell) -> None:
        super().__init__()
        self._bell = bell

    def put_nowait(self, item: tuple[str, bytes]) -> None:
        """Keep a notice until the stream gets to it."""
        super().put_nowait(item)
        self._bell.set()


class Line(Protocol):
    """A connection that streams may write to without passing everything that stands before an answer."""

    @property
    def ready(self) -> bool:
        """Whether the client takes more without anybody having to wait."""

    def push(self, data: bytes) -> None:
        """Send part of a stream."""

    async def drain(self) -> None:
        """Wait until the client takes more."""


class EventStream(Response):
    """An ASGI response that lasts as long as its viewer stays."""

    def __init__(self, body: Callable[[EventStream], Awaitable[None]], squeezed: bool = False) -> None:
        super().__init__(media_type="text/event-stream")
        self._tell = body
        self.squeezed = squeezed
        """Whether what is large in it may be compressed."""
        self._send: AsgiSend | None = None
        self._line: Line | None = None
        self.flows = False
        """Whether what is sent is a `Flow`."""
        self.wake = Bell()
        self.gone = self.left = False
        self._beat: asyncio.TimerHandle | None = None
        self._beating: asyncio.Future[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: AsgiSend) -> None:
        """Send until the viewer goes."""
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
        ]
        self._send = send
        self.flows = self.squeezed and takes_gzip(scope)
        if self.flows:
            headers += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        self._line = scope.get(LINE)
        if self.flows:
            await self._put(Flow.HEAD)
        await self.put(b"retry: 1500\n\n")
        listening = asyncio.ensure_future(self._listen(receive))
        self._arm()
        try:
            await self._tell(self)
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            if self._beat is not None:
                self._beat.cancel()
            listening.cancel()
        if not self.left:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    def close(self) -> None:
        """End the stream from our side."""
        self.gone = True
        self.wake.set()

    async def put(self, data: bytes) -> None:
        """Send some bytes."""
        if self.flows:
            large = len(data) >= MUCH
            data = await elsewhere(lambda: Flow.smaller(data)) if large else Flow.plain(data)
        await self._put(data)

    async def _put(self, data: bytes) -> None:
        if self._line is not None:
            self._line.push(data)
            await self._line.drain()
        elif self._send is not None:
            await self._send({"type": "http.response.body", "body": data, "more_body": True})

    @property
    def ready(self) -> bool:
        """Whether something can be sent at once: nothing waits to be told, and the client takes more."""
        return self._line is not None and self._line.ready and self.wake.silent and not self.gone

    def put_now(self, data: bytes) -> bool:
        """Send some bytes; only if it is ready. Not if they have to be compressed first, which takes long."""
        assert self._line is not None
        if self.flows:
            if len(data) >= MUCH:
                return False
            data = Flow.plain(data)
        self._line.push(data)
        return True

    async def next(self) -> bool:
        """Wait until there is something to tell; False when the viewer is gone."""
        await self.wake.heard()
        return not self.gone

    def _arm(self) -> None:
        self._beat = asyncio.get_running_loop().call_later(HEARTBEAT, self._tick)

    def _tick(self) -> None:
        if self._beating is None or self._beating.done():  # a client that takes nothing needs no second one
            self._beating = asyncio.ensure_future(self.put(b": still here\n\n"))
        self._arm()

    async def _listen(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.left = True
        self.close()


class Streams:
    """All open streams, so that a server can end them when it stops."""

    def __init__(self, tables: Tables, most: int) -> None:
        self.tables = tables
        self.most = most
        self.open: set[EventStream] = set()
        self._count: dict[str, int] = {}
        self._easel = Easel()
        self._slow = asyncio.Lock()
        """Held while a stream's own task draws: at first, or for a client that does not keep up."""

    def admit(self, who: str, address: str) -> None:
        """Count a stream of somebody at an address; too many are refused."""
        counted = self._counted(who, address)
        if any(self._count.get(key, 0) >= most for key, most in counted.items()):
            raise Refused("too_many_streams", 429)
        for key in counted:
            self._count[key] = self._count.get(key, 0) + 1

    def release(self, who: str, address: str) -> None:
        """A stream has ended."""
        for key in self._counted(who, address):
            self._count[key] -= 1
            if not self._count[key]:
                del self._count[key]

    def _counted(self, who: str, address: str) -> dict[str, int]:
        """By what a stream is counted, and how many there may be of each."""
        here = SHARING * self.most
        return {who: self.most, f"at:{address}": here, f"around:{site_of(address)}": WIDER * here}

    def close(self) -> None:
        """End every stream."""
        for stream in self.open:
            stream.close()

    def table(
        self, id: str, person: str, address: str, wanted: Wanted, since: int = -1, bells: Bells | None = None
    ) -> EventStream:
        """A stream of one table for somebody who may see it; with `bells` also of their notices."""
        who = person or f"stranger:{address}"

        async def body(stream: EventStream) -> None:
            self.open.add(stream)
            notices = RingingQueue(stream.wake)
            told_to = bells.told_to(person, notices) if bells and person else nullcontext()
            try:
                with told_to:
                    await self._tell_table(stream, await self.tables.get(id), person, wanted, since, notices)
            except PfalzError as error:
                said = error_text(error, wanted.prefs.language)
                await stream.put(message("error", _encode({"error": error.message, "message": said})))
            finally:
                self.open.discard(stream)
                self.release(who, address)

        self.admit(who, address)
        return EventStream(body, squeezed=wanted.html)

    async def _tell_table(
        self,
        stream: EventStream,
        table: Table,
        person: str,
        wanted: Wanted,
        since: int,
        notices: RingingQueue,
    ) -> None:
        told = Told(since)
        owed: list[bytes] = []

        def made() -> Send | None:
            """Make what the viewer is told, if nothing has to be waited for; says how to send it."""
            if not stream.ready or (table.chat and table.chat[-1].n > told.chat):
                return None
            before = told.position
            try:
                return partial(send, update(self.tables, table, person, told, wanted), before)
            except Exception:
                failed(before)
                return None

        def send(data: bytes, before: int) -> None:
            try:
                if not stream.put_now(data):
                    owed.append(data)
                    stream.wake.set()
            except Exception:
                failed(before)

        def failed(before: int) -> None:
            """The stream's own task tries again, with all of it, and nobody else suffers."""
            LOG.exception("a viewer could not be told at once")
            told.position, told.markup = before, None
            changed.set()

        def draw() -> Send | None:
            """It is the viewer's turn; what cannot be told now is left to the stream's own task."""
            sending = made() if told.markup is not None and table.at_rest else None
            if sending is None:
                changed.set()
            return sending

        changed, debt = Changed(stream.wake), Debt(who_pays())
        # data is made quickly; markup is not, and must not keep the one waiting who has answered
        drawn = Turn(self._easel, table, draw, debt)
        watcher = Watcher(person, drawn) if wanted.html else Watcher(person, changed, made)
        table.watchers.add(watcher)  # a table that is watched stays in memory
        self._show_presence(table, person, 1)
        changed.set()
        try:
            while await stream.next():
                for data in owed:
                    await stream.put(data)
                owed.clear()
                while not notices.empty():
                    await stream.put(message(*notices.get_nowait()))
                if not changed.take():
                    continue
                data = await self._made(table, person, told, wanted)
                last = table.chat[-1].n if table.chat else -1
                new = [line for line in table.chat if line.n > told.chat] if told.chat < last else []
                told.chat = last
                await stream.put(data)
                for line in new[-100:]:
                    await stream.put(message("chat", _encode(line)))
        finally:
            debt.pay()
            table.watchers.discard(watcher)
            self._show_presence(table, person, 0)

    async def _made(self, table: Table, person: str, told: Told, wanted: Wanted) -> bytes:
        """What a viewer is told by the stream's own task: markup again for one after the other."""
        if wanted.html and told.markup is None:  # all of it is made for the first time: that is dear
            async with self.tables.open(table.id), self._slow:
                return await elsewhere(lambda: update(self.tables, table, person, told, wanted))
        if wanted.html:
            async with self._slow:
                await asyncio.sleep(0)
                if table.at_rest:
                    return update(self.tables, table, person, told, wanted)
        elif table.at_rest:
            return update(self.tables, table, person, told, wanted)
        async with self.tables.open(table.id):
            return update(self.tables, table, person, told, wanted)

    def _show_presence(self, table: Table, person: str, others: int) -> None:
        """Everybody sees who is at the table, so coming and going is a change."""
        if sum(w.person == person for w in table.watchers) == others:
            self.tables.company.moved(table, person, others == 1)
            if table.seats_of(person):
                table.changed()
