"""The favors of the court (W-20.29 to W-20.37): where they are, and what taking one does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Question, Reason, Slot, because
from pfalz.core.events import event
from pfalz.core.state import PUBLIC, Args, Columns, Move, declare, numbers
from pfalz.games.wallenstein.actions import erect, may_build, remove_marker
from pfalz.games.wallenstein.events import DEPLOYED
from pfalz.games.wallenstein.modules.gifts import give_grain, give_thalers, give_tray_armies
from pfalz.games.wallenstein.state import FROM_FAVORS, NO_EVENT, NOBODY_OWNS, Wallenstein
from pfalz.games.wallenstein.tables import (
    CALM,
    CANCEL_EVENT,
    COUNTIES,
    FREE_ARMIES,
    FREE_BUILDING,
    GIVE_GRAIN,
    GIVE_POINTS,
    GIVE_THALERS,
    GIVE_TRAY_ARMIES,
    IMMUNITY,
)

# where a favor is: with a seat (0 and more), or
DECK: Final = -1
GONE: Final = -2
SHOWN: Final = -3
"""On the dearest space; the next spaces count down from here."""


class Audience(Columns):
    """Courtiers in the two halls, the rest being in the supplies (W-20.5), and where each favor is."""

    entrance: list[int]
    audience: list[int]
    favor: list[int]


SLICE: Final = declare(  # W-20.6
    Audience,
    entrance=numbers(PUBLIC),
    audience=numbers(PUBLIC),
    favor=numbers(PUBLIC),  # the set of the deck is known, its order is drawn when needed (W-2.4)
)

COURTIERS_ARRIVED: Final = event("courtiers_arrived", seat="seat", n="number")
FAVORS_DISPLAYED: Final = event("favors_displayed", favors="favor*")
EXTRA_REVEALED: Final = event("extra_revealed", seat="seat", box="box", card="card")
COURTIERS_SENT: Final = event("courtiers_sent", seat="seat", n="number")
CONVERSION_FAILED: Final = event("conversion_failed", seat="seat", n="number")
FAVOR_TAKEN: Final = event("favor_taken", seat="seat", favor="favor", cost="number")
FAVOR_DECLINED: Final = event("favor_declined", seat="seat")
FAVOR_KEPT: Final = event("favor_kept", seat="seat", favor="favor")
FAVOR_WASTED: Final = event("favor_wasted", seat="seat", favor="favor")
EVENT_DISMISSED: Final = event("event_dismissed", seat="seat", event="event_card")
EVENT_SPARED: Final = event("event_spared", seat="seat")
COURTIERS_RETURNED: Final = event("courtiers_returned")
FAVOR_EVENTS: Final = (
    *(COURTIERS_ARRIVED, FAVORS_DISPLAYED, EXTRA_REVEALED, COURTIERS_SENT, CONVERSION_FAILED, FAVOR_TAKEN),
    *(FAVOR_DECLINED, FAVOR_KEPT, FAVOR_WASTED, EVENT_DISMISSED, EVENT_SPARED, COURTIERS_RETURNED),
)


def hall_of(s: Wallenstein) -> Audience:
    """This module's slice of a state."""
    part = s.slices["court"]
    assert isinstance(part, Audience)
    return part


def use_favor(s: Wallenstein, seat: int, favor: int) -> None:
    """A taken favor is used at once, as far as possible (W-20.25, W-R.23)."""
    effect, n = s.t.favor_effect[favor], s.t.favor_amount[favor]
    if effect == CANCEL_EVENT:
        s.call("dismiss_event", seat)
    elif effect == GIVE_THALERS:
        give_thalers(s, seat, n)  # W-20.30
    elif effect == GIVE_TRAY_ARMIES:
        give_tray_armies(s, seat, n)  # W-20.31
    elif effect == GIVE_GRAIN:
        give_grain(s, seat, n)  # W-20.34
    elif effect == GIVE_POINTS:
        s.add_points(seat, n, FROM_FAVORS)  # W-20.35
    elif effect == IMMUNITY:
        keep(s, seat, favor)  # W-20.33
    elif effect == CALM:
        if restless(s, seat):
            s.call("calm_county", seat, favor)
        else:
            keep(s, seat, favor)  # W-20.32, W-R.24
    elif effect == FREE_BUILDING:
        if sites(s, seat, s.t.favor_building[favor]):
            s.call("build_free", seat, favor)
        else:
            s.emit(FAVOR_WASTED, seat, favor)
    elif effect == FREE_ARMIES:
        if reachable(s, seat):
            s.call("imperial_troops", seat, favor)
        else:
            s.emit(FAVOR_WASTED, seat, favor)


