"""Winter (W-12): grain loss, revolts through undersupply, and the change of the year."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from pfalz.core.ask import Chance, Choice, Note, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.bids import turn_order
from pfalz.games.wallenstein.events import (
    COUNTIES_UNSUPPLIED,
    GRAIN_LOST,
    REVOLTS_DRAWN,
    WINTER_BEGUN,
    YEAR_ENDED,
)
from pfalz.games.wallenstein.state import SEASONS, Wallenstein


def lose_grain(s: Wallenstein) -> None:
    """The remaining event gives the loss; no grain falls below 0 (W-12.2, W-12.3)."""
    card = s.event_row[0]
    loss = s.t.winter_loss[card]
    s.emit(WINTER_BEGUN, s.season // SEASONS + 1, card, loss)
    for seat in range(s.t.players):
        lost = min(loss, s.grain[seat])
        s.grain[seat] -= lost
        s.emit(GRAIN_LOST, seat, lost, s.grain[seat])


def unsupplied(s: Wallenstein, seat: int) -> int:
    """Own counties without grain, which is not spent (W-12.4, W-12.11). Revolts of others do not touch it."""
    return max(0, s.owner.count(seat) - s.grain[seat])


def hungry_seats(s: Wallenstein) -> Sequence[int]:
    """Players with unsupplied counties, in player order (W-12.1, W-12.6)."""
    return [seat for seat in turn_order(s) if unsupplied(s, seat)]


class DrawRevolts(Chance[Wallenstein]):
    """The left neighbour draws county cards unseen: every own county is equally likely (W-12.7, W-R.33).

    There are never fewer counties than revolts (W-12.8)."""

    name: ClassVar[str] = "draw_revolts"
    rule: ClassVar[str] = "W-12.7"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("revolt", "county")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == s.t.provisions[unsupplied(s, args[0])][0]:
            return None
        return [county for county in s.own(args[0]) if county not in prefix]

    def sample(self, s: Wallenstein, args: Args, rng: Random) -> Move:
        return tuple(rng.sample(s.own(args[0]), s.t.provisions[unsupplied(s, args[0])][0]))

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        owner = args[0]
        lacking = unsupplied(s, owner)
        revolts, extra = s.t.provisions[lacking]  # W-12.5
        s.emit(COUNTIES_UNSUPPLIED, owner, lacking, revolts)
        s.emit(REVOLTS_DRAWN, owner, *answer)  # W-12.9
        s.call("choose_revolt", owner, extra, *answer)


class ChooseRevolt(Choice[Wallenstein]):
    """Which of the drawn counties comes next (W-12.9, W-15.6). Arguments: seat, extra peasants, counties."""

    name: ClassVar[str] = "choose_revolt"
    rule: ClassVar[str] = "W-12.9"
    of: ClassVar[str] = "county"
    called: ClassVar[str] = "revolt"

    def seat(self, s: Wallenstein, args: Args) -> int:
        return args[0]

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return args[2:]

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        return because("no_revolt_there", "W-12.7")

    def worth(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Sequence[Note]:
        return [note("armies", n=("number", s.armies[value]))]

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        rest = [county for county in args[2:] if county != value]
        if rest:
            s.call("choose_revolt", seat, args[1], *rest)
        s.call("revolt", seat, value, args[1])  # W-12.10: this one first


def end_winter(s: Wallenstein) -> None:
    """The winter event leaves the game (W-12.13)."""
    s.event_row = []
    s.emit(YEAR_ENDED, s.season // SEASONS + 1)


def is_first_year(s: Wallenstein) -> bool:
    """Whether another year follows (W-4.8)."""
    return s.season < SEASONS


def clear_year(s: Wallenstein) -> None:
    """Revolt markers leave the board and all grain is gone; the rest stays as it is (W-12.14)."""
    s.markers = [0] * len(s.markers)
    s.grain = [0] * s.t.players
