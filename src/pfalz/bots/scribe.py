"""Positions as rows of floats, or as what a network makes of them, each column once for each value it holds.

Positions that are thought about one after the other differ in a few columns, and most of what those hold
comes again and again. So a row begins as the one before, columns that hold something else are changed in it,
and what a column looks like is remembered by what it holds, the flow stack too. The floats are always those
of `Encoding.encode`; where an answer to a simultaneous question is open, they are asked for there.

A `Scribe` writes the floats. An `Adder` never does: the first layer of a network is a sum over the floats
that are not zero, so it remembers for each value of a column what that adds to the sum.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress
from operator import attrgetter, ne
from typing import Any, Final, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pfalz.core.encoding import ColumnPlan, Encoding
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Frame, State, View

Floats = NDArray[np.float32]
Few = tuple[NDArray[np.int64], Floats]
"""The places of floats that are not zero, and what they are."""
Whole = int
"""A row of whole numbers of which `UNIT` make one, side by side in one large number: whoever adds two of them
adds all numbers of both rows at once, and exactly, in whatever order. Each has room for ± 8,192."""
UNIT: Final = 2.0**18
BITS: Final = 32
HALF: Final = np.uint32(1 << (BITS - 1))
P = TypeVar("P")
"""What is remembered of the value of a column."""
ALL: Final = slice(None)
KEPT: Final = 4096
"""So many values of a column are remembered for each viewer, and so many stacks."""


class Column(Generic[P]):
    """What the values of one column look like."""

    def __init__(self, plan: ColumnPlan, players: int) -> None:
        self.plan = plan
        self.span = slice(plan.offset, plan.offset + plan.length * plan.depth * plan.code.width)
        self.known: list[dict[Any, P]] = [{} for _ in range(players)]
        """For each turn what there is of the values that were met."""


class Part(Generic[P]):
    """The columns of the game or of a module."""

    def __init__(self, plans: Sequence[ColumnPlan], players: int) -> None:
        self.columns: list[Column[P]] = [Column(plan, players) for plan in plans]
        self._read = attrgetter(*[plan.name for plan in plans]) if plans else None

    def values(self, columns: Any) -> tuple[Any, ...]:
        """What the columns hold."""
        if self._read is None:
            return ()
        found = self._read(columns)
        return found if len(self.columns) > 1 else (found,)


class Pieces(Generic[P]):
    """What positions of one ruleset consist of; floats are numbered as somebody wants, some are left out."""

    def __init__(self, rules: Ruleset[Any], encoding: Encoding, numbers: NDArray[np.int64]) -> None:
        self.rules = rules
        self.encoding = encoding
        self._numbers = numbers
        """For each float of the encoding its place in a row; it is left out where that is below zero."""
        self._own: Part[P] = Part(encoding._columns, rules.players)
        self._slices: list[tuple[str, Part[P]]] = [
            (id, Part(plans, rules.players)) for id, plans in encoding._slices.items()
        ]
        self._columns = [*self._own.columns, *[c for _, part in self._slices for c in part.columns]]
        self._rest = slice(max([column.span.stop for column in self._columns], default=0), encoding.length)
        """Where the floats are that no column has: those of the stack and of the question."""
        self._stacks: dict[tuple[object, ...], P] = {}
        self._paper = array("f", bytes(4 * encoding.length))
        self._written = np.frombuffer(self._paper, np.float32)

    def _made(self, few: Few) -> P:
        """What is remembered of some floats."""
        raise NotImplementedError

    def _values(self, view: View) -> tuple[Any, ...]:
        """What all columns hold."""
        values = self._own.values(view)
        for id, part in self._slices:
            values += part.values(view.slices[id])
        return values

    def _piece(self, at: int, view: View, value: Any, turn: int) -> P:
        column = self._columns[at]
        known = column.known[turn]
        kind = column.plan.kind
        key = value if kind == "number" else tuple(map(tuple, value)) if kind == "stacks" else tuple(value)
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            column.plan.write(self._paper, self._holder(at, view), turn)
            found = known[key] = self._made(self._few(self._written, column.span))
            self._written[column.span] = 0.0
        return found

    def _holder(self, at: int, view: View) -> Any:
        """Whose column it is: the game's or a module's."""
        at -= len(self._own.columns)
        if at < 0:
            return view
        for id, part in self._slices:
            at -= len(part.columns)
            if at < 0:
                return view.slices[id]
        raise IndexError(at)

    def _stack(self, view: View, seat: int) -> P:
        key = (seat, *view.stack)
        found = self._stacks.get(key)
        if found is None:
            if len(self._stacks) >= KEPT:
                self._stacks.clear()
            found = self._stacks[key] = self._of_stack(view, seat)
        return found

    def _of_stack(self, view: View, seat: int) -> P:
        """What the frames bring, and the question of the one on top."""
        return self._made(self._encoded(view, seat, self._rest))

    def _encoded(self, view: View, seat: int, span: slice = ALL) -> Few:
        """Floats as the encoding has them."""
        return self._few(np.frombuffer(self.encoding.encode(view, seat), np.float32), span)

    def _few(self, floats: Floats, span: slice) -> Few:
        """The floats of a stretch that are not zero and not left out."""
        there = np.flatnonzero(floats[span])
        places, values = self._numbers[span][there], floats[span][there]
        wanted = places >= 0
        return places[wanted], values[wanted]


class Scribe(Pieces[Few]):
    """Encodes positions."""

    def write(self, rows: Floats, states: Sequence[State], seat: int) -> None:
        """Write what the seat sees of each state into a row; the rows are empty before."""
        turn = self.encoding.turning.turn(seat)
        held: tuple[Any, ...] = (None,) * len(self._columns)
        nothing = self._few(self._written, slice(0, 0))
        pieces = [nothing] * len(held)
        stack = nothing
        last: Floats | None = None
        frames: object = None
        for row, s in zip(rows, states, strict=True):
            view = self.rules.view(s, seat)
            if view.answers:
                places, floats = self._encoded(view, seat)
                row[places] = floats
                continue
            if last is not None:
                row[:] = last
            values = self._values(view)
            for at in compress(range(len(values)), map(ne, values, held)):
                row[pieces[at][0]] = 0.0
                places, floats = pieces[at] = self._piece(at, view, values[at], turn)
                row[places] = floats
            held = values
            if view.stack != frames:
                frames = view.stack
                row[stack[0]] = 0.0
                places, floats = stack = self._stack(view, seat)
                row[places] = floats
            last = row

    def _made(self, few: Few) -> Few:
        return few


class Entries:
    """What the entries of a column bring, each by itself: there are few values of one and many of all."""

    def __init__(self, plan: ColumnPlan, players: int) -> None:
        self.plan = plan
        self.stacks = plan.kind == "stacks"
        self.known: list[dict[Any, Whole]] = [{} for _ in range(players)]
        """For each turn by number and value of an entry."""

    def write(self, out: array[float], i: int, value: Any, turn: int) -> slice:
        """Write an entry; where it stands."""
        plan = self.plan
        if self.stacks:
            plan.code.write_list(out, plan.inner[turn][i], value, turn)
        else:
            plan.code.write(out, plan.places[turn][i : i + 1], (value,), turn)
        at = plan.places[turn][i]
        return slice(at, at + plan.depth * plan.code.width)


class Place(NamedTuple):
    """A frame of the stack, and where it stands."""

    frame: Frame
    height: int
    number: int
    """How many of the same step are below it."""
    on_top: bool
    seat: int
    """Who looks at it."""


class Sum:
    """What a seat sees of a position, added up."""

    def __init__(self, columns: Sequence[ColumnPlan]) -> None:
        self.values: list[Any] = [[None] * plan.length for plan in columns]
        self.pieces: list[list[Whole]] = [[0] * plan.length for plan in columns]
        """By entry, where entries stand by themselves, otherwise the first is that of the whole column."""
        self.frames: object = None
        self.stack = 0
        self.total = 0


class Adder(Pieces[Whole]):
    """Adds up what the floats of positions bring, each of them a row of `weights`.

    Sums are exact, so the one of the last position goes on to the next: only what differs is added."""

    def __init__(
        self, rules: Ruleset[Any], encoding: Encoding, numbers: NDArray[np.int64], weights: Floats
    ) -> None:
        super().__init__(rules, encoding, numbers)
        self._weights = weights
        plans = [column.plan for column in self._columns]
        self._entries = [
            Entries(plan, rules.players) if plan.fixed and plan.kind != "number" else None for plan in plans
        ]
        self._last = [Sum(plans) for _ in range(rules.players)]
        """For each turn the position that was added up last."""
        self._frames: dict[Place, Whole] = {}
        self._width = weights.shape[1]
        self._zero = sum([int(HALF) << (BITS * i) for i in range(self._width)])
        """What is added where numbers must not be negative."""

    def sums(self, states: Sequence[State], seat: int) -> Floats:
        """For each state the sum over what the seat sees of it."""
        turn, found = self.encoding.turning.turn(seat), []
        for s in states:
            view = self.rules.view(s, seat)
            if view.answers:
                total = self._made(self._encoded(view, seat))
            else:
                total = self._followed(self._last[turn], view, seat, turn)
            found.append((total + self._zero).to_bytes(4 * self._width, "little"))
        rows = (np.frombuffer(b"".join(found), "<u4") ^ HALF).view(np.int32)
        return np.multiply(rows.reshape(len(states), self._width), 1 / UNIT, dtype=np.float32)

    def _followed(self, last: Sum, view: View, seat: int, turn: int) -> Whole:
        """The sum of a position that comes after the last one."""
        values = self._values(view)
        for at in compress(range(len(values)), map(ne, values, last.values)):
            value, pieces, entries = values[at], last.pieces[at], self._entries[at]
            if entries is None:
                piece = self._piece(at, view, value, turn)
                last.total += piece - pieces[0]
                pieces[0] = piece
                last.values[at] = value
                continue
            before = last.values[at]
            for i in compress(range(len(value)), map(ne, value, before)):
                entry = value[i]
                piece = self._entry(entries, i, entry, turn)
                last.total += piece - pieces[i]
                pieces[i] = piece
                before[i] = entry
        if view.stack != last.frames:
            stack = self._stack(view, seat)
            last.total += stack - last.stack
            last.stack, last.frames = stack, view.stack
        return last.total

    def _entry(self, entries: Entries, i: int, value: Any, turn: int) -> Whole:
        key = (i, tuple(value)) if entries.stacks else (i, value)
        known = entries.known[turn]
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            span = entries.write(self._paper, i, value, turn)
            found = known[key] = self._made(self._few(self._written, span))
            self._written[span] = 0.0
        return found

    def _of_stack(self, view: View, seat: int) -> Whole:
        seen: dict[int, int] = {}
        found = 0
        for height, frame in enumerate(view.stack):
            number = seen.get(frame[0], 0)
            seen[frame[0]] = number + 1
            found += self._frame(view, Place(frame, height, number, height + 1 == len(view.stack), seat))
        return found

    def _frame(self, view: View, place: Place) -> Whole:
        """What a frame brings, and the question of the one on top."""
        found = self._frames.get(place)
        if found is None:
            if len(self._frames) >= KEPT:
                self._frames.clear()
            frame, height, number, on_top, seat = place
            encoding, turn = self.encoding, self.encoding.turning.turn(seat)
            encoding._frames[frame[0]].write(self._paper, frame, height, number, turn)
            if on_top and seat in frame[3]:
                encoding._question.write(self._paper, self.rules.waiting(view), frame[2], turn)
            found = self._frames[place] = self._made(self._few(self._written, self._rest))
            self._written[self._rest] = 0.0
        return found

    def _made(self, few: Few) -> Whole:
        places, floats = few
        row = np.asarray(np.rint((floats @ self._weights[places]) * UNIT), np.int32).view(np.uint32) ^ HALF
        return int.from_bytes(row.astype("<u4").tobytes(), "little") - self._zero
