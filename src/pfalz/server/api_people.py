"""The API around people: guests, accounts, sessions, tokens, notifications."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from pfalz.server.context import Known, Maybe, PartsOf, rate, set_cookie, who
from pfalz.server.people import COOKIE, Person
from pfalz.server.refusals import Refused
from pfalz.server.shapes import PROBLEMS, GuestBody, LoginBody, ProfileBody, RegisterBody, TokenBody
from pfalz.server.stream import EventStream, message
from pfalz.server.words import clean

router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


def person_json(person: Person) -> dict[str, Any]:
    """What a person may know about themselves."""
    return {
        "id": person.id,
        "name": person.name,
        "guest": person.guest,
        "login": person.login,
        "mail": person.mail,
        "webhook": person.webhook,
        "language": person.language,
    }


def _welcome(parts: PartsOf, person: Person, cookie: str) -> JSONResponse:
    response = JSONResponse(person_json(person))
    set_cookie(response, parts.settings, cookie)
    return response


@router.post("/guest")
async def guest(request: Request, parts: PartsOf, person: Maybe, body: GuestBody) -> JSONResponse:
    """Play at once; somebody who is known already stays who they are."""
    if person is not None:
        return JSONResponse(person_json(person))
    rate(request, "auth")
    new, cookie = await parts.people.guest(body.name, body.language, request.headers.get("user-agent", ""))
    return _welcome(parts, new, cookie)


@router.post("/register")
async def register(request: Request, parts: PartsOf, person: Maybe, body: RegisterBody) -> JSONResponse:
    """Keep an account. A guest who registers keeps name and seats."""
    rate(request, "auth")
    agent = request.headers.get("user-agent", "")
    new, cookie = await parts.people.register(person, body.login, body.password, body.name, body.mail, agent)
    return _welcome(parts, new, cookie)


@router.post("/login")
async def login(request: Request, parts: PartsOf, body: LoginBody) -> JSONResponse:
    """Come back to an account."""
    rate(request, "auth")
    agent = request.headers.get("user-agent", "")
    person, cookie = await parts.people.login(body.login, body.password, agent)
    return _welcome(parts, person, cookie)


@router.post("/logout", status_code=204)
async def logout(request: Request, parts: PartsOf) -> Response:
    """End this session."""
    found = await who(request)
    if found is not None:
        await parts.people.revoke(*found)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.get("/me")
async def me(person: Known) -> dict[str, Any]:
    """Who am I?"""
    return person_json(person)


@router.patch("/me")
async def change(parts: PartsOf, person: Known, body: ProfileBody) -> dict[str, Any]:
    """Change name, language, mail address or webhook."""
    values: dict[str, str] = {}
    if body.name is not None:
        values["name"] = clean(body.name, 40)
        if not values["name"]:
            raise Refused("name", 422)
    if body.language is not None:
        values["language"] = body.language
    if body.mail is not None:
        values["mail"] = clean(body.mail, 200)
    if body.webhook is not None:
        values["webhook"] = clean(body.webhook, 400)
        if values["webhook"] and not values["webhook"].startswith(("https://", "http://")):
            raise Refused("webhook", 422)
    if values:
        person = await parts.people.change(person, **values)
    if "name" in values:
        parts.tables.rename(person.id, person.name)
    return person_json(person)


@router.get("/sessions")
async def sessions(request: Request, parts: PartsOf, person: Known) -> dict[str, Any]:
    """Where I am known: browsers and tokens."""
    found = await who(request)
    return {"sessions": await parts.people.sessions(person), "this": found[1] if found else ""}


@router.delete("/sessions/{session}", status_code=204)
async def revoke(parts: PartsOf, person: Known, session: str) -> Response:
    """End a session or a token."""
    await parts.people.revoke(person, clean(session, 40))
    return Response(status_code=204)


@router.delete("/tokens/{token}", status_code=204)
async def revoke_token(parts: PartsOf, person: Known, token: str) -> Response:
    """End a token."""
    await parts.people.revoke(person, clean(token, 40))
    return Response(status_code=204)


@router.post("/tokens")
async def token(request: Request, parts: PartsOf, person: Known, body: TokenBody) -> dict[str, str]:
    """A new API token: send it as `Authorization: Bearer …`. It is shown only now."""
    rate(request, "auth", person)
    id, secret = await parts.people.token(person, body.name)
    return {"id": id, "token": secret}


@router.get("/me/turns")
async def turns(parts: PartsOf, person: Known) -> dict[str, Any]:
    """The tables where I have to decide, the oldest first."""
    return {"tables": list(parts.tables.turns.get(person.id, ()))}


@router.get("/me/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def bell(parts: PartsOf, person: Known) -> Any:
    """A stream of `turn` events: it has become my turn somewhere."""
    who = f"me:{person.id}"

    async def body(stream: EventStream) -> None:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        ringing = parts.bells.listening.setdefault(person.id, set())
        ringing.add(queue)
        parts.streams.open.add(stream)
        ending = asyncio.ensure_future(stream.next())
        try:
            while not ending.done():
                getting = asyncio.ensure_future(queue.get())
                await asyncio.wait({getting, ending}, return_when=asyncio.FIRST_COMPLETED)
                if getting.done():
                    await stream.put(message("turn", getting.result()))
                else:
                    getting.cancel()
        finally:
            ending.cancel()
            ringing.discard(queue)
            if not ringing:
                parts.bells.listening.pop(person.id, None)
            parts.streams.open.discard(stream)
            parts.streams.release(who)

    parts.streams.admit(who)
    return EventStream(body)
