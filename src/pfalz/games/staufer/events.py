"""What happens in Die Staufer: the log is made of these events, and modules react to them."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import FORCED, HEADING, PART, PRELUDE, STEP, event
from pfalz.core.score import POINTS_SCORED

START_PLAYER_DRAWN: Final = event("start_player_drawn", seat="seat")
REGIONS_LAID: Final = event("regions_laid", regions="region*")
PRIVILEGES_CHOSEN: Final = event("privileges_chosen", privileges="privilege*")
REGION_JOB_DEALT: Final = event("region_job_dealt", to="seat", secret=("job",), seat="seat", job="region_job")
PATTERN_JOB_DEALT: Final = event(
    "pattern_job_dealt", to="seat", secret=("job",), seat="seat", job="pattern_job"
)
SEAT_JOB_DEALT: Final = event("seat_job_dealt", to="seat", secret=("job",), seat="seat", job="seat_job")
ROUND_BEGUN: Final = event("round_begun", tells=HEADING, round="number", region="region", condition="tile_b")
SUPPLY_CHOSEN: Final = event("supply_chosen", seat="seat", space="space")
NO_SEAT_PAYABLE: Final = event("no_seat_payable", tells=FORCED, rule="S-7.3", seat="seat")
DEPLOYMENT_BEGUN: Final = event("deployment_begun", tells=PRELUDE, seat="seat")
CHEST_USED: Final = event("chest_used", tells=PART, seat="seat", chest="chest")
CHESTS_FROM: Final = event("chests_from", tells=PART, seat="seat", space="space")
FIGURE_GAINED: Final = event("figure_gained", tells=PART, seat="seat", figure="figure")
FIGURE_RECALLED: Final = event("figure_recalled", tells=PART, seat="seat", figure="figure", region="region")
GAIN_WAIVED: Final = event("gain_waived", tells=PART, seat="seat")
GAIN_LOST: Final = event("gain_lost", tells=PART, seat="seat", figure="figure")
FIGURE_PLACED: Final = event("figure_placed", seat="seat", figure="figure", office="office")
FIGURES_PAID: Final = event(
    "figures_paid", tells=PART, nil=False, seat="seat", envoys="number", nobles="number"
)
CHESTS_TAKEN: Final = event("chests_taken", tells=PART, seat="seat", chests="chest*")
CHESTS_TURNED_UP: Final = event("chests_turned_up", tells=PART, chests="chest*")
CHESTS_DISCARDED: Final = event("chests_discarded", tells=PART, chests="chest*")
PRIVILEGE_TAKEN: Final = event("privilege_taken", seat="seat", privilege="privilege")
SECOND_MARKER_PLACED: Final = event("second_marker_placed", tells=STEP, region="region")
REGION_SCORED: Final = event("region_scored", tells="scoring", region="region", ranking="seat*")
FIGURE_LEFT: Final = event("figure_left", tells=PART, seat="seat", figure="figure", office="office")
SEATS_CLEARED: Final = event("seats_cleared", tells=PART, region="region")
CHESTS_REFILLED: Final = event("chests_refilled", tells=STEP, n="number")
KING_MOVED: Final = event("king_moved", tells=STEP, region="region", steps="number")
PAYMENT_RETURNED: Final = event(
    "payment_returned", tells=PART, seat="seat", region="region", envoys="number", nobles="number"
)
TURN_ORDER_SET: Final = event("turn_order_set", tells=PART, seats="seat*")
JOBS_REVEALED: Final = event(
    "jobs_revealed",
    tells="scoring",
    seat="seat",
    region_job="region_job",
    pattern_job="pattern_job",
    seat_job="seat_job",
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
    NO_SEAT_PAYABLE,
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
