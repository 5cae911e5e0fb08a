"""What routes share: the parts of the running server, and who is asking."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, cast
from weakref import WeakKeyDictionary

from fastapi import Depends, Request
from starlette.responses import Response

from pfalz.server.http.gate import Traffic, client_of
from pfalz.server.http.stream import EventStream, Streams
from pfalz.server.journal import note
from pfalz.server.people.people import COOKIE, People, Person, WrongPassword
from pfalz.server.people.sessions import LASTING
from pfalz.server.play.analyses import Analyses
from pfalz.server.play.glance import Glances
from pfalz.server.play.hints import Hints
from pfalz.server.play.live import Tables
from pfalz.server.play.lobby import Lobby
from pfalz.server.play.notify import Bells
from pfalz.server.play.opening import Origin
from pfalz.server.play.workers import Bots
from pfalz.server.rates import Rates, TooMany, site_of
from pfalz.server.refusals import Refused
from pfalz.server.settings import Settings
from pfalz.server.store.storage import OF_SITE, Store

LOG = logging.getLogger("pfalz.people")


class Readiness:
    """Whether the server could work when that was last found out (`watch`), and who is finding out."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.found: dict[str, bool] = {}
        self.at = 0.0


@dataclass
class Parts:
    """Everything a running server consists of."""

    settings: Settings
    store: Store
    tables: Tables
    lobby: Lobby
    people: People
    streams: Streams
    bells: Bells
    rates: Rates
    guard: Guard
    bots: Bots
    hints: Hints
    glances: Glances
    traffic: Traffic
    analyses: Analyses
    readiness: Readiness = field(default_factory=Readiness)


def parts_of(request: Request) -> Parts:
    """The parts of the server a request came to."""
    return cast(Parts, request.app.state.parts)


async def _parts(request: Request) -> Parts:
    return parts_of(request)  # a plain function would be run in a thread for every request


async def who(request: Request) -> tuple[Person, str] | None:
    """The person who asks and the session they ask with; None for somebody unknown."""
    header, cookie = request.headers.get("authorization", ""), request.cookies.get(COOKIE)
    return await recognised(parts_of(request).people, header, cookie)


async def recognised(people: People, header: str, cookie: str | None) -> tuple[Person, str] | None:
    """The person and session behind an `Authorization` header or a cookie; a bad token is refused."""
    if header.startswith("Bearer "):
        found = await people.by_token(header[7:].strip())
        if found is None:
            raise Refused("bad_token", 401)
        return found
    return await people.by_cookie(cookie) if cookie else None


class Guard:
    """Ends the streams of a session when the session ends."""

    def __init__(self, people: People) -> None:
        self._kept: WeakKeyDictionary[EventStream, tuple[str, Request]] = WeakKeyDictionary()
        self._looking: set[asyncio.Task[None]] = set()
        people.listeners.append(self._heard)

    def keep(self, stream: EventStream, person: str, request: Request) -> EventStream:
        """Let a stream last as long as what it was asked for with is good."""
        if person:
            self._kept[stream] = person, request
        return stream

    def _heard(self, person: str) -> None:
        for stream, (owner, request) in list(self._kept.items()):
            if owner == person:
                task = asyncio.ensure_future(self._look(stream, request))
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)

    async def _look(self, stream: EventStream, request: Request) -> None:
        try:
            known = await who(request) is not None
        except Refused:
            known = False
        if not known:
            stream.close()


async def maybe_person(request: Request) -> Person | None:
    """The person who asks, if they are known."""
    found = await who(request)
    return found[0] if found is not None else None


async def known_person(request: Request) -> Person:
    """The person who asks; unknown ones are refused."""
    found = await who(request)
    if found is None:
        raise Refused("unknown", 401)
    return found[0]


def rate(request: Request, kind: str, person: Person | None = None) -> None:
    """Count a request of a kind that is limited on its own."""
    parts = parts_of(request)
    parts.rates.take(kind, person.id if person else client_of(request.scope, parts.settings.trust_proxy))


def rate_here(request: Request, kind: str, cost: float = 1.0) -> None:
    """Count a request, or what it costs, by the address it comes from, whoever asks."""
    parts = parts_of(request)
    parts.rates.take(kind, client_of(request.scope, parts.settings.trust_proxy), cost)


def origin_of(request: Request) -> Origin:
    """Where a request comes from: what is kept of it is the same for the same address, and tells nothing."""
    parts = parts_of(request)
    address = client_of(request.scope, parts.settings.trust_proxy)

    def marked(place: str) -> str:
        return hmac.digest(parts.people.secret.encode(), f"origin:{place}".encode(), "sha256").hex()

    return Origin(marked(f"site:{site_of(address)}")[:OF_SITE] + marked(address)[:OF_SITE], address)


@contextmanager
def guessing(request: Request, whose: str) -> Iterator[None]:
    """Try a password; a wrong one counts against whose it is, wherever it comes from."""
    rates = parts_of(request).rates
    try:
        rates.take("guess", whose)
    except TooMany as error:
        raise Refused("too_many_guesses", 429, seconds=error.seconds) from None
    yield
    rates.charge("guess", whose, -1)


@contextmanager
def noting_wrong(request: Request) -> Iterator[None]:
    """Let the host know of wrong passwords: of which account, from where, and never what was typed."""
    try:
        yield
    except WrongPassword as error:
        address = client_of(request.scope, parts_of(request).settings.trust_proxy)
        note(LOG, logging.WARNING, "wrong_password", person=error.whose or "-", address=address)
        raise


def set_cookie(response: Response, settings: Settings, cookie: str, name: str = COOKIE) -> None:
    """Let the browser remember who it belongs to."""
    response.set_cookie(
        name, cookie, max_age=LASTING, httponly=True, samesite="lax", secure=settings.secure_cookies
    )


PartsOf = Annotated[Parts, Depends(_parts)]
Known = Annotated[Person, Depends(known_person)]
Maybe = Annotated[Person | None, Depends(maybe_person)]
