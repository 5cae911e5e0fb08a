"""Positions as rows of floats, each column written once for each value it holds.

Positions that are thought about one after the other differ in a few columns, and most of what those hold
comes again and again. So a row begins as the one before, columns that hold something else are changed in it,
and what a column looks like is remembered by what it holds, the flow stack too. The floats are always those
of `Encoding.encode`; where an answer to a simultaneous question is open, they are asked for there.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress
from operator import attrgetter, ne
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pfalz.core.encoding import ColumnPlan, Encoding
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State, View

Floats = NDArray[np.float32]
Few = tuple[NDArray[np.int64], Floats]
"""The places of floats that are not zero, and what they are."""
ALL: Final = slice(None)
KEPT: Final = 4096
"""So many values of a column are remembered for each viewer, and so many stacks."""


class Column:
    """What the values of one column look like."""

    def __init__(self, plan: ColumnPlan, players: int) -> None:
        self.plan = plan
        self.span = slice(plan.offset, plan.offset + plan.length * plan.depth * plan.code.width)
        self.known: list[dict[Any, Few]] = [{} for _ in range(players)]
        """For each turn the floats of the values that were met."""


class Part:
    """The columns of the game or of a module."""

    def __init__(self, plans: Sequence[ColumnPlan], players: int) -> None:
        self.columns = [Column(plan, players) for plan in plans]
        self._read = attrgetter(*[plan.name for plan in plans]) if plans else None

    def values(self, columns: Any) -> tuple[Any, ...]:
        """What the columns hold."""
        if self._read is None:
            return ()
        found = self._read(columns)
        return found if len(self.columns) > 1 else (found,)


class Scribe:
    """Encodes positions of one ruleset; floats are numbered as somebody wants them, some are left out."""

    def __init__(self, rules: Ruleset[Any], encoding: Encoding, numbers: NDArray[np.int64]) -> None:
        self.rules = rules
        self.encoding = encoding
        self._numbers = numbers
        """For each float of the encoding its place in a row; it is left out where that is below zero."""
        self._own = Part(encoding._columns, rules.players)
        self._slices = [(id, Part(plans, rules.players)) for id, plans in encoding._slices.items()]
        self._columns = [*self._own.columns, *[c for _, part in self._slices for c in part.columns]]
        self._rest = slice(max([column.span.stop for column in self._columns], default=0), encoding.length)
        """Where the floats are that no column has: those of the stack and of the question."""
        self._stacks: dict[tuple[object, ...], Few] = {}
        self._paper = array("f", bytes(4 * encoding.length))
        self._written = np.frombuffer(self._paper, np.float32)

    def write(self, rows: Floats, states: Sequence[State], seat: int) -> None:
        """Write what the seat sees of each state into a row; the rows are empty before."""
        turn = self.encoding.turning.turn(seat)
        held: tuple[Any, ...] = (None,) * len(self._columns)
        pieces: list[Few] = [self._few(self._written, slice(0, 0))] * len(held)
        stack = pieces[0] if pieces else self._few(self._written, slice(0, 0))
        last: Floats | None = None
        frames: object = None
        for row, s in zip(rows, states, strict=True):
            view = self.rules.view(s, seat)
            if view.answers:
                places, floats = self._few(np.frombuffer(self.encoding.encode(view, seat), np.float32), ALL)
                row[places] = floats
                continue
            if last is not None:
                row[:] = last
            values = self._own.values(view)
            for id, part in self._slices:
                values += part.values(view.slices[id])
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

    def _piece(self, at: int, view: View, value: Any, turn: int) -> Few:
        column = self._columns[at]
        known = column.known[turn]
        kind = column.plan.kind
        key = value if kind == "number" else tuple(map(tuple, value)) if kind == "stacks" else tuple(value)
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            column.plan.write(self._paper, self._holder(at, view), turn)
            found = known[key] = self._few(self._written, column.span)
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

    def _stack(self, view: View, seat: int) -> Few:
        key = (seat, *view.stack)
        found = self._stacks.get(key)
        if found is None:
            if len(self._stacks) >= KEPT:
                self._stacks.clear()
            whole = np.frombuffer(self.encoding.encode(view, seat), np.float32)
            found = self._stacks[key] = self._few(whole, self._rest)
        return found

    def _few(self, floats: Floats, span: slice) -> Few:
        """The floats of a stretch that are not zero and not left out."""
        there = np.flatnonzero(floats[span])
        places, values = self._numbers[span][there], floats[span][there]
        wanted = places >= 0
        return places[wanted], values[wanted]
