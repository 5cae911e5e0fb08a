"""The order of the culture deck (DM0-2.4 to DM0-2.7, DM0-2.11): cards shuffled into parts of it.

Nobody knows the order of the deck (DM0-7.4), and what can be known of it follows from the cards that have
come: how much of each part is left, and how many cards of each kind are still in it. So no order is kept; a
card is drawn when it comes, with the chance it has then.

A layer is one step of the setup: the deck there was before, cut into parts, and the cards, mostly of one
kind, that were shuffled into some of them. The last layer is looked at first: either the next card is one of
its cards, or it is the next card of the deck below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pfalz.core.game import Options
from pfalz.games.darkages.language import FilesError, number_of
from pfalz.games.darkages.words import ANY_KIND

if TYPE_CHECKING:
    from pfalz.games.darkages import schema


def cut(n: int, k: int) -> list[int]:
    """The sizes of the `k` parts of a deck of `n` cards that is cut, the larger ones on top (DM0-2.11)."""
    return [-(-(n - i) // k) for i in range(k)]


class Layer:
    """Cards of one or more kinds shuffled into parts of the deck there was before."""

    def __init__(self, below: int, parts: int) -> None:
        self.sizes = cut(below, parts)
        """How many cards of the deck below lie in each part."""
        self.kinds: list[int] = []
        self.cards: list[list[int]] = []
        """By kind, how many of its cards were shuffled into each part."""
        self.unused: list[int] = []
        """By kind, how many of its cards are left over, beside the deck and not in it."""
        self.size = below
        """How many cards the deck has with them."""
        self.ends: list[int] = []
        """By part, how many cards lie down to its end."""
        self.under: list[list[int]] = []
        """By kind and part, how many cards of the kind lie below the part."""

    def add(self, kind: int, per_part: Sequence[int], unused: int) -> None:
        """Shuffle the cards of a kind in, so many into each part."""
        self.kinds.append(kind)
        self.cards.append(list(per_part))
        self.unused.append(unused)
        self.size += sum(per_part)
        self.under.append([sum(per_part[part + 1 :]) for part in range(len(per_part))])
        end, self.ends = 0, []
        for part, size in enumerate(self.sizes):
            end += size + sum([cards[part] for cards in self.cards])
            self.ends.append(end)

    @property
    def last(self) -> int:
        """How many cards of the deck lie below the last part that has cards of a kind, at most."""
        found, below = 0, 0
        for part in reversed(range(len(self.sizes))):
            for cards in self.cards:
                if cards[part] and not any(cards[part + 1 :]):
                    found = below
            below += self.sizes[part] + sum([cards[part] for cards in self.cards])
        return found

    def odds(self, left: int, own: Sequence[int]) -> list[tuple[int, int, int]]:
        """With so many cards left, `own` of each kind: the kinds that may come next, each with `n` chances
        in so many, if it is none of those before.

        All cards of the uppermost part are equally likely to be the next one."""
        drawn, part = self.size - left, 0
        while part < len(self.ends) and self.ends[part] <= drawn:
            part += 1
        if part == len(self.ends):
            return []
        found, of = [], self.ends[part] - drawn
        for i, kind in enumerate(self.kinds):
            n = own[i] - self.under[i][part]
            if n:
                found.append((kind, n, of))
                of -= n
        return found


def next_kinds(found: Sequence[Layer], left: int, own: Sequence[int]) -> list[tuple[int, int, int]]:
    """What the next of so many cards may be, with `own` of each kind, those of the last layer first."""
    chances: list[tuple[int, int, int]] = []
    at = 0
    for layer in reversed(found):
        its = own[at : at + len(layer.kinds)]
        at += len(layer.kinds)
        chances += layer.odds(left, its)
        if chances and chances[-1][0] in layer.kinds and chances[-1][1] == chances[-1][2]:
            return chances
        left -= sum(its)
    chances.append((ANY_KIND, 1, 1))
    return chances


def open_above(found: Sequence[Layer]) -> int:
    """With more cards than this in the deck there are always several that the next one may be.

    A single one is left only when it is the last of its kind, and it lies in the last part with such cards;
    cards of the layers above may still be there. Or it is the last one that no layer is of."""
    most = above = 0
    for layer in reversed(found):
        most = max(most, layer.last + above + 1)
        above += layer.size - sum(layer.sizes)
    return max(most, above + 1)


def layers(
    rows: Sequence[schema.Shuffled], kind_ids: Sequence[str], deck: Sequence[int], options: Options
) -> list[Layer]:
    """The layers of a deck, given by the kinds of its cards, in the order of the setup: what a step shuffles
    in is one layer."""
    rows = [row for row in rows if all(bool(options.get(id)) == value for id, value in row.when.items())]
    found: list[Layer] = []
    kinds = [number_of(row.kind, kind_ids, "cards.shuffled") for row in rows]
    below = len([kind for kind in deck if kind not in kinds])
    for step in ("b", "c", "d"):
        layer: Layer | None = None
        for row, kind in zip(rows, kinds, strict=True):
            if row.step != step:
                continue
            if layer is None:
                layer = Layer(below, row.parts)
            per_part = _per_part(row)
            there = sum(per_part) + row.unused + row.apart
            if there != deck.count(kind) or len(per_part) != len(layer.sizes):
                raise FilesError("shuffled", file=row.file, kind=row.kind, n=there, found=deck.count(kind))
            layer.add(kind, per_part, row.unused)
        if layer is not None:
            found.append(layer)
            below = layer.size
    return found


def _per_part(row: schema.Shuffled) -> list[int]:
    """How many cards of a row come into each part."""
    if isinstance(row.per_part, list):
        return row.per_part
    return [row.per_part if part + 1 in row.targets else 0 for part in range(row.parts)]
