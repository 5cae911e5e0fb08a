"""The connection: answers that take the short way, those that cannot, and streams written to directly."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import httpx
import pytest
from fastapi import FastAPI

from pfalz.server.http.lane import Connection, Counter
from pfalz.server.play.live import Tables
from pfalz.server.settings import from_environment
from tests.server.tools import PATIENCE, listening, parts, sqlite


class Reply(NamedTuple):
    """An answer of the server as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def kept(self) -> dict[str, str]:
        """The headers but for the time of day and the length."""
        return {name: text for name, text in self.headers.items() if name not in ("date", "content-length")}


class Wired:
    """A person with a table of their own, and plain sockets to the server."""

    def __init__(self, url: str, app: FastAPI) -> None:
        self.app = app
        self.port = int(url.rsplit(":", 1)[1])
        self.client = httpx.Client(base_url=url, headers={"X-Pfalz": "1"}, timeout=PATIENCE)
        self.client.post("/api/guest", json={})
        body = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}, {"kind": "me"}], "private": True}
        made = self.client.post("/api/tables", json=body).json()
        self.id, self.key = made["id"], made["link"].partition("key=")[2]
        self.cookie = f"pfalz_session={self.client.cookies['pfalz_session']}"
        self.rng = Random(5)
        self.arrived = threading.Event()
        """Set whenever the server has read something."""

    def view(self) -> dict[str, Any]:
        """The table as it stands."""
        found: dict[str, Any] = self.client.get(f"/api/tables/{self.id}/view.json").json()
        return found

    def legal(self) -> bytes:
        """A legal answer to the open question."""
        seen, answer = self.view(), list[int]()
        while True:
            query = {"prefix": ",".join(map(str, answer))}
            offer = self.client.get(f"/api/tables/{self.id}/options", params=query).json()
            if offer["complete"]:
                body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": answer}
                return json.dumps(body).encode()
            answer.append(self.rng.choice(offer["options"]))

    def request(self, body: bytes, path: str = "", version: str = "1.1", **headers: str) -> bytes:
        """A whole request; headers with underscores for hyphens, an empty one is left out."""
        given = {"Host": "x", "X-Pfalz": "1", "Cookie": self.cookie, "Content-Length": str(len(body))}
        given |= {name.replace("_", "-"): text for name, text in headers.items()}
        head = "".join(f"{name}: {text}\r\n" for name, text in given.items() if text)
        path = path or f"/api/tables/{self.id}/answers"
        return f"POST {path} HTTP/{version}\r\n{head}\r\n".encode() + body

    def connect(self) -> socket.socket:
        """A new connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def send(self, *pieces: bytes) -> Reply:
        """Send a request, in pieces that arrive one after the other."""
        with self.connect() as sock:
            for piece in pieces:
                self.arrived.clear()
                sock.sendall(piece)
                assert self.arrived.wait(PATIENCE)
            return read(sock.makefile("rb"))


def read(file: Any) -> Reply:
    """The next answer on a connection."""
    status = int(file.readline().split()[1])
    headers: dict[str, str] = {}
    while line := file.readline().decode().strip():
        name, _, text = line.partition(": ")
        assert name not in headers, "said twice"
        headers[name] = text
    return Reply(status, headers, json.loads(file.read(int(headers["content-length"]))))


@pytest.fixture
def wired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wired]:
    with listening(sqlite(tmp_path)) as (url, app):
        found, real = Wired(url, app), Connection.data_received

        def received(connection: Connection, data: bytes) -> None:
            real(connection, data)
            found.arrived.set()

        monkeypatch.setattr(Connection, "data_received", received)
        yield found


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The bodies of the answers that took the short way."""
    bodies: list[bytes] = []
    real = Counter.reply

    async def reply(self: Counter, scope: Any, id: str, key: str, body: bytes, defaults: Any) -> bytes:
        bodies.append(body)
        return await real(self, scope, id, key, body, defaults)

    monkeypatch.setattr(Counter, "reply", reply)
    return bodies


