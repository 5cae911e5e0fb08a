"""What the `bot.py` of a game and of its modules knows about positions, and what stands in for it.

`TERMS` and `judge(state)` say what a full state is worth to every seat, term by term: a list by seat of lists
by term. A seat is worth the sum of its terms, those of the modules included; the points stand in for a game
without terms. `evaluate(state, seat)` is how good a state is for a seat; without one, its worth minus that of
the best other seat. `candidates(state, ask, rng)` are the answers worth a look; without it, all answers if
they are few, otherwise a sample spread over the values of the first open slot. `PACE` says how many positions
a second is worth to whoever searches. A module brings terms only; a
game whose judgement takes its modules in itself names all terms with `term_names(rules)`.

What a game's own judgement has weighed before it names candidates, a learned one can weigh for itself. For
that a game may have `offers(state, ask, rng)`, more answers than its candidates where they hide a choice, and
`TABLES`, by question on how many imagined tables answers are compared, where luck would decide on one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple

from pfalz.bots.base import BotError
from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State

PACE: Final = 10_000
"""Positions a second, where a game does not say."""
Evaluate = Callable[[Any, int], float]
Candidates = Callable[[Any, Ask, Random], list[Move]]


class Terms(NamedTuple):
    """Terms of a judgement: their names, and for every seat the value of each."""

    names: tuple[str, ...]
    judge: Callable[[Any], Sequence[Sequence[float]]]


class Choice(NamedTuple):
    """What a game leaves to a learned judgement."""

    offers: Candidates | None = None
    tables: Mapping[str, int] = MappingProxyType({})


NO_CHOICE: Final = Choice()


class Judge:
    """Judgement and candidate answers of one game with its modules."""

    def __init__(
        self,
        parts: Sequence[Terms],
        evaluate: Evaluate | None = None,
        candidates: Candidates | None = None,
        pace: int = PACE,
        choice: Choice = NO_CHOICE,
    ) -> None:
        self.names = tuple([name for part in parts for name in part.names])
        for i, name in enumerate(self.names):
            if name in self.names[:i]:
                raise BotError("terms_alike", name=name)
        self._parts = parts
        self._evaluate = evaluate
        self._candidates = candidates
        self.choice = choice
        self.pace = pace
        """Positions a second, where somebody plays on to the end of a round: what time is worth."""

    def terms(self, s: State) -> list[dict[str, float]]:
        """For every seat, what the state is worth to it, by the names of the terms."""
        return [dict(zip(self.names, values, strict=True)) for values in self.values(s)]

    def evaluate(self, s: State, seat: int) -> float:
        """How good a state is for a seat."""
        if self._evaluate is not None:
            return self._evaluate(s, seat)
        worth = [sum(values) for values in self.values(s)]
        return worth[seat] - max((n for other, n in enumerate(worth) if other != seat), default=0.0)

    def judged(self, states: Sequence[State], seat: int) -> list[float]:
        """How good each of several states is for a seat."""
        return [self.evaluate(s, seat) for s in states]

    def values(self, s: State) -> list[list[float]]:
        """For every seat, what the state is worth to it, in the order of `names`."""
        if len(self._parts) == 1:
            return [[*map(float, of_seat)] for of_seat in self._parts[0].judge(s)]
        judged = [part.judge(s) for part in self._parts]
        return [[float(n) for values in of_seat for n in values] for of_seat in zip(*judged, strict=True)]

    def candidates(self, s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
        """Answers worth a look, about `limit` at most where the game leaves the choice to us."""
        return (
            self._own_candidates(s, ask, rng) or ask.answers(s, limit) or sampled_answers(s, ask, rng, limit)
        )

    def offers(self, s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
        """Answers a decision is made between: for the game's own judgement its candidates."""
        return self.candidates(s, ask, rng, limit)

    def tables(self, ask: Ask) -> int:
        """On how many imagined tables answers to a question are to be compared."""
        return 1

    def guess(self, s: State, ask: Ask, rng: Random) -> Move:
        """What somebody else may answer: one of the candidates of the game, or anything."""
        found = self.guesses(s, ask, rng)
        return rng.choice(found) if found else ask.random_answer(s, rng)

    def guesses(self, s: State, ask: Ask, rng: Random) -> list[Move]:
        """What somebody else may answer, as far as the game has an opinion."""
        return self._own_candidates(s, ask, rng)

    def _own_candidates(self, s: State, ask: Ask, rng: Random) -> list[Move]:
        return self._candidates(s, ask, rng) if self._candidates is not None else []


def judge_of(rules: Ruleset[Any]) -> Judge:
    """The judge of a game and its modules in play; a toy without a package has none of its own."""
    own = _bot_of(rules.game.package)
    names: tuple[str, ...] = own.term_names(rules) if own is not None and hasattr(own, "term_names") else ()
    modules = tuple([module.package for module in rules.modules if module.package])
    return _judge(rules.game.package, () if names else modules, names)


@cache
def _judge(game: str, modules: tuple[str, ...], names: tuple[str, ...]) -> Judge:
    own = _bot_of(game)
    parts = [Terms(names, own.judge) if own is not None and names else _terms(own) or POINTS]
    parts += [terms for package in modules if (terms := _terms(_bot_of(package))) is not None]
    pace: int = getattr(own, "PACE", PACE)
    left = Choice(getattr(own, "offers", None), getattr(own, "TABLES", {}))
    return Judge(parts, getattr(own, "evaluate", None), getattr(own, "candidates", None), pace, left)


def _bot_of(package: str) -> ModuleType | None:
    """The `bot.py` of a package, if it has one."""
    name = f"{package}.bot"
    if not package:
        return None
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


def _terms(bot: ModuleType | None) -> Terms | None:
    return Terms(bot.TERMS, bot.judge) if bot is not None and hasattr(bot, "TERMS") else None


def points(s: State) -> list[list[float]]:
    """The points of every seat as they stand."""
    rules: Ruleset[Any] = s.rules
    return [[float(n)] for n in rules.game.standing(s)]


POINTS = Terms(("points",), points)
"""What stands in for a game that says nothing."""


def sampled_answers(s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
    """Different random answers, the values of the first open slot taken in turn."""
    prefix, options = ask.forced(s)
    if options is None:
        return [prefix]
    firsts = list(options)
    rng.shuffle(firsts)
    found: dict[Move, None] = {}
    for i in range(2 * limit):
        found[ask.random_answer(s, rng, (*prefix, firsts[i % len(firsts)]))] = None
        if len(found) == limit:
            break
    return list(found)
