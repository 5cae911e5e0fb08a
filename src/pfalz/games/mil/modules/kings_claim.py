"""The King's Claim (M-18.14 to M-18.16): land conquered from another player may go to the king."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Reason, because
from pfalz.core.events import EventKind, event
from pfalz.core.flow import ask
from pfalz.core.game import Edit, Module, replace
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.mil.state import FROM_WARS, NOBODY, REMOVED, Mil
from pfalz.games.mil.war import Allot

KING: Final = REMOVED + 1
"""Receiver of a land: the king."""

LAND_GIVEN_TO_KING: Final = event("land_given_to_king", seat="seat", land="land")


class AllotOrGive(Allot):
    """Whoever allots a land of another player may give it to the king, a helping lord too (M-R40, M-P4)."""

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        found = super().options(s, seat, args, prefix)
        if found is None or args[3] == NOBODY:
            return found  # M-18.15
        return [*found, KING]

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return [*super().domain(s, seat, args, prefix), KING]

    def why_not(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason | None:
        if value == KING and args[3] == NOBODY:
            return because("free_land_not_for_king", "M-18.15")
        return super().why_not(s, seat, args, prefix, value)

    def answer(self, s: Mil, seat: int, args: Args, move: Move) -> None:
        if move[0] != KING:
            super().answer(s, seat, args, move)
            return
        conqueror, land = args[1] >> 2, args[2]
        s.gone[land] += 1
        s.emit(LAND_GIVEN_TO_KING, conqueror, land)
        points = s.rules.value(s, "land_gained", s.t.king_points, NOBODY, args[3])
        if points:
            s.add_points(conqueror, points, FROM_WARS)


class KingsClaim(Module[Mil]):
    """The king takes land and thanks for it."""

    id: ClassVar[str] = "kings_claim"
    players: ClassVar[tuple[int, int]] = (3, 5)  # M-18.1

    def edits(self, rules: Ruleset[Mil]) -> Sequence[Edit]:
        return (replace("allot", ask(AllotOrGive())),)

    def kinds(self, kinds: Kinds, rules: Ruleset[Mil]) -> None:
        kinds.also("receiver", KING, ("receiver.king", {}))

    def events(self) -> Sequence[EventKind]:
        return (LAND_GIVEN_TO_KING,)
