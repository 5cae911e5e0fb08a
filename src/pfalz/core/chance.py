"""Fair chance: a table's secret seed, its published hash, and the generator NATURE uses for each answer.

The hash of the seed is published when a table opens. Everybody who sits down then gives a number (a share),
and what chance says follows from the seed and all the shares: neither the host, who did not know the shares,
nor anybody at the table, who does not know the seed, can choose it. (Both together could, and a host who sits
down last: whoever can read the seed must not play.) The seed is published at the end, so anyone can check
every outcome. The generator of an answer depends on that and on how many times chance has
spoken before: answering differently, undoing and retracting cannot change what it will say.

Records from before there were shares have none: there the generator depends on the seed and on the answer's
place in the log.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from random import Random
from typing import Any

from pfalz.core.ask import Ask, Chance
from pfalz.core.state import Move, State


def seed_hash(seed: str) -> str:
    """What is published of a seed when the table opens."""
    return hashlib.sha256(f"pfalz:{seed}".encode()).hexdigest()


def mixed(seed: str, shares: Sequence[str]) -> str:
    """What chance follows from: the host's seed with the numbers of the people, each in its place."""
    given = "".join(f"{len(share)}:{share}" for share in shares)
    return hmac.digest(seed.encode(), f"shares:{given}".encode(), "sha256").hex()


def nature_rng(seed: str, n: int) -> Random:
    """The generator for the `n`th time chance speaks; in old records, for answer `n` of the log."""
    return Random(hmac.digest(seed.encode(), str(n).encode(), "sha256"))


def nature_answer(ask: Ask, s: State, rng: Random) -> Move:
    """NATURE's answer to an open ask."""
    question: Any = ask.question
    assert isinstance(question, Chance)
    return question.sample(s, ask.args, rng)
