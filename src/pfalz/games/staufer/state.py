"""The state of Die Staufer, and the events that happen in it.

Figures are coded as `2 * player + kind` (kind 0 envoy, 1 noble); regions by their number in the data, ring
slots by their place on the ring of six, clockwise (S-1.7). All figures of a colour are always in one of four
places (S-1.3): `court`, `province`, `paid` (payment areas) or on a seat (`left`, `right`).
"""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event
from pfalz.core.state import OWNER, PUBLIC, State, declare, number, numbers, shared, stacks
from pfalz.games.staufer.tables import CHEST_KINDS, Tables

EMPTY: Final = -1
NO_MARKER: Final = -1
NO_CARD: Final = -1

# sources of points, for the breakdown of a score
FROM_REGIONS: Final = 0
FROM_BONUSES: Final = 1
FROM_PRIVILEGES: Final = 2
FROM_CHESTS: Final = 3
FROM_REGION_JOB: Final = 4
FROM_PATTERN_JOB: Final = 5
FROM_SEAT_JOB: Final = 6
FROM_BROWN: Final = 7
FROM_LEFTOVERS: Final = 8
SOURCES: Final = 9
SOURCE_IDS: Final = (
    "regions",
    "bonuses",
    "privileges",
    "chests",
    "region_job",
    "pattern_job",
    "seat_job",
    "brown",
    "leftovers",
)


class Staufer(State):
    """Columns of a game of Die Staufer."""

    t: Tables
    round: int
    starter: int
    ring: list[int]
    king: int
    point_tile: list[int]
    tile_a: list[int]
    tile_b: list[int]
    tile_c: list[int]
    second_marker: int
    court: list[int]
    province: list[int]
    paid: list[int]
    left: list[int]
    right: list[int]
    under_seat: list[tuple[int, ...]]
    under_supply: list[tuple[int, ...]]
    draw_pile: list[int]
    discard_pile: list[int]
    display: list[int]
    chests: list[int]
    privileges: list[int]
    piles: list[int]
    jobs: list[int]
    points: list[int]
    turn_track: list[int]
    supply_track: list[int]
    deployment_track: list[int]
    staying: list[int]

    # -- reading ----------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        """All points of a seat (S-1.17)."""
        return sum(self.points[seat * SOURCES : (seat + 1) * SOURCES])

    def owns(self, seat: int, privilege: int) -> bool:
        """Whether a seat owns the privilege with this printed number."""
        return self.privileges[seat] >> privilege & 1 == 1

    def chest_count(self, seat: int, kind: int) -> int:
        """How many chests of a kind lie before a seat."""
        return self.chests[seat * CHEST_KINDS + kind]

    def paid_at(self, region: int, seat: int, kind: int) -> int:
        """Figures of one kind a seat has in the payment area of a region."""
        return self.paid[(region * self.t.players + seat) * 2 + kind]

    def kings_region(self) -> int:
        """The region that holds the king."""
        return self.ring[self.king]

    def distance(self, region: int) -> int:
        """Clockwise steps from the king's region (S-7.5)."""
        return (self.ring.index(region) - self.king) % 6

    def figures_on(self, region: int) -> list[tuple[int, int]]:
        """(position, figure) of all figures on seats of a region, from left to right (S-11.7, S-R14).

        Two figures on a seat count like two seats (S-10.6)."""
        found = []
        for seat in self.t.region_seats[region]:
            if self.left[seat] != EMPTY:
                found.append((2 * seat, self.left[seat]))
                if self.right[seat] != EMPTY:
                    found.append((2 * seat + 1, self.right[seat]))
        return found

    # -- changing ---------------------------------------------------------------------------------

    def add_points(self, seat: int, n: int, source: int) -> None:
        """Add points at the moment they are earned (S-1.17)."""
        self.points[seat * SOURCES + source] += n
        self.emit(POINTS_SCORED, seat, n, source)

    def discard(self, seat: int, kind: int, n: int = 1) -> None:
        """Chests of a seat go to the discard pile (S-9.3)."""
        self.chests[seat * CHEST_KINDS + kind] -= n
        self.discard_pile[kind] += n


