"""Which land is which: the state knows lands by kind, a drawing has to name them.

How numbers are dealt so that a land keeps its id when it moves is the kernel's (`core/identity.py`). (Time
tokens are named by the place where they lie: a numbering that lets them move would shuffle many others.)
"""

from __future__ import annotations

from functools import lru_cache

from pfalz.core.identity import Numbers, settle
from pfalz.games.mil.state import Mil

STACKS = 100
"""Place of the top tile of the first stack; lands of knights are at the knight's number."""


def lands(s: Mil) -> tuple[Numbers, ...]:
    """Numbers of the visible lands by kind, then by knight or STACKS + stack."""
    return _lands(tuple(s.land), tuple(s.tops), tuple(s.t.tiles))


@lru_cache(maxsize=1024)
def _lands(land: tuple[int, ...], tops: tuple[int, ...], tiles: tuple[int, ...]) -> tuple[Numbers, ...]:
    places: list[dict[int, int]] = [{} for _ in tiles]
    for at, tile in enumerate(land):
        if tile >= 0:
            held = places[tile >> 1]
            held[at // 2] = held.get(at // 2, 0) + 1
    for stack, top in enumerate(tops):
        if top >= 0:
            places[top][STACKS + stack] = 1
    return tuple(
        settle(tuple((place, count, 0) for place, count in held.items()), n)
        for held, n in zip(places, tiles, strict=True)
    )
