"""Tables and battlefields with commanders, who are put into place by hand."""

from __future__ import annotations

from typing import Any

from pfalz.catalogue import ruleset
from pfalz.games.darkages.modules.commanders.state import Commanders
from tests.games.darkages.battlefield import Battlefield
from tests.games.darkages.table import Table

GERO, BILLUNG, CONRAD, ULRICH, BULCSU = range(5)
NOBODY = 5
HASTING, LONGSWORD, BYRHTNOTH, GONZALEZ, ALMANZOR = range(5, 10)
"""Those who come with a second game."""
YES, NO = 1, 0


class Court(Table):
    """A table with commanders."""

    def __init__(self, players: int = 4, **more: Any) -> None:
        super().__init__(players, modules=("commanders",), **more)

    @property
    def slice(self) -> Commanders:
        part = self.s.slices["commanders"]
        assert isinstance(part, Commanders)
        return part

    def lead(self, seat: int, commander: int, area: str, sideways: bool = False) -> Court:
        """A seat has a commander in an area."""
        hire(self.slice, seat, commander, self.area(area), sideways)
        return self

    def stands(self, seat: int) -> str:
        """Where the commander of a seat is."""
        return self.t.area_ids[self.slice.area[seat]]


def hire(part: Commanders, seat: int, commander: int, area: int, sideways: bool = False) -> None:
    """Put a commander into place."""
    part.display = [other for other in part.display if other != commander]
    part.card[seat], part.area[seat], part.sideways[seat] = commander, area, int(sideways)


class Field(Battlefield):
    """A battlefield with commanders."""

    def __init__(self, players: int = 4, **more: Any) -> None:
        super().__init__(rules=ruleset("darkages", players, ("commanders",), more))

    def lead(self, seat: int, commander: int, area: str) -> Field:
        """A seat has a commander in an area, or with the army that attacks it."""
        part = self.s.slices["commanders"]
        assert isinstance(part, Commanders)
        hire(part, seat, commander, self.area(area))
        return self

    def part(self) -> Commanders:
        part = self.s.slices["commanders"]
        assert isinstance(part, Commanders)
        return part
