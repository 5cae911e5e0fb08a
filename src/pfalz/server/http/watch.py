"""For whoever looks after the server: is it alive, can it work, and what has it to do?

`/healthz` says that the process answers. `/readyz` says whether it could take an answer: the database writes,
the disk has room, the writer and the bots are there; it is asked at most every few seconds, however many ask.
`/metrics` is for Prometheus and needs the host's token; without one there is no such page.
"""

from __future__ import annotations

import asyncio
import hmac
import shutil
import time
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request
from sqlalchemy import Connection, func, select
from starlette.responses import JSONResponse, Response

from pfalz.server.http.context import Parts, PartsOf
from pfalz.server.metrics import histogram, written
from pfalz.server.play.outage import note_alive
from pfalz.server.rates import RATES
from pfalz.server.refusals import Refused
from pfalz.server.store.schema import tables

router = APIRouter(include_in_schema=False)
REMEMBERED: Final = 5.0
"""So many seconds an answer about readiness is good for."""
PATIENCE: Final = 5.0
"""Seconds the database has to write something."""
LEAST_FREE: Final = 64 * 1024 * 1024
"""Bytes that have to be free where the database lies."""


@router.get("/healthz")
async def health() -> dict[str, bool]:
    """The process answers."""
    return {"alive": True}


@router.get("/readyz")
async def ready(parts: PartsOf) -> JSONResponse:
    """Whether an answer could be taken now."""
    last = parts.readiness
    async with last.lock:
        if not last.found or time.monotonic() - last.at >= REMEMBERED:
            last.found = await _looked(parts)
            last.at = time.monotonic()
    fine = all(last.found.values())
    return JSONResponse({"ready": fine, **last.found}, 200 if fine else 503)


async def _looked(parts: Parts) -> dict[str, bool]:
    try:
        async with asyncio.timeout(PATIENCE):
            await parts.store.write(note_alive)
        database = True
    except Exception:  # whatever it is, the log has it
        database = False
    parts.bots.mend()  # whoever looks again soon will see whether that has helped
    workers = parts.store.writer.alive and parts.bots.alive
    return {"database": database, "disk": _room(parts), "workers": workers}


def _room(parts: Parts) -> bool:
    """Whether there is room where an SQLite file lies; other databases look after themselves."""
    url = parts.store.engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return True
    try:
        return shutil.disk_usage(Path(url.database).resolve().parent).free >= LEAST_FREE
    except OSError:
        return False


@router.get("/metrics")
async def metrics(request: Request, parts: PartsOf) -> Response:
    """Numbers, for whoever has the host's token."""
    token, said = parts.settings.metrics_token, request.headers.get("authorization", "")
    if not token or not hmac.compare_digest(said.encode(), f"Bearer {token}".encode()):
        raise Refused("no_such_page", 404)
    by_status = await parts.store.read(_by_status)
    return Response(
        "".join(_numbers(parts, by_status)), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


def _by_status(db: Connection) -> dict[str, Any]:
    query = select(tables.c.status, func.count()).group_by(tables.c.status)
    return {row[0]: row[1] for row in db.execute(query)}


def _numbers(parts: Parts, by_status: dict[str, Any]) -> list[str]:
    answers, writer, traffic = parts.tables.answering, parts.store.writer, parts.traffic
    refused = {kind: parts.rates.refused.get(kind, 0) for kind in RATES}
    return [
        written("counter", "pfalz_answers_total", "answers that are durable", answers.count),
        histogram("pfalz_answer_seconds", "from taking an answer to its being durable", answers),
        written("counter", "pfalz_requests_total", "requests, by status", traffic.statuses, "status"),
        histogram("pfalz_request_seconds", "seconds of the loop a request took", traffic.work),
        written("counter", "pfalz_refusals_total", "what limits have refused", refused, "kind"),
        written("gauge", "pfalz_streams", "open event streams", len(parts.streams.open)),
        written("gauge", "pfalz_tables", "tables, by status", by_status, "status"),
        written("gauge", "pfalz_tables_in_memory", "tables that are loaded", parts.tables.loaded),
        written("gauge", "pfalz_writer_queue", "changes that wait for a commit", writer.waiting),
        written("counter", "pfalz_commits_total", "commits", writer.commits),
        written("counter", "pfalz_commit_failures_total", "commits that failed", writer.failures),
        written("gauge", "pfalz_bots_thinking", "bots that have to decide", parts.bots.thinking),
        written("counter", "pfalz_bots_replaced_total", "worker processes replaced", parts.bots.replaced),
    ]
