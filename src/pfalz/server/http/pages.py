"""The pages people look at: markup for whoever asks, made by `pfalz.web` from what they may see.

Nothing is changed by a page; every change goes through the API, except that mail programs end mails by one.
Here are those around the tables and what all share; a table's own and those around people stand beside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.routing import APIRoute
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from pfalz import catalogue
from pfalz.core.clauses import section_of
from pfalz.core.errors import PfalzError
from pfalz.core.texts import LANGUAGES, error_text, rulebook
from pfalz.server.dear import elsewhere
from pfalz.server.http.context import Maybe, PartsOf, set_cookie
from pfalz.server.http.squeeze import FOR_EVER
from pfalz.server.people.people import COOKIE as SESSION
from pfalz.server.people.people import Person
from pfalz.server.play import steady
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.glance import Glance
from pfalz.server.play.thinking import most_thinking
from pfalz.server.refusals import Refused, StorageError
from pfalz.server.store import storage
from pfalz.web import render
from pfalz.web.how import how_page
from pfalz.web.how import picture as how_picture_of
from pfalz.web.lists import ago, clock_word, module_names, result_word, stage_word
from pfalz.web.look import PALETTE, known, style
from pfalz.web.markup import clock_text
from pfalz.web.prefs import COOKIE, Prefs, read_prefs
from pfalz.web.setup import game_card, shown_games
from pfalz.web.words import words

router = APIRouter(include_in_schema=False)
Eyes = Annotated[str, Query(pattern=r"^(-2|[0-7])?$")]
YEAR = 365 * 24 * 3600
PICTURE_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture that stands alone brings its style along, and nothing else."""


class Head(msgspec.Struct):
    """What a list wants to know of the header of a record."""

    modules: list[str] = []


@dataclass
class Row:
    """A table in a list."""

    id: str
    title: str
    game_title: str
    names: str
    status: str
    my_turn: bool
    waiting: str
    free: int
    clock: str
    """How time is kept, in a word or two."""
    modules: str
    """Names of the expansions."""
    age: str
    """How long ago it was opened, or something last happened."""
    left: str
    """Time that is left to the one who looks; empty without a clock."""
    moves: int
    stage: str = ""
    """How far the game is."""
    result: str = ""
    """How it has ended."""


def prefs_of(request: Request) -> Prefs:
    """The settings of a browser, or of one window of it."""
    found = {**request.cookies, **request.query_params}
    return read_prefs(found, request.headers.get("accept-language", ""))


def sent(html: str, status: int = 200) -> HTMLResponse:
    """A page as it travels: nobody keeps it on the way."""
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def missing(request: Request, person: Person | None, error: PfalzError | None = None) -> HTMLResponse:
    """There is no such page; or it cannot be shown now, and the server is to blame."""
    prefs = prefs_of(request)
    t = words(prefs.language)
    if isinstance(error, StorageError) or (isinstance(error, Refused) and error.status == 503):
        said = error_text(error, prefs.language)
        return sent(render.message_page(prefs, person, t("message.failed"), said), 503)
    text = t("message.not_found_text")
    return sent(render.message_page(prefs, person, t("message.not_found"), text), 404)


def wanted(request: Request) -> bool:
    """Whether a person looks at this in a browser, so that a mistake is told on a page and not as JSON."""
    path, accepts = request.url.path, request.headers.get("accept", "")
    return request.method in ("GET", "HEAD") and not path.startswith("/api/") and "text/html" in accepts


def heads_too(router: APIRouter) -> None:
    """Whoever only wants to know whether a page is there may ask for its head."""
    for route in router.routes:
        if isinstance(route, APIRoute) and route.methods and "GET" in route.methods:
            route.methods.add("HEAD")


def wrong(request: Request) -> HTMLResponse:
    """What a person gets to see at an address that does not exist."""
    return missing(request, None)


# -- around the tables ----------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request, parts: PartsOf, person: Maybe) -> HTMLResponse:
    """What this is, my tables, open tables."""
    prefs = prefs_of(request)
    me = person.id if person else ""
    free = await parts.store.read(lambda db: storage.list_tables(db, "open", None, 30))
    own = await parts.store.read(lambda db: storage.list_tables(db, None, me, 40)) if me else []
    mine = sorted((_row(row, seats, me, prefs.language) for row, seats in own), key=_urgency)
    by_id = {row["id"]: (row, seats) for row, seats in own}
    glances = await parts.glances.over([by_id[row.id][0] for row in mine], me)
    for row in mine:
        if row.id in glances:
            _tell(row, glances[row.id], *by_id[row.id], me, prefs.language)
    others = [_row(row, seats, me, prefs.language) for row, seats in free if row["owner"] != me]
    page = sent(render.home_page(prefs, person, mine, others))
    if person is not None and (session := request.cookies.get(SESSION)):
        set_cookie(page, parts.settings, session)  # whoever keeps coming stays known
    return page


