"""The state of Die Staufer.

Figures, positions and privileges are coded as codes.py tells; regions by their number in the data, ring
slots by their place on the ring of six, clockwise (S-1.7). All figures of a colour are always in one of four
places (S-1.3): `court`, `province`, `paid` (payment areas) or on a seat (`left`, `right`).
"""

from __future__ import annotations

from typing import Final

from pfalz.core.state import OWNER, PUBLIC, State, declare, number, numbers, shared, stacks
from pfalz.games.staufer.codes import (
    ENVOY,
    JOBS,
    KINDS,
    LEFT,
    NOBLE,
    REGIONS,
    RIGHT,
    office_of,
    place_of,
    position_of,
)
from pfalz.games.staufer.events import POINTS_SCORED
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

    def at_court(self, seat: int, kind: int) -> int:
        """Figures of one kind at the court of a seat."""
        return self.court[KINDS * seat + kind]

    def court_of(self, seat: int) -> tuple[int, int]:
        """Envoys and nobles at the court of a seat."""
        at = KINDS * seat
        return self.court[at + ENVOY], self.court[at + NOBLE]

    def in_province(self, seat: int, kind: int) -> int:
        """Figures of one kind a seat has in the province."""
        return self.province[KINDS * seat + kind]

    def chest_count(self, seat: int, kind: int) -> int:
        """How many chests of a kind lie before a seat."""
        return self.chests[seat * CHEST_KINDS + kind]

    def paid_at(self, region: int, seat: int, kind: int) -> int:
        """Figures of one kind a seat has in the payment area of a region."""
        return self.paid[(region * self.t.players + seat) * KINDS + kind]

    def paid_by(self, seat: int, kind: int) -> list[int]:
        """Figures of one kind a seat has in payment areas, by region."""
        return self.paid[KINDS * seat + kind :: KINDS * self.t.players]

    def payment(self, region: int, seat: int, kind: int) -> int:
        """Where `paid` counts the figures of one kind a seat has in a payment area."""
        return (region * self.t.players + seat) * KINDS + kind

    def jobs_of(self, seat: int) -> list[int]:
        """The three job cards of a seat."""
        return self.jobs[JOBS * seat : JOBS * (seat + 1)]

    def kings_region(self) -> int:
        """The region that holds the king."""
        return self.ring[self.king]

    def distance(self, region: int) -> int:
        """Clockwise steps from the king's region (S-7.5)."""
        return (self.ring.index(region) - self.king) % REGIONS

    def figures_on(self, region: int) -> list[tuple[int, int]]:
        """(position, figure) of all figures on seats of a region, from left to right (S-11.7, S-R14).

        Two figures on a seat count like two seats (S-10.6)."""
        found = []
        for office in self.t.region_seats[region]:
            if self.left[office] != EMPTY:
                found.append((position_of(office, LEFT), self.left[office]))
                if self.right[office] != EMPTY:
                    found.append((position_of(office, RIGHT), self.right[office]))
        return found

    def figure_at(self, position: int) -> int:
        """The figure at a position, or nobody."""
        row = self.left if place_of(position) == LEFT else self.right
        return row[office_of(position)]

    # -- changing ---------------------------------------------------------------------------------

    def add_points(self, seat: int, n: int, source: int) -> None:
        """Add points at the moment they are earned (S-1.17)."""
        self.points[seat * SOURCES + source] += n
        self.emit(POINTS_SCORED, seat, n, source)

    def grant(self, seat: int, privilege: int) -> None:
        """A privilege goes from the display to a seat (S-9.16)."""
        self.privileges[seat] |= 1 << privilege
        self.piles[privilege - 1] -= 1

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
