"""The order of the culture deck (DM0-2.4 to DM0-2.7, DM0-2.11): cards shuffled into parts of it.

Nobody knows the order of the deck (DM0-7.4), and what can be known of it follows from the cards that have
come: how much of each part is left, and how many cards of each kind are still in it. So no order is kept; a
card is drawn when it comes, with the chance it has then.

A layer is one step of the setup: the deck there was before, cut into parts, and the cards of one kind that
were shuffled into some of them. The last layer is looked at first: either the next card is one of its cards,
or it is the next card of the deck below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pfalz.games.darkages.language import FilesError, number_of

if TYPE_CHECKING:
    from pfalz.games.darkages import schema


def cut(n: int, k: int) -> list[int]:
    """The sizes of the `k` parts of a deck of `n` cards that is cut, the larger ones on top (DM0-2.11)."""
    return [-(-(n - i) // k) for i in range(k)]


class Layer:
    """Cards of a kind shuffled into parts of the deck there was before."""

    def __init__(self, kind: int, below: int, parts: int, targets: Sequence[int], each: int) -> None:
        self.kind = kind
        self.size = below + each * len(targets)
        """How many cards the deck has with them."""
        self.ends: list[int] = []
        """By part, how many cards lie down to its end, and how many of them are of this kind."""
        self.within: list[int] = []
        end = within = 0
        for i, size in enumerate(cut(below, parts)):
            more = each if i + 1 in targets else 0
            end, within = end + size + more, within + more
            self.ends.append(end)
            self.within.append(within)
        self.cards = within

    def odds(self, left: int, own: int) -> tuple[int, int]:
        """With so many cards left, `own` of this kind: how many are in the uppermost part, of how many.

        All cards of the part are equally likely to be the next one."""
        drawn, gone = self.size - left, self.cards - own
        for end, within in zip(self.ends, self.within, strict=True):
            if drawn < end:
                return within - gone, end - drawn
        return 0, 1


def layers(rows: Sequence[schema.Shuffled], kind_ids: Sequence[str], deck: Sequence[int]) -> list[Layer]:
    """The layers of a deck, given by the kinds of its cards, in the order of the setup."""
    found: list[Layer] = []
    kinds = [number_of(row.kind, kind_ids, "cards.shuffled") for row in rows]
    below = len([kind for kind in deck if kind not in kinds])
    for step in ("b", "c", "d"):
        for row, kind in zip(rows, kinds, strict=True):
            if row.step == step:
                layer = Layer(kind, below, row.parts, row.targets, row.per_part)
                if layer.cards != deck.count(kind):
                    raise FilesError(
                        "shuffled", file=row.file, kind=row.kind, n=layer.cards, found=deck.count(kind)
                    )
                found.append(layer)
                below = layer.size
    return found