def _row(row: dict[str, Any], seats: list[dict[str, Any]], me: str, language: str) -> Row:
    t, head = words(language), msgspec.json.decode(row["header"], type=Head)
    clock, shown = msgspec.json.decode(row["clock"], type=Clock), row["game"] in shown_games()
    since = row["created"] if row["status"] == "open" else row["updated"]
    deciding = msgspec.json.decode(row["deciding"], type=list[int])
    mine = any(seats[i]["person"] == me and not seats[i]["bot"] for i in deciding)
    return Row(
        id=row["id"],
        title=row["title"],
        game_title=game_card(row["game"], language).title if shown else row["game"],
        names=", ".join(seat["name"] for seat in seats if seat["name"]),
        status=row["status"],
        my_turn=bool(me) and mine and row["status"] == "playing",
        waiting=", ".join(seats[i]["name"] for i in deciding) if row["status"] == "playing" else "",
        free=sum(not seat["person"] and not seat["bot"] for seat in seats),
        clock=clock_word(clock, t),
        modules=module_names(row["game"], tuple(head.modules), language) if shown else "",
        age=ago(steady.now() - since, t),
        left=_left(row, seats, me),
        moves=row["position"],
    )


def _tell(
    shown: Row, glance: Glance, row: dict[str, Any], seats: list[dict[str, Any]], me: str, language: str
) -> None:
    """How far a table is, and how it has ended."""
    names = [seat["name"] for seat in seats]
    mine = next((i for i, seat in enumerate(seats) if me and seat["person"] == me), -1)
    if glance.places:
        shown.result = result_word(glance.places, glance.scores, names, mine, words(language))
    elif row["game"] in shown_games():
        shown.stage = stage_word(row["game"], glance.stage, language)


def _left(row: dict[str, Any], seats: list[dict[str, Any]], me: str) -> str:
    """The time that is left to somebody at a table; empty without a clock."""
    times = msgspec.json.decode(row["times"], type=Times)
    mine = next((i for i, seat in enumerate(seats) if me and seat["person"] == me), -1)
    left = times.left_ms(mine, steady.now()) if mine >= 0 and row["status"] == "playing" else None
    return "" if left is None else clock_text(left)


def _urgency(row: Row) -> int:
    order = ("open", "playing", "over", "cancelled")
    return -1 if row.my_turn else order.index(row.status) if row.status in order else len(order)


@router.get("/new/{game}")
async def new(request: Request, parts: PartsOf, person: Maybe, game: str) -> HTMLResponse:
    """Set up a table."""
    if game not in shown_games():
        return missing(request, person)
    prefs, most = prefs_of(request), most_thinking(parts.settings)
    return sent(await elsewhere(lambda: render.setup_page(game, prefs, person, most)))


@router.get("/how/{game}")
async def how(request: Request, person: Maybe, game: str) -> HTMLResponse:
    """How a game plays, with pictures."""
    if game not in shown_games():
        return missing(request, person)
    prefs = prefs_of(request)
    return sent(await elsewhere(lambda: how_page(game, prefs, person)))


@router.get("/rules/{game}")
async def rules(request: Request, person: Maybe, game: str) -> HTMLResponse:
    """The clauses of a game."""
    if game not in shown_games():
        return missing(request, person)
    prefs = prefs_of(request)
    return sent(await elsewhere(lambda: render.rules_page(game, prefs, person)))


@router.get("/rules/{game}/{clause}.json")
async def clause(request: Request, game: str, clause: str) -> JSONResponse:
    """One clause, or all of a section, with the numbers of our own data."""
    if game not in shown_games():
        raise Refused("no_such_clause", 404)
    return clause_json(clause, *rulebook(catalogue.game(game).package, prefs_of(request).language))


def clause_json(clause: str, sections: dict[str, str], clauses: dict[str, str]) -> JSONResponse:
    """A clause, or the clauses of a section."""
    if clause in sections:
        own = [id for id in clauses if section_of(id, sections) == clause]
        text = "\n\n".join(f"{id}: {clauses[id]}" for id in own)
        return JSONResponse({"id": clause, "section": sections[clause], "text": text})
    if clause in clauses:
        section = sections.get(section_of(clause, sections), "")
        return JSONResponse({"id": clause, "section": section, "text": clauses[clause]})
    raise Refused("no_such_clause", 404)


@router.get("/lang/{code}")
async def language(request: Request, code: str, to: str = "/") -> RedirectResponse:
    """Switch the language without a script."""
    safe = to if to.startswith("/") and not to.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(safe, 303)
    if code in LANGUAGES:
        response.set_cookie(f"{COOKIE}lang", code, max_age=YEAR, samesite="lax")
    return response


# -- look -----------------------------------------------------------------------------------------------


@router.get("/look/palette.css")
async def palette(v: str = "") -> Response:
    """The colours."""
    return _style(PALETTE, v)


def _style(name: str, mark: str) -> Response:
    """A style; one that is asked for by its content may be kept for ever."""
    if not known(name):
        return Response(status_code=404)
    found = style(name)
    kept = FOR_EVER if mark == found.mark else "no-cache"
    return Response(found.css, media_type="text/css", headers={"Cache-Control": kept})


@router.get("/look/shield.svg")
async def shield() -> Response:
    """Our sign."""
    return Response(render.favicon(), media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@router.get("/look/{game}/{picture}.svg")
async def how_picture(request: Request, game: str, picture: str) -> Response:
    """A picture of the page about a game, in the language and the colours that are asked for."""
    prefs = prefs_of(request)
    svg = None
    if game in shown_games():
        svg = await elsewhere(lambda: how_picture_of(game, picture, prefs.language, prefs.theme))
    if svg is None:
        return Response(status_code=404)
    headers = {"Cache-Control": "max-age=3600", "Content-Security-Policy": PICTURE_CSP}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/look/{game}.css")
async def board_style(game: str, v: str = "") -> Response:
    """The style of a game's drawing."""
    return _style(game, v)


heads_too(router)
