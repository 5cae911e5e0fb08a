"""Setup (S-3): the empty table, and the questions to chance in a fixed order (S-3.19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.events import EventKind
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.staufer.chests import DrawChests, draw
from pfalz.games.staufer.codes import JOBS, PRIVILEGES, REGIONS
from pfalz.games.staufer.events import (
    PATTERN_JOB_DEALT,
    PRIVILEGES_CHOSEN,
    REGION_JOB_DEALT,
    REGIONS_LAID,
    SEAT_JOB_DEALT,
    START_PLAYER_DRAWN,
)
from pfalz.games.staufer.lookup import Lookup
from pfalz.games.staufer.state import Staufer


def empty_table(rules: Ruleset[Staufer]) -> Staufer:
    """Everything in the box, figures at court and province (S-3.1, S-3.4, S-3.9, S-3.12)."""
    t: Lookup = rules.lookup
    s = Staufer()
    s.t = t
    rules.shapes.fill(s)
    s.ring = list(range(REGIONS))
    s.court = list(t.start_court) * t.players
    s.province = [total - start for total, start in zip(t.total, t.start_court, strict=True)] * t.players
    s.draw_pile = list(t.chest_copies)
    return s


class DrawStarter(Chance[Staufer]):
    """The start player (S-3.10)."""

    name: ClassVar[str] = "start_player"
    rule: ClassVar[str] = "S-3.10"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("start_player", "seat")

    def options(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(s.t.players)

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        s.starter = answer[0]
        s.emit(START_PLAYER_DRAWN, s.starter)
        s.turn_track = first_turn_order(s.starter, s.t.players)


def first_turn_order(starter: int, players: int) -> list[int]:
    """Clockwise once, then twice counter-clockwise from the last one (S-3.11)."""
    clockwise = [(starter + i) % players for i in range(players)]
    return clockwise + clockwise[::-1] * 2


class Shuffle(Chance[Staufer]):
    """Draw `count` things without putting back; `copies` says how many there are of each."""

    def count(self, s: Staufer) -> int:
        """How many are drawn."""
        raise NotImplementedError

    def copies(self, s: Staufer) -> Sequence[int]:
        """How many there are of each kind."""
        raise NotImplementedError

    def options(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == self.count(s):
            return None
        return [kind for kind, n in enumerate(self.copies(s)) if n > prefix.count(kind)]

    def weights(
        self, s: Staufer, args: Args, prefix: Sequence[int], options: Sequence[int]
    ) -> Sequence[int] | None:
        copies = self.copies(s)
        return [copies[kind] - prefix.count(kind) for kind in options]


class RegionOrder(Shuffle):
    """The six regions on the ring (S-3.2)."""

    name: ClassVar[str] = "region_order"
    rule: ClassVar[str] = "S-3.2"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("region", "region")

    def count(self, s: Staufer) -> int:
        return REGIONS

    def copies(self, s: Staufer) -> Sequence[int]:
        return (1,) * REGIONS

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        s.ring = list(answer)
        s.emit(REGIONS_LAID, *answer)


class PointTiles(RegionOrder):
    """A point tile on each region, in ring order (S-3.3); it stays there (S-11.13)."""

    name: ClassVar[str] = "point_tiles"
    rule: ClassVar[str] = "S-3.3"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("point_tile", "point_tile")

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        for slot, tile in enumerate(answer):
            s.point_tile[s.ring[slot]] = tile


class LayOutChests(DrawChests):
    """One chest under each supply space, then one under each seat, in ring order (S-3.5)."""

    name: ClassVar[str] = "first_chests"
    rule: ClassVar[str] = "S-3.5"

    def count(self, s: Staufer, args: Args) -> int:
        return s.t.spaces + s.t.seats

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        draw(s, answer)
        spaces = s.t.spaces
        for space in range(spaces):
            s.under_supply[space] = answer[space : space + 1]
        offices = [office for region in s.ring for office in s.t.region_seats[region]]
        for i, office in enumerate(offices, spaces):
            s.under_seat[office] = answer[i : i + 1]


class PrivilegeKinds(Shuffle):
    """Random kinds to complete the six of this game (S-3.6, S-17.1), perhaps without kind 1 (S-R29)."""

    name: ClassVar[str] = "privilege_kinds"
    rule: ClassVar[str] = "S-17.1"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("privilege", "privilege_kind")

    def count(self, s: Staufer) -> int:
        return s.t.random_kinds

    def copies(self, s: Staufer) -> Sequence[int]:
        return [0 if kind in s.t.fixed_kinds else 1 for kind in range(PRIVILEGES)]

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        kinds = sorted([*s.t.fixed_kinds, *answer])
        for kind in kinds:
            s.piles[kind] = s.t.pile_size[kind]  # S-3.7, S-3.8
        s.emit(PRIVILEGES_CHOSEN, *[kind + 1 for kind in kinds])


class DealJobs(Shuffle):
    """One job card of a category to each player, face down (S-3.13, S-2.2)."""

    rule: ClassVar[str] = "S-3.13"
    category: ClassVar[int] = 0

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("job", ("region_job", "pattern_job", "seat_job")[self.category])

    def count(self, s: Staufer) -> int:
        return s.t.players

    def copies(self, s: Staufer) -> Sequence[int]:
        return (1,) * 6

    def audience(self, seat: int, args: Args, index: int) -> int:
        return index

    def dealt(self) -> EventKind:
        """The event that tells the owner."""
        return (REGION_JOB_DEALT, PATTERN_JOB_DEALT, SEAT_JOB_DEALT)[self.category]

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        for player, card in enumerate(answer):
            s.jobs[JOBS * player + self.category] = card
            s.emit(self.dealt(), player, card)


class DealRegionJobs(DealJobs):
    """Region cards."""

    name: ClassVar[str] = "region_jobs"


class DealPatternJobs(DealJobs):
    """Pattern cards (blue)."""

    name: ClassVar[str] = "pattern_jobs"
    category: ClassVar[int] = 1


class DealSeatJobs(DealJobs):
    """Cards about seats (red)."""

    name: ClassVar[str] = "seat_jobs"
    category: ClassVar[int] = 2


class TilesA(RegionOrder):
    """Five A tiles in rows 1 to 5; the sixth names the king's start region (S-3.14, S-3.17, S-3.18)."""

    name: ClassVar[str] = "tiles_a"
    rule: ClassVar[str] = "S-3.14"

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        s.tile_a = list(answer[:5])
        s.king = s.ring.index(answer[5])


