"""Nothing hidden is ever sent: whole games over HTTP, and every byte sent to every viewer is looked at.

Again and again the world is exchanged behind the server's back for one that differs only in what one viewer
may not know: once for a world drawn anew from that viewer's view, once for one in which every hidden value is
a canary, a number that occurs nowhere else. That viewer has to be sent exactly the same bytes as before.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz import catalogue
from pfalz.core.record import Entry
from pfalz.core.session import Session
from pfalz.core.state import HIDDEN, SPECTATOR, State
from pfalz.server.http import squeeze
from pfalz.server.people.people import COOKIE
from pfalz.server.play.table import Table
from tests.server.test_answers import run
from tests.server.tools import HEADERS, Wire, client, guest, open_table, parts, sqlite

CANARY = 7_310_049
DRAFT = 731_004
"""A canary that fits into a draft."""
EVERY = {"staufer": 11, "wallenstein": 17, "mil": 15, "darkages": 23}
"""So many answers lie between two exchanges of the world."""

World = Callable[[State], State]


def modules_for(game: str, players: int) -> list[str]:
    """As many modules as go together."""
    found: list[str] = []
    for module in catalogue.game(game).modules:
        fits = module.players[0] <= players <= module.players[1] and set(module.requires) <= set(found)
        if fits and not set(module.excludes) & set(found):
            found.append(module.id)
    return found


@pytest.fixture(autouse=True)
def no_longer_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compressed is as long as it need be: lengths are compared, too."""
    monkeypatch.setattr(squeeze, "secrets", SimpleNamespace(randbelow=lambda below: 0))


# -- other worlds ---------------------------------------------------------------------------------------


def with_canaries(session: Session, viewer: int, state: State) -> State:
    """A state with canaries in everything `viewer` may not see."""
    rules = session.rules
    state, shown = rules.copy(state), rules.view(state, viewer)
    halves = [(state, shown, rules.game.schema)]
    halves += [(state.slices[id], shown.slices[id], schema) for id, schema in rules.schemas.items()]
    for true, seen, schema in halves:
        for name, column in schema.stored.items():
            value, view = getattr(true, name), getattr(seen, name)
            if column.kind == "number":
                if view == HIDDEN:
                    setattr(true, name, CANARY)
                continue
            for i, entry in enumerate(view):
                if entry == HIDDEN:
                    value[i] = CANARY
                elif isinstance(entry, tuple) and HIDDEN in entry:
                    value[i] = (CANARY,) * len(entry)
    for seat, answer in enumerate(state.answers):
        if answer is not None and seat != viewer:
            state.answers[seat] = (CANARY,) * len(answer)
    return state


def hidden_values(rules: Any, state: State, viewer: int) -> int:
    """How many values of a state `viewer` may not know."""
    text = str(rules.to_json(rules.view(state, viewer)))
    return text.count(str(HIDDEN))


def other_log(session: Session, viewer: int) -> list[Entry]:
    """The answers, with canaries wherever `viewer` may not know them."""
    out = []
    for entry in session.entries:
        shown = session.redacted(entry, viewer).move
        answer = entry.move
        if shown == [HIDDEN] and answer is not None:
            answer = [CANARY] * len(answer)
        elif shown is not None and answer is not None:
            answer = [CANARY if s == HIDDEN else m for m, s in zip(answer, shown, strict=True)]
        out.append(Entry(entry.n, entry.seat, entry.ask, answer, str(CANARY)))
    return out


@contextmanager
def instead(table: Table, viewer: int, world: World) -> Iterator[None]:
    """For a while the table has another world, another log and other events than the true ones."""
    session = table.session
    other = copy.copy(session)
    other.state = world(session.state)
    other.position = lambda n: world(session.position(n))  # type: ignore[method-assign]
    other.entries = other_log(session, viewer)
    other.header = copy.copy(session.header)
    other.header.seed = str(CANARY)
    other._events = [
        [(kind, hide(args, kind.seen_by(args, viewer))) for kind, args in happened]
        for happened in session.events
    ]
    table.session = other
    forget(table)
    try:
        yield
    finally:
        table.session = session
        forget(table)


