"""Webhooks: they reach whom they shall, never the host's own network, and hold up nobody."""

from __future__ import annotations

import logging
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
import trustme
from fastapi import FastAPI

from pfalz.server.people import webhook
from pfalz.server.people.webhook import call_webhook, is_outside
from pfalz.server.settings import Settings
from tests.server.hooks import hooks
from tests.server.letters import game_of, quiet, run, until_turn_of
from tests.server.postman import Postman, until
from tests.server.tools import guest, view

OUTSIDE, ELSEWHERE = "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
LOCAL = Settings(local_webhooks=True)


# -- who is told ----------------------------------------------------------------------------------------


def test_webhooks_tell_every_kind_that_is_wanted(tmp_path: Path) -> None:
    with hooks() as there:

        async def check(app: FastAPI, box: Postman) -> None:
            async with guest(app) as a, guest(app) as b:
                await a.patch("/api/me", json={"webhook": there.url, "notices": ["webhook.end"]})
                await b.patch("/api/me", json={"webhook": there.url, "notices": ["webhook.turn"]})
                id, players = await game_of(a, b, title="Hof")
                await until_turn_of(id, players, 0)
                for player in players:
                    await player.post(f"/api/tables/{id}/cancel")
                await until(lambda: len(there.got) == 2)
                link = f"http://tables.example/t/{id}"
                facts = {"table": id, "title": "Hof", "link": link}
                assert {"event": "turn", "status": "playing", **facts} in there.got
                assert {"event": "end", "status": "cancelled", **facts} in there.got

        run(tmp_path, check, local_webhooks=True)


@pytest.mark.parametrize("local", [True, False])
def test_a_webhook_is_called_and_never_leads_inside(
    local: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hooks() as there:
        hook = f"{there.url}turn?to=otto"

        async def check(app: FastAPI, box: Postman) -> None:
            async with guest(app) as a, guest(app) as b:
                for person in (a, b):
                    await person.patch("/api/me", json={"webhook": hook})
                id, _ = await game_of(a, b)
                await quiet(app)
                assert [(told["event"], told["table"]) for told in there.got] == [("turn", id)] * local
                assert (await view(a, id))["status"] == "playing"

        run(tmp_path, check, local_webhooks=local)
        if local:
            assert there.paths == ["/turn?to=otto"] and there.hosts == [f"127.0.0.1:{there.port}"]
            assert warned(caplog) == []
        else:
            [said] = warned(caplog)
            assert "a notice was not sent" in said and "may not lead into the host's own network" in said


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the host has to know about."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_webhook_that_fails_is_logged_and_disturbs_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hooks(status=500) as there:
        dead = socket.create_server(("127.0.0.1", 0))
        port = dead.getsockname()[1]
        dead.close()

        async def check(app: FastAPI, box: Postman) -> None:
            async with guest(app) as a, guest(app) as b:
                await a.patch("/api/me", json={"webhook": f"http://127.0.0.1:{port}/secret"})
                await b.patch("/api/me", json={"webhook": there.url})
                id, players = await game_of(a, b)
                await until_turn_of(id, players, 0)
                await until_turn_of(id, players, 1)
                await quiet(app)
                assert (await view(a, id))["status"] == "playing"

        run(tmp_path, check, local_webhooks=True)
        assert len(there.got) >= 1
        told = [record for record in caplog.records if record.name == "pfalz.notify"]
        assert all(record.levelno == logging.WARNING for record in told)
        said = "\n".join(record.getMessage() for record in told)
        assert "answered 500" in said and "ConnectionRefusedError" in said and "secret" not in said


# -- where it leads -------------------------------------------------------------------------------------


class Names:
    """A resolver that gives its answers one after the other, and a network that notes where calls go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, port: int, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.called: list[str] = []
        self.dead: set[str] = set()
        real, names = socket.socket, self

        class Wire(real):  # type: ignore[misc, valid-type]
            def connect(self, place: Any) -> None:
                if self.type == socket.SOCK_DGRAM:  # nothing goes there
                    return
                names.called.append(place[0])
                if place[0] in names.dead:
                    raise ConnectionRefusedError(place[0])
                inner = real(socket.AF_INET, socket.SOCK_STREAM)
                inner.connect(("127.0.0.1", port))
                self.detach()
                self.__init__(fileno=inner.detach())  # type: ignore[misc]

        monkeypatch.setattr(socket, "getaddrinfo", self._look_up)
        monkeypatch.setattr(webhook.socket, "socket", Wire)

    def _look_up(self, name: str, port: int, *_: Any, **__: Any) -> list[tuple[Any, ...]]:
        self.asked.append(name)
        found = self.answers.pop(0)
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
            if ":" in address
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in found
        ]


def test_a_name_that_changes_its_mind_does_not_lead_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    with hooks() as there:
        names = Names(monkeypatch, there.port, [OUTSIDE], ["127.0.0.1"])
        call_webhook(Settings(), "http://rebind.example/x", {"event": "turn"})
        assert names.asked == ["rebind.example"] and names.called == [OUTSIDE]
        assert there.got == [{"event": "turn"}] and there.hosts == ["rebind.example"]
        with pytest.raises(ValueError, match=r"own network, and rebind\.example does"):
            call_webhook(Settings(), "http://rebind.example/x", {"event": "turn"})
        assert names.called == [OUTSIDE] and len(there.got) == 1


def test_one_address_inside_is_enough_to_refuse_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with hooks() as there:
        names = Names(monkeypatch, there.port, [OUTSIDE, "10.0.0.7"], [ELSEWHERE, "::ffff:127.0.0.1"])
        for _ in range(2):
            with pytest.raises(ValueError, match="own network"):
                call_webhook(Settings(), "http://both.example/", {})
        assert names.called == [] and there.got == []


def test_an_address_of_the_machine_itself_is_inside_also_if_it_is_public(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a firewall keeps from the world, the machine may still reach at its own address."""
    monkeypatch.setattr(webhook, "is_outside", lambda address: True)
    with hooks() as there:
        with pytest.raises(ValueError, match="own network"):
            call_webhook(Settings(), there.url, {})
        assert there.got == []


def test_the_next_address_is_called_where_the_first_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    with hooks() as there:
        names = Names(monkeypatch, there.port, [ELSEWHERE, OUTSIDE], [ELSEWHERE], [])
        names.dead = {ELSEWHERE}
        call_webhook(Settings(), "http://two.example:8080/", {"event": "end"})
        assert names.called == [ELSEWHERE, OUTSIDE]
        assert there.got == [{"event": "end"}] and there.hosts == ["two.example:8080"]
        with pytest.raises(ConnectionRefusedError):
            call_webhook(Settings(), "http://two.example/", {})
        with pytest.raises(OSError, match="leads nowhere"):
            call_webhook(Settings(), "http://two.example/", {})


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
        *("168.63.129.16", "192.0.0.192", "192.0.0.8", "::ffff:168.63.129.16", "64:ff9b::168.63.129.16"),
        *("224.0.0.1", "239.255.255.250", "255.255.255.255", "198.18.0.1", "192.0.2.1"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "ff0e::1"),
        *("2001:db8::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:224.0.0.1", "::7f00:1"),
        *("2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::", "2002:e000:1::"),
        *("64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::224.0.0.1", "64:ff9b:1::8.8.8.8"),
    ],
)
def test_what_lies_inside(address: str) -> None:
    assert not is_outside(address)


