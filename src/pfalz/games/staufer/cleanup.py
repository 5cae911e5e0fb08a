"""Clean-up after rounds 1 to 4 (S-13): seats, chests, king, round tiles, turn order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Question, Slot
from pfalz.core.state import Args, Move
from pfalz.games.staufer.chests import DrawChests, draw
from pfalz.games.staufer.codes import (
    ENVOY,
    HOMECOMING,
    LEFT,
    NOBLE,
    REGIONS,
    RIGHT,
    figure_of,
    kind_of,
    office_of,
    owner_of,
    position_of,
)
from pfalz.games.staufer.events import (
    CHESTS_REFILLED,
    FIGURE_LEFT,
    KING_MOVED,
    PAYMENT_RETURNED,
    ROUND_BEGUN,
    SEATS_CLEARED,
    TURN_ORDER_SET,
)
from pfalz.games.staufer.lookup import CHEST_KINDS, LEAVE_FIGURE
from pfalz.games.staufer.scoring import scored_regions
from pfalz.games.staufer.state import EMPTY, NO_MARKER, Staufer

ENOUGH: Final = -2
"""Answer that leaves no further figure; all others are positions of figures."""


def is_not_last_round(s: Staufer) -> bool:
    """Round 5 has no clean-up (S-4.1), so no figure is left or comes home (S-R24)."""
    return s.round < s.t.rounds


def clockwise_from_starter(s: Staufer) -> list[int]:
    """All seats clockwise from the start player of the game (S-13.4)."""
    n = s.t.players
    return [(s.starter + i) % n for i in range(n)]


class LeaveFigures(Question[Staufer]):
    """Own figures that stay in scored regions, one for each chest (S-9.13, S-13.4, S-18.4, S-P3)."""

    name: ClassVar[str] = "leave"
    rule: ClassVar[str] = "S-13.4"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("leave", "standing_or_enough")

    def options(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) >= s.chests[seat * CHEST_KINDS + LEAVE_FIGURE] or ENOUGH in prefix:
            return None
        last = prefix[-1] if prefix else -1
        own = [
            position
            for region in scored_regions(s)
            for position, figure in s.figures_on(region)
            if owner_of(figure) == seat and position > last
        ]
        own.sort()
        return [ENOUGH, *own] if own else None

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        for position in answer:
            if position != ENOUGH:
                s.discard(seat, LEAVE_FIGURE)
                s.staying.append(position)
                s.emit(FIGURE_LEFT, seat, kind_of(s.figure_at(position)), office_of(position))


def clear_seats(s: Staufer) -> None:
    """Figures leave the seats of the scored regions only (S-13.2, S-13.3), except those that stay."""
    for region in scored_regions(s):
        for office in s.t.region_seats[region]:
            stays = []
            for place, figure in ((LEFT, s.left[office]), (RIGHT, s.right[office])):
                if figure == EMPTY:
                    continue
                if s.staying and position_of(office, place) in s.staying:
                    stays.append(figure)
                elif s.owns(owner_of(figure), HOMECOMING):  # S-10.18
                    s.court[figure] += 1
                else:
                    s.province[figure] += 1
            s.left[office] = stays[0] if stays else EMPTY  # S-13.5
            s.right[office] = stays[1] if len(stays) > 1 else EMPTY
        s.emit(SEATS_CLEARED, region)
    s.staying = []


class Refill(DrawChests):
    """A chest under every seat of the scored regions, then under every supply space (S-13.6 to S-13.8).

    Whether a figure was left on the seat plays no part (S-R22); the order is fixed (S-R30)."""

    name: ClassVar[str] = "refill"
    rule: ClassVar[str] = "S-13.6"

    def count(self, s: Staufer, args: Args) -> int:
        return sum(len(s.t.region_seats[region]) for region in scored_regions(s)) + s.t.spaces

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        draw(s, answer)
        offices = [office for region in scored_regions(s) for office in s.t.region_seats[region]]
        for office, kind in zip(offices, answer, strict=False):
            s.under_seat[office] = (*s.under_seat[office], kind)
        for space, kind in enumerate(answer[len(offices) :]):
            s.under_supply[space] = (*s.under_supply[space], kind)
        s.emit(CHESTS_REFILLED, len(answer))


def kings_way(king: int, steps: int) -> list[int]:
    """The slots the king enters, clockwise (S-13.9)."""
    return [(king + i) % REGIONS for i in range(1, steps + 1)]


def move_king(s: Staufer) -> None:
    """The king moves clockwise; payment areas of regions he enters are cleared (S-13.9 to S-13.11)."""
    steps = s.tile_c[s.round - 1]
    entered = kings_way(s.king, steps)
    s.king = entered[-1]
    s.emit(KING_MOVED, s.kings_region(), steps)
    for slot in entered:
        region = s.ring[slot]
        for seat in range(s.t.players):
            envoys, nobles = s.paid_at(region, seat, ENVOY), s.paid_at(region, seat, NOBLE)
            if envoys or nobles:
                for kind, count in ((ENVOY, envoys), (NOBLE, nobles)):
                    s.court[figure_of(seat, kind)] += count
                    s.paid[s.payment(region, seat, kind)] = 0
                s.emit(PAYMENT_RETURNED, seat, region, envoys, nobles)


def remove_round_tiles(s: Staufer) -> None:
    """The next row counts; the second marker goes back above the B column (S-13.12)."""
    s.round += 1
    s.second_marker = NO_MARKER


def next_turn_order(s: Staufer) -> list[int]:
    """Supply track from the top, then the deployment track from the top (S-13.13)."""
    return s.supply_track + s.deployment_track[::-1]


def set_turn_order(s: Staufer) -> None:
    """The order in which the tracks stand (S-13.13)."""
    s.turn_track = next_turn_order(s)
    s.supply_track = []
    s.deployment_track = []
    s.emit(TURN_ORDER_SET, *s.turn_track)


def announce_round(s: Staufer) -> None:
    """Say what this round will score."""
    s.emit(ROUND_BEGUN, s.round, s.tile_a[s.round - 1], s.tile_b[s.round - 1])
