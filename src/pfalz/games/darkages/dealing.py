"""Secret hands that modules deal before the first turn (DM0-2.12, DM0-7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Chance, Slot
from pfalz.core.state import Args, Move
from pfalz.games.darkages.state import DarkAges


def from_starter(s: DarkAges) -> Sequence[int]:
    """The players in the order in which cards are dealt (DM0-2.12)."""
    return s.clockwise(s.starter)


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal(Chance[DarkAges]):
    """The cards of a player, which he alone sees; who it is stands in the last argument.

    What is left over leaves the game unseen: nobody looks at it again (DM0-7.4)."""

    of: ClassVar[str]
    """The kind of the cards."""

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot(self.of, self.of)

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == self.dealt(s):
            return None
        return [card for card in self.left(s) if card not in prefix]

    def audience(self, seat: int, args: Args, index: int) -> int:
        return args[-1]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        self.take(s, args[-1], answer)

    def dealt(self, s: DarkAges) -> int:
        """How many cards a player gets."""
        raise NotImplementedError

    def left(self, s: DarkAges) -> Sequence[int]:
        """The cards that nobody has got yet."""
        raise NotImplementedError

    def take(self, s: DarkAges, owner: int, cards: Move) -> None:
        """A player gets his cards."""
        raise NotImplementedError


def undealt(cards: int, hands: Sequence[Sequence[int]]) -> list[int]:
    """Which of so many cards are in no hand."""
    taken = {card for hand in hands for card in hand}
    return [card for card in range(cards) if card not in taken]
