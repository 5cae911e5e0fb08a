"""Lessons of a generation as rows of inputs, sparse where they are, in memory and in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from pfalz.bots.features import Floats
from pfalz.bots.network import Network
from pfalz.bots.selfplay import Lesson

ARRAYS: Final = ("starts", "places", "floats", "known", "worth")


class Shelf:
    """The positions of a generation, and what they should have been worth."""

    def __init__(self, size: int, arrays: dict[str, Any]) -> None:
        self._size = size
        self._arrays = arrays
        self._starts: Any = arrays["starts"]
        """Where the floats of each position begin, and where the last one's end."""
        self._places: Any = arrays["places"]
        self._floats: Floats = arrays["floats"]
        self._known: Floats = arrays["known"]
        self.worth: Floats = arrays["worth"]

    @classmethod
    def of(cls, network: Network, lessons: Sequence[Lesson], trust: float) -> Shelf:
        """What lessons teach a network, as far as it looks at it; where the future is not trusted, what it
        thinks of the positions itself counts."""
        where = np.full(int(network.inputs.max()) + 2, -1, np.int64)
        where[network.inputs] = np.arange(len(network.inputs))
        places, floats, starts = [], [], [0]
        for lesson in lessons:
            for numbers, found in zip(lesson.numbers, lesson.floats, strict=True):
                at = where[np.minimum(numbers, len(where) - 1)]
                there = at >= 0
                places.append(at[there].astype(np.uint32))
                floats.append(found[there])
                starts.append(starts[-1] + len(places[-1]))
        known = np.concatenate([lesson.known for lesson in lessons]) * network.scale
        arrays = {
            "starts": np.array(starts, np.int64),
            "places": np.concatenate(places),
            "floats": np.concatenate(floats),
            "known": known,
            "worth": np.zeros((len(known), network.card.players), np.float32),
        }
        shelf, end = cls(len(network.inputs), arrays), 0
        for lesson in lessons:
            begin, end = end, end + len(lesson.numbers)
            thought = network.judged(shelf.inputs(range(begin, end)))
            shelf.worth[begin:end] = lesson.returns(thought, network.card.margin, trust)
        return shelf

    def __len__(self) -> int:
        return len(self._starts) - 1

    def inputs(self, chosen: Any) -> Floats:
        """The inputs of some of the positions."""
        x = np.zeros((len(chosen), self._size + self._known.shape[1]), np.float32)
        for row, i in enumerate(chosen):
            span = slice(self._starts[i], self._starts[i + 1])
            x[row, self._places[span]] = self._floats[span]
        x[:, self._size :] = self._known[chosen]
        return x

    def save(self, path: Path) -> None:
        """Write the positions, packed."""
        with path.open("wb") as file:
            np.savez_compressed(file, **self._arrays)

    @classmethod
    def load(cls, network: Network, path: Path) -> Shelf:
        """Read what `save` has written."""
        with np.load(path, allow_pickle=False) as stored:
            return cls(len(network.inputs), {name: stored[name] for name in ARRAYS})


def chosen_inputs(lessons: Sequence[Lesson], length: int, most: int, seldom: float) -> Any:
    """Floats that are not zero in at least such a share of positions and not always the same, the commonest
    first if they are many."""
    counts = np.zeros(length, np.int64)
    first: dict[int, float] = {}
    varied = np.zeros(length, bool)
    total = 0
    for lesson in lessons:
        for numbers, floats in zip(lesson.numbers, lesson.floats, strict=True):
            counts[numbers] += 1
            total += 1
            for number, value in zip(numbers.tolist(), floats.tolist(), strict=True):
                if not varied[number] and first.setdefault(number, value) != value:
                    varied[number] = True
    varied |= counts < total
    useful = np.flatnonzero((counts >= seldom * total) & (counts > 0) & varied)
    if len(useful) > most:
        share = counts[useful] / total
        useful = useful[np.argsort(-(share * (1 - share)), kind="stable")[:most]]
    return np.sort(useful)
