"""Where the leaders stand and where the monuments are, and the constants of the module."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds
from pfalz.core.state import PUBLIC, Columns, declare, numbers, shared, thing
from pfalz.games.wallenstein.lookup import COUNTIES
from pfalz.games.wallenstein.modules.leaders import schema
from pfalz.games.wallenstein.state import Wallenstein

OFF: Final = -1
"""A leader that is not on the board."""
IN_SUPPLY: Final = -1
"""A monument that is not built yet; 0 to 44 is a county, CAPTURED + seat is in front of that seat."""
CAPTURED: Final = COUNTIES


class LeaderLookup:
    """What leaders bring, and how many monuments there are (W-40.1)."""

    def __init__(self, data: Data) -> None:
        file = typed(data["leaders"], schema.LeadersFile, "leaders.toml").leaders
        self.monuments = file.monuments_per_player
        self.own_points = file.vp_per_own_monument
        self.captured_points = file.vp_per_captured_monument
        self.discount = file.building_discount
        self.collects = file.collect_bonus
        self.deploys = file.deploy_bonus


class Pieces(Columns):
    """Where the leaders stand and where the monuments of each seat are (W-40.1).

    Monuments are no buildings (W-40.13), and nothing but a leader moves them (W-40.14)."""

    t: LeaderLookup
    leader: list[int]
    monument: list[int]
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Pieces,
    t=shared(),
    leader=numbers(PUBLIC, thing("county", OFF), per="seat"),
    monument=numbers(PUBLIC, thing("monument_place", IN_SUPPLY), per=("seat", "monument")),
)


def declare_kinds(kinds: Kinds, t: LeaderLookup, players: int) -> None:
    """Monuments, and where they may be."""
    kinds.numbered("monument", t.monuments)
    captors = {CAPTURED + seat: ("captured_by", {"seat": ("seat", seat)}) for seat in range(players)}
    kinds.variant("monument_place", "county", {IN_SUPPLY: ("in_supply", {}), **captors})


def pieces(s: Wallenstein) -> Pieces:
    """This module's slice of a state."""
    part: Pieces = s.slices["leaders"]
    return part
