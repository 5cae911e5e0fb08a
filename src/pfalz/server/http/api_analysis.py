"""The API of looking back: the analysis of a finished game from a seat's view, and another line there."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response

from pfalz.core.events import HEADING
from pfalz.core.state import SPECTATOR
from pfalz.server.dear import elsewhere
from pfalz.server.http.context import Known, PartsOf, origin_of
from pfalz.server.http.gate import client_of
from pfalz.server.http.replies import AnalysisReply, OpenedReply
from pfalz.server.http.shapes import READING, WRITING, AnalysisBody, Key, Lang, LineBody, TableId, problems
from pfalz.server.play.analyses import Standing
from pfalz.server.play.branching import branch
from pfalz.server.play.table import Table
from pfalz.web.analysed import TurnSaid, turns_said

router = APIRouter(prefix="/api", tags=["learning"], responses={**READING})
SeatPath = Annotated[int, Path(ge=0, le=7)]
LOOKING = problems(401, 403, 404, 409)


@router.post(
    "/tables/{id}/analyses",
    status_code=202,
    responses={202: {"model": AnalysisReply}, **WRITING, **LOOKING},
)
async def analyse(
    request: Request, parts: PartsOf, person: Known, id: TableId, body: AnalysisBody, key: Key = ""
) -> Response:
    """Have a finished game analysed from a seat's view, if I sat there; it is made once and kept.

    Workers think about it for a minute at most, and their seconds are counted, for me and for my address."""
    rates, address = parts.rates, client_of(request.scope, parts.settings.trust_proxy)
    rates.check("analysis", person.id)
    rates.check("analyses", address)

    def charge(seconds: float) -> None:
        rates.charge("analysis", person.id, seconds)
        rates.charge("analyses", address, seconds)

    standing = await parts.analyses.begin(id, person.id, body.seat, charge, key)
    return _json(standing_json(standing, body.seat, []), 202)


@router.get("/tables/{id}/analyses/{seat}", responses={200: {"model": AnalysisReply}, **LOOKING})
async def analysis(
    request: Request,
    parts: PartsOf,
    person: Known,
    id: TableId,
    seat: SeatPath,
    lang: Lang = None,
    key: Key = "",
) -> Response:
    """How the analysis of a game from a seat's view stands, and what it has found, in words with `lang`."""
    standing = await parts.analyses.standing(id, person.id, seat, key)
    said: list[TurnSaid] = []
    if lang and standing.analysis is not None:
        async with parts.tables.open(id) as table:
            said = await in_words(request, table, seat, standing, lang)
    return _json(standing_json(standing, seat, said))


@router.post(
    "/tables/{id}/lines", status_code=201, response_model=OpenedReply, responses={**WRITING, **LOOKING}
)
async def line(
    request: Request, parts: PartsOf, person: Known, id: TableId, body: LineBody, key: Key = ""
) -> dict[str, str]:
    """Try another line: a private table that goes on from a position of a finished game I sat at.

    I play `seat`, bots have all others. Chance is new; what was hidden is as it was."""
    origin = origin_of(request)
    table = await branch(parts.lobby, id, person, body.position, body.seat, body.bot, key, origin)
    return {"id": table.id, "status": table.status, "link": table.path}


def standing_json(standing: Standing, seat: int, said: list[TurnSaid]) -> dict[str, Any]:
    """How an analysis stands, as data."""
    found = standing.analysis
    out: dict[str, Any] = {"seat": seat, "state": standing.state}
    out |= {"done": standing.done, "total": standing.total}
    if found is None:
        return out
    turns = [msgspec.structs.asdict(turn) for turn in found.turns]
    for turn, words in zip(turns, said, strict=False):
        turn["text"] = words.sentence
    points = [(point.position, point.expected) for point in found.points]
    more = {"decisions": found.decisions, "complete": found.complete, "learned": found.learned}
    return out | more | {"points": points, "turns": turns}


async def in_words(
    request: Request, table: Table, seat: int, standing: Standing, language: str
) -> list[TurnSaid]:
    """The turning points in words; made in a thread once, then remembered. The caller holds the lock."""
    assert standing.analysis is not None
    key = ("analysis", seat, language)
    if key not in table.rendered:
        found, texts, session = standing.analysis, table.texts(language), table.session
        rounds = rounds_of(table)
        table.rendered[key] = await elsewhere(
            lambda: turns_said(found, seat, session.position, rounds, texts)
        )
    said: list[TurnSaid] = table.rendered[key]
    return said


def rounds_of(table: Table) -> list[int]:
    """The positions at which rounds begin, as everybody could see."""
    return [line.position for line in table.log(SPECTATOR) if line.event[0].tells == HEADING]


def _json(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")
