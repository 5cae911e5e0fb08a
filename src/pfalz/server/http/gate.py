"""What every request has to pass: limits of size, time and rate, protection against forged requests, headers.

Plain ASGI, because it stands before every answer and every stream. An unsafe request needs the header
`X-Pfalz: 1` (no foreign page can send it without asking first) or an API token, and if it names an origin,
our own.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import time
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pfalz.core.texts import LANGUAGES, error_text
from pfalz.server.dear import paid_by
from pfalz.server.http.meter import Metered
from pfalz.server.metrics import Histogram
from pfalz.server.rates import Rates, TooMany
from pfalz.server.refusals import Refused
from pfalz.server.settings import Settings
from pfalz.web.prefs import COOKIE, preferred

T = TypeVar("T")
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
HTTPS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000")
PRIVATE: Final = (b"cache-control", b"no-store")
"""What is sent to one person stays out of every cache, unless the answer itself says otherwise."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")
IMPORT: Final = "/api/tables/import"
STATIC: Final = "/static/"
UNSUBSCRIBE: Final = "/unsubscribe"
"""Posted to by mail programs (RFC 8058); the signed token in its address is all that counts there."""
ANSWERING: Final = 1.0
"""Seconds of work an address may owe and still change something: more than games of people ever cost."""
BODY_SECONDS: Final = 20.0
"""So long a request may take to arrive."""
LINGERS: Final = 5.0
MOST_HEARD: Final = 16 * 1024 * 1024
"""So many seconds, and bytes, of a body that is too large are listened to: no proxy lets more through."""
_WITH_PORT: Final = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::\d+)?|([0-9.]+):\d+")
_KNOWN: Final = "|".join(LANGUAGES).encode()
_ASKED: Final = re.compile(rb"(?:^|&)lang=(%b)(?:&|$)" % _KNOWN)
_SET: Final = re.compile(rb"(?:^|;) ?%blang=(%b)(?:;|$)" % (COOKIE.encode(), _KNOWN))


class Unreadable(HTTPException):
    """Raised while a body is being read, so it has to be of a kind that routes let through."""

    def __init__(self, error: Refused) -> None:
        super().__init__(error.status, error.key)
        self.error = error


class Patience:
    """Ends the waiting for bodies that do not arrive; one timer for all of them, because bodies are many."""

    def __init__(self) -> None:
        self._until: dict[asyncio.Task[Any], float] = {}
        self._late: set[asyncio.Task[Any]] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def receive(self, receive: Receive, until: float) -> Message:
        """The next part of a body, if it comes in time."""
        task = asyncio.current_task()
        assert task is not None
        self._until[task] = until
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(BODY_SECONDS / 4, self._look)
        try:
            return await receive()
        except asyncio.CancelledError:
            if task not in self._late:
                raise
            self._late.discard(task)
            task.uncancel()
            raise Unreadable(Refused("too_slow", 408)) from None
        finally:
            del self._until[task]

    def _look(self) -> None:
        now = time.monotonic()
        late = [task for task, until in self._until.items() if until <= now]
        self._late.update(late)
        for task in late:
            task.cancel()
        again = len(late) < len(self._until)
        self._timer = asyncio.get_running_loop().call_later(BODY_SECONDS / 4, self._look) if again else None


def client_of(scope: Scope, trust_proxy: bool) -> str:
    """The address a request comes from; whoever has one address of IPv6 has the 2⁶⁴ around it as well."""
    address = str(scope["client"][0]) if scope.get("client") else "local"
    if trust_proxy:
        # only what our own proxy has written, at the end, can be believed
        said = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        address = said[-1].decode("latin-1").rpartition(",")[2].strip() if said else address
        with_port = _WITH_PORT.fullmatch(address)  # some proxies say it, and every connection has another
        if with_port is not None:
            address = with_port[1] or with_port[2]
    if ":" in address:
        try:
            found = ipaddress.IPv6Address(address)
        except ValueError:
            return address
        if found.ipv4_mapped is not None:  # as a proxy for both kinds writes it
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(found), 64), strict=False))
    return address


def language_of(scope: Scope) -> str:
    """The language somebody wants to be answered in: as asked for, as set, or as accepted.

    Refusals are told in it, and nobody pays for those: so nothing is taken apart that may be long."""
    headers = dict(scope["headers"])
    said = _ASKED.search(scope["query_string"]) or _SET.search(headers.get(b"cookie", b""))
    if said is not None:
        return said[1].decode()
    return preferred(headers.get(b"accept-language", b"").decode("latin-1"))


def refusal(error: Refused, scope: Scope) -> list[Message]:
    """A whole JSON error as ASGI messages."""
    words = error_text(error, language_of(scope))
    body = msgspec.json.encode({"error": error.key, "message": words})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if error.retry_after is not None:
        headers.append((b"retry-after", b"%d" % error.retry_after))
    if error.status in (408, 413):
        headers.append((b"connection", b"close"))  # the rest of the body is not worth waiting for
    return [
        {"type": "http.response.start", "status": error.status, "headers": headers},
        {"type": "http.response.body", "body": body},
    ]


