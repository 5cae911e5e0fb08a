"""Where pages are drawn anew for those who look at them: one after the other, and everything else between.

Markup is not made as quickly as data, so it is never made within the answer that makes it necessary. However
many look at the tables, no answer waits for more than one drawing. What it costs is charged to the viewer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import thread_time
from typing import Final

from pfalz.server.http.meter import Debt
from pfalz.server.play.seats import Send

TOGETHER: Final = 8
"""So many drawings of a table wait for each other at the most."""


class Easel:
    """Drawings that are waited for, in the order they were asked for.

    Those of one table are sent together, as data is: a client with several ears wakes up once, and what all
    viewers see alike is still at hand when the next of them is drawn for."""

    def __init__(self) -> None:
        self._due: deque[Turn] = deque()
        self._made: list[Send] = []

    def put(self, turn: Turn) -> None:
        """Let somebody have their turn."""
        self._due.append(turn)
        if len(self._due) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        turn, due, send = self._due[0], self._due, None
        try:
            send = turn.take()
        finally:
            due.popleft()
            if due:
                asyncio.get_running_loop().call_soon(self._next)
            if send is not None:
                self._made.append(send)
            # where a stream's own task takes over, it has to come after what was made before
            if send is None or not due or due[0].table is not turn.table or len(self._made) >= TOGETHER:
                made, self._made = self._made, []
                for send in made:
                    send()


class Turn:
    """Draws for one viewer when a table has changed; several changes before its turn are drawn as one."""

    __slots__ = ("_debt", "_draw", "_easel", "_waits", "table")

    def __init__(self, easel: Easel, table: object, draw: Callable[[], Send | None], debt: Debt) -> None:
        self.table = table
        self._easel = easel
        self._draw = draw
        self._debt = debt
        self._waits = False

    def set(self) -> None:
        """It has changed."""
        if not self._waits:
            self._waits = True
            self._easel.put(self)

    def take(self) -> Send | None:
        """It is our turn: make what the viewer is told, and say how to send it, if we do."""
        self._waits = False
        begun = thread_time()
        try:
            return self._draw()
        finally:
            self._debt.add(thread_time() - begun)
