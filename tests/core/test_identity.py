"""Numbers of pieces that are all alike: complete, the same for the same position, and mostly kept."""

from __future__ import annotations

from random import Random

from pfalz.core.identity import Numbers, settle


def test_everything_has_one_number() -> None:
    found = settle(((0, 3, 1), (1, 0, 1), (7, 2, 0)))
    assert sorted(found) == [0, 7] and [len(found[0]), len(found[7])] == [3, 2]
    assert sorted([*found[0], *found[7]]) == list(range(5))
    assert settle(((0, 1, 0),), 9)[0][0] in range(9)


def test_lower_tiers_are_settled_first() -> None:
    alone = settle(((3, 2, 0),), 8)[3]
    assert settle(((3, 2, 0), (4, 5, 1)), 8)[3] == alone


def test_a_move_renumbers_few_others() -> None:
    rng = Random(1)
    at = [rng.randrange(8) for _ in range(20)]
    before: Numbers = {}
    moved = renumbered = 0
    for _ in range(200):
        at[rng.randrange(20)] = rng.randrange(8)
        now = settle(tuple((place, at.count(place), 0) for place in range(8)))
        for place, numbers in now.items() if before else ():
            arrived = max(0, len(numbers) - len(before.get(place, ())))
            moved += arrived
            renumbered += len(set(numbers) - set(before.get(place, ()))) - arrived
        before = now
    assert moved > 100 and renumbered < moved
