"""Tables that are being played, seen from outside: plain sockets and one epoll, because it is the server that
is to be measured."""

from __future__ import annotations

import itertools
import select
import socket
import time
from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

CHUNK = 1 << 18
WAIT = 60.0
"""So many seconds of silence mean that something is broken."""


class Planned(NamedTuple):
    """An answer that will be given, as a body, and the position it leads to."""

    seat: int
    body: bytes
    position: int


class Prepared(NamedTuple):
    """A table on the server and the answers that will be given at it, in order."""

    id: str
    cookies: list[str]
    answers: deque[Planned]


@dataclass
class Tally:
    """What the client has seen."""

    times: list[float] = field(default_factory=list)
    """Of every answer, until it was acknowledged and had reached all viewers."""
    seconds: float = 0.0
    bytes: int = 0
    updates: int = 0


class Ear(Protocol):
    """Something that hears what a connection says."""

    line: socket.socket

    def hear(self) -> None:
        """There is something to read."""


class Client:
    """All connections of all tables, to several servers in turn if there are several.

    Somebody who has a `place` is sent to the same server as all who have the same one."""

    def __init__(self, *ports: int) -> None:
        self._all = ports
        self._ports = itertools.cycle(ports)
        self._ears: dict[int, Ear] = {}
        self._poll = select.epoll()

    def connect(self, request: bytes, place: int | None = None) -> socket.socket:
        """A connection on which something is asked first."""
        port = next(self._ports) if place is None else self._all[place % len(self._all)]
        line = socket.create_connection(("127.0.0.1", port))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(request)
        line.setblocking(False)
        return line

    def listen(self, ear: Ear) -> None:
        """Let somebody hear from now on."""
        self._ears[ear.line.fileno()] = ear
        self._poll.register(ear.line, select.EPOLLIN)

    def close(self, ear: Ear) -> None:
        """Hang up."""
        self._poll.unregister(ear.line)
        del self._ears[ear.line.fileno()]
        ear.line.close()

    def close_all(self) -> None:
        """Hang up everywhere."""
        for ear in list(self._ears.values()):
            self.close(ear)
        self._poll.close()

    def turn(self, patience: float = WAIT) -> None:
        """Hear everything that has come in; wait if nothing has, for so long."""
        found = self._poll.poll(patience)
        assert found or patience < WAIT, "the server says nothing any more"
        ears = self._ears
        for number, _ in found:
            ear = ears.get(number)
            if ear is not None:
                ear.hear()


class Watched(Protocol):
    """A table somebody watches."""

    id: str
    client: Client
    tally: Tally

    def heard(self) -> None:
        """Somebody has heard something."""


class Viewer:
    """An open event stream; remembers the newest position it was told."""

    MARK = b'data: {"position":'

    def __init__(self, driven: Watched, cookie: str, query: str, place: int | None = None) -> None:
        head = f"GET /api/tables/{driven.id}/events?{query} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n"
        self.driven = driven
        self.line = driven.client.connect(head.encode(), place)
        self.position = -1
        self._rest = b""

    def hear(self) -> None:
        """An update counts when its last byte is here."""
        data = self.line.recv(CHUNK)
        assert data, "the server has closed a stream"
        if self._rest:
            data = self._rest + data
        end = data.rfind(b"\n\n")
        at = data.rfind(self.MARK, 0, max(end, 0))
        if at < 0:
            self._rest = data
            return
        self._rest = data[end + 2 :]
        self.position = int(data[at + len(self.MARK) : data.index(b",", at)])
        tally = self.driven.tally
        tally.bytes += end + 2
        tally.updates += data.count(self.MARK, 0, end)
        self.driven.heard()


