"""Webhooks: one POST to an address somebody has chosen, which must not lead into the host's own network.

The name is looked up once. Every address it has is judged, and the call goes to one of those addresses and
nowhere else: a second look-up could be answered differently. There are no redirects and no proxies. Who gets
a webhook is decided elsewhere.
"""

from __future__ import annotations

import io
import queue
import re
import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import IO, Any, Final, cast
from urllib.parse import SplitResult, urlsplit

import msgspec

from pfalz.server.settings import Settings

PATIENCE: Final = 10.0
"""Seconds for the whole call, from the look-up of the name to the last byte we read."""
LOOKUPS: Final = 16
"""So many names are looked up at once, those counted that nobody waits for any more."""
MOST: Final = 64 * 1024
"""Bytes of an answer that are read."""
PORTS: Final = {"http": 80, "https": 443}
HEADERS: Final = {"Content-Type": "application/json", "User-Agent": "pfalz", "Connection": "close"}
UNICAST: Final = IPv6Network("2000::/3")
NAT64: Final = IPv6Network("64:ff9b::/96")
PROVIDERS: Final = (IPv4Network("168.63.129.16/32"), IPv4Network("192.0.0.0/24"))
"""Addresses that look public and lead to the machinery of a provider; not every Python knows the second."""
_SENDABLE: Final = re.compile(r"[!-~]*")
"""What may stand in the first line of a request."""
_LOOKING: Final = threading.BoundedSemaphore(LOOKUPS)


def place_of(url: str) -> tuple[SplitResult, str, int]:
    """The parts of a webhook's address, its host and its port; ValueError if it cannot be called."""
    parsed = urlsplit(url)
    port = PORTS.get(parsed.scheme)
    if port is None or not parsed.hostname:
        raise ValueError("a webhook is an http or https address")
    if not _SENDABLE.fullmatch(parsed.path + parsed.query):  # later errors would quote what may be secret
        raise ValueError("a webhook has letters, digits and signs without spaces after its host")
    return parsed, parsed.hostname, parsed.port or port


def call_webhook(settings: Settings, url: str, event: dict[str, str]) -> None:
    """One POST that says what has happened."""
    parsed, name, port = place_of(url)
    until = time.monotonic() + PATIENCE
    places = _places(name, port, until, anywhere=settings.local_webhooks)
    with _connected(places, until) as plain, _secured(plain, parsed.scheme, name, until) as sock:
        path = (parsed.path or "/") + (f"?{parsed.query}" if parsed.query else "")
        caller = (HTTPSConnection if parsed.scheme == "https" else HTTPConnection)(name, port)
        caller.sock = sock
        sock.settimeout(_left(until))
        caller.request("POST", path, msgspec.json.encode(event), HEADERS)
        answer = HTTPResponse(cast(socket.socket, _Bounded(sock, until)), method="POST")
        answer.begin()
        if not 200 <= answer.status < 300:
            raise ValueError(f"the webhook at {name} answered {answer.status} in place of 200")
        answer.read(1024)  # some servers give up what they do when nobody listens to the end


# -- where a call may go ------------------------------------------------------------------------------


def _places(name: str, port: int, until: float, anywhere: bool) -> list[tuple[Any, ...]]:
    """Where a name leads; refused if any of it is inside and may not be."""
    found = _looked_up(name, port, until)
    if not anywhere and not all(is_outside(str(place[4][0])) and not _is_own(*place) for place in found):
        raise ValueError(f"a webhook may not lead into the host's own network, and {name} does")
    return found


def _looked_up(name: str, port: int, until: float) -> list[tuple[Any, ...]]:
    """What the system knows of a name. It asks as long as it likes, so it does so in a thread of its own,
    which is left alone when time is up; there are never more than a few of them."""
    if not _LOOKING.acquire(timeout=_left(until)):
        raise _late()
    answers: queue.SimpleQueue[list[tuple[Any, ...]] | Exception] = queue.SimpleQueue()

    def look() -> None:
        try:
            answers.put(list(socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)))
        except Exception as error:
            answers.put(error)
        finally:
            _LOOKING.release()

    threading.Thread(target=look, name="pfalz-lookup", daemon=True).start()
    try:
        found = answers.get(timeout=_left(until))
    except queue.Empty:
        raise _late() from None
    if isinstance(found, Exception):
        raise found
    return found


def is_outside(text: str) -> bool:
    """Whether an address belongs to the public network, also where it carries another one inside."""
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is None:
            return address.is_global and address in UNICAST
        address = inner
    inside = any(address in network for network in PROVIDERS)
    return address.is_global and not address.is_multicast and not inside


def _is_own(family: int, kind: int, protocol: int, name: str, place: Any) -> bool:
    """Whether an address is one of this machine's: a public one too leads past whatever guards it.

    A socket for datagrams finds that out without sending any: a machine comes from the address it goes to."""
    with socket.socket(family, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(place)
        except OSError:  # there is no way there at all
            return False
        own: str = sock.getsockname()[0]
        return ip_address(own.partition("%")[0]) == ip_address(str(place[0]).partition("%")[0])


# -- the call itself ----------------------------------------------------------------------------------


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise _late()
    return left


def _late() -> TimeoutError:
    return TimeoutError(f"the webhook took longer than {PATIENCE:g} seconds")


def _connected(places: list[tuple[Any, ...]], until: float) -> socket.socket:
    """A connection to the first of the places that takes it."""
    failed = OSError("the name of the webhook leads nowhere")
    for family, kind, protocol, _, place in places:
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(_left(until))
            sock.connect(place)
            return sock
        except OSError as error:
            sock.close()
            failed = error
    raise failed


def _secured(sock: socket.socket, scheme: str, name: str, until: float) -> socket.socket:
    """The connection with TLS where it is wanted; the certificate has to be that of the name."""
    if scheme == "http":
        return sock
    sock.settimeout(_left(until))
    return ssl.create_default_context().wrap_socket(sock, server_hostname=name)


class _Bounded(io.RawIOBase):
    """What comes over a connection, as long as it is neither late nor too much."""

    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock = sock
        self._until = until
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._sock.settimeout(_left(self._until))
        count = self._sock.recv_into(buffer)
        self._read += count
        if self._read > MOST:
            raise ValueError(f"the webhook answered with more than {MOST} bytes")
        return count

    def makefile(self, _: str) -> IO[bytes]:
        """What `HTTPResponse` asks a socket for."""
        return io.BufferedReader(self, 1024)
