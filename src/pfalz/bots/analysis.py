"""A finished game from a seat's view: what everybody could expect at any time, and where its luck turned.

Nothing is judged by what the seat could not know: positions are its views, with the rest imagined several
times. An answer is looked at twice. First all answers worth a look are compared as a knight would, on a few
imagined tables (`screen`). Where another one looks better, it and the answer given are played on to the end
of the round on tables that none of them has met before, with the same luck for both (`check`), so that what
only looked better by chance is not blamed. The work is cut into small tasks (`inquiry.py`): whoever carries
them out can do something else in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from pfalz.bots.base import Situation, seen_by
from pfalz.bots.expected import expected, in_points
from pfalz.bots.knight import WIDTHS
from pfalz.bots.learned import best_judge
from pfalz.bots.prince import Table, TooLate
from pfalz.bots.thought import Thought
from pfalz.core.events import Event
from pfalz.core.record import Record, begin
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State

WORLDS: Final = 6
"""Imagined tables a position is judged on."""
SCREENED: Final = 3
"""Imagined tables on which all answers are compared."""
CHECKED: Final = 16
"""Imagined tables on which the best of them are played on."""
RIVALS: Final = 2
"""Answers that are played on beside the one given."""
SLIGHT: Final = 1.0
"""Points below which two answers are taken to be equally good."""
DOUBT: Final = 1.5
"""A difference counts if it is so many times as large as its standard error."""
Clock = Callable[[], float]


class Point(msgspec.Struct, frozen=True):
    """What every seat could expect at a position, by seat."""

    position: int
    expected: tuple[float, ...]


class Doubt(msgspec.Struct, frozen=True):
    """An answer that may not have been the best: the position before it, better ones, by how many points."""

    position: int
    rivals: tuple[Move, ...]
    cost: float


class Turn(msgspec.Struct, frozen=True):
    """A turning point: the position before an answer, the answer given, a better one, by how many points."""

    position: int
    given: Move
    best: Move
    cost: float


class Played(NamedTuple):
    """A game that was played: its record, every position of it, and what happened on the way to each."""

    rules: Ruleset[Any]
    record: Record
    states: list[State]
    events: list[list[Event]]

    def seen(self, n: int, seat: int) -> list[Event]:
        """What a seat had seen happen at position `n`."""
        return seen_by(seat, [event for happened in self.events[: n + 1] for event in happened])

    def luck(self, seat: int, what: str, n: int) -> Random:
        """The generator for one piece of work: the same game is analysed alike."""
        entries = self.record.entries
        return Random(f"analysis:{entries[-1].hash if entries else ''}:{seat}:{what}:{n}")

    def situation(self, n: int, seat: int, rng: Random, deadline: float, clock: Clock) -> Situation:
        """The question of a seat at position `n`, with all it could know."""
        view = self.rules.view(self.states[n], seat)
        ask = self.rules.ask_of(view, seat, self.record.entries[n].ask)
        return Situation(self.rules, view, ask, self.seen(n, seat), rng, deadline, clock)


def played(rules: Ruleset[Any], record: Record) -> Played:
    """Play a game again; its answers are trusted."""
    events: list[list[Event]] = [[]]
    s = begin(rules, record.header, events[0])
    states = [rules.copy(s)]
    for entry in record.entries:
        happened: list[Event] = []
        s.trace = happened
        if entry.move is None:
            rules.retract(s, entry.seat)
        else:
            rules.apply(s, entry.seat, tuple(entry.move))
        s.trace = None
        events.append(happened)
        states.append(rules.copy(s))
    return Played(rules, record, states, events)


def point_at(game: Played, n: int, seat: int) -> Point:
    """What every seat could expect at a position, in the eyes of one."""
    rules, rng = game.rules, game.luck(seat, "point", n)
    if not game.states[n].stack:
        return Point(n, _rounded(expected(rules, [game.states[n]], seat)[0]))
    view = rules.view(game.states[n], seat)
    memory = rules.memory(seat, game.seen(n, seat))
    guess = best_judge(rules).guess
    worlds: list[State] = [rules.resample(view, seat, rng, memory, guess) for _ in range(WORLDS)]
    found = expected(rules, worlds, seat)
    return Point(n, _rounded([sum(shares) / WORLDS for shares in zip(*found, strict=True)]))


def screen(game: Played, n: int, seat: int, deadline: float, clock: Clock) -> Doubt | None:
    """Whether another answer looks better than the one a seat gave at position `n`, at first sight."""
    situation = game.situation(n, seat, game.luck(seat, "screen", n), deadline, clock)
    thought = Thought(situation, best_judge(game.rules), SCREENED, WIDTHS)
    given = _given(game, n)
    answers = [given, *[answer for answer in thought.answers() if answer != given]]
    if len(answers) == 1:
        return None
    totals = [0.0] * len(answers)
    for _ in range(SCREENED):
        outcomes = thought.outcomes(thought.imagined(), answers)
        if len(outcomes) < len(answers):  # the time was up
            return None
        worth = in_points(game.rules, [outcome.state for outcome in outcomes], seat)
        totals = [total + points for total, points in zip(totals, worth, strict=True)]
    order = sorted(range(1, len(answers)), key=lambda i: -totals[i])[:RIVALS]
    cost = (totals[order[0]] - totals[0]) / SCREENED
    better = [answers[i] for i in order if totals[i] > totals[0]]
    return Doubt(n, tuple(better), round(cost, 2)) if better else None


def check(game: Played, doubt: Doubt, seat: int, deadline: float, clock: Clock) -> Turn | None:
    """Whether one of the answers that looked better holds what it promised until the end of the round."""
    n, rules = doubt.position, game.rules
    situation = game.situation(n, seat, game.luck(seat, "check", n), deadline, clock)
    answers = [_given(game, n), *doubt.rivals]
    judge = best_judge(rules)
    table = Table(rules, judge, situation)
    rows: list[list[float]] = []
    try:
        for _ in range(CHECKED):
            world, luck = situation.resampled(policy=judge.guess), situation.rng.getrandbits(32)
            ends: list[State] = []
            for answer in answers:
                twin: State = rules.copy(world)
                rules.apply(twin, seat, answer)
                ends.append(table.to_end_of_round(twin, Random(luck)))
            rows.append(in_points(rules, ends, seat))
    except TooLate:
        pass
    found = [(_difference([row[i] - row[0] for row in rows]), i) for i in range(1, len(answers))]
    cost, best = max(found)
    return Turn(n, answers[0], answers[best], round(cost, 1)) if cost >= SLIGHT else None


def _difference(values: Sequence[float]) -> float:
    """The mean of some differences; nothing if it may as well be chance."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    error = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return mean if mean >= DOUBT * error else 0.0


def _given(game: Played, n: int) -> Move:
    return tuple(game.record.entries[n].move or ())


def _rounded(shares: Sequence[float]) -> tuple[float, ...]:
    return tuple([round(share, 3) for share in shares])
