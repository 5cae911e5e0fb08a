"""The first server on a database, and those that come to it.

The first one moves stored times by as long as nobody served (`outage`) and writes down what it plays by.
Whoever comes later takes over the time that runs here, and has to play by the same rules: positions that one
server reaches and another would not are nobody's game.
"""

from __future__ import annotations

import time
from typing import Final

from sqlalchemy import Connection, select

from pfalz import catalogue
from pfalz.core.state import digest
from pfalz.core.upcast import FORMAT
from pfalz.server.play import outage, steady
from pfalz.server.refusals import StorageError
from pfalz.server.store.schema import facts
from pfalz.server.store.storage import Store, keep_fact

RULES: Final = "rules"


def rules_played() -> str:
    """The same for all servers that lead games to the same positions."""
    return digest([FORMAT, [[game, catalogue.game(game).version] for game in catalogue.IDS]])


def check_rules(db: Connection) -> None:
    """Refuse to join servers that play by other rules."""
    found = db.execute(select(facts.c.value).where(facts.c.key == RULES)).scalar()
    if found is not None and found != rules_played():
        raise StorageError("other_rules")


async def begin_or_join(store: Store) -> bool:
    """Be the first, or come to the others; whether we are the first.

    Whoever loses the connection, and with it the claim, comes back only to those with the same rules."""
    store.claim.checks.append(check_rules)
    if store.claim.alone:
        await store.write(_begin)
        store.claim.share()
        return True
    await store.read(check_rules)
    steady.go_by(*await store.read(_time_there))
    return False


def _begin(db: Connection) -> None:
    outage.catch_up(db)
    keep_fact(db, RULES, rules_played())


def _time_there(db: Connection) -> tuple[float, float]:
    """The time that clocks go by on this database, and the reading of our own clock that belongs to it."""
    here = time.monotonic()
    found = outage.time_there(db)
    return (found[0] if found is not None else steady.now()), here