def keep(s: Wallenstein, seat: int, favor: int) -> None:
    """The card lies face up in front of its player (W-20.25)."""
    hall_of(s).favor[favor] = seat
    s.emit(FAVOR_KEPT, seat, favor)


def restless(s: Wallenstein, seat: int) -> list[int]:
    """Own counties with a revolt marker (W-20.32)."""
    return [county for county in s.own(seat) if s.markers[county]]


def sites(s: Wallenstein, seat: int, building: int) -> list[int]:
    """Own counties where a building can stand (W-20.36)."""
    return [county for county in s.own(seat) if may_build(s, county, building)]


def reachable(s: Wallenstein, seat: int) -> list[int]:
    """Own and neutral counties in play, if there is an army at all (W-20.37, W-R.25)."""
    if not s.supply[seat]:
        return []
    return [county for county in s.t.counties if s.owner[county] in (seat, NOBODY_OWNS)]


class DismissEvent(Question[Wallenstein]):
    """Number 1: the event of this round may be removed (W-20.29)."""

    name: ClassVar[str] = "dismiss_event"
    rule: ClassVar[str] = "W-20.29"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("dismiss", "yesno")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else (0, 1)

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        if move[0]:
            s.emit(EVENT_DISMISSED, seat, s.event)
            s.event = NO_EVENT
        else:
            s.emit(EVENT_SPARED, seat)


class FavorCounty(Question[Wallenstein]):
    """A county for a favor, among those where it has an effect (W-20.44). The arguments: seat, favor."""

    rule: ClassVar[str] = "W-20.44"

    def seat(self, s: Wallenstein, args: Args) -> int:
        return args[0]

    def counties(self, s: Wallenstein, seat: int, favor: int) -> list[int]:
        """Where the favor has an effect."""
        raise NotImplementedError

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("county", "county")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else self.counties(s, seat, args[1])

    def domain(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(COUNTIES)

    def why_not(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Reason | None:
        if value in self.counties(s, seat, args[1]):
            return None
        if not 0 <= value < len(s.owner) or not s.t.in_play[value]:
            return because("out_of_play", "W-3.1")
        return self.refusal(s, seat, value)

    def refusal(self, s: Wallenstein, seat: int, county: int) -> Reason:
        """Why a county in play is no choice."""
        return because("not_own", self.rule)


class CalmCounty(FavorCounty):
    """Number 4: one revolt marker of an own county is removed (W-20.32)."""

    name: ClassVar[str] = "calm_county"
    rule: ClassVar[str] = "W-20.32"

    def counties(self, s: Wallenstein, seat: int, favor: int) -> list[int]:
        return restless(s, seat)

    def refusal(self, s: Wallenstein, seat: int, county: int) -> Reason:
        if s.owner[county] != seat:
            return because("not_own", self.rule)
        return because("no_marker_there", self.rule)

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        remove_marker(s, move[0])


class BuildFree(FavorCounty):
    """Numbers 7, 17, 21: a building for nothing (W-20.36, W-50.4)."""

    name: ClassVar[str] = "build_free"
    rule: ClassVar[str] = "W-20.36"

    def counties(self, s: Wallenstein, seat: int, favor: int) -> list[int]:
        return sites(s, seat, s.t.favor_building[favor])

    def refusal(self, s: Wallenstein, seat: int, county: int) -> Reason:
        if s.owner[county] != seat:
            return because("not_own", self.rule)
        return because("no_site_there", "W-9.2")

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        erect(s, seat, move[0], s.t.favor_building[args[1]], 0)


class ImperialTroops(FavorCounty):
    """Number 12: armies for an own county, or for a neutral one, which is taken over (W-20.37)."""

    name: ClassVar[str] = "imperial_troops"
    rule: ClassVar[str] = "W-20.37"

    def counties(self, s: Wallenstein, seat: int, favor: int) -> list[int]:
        return reachable(s, seat)

    def refusal(self, s: Wallenstein, seat: int, county: int) -> Reason:
        return because("foreign_county", self.rule)

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        county = move[0]
        n = min(s.t.favor_amount[args[1]], s.supply[seat])
        s.supply[seat] -= n
        if s.owner[county] == seat:
            s.armies[county] += n
            s.emit(DEPLOYED, seat, county, n, 0)
        else:
            s.gain_county(seat, county, n)
