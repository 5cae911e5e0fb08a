"""Final scoring (S-14), job cards (S-15) and the winner (S-16)."""

from __future__ import annotations

from functools import cache

from pfalz.core.game import Outcome
from pfalz.core.score import ranked
from pfalz.games.staufer.cleanup import next_turn_order
from pfalz.games.staufer.codes import ENVOY, KINDS, NOBLE, REGIONS, figure_of, owner_of
from pfalz.games.staufer.events import JOBS_REVEALED
from pfalz.games.staufer.lookup import (
    ALL_SEATS,
    BROWN,
    FIRST_PLACE,
    LEAVE_FIGURE,
    NUMBERS,
    PURPLE,
    SEAT_PAIRS,
    SEAT_SERIES,
    Lookup,
)
from pfalz.games.staufer.scoring import ranking
from pfalz.games.staufer.state import (
    FROM_BROWN,
    FROM_LEFTOVERS,
    FROM_REGION_JOB,
    Staufer,
)


def remove_payments(s: Staufer) -> None:
    """Figures in payment areas go to the province and count no more (S-14.2, S-R26)."""
    for at, count in enumerate(s.paid):
        if count:
            s.province[at % (KINDS * s.t.players)] += count
    s.paid = [0] * len(s.paid)


def score_jobs(s: Staufer) -> None:
    """All job cards are revealed and scored (S-2.5, S-14.3)."""
    for seat in range(s.t.players):
        s.emit(JOBS_REVEALED, seat, *s.jobs_of(seat))
    for seat in range(s.t.players):
        for source, points in enumerate(job_points(s, seat), FROM_REGION_JOB):
            s.add_points(seat, points, source)


def job_points(s: Staufer, seat: int) -> tuple[int, int, int]:
    """What the three job cards of a seat are worth as the figures stand now."""
    region_job, pattern_job, seat_job = s.jobs_of(seat)
    return (
        region_points(s, seat, s.t.job_region[region_job]),
        pattern_points(s, seat, pattern_job),
        seat_points(s.t, figures_by_number(s, seat), seat_job),
    )


def region_points(s: Staufer, seat: int, region: int) -> int:
    """Majority or second place in the region of the card (S-15.2)."""
    ranks = ranking(s, region)
    if seat in ranks[:2]:
        return s.t.region_job[ranks.index(seat)]
    return 0


def figures_by_slot(s: Staufer, seat: int) -> tuple[int, ...]:
    """Own figures on seats by ring slot; a noble is one figure (S-15.1, S-15.5)."""
    return tuple(sum(owner_of(figure) == seat for _, figure in s.figures_on(region)) for region in s.ring)


def pattern_points(s: Staufer, seat: int, job: int) -> int:
    """Card value times the greatest number of fulfilments (S-15.3, S-15.4)."""
    return s.t.pattern_points[job] * most_fulfilments(s.t.pattern_offsets[job], figures_by_slot(s, seat))


@cache
def placements(offsets: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every rotation and mirror image of a pattern on the ring."""
    found = set()
    for turn in range(REGIONS):
        for sign in (1, -1):
            found.add(tuple(sorted((turn + sign * offset) % REGIONS for offset in offsets)))
    return tuple(sorted(found))


@cache
def most_fulfilments(offsets: tuple[int, ...], figures: tuple[int, ...]) -> int:
    """How often a pattern can be fulfilled if every figure is used once."""
    best = 0
    for place in placements(offsets):
        if all(figures[slot] for slot in place):
            rest = tuple(n - (slot in place) for slot, n in enumerate(figures))
            best = max(best, 1 + most_fulfilments(offsets, rest))
    return best


def figures_by_number(s: Staufer, seat: int) -> list[int]:
    """Own figures on seats by the printed number of the seat (S-15.1, S-15.10, S-15.11)."""
    counts = [0] * NUMBERS
    own = (figure_of(seat, ENVOY), figure_of(seat, NOBLE))
    for row in (s.left, s.right):
        for office, figure in enumerate(row):
            if figure in own:
                counts[s.t.seat_number[office]] += 1
    return counts


def seat_points(t: Lookup, counts: list[int], job: int) -> int:
    """Cards about seats, with so many figures on seats of each number (S-15.6 to S-15.9)."""
    kind, points = t.seat_job_kind[job], t.seat_job_points[job]
    if kind == ALL_SEATS:
        return points * sum(counts)
    if kind == SEAT_PAIRS:
        return points * sum([n // 2 for n in counts])
    if kind == SEAT_SERIES:
        return points * min(counts[3], counts[4], counts[5])
    k = counts[t.seat_job_number[job]]
    scale = t.seat_job_scale[job]
    if k == 0:
        return 0
    return scale[k - 1] if k <= len(scale) else scale[-1] + points * (k - len(scale))


def score_brown_chests(s: Staufer) -> None:
    """Brown chests by their number (S-14.4)."""
    for seat in range(s.t.players):
        s.add_points(seat, brown_points(s, s.chest_count(seat, BROWN)), FROM_BROWN)


def brown_points(s: Staufer, n: int) -> int:
    """Rows of five, the last one by its length (S-9.15)."""
    scale = s.t.brown
    rows, rest = divmod(n, len(scale))
    return rows * scale[-1] + (scale[rest - 1] if rest else 0)


def score_leftovers(s: Staufer) -> None:
    """A point for each turquoise and each purple chest left (S-14.5)."""
    turquoise, purple = s.t.leftover
    for seat in range(s.t.players):
        kept = sum(s.chest_count(seat, kind) for kind in range(FIRST_PLACE, LEAVE_FIGURE + 1))
        s.add_points(seat, turquoise * kept + purple * s.chest_count(seat, PURPLE), FROM_LEFTOVERS)


def outcome(s: Staufer) -> Outcome:
    """Places by points (S-16.1), then court figures (S-16.2), then the action tracks (S-16.3, S-16.4)."""
    tracks = next_turn_order(s)  # S-R25: always decisive
    ties = [{"court": sum(s.court_of(seat)), "tracks": tracks.index(seat) + 1} for seat in range(s.t.players)]
    return ranked(s, ties, lowest=("tracks",))


def tokens(s: Staufer, score: int) -> tuple[int, int, int]:
    """100-point tokens, 25-point tokens and the space of the score board (S-1.16)."""
    _, small, large = s.t.board
    return score // large, score % large // small, score % small