class Voice:
    """The connection answers are given by, at one table after the other; a new one if the server hangs up."""

    def __init__(self, client: Client, place: int | None = None) -> None:
        self._client, self._place = client, place
        self._asked = b""
        self.line = client.connect(b"", place)
        self.driven: Watched | None = None
        self.done = False
        self._rest = b""
        client.listen(self)

    def say(self, request: bytes) -> None:
        """Give an answer."""
        self.done, self._asked = False, request
        self.line.send(request)

    def hear(self) -> None:
        """A reply is there when its last byte is."""
        try:
            data = self.line.recv(CHUNK)
        except ConnectionResetError:
            data = b""
        if not data:  # it was silent for too long; an answer that met that is given again
            self._client.close(self)
            self.line = self._client.connect(self._asked, self._place)
            self._client.listen(self)
            return
        self._rest += data
        if self._rest.endswith(b"}"):
            assert self._rest.startswith(b"HTTP/1.1 200 OK"), self._rest
            self._rest, self._asked, self.done = b"", b"", True
            if self.driven is not None:
                self.driven.heard()


class Driven:
    """A table that is being played: the next answer is given when everybody has heard of the last."""

    def __init__(self, client: Client, prepared: Prepared, query: str, tally: Tally) -> None:
        self.id = prepared.id
        self.client = client
        self.tally = tally
        self.ended = False
        self._path = f"POST /api/tables/{prepared.id}/answers HTTP/1.1\r\nHost: x\r\nX-Pfalz: 1\r\n"
        self._answers = prepared.answers
        self._cookies = prepared.cookies
        self._voice: Voice | None = None
        self._begun = self._until = 0.0
        self._position = 0
        self._viewers = [Viewer(self, cookie, query) for cookie in prepared.cookies]
        for viewer in self._viewers:
            client.listen(viewer)

    @property
    def seen_by_all(self) -> bool:
        """Whether all viewers know of the last answer."""
        position = self._position
        return all(viewer.position >= position for viewer in self._viewers)

    def play(self, voice: Voice, until: float) -> None:
        """Begin to give answers until then, or to the end of the game."""
        self._voice, self._until, voice.driven = voice, until, self
        self._next()

    def heard(self) -> None:
        """See whether the answer that is under way has reached everybody."""
        if self._voice is not None and self._voice.done and self.seen_by_all:
            self.tally.times.append(time.perf_counter() - self._begun)
            self._next()

    def _next(self) -> None:
        assert self._voice is not None
        if not self._answers or time.perf_counter() >= self._until:
            self._voice.driven, self._voice, self.ended = None, None, True
            for viewer in self._viewers:
                self.client.close(viewer)
            return
        seat, body, self._position = self._answers.popleft()
        head = f"{self._path}Cookie: {self._cookies[seat]}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._begun = time.perf_counter()
        self._voice.say(head.encode() + body)


class Play:
    """Some tables are kept busy for some seconds; one that comes to its end is followed by another."""

    def __init__(self, port: int, ready: list[Prepared], query: str, tables: int) -> None:
        self.tally = Tally()
        self._client = Client(port)
        self._waiting = [Driven(self._client, prepared, query, self.tally) for prepared in ready]
        while not all(driven.seen_by_all for driven in self._waiting):
            self._client.turn()
        self.tally.bytes = self.tally.updates = 0  # the first message of a stream is whole
        self._voices = [Voice(self._client) for _ in range(tables)]

    def run(self, seconds: float) -> Tally:
        """Play."""
        begun = time.perf_counter()
        until = begun + seconds
        busy = [(voice, self._begin(voice, until)) for voice in self._voices]
        while busy:
            self._client.turn()
            if any(driven.ended for _, driven in busy):
                free = [voice for voice, driven in busy if driven.ended]
                busy = [(voice, driven) for voice, driven in busy if not driven.ended]
                if time.perf_counter() < until:
                    busy += [(voice, self._begin(voice, until)) for voice in free]
        self.tally.seconds = time.perf_counter() - begun
        self._client.close_all()
        return self.tally

    def _begin(self, voice: Voice, until: float) -> Driven:
        assert self._waiting, "more tables have to be prepared"
        driven = self._waiting.pop()
        driven.play(voice, until)
        return driven
