"""What many games say together: scores, wins by bot and by seat with intervals, length and speed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pfalz.lab.intervals import Z95, wilson
from pfalz.lab.sim import GameResult, Plan


@dataclass(frozen=True)
class Line:
    """A bot or a seat over all games it took part in. Shared wins count in shares."""

    label: str
    games: int
    mean_score: float
    score_error: float
    """Half width of the 95 % interval of the mean score."""
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    milliseconds: float | None
    """Thinking time per answer; None on the fast path."""


@dataclass(frozen=True)
class Summary:
    """A simulation in numbers."""

    plan: Plan
    games: int
    bots: tuple[Line, ...]
    seats: tuple[Line, ...]
    answers: float
    choices: float
    chances: float
    shortest: int
    longest: int
    """Answers of players in the shortest and the longest game."""
    seconds: float
    """Playing time, summed over processes."""
    failures: tuple[GameResult, ...]

    @property
    def choices_per_second(self) -> float:
        """Speed of one process."""
        return self.choices * self.games / self.seconds if self.seconds else 0.0

    @property
    def games_per_second(self) -> float:
        """Speed of one process."""
        return self.games / self.seconds if self.seconds else 0.0


def summarize(plan: Plan, results: Iterable[GameResult]) -> Summary:
    """Put the results of a simulation together, whatever order they came in."""
    ordered = sorted(results, key=lambda result: result.index)
    good = [result for result in ordered if not result.failure]
    lengths = [result.answers for result in good]
    return Summary(
        plan,
        len(good),
        tuple(_line(bot, good, [bot]) for bot in dict.fromkeys(plan.bots)),
        tuple(_line(str(seat), good, [], seat) for seat in range(plan.players)),
        _mean([result.answers for result in good]),
        _mean([result.choices for result in good]),
        _mean([result.chances for result in good]),
        min(lengths, default=0),
        max(lengths, default=0),
        sum(result.seconds for result in good),
        tuple(result for result in ordered if result.failure),
    )


def _line(label: str, results: Sequence[GameResult], bots: Sequence[str], seat: int | None = None) -> Line:
    scores: list[float] = []
    wins = 0.0
    seconds = 0.0
    decided = 0
    for result in results:
        shares = result.wins()
        for at, bot in enumerate(result.bots):
            if at == seat or bot in bots:
                scores.append(result.scores[at])
                wins += shares[at]
                if result.decided:
                    seconds += result.thinking[at]
                    decided += result.decided[at]
    low, high = wilson(wins, len(scores))
    return Line(
        label,
        len(scores),
        _mean(scores),
        _error(scores),
        wins,
        wins / len(scores) if scores else 0.0,
        low,
        high,
        1000 * seconds / decided if decided else None,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _error(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    mean = _mean(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Z95 * math.sqrt(variance / len(values))
