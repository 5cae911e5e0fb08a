"""The Market (M-12): trade with the supply, or the auction of a castle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import HIDDEN, Args, Move
from pfalz.games.mil.events import (
    ACTION_WAIVED,
    AUCTION_OPENED,
    AUCTION_WON,
    BID_MADE,
    BID_PASSED,
    CASTLE_BUILT,
    CUBES_TRADED,
)
from pfalz.games.mil.lookup import CLOTH, FOOD, GOLD, MARKET, METAL, RESOURCE_IDS, RESOURCES
from pfalz.games.mil.notes import number, one, prestige
from pfalz.games.mil.politics import knights_at
from pfalz.games.mil.state import FROM_CASTLES, Mil, bundle, hold

NOTHING: Final = 0
TRADE: Final = 1
AUCTION: Final = 2
MARKET_IDS: Final = ("nothing", "trade", "auction")

ENOUGH: Final = 0
"""End of a trade list; other values are exchanges, counted from 1."""

PASS: Final = 0
BID: Final = 1

BID_CUBES: Final = (FOOD, CLOTH, METAL, GOLD)


def traders(s: Mil) -> list[int]:
    """Knights at the Market from left to right (M-10.2)."""
    return knights_at(s, MARKET)


# -- trade ----------------------------------------------------------------------------------------


def exchanges(s: Mil, seat: int, given: Sequence[int]) -> Sequence[int] | None:
    """Exchanges that may follow those in `given` (M-12.2 to M-12.5).

    Only cubes owned before the trade are given, so what comes in cannot go out again."""
    t = s.t
    if len(given) == t.trade_cubes or (given and given[-1] == ENOUGH):
        return None
    left = s.hand(seat)
    for exchange in given:
        left[t.give[exchange - 1]] -= 1
    return [ENOUGH, *[i for i, resource in enumerate(t.give, 1) if left[resource] > 0]]


def trade(s: Mil, seat: int, listed: Sequence[int]) -> None:
    """Exchange cubes one for one with the supply (M-12.2)."""
    done = [exchange for exchange in listed if exchange != ENOUGH]
    for exchange in done:
        s.cubes[RESOURCES * seat + s.t.give[exchange - 1]] -= 1
        s.cubes[RESOURCES * seat + s.t.get[exchange - 1]] += 1
    s.emit(CUBES_TRADED, seat, *done)


def why_no_exchange(s: Mil, value: int) -> Reason:
    """Why an exchange is not on offer."""
    if not 0 < value <= len(s.t.give):
        return because("not_offered", "M-12.3")
    return because("no_cube_to_give", "M-12.5", resource=("resource", s.t.give[value - 1]))


def left_to_give(s: Mil, seat: int, given: Sequence[int], exchange: int) -> Sequence[Note]:
    """How many cubes of the kind an exchange takes there are (M-12.5)."""
    if exchange == ENOUGH:
        return ()
    resource = s.t.give[exchange - 1]
    gone = [s.t.give[done - 1] for done in given].count(resource)
    return [note("left", cubes=one(s.hand(seat)[resource] - gone, resource))]


def given_away(s: Mil, exchange: int) -> tuple[str, int]:
    """Under what an exchange stands in a long list: what is given."""
    return ("exchange", ENOUGH) if exchange == ENOUGH else ("resource", s.t.give[exchange - 1])


def traded(s: Mil, given: Sequence[int]) -> Note:
    """How many cubes of those that may be are exchanged (M-12.2)."""
    done = len([exchange for exchange in given if exchange != ENOUGH])
    return note("traded", n=number(done), of=number(s.t.trade_cubes))


# -- bids -----------------------------------------------------------------------------------------


def builders(s: Mil, seat: int) -> list[int]:
    """Own knights and vassals without a castle (M-12.8)."""
    return [k for k in s.subjects(seat) if not s.castle[k]]


def rank(bid: Sequence[int]) -> tuple[int, ...]:
    """What bids are compared by: cubes, then gold, metal, cloth (M-12.11, M-R27)."""
    return (bid[0] + bid[1] + bid[2] + bid[3], bid[3], bid[2], bid[1])


def bid_hand(s: Mil, seat: int) -> list[int]:
    """The cubes of a seat that can be part of a bid (M-12.7)."""
    return [s.cubes[RESOURCES * seat + resource] for resource in BID_CUBES]


def bid_options(s: Mil, seat: int, prefix: Sequence[int]) -> Sequence[int] | None:
    """Numbers for the next kind of a bid that can still become higher than the last one (M-12.7, M-12.12)."""
    at = len(prefix)
    if at == 4:
        return None
    hand = bid_hand(s, seat)
    least = s.t.lowest_bid[BID_CUBES[at]]
    options = range(least, hand[at] + 1)
    if not s.bid:
        return options
    high = rank(s.bid[1:])
    rest = hand[at + 1 :]
    return [n for n in options if rank([*prefix, n, *rest]) > high]


def pays_lowest_bid(s: Mil, seat: int) -> bool:
    """Whether a seat has what every bid contains (M-12.6, M-12.7)."""
    hand = bid_hand(s, seat)
    return all(hand[at] >= s.t.lowest_bid[resource] for at, resource in enumerate(BID_CUBES))


def can_bid(s: Mil, seat: int) -> bool:
    """Whether a seat can pay a bid that is high enough (M-12.7, M-12.12)."""
    return pays_lowest_bid(s, seat) and (not s.bid or rank(bid_hand(s, seat)) > rank(s.bid[1:]))


def why_no_bid(s: Mil, prefix: Sequence[int], value: int) -> Reason:
    """Why a number of cubes cannot be part of a bid."""
    resource = BID_CUBES[min(len(prefix), 3)]
    if value < s.t.lowest_bid[resource]:
        return because("lowest_bid", "M-12.7")
    return because("bid_too_low", "M-12.11")


def offered(s: Mil, bid: Sequence[int]) -> Note:
    """How many cubes a bid has so far, and what it has to beat (M-12.7, M-12.11)."""
    n = number(sum([cubes for cubes in bid if cubes != HIDDEN]))
    high = s.bid[1:] or [s.t.lowest_bid[resource] for resource in BID_CUBES]
    values = {RESOURCE_IDS[resource]: one(high[at], resource) for at, resource in enumerate(BID_CUBES)}
    return Note("bid_to_beat" if s.bid else "bid_at_least", {"n": n, **values})


def as_cubes(bid: Sequence[int]) -> tuple[int, ...]:
    """A bid as cubes by resource."""
    return (bid[0], bid[1], bid[2], 0, bid[3])


def make_bid(s: Mil, seat: int, bid: Sequence[int]) -> None:
    """A bid lies on the table; the one it beats goes back behind its screen (M-12.15, M-P1)."""
    if s.bid:
        hold(s, s.bid[0], as_cubes(s.bid[1:]), 1)
    hold(s, seat, as_cubes(bid), -1)
    s.bid = [seat, *bid]
    s.emit(BID_MADE, seat, *bundle(as_cubes(bid)))


class AtMarket(Question[Mil]):
    """What a knight at the Market does: trade, open an auction with a bid, or nothing (M-22.12, M-P7)."""

    name: ClassVar[str] = "market"
    rule: ClassVar[str] = "M-12.1"
    skip_if_forced: ClassVar[bool] = False  # whether cubes can be traded is known to their owner alone

    def seat(self, s: Mil, args: Args) -> int:
        return args[-1] >> 2

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if not prefix:
            return Slot("market", "market")
        if prefix[0] == TRADE:
            return Slot("exchange", "exchange")
        return Slot(RESOURCE_IDS[BID_CUBES[len(prefix) - 1]], "number")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            found = [NOTHING]
            if len(exchanges(s, seat, ()) or ()) > 1:
                found.append(TRADE)
            if can_bid(s, seat) and builders(s, seat):
                found.append(AUCTION)
            return found
        if prefix[0] == TRADE:
            found = list(exchanges(s, seat, prefix[1:]) or ())
            return (found[1:] if len(prefix) == 1 else found) or None
        return bid_options(s, seat, prefix[1:]) if prefix[0] == AUCTION else None

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return range(3)
        if prefix[0] == TRADE:
            return range(len(s.t.give) + 1)
        return range(s.cubes[RESOURCES * seat + BID_CUBES[len(prefix) - 1]] + 1)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            if value == TRADE:
                return because("nothing_to_trade", "M-12.4")
            if value != AUCTION:
                return because("not_offered", "M-12.1")
            return because("lowest_bid", "M-12.6") if builders(s, seat) else because("no_site", "M-12.8")
        if prefix[0] == TRADE:
            return why_no_exchange(s, value)
        return why_no_bid(s, prefix[1:], value)

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What a castle brings, and what is left to give."""
        if not prefix:
            return prestige(s.t.castle_points) if value == AUCTION else ()
        return left_to_give(s, seat, prefix[1:], value) if prefix[0] == TRADE else ()

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return given_away(s, value) if prefix and prefix[0] == TRADE else None

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        if not prefix or prefix[0] == NOTHING:
            return ()
        return [traded(s, prefix[1:]) if prefix[0] == TRADE else offered(s, prefix[1:])]

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == NOTHING:
            s.emit(ACTION_WAIVED, args[-1], MARKET)
        elif answer[0] == TRADE:
            trade(s, seat, answer[1:])
        else:
            s.emit(AUCTION_OPENED, args[-1])
            make_bid(s, seat, answer[1:])  # M-12.9
            s.call("auction", args[-1])


