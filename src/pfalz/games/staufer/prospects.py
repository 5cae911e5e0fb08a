"""What a position of Die Staufer promises a seat: points already won and points in sight.

Counted are regions that will be scored (the A tiles and the king's way are known for all rounds), the seat's
job cards as the board stands, chests, privileges by the rounds left, and figures by where they are: at the
court, in a payment area the king reaches soon or late, or in the province. The weights were found by playing.
"""

from __future__ import annotations

from typing import Final

from pfalz.games.staufer.cleanup import kings_way, next_turn_order
from pfalz.games.staufer.codes import (
    ENVOY,
    NOBLE,
    REGIONS,
    SCORING_PRIVILEGES,
    members,
)
from pfalz.games.staufer.final import brown_points, most_fulfilments, seat_points
from pfalz.games.staufer.lookup import (
    BONUS_CHESTS,
    BONUS_ENVOYS,
    BROWN,
    CHEST_KINDS,
    FIRST_PLACE,
    KINGS_REGION,
    LEAVE_FIGURE,
    NUMBERS,
    PURPLE,
    SEAT_PAIRS,
    SEAT_SERIES,
    Lookup,
)
from pfalz.games.staufer.scoring import (
    presence_bonus,
    rank_bonus,
    rank_points,
    ranking,
    second_region,
)
from pfalz.games.staufer.state import EMPTY, NO_MARKER, Staufer

# weights in lists, not tuples: mypyc 2.4 takes a final tuple of floats for one that was never set
NEVER: Final = 9
GONE: Final = -1

ENVOY_VALUE: Final = 1.7
NOBLE_VALUE: Final = 2.2
PROVINCE_VALUE: Final = 0.18
WAITING: Final = 0.63
"""What a paid figure keeps of its value for every round until it returns."""
BONUS_CHEST: Final = 2.6
RIVALS: Final = 0.6
"""Share of the rivals' average that is held against a position."""
ORDER: Final = 0.1
DELAY: Final[list[float]] = [1.0, 0.5, 0.55, 0.45, 0.33]
"""How much of a region's points is counted if it is scored 0, 1, ... rounds from now."""
LIKELY: Final = 0.79
"""How likely the B region of this round stays what it is now."""
UNSETTLED: Final = 0.15
"""How much less this round's regions count at its beginning than at its end."""
JOB_HOPE: Final[list[float]] = [1.0, 0.75, 0.5, 0.5, 0.37]
"""How much of a job's present worth is counted with 0, 1, ... rounds to come."""
TURQUOISE: Final[list[float]] = [1.6, 1.5, 2.85, 3.7, 2.8]
PURPLE_VALUE: Final = 1.0
"""For every round to come, besides the point it is worth at the end."""
# fmt: off
PER_ROUND: Final[list[float]] = [
    0.0, 0.0, 1.2, 2.9, 3.5, 2.2, 2.9, 1.6, 3.0, 3.3, 2.0, 2.2, 1.3, 2.3, 2.5, 2.5, 1.5,
]
# fmt: on
"""What a privilege is worth in a round, by its number."""


TERMS: Final[tuple[str, ...]] = ("points", "regions", "jobs", "figures", "chests", "order")
"""What a position is worth to a seat is the sum of these."""


def judge(s: Staufer) -> list[list[float]]:
    """For every seat the terms of what the position is worth to it; job cards nobody knows count nothing."""
    seats = range(s.t.players)
    if not s.stack:
        return [[float(s.score(seat)), 0.0, 0.0, court_at_the_end(s, seat), 0.0, 0.0] for seat in seats]
    if not s.tile_c:
        return [[0.0] * len(TERMS) for _ in seats]
    events, returns = outlook(s)
    regions = [0.0 for _ in seats]
    for seat, share in regions_ahead(s, events):
        regions[seat] += share
    return [[float(s.score(seat)), regions[seat], *own_ahead(s, seat, events, returns)] for seat in seats]