@pytest.mark.parametrize(
    "address",
    [OUTSIDE, ELSEWHERE, "8.8.8.8", "::ffff:8.8.8.8", "2002:808:808::1", "64:ff9b::8.8.8.8", "2001:4860::1"],
)
def test_what_lies_outside(address: str) -> None:
    assert is_outside(address)


@pytest.mark.parametrize("way", ["localhost", "127.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]"])
def test_another_way_to_write_an_address_leads_inside_as_little(way: str) -> None:
    with hooks() as there:
        with pytest.raises((ValueError, socket.gaierror)):
            call_webhook(Settings(), f"http://{way}:{there.port}/", {})
        assert there.got == []


@pytest.mark.parametrize("bad", ["ftp://x.example/", "file:///etc/passwd", "http://", "x", "https:///path"])
def test_what_is_no_address_of_a_webhook(bad: str) -> None:
    with pytest.raises(ValueError, match="a webhook is an http or https address"):
        call_webhook(LOCAL, bad, {})


def test_what_cannot_be_called_is_refused_when_it_is_given(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app) as a:
            for bad in (
                "http://",
                "https:///path",
                "http://x.example:99999/",
                "http://[::1",
                "x",
                "https://x.example/a b",
                "https://x.example/?ä",
            ):
                got = await a.patch("/api/me", json={"webhook": bad})
                assert (got.status_code, got.json()["error"]) == (422, "webhook"), bad
            for good in ("https://x.example/hook?to=a", "http://[2001:db8::1]:81", ""):
                assert (await a.patch("/api/me", json={"webhook": good})).json()["webhook"] == good

    run(tmp_path, check)


