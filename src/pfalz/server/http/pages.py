"""The pages people look at: markup for whoever asks, made by `pfalz.web` from what they may see.

Nothing is changed here; every change goes through the API, except that mail programs end mails by a page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.routing import APIRoute
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from pfalz import catalogue
from pfalz.core.clauses import section_of
from pfalz.core.errors import PfalzError
from pfalz.core.texts import LANGUAGES, Texts, error_text, rulebook
from pfalz.server.dear import elsewhere
from pfalz.server.http.context import Known, Maybe, PartsOf, set_cookie, who
from pfalz.server.http.gate import UNSUBSCRIBE
from pfalz.server.http.shapes import Key, Position, TableId
from pfalz.server.http.squeeze import FOR_EVER
from pfalz.server.people.people import COOKIE as SESSION
from pfalz.server.people.people import KINDS, WAYS, Person
from pfalz.server.play import steady
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.glance import Glance
from pfalz.server.play.thinking import most_thinking
from pfalz.server.refusals import Refused, StorageError
from pfalz.server.store import storage
from pfalz.server.words import device
from pfalz.web import alike, render
from pfalz.web.how import how_page
from pfalz.web.how import picture as how_picture_of
from pfalz.web.lists import ago, clock_word, module_names, result_word, stage_word
from pfalz.web.look import PALETTE, known, style
from pfalz.web.markup import clock_text
from pfalz.web.prefs import COOKIE, Prefs, read_prefs
from pfalz.web.seen import Seen
from pfalz.web.setup import game_card, shown_games
from pfalz.web.words import words

router = APIRouter(include_in_schema=False)
T = TypeVar("T")

Values = Annotated[str, Query(pattern=r"^(-?\d{1,7}(,-?\d{1,7})*)?$", max_length=2000)]
At = Annotated[int | None, Query(ge=0, le=1_000_000)]
Eyes = Annotated[str, Query(pattern=r"^(-2|[0-7])?$")]
Moments = Annotated[str, Query(pattern=r"^\d{1,6}\.\d{1,4}(,\d{1,6}\.\d{1,4}){0,7}$")]
"""At most eight: a page asks for the next ones while it shows these."""
Token = Annotated[str, Query(max_length=1000)]
DONE = ("mail", "password", "confirm")
"""What the account page can say has just been done."""
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
    return _clause(clause, *rulebook(catalogue.game(game).package, prefs_of(request).language))


@router.get("/t/{id}/rules/{clause}.json")
async def clause_at_table(
    request: Request, parts: PartsOf, person: Maybe, id: TableId, clause: str, key: Key = ""
) -> JSONResponse:
    """The same with the numbers of the table, whose edition may have corrected them."""
    seen = await _seen(parts, person, id, None, "", key)
    texts = Texts(seen.rules, prefs_of(request).language)
    return _clause(clause, texts.sections(), texts.clauses())


def _clause(clause: str, sections: dict[str, str], clauses: dict[str, str]) -> JSONResponse:
    if clause in sections:
        own = [id for id in clauses if section_of(id, sections) == clause]
        text = "\n\n".join(f"{id}: {clauses[id]}" for id in own)
        return JSONResponse({"id": clause, "section": sections[clause], "text": text})
    if clause in clauses:
        section = sections.get(section_of(clause, sections), "")
        return JSONResponse({"id": clause, "section": section, "text": clauses[clause]})
    raise Refused("no_such_clause", 404)


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


@router.get("/lang/{code}")
async def language(request: Request, code: str, to: str = "/") -> RedirectResponse:
    """Switch the language without a script."""
    safe = to if to.startswith("/") and not to.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(safe, 303)
    if code in LANGUAGES:
        response.set_cookie(f"{COOKIE}lang", code, max_age=YEAR, samesite="lax")
    return response


# -- a table --------------------------------------------------------------------------------------------


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


for _route in router.routes:  # whoever only wants to know whether a page is there may ask for its head
    if isinstance(_route, APIRoute) and _route.methods and "GET" in _route.methods:
        _route.methods.add("HEAD")
