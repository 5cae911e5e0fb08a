"""What a position of Die Staufer promises a seat: points already won and points in sight.

Counted are regions that will be scored (the A tiles and the king's way are known for all rounds), the seat's
job cards as the board stands, chests, privileges by the rounds left, and figures by where they are: at the
court, in a payment area the king reaches soon or late, or in the province. The weights were found by playing.
"""

from __future__ import annotations

from typing import Final

from pfalz.games.staufer.final import brown_points, most_fulfilments
from pfalz.games.staufer.state import EMPTY, NO_MARKER, SOURCES, Staufer
from pfalz.games.staufer.tables import (
    ALL_SEATS,
    BONUS_CHESTS,
    BONUS_ENVOYS,
    BROWN,
    CHEST_KINDS,
    FEWEST_CHESTS,
    KINGS_REGION,
    LEAVE_FIGURE,
    PURPLE,
    SEAT_PAIRS,
    SEAT_SERIES,
)

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


def evaluate(s: Staufer, seat: int) -> float:
    """Prospects of a seat, less a part of what its rivals have and are about to get."""
    t = s.t
    n = t.players
    points = s.points
    lead = float(sum(points[seat * SOURCES : (seat + 1) * SOURCES]))
    rivals = sum(points) - lead
    if not s.stack:
        best = 0
        for other in range(n):
            if other != seat:
                best = max(best, sum(points[other * SOURCES : (other + 1) * SOURCES]))
        return lead - best + 0.01 * (s.court[2 * seat] + s.court[2 * seat + 1])
    if not s.tile_c:
        return 0.0
    events, returns = outlook(s)
    later = t.rounds - s.round
    turns = s.turn_track.count(seat) + t.turns * later
    own, others = regions_ahead(s, seat, events, later)
    value = lead + own - RIVALS * (rivals + others) / (n - 1)
    value += jobs_ahead(s, seat, events, later)
    value += figures_ahead(s, seat, returns, turns)
    value += chests_ahead(s, seat, later, turns)
    return value - order_ahead(s, seat, later)


def outlook(s: Staufer) -> tuple[list[int], list[int]]:
    """By region: rounds until it is scored, and rounds until the king returns the figures paid there."""
    round = s.round
    ring = s.ring
    events = [NEVER] * 6
    returns = [NEVER] * 6
    king = s.king
    gone = 0
    for later in range(s.t.rounds - round):
        for _ in range(s.tile_c[round - 1 + later]):
            gone += 1
            king = king + 1 if king < 5 else 0
            region = ring[king]
            if gone <= 6 and returns[region] == NEVER:
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
        region = _second(s)
        if events[region] != 0:
            events[region] = 0
        return events, returns
    # the scoring goes on: what is done is done, what is pending counts in full
    events[first] = GONE
    events[s.second_marker] = GONE
    scoring = s.rules.by_name["region"].id
    for frame in s.stack:
        if frame[0] == scoring:
            for region in frame[3][frame[1] :]:
                events[region] = 0
    return events, returns


def _second(s: Staufer) -> int:
    """The region the B tile names at the moment, without making lists."""
    condition = s.tile_b[s.round - 1]
    ring = s.ring
    king = s.king
    best = ring[king]
    if condition == KINGS_REGION:
        return best
    most = -1000
    for i in range(6):
        region = ring[king + i if king + i < 6 else king + i - 6]
        count = 0
        if condition == FEWEST_CHESTS:
            for office in s.t.region_seats[region]:
                count -= len(s.under_seat[office])
        else:
            for office in s.t.region_seats[region]:
                if s.left[office] != EMPTY:
                    count += 1
                    if s.right[office] != EMPTY:
                        count += 1
        if count > most:
            most = count
            best = region
    return best


def regions_ahead(s: Staufer, seat: int, events: list[int], later: int) -> tuple[float, float]:
    """What the regions will bring the seat, and all others together, as the figures stand."""
    t = s.t
    n = t.players
    left, right = s.left, s.right
    own = others = 0.0
    ranks = 2 if n == 2 and t.second_place_scores else t.scoring_ranks
    first = s.tile_a[s.round - 1]
    running = s.second_marker == NO_MARKER
    settled = 1.0 - UNSETTLED * len(s.turn_track) / (n * t.turns)
    for region in range(6):
        event = events[region]
        if event < 0 or event == NEVER:
            continue
        strength = [0] * n
        there = 0
        place = 64  # further left is better among equals
        for office in t.region_seats[region]:
            figure = left[office]
            if figure == EMPTY:
                continue
            place -= 1
            player = figure >> 1
            if strength[player] == 0:
                there += 1
                strength[player] = place
            strength[player] += 64 << (figure & 1)
            figure = right[office]
            if figure != EMPTY:
                place -= 1
                player = figure >> 1
                if strength[player] == 0:
                    there += 1
                    strength[player] = place
                strength[player] += 64 << (figure & 1)
        if there == 0:
            continue
        weight = DELAY[event]
        if event == 0 and running:
            weight = settled if region == first else LIKELY * settled
        tile = t.tile_points[s.point_tile[region]]
        for rank in range(there):
            best = max(strength)
            player = strength.index(best)
            strength[player] = 0
            gain = float(tile[rank]) if rank < ranks else 0.0
            owned = s.privileges[player]
            if owned & 0b1100_0000_0000_0000:
                if owned & 1 << 14 and rank < len(t.rank_bonus):
                    gain += t.rank_bonus[rank]
                if owned & 1 << 15:
                    gain += t.presence
            kind = t.bonus_kind[region]
            amounts = t.bonus_amounts[region]
            if kind == BONUS_CHESTS:
                if rank < t.bonus_draw[region]:
                    gain += BONUS_CHEST
            elif rank < len(amounts):
                gain += amounts[rank] if kind != BONUS_ENVOYS else amounts[rank] * ENVOY_VALUE
            if player == seat:
                own += weight * gain
            else:
                others += weight * gain
    return own, others


