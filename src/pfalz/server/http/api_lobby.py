"""The API around the tables: find and open them, sit down, leave, start, break off, play again."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response

from pfalz.server.dear import elsewhere
from pfalz.server.http.api_tables import DONE, PLAYING, as_json
from pfalz.server.http.catalog import games_json
from pfalz.server.http.context import Known, Maybe, PartsOf, origin_of, rate, rate_here
from pfalz.server.http.replies import (
    CancelReply,
    CommitmentReply,
    Done,
    GamesReply,
    IdReply,
    OpenedReply,
    ReplacedReply,
    SatReply,
    SeatRow,
    TableRow,
    TablesReply,
    sent,
)
from pfalz.server.http.shapes import (
    READING,
    WRITING,
    JoinBody,
    Key,
    Lang,
    RematchBody,
    ReplaceBody,
    StartBody,
    TableBody,
    TableId,
    problems,
)
from pfalz.server.play import standins
from pfalz.server.play.clocks import Clock
from pfalz.server.play.opening import Wish
from pfalz.server.play.thinking import most_thinking
from pfalz.server.refusals import Refused
from pfalz.server.store import storage

router = APIRouter(prefix="/api", tags=["tables"], responses={**READING})


@router.get("/games", responses={200: {"model": GamesReply}})
async def games(parts: PartsOf, lang: Lang = None) -> Response:
    """The games with their options, modules and presets, in one language."""
    found = await elsewhere(lambda: games_json(lang or "en"))  # it takes long the first time
    return as_json({**found, "most_thinking": most_thinking(parts.settings)})


@router.get("/tables", responses={**sent(TablesReply), **problems(401)})
async def tables(
    parts: PartsOf, person: Maybe, which: Literal["open", "mine", "playing", "over"] = "open"
) -> Response:
    """Public tables of a status, or all of mine."""
    if which == "mine":
        if person is None:
            raise Refused("unknown", 401)
        mine = person.id
        rows = await parts.store.read(lambda db: storage.list_tables(db, None, mine))
    else:
        rows = await parts.store.read(lambda db: storage.list_tables(db, which, None))
    return as_json(TablesReply([_row(row, seats, person.id if person else "") for row, seats in rows]))


def _row(row: dict[str, Any], seats: list[dict[str, Any]], person: str) -> TableRow:
    deciding = msgspec.json.decode(row["deciding"], type=list[int])
    return TableRow(
        id=row["id"],
        title=row["title"],
        game=row["game"],
        status=row["status"],
        private=bool(row["private"]),
        owner=row["owner"] == person,
        seats=[SeatRow(s["name"], s["bot"], bool(person) and s["person"] == person) for s in seats],
        free=sum(not s["person"] and not s["bot"] for s in seats),
        deciding=deciding,
        your_turn=any(seats[i]["person"] == person and not seats[i]["bot"] for i in deciding),
        position=row["position"],
        updated=row["updated"],
        clock=msgspec.json.decode(row["clock"], type=Clock),
    )


@router.post(
    "/tables", status_code=201, response_model=OpenedReply, responses={**WRITING, **problems(401, 409)}
)
async def create(request: Request, parts: PartsOf, person: Known, body: TableBody) -> dict[str, Any]:
    """Open a table. If every seat is taken the game begins at once."""
    if body.clock.kind != "none" and body.clock.seconds < 5:
        raise Refused("clock", 422)
    wish = Wish(
        game=body.game,
        players=body.players,
        modules=body.modules,
        options=body.options,
        edition=body.edition,
        seats=[seat.bot if seat.kind == "bot" else seat.kind for seat in body.seats],
        private=body.private,
        clock=Clock(**body.clock.model_dump()),
        undo_policy=body.undo_policy,
        hints=body.hints,
        thinking=body.thinking,
        title=body.title,
        luck=body.luck,
        commitment=body.commitment,
    )
    table = await parts.lobby.create(person, wish, origin_of(request))
    return {"id": table.id, "status": table.status, "link": table.path if table.private else ""}


@router.post("/commitments", response_model=CommitmentReply, responses={**WRITING, **problems(401)})
async def commitment(request: Request, parts: PartsOf, person: Known) -> dict[str, str]:
    """Let the host commit to the seed of my next table before I give my number: good once, for an hour."""
    rate(request, "create", person)
    rate_here(request, "commitments")
    return {"seed_hash": await parts.lobby.commitments.make(person.id)}


@router.post(
    "/tables/import",
    status_code=201,
    response_model=OpenedReply,
    responses={**WRITING, **problems(401)},
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def bring(request: Request, parts: PartsOf, person: Known, private: bool = True) -> dict[str, Any]:
    """A table from a record file (the body); every answer of it is checked."""
    rate(request, "import", person)
    rate_here(request, "imports")
    raw = await request.body()
    rate_here(request, "stored", len(raw))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("not_text", 422) from None
    table = await parts.lobby.restore(person, text, private, origin_of(request))
    return {"id": table.id, "status": table.status}


# -- around a game ---------------------------------------------------------------------------------------


@router.post("/tables/{id}/join", response_model=SatReply, responses=PLAYING)
async def join(parts: PartsOf, person: Known, id: TableId, body: JoinBody, key: Key = "") -> dict[str, Any]:
    """Sit down; the last free seat starts the game."""
    return {"seat": await parts.lobby.join(id, person, body.seat, key, body.luck)}


@router.post("/tables/{id}/leave", response_model=Done, responses=PLAYING)
async def leave(parts: PartsOf, person: Known, id: TableId, key: Key = "") -> dict[str, bool]:
    """Stand up before the game begins."""
    await parts.lobby.leave(id, person, key)
    return DONE


@router.post("/tables/{id}/start", response_model=Done, responses=PLAYING)
async def start(
    parts: PartsOf, person: Known, id: TableId, body: StartBody, key: Key = ""
) -> dict[str, bool]:
    """The owner starts; bots take the free seats."""
    await parts.lobby.begin(id, person, body.bot, key)
    return DONE


@router.post("/tables/{id}/resign", response_model=Done, responses=PLAYING)
async def resign(parts: PartsOf, person: Known, id: TableId, key: Key = "") -> dict[str, bool]:
    """Give up; a bot plays on."""
    await parts.lobby.resign(id, person, key)
    return DONE


@router.post("/tables/{id}/replace", response_model=ReplacedReply, responses=PLAYING)
async def replace(
    parts: PartsOf, person: Known, id: TableId, body: ReplaceBody, key: Key = ""
) -> dict[str, bool]:
    """Let a bot play for somebody who is missing, until they come back, or agree with others on that."""
    return {"replaced": await standins.replace(parts.lobby, id, person, body.seat, key)}


@router.post("/tables/{id}/cancel", response_model=CancelReply, responses=PLAYING)
async def cancel(parts: PartsOf, person: Known, id: TableId, key: Key = "") -> dict[str, bool]:
    """Agree to break off; it happens when every person at the table agrees."""
    return {"cancelled": await parts.lobby.vote_cancel(id, person, key)}


@router.post("/tables/{id}/rematch", response_model=IdReply, responses=PLAYING)
async def rematch(
    request: Request,
    parts: PartsOf,
    person: Known,
    id: TableId,
    body: RematchBody | None = None,
    key: Key = "",
) -> dict[str, str]:
    """The same table again. Whoever opens it needs a `commitment` for their number to count."""
    given = body or RematchBody.model_validate({})
    origin = origin_of(request)
    return {"id": await parts.lobby.rematch(id, person, key, origin, given.luck, given.commitment)}
