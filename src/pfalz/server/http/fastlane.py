"""The short way for answers. Every answer of every table passes here, so it goes around the framework.

The route in `api_tables` documents the same request and stays the one place that says what is allowed;
this does what that one does, without dependency injection, exit stacks and response models.
"""

from __future__ import annotations

import re
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from pfalz.core.errors import PfalzError
from pfalz.server.http.context import Parts
from pfalz.server.http.errors import respond
from pfalz.server.http.shapes import read_answer
from pfalz.server.people.people import COOKIE, Person
from pfalz.server.refusals import Refused

_PATH = re.compile(r"^/api/tables/([a-z0-9]{6,20})/answers$")
_encode = msgspec.json.Encoder().encode


class FastLane:
    """Answers `POST /api/tables/{id}/answers`."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    @staticmethod
    def takes(scope: Scope) -> bool:
        """Whether a request is one of these."""
        return (
            scope["type"] == "http" and scope["method"] == "POST" and _PATH.match(scope["path"]) is not None
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the answer."""
        id = scope["path"].split("/")[3]
        try:
            body = await self._answer(scope, receive, id)
        except PfalzError as error:
            response = await respond(Request(scope), self.parts, id, error)
            await response(scope, receive, send)
            return
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, scope: Scope, receive: Receive, id: str) -> bytes:
        person = await self._person(dict(scope["headers"]))
        chunks = []
        while True:
            message = await receive()
            chunks.append(message.get("body", b""))
            if not message.get("more_body"):
                break
        answer = read_answer(b"".join(chunks))
        query = scope["query_string"]
        key = parse_qs(query.decode("latin-1")).get("key", [""])[0] if query else ""
        tables = self.parts.tables
        return _encode(await tables.answer(id, person.id, answer.ask, answer.opened, answer.move, key))

    async def _person(self, headers: dict[bytes, bytes]) -> Person:
        people = self.parts.people
        bearer = headers.get(b"authorization", b"").decode("latin-1")
        if bearer.startswith("Bearer "):
            found = await people.by_token(bearer[7:].strip())
            if found is None:
                raise Refused("bad_token", 401)
            return found[0]
        cookie = _cookie(headers.get(b"cookie", b"").decode("latin-1"))
        found = await people.by_cookie(cookie) if cookie else None
        if found is None:
            raise Refused("unknown", 401)
        return found[0]


def _cookie(header: str) -> str:
    if header.startswith(COOKIE + "=") and ";" not in header:
        return header[len(COOKIE) + 1 :]
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""
