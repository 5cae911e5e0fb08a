"""Codes: how a single value becomes floats, and where things stand when the viewer's seat is counted first.

What a value is was declared once: a thing of a kind (one float for each thing, 1.0 for the one that it is),
a number (one float, scaled by its range) or a set of things (one float for each thing). An entry that the
viewer may not see, and one that a list does not have, are floats of their own. Which values a view has, and
where they go, is told in `core/encoding.py`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from pfalz.core.errors import RulesetError
from pfalz.core.kinds import OPEN, Kinds
from pfalz.core.shapes import Shape
from pfalz.core.state import HIDDEN, MOST

UNIT: Final = 64
"""What numbers without a limit are divided by. Whole numbers up to 2**24 stay apart in a float."""
EXACT: Final = 2**23
"""Numbers in a range up to this one stay apart when they are divided by its end."""


class Turning:
    """The places of things for each viewer: seats are counted from the viewer's, sides without one stay."""

    def __init__(self, kinds: Kinds, players: int) -> None:
        self.kinds = kinds
        self.players = players
        self._known: dict[str, list[list[int]]] = {}

    def turn(self, seat: int) -> int:
        """How far the seats are turned for a viewer; for one without a seat not at all."""
        return seat if 0 <= seat < self.players else 0

    def of(self, id: str) -> list[list[int]]:
        """For each turn the places of the things of a kind."""
        found = self._known.get(id)
        if found is None:
            found = [self._places(id, turn) for turn in range(self.players)]
            if any(sorted(places) != found[0] for places in found):
                raise RulesetError("kind_outgrown", game=self.kinds.game, kind=id)
            self._known[id] = found
        return found

    def _places(self, id: str, turn: int) -> list[int]:
        kind = self.kinds[id]
        n = self.players
        if kind.base == "seat" or kind.base == "side":
            return [(value - turn) % n if value < n else value for value in range(kind.size)]
        factors = [self.of(factor)[turn] for factor in kind.factors]
        found: list[int] = []
        for value in range(kind.size):
            rest, place, weight = value, 0, 1
            for places in reversed(factors):
                rest, digit = divmod(rest, len(places))
                place += weight * places[digit]
                weight *= len(places)
            found.append(value if rest or not factors else place)  # things added later are no combinations
        return found


class Code:
    """How one value becomes floats."""

    def __init__(self, parts: list[tuple[str, int]]) -> None:
        self.parts = [part for part in parts if part[1]]
        """What the floats are: names with how many there are."""
        self.width = sum([n for _, n in parts])
        self.absent = self.width - 1
        """The float that says that a list has no such entry; the last one, if there are lists of it."""

    def write(self, out: array[float], at: Sequence[int], values: Sequence[int], turn: int) -> None:
        """Write values, each at its place in `out`; KeyError if one is not what was declared."""
        raise NotImplementedError

    def write_list(self, out: array[float], at: Sequence[int], values: Sequence[int], turn: int) -> None:
        """Write a list that may be shorter than there are places; IndexError if it is longer."""
        if len(values) > len(at):
            raise IndexError(len(values))
        self.write(out, at, values, turn)
        for place in at[len(values) :]:
            out[place + self.absent] = 1.0

    def tell(self) -> str:
        """The floats of one value in words: `county 46 + also(-1) 1 + hidden 1`."""
        return " + ".join([f"{name} {n}" for name, n in self.parts])


class Things(Code):
    """One of the things of a kind, or one of a few further values."""

    def __init__(self, id: str, also: Sequence[int], turning: Turning, hidden: bool, listed: bool) -> None:
        places = turning.of(id)
        kind = turning.kinds[id]
        further = [*kind.also, *[value for value in also if value not in kind.also]]
        beyond = [(_also(further), len(further)), ("hidden", int(hidden)), ("absent", int(listed))]
        super().__init__([(id, kind.size), *beyond])
        rest = {value: kind.size + i for i, value in enumerate([*further, HIDDEN][: len(further) + hidden])}
        self.places: list[dict[int, int]] = []
        """For each turn the place of every value."""
        for turned in places:
            self.places.append({**dict(enumerate(turned)), **rest})

    def write(self, out: array[float], at: Sequence[int], values: Sequence[int], turn: int) -> None:
        places = self.places[turn]
        for place, value in zip(at, values, strict=False):
            out[place + places[value]] = 1.0


class Numbers(Code):
    """A number, scaled so that zero stays zero and the end of its range is one."""

    def __init__(self, low: int, high: int, also: Sequence[int], hidden: bool, listed: bool) -> None:
        self.low = low
        self.high = high
        end = max(abs(low), abs(high), 1)
        unit = end if end <= EXACT else UNIT
        self.scale = 1 / unit
        special = [*also, HIDDEN][: len(also) + hidden]
        self.special = {value: 1 + i for i, value in enumerate(special)}
        scaled = f"number/{unit}"
        beyond = [(_also(also), len(also)), ("hidden", int(hidden)), ("absent", int(listed))]
        super().__init__([(scaled, 1), *beyond])

    def write(self, out: array[float], at: Sequence[int], values: Sequence[int], turn: int) -> None:
        low, high, scale, special = self.low, self.high, self.scale, self.special
        for place, value in zip(at, values, strict=False):
            if value in special:
                out[place + special[value]] = 1.0
            elif low <= value <= high:
                out[place] = value * scale
            else:
                raise KeyError(value)


class Sets(Code):
    """A set of things of a kind."""

    def __init__(self, id: str, turning: Turning, hidden: bool, listed: bool) -> None:
        self.places = turning.of(id)
        self.size = turning.kinds[id].size
        self.hidden = hidden
        super().__init__([(f"set of {id}", self.size), ("hidden", int(hidden)), ("absent", int(listed))])

    def write(self, out: array[float], at: Sequence[int], values: Sequence[int], turn: int) -> None:
        places = self.places[turn]
        for place, value in zip(at, values, strict=False):
            if value >> self.size == 0:
                left = value
                while left:
                    lowest = left & -left
                    out[place + places[lowest.bit_length() - 1]] = 1.0
                    left ^= lowest
            elif value == HIDDEN and self.hidden:
                out[place + self.size] = 1.0
            else:
                raise KeyError(value)


def _also(values: Sequence[int]) -> str:
    return f"also({','.join([str(value) for value in values])})"


def code_of_kind(id: str, turning: Turning, listed: bool) -> Code:
    """The code of an argument or item of a kind; plain numbers have no limit."""
    if turning.kinds[id].size == OPEN:
        return Numbers(-MOST, MOST, (), False, listed)
    return Things(id, (), turning, False, listed)


def code_of_column(shape: Shape, turning: Turning, hidden: bool, listed: bool) -> Code:
    """The code of the entries of a column."""
    holds = shape.holds
    if not holds.kind:
        return Numbers(shape.low, shape.high, holds.also, hidden, listed)
    if holds.bits:
        return Sets(holds.kind, turning, hidden, listed)
    return Things(holds.kind, holds.also, turning, hidden, listed)
