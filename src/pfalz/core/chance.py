"""Fair chance: a table's secret seed, its published hash, and the generator NATURE uses for each answer.

The hash of the seed is published when a table opens and the seed when it ends, so anyone can check that
every outcome was fixed before the first decision. The generator of an answer depends only on the seed and
on the answer's place in the log: undoing and answering again cannot change what chance will say.
"""

from __future__ import annotations

import hashlib
import hmac
from random import Random
from typing import Any

from pfalz.core.ask import Ask, Chance
from pfalz.core.state import Move, State


def seed_hash(seed: str) -> str:
    """What is published of a seed when the table opens."""
    return hashlib.sha256(f"pfalz:{seed}".encode()).hexdigest()


def nature_rng(seed: str, n: int) -> Random:
    """The generator for the answer with number `n` of the log."""
    return Random(hmac.digest(seed.encode(), str(n).encode(), "sha256"))


def nature_answer(ask: Ask, s: State, rng: Random) -> Move:
    """NATURE's answer to an open ask."""
    question: Any = ask.question
    assert isinstance(question, Chance)
    return question.sample(s, ask.args, rng)
