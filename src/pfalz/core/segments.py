"""Segments: the names of stretches of floats, laid out one after the other without gaps."""

from __future__ import annotations

from typing import NamedTuple


class Segment(NamedTuple):
    """A stretch of an encoding: one entry for each combination of things along its axes."""

    name: str
    """The column, step or part of the kernel it tells of."""
    offset: int
    length: int
    axes: tuple[str, ...]
    """What the entries run along, the first counting most: kinds, or how many there are of something."""
    sizes: tuple[int, ...]
    """How many entries there are along each axis."""
    entry: str
    """The floats of one entry."""


class Layout:
    """Segments being laid out."""

    def __init__(self) -> None:
        self.length = 0
        self.segments: list[Segment] = []

    def add(
        self, name: str, length: int, axes: tuple[str, ...] = (), sizes: tuple[int, ...] = (), entry: str = ""
    ) -> int:
        """Lay a segment after the last one; where it begins."""
        offset = self.length
        self.segments.append(Segment(name, offset, length, axes, sizes, entry))
        self.length += length
        return offset
