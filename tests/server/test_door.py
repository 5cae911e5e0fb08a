"""The door: who keeps a connection open without saying or taking anything is sent away, and nobody else."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from pfalz.server.http import door, gate
from tests.server import tools
from tests.server.tools import HEADERS, PATIENCE, sqlite

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with tools.listening(sqlite(tmp_path)) as (url, _):
        yield int(url.rsplit(":", 1)[1])


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(door, "TAKING_SECONDS", 0.4)


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def is_closed(sock: socket.socket) -> bool:
    """Whether the other side has hung up, seen without taking anything of what it has sent."""
    poll = select.poll()
    poll.register(sock, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
    return bool(poll.poll(0))


def until_closed(*socks: socket.socket, drop: bytes = b"") -> None:
    """Wait until all are closed, and send them something now and then."""
    end = time.monotonic() + PATIENCE
    while not all(is_closed(sock) for sock in socks):
        assert time.monotonic() < end, "they are still open"
        for sock in socks:
            try:
                sock.sendall(drop)
            except OSError:
                assert is_closed(sock)
        time.sleep(0.05)


@pytest.mark.parametrize("drop", [b"", b"\r\n", b"a"])
def test_a_head_that_does_not_come_is_not_waited_for(port: int, impatient: None, drop: bytes) -> None:
    socks = []
    for begun in (b"", b"G", HEAD + b"X: ", b"\r\n"):
        first, second = connected(port), connected(port)
        second.sendall(HEAD + b"\r\n")  # the second head is the one that does not come
        assert second.recv(15) == b"HTTP/1.1 200 OK"
        for sock in (first, second):
            sock.sendall(begun)
        socks += [first, second]
    until_closed(*socks, drop=drop)
    for sock in socks:
        sock.close()


def test_a_body_nobody_reads_does_not_keep_a_connection(port: int, impatient: None) -> None:
    with connected(port) as sock:
        sock.sendall(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert sock.recv(12) == b"HTTP/1.1 403"  # it is refused by its head
        until_closed(sock, drop=b"1\r\na\r\n")


def test_who_listens_or_asks_again_stays(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "HEAD_SECONDS", 3.0)  # a busy machine may keep a head back for a while
    with connected(port) as asking, connected(port) as late:
        file = asking.makefile("rb")
        end = time.monotonic() + 3.2  # longer than a head may take
        while time.monotonic() < end:
            asking.sendall(b"GET /look/shield.svg HTTP/1.1\r\n")
            time.sleep(0.1)
            asking.sendall(b"Host: x\r\n\r\n")
            assert file.readline() == b"HTTP/1.1 200 OK\r\n"
            length = 0
            while line := file.readline().strip():
                if line.startswith(b"content-length: "):
                    length = int(line[16:])
            file.read(length)
        until_closed(late)


@pytest.mark.parametrize("endless", [b"X: " + b"a" * 900, b"X: a\r\n" * 150, b"a" * 900])
@pytest.mark.parametrize("behind", [False, True])
def test_a_head_without_end_is_not_kept(port: int, endless: bytes, behind: bool) -> None:
    with connected(port) as sock:
        if behind:  # another answer is under way, and one waits behind it
            sock.sendall((HEAD + b"\r\n") * 2)
        sock.sendall(b"GET /" if endless.startswith(b"a") else HEAD)
        sent = 0
        with pytest.raises(OSError):
            while sent < 64 * 1024 * 1024:
                sock.sendall(endless)
                sent += len(endless)
        until_closed(sock)


def test_a_large_head_is_told_so(port: int) -> None:
    with connected(port) as sock:
        sock.sendall(HEAD + b"X: " + b"a" * door.MOST_HEAD)
        assert b" 431 " in sock.makefile("rb").readline()


def test_a_large_head_that_is_whole_at_once_is_counted_too(port: int) -> None:
    for size, said in (
        (door.MOST_HEAD - 200, b"200"),
        (door.MOST_HEAD, b"431"),
        (10 * door.MOST_HEAD, b"431"),
    ):
        with connected(port) as sock:
            sock.sendall(HEAD + b"X: " + b"a" * size + b"\r\n\r\n")
            assert sock.makefile("rb").readline().split()[1] == said, size
    with connected(port) as sock:  # many small ones, behind one that is answered
        sock.sendall(HEAD + b"\r\n" + HEAD + b"X: a\r\n" * door.MOST_HEAD + b"\r\n")
        until_closed(sock)


def test_who_takes_nothing_is_sent_away(port: int, impatient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[door.Guarded] = []
    enter = door.Porter.enter
    monkeypatch.setattr(door.Porter, "enter", lambda porter, new: (enter(porter, new), inside.append(new)))
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=HEADERS, timeout=PATIENCE) as client:
        client.post("/api/guest", json={})
        wish = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}, {"kind": "me"}]}
        id = client.post("/api/tables", json=wish).json()["id"]
    with connected(port) as idle, connected(port) as listening:
        for sock in (idle, listening):
            sock.sendall(b"GET /api/tables/%b/events?html=0 HTTP/1.1\r\nHost: x\r\n\r\n" % id.encode())
            assert sock.recv(15) == b"HTTP/1.1 200 OK"
        lines = inside[-2:]
        listening.settimeout(0.02)
        for line in lines:
            line.loop.call_soon_threadsafe(line.push, b": " + b"x" * 16 * 1024 * 1024)
        end = time.monotonic() + PATIENCE
        while len(lines[0].connections & set(lines)) > 1:
            assert time.monotonic() < end, "it is still open"
            with suppress(TimeoutError):
                listening.recv(65536)
        assert lines[0] not in lines[0].connections and lines[1] in lines[1].connections


def test_a_send_buffer_of_the_system_hides_nobody(
    port: int, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the kernel has taken from us is not yet with the client: little that nobody takes counts too."""
    inside: list[door.Guarded] = []
    enter = door.Porter.enter
    monkeypatch.setattr(door.Porter, "enter", lambda porter, new: (enter(porter, new), inside.append(new)))
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=HEADERS, timeout=PATIENCE) as client:
        client.post("/api/guest", json={})
        wish = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}, {"kind": "me"}]}
        id = client.post("/api/tables", json=wish).json()["id"]
    with socket.socket() as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idle.connect(("127.0.0.1", port))
        idle.sendall(b"GET /api/tables/%b/events?html=0 HTTP/1.1\r\nHost: x\r\n\r\n" % id.encode())
        assert idle.recv(15) == b"HTTP/1.1 200 OK"
        line = inside[-1]
        line.loop.call_soon_threadsafe(line.push, b": " + b"x" * 60_000)
        end = time.monotonic() + PATIENCE
        while line in line.connections:
            assert time.monotonic() < end, "it is still open"
            time.sleep(0.05)