def test_a_whole_answer_is_taken_the_short_way(wired: Wired, taken: list[bytes]) -> None:
    before = wired.view()["position"]
    body = wired.legal()
    reply = wired.send(wired.request(body))
    assert taken == [body]
    assert reply.status == 200 and reply.body["position"] > before and not reply.body["again"]
    assert wired.view()["position"] == reply.body["position"]
    again = wired.send(wired.request(body))
    assert (again.status, again.body["again"]) == (200, True)


def test_the_short_way_can_be_closed(tmp_path: Path, taken: list[bytes]) -> None:
    """As `make compare` measures what it saves; the environment says so to servers."""
    settings = from_environment({"PFALZ_SHORT_WAY": "0"})
    with listening(replace(sqlite(tmp_path), short_way=settings.short_way)) as (url, app):
        wired = Wired(url, app)
        with wired.connect() as sock:
            sock.sendall(wired.request(wired.legal()))
            assert read(sock.makefile("rb")).status == 200
    assert not taken


@pytest.mark.parametrize("where", ["head", "body"])
def test_an_answer_in_pieces_waits_for_the_rest(wired: Wired, taken: list[bytes], where: str) -> None:
    whole = wired.request(body := wired.legal())
    cut = whole.index(b"Cookie") if where == "head" else len(whole) - 5
    reply = wired.send(whole[:cut], whole[cut:])
    assert reply.status == 200 and not reply.body["again"]
    assert taken == ([body] if where == "head" else [])  # of a body in pieces the application takes care


ODD = {"closes": {"Connection": "close"}, "waits for leave": {"Expect": "100-continue"}}


@pytest.mark.parametrize("odd", ODD)
def test_what_is_not_simple_goes_through_the_application(wired: Wired, taken: list[bytes], odd: str) -> None:
    with wired.connect() as sock:
        file = sock.makefile("rb")
        sock.sendall(wired.request(wired.legal(), **ODD[odd]))
        if odd == "waits for leave":
            assert file.readline().startswith(b"HTTP/1.1 100") and not file.readline().strip()
        assert read(file).status == 200
        if odd == "closes":
            assert file.read() == b""
    assert not taken


def test_an_old_client_is_answered_too(wired: Wired, taken: list[bytes]) -> None:
    with wired.connect() as sock:
        sock.sendall(wired.request(wired.legal(), version="1.0"))
        assert read(sock.makefile("rb")).status == 200
    assert not taken


def test_requests_in_a_row_are_answered_in_a_row(wired: Wired, taken: list[bytes]) -> None:
    body = wired.legal()
    look = f"GET /api/tables/{wired.id}/view.json HTTP/1.1\r\nHost: x\r\nCookie: {wired.cookie}\r\n\r\n"
    with wired.connect() as sock:
        file = sock.makefile("rb")
        sock.sendall(wired.request(body) + wired.request(body) + look.encode() + wired.request(body))
        replies = [read(file) for _ in range(4)]
        assert [reply.status for reply in replies] == [200] * 4
        assert [reply.body.get("again") for reply in replies] == [False, True, None, True]
        assert len({reply.body["position"] for reply in replies}) == 1
        assert taken == [body]  # the others came before it was answered
        sock.sendall(wired.request(body))
        assert read(file).body["again"] and taken == [body, body]


def wrongs(wired: Wired) -> dict[str, bytes]:
    """Requests that are refused, each for another reason."""
    right = wired.legal()
    asked = json.loads(right)
    stranger = "/api/tables/abcdefgh/answers"
    return {
        "illegal": wired.request(json.dumps({**asked, "move": [999]}).encode()),
        "stale": wired.request(json.dumps({**asked, "opened": asked["opened"] + 7, "move": [0]}).encode()),
        "no json": wired.request(b"{"),
        "no text": wired.request(b'{"ask": "\xff"}'),
        "empty": wired.request(b""),
        "deep": wired.request(b"[" * 60_000),
        "unknown field": wired.request(json.dumps({**asked, "more": 1}).encode()),
        "nobody": wired.request(right, Cookie=""),
        "forged cookie": wired.request(right, Cookie="pfalz_session=abc.def"),
        "bad token": wired.request(right, Authorization="Bearer pfalz_x"),
        "no header": wired.request(right, X_Pfalz=""),
        "foreign origin": wired.request(right, Origin="http://evil.test"),
        "too large": wired.request(b" " * 300_000),
        "compressed": wired.request(right, Content_Encoding="gzip"),
        "no such table": wired.request(right, path=stranger),
        "in German": wired.request(b"{", Accept_Language="de"),
    }


