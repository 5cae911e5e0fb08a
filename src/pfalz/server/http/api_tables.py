"""The API of a table: look, answer, take back, talk, watch. `api_lobby` is what people do around a game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response

from pfalz.core.ask import Ask
from pfalz.core.state import SPECTATOR, Move
from pfalz.server.dear import elsewhere
from pfalz.server.http.context import Known, Maybe, PartsOf, rate, rate_here
from pfalz.server.http.gate import client_of
from pfalz.server.http.replies import (
    AnswerReply,
    Done,
    UndoReply,
    WhyReply,
    sent,
)
from pfalz.server.http.shapes import (
    ANSWER_EXAMPLE,
    READING,
    STREAM,
    WRITING,
    Answer,
    ChatBody,
    DraftBody,
    Key,
    Lang,
    LookedBody,
    Position,
    Responses,
    TableId,
    UndoBody,
    problems,
    read_answer,
)
from pfalz.server.http.stream import Wanted
from pfalz.server.play import takeback, talk
from pfalz.server.refusals import Refused
from pfalz.server.store import storage
from pfalz.web.prefs import read_prefs
from pfalz.web.seen import ChatLine, Seen
from pfalz.web.sent import AskSent, PositionSent, ViewSent, ask_sent, position_sent, view_sent

router = APIRouter(prefix="/api", tags=["tables"], responses={**READING})
_ANSWER = {**msgspec.json.schema_components([Answer])[1]["Answer"], "examples": [ANSWER_EXAMPLE]}
Prefix = Annotated[str, Query(pattern=r"^(-?\d{1,7}(,-?\d{1,7})*)?$", max_length=2000)]
Seat = Annotated[int | None, Query(ge=SPECTATOR, le=7)]
DONE = {"ok": True}
LINE = 100
"""So many bytes a line of chat takes in the database besides its words."""
MANY = 100
"""So many lines of a record file take a millisecond."""
FILE: Responses = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
LOOKING = problems(401, 404)
ASKED = problems(401, 404, 409)
PLAYING: Responses = {**WRITING, **ASKED}


def as_json(data: Any) -> Response:
    """An answer, encoded."""
    return Response(msgspec.json.encode(data), media_type="application/json")


def _prefix(text: str) -> tuple[int, ...]:
    return tuple(int(value) for value in text.split(",")) if text else ()


# -- looking ------------------------------------------------------------------------------------------


@router.get("/tables/{id}/view.json", responses={**sent(ViewSent), **LOOKING})
async def view(
    parts: PartsOf,
    person: Maybe,
    id: TableId,
    since: Annotated[int, Query(ge=-1, le=1_000_000)] = -1,
    lang: Lang = None,
    key: Key = "",
) -> Response:
    """The table as I may know it: redacted view, open questions, my options, events after `since`."""
    return await _view(parts, person.id if person else "", id, since, lang, key, None, None)


@router.get("/tables/{id}/position/{n}", responses={**sent(PositionSent), **problems(401, 403, 404)})
async def position(
    parts: PartsOf,
    person: Maybe,
    id: TableId,
    n: Position,
    lang: Lang = None,
    key: Key = "",
    seat: Seat = None,
) -> Response:
    """An earlier position as I could know it then; `seat` takes another viewpoint when the game is over."""
    return await _view(parts, person.id if person else "", id, -1, lang, key, n, seat)


async def _view(
    parts: PartsOf,
    person: str,
    id: str,
    since: int,
    lang: str | None,
    key: str,
    n: int | None,
    seat: int | None,
) -> Response:
    async with parts.tables.visit(id, person, key) as table:
        if n is None:
            table.polled_by(person)

        def made() -> Response:
            seen = parts.tables.look(table, person, n, seat)
            texts = table.texts(lang) if lang else None
            if n is None:
                return as_json(view_sent(seen, table.version, since, texts))
            return as_json(position_sent(seen, since, texts))

        # the rules play up to an earlier position, and a long log takes long to be told
        dear = n is not None or table.position - since > MANY
        return await elsewhere(made) if dear else made()


def _begun(seen: Seen, prefix: str) -> tuple[Ask, Move]:
    """My open question and the beginning of an answer to it; refused if there is none or it is not legal."""
    if seen.ask is None:
        raise Refused("not_asked", 409)
    values = _prefix(prefix)
    for step in seen.ask.steps(seen.view, values):
        if not step.legal:
            raise Refused("not_offered", 422, value=step.value)
    return seen.ask, values


@router.get("/tables/{id}/options", responses={**sent(AskSent), **ASKED})
async def options(
    parts: PartsOf, person: Known, id: TableId, prefix: Prefix = "", lang: Lang = None, key: Key = ""
) -> Response:
    """What may follow `prefix` in my answer to the open question."""
    async with parts.tables.visit(id, person.id, key) as table:
        seen = parts.tables.look(table, person.id)
        ask, values = _begun(seen, prefix)
        return as_json(ask_sent(ask, seen.view, values, table.texts(lang) if lang else None))


@router.get("/tables/{id}/why", responses={200: {"model": WhyReply}, **ASKED})
async def why(
    parts: PartsOf,
    person: Known,
    id: TableId,
    value: Annotated[int, Query(ge=-1_000_000, le=1_000_000)],
    prefix: Prefix = "",
    lang: Lang = None,
    key: Key = "",
) -> Response:
    """Why a value may not follow `prefix` in my answer: the reason and its clause."""
    async with parts.tables.visit(id, person.id, key) as table:
        seen = parts.tables.look(table, person.id)
        ask, values = _begun(seen, prefix)
        reason = None
        if ask.options(seen.view, values) is not None:
            reason = ask.why_not(seen.view, values, value)
        if reason is None:
            return as_json({"allowed": True})
        texts = table.texts(lang or "en")
        clause = texts.clauses().get(reason.clause, "")
        found = {"allowed": False, "reason": reason.key, "clause": reason.clause}
        return as_json({**found, "message": texts.reason(reason), "clause_text": clause})


@router.get("/tables/{id}/log", response_class=Response, responses={**FILE, **LOOKING})
async def log(request: Request, parts: PartsOf, person: Maybe, id: TableId, key: Key = "") -> Response:
    """The record file: complete when the game is over, before that as I may know it."""
    me = person.id if person else ""
    async with parts.tables.visit(id, me, key) as table:
        viewer = table.viewer(me)
        if table.unrecorded(viewer) > MANY:
            text = await elsewhere(lambda: table.record_file(viewer))
        else:
            text = table.record_file(viewer)
    saved = {"Content-Disposition": f'attachment; filename="pfalz-{id}.jsonl"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=saved)


@router.get("/tables/{id}/events", response_class=Response, responses={**STREAM, **LOOKING})
async def events(
    request: Request,
    parts: PartsOf,
    person: Maybe,
    id: TableId,
    html: bool = True,
    view: bool = False,
    since: Annotated[int, Query(ge=-1, le=1_000_000)] = -1,
    lang: Lang = None,
    key: Key = "",
) -> Any:
    """A stream of `table` and `chat` events. With `view` every `table` event brings the whole view.

    The view is that of `view.json` without chat, its events are those since the event before. `html` is for
    browsers: markup as a difference to what the same stream has sent, and the notices of `/me/events`."""
    me = person.id if person else ""
    async with parts.tables.visit(id, me, key):
        pass  # only to be refused here and not in the middle of a stream
    prefs = read_prefs(
        {**request.cookies, **request.query_params}, request.headers.get("accept-language", "")
    )
    wanted = Wanted(prefs, html, view, lang or "")
    address = client_of(request.scope, parts.settings.trust_proxy)
    bells = parts.bells if html else None
    return parts.guard.keep(parts.streams.table(id, me, address, wanted, since, bells), me, request)


# -- playing ------------------------------------------------------------------------------------------


@router.post(
    "/tables/{id}/answers",
    responses={200: {"model": AnswerReply}, **PLAYING},
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": _ANSWER}}}},
)
async def answer(request: Request, parts: PartsOf, person: Known, id: TableId, key: Key = "") -> Response:
    """Answer the open question. Durable when it returns; the same answer sent twice is harmless."""
    body = read_answer(await request.body())
    return as_json(await parts.tables.answer(id, person.id, body.ask, body.opened, body.move, key))


@router.post("/tables/{id}/undo", response_model=UndoReply, responses=PLAYING)
async def undo(parts: PartsOf, person: Known, id: TableId, body: UndoBody, key: Key = "") -> dict[str, Any]:
    """Take back my last answer, as far as the barrier or the table's policy allows."""
    return await takeback.undo(parts.tables, id, person.id, body.to, key, body.at)


