"""What has changed on the board: the things that events name, each with the seat whose deed it was.

A game says which kinds of things are marked (`board.MARKED`); the script finds them by what the drawing says
of its elements (`data-kind`, `data-value`), outlines them in the colour of the seat and draws arrows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pfalz.core.events import HEADING, NOTE, Event, EventKind
from pfalz.core.ruleset import Ruleset
from pfalz.core.score import POINTS_SCORED
from pfalz.core.state import HIDDEN
from pfalz.web.marks import board_of
from pfalz.web.seen import NOBODY, LogLine


class Changes(msgspec.Struct):
    """Marks for a board."""

    things: list[tuple[str, int, int]] = []
    """Kind and value of what has changed, and whose deed it was."""
    ways: list[tuple[str, int, int, int]] = []
    """From where to where something went."""
    points: dict[int, int] = {}
    """By seat, what its score has gained."""


class Marks:
    """What lines of a log have changed, added up; of several deeds at a place the last one counts."""

    __slots__ = ("points", "things", "ways")

    def __init__(self) -> None:
        self.things: dict[tuple[str, int], int] = {}
        self.ways: list[tuple[str, int, int, int]] = []
        self.points: dict[int, int] = {}

    def copy(self) -> Marks:
        """The same, to be gone on with."""
        found = Marks()
        found.things, found.ways, found.points = self.things.copy(), self.ways.copy(), self.points.copy()
        return found

    def add(self, game: str, rules: Ruleset[Any], lines: Sequence[LogLine]) -> None:
        """Go on with some lines."""
        for line in lines:
            kind, args = line.event
            if kind is POINTS_SCORED:
                self.points[args[0]] = self.points.get(args[0], 0) + args[1]
            things, places = _named(game, rules, line.event)
            if things:
                by = line.by if line.by != NOBODY else line.step.by
                for thing in things:
                    self.things[thing] = by
                self.ways += [(*way, by) for way in places]

    def shown(self) -> Changes:
        """For a page."""
        gained = {seat: n for seat, n in self.points.items() if n}
        return Changes([(*thing, by) for thing, by in self.things.items()], self.ways, gained)


def changes(game: str, rules: Ruleset[Any], lines: Sequence[LogLine]) -> Changes:
    """What the lines of a log have changed."""
    found = Marks()
    found.add(game, rules, lines)
    return found.shown()


class Counted:
    """What a viewer was shown last, but for the last step, and from which line to which.

    Whoever looks here compares the lines: what is counted once need not be counted after every answer."""

    __slots__ = ("first", "last", "marks", "upto")

    def __init__(self) -> None:
        self.first: LogLine | None = None
        self.last: LogLine | None = None
        self.upto = 0
        self.marks = Marks()


@lru_cache(maxsize=4_000)
def _counted(table: str, seat: int) -> Counted:
    return Counted()


def newest_changes(
    table: str, seat: int, game: str, rules: Ruleset[Any], log: Sequence[LogLine], begin: int
) -> Changes:
    """What the lines of a viewer's log have changed from one on, the newest included."""
    counted, end = _counted(table, seat), len(log)
    while end > begin and log[end - 1].step is log[-1].step:  # it may yet turn out whose deed that is
        end -= 1
    marks, at = counted.marks, counted.upto
    if not begin < at <= end or log[begin] is not counted.first or log[at - 1] is not counted.last:
        marks, at = Marks(), begin
    if at < end:
        marks.add(game, rules, log[at:end])
        counted.first, counted.last, counted.upto, counted.marks = log[begin], log[end - 1], end, marks
    marks = marks.copy()
    marks.add(game, rules, log[end:])
    return marks.shown()


@lru_cache(maxsize=20_000)
def _named(
    game: str, rules: Ruleset[Any], event: Event
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int, int], ...]]:
    """The things an event names that are marked on the board, and from where to where something went."""
    kind, args = event
    things: list[tuple[str, int]] = []
    went: dict[str, list[int]] = {}
    for i, base, size in _marked(game, rules, kind):
        value = args[i]
        if value != HIDDEN and 0 <= value < size:
            went.setdefault(base, []).append(value)
            things.append((base, value))
    ways = [(base, places[0], places[1]) for base, places in went.items() if len(places) == 2]
    return tuple(things), tuple(ways)


@lru_cache(maxsize=5_000)
def _marked(game: str, rules: Ruleset[Any], kind: EventKind) -> tuple[tuple[int, str, int], ...]:
    """The parameters of an event that are marked on the board: which, what they are, how many there are."""
    if kind.tells in (NOTE, HEADING):
        return ()
    marked = getattr(board_of(game), "MARKED", ())
    kinds = rules.kinds
    bases = [(i, kinds[what].base) for i, (_, what) in enumerate(kind.params) if what in kinds]
    return tuple([(i, base, kinds[base].size) for i, base in bases if base in marked])
