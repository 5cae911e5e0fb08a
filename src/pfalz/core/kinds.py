"""Kinds: what sort of thing a number stands for, how many there are at this table, and how each is called.

A game declares its kinds once, into the `Kinds` of a ruleset; a module adds kinds of its own and further
values to the kinds that are there. Names, domains of questions, targets on the boards, the ranges of
columns and the numbering of actions follow from it. The values of a kind are 0 to `size - 1` and the few
further ones that a variant adds (`knight_or_none` is a knight, or nobody).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pfalz.core.errors import RulesetError, hint

Name = tuple[str, dict[str, tuple[str, int]]]
"""Text key of a thing, with values for its placeholders: ("region.aachen", {})."""
Namer = Callable[[int], Name]

OPEN: Final = -1
"""Size of a kind without an end: plain numbers, so many of something."""


class Kind:
    """One sort of thing at one table."""

    def __init__(
        self,
        id: str,
        size: int,
        namer: Namer,
        factors: tuple[str, ...] = (),
        base: str = "",
        also: Mapping[int, Name] | None = None,
    ) -> None:
        self.id = id
        self.size = size
        self.factors = factors
        """The kinds a value is made of, the first counting most: a knight is a seat and a column."""
        self.base = base or id
        """The kind whose things on the board stand for these values."""
        self.also: dict[int, Name] = dict(also or {})
        """Values beyond the things themselves, with their names."""
        self.renamed: dict[int, Name] = {}
        """Things that modules call otherwise."""
        self._spans: list[tuple[int, Namer]] = [(size, namer)]

    @property
    def values(self) -> list[int]:
        """All values, the things first."""
        return [*range(max(self.size, 0)), *self.also]

    def holds(self, value: int) -> bool:
        """Whether a number is a value of this kind."""
        return 0 <= value < self.size or value in self.also or self.size == OPEN

    def index(self, value: int) -> int:
        """The place of a value among all values."""
        if 0 <= value < self.size:
            return value
        return self.size + list(self.also).index(value)

    def name(self, value: int) -> Name:
        """How a value is called."""
        found = self.renamed.get(value) or self.also.get(value)
        if found is not None:
            return found
        if self.size == OPEN:
            return self._spans[0][1](value)
        if 0 <= value < self.size:
            for upto, namer in self._spans:
                if value < upto:
                    return namer(value)
        raise KeyError(f"{value} is no {self.id}")

    def grow(self, n: int, namer: Namer) -> None:
        """Add `n` things after the last one."""
        self.size += n
        self._spans.append((self.size, namer))


class Kinds:
    """The kinds of one ruleset, by id."""

    def __init__(self, game: str, players: int, sides: Sequence[str]) -> None:
        self.game = game
        self._known: dict[str, Kind] = {}
        self.add(Kind("number", OPEN, lambda value: ("number", {"n": ("number", value)})))
        self.add(Kind("seat", players, lambda seat: ("seat", {"seat": ("seat", seat)})))
        self.add(Kind("yesno", 2, lambda value: ("yes" if value else "no", {})))

        def side(value: int) -> Name:
            if value < players:
                return "side_of", {"seat": ("seat", value)}
            return f"side.{sides[value - players]}", {}

        self.add(Kind("side", players + len(sides), side))

    def __getitem__(self, id: str) -> Kind:
        """The kind with this id; an unknown one is answered with the nearest known."""
        found = self._known.get(id)
        if found is None:
            raise RulesetError("no_kind", game=self.game, kind=id, hint=hint(id, list(self._known)))
        return found

    def __contains__(self, id: str) -> bool:
        return id in self._known

    def ids(self) -> list[str]:
        """The kinds there are, in the order of their declaration."""
        return list(self._known)

    def fit(self, kinds: Sequence[str], values: Sequence[int]) -> bool:
        """Whether values are of these kinds, one by one; one kind may be a list (`county*`, `county*6`)."""
        each: list[str] = []
        for kind in kinds:
            id, star, most = kind.partition("*")
            n = len(values) - len(kinds) + 1 if star else 1
            if n < 0 or (most and n > int(most)):
                return False
            each += [id] * n
        pairs = zip(each, values, strict=False)
        return len(each) == len(values) and all(self[kind].holds(value) for kind, value in pairs)

    def add(self, kind: Kind) -> None:
        """Declare a kind."""
        if kind.id in self._known:
            raise RulesetError("kind_twice", game=self.game, kind=kind.id)
        self._known[kind.id] = kind

    def things(self, id: str, ids: Sequence[str], text: str = "") -> None:
        """Declare a kind of things that have ids, called by the texts `name.<text>.<id>`."""
        names = [f"{text or id}.{thing}" for thing in ids]
        self.add(Kind(id, len(names), lambda value: (names[value], {})))

    def numbered(self, id: str, size: int, first: int = 1) -> None:
        """Declare a kind of things told apart by numbers alone: the text `name.<id>` with `{n}`."""
        self.add(Kind(id, size, lambda value: (id, {"n": ("number", value + first)})))

    def made_of(self, id: str, *factors: str, namer: Namer) -> None:
        """Declare a kind whose values are combinations of values of other kinds."""
        size = 1
        for factor in factors:
            size *= self[factor].size
        self.add(Kind(id, size, namer, factors))

    def variant(self, id: str, of: str, also: Mapping[int, Name]) -> None:
        """Declare a kind that adds values to another one; on the board its values are that kind's things."""
        base = self[of]
        self.add(Kind(id, base.size, base.name, base.factors, base.base, {**base.also, **also}))

    def grow(self, id: str, n: int, namer: Namer) -> None:
        """Add `n` things to a kind, numbered after the last one."""
        self[id].grow(n, namer)

    def rename(self, id: str, value: int, name: Name) -> None:
        """Call a thing of a kind otherwise."""
        kind = self[id]
        if not kind.holds(value):
            raise RulesetError("kind_no_value", game=self.game, kind=id, value=value)
        kind.renamed[value] = name

    def also(self, id: str, value: int, name: Name) -> None:
        """Add one further value to a kind."""
        kind = self[id]
        if kind.holds(value):
            raise RulesetError("kind_value_twice", game=self.game, kind=id, value=value)
        kind.also[value] = name