@router.post("/tables/{id}/retract", response_model=UndoReply, responses=PLAYING)
async def retract(parts: PartsOf, person: Known, id: TableId, key: Key = "") -> dict[str, Any]:
    """Take back my answer to a simultaneous question that is still open."""
    return await takeback.retract(parts.tables, id, person.id, key)


@router.put("/tables/{id}/draft", response_model=Done, responses=PLAYING)
async def draft(
    parts: PartsOf, person: Known, id: TableId, body: DraftBody, key: Key = ""
) -> dict[str, bool]:
    """Keep what I have filled in so far; nobody else sees it."""
    await talk.draft(parts.tables, id, person.id, body.ask, body.opened, body.move, key)
    return DONE


@router.put("/tables/{id}/looked", response_model=Done, responses=PLAYING)
async def looked(
    parts: PartsOf, person: Known, id: TableId, body: LookedBody, key: Key = ""
) -> dict[str, bool]:
    """I have followed the game up to this position: the page offers me what comes after."""
    async with parts.tables.visit(id, person.id, key) as table:
        if not table.seats_of(person.id):
            raise Refused("not_your_seat")
        position = min(body.position, table.position)
    parts.store.write_aside("a look", lambda db: storage.note_look(db, id, person.id, position))
    return DONE


@router.post("/tables/{id}/chat", responses={**sent(ChatLine), **PLAYING})
async def chat(
    request: Request, parts: PartsOf, person: Known, id: TableId, body: ChatBody, key: Key = ""
) -> Response:
    """Say something at the table."""
    rate(request, "chat", person)
    rate_here(request, "stored", LINE + len(body.text.encode("utf-8", "ignore")))
    return as_json(await talk.say(parts.tables, id, person.id, person.name, body.text, key))
