"""Errors as answers: every error the server means has a status, a key and a sentence."""

from __future__ import annotations

import logging

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pfalz.core.ask import Reason
from pfalz.core.errors import DataError, IllegalAnswer, PfalzError, RecordError, RulesetError, StaleAnswer
from pfalz.core.texts import error_text
from pfalz.server.http.context import Parts
from pfalz.server.http.gate import language_of
from pfalz.server.refusals import Refused, StorageError

LOG = logging.getLogger("pfalz.server")


def problem(status: int, key: str, message: str, clause: str = "") -> Response:
    """An error as JSON."""
    data = {"error": key, "message": message} | ({"clause": clause} if clause else {})
    return Response(msgspec.json.encode(data), status, media_type="application/json")


async def respond(request: Request, parts: Parts, table: str | None, error: PfalzError) -> Response:
    """The answer to whoever caused an error, in their language."""
    language = language_of(request.scope)
    words = error_text(error, language)[:500]
    if isinstance(error, Refused):
        response = problem(error.status, error.key, words)
        if error.retry_after is not None:
            response.headers["Retry-After"] = str(error.retry_after)
        return response
    if isinstance(error, StaleAnswer):
        return problem(409, "stale", words)
    if isinstance(error, IllegalAnswer):
        return problem(422, error.key, await _explained(parts, table, error, language), error.clause)
    if isinstance(error, StorageError):
        return problem(503, "storage", words)
    if isinstance(error, RulesetError | DataError | RecordError):
        return problem(422, "invalid", words)
    LOG.error("unexpected: %r", error)  # what contradicts itself may be hidden from whoever asked
    return problem(500, "internal", error_text(Refused("internal"), language))


async def _explained(parts: Parts, table: str | None, error: IllegalAnswer, language: str) -> str:
    """Why an answer is not legal."""
    try:
        texts = (await parts.tables.get(table or "")).texts(language)
        if not error.clause:
            return texts.text(f"reason.{error.key}", error.values)
        return texts.reason(Reason(error.key, error.clause, error.values))
    except (KeyError, PfalzError):
        return error_text(error, language)
