"""What servers on one PostgreSQL tell each other: NOTIFY within the transaction that changes something,
LISTEN on a connection of its own, read by the event loop as soon as something comes.

Nothing is heard of a transaction that was rolled back, and everybody hears of all others in the order in
which they were committed. If the connection is lost something may have been missed: whoever listens is told
(`lost`) and has to look again. An SQLite file has one server, which talks to nobody.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
import psycopg
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

LOG = logging.getLogger("pfalz.store")
LONGEST: Final = 7900
"""Bytes of a message; PostgreSQL takes 7,999."""
AGAIN: Final = 0.5
"""Seconds between two attempts to listen again."""
TOLD: Final = "SELECT pg_notify('pfalz', told) FROM unnest(%s::text[]) AS told"
"""For a cursor of the driver: all messages of a commit."""
_TELL = text("SELECT pg_notify('pfalz', :told)")


class News(msgspec.Struct, array_like=True):
    """A message: who sends it, what it is about, and what there is to know."""

    by: str
    kind: str
    id: str
    body: msgspec.Raw = msgspec.Raw(b"null")


Ear = Callable[[str, bytes], None]
_decode = msgspec.json.Decoder(News).decode


class Bus:
    """One server's mouth and ears."""

    def __init__(self, engine: Engine) -> None:
        self.shared = engine.dialect.name == "postgresql"
        self.me = secrets.token_hex(6)
        self.ears: dict[str, Ear] = {}
        """By kind, who is told the id and the body of what others say."""
        self.lost: list[Callable[[], None]] = []
        """Told when something may have been missed."""
        self.heard = 0
        self._engine = engine
        self._loop: asyncio.AbstractEventLoop | None = None
        self._line: psycopg.Connection[Any] | None = None
        self._socket = -1
        self._again: asyncio.Task[None] | None = None

    def message(self, kind: str, id: str, body: object = None) -> str:
        """A message for a commit; one that is too long says only what it is about."""
        said = msgspec.json.encode(News(self.me, kind, id, msgspec.Raw(msgspec.json.encode(body))))
        if len(said) > LONGEST:
            said = msgspec.json.encode(News(self.me, kind, id))
        return said.decode()

    def tell(self, db: Connection, kind: str, id: str, body: object = None) -> None:
        """Tell the other servers, if there can be any, once this transaction is committed."""
        if self.shared:
            db.execute(_TELL, {"told": self.message(kind, id, body)})

    async def start(self) -> None:
        """Begin to listen."""
        if self.shared:
            self._loop = asyncio.get_running_loop()
            self._hear(await asyncio.to_thread(self._dial))

    async def stop(self) -> None:
        """Listen no longer."""
        if self._again is not None:
            self._again.cancel()
            await asyncio.wait([self._again])
        self._hang_up()

    def _dial(self) -> psycopg.Connection[Any]:
        db = self._engine.connect()
        db.detach()
        driver: Any = db.connection.dbapi_connection
        driver.rollback()
        driver.autocommit = True
        driver.execute("LISTEN pfalz")
        found: psycopg.Connection[Any] = driver
        return found

    def _hear(self, line: psycopg.Connection[Any]) -> None:
        assert self._loop is not None
        self._line, self._socket = line, line.fileno()
        self._loop.add_reader(self._socket, self._read)
        self._read()  # something may have come with the answer to LISTEN

    def _hang_up(self) -> None:
        if self._line is not None and self._loop is not None:
            self._loop.remove_reader(self._socket)  # a lost connection does not know its own any more
            self._line.close()
        self._line = None

    def _read(self) -> None:
        assert self._line is not None
        found = []
        try:
            self._line.pgconn.consume_input()
            while (notified := self._line.pgconn.notifies()) is not None:
                found.append(bytes(notified.extra))
        except psycopg.Error as error:
            LOG.warning("nothing is heard of other servers for a moment: %s", error)
            self._hang_up()
            self._again = asyncio.ensure_future(self._listen_again())
        for said in found:
            self._heard(said)

    def _heard(self, said: bytes) -> None:
        try:
            news = _decode(said)
            if news.by != self.me and (ear := self.ears.get(news.kind)) is not None:
                self.heard += 1
                ear(news.id, bytes(news.body))
        except Exception:  # one message that nobody understands (of a newer version, say) stops no other
            LOG.exception("what another server said was not understood")

    async def _listen_again(self) -> None:
        while True:
            try:
                line = await asyncio.to_thread(self._dial)
            except (SQLAlchemyError, psycopg.Error):
                await asyncio.sleep(AGAIN)
                continue
            self._hear(line)
            for missed in self.lost:
                missed()
            return
