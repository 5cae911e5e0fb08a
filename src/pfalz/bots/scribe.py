"""Many positions of one question as floats: what they have in common is written once.

Answers to a question lead to positions that differ in a few columns only. The first of them is encoded whole;
of the others only the columns that have changed are written, and put back afterwards. Positions with another
flow stack or with open answers are encoded whole. The floats are always those of `Encoding.encode`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pfalz.core.encoding import ColumnPlan, Encoding
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State, View

Floats = NDArray[np.float32]


class Part:
    """The columns of the game or of a module: how they are read, written and put back."""

    def __init__(self, plans: Sequence[ColumnPlan]) -> None:
        self.plans = plans
        self.spans = [
            slice(plan.offset, plan.offset + plan.length * plan.depth * plan.code.width) for plan in plans
        ]
        self._read = attrgetter(*[plan.name for plan in plans]) if plans else None

    def values(self, columns: Any) -> tuple[Any, ...]:
        """What the columns hold."""
        if self._read is None:
            return ()
        found = self._read(columns)
        return found if len(self.plans) > 1 else (found,)


class Page:
    """A position that was encoded whole, for others to be compared with."""

    def __init__(self, scribe: Scribe, view: View, seat: int) -> None:
        self.scribe = scribe
        self.turn = scribe.encoding.turning.turn(seat)
        self.held = scribe.held(view)
        self.written: array[float] = scribe.encoding.encode(view, seat)
        self.floats: Floats = np.frombuffer(self.written, np.float32)
        self._whole: Floats | None = None
        self._changed: list[slice] = []

    def show(self, view: State) -> Floats:
        """The floats of a view with the same flow stack; they hold until the next one."""
        if self._whole is None:
            self._whole = self.floats.copy()
        floats, whole = self.floats, self._whole
        for span in self._changed:
            floats[span] = whole[span]
        self._changed.clear()
        for (part, columns), old in zip(self.scribe.parts_of(view), self.held, strict=True):
            for plan, span, value, before in zip(
                part.plans, part.spans, part.values(columns), old, strict=True
            ):
                if value != before:
                    floats[span] = 0.0
                    plan.write(self.written, columns, self.turn)
                    self._changed.append(span)
        return floats


class Scribe:
    """Encodes positions of one ruleset."""

    def __init__(self, rules: Ruleset[Any], encoding: Encoding) -> None:
        self.rules = rules
        self.encoding = encoding
        self._own = Part(encoding._columns)
        self._slices = [(id, Part(plans)) for id, plans in encoding._slices.items()]

    def parts_of(self, view: State) -> Iterator[tuple[Part, Any]]:
        """The columns of the game and of its modules."""
        yield self._own, view
        for id, part in self._slices:
            yield part, view.slices[id]

    def held(self, view: State) -> list[tuple[Any, ...]]:
        """What all columns hold."""
        return [part.values(columns) for part, columns in self.parts_of(view)]

    def encoded(self, states: Sequence[State], seat: int) -> Iterator[Floats]:
        """The floats of what the seat sees of each state; they hold until the next ones."""
        pages: dict[tuple[Any, ...], Page] = {}
        for s in states:
            view = self.rules.view(s, seat)
            if view.answers:
                yield np.frombuffer(self.encoding.encode(view, seat), np.float32)
                continue
            page = pages.get(key := tuple(view.stack))
            if page is None:
                page = pages[key] = Page(self, view, seat)
                yield page.floats
            else:
                yield page.show(view)
