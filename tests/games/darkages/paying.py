"""Ways to pay, found by trying all of them: an oracle that knows nothing of payment slots (D-1.9, D-22.6)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement, product

from pfalz.games.darkages.words import GOODS_IDS, RESOURCE_IDS

Price = tuple[int, ...]
"""Wood, leather, stone, iron, gold."""


def price(cost: Mapping[str, int]) -> Price:
    """A cost of the data."""
    return tuple(cost.get(id, 0) for id in GOODS_IDS)


def ways_to_pay(
    cost: Mapping[str, int],
    have: Mapping[str, int],
    off: int = 0,
    off_kind: Mapping[str, int] | None = None,
    swap: tuple[str, str, int] | None = None,
) -> set[Price]:
    """What may leave the goods of a player: `off` markers of any kind less, `off_kind` of one kind,
    of `swap` (pays, instead of, so many) any number."""
    need = {id: max(0, n - (off_kind or {}).get(id, 0)) for id, n in cost.items()}
    gold_price = need.pop("gold", 0)
    markers = [id for id in RESOURCE_IDS for _ in range(need.get(id, 0))]
    found: set[Price] = set()
    for dropped in set(combinations_with_replacement(RESOURCE_IDS, min(off, len(markers)))):
        left = list(markers)
        try:
            for id in dropped:
                left.remove(id)
        except ValueError:
            continue
        for swaps in range((swap[2] if swap else 0) + 1):
            paid = list(left)
            if swap and swaps:
                if paid.count(swap[1]) < swaps:
                    continue
                for _ in range(swaps):
                    paid.remove(swap[1])
                    paid.append(swap[0])
            for golden in product((False, True), repeat=len(paid)):
                total = dict.fromkeys(GOODS_IDS, 0)
                total["gold"] = gold_price + sum(golden)
                for id, by_gold in zip(paid, golden, strict=True):
                    total[id] += not by_gold
                if all(total[id] <= have.get(id, 0) for id in GOODS_IDS):
                    found.add(tuple(total[id] for id in GOODS_IDS))
    return found
