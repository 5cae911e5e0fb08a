"""The door: connections that keep us waiting, or send a head without end, are closed.

The gate sees a request when its head is whole. Before that, uvicorn waits as long as the client likes and
keeps whatever it sends; and it waits for ever for a client that takes nothing of its answer. One look around
every few seconds is enough for all connections.
"""

from __future__ import annotations

import asyncio
import fcntl
import socket
import sys
import termios
import time
from functools import partial
from typing import Any, Final, cast

import uvicorn
from fastapi import FastAPI

from pfalz.server.http.context import Parts
from pfalz.server.http.gate import Gate
from pfalz.server.http.lane import Connection, Counter

HEAD_SECONDS: Final = 20.0
"""So long the head of a request may take to arrive, from the beginning of the connection on."""
TAKING_SECONDS: Final = 60.0
"""So long a client may take nothing of what is being sent to it."""
SENT_UNTAKEN: Final[int | None] = getattr(termios, "TIOCOUTQ", None)
"""What to ask the system for; for a socket of TCP it counts what has not been acknowledged."""
ACKNOWLEDGED: Final = slice(120, 128)
"""Where Linux puts `tcpi_bytes_acked` in what it tells of a connection."""
LOOKS: Final = 4
"""How often we look around while a head may take its time."""
MOST_HEAD: Final = 16 * 1024
"""Bytes of a head. To take one apart costs the loop time that nobody pays for."""
TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)


def served(app: FastAPI, **settings: Any) -> uvicorn.Config:
    """How uvicorn serves the application: through our connections, with a porter who looks after them."""
    parts: Parts = app.state.parts
    counter = Counter(parts, Gate(app, parts.settings, parts.rates, parts.traffic))
    connection = cast(type[asyncio.Protocol], partial(Guarded, Porter(), counter))
    usual: dict[str, Any] = {"log_config": None, "access_log": False, "timeout_graceful_shutdown": 3}
    return uvicorn.Config(app, http=connection, **(usual | settings))


class TooLarge(Exception):
    """A head that came at once, and is too large."""


class Porter:
    """Looks around, and sends away who has kept us waiting for too long."""

    def __init__(self) -> None:
        self.inside: set[Guarded] = set()
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, connection: Guarded) -> None:
        """Somebody has come."""
        self.inside.add(connection)
        if self._timer is None:
            self._wait()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(HEAD_SECONDS / LOOKS, self._look)

    def _look(self) -> None:
        now = time.monotonic()
        for connection in list(self.inside):
            connection.look(now)
        self._timer = None
        if self.inside:
            self._wait()


class Guarded(Connection):
    """A connection that cannot be kept open without saying or taking anything."""

    def __init__(self, porter: Porter, counter: Counter, **uvicorns: Any) -> None:
        super().__init__(counter, **uvicorns)
        self._porter = porter
        self._begun = False
        """Whether a head has begun and is not whole."""
        self._heads = 0
        self._head_bytes = self._arrived = 0
        self._waiting: tuple[int, float] | None = None
        """Since when we wait for a head, and how many have come before it."""
        self._taking: tuple[int, float] | None = None
        """How many bytes the client had taken, and since when it has taken no more."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The time begins to run."""
        super().connection_made(transport)
        self._porter.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody has to look any more, and nobody hears what was asked for in a row."""
        self._porter.inside.discard(self)
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A head has to be whole before it is too large."""
        self._arrived = self._head_bytes + len(data)
        super().data_received(data)
        if self._begun:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD:
                self._refuse()

    def send_400_response(self, msg: str) -> None:
        """uvicorn says so when a head cannot be read; one that is too large is told that."""
        if self._begun and self._arrived > MOST_HEAD:
            self._refuse()
        else:
            super().send_400_response(msg)

    def _refuse(self) -> None:
        """Say that the head is too large, if nobody waits for something else, and close."""
        if not self.transport.is_closing():
            if self._idle:
                self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        """The first byte of a head."""
        super().on_message_begin()
        self._begun = True

    def on_headers_complete(self) -> None:
        """The head is here; one that came in pieces has been counted before."""
        if self._arrived > MOST_HEAD and self._head_size() > MOST_HEAD:
            raise TooLarge
        self._begun, self._head_bytes = False, 0
        self._heads += 1
        super().on_headers_complete()

    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    @property
    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _on_its_way(self) -> int:
        """Bytes the system has taken from us that the client's has not."""
        sock = self.transport.get_extra_info("socket")
        if SENT_UNTAKEN is None or sock is None:
            return 0
        try:
            return int.from_bytes(fcntl.ioctl(sock.fileno(), SENT_UNTAKEN, bytes(4)), sys.byteorder)
        except (OSError, ValueError):  # it has just been closed
            return 0

    def _taken(self, left: int) -> int:
        """Bytes the client's system has acknowledged; where ours does not tell, fewer left count as more."""
        sock = self.transport.get_extra_info("socket")
        try:
            told = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, ACKNOWLEDGED.stop)
            if len(told) < ACKNOWLEDGED.stop:
                return -left
            return int.from_bytes(told[ACKNOWLEDGED], sys.byteorder)
        except (AttributeError, OSError):
            return -left

    def look(self, now: float) -> None:
        """Close the connection if it has kept us waiting for too long."""
        # between two requests uvicorn has a timer of its own, until the first byte comes
        if self._begun or (self._idle and self.timeout_keep_alive_task is None):
            if self._waiting is None or self._waiting[0] != self._heads:
                self._waiting = self._heads, now
            elif now - self._waiting[1] >= HEAD_SECONDS:
                self.transport.abort()
        else:
            self._waiting = None
        left = self.transport.get_write_buffer_size() + self._on_its_way()
        taken = self._taken(left)
        if not left or self._taking is None or taken > self._taking[0]:
            self._taking = (taken, now) if left else None
        elif now - self._taking[1] >= TAKING_SECONDS:
            self.transport.abort()
