"""What can happen in MIL, in the order of the rules. Cubes are told as a list of `5 * number + resource`."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import FORCED, HEADING, PART, PRELUDE, STEP, event
from pfalz.core.score import POINTS_SCORED

START_PLAYER_DRAWN: Final = event("start_player_drawn", seat="seat")
LAND_TURNED_UP: Final = event("land_turned_up", tells=PART, stack="stack", land="land")
ROUND_BEGUN: Final = event("round_begun", tells=HEADING, round="number", seat="seat")
CUBES_GAINED: Final = event("cubes_gained", tells=PART, nil=False, seat="seat", cubes="cubes*")
CUBES_PAID: Final = event(
    "cubes_paid", tells=PART, nil=False, said=("toll_paid", "son_acknowledged"), seat="seat", cubes="cubes*"
)
# actions (M-4)
LAND_HARVESTED: Final = event("land_harvested", knight="knight", land="land")
SOLDIER_RECRUITED: Final = event("soldier_recruited", knight="knight")
TIME_TAKEN: Final = event("time_taken", tells=PART, knight="knight", slot="place")
GROWTH_BEGUN: Final = event("growth_begun", tells=PRELUDE, knight="knight")
DIE_ROLLED: Final = event("die_rolled", tells="dice", knight="knight", face="face")
ROLL_WASTED: Final = event("roll_wasted", tells=PART, knight="knight")
DAUGHTER_BORN: Final = event("daughter_born", tells=PART, seat="seat")
HEIR_BORN: Final = event("heir_born", tells=PART, knight="knight")
SON_BORN: Final = event("son_born", tells=PART, father="knight", knight="knight")
SON_ACKNOWLEDGED: Final = event("son_acknowledged", knight="knight", payment="son_price")
KNIGHT_PLACED: Final = event("knight_placed", knight="knight", place="place")
TOLL_PAID: Final = event("toll_paid", tells=PART, seat="seat", payment="payment")
NO_KNIGHT_AT_HOME: Final = event("no_knight_at_home", tells=FORCED, rule="M-3.11", seat="seat")
SLOT_BLACKENED: Final = event("slot_blackened", seat="seat", slot="place")
TOKEN_LAID: Final = event("token_laid", seat="seat", slot="place")
# weddings (M-5)
WEDDING_BEGUN: Final = event("wedding_begun", tells="wedding", knight="knight")
DOWRY_OFFERED: Final = event("dowry_offered", tells=PART, seat="seat", cubes="cubes*")
WEDDING_TIED: Final = event("wedding_tied", tells=PART, host="seat")
DOWRY_WON: Final = event("dowry_won", tells=PART, seat="seat", host="seat")
HOST_OUTBID_ALL: Final = event("host_outbid_all", tells=PART, host="seat")
WOMAN_MARRIED: Final = event("woman_married", tells=PART, seat="seat")
CUBES_KEPT: Final = event("cubes_kept", tells=PART, seat="seat", cubes="cubes*")
# death (M-6)
KNIGHT_DIED: Final = event("knight_died", knight="knight")
HEIR_SUCCEEDED: Final = event("heir_succeeded", tells=PART, knight="knight")
RELATIVE_SUCCEEDED: Final = event("relative_succeeded", tells=PART, knight="knight")
KNIGHT_REMOVED: Final = event("knight_removed", tells=PART, knight="knight")
VASSALAGE_ENDED: Final = event("vassalage_ended", tells=PART, knight="knight", lord="seat")
# lands (M-7) and tributes (M-8)
LAND_RECEIVED: Final = event("land_received", tells=PART, knight="knight", land="land")
LAND_LOST: Final = event("land_lost", tells=PART, knight="knight", land="land")
LAND_REMOVED: Final = event("land_removed", tells=PART, land="land")
TRIBUTE_TAKEN: Final = event("tribute_taken", tells="income", seat="seat", cubes="cubes*")
LANDS_RECOVERED: Final = event("lands_recovered", tells=STEP)
LANDS_TURNED: Final = event("lands_turned", tells=STEP)
# political phase (M-9)
FAVOUR_GRANTED: Final = event("favour_granted", seat="seat", sphere="sphere")
FAVOUR_VACANT: Final = event("favour_vacant", tells=STEP, sphere="sphere")
KINGS_SOLDIERS_SENT: Final = event("kings_soldiers_sent", seat="seat", knight="knight_or_none")
ARCHBISHOP_SENT: Final = event("archbishop_sent", seat="seat", knight="knight_or_none")
# spheres (M-10 to M-14)
ACTION_WAIVED: Final = event("action_waived", knight="knight", sphere="sphere")
WOMEN_VEILED: Final = event("women_veiled", knight="knight", n="number", privileges="number")
VASSALAGE_SOUGHT: Final = event("vassalage_sought", knight="knight", target="knight")
OFFER_MADE: Final = event("offer_made", tells=PART, seat="seat", cubes="cubes*")
OFFER_ACCEPTED: Final = event("offer_accepted", tells=PART, seat="seat", target="knight")
OFFER_RAISED: Final = event("offer_raised", tells=PART, seat="seat", cubes="cubes*")
FIEF_GIVEN: Final = event("fief_given", tells=PART, knight="knight", target="knight", land="land")
VASSAL_MADE: Final = event("vassal_made", tells=PART, knight="knight", lord="seat")
PRIVILEGE_AS_MARKER: Final = event("privilege_as_marker", tells=PART, seat="seat")
CUBES_TRADED: Final = event("cubes_traded", seat="seat", exchanges="exchange*")
AUCTION_OPENED: Final = event("auction_opened", tells="auction", knight="knight")
BID_MADE: Final = event("bid_made", tells=PART, seat="seat", cubes="cubes*")
BID_PASSED: Final = event("bid_passed", tells=PART, seat="seat")
AUCTION_WON: Final = event("auction_won", tells=PART, seat="seat", cubes="cubes*")
CASTLE_BUILT: Final = event("castle_built", seat="seat", knight="knight")
FREE_LAND_CONQUERED: Final = event("free_land_conquered", knight="knight", stack="stack", land="land")
WAR_DECLARED: Final = event(
    "war_declared", tells="battle", knight="knight", target="knight", land="land_tile"
)
HELP_ASKED: Final = event("help_asked", tells=PART, knight="knight", lord="seat")
HELP_NOT_ASKED: Final = event("help_not_asked", tells=PART, knight="knight", lord="seat")
HELP_GRANTED: Final = event("help_granted", tells=PART, lord="seat", knight="knight")
HELP_REFUSED: Final = event("help_refused", tells=PART, lord="seat", knight="knight")
TROOPS_FED: Final = event("troops_fed", tells=PART, seat="seat", cubes="cubes*")
WAR_WON: Final = event(
    "war_won", tells=PART, knight="knight", target="knight", attack="number", defence="number"
)
WAR_LOST: Final = event(
    "war_lost", tells=PART, knight="knight", target="knight", attack="number", defence="number"
)
DONATION_OFFERED: Final = event("donation_offered", tells="auction", seat="seat", n="number")
DONATION_PAID: Final = event("donation_paid", tells=PART, seat="seat", n="number")
DONATION_WITHDRAWN: Final = event("donation_withdrawn", tells=PART, seat="seat", n="number")
PRIVILEGE_GAINED: Final = event("privilege_gained", tells=PART, seat="seat")
PRIVILEGE_FORGONE: Final = event("privilege_forgone", tells=PART, seat="seat")
ABBESS_SENT: Final = event("abbess_sent", seat="seat")
# winter (M-15) and the end (M-16)
WINTER_CAME: Final = event("winter_came", tells=STEP, winter="winter", face="face")
KNIGHTS_RETURNED: Final = event("knights_returned", tells=PART)
SCREEN_LIFTED: Final = event("screen_lifted", tells="scoring", seat="seat", cubes="cubes*")

EVENTS: Final = (
    START_PLAYER_DRAWN,
    LAND_TURNED_UP,
    ROUND_BEGUN,
    CUBES_GAINED,
    CUBES_PAID,
    POINTS_SCORED,
    LAND_HARVESTED,
    SOLDIER_RECRUITED,
    TIME_TAKEN,
    GROWTH_BEGUN,
    DIE_ROLLED,
    ROLL_WASTED,
    DAUGHTER_BORN,
    HEIR_BORN,
    SON_BORN,
    SON_ACKNOWLEDGED,
    KNIGHT_PLACED,
    TOLL_PAID,
    NO_KNIGHT_AT_HOME,
    SLOT_BLACKENED,
    TOKEN_LAID,
    WEDDING_BEGUN,
    DOWRY_OFFERED,
    WEDDING_TIED,
    DOWRY_WON,
    HOST_OUTBID_ALL,
    WOMAN_MARRIED,
    CUBES_KEPT,
    KNIGHT_DIED,
    HEIR_SUCCEEDED,
    RELATIVE_SUCCEEDED,
    KNIGHT_REMOVED,
    VASSALAGE_ENDED,
    LAND_RECEIVED,
    LAND_LOST,
    LAND_REMOVED,
    TRIBUTE_TAKEN,
    LANDS_RECOVERED,
    LANDS_TURNED,
    FAVOUR_GRANTED,
    FAVOUR_VACANT,
    KINGS_SOLDIERS_SENT,
    ARCHBISHOP_SENT,
    ACTION_WAIVED,
    WOMEN_VEILED,
    VASSALAGE_SOUGHT,
    OFFER_MADE,
    OFFER_ACCEPTED,
    OFFER_RAISED,
    FIEF_GIVEN,
    VASSAL_MADE,
    PRIVILEGE_AS_MARKER,
    CUBES_TRADED,
    AUCTION_OPENED,
    BID_MADE,
    BID_PASSED,
    AUCTION_WON,
    CASTLE_BUILT,
    FREE_LAND_CONQUERED,
    WAR_DECLARED,
    HELP_ASKED,
    HELP_NOT_ASKED,
    HELP_GRANTED,
    HELP_REFUSED,
    TROOPS_FED,
    WAR_WON,
    WAR_LOST,
    DONATION_OFFERED,
    DONATION_PAID,
    DONATION_WITHDRAWN,
    PRIVILEGE_GAINED,
    PRIVILEGE_FORGONE,
    ABBESS_SENT,
    WINTER_CAME,
    KNIGHTS_RETURNED,
    SCREEN_LIFTED,
)
