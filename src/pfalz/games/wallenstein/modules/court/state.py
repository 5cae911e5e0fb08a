"""Courtiers in the two halls, and where each favor is."""

from __future__ import annotations

from typing import Final

from pfalz.core.state import PUBLIC, Columns, declare, numbers, shared, thing, upto
from pfalz.games.wallenstein.modules.court.lookup import DECK, CourtLookup
from pfalz.games.wallenstein.state import Wallenstein


class Audience(Columns):
    """Courtiers in the two halls, the rest being in the supplies (W-20.5), and where each favor is."""

    t: CourtLookup
    entrance: list[int]
    audience: list[int]
    favor: list[int]
    __slots__ = tuple(__annotations__)


def courtiers(t: CourtLookup) -> int:
    """Nobody has more of them (W-20.5)."""
    return t.courtiers


SLICE: Final = declare(  # W-20.6
    Audience,
    t=shared(),
    entrance=numbers(PUBLIC, upto(courtiers), per="seat"),
    audience=numbers(PUBLIC, upto(courtiers), per="seat"),
    # the set of the deck is known, its order is drawn when needed (W-2.4)
    favor=numbers(PUBLIC, thing("favor_place", DECK), per="favor"),
)


def hall_of(s: Wallenstein) -> Audience:
    """This module's slice of a state."""
    part: Audience = s.slices["court"]
    return part
