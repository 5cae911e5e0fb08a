"""What the plot shows of Dark Ages: the points there would be if the game ended now (section 19)."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.record import Record, begin, loads
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import SPECTATOR, State

GOLDEN = Path(__file__).parents[2] / "golden" / "darkages"
RECORDS = sorted(path for path in GOLDEN.glob("*p-*.jsonl.gz"))
LEFT_TO_CHANCE = 9
"""Points that the last answer has brought in these games: a crusade, an attack of the horde, a title."""


@cache
def record_of(path: Path) -> Record:
    return loads(gzip.decompress(path.read_bytes()).decode())


def positions(rules: Ruleset[Any], record: Record) -> Iterator[State]:
    """The state before each answer, and at the end."""
    s = begin(rules, record.header)
    for entry in record.entries:
        yield s
        if entry.move is None:
            rules.retract(s, entry.seat)
        else:
            rules.apply(s, entry.seat, tuple(entry.move))
    yield s


def result(rules: Ruleset[Any], s: State) -> tuple[int, ...]:
    """Points of all sides at the end."""
    outcome = rules.outcome(s)
    return (*outcome.scores, *[side.score for side in outcome.opponents])


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How far two sets of points lie apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.clause("D-19.10")
def test_the_last_step_before_the_end_is_near_the_result_and_the_end_is_the_result() -> None:
    """In all golden games, each module among them: what was a jump of 15 points or more is nearly nothing."""
    steps, jumps = [], []
    for path in RECORDS:
        record = record_of(path)
        rules = catalogue.rules_for(record)
        before: tuple[int, ...] = ()
        standing: list[int] = []
        for n, s in enumerate(positions(rules, record)):
            if n == len(record.entries) - 1:
                before, standing = rules.worth_now(s), list(rules.game.standing(s))
        assert s.over
        end = result(rules, s)
        assert rules.worth_now(s) == end
        steps.append(apart(before, end))
        jumps.append(max(b - a for a, b in zip(standing, end, strict=False)))
    assert min(jumps) >= 15
    assert max(steps) <= LEFT_TO_CHANCE
    assert sum(step == 0 for step in steps) > 0.8 * len(steps)


@pytest.mark.clause("DM1-9.7")
def test_the_points_of_the_lordlings_are_foreseen_too() -> None:
    record = record_of(GOLDEN / "1p-knight.jsonl.gz")
    rules = catalogue.rules_for(record)
    ahead = [rules.worth_now(s)[1] - rules.opponents(s)[0][1] for s in positions(rules, record)]
    assert ahead[0] == 0 and ahead[-1] == 0  # before the set-up is done, and when it has been scored
    assert max(ahead) >= 15


@pytest.mark.clause("D-20.1")
@pytest.mark.parametrize(
    "name", ["1p-landmarks-random", "2p-age_of_wars-random", "4p-random", "4p-pope-knight"]
)
def test_nobody_learns_a_secret_from_it(name: str) -> None:
    """It is the same in what anybody sees of a position, and in every position they cannot tell from it."""
    record = record_of(GOLDEN / f"{name}.jsonl.gz")
    rules = catalogue.rules_for(record)
    rng = Random(name)
    for n, s in enumerate(positions(rules, record)):
        if n % 12 or s.over:
            continue
        key, worth = rules.key(s), rules.worth_now(s)
        for seat in (*range(rules.players), SPECTATOR):
            view = rules.view(s, seat)
            assert rules.worth_now(view) == worth
            assert rules.worth_now(rules.resample(view, seat, rng)) == worth
        assert rules.key(s) == key  # nothing has been scored


def test_before_the_boards_are_laid_out_nothing_is_worth_anything() -> None:
    for players in (1, 2, 4, 8):
        rules = catalogue.ruleset("darkages", players)
        assert not any(rules.worth_now(rules.start()))
