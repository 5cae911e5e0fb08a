"""What the rules of the Pope look up; who holds the card stands with the titles of the base game."""

from __future__ import annotations

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.games.darkages.boxes import highest_mark, marked
from pfalz.games.darkages.language import FilesError
from pfalz.games.darkages.modules.pope.schema import PopeFile
from pfalz.games.darkages.state import DarkAges

ID = "pope"


class PopeLookup:
    """The prices of the Pope, and which of the titles he is."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data["pope"], PopeFile, "pope.toml")
        titles = [row["id"] for row in marked(data["map"]["title"], highest_mark(data, players))]
        self.title = titles.index(file.pope.id)
        self.churches = [row.churches for row in file.price]
        self.costs = [row.cost for row in file.price]
        if self.churches[0] != 1 or self.churches != sorted(set(self.churches)):
            raise FilesError("pope_prices")

    def cost(self, churches: int) -> int:
        """What the Pope costs with so many churches on the map (DM12-2.1)."""
        return [cost for least, cost in zip(self.churches, self.costs, strict=True) if least <= churches][-1]


def lookup_of(s: DarkAges) -> PopeLookup:
    """What the rules of the Pope look up."""
    found: PopeLookup = s.rules.parts[ID]
    return found
