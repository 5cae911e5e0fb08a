"""kill -9 at random moments while people answer: nothing acknowledged is lost, and the tables go on."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from pfalz.core.record import Record
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import resume
from pfalz.core.state import State
from pfalz.server import storage
from pfalz.server.loading import from_stored, parse_lines
from pfalz.server.storage import Store
from pfalz.server.table import rules_of

KILLS = int(os.environ.get("KILLS", "200"))
HANDS = 3


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Gone(Exception):
    """The server died under a request."""


class Hand(threading.Thread):
    """Somebody who plays both seats of a table as fast as the server allows, and writes down every yes."""

    def __init__(self, port: int, rng: Random, who: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.port, self.rng, self.headers = port, rng, who
        self.table = ""
        self.acknowledged: dict[str, dict[int, tuple[str, list[int]]]] = {}
        self.uncertain: dict[str, Any] | None = None
        self.again = self.answers = 0
        self.server: http.client.HTTPConnection | None = None
        self.go, self.idle, self.done = threading.Event(), threading.Event(), False

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, Any]]:
        try:
            if self.server is None:
                self.server = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            data = None if body is None else json.dumps(body)
            self.server.request(method, path, data, {**self.headers, "Content-Type": "application/json"})
            response = self.server.getresponse()
            return response.status, json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError):
            self.server = None
            raise Gone from None

    def open_table(self) -> None:
        body = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}] * 2}
        status, made = self.call("POST", "/api/tables", body)
        assert status == 201, made
        self.table = made["id"]
        self.acknowledged[self.table] = {}

    def send(self, body: dict[str, Any]) -> None:
        self.uncertain = body
        status, told = self.call("POST", f"/api/tables/{self.table}/answers", body)
        assert status == 200, (status, told, body)
        self.again += told["again"]
        self.answers += 1
        self.acknowledged[self.table][body["opened"]] = (body["ask"], body["move"])
        self.uncertain = None

    def play(self) -> None:
        """One answer; the one whose fate is unknown is sent again first."""
        if not self.table:
            self.open_table()
        if self.uncertain is not None:
            self.send(self.uncertain)
        status, seen = self.call("GET", f"/api/tables/{self.table}/view.json?since=100000")
        assert status == 200
        if seen["status"] == "over":
            self.table = ""
            return
        rules: Ruleset[Any] = rules_of_two()
        view: State = rules.from_json(seen["view"])
        ask = rules.ask_of(view, seen["ask"]["seat"])
        move = list(ask.random_move(view, self.rng))
        self.send({"ask": ask.name, "opened": seen["opened"], "move": move})

    def run(self) -> None:
        while not self.done:
            self.idle.set()
            self.go.wait()
            self.idle.clear()
            try:
                while self.go.is_set():
                    self.play()
            except Gone:
                self.go.clear()


def rules_of_two() -> Ruleset[Any]:
    from pfalz import catalogue

    global _rules
    if _rules is None:
        _rules = catalogue.ruleset("staufer", 2)
    return _rules


_rules: Ruleset[Any] | None = None


class Zygote:
    """Starts servers quickly and kills them hard."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote", database, str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": "src:."},
        )
        assert self.process.stdin and self.process.stdout
        self.say, self.hear = self.process.stdin, self.process.stdout
        assert self.hear.readline() == "ready\n"

    def start(self) -> int:
        self.say.write("start\n")
        self.say.flush()
        pid = int(self.hear.readline())
        for _ in range(2000):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return pid
            time.sleep(0.004)
        raise AssertionError("the server did not start")

    def kill(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)
        while True:
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) != 0:
                    return
            time.sleep(0.002)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def check(store: Store, hands: list[Hand], whole: bool) -> int:
    """Every acknowledged answer is in the log, and every log leads to the position it says."""
    found = 0
    for hand in hands:
        for id, acknowledged in hand.acknowledged.items():
            if not whole and id != hand.table:
                continue
            stored = store.now(lambda db, id=id: storage.load_table(db, id))  # type: ignore[misc]
            assert stored is not None, f"table {id} was acknowledged and is gone"
            table = from_stored(stored)  # verifies the last hash
            kept, _ = parse_lines(stored)
            for opened, (ask, move) in acknowledged.items():
                assert len(kept) > opened, f"answer {opened} of {id} was acknowledged and is gone"
                assert (kept[opened].ask, kept[opened].move) == (ask, move)
                found += 1
            assert sum(entry.seat >= 0 for entry in kept) - len(acknowledged) in (0, 1), "answered twice"
            if whole:
                again = resume(rules_of(table.header), Record(table.header, kept))
                assert [e.hash for e in again.entries] == [e.hash for e in kept]
    return found


def hammer(database: str) -> None:
    rng = Random(f"kill:{database[:6]}")
    zygote = Zygote(database)
    pid = zygote.start()
    first = http.client.HTTPConnection("127.0.0.1", zygote.port)
    first.request("POST", "/api/guest", "{}", {"X-Pfalz": "1", "Content-Type": "application/json"})
    response = first.getresponse()
    cookie = str(response.headers["set-cookie"]).split(";")[0]
    response.read()
    who = {"X-Pfalz": "1", "Cookie": cookie}
    hands = [Hand(zygote.port, Random(i), who) for i in range(HANDS)]
    store = Store(database)
    acknowledged = 0
    try:
        for hand in hands:
            hand.start()
        for kill in range(KILLS):
            if kill:
                pid = zygote.start()
            before = sum(hand.answers for hand in hands)
            for hand in hands:
                hand.idle.wait()
                hand.go.set()
            while sum(hand.answers for hand in hands) == before:  # loading takes its time
                time.sleep(0.001)
                assert all(hand.is_alive() for hand in hands)
            time.sleep(rng.random() * 0.06)
            zygote.kill(pid)
            for hand in hands:
                hand.go.clear()
                assert hand.idle.wait(20) and hand.is_alive()
            acknowledged = check(store, hands, whole=False)
        acknowledged = check(store, hands, whole=True)
    finally:
        zygote.stop()
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        store.engine.dispose()
    assert acknowledged > KILLS
    print(f"{KILLS} kills, {acknowledged} acknowledged, {sum(h.again for h in hands)} sent twice")


def test_sqlite_loses_nothing(tmp_path: Path) -> None:
    hammer(f"sqlite:///{tmp_path}/pfalz.sqlite3")


def test_postgres_loses_nothing(postgres: str) -> None:
    hammer(postgres)