def jobs_ahead(s: Staufer, seat: int, events: list[int], later: int) -> float:
    """The three job cards, counting figures that will still be there at the end."""
    t = s.t
    region_job, pattern_job, seat_job = s.jobs[3 * seat], s.jobs[3 * seat + 1], s.jobs[3 * seat + 2]
    if region_job < 0 or pattern_job < 0 or seat_job < 0:
        return 0.0
    left, right = s.left, s.right
    wanted = t.job_region[region_job]
    mine = best = second = 0
    strength = [0] * t.players
    numbers = [0] * 10
    by_slot = [0] * 6
    total = 0
    for slot in range(6):
        region = s.ring[slot]
        if later and events[region] < later:  # cleared before the end (S-13.2)
            continue
        for office in t.region_seats[region]:
            for figure in (left[office], right[office]):
                if figure == EMPTY:
                    break
                if figure >> 1 == seat:
                    by_slot[slot] += 1
                    total += 1
                    numbers[t.seat_number[office]] += 1
                if region == wanted:
                    strength[figure >> 1] += 1 + (figure & 1)
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
        value += _seat_points(s, seat_job, numbers, total)
    return value * JOB_HOPE[later]


def _seat_points(s: Staufer, job: int, numbers: list[int], total: int) -> float:
    t = s.t
    kind, points = t.seat_job_kind[job], t.seat_job_points[job]
    if kind == ALL_SEATS:
        return float(points * total)
    if kind == SEAT_PAIRS:
        pairs = singles = 0
        for count in numbers:
            pairs += count >> 1
            singles += count & 1
        return points * (pairs + 0.2 * singles)
    if kind == SEAT_SERIES:
        low = min(numbers[3], numbers[4], numbers[5])
        more = (numbers[3] > low) + (numbers[4] > low) + (numbers[5] > low)
        return points * (low + 0.2 * more)
    k = numbers[t.seat_job_number[job]]
    if k == 0:
        return 0.0
    scale = t.seat_job_scale[job]
    return float(scale[k - 1] if k <= len(scale) else scale[-1] + points * (k - len(scale)))


def figures_ahead(s: Staufer, seat: int, returns: list[int], turns: int) -> float:
    """Figures that can still act: at the court now, in payment areas when the king has passed."""
    if turns == 0:
        return 0.0
    t = s.t
    n = t.players
    envoys, nobles = s.court[2 * seat], s.court[2 * seat + 1]
    room = 4.5 * turns
    value = ENVOY_VALUE * envoys + NOBLE_VALUE * nobles
    if envoys + nobles > room:
        value *= room / (envoys + nobles)
    if turns < 3:
        value *= 0.75
    later = t.rounds - s.round
    if later:
        at = 2 * seat
        fade = [0.0] * 10
        worth = WAITING
        for i in range(later):
            fade[i] = worth
            worth *= WAITING
        paid = s.paid
        step = 2 * n
        for region in range(6):
            here = paid[at] * ENVOY_VALUE + paid[at + 1] * NOBLE_VALUE
            if here:
                value += here * fade[returns[region]]
            at += step
        value += PROVINCE_VALUE * (s.province[2 * seat] + s.province[2 * seat + 1])
    return value


def chests_ahead(s: Staufer, seat: int, later: int, turns: int) -> float:
    """Chests kept, and what privileges will still do."""
    at = seat * CHEST_KINDS
    chests = s.chests
    value = 0.0
    for i in range(5):
        count = chests[at + 8 + i]
        if count:
            worth = TURQUOISE[i]
            if turns < count or (at + 8 + i == at + LEAVE_FIGURE and later == 0):
                worth = 1.0
            value += count * worth
    brown = chests[at + BROWN]
    if brown:
        now, more = brown_points(s, brown), brown_points(s, brown + 1)
        value += now + 0.12 * later * (more - now)
    purple = chests[at + PURPLE]
    if purple:
        value += purple * (1.0 + PURPLE_VALUE * later)
    owned = s.privileges[seat]
    if owned:
        rounds = turns / s.t.turns
        for number in range(2, 17):
            if owned >> number & 1:
                value += PER_ROUND[number] * rounds
    return value


def order_ahead(s: Staufer, seat: int, later: int) -> float:
    """A place far back in the next round's turn order."""
    if later == 0:
        return 0.0
    place = 0
    cost = 0
    for player in s.supply_track:
        if player == seat:
            cost += place
        place += 1
    for player in reversed(s.deployment_track):
        if player == seat:
            cost += place
        place += 1
    return ORDER * cost / s.t.players
