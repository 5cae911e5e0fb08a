"""What lies on the alchemist cards. Types do not matter there any more, so a card is a number (DM4-2.7)."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.state import PUBLIC, Columns, amount, declare, number, numbers, shared, upto
from pfalz.games.darkages.modules.alchemists.schema import AlchemistsFile
from pfalz.games.darkages.state import DarkAges

ID: Final = "alchemists"


class AlchemistLookup:
    """What the rules of the alchemists look up."""

    def __init__(self, data: Data) -> None:
        file = typed(data["alchemists"], AlchemistsFile, "alchemists.toml")
        self.set_size = file.alchemists.resources_per_gold


class Cards(Columns):
    """The alchemist cards (DM4-1.1)."""

    t: AlchemistLookup
    stock: list[int]
    done: int
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Cards,
    t=shared(),
    # resources on the card of each player, for all to see (DM0-7.1)
    stock=numbers(PUBLIC, amount(), per="seat"),
    # whether resources have been put there in this execution of Research (DM4-2.1, DM0-3.4)
    done=number(PUBLIC, upto(1)),
)


def cards(s: DarkAges) -> Cards:
    """The alchemist cards of a game."""
    found: Cards = s.slices[ID]
    return found


def full_sets(s: DarkAges, seat: int) -> int:
    """How much gold the card of a player can become (DM4-2.5)."""
    part = cards(s)
    return part.stock[seat] // part.t.set_size
