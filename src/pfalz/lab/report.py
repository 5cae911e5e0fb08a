"""What a tournament says: shares of wins, places and points ahead with 95 % intervals, ratings, times.

Games of one seed are a cluster (`intervals.py`), also where they are of several line-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any, Final

from openskill.models import PlackettLuce

from pfalz import compiled
from pfalz.lab.arena import Tournament
from pfalz.lab.intervals import Clusters, Estimate, mean_of, share_of
from pfalz.lab.sim import GameResult

ORDERS: Final = 20
"""So many orders of the games are rated."""
Seen = tuple[GameResult, int]
"""A game, and the seat from which it is looked at."""


@dataclass(frozen=True)
class Meeting:
    """How a challenger did among others."""

    challenger: str
    others: str
    games: int
    wins: float
    share: Estimate
    """Of wins; shared wins count in shares."""
    par: float
    place: Estimate
    margin: Estimate
    """Points ahead of the best other."""
    milliseconds: float
    """The challenger's time for an answer: of the means of its games the median."""


@dataclass(frozen=True)
class Rated:
    """A bot over all its games: its rating (mean and spread), its places, its mean time for an answer."""

    bot: str
    rating: float
    spread: float
    place: Estimate
    milliseconds: float


@dataclass(frozen=True)
class Report:
    """A tournament in numbers."""

    plan: Tournament
    compiled: bool
    """Whether the compiled engine was in use."""
    meetings: tuple[Meeting, ...]
    rated: tuple[Rated, ...]
    seats: tuple[Estimate, ...]
    """For every seat the share of wins, whoever sat there."""
    failures: tuple[GameResult, ...]


def report_of(plan: Tournament, results: Sequence[GameResult]) -> Report:
    """Put the results of a tournament together."""
    ordered = sorted(results, key=lambda result: result.index)
    good = [result for result in ordered if not result.failure]
    meetings = meetings_of(plan, good)
    seats = [share_of(_clusters(plan, [(r, seat) for r in good], _won)) for seat in range(plan.players)]
    failures = tuple(r for r in ordered if r.failure)
    rated = tuple(_ratings(plan, good))
    return Report(plan, compiled.in_use(), tuple(meetings), rated, tuple(seats), failures)


def meetings_of(plan: Tournament, results: Sequence[GameResult]) -> list[Meeting]:
    """How each challenger did, without ratings, which take a while."""
    found = []
    for number, (one, other, *_) in enumerate(plan.lineups):
        mine = [(r, plan.place(r.index)[2]) for r in results if plan.place(r.index)[0] == number]
        if mine:
            found.append(_meeting(plan, one, other, mine))
    return found


def _meeting(plan: Tournament, one: str, other: str, mine: Sequence[Seen]) -> Meeting:
    return Meeting(
        one,
        other,
        len(mine),
        sum(_won(r, seat) for r, seat in mine),
        share_of(_clusters(plan, mine, _won)),
        1 / plan.players,
        mean_of(_clusters(plan, mine, _place)),
        mean_of(_clusters(plan, mine, _ahead)),
        _median_time(mine),
    )


def share_until_now(plan: Tournament, results: Sequence[GameResult]) -> Estimate:
    """The share of wins of whoever challenges first, in the games there are."""
    mine = [(r, plan.place(r.index)[2]) for r in results if not r.failure and not plan.place(r.index)[0]]
    return share_of(_clusters(plan, mine, _won))


def _won(result: GameResult, seat: int) -> float:
    return result.wins()[seat]


def _place(result: GameResult, seat: int) -> float:
    return result.places[seat]


def _ahead(result: GameResult, seat: int) -> float:
    return result.scores[seat] - max(result.scores[:seat] + result.scores[seat + 1 :])


def _clusters(plan: Tournament, seen: Sequence[Seen], value: Callable[[GameResult, int], float]) -> Clusters:
    """What came out, by the seed of the games."""
    found: dict[int, list[float]] = {}
    for result, seat in seen:
        found.setdefault(plan.place(result.index)[1], []).append(value(result, seat))
    return list(found.values())


def _median_time(seen: Sequence[Seen]) -> float:
    times = [1000 * r.thinking[seat] / r.decided[seat] for r, seat in seen if r.decided and r.decided[seat]]
    return median(times) if times else 0.0


def _ratings(plan: Tournament, results: Sequence[GameResult]) -> list[Rated]:
    """Ratings of Plackett and Luce. They depend on the order of the games, which means nothing here:
    so they are taken in many orders, and the mean counts."""
    names = list(dict.fromkeys([bot for result in results for bot in result.bots]))
    total = {bot: [0.0, 0.0] for bot in names}
    for order in range(ORDERS):
        shuffled = list(results)
        Random(order).shuffle(shuffled)
        for bot, rating in _rated(shuffled, names).items():
            total[bot][0] += rating.mu / ORDERS
            total[bot][1] += rating.sigma / ORDERS
    found = []
    for bot in names:
        seats = [(result, seat) for result in results for seat, name in enumerate(result.bots) if name == bot]
        decided = sum(result.decided[seat] for result, seat in seats if result.decided)
        spent = sum(result.thinking[seat] for result, seat in seats if result.decided)
        place = mean_of(_clusters(plan, seats, _place))
        rating, spread = total[bot]
        found.append(Rated(bot, rating, spread, place, 1000 * spent / decided if decided else 0.0))
    return sorted(found, key=lambda rated: -rated.rating)


def _rated(results: Sequence[GameResult], names: Sequence[str]) -> dict[str, Any]:
    """Ratings after games in this order; who sits on several seats learns from all of them."""
    model = PlackettLuce()
    ratings: dict[str, Any] = {bot: model.rating(name=bot) for bot in names}
    for result in results:
        rated = model.rate([[ratings[bot]] for bot in result.bots], ranks=[float(n) for n in result.places])
        for bot in set(result.bots):
            mine = [team[0] for team, name in zip(rated, result.bots, strict=True) if name == bot]
            mu, sigma = sum(m.mu for m in mine) / len(mine), sum(m.sigma for m in mine) / len(mine)
            ratings[bot] = model.create_rating([mu, sigma], bot)
    return ratings
