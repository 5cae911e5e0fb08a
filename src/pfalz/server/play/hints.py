"""Hints: what a knight would do in a seat's place, and why. The bots' workers make them from the seat's view.

A hint costs thinking, so it is charged in seconds, to the person and to the address; the same question is
thought about once, and nobody waits for two hints at a time.
"""

from __future__ import annotations

import hashlib
import logging
from collections import OrderedDict
from typing import Final, NamedTuple

from pfalz.bots.advice import Advice
from pfalz.core.ask import Ask
from pfalz.core.state import View
from pfalz.server.play.live import Tables
from pfalz.server.play.opening import STAND_IN
from pfalz.server.play.thinking import THINKING
from pfalz.server.play.workers import Bots, WorkerDied, job_of
from pfalz.server.refusals import Refused

LOG = logging.getLogger("pfalz.bots")
KEPT: Final = 500
"""So many hints are remembered."""


class Hint(NamedTuple):
    """A question, the view it is asked in, and what may be answered."""

    ask: Ask
    view: View
    opened: int
    advice: list[Advice]
    seconds: float
    """How long it took to think about it; nothing, if it was known."""


class Hints:
    """Lets knights think about the questions of people."""

    def __init__(self, tables: Tables, bots: Bots, seconds: float) -> None:
        self.tables = tables
        self.bots = bots
        self.seconds = seconds
        self._known: OrderedDict[bytes, list[Advice]] = OrderedDict()
        self._thinking: set[str] = set()

    async def hint(self, id: str, person: str, key: str = "") -> Hint:
        """What a knight would do with the open question of a person; refused where hints are not allowed."""
        async with self.tables.visit(id, person, key) as table:
            seen = self.tables.look(table, person)
            if seen.ask is None or seen.own_answer is not None:
                raise Refused("not_asked", 409)
            if not seen.hints:
                raise Refused("no_hints")
            if table.session.lacks_past:
                await self.tables.recall(table)
            _, job = job_of(table, seen.seat, STAND_IN, THINKING * self.seconds, advice=True)
        mark = hashlib.sha256(job).digest()
        seconds = 0.0
        if mark not in self._known:
            advice, seconds = await self._think(person, job)
            self._keep(mark, advice)
        return Hint(seen.ask, seen.view, seen.opened, self._known[mark], seconds)

    async def _think(self, person: str, job: bytes) -> tuple[list[Advice], float]:
        if person in self._thinking:
            raise Refused("hint_waits", 429, seconds=1)
        self._thinking.add(person)
        try:
            return await self.bots.advise(job, self.seconds)
        except WorkerDied as error:
            LOG.warning("a worker was replaced while it made a hint: %s", error)
            raise Refused("no_hint_now", 503) from error
        finally:
            self._thinking.discard(person)

    def _keep(self, mark: bytes, advice: list[Advice]) -> None:
        self._known[mark] = advice
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