# -- the auction ----------------------------------------------------------------------------------


def bidders(s: Mil, k: int) -> list[int]:
    """The other participating players, clockwise from the acting player's left (M-12.8, M-12.10)."""
    n, opener = s.t.players, k >> 2
    return [seat for seat in [(opener + i) % n for i in range(1, n)] if builders(s, seat)]


def opener_outbid(s: Mil, k: int) -> bool:
    """Whether somebody else holds the highest bid (M-12.13, M-12.17)."""
    return s.bid[0] != k >> 2


class Bid(Question[Mil]):
    """Pass or make a higher bid, once (M-12.10, M-22.13, M-P7)."""

    name: ClassVar[str] = "bid"
    rule: ClassVar[str] = "M-12.10"
    skip_if_forced: ClassVar[bool] = False  # whether a seat could bid higher is its secret

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if not prefix:
            return Slot("bid", "bid")
        return Slot(RESOURCE_IDS[BID_CUBES[len(prefix) - 1]], "number")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return (PASS, BID) if can_bid(s, seat) else (PASS,)
        return bid_options(s, seat, prefix[1:]) if prefix[0] == BID else None

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return (PASS, BID)
        return range(s.cubes[RESOURCES * seat + BID_CUBES[len(prefix) - 1]] + 1)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if prefix:
            return why_no_bid(s, prefix[1:], value)
        if value != BID:
            return because("not_offered", "M-12.10")
        return (
            because("cannot_outbid", "M-12.11")
            if pays_lowest_bid(s, seat)
            else because("lowest_bid", "M-12.7")
        )

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """A castle for the one who bids most (M-12.16)."""
        return prestige(s.t.castle_points) if not prefix and value == BID else ()

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return [offered(s, prefix[1:])]

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == BID:
            make_bid(s, seat, answer[1:])
        else:
            s.emit(BID_PASSED, seat)


