"""kill -9 while people answer at several tables: nothing acknowledged is lost, and the tables go on.

Every table's seed is read from the database, so each player knows in advance what follows from an answer,
hash for hash, and a stored log can be compared with it line by line. The server is killed at random moments
from outside and, by its own hand, at each stage of a commit (see `zygote.py`).
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from sqlalchemy import select

from pfalz.core.record import Entry, Header, Record
from pfalz.core.session import Session, resume
from pfalz.server.play.loading import from_stored, parse_lines
from pfalz.server.play.table import rules_of
from pfalz.server.store import storage
from pfalz.server.store.schema import entries, tables
from pfalz.server.store.storage import Store
from tests.server.processes import shared_port
from tests.server.zygote import STAGES

KILLS = int(os.environ.get("KILLS", "200"))
HANDS = 6
PATIENCE = 60.0


class Gone(Exception):
    """The server died under a request."""


def wait(until: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, what
        time.sleep(0.001)


class Hand(threading.Thread):
    """Somebody who plays both seats of a table as fast as the server allows, and remembers every yes."""

    def __init__(self, port: int, store: Store, rng: Random, who: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.port, self.store, self.rng, self.headers = port, store, rng, who
        self.games: dict[str, Session] = {}
        """Every table this hand has played at, as it knows it; the last answer may not be stored."""
        self.table = ""
        self.certain = 0
        """So many entries of the present table have been acknowledged."""
        self.pending: dict[str, Any] | None = None
        self.answers = self.again = self.anew = 0
        self.server: http.client.HTTPConnection | None = None
        self.go, self.idle, self.done = threading.Event(), threading.Event(), False

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, Any]]:
        try:
            if self.server is None:
                self.server = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            self.server.request(method, path, None if body is None else json.dumps(body), self.headers)
            response = self.server.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError):
            self.server = None
            raise Gone from None

    def open_table(self) -> None:
        status, made = self.call(
            "POST", "/api/tables", {"game": "staufer", "players": 2, "seats": [{"kind": "me"}] * 2}
        )
        assert status == 201, made
        id = made["id"]
        found = self.store.now(
            lambda db: db.execute(select(tables.c.header).where(tables.c.id == id)).scalar()
        )
        header = msgspec.json.decode(str(found), type=Header)
        session = Session(rules_of(header), header)
        session.settle()
        self.games[id] = session
        self.table, self.certain = id, len(session.entries)

    def choose(self) -> dict[str, Any]:
        """The next answer; what comes of it is known before it is sent."""
        session = self.games[self.table]
        ask = next(ask for ask in session.asks() if not ask.answered)
        answer = list(ask.random_answer(session.state, self.rng))
        body = {"ask": ask.name, "opened": session.opened, "move": answer}
        session.answer(ask.seat, answer)
        session.settle()
        return body

    def play(self) -> None:
        """One answer; the one whose fate is unknown is sent again first."""
        if not self.table:
            self.open_table()
        resent = self.pending is not None
        if self.pending is None:
            self.pending = self.choose()
        session = self.games[self.table]
        status, told = self.call("POST", f"/api/tables/{self.table}/answers", self.pending)
        assert status == 200, (status, told, self.pending)
        assert told["position"] == len(session.entries) and told["opened"] == session.opened
        self.again += told["again"]
        self.anew += resent and not told["again"]
        self.certain, self.pending = len(session.entries), None
        self.answers += 1
        if session.state.over:
            self.table = ""

    def run(self) -> None:
        while not self.done:
            self.idle.set()
            self.go.wait()
            self.idle.clear()
            self.server = None  # of a server that may have died unnoticed
            try:
                while self.go.is_set():
                    self.play()
            except Gone:
                self.go.clear()


class Zygote:
    """Starts servers quickly and kills them hard."""

    def __init__(self, database: str) -> None:
        self.reserved = shared_port()  # while no server lives as well
        self.port = int(self.reserved.getsockname()[1])
        self.pid = 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote", database, str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": "src:."},
        )
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        assert self.output.readline() == "ready\n"

    def say(self, line: str) -> str:
        self.input.write(f"{line}\n")
        self.input.flush()
        return self.output.readline()

    def start(self, stage: str, answers: int) -> None:
        self.pid = int(self.say(f"start {stage} {answers}"))
        assert self.output.readline() == "up\n", "the server did not start"

    def lives(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        wait(lambda: not self.lives(), "the server did not die")

    def stop(self) -> None:
        if self.pid:
            self.kill()
        self.process.kill()
        self.process.wait()
        self.reserved.close()


def check(store: Store, hands: list[Hand]) -> None:
    """Every acknowledged answer is stored, and nothing is stored but what was played."""
    for hand in hands:
        id, session = hand.table, hand.games.get(hand.table)
        if session is None:
            continue
        query = select(entries.c.data).where(entries.c.table_id == id).order_by(entries.c.line)
        lines = store.now(lambda db, query=query: list(db.execute(query).scalars()))  # type: ignore[misc]
        kept = [msgspec.json.decode(line, type=Entry) for line in lines]
        assert len(kept) >= hand.certain, f"{hand.certain} of {id} were acknowledged, {len(kept)} are there"
        assert len(kept) in (hand.certain, len(session.entries)), "half of an answer was stored"
        assert kept == session.entries[: len(kept)], "the log is not what was played"


def check_all(store: Store, hands: list[Hand]) -> int:
    """Every table leads, answer by answer, to the hash its player knows; how many answers that were."""
    found = 0
    for hand in hands:
        for id, session in hand.games.items():
            stored = store.now(lambda db, id=id: storage.load_table(db, id))  # type: ignore[misc]
            assert stored is not None, f"table {id} was acknowledged and is gone"
            kept, barriers = parse_lines(stored)
            again = resume(rules_of(session.header), Record(session.header, kept))
            assert again.entries == session.entries[: len(kept)] and again.barriers == barriers
            table = from_stored(stored)  # as the server would, from a snapshot
            assert table.rules.hash(table.session.state) == again.rules.hash(again.state)
            found += sum(entry.seat >= 0 for entry in kept)
    return found


def person(port: int) -> dict[str, str]:
    server = http.client.HTTPConnection("127.0.0.1", port)
    server.request("POST", "/api/guest", "{}", {"X-Pfalz": "1", "Content-Type": "application/json"})
    response = server.getresponse()
    cookie = str(response.headers["set-cookie"]).split(";")[0]
    response.read()
    return {"X-Pfalz": "1", "Cookie": cookie, "Content-Type": "application/json"}


def one_life(zygote: Zygote, hands: list[Hand], stage: str, answers: int, pause: float) -> None:
    """Everybody answers until the server is dead."""
    before = sum(hand.answers for hand in hands)
    for hand in hands:
        assert hand.idle.wait(PATIENCE)
        hand.go.set()

    def over() -> bool:
        assert all(hand.is_alive() for hand in hands), "a player was told something wrong"
        if stage == "outside":
            return sum(hand.answers for hand in hands) - before >= answers
        return not zygote.lives()

    wait(over, "nobody answers")
    if stage == "outside":
        time.sleep(pause)
    zygote.kill()
    for hand in hands:
        hand.go.clear()
        assert hand.idle.wait(PATIENCE) and hand.is_alive()


def hammer(database: str) -> None:
    rng = Random(f"kill:{database[:6]}")
    store, zygote = Store(database), Zygote(database)
    lives: Counter[str] = Counter()
    unsure: Counter[str] = Counter()
    try:
        zygote.start("outside", 0)
        who = person(zygote.port)
        hands = [Hand(zygote.port, store, Random(i), who) for i in range(HANDS)]
        for hand in hands:
            hand.start()
        for kill in range(KILLS):
            stage = "outside" if kill == 0 else rng.choice(STAGES)
            answers = rng.randrange(15, 45)
            if kill:
                zygote.start(stage, answers)
            one_life(zygote, hands, stage, answers, rng.random() * 0.01)
            check(store, hands)
            lives[stage] += 1
            unsure[stage] += sum(hand.pending is not None for hand in hands)
        stored = check_all(store, hands)
        commits, answers, most = map(int, zygote.say("counts").split())
    finally:
        zygote.stop()
        store.engine.dispose()
    acknowledged = sum(hand.answers for hand in hands)
    again, anew = sum(hand.again for hand in hands), sum(hand.anew for hand in hands)
    print(
        f"{KILLS} kills {dict(lives)}, in flight {dict(unsure)}; {acknowledged} answers acknowledged, "
        f"{stored} stored; sent again: {again} were stored, {anew} were not; "
        f"{answers} in {commits} commits, {most} tables in one"
    )
    assert acknowledged >= 20 * KILLS
    assert stored >= acknowledged
    assert again and anew, "both were hit: after the commit, and before it"
    assert set(lives) == set(STAGES) and all(unsure.values())
    assert most > 1, "commits were shared"


def test_sqlite_loses_nothing(tmp_path: Path) -> None:
    hammer(f"sqlite:///{tmp_path}/pfalz.sqlite3")


def test_postgres_loses_nothing(postgres: str) -> None:
    hammer(postgres)