def evaluate(s: Staufer, seat: int) -> float:
    """What a position is worth to a seat, less a part of what its rivals have and are about to get."""
    score = s.score(seat)
    if not s.stack:
        best = max([other for player, other in enumerate(s.scores()) if player != seat])
        return score - best + court_at_the_end(s, seat)
    if not s.tile_c:
        return 0.0
    events, returns = outlook(s)
    own = others = 0.0
    for player, share in regions_ahead(s, events):
        if player == seat:
            own += share
        else:
            others += share
    value = score + own - RIVALS * (sum(s.points) - score + others) / (s.t.players - 1)
    for term in own_ahead(s, seat, events, returns):
        value += term
    return value


def court_at_the_end(s: Staufer, seat: int) -> float:
    """Figures at court rank equal scores (S-16.2)."""
    return 0.01 * sum(s.court_of(seat))


def own_ahead(s: Staufer, seat: int, events: list[int], returns: list[int]) -> list[float]:
    """The terms that depend on nothing but what a seat has itself."""
    later = s.t.rounds - s.round
    turns = s.turn_track.count(seat) + s.t.turns * later
    return [
        jobs_ahead(s, seat, events, later),
        figures_ahead(s, seat, returns, turns),
        chests_ahead(s, seat, later, turns),
        order_ahead(s, seat, later),
    ]


def outlook(s: Staufer) -> tuple[list[int], list[int]]:
    """By region: rounds until it is scored, and rounds until the king returns the figures paid there."""
    round = s.round
    ring = s.ring
    events = [NEVER] * REGIONS
    returns = [NEVER] * REGIONS
    king = s.king
    for later in range(s.t.rounds - round):
        for slot in kings_way(king, s.tile_c[round - 1 + later]):
            king = slot
            region = ring[king]
            if returns[region] == NEVER:
                returns[region] = later
        row = round + later
        region = s.tile_a[row]
        if events[region] == NEVER:
            events[region] = later + 1
        if s.tile_b[row] == KINGS_REGION:
            region = ring[king]
            if events[region] == NEVER:
                events[region] = later + 1
    first = s.tile_a[round - 1]
    if s.second_marker == NO_MARKER:
        events[first] = 0
        events[second_region(s)] = 0
        return events, returns
    # the scoring goes on: what is done is done, what is pending counts in full
    events[first] = GONE
    events[s.second_marker] = GONE
    _, pending = s.items("region")
    for region in pending:
        events[region] = 0
    return events, returns


def regions_ahead(s: Staufer, events: list[int]) -> list[tuple[int, float]]:
    """What the regions will bring the seats, as the figures stand: region by region and rank by rank."""
    t = s.t
    found: list[tuple[int, float]] = []
    first = s.tile_a[s.round - 1]
    running = s.second_marker == NO_MARKER
    settled = 1.0 - UNSETTLED * len(s.turn_track) / (t.players * t.turns)
    for region in range(REGIONS):
        event = events[region]
        if event < 0 or event == NEVER:
            continue
        weight = DELAY[event]
        if event == 0 and running:
            weight = settled if region == first else LIKELY * settled
        kind = t.bonus_kind[region]
        worth = BONUS_CHEST if kind == BONUS_CHESTS else ENVOY_VALUE if kind == BONUS_ENVOYS else 1.0
        points, share = rank_points(s, region), t.bonus_share[region]
        for rank, player in enumerate(ranking(s, region)):
            gain = points[rank]
            if s.privileges[player] & SCORING_PRIVILEGES:
                gain += rank_bonus(s, player, rank) + presence_bonus(s, player)
            found.append((player, weight * (gain + worth * share[rank])))
    return found


