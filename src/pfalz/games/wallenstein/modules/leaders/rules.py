"""Leaders and monuments (W-40): a leader makes its county richer and leaves monuments when it moves on.

Neither takes part in combat, revolts or court (W-40.8). All decisions are those of W-40.22.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Choice, Reason, because
from pfalz.core.events import EventKind
from pfalz.core.flow import ask, do, each, when
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Schema
from pfalz.games.wallenstein.bids import turn_order
from pfalz.games.wallenstein.modules.leaders.events import (
    EVENTS,
    LEADER_LOST,
    LEADER_MOVED,
    LEADER_PLACED,
    MONUMENT_BUILT,
    MONUMENT_CAPTURED,
)
from pfalz.games.wallenstein.modules.leaders.state import (
    CAPTURED,
    IN_SUPPLY,
    OFF,
    SLICE,
    LeaderLookup,
    Pieces,
    declare_kinds,
    pieces,
)
from pfalz.games.wallenstein.state import Wallenstein

# -- effects (W-40.4 to W-40.7): always last, after event and tile (W-R.18) ------------------------


def cheaper(s: Wallenstein, cost: int, seat: int, county: int) -> int:
    """Building is cheaper (W-40.4)."""
    part = pieces(s)
    return max(0, cost - part.t.discount) if part.leader[seat] == county else cost


def richer(s: Wallenstein, n: int, seat: int, county: int) -> int:
    """Collecting yields more (W-40.5)."""
    part = pieces(s)
    return n + part.t.collects if part.leader[seat] == county else n


def stronger(s: Wallenstein, n: int, seat: int, county: int) -> int:
    """Deploying places more armies (W-40.6)."""
    part = pieces(s)
    return n + part.t.deploys if part.leader[seat] == county else n


# -- coming and going -----------------------------------------------------------------------------


def enter(s: Wallenstein, seat: int, county: int) -> None:
    """A leader comes into a county and takes the monuments of others for good (W-40.15, W-40.20, W-R.20)."""
    part = pieces(s)
    part.leader[seat] = county
    each_has = part.t.monuments
    for at, place in enumerate(part.monument):
        if place == county and at // each_has != seat:
            part.monument[at] = CAPTURED + seat
            s.emit(MONUMENT_CAPTURED, seat, at // each_has, county)


def leave_monument(s: Wallenstein, seat: int, county: int) -> None:
    """A monument in the county just left, if there is one (W-40.11, W-R.29)."""
    part = pieces(s)
    first = seat * part.t.monuments
    for at in range(first, first + part.t.monuments):
        if part.monument[at] == IN_SUPPLY:
            part.monument[at] = county
            s.emit(MONUMENT_BUILT, seat, county)
            return


def lose_leader(s: Wallenstein, seat: int, county: int) -> None:
    """A leader whose county is lost leaves the board without a monument (W-40.16)."""
    part = pieces(s)
    if part.leader[seat] == county:
        part.leader[seat] = OFF
        s.emit(LEADER_LOST, seat, county)


def is_first_round(s: Wallenstein) -> bool:
    """Leaders that no draft has placed come in the first round (W-40.2)."""
    return s.season == 0


def leaderless(s: Wallenstein) -> Sequence[int]:
    """Players whose leader is off the board and who have a county for it (W-40.17, W-40.21, W-R.43)."""
    part = pieces(s)
    return [seat for seat in turn_order(s) if part.leader[seat] == OFF and seat in s.owner]


def movers(s: Wallenstein) -> Sequence[int]:
    """Players whose leader can and so must go to another county (W-40.9, W-40.10, W-40.18, W-R.21)."""
    part = pieces(s)
    return [seat for seat in turn_order(s) if part.leader[seat] != OFF and s.owner.count(seat) > 1]


def leader_waits(s: Wallenstein, seat: int, county: int) -> bool:
    """Whether the leader has not been placed in this draft (W-40.3)."""
    return pieces(s).leader[seat] == OFF


class LeaderHere(Choice[Wallenstein]):
    """In the draft: does the leader go to the county just taken? In the last one it must (W-40.3, W-R.42)."""

    name: ClassVar[str] = "leader_here"
    rule: ClassVar[str] = "W-40.3"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "leader_here"

    def seat(self, s: Wallenstein, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"county": ("county", args[1])}

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return (0, 1) if s.groups[seat] else (1,)

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        return because("leader_must_be_placed", "W-40.3")

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        if value:
            enter(s, seat, args[1])
            s.emit(LEADER_PLACED, seat, args[1])


@mypyc_attr(allow_interpreted_subclasses=True)
class PlaceLeader(Choice[Wallenstein]):
    """An own county for a leader that comes to the board (W-40.2)."""

    name: ClassVar[str] = "place_leader"
    rule: ClassVar[str] = "W-40.2"
    of: ClassVar[str] = "county"
    called: ClassVar[str] = "leader"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        return s.own(seat)

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        return because("not_own", self.rule)

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        s.emit(LEADER_PLACED, seat, value)
        enter(s, seat, value)


class ReturnLeader(PlaceLeader):
    """An own county for a leader that comes back after the first winter (W-40.17)."""

    rule: ClassVar[str] = "W-40.17"


class MoveLeader(Choice[Wallenstein]):
    """Another own county, near or far (W-40.10 to W-40.12, W-40.23)."""

    name: ClassVar[str] = "move_leader"
    rule: ClassVar[str] = "W-40.10"
    of: ClassVar[str] = "county"
    called: ClassVar[str] = "leader"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        here = pieces(s).leader[seat]
        return [county for county in s.own(seat) if county != here]

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        if value == pieces(s).leader[seat]:
            return because("leader_must_move", "W-40.10")
        return because("not_own", "W-40.10")

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        origin = pieces(s).leader[seat]
        s.emit(LEADER_MOVED, seat, origin, value)
        if value in s.t.neighbours[origin]:
            leave_monument(s, seat, origin)
        enter(s, seat, value)


def score_monuments(s: Wallenstein) -> None:
    """After the second winter: own monuments on the board and captured ones (W-40.19)."""
    part = pieces(s)
    points = [0] * s.t.players
    for at, place in enumerate(part.monument):
        if place >= CAPTURED:
            points[place - CAPTURED] += part.t.captured_points
        elif place != IN_SUPPLY:
            points[at // part.t.monuments] += part.t.own_points
    source = s.rules.sources.index("monuments")
    for seat, n in enumerate(points):
        if n:
            s.add_points(seat, n, source)


class Leaders(Module[Wallenstein]):
    """A leader and monuments for every player."""

    id: ClassVar[str] = "leaders"
    players: ClassVar[tuple[int, int]] = (3, 5)
    package: ClassVar[str] = "pfalz.games.wallenstein.modules.leaders"
    files: ClassVar[tuple[str, ...]] = ("leaders",)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = ("monuments",)
    moved_data: ClassVar[Mapping[str, str]] = {"expansions.leaders": "leaders.leaders"}

    def lookup(self, data: Data, players: int, options: Options) -> LeaderLookup:
        return LeaderLookup(data)

    def kinds(self, kinds: Kinds, rules: Ruleset[Wallenstein]) -> None:
        declare_kinds(kinds, rules.parts[self.id], rules.players)

    def edits(self, rules: Ruleset[Wallenstein]) -> Sequence[Edit]:
        first = each("first_leaders", leaderless, ask(PlaceLeader(), "first_leader"))
        again = each("leaders_return", leaderless, ask(ReturnLeader(), "leader_returns"))
        return [
            after("place_group", when(leader_waits, ask(LeaderHere()))),  # W-40.3
            after("fix_order", when(is_first_round, first)),  # W-40.2
            before("end_round", each("leader_moves", movers, ask(MoveLeader()))),  # W-40.9
            before("take_back_tokens", again),  # W-40.17
            after("seasons", do(score_monuments)),  # W-40.19
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {
            "building_cost": cheaper,
            "grain_yield": richer,
            "tax_yield": richer,
            "armies_deployed": stronger,
        }

    def reactions(self) -> Mapping[str, Reaction]:
        return {"county_lost": lose_leader}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: Wallenstein) -> Columns | None:
        part = Pieces()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        return part

    def violations(self, s: Wallenstein) -> Sequence[str]:
        """Leaders stand in own counties; monuments are somewhere (W-60.8)."""
        part = pieces(s)
        found = [
            f"the leader of seat {seat} stands in county {county}, which is not its own"
            for seat, county in enumerate(part.leader)
            if county != OFF and s.owner[county] != seat
        ]
        for at, place in enumerate(part.monument):
            holder = place - CAPTURED
            if not IN_SUPPLY <= place < CAPTURED + s.t.players or holder == at // part.t.monuments:
                found.append(f"monument {at} is in the impossible place {place}")
        return found
