"""The numeric encoding of a view and of answers to it, generated from the declared kinds, columns and flows.

`Encoding(rules)` makes a plan once; `encode(view, seat)` follows it and gives as many floats for every view
of the ruleset: the columns of the game and of its modules, the flow stack, who has answered an open
simultaneous question, the viewer's own answer, and what the viewer is asked. Seats are counted from the
viewer's. Two views of a seat have the same encoding if and only if they are the same (`Ruleset.key`), and
nothing is read but the view. `describe` says what is where; the same `fingerprint` means the same layout. See
docs/encoding.md.
"""

from __future__ import annotations

from array import array
from typing import Any, ClassVar

from pfalz.core.actions import Actions
from pfalz.core.codes import Turning, code_of_column
from pfalz.core.errors import RulesError
from pfalz.core.flow import Together
from pfalz.core.frames import FramePlan, QuestionPlan
from pfalz.core.ruleset import Ruleset
from pfalz.core.segments import Layout, Segment
from pfalz.core.shapes import Shape, Shapes
from pfalz.core.state import PUBLIC, Columns, View, digest


class ColumnPlan:
    """The floats of one column."""

    def __init__(self, where: str, shape: Shape, layout: Layout, turning: Turning) -> None:
        column = shape.column
        self.name = shape.name
        self.where = where
        self.kind = column.kind
        self.fixed = shape.fixed
        self.length = shape.length
        self.depth = shape.depth
        listed = column.kind == "stacks" or not shape.fixed
        self.code = code_of_column(shape, turning, column.sight is not PUBLIC, listed)
        self.axes = [
            turning.of(axis) if isinstance(axis, str) else [list(range(size))] * turning.players
            for axis, size in zip(column.per, shape.axes, strict=True)
        ]
        sizes = list(shape.axes)
        axes = [axis if isinstance(axis, str) else str(sizes[i]) for i, axis in enumerate(column.per)]
        if not shape.fixed:
            axes, sizes = [str(shape.length)], [shape.length]
        if column.kind == "stacks":
            axes, sizes = [*axes, str(shape.depth)], [*sizes, shape.depth]
        entry = shape.length * shape.depth * self.code.width
        self.offset = layout.add(where, entry, tuple(axes), tuple(sizes), self.code.tell())
        self.places = [self._places(turn) for turn in range(turning.players)]
        """For each turn where the entries go."""
        width = self.code.width
        self.inner = [[range(at, at + self.depth * width, width) for at in places] for places in self.places]
        """For each turn where the values of each entry of stacks go."""

    def _places(self, turn: int) -> list[int]:
        found = [0]
        for axis in self.axes or [[list(range(self.length))] * (turn + 1)]:
            turned = axis[turn]
            found = [place * len(turned) + inner for place in found for inner in turned]
        return [self.offset + place * self.depth * self.code.width for place in found]

    def write(self, out: array[float], c: Columns, turn: int) -> None:
        """Write the column."""
        value = getattr(c, self.name)
        places = self.places[turn]
        try:
            if self.kind == "number":
                self.code.write(out, places, (value,), turn)
            elif len(value) > len(places) or (self.fixed and len(value) < len(places)):
                raise IndexError(len(value))
            elif self.kind == "stacks":
                for inner, entry in zip(self.inner[turn], value, strict=False):
                    self.code.write_list(out, inner, entry, turn)
            elif self.fixed:
                self.code.write(out, places, value, turn)
            else:
                self.code.write_list(out, places, value, turn)
        except KeyError as error:
            raise RulesError("encoded_value", column=self.where, found=error.args[0]) from None
        except IndexError as error:
            raise RulesError("encoded_list", column=self.where, found=error.args[0]) from None


class Encoding:
    """How the views of a ruleset and the answers to them become numbers."""

    VERSION: ClassVar[int] = 1
    """Raised whenever the same view of the same ruleset gets other floats, or an action another number."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        self.turning = Turning(rules.kinds, rules.players)
        self.actions = Actions(rules, self.turning)
        """The numbering of answers."""
        layout = Layout()
        self._columns = self._plan(rules.shapes, "", layout)
        self._slices = {id: self._plan(shapes, f"{id}.", layout) for id, shapes in rules.slice_shapes.items()}
        self._frames = [FramePlan(step, layout, self.turning) for step in rules.nodes]
        self._answered = -1
        self._answer = -1
        if any(isinstance(step, Together) for step in rules.nodes):
            actions, n = self.actions, self.actions.longest
            self._answered = layout.add("answered", rules.players, ("seat",), (rules.players,), "answered 1")
            length = n * actions.slot_width
            self._answer = layout.add("answer", length, (str(n),), (n,), actions.tell())
        self._question = QuestionPlan(rules, layout, self.turning)
        self.length = layout.length
        """How many floats a view has."""
        self._segments = layout.segments
        self._empty = array("f", bytes(4 * self.length))

    def _plan(self, shapes: Shapes, prefix: str, layout: Layout) -> list[ColumnPlan]:
        columns = shapes.of.items()
        return [ColumnPlan(f"{prefix}{name}", shape, layout, self.turning) for name, shape in columns]

    def encode(self, view: View, seat: int) -> array[float]:
        """The view of a seat, or of a spectator, as floats."""
        out = self._empty[:]
        turn = self.turning.turn(seat)
        for column in self._columns:
            column.write(out, view, turn)
        for id, columns in self._slices.items():
            part = view.slices[id]
            for column in columns:
                column.write(out, part, turn)
        seen: dict[int, int] = {}
        for height, frame in enumerate(view.stack):
            number = seen.get(frame[0], 0)
            seen[frame[0]] = number + 1
            self._frames[frame[0]].write(out, frame, height, number, turn)
        if view.answers:
            self._write_answers(out, view, seat, turn)
        if view.stack:
            top = view.stack[-1]
            step = self.rules.waiting(view)
            if seat >= 0 and seat in top[3]:
                self._question.write(out, step, top[2], turn)
        return out

    def _write_answers(self, out: array[float], view: View, seat: int, turn: int) -> None:
        places = self.turning.of("seat")[turn]
        for other, answer in enumerate(view.answers):
            if answer is None:
                continue
            out[self._answered + places[other]] = 1.0
            if other == seat:
                self.actions.write(out, self._answer, view, self.rules.ask_of(view, seat), answer)

    def describe(self) -> list[Segment]:
        """What the floats of `encode` mean, in their order."""
        return list(self._segments)

    @property
    def fingerprint(self) -> str:
        """A short hash of the whole layout: what was learned with one does not fit another."""
        kinds = self.rules.kinds
        names = {id: [kinds[id].name(value)[0] for value in kinds[id].values] for id in kinds.ids()}
        parts = [self.describe(), self.actions.describe(), self.actions.describe_prefix()]
        return digest([self.VERSION, parts, names])