class TilesB(Shuffle):
    """Five B tiles in rows 1 to 5 (S-3.15); the rest follows from the list and is not kept (S-2.4)."""

    name: ClassVar[str] = "tiles_b"
    rule: ClassVar[str] = "S-3.15"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("tile_b", "tile_b")

    def count(self, s: Staufer) -> int:
        return 5

    def copies(self, s: Staufer) -> Sequence[int]:
        return s.t.b_copies

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        s.tile_b = list(answer)


class TilesC(TilesB):
    """Four C tiles in rows 1 to 4; row 5 has the final scoring (S-3.16)."""

    name: ClassVar[str] = "tiles_c"
    rule: ClassVar[str] = "S-3.16"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("tile_c", "tile_c")

    def count(self, s: Staufer) -> int:
        return 4

    def copies(self, s: Staufer) -> Sequence[int]:
        return s.t.c_copies

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        s.tile_c = [s.t.c_steps[kind] for kind in answer]


SETUP: tuple[Chance[Any], ...] = (
    DrawStarter(),
    RegionOrder(),
    PointTiles(),
    LayOutChests(),
    PrivilegeKinds(),
    DealRegionJobs(),
    DealPatternJobs(),
    DealSeatJobs(),
    TilesA(),
    TilesB(),
    TilesC(),
)
