"""Pages are drawn one after the other, each table's are sent together, and whoever cannot be told at once
misses nothing: what the messages of a stream come to is the page as it is drawn anew."""

from __future__ import annotations

import asyncio
import zlib
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from fastapi import FastAPI

from pfalz.server.http import stream as streams
from pfalz.server.http.easel import TOGETHER, Easel, Turn
from pfalz.server.http.meter import Debt
from pfalz.server.play.seats import Send
from pfalz.web.chunks import patched
from pfalz.web.prefs import Prefs
from pfalz.web.render import fragment
from tests.server.test_answers import run
from tests.server.test_squeeze import cookies
from tests.server.tools import Wire, client, fill, guest, open_table, parts, sqlite, view


def test_tables_are_drawn_for_one_viewer_after_the_other_and_sent_together() -> None:
    happened: list[str] = []

    def draw(name: str) -> Send | None:
        happened.append(f"draw {name}")
        return partial(happened.append, f"send {name}")

    def busy(name: str) -> Send | None:
        happened.append(f"busy {name}")
        return None

    async def go() -> None:
        easel, one, other, paid = Easel(), object(), object(), list[float]()
        debt = Debt(paid.append)

        def turn(table: object, name: str, work: Any = draw) -> Turn:
            return Turn(easel, table, partial(work, name), debt)

        first, second = turn(one, "1a"), turn(one, "1b")
        for due in (first, second, first, turn(other, "2a"), turn(other, "2b", busy), turn(other, "2c")):
            due.set()
        asyncio.get_running_loop().call_soon(happened.append, "between")
        await asyncio.sleep(0.01)
        assert happened == [
            *("draw 1a", "between", "draw 1b", "send 1a", "send 1b"),
            *("draw 2a", "busy 2b", "send 2a", "draw 2c", "send 2c"),
        ]
        happened.clear()
        first.set()
        await asyncio.sleep(0.01)
        assert happened == ["draw 1a", "send 1a"]
        happened.clear()
        for n in range(TOGETHER + 1):
            turn(one, f"{n}").set()
        await asyncio.sleep(0.01)
        assert happened.index("send 0") < happened.index(f"draw {TOGETHER}")  # nobody waits for all of many
        debt.pay()
        assert sum(paid) > 0

    asyncio.run(go())


def test_a_drawing_that_fails_keeps_nobody_else_waiting() -> None:
    happened: list[str] = []

    def fail() -> Send | None:
        raise ValueError("no")

    async def go() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, found: happened.append("heard of"))
        easel, debt = Easel(), Debt(lambda seconds: None)
        Turn(easel, 1, lambda: partial(happened.append, "before"), debt).set()
        Turn(easel, 1, fail, debt).set()
        Turn(easel, 1, lambda: partial(happened.append, "after"), debt).set()
        await asyncio.sleep(0.01)
        assert happened == ["before", "heard of", "after"]

    asyncio.run(go())


class Slow(Wire):
    """A connection that does not always keep up."""

    room = True

    @property
    def ready(self) -> bool:
        """Whether it takes more."""
        return self.room


class Page:
    """A browser that looks at a table: what its script has put together."""

    def __init__(self, wire: Slow, squeezed: bool) -> None:
        self.wire = wire
        self.told = zlib.decompressobj(31) if squeezed else None
        self.rest = b""
        self.parts: list[str] = []

    def heard(self) -> None:
        """Take in what has come."""
        data = bytes(self.wire.body)
        self.wire.body.clear()
        self.rest += data if self.told is None else self.told.decompress(data)
        *whole, self.rest = self.rest.split(b"\n\n")
        for message in whole:
            if message.startswith(b"event: table\ndata: "):
                found = msgspec.json.decode(message.partition(b"data: ")[2])
                self.parts = patched(self.parts, found["html"])


@pytest.mark.parametrize("much", [16 * 1024, 2_000])
def test_what_a_stream_tells_comes_to_the_page_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, much: int
) -> None:
    """Some clients do not keep up, there is chat in between, and large pieces have to be compressed first."""
    monkeypatch.setattr(streams, "MUCH", much)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b, client(app) as c:
            rng, tables = Random(much), parts(app).tables
            id = await open_table(a, ["me", "open"])
            await b.post(f"/api/tables/{id}/join", json={})
            people = {who: (await who.get("/api/me")).json().get("id", "") for who in (a, b)}
            pages = dict[Any, Page]()
            for who in (a, b, c):
                squeezed = who is not a
                head = [("accept-encoding", "gzip")] * squeezed + [("cookie", cookies(who))]
                pages[who] = Page(Slow(app, "GET", f"/api/tables/{id}/events", head), squeezed)
                await pages[who].wire.until(lambda w: len(w.body) > 1_000)
            for n in range(40):
                who = rng.choice((a, b))
                for page in pages.values():
                    page.wire.room = rng.random() < 0.8
                if rng.random() < 0.3:
                    await who.post(
                        f"/api/tables/{id}/chat", json={"text": f"Schach {n}" * rng.choice((1, 30))}
                    )
                for player in (a, b):
                    seen = await view(player, id)
                    if seen["ask"] is not None:
                        body = {"ask": seen["ask"]["ask"], "opened": seen["opened"]}
                        move = await fill(player, id, rng)
                        await player.post(f"/api/tables/{id}/answers", json={**body, "move": move})
                if rng.random() < 0.5:
                    await asyncio.sleep(0)
            for page in pages.values():
                page.wire.room = True
            for who, page in pages.items():
                for _ in range(3_000):
                    page.heard()
                    now = str(fragment(await tables.seen(id, people.get(who, "")), Prefs()))
                    if "".join(page.parts) == now:
                        break
                    await asyncio.sleep(0.01)
                assert "".join(page.parts) == now
                await page.wire.close()

    run(sqlite(tmp_path), check)
