"""How many steps of the interpreter four viewers cost for an answer: `python tools/steps.py ../before .`

Milliseconds depend on what else a machine does; the bytecodes that make what four people at a table are told
after an answer do not. They leave out what is done in C (JSON, joining, hashing), storage and sockets:
`tools/browsers.py` measures a whole server. A game is shown before, so that nothing counts that is made once
in the life of a server. Without two trees it is said where the steps are in this one. The four are told as
browsers are, or (`--data`) as clients that want data.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import CodeType, FrameType, SimpleNamespace
from typing import Any

NAMES = ("Anna", "Bruno", "Clara", "Dietmar")
EVERY = 4
"""Of a whole game the steps of one answer in so many are counted."""


class Counted:
    """Bytecodes by function, with and without what a function calls."""

    def __init__(self) -> None:
        self.own: Counter[CodeType] = Counter()
        self.all: Counter[CodeType] = Counter()

    def __call__(self, frame: FrameType, event: str, arg: object) -> Any:
        """Count what a function does that has just been called."""
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        callers = set[CodeType]()
        at: FrameType | None = frame
        while at is not None:
            callers.add(at.f_code)
            at = at.f_back
        code, steps = frame.f_code, 0

        def step(frame: FrameType, event: str, arg: object) -> Any:
            nonlocal steps
            if event == "opcode":
                steps += 1
            elif event == "return":
                self.own[code] += steps
                for caller in callers:
                    self.all[caller] += steps
                steps = 0
            return step

        return step


def count(game: str, data: bool) -> tuple[Counted, int]:
    """The steps of the tree that is on the path, and of how many answers; told as markup or as data."""
    from pfalz import catalogue
    from pfalz.core.record import SeatInfo
    from pfalz.core.session import open_session
    from pfalz.server.http.stream import Told, Wanted, update
    from pfalz.server.play.clocks import Clock, Times
    from pfalz.server.play.live import Tables
    from pfalz.server.play.seats import Seat
    from pfalz.server.play.table import Table
    from pfalz.web.prefs import Prefs

    looking: Any = SimpleNamespace(turns={}, next_table=lambda table, person: "")
    looking.look = lambda table, person: Tables.look(looking, table, person)

    def play(name: str, counted: Counted | None) -> int:
        """Play a game; the answers that were given."""
        session = open_session(catalogue.ruleset(game, len(NAMES)), [SeatInfo(name) for name in NAMES], name)
        session.settle()
        seats = [Seat(name, f"person{i}") for i, name in enumerate(NAMES)]
        table = Table(
            *(name, name, session.header, "playing", "person0", False, "", "own"),
            *(Clock(), Times([], []), seats, session, 0.0),
        )
        wanted = Wanted(Prefs(), html=not data, view=data)
        viewers = [(f"person{i}", Told(-1)) for i in range(len(NAMES))]
        rng, answers = Random(name), 0
        while not session.state.over:
            ask = rng.choice([ask for ask in session.asks() if not ask.answered])
            session.answer(ask.seat, ask.random_answer(session.state, rng))
            session.settle()
            table.changed()
            answers += 1
            sys.settrace(counted if answers % EVERY == 0 else None)
            for person, told in viewers:
                update(looking, table, person, told, wanted)
            sys.settrace(None)
        return answers

    found = Counted()
    play("before", None)  # templates are read once in the life of a server
    return found, play("steps", found) // EVERY


def steps_of(tree: Path, game: str, data: bool) -> int:
    """Steps for an answer in a tree; 0 if it does not know the game."""
    environment = {**os.environ, "PYTHONPATH": str((tree / "src").resolve()), "PFALZ_BUILD": "plain"}
    command = [sys.executable, __file__, "--count", game, *["--data"] * data]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    return int(done.stdout or 0)


def main() -> int:
    """Count, and print the ratio for every game; of one tree, where the steps are."""
    parser = argparse.ArgumentParser(description="Steps of the interpreter for four browsers, two trees.")
    parser.add_argument("trees", type=Path, nargs="*")
    parser.add_argument("--games", default="staufer,wallenstein,mil,darkages")
    parser.add_argument(
        "--count", metavar="GAME", help="count in the tree on the path, and print nothing else"
    )
    parser.add_argument("--data", action="store_true", help="views as data in place of markup")
    arguments = parser.parse_args()
    data: bool = arguments.data
    if arguments.count:
        found, answers = count(arguments.count, data)
        print(sum(found.own.values()) // answers)
        return 0
    for game in arguments.games.split(","):
        if len(arguments.trees) == 2:
            before, after = [steps_of(tree, game, data) for tree in arguments.trees]
            print(f"{game}: {before:,}, {after:,}" + (f", ratio {after / before:.2f}" if before else ""))
            continue
        found, answers = count(game, data)
        whole = sum(found.own.values())
        print(f"{game}: {whole // answers:,}")
        for code, n in found.all.most_common(60):
            place = f"{Path(code.co_filename).name}:{code.co_firstlineno} {code.co_qualname}"
            print(f"  {n / whole:6.1%} {found.own[code] / whole:6.1%}  {place}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
