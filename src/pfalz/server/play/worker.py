"""A worker process: reads one question per line, thinks, writes one answer per line.

It knows what the seat that is asked may know, and nothing else."""

from __future__ import annotations

import os
import sys
import time
from random import Random
from typing import Any

import msgspec

from pfalz.bots import Bot, Situation, make
from pfalz.core.record import Header
from pfalz.server.play.table import rules_of


def situation_of(line: bytes) -> tuple[Bot, Situation]:
    """Who is to decide what."""
    job = msgspec.json.decode(line)
    deadline = time.monotonic() + job["seconds"]
    rules = rules_of(msgspec.convert(job["header"], Header))
    view = rules.from_json(job["view"], view=True)
    ask = rules.ask_of(view, job["seat"], job["ask"])
    events = [(rules.events[name], tuple(args)) for name, *args in job["events"]]
    return make(job["bot"]), Situation(rules, view, ask, events, Random(job["luck"]), deadline)


def decide(line: bytes) -> dict[str, Any]:
    """The answer to one question."""
    bot, situation = situation_of(line)
    return {"move": bot.choose(situation)}


def main() -> None:
    """Answer until the server goes away."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not be taken for an answer
    os.nice(5)
    for line in sys.stdin.buffer:
        answers.write(msgspec.json.encode(decide(line)) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
