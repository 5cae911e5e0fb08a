"""The end of the game (M-16): screens are lifted, majorities, gold and single women are scored.

Food and soldiers are worth nothing (M-16.12).
"""

from __future__ import annotations

from pfalz.core.game import Outcome
from pfalz.core.score import ranked
from pfalz.games.mil.events import SCREEN_LIFTED
from pfalz.games.mil.lookup import CLOTH, GOLD, INFLUENCE, METAL
from pfalz.games.mil.state import (
    COLUMNS,
    FROM_CLOTH_AND_METAL,
    FROM_GOLD,
    FROM_INFLUENCE,
    FROM_PRIVILEGES,
    FROM_WOMEN,
    Mil,
    bundle,
)


def rounds_left(s: Mil) -> bool:
    """The game has five rounds, each with its winter (M-1.1, M-15.8, M-16.1, M-R34)."""
    return s.round <= s.t.rounds


def lift_screens(s: Mil) -> None:
    """All cubes are shown (M-16.1)."""
    for seat in range(s.t.players):
        s.emit(SCREEN_LIFTED, seat, *bundle(s.hand(seat)))


def score_majorities(s: Mil) -> None:
    """Most cloth and metal, most influence, most privileges (M-16.2 to M-16.4)."""
    hands = [s.hand(seat) for seat in range(s.t.players)]
    first, second, third = s.t.majority_points
    _majority(s, [hand[CLOTH] + hand[METAL] for hand in hands], first, FROM_CLOTH_AND_METAL)
    _majority(s, [hand[INFLUENCE] for hand in hands], second, FROM_INFLUENCE)
    _majority(s, list(s.privileges), third, FROM_PRIVILEGES)


def _majority(s: Mil, counts: list[int], points: int, source: int) -> None:
    """All who have most gain, but nobody for nothing (M-16.5, M-R35)."""
    most = max(counts)
    for seat, n in enumerate(counts):
        if n and n == most:
            s.add_points(seat, points, source)


def score_gold(s: Mil) -> None:
    """A point for every two gold (M-16.6)."""
    for seat in range(s.t.players):
        s.add_points(seat, s.hand(seat)[GOLD] // s.t.gold_per_point, FROM_GOLD)


def score_women(s: Mil) -> None:
    """Single women cost prestige, most to those who have most (M-16.7, M-16.8)."""
    most = max(s.women)
    for seat, n in enumerate(s.women):
        cost = s.t.most_women_points if n == most else s.t.woman_points
        s.add_points(seat, -cost * n, FROM_WOMEN)


def outcome(s: Mil) -> Outcome:
    """Scores and places: prestige, castles, lands, vassals, else shared (M-16.9 to M-16.11, M-R36)."""
    return ranked(s, [possessions(s, seat) for seat in range(s.t.players)])


def possessions(s: Mil, seat: int) -> dict[str, int]:
    """Castles and lands of own knights, and vassals (M-16.10)."""
    knights = range(COLUMNS * seat, COLUMNS * (seat + 1))
    return {
        "castles": sum([s.castle[k] for k in knights]),
        "lands": sum([s.lands_of(k) for k in knights]),
        "vassals": s.lord.count(seat),
    }
