"""Leaders and monuments (W-40): a leader makes its county richer and leaves monuments when it moves on.

Neither takes part in combat, revolts or court (W-40.8). All decisions are those of W-40.22.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Question, Reason, Slot, because
from pfalz.core.events import EventKind, event
from pfalz.core.flow import ask, do, each, when
from pfalz.core.game import Edit, Modifier, Module, Reaction, after, before
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import PUBLIC, Args, Columns, Move, Schema, declare, numbers
from pfalz.games.wallenstein.bids import turn_order
from pfalz.games.wallenstein.state import FROM_MONUMENTS, Wallenstein
from pfalz.games.wallenstein.tables import COUNTIES

OFF: Final = -1
"""A leader that is not on the board."""
IN_SUPPLY: Final = -1
"""A monument that is not built yet; 0 to 44 is a county, CAPTURED + seat is in front of that seat."""
CAPTURED: Final = COUNTIES


class Pieces(Columns):
    """Where the leaders stand and where the monuments of each seat are (W-40.1).

    Monuments are no buildings (W-40.13), and nothing but a leader moves them (W-40.14)."""

    leader: list[int]
    monument: list[int]


SLICE: Final = declare(Pieces, leader=numbers(PUBLIC), monument=numbers(PUBLIC))

LEADER_PLACED: Final = event("leader_placed", seat="seat", county="county")
LEADER_MOVED: Final = event("leader_moved", seat="seat", origin="county", destination="county")
LEADER_LOST: Final = event("leader_lost", seat="seat", county="county")
MONUMENT_BUILT: Final = event("monument_built", seat="seat", county="county")
MONUMENT_CAPTURED: Final = event("monument_captured", seat="seat", owner="seat", county="county")


def pieces(s: Wallenstein) -> Pieces:
    """This module's slice of a state."""
    part = s.slices["leaders"]
    assert isinstance(part, Pieces)
    return part


# -- effects (W-40.4 to W-40.7): always last, after event and tile (W-R.18) ------------------------


def cheaper(s: Wallenstein, cost: int, seat: int, county: int) -> int:
    """Building costs one Thaler less (W-40.4)."""
    return max(0, cost - s.t.leader_discount) if pieces(s).leader[seat] == county else cost


def richer(s: Wallenstein, n: int, seat: int, county: int) -> int:
    """Collecting yields one more (W-40.5)."""
    return n + s.t.leader_collects if pieces(s).leader[seat] == county else n


def stronger(s: Wallenstein, n: int, seat: int, county: int) -> int:
    """Deploying places one army more (W-40.6)."""
    return n + s.t.leader_deploys if pieces(s).leader[seat] == county else n


# -- coming and going -----------------------------------------------------------------------------


def enter(s: Wallenstein, seat: int, county: int) -> None:
    """A leader comes into a county and takes the monuments of others for good (W-40.15, W-40.20, W-R.20)."""
    part = pieces(s)
    part.leader[seat] = county
    each_has = s.t.monuments
    for at, place in enumerate(part.monument):
        if place == county and at // each_has != seat:
            part.monument[at] = CAPTURED + seat
            s.emit(MONUMENT_CAPTURED, seat, at // each_has, county)


def leave_monument(s: Wallenstein, seat: int, county: int) -> None:
    """A monument in the county just left, if there is one (W-40.11, W-R.29)."""
    part = pieces(s)
    first = seat * s.t.monuments
    for at in range(first, first + s.t.monuments):
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


class LeaderHere(Question[Wallenstein]):
    """In the draft: does the leader go to the county just taken? In the last one it must (W-40.3, W-R.42)."""

    name: ClassVar[str] = "leader_here"
    rule: ClassVar[str] = "W-40.3"

    def seat(self, s: Wallenstein, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"county": ("county", args[1])}

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("leader_here", "yesno")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix:
            return None
        return (0, 1) if s.groups[seat] else (1,)

    def why_not(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Reason | None:
        if value in (self.options(s, seat, args, prefix) or ()):
            return None
        return because("leader_must_be_placed", "W-40.3")

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        if move[0]:
            enter(s, seat, args[1])
            s.emit(LEADER_PLACED, seat, args[1])


class PlaceLeader(Question[Wallenstein]):
    """An own county for a leader that comes (back) to the board (W-40.2, W-40.17)."""

    name: ClassVar[str] = "place_leader"
    rule: ClassVar[str] = "W-40.2"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("leader", "county")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else s.own(seat)

    def domain(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(COUNTIES)

    def why_not(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Reason | None:
        if value in (self.options(s, seat, args, prefix) or ()):
            return None
        return because("not_own", self.rule)

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        s.emit(LEADER_PLACED, seat, move[0])
        enter(s, seat, move[0])


class MoveLeader(Question[Wallenstein]):
    """Another own county, near or far (W-40.10 to W-40.12, W-40.23)."""

    name: ClassVar[str] = "move_leader"
    rule: ClassVar[str] = "W-40.10"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("leader", "county")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix:
            return None
        here = pieces(s).leader[seat]
        return [county for county in s.own(seat) if county != here]

    def domain(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(COUNTIES)

    def why_not(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Reason | None:
        if value in (self.options(s, seat, args, prefix) or ()):
            return None
        if value == pieces(s).leader[seat]:
            return because("leader_must_move", "W-40.10")
        return because("not_own", "W-40.10")

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        origin, destination = pieces(s).leader[seat], move[0]
        s.emit(LEADER_MOVED, seat, origin, destination)
        if destination in s.t.neighbours[origin]:
            leave_monument(s, seat, origin)
        enter(s, seat, destination)


def score_monuments(s: Wallenstein) -> None:
    """After the second winter: own monuments on the board and captured ones (W-40.19)."""
    part = pieces(s)
    own, captured = s.t.monument_points
    points = [0] * s.t.players
    for at, place in enumerate(part.monument):
        if place >= CAPTURED:
            points[place - CAPTURED] += captured
        elif place != IN_SUPPLY:
            points[at // s.t.monuments] += own
    for seat, n in enumerate(points):
        if n:
            s.add_points(seat, n, FROM_MONUMENTS)


class Leaders(Module[Wallenstein]):
    """A leader and six monuments for every player."""

    id: ClassVar[str] = "leaders"
    players: ClassVar[tuple[int, int]] = (3, 5)
    schema: ClassVar[Schema | None] = SLICE

    def edits(self, rules: Ruleset[Wallenstein]) -> Sequence[Edit]:
        first = each("first_leaders", leaderless, ask(PlaceLeader(), "first_leader"))
        again = each("leaders_return", leaderless, ask(PlaceLeader(), "leader_returns"))
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
        return (LEADER_PLACED, LEADER_MOVED, LEADER_LOST, MONUMENT_BUILT, MONUMENT_CAPTURED)

    def start(self, s: Wallenstein) -> Columns | None:
        part = Pieces()
        part.leader = [OFF] * s.t.players
        part.monument = [IN_SUPPLY] * (s.t.players * s.t.monuments)
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
            if not IN_SUPPLY <= place < CAPTURED + s.t.players or holder == at // s.t.monuments:
                found.append(f"monument {at} is in the impossible place {place}")
        return found
