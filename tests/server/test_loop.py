"""What every route makes the event loop do, counted in work and not in time: nothing dear is done there.

Five thousand function calls of Python take about a millisecond. They are counted on the loop's own thread
the second time something is asked for; what is made in threads is charged (`test_cost`).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.server.play.rows import lines_since
from pfalz.web.setup import presets
from pfalz.web.words import words
from tests.server.test_answers import run
from tests.server.test_routes import BODIES, LOOK, MOVE, PLAY, ROUTES, SEEN, STREAMS
from tests.server.tools import Wire, guest, open_table, parts, sqlite, view

MOST = 5_000
"""Calls on the loop for one request."""
LONG, TO_THE_END = 250, 10**6
"""Answers the table has."""
DEAR = {"POST /api/tables/{id}/answers", "POST /api/tables/{id}/resign"}
"""They carry on the game itself, which is the server's work."""
NEVER = {
    "POST /api/logout",
    "POST /api/me/delete",
    "POST /api/tables/import",
    "DELETE /api/sessions/{session}",
    "DELETE /api/tokens/{token}",
    "POST /api/tables/{id}/cancel",
    "POST /api/tables/{id}/resign",
}
"""They end what the others need, or have tests of their own."""


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Calls on this thread, by function."""
    found: Counter[str] = Counter()

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            found[frame.f_code.co_qualname] += 1

    sys.setprofile(called)
    try:
        yield found
    finally:
        sys.setprofile(None)


def all_modules() -> dict[str, Any]:
    """Dark Ages for as many as can play, with everything that goes together."""
    found = next(preset for preset in presets("darkages", words("en")) if preset.id == "all")
    return {"players": found.players, "modules": found.modules}


async def long_table(app: FastAPI, a: httpx.AsyncClient, answers: int) -> str:
    """A table that has been played for long, by its owner alone, or to the end."""
    wish = all_modules()
    id = await open_table(
        a, ["me"] * wish["players"], "darkages", modules=wish["modules"], undo_policy="free"
    )
    tables, rng = parts(app).tables, Random(11)
    async with tables.open(id) as table:
        session, mark = table.session, table.position
        while table.position < answers and not session.state.over:
            ask = next(ask for ask in session.asks() if not ask.answered)
            session.answer(ask.seat, ask.random_answer(session.state, rng))
            session.settle()
        assert session.state.over == (answers == TO_THE_END)
        await tables.commit(table, lines_since(table, mark), ())
    return id


async def asked(a: httpx.AsyncClient, id: str) -> dict[str, Any]:
    seen = await view(a, id)
    return {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": seen["ask"]["options"][:1]}


def address(route: str, id: str) -> str:
    names = {
        "id": id,
        "n": "120",
        "seat": "0",
        "game": "darkages",
        "clause": "D-1.1",
        "picture": "cover",
        "code": "de",
    }
    path = route.split(" ")[1]
    for name, value in names.items():
        path = path.replace(f"{{{name}}}", value)
    more = {"/why": "?value=1", "/view.json": "?lang=de", "/steps": "?moments=200.1,201.1,202.1,203.1"}
    return path + next((query for end, query in more.items() if path.endswith(end)), "")


@pytest.mark.parametrize("answers", [LONG, TO_THE_END])
def test_no_route_does_anything_dear_on_the_loop_twice(tmp_path: Path, answers: int) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app, "Agnes") as a:
            id = await long_table(app, a, answers)
            dear = {}
            for route in ROUTES:
                if route in NEVER | DEAR or route.split(" ")[0] not in ("GET", "POST"):
                    continue
                if answers == TO_THE_END and ROUTES[route] not in (LOOK, SEEN, PLAY):
                    continue
                for _ in range(2):  # what is made on first use is made
                    found = await sent(app, a, route, id)
                if sum(found.values()) > MOST:
                    dear[route] = sum(found.values()), found.most_common(5)
            assert not dear, "\n".join(f"{route}: {found}" for route, found in dear.items())

    async def sent(app: FastAPI, a: httpx.AsyncClient, route: str, id: str) -> Counter[str]:
        method = route.split(" ")[0]
        body = BODIES.get(route, {}) if method == "POST" else None
        if body is MOVE and answers == LONG:
            body = await asked(a, id)
        if route == "POST /api/tables":
            wish = all_modules()
            body = {"game": "darkages", **wish, "seats": [{"kind": "me"}] * wish["players"]}
        request = a.build_request(method, address(route, id), json=body)
        content = [request.content] if body is not None else []
        with counted() as found:
            wire = Wire(app, method, address(route, id), request.headers.items(), content)
            if route in STREAMS:
                await wire.until(lambda w: b"\n\n" in bytes(w.body)[20:] or route.endswith("/me/events"))
                await wire.close()
            else:
                await wire.whole()
        assert wire.status < 500, (route, wire.sent)
        return found

    run(sqlite(tmp_path), check)
