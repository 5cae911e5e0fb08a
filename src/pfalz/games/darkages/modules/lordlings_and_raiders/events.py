"""What happens in the solo game, told so that it can be followed: card, die, choice and clause.

A turn or reaction of the lordlings is a step, and so are a horde card and an attack of the horde: what they
draw, roll and choose are its parts.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.events import PART, PRELUDE, STEP, event

LORDLINGS_SET_UP: Final = event("lordlings_set_up", tells=STEP, side="side", rulers="ruler*")
LORDLINGS_TURN: Final = event("lordlings_turn", tells=PRELUDE, side="side", discs="number")
LORDLINGS_DREW: Final = event("lordlings_drew", side="side", deed="lordling_card")
LORDLINGS_REVEALED: Final = event("lordlings_revealed", tells=PART, side="side", deed="lordling_card")
LORDLINGS_REPEATED: Final = event("lordlings_repeated", tells=PART, side="side", deed="lordling_card")
LORDLINGS_IDLE: Final = event("lordlings_idle", tells=PART, side="side", deed="lordling_card")
LORDLINGS_ACTED: Final = event("lordlings_acted", tells=PART, side="side", action="action")
LORDLINGS_PLANNED: Final = event("lordlings_planned", side="side", action="action")
LORDLINGS_TOOK: Final = event("lordlings_took", side="side", card="card", place="place")
LORDLINGS_USED: Final = event("lordlings_used", tells=PART, side="side", card="card")
LORDLINGS_SHUFFLED: Final = event("lordlings_shuffled", tells=PART, side="side")
LORDLINGS_SCORED: Final = event("lordlings_scored", tells=PART, side="side", n="number", source="source")
LORDLINGS_CHOSE: Final = event("lordlings_chose", tells=PART, side="side", area="area", purpose="purpose")
D20_ROLLED: Final = event("d20_rolled", tells=PART, n="number", purpose="purpose")
UNITS_UPGRADED: Final = event("units_upgraded", tells=PART, side="side", unit="unit", level="level")
UPGRADE_LOST: Final = event("upgrade_lost", tells=PART, side="side", unit="unit")
TARGET_SET: Final = event("target_set", tells=PART, area="area")
TARGET_BACK: Final = event("target_back", tells=PART, side="side")
HORDE_GREW: Final = event("horde_grew", tells=PART, side="side", unit="unit")
HORDE_MARKER: Final = event("horde_marker", tells=PART, side="side", look="look")
HORDE_CARD_CAME: Final = event("horde_card_came", tells=STEP, side="side", card="card")
HORDE_CARD_LEFT: Final = event("horde_card_left", tells=STEP, side="side", card="card")
HORDE_SET_OUT: Final = event("horde_set_out", tells=STEP, side="side", area="area")
HORDE_WAITS: Final = event("horde_waits", tells=PART, side="side")
HORDE_RANSOM: Final = event("horde_ransom", tells=STEP, side="side", n="number")
HORDE_ATTACKED: Final = event(
    "horde_attacked", tells=PART, side="side", area="area", n="number", markers="number"
)
HORDE_MISSING: Final = event("horde_missing", tells=PART, side="side", area="area")
HORDE_BEATEN: Final = event("horde_beaten", tells=PART, side="side")
HORDE_STAYED: Final = event("horde_stayed", tells=PART, side="side", area="area", units="troop*")
COUNTER_ATTACKED: Final = event("counter_attacked", side="side", area="area", units="troop*")
REINFORCED: Final = event("reinforced", tells=PART, side="side", n="number")

EVENTS: Final = (
    LORDLINGS_SET_UP,
    LORDLINGS_TURN,
    LORDLINGS_DREW,
    LORDLINGS_REVEALED,
    LORDLINGS_REPEATED,
    LORDLINGS_IDLE,
    LORDLINGS_ACTED,
    LORDLINGS_PLANNED,
    LORDLINGS_TOOK,
    LORDLINGS_USED,
    LORDLINGS_SHUFFLED,
    LORDLINGS_SCORED,
    LORDLINGS_CHOSE,
    D20_ROLLED,
    UNITS_UPGRADED,
    UPGRADE_LOST,
    TARGET_SET,
    TARGET_BACK,
    HORDE_GREW,
    HORDE_MARKER,
    HORDE_CARD_CAME,
    HORDE_CARD_LEFT,
    HORDE_SET_OUT,
    HORDE_WAITS,
    HORDE_RANSOM,
    HORDE_ATTACKED,
    HORDE_MISSING,
    HORDE_BEATEN,
    HORDE_STAYED,
    COUNTER_ATTACKED,
    REINFORCED,
)
