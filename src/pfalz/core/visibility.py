"""Who may see which entries of a position, and whether an answer has shown somebody something new."""

from __future__ import annotations

from typing import Any

from pfalz.core.ruleset import Ruleset
from pfalz.core.state import SPECTATOR, Columns, Schema, State


class Visibility:
    """Of every column that is not public: the size of each entry, and which of them each viewer may see."""

    def __init__(self, rules: Ruleset[Any], s: State) -> None:
        self.sizes: list[list[int]] = []
        self.fixed = not s.over
        """Whether the sizes alone tell what can be seen: every column belongs to the seats, or to nobody."""
        self._rules, self._state = rules, s
        self._seen: dict[int, list[list[bool]]] | None = None
        for schema, part in self._parts():
            self.fixed = self.fixed and schema.fixed
            for name, column in schema.secret.items():
                value = getattr(part, name)
                count = 1 if column.kind == "number" else len(value)
                self.sizes.append([len(e) for e in value] if column.kind == "stacks" else [1] * count)

    def _parts(self) -> list[tuple[Schema, Columns]]:
        rules, s = self._rules, self._state
        return [(rules.game.schema, s), *((schema, s.slices[id]) for id, schema in rules.schemas.items())]

    @property
    def seen(self) -> dict[int, list[list[bool]]]:
        """For every viewer, entry by entry of every column, whether it can be seen."""
        if self._seen is None:  # mypyc makes the value of a `cached_property` anew every time
            self._seen = self._find_seen()
        return self._seen

    def _find_seen(self) -> dict[int, list[list[bool]]]:
        rules, s = self._rules, self._state
        found: dict[int, list[list[bool]]] = {}
        columns = [(schema, column) for schema, _ in self._parts() for column in schema.secret.values()]
        for viewer in (*range(rules.players), SPECTATOR):
            found[viewer] = [
                [True] * len(sizes) if s.over else list(schema.visible(column, len(sizes), s, viewer))
                for (schema, column), sizes in zip(columns, self.sizes, strict=True)
            ]
        return found


def newly_seen(before: Visibility, after: Visibility, seat: int) -> bool:
    """Whether an answer of `seat` showed somebody something that was hidden before.

    Either an entry has become visible in its place, or there are fewer values left that neither the viewer
    nor `seat` knows (a card came from a stored deck into a hand)."""
    if before.sizes == after.sizes and ((before.fixed and after.fixed) or before.seen == after.seen):
        return False
    own_old, own_new = before.seen[seat], after.seen[seat]
    for viewer, old in before.seen.items():
        new = after.seen[viewer]
        for was, now, had, has in zip(old, new, before.sizes, after.sizes, strict=True):
            if was != now:
                for knew, knows, a, b in zip(was, now, had, has, strict=False):
                    if knows and not knew and a and b:
                        return True
        if _unknown(own_new, new, after.sizes) < _unknown(own_old, old, before.sizes):
            return True
    return False


def _unknown(a: list[list[bool]], b: list[list[bool]], sizes: list[list[int]]) -> int:
    """How many values neither of two viewers may see."""
    return sum(
        size
        for seen, also, held in zip(a, b, sizes, strict=True)
        for x, y, size in zip(seen, also, held, strict=True)
        if not x and not y
    )
