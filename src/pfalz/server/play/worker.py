"""A worker process: reads one question per line, thinks, writes one answer per line.

Of a game that goes on it knows what the seat that is asked may know, and nothing else. Of one that is over it
gets the record, which is open to everybody, and makes the views of the seat from it itself."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import IO, Any, Final

import msgspec

from pfalz.bots import Bot, Situation, make
from pfalz.bots.advice import advise
from pfalz.bots.analysis import Played, played
from pfalz.bots.inquiry import Task, carry_out
from pfalz.core.record import Header, loads
from pfalz.server.play.rulesets import rules_of

READY: Final = b"ready\n"
"""What a worker says first: from now on it thinks, before that it was starting."""
NICE: Final = 10
"""How far a worker steps back, from 0 to 19."""


class Looking(msgspec.Struct):
    """A task of the analysis of a finished game."""

    record: str
    seat: int
    task: Task


class Wanted(msgspec.Struct):
    """What a worker is to find out."""

    seconds: float
    advice: bool = False
    analysis: Looking | None = None


@lru_cache(maxsize=4)
def game_of(record: str) -> Played:
    """A finished game, position by position; its tasks come one after the other."""
    read = loads(record)
    return played(rules_of(read.header), read)


def situation_of(line: bytes) -> tuple[Bot, Situation]:
    """Who is to decide what."""
    job = msgspec.json.decode(line)
    deadline = time.monotonic() + job["seconds"]
    rules = rules_of(msgspec.convert(job["header"], Header))
    view = rules.view_from_json(job["view"])
    ask = rules.ask_of(view, job["seat"], job["ask"])
    events = [(rules.events[name], tuple(args)) for name, *args in job["events"]]
    return make(job["bot"]), Situation(rules, view, ask, events, Random(job["luck"]), deadline)


def decide(line: bytes) -> dict[str, Any]:
    """The answer to one question; or, if that is wanted, what may be answered and why."""
    wanted = msgspec.json.decode(line, type=Wanted)
    if wanted.analysis is not None:
        looking = wanted.analysis
        return {"found": carry_out(game_of(looking.record), looking.seat, looking.task, wanted.seconds)}
    bot, situation = situation_of(line)
    if wanted.advice:
        return {"advice": advise(situation)}
    return {"move": bot.choose(situation)}


def step_back() -> None:
    """Let the server and everybody else go first: bots think in what is left of the processors.

    Where the kernel shares them out by sessions, the priority of a process counts in its own one only; then
    that of the session, which is the worker's alone, is lowered too."""
    os.nice(NICE)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICE))


def say(answers: IO[bytes], line: bytes) -> None:
    """Tell the server something, if it is still there."""
    answers.write(line)
    try:
        answers.flush()
    except BrokenPipeError:  # nobody waits for it any more
        os._exit(0)


def main() -> None:
    """Answer until the server goes away."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not be taken for an answer
    say(answers, READY)
    step_back()
    for line in sys.stdin.buffer:
        say(answers, msgspec.json.encode(decide(line)) + b"\n")


if __name__ == "__main__":
    main()
