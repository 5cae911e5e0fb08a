"""Playing the games that become golden records: who sits at a table, and what people do there.

Everything is seeded, so a game can be played again as long as the bots stay as they are; the records
themselves depend on no generator, for they hold every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from pfalz.bots import Situation, bot_rng, make
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer, nature_rng
from pfalz.core.record import Entry, Header, SeatInfo, Start, Undo, dump_lines, new_header
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session
from pfalz.core.state import NATURE, Move, State

UNDONE, RETRACTED, REPLACED = HESITATIONS = ("answer undone", "answer taken back", "answer replaced")
HESITANT = 0.3
"""How often people think again."""

Watch = Callable[[State], None]
Chooser = Callable[[Ruleset[Any], State, Ask, Random], Move]


def by_chance(rules: Ruleset[Any], s: State, ask: Ask, rng: Random) -> Move:
    """Any legal answer; it needs no view, because offers follow from the seat's view."""
    return ask.random_answer(s, rng)


def by_knight(rules: Ruleset[Any], s: State, ask: Ask, rng: Random) -> Move:
    """The answer of the greedy bot, who has seen nothing happen and goes by the position alone."""
    return make("knight").choose(Situation(rules, rules.view(s, ask.seat), ask, (), rng))


CHOOSERS: dict[str, Chooser] = {"random": by_chance, "knight": by_knight}


def seat_infos(seating: Sequence[str]) -> list[SeatInfo]:
    """What the header says of the seats."""
    return [SeatInfo(f"{name} {seat + 1}", name) for seat, name in enumerate(seating)]


def waiting(rules: Ruleset[Any], s: State) -> Ask:
    """The first open ask without an answer."""
    return next(ask for ask in rules.asks(s) if not ask.answered)


def quick_end(rules: Ruleset[Any], seating: Sequence[str], seed: str, watch: Watch) -> State:
    """The end of the game that `played` writes down, without writing; `watch` sees every position."""
    s: State = rules.start()
    n = 0
    while s.stack:
        watch(s)
        rules.apply(s, *_answer(rules, s, seating, seed, n))
        n += 1
    watch(s)
    return s


def _answer(rules: Ruleset[Any], s: State, seating: Sequence[str], seed: str, n: int) -> tuple[int, Move]:
    ask = waiting(rules, s)
    if ask.seat == NATURE:
        return NATURE, nature_answer(ask, s, nature_rng(seed, n))
    return ask.seat, CHOOSERS[seating[ask.seat]](rules, s, ask, bot_rng(seed, n, ask.seat))


def played(
    rules: Ruleset[Any], seating: Sequence[str], seed: str, edition: dict[str, Any] | None = None
) -> str:
    """The record of a game in which everybody answers once."""
    return _written(rules, new_header(rules, seat_infos(seating), seed, edition), seating)


def _written(rules: Ruleset[Any], header: Header, seating: Sequence[str]) -> str:
    session = Session(rules, header)
    while not session.state.over:
        session.answer(*_answer(rules, session.state, seating, header.seed, len(session.entries)))
    return session.record().dumps()


def continued(rules: Ruleset[Any], seating: Sequence[str], seed: str, start: State, answers: int) -> str:
    """The record of a game that goes on from a position after a change of its rules."""
    header = new_header(rules, seat_infos(seating), seed)
    header.start = Start(answers, rules.game.version, rules.to_json(start))
    return _written(rules, header, seating)


def hesitated(rules: Ruleset[Any], seating: Sequence[str], seed: str) -> tuple[str, list[str]]:
    """A game whose people often take back, replace and undo answers: its record, and which of it they did."""
    session = Session(rules, new_header(rules, seat_infos(seating), seed))
    lines: list[Header | Entry | Undo] = [session.header]
    did: set[str] = set()
    rng = Random(f"hesitation:{seed}")
    while not session.state.over:
        asks = session.asks()
        answered = [ask for ask in asks if ask.answered]
        if answered and rng.random() < HESITANT:
            ask = rng.choice(answered)
            if rng.random() < 0.5:
                lines.append(session.retract(ask.seat))
                did.add(RETRACTED)
                continue
            did.add(REPLACED)
        else:
            ask = rng.choice([ask for ask in asks if not ask.answered])
        if ask.seat == NATURE:
            move = nature_answer(ask, session.state, nature_rng(seed, len(session.entries)))
        else:
            move = CHOOSERS[seating[ask.seat]](rules, session.state, ask, rng)
        lines.append(session.answer(ask.seat, move, ask.name))
        while rng.random() < HESITANT:
            seat = rng.randrange(rules.players)
            if session.may_undo(seat) and not session.state.answers:
                lines.append(Undo(session.undo(seat), seat))
                did.add(UNDONE)
    return dump_lines(lines), sorted(did)
