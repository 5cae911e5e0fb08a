"""Webhooks: one POST to an address somebody has chosen, which must not lead into the host's own network.

The name is looked up once. Every address it has is judged, and the call goes to one of those addresses and
nowhere else: a second look-up could be answered differently. There are no redirects and no proxies. Who gets
a webhook is decided elsewhere.
"""

from __future__ import annotations

import io
import socket
import ssl
import time
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import IO, Any, Final, cast
from urllib.parse import urlsplit

import msgspec

from pfalz.server.settings import Settings

PATIENCE: Final = 10.0
"""Seconds for the whole call, from the first connection to the last byte we read."""
MOST: Final = 64 * 1024
"""Bytes of an answer that are read."""
PORTS: Final = {"http": 80, "https": 443}
HEADERS: Final = {"Content-Type": "application/json", "User-Agent": "pfalz", "Connection": "close"}
UNICAST: Final = IPv6Network("2000::/3")
NAT64: Final = IPv6Network("64:ff9b::/96")


def call_webhook(settings: Settings, url: str, event: dict[str, str]) -> None:
    """One POST that says what has happened."""
    parsed = urlsplit(url)
    port = PORTS.get(parsed.scheme)
    if port is None or not parsed.hostname:
        raise ValueError("a webhook is an http or https address")
    name, port = parsed.hostname, parsed.port or port
    places = _places(name, port, anywhere=settings.local_webhooks)
    until = time.monotonic() + PATIENCE
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


def _places(name: str, port: int, anywhere: bool) -> list[tuple[Any, ...]]:
    """Where a name leads; refused if any of it is inside and may not be."""
    found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    if not anywhere and not all(is_outside(str(place[4][0])) for place in found):
        raise ValueError(f"a webhook may not lead into the host's own network, and {name} does")
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
    return address.is_global and not address.is_multicast


# -- the call itself ----------------------------------------------------------------------------------


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"the webhook took longer than {PATIENCE:g} seconds")
    return left


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
