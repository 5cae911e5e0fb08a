"""Play the game that the page "how it plays" and the lesson of a game are taken from, and write it down.

python tools/learn_record.py GAME            play and write
python tools/learn_record.py GAME --show     the log of the record, with the decisions of the learner
python tools/learn_record.py GAME --ids N    what is on the board at position N

Squires play: what they do does not change with what knights learn. `wish` in `lesson.toml` says how an answer
of the learner begins, by the number of the decision.
"""

from __future__ import annotations

import argparse
import re
from itertools import chain
from pathlib import Path

from pfalz import catalogue, learning
from pfalz.bots import Situation, Squire, bot_rng, seen_by
from pfalz.core.ask import Ask
from pfalz.core.record import SeatInfo, new_header
from pfalz.core.session import Session
from pfalz.core.state import Move
from pfalz.core.texts import Texts


def main() -> None:
    """Play and write, or show what there is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=catalogue.IDS)
    parser.add_argument("--ids", type=int)
    parser.add_argument("--show", action="store_true")
    wanted = parser.parse_args()
    if wanted.ids is not None:
        print(*ids(wanted.game, wanted.ids))
    elif wanted.show:
        show(wanted.game)
    else:
        path = Path(learning.__file__).parent / "games" / wanted.game / "learn" / "game.jsonl"
        path.write_text(play(wanted.game).record().dumps(), "utf-8")


def play(game: str) -> Session:
    """A whole game by knights."""
    plan = learning.steps(game)
    rules = catalogue.ruleset(game, plan.players, (), plan.options)
    header = new_header(rules, [SeatInfo(name) for name in learning.NAMES[: plan.players]], plan.seed)
    header.shares = [""] * plan.players
    session = Session(rules, header)
    session.settle()
    decision = 0
    while not session.state.over:
        ask = next(ask for ask in session.asks() if not ask.answered)
        wish = plan.wish.get(str(decision), []) if ask.seat == learning.LEARNER else []
        session.answer(ask.seat, chosen(session, ask, tuple(wish)), ask.name)
        session.settle()
        decision += ask.seat == learning.LEARNER
    return session


def chosen(session: Session, ask: Ask, wish: Move) -> Move:
    """What a knight answers, or what begins as wished."""
    rules, seat = session.rules, ask.seat
    view = rules.view(session.state, seat)
    rng = bot_rng(session.header.seed, len(session.entries), seat)
    if wish:
        return ask.random_answer(session.state, rng, wish)
    seen = seen_by(seat, chain.from_iterable(session.events))
    return Squire().choose(Situation(rules, view, rules.ask_of(view, seat), seen, rng))


def show(game: str) -> None:
    """The log of the record, with what the learner decides."""
    record, rules = learning.record(game), learning.rules(game)
    texts = Texts(rules, "en", learning.NAMES[: rules.players])
    session, decision = Session(rules, record.header), 0
    for n, entry in enumerate(record.entries):
        ask = rules.ask_of(session.state, entry.seat, entry.ask) if entry.seat >= 0 else None
        if ask is not None and entry.seat == learning.LEARNER:
            names = [
                texts.name(step.slot.kind, step.value) for step in ask.walk(session.state, entry.move or ())
            ]
            print(f"== {decision} at {n}: {entry.ask} {entry.move} {names}")
            decision += 1
        session.answer(entry.seat, entry.move or (), entry.ask)
        for event in session.events[-1]:
            print(f"   {n + 1:4} {texts.event(event)}")


def ids(game: str, at: int) -> list[str]:
    """The ids on the board at a position."""
    rules = learning.rules(game)
    view = learning.view(game, at, learning.LEARNER)
    texts = Texts(rules, "en", learning.NAMES[: rules.players])
    svg = catalogue.board(game).svg(rules, view, learning.LEARNER, texts)
    return sorted(set(re.findall(r' id="([^"]+)"', svg)))


if __name__ == "__main__":
    main()
