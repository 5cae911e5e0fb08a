"""Waits for clocks to run out. One timer for all tables; what happens then is the table's own policy."""

from __future__ import annotations

import asyncio
import heapq
import logging

from pfalz.core.errors import RecordError
from pfalz.server.play import steady
from pfalz.server.play.lobby import Lobby
from pfalz.server.play.opened import tried_again
from pfalz.server.play.table import Table
from pfalz.server.refusals import Refused

LOG = logging.getLogger("pfalz.clocks")
AGAIN = 5.0
"""Seconds until something that went wrong (the database was away, say) is tried again."""


class Timekeeper:
    """Knows every deadline."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._due: list[tuple[float, str, int]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def heard(self, table: Table) -> None:
        """A table has changed: remember the deadlines that run now."""
        if (
            table.clock.kind == "none"
            or table.clock.then != "bot"
            or not self.lobby.tables.duties.mine(table.id)
        ):
            return
        for seat in range(len(table.seats)):
            deadline = table.times.deadline(seat)
            if deadline is not None:
                heapq.heappush(self._due, (deadline, table.id, seat))
        self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._due:
            wait = max(0.0, self._due[0][0] - steady.now()) + 0.01
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        now = steady.now()
        while self._due and self._due[0][0] <= now:
            _, id, seat = heapq.heappop(self._due)
            task = asyncio.ensure_future(self._late(id, seat))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._arm()

    async def _late(self, id: str, seat: int) -> None:
        try:
            await self._hand_over(id, seat)
        except (Refused, RecordError) as error:
            LOG.warning("the clock of seat %s of table %s ran out in vain: %s", seat, id, error)
        except Exception:
            LOG.exception("the clock of seat %s of table %s ran out, and nobody could be told yet", seat, id)
            heapq.heappush(self._due, (steady.now() + AGAIN, id, seat))
            self._arm()

    @tried_again
    async def _hand_over(self, id: str, seat: int) -> None:
        async with self.lobby.tables.open(id) as table:
            deadline = table.times.deadline(seat) if table.status == "playing" else None
            ours = self.lobby.tables.duties.mine(id)
            if ours and deadline is not None and deadline <= steady.now() and not table.seats[seat].bot:
                await self.lobby.hand_over(table, seat)

    def stop(self) -> None:
        """Wait no longer."""
        if self._timer is not None:
            self._timer.cancel()
