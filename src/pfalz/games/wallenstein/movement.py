"""Armies on the march: the move of Deploy 1/move (W-9.15) and Combat/Movement (W-9.18 to W-9.26)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.events import Event
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.combat import is_church_safe, may_attack
from pfalz.games.wallenstein.events import ARMIES_MOVED, ARMIES_STAYED, ATTACKED, LONE_ARMY, NO_WAY_OUT
from pfalz.games.wallenstein.lookup import COUNTIES
from pfalz.games.wallenstein.state import NOBODY_OWNS, STAY, Wallenstein


class Movement(Question[Wallenstein]):
    """Where to, and how many, decided now (W-8.12, W-9.26). The arguments: seat, county, perhaps action."""

    def seat(self, s: Wallenstein, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"county": ("county", args[1])}

    def destinations(self, s: Wallenstein, args: Args) -> list[int]:
        """The counties the armies may go to."""
        raise NotImplementedError

    def may_stay(self, s: Wallenstein) -> bool:
        """Whether the move is optional."""
        return True

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("armies", "number") if prefix else Slot("destination", "destination")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            found = self.destinations(s, args) if s.armies[args[1]] > 1 else []
            if not found or self.may_stay(s):
                found.append(STAY)
            return found
        if len(prefix) == 2 or prefix[0] == STAY:
            return None
        return range(1, s.armies[args[1]])

    def domain(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if prefix:
            return range(1, s.armies[args[1]] + 1)
        return range(STAY, COUNTIES)

    def reason(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if prefix:
            return because("one_army_stays", self.rule)
        if value == STAY:
            return because("must_move", "W-9.24")
        if not s.t.in_play[value]:
            return because("out_of_play", "W-3.1")
        if s.armies[args[1]] < 2:
            return because("one_army_stays", self.rule)
        if value not in s.t.neighbours[args[1]]:
            return because("not_adjacent", "W-1.3")
        return self.refusal(s, value)

    def refusal(self, s: Wallenstein, county: int) -> Reason:
        """Why armies may not go to a neighbouring county."""
        raise NotImplementedError

    def worth(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Sequence[Note]:
        """Who stands in a county, and how many armies stay behind."""
        if prefix:
            return [note("stay", n=("number", s.armies[args[1]] - value))]
        if value == STAY:
            return ()
        owner = s.owner[value]
        if owner == NOBODY_OWNS:
            return [note("neutral")]
        return [note("held_by", seat=("seat", owner), n=("number", s.armies[value]))]

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        origin, destination = args[1], answer[0]
        if destination == STAY:
            s.emit(ARMIES_STAYED, seat, origin)
            return
        n = answer[1]
        s.armies[origin] -= n
        if s.owner[destination] == seat:
            s.armies[destination] += n  # W-9.19
            s.emit(ARMIES_MOVED, seat, origin, destination, n)
        else:
            s.tray[seat] += n  # W-9.20, W-10.6
            s.emit(ATTACKED, seat, origin, destination, n)
            s.call("battle", seat, destination)


class Regroup(Movement):
    """After Deploy 1 armies may move into an adjacent own county (W-9.15, W-9.16, W-15.4)."""

    name: ClassVar[str] = "regroup"
    rule: ClassVar[str] = "W-9.16"

    def destinations(self, s: Wallenstein, args: Args) -> list[int]:
        owner, seat = s.owner, args[0]
        return [county for county in s.t.neighbours[args[1]] if owner[county] == seat]

    def refusal(self, s: Wallenstein, county: int) -> Reason:
        return because("not_own", "W-9.16")


class March(Movement):
    """Combat/Movement A or B: into an own county, or an attack (W-9.18, W-9.23, W-9.25, W-15.5)."""

    name: ClassVar[str] = "march"
    rule: ClassVar[str] = "W-9.18"

    def destinations(self, s: Wallenstein, args: Args) -> list[int]:
        owner, seat, action = s.owner, args[0], args[2]
        return [
            county
            for county in s.t.neighbours[args[1]]
            if owner[county] == seat or may_attack(s, seat, county, action)
        ]

    def no_choice(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Event | None:
        """One army has to stay (W-9.18), and armies may have nowhere to go (W-9.22)."""
        if prefix[0] != STAY:
            return None
        return LONE_ARMY if s.armies[args[1]] < 2 else NO_WAY_OUT, (seat, args[1])

    def may_stay(self, s: Wallenstein) -> bool:
        return not s.t.must_march  # W-9.21, W-9.24, W-R.1

    def refusal(self, s: Wallenstein, county: int) -> Reason:
        if is_church_safe(s, county):
            return because("church_peace", "W-6.11")
        return because("protected", "W-9.22")
