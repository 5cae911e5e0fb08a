"""What a game's `bot.py` knows about its positions, and what stands in where it says nothing.

`evaluate(state, seat)` is how good a full state is for a seat; without one, its points minus the best other
seat's. `candidates(state, ask, rng)` are the answers worth a look; without it, all answers if they are few,
otherwise a sample spread over the values of the first open slot.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State

Evaluate = Callable[[Any, int], float]
Candidates = Callable[[Any, Ask, Random], list[Move]]


class Judge:
    """Evaluation and candidate answers of one game."""

    def __init__(self, evaluate: Evaluate, candidates: Candidates | None) -> None:
        self.evaluate = evaluate
        self._candidates = candidates

    def candidates(self, s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
        """Answers worth a look, about `limit` at most where the game leaves the choice to us."""
        if self._candidates is not None:
            found = self._candidates(s, ask, rng)
            if found:
                return found
        return few_moves(s, ask, limit) or sampled_moves(s, ask, rng, limit)


@cache
def judge_of(package: str) -> Judge:
    """The judge of the game in `package`; a game without a package (a toy) has none of its own."""
    if not package:
        return Judge(lead, None)
    name = f"{package}.bot"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return Judge(lead, None)
    return Judge(getattr(module, "evaluate", lead), getattr(module, "candidates", None))


def lead(s: State, seat: int) -> float:
    """Points of a seat minus those of the best other one."""
    rules: Ruleset[Any] = s.rules
    points = rules.game.standing(s)
    others = [n for other, n in enumerate(points) if other != seat]
    return float(points[seat] - max(others, default=0))


def few_moves(s: State, ask: Ask, limit: int) -> list[Move]:
    """All complete answers, depth first; empty if there are more than `limit`."""
    found: list[Move] = []
    open_prefixes: list[Move] = [()]
    while open_prefixes:
        prefix = open_prefixes.pop()
        options = ask.options(s, prefix)
        if options is None:
            found.append(prefix)
        else:
            open_prefixes += [(*prefix, value) for value in reversed(options)]
        if len(found) + len(open_prefixes) > limit:
            return []
    return found


def sampled_moves(s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
    """Different random answers, the values of the first open slot taken in turn."""
    prefix: Move = ()
    options = ask.options(s, prefix)
    while options is not None and len(options) == 1:
        prefix = (*prefix, options[0])
        options = ask.options(s, prefix)
    if options is None:
        return [prefix]
    firsts = list(options)
    rng.shuffle(firsts)
    found: dict[Move, None] = {}
    for i in range(2 * limit):
        found[ask.random_move(s, rng, (*prefix, firsts[i % len(firsts)]))] = None
        if len(found) == limit:
            break
    return list(found)
