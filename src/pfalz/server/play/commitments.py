"""Seeds the host has committed to before a table is opened: their hashes are known, they are not.

Whoever opens a table asks for a commitment first and gives their number with it: the seed cannot have been
chosen by that number. A commitment is good for one table, for an hour.
"""

from __future__ import annotations

import secrets
import time
from typing import Final

from pfalz.core.chance import seed_hash
from pfalz.server.play.opening import Wish
from pfalz.server.refusals import Refused

LASTING: Final = 3600.0
MOST: Final = 8
"""Commitments one person may have at once."""
MOST_PEOPLE: Final = 10_000


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(16)


class Commitments:
    """Those that have not been used yet, by person."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, tuple[str, float]]] = {}

    def make(self, person: str) -> str:
        """Commit to a new seed; its hash."""
        if person not in self._of and len(self._of) >= MOST_PEOPLE:
            del self._of[next(iter(self._of))]
        mine = self._of.setdefault(person, {})
        while len(mine) >= MOST:
            del mine[next(iter(mine))]
        seed = new_seed()
        mine[seed_hash(seed)] = seed, time.monotonic()
        return seed_hash(seed)

    def take(self, person: str, wish: Wish) -> str:
        """The seed of a commitment that a wish names; a number without one would not be fair."""
        if not wish.commitment:
            if wish.luck:
                raise Refused("no_commitment", 409)
            return new_seed()
        mine = self._of.get(person, {})
        seed, at = mine.pop(wish.commitment, ("", 0.0))
        if not mine:
            self._of.pop(person, None)
        if not seed or time.monotonic() - at > LASTING:
            raise Refused("no_commitment", 409)
        return seed
