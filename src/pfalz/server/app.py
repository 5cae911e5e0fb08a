"""The application: all parts put together, errors turned into answers, static files, lifetime."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

import pfalz
from pfalz.core.errors import PfalzError
from pfalz.server.dear import elsewhere
from pfalz.server.http import (
    api_account,
    api_analysis,
    api_learn,
    api_lobby,
    api_people,
    api_tables,
    lookback,
    pages,
    pages_people,
    pages_table,
    watch,
)
from pfalz.server.http.context import Guard, Parts
from pfalz.server.http.document import document
from pfalz.server.http.errors import respond
from pfalz.server.http.gate import Gate, Traffic, Unreadable
from pfalz.server.http.squeeze import Shelf, Squeeze
from pfalz.server.http.stream import Streams
from pfalz.server.http.wrong import wrong_field
from pfalz.server.journal import note
from pfalz.server.people.people import People
from pfalz.server.people.tidying import tidy_daily
from pfalz.server.play.ageing import close_old_hourly
from pfalz.server.play.analyses import Analyses
from pfalz.server.play.glance import Glances
from pfalz.server.play.heeding import heed_host
from pfalz.server.play.hints import Hints
from pfalz.server.play.live import Tables
from pfalz.server.play.lobby import Lobby
from pfalz.server.play.notify import Bells
from pfalz.server.play.outage import keep_up, stay_alive
from pfalz.server.play.timekeeper import Timekeeper
from pfalz.server.play.waking import look_after
from pfalz.server.play.workers import Bots
from pfalz.server.rates import Rates, TooMany
from pfalz.server.refusals import Refused
from pfalz.server.settings import Settings
from pfalz.server.store.copies import copy_regularly
from pfalz.server.store.storage import Store

LOG = logging.getLogger("pfalz.server")


def create_app(settings: Settings) -> FastAPI:
    """The whole server."""
    store = Store(settings.database)
    tables = Tables(store, settings)
    people = People(store, settings.secret)
    rates = Rates(settings.rate_scale)
    lobby = Lobby(tables, rates)
    streams = Streams(tables, settings.max_streams)
    bells = Bells(settings, people, tables, rates)
    bots, clock = Bots(tables, settings), Timekeeper(lobby)
    hints, glances = Hints(tables, bots, settings.bot_seconds), Glances(tables)
    analyses = Analyses(tables, bots, settings.analysis_seconds)
    tables.listeners += [bots.heard, clock.heard, bells.heard]

    def changed_elsewhere(person: str, _: bytes) -> None:
        people.forget(person)
        tables.hearing.read_again(tables.tables_of(person))

    store.bus.ears["person"] = changed_elsewhere

    def done_by_host(about: str) -> None:
        tables.hearing.read_again([about])
        changed_elsewhere(about, b"")

    async def take_over(shares: dict[int, float]) -> None:
        """Look after tables whose server has gone, or has given them to us."""
        await look_after(tables, shares)
        bells.take_over(shares)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await store.start()
        await bells.start()
        await tables.start()
        chores = [tidy_daily(store), close_old_hourly(lobby), stay_alive(store), keep_up(store)]
        chores.append(heed_host(store, done_by_host))
        chores += [store.duties.keep(take_over, bots.warm_up()), tables.company.keep_saying()]
        if settings.backup_dir:
            folder, keep = Path(settings.backup_dir), settings.backup_keep
            chores.append(copy_regularly(store, folder, keep, settings.backup_hours))
        housework = [asyncio.ensure_future(chore) for chore in chores]
        for work in housework:
            work.add_done_callback(_missed)
        # what is loaded now stays; looking through it again and again would hold up answers
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        try:
            yield
        finally:  # also where a test has failed: what goes on by itself would hang it
            for work in housework:
                work.cancel()
            streams.close()
            clock.stop()
            await analyses.stop()
            await bots.stop()
            await bells.stop()
            await tables.stop()
            await store.stop()
        note(LOG, logging.INFO, "stopped")

    app = FastAPI(
        title="Pfalz",
        version=pfalz.__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        generate_unique_id_function=lambda route: route.name,
    )
    traffic = Traffic()
    app.state.parts = Parts(
        settings,
        store,
        tables,
        lobby,
        people,
        streams,
        bells,
        rates,
        Guard(people),
        bots,
        hints,
        glances,
        traffic,
        analyses,
    )
    app.include_router(api_people.router)
    app.include_router(api_account.router)
    app.include_router(api_lobby.router)
    app.include_router(api_tables.router)
    app.include_router(api_learn.router)
    app.include_router(api_analysis.router)
    app.include_router(pages.router, include_in_schema=False)
    app.include_router(pages_people.router, include_in_schema=False)
    app.include_router(pages_table.router, include_in_schema=False)
    app.include_router(lookback.router, include_in_schema=False)
    app.include_router(watch.router, include_in_schema=False)
    app.mount("/static", Shelf(), name="static")
    app.openapi = document(app)  # type: ignore[method-assign]
    written = cache(lambda: msgspec.json.encode(app.openapi()))

    @app.get("/api/openapi.json", include_in_schema=False)
    async def described() -> Response:
        return Response(await elsewhere(written), media_type="application/json")

    _errors(app)
    app.add_middleware(Squeeze)
    app.add_middleware(Gate, settings=settings, rates=rates, traffic=traffic)
    return app


def _missed(chore: asyncio.Task[None]) -> None:
    """What is done as long as the server runs has ended by itself: the host has to know."""
    if not chore.cancelled() and (error := chore.exception()) is not None:
        LOG.error("%r is not done any more", chore.get_coro(), exc_info=error)


def _errors(app: FastAPI) -> None:
    @app.exception_handler(PfalzError)
    async def meant(request: Request, error: PfalzError) -> Response:
        return await respond(request, app.state.parts, request.path_params.get("id"), error)

    @app.exception_handler(TooMany)
    async def too_many(request: Request, error: TooMany) -> Response:
        return await meant(request, Refused("too_many", 429, seconds=error.seconds))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        if pages.wanted(request):
            return pages.wrong(request)
        first: dict[str, Any] = dict(error.errors()[0]) if error.errors() else {}
        if first.get("type") == "json_invalid":
            return await meant(request, Refused("not_json", 400))
        return await meant(request, wrong_field(first))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if isinstance(error, Unreadable):
            return await meant(request, error.error)
        if error.status_code == 404 and pages.wanted(request):
            return pages.wrong(request)
        key = {400: "not_json", 404: "no_such_page", 405: "wrong_method"}.get(error.status_code, "refused")
        response = await meant(request, Refused(key, error.status_code))
        response.headers.update(error.headers or {})
        return response
