"""The event and the player order (W-6.1, W-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Choice, Note, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.events import BID_REVEALED, EVENT_DRAWN, ORDER_FIXED, PLACE_TAKEN
from pfalz.games.wallenstein.lookup import BLANK, MONEY
from pfalz.games.wallenstein.state import AUCTION, EMPTY, Wallenstein, is_county

# ranks of the bids that offer no money; money ranks by its value (W-7.3)
COUNTY_BID: Final = 0
ZERO_BID: Final = -1
NO_BID: Final = -2


class DrawEvent(Chance[Wallenstein]):
    """One of the face-up events, equally likely, is that of this round (W-2.5, W-6.1)."""

    name: ClassVar[str] = "draw_event"
    rule: ClassVar[str] = "W-6.1"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("event", "event_card")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else s.event_row

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        s.event = answer[0]
        s.event_row = [card for card in s.event_row if card != s.event]  # W-6.2
        s.emit(EVENT_DRAWN, s.event)


def reveal_bids(s: Wallenstein) -> None:
    """All bids are turned up at once; money is paid whatever it brings (W-7.1, W-7.2, W-R.35)."""
    for seat in range(s.t.players):
        card = s.reveal(seat, AUCTION)
        paid = s.t.money[card - MONEY] if MONEY <= card < BLANK else 0
        s.thalers[seat] -= paid
        s.emit(BID_REVEALED, seat, card, paid)


def bid_rank(s: Wallenstein, seat: int) -> int:
    """How good a bid is (W-7.3): money by value, then a county, then money 0 (and blank cards), then none."""
    card = s.mat[seat * s.boxes() + AUCTION]
    if card == EMPTY:
        return NO_BID
    if is_county(card):
        return COUNTY_BID
    money = s.t.money[card - MONEY] if card < BLANK else 0
    return money or ZERO_BID


class OrderBids(Chance[Wallenstein]):
    """The choosing order; equal bids are ordered by lot (W-7.3, W-7.4)."""

    name: ClassVar[str] = "choosing_order"
    rule: ClassVar[str] = "W-7.4"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("chooser", "seat")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        left = [player for player in range(s.t.players) if player not in prefix]
        if not left:
            return None
        ranks = [bid_rank(s, player) for player in left]
        best = max(ranks)
        return [player for player, rank in zip(left, ranks, strict=True) if rank == best]

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        s.call("choose_places", *answer)


def choosers(s: Wallenstein, *order: int) -> Sequence[int]:
    """The players in choosing order."""
    return order


class ChoosePlace(Choice[Wallenstein]):
    """A free player-order box with its bonus tile (W-7.5, W-7.6, W-15.3)."""

    name: ClassVar[str] = "choose_place"
    rule: ClassVar[str] = "W-7.5"
    of: ClassVar[str] = "place"
    called: ClassVar[str] = "place"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return [place for place in range(len(s.tiles)) if place not in s.place]

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        return because("place_taken", "W-7.5")

    def worth(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Sequence[Note]:
        return [note("tile", tile=("tile", s.tiles[value]))]

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        s.place[seat] = value
        s.emit(PLACE_TAKEN, seat, value, s.tiles[value])


def turn_order(s: Wallenstein, *args: int) -> list[int]:
    """Ascending box number; unclaimed boxes are ignored (W-7.6, W-7.7)."""
    place = s.place
    return sorted(range(s.t.players), key=place.__getitem__)


def fix_order(s: Wallenstein) -> None:
    """The player order of the round stands (W-7.7)."""
    s.emit(ORDER_FIXED, *turn_order(s))
