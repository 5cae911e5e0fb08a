"""Who has a table open at another server: everybody sees them there, and they are not sent mail meanwhile.

Every server says it when somebody comes or goes, and all of it again now and then; what is not said again is
forgotten, so nobody stays at a table for ever because their server has died.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from pfalz.server.play import steady
from pfalz.server.play.table import Table

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables

EVERY: Final = 20.0
BELIEVED: Final = 50.0
"""Seconds until somebody is forgotten of whom nothing is said any more."""
SOME: Final = 100
"""So many people are named in one message."""
_HERE = msgspec.json.Decoder(list[tuple[str, str, bool]])


class Company:
    """What servers tell each other about who watches what."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._watching: dict[str, dict[str, float]] = {}
        tables.store.bus.ears["here"] = self._heard

    def at(self, id: str) -> dict[str, float]:
        """Who watches a table elsewhere; what is learned later is put here too."""
        return self._watching.setdefault(id, {})

    def moved(self, table: Table, person: str, here: bool) -> None:
        """Somebody has come to a table here, or has gone."""
        if self.tables.shared:
            self._say([(table.id, person, here)])

    async def keep_saying(self) -> None:
        """Say now and then who is here, as long as the server runs."""
        while self.tables.shared:
            await asyncio.sleep(EVERY)
            here = sorted(
                {
                    (table.id, watcher.person, True)
                    for table in self.tables.watched()
                    for watcher in table.watchers
                }
            )
            for i in range(0, len(here), SOME):
                self._say(here[i : i + SOME])
            now = steady.now()
            for id, people in list(self._watching.items()):
                for person in [person for person, until in people.items() if until < now]:
                    del people[person]
                if not people and self.tables.loaded_table(id) is None:
                    del self._watching[id]

    def _say(self, moves: list[tuple[str, str, bool]]) -> None:
        tell = self.tables.store.bus.tell
        self.tables.store.write_aside("who is here", lambda db: tell(db, "here", "", moves))

    def _heard(self, _: str, body: bytes) -> None:
        for id, person, here in _HERE.decode(body):
            people, until = self.at(id), steady.now() + BELIEVED
            known = people.get(person, 0.0) > steady.now()
            if here:
                people[person] = until
            else:
                people.pop(person, None)
            table = self.tables.loaded_table(id)
            if table is not None and known != here and table.seats_of(person):
                table.changed()
