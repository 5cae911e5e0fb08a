"""Several things of a kind chosen in one form, in ascending order (D-26.5)."""

from __future__ import annotations

from collections.abc import Sequence

Stock = list[tuple[int, int]]
"""What can be chosen from, in ascending order, and how many there are of each."""


def picks(stock: Stock, n: int, given: Sequence[int]) -> list[int]:
    """What may be chosen next in ascending order, so that `n` are chosen in the end (D-26.5)."""
    left = n - len(given)
    lowest = given[-1] if given else 0
    rest = [(value, n - given.count(value)) for value, n in stock if value >= lowest]
    later = sum([n for _, n in rest])
    found: list[int] = []
    for value, n in rest:
        if n > 0 and later >= left:
            found.append(value)
        later -= n
    return found
