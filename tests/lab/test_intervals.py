"""Intervals: they hold as often as they say, also where games of one seed go together."""

from __future__ import annotations

import math
from random import Random

import pytest

from pfalz.lab.intervals import mean_of, share_of, student, wilson


def test_students_quantiles() -> None:
    told = {1: 12.706, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, quantile in told.items():
        assert student(freedom) == pytest.approx(quantile, abs=0.01)


def test_where_games_stand_alone_it_is_wilsons_interval() -> None:
    rng = Random(1)
    games = [float(rng.random() < 0.6) for _ in range(400)]
    found = share_of([[one] for one in games])
    low, high = wilson(sum(games), len(games))
    assert found.low == pytest.approx(low, abs=0.002) and found.high == pytest.approx(high, abs=0.002)


def test_games_of_a_seed_that_say_the_same_count_once() -> None:
    rng = Random(2)
    wins = [float(rng.random() < 0.5) for _ in range(100)]
    once, often = share_of([[one] for one in wins]), share_of([[one] * 4 for one in wins])
    assert often == pytest.approx(once, abs=1e-9)
    opposite = share_of([[one, 1 - one] for one in wins])
    assert opposite.low > once.low, "and less is left to chance where one seat wins what the other loses"
    assert opposite.low < 0.5 < opposite.high


def test_it_holds_as_often_as_it_says() -> None:
    """30 seeds of four games, half of the luck common to a seed."""
    rng, held, runs = Random(3), 0, 2000
    for _ in range(runs):
        clusters = []
        for _ in range(30):
            common, share = float(rng.random() < 0.3), 0.5
            clusters.append([common if rng.random() < share else float(rng.random() < 0.3) for _ in range(4)])
        found = share_of(clusters)
        held += found.low <= 0.3 <= found.high
    assert 0.93 <= held / runs <= 0.975
    alone = sum(low <= 0.3 <= high for low, high in [wilson_of(rng) for _ in range(runs)])
    assert alone / runs < 0.9, "games taken one by one promise too much"


def wilson_of(rng: Random) -> tuple[float, float]:
    wins = 0.0
    for _ in range(30):
        common = float(rng.random() < 0.3)
        wins += sum([common if rng.random() < 0.5 else float(rng.random() < 0.3) for _ in range(4)])
    return wilson(wins, 120)


def test_at_the_edges_nothing_is_certain() -> None:
    won = share_of([[1.0, 1.0]] * 20)
    assert won.high == 1.0 and won.low == pytest.approx(wilson(20, 20, student(19))[0])
    even = share_of([[1.0, 0.0]] * 3)
    assert even.low < 0.3 and even.high > 0.7
    assert share_of([]) == (0.0, 0.0, 1.0)
    one = share_of([[1.0, 0.0]])
    assert one.low < 0.1 and one.high > 0.9


def test_means() -> None:
    found = mean_of([[1.0, 3.0], [2.0, 4.0], [0.0, 2.0]])
    assert found.mean == 2.0
    assert found.high - found.mean == pytest.approx(4.303 * math.sqrt(1 / 3), abs=0.001)
    assert mean_of([[1.0]]).high == math.inf and mean_of([]).mean == 0.0
