"""The state of Die Staufer.

Figures, positions and privileges are coded as codes.py tells; regions by their number in the data, ring
slots by their place on the ring of six, clockwise (S-1.7). All figures of a colour are always in one of four
places (S-1.3): `court`, `province`, `paid` (payment areas) or on a seat (`left`, `right`).
"""

from __future__ import annotations

from typing import Final

from pfalz.core.score import Scored, points_column
from pfalz.core.state import OWNER, PUBLIC, declare, number, numbers, set_of, shared, stacks, thing, upto
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
from pfalz.games.staufer.lookup import CHEST_KINDS, LEAVE_FIGURE, Lookup

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
SOURCES: Final = (
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


class Staufer(Scored):
    """Columns of a game of Die Staufer. Points are added at the moment they are earned (S-1.17)."""

    t: Lookup
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
    turn_track: list[int]
    supply_track: list[int]
    deployment_track: list[int]
    staying: list[int]
    __slots__ = tuple(__annotations__)

    # -- reading ----------------------------------------------------------------------------------

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
    round=number(PUBLIC, upto(lambda t: t.rounds, 1)),
    starter=number(PUBLIC, thing("seat")),
    ring=numbers(PUBLIC, thing("region"), per="ring_slot"),
    king=number(PUBLIC, thing("ring_slot")),
    point_tile=numbers(PUBLIC, thing("point_tile"), per="region"),
    tile_a=numbers(PUBLIC, thing("region"), most=lambda t: t.rounds),
    tile_b=numbers(PUBLIC, thing("tile_b"), most=lambda t: t.rounds),
    tile_c=numbers(PUBLIC, upto(lambda t: max(t.c_steps)), most=lambda t: t.rounds - 1),
    second_marker=number(PUBLIC, thing("region", NO_MARKER)),
    court=numbers(PUBLIC, upto(lambda t: max(t.total)), per=("seat", "figure")),
    province=numbers(PUBLIC, upto(lambda t: max(t.total)), per=("seat", "figure")),
    paid=numbers(PUBLIC, upto(lambda t: max(t.total)), per=("region", "seat", "figure")),
    left=numbers(PUBLIC, thing("owned_figure", EMPTY), per="office"),
    right=numbers(PUBLIC, thing("owned_figure", EMPTY), per="office"),
    # S-3.5, S-13.6, S-13.7: one chest at the start, and one after each round but the last
    under_seat=stacks(PUBLIC, thing("chest"), per="office", most=lambda t: t.rounds),
    under_supply=stacks(PUBLIC, thing("chest"), per="space", most=lambda t: t.rounds),
    # S-2.3: what is left is known, the order is not: it is drawn when needed
    draw_pile=numbers(PUBLIC, upto(lambda t: max(t.chest_copies)), per="chest"),
    discard_pile=numbers(PUBLIC, upto(lambda t: max(t.chest_copies)), per="chest"),
    display=numbers(PUBLIC, thing("chest"), most=lambda t: max(t.bonus_draw)),
    chests=numbers(PUBLIC, upto(lambda t: max(t.chest_copies)), per=("seat", "chest")),  # S-9.2
    privileges=numbers(PUBLIC, set_of("privilege"), per="seat"),
    piles=numbers(PUBLIC, upto(lambda t: max(t.pile_size)), per="privilege_kind"),
    jobs=numbers(OWNER, thing("job_card", NO_CARD), per=("seat", "job")),  # S-2.2
    points=points_column(),
    turn_track=numbers(PUBLIC, thing("seat"), most=lambda t: t.players * t.turns),
    supply_track=numbers(PUBLIC, thing("seat"), most=lambda t: t.players * t.turns),
    deployment_track=numbers(PUBLIC, thing("seat"), most=lambda t: t.players * t.turns),
    staying=numbers(PUBLIC, thing("standing"), most=lambda t: t.chest_copies[LEAVE_FIGURE]),
)