def jobs_ahead(s: Staufer, seat: int, events: list[int], later: int) -> float:
    """The three job cards, counting figures that will still be there at the end."""
    t = s.t
    region_job, pattern_job, seat_job = s.jobs_of(seat)
    if region_job < 0 or pattern_job < 0 or seat_job < 0:
        return 0.0
    left, right, owners = s.left, s.right, t.owners
    wanted = t.job_region[region_job]
    strength = [0] * t.players
    numbers = [0] * NUMBERS
    by_slot = [0] * REGIONS
    total = 0
    for slot in range(REGIONS):
        region = s.ring[slot]
        if later and events[region] < later:  # cleared before the end (S-13.2)
            continue
        for office in t.region_seats[region]:
            for figure in (left[office], right[office]):
                if figure == EMPTY:
                    break
                player = owners[figure]
                if player == seat:
                    by_slot[slot] += 1
                    total += 1
                    numbers[t.seat_number[office]] += 1
                if region == wanted:
                    strength[player] += t.strength[figure]
    value = 0.0
    mine = strength[seat]
    if mine:
        best = second = 0
        for player in range(t.players):
            if player != seat:
                if strength[player] > best:
                    best, second = strength[player], best
                elif strength[player] > second:
                    second = strength[player]
        if mine > best:
            value += t.region_job[0]
        elif mine == best:
            value += 0.5 * (t.region_job[0] + t.region_job[1])
        elif mine >= second:
            value += t.region_job[1]
    if total:
        offsets = t.pattern_offsets[pattern_job]
        worth = t.pattern_points[pattern_job]
        done = most_fulfilments(offsets, tuple(by_slot))
        value += worth * (done + 0.2 * (total - done * len(offsets)) / len(offsets))
        points = t.seat_job_points[seat_job]
        won, begun = seat_points(t, numbers, seat_job), seats_begun(t, numbers, seat_job)
        value += points * (won // points + 0.2 * begun) if begun else won
    return value * JOB_HOPE[later]


def seats_begun(t: Lookup, numbers: list[int], job: int) -> int:
    """Figures that may become a pair or a series; the others count in full already."""
    kind = t.seat_job_kind[job]
    if kind == SEAT_PAIRS:
        return sum([count % 2 for count in numbers])
    if kind == SEAT_SERIES:
        low = min(numbers[3], numbers[4], numbers[5])
        return (numbers[3] > low) + (numbers[4] > low) + (numbers[5] > low)
    return 0


def figures_ahead(s: Staufer, seat: int, returns: list[int], turns: int) -> float:
    """Figures that can still act: at the court now, in payment areas when the king has passed."""
    if turns == 0:
        return 0.0
    t = s.t
    envoys, nobles = s.court_of(seat)
    room = 4.5 * turns
    value = ENVOY_VALUE * envoys + NOBLE_VALUE * nobles
    if envoys + nobles > room:
        value *= room / (envoys + nobles)
    if turns < 3:
        value *= 0.75
    later = t.rounds - s.round
    if later:
        fade = [0.0] * 10
        worth = WAITING
        for i in range(later):
            fade[i] = worth
            worth *= WAITING
        envoys_by_region, nobles_by_region = s.paid_by(seat, ENVOY), s.paid_by(seat, NOBLE)
        for region in range(REGIONS):
            here = envoys_by_region[region] * ENVOY_VALUE + nobles_by_region[region] * NOBLE_VALUE
            if here:
                value += here * fade[returns[region]]
        value += PROVINCE_VALUE * (s.in_province(seat, ENVOY) + s.in_province(seat, NOBLE))
    return value


def chests_ahead(s: Staufer, seat: int, later: int, turns: int) -> float:
    """Chests kept, and what privileges will still do."""
    at = seat * CHEST_KINDS
    chests = s.chests
    value = 0.0
    kept_turquoise, kept_purple = s.t.leftover
    for kind in range(FIRST_PLACE, LEAVE_FIGURE + 1):
        count = chests[at + kind]
        if count:
            worth = TURQUOISE[kind - FIRST_PLACE]
            if turns < count or (kind == LEAVE_FIGURE and later == 0):
                worth = float(kept_turquoise)
            value += count * worth
    brown = chests[at + BROWN]
    if brown:
        now, more = brown_points(s, brown), brown_points(s, brown + 1)
        value += now + 0.12 * later * (more - now)
    purple = chests[at + PURPLE]
    if purple:
        value += purple * (kept_purple + PURPLE_VALUE * later)
    owned = s.privileges[seat]
    if owned:
        rounds = turns / s.t.turns
        for number in members(owned):
            value += PER_ROUND[number] * rounds
    return value


def order_ahead(s: Staufer, seat: int, later: int) -> float:
    """A place far back in the next round's turn order."""
    if later == 0:
        return 0.0
    cost = sum([place for place, player in enumerate(next_turn_order(s)) if player == seat])
    return -ORDER * cost / s.t.players
