"""What can happen in Dark Ages, in the order of the rules."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import FORCED, HEADING, NOTE, PART, PRELUDE, STEP, event
from pfalz.core.score import POINTS_SCORED

# setup (section 3)
BANDS_LAID: Final = event("bands_laid", actions="action*")
START_PLAYER_DRAWN: Final = event("start_player_drawn", seat="seat")
RULER_CHOSEN: Final = event("ruler_chosen", seat="seat", ruler="ruler")
MARKERS_LAID: Final = event("markers_laid", side="side", n="number")
# the turn (section 4)
TURN_BEGUN: Final = event("turn_begun", tells=PRELUDE, seat="seat")
ACTION_CHOSEN: Final = event("action_chosen", tells=PRELUDE, seat="seat", action="action")
ACTION_REPEATED: Final = event("action_repeated", seat="seat", action="action", title="title")
CARD_DISCARDED: Final = event("card_discarded", tells=PART, side="side", card="card")
EXTRA_TURN_WON: Final = event("extra_turn_won", tells=PART, seat="seat")
EXTRA_TURN_BEGUN: Final = event("extra_turn_begun", tells=STEP, seat="seat")
# goods
GOODS_GAINED: Final = event("goods_gained", tells=PART, nil=False, side="side", bundle="bundle*")
GOODS_PAID: Final = event("goods_paid", tells=PART, nil=False, side="side", bundle="bundle*")
GOLD_AT_STAKE: Final = event("gold_at_stake", tells=NOTE, side="side")
GOLD_LACKING: Final = event("gold_lacking", tells=NOTE, side="side", n="number")
GOODS_RETURNED: Final = event("goods_returned", tells=PART, side="side", bundle="bundle*")
GOODS_SOLD: Final = event("goods_sold", tells=PART, nil=False, side="side", bundle="bundle*")
GOODS_LOST: Final = event("goods_lost", tells=PART, side="side", bundle="bundle*")
GOODS_GIVEN: Final = event("goods_given", tells=PART, side="side", receiver="side", bundle="bundle*")
# building (section 5)
CITY_BUILT: Final = event("city_built", side="side", area="area")
PRODUCTION_BUILT: Final = event("production_built", side="side", area="area", resource="resource")
CHURCH_BUILT: Final = event("church_built", side="side", area="area", n="number")
FLOOR_BUILT: Final = event("floor_built", side="side", area="area", n="number")
MANOR_BUILT: Final = event("manor_built", side="side", area="area")
STORE_BUILT: Final = event("store_built", side="side", n="number")
# what cards of modules take away, or give back (DM0-8)
CULTURE_LOST: Final = event("culture_lost", tells=PART, side="side", n="number", space="number")
MANOR_RETURNED: Final = event("manor_returned", side="side", area="area")
PRODUCTION_REMOVED: Final = event("production_removed", side="side", area="area", resource="resource")
FLOOR_REMOVED: Final = event("floor_removed", side="side", area="area", n="number")
STORE_LOST: Final = event("store_lost", side="side", n="number")
NOBLES_EXHAUSTED: Final = event("nobles_exhausted", side="side", n="number")
NOBLES_RECOVERED: Final = event("nobles_recovered", side="side", n="number")
TITLES_EXHAUSTED: Final = event("titles_exhausted", side="side", titles="title*")
TITLES_READIED: Final = event("titles_readied", side="side", titles="title*")
# culture and the offer (section 6)
CARD_DRAWN: Final = event("card_drawn", tells=PART, card="card")
CARD_REVEALED: Final = event("card_revealed", tells=PART, card="card")
CARD_TAKEN: Final = event("card_taken", side="side", card="card", place="place", any_card="yesno")
CARD_RECOVERED: Final = event("card_recovered", side="side", card="card")
CARD_DROPPED: Final = event("card_dropped", tells=PART, card="card", place="place")
CULTURE_GAINED: Final = event("culture_gained", tells=PART, side="side", n="number", space="number")
RED_REACHED: Final = event("red_reached", tells=PART, side="side", space="number", gold="number")
# research (section 7)
ACHIEVEMENT_LAID: Final = event("achievement_laid", side="side", card="card")
ACHIEVEMENT_RAISED: Final = event("achievement_raised", side="side", card="card", level="level")
TECHNOLOGY_PLAYED: Final = event("technology_played", side="side", card="card", face="face")
# recruiting and marching (sections 8 and 9)
UNIT_RECRUITED: Final = event("unit_recruited", side="side", unit="unit", area="area")
UNITS_PLACED: Final = event("units_placed", side="side", area="area", units="troop*")
UNIT_DISBANDED: Final = event("unit_disbanded", side="side", unit="unit", area="area")
UNITS_MARCHED: Final = event("units_marched", side="side", start="area", end="area", units="troop*")
UNITS_REGROUPED: Final = event("units_regrouped", side="side", start="area", end="area", units="troop*")
CONTROL_GAINED: Final = event("control_gained", tells=PART, side="side", area="area")
CONTROL_LOST: Final = event("control_lost", tells=PART, side="side", area="area")
# settling, titles, epithets, relics (sections 10 to 12)
SETTLED_IN: Final = event("settled_in", side="side", area="area", units="troop*")
MANOR_REMOVED: Final = event("manor_removed", tells=PART, side="side")
TITLE_TAKEN: Final = event("title_taken", side="side", title="title", before="owner")
EPITHET_PLAYED: Final = event("epithet_played", side="side", card="card", n="number")
RELIC_PLAYED: Final = event("relic_played", side="side", card="card", area="area")
# reactions and passing (sections 13 and 14)
REACTION_DUE: Final = event("reaction_due", tells=PRELUDE, side="side", action="action")
REACTION_CHOSEN: Final = event("reaction_chosen", tells=PRELUDE, side="side", reaction="reaction")
REACTION_LOST: Final = event("reaction_lost", side="side")
NO_DISC_LEFT: Final = event("no_disc_left", tells=FORCED, rule="D-4.6", seat="seat")
NO_ACTION_LEFT: Final = event("no_action_left", tells=FORCED, rule="D-4.8", seat="seat")
PASSED: Final = event("passed", side="side")
DISCS_RETURNED: Final = event("discs_returned", tells=PART, nil=False, side="side", n="number")
PRODUCED: Final = event("produced", tells=PART, nil=False, side="side", bundle="bundle*")
# effects of cards
EFFECT_USED: Final = event("effect_used", tells=PART, side="side", power="power")
# battles (sections 15 to 17)
ATTACK_DECLARED: Final = event(
    "attack_declared", tells="battle", attacker="side", defender="side", area="area"
)
MARKER_TURNED: Final = event("marker_turned", tells=PART, side="side", area="area", look="look")
ARMIES_MET: Final = event("armies_met", tells=PART, attacker="number", defender="number")
DICE_ROLLED: Final = event(
    "dice_rolled", tells=PART, side="side", phase="phase", damage="number", dice="die*"
)
DICE_REROLLED: Final = event("dice_rerolled", tells=PART, side="side", phase="phase", dice="die*")
DAMAGE_CANCELLED: Final = event("damage_cancelled", tells=PART, side="side", n="number")
UNITS_FELL: Final = event("units_fell", tells=PART, side="side", units="troop*")
BATTLE_OVER: Final = event(
    "battle_over",
    tells=PART,
    attacker="side",
    defender="side",
    area="area",
    attack="number",
    defence="number",
    won="yesno",
)
TROPHY_TAKEN: Final = event("trophy_taken", tells=PART, side="side", look="look", n="number")
UNITS_RETREATED: Final = event("units_retreated", tells=PART, side="side", area="area")
RETREAT_IMPOSSIBLE: Final = event("retreat_impossible", tells=PART, side="side")
MANORS_LOST: Final = event("manors_lost", tells=PART, side="side", n="number", area="area")
FEUD_BEGUN: Final = event("feud_begun", tells=PART, side="side", area="area")
GOODS_PLUNDERED: Final = event("goods_plundered", tells=PART, side="side", victim="side", goods="goods")
UNITS_RETURNED: Final = event("units_returned", tells=PART, side="side", area="area")
UNIT_RECOVERED: Final = event("unit_recovered", tells=PART, side="side", unit="unit", area="area")
AREA_RAZED: Final = event("area_razed", tells=PART, side="side", area="area")
# the end (sections 18 and 19)
END_BEGUN: Final = event("end_begun", tells=HEADING, reasons="end*")
LAST_PASS: Final = event("last_pass", side="side")
SCORING_BEGUN: Final = event("scoring_begun", tells="scoring")

EVENTS: Final = (
    POINTS_SCORED,
    BANDS_LAID,
    START_PLAYER_DRAWN,
    RULER_CHOSEN,
    MARKERS_LAID,
    TURN_BEGUN,
    ACTION_CHOSEN,
    ACTION_REPEATED,
    CARD_DISCARDED,
    EXTRA_TURN_WON,
    EXTRA_TURN_BEGUN,
    GOODS_GAINED,
    GOODS_PAID,
    GOLD_AT_STAKE,
    GOLD_LACKING,
    GOODS_RETURNED,
    GOODS_SOLD,
    GOODS_LOST,
    GOODS_GIVEN,
    CITY_BUILT,
    PRODUCTION_BUILT,
    CHURCH_BUILT,
    FLOOR_BUILT,
    MANOR_BUILT,
    STORE_BUILT,
    CULTURE_LOST,
    MANOR_RETURNED,
    PRODUCTION_REMOVED,
    FLOOR_REMOVED,
    STORE_LOST,
    NOBLES_EXHAUSTED,
    NOBLES_RECOVERED,
    TITLES_EXHAUSTED,
    TITLES_READIED,
    CARD_DRAWN,
    CARD_REVEALED,
    CARD_TAKEN,
    CARD_RECOVERED,
    CARD_DROPPED,
    CULTURE_GAINED,
    RED_REACHED,
    ACHIEVEMENT_LAID,
    ACHIEVEMENT_RAISED,
    TECHNOLOGY_PLAYED,
    UNIT_RECRUITED,
    UNITS_PLACED,
    UNIT_DISBANDED,
    UNITS_MARCHED,
    UNITS_REGROUPED,
    CONTROL_GAINED,
    CONTROL_LOST,
    SETTLED_IN,
    MANOR_REMOVED,
    TITLE_TAKEN,
    EPITHET_PLAYED,
    RELIC_PLAYED,
    REACTION_DUE,
    REACTION_CHOSEN,
    REACTION_LOST,
    NO_DISC_LEFT,
    NO_ACTION_LEFT,
    PASSED,
    DISCS_RETURNED,
    PRODUCED,
    EFFECT_USED,
    ATTACK_DECLARED,
    MARKER_TURNED,
    ARMIES_MET,
    DICE_ROLLED,
    DICE_REROLLED,
    DAMAGE_CANCELLED,
    UNITS_FELL,
    BATTLE_OVER,
    TROPHY_TAKEN,
    UNITS_RETREATED,
    RETREAT_IMPOSSIBLE,
    MANORS_LOST,
    FEUD_BEGUN,
    GOODS_PLUNDERED,
    UNITS_RETURNED,
    UNIT_RECOVERED,
    AREA_RAZED,
    END_BEGUN,
    LAST_PASS,
    SCORING_BEGUN,
)
