"""The order in which a finished game is analysed: small tasks, each of about a second, and what they found.

First what everybody could expect at positions all over the game, then all answers of the seat at first sight,
then those that are in doubt, the dearest first, as long as there is time. Where the tasks are carried out
(`carry_out`) is left to the caller: here, or in the worker processes of a server.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from pfalz.bots.analysis import Clock, Doubt, Played, Point, Turn, check, played, point_at, screen
from pfalz.bots.learned import Learned, best_judge
from pfalz.core.record import Entry, Record
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE

POINTS: Final = 120
"""Positions that are judged for the plot at most."""
MOST_CHECKED: Final = 16
"""Doubtful answers that are played on at most."""
MOST_TURNS: Final = 8
"""Turning points that are told at most."""
SECONDS: Final = 60.0
"""How long an analysis takes at most, in all."""
AT_A_TIME: Final = {"points": 12, "screen": 4, "check": 1}
"""How many positions a task has."""
TASK_SECONDS: Final = 5.0
"""A task that takes longer is broken off; what it has found by then counts."""


class Task(msgspec.Struct):
    """Something to find out: `points` or `screen` of positions, `check` of doubts."""

    kind: str
    positions: list[int] = []
    doubts: list[Doubt] = []


class Found(msgspec.Struct):
    """What a task has found."""

    points: list[Point] = []
    doubts: list[Doubt] = []
    turns: list[Turn] = []
    learned: bool = False
    """Whether a network has judged, and not the game's own judgement."""


class Analysis(msgspec.Struct):
    """A finished game from a seat's view."""

    points: list[Point]
    turns: list[Turn]
    """The dearest turning points, in the order of the game."""
    decisions: int
    """How many answers the seat gave that were looked at."""
    complete: bool
    """Whether there was time for all of it."""
    learned: bool


def carry_out(
    game: Played, seat: int, task: Task, seconds: float = TASK_SECONDS, clock: Clock = time.monotonic
) -> Found:
    """Do one task; when the time is up, what was found so far."""
    deadline, found = clock() + seconds, Found()
    found.learned = isinstance(best_judge(game.rules), Learned)
    for n in task.positions:
        if clock() >= deadline:
            break
        if task.kind == "points":
            found.points.append(point_at(game, n, seat))
        elif (doubt := screen(game, n, seat, deadline, clock)) is not None:
            found.doubts.append(doubt)
    for doubt in task.doubts:
        if (turn := check(game, doubt, seat, deadline, clock)) is not None:
            found.turns.append(turn)
    return found


class Inquiry:
    """One analysis in the making: `next_task` until there is none, `take` what each has found."""

    def __init__(self, entries: Sequence[Entry], seat: int, seconds: float = SECONDS) -> None:
        self.seat = seat
        self.seconds = seconds
        self.spent = 0.0
        self.decisions = [entry.n for entry in entries if entry.seat == seat and entry.move is not None]
        self._left = [
            *_tasks("points", sampled(entries, POINTS)),
            *_tasks("screen", self.decisions),
        ]
        self._checks = min(MOST_CHECKED, len(self.decisions))
        self._found = Found()
        self._screening = True
        self.done = 0

    @property
    def total(self) -> int:
        """How many tasks there are, as far as that is known."""
        return self.done + len(self._left) + (self._checks if self._screening else 0)

    def next_task(self) -> Task | None:
        """What is to be done next; None if everything is done or the time is up."""
        if not self._left and self._screening:
            self._screening = False
            doubts = sorted(self._found.doubts, key=lambda doubt: -doubt.cost)[:MOST_CHECKED]
            self._left = [Task("check", doubts=[doubt]) for doubt in doubts]
        return None if self.late or not self._left else self._left[0]

    @property
    def late(self) -> bool:
        """Whether the time is up; the plot is always finished."""
        return self.spent >= self.seconds and bool(self._left) and self._left[0].kind != "points"

    def take(self, found: Found, seconds: float) -> None:
        """The present task is done, in so many seconds."""
        self._left.pop(0)
        self.done += 1
        self.spent += seconds
        self._found.points += found.points
        self._found.doubts += found.doubts
        self._found.turns += found.turns
        self._found.learned |= found.learned

    def result(self) -> Analysis:
        """What was found."""
        dearest = sorted(self._found.turns, key=lambda turn: -turn.cost)[:MOST_TURNS]
        turns = sorted(dearest, key=lambda turn: turn.position)
        complete = not self._left and not self._screening
        return Analysis(self._found.points, turns, len(self.decisions), complete, self._found.learned)


def _tasks(kind: str, positions: Sequence[int]) -> list[Task]:
    size = AT_A_TIME[kind]
    return [Task(kind, list(positions[i : i + size])) for i in range(0, len(positions), size)]


def sampled(entries: Sequence[Entry], most: int) -> list[int]:
    """Positions at which somebody was asked, and the last one; evenly spread, if there are many."""
    asked = [entry.n for entry in entries if entry.seat != NATURE]
    if len(asked) >= most:
        asked = [asked[i * len(asked) // (most - 1)] for i in range(most - 1)]
    return [*asked, len(entries)]


def analyse(
    rules: Ruleset[Any],
    record: Record,
    seat: int,
    seconds: float = SECONDS,
    told: Callable[[int, int], None] | None = None,
    clock: Clock = time.monotonic,
) -> Analysis:
    """A finished game from a seat's view, found out here; `told` hears how many tasks of all are done."""
    game, inquiry = played(rules, record), Inquiry(record.entries, seat, seconds)
    while (task := inquiry.next_task()) is not None:
        begun = clock()
        inquiry.take(carry_out(game, seat, task, clock=clock), clock() - begun)
        if told is not None:
            told(inquiry.done, inquiry.total)
    return inquiry.result()
