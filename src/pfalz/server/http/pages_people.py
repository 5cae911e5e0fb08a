"""The pages around people: signing in, the account, and what links in mails lead to."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pfalz.server.http.context import Maybe, PartsOf, who
from pfalz.server.http.gate import UNSUBSCRIBE
from pfalz.server.http.pages import heads_too, prefs_of, sent
from pfalz.server.people.people import KINDS, WAYS, Person
from pfalz.server.refusals import Refused
from pfalz.server.words import device
from pfalz.web import render
from pfalz.web.words import words

router = APIRouter(include_in_schema=False)
Token = Annotated[str, Query(max_length=1000)]
DONE: Final = ("mail", "password", "confirm")
"""What the account page can say has just been done."""


@router.get("/login")
async def login(request: Request, parts: PartsOf, person: Maybe) -> HTMLResponse:
    """Sign in or keep an account."""
    mails = bool(parts.settings.smtp_host)
    return sent(render.person_page("login.html", prefs_of(request), person, mails=mails))


@router.get("/account")
async def account(request: Request, parts: PartsOf, done: str = "") -> Response:
    """Name, notices, addresses, password, sessions and tokens."""
    found = await who(request)
    if found is None:
        return RedirectResponse("/login", 303)
    person, this = found
    rows = [
        {
            "label": row["label"] or device(row["agent"]) or row["kind"],
            "current": row["id"] == this,
            "path": f"/api/{'tokens' if row['kind'] == 'token' else 'sessions'}/{row['id']}",
            "kind": row["kind"],
            "used": date.fromtimestamp(row["used"]),
        }
        for row in await parts.people.sessions(person)
    ]
    browsers = [row for row in rows if row["kind"] != "token"]
    tokens = [row for row in rows if row["kind"] == "token"]
    values = {"sessions": browsers, "tokens": tokens, "mails": bool(parts.settings.smtp_host)}
    values |= {"ways": WAYS, "kinds": KINDS, "done": done if done in DONE else ""}
    return sent(render.person_page("account.html", prefs_of(request), person, **values))


@router.get("/forgotten")
async def forgotten(request: Request, person: Maybe, done: str = "") -> HTMLResponse:
    """Ask for a link to a new password."""
    return _errand(request, person, "forgotten", done=bool(done), then="/forgotten?done=1")


@router.get("/reset")
async def reset(request: Request, parts: PartsOf, person: Maybe, token: Token = "") -> HTMLResponse:
    """Set a new password, by the link in a mail."""
    return _link(request, parts, person, "reset", token, then="/account?done=password")


@router.get("/confirm")
async def confirm(request: Request, parts: PartsOf, person: Maybe, token: Token = "") -> HTMLResponse:
    """Confirm a mail address, by the link in a mail; machines that look at links first change nothing."""
    return _link(request, parts, person, "confirm", token, then="/account?done=confirm")


@router.get(UNSUBSCRIBE)
async def unsubscribe(request: Request, parts: PartsOf, person: Maybe, token: Token = "") -> HTMLResponse:
    """No more mail? By the link in a mail, without logging in."""
    return _link(request, parts, person, "unsubscribe", token)


@router.post(UNSUBSCRIBE)
async def unsubscribed(request: Request, parts: PartsOf, person: Maybe, token: Token = "") -> HTMLResponse:
    """No more mail. Mail programs post here as well (RFC 8058), so only the token counts."""
    page = _link(request, parts, person, "unsubscribe", token, done=True)
    if page.status_code == 200:
        await parts.people.unsubscribe(*parts.bells.links.read("unsubscribe", token))
    return page


def _errand(request: Request, person: Person | None, errand: str, **values: Any) -> HTMLResponse:
    values = {"done": False, "then": "", "token": "", **values}
    return sent(render.person_page("errand.html", prefs_of(request), person, errand=errand, **values))


def _link(
    request: Request, parts: PartsOf, person: Person | None, errand: str, token: str, **values: Any
) -> HTMLResponse:
    """The page a link in a mail leads to, if the link is good."""
    try:
        parts.bells.links.read(errand, token)
    except Refused:
        prefs = prefs_of(request)
        t = words(prefs.language)
        page = render.message_page(prefs, person, t("errand.bad_link"), t("errand.bad_link_text"))
        return sent(page, 403)
    return _errand(request, person, errand, token=token, **values)


heads_too(router)
