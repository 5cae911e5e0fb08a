"""Seeds the host has committed to before a table is opened: their hashes are known, they are not.

Whoever opens a table asks for a commitment first and gives their number with it: the seed cannot have been
chosen by that number. A commitment is good for one table, for an hour, at any server of the database.
"""

from __future__ import annotations

import secrets
import time
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from pfalz.core.chance import seed_hash
from pfalz.server.play.opening import Wish
from pfalz.server.refusals import Refused
from pfalz.server.store.schema import commitments
from pfalz.server.store.storage import Store

LASTING: Final = 3600.0
MOST: Final = 8
"""Commitments one person may have at once."""


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(16)


class Commitments:
    """Those that have not been used yet."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def make(self, person: str) -> str:
        """Commit to a new seed; its hash."""
        seed, now = new_seed(), time.time()

        def write(db: Connection) -> None:
            db.execute(delete(commitments).where(commitments.c.at < now - LASTING))
            mine = select(commitments.c.hash).where(commitments.c.person == person)
            kept = mine.order_by(commitments.c.at.desc()).limit(MOST - 1)
            db.execute(
                delete(commitments).where(commitments.c.person == person, commitments.c.hash.not_in(kept))
            )
            row = {"hash": seed_hash(seed), "person": person, "seed": seed, "at": now}
            db.execute(insert(commitments).values(**row))

        await self._store.write(write)
        return seed_hash(seed)

    async def take(self, person: str, wish: Wish) -> str:
        """The seed of a commitment that a wish names; a number without one would not be fair."""
        if not wish.commitment:
            if wish.luck:
                raise Refused("no_commitment", 409)
            return new_seed()
        named = (commitments.c.hash == wish.commitment, commitments.c.person == person)
        good = commitments.c.at >= time.time() - LASTING
        used = delete(commitments).where(*named, good).returning(commitments.c.seed)
        seed: str | None = await self._store.write(lambda db: db.execute(used).scalar())
        if seed is None:
            raise Refused("no_commitment", 409)
        return seed
