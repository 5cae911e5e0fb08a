"""Streams: what is sent at once, what waits for a full connection; nothing is lost or out of order."""

from __future__ import annotations

import asyncio
import logging
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
        self.open = asyncio.Event()
        self.open.set()

    async def send(self, message: Any) -> None:
        """Take some bytes, if there is room."""
        if not self.open.is_set():
            await self.open.wait()
        self.sent.append(message["body"])


def test_a_full_connection_gets_everything_in_order() -> None:
    async def go() -> None:
        async def nothing(stream: EventStream) -> None:
            pass

        pipe = Pipe()
        stream = EventStream(nothing)
        stream._send = pipe.send
        waiting = asyncio.ensure_future(stream.next())
        await asyncio.sleep(0)
        assert stream.ready
        stream.put_now(b"1")
        assert pipe.sent == [b"1"]
        pipe.open.clear()
        stream.put_now(b"2")
        assert pipe.sent == [b"1"] and not stream.ready
        later = asyncio.ensure_future(stream.put(b"3"))
        await asyncio.sleep(0.01)
        assert pipe.sent == [b"1"]
        pipe.open.set()
        await later
        assert pipe.sent == [b"1", b"2", b"3"] and stream.ready
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
