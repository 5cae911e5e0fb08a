"""Shapes: what the declarations of columns mean at one table. Sizes, ranges, the empty table, refusals.

A declaration names kinds and takes numbers from the lookup tables of the ruleset, so the same column may have
another size with other modules, player counts or editions. A position that comes from outside has to fit
the shapes before the rules meet it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pfalz.core.errors import RecordError
from pfalz.core.kinds import OPEN
from pfalz.core.state import HIDDEN, Axis, Bound, Column, Columns, Schema

if TYPE_CHECKING:
    from pfalz.core.ruleset import Ruleset


class Shape:
    """One column at one table."""

    def __init__(self, name: str, column: Column, rules: Ruleset[Any], lookup: Any) -> None:
        self.name = name
        self.column = column
        self.holds = holds = column.holds
        self.axes = [size_of(axis, rules, lookup) for axis in column.per]
        """Sizes of the axes."""
        self.length = 1
        """How many entries there are; of a list without axes: at most."""
        for size in self.axes:
            self.length *= size
        self.fixed = column.kind == "number" or bool(column.per)
        """Whether there are always that many entries."""
        self.depth = 1
        """Of stacks: how many values an entry has at most."""
        if column.most is not None:
            most = size_of(column.most, rules, lookup)
            if column.kind == "stacks":
                self.depth = most
            else:
                self.length = most
        if holds.kind:
            size = rules.kinds[holds.kind].size
            self.low, self.high = 0, (1 << size) - 1 if holds.bits else size - 1
            self.also = frozenset(() if holds.bits else (*holds.also, *rules.kinds[holds.kind].also))
        else:
            self.low, self.high = bound_of(holds.low, lookup), bound_of(holds.high, lookup)
            self.also = frozenset(holds.also)

    def fits(self, value: int) -> bool:
        """Whether an entry may have this value."""
        return self.low <= value <= self.high or value in self.also

    def begins(self) -> int:
        """How an entry of an empty table looks."""
        if self.holds.also:
            return self.holds.also[0]
        return min(max(0, self.low), self.high)

    def empty(self) -> int | list[int] | list[tuple[int, ...]]:
        """The column of an empty table."""
        kind = self.column.kind
        if kind == "number":
            return self.begins()
        entries = self.length if self.fixed else 0
        if kind == "numbers":
            return [self.begins()] * entries
        stacks: list[tuple[int, ...]] = [()] * entries
        return stacks

    def check(self, value: Any, where: str, view: bool) -> None:
        """Refuse a value of the column that does not fit; a view may have HIDDEN in it."""
        place = f"{where}.{self.name}"
        if self.column.kind == "number":
            self._entry(value, place, view)
            return
        if self.fixed and len(value) != self.length:
            raise RecordError("column_length", where=place, n=self.length, found=len(value))
        if len(value) > self.length:
            raise RecordError("column_most", where=place, n=self.length, found=len(value))
        for i, entry in enumerate(value):
            if self.column.kind == "numbers":
                self._entry(entry, f"{place}[{i}]", view)
                continue
            if len(entry) > self.depth:
                raise RecordError("column_most", where=f"{place}[{i}]", n=self.depth, found=len(entry))
            for inner in entry:
                self._entry(inner, f"{place}[{i}]", view)

    def _entry(self, value: int, place: str, view: bool) -> None:
        if self.fits(value) or (view and value == HIDDEN):
            return
        if self.holds.kind:
            raise RecordError("column_kind", where=place, kind=self.holds.kind, found=value)
        raise RecordError("column_range", where=place, low=self.low, high=self.high, found=value)


class Shapes:
    """The shapes of all columns of a schema at one table; numbers come from `lookup`."""

    def __init__(self, schema: Schema, rules: Ruleset[Any], lookup: Any) -> None:
        self.schema = schema
        self.of: dict[str, Shape] = {}
        for name, column in schema.stored.items():
            self.of[name] = Shape(name, column, rules, lookup)

    def fill(self, c: Columns) -> None:
        """Give an object the columns of an empty table."""
        for name, shape in self.of.items():
            setattr(c, name, shape.empty())

    def check(self, c: Columns, where: str, view: bool) -> None:
        """Refuse columns of a wrong size or with wrong values; a view may have HIDDEN in it."""
        for name, shape in self.of.items():
            shape.check(getattr(c, name), where, view)


def size_of(axis: Axis, rules: Ruleset[Any], lookup: Any) -> int:
    """How many entries there are along an axis."""
    if not isinstance(axis, str):
        return bound_of(axis, lookup)
    size = rules.kinds[axis].size
    assert size != OPEN, f"{axis} has no end"
    return size


def bound_of(bound: Bound, lookup: Any) -> int:
    """A number of a declaration."""
    return bound if isinstance(bound, int) else bound(lookup)