def test_who_takes_as_much_as_is_sent_stays(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is always something on its way to somebody far away, and still they take it."""
    monkeypatch.setattr(door, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(door, "TAKING_SECONDS", 1.0)
    inside: list[door.Guarded] = []
    enter = door.Porter.enter
    monkeypatch.setattr(door.Porter, "enter", lambda porter, new: (enter(porter, new), inside.append(new)))
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=HEADERS, timeout=PATIENCE) as client:
        client.post("/api/guest", json={})
        wish = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}, {"kind": "me"}]}
        id = client.post("/api/tables", json=wish).json()["id"]
    with socket.socket() as busy:
        busy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        busy.connect(("127.0.0.1", port))
        busy.sendall(b"GET /api/tables/%b/events?html=0 HTTP/1.1\r\nHost: x\r\n\r\n" % id.encode())
        assert busy.recv(15) == b"HTTP/1.1 200 OK"
        line = inside[-1]
        line.loop.call_soon_threadsafe(line.push, b": " + b"x" * 400_000)
        end = time.monotonic() + 3
        while time.monotonic() < end:
            line.loop.call_soon_threadsafe(line.push, b": " + b"x" * 20_000)
            taken = 0
            while taken < 10_000:
                taken += len(busy.recv(4096))
            time.sleep(0.05)
        assert line in line.connections


def test_who_says_too_much_is_heard_out_and_hears_that(port: int) -> None:
    """A proxy whose connection breaks while it sends takes the server for dead."""
    head = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nX-Pfalz: 1\r\n"
    size = 40 * 65_536
    chunk = b"%x\r\n%b\r\n" % (65_536, b"x" * 65_536)
    for more, body in (
        (b"Content-Length: %d\r\n\r\n" % size, b"x" * size),
        (b"Transfer-Encoding: chunked\r\n\r\n", 40 * chunk + b"0\r\n\r\n"),
    ):
        with connected(port) as sock:
            sock.sendall(head + more)
            for i in range(0, len(body), 131_072):
                sock.sendall(body[i : i + 131_072])
                time.sleep(0.01)
            said = b""
            while part := sock.recv(65_536):
                said += part
            assert said.startswith(b"HTTP/1.1 413 ") and said.endswith(b"}")


def test_nobody_is_heard_out_for_ever(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "LINGERS", 0.3)
    with connected(port) as sock:
        sock.sendall(
            b"POST /api/guest HTTP/1.1\r\nHost: x\r\nX-Pfalz: 1\r\nContent-Length: 999999999\r\n\r\n"
        )
        assert sock.recv(65_536).startswith(b"HTTP/1.1 413 ")
        until_closed(sock, drop=b"x" * 100)
