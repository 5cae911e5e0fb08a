"""Who is whose tributary. A patron's markers lie in the homes of his tributaries, the others on his card."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.state import PUBLIC, Columns, declare, number, numbers, set_of, shared, thing
from pfalz.games.darkages.modules.tribute.schema import TributeFile
from pfalz.games.darkages.state import NONE, DarkAges

ID: Final = "tribute"


class TributeLookup:
    """What the rules of tribute look up."""

    def __init__(self, data: Data) -> None:
        row = typed(data["tribute"], TributeFile, "tribute.toml").tribute
        self.markers = row.markers
        self.ransom = row.ransom
        self.resources = row.resources


class Homage(Columns):
    """Patrons, and what has been produced in the pass that is going on."""

    t: TributeLookup
    patron: list[int]
    made: int
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Homage,
    t=shared(),
    patron=numbers(PUBLIC, thing("seat", NONE), per="seat"),
    made=number(PUBLIC, set_of("resource")),
)


def homage(s: DarkAges) -> Homage:
    """Who is whose tributary in a game."""
    found: Homage = s.slices[ID]
    return found


def markers_left(s: DarkAges, seat: int) -> int:
    """The markers on the ruler card of a player (DM11-1.1)."""
    part = homage(s)
    return part.t.markers - part.patron.count(seat)