async def _heard_out(receive: Receive) -> None:
    """Listen to the rest of a body for a while, and forget it. The answer is under way.

    Closing at once would break the connection of somebody who is still talking: they might not hear the
    answer, and a proxy would take us for dead."""
    left = MOST_HEARD
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGERS):
            while left > 0 and (message := await receive()).get("more_body"):
                left -= len(message.get("body", b""))


class Traffic:
    """How many requests there were, by status, and how long each kept the loop busy."""

    def __init__(self) -> None:
        self.statuses: dict[str, float] = {}
        self.work = Histogram()

    def count(self, status: int) -> None:
        """One more answer."""
        key = f"{status // 100}xx"
        self.statuses[key] = self.statuses.get(key, 0) + 1


class Gate:
    """The middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates, traffic: Traffic) -> None:
        self.app = app
        self.settings = settings
        self.rates = rates
        self.traffic = traffic
        self.patience = Patience()
        self.headers = [*HEADERS, HTTPS_ONLY] if settings.secure_cookies else HEADERS
        self.private = [*self.headers, PRIVATE]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        started = False
        static = scope["path"].startswith(STATIC)

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self.traffic.count(message["status"])
                own = dict(message.get("headers", ()))  # what an answer says itself is not said again
                more = self.headers if static else self.private
                message["headers"] = [*message.get("headers", ()), *(h for h in more if h[0] not in own)]
            await send(message)

        async def refuse(error: Refused) -> None:
            start, rest = refusal(error, scope)
            await guarded(start)
            if error.status == 413:
                await guarded({**rest, "more_body": True})
                await _heard_out(receive)
                rest = {**rest, "body": b""}
            await guarded(rest)

        problem = self.problem(scope)
        if problem is not None:
            await refuse(problem)
            return
        try:
            await self.metered(scope, self.app(scope, self._counted(scope, receive), guarded))  # type: ignore[arg-type]
        except Unreadable as error:
            if not started:
                await refuse(error.error)
        except Exception:
            if not started:
                await refuse(Refused("internal", 500))
            raise  # whoever runs the server has to hear of it

    async def metered(self, scope: Scope, work: Coroutine[Any, Any, T]) -> T:
        """Let a request be worked on; what that costs, here and in threads, is its client's debt."""
        charge = partial(self.rates.charge, "work", client_of(scope, self.settings.trust_proxy))
        steps = Metered(work, charge)
        try:
            with paid_by(charge):
                return await steps
        finally:
            self.traffic.work.observe(steps.seconds)

    def _limit(self, scope: Scope) -> int:
        return self.settings.max_import if scope["path"] == IMPORT else self.settings.max_body

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """`receive` that gives up on a body that is too large or takes too long to arrive."""
        if scope["method"] in SAFE:
            return receive
        limit, size, whole = self._limit(scope), 0, False
        end = time.monotonic() + BODY_SECONDS

        async def counted() -> Message:
            nonlocal size, whole
            if whole:  # from now on only the end of the connection is waited for
                return await receive()
            message = await self.patience.receive(receive, end)
            size += len(message.get("body", b""))
            if size > limit:
                raise Unreadable(Refused("too_large", 413, most=limit))
            whole = not message.get("more_body")
            return message

        return counted

    def problem(self, scope: Scope) -> Refused | None:
        """Why a request is not let through, as far as its head tells."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        unsafe = scope["method"] not in SAFE
        client = client_of(scope, self.settings.trust_proxy)
        try:
            self.rates.take("write" if unsafe else "read", client)
            # whoever has looked at too much may still answer, but not make others wait without end
            self.rates.check("work", client, ANSWERING if unsafe else 0.0)
        except TooMany as error:
            return Refused("too_many", 429, seconds=error.seconds)
        limit = self._limit(scope)
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > limit:
            return Refused("too_large", 413, most=limit)
        if not unsafe and (int(length) or b"transfer-encoding" in headers):
            return Refused("no_body", 400)
        if headers.get(b"content-encoding", b"identity").lower() not in (b"identity", b""):
            return Refused("encoding", 415)
        free = scope["path"] == UNSUBSCRIBE or headers.get(b"authorization", b"").startswith(b"Bearer ")
        if unsafe and not free:
            if headers.get(b"x-pfalz") != b"1":
                return Refused("forged_header", 403)
            origin = headers.get(b"origin")
            if origin is not None and not self._own(origin, headers.get(b"host", b"")):
                return Refused("forged_origin", 403)
        return None

    def _own(self, origin: bytes, host: bytes) -> bool:
        try:
            found = urlsplit(origin.decode("latin-1"))
            base = urlsplit(self.settings.base_url)
        except ValueError:
            return False
        if base.netloc:
            return found[:2] == base[:2]
        return bool(found.netloc) and found.netloc == host.decode("latin-1") and self._known(found.hostname)

    def _known(self, name: str | None) -> bool:
        """Whether a name can be ours though no host has said so: any other may be made to lead here."""
        if name in ("localhost", self.settings.host):
            return True
        try:
            ipaddress.ip_address(name or "")
        except ValueError:
            return False
        return True