def test_refusals_are_the_same_on_both_ways(wired: Wired, taken: list[bytes]) -> None:
    before, last = wired.view()["position"], 0
    for name, request in wrongs(wired).items():
        short = wired.send(request)
        closing = request.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n", 1)
        long = wired.send(closing)
        assert short.status >= 400 and short.status == long.status, name
        assert short.body == long.body, name
        long.headers.pop("connection", None)
        short.headers.pop("connection", None)
        assert short.kept == long.kept, name
        if name not in ("too large", "deep"):  # these do not come in one piece
            assert len(taken) == last + 1, name
        last = len(taken)
    assert wired.view()["position"] == before


def test_headers_of_a_taken_answer_are_those_of_the_application(wired: Wired, taken: list[bytes]) -> None:
    request = wired.request(wired.legal())
    short = wired.send(request)
    long = wired.send(request.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n", 1))
    assert len(taken) == 1 and long.headers.pop("connection") == "close"
    assert short.kept == long.kept and short.headers["cache-control"] == "no-store"
    assert "content-security-policy" in short.headers


def test_a_private_table_wants_its_key(wired: Wired, taken: list[bytes]) -> None:
    other = Wired(f"http://127.0.0.1:{wired.port}", wired.app)
    body = wired.legal()
    path = f"/api/tables/{wired.id}/answers"
    assert wired.send(other.request(body, path=path)).status == 404
    assert wired.send(other.request(body, path=f"{path}?key={'x' * 40}")).status == 404
    assert len(taken) == 2
    assert wired.send(other.request(body, path=f"{path}?key={'x' * 41}")).status == 422
    assert len(taken) == 2
    let_in = wired.send(other.request(body, path=f"{path}?key={wired.key}"))
    assert (let_in.status, let_in.body["error"]) == (403, "not_your_seat") and len(taken) == 3


def test_who_hangs_up_has_answered_all_the_same(wired: Wired) -> None:
    before = wired.view()["position"]
    request = wired.request(wired.legal())
    for _ in range(3):
        with wired.connect() as sock:
            sock.sendall(request)
    end = time.monotonic() + PATIENCE
    while wired.view()["position"] == before:
        assert time.monotonic() < end
    assert wired.send(request).body["again"]


def test_an_error_nobody_expected_is_said_and_the_table_goes_on(
    wired: Wired, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise ZeroDivisionError("seed 12345")

    request = wired.request(wired.legal())
    with monkeypatch.context() as patch, caplog.at_level(logging.CRITICAL):
        patch.setattr(Tables, "answer", broken)
        failed = wired.send(request)
    assert (failed.status, failed.body["error"]) == (500, "internal") and "12345" not in str(failed)
    assert wired.send(request).status == 200


def test_a_viewer_who_does_not_read_gets_the_newest_position_later(wired: Wired) -> None:
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(PATIENCE)
    slow.connect(("127.0.0.1", wired.port))
    with slow:
        query = f"/api/tables/{wired.id}/events?html=0&view=1"
        slow.sendall(f"GET {query} HTTP/1.1\r\nHost: x\r\nCookie: {wired.cookie}\r\n\r\n".encode())
        received = b""
        while b'"position"' not in received:
            received += slow.recv(1000)
        (stream,) = parts(wired.app).streams.open
        line = cast(Connection, stream._line)
        line.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        line.transport.set_write_buffer_limits(8192)
        answers = last = 0
        while line.ready:
            last, answers = wired.send(wired.request(wired.legal())).body["position"], answers + 1
        for _ in range(5):  # nobody else has to wait
            last = wired.send(wired.request(wired.legal())).body["position"]
        while f'{{"position":{last},"version"'.encode() not in received:
            received += slow.recv(65536)
        told = [int(part.split(b",")[0]) for part in received.split(b'data: {"position":')[1:]]
        assert told == sorted(set(told)) and len(told) < answers + 5, "positions were skipped"
