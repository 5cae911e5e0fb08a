"""Setup (M-2): the table before the first question, the start player and the tops of the stacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.mil.events import LAND_TURNED_UP, START_PLAYER_DRAWN
from pfalz.games.mil.state import ALONE, EMPTY, NOBODY, PRODUCTIVE, SOURCES, WHITE, WITH_HEIR, Mil
from pfalz.games.mil.tables import FAR, NEAR, Tables


def laid_table(rules: Ruleset[Mil]) -> Mil:
    """Two knights for each family, cubes, women, a privilege, white tokens on all slots (M-2.1 to M-2.17)."""
    t: Tables = rules.tables
    n = t.players
    s = Mil()
    s.t = t
    s.round = 1
    s.starter = s.turn = 0
    s.growing = 0
    s.cubes = list(t.start_cubes) * n
    s.women = [t.start_women] * n
    s.privileges = [t.start_privileges] * n
    s.points = [0] * (n * SOURCES)  # M-2.8, M-2.9
    s.knight = [*[WITH_HEIR if heir else ALONE for heir in t.start_heir], 0, 0] * n
    s.age = [0] * (4 * n)
    s.soldiers = [*t.start_soldiers, 0, 0] * n
    s.castle = [*t.start_castle, 0, 0] * n
    first, second = [2 * land + PRODUCTIVE for land in t.start_land]  # M-2.5
    s.land = [first, EMPTY, second, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY] * n
    s.lord = [NOBODY] * (4 * n)
    s.slots = [WHITE] * t.slots  # M-2.15, M-2.16
    s.monastery, s.crusades = [], []
    s.kings_soldiers = s.archbishop = NOBODY  # M-2.17
    s.pool = list(t.pool)
    s.heights = list(t.heights)
    s.tops = [EMPTY, EMPTY]
    s.gone = [0] * len(t.land_ids)
    s.bid = []
    s.allies = [NOBODY, NOBODY]
    return s


class DrawStarter(Chance[Mil]):
    """The start player (M-2.18)."""

    name: ClassVar[str] = "start_player"
    rule: ClassVar[str] = "M-2.18"

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("start_player", "seat")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(s.t.players)

    def answer(self, s: Mil, seat: int, args: Args, move: Move) -> None:
        s.starter = move[0]
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

    def answer(self, s: Mil, seat: int, args: Args, move: Move) -> None:
        stack, land = args[-1], move[0]
        s.pool[land] -= 1
        s.tops[stack] = land
        s.emit(LAND_TURNED_UP, stack, land)


def stacks_with_tiles(s: Mil) -> list[int]:
    """Stacks that have a tile to show."""
    return [stack for stack in (NEAR, FAR) if s.heights[stack]]
