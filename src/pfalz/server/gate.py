"""What every request has to pass: size limits, rate limits, protection against forged requests, headers.

Plain ASGI, because it stands before every answer and every stream. An unsafe request needs the header
`X-Pfalz: 1` (no foreign page can send it without asking first) or an API token, and if it names an origin,
our own.
"""

from __future__ import annotations

import time
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pfalz.core.texts import error_text
from pfalz.server.refusals import Refused
from pfalz.server.settings import Settings
from pfalz.web.prefs import preferred

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
SAFE: Final = ("GET", "HEAD", "OPTIONS")
IMPORT: Final = "/api/tables/import"

RATES: Final = {
    "read": (40.0, 240.0),
    "write": (20.0, 120.0),
    "auth": (0.2, 20.0),
    "create": (0.5, 30.0),
    "chat": (1.0, 10.0),
    "import": (0.1, 6.0),
}
"""For every kind of request: how many a second, and how many at once."""


class TooMany(Exception):
    """Somebody asks too often."""


class Rates:
    """Token buckets in memory."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, kind: str, who: str) -> None:
        """Count one request; too many are refused."""
        if not self.scale:
            return
        rate, burst = RATES[kind]
        now = time.monotonic()
        left, then = self._buckets.get((kind, who), (burst * self.scale, now))
        left = min(burst * self.scale, left + (now - then) * rate * self.scale)
        if left < 1:
            raise TooMany
        self._buckets[kind, who] = (left - 1, now)
        if len(self._buckets) > 50_000:
            self._buckets = {k: v for k, v in self._buckets.items() if now - v[1] < 600}


class _TooLarge(HTTPException):
    """Raised while a body is being read, so it has to be of a kind that routes let through."""


def client_of(scope: Scope, trust_proxy: bool) -> str:
    """The address a request comes from."""
    if trust_proxy:
        for name, value in scope["headers"]:
            if name == b"x-forwarded-for":
                return str(value.decode("latin-1").split(",")[-1].strip())
    return str(scope["client"][0]) if scope.get("client") else "local"


def refusal(status: int, error: Refused, scope: Scope, extra: list[tuple[bytes, bytes]]) -> list[Message]:
    """A whole JSON error as ASGI messages."""
    accept = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    body = msgspec.json.encode({"error": error.key, "message": error_text(error, preferred(accept))})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    return [
        {"type": "http.response.start", "status": status, "headers": headers + extra},
        {"type": "http.response.body", "body": body},
    ]


class Gate:
    """The middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates) -> None:
        self.app = app
        self.settings = settings
        self.rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = dict(message.get("headers", ()))  # what an answer says itself is not said again
                message["headers"] = [*message.get("headers", ()), *(h for h in HEADERS if h[0] not in own)]
            await send(message)

        problem = self._problem(scope)
        if problem is not None:
            status, error, extra = problem
            for message in refusal(status, error, scope, extra):
                await guarded(message)
            return
        limit = self.settings.max_import if scope["path"] == IMPORT else self.settings.max_body
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > limit:
                raise _TooLarge(413, f"a request has at most {limit} bytes")
            return message

        await self.app(scope, counted, guarded)

    def _problem(self, scope: Scope) -> tuple[int, Refused, list[tuple[bytes, bytes]]] | None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        unsafe = scope["method"] not in SAFE
        try:
            self.rates.take("write" if unsafe else "read", client_of(scope, self.settings.trust_proxy))
        except TooMany:
            return 429, Refused("too_many"), [(b"retry-after", b"2")]
        limit = self.settings.max_import if scope["path"] == IMPORT else self.settings.max_body
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > limit:
            return 413, Refused("too_large", most=limit), []
        if unsafe and not headers.get(b"authorization", b"").startswith(b"Bearer "):
            if headers.get(b"x-pfalz") != b"1":
                return 403, Refused("forged_header"), []
            origin = headers.get(b"origin")
            if origin is not None and not self._own(origin, headers.get(b"host", b"")):
                return 403, Refused("forged_origin"), []
        return None

    def _own(self, origin: bytes, host: bytes) -> bool:
        try:
            found = urlsplit(origin.decode("latin-1")).netloc
            base = urlsplit(self.settings.base_url).netloc
        except ValueError:
            return False
        return bool(found) and found == (base or host.decode("latin-1"))
