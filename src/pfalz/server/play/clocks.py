"""Clocks of a table: none, a deadline per move, or a reserve with an increment. Pure arithmetic, no waiting.

Only people have clocks. A clock runs while its seat has to decide and has not answered.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from pfalz.web.seen import ClockSeen

ONCE: Final = 60
"""Seconds to decide once; fewer where a whole game has fewer."""


class Clock(ClockSeen, frozen=True, forbid_unknown_fields=True):
    """How time is kept at a table; tables of before `absent` have it too."""

    absent: int = 3 * 24 * 3600


class Times(msgspec.Struct):
    """Where the clocks stand: milliseconds left and, while a clock runs, since when."""

    left: list[int]
    since: list[float | None]

    def running(self, seat: int) -> bool:
        """Whether the clock of a seat runs."""
        return bool(self.since) and self.since[seat] is not None

    def left_ms(self, seat: int, now: float) -> int | None:
        """Time left of a seat; None without clocks."""
        if not self.left:
            return None
        since = self.since[seat]
        return self.left[seat] - (0 if since is None else int((now - since) * 1000))

    def deadline(self, seat: int) -> float | None:
        """When the clock of a seat runs out."""
        since = self.since[seat] if self.since else None
        return None if since is None else since + self.left[seat] / 1000


def start(clock: Clock, players: int) -> Times:
    """Clocks before the first decision."""
    if clock.kind == "none":
        return Times([], [])
    return Times([clock.seconds * 1000] * players, [None] * players)


def come_back(clock: Clock, times: Times, seat: int) -> None:
    """Whoever comes back with nothing left of their reserve gets one bonus, at least time to decide once."""
    if clock.kind == "increment" and times.left[seat] <= 0:
        times.left[seat] = 1000 * max(clock.bonus, min(clock.seconds, ONCE))


def turn(clock: Clock, times: Times, running: Collection[int], answered: Collection[int], now: float) -> None:
    """Stop the clocks of those who have answered, and run those of `running`."""
    if clock.kind == "none":
        return
    for seat, since in enumerate(times.since):
        if since is not None and (seat in answered or seat not in running):
            if clock.kind == "move":
                times.left[seat] = clock.seconds * 1000
            else:
                bonus = clock.bonus * 1000 if seat in answered else 0
                times.left[seat] += bonus - int((now - since) * 1000)
            times.since[seat] = None
        if seat in running and times.since[seat] is None:
            times.since[seat] = now
