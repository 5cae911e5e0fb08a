"""The favors of the court (W-20.29 to W-20.37): what taking one does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Choice, Reason, because
from pfalz.core.state import Args
from pfalz.games.wallenstein.actions import erect, may_build, remove_marker
from pfalz.games.wallenstein.events import DEPLOYED
from pfalz.games.wallenstein.modules.court.events import (
    EVENT_DISMISSED,
    EVENT_SPARED,
    FAVOR_KEPT,
    FAVOR_WASTED,
)
from pfalz.games.wallenstein.modules.court.lookup import (
    CALM,
    CANCEL_EVENT,
    FREE_ARMIES,
    FREE_BUILDING,
    GIVE_GRAIN,
    GIVE_POINTS,
    GIVE_THALERS,
    GIVE_TRAY_ARMIES,
    IMMUNITY,
)
from pfalz.games.wallenstein.modules.court.state import hall_of
from pfalz.games.wallenstein.modules.gifts import give_grain, give_thalers, give_tray_armies
from pfalz.games.wallenstein.state import NO_EVENT, NOBODY_OWNS, Wallenstein


def use_favor(s: Wallenstein, seat: int, favor: int) -> None:
    """A taken favor is used at once, as far as possible (W-20.25, W-R.23)."""
    t = hall_of(s).t
    effect, n = t.effect[favor], t.amount[favor]
    if effect == CANCEL_EVENT:
        s.call("dismiss_event", seat)
    elif effect == GIVE_THALERS:
        give_thalers(s, seat, n)  # W-20.30
    elif effect == GIVE_TRAY_ARMIES:
        give_tray_armies(s, seat, n)  # W-20.31
    elif effect == GIVE_GRAIN:
        give_grain(s, seat, n)  # W-20.34
    elif effect == GIVE_POINTS:
        s.add_points(seat, n, s.rules.sources.index("favors"))  # W-20.35
    elif effect == IMMUNITY:
        keep(s, seat, favor)  # W-20.33
    elif effect == CALM:
        if restless(s, seat):
            s.call("calm_county", seat, favor)
        else:
            keep(s, seat, favor)  # W-20.32, W-R.24
    elif effect == FREE_BUILDING:
        if sites(s, seat, t.building[favor]):
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


class DismissEvent(Choice[Wallenstein]):
    """Number 1: the event of this round may be removed (W-20.29)."""

    name: ClassVar[str] = "dismiss_event"
    rule: ClassVar[str] = "W-20.29"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "dismiss"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        if value:
            s.emit(EVENT_DISMISSED, seat, s.event)
            s.event = NO_EVENT
        else:
            s.emit(EVENT_SPARED, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class FavorCounty(Choice[Wallenstein]):
    """A county for a favor, among those where it has an effect (W-20.44). The arguments: seat, favor."""

    rule: ClassVar[str] = "W-20.44"
    of: ClassVar[str] = "county"
    called: ClassVar[str] = "county"

    def seat(self, s: Wallenstein, args: Args) -> int:
        return args[0]

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        if not s.t.in_play[value]:
            return because("out_of_play", "W-3.1")
        if s.owner[value] != seat:
            return because("not_own", self.rule)
        return self.useless()

    def useless(self) -> Reason:
        """Why an own county is no choice."""
        raise NotImplementedError


class CalmCounty(FavorCounty):
    """Number 4: one revolt marker of an own county is removed (W-20.32)."""

    name: ClassVar[str] = "calm_county"
    rule: ClassVar[str] = "W-20.32"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return restless(s, seat)

    def useless(self) -> Reason:
        return because("no_marker_there", self.rule)

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        remove_marker(s, value)


class BuildFree(FavorCounty):
    """Numbers 7, 17, 21: a building for nothing (W-20.36, W-50.4)."""

    name: ClassVar[str] = "build_free"
    rule: ClassVar[str] = "W-20.36"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return sites(s, seat, hall_of(s).t.building[args[1]])

    def useless(self) -> Reason:
        return because("no_site_there", "W-9.2")

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        erect(s, seat, value, hall_of(s).t.building[args[1]], 0)


class ImperialTroops(FavorCounty):
    """Number 12: armies for an own county, or for a neutral one, which is taken over (W-20.37)."""

    name: ClassVar[str] = "imperial_troops"
    rule: ClassVar[str] = "W-20.37"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return reachable(s, seat)

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        if not s.t.in_play[value]:
            return because("out_of_play", "W-3.1")
        return because("foreign_county", self.rule)

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        n = min(hall_of(s).t.amount[args[1]], s.supply[seat])
        s.supply[seat] -= n
        if s.owner[value] == seat:
            s.armies[value] += n
            s.emit(DEPLOYED, seat, value, n, 0)
        else:
            s.gain_county(seat, value, n)
