"""The page on which a finished game is looked back at, through the eyes of one of its seats."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from pfalz.core.errors import PfalzError
from pfalz.core.texts import error_text
from pfalz.server.http.api_analysis import in_words, rounds_of
from pfalz.server.http.context import Maybe, PartsOf
from pfalz.server.http.pages import Eyes, heads_too, missing, prefs_of, sent
from pfalz.server.http.shapes import Key
from pfalz.server.refusals import Refused
from pfalz.web import render
from pfalz.web.analysed import TurnSaid
from pfalz.web.words import words

router = APIRouter(include_in_schema=False)


@router.get("/t/{id}/analysis")
async def analysis(
    request: Request, parts: PartsOf, person: Maybe, id: str, seat: Eyes = "", key: Key = ""
) -> Response:
    """What everybody could expect over time, and the turning points of a seat; those who sat there see it."""
    me, prefs = person.id if person else "", prefs_of(request)
    try:
        seen = await parts.tables.seen(id, me, None, None, key)
    except PfalzError as error:
        return missing(request, person, error)
    if seen.status != "over":
        return RedirectResponse(f"/t/{id}", 303)
    eyes = int(seat) if seat else max(0, seen.me)
    try:
        standing = await parts.analyses.standing(id, me, eyes, key)
    except Refused as error:
        if error.status != 403:
            return missing(request, person, error)
        title, why = words(prefs.language)("analysis.title"), error_text(error, prefs.language)
        return sent(render.message_page(prefs, person, title, why), 403)
    rounds: list[int] = []
    said: list[TurnSaid] = []
    if standing.analysis is not None:
        async with parts.tables.open(id) as table:
            rounds, said = rounds_of(table), await in_words(request, table, eyes, standing, prefs.language)
    progress = (standing.state, standing.done, standing.total)
    return sent(render.analysis_page(seen, prefs, person, eyes, progress, standing.analysis, rounds, said))


heads_too(router)