@pytest.mark.parametrize("path", ["/ HTTP/1.1\r\nX: y", "/a b", "/\x00", "/ä", "/?key=ä"])
def test_an_address_cannot_bring_headers_of_its_own(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with hooks() as there:
        Names(monkeypatch, there.port, [OUTSIDE])
        with pytest.raises(ValueError, match="after its host") as refused:
            call_webhook(Settings(), f"http://x.example{path}", {})
        assert there.got == [] and path not in str(refused.value)  # it is written down, and may be a secret


def test_a_redirect_is_not_followed() -> None:
    with hooks() as inside, hooks(status=307, location=inside.url) as there:
        with pytest.raises(ValueError, match=r"127\.0\.0\.1 answered 307"):
            call_webhook(LOCAL, there.url, {"event": "turn"})
        assert len(there.got) == 1 and inside.got == []


def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with hooks() as proxy, hooks() as there:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        call_webhook(LOCAL, there.url, {"event": "turn"})
        assert there.got == [{"event": "turn"}] and proxy.got == []


# -- certificates ---------------------------------------------------------------------------------------


def test_https_is_checked_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ca, context = trustme.CA(), ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ca.issue_cert("hook.example").configure_cert(context)
    ca.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    wanted: list[str | None] = []
    context.sni_callback = lambda _, name, __: wanted.append(name)
    with hooks(tls=context) as there:
        names = Names(monkeypatch, there.port, [OUTSIDE], [OUTSIDE], [OUTSIDE])
        with pytest.raises(ssl.SSLCertVerificationError, match="unable to get local issuer"):
            call_webhook(Settings(), "https://hook.example/", {"n": "1"})
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
        with pytest.raises(ssl.SSLCertVerificationError, match=r"not valid for 'other\.example'"):
            call_webhook(Settings(), "https://other.example/", {"n": "2"})
        call_webhook(Settings(), "https://hook.example/", {"n": "3"})
        assert there.got == [{"n": "3"}] and there.hosts == ["hook.example"]
        assert wanted == ["hook.example", "other.example", "hook.example"]
        assert names.called == [OUTSIDE] * 3


# -- patience -------------------------------------------------------------------------------------------


@contextmanager
def talking(first: bytes, then: bytes, pause: float) -> Iterator[str]:
    """A server that says something and then the same thing over and over, longer than anybody has to hear."""
    server, stopped = socket.create_server(("127.0.0.1", 0)), threading.Event()

    def talk() -> None:
        sock, _ = server.accept()
        with sock:
            try:
                sock.sendall(first)
                until = time.monotonic() + 8
                while not stopped.wait(pause) and time.monotonic() < until:
                    sock.sendall(then)
            except OSError:
                pass  # they have had enough

    thread = threading.Thread(target=talk, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    finally:
        stopped.set()
        thread.join(10)
        server.close()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b""),
        (b"", b"H"),
        (b"HTTP/1.1 200 OK\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    ],
    ids=["silent", "status", "headers", "body", "chunks"],
)
def test_an_answer_that_comes_drop_by_drop_ends(
    first: bytes, then: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "PATIENCE", 0.4)
    with talking(first, then, 0.02) as url:
        begun = time.monotonic()
        with pytest.raises(TimeoutError):
            call_webhook(LOCAL, url, {})
        assert time.monotonic() - begun < 5


def test_a_name_that_is_not_found_out_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "PATIENCE", 0.4)
    monkeypatch.setattr(webhook, "_LOOKING", threading.BoundedSemaphore(2))
    real, answered, asked = socket.getaddrinfo, threading.Event(), list[str]()

    def slow(name: str, *more: Any, **options: Any) -> Any:
        if name == "slow.example":
            asked.append(name)
            answered.wait(60)
            raise socket.gaierror("nobody knows")
        return real(name, *more, **options)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    with hooks() as there:
        try:
            for _ in range(4):
                with pytest.raises(TimeoutError):
                    call_webhook(LOCAL, "http://slow.example/", {})
            assert len(asked) == 2, "the system is asked by a few at a time"
        finally:
            answered.set()
        monkeypatch.setattr(webhook, "PATIENCE", 10.0)
        call_webhook(LOCAL, there.url, {"n": "1"})
        with pytest.raises(socket.gaierror):
            call_webhook(LOCAL, "http://slow.example/", {})
    assert there.got == [{"n": "1"}]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1000),
        (b"HTTP/1.1 200 OK\r\nX: ", b"x" * 50_000),
        (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 10_000),
    ],
    ids=["interim", "long line", "many lines"],
)
def test_an_endless_answer_ends(first: bytes, then: bytes) -> None:
    with talking(first, then, 0) as url:
        begun = time.monotonic()
        with pytest.raises((ValueError, HTTPException)):
            call_webhook(LOCAL, url, {})
        assert time.monotonic() - begun < webhook.PATIENCE / 2


def test_an_endless_body_is_not_read_to_its_end() -> None:
    with talking(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 50_000, 0) as url:
        begun = time.monotonic()
        call_webhook(LOCAL, url, {})
        assert time.monotonic() - begun < webhook.PATIENCE / 2


@pytest.mark.parametrize("said", [b"", b"\r\n", b"SSH-2.0-x\r\n", b"HTTP/1.1 abc\r\n\r\n"])
def test_who_does_not_speak_http_is_not_taken_for_one_who_listened(said: bytes) -> None:
    server = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        sock, _ = server.accept()
        with sock:
            sock.recv(4096)
            sock.sendall(said)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    with server, pytest.raises((HTTPException, ConnectionError)):
        call_webhook(LOCAL, f"http://127.0.0.1:{server.getsockname()[1]}/", {})
    thread.join(10)
