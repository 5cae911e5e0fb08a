"""Region scoring (S-11) and region bonuses (S-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Question, Slot
from pfalz.core.state import Args, Move
from pfalz.games.staufer.chests import DrawChests, draw, take_chests
from pfalz.games.staufer.codes import PRESENCE, RANK_BONUS, kind_of, owner_of
from pfalz.games.staufer.events import (
    CHESTS_DISCARDED,
    CHESTS_TURNED_UP,
    REGION_SCORED,
    SECOND_MARKER_PLACED,
)
from pfalz.games.staufer.figures import gain
from pfalz.games.staufer.state import EMPTY, FROM_BONUSES, FROM_PRIVILEGES, FROM_REGIONS, Staufer
from pfalz.games.staufer.tables import FEWEST_CHESTS, KINGS_REGION


def second_region(s: Staufer) -> int:
    """The region the B tile of this round names at the moment (S-11.1, S-11.2, S-17.4)."""
    condition = s.tile_b[s.round - 1]
    if condition == KINGS_REGION:
        return s.kings_region()
    clockwise = [s.ring[(s.king + i) % 6] for i in range(6)]  # S-R15: from the king's region itself
    if condition == FEWEST_CHESTS:
        return min(clockwise, key=lambda region: chests_in(s, region))
    return max(clockwise, key=lambda region: len(s.figures_on(region)))


def chests_in(s: Staufer, region: int) -> int:
    """All chests under the seats of a region."""
    return sum(len(s.under_seat[office]) for office in s.t.region_seats[region])


def place_second_marker(s: Staufer) -> None:
    """The second evaluation marker goes to its region; both regions are fixed now (S-11.4)."""
    s.second_marker = second_region(s)
    s.emit(SECOND_MARKER_PLACED, s.second_marker)


def scored_regions(s: Staufer) -> list[int]:
    """First the A region, then the B region, the same one only once (S-11.3, S-11.4)."""
    first = s.tile_a[s.round - 1]
    return [first] if s.second_marker == first else [first, s.second_marker]


def ranking(s: Staufer, region: int) -> list[int]:
    """Players with figures on seats of a region, best first (S-11.5 to S-11.8)."""
    strength: dict[int, int] = {}
    leftmost: dict[int, int] = {}
    weights = s.t.strength
    for position, figure in s.figures_on(region):
        seat = owner_of(figure)
        strength[seat] = strength.get(seat, 0) + weights[kind_of(figure)]
        leftmost.setdefault(seat, position)
    return sorted(strength, key=lambda seat: (-strength[seat], leftmost[seat]))


def score_region(s: Staufer, region: int) -> None:
    """Points of the tile by rank, then privileges 14 and 15 (S-11.9 to S-11.11)."""
    ranks = ranking(s, region)
    t = s.t
    s.emit(REGION_SCORED, region, *ranks)
    tile = t.tile_points[s.point_tile[region]]
    scoring = 2 if t.players == 2 and t.second_place_scores else t.scoring_ranks  # S-17.3
    for rank, seat in enumerate(ranks[:scoring]):  # S-1.18: the numbers this side shows
        s.add_points(seat, tile[rank], FROM_REGIONS)
    for rank, seat in enumerate(ranks):
        if s.owns(seat, RANK_BONUS) and rank < len(t.rank_bonus):  # S-10.19
            s.add_points(seat, t.rank_bonus[rank], FROM_PRIVILEGES)
        if s.owns(seat, PRESENCE):  # S-10.20
            s.add_points(seat, t.presence, FROM_PRIVILEGES)


def bonus_kind(s: Staufer, region: int) -> int:
    """What kind of bonus a region gives."""
    return s.t.bonus_kind[region]


def anyone_there(s: Staufer, region: int) -> bool:
    """Whether a player takes part; otherwise there is no bonus at all (S-R23)."""
    return any(s.left[office] != EMPTY for office in s.t.region_seats[region])


def served(s: Staufer, region: int) -> list[int]:
    """Participants who get envoys or points, in rank order (S-12.3 to S-12.7, S-12.10)."""
    return ranking(s, region)[: len(s.t.bonus_amounts[region])]


def give_envoys(s: Staufer, region: int, seat: int) -> None:
    """Strasbourg and Nijmegen (S-12.3, S-12.4)."""
    gain(s, seat, s.t.bonus_amounts[region][ranking(s, region).index(seat)], 0)


def give_points(s: Staufer, region: int, seat: int) -> None:
    """Palermo and Milano (S-12.5, S-12.6)."""
    s.add_points(seat, s.t.bonus_amounts[region][ranking(s, region).index(seat)], FROM_BONUSES)


class TurnUpChests(DrawChests):
    """The chests of Augsburg and Aachen (S-12.1, S-12.2)."""

    name: ClassVar[str] = "bonus_chests"
    rule: ClassVar[str] = "S-12.1"

    def count(self, s: Staufer, args: Args) -> int:
        return s.t.bonus_draw[args[-1]]

    def answer(self, s: Staufer, seat: int, args: Args, move: Move) -> None:
        draw(s, move)
        s.display = list(move)
        s.emit(CHESTS_TURNED_UP, *move)


def chest_takers(s: Staufer, region: int) -> list[int]:
    """Who takes a chest, in rank order, as long as there are chests."""
    return ranking(s, region)[: len(s.display)]


class ChooseChest(Question[Staufer]):
    """One of the chests turned up; it is settled before the next player chooses (S-12.8)."""

    name: ClassVar[str] = "bonus_chest"
    rule: ClassVar[str] = "S-18.3"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("chest", "chest")

    def options(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else sorted(set(s.display))

    def answer(self, s: Staufer, seat: int, args: Args, move: Move) -> None:
        s.display.remove(move[0])
        take_chests(s, seat, move)


def discard_display(s: Staufer, region: int) -> None:
    """What nobody took is discarded (S-12.1, S-12.2)."""
    if s.display:
        s.emit(CHESTS_DISCARDED, *s.display)
    for kind in s.display:
        s.discard_pile[kind] += 1
    s.display = []
