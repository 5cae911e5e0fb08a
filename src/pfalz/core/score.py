"""Keeping score: points by seat and source, as every game needs them for its track, its breakdown and its
log.

The sources are declared by the game and by its modules (`Game.sources`, `Module.sources`); the column
`points` has one entry per seat and source in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from pfalz.core.events import event
from pfalz.core.game import Outcome
from pfalz.core.state import PUBLIC, Column, State, balance, numbers

POINTS_SCORED: Final = event(
    "points_scored", tells="scoring", nil=False, seat="seat", n="number", source="source"
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Scored(State):
    """A state that counts points by seat and source."""

    points: list[int]
    __slots__ = tuple(__annotations__)

    def score(self, seat: int) -> int:
        """All points of a seat."""
        n = self.rules.source_count
        return sum(self.points[seat * n : (seat + 1) * n])

    def add_points(self, seat: int, n: int, source: int) -> None:
        """Add points of a source; they may be negative."""
        self.points[seat * self.rules.source_count + source] += n
        self.emit(POINTS_SCORED, seat, n, source)

    def scores(self) -> list[int]:
        """All points by seat."""
        return [self.score(seat) for seat in range(self.rules.players)]

    def breakdown(self, seat: int) -> dict[str, int]:
        """The points of a seat by source."""
        n = self.rules.source_count
        return dict(zip(self.rules.sources, self.points[seat * n : (seat + 1) * n], strict=True))


def points_column() -> Column:
    """The declaration of `points`."""
    return numbers(PUBLIC, balance(), per=("seat", "source"))


def ranked(s: Scored, ties: Sequence[dict[str, int]] = (), lowest: tuple[str, ...] = ()) -> Outcome:
    """The outcome: most points first, equal ones by the tie-breakers in their order.

    Of a tie-breaker the larger value is better, unless it is named in `lowest`."""
    players = s.rules.players
    scores = s.scores()
    keys = [[score] for score in scores]
    for key, values in zip(keys, ties, strict=bool(ties)):
        key += [-value if name in lowest else value for name, value in values.items()]
    places = tuple([1 + sum(other > key for other in keys) for key in keys])
    parts = tuple([s.breakdown(seat) for seat in range(players)])
    return Outcome(tuple(scores), places, parts, tuple(ties))
