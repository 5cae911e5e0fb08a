"""One game between bots, answer by answer: each bot gets what its seat may know, NATURE the seed of the game.

A game of random bots alone draws everything from one generator, in the order of the kernel's fast path, so
that such a game can be played again slowly and written down.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

from pfalz.bots import Bot, BotError, Situation, bot_rng, make, seen_by
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer, nature_rng
from pfalz.core.errors import RulesError
from pfalz.core.events import Event
from pfalz.core.record import Entry, Record, SeatInfo, new_header, seal_of, sealed
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State

LIMIT = 100_000
"""Answers after which a game is taken to have no end."""
CRASHED = "crashed"
"""Hash of the last entry of a record whose game broke at that answer."""


def only_random(seating: Sequence[str]) -> bool:
    """Whether a game can take the fast path."""
    return set(seating) == {"random"}


class Match:
    """Everybody at the table of one game, NATURE included, and what each seat has seen happen."""

    def __init__(self, rules: Ruleset[Any], seating: Sequence[str], seed: str) -> None:
        self.rules = rules
        self.seed = seed
        self._luck = Random(seed) if only_random(seating) else None
        self._bots: list[Bot] = [make(name) for name in seating]
        self._happened: list[Event] = []
        self._seen: list[list[Event]] = [[] for _ in seating]

    def start(self) -> State:
        """The beginning of the game; whatever is done to this state is seen by the bots."""
        if self._luck is not None:
            return self._begun(None)
        s = self._begun(self._happened)
        s.trace = self._happened
        return s

    def _begun(self, trace: list[Event] | None) -> State:
        s: State = self.rules.start(trace)
        return s

    def answer(self, s: State, ask: Ask, n: int) -> Move:
        """The answer number `n` of the game: of the bot that is asked, or of NATURE."""
        if self._luck is not None:
            return (
                nature_answer(ask, s, self._luck) if ask.seat == NATURE else ask.random_answer(s, self._luck)
            )
        if ask.seat == NATURE:
            return nature_answer(ask, s, nature_rng(self.seed, n))
        seen = self._seen[ask.seat]
        seen += seen_by(ask.seat, self._happened[len(seen) :])
        view, rng = self.rules.view(s, ask.seat), bot_rng(self.seed, n, ask.seat)
        # processor time: what else the machine does shortens nobody's time
        situation = Situation(self.rules, view, ask, tuple(seen), rng, clock=time.process_time)
        return self._bots[ask.seat].choose(situation)


def next_ask(rules: Ruleset[Any], s: State) -> Ask:
    """The first open ask without an answer."""
    return next(ask for ask in rules.asks(s) if not ask.answered)


def real_choices(ask: Ask, s: State, answer: Move) -> int:
    """Slots of an answer that had two options or more; an answer that is not on offer is refused."""
    count = 0
    for step in ask.steps(s, answer):
        if not step.legal:
            raise BotError("answer_not_offered", seat=ask.seat, ask=ask.name, answer=list(answer))
        count += not step.forced
    if ask.options(s, answer) is not None:
        raise BotError("answer_incomplete", seat=ask.seat, ask=ask.name, answer=list(answer))
    return count


def write_down(
    rules: Ruleset[Any], seating: Sequence[str], seed: str, edition: dict[str, Any] | None = None
) -> tuple[Record, str]:
    """Play a game again, checking every position; the record up to what went wrong, and what that was."""
    seats = [SeatInfo(f"{name} {seat}", name) for seat, name in enumerate(seating)]
    header = new_header(rules, seats, None if only_random(seating) else seed, edition)
    record = Record(header, [])
    match = Match(rules, seating, seed)
    s = match.start()
    while s.stack and len(record.entries) < LIMIT:
        n = len(record.entries)
        ask = next_ask(rules, s)
        answer: Move = ()
        try:
            answer = match.answer(s, ask, n)
            rules.play(s, ask.seat, answer, ask.name)
            before = record.entries[-1].hash if record.entries else seal_of(header)
            hash = sealed(before, ask.seat, ask.name, list(answer), rules.hash(s))
            broken = rules.violations(s)
        except Exception as error:
            if answer:
                record.entries.append(Entry(n, ask.seat, ask.name, list(answer), CRASHED))
            return record, f"answer {n} ({ask.name} of seat {ask.seat}): {described(error)}"
        record.entries.append(Entry(n, ask.seat, ask.name, list(answer), hash))
        if broken:
            return record, f"after answer {n} ({ask.name} of seat {ask.seat}): {broken[0]}"
    return record, "" if not s.stack else f"no end after {LIMIT} answers"


def described(error: Exception) -> str:
    """An exception in one line."""
    if isinstance(error, RulesError):
        return str(error)
    return f"{type(error).__name__}: {error}"
