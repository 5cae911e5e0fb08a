"""The king takes land and thanks for it (M-18.14 to M-18.16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Reason, Widened, because
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.game import Data, Edit, Module, Options, widen
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.mil.modules.kings_claim import schema
from pfalz.games.mil.modules.kings_claim.events import LAND_GIVEN_TO_KING
from pfalz.games.mil.notes import prestige
from pfalz.games.mil.state import FROM_WARS, NOBODY, REMOVED, Mil

ID: Final = "kings_claim"
KING: Final = REMOVED + 1
"""Receiver of a land: the king."""


class Claim:
    """What the king pays."""

    def __init__(self, prestige: schema.Prestige) -> None:
        self.points = prestige.land_for_king


class GiveToKing(Widened[Mil]):
    """Whoever allots a land of another player may give it to the king, a helping lord too (M-R40, M-P4)."""

    name: ClassVar[str] = "allot"
    rule: ClassVar[str] = "M-7.5"

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        found = self.old.options(s, seat, args, prefix)
        if found is None or args[3] == NOBODY:
            return found  # M-18.15
        return [*found, KING]

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if value == KING:
            return because("free_land_not_for_king", "M-18.15")
        return self.old.reason(s, seat, args, prefix, value)

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What the king pays, to the conqueror (M-18.14)."""
        if value != KING:
            return self.old.worth(s, seat, args, prefix, value)
        claim: Claim = s.rules.parts[ID]
        points = s.rules.value(s, "land_gained", claim.points, NOBODY, args[3])
        return prestige(points) if seat == args[1] >> 2 else ()

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        if answer[0] != KING:
            self.old.answer(s, seat, args, answer)
            return
        conqueror, land, loser = args[1] >> 2, args[2], args[3]
        claim: Claim = s.rules.parts[ID]
        s.gone[land] += 1
        s.emit(LAND_GIVEN_TO_KING, conqueror, land)
        points = s.rules.value(s, "land_gained", claim.points, NOBODY, loser)
        if points:
            s.add_points(conqueror, points, FROM_WARS)


class KingsClaim(Module[Mil]):
    """The king takes land and thanks for it."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (3, 5)  # M-18.1
    package: ClassVar[str] = "pfalz.games.mil.modules.kings_claim"
    files: ClassVar[tuple[str, ...]] = (ID,)
    moved_data: ClassVar[Mapping[str, str]] = {
        "numbers.prestige.kings_claim": "kings_claim.prestige.land_for_king"
    }

    def lookup(self, data: Data, players: int, options: Options) -> Claim:
        return Claim(typed(data[ID], schema.ClaimFile, f"{ID}.toml").prestige)

    def kinds(self, kinds: Kinds, rules: Ruleset[Mil]) -> None:
        kinds.also("receiver", KING, ("receiver.king", {}))

    def edits(self, rules: Ruleset[Mil]) -> Sequence[Edit]:
        return (widen("allot", GiveToKing),)

    def events(self) -> Sequence[EventKind]:
        return (LAND_GIVEN_TO_KING,)