def hide(args: tuple[int, ...], shown: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(CANARY if s == HIDDEN else a for a, s in zip(args, shown, strict=True))


def forget(table: Table) -> None:
    table.rendered.clear()
    table.forget_log()


# -- what is sent ---------------------------------------------------------------------------------------


@dataclass
class Viewer:
    """Somebody at the table, and everything that has been sent to them without being asked for."""

    seat: int
    browser: httpx.AsyncClient
    stream: Wire | None = None
    head: list[tuple[str, str]] = field(default_factory=list)


def addresses(table: Table) -> list[str]:
    """Every address that shows something of a table."""
    api, page, last = f"/api/tables/{table.id}", f"/t/{table.id}", table.position
    return [
        f"{api}/view.json",
        f"{api}/view.json?lang=de",
        f"{api}/view.json?lang=en&since={max(0, last - 4)}",
        f"{api}/position/{last}?lang=en",
        f"{api}/position/{last // 2}?lang=de",
        f"{api}/position/{last}?seat=0",
        f"{api}/options?lang=en",
        f"{api}/options?prefix=0",
        *(f"{api}/why?value={value}&lang=de" for value in (0, 3, 999)),
        f"{api}/log",
        page,
        f"{page}?at={last // 2}",
        f"{page}/fragment",
        f"{page}/log",
        f"{page}/after",
        f"{page}/at/{last}.svg",
        f"{page}/at/{last // 2}.svg",
        f"{page}/at/{last}.svg?seat=1",
        "/",
        "/api/tables?which=playing",
        "/api/tables?which=mine",
        "/api/me/turns",
    ]


async def sent_to(app: FastAPI, viewer: Viewer, table: Table) -> dict[str, bytes]:
    """Every byte a viewer is sent at every address, streams included."""
    found: dict[str, bytes] = {}
    for path in addresses(table):
        got = await viewer.browser.get(path)
        assert got.status_code < 500, (path, got.text)
        found[path] = repr((got.status_code, got.headers.multi_items())).encode() + got.content
    for query in ("html=1", "html=0&view=1", f"html=1&view=1&lang=de&since={max(0, table.position - 4)}"):
        wire = Wire(app, "GET", f"/api/tables/{table.id}/events?{query}", viewer.head)
        await wire.until(lambda w: b"event: table" in w.body and w.body.endswith(b"\n\n"))
        found[query] = wire.sent
        await wire.close()
    return found


async def refusals(viewer: Viewer, table: Table) -> dict[str, bytes]:
    """What a viewer is told when they try what they may not, or what is not legal."""
    found: dict[str, bytes] = {}
    asks = sorted({ask.name for ask in table.asks()})
    for ask in asks:
        for answer in ([], [999], [0, 999], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]):
            body = {"ask": ask, "opened": table.session.opened, "move": answer}
            got = await viewer.browser.post(f"/api/tables/{table.id}/answers?lang=de", json=body)
            if got.status_code == 200:  # no answer is meant to be taken here
                raise AssertionError(f"{answer} is an answer to {ask}")
            found[f"{ask} {answer}"] = got.content
    for path in ("start", "replace", "rematch", "leave"):
        got = await viewer.browser.post(f"/api/tables/{table.id}/{path}", json={"seat": 0})
        assert got.status_code >= 400
        found[path] = got.content
    return found


async def watched(app: FastAPI, table: Table, viewer: Viewer, rng: Random) -> int:
    """Compare what a viewer is sent of the true world and of others; how much they may not know."""
    session = table.session
    rules = session.rules
    true = await sent_to(app, viewer, table)
    told = await refusals(viewer, table)

    def drawn(state: State) -> State:
        return rules.resample(rules.view(state, viewer.seat), viewer.seat, rng)

    with instead(table, viewer.seat, drawn):
        same(true, await sent_to(app, viewer, table))
        same(told, await refusals(viewer, table))
    with instead(table, viewer.seat, lambda state: with_canaries(session, viewer.seat, state)):
        planted = await sent_to(app, viewer, table)
        same(true, planted)
        assert all(str(CANARY).encode() not in data for data in planted.values())
    return hidden_values(rules, session.state, viewer.seat)


