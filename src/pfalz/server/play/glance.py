"""A glance at a table, for lists of them: how far it is, and how it has ended.

That follows from the game, which a list does not read. So it is remembered by position, and of those that are
not known yet only a few are opened for a page; the others are told when somebody looks again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from pfalz.core.errors import PfalzError
from pfalz.server.play.live import Tables

KEPT: Final = 5_000
"""So many glances are remembered."""
AT_ONCE: Final = 6
"""So many tables are opened for one page."""


class Glance(NamedTuple):
    """What a list says of a game."""

    stage: int
    """The round, season or the like, counted from 0."""
    places: tuple[int, ...] = ()
    """By seat, when the game is over."""
    scores: tuple[int, ...] = ()


class Glances:
    """Remembers how far games are."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._known: OrderedDict[tuple[str, int, str], Glance] = OrderedDict()

    async def over(self, rows: list[dict[str, object]], person: str) -> dict[str, Glance]:
        """Glances at those tables of a list that have begun, as far as they are known or soon found."""
        found: dict[str, Glance] = {}
        opened = 0
        for row in rows:
            id, position, status = str(row["id"]), int(str(row["position"])), str(row["status"])
            if status not in ("playing", "over"):
                continue
            glance = self._known.get((id, position, status))
            if glance is None and opened < AT_ONCE:
                opened += 1
                glance = await self._look(id, person)
                if glance is not None:
                    self._keep((id, position, status), glance)
            if glance is not None:
                found[id] = glance
        return found

    async def _look(self, id: str, person: str) -> Glance | None:
        try:
            async with self.tables.visit(id, person) as table:
                rules, state = table.rules, table.session.state
                stage = rules.game.stage(state)
                if table.status != "over" or not state.over:
                    return Glance(stage)
                outcome = rules.outcome(state)
                return Glance(stage, outcome.places, outcome.scores)
        except PfalzError:  # it has gone meanwhile, or cannot be read: the list says less of it
            return None

    def _keep(self, key: tuple[str, int, str], glance: Glance) -> None:
        self._known[key] = glance
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
