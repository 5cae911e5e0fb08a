"""Who commands for whom, where he stands, and whether he has been used since the last pass."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds
from pfalz.core.state import PUBLIC, Columns, declare, numbers, shared, thing, upto
from pfalz.games.darkages.execution import declare_left_out
from pfalz.games.darkages.modules.commanders import schema
from pfalz.games.darkages.state import NONE, DarkAges

ID: Final = "commanders"
BIT: Final = 1 << 6
"""This module among those that say what can be done with an action (`execution.py`)."""


class CommanderLookup:
    """The commanders, what hiring one costs, and how many lie open (DM6-1.1, DM6-1.2, DM6-2.1, DM6-6.1)."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data[ID], schema.CommandersFile, "commanders.toml")
        self.ids = [row.id for row in file.commander]
        self.cost = file.commanders.cost
        more = players + file.commanders.more_than_players
        self.open = min(len(self.ids), more if players > 1 else file.commanders.alone)


class Commanders(Columns):
    """Public, all of it (DM0-7.1)."""

    t: CommanderLookup
    display: list[int]
    card: list[int]
    area: list[int]
    sideways: list[int]
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Commanders,
    t=shared(),
    display=numbers(PUBLIC, thing("commander"), most="commander"),
    card=numbers(PUBLIC, thing("commander", NONE), per="seat"),
    area=numbers(PUBLIC, thing("area", NONE), per="seat"),
    sideways=numbers(PUBLIC, upto(1), per="seat"),
)


def declare_kinds(kinds: Kinds, t: CommanderLookup) -> None:
    """The commanders, and whether one is hired at all."""
    declare_left_out(kinds)
    kinds.things("commander", t.ids)
    kinds.variant("commander_or_none", "commander", {len(t.ids): ("no_commander", {})})


def commanders(s: DarkAges) -> Commanders:
    """This module's slice of a state."""
    part: Commanders = s.slices[ID]
    return part


def power_of(s: DarkAges, commander: int) -> int:
    """What a commander does in a battle, as a power that can be in force."""
    return s.t.lasting[commanders(s).t.ids[commander]]
