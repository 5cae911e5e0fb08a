"""Chests (S-9): drawing, taking, opening orange ones, trading purple ones for privileges."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Choice, Reason, Slot, because
from pfalz.core.state import Args, Move
from pfalz.games.staufer.codes import ORANGE_BONUS, VICTORY_POINTS, has
from pfalz.games.staufer.events import CHESTS_TAKEN, PRIVILEGE_TAKEN
from pfalz.games.staufer.figures import gain
from pfalz.games.staufer.lookup import (
    CHEST_KINDS,
    ENVOYS_EFFECT,
    ORANGE,
    POINTS_EFFECT,
    PURPLE,
    Lookup,
)
from pfalz.games.staufer.state import FROM_CHESTS, FROM_PRIVILEGES, Staufer

TRADED: Final = 2
"""Purple chests that a privilege costs (S-9.16)."""
DECLINE: Final = 0
"""Answer of the trade question; the others are the printed numbers of privileges."""


class DrawChests(Chance[Staufer]):
    """Chests from the draw pile: its contents are known, its order is not, so they are drawn when needed."""

    def count(self, s: Staufer, args: Args) -> int:
        """How many chests are due."""
        raise NotImplementedError

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("chest", "chest")

    def options(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) >= self.count(s, args):
            return None
        pile = _remaining(s, prefix)
        return [kind for kind in range(CHEST_KINDS) if pile[kind]] or None  # S-9.5

    def weights(
        self, s: Staufer, args: Args, prefix: Sequence[int], options: Sequence[int]
    ) -> Sequence[int] | None:
        pile = _remaining(s, prefix)
        return [pile[kind] for kind in options]

    def sample(self, s: Staufer, args: Args, rng: Random) -> Move:
        due = self.count(s, args)
        pile, spare = s.draw_pile[:], s.discard_pile
        left = sum(pile)
        out: list[int] = []
        while len(out) < due:
            if left == 0:
                pile, spare = spare[:], [0] * CHEST_KINDS
                left = sum(pile)
                if left == 0:
                    break
            at = int(rng.random() * left)
            kind = 0
            while at >= pile[kind]:
                at -= pile[kind]
                kind += 1
            pile[kind] -= 1
            left -= 1
            out.append(kind)
        return tuple(out)


def _remaining(s: Staufer, drawn: Sequence[int]) -> list[int]:
    pile, spare = s.draw_pile[:], s.discard_pile
    for kind in drawn:
        if not any(pile):
            pile, spare = spare[:], [0] * CHEST_KINDS
        pile[kind] -= 1
    return pile if any(pile) else spare[:]


def draw(s: Staufer, kinds: Sequence[int]) -> None:
    """Take drawn chests off the pile; an empty pile is renewed from the discard pile (S-9.4)."""
    pile = s.draw_pile
    left = sum(pile)
    for kind in kinds:
        if left == 0:
            s.draw_pile[:] = s.discard_pile
            s.discard_pile[:] = [0] * CHEST_KINDS
            left = sum(pile)
        pile[kind] -= 1
        left -= 1


def take_chests(s: Staufer, seat: int, chests: tuple[int, ...]) -> None:
    """Take a whole stack (S-9.1, S-R30): lay all of it down, open orange ones, then trade for purple ones."""
    if not chests:
        return
    at = seat * CHEST_KINDS
    opens = False
    for kind in chests:
        s.chests[at + kind] += 1
        if kind in ORANGE or kind == PURPLE:
            opens = True
    s.emit(CHESTS_TAKEN, seat, *chests)
    if opens:
        s.call("open_chests", seat, *chests)


def orange_chests(s: Staufer, seat: int, *chests: int) -> list[int]:
    """The orange chests of a stack, oldest first (S-9.1)."""
    return [kind for kind in chests if kind in ORANGE]


def purple_chests(s: Staufer, seat: int, *chests: int) -> list[int]:
    """The purple chests of a stack: an opportunity to trade each (S-9.18)."""
    return [kind for kind in chests if kind == PURPLE]


def open_orange(s: Staufer, seat: int, *chests: int) -> None:
    """Carry out an orange chest and discard it (S-9.6); privilege 16 adds points (S-10.21)."""
    kind = chests[-1]
    s.discard(seat, kind)
    value = s.t.orange_value[kind]
    effect = s.t.orange_effect[kind]
    if s.owns(seat, ORANGE_BONUS):
        s.add_points(seat, s.t.orange_bonus, FROM_PRIVILEGES)
    if effect == POINTS_EFFECT:
        s.add_points(seat, value, FROM_CHESTS)
    elif effect == ENVOYS_EFFECT:
        gain(s, seat, value, 0)
    else:
        gain(s, seat, 0, value)


def victory_points_left(t: Lookup, cards: int) -> list[int]:
    """Values of the last so many cards of privilege 1, the top card first (S-3.7, S-9.20)."""
    return t.victory_points[t.players - cards :]


class TradePurple(Choice[Staufer]):
    """Two purple chests for a privilege, once for each purple chest taken (S-9.16), at that moment only.

    Nothing else leads here, so whoever declines waits for the next purple chest (S-9.17, S-R16)."""

    name: ClassVar[str] = "trade"
    rule: ClassVar[str] = "S-9.16"
    of: ClassVar[str] = "privilege"
    called: ClassVar[str] = "privilege"

    def seat(self, s: Staufer, args: Args) -> int:
        return args[0]

    def values(self, s: Staufer, seat: int, args: Args) -> Sequence[int]:
        if s.chest_count(seat, PURPLE) < TRADED:
            return (DECLINE,)
        owned = s.privileges[seat]
        return [DECLINE] + [k + 1 for k, n in enumerate(s.piles) if n and not has(owned, k + 1)]

    def refusal(self, s: Staufer, seat: int, args: Args, value: int) -> Reason:
        if s.chest_count(seat, PURPLE) < TRADED:
            return because("two_purple_needed", "S-9.16")
        if s.owns(seat, value):
            return because("privilege_owned", "S-9.19")
        return because("pile_empty", "S-9.21")

    def chosen(self, s: Staufer, seat: int, args: Args, value: int) -> None:
        if value == DECLINE:
            return
        s.discard(seat, PURPLE, TRADED)
        left = s.piles[value - 1]
        s.grant(seat, value)  # S-10.1, S-R17: it works from now on
        s.emit(PRIVILEGE_TAKEN, seat, value)
        if value == VICTORY_POINTS:  # S-9.20, S-10.2: the top card is the highest one left
            s.add_points(seat, victory_points_left(s.t, left)[0], FROM_PRIVILEGES)
