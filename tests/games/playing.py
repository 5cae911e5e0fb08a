"""Random games for the tests of every game: all positions of one, or a game of knights against chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from pfalz.bots import Knight, Situation, seen_by
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.events import Event
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move

Choose = Callable[[Any, Ask], Move]


def open_asks(rules: Ruleset[Any], s: Any) -> list[Ask]:
    """The questions that nobody has answered yet."""
    return [ask for ask in rules.asks(s) if not ask.answered]


def at_random(rng: Random) -> Choose:
    """Everybody, nature too, answers at random."""
    return lambda s, ask: nature_answer(ask, s, rng) if ask.seat == NATURE else ask.random_answer(s, rng)


def positions(rules: Ruleset[Any], choose: Choose) -> Iterator[tuple[Any, list[Ask]]]:
    """Every position of a game with its open questions, the first and the last one included.

    What has happened up to there is in the state's `trace`."""
    happened: list[Event] = []
    s = rules.start(happened)
    s.trace = happened
    while asks := open_asks(rules, s):
        yield s, asks
        rules.apply(s, asks[0].seat, choose(s, asks[0]))
    yield s, []


def random_game(rules: Ruleset[Any], seed: int) -> Iterator[tuple[Any, list[Ask]]]:
    """Every position of a random game, the first and the last one included."""
    return positions(rules, at_random(Random(seed)))


def knights_against_chance(
    rules: Ruleset[Any], seed: int, knights: tuple[int, ...], check: Callable[[Any, Ask], None] | None = None
) -> Any:
    """The end of a game of knights against chance; `check` looks at every open question."""
    rng, knight = Random(seed), Knight(1)
    randomly = at_random(rng)

    def choose(s: Any, ask: Ask) -> Move:
        if ask.seat in knights:
            view = rules.view(s, ask.seat)
            return knight.choose(Situation(rules, view, ask, seen_by(ask.seat, s.trace), rng))
        return randomly(s, ask)

    s: Any = None
    for s, asks in positions(rules, choose):
        if asks and check is not None:
            check(s, asks[0])
    return s


def victory(rules: Ruleset[Any], seed: int, seat: int) -> tuple[int, int]:
    """A knight alone against chance has to win: its score, and the best of the others."""
    result = rules.outcome(knights_against_chance(rules, seed, (seat,)))
    assert result.places[seat] == 1, (seed, seat, result)
    return result.scores[seat], max(score for other, score in enumerate(result.scores) if other != seat)


def may_be_answered(s: Any, ask: Ask, answers: list[Move], most: int) -> None:
    """Candidates are different from each other, legal and not too many."""
    assert len(set(answers)) == len(answers) <= most, ask.name
    for move in answers:
        ask.check(s, move)
