"""How things of Die Staufer are coded as ints.

A figure is an owner and a kind in one number, a position is an office seat and a place on it, and the
privileges of a player are a set in one number: bit n is the privilege with the printed number n.
"""

from __future__ import annotations

from functools import cache
from typing import Final

REGIONS: Final = 6
"""Regions, and slots of their ring (S-1.4, S-1.7)."""
JOBS: Final = 3
"""Categories of job cards, of which everybody has one each (S-1.13): by region, by pattern, by seats."""

# -- figures: kinds, and figures with an owner ----------------------------------------------------

ENVOY: Final = 0
NOBLE: Final = 1
KINDS: Final = 2


def figure_of(seat: int, kind: int) -> int:
    """A figure of a seat."""
    return KINDS * seat + kind


def owner_of(figure: int) -> int:
    """The seat a figure belongs to."""
    return figure >> 1


def kind_of(figure: int) -> int:
    """Envoy or noble."""
    return figure & 1


# -- positions of figures on seats: two places on every office seat (S-10.4) ----------------------

LEFT: Final = 0
RIGHT: Final = 1


def position_of(office: int, place: int) -> int:
    """The left or the right place of an office seat."""
    return 2 * office + place


def office_of(position: int) -> int:
    """The office seat of a position."""
    return position >> 1


def place_of(position: int) -> int:
    """Left or right."""
    return position & 1


# -- privileges by their printed numbers (S-10), and sets of them ----------------------------------

VICTORY_POINTS: Final = 1
SHARED_SEAT: Final = 2
DOUBLE_SEAT: Final = 3
FLAT_THREE: Final = 4
ONE_LESS: Final = 5
ROYAL_FAVOUR: Final = 6
EXTRA_ENVOY: Final = 7
EXTRA_CHEST: Final = 8
SUPPLY_POINTS: Final = 9
DIRECT_JOURNEY: Final = 10
SAFE_CONDUCT: Final = 11
NEIGHBOURHOOD: Final = 12
HOMECOMING: Final = 13
RANK_BONUS: Final = 14
PRESENCE: Final = 15
ORANGE_BONUS: Final = 16
PRIVILEGES: Final = 16

SCORING_PRIVILEGES: Final = 1 << RANK_BONUS | 1 << PRESENCE
"""Privileges that pay when a region is scored (S-11.11)."""


def has(owned: int, privilege: int) -> bool:
    """Whether a privilege is in a set."""
    return owned >> privilege & 1 == 1


@cache
def members(owned: int) -> tuple[int, ...]:
    """The privileges of a set."""
    return tuple([privilege for privilege in range(1, PRIVILEGES + 1) if has(owned, privilege)])


def journey_discount(owned: int) -> int:
    """Privileges 10, 11 and 12 of a set, the ones that make moving cheaper (S-10.17), from 0 to 7."""
    return owned >> DIRECT_JOURNEY & 0b111


def seat_discount(owned: int) -> int:
    """Which of privileges 4 and 5 are in a set: none (0), 4 alone (1), 5 alone (2) or both (3) (S-10.7)."""
    return owned >> FLAT_THREE & 0b11


def after_supply(owned: int) -> int:
    """Privileges 7, 8 and 9 of a set, the ones that follow a supply action (S-10.12)."""
    return owned >> EXTRA_ENVOY & 0b111


def acts(acting: int, privilege: int) -> bool:
    """Whether one of these three is among those that act."""
    return acting >> privilege - EXTRA_ENVOY & 1 == 1
