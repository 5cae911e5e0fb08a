"""Open loop: answers arrive at fixed times, whether the server is ready or not, so that waiting counts.

Every table is given an answer every few seconds, all tables evenly spread, and four browsers watch each. The
time of an answer begins when it was due: until it was acknowledged, and until the last of the four had it.
"""

from __future__ import annotations

import asyncio
import heapq
import math
import tempfile
import time
from collections import deque
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from rich.console import Console
from rich.table import Table as Grid

from pfalz.server.bench.client import Client, Prepared, Tally, Viewer, Voice
from pfalz.server.bench.load import MARKUP, SHORTEST, cpu_of, prepare, server

EVERY: Final = 5.0
"""Seconds between two answers at a table."""
LOOKS: Final = 10.0
"""Seconds between two looks at the server's memory."""
ACKNOWLEDGED: Final = 0.050
SEEN: Final = 0.150
"""Seconds within which answers shall be acknowledged, and known to the last viewer (p99)."""
GROWTH: Final = 0.05
"""By so much of itself memory may grow after a fifth of the time; tables stand at all stages by then."""
COLUMNS: Final = ("answers", "ack p50 ms", "p99", "last viewer p50 ms", "p99", "server CPU ms", "memory MB")


@dataclass
class Arrived:
    """What became of the answers that were due."""

    tally: Tally = field(default_factory=Tally)
    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """MB of the servers, now and then."""
    cpu: float = 0.0

    def row(self) -> list[str]:
        """As a row of the report."""
        answers = len(self.acknowledged)
        middle = len(self.memory) // 5
        return [
            str(answers),
            *(f"{part(self.acknowledged, p) * 1000:.1f}" for p in (0.5, 0.99)),
            *(f"{part(self.seen, p) * 1000:.1f}" for p in (0.5, 0.99)),
            f"{self.cpu / max(answers, 1) * 1000:.2f}",
            f"{self.memory[middle]:.0f} → {self.memory[-1]:.0f}",
        ]

    def verdicts(self) -> list[str]:
        """What was demanded, and whether it holds."""
        before = self.memory[len(self.memory) // 5]
        return [
            verdict("p99 to acknowledgement, s", part(self.acknowledged, 0.99), "<", ACKNOWLEDGED),
            verdict("p99 to the last of four viewers, s", part(self.seen, 0.99), "<", SEEN),
            verdict("growth of resident memory", self.memory[-1] / before - 1, "<", GROWTH),
        ]


def verdict(what: str, found: float, how: Literal["<", "≥"], wanted: float) -> str:
    """A figure, what it should be, and whether it is."""
    held = found < wanted if how == "<" else found >= wanted
    return f"{'pass' if held else 'FAIL'}: {what} {found:.3f}, wanted {how} {wanted:g}"


def part(times: list[float], share: float) -> float:
    """The time that so large a share of all stays below."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else math.nan


class Paced:
    """A table at which an answer is due now and then."""

    def __init__(self, client: Client, prepared: Prepared, found: Arrived, place: int | None) -> None:
        self.id, self.client, self.tally = prepared.id, client, found.tally
        self._found = found
        self._prepared = prepared
        self._path = f"POST /api/tables/{prepared.id}/answers HTTP/1.1\r\nHost: x\r\nX-Pfalz: 1\r\n"
        self._due: deque[float] = deque()
        self._said = 0.0
        self._position = 0
        self._unseen: deque[tuple[int, float]] = deque()
        self._voice: Voice | None = None
        self.viewers = [Viewer(self, cookie, MARKUP, place) for cookie in prepared.cookies]
        for viewer in self.viewers:
            client.listen(viewer)

    @property
    def idle(self) -> bool:
        """Whether nothing is under way and everybody has heard of everything."""
        return (self.over or not self._due) and not self._said and not self._unseen

    @property
    def over(self) -> bool:
        """Whether there are no more answers to give."""
        return not self._prepared.answers

    def ask(self, voice: Voice, due: float) -> None:
        """An answer is due; it is given as soon as the one before it is acknowledged."""
        self._voice = voice
        self._due.append(due)
        self._say()

    def _say(self) -> None:
        if self._said or not self._due or self.over:
            return
        assert self._voice is not None
        self._said = self._due.popleft()
        seat, body, self._position = self._prepared.answers.popleft()
        cookie = self._prepared.cookies[seat]
        head = f"{self._path}Cookie: {cookie}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._voice.driven = self
        self._unseen.append((self._position, self._said))
        self._voice.say(head.encode() + body)

    def heard(self) -> None:
        """Somebody has heard something: an acknowledgement, or how the table stands."""
        now = time.perf_counter()
        if self._said and self._voice is not None and self._voice.done:
            self._found.acknowledged.append(now - self._said)
            self._voice.done, self._said = False, 0.0
            self._say()
        while self._unseen and all(viewer.position >= self._unseen[0][0] for viewer in self.viewers):
            self._found.seen.append(now - self._unseen.popleft()[1])

    def close(self) -> deque[float]:
        """Nobody watches any more; what was due meanwhile is due at the table that comes next."""
        for viewer in self.viewers:
            self.client.close(viewer)
        return self._due


def play(
    ports: list[int],
    pids: list[int],
    ready: list[Prepared],
    tables: int,
    seconds: float,
    together: bool = False,
) -> Arrived:
    """Let answers arrive for some seconds; who is at a table comes to the same server, or to all in turn."""
    found, client = Arrived(), Client(*ports)
    waiting = deque(ready)
    places: list[int | None] = [i if together else None for i in range(tables)]
    at = [Paced(client, waiting.popleft(), found, place) for place in places]
    voices = [Voice(client, place) for place in places]
    while any(viewer.position < 0 for paced in at for viewer in paced.viewers):
        client.turn()
    _stagger(client, at, voices)
    found.acknowledged.clear()
    found.seen.clear()
    found.tally.bytes = found.tally.updates = 0
    before, begun = sum(map(cpu_of, pids)), time.perf_counter()
    due = [(begun + EVERY * i / tables, i) for i in range(tables)]
    look = begun
    while due or not all(paced.idle for paced in at):
        now = time.perf_counter()
        if now >= look:
            found.memory.append(sum(map(memory_of, pids)))
            look = now + LOOKS
        while due and due[0][0] <= now:
            when, i = heapq.heappop(due)
            if at[i].over and at[i].idle and waiting:
                late = at[i].close()
                at[i] = Paced(client, waiting.popleft(), found, places[i])
                for still in late:
                    at[i].ask(voices[i], still)
            assert waiting or not at[i].over, "more tables have to be prepared"
            at[i].ask(voices[i], when)
            if when + EVERY < begun + seconds:
                heapq.heappush(due, (when + EVERY, i))
        client.turn(max(0.0, min(due[0][0] if due else now + 1.0, look) - time.perf_counter()))
    found.cpu = sum(map(cpu_of, pids)) - before
    found.memory.append(sum(map(memory_of, pids)))
    client.close_all()
    return found


def _stagger(client: Client, at: list[Paced], voices: list[Voice]) -> None:
    """Bring tables to all stages of a game: if all began together, memory would grow as their games do."""
    for i, (paced, voice) in enumerate(zip(at, voices, strict=True)):
        for _ in range(i * SHORTEST // len(at)):
            paced.ask(voice, time.perf_counter())
    while not all(paced.idle for paced in at):
        client.turn()


def prepared_for(tables: int, seconds: float) -> int:
    """So many tables are prepared for so many at which answers arrive for a while."""
    return tables * (1 + math.ceil(seconds / EVERY / SHORTEST))


def memory_of(pid: int) -> float:
    """MB of memory a process has."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def arrive(
    database: str,
    servers: int,
    tables: int,
    seconds: float,
    source: Path | None = None,
    together: bool = False,
) -> Arrived:
    """One measurement on an empty database."""
    with ExitStack() as stack:
        up = [stack.enter_context(server(database, source)) for _ in range(servers)]
        ready = asyncio.run(prepare(up[0][0], database, prepared_for(tables, seconds)))
        ports, pids = [urlsplit(url).port or 0 for url, _ in up], [pid for _, pid in up]
        return play(ports, pids, ready, tables, seconds, together)


def report(grid: Grid, label: str, found: Arrived, console: Console) -> None:
    """A row of the report, said at once: others take minutes."""
    grid.add_row(label, *found.row())
    console.print(f"{label}: {found.row()}")


def arrivals(minutes: float, tables: int, console: Console) -> None:
    """One server on SQLite, and what is demanded of it."""
    grid = Grid("servers", *COLUMNS)
    with tempfile.TemporaryDirectory() as path:
        alone = arrive(f"sqlite:///{path}/bench.sqlite3", 1, tables, minutes * 60)
        report(grid, "1 on SQLite", alone, console)
    console.print(grid)
    for line in alone.verdicts():
        console.print(line)
