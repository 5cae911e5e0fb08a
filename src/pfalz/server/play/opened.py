"""`async with` a table: its lock is ours, it is as the database has it, and whoever asks may see it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

from pfalz.core.errors import IllegalAnswer, StaleAnswer
from pfalz.server.play.presence import saw, stand_ins_kept
from pfalz.server.play.table import Table
from pfalz.server.refusals import Conflict, Refused

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
TRIES: Final = 8
"""So often a change is tried that others get in the way of."""


def tried_again(
    work: Callable[Concatenate[S, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Try a change again, on the table as it is then, if another server has changed it meanwhile."""

    @wraps(work)
    async def tried(self: S, /, *args: P.args, **more: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return await work(self, *args, **more)
            except Conflict:
                continue
        return await work(self, *args, **more)

    return tried


class Opened:
    """`async with`: a table under its lock. After an error nobody expected it is read again.

    Where other servers may have changed it, the database is asked, unless memory may be `trusted`."""

    __slots__ = ("_id", "_key", "_person", "_table", "_tables", "_trusted")

    def __init__(self, tables: Tables, id: str, person: str | None, key: str, trusted: bool = False) -> None:
        self._tables, self._id, self._person, self._key = tables, id, person, key
        self._trusted = trusted or not tables.shared
        self._table: Table | None = None

    async def __aenter__(self) -> Table:
        """Wait for the lock; whoever may not see the table does not learn that it exists."""
        table = self._table = await self._tables.get(self._id)
        await table.lock.acquire()
        try:
            if table.stale or (not self._trusted and await self._tables.is_old(table)):
                await self._tables.fresh(table)
            if self._person is not None:
                if not table.may_see(self._person):
                    await self._tables.let_in(table, self._person, self._key)
                if saw(self._tables, table, self._person):
                    await self._welcome_back(table)
                if table.session.lacks_past:
                    await self._tables.recall(table)
        except BaseException:
            table.lock.release()
            raise
        return table

    async def _welcome_back(self, table: Table) -> None:
        """Let everybody know that no stand-in is wanted any more for who has come."""
        try:
            await self._tables.commit(table, (), (), stand_ins_kept(table))
        except Conflict:  # they will be seen again
            await self._tables.fresh(table)

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Give the lock back."""
        assert self._table is not None
        if error is not None and not isinstance(error, Refused | IllegalAnswer | StaleAnswer):
            self._table.stale = True
        self._table.lock.release()
