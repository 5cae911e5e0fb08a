"""Streams: what is sent at once, what waits for a full connection; nothing is lost or out of order."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pfalz.server.http import stream as streams
from pfalz.server.http.stream import Bell, EventStream
from tests.server.tools import Wire, answer, guest, open_table, parts, running, sqlite


class Pipe:
    """A connection that can be full."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.room = asyncio.Event()
        self.room.set()

    @property
    def ready(self) -> bool:
        return self.room.is_set()

    def push(self, data: bytes) -> None:
        self.sent.append(data)

    async def drain(self) -> None:
        await self.room.wait()


def test_whoever_takes_nothing_gets_one_sign_of_life_and_not_many(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async def nothing(stream: EventStream) -> None:
            pass

        pipe, stream = Pipe(), EventStream(nothing)
        stream._line = pipe
        pipe.room.clear()
        for _ in range(3):
            stream._tick()
            await asyncio.sleep(0)
        assert len(pipe.sent) == 1
        pipe.room.set()
        await asyncio.wait_for(asyncio.shield(stream._beating or asyncio.sleep(0)), 30)
        stream._tick()
        await asyncio.sleep(0)
        assert len(pipe.sent) == 2

    asyncio.run(go())


def test_a_full_connection_gets_everything_in_order() -> None:
    async def go() -> None:
        async def nothing(stream: EventStream) -> None:
            pass

        pipe = Pipe()
        stream = EventStream(nothing)
        assert not stream.ready
        stream._line = pipe
        waiting = asyncio.ensure_future(stream.next())
        await asyncio.sleep(0)
        assert stream.ready
        stream.put_now(b"1")
        assert pipe.sent == [b"1"] and stream.ready
        pipe.room.clear()
        assert not stream.ready
        later = asyncio.ensure_future(stream.put(b"2"))
        await asyncio.sleep(0.01)
        assert pipe.sent == [b"1", b"2"] and not later.done()
        pipe.room.set()
        await later
        assert stream.ready
        stream.put_now(b"3")
        assert pipe.sent == [b"1", b"2", b"3"]
        stream.close()
        assert not await waiting and not stream.ready

    asyncio.run(go())


def test_a_bell_rings_once_for_many_pulls() -> None:
    async def go() -> None:
        bell = Bell()
        bell.set()
        bell.set()
        await bell.heard()
        assert not bell.silent
        waiting = asyncio.ensure_future(bell.heard())
        await asyncio.sleep(0)
        assert bell.silent and not waiting.done()
        bell.set()
        assert not bell.silent
        await waiting

    asyncio.run(go())


@pytest.mark.parametrize("broken", [False, True])
def test_viewers_hear_of_every_answer_also_if_telling_at_once_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: bool
) -> None:
    def fail(self: EventStream, data: bytes) -> None:
        raise ValueError("no")

    if broken:
        monkeypatch.setattr(streams.EventStream, "put_now", fail)
        caplog.set_level(logging.CRITICAL)

    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            rng = Random(2)
            id = await open_table(a, ["me", "me"])
            wire = Wire(app, "GET", f"/api/tables/{id}/events?html=0&view=1")
            await wire.until(lambda w: b'"position"' in w.body)
            seen = (await parts(app).tables.get(id)).position
            for _ in range(12):
                assert (await answer(a, id, rng)).status_code == 200
            last = (await parts(app).tables.get(id)).position
            await wire.until(lambda w: f'{{"position":{last},'.encode() in w.body)
            # every event since the first message is told exactly once
            table = await parts(app).tables.get(id)
            happened = len(table.happened_after(seen))
            told = wire.body.split(b'"events":')
            assert sum(part.split(b'"view":')[0].count(b'"event":') for part in told[2:]) == happened
            await wire.close()

    asyncio.run(go())


def test_an_answer_does_not_wait_for_all_drawings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = 0
    real = streams.update

    def counted(*args: Any) -> bytes:
        nonlocal drawn
        drawn += 1
        return real(*args)

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), max_streams=100)) as app, guest(app) as a:
            me = (await a.get("/api/me")).json()["id"]
            watched, played = [await open_table(a, ["me", "me"]) for _ in range(2)]
            wires = [Wire(app, "GET", f"/api/tables/{watched}/events") for _ in range(30)]
            for wire in wires:
                await wire.until(lambda w: b'"position"' in w.body)
            tables = parts(app).tables
            seen = await tables.seen(played, me)
            assert seen.ask is not None
            answer = seen.ask.random_answer(seen.view, Random(1))
            monkeypatch.setattr(streams, "update", counted)
            (await tables.get(watched)).changed()
            done = await tables.answer(played, me, seen.ask.name, seen.opened, answer)
            assert not done["again"] and drawn < 15, drawn
            while drawn < 30:
                await asyncio.sleep(0)
            for wire in wires:
                await wire.close()

    asyncio.run(go())
