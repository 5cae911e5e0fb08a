"""`async with` a table: its lock is ours, it is as the database has it, and whoever asks may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pfalz.core.errors import IllegalAnswer, StaleAnswer
from pfalz.server.play.presence import saw
from pfalz.server.play.table import Table
from pfalz.server.refusals import Refused

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables


class Opened:
    """`async with`: a table under its lock. After an error nobody expected it is read again."""

    __slots__ = ("_id", "_key", "_person", "_table", "_tables")

    def __init__(self, tables: Tables, id: str, person: str | None, key: str) -> None:
        self._tables, self._id, self._person, self._key = tables, id, person, key
        self._table: Table | None = None

    async def __aenter__(self) -> Table:
        """Wait for the lock; whoever may not see the table does not learn that it exists."""
        table = self._table = await self._tables.get(self._id)
        await table.lock.acquire()
        try:
            if table.stale:
                await self._tables.fresh(table)
            if self._person is not None:
                if not table.may_see(self._person):
                    await self._tables.let_in(table, self._person, self._key)
                saw(self._tables, table, self._person)
                if table.session.lacks_past:
                    await self._tables.recall(table)
        except BaseException:
            table.lock.release()
            raise
        return table

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Give the lock back."""
        assert self._table is not None
        if error is not None and not isinstance(error, Refused | IllegalAnswer | StaleAnswer):
            self._table.stale = True
        self._table.lock.release()
