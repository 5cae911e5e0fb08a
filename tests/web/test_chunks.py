"""What a browser makes of a difference is what it leads to, whatever has changed, come, gone or moved."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.core.strips import Strip
from pfalz.web.chunks import Chunks, patched

Items = list[str | Strip]


def word(rng: Random) -> str:
    return f"w{rng.randrange(6)}"


def strip(rng: Random) -> Strip:
    size = rng.choice((0, 1, 3, 40))
    return Strip(
        tuple([f"c{rng.randrange(1_000)}" if rng.random() < 0.8 else word(rng) for _ in range(size)])
    )


def changed(items: Items, pool: list[Strip], rng: Random) -> Items:
    """The items after a few things have happened to them."""
    out = list(items)
    for _ in range(rng.randrange(5)):
        at, deed = rng.randrange(len(out) + 1), rng.choice(("come", "go", "move", "change"))
        if deed == "come" or at == len(out):
            out.insert(at, rng.choice(pool) if rng.random() < 0.5 else word(rng))
        elif deed == "go":
            del out[at]
        elif deed == "move":
            item = out.pop(at)
            out.insert(rng.randrange(len(out) + 1), item)
        else:
            out[at] = other(out[at], rng)
    return out


def other(item: str | Strip, rng: Random) -> str | Strip:
    """An item that looks a little different."""
    if isinstance(item, str):
        return word(rng)
    chunks = list(item.chunks)
    for at in rng.sample(range(len(chunks)), min(3, len(chunks))):
        chunks[at] = rng.choice((word(rng), chunks[0]))
    return Strip((*chunks, *([word(rng)] if rng.random() < 0.5 else [])))


@pytest.mark.parametrize("seed", range(10))
def test_a_difference_leads_from_what_was_to_what_is(seed: int) -> None:
    rng = Random(seed)
    pool = [strip(rng) for _ in range(40)]
    items: Items = []
    for n in range(1_500):
        before = items
        if n % 20:
            items = changed(before, pool, rng)
        else:
            items = [rng.choice(pool) if rng.random() < 0.6 else word(rng) for _ in range(rng.randrange(14))]
        last, now = Chunks(before), Chunks(items)
        assert patched(last.parts, now.since(last)) == now.parts


def test_what_stands_where_it_stood_is_not_sent_again() -> None:
    long = Strip(tuple([f"c{n}" for n in range(50)]))
    one = Strip((*long.chunks[:20], "new", *long.chunks[21:]))
    more = Strip((*long.chunks[:20], "new", *long.chunks[20:]))
    before = Chunks(["head", long, "tail"])
    assert Chunks(["head", one, "tail"]).since(before) == [(0, 1), (1, 21), "new", (22, 51), (51, 52)]
    assert Chunks(["head", more, "tail"]).since(before) == [(0, 1), (1, 21), "new", (21, 51), (51, 52)]
    gone = Chunks(["another head", "tail"])
    assert gone.since(before) == ["another head", (51, 52)]
