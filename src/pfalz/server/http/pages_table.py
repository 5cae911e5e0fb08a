"""The pages of a table: live, at an earlier position, moment by moment, its log, its result, its chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from pfalz.core.errors import PfalzError
from pfalz.core.texts import Texts
from pfalz.server.dear import elsewhere
from pfalz.server.http.context import Known, Maybe, PartsOf
from pfalz.server.http.pages import PICTURE_CSP, Eyes, clause_json, heads_too, missing, prefs_of, sent
from pfalz.server.http.shapes import Key, Position, TableId
from pfalz.server.people.people import Person
from pfalz.server.store import storage
from pfalz.web import alike, render
from pfalz.web.how import how_page
from pfalz.web.seen import Seen

router = APIRouter(include_in_schema=False)
T = TypeVar("T")
Values = Annotated[str, Query(pattern=r"^(-?\d{1,7}(,-?\d{1,7})*)?$", max_length=2000)]
At = Annotated[int | None, Query(ge=0, le=1_000_000)]
Moments = Annotated[str, Query(pattern=r"^\d{1,6}\.\d{1,4}(,\d{1,6}\.\d{1,4}){0,7}$")]
"""At most eight: a page asks for the next ones while it shows these."""


async def _seen(parts: PartsOf, person: Person | None, id: str, at: int | None, seat: str, key: str) -> Seen:
    eyes = int(seat) if seat else None
    return await parts.tables.seen(id, person.id if person else "", at, eyes, key)


async def _shown(
    parts: PartsOf,
    person: Person | None,
    id: str,
    at: int | None,
    seat: str,
    key: str,
    show: Callable[[Seen], T],
) -> T:
    """What somebody is shown of a table, drawn in a thread while nobody changes the table."""
    me, eyes = person.id if person else "", int(seat) if seat else None
    async with parts.tables.visit(id, me, key) as table:
        return await elsewhere(lambda: show(parts.tables.look(table, me, at, eyes)))


@router.get("/t/{id}")
async def table(
    request: Request, parts: PartsOf, person: Maybe, id: str, at: At = None, seat: Eyes = "", key: Key = ""
) -> HTMLResponse:
    """A table, live or at an earlier position."""
    prefs, me = prefs_of(request), person.id if person else ""
    try:
        await parts.tables.get(id)
        looked = await parts.store.read(lambda db: storage.last_look(db, id, me))
        shown = await _shown(
            parts, person, id, at, seat, key, lambda seen: render.table_page(seen, prefs, person, looked)
        )
    except PfalzError as error:
        return missing(request, person, error)
    return sent(shown)


@router.get("/t/{id}/fragment")
async def fragment(
    request: Request,
    parts: PartsOf,
    person: Maybe,
    id: TableId,
    at: At = None,
    seat: Eyes = "",
    key: Key = "",
) -> HTMLResponse:
    """The part of a table that changes."""
    prefs = prefs_of(request)
    return sent(
        await _shown(parts, person, id, at, seat, key, lambda seen: str(render.fragment(seen, prefs)))
    )


@router.get("/t/{id}/steps")
async def steps(
    request: Request, parts: PartsOf, person: Maybe, id: TableId, moments: Moments = "0.0", key: Key = ""
) -> Response:
    """Moments of a game, `answers.events` each, drawn one after the other."""
    wanted = [tuple(map(int, moment.split("."))) for moment in moments.split(",")]
    me, prefs = person.id if person else "", prefs_of(request)
    async with parts.tables.visit(id, me, key) as table:

        def drawn() -> bytes:
            seen = [table.moment(me, at, upto) for at, upto in wanted]
            return msgspec.json.encode(render.steps_shown(seen, prefs))

        shown = await elsewhere(drawn)
    return Response(shown, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get("/t/{id}/foresee")
async def foresee(
    request: Request,
    parts: PartsOf,
    person: Known,
    id: TableId,
    move: Values = "",
    known: bool = False,
    key: Key = "",
) -> Response:
    """The table after my answer `move`, as far as it follows from what I know; nothing if it does not."""
    seen = await _seen(parts, person, id, None, "", key)
    prefs = prefs_of(request)
    values = tuple(map(int, move.split(","))) if move else ()
    found = await elsewhere(lambda: render.foreseen_shown(seen, values, prefs, known))
    if found is None:
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    shown = msgspec.json.encode(found)
    return Response(shown, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get("/t/{id}/log")
async def log(request: Request, parts: PartsOf, person: Maybe, id: TableId, key: Key = "") -> HTMLResponse:
    """The whole log."""
    prefs = prefs_of(request)
    shown = await _shown(parts, person, id, None, "", key, lambda seen: render.whole_log(seen, prefs))
    return sent(shown)


@router.get("/t/{id}/how")
async def how_here(request: Request, parts: PartsOf, person: Maybe, id: str, key: Key = "") -> HTMLResponse:
    """How the game of a table plays, with the numbers of its edition."""
    try:
        seen = await _seen(parts, person, id, None, "", key)
    except PfalzError as error:
        return missing(request, person, error)
    prefs = prefs_of(request)
    texts = alike.texts_of(seen, prefs.language)
    return sent(await elsewhere(lambda: how_page(seen.game, prefs, person, texts)))


@router.get("/t/{id}/after")
async def after(request: Request, parts: PartsOf, person: Maybe, id: str, key: Key = "") -> Response:
    """The result."""
    try:
        seen = await _seen(parts, person, id, None, "", key)
    except PfalzError as error:
        return missing(request, person, error)
    if seen.outcome is None:
        return RedirectResponse(f"/t/{id}", 303)
    prefs = prefs_of(request)
    return sent(await elsewhere(lambda: render.after_page(seen, prefs, person)))


@router.get("/t/{id}/chance")
async def chance(request: Request, parts: PartsOf, person: Maybe, id: str, key: Key = "") -> Response:
    """Where chance comes from; once the game is over, whether all of it follows from what was published."""
    try:
        seen = await _seen(parts, person, id, None, "", key)
    except PfalzError as error:
        return missing(request, person, error)
    verdict = "going_on"
    if seen.status == "over":
        async with parts.tables.open(id) as table:
            if "fair" not in table.rendered:
                table.rendered["fair"] = await elsewhere(table.fair)
            verdict = str(table.rendered["fair"])
    return sent(render.chance_page(seen, prefs_of(request), person, verdict))


@router.get("/t/{id}/at/{n}.svg")
async def picture(
    request: Request, parts: PartsOf, person: Maybe, id: TableId, n: Position, seat: Eyes = "", key: Key = ""
) -> Response:
    """A position as a picture to share, as the one who asks may see it."""
    prefs = prefs_of(request)
    svg = await _shown(parts, person, id, n, seat, key, lambda seen: render.share_svg(seen, prefs))
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": PICTURE_CSP}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/t/{id}/rules/{clause}.json")
async def clause_at_table(
    request: Request, parts: PartsOf, person: Maybe, id: TableId, clause: str, key: Key = ""
) -> JSONResponse:
    """The same with the numbers of the table, whose edition may have corrected them."""
    seen = await _seen(parts, person, id, None, "", key)
    texts = Texts(seen.rules, prefs_of(request).language)
    return clause_json(clause, texts.sections(), texts.clauses())


heads_too(router)
