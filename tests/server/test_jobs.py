"""What a bot of the server is told: everything its seat may know, and not a byte of anything else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from random import Random

import msgspec
import pytest

from pfalz import catalogue
from pfalz.bots import seen_by
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session, resume
from pfalz.core.state import Move, State
from pfalz.server.play import clocks
from pfalz.server.play.live import Tables
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table
from pfalz.server.play.worker import decide, situation_of
from pfalz.server.play.workers import Worker, job_of
from tests.server.test_canaries import CANARY, hidden_values, instead, modules_for, with_canaries
from tests.server.tools import answer, guest, open_table, parts, running, sqlite

EVERY = 13
"""So many answers lie between two exchanges of the world."""
GAMES = pytest.mark.parametrize("game", catalogue.IDS)


def table_of(game: str) -> Table:
    """A new table for three with as many modules as go together."""
    rules = catalogue.ruleset(game, 3, modules_for(game, 3))
    session = open_session(rules, [SeatInfo(f"P{i}") for i in range(3)], "known to nobody")
    clock = clocks.Clock()
    names = ("table", "", session.header, "playing", "", False, "", "free")
    seats = [Seat(bot="knight") for _ in range(3)]
    return Table(*names, clock, clocks.start(clock, 3), seats, session, 0.0)


def job(table: Table, seat: int) -> bytes:
    return job_of(table, seat, "knight", 16.0)[1]


def played(table: Table, rng: Random, look: Callable[[int], None]) -> None:
    """Play a whole game at random; now and then somebody looks at the seats that have to decide."""
    session = table.session
    while not session.state.over:
        for seat in table.deciding() if len(session.entries) % EVERY == 0 else ():
            look(seat)
        asked = rng.choice([ask for ask in session.asks() if not ask.answered])
        session.answer(asked.seat, asked.random_answer(session.state, rng))
        session.settle()


@GAMES
def test_no_byte_tells_a_bot_what_its_seat_may_not_know(game: str) -> None:
    table, rng = table_of(game), Random(game)
    rules, session = table.rules, table.session
    secrets = 0

    def look(seat: int) -> None:
        nonlocal secrets
        told = job(table, seat)

        def drawn(state: State) -> State:
            return rules.resample(rules.view(state, seat), seat, rng)

        def planted(state: State) -> State:
            return with_canaries(session, seat, state)

        for world in (drawn, planted):
            with instead(table, seat, world):
                assert job(table, seat) == told
        assert str(CANARY).encode() not in told and session.header.seed.encode() not in told
        secrets += hidden_values(rules, session.state, seat)

    played(table, rng, look)
    assert secrets > 20, "this game has no secrets to keep"


def test_a_server_that_tells_its_bots_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Table.log
    monkeypatch.setattr(Table, "log", lambda self, viewer: log(self, None))
    with pytest.raises(AssertionError):
        test_no_byte_tells_a_bot_what_its_seat_may_not_know("staufer")


@GAMES
def test_a_worker_has_the_situation_of_the_seat(game: str) -> None:
    """However much of it was encoded before, and whatever was taken back since."""
    table, rng = table_of(game), Random(game)
    rules, session = table.rules, table.session
    asked = 0

    def look(seat: int) -> None:
        nonlocal asked
        began = time.monotonic()
        bot, situation = situation_of(job(table, seat))
        assert (bot.name, situation.seat) == ("knight", seat)
        assert situation.deadline is not None and situation.deadline >= began + 16
        assert rules.key(situation.view) == rules.key(rules.view(session.state, seat))
        seen = seen_by(seat, chain.from_iterable(session.events))
        assert [(kind.name, args) for kind, args in situation.events] == [(k.name, args) for k, args in seen]
        asked += 1
        if asked == 3:
            session.rewind(len(session.entries) // 2)
            session.settle()
            table.forget_log()

    played(table, rng, look)
    assert asked > 5


def test_only_what_is_new_is_encoded() -> None:
    table, rng = table_of("staufer"), Random(1)
    session = table.session
    first = msgspec.json.decode(table.witnessed(0))
    table._witnessed[0] = len(first), b'"before"'
    mark = len(session.events)
    for _ in range(5):
        ask = session.asks()[0]
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
    new = seen_by(0, chain.from_iterable(session.events[mark:]))
    assert msgspec.json.decode(table.witnessed(0)) == ["before", *([kind.name, *args] for kind, args in new)]
    assert len(first) > 5 and len(new) > 5


def test_a_bot_remembers_what_happened_before_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its memory is read again out of the way of others, as for people."""
    jobs: list[bytes] = []
    recalled: list[str] = []
    recall = Tables.recall

    async def recalls(self: Tables, table: Table) -> None:
        recalled.append(table.id)
        await recall(self, table)

    async def thinks(self: Worker, job: bytes, seconds: float) -> Move:
        jobs.append(job)
        if len(jobs) == 15:
            await asyncio.Event().wait()  # the server stops before there is an answer
        answer: Move = decide(job)["move"]
        return answer

    monkeypatch.setattr(Tables, "recall", recalls)
    monkeypatch.setattr(Worker, "ask", thinks)

    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            id = await open_table(a, ["me", "random"])
            table = await parts(app).tables.get(id)
            while len(jobs) < 15:
                if 0 in table.deciding():
                    assert (await answer(a, id, Random(len(jobs)))).status_code == 200
                await asyncio.sleep(0.001)
        assert recalled == []
        async with running(sqlite(tmp_path)) as app:
            while len(jobs) < 16:
                await asyncio.sleep(0.001)
            assert recalled == [id] and jobs[15] == jobs[14]
            table = await parts(app).tables.get(id)
            whole = resume(table.rules, table.session.record()).events
            seen = seen_by(1, chain.from_iterable(whole[: len(table.session.entries)]))
            _, situation = situation_of(jobs[15])
            told = [(kind.name, args) for kind, args in situation.events]
            assert told == [(kind.name, args) for kind, args in seen][: len(told)] and len(told) > 50

    asyncio.run(go())
