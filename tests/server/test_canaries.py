"""Canaries: hidden values become numbers that occur nowhere else, and are looked for in every byte sent."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz import catalogue
from pfalz.core.events import Event
from pfalz.core.state import HIDDEN, SPECTATOR, State
from pfalz.server.stream import Wanted, update
from pfalz.server.table import Table
from pfalz.web.prefs import Prefs
from tests.server.test_answers import run
from tests.server.tools import answer, client, guest, open_table, parts, sqlite, view

CANARY = 7_310_049


def with_canaries(table: Table, viewer: int) -> tuple[State, int]:
    """The true state with canaries in everything `viewer` may not see, and how many there are."""
    rules = table.rules
    state, shown = rules.copy(table.session.state), rules.view(table.session.state, viewer)
    count = 0
    halves = [(state, shown, rules.game.schema)]
    halves += [(state.slices[id], shown.slices[id], schema) for id, schema in rules.schemas.items()]
    for true, seen, schema in halves:
        for name, column in schema.stored.items():
            value, view = getattr(true, name), getattr(seen, name)
            if column.kind == "number":
                if view == HIDDEN:
                    setattr(true, name, CANARY)
                    count += 1
                continue
            for i, entry in enumerate(view):
                if entry == HIDDEN:
                    value[i] = CANARY
                    count += 1
                elif isinstance(entry, tuple) and HIDDEN in entry:
                    value[i] = (CANARY,) * len(entry)
                    count += 1
    for seat, move in enumerate(state.answers):
        if move is not None and seat != viewer:
            state.answers[seat] = (CANARY,) * len(move)
            count += 1
    return state, count


def secret_events(table: Table, viewer: int) -> list[list[Event]]:
    """All events, with canaries in the arguments `viewer` may not know."""
    return [
        [
            (
                kind,
                tuple(
                    CANARY if s == HIDDEN else a
                    for a, s in zip(args, kind.seen_by(args, viewer), strict=True)
                ),
            )
            for kind, args in happened
        ]
        for happened in table.session.events
    ]


@pytest.mark.parametrize("game", catalogue.IDS)
def test_no_canary_is_ever_sent(game: str, tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        rng = Random(game)
        async with guest(app) as a, guest(app) as b, guest(app) as c, client(app) as nobody:
            id = await open_table(a, ["me", "open", "open"], game=game)
            for other in (b, c):
                await other.post(f"/api/tables/{id}/join", json={})
            people = {0: a, 1: b, 2: c, SPECTATOR: nobody}
            table = await parts(app).tables.get(id)
            planted = 0
            for n in range(400):
                asked = (await view(a, id))["asks"][0]["seat"]
                assert (await answer(people[asked], id, rng)).status_code == 200
                if with_canaries(table, SPECTATOR)[1] and n % 4 == 0:
                    for viewer, person in people.items():
                        planted += await look_everywhere(app, table, viewer, person)
                if planted > 60:
                    return
            raise AssertionError("this game has no secrets to keep")

    run(sqlite(tmp_path), check)


async def look_everywhere(app: FastAPI, table: Table, viewer: int, person: httpx.AsyncClient) -> int:
    session = table.session
    true, happened = session.state, session.events
    session.state, planted = with_canaries(table, viewer)
    session.events = secret_events(table, viewer)
    table.rendered.clear()
    table._logs.clear()
    try:
        for path in sent_to(table, viewer):
            response = await person.get(path)
            assert response.status_code == 200, (path, response.text[:300])
            assert str(CANARY) not in response.text, path
        me = (await person.get("/api/me")).json().get("id", "")
        for wanted in (Wanted(Prefs("en"), True, True, "en"), Wanted(Prefs("de"), True, True, "de")):
            pushed: Any = update(parts(app).tables, table, me, -1, wanted, parts(app).streams.render)
            assert str(CANARY).encode() not in pushed
    finally:
        session.state, session.events = true, happened
        table.rendered.clear()
        table._logs.clear()
    return planted


def sent_to(table: Table, viewer: int) -> list[str]:
    """Every address that shows something of a table."""
    api, page = f"/api/tables/{table.id}", f"/t/{table.id}"
    found = [f"{api}/view.json?lang=en", f"{api}/view.json?lang=de", f"{api}/position/{table.position}"]
    if viewer in table.deciding():
        found += [f"{api}/options?lang=en", f"{api}/why?value=3"]
    return [*found, page]
