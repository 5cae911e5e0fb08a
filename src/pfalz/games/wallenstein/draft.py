"""The draft of the counties (W-3.7 to W-3.13).

The face-down deck is not stored: it holds every county in play that nobody owns, that is not open and that
does not lie underneath. Cards put under the deck come in pairs and are reached last (W-3.12, W-R.26, W-P3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Chance, Choice, Note, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.events import (
    BLIND_DRAFTED,
    COUNTIES_EXCHANGED,
    COUNTIES_TURNED_UP,
    COUNTY_DRAFTED,
    GROUP_PLACED,
)
from pfalz.games.wallenstein.state import BLIND, PAIR, Wallenstein


def draft_order(s: Wallenstein) -> Sequence[int]:
    """Clockwise from the start seat until every group is placed (W-1.15, W-3.8)."""
    n = s.t.players
    return [(s.starter + i) % n for i in range(n * len(s.t.groups))]


def pair_unchanged(s: Wallenstein, seat: int) -> bool:
    """Whether the open cards are the two this player last chose from (W-3.12, W-R.26)."""
    return s.last_pair[seat] == tuple(sorted(s.open_counties))


def remember_pair(s: Wallenstein, seat: int) -> None:
    """Keep the pair the player now chooses from (W-3.12)."""
    s.last_pair[seat] = tuple(sorted(s.open_counties))


@mypyc_attr(allow_interpreted_subclasses=True)
class DrawCounties(Chance[Wallenstein]):
    """Cards from the top of the county deck: first the shuffled ones, then the pairs underneath (W-P3)."""

    def count(self, s: Wallenstein) -> int:
        """How many cards are drawn."""
        raise NotImplementedError

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("county", "county")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) >= self.count(s):
            return None
        owner, under, shown = s.owner, s.under_deck, s.open_counties
        top = [
            c for c in s.t.counties if owner[c] < 0 and c not in shown and c not in under and c not in prefix
        ]
        if top:
            return top
        left = [c for c in under if c not in prefix]
        return left[: PAIR - len(left) % PAIR]  # an odd number: one of the first pair is gone

    def drawn(self, s: Wallenstein, cards: Sequence[int]) -> None:
        """Take drawn cards off the pairs underneath."""
        if s.under_deck:
            s.under_deck = [c for c in s.under_deck if c not in cards]


class TurnUpCounties(DrawCounties):
    """Open cards until two lie face up (W-3.7, W-3.11, W-3.12)."""

    name: ClassVar[str] = "turn_up_counties"
    rule: ClassVar[str] = "W-3.7"

    def count(self, s: Wallenstein) -> int:
        return PAIR - len(s.open_counties)

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        self.drawn(s, answer)
        s.open_counties = [*s.open_counties, *answer]
        if answer:
            s.emit(COUNTIES_TURNED_UP, *answer)


class BlindCard(DrawCounties):
    """The unseen top card; it must be kept (W-3.9)."""

    name: ClassVar[str] = "blind_card"
    rule: ClassVar[str] = "W-3.9"

    def count(self, s: Wallenstein) -> int:
        return 1

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        self.drawn(s, answer)
        s.owner[answer[0]] = args[0]
        s.emit(BLIND_DRAFTED, args[0], answer[0])
        s.call("drafted", args[0], answer[0])


class ExchangePair(Choice[Wallenstein]):
    """Put both open cards under the deck and turn up two others, if wanted (W-3.12)."""

    name: ClassVar[str] = "exchange_pair"
    rule: ClassVar[str] = "W-3.12"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "exchange"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        if value:
            s.under_deck = [*s.under_deck, *sorted(s.open_counties)]
            s.open_counties = []
            s.emit(COUNTIES_EXCHANGED, seat)


class TakeCounty(Choice[Wallenstein]):
    """One of the two open cards, or the unseen top card (W-3.9, W-15.1)."""

    name: ClassVar[str] = "take_county"
    rule: ClassVar[str] = "W-3.9"
    of: ClassVar[str] = "draft_card"
    called: ClassVar[str] = "draft_card"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return [*s.open_counties, BLIND]

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        if not s.t.in_play[value]:
            return because("out_of_play", "W-3.1")
        return because("not_open", "W-3.9")

    def worth(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Sequence[Note]:
        """What a county yields, and how much can be built there (W-1.2)."""
        if value == BLIND:
            return ()
        numbers = (s.t.taxes[value], s.t.grain[value], s.t.sites[value])
        taxes, grain, sites = [("number", n) for n in numbers]
        return [note("county", taxes=taxes, grain=grain, sites=sites)]

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        if value == BLIND:
            s.call("blind_card", seat)
            return
        s.open_counties = [county for county in s.open_counties if county != value]
        s.owner[value] = seat
        s.emit(COUNTY_DRAFTED, seat, value)
        s.call("drafted", seat, value)


class PlaceGroup(Choice[Wallenstein]):
    """One of the remaining army groups goes complete into the county just taken (W-3.10)."""

    name: ClassVar[str] = "place_group"
    rule: ClassVar[str] = "W-3.10"
    of: ClassVar[str] = "number"
    called: ClassVar[str] = "group"

    def seat(self, s: Wallenstein, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"county": ("county", args[1])}

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return sorted(set(s.groups[seat]), reverse=True)

    def domain(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return sorted(set(s.t.groups), reverse=True)

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        return because("no_such_group", "W-3.10")

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        county = args[1]
        groups = list(s.groups[seat])
        groups.remove(value)
        s.groups[seat] = tuple(groups)
        s.armies[county] = value
        s.emit(GROUP_PLACED, seat, county, value)


def close_draft(s: Wallenstein) -> None:
    """The cards nobody took form the common stock (W-3.15)."""
    s.open_counties, s.under_deck = [], []
    s.last_pair = [()] * s.t.players
