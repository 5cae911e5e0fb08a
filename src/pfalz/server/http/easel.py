"""Where pages are drawn anew for those who look at them: one after the other, and everything else between.

Markup is not made as quickly as data, so it is never made within the answer that makes it necessary. However
many look at the tables, no answer waits for more than one drawing. What it costs is charged to the viewer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import thread_time

from pfalz.server.http.meter import Debt


class Easel:
    """Drawings that are waited for, in the order they were asked for."""

    def __init__(self) -> None:
        self._due: deque[Turn] = deque()

    def put(self, turn: Turn) -> None:
        """Let somebody have their turn."""
        self._due.append(turn)
        if len(self._due) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        turn = self._due[0]
        try:
            turn.take()
        finally:
            self._due.popleft()
            if self._due:
                asyncio.get_running_loop().call_soon(self._next)


class Turn:
    """Draws for one viewer when the table has changed; several changes before its turn are drawn as one."""

    __slots__ = ("_debt", "_draw", "_easel", "_waits")

    def __init__(self, easel: Easel, draw: Callable[[], None], debt: Debt) -> None:
        self._easel = easel
        self._draw = draw
        self._debt = debt
        self._waits = False

    def set(self) -> None:
        """It has changed."""
        if not self._waits:
            self._waits = True
            self._easel.put(self)

    def take(self) -> None:
        """It is our turn."""
        self._waits = False
        begun = thread_time()
        try:
            self._draw()
        finally:
            self._debt.add(thread_time() - begun)
