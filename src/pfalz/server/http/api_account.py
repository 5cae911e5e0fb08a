"""The API around an account itself: its mail address, its password, its end."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from pfalz.server.http.api_people import mail_of, welcome
from pfalz.server.http.context import Known, PartsOf, guessing, noting_wrong, rate, who
from pfalz.server.http.replies import PersonReply
from pfalz.server.http.shapes import (
    READING,
    WRITING,
    ConfirmBody,
    FarewellBody,
    ForgottenBody,
    PasswordBody,
    ResetBody,
    problems,
)
from pfalz.server.people.people import COOKIE
from pfalz.server.play.leaving import depart
from pfalz.server.refusals import Refused

router = APIRouter(prefix="/api", tags=["account"], responses={**READING, **WRITING})


@router.post("/me/confirmation", status_code=204, responses=problems(401, 409))
async def confirmation(request: Request, parts: PartsOf, person: Known) -> Response:
    """Send the link that confirms my mail address once more."""
    if not parts.settings.smtp_host or not person.mail or person.address:
        raise Refused("nothing_to_confirm", 409)
    mail_of(request, person.mail)
    parts.bells.ask_to_confirm(person)
    return Response(status_code=204)


@router.post("/confirm", status_code=204)
async def confirm(request: Request, parts: PartsOf, body: ConfirmBody) -> Response:
    """Confirm a mail address with the token out of the link; whoever has the link may do it."""
    rate(request, "auth")
    id, address = parts.bells.links.read("confirm", body.token)
    await parts.people.confirm(id, address)
    return Response(status_code=204)


@router.post("/forgotten", status_code=204)
async def forgotten(request: Request, parts: PartsOf, body: ForgottenBody) -> Response:
    """Send a link to a new password to a confirmed mail address. The answer is the same if there is none."""
    parts.bells.help_out(mail_of(request, body.mail, "forgotten"))
    return Response(status_code=204)


@router.post("/reset", response_model=PersonReply)
async def reset(request: Request, parts: PartsOf, body: ResetBody) -> JSONResponse:
    """Set a new password with the token out of the link, which is good once. Every session and token ends."""
    rate(request, "auth")
    id, mark = parts.bells.links.read("reset", body.token)
    agent = request.headers.get("user-agent", "")
    return welcome(parts, *await parts.people.reset(id, mark, body.password, agent))


@router.post("/me/password", status_code=204, responses=problems(401, 409))
async def password(request: Request, parts: PartsOf, person: Known, body: PasswordBody) -> Response:
    """Change my password. Every other session and every token ends."""
    rate(request, "auth", person)
    found = await who(request)
    with guessing(request, person.id), noting_wrong(request):
        await parts.people.new_password(person, body.old, body.password, found[1] if found else "")
    return Response(status_code=204)


@router.post("/me/delete", status_code=204, responses=problems(401))
async def farewell(request: Request, parts: PartsOf, person: Known, body: FarewellBody) -> Response:
    """Delete me. A bot plays on in my seats, and nothing says any more who sat there."""
    rate(request, "auth", person)
    with guessing(request, person.id), noting_wrong(request):
        await parts.people.prove(person, body.password)
    await depart(parts.people, parts.lobby, person)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response
