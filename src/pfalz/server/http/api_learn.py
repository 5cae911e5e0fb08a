"""The API of learning: a first game with a teacher; what a knight would do in my place, and why."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request, Response

from pfalz.bots.advice import RIVALS, Advice
from pfalz.core.ask import Ask
from pfalz.core.state import View
from pfalz.core.texts import Texts
from pfalz.server.http.context import Known, PartsOf, origin_of
from pfalz.server.http.gate import client_of
from pfalz.server.http.replies import HintReply, OpenedReply
from pfalz.server.http.shapes import READING, WRITING, Key, Lang, LessonBody, TableId, problems
from pfalz.web.foreseen import foreseen_lines
from pfalz.web.words import words

router = APIRouter(prefix="/api", tags=["learning"], responses={**READING})
GameId = Annotated[str, Path(max_length=40)]
HINTED = problems(401, 403, 404, 409, 503)


@router.post(
    "/lessons/{game}",
    status_code=201,
    response_model=OpenedReply,
    responses={**WRITING, **problems(401, 404)},
)
async def lesson(
    request: Request, parts: PartsOf, person: Known, game: GameId, body: LessonBody
) -> dict[str, str]:
    """A first game with a teacher, against bots: the one I have left, or a new one."""
    table = await parts.lobby.teach(person, game, body.again, origin_of(request))
    return {"id": table.id, "status": table.status, "link": table.path}


@router.get("/tables/{id}/hint", responses={200: {"model": HintReply}, **HINTED})
async def hint(
    request: Request, parts: PartsOf, person: Known, id: TableId, lang: Lang = None, key: Key = ""
) -> Response:
    """What a knight would answer in my place: the best answers, what changes by each, and what may follow.

    Allowed where nobody but bots plays with me, or the table says so. It is made from what my seat may know,
    and the seconds of thinking are counted, for me and for my address."""
    rates, address = parts.rates, client_of(request.scope, parts.settings.trust_proxy)
    rates.check("hint", person.id)
    rates.check("hints", address)
    found = await parts.hints.hint(id, person.id, key)
    rates.charge("hint", person.id, found.seconds)
    rates.charge("hints", address, found.seconds)
    texts = (await parts.tables.get(id)).texts(lang or "en")
    advice = [advice_json(found.ask, found.view, each, texts) for each in found.advice]
    data = {"ask": found.ask.name, "opened": found.opened, "advice": advice}
    return Response(msgspec.json.encode(data), media_type="application/json")


def advice_json(ask: Ask, view: View, advice: Advice, texts: Texts) -> dict[str, object]:
    """An answer and what changes by it, in words."""
    said = []
    for step in ask.steps(view, advice.move):
        slot = ask.slot(view, step.prefix)
        said.append((texts.slot(ask, slot.name), texts.name(slot.kind, step.value), step.forced))
    free = [(slot, value) for slot, value, forced in said if not forced]
    gains = [{"term": term, "name": term_name(term, texts), "value": value} for term, value in advice.gains]
    names = free or [(slot, value) for slot, value, _ in said]
    line = foreseen_lines(advice.line, texts)
    return {"move": advice.move, "names": names, "gains": gains, "expected": advice.expected, "line": line}


def term_name(term: str, texts: Texts) -> str:
    """What a term of the judgement stands for."""
    return words(texts.language)("hint.rivals") if term == RIVALS else texts.text(f"term.{term}")
