"""The connection itself: uvicorn's, with a short way for answers in and for events out.

Every answer of every table comes in here, and every update of every viewer goes out. An answer that has
arrived whole is taken at once, past the framework: the same gate, the same tables, the same words. Whatever
is not so simple (a body in pieces, another request before it, anything odd) takes uvicorn's way through the
application, where the route in `api_tables` documents and does the same.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from typing import Any, cast

import msgspec
from starlette.requests import Request, cookie_parser
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from pfalz.core.errors import PfalzError
from pfalz.server.http.context import Parts, recognised
from pfalz.server.http.errors import respond
from pfalz.server.http.gate import Gate, refusal
from pfalz.server.http.shapes import read_answer
from pfalz.server.http.stream import LINE
from pfalz.server.people.people import COOKIE, Person
from pfalz.server.refusals import Refused

LOG = logging.getLogger("pfalz.server")
_ANSWERS = re.compile(rb"/api/tables/([a-z0-9]{6,20})/answers(?:\?key=([A-Za-z0-9_-]{0,40}))?")
_JSON = (b"content-type", b"application/json")
_encode = msgspec.json.Encoder().encode

Headers = Iterable[tuple[bytes, bytes]]


class Counter:
    """Takes answers over the counter: what all connections share."""

    def __init__(self, parts: Parts, gate: Gate) -> None:
        self.parts = parts
        self.gate = gate
        self._defaults: list[tuple[bytes, bytes]] = []
        self._head = b""

    async def reply(self, scope: dict[str, Any], id: str, key: str, body: bytes, defaults: Headers) -> bytes:
        """Take an answer to a table, with its key; what is sent back, whole."""
        problem = self.gate.problem(scope)
        if problem is not None:
            start, rest = refusal(problem, scope)
            return self._whole(start["status"], start["headers"], rest["body"], defaults)
        return await self.gate.metered(scope, self._taken(scope, id, key, body, defaults))

    async def _taken(self, scope: dict[str, Any], id: str, key: str, body: bytes, defaults: Headers) -> bytes:
        try:
            person = await self._person(dict(scope["headers"]))
            answer = read_answer(body)
            tables = self.parts.tables
            done = _encode(await tables.answer(id, person.id, answer.ask, answer.opened, answer.move, key))
            self.gate.traffic.count(200)
        except PfalzError as error:
            response = await respond(Request(scope), self.parts, id, error)
            return self._whole(response.status_code, response.raw_headers, bytes(response.body), defaults)
        except Exception:
            LOG.exception("an answer could not be taken")
            start, rest = refusal(Refused("internal", 500), scope)
            return self._whole(start["status"], start["headers"], rest["body"], defaults)
        if defaults is not self._defaults:  # uvicorn makes them anew every second
            self._defaults = cast(list[tuple[bytes, bytes]], defaults)
            self._head = _head(200, [*self._defaults, *self.gate.private, _JSON])
        return b"%bcontent-length: %d\r\n\r\n%b" % (self._head, len(done), done)

    def _whole(self, status: int, headers: Headers, body: bytes, defaults: Headers) -> bytes:
        self.gate.traffic.count(status)
        own = list(headers)
        names = {name for name, _ in own}
        more = [header for header in self.gate.private if header[0] not in names]
        return _head(status, [*defaults, *own, *more]) + b"\r\n" + body

    async def _person(self, headers: dict[bytes, bytes]) -> Person:
        header = headers.get(b"authorization", b"").decode("latin-1")
        cookie = cookie_parser(headers.get(b"cookie", b"").decode("latin-1")).get(COOKIE)
        found = await recognised(self.parts.people, header, cookie)
        if found is None:
            raise Refused("unknown", 401)
        return found[0]


class Connection(HttpToolsProtocol):
    """One connection of a client."""

    def __init__(self, counter: Counter, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._counter = counter
        self._to = ("", "")
        """The table an answer is for, and the key that came with it."""
        self._held: list[bytes] | None = None
        """What is here of the body of an answer that may take the short way."""

    # -- answers in -------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """An answer that is not whole by now is left to the application, which waits for the rest."""
        super().data_received(data)
        if self._held is not None:
            held, self._held = self._held, None
            if not self.transport.is_closing():
                super().on_headers_complete()
                for part in held:
                    super().on_body(part)

    def on_message_begin(self) -> None:
        """Streams find their connection in the scope."""
        super().on_message_begin()
        cast(dict[str, Any], self.scope)[LINE] = self

    def on_headers_complete(self) -> None:
        """See whether this is an answer, and nothing else is under way."""
        found = _ANSWERS.fullmatch(self.url)
        if found is None or not self._counter.parts.settings.short_way or not self._simple():
            super().on_headers_complete()
            return
        self._to, self._held = (found[1].decode(), (found[2] or b"").decode()), []
        path, _, query = self.url.partition(b"?")
        more = {"method": "POST", "path": path.decode(), "raw_path": path, "query_string": query}
        cast(dict[str, Any], self.scope).update(more)

    def _simple(self) -> bool:
        parser = self.parser
        return (
            parser.get_method() == b"POST"
            and parser.get_http_version() == "1.1"
            and parser.should_keep_alive()
            and not parser.should_upgrade()
            and not self.expect_100_continue
            and (self.cycle is None or self.cycle.response_complete)
        )

    def on_body(self, body: bytes) -> None:
        """Keep it, or hand it on."""
        if self._held is None:
            super().on_body(body)
        else:
            self._held.append(body)

    def on_message_complete(self) -> None:
        """The answer is here."""
        if self._held is None:
            super().on_message_complete()
            return
        body, self._held = b"".join(self._held), None
        underway = self.cycle = cast(RequestResponseCycle, Underway())
        task = self.loop.create_task(self._take(underway, cast(dict[str, Any], self.scope), body))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    async def _take(self, underway: RequestResponseCycle, scope: dict[str, Any], body: bytes) -> None:
        reply = await self._counter.reply(scope, *self._to, body, self.server_state.default_headers)
        if self.flow.write_paused and not underway.disconnected:
            await self.flow.drain()
        underway.response_complete = True
        if not underway.disconnected:
            self.transport.write(reply)
            if not underway.keep_alive:  # we are about to stop
                self.transport.close()
            self.on_response_complete()

    # -- events out -------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether the client takes more without anybody having to wait."""
        return not self.flow.write_paused and not self.transport.is_closing()

    def push(self, data: bytes) -> None:
        """Send part of a stream, as a chunk of the answer that is under way."""
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))

    async def drain(self) -> None:
        """Wait until the client takes more."""
        if self.flow.write_paused and not self.transport.is_closing():
            await self.flow.drain()


class Underway:
    """An answer being taken: what uvicorn's connection wants to know of a request."""

    __slots__ = ("disconnected", "keep_alive", "message_event", "response_complete")

    def __init__(self) -> None:
        self.response_complete = self.disconnected = False
        self.keep_alive = True
        self.message_event = asyncio.Event()


def _head(status: int, headers: Headers) -> bytes:
    return STATUS_LINE[status] + b"".join(b"%b: %b\r\n" % header for header in headers)
