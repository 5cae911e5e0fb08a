"""Region scoring (S-11) and region bonuses (S-12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Choice
from pfalz.core.state import Args, Move
from pfalz.games.staufer.chests import DrawChests, draw, take_chests
from pfalz.games.staufer.codes import PRESENCE, RANK_BONUS, REGIONS
from pfalz.games.staufer.events import (
    CHESTS_DISCARDED,
    CHESTS_TURNED_UP,
    REGION_SCORED,
    SECOND_MARKER_PLACED,
)
from pfalz.games.staufer.figures import gain
from pfalz.games.staufer.lookup import FEWEST_CHESTS, KINGS_REGION
from pfalz.games.staufer.state import EMPTY, FROM_BONUSES, FROM_PRIVILEGES, FROM_REGIONS, Staufer


def second_region(s: Staufer) -> int:
    """The region the B tile of this round names at the moment (S-11.1, S-11.2, S-17.4)."""
    condition = s.tile_b[s.round - 1]
    best = s.kings_region()
    if condition == KINGS_REGION:
        return best
    most = fit(s, condition, best)  # S-R15: from the king's region itself
    for d in range(1, REGIONS):
        region = s.ring[(s.king + d) % REGIONS]
        found = fit(s, condition, region)
        if found > most:
            most, best = found, region
    return best


def fit(s: Staufer, condition: int, region: int) -> int:
    """How well a region fits a condition that counts something: the more, the better."""
    return -chests_in(s, region) if condition == FEWEST_CHESTS else figures_in(s, region)


def chests_in(s: Staufer, region: int) -> int:
    """All chests under the seats of a region."""
    return sum([len(s.under_seat[office]) for office in s.t.region_seats[region]])


def figures_in(s: Staufer, region: int) -> int:
    """All figures on the seats of a region; two on a seat count like two seats (S-10.6)."""
    found = 0
    for office in s.t.region_seats[region]:
        if s.left[office] != EMPTY:
            found += 1 if s.right[office] == EMPTY else 2
    return found


def place_second_marker(s: Staufer) -> None:
    """The second evaluation marker goes to its region; both regions are fixed now (S-11.4)."""
    s.second_marker = second_region(s)
    s.emit(SECOND_MARKER_PLACED, s.second_marker)


def scored_regions(s: Staufer) -> list[int]:
    """First the A region, then the B region, the same one only once (S-11.3, S-11.4)."""
    first = s.tile_a[s.round - 1]
    return [first] if s.second_marker == first else [first, s.second_marker]


def ranking(s: Staufer, region: int) -> list[int]:
    """Players with figures on seats of a region, best first (S-11.5 to S-11.8).

    They are found from left to right, and sorting leaves those of equal strength in this order (S-11.7)."""
    left, right, weights, owners = s.left, s.right, s.t.strength, s.t.owners
    strength = [0] * s.t.players
    found: list[int] = []
    for office in s.t.region_seats[region]:
        figure = left[office]
        if figure == EMPTY:
            continue
        seat = owners[figure]
        if strength[seat] == 0:
            found.append(seat)
        strength[seat] += weights[figure]
        figure = right[office]
        if figure != EMPTY:
            seat = owners[figure]
            if strength[seat] == 0:
                found.append(seat)
            strength[seat] += weights[figure]
    if len(found) > 1:
        found.sort(key=strength.__getitem__, reverse=True)
    return found


def score_region(s: Staufer, region: int) -> None:
    """Points of the tile by rank, then privileges 14 and 15 (S-11.9 to S-11.11)."""
    ranks = ranking(s, region)
    s.emit(REGION_SCORED, region, *ranks)
    for rank, seat in enumerate(ranks[: s.t.scoring_ranks]):
        s.add_points(seat, rank_points(s, region)[rank], FROM_REGIONS)
    for rank, seat in enumerate(ranks):
        for points in (rank_bonus(s, seat, rank), presence_bonus(s, seat)):
            if points:
                s.add_points(seat, points, FROM_PRIVILEGES)


def rank_points(s: Staufer, region: int) -> list[int]:
    """What the point tile of a region gives every rank (S-11.9)."""
    return s.t.rank_points[s.point_tile[region]]


def rank_bonus(s: Staufer, seat: int, rank: int) -> int:
    """Privilege 14: extra points of a rank (S-10.19)."""
    return s.t.rank_bonus[rank] if rank < len(s.t.rank_bonus) and s.owns(seat, RANK_BONUS) else 0


def presence_bonus(s: Staufer, seat: int) -> int:
    """Privilege 15: extra points for being there (S-10.20)."""
    return s.t.presence if s.owns(seat, PRESENCE) else 0


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
    gain(s, seat, s.t.bonus_share[region][ranking(s, region).index(seat)], 0)


def give_points(s: Staufer, region: int, seat: int) -> None:
    """Palermo and Milano (S-12.5, S-12.6)."""
    s.add_points(seat, s.t.bonus_share[region][ranking(s, region).index(seat)], FROM_BONUSES)


class TurnUpChests(DrawChests):
    """The chests of Augsburg and Aachen (S-12.1, S-12.2)."""

    name: ClassVar[str] = "bonus_chests"
    rule: ClassVar[str] = "S-12.1"

    def count(self, s: Staufer, args: Args) -> int:
        return s.t.bonus_draw[args[-1]]

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        draw(s, answer)
        s.display = list(answer)
        s.emit(CHESTS_TURNED_UP, *answer)


def chest_takers(s: Staufer, region: int) -> list[int]:
    """Who takes a chest, in rank order, as long as there are chests."""
    return ranking(s, region)[: len(s.display)]


class ChooseChest(Choice[Staufer]):
    """One of the chests turned up; it is settled before the next player chooses (S-12.8)."""

    name: ClassVar[str] = "bonus_chest"
    rule: ClassVar[str] = "S-18.3"
    of: ClassVar[str] = "chest"
    called: ClassVar[str] = "chest"

    def values(self, s: Staufer, seat: int, args: Args) -> Sequence[int]:
        return sorted(set(s.display))

    def domain(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else self.values(s, seat, args)  # other chests are not shown at all

    def chosen(self, s: Staufer, seat: int, args: Args, value: int) -> None:
        s.display.remove(value)
        take_chests(s, seat, (value,))


def discard_display(s: Staufer, region: int) -> None:
    """What nobody took is discarded (S-12.1, S-12.2)."""
    if s.display:
        s.emit(CHESTS_DISCARDED, *s.display)
    for kind in s.display:
        s.discard_pile[kind] += 1
    s.display = []