# S-2.1: all but the job cards is public
SCHEMA: Final = declare(
    Staufer,
    t=shared(),
    round=number(PUBLIC),
    starter=number(PUBLIC),
    ring=numbers(PUBLIC),
    king=number(PUBLIC),
    point_tile=numbers(PUBLIC),
    tile_a=numbers(PUBLIC),
    tile_b=numbers(PUBLIC),
    tile_c=numbers(PUBLIC),
    second_marker=number(PUBLIC),
    court=numbers(PUBLIC),
    province=numbers(PUBLIC),
    paid=numbers(PUBLIC),
    left=numbers(PUBLIC),
    right=numbers(PUBLIC),
    under_seat=stacks(PUBLIC),
    under_supply=stacks(PUBLIC),
    draw_pile=numbers(PUBLIC),  # S-2.3: what is left is known, the order is not: it is drawn when needed
    discard_pile=numbers(PUBLIC),
    display=numbers(PUBLIC),
    chests=numbers(PUBLIC),  # S-9.2
    privileges=numbers(PUBLIC),
    piles=numbers(PUBLIC),
    jobs=numbers(OWNER),  # S-2.2
    points=numbers(PUBLIC),
    turn_track=numbers(PUBLIC),
    supply_track=numbers(PUBLIC),
    deployment_track=numbers(PUBLIC),
    staying=numbers(PUBLIC),
)

START_PLAYER_DRAWN: Final = event("start_player_drawn", seat="seat")
REGIONS_LAID: Final = event("regions_laid", regions="region*")
PRIVILEGES_CHOSEN: Final = event("privileges_chosen", privileges="privilege*")
REGION_JOB_DEALT: Final = event("region_job_dealt", to="seat", secret=("job",), seat="seat", job="region_job")
PATTERN_JOB_DEALT: Final = event(
    "pattern_job_dealt", to="seat", secret=("job",), seat="seat", job="pattern_job"
)
SEAT_JOB_DEALT: Final = event("seat_job_dealt", to="seat", secret=("job",), seat="seat", job="seat_job")
ROUND_BEGUN: Final = event("round_begun", round="number", region="region", condition="tile_b")
SUPPLY_CHOSEN: Final = event("supply_chosen", seat="seat", space="space")
DEPLOYMENT_BEGUN: Final = event("deployment_begun", seat="seat")
CHEST_USED: Final = event("chest_used", seat="seat", chest="chest")
CHESTS_FROM: Final = event("chests_from", seat="seat", space="space")
FIGURE_GAINED: Final = event("figure_gained", seat="seat", figure="figure")
FIGURE_RECALLED: Final = event("figure_recalled", seat="seat", figure="figure", region="region")
GAIN_WAIVED: Final = event("gain_waived", seat="seat")
GAIN_LOST: Final = event("gain_lost", seat="seat", figure="figure")
FIGURE_PLACED: Final = event("figure_placed", seat="seat", figure="figure", office="office")
FIGURES_PAID: Final = event("figures_paid", seat="seat", envoys="number", nobles="number")
CHESTS_TAKEN: Final = event("chests_taken", seat="seat", chests="chest*")
CHESTS_TURNED_UP: Final = event("chests_turned_up", chests="chest*")
CHESTS_DISCARDED: Final = event("chests_discarded", chests="chest*")
POINTS_SCORED: Final = event("points_scored", seat="seat", n="number", source="source")
PRIVILEGE_TAKEN: Final = event("privilege_taken", seat="seat", privilege="privilege")
SECOND_MARKER_PLACED: Final = event("second_marker_placed", region="region")
REGION_SCORED: Final = event("region_scored", region="region", ranking="seat*")
FIGURE_LEFT: Final = event("figure_left", seat="seat", figure="figure", office="office")
SEATS_CLEARED: Final = event("seats_cleared", region="region")
CHESTS_REFILLED: Final = event("chests_refilled", n="number")
KING_MOVED: Final = event("king_moved", region="region", steps="number")
PAYMENT_RETURNED: Final = event(
    "payment_returned", seat="seat", region="region", envoys="number", nobles="number"
)
TURN_ORDER_SET: Final = event("turn_order_set", seats="seat*")
JOBS_REVEALED: Final = event(
    "jobs_revealed", seat="seat", region_job="region_job", pattern_job="pattern_job", seat_job="seat_job"
)
EVENTS: Final = (
    START_PLAYER_DRAWN,
    REGIONS_LAID,
    PRIVILEGES_CHOSEN,
    REGION_JOB_DEALT,
    PATTERN_JOB_DEALT,
    SEAT_JOB_DEALT,
    ROUND_BEGUN,
    SUPPLY_CHOSEN,
    DEPLOYMENT_BEGUN,
    CHEST_USED,
    CHESTS_FROM,
    FIGURE_GAINED,
    FIGURE_RECALLED,
    GAIN_WAIVED,
    GAIN_LOST,
    FIGURE_PLACED,
    FIGURES_PAID,
    CHESTS_TAKEN,
    CHESTS_TURNED_UP,
    CHESTS_DISCARDED,
    POINTS_SCORED,
    PRIVILEGE_TAKEN,
    SECOND_MARKER_PLACED,
    REGION_SCORED,
    FIGURE_LEFT,
    SEATS_CLEARED,
    CHESTS_REFILLED,
    KING_MOVED,
    PAYMENT_RETURNED,
    TURN_ORDER_SET,
    JOBS_REVEALED,
)