class FinalBid(Bid):
    """The acting player's one answer after all others; nobody may reply (M-12.13)."""

    name: ClassVar[str] = "final_bid"
    rule: ClassVar[str] = "M-12.13"

    def seat(self, s: Mil, args: Args) -> int:
        return args[0] >> 2


class BuildCastle(Choice[Mil]):
    """The highest bidder pays, and puts a castle before a knight or vassal without one (M-12.14, M-22.14)."""

    name: ClassVar[str] = "castle"
    rule: ClassVar[str] = "M-12.14"
    of: ClassVar[str] = "knight"
    called: ClassVar[str] = "castle"

    def seat(self, s: Mil, args: Args) -> int:
        return s.bid[0]

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        return builders(s, seat)

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.knights()

    def refusal(self, s: Mil, seat: int, args: Args, value: int) -> Reason:
        if value in s.subjects(seat):
            return because("has_castle", "M-7.1")
        return because("not_your_subject", "M-12.14")

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return "seat", value >> 2

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        s.emit(AUCTION_WON, seat, *bundle(as_cubes(s.bid[1:])))
        s.castle[value] = 1  # M-7.9: for good
        s.emit(CASTLE_BUILT, seat, value)
        s.add_points(seat, s.t.castle_points, FROM_CASTLES)  # M-12.16, M-R28
        opener = args[0] >> 2
        s.bid = []
        if seat != opener:
            s.call("trade", args[0])  # M-12.17


class TradeAfter(Question[Mil]):
    """A trade list, perhaps empty, for the knight who lost his auction (M-12.17, M-P7)."""

    name: ClassVar[str] = "trade"
    rule: ClassVar[str] = "M-12.17"
    skip_if_forced: ClassVar[bool] = False

    def seat(self, s: Mil, args: Args) -> int:
        return args[0] >> 2

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("exchange", "exchange")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return exchanges(s, seat, prefix)

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(len(s.t.give) + 1)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return why_no_exchange(s, value)

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        return left_to_give(s, seat, prefix, value)

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return given_away(s, value)

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return [traded(s, prefix)]

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        trade(s, seat, answer)
