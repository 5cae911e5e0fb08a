"""95 % intervals, of games that stand alone and of games that belong together.

Games of one seed share their luck: who wins one of them has often won or lost the others with it. So they are
no independent games, and a seed counts as one *cluster*. The variance of a mean is that of the clusters' sums
around it, and its interval is Student's. A share of wins gets Wilson's interval for as many independent games
as would vary as much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

Z95: Final = 1.959964
"""Half width of a 95 % interval, in standard errors."""
FEW: Final = (math.inf, 12.706, 4.303, 3.182, 2.776)
"""The same where the error itself is estimated, with 0 to 4 degrees of freedom."""
Clusters = Sequence[Sequence[float]]
"""What came out of the games of each seed."""


class Estimate(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


def wilson(wins: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a win rate."""
    if games == 0:
        return 0.0, 1.0
    rate, z2 = wins / games, z * z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = z * math.sqrt(max(0.0, rate * (1 - rate)) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def student(freedom: int) -> float:
    """Half width of a 95 % interval in standard errors, with so many degrees of freedom."""
    if freedom < len(FEW):
        return FEW[max(0, freedom)]
    z, v = Z95, float(freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v * v)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + (z**3 + z) / (4 * v) + second + third


def mean_of(clusters: Clusters) -> Estimate:
    """A mean over all games, with the interval that clusters give; of one cluster nothing is known."""
    mean, variance, games = _spread(clusters)
    if not games:
        return Estimate(0.0, -math.inf, math.inf)
    if variance is None:
        return Estimate(mean, -math.inf, math.inf)
    half = student(len(clusters) - 1) * math.sqrt(variance)
    return Estimate(mean, mean - half, mean + half)


def share_of(clusters: Clusters) -> Estimate:
    """A share of wins over all games, with the interval that clusters give."""
    share, variance, games = _spread(clusters)
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    k = len(clusters)
    if variance is None:
        return Estimate(share, *wilson(share, 1))  # the games of one seed say as much as one game
    alone = share * (1 - share) / games
    # all won or all lost: nothing tells how far games of a seed go together, so a seed counts as one game
    alike = variance / alone if alone > 0 else games / k
    most = games / k
    worth = games / min(max(alike, 1 / most), most)
    return Estimate(share, *wilson(share * worth, worth, student(k - 1)))


def _spread(clusters: Clusters) -> tuple[float, float | None, int]:
    """The mean, its variance (None if there is one cluster only), and how many games there are."""
    games = sum(len(cluster) for cluster in clusters)
    if not games:
        return 0.0, None, 0
    mean = sum(sum(cluster) for cluster in clusters) / games
    k = len(clusters)
    if k < 2:
        return mean, None, games
    squares = sum((sum(cluster) - mean * len(cluster)) ** 2 for cluster in clusters)
    return mean, k / (k - 1) * squares / games**2, games
