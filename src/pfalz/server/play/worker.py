"""A worker process: reads one question per line, thinks, writes one answer per line. Knows only views."""

from __future__ import annotations

import os
import sys
from random import Random
from typing import Any

import msgspec

from pfalz.bots import make
from pfalz.core.record import Header
from pfalz.server.play.table import rules_of


def decide(line: bytes) -> dict[str, Any]:
    """The answer to one question."""
    job = msgspec.json.decode(line)
    rules = rules_of(msgspec.convert(job["header"], Header))
    view = rules.from_json(job["view"], view=True)
    ask = rules.ask_of(view, job["seat"], job["ask"])
    return {"move": list(make(job["bot"]).choose(rules, view, ask, Random(job["luck"])))}


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
