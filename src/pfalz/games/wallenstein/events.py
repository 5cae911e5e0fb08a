"""What can happen in a game of Wallenstein; modules declare their own events."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import FORCED, HEADING, NOTE, PART, PRELUDE, STEP, event
from pfalz.core.score import POINTS_SCORED

# setup
START_SEAT_DRAWN: Final = event("start_seat_drawn", seat="seat")
LINEUP_PLACED: Final = event("lineup_placed", seat="seat", counties="county*")
COUNTIES_TURNED_UP: Final = event("counties_turned_up", tells=STEP, counties="county*")
COUNTIES_EXCHANGED: Final = event("counties_exchanged", seat="seat")
COUNTY_DRAFTED: Final = event("county_drafted", seat="seat", county="county")
BLIND_DRAFTED: Final = event("blind_drafted", seat="seat", county="county")
GROUP_PLACED: Final = event("group_placed", seat="seat", county="county", armies="number")
FELL_AT_FILL: Final = event("fell_at_fill", tells=PART, colour="colour", n="number")
EVENTS_TURNED_UP: Final = event("events_turned_up", tells=STEP, events="event_card*")
# a round
ROUND_BEGUN: Final = event("round_begun", tells=HEADING, year="number", season="season")
ACTIONS_LAID_OUT: Final = event("actions_laid_out", tells=STEP, actions="action*")
TILES_LAID_OUT: Final = event("tiles_laid_out", tells=PART, tiles="tile*")
PLANS_MADE: Final = event("plans_made", tells=STEP)
EVENT_DRAWN: Final = event("event_drawn", tells=STEP, event="event_card")
BID_REVEALED: Final = event("bid_revealed", tells="auction", seat="seat", card="card", paid="number")
PLACE_TAKEN: Final = event("place_taken", seat="seat", place="place", tile="tile")
ORDER_FIXED: Final = event("order_fixed", tells=PART, seats="seat*")
ACTION_TURNED_UP: Final = event("action_turned_up", tells=STEP, action="action")
CARD_REVEALED: Final = event("card_revealed", tells=PRELUDE, seat="seat", action="action", card="card")
NO_COUNTY_PLANNED: Final = event("no_county_planned", tells=PART, rule="W-8.8", seat="seat", action="action")
# an action that is skipped (W-8.7), and why
UNPAYABLE: Final = event(
    "unpayable", rule="W-8.7", seat="seat", action="action", county="county", cost="number"
)
BUILT_ALREADY: Final = event("built_already", rule="W-9.2", seat="seat", action="action", county="county")
NO_SITE: Final = event("no_site", rule="W-9.2", seat="seat", action="action", county="county")
NO_PIECE: Final = event("no_piece", rule="W-1.7", seat="seat", action="action", county="county")
TOO_FEW_ARMIES: Final = event(
    "too_few_armies", rule="W-9.13", seat="seat", action="action", county="county", n="number"
)
ROUND_ENDED: Final = event("round_ended", tells=NOTE)
# actions
BUILT: Final = event("built", seat="seat", county="county", building="building", paid="number")
GRAIN_COLLECTED: Final = event("grain_collected", seat="seat", county="county", n="number")
TAXES_COLLECTED: Final = event("taxes_collected", seat="seat", county="county", n="number")
MARKER_PLACED: Final = event("marker_placed", tells=PART, seat="seat", county="county")
MARKER_AVERTED: Final = event("marker_averted", tells=PART, seat="seat", county="county")
MARKER_REMOVED: Final = event("marker_removed", tells=PART, county="county")
DEPLOYED: Final = event("deployed", seat="seat", county="county", n="number", paid="number")
ARMIES_MOVED: Final = event("armies_moved", seat="seat", origin="county", destination="county", n="number")
LONE_ARMY: Final = event("lone_army", tells=FORCED, rule="W-9.18", seat="seat", county="county")
NO_WAY_OUT: Final = event("no_way_out", tells=FORCED, rule="W-9.22", seat="seat", county="county")
ARMIES_STAYED: Final = event("armies_stayed", seat="seat", county="county")
# combat
ATTACKED: Final = event(
    "attacked", tells="battle", seat="seat", origin="county", destination="county", n="number"
)
REVOLT_BEGUN: Final = event("revolt_begun", tells="revolt", seat="seat", county="county", peasants="number")
CUBES_CAST: Final = event("cubes_cast", tells=PART, n="number")
CUBES_IN: Final = event("cubes_in", tells=PART, colour="colour", n="number")
CUBES_OUT: Final = event("cubes_out", tells=PART, colour="colour", n="number")
ATTACK_WON: Final = event(
    "attack_won", tells=PART, seat="seat", county="county", strength="number", against="number"
)
ATTACK_REPELLED: Final = event(
    "attack_repelled", tells=PART, seat="seat", county="county", strength="number", against="number"
)
BATTLE_TIED: Final = event(
    "battle_tied", tells=PART, seat="seat", county="county", strength="number", against="number"
)
REVOLT_WON: Final = event(
    "revolt_won", tells=PART, seat="seat", county="county", armies="number", peasants="number"
)
REVOLT_LOST: Final = event(
    "revolt_lost", tells=PART, seat="seat", county="county", armies="number", peasants="number"
)
CARD_HANDED_OVER: Final = event("card_handed_over", tells=PART, seat="seat", county="county", box="box")
COUNTY_LOST: Final = event("county_lost", tells=PART, seat="seat", county="county")
COUNTY_GAINED: Final = event("county_gained", tells=PART, seat="seat", county="county", armies="number")
COUNTY_NEUTRAL: Final = event("county_neutral", tells=PART, county="county")
# gifts of modules
THALERS_GIVEN: Final = event("thalers_given", tells=PART, seat="seat", n="number")
GRAIN_GIVEN: Final = event("grain_given", tells=PART, seat="seat", n="number")
TRAY_ARMIES_GIVEN: Final = event("tray_armies_given", tells=PART, seat="seat", n="number")
# winter and scoring
WINTER_BEGUN: Final = event("winter_begun", tells=HEADING, year="number", event="event_card", loss="number")
GRAIN_LOST: Final = event("grain_lost", tells="supply", seat="seat", n="number", left="number")
COUNTIES_UNSUPPLIED: Final = event(
    "counties_unsupplied", tells=PART, seat="seat", n="number", revolts="number"
)
REVOLTS_DRAWN: Final = event("revolts_drawn", tells=PART, seat="seat", counties="county*")
YEAR_ENDED: Final = event("year_ended", tells=PART, year="number")
EVENTS: Final = (
    *(START_SEAT_DRAWN, LINEUP_PLACED, COUNTIES_TURNED_UP, COUNTIES_EXCHANGED, COUNTY_DRAFTED, BLIND_DRAFTED),
    *(GROUP_PLACED, FELL_AT_FILL, EVENTS_TURNED_UP),
    *(ROUND_BEGUN, ACTIONS_LAID_OUT, TILES_LAID_OUT, PLANS_MADE, EVENT_DRAWN, BID_REVEALED, PLACE_TAKEN),
    *(ORDER_FIXED, ACTION_TURNED_UP, CARD_REVEALED, NO_COUNTY_PLANNED, ROUND_ENDED),
    *(UNPAYABLE, BUILT_ALREADY, NO_SITE, NO_PIECE, TOO_FEW_ARMIES),
    *(BUILT, GRAIN_COLLECTED, TAXES_COLLECTED, MARKER_PLACED, MARKER_AVERTED, MARKER_REMOVED, DEPLOYED),
    *(ARMIES_MOVED, LONE_ARMY, NO_WAY_OUT, ARMIES_STAYED),
    *(ATTACKED, REVOLT_BEGUN, CUBES_CAST, CUBES_IN, CUBES_OUT, ATTACK_WON, ATTACK_REPELLED, BATTLE_TIED),
    *(REVOLT_WON, REVOLT_LOST, CARD_HANDED_OVER, COUNTY_LOST, COUNTY_GAINED, COUNTY_NEUTRAL),
    *(THALERS_GIVEN, GRAIN_GIVEN, TRAY_ARMIES_GIVEN),
    *(WINTER_BEGUN, GRAIN_LOST, COUNTIES_UNSUPPLIED, REVOLTS_DRAWN, POINTS_SCORED, YEAR_ENDED),
)
