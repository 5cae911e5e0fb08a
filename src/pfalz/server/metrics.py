"""Numbers for Prometheus: counters and histograms that cost next to nothing, and how they are written."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds up to which something is counted as so quick."""


class Histogram:
    """How long something took, each time."""

    __slots__ = ("_counts", "sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long this time."""
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        """How often it was done."""
        return sum(self._counts)

    def lines(self, name: str) -> Iterable[str]:
        """As Prometheus wants it."""
        total = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self.sum:.6f}"
        yield f"{name}_count {total}"


def written(kind: str, name: str, about: str, values: float | Mapping[str, float], label: str = "") -> str:
    """One metric, with one value or one for each value of a label."""
    head = f"# HELP {name} {about}\n# TYPE {name} {kind}\n"
    if isinstance(values, Mapping):
        return head + "".join(f'{name}{{{label}="{key}"}} {value}\n' for key, value in values.items())
    return head + f"{name} {values}\n"


def histogram(name: str, about: str, found: Histogram) -> str:
    """One histogram."""
    return f"# HELP {name} {about}\n# TYPE {name} histogram\n" + "".join(f"{x}\n" for x in found.lines(name))
