"""The API around people: guests, accounts, sessions, tokens, notifications."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from pfalz.server.http.context import (
    Known,
    Maybe,
    PartsOf,
    guessing,
    noting_wrong,
    parts_of,
    rate,
    set_cookie,
    who,
)
from pfalz.server.http.gate import client_of
from pfalz.server.http.replies import PersonReply, SessionsReply, TokenReply, TurnsReply
from pfalz.server.http.shapes import (
    READING,
    STREAM,
    WRITING,
    GuestBody,
    LoginBody,
    ProfileBody,
    RegisterBody,
    TokenBody,
    problems,
)
from pfalz.server.http.stream import EventStream, RingingQueue, message
from pfalz.server.people.people import COOKIE, FAMILIAR, NOTICES, Person
from pfalz.server.people.webhook import place_of
from pfalz.server.refusals import Refused
from pfalz.server.words import clean, is_mail

router = APIRouter(prefix="/api", tags=["people"], responses={**READING})


def person_json(person: Person) -> dict[str, Any]:
    """What a person may know about themselves."""
    return {
        "id": person.id,
        "name": person.name,
        "guest": person.guest,
        "login": person.login,
        "mail": person.mail,
        "mail_confirmed": bool(person.address),
        "webhook": person.webhook,
        "language": person.language,
        "notices": person.notices,
    }


def mail_of(request: Request, text: str, kind: str = "mail") -> str:
    """An address that is going to be sent mail; the same one not often, many not from the same place.

    Help to get in is counted on its own: whoever has others sent something else keeps nobody out."""
    address = text.strip()
    if not is_mail(address):
        raise Refused("mail", 422)
    rate(request, "mails")
    parts_of(request).rates.take(kind, address.lower())
    return address


def welcome(parts: PartsOf, person: Person, cookie: str) -> JSONResponse:
    """The answer to somebody whom the browser shall remember."""
    response = JSONResponse(person_json(person))
    set_cookie(response, parts.settings, cookie)
    if not person.guest:
        set_cookie(response, parts.settings, parts.people.familiar(person.login), FAMILIAR)
    return response


@router.post("/guest", response_model=PersonReply, responses={**WRITING, **problems(401)})
async def guest(request: Request, parts: PartsOf, person: Maybe, body: GuestBody) -> JSONResponse:
    """Play at once; somebody who is known already stays who they are."""
    if person is not None:
        return JSONResponse(person_json(person))
    rate(request, "auth")
    new, cookie = await parts.people.guest(body.name, body.language, request.headers.get("user-agent", ""))
    return welcome(parts, new, cookie)


@router.post("/register", response_model=PersonReply, responses={**WRITING, **problems(401, 409)})
async def register(request: Request, parts: PartsOf, person: Maybe, body: RegisterBody) -> JSONResponse:
    """Keep an account. A guest who registers keeps name and seats."""
    rate(request, "auth")
    agent, mail = request.headers.get("user-agent", ""), body.mail and mail_of(request, body.mail)
    language = body.language or ""
    new, cookie = await parts.people.register(
        person, body.login, body.password, body.name, mail, language, agent
    )
    parts.tables.rename(new.id, new.name)
    if mail:
        parts.bells.ask_to_confirm(new)
    return welcome(parts, new, cookie)


@router.post("/login", response_model=PersonReply, responses={**WRITING, **problems(401)})
async def login(request: Request, parts: PartsOf, body: LoginBody) -> JSONResponse:
    """Come back to an account."""
    rate(request, "auth")
    agent = request.headers.get("user-agent", "")
    whose = parts.people.guesser(body.login, request.cookies.get(FAMILIAR, ""))
    with guessing(request, whose), noting_wrong(request):
        person, cookie = await parts.people.login(body.login, body.password, agent)
    return welcome(parts, person, cookie)


@router.post("/logout", status_code=204, responses={**WRITING, **problems(401)})
async def logout(request: Request, parts: PartsOf) -> Response:
    """End this session."""
    found = await who(request)
    if found is not None:
        await parts.people.revoke(*found)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@router.get("/me", response_model=PersonReply, responses=problems(401))
async def me(person: Known) -> dict[str, Any]:
    """Who am I?"""
    return person_json(person)


@router.patch("/me", response_model=PersonReply, responses={**WRITING, **problems(401)})
async def change(request: Request, parts: PartsOf, person: Known, body: ProfileBody) -> dict[str, Any]:
    """Change name, language, addresses or notices. A new mail address gets a link that confirms it."""
    values: dict[str, str] = {}
    if body.name is not None:
        values["name"] = clean(body.name, 40)
        if not values["name"]:
            raise Refused("name", 422)
    if body.language is not None:
        values["language"] = body.language
    if body.notices is not None:
        values["muted"] = " ".join(notice for notice in NOTICES if notice not in body.notices)
    if body.webhook is not None:
        values["webhook"] = clean(body.webhook, 400)
        if values["webhook"]:
            try:
                place_of(values["webhook"])
            except ValueError:
                raise Refused("webhook", 422) from None
    if body.mail is not None and body.mail.strip() != person.mail:
        rate(request, "auth", person)
        with guessing(request, person.id), noting_wrong(request):
            await parts.people.prove(person, body.password)  # who can change it can have a new password sent
        values["mail"] = body.mail.strip() and mail_of(request, body.mail)
    if values:
        person = await parts.people.change(person, **values)
    if "name" in values:
        parts.tables.rename(person.id, person.name)
    if "mail" in values:
        parts.bells.ask_to_confirm(person)
    return person_json(person)


@router.get("/sessions", response_model=SessionsReply, responses=problems(401))
async def sessions(request: Request, parts: PartsOf, person: Known) -> dict[str, Any]:
    """Where I am known: browsers and tokens."""
    found = await who(request)
    return {"sessions": await parts.people.sessions(person), "this": found[1] if found else ""}


@router.delete("/sessions/{session}", status_code=204, responses={**WRITING, **problems(401, 404)})
async def revoke(parts: PartsOf, person: Known, session: str) -> Response:
    """End a session or a token."""
    await parts.people.revoke(person, clean(session, 40))
    return Response(status_code=204)


@router.delete("/tokens/{token}", status_code=204, responses={**WRITING, **problems(401, 404)})
async def revoke_token(parts: PartsOf, person: Known, token: str) -> Response:
    """End a token."""
    await parts.people.revoke(person, clean(token, 40))
    return Response(status_code=204)


@router.post("/tokens", response_model=TokenReply, responses={**WRITING, **problems(401, 409)})
async def token(request: Request, parts: PartsOf, person: Known, body: TokenBody) -> dict[str, str]:
    """A new API token: send it as `Authorization: Bearer …`. It is shown only now."""
    rate(request, "auth")  # by address: guests are free, and tokens stay
    id, secret = await parts.people.token(person, body.name)
    return {"id": id, "token": secret}


@router.get("/me/turns", response_model=TurnsReply, responses=problems(401))
async def turns(parts: PartsOf, person: Known) -> dict[str, Any]:
    """The tables where I have to decide, the oldest first."""
    return {"tables": list(parts.tables.turns.get(person.id, ()))}


@router.get("/me/events", response_class=Response, responses={**STREAM, **problems(401)})
async def bell(request: Request, parts: PartsOf, person: Known) -> Any:
    """A stream of what I want to be told: `turn`, `end` and `deadline`, each with the table."""
    who, address = f"me:{person.id}", client_of(request.scope, parts.settings.trust_proxy)

    async def body(stream: EventStream) -> None:
        notices = RingingQueue(stream.wake)
        parts.streams.open.add(stream)
        try:
            with parts.bells.told_to(person.id, notices):
                while await stream.next():
                    while not notices.empty():
                        await stream.put(message(*notices.get_nowait()))
        finally:
            parts.streams.open.discard(stream)
            parts.streams.release(who, address)

    parts.streams.admit(who, address)
    return parts.guard.keep(EventStream(body), person.id, request)
