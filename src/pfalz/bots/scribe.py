"""Positions as the few floats of their encoding that are not zero, each column written once for each value.

Positions that are thought about differ in a few columns, and most of what those hold comes again and again.
So the floats of a column are remembered by what it holds, and those of the flow stack by the stack. A column
that holds what it held in the position before is not even looked up. All together they are always the floats
of `Encoding.encode`; where an answer to a simultaneous question is open, those are asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pfalz.core.encoding import ColumnPlan, Encoding
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State

Floats = NDArray[np.float32]
Numbers = NDArray[np.int32]
Few = tuple[Numbers, Floats]
"""Numbers of floats that are not zero, and what they are."""
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
        self._numbers = numbers.astype(np.int32)
        """For each float of the encoding its number; it is left out where that is below zero."""
        self._own = Part(encoding._columns, rules.players)
        self._slices = [(id, Part(plans, rules.players)) for id, plans in encoding._slices.items()]
        parts = [self._own, *[part for _, part in self._slices]]
        self._columns = [column for part in parts for column in part.columns]
        self._rest = slice(max([column.span.stop for column in self._columns], default=0), encoding.length)
        """Where the floats are that no column has: those of the stack and of the question."""
        self._stacks: dict[tuple[object, ...], Few] = {}
        self._paper = array("f", bytes(4 * encoding.length))
        self._written = np.frombuffer(self._paper, np.float32)

    def encoded(self, states: Sequence[State], seat: int) -> Iterator[Few]:
        """What the seat sees of each state: the floats that are not zero, with their numbers."""
        turn = self.encoding.turning.turn(seat)
        held: list[Any] = [None] * len(self._columns)
        pieces: list[Few] = [(self._numbers[:0], self._written[:0])] * (len(self._columns) + 1)
        for s in states:
            view = self.rules.view(s, seat)
            if view.answers:
                yield self._few(np.frombuffer(self.encoding.encode(view, seat), np.float32), slice(None))
                continue
            at = 0
            for part, columns in self._parts(view):
                for column, value in zip(part.columns, part.values(columns), strict=True):
                    if value != held[at]:
                        held[at] = value
                        pieces[at] = self._piece(column, columns, value, turn)
                    at += 1
            pieces[at] = self._stack(view, seat)
            yield (
                np.concatenate([numbers for numbers, _ in pieces]),
                np.concatenate([floats for _, floats in pieces]),
            )

    def _parts(self, view: State) -> Iterator[tuple[Part, Any]]:
        yield self._own, view
        for id, part in self._slices:
            yield part, view.slices[id]

    def _piece(self, column: Column, columns: Any, value: Any, turn: int) -> Few:
        known = column.known[turn]
        kind = column.plan.kind
        key = value if kind == "number" else tuple(map(tuple, value)) if kind == "stacks" else tuple(value)
        found = known.get(key)
        if found is None:
            if len(known) >= KEPT:
                known.clear()
            column.plan.write(self._paper, columns, turn)
            found = known[key] = self._few(self._written, column.span)
            self._written[column.span] = 0.0
        return found

    def _stack(self, view: State, seat: int) -> Few:
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
        numbers, values = self._numbers[span][there], floats[span][there]
        wanted = numbers >= 0
        return numbers[wanted], values[wanted]
