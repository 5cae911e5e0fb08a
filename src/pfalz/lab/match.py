"""One game between bots, answer by answer: each bot gets its seat's view, NATURE the seed of the game.

A game of random bots alone draws everything from one generator, in the order of the kernel's fast path, so
that such a game can be played again slowly and written down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from pfalz.bots import Bot, BotError, bot_rng, make
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_move, nature_rng
from pfalz.core.errors import RulesError
from pfalz.core.record import Entry, Record, SeatInfo, new_header, seal_of, sealed
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State

LIMIT = 100_000
"""Answers after which a game is taken to have no end."""
CRASHED = "crashed"
"""Hash of the last entry of a record whose game broke at that answer."""

Answerer = Callable[[State, Ask, int], Move]
"""Who answers: (state, ask, number of the answer) -> move."""


def only_random(seating: Sequence[str]) -> bool:
    """Whether a game can take the fast path."""
    return set(seating) == {"random"}


def answerer(rules: Ruleset[Any], seating: Sequence[str], seed: str) -> Answerer:
    """Everybody at the table of one game, NATURE included."""
    if only_random(seating):
        return _random_table(Random(seed))
    bots = [make(name) for name in seating]
    return lambda s, ask, n: bot_answer(rules, s, ask, n, bots, seed)


def bot_answer(rules: Ruleset[Any], s: State, ask: Ask, n: int, bots: Sequence[Bot], seed: str) -> Move:
    """The answer number `n` of a game: of the bot that is asked, from its seat's view, or of NATURE."""
    if ask.seat == NATURE:
        return nature_move(ask, s, nature_rng(seed, n))
    view = rules.view(s, ask.seat)
    return bots[ask.seat].choose(rules, view, ask, bot_rng(seed, n, ask.seat))


def _random_table(rng: Random) -> Answerer:
    def answer(s: State, ask: Ask, n: int) -> Move:
        return nature_move(ask, s, rng) if ask.seat == NATURE else ask.random_move(s, rng)

    return answer


def next_ask(rules: Ruleset[Any], s: State) -> Ask:
    """The first open ask without an answer."""
    return next(ask for ask in rules.asks(s) if not ask.answered)


def real_choices(ask: Ask, s: State, move: Move) -> int:
    """Slots of an answer that had two options or more; an answer that is not on offer is refused."""
    count = 0
    for i, value in enumerate(move):
        options = ask.options(s, move[:i])
        if options is None or value not in options:
            raise BotError("answer_not_offered", seat=ask.seat, ask=ask.name, move=list(move))
        count += len(options) > 1
    if ask.options(s, move) is not None:
        raise BotError("answer_incomplete", seat=ask.seat, ask=ask.name, move=list(move))
    return count


def write_down(
    rules: Ruleset[Any], seating: Sequence[str], seed: str, edition: dict[str, Any] | None = None
) -> tuple[Record, str]:
    """Play a game again, checking every position; the record up to what went wrong, and what that was."""
    seats = [SeatInfo(f"{name} {seat}", name) for seat, name in enumerate(seating)]
    header = new_header(rules, seats, None if only_random(seating) else seed, edition)
    record = Record(header, [])
    answer = answerer(rules, seating, seed)
    s: State = rules.start()
    while s.stack and len(record.entries) < LIMIT:
        n = len(record.entries)
        ask = next_ask(rules, s)
        move: Move = ()
        try:
            move = answer(s, ask, n)
            rules.play(s, ask.seat, move, ask.name)
            before = record.entries[-1].hash if record.entries else seal_of(header)
            hash = sealed(before, ask.seat, ask.name, list(move), rules.hash(s))
            broken = rules.violations(s)
        except Exception as error:
            if move:
                record.entries.append(Entry(n, ask.seat, ask.name, list(move), CRASHED))
            return record, f"answer {n} ({ask.name} of seat {ask.seat}): {described(error)}"
        record.entries.append(Entry(n, ask.seat, ask.name, list(move), hash))
        if broken:
            return record, f"after answer {n} ({ask.name} of seat {ask.seat}): {broken[0]}"
    return record, "" if not s.stack else f"no end after {LIMIT} answers"


def described(error: Exception) -> str:
    """An exception in one line."""
    if isinstance(error, RulesError):
        return str(error)
    return f"{type(error).__name__}: {error}"
