"""Actions: one numbering of everything that can be answered in a slot of a form, with masks from `options`.

An answer is given slot by slot. Each slot asks for a value of a kind; an action is such a pair, and the same
action means the same thing in every question of the ruleset. Values that are seats, or contain one, are
counted from the seat that answers. The slots that are already filled are encoded beside the view.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from pfalz.core.ask import Ask
from pfalz.core.codes import UNIT, Things, Turning
from pfalz.core.errors import RulesError
from pfalz.core.kinds import OPEN
from pfalz.core.ruleset import Ruleset
from pfalz.core.segments import Layout, Segment
from pfalz.core.state import State


class Actions:
    """The actions of a ruleset: things of its kinds in the order of their declaration, then plain numbers."""

    def __init__(self, rules: Ruleset[Any], turning: Turning) -> None:
        self.rules = rules
        self.turning = turning
        game = rules.game
        layout = Layout()
        self._codes: dict[str, Things] = {}
        self._first: dict[str, int] = {}
        self._values: dict[str, list[dict[int, int]]] = {}
        for id in rules.kinds.ids():
            if rules.kinds[id].size == OPEN:
                continue
            code = Things(id, (), turning, False, False)
            self._codes[id] = code
            self._values[id] = [{place: v for v, place in places.items()} for places in code.places]
            self._first[id] = layout.add(id, code.width, entry=code.tell())
        self.things = layout.length
        """How many actions are things; those after them are numbers."""
        self.low, self.high = game.smallest_number, game.largest_number
        layout.add("number", self.high - self.low + 1, entry=f"{self.low}..{self.high}")
        self.count = layout.length
        """How many actions there are."""
        self._segments = layout.segments
        self.longest = game.longest_answer
        self.slot_width = self.things + 2
        self._order = {id: i for i, id in enumerate(rules.kinds.ids())}
        before = Layout()
        before.add("slot", len(self._order), entry=" + ".join(self._order))
        before.add(
            "filled", self.longest * self.slot_width, (str(self.longest),), (self.longest,), self.tell()
        )
        self.prefix_length = before.length
        """How many floats the slots have that are filled already."""
        self._prefix_segments = before.segments

    def action(self, kind: str, value: int, seat: int) -> int:
        """The action of a value in a slot of this kind, for the seat that answers."""
        code = self._code(kind)
        if code is None:
            return self._number(value)
        place = code.places[self.turning.turn(seat)].get(value)
        if place is None:
            raise RulesError("no_action", kind=kind, value=value)
        return self._first[kind] + place

    def value(self, kind: str, action: int, seat: int) -> int:
        """The value that an action stands for in a slot of this kind, for the seat that answers."""
        if self._code(kind) is None:
            if self.things <= action < self.count:
                return action - self.things + self.low
        else:
            found = self._values[kind][self.turning.turn(seat)].get(action - self._first[kind])
            if found is not None:
                return found
        raise RulesError("action_of_other_kind", kind=kind, action=action)

    def mask(self, view: State, ask: Ask, prefix: Sequence[int] = ()) -> bytes:
        """For every action 1 if it may be chosen after `prefix`, else 0; all 0 when the form is complete."""
        found = bytearray(self.count)
        options = ask.options(view, prefix)
        if options is not None:
            kind = ask.slot(view, prefix).kind
            for value in options:
                found[self.action(kind, value, ask.seat)] = 1
        return bytes(found)

    def encode_prefix(self, view: State, ask: Ask, prefix: Sequence[int] = ()) -> array[float]:
        """The slots that are filled already and the kind of the next one; the other half of an input."""
        out = array("f", bytes(4 * self.prefix_length))
        if ask.options(view, prefix) is not None:
            kind = ask.slot(view, prefix).kind
            self._code(kind)
            out[self._order[kind]] = 1.0
        self.write(out, len(self._order), view, ask, prefix)
        return out

    def write(self, out: array[float], at: int, view: State, ask: Ask, values: Sequence[int]) -> None:
        """Write the slots of an answer, or of the beginning of one, from place `at` on."""
        if len(values) > self.longest:
            raise RulesError("answer_longer", ask=ask.name, n=self.longest, found=len(values))
        for filled in ask.walk(view, values):
            action = self.action(filled.slot.kind, filled.value, ask.seat)
            if action < self.things:
                out[at + action] = 1.0
            else:
                out[at + self.things] = 1.0
                out[at + self.things + 1] = filled.value / UNIT
            at += self.slot_width

    def tell(self) -> str:
        """The floats of a filled slot in words."""
        return f"action {self.things} + number 1 + number/{UNIT} 1"

    def describe(self) -> list[Segment]:
        """Which actions there are, kind by kind."""
        return list(self._segments)

    def describe_prefix(self) -> list[Segment]:
        """What the floats of `encode_prefix` mean."""
        return list(self._prefix_segments)

    def _code(self, kind: str) -> Things | None:
        """The code of a kind, None for plain numbers; a kind nobody declared is refused."""
        found = self._codes.get(kind)
        if found is None:
            self.rules.kinds[kind]
        return found

    def _number(self, value: int) -> int:
        if not self.low <= value <= self.high:
            raise RulesError("number_out_of_range", low=self.low, high=self.high, value=value)
        return self.things + value - self.low
