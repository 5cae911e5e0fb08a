"""Setup (M-2): the table before the first question, the start player and the tops of the stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.mil.events import LAND_TURNED_UP, START_PLAYER_DRAWN
from pfalz.games.mil.lookup import FAR, NEAR, Lookup
from pfalz.games.mil.state import ALONE, COLUMNS, PRODUCTIVE, WITH_HEIR, Mil


def laid_table(rules: Ruleset[Mil]) -> Mil:
    """Two knights for each family, cubes, women, a privilege, white tokens on all slots (M-2.1 to M-2.17).

    Nothing that is there from the beginning brings points (M-2.8, M-2.9)."""
    t: Lookup = rules.lookup
    n = t.players
    s = Mil()
    s.t = t
    rules.shapes.fill(s)
    s.cubes = list(t.start_cubes) * n
    s.women = [t.start_women] * n
    s.privileges = [t.start_privileges] * n
    first, second = [2 * land + PRODUCTIVE for land in t.start_land]  # M-2.5
    for k in range(0, COLUMNS * n, COLUMNS):
        s.knight[k : k + 2] = [WITH_HEIR if heir else ALONE for heir in t.start_heir]
        s.soldiers[k : k + 2] = t.start_soldiers
        s.castle[k : k + 2] = t.start_castle
        s.land[2 * k], s.land[2 * k + 2] = first, second
    s.pool = list(t.pool)
    s.heights = list(t.heights)
    return s


class DrawStarter(Chance[Mil]):
    """The start player (M-2.18)."""

    name: ClassVar[str] = "start_player"
    rule: ClassVar[str] = "M-2.18"

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("start_player", "seat")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(s.t.players)

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        s.starter = answer[0]
        s.emit(START_PLAYER_DRAWN, s.starter)


class TurnUp(Chance[Mil]):
    """The next tile of a stack; any tile not yet seen is equally likely (M-2.13, M-19.7, M-R6)."""

    name: ClassVar[str] = "turn_up"
    rule: ClassVar[str] = "M-2.13"

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("land", "land")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [land for land, n in enumerate(s.pool) if n]

    def weights(
        self, s: Mil, args: Args, prefix: Sequence[int], options: Sequence[int]
    ) -> Sequence[int] | None:
        return [s.pool[land] for land in options]

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        stack, land = args[-1], answer[0]
        s.pool[land] -= 1
        s.tops[stack] = land
        s.emit(LAND_TURNED_UP, stack, land)


def stacks_with_tiles(s: Mil) -> list[int]:
    """Stacks that have a tile to show."""
    return [stack for stack in (NEAR, FAR) if s.heights[stack]]