def same(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert list(one) == list(other)
    for path, data in one.items():
        if data != other[path]:
            at = next((i for i, (a, b) in enumerate(zip(data, other[path], strict=False)) if a != b), 0)
            around = slice(max(0, at - 150), at + 150)
            raise AssertionError(f"{path} tells two worlds apart:\n{data[around]!r}\n{other[path][around]!r}")


# -- whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", catalogue.IDS)
def test_no_byte_tells_a_viewer_what_they_may_not_know(game: str, tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, guest(app) as c, guest(app) as d, client(app) as e:
            id = await open_table(a, ["me", "open", "open"], game=game, modules=modules_for(game, 3))
            for other in (b, c):
                await other.post(f"/api/tables/{id}/join", json={})
            viewers = [Viewer(i, browser) for i, browser in enumerate((a, b, c))]
            viewers += [Viewer(SPECTATOR, d), Viewer(SPECTATOR, e)]
            table = await parts(app).tables.get(id)
            await play(app, table, viewers, Random(game))

    run(sqlite(tmp_path), check)


def tells_all_events(patch: pytest.MonkeyPatch) -> None:
    log = Table.log
    patch.setattr(Table, "log", lambda self, viewer: log(self, None))


def tells_all_answers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Session, "redacted", lambda self, entry, seat: entry)


def takes_spectators_for_the_first_seat(patch: pytest.MonkeyPatch) -> None:
    viewer = Table.viewer
    patch.setattr(Table, "viewer", lambda self, person: max(0, viewer(self, person)))


LEAKS = [
    ("staufer", tells_all_events),
    ("wallenstein", tells_all_answers),
    ("wallenstein", takes_spectators_for_the_first_seat),
]


@pytest.mark.parametrize(("game", "leak"), LEAKS)
def test_a_server_that_tells_too_much_is_found_out(
    game: str, leak: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises((AssertionError, LookupError)):  # a canary has no name in any language
        test_no_byte_tells_a_viewer_what_they_may_not_know(game, tmp_path)


async def play(app: FastAPI, table: Table, viewers: list[Viewer], rng: Random) -> None:
    """A whole game, with streams open all the time."""
    for viewer in viewers:
        cookie = viewer.browser.cookies.get(COOKIE)
        viewer.head = [*HEADERS.items(), *([("Cookie", f"{COOKIE}={cookie}")] if cookie else [])]
        path = f"/api/tables/{table.id}/events?html=0&view=1"
        viewer.stream = Wire(app, "GET", path, viewer.head)
        await viewer.stream.until(lambda w: b"event: table" in w.body)
    secrets = n = 0
    while table.status == "playing":
        seat = rng.choice(table.deciding())
        ask = next(ask for ask in table.asks() if ask.seat == seat)
        answer = ask.random_answer(table.session.state, rng)
        body = {"ask": ask.name, "opened": table.session.opened, "move": answer}
        url = f"/api/tables/{table.id}"
        if n % 7 == 0:
            await draft(table, viewers, seat, {**body, "move": [DRAFT]})
        assert (await viewers[seat].browser.post(f"{url}/answers", json=body)).status_code == 200
        n += 1
        if n % EVERY[table.header.game] == 0 and table.status == "playing":
            secrets += await watched(app, table, viewers[n // EVERY[table.header.game] % len(viewers)], rng)
    assert secrets > 30, "this game has no secrets to keep"
    for viewer in viewers:
        stream = viewer.stream
        assert stream is not None
        await stream.until(lambda w: b'"status":"over"' in w.body)
        await stream.close()
        before, _, after = stream.sent.partition(b'"status":"over"')
        assert table.header.seed.encode() not in before and table.header.seed.encode() in after


async def draft(table: Table, viewers: list[Viewer], seat: int, body: dict[str, Any]) -> None:
    """A seat keeps a draft; nobody else hears of it, not even that there is one."""
    marks = [len(viewer.stream.body) if viewer.stream else 0 for viewer in viewers]
    put = await viewers[seat].browser.put(f"/api/tables/{table.id}/draft", json=body)
    assert put.status_code == 200, put.text
    for viewer in viewers:
        seen = await viewer.browser.get(f"/api/tables/{table.id}/view.json")
        page = await viewer.browser.get(f"/t/{table.id}")
        shown = str(DRAFT) in seen.text
        assert shown == (viewer.seat == seat)
        assert viewer.seat == seat or str(DRAFT) not in page.text
    await asyncio.sleep(0)
    for viewer, mark in zip(viewers, marks, strict=True):
        assert viewer.stream is not None
        if viewer.seat != seat:
            assert str(DRAFT).encode() not in viewer.stream.body[mark:]
