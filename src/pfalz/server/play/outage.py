"""Between two runs of a server no clock runs: stored times are moved by as long as nobody was there.

The database knows when it was last served (`alive`, twice a minute). What has passed since then, in either
direction, because the server was down, the machine slept or the wall clock was set, has passed for nobody.
After a long outage everybody who is on the clock gets a grace period to come back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

import msgspec
from sqlalchemy import Connection, func, select, update

from pfalz.server.play import steady
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.store.schema import facts, seats, tables
from pfalz.server.store.storage import Store, keep_fact

LOG = logging.getLogger("pfalz.clocks")
ALIVE: Final = "alive"
SERVED: Final = (ALIVE, "alive_there")
"""When the database was last served, by the time clocks go by and by PostgreSQL's own clock."""
EVERY: Final = 30.0
"""So often, in seconds, it is written down that the database is being served."""
LOOKS: Final = 2.0
"""So often, in seconds, a server of several looks what time it is for the others."""
APART: Final = 1.0
"""By so many seconds servers may be apart."""
LONG: Final = 300.0
"""Seconds of an outage after which there is a grace period."""
GRACE: Final = 600.0
"""Seconds of it; fewer where a whole clock has fewer."""
UNFINISHED: Final = ("open", "playing")


async def keep_up(store: Store) -> None:
    """Go by the time of the other servers, as long as this one runs: its machine may have slept."""
    while store.bus.shared:
        await asyncio.sleep(LOOKS)
        try:
            await store.read(catch_up_with_others)
        except Exception:  # in a moment is early enough
            LOG.exception("it could not be found out what time it is for the others")


def time_there(db: Connection) -> tuple[float, float] | None:
    """On PostgreSQL, the time that clocks go by there, and how many seconds ago that was said."""
    now = float(db.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one())
    kept = dict(db.execute(select(facts.c.key, facts.c.value).where(facts.c.key.in_(SERVED))).all())
    alive, written = (kept.get(key) for key in SERVED)
    if alive is None or written is None:
        return None
    return float(alive) + now - float(written), now - float(written)


def catch_up_with_others(db: Connection) -> None:
    """If others have served meanwhile and are ahead of us, our time goes on from theirs.

    What nobody has served has passed for nobody: then the last word is old, and no time to go by."""
    found = time_there(db)
    if found is not None and found[1] < 2 * EVERY and found[0] > steady.now() + APART:
        LOG.warning("clocks here were %.0f s behind those of other servers", found[0] - steady.now())
        steady.go_by(found[0], time.monotonic())


async def stay_alive(store: Store) -> None:
    """Write down now and then that the database is being served, as long as the server runs."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await store.write(note_alive)
        except Exception:  # clocks will have lost a minute at most
            LOG.exception("it could not be written down that we are here")


def note_alive(db: Connection) -> None:
    """Write down that the database is being served now; never a time that others have left behind."""
    if db.dialect.name == "postgresql":
        catch_up_with_others(db)
    _note(db)


def _note(db: Connection) -> None:
    keep_fact(db, ALIVE, str(steady.now()))
    if db.dialect.name == "postgresql":
        there = db.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one()
        keep_fact(db, SERVED[1], str(there))


def catch_up(db: Connection) -> float:
    """Move stored times by as long as nobody served the database; returns how long that was."""
    now = steady.now()
    found = db.execute(select(facts.c.value).where(facts.c.key == ALIVE)).scalar()
    away = now - float(found) if found is not None else 0.0
    unfinished = select(tables.c.id).where(tables.c.status.in_(UNFINISHED))
    here = (seats.c.table_id.in_(unfinished), seats.c.seen > 0)
    db.execute(update(seats).where(*here).values(seen=seats.c.seen + away))
    db.execute(update(tables).where(tables.c.status == "open").values(updated=tables.c.updated + away))
    query = select(tables.c.id, tables.c.clock, tables.c.times).where(tables.c.status == "playing")
    for id, clock, times in db.execute(query).all():
        moved = _moved(
            msgspec.json.decode(clock, type=Clock), msgspec.json.decode(times, type=Times), away, now
        )
        if moved is not None:
            said = msgspec.json.encode(moved).decode()
            db.execute(update(tables).where(tables.c.id == id).values(times=said))
    _note(db)  # there are no others: what is written down is ours to correct
    return away


def _moved(clock: Clock, times: Times, away: float, now: float) -> Times | None:
    """The clocks of a table after an outage; nothing if none of them runs."""
    if not any(since is not None for since in times.since):
        return None
    least = int(min(GRACE, clock.seconds) * 1000) if away > LONG else 0
    for seat, since in enumerate(times.since):
        if since is not None:
            times.since[seat] = min(now, since + away)
            short = least - (times.left_ms(seat, now) or 0)
            if least and short > 0:
                times.left[seat] += short
    return times
