"""What happens with battle cards and war markers."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

BATTLE_CARDS_DEALT: Final = event(
    "battle_cards_dealt", seat="seat", cards="battle_card*", to="seat", secret=("cards",)
)
BATTLE_CARD_KEPT: Final = event(
    "battle_card_kept", seat="seat", card="battle_card", to="seat", secret=("card",)
)
BATTLE_CARD_PLAYED: Final = event("battle_card_played", seat="seat", card="battle_card")
BATTLE_CARD_FOLLOWED: Final = event(
    "battle_card_followed", seat="seat", card="battle_card", place="card_place"
)
BATTLE_CARDS_RECOVERED: Final = event("battle_cards_recovered", seat="seat", n="number")
UNITS_PURSUED: Final = event("units_pursued", side="side", victim="side", units="troop*")
WAR_MARKER_TAKEN: Final = event("war_marker_taken", seat="seat", n="number", left="number")
EVENTS: Final = (
    BATTLE_CARDS_DEALT,
    BATTLE_CARD_KEPT,
    BATTLE_CARD_PLAYED,
    BATTLE_CARD_FOLLOWED,
    BATTLE_CARDS_RECOVERED,
    UNITS_PURSUED,
    WAR_MARKER_TAKEN,
)
