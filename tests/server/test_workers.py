"""A worker that is gone is noticed before it is written to, on the loop the server runs on."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import uvloop
from fastapi import FastAPI

from pfalz import catalogue
from pfalz.bots import Situation, make
from pfalz.core.record import new_header
from pfalz.core.state import NATURE, Move
from pfalz.server.play.workers import Worker, WorkerDied
from tests.games.playing import random_game
from tests.server.test_answers import run as in_server
from tests.server.tools import PATIENCE, guest, open_table, parts, sqlite

Loop = Callable[[], asyncio.AbstractEventLoop]
LOOPS = pytest.mark.parametrize("loop", [uvloop.new_event_loop, asyncio.new_event_loop])


def job() -> tuple[bytes, Move]:
    """The first question of a game as a worker gets it, and what a bot answers that plays at random."""
    rules = catalogue.ruleset("staufer", 2)
    s, ask = next((s, asks[0]) for s, asks in random_game(rules, 1) if asks[0].seat != NATURE)
    view = rules.view(s, ask.seat)
    told = {"header": new_header(rules, []), "view": rules.to_json(view), "seat": ask.seat, "ask": ask.name}
    answer = make("random").choose(Situation(rules, view, ask, [], Random(0)))
    return msgspec.json.encode(
        {**told, "events": [], "bot": "random", "luck": 0, "seconds": PATIENCE}
    ), answer


def run(loop: Loop, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(work())


async def unreachable() -> Process:
    """A process that lives, behind a pipe that is closed: so a dying worker looks until it is buried."""
    process = await asyncio.create_subprocess_exec("sleep", "600", stdin=PIPE, stdout=PIPE)
    assert process.stdin is not None
    process.stdin.close()
    await process.stdin.wait_closed()
    assert process.returncode is None
    return process


@LOOPS
def test_a_worker_behind_a_closed_pipe_is_replaced(loop: Loop) -> None:
    async def work() -> None:
        worker, (line, answer) = Worker(), job()
        worker.process = old = await unreachable()
        try:
            assert await worker.ask(line, PATIENCE) == answer
            assert old.returncode is not None and worker.process is not old
        finally:
            await worker.stop()

    run(loop, work)


@LOOPS
def test_a_worker_that_dies_at_birth_is_told_of_as_dead(loop: Loop) -> None:
    class Stillborn(Worker):
        async def _start(self) -> Process:
            return await unreachable()

    async def work() -> None:
        worker = Stillborn()
        with pytest.raises(WorkerDied, match="pipe is closed"):
            await worker.ask(job()[0], PATIENCE)
        assert worker.process is None

    run(loop, work)


def test_bots_that_have_stopped_start_no_worker(tmp_path: Path) -> None:
    """A table may change while the server stops, and a worker that is called off at its start hangs it."""

    async def check(app: FastAPI) -> None:
        bots = parts(app).bots
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            table = await parts(app).tables.get(id)
            await bots.stop()
            for seat in table.seats:
                seat.bot = "random"
            bots.heard(table)
            assert bots._busy == {}

    in_server(sqlite(tmp_path), check)
