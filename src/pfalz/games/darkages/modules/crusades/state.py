"""The crusade that is running, who takes part, and the constants of the module."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds
from pfalz.core.state import PUBLIC, Columns, amount, declare, number, numbers, shared, stacks, thing, upto
from pfalz.games.darkages.boxes import boxes, highest_mark, marked
from pfalz.games.darkages.execution import declare_left_out
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.crusades import schema
from pfalz.games.darkages.state import MOST_DICE, NONE, DarkAges
from pfalz.games.darkages.words import UNITS

ID: Final = "crusades"
BIT: Final = 1 << 14
"""This module among those that are used beside an action (`execution.py`)."""
OPS: Final = ("add_crusader", "return_crusader", "withdraw_all_crusaders", "add_hit", "ambush")
WHO: Final = (
    "participants",
    "absentees",
    "participants_with_coast",
    "most_crusaders_all_tied",
    "participants_most_vp_all_tied",
    "other_participants",
)
COUNTER: Final = "crusaders"


class CrusadeLookup:
    """The crusade cards, wave by wave."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data["crusades"], schema.CrusadesFile, "crusades.toml")
        self.cards = [row.id for row in file.card]
        waves = sorted({row.wave for row in file.card})
        self.waves = [[i for i, row in enumerate(file.card) if row.wave == wave] for wave in waves]
        rows = file.crusade
        self.churches = rows.churches if boxes(data, players) == 1 else rows.churches_of_two_boxes
        self.defence = [row.defence.base + row.defence.per_player * players for row in file.card]
        """The part of the defence that is not rolled."""
        self.dice = [row.defence.dice for row in file.card]
        self.vp = [tuple(row.vp) for row in file.card]
        self.absent = [row.absent for row in file.card]
        self.coast = 0
        """The areas on a coast, as bits."""
        open_areas = marked(data["map"]["area"], highest_mark(data, players))
        for area, row in enumerate(open_areas):
            if row["coast"]:
                self.coast |= 1 << area


class Crusades(Columns):
    """Units that have left the map for the running crusade (DM14-3.2), and how the last one went.

    Cards of the stack are drawn when they are turned up, since nobody knows them before (DM14-4.12)."""

    t: CrusadeLookup
    called: int
    waiting: int
    running: int
    units: list[int]
    sent: int
    # the crusade that is being resolved, and the last one until the next is
    last: int
    defence: int
    hits: list[int]
    good: list[tuple[int, ...]]
    bad: list[tuple[int, ...]]
    won: int
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Crusades,
    t=shared(),
    called=number(PUBLIC, upto(lambda t: len(t.waves))),
    waiting=number(PUBLIC, upto(lambda t: len(t.waves))),
    running=number(PUBLIC, thing("crusade", NONE)),
    units=numbers(PUBLIC, amount(), per=("seat", "unit")),
    sent=number(PUBLIC, upto(1)),
    last=number(PUBLIC, thing("crusade", NONE)),
    defence=number(PUBLIC, amount()),
    hits=numbers(PUBLIC, amount(), per="seat"),
    # dice that were successes, and the others
    good=stacks(PUBLIC, thing("die"), per="seat", most=MOST_DICE),
    bad=stacks(PUBLIC, thing("die"), per="seat", most=MOST_DICE),
    won=number(PUBLIC, upto(1, -1)),
)


def declare_kinds(kinds: Kinds, t: CrusadeLookup, base: Lookup) -> None:
    """Crusade cards, and units of the map or none."""
    kinds.things("crusade", t.cards)
    if "army_unit_or_none" not in kinds:
        kinds.variant("army_unit_or_none", "army_unit", {UNITS * base.areas: ("no_unit", {})})
    declare_left_out(kinds)


def crusades(s: DarkAges) -> Crusades:
    """This module's slice of a state."""
    part: Crusades = s.slices[ID]
    return part


def crusaders(s: DarkAges, seat: int) -> list[int]:
    """The units of a player at the crusade, by type."""
    return crusades(s).units[UNITS * seat : UNITS * (seat + 1)]


def participants(s: DarkAges) -> list[int]:
    """Players with units at the crusade, in turn order from the active one (DM14-3.4)."""
    return [seat for seat in s.clockwise(s.turn) if any(crusaders(s, seat))]
