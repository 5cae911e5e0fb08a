"""What happens to campaign cards."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

CAMPAIGNS_DEALT: Final = event(
    "campaigns_dealt", to="seat", secret=("cards",), seat="seat", cards="campaign*"
)
CAMPAIGN_GIVEN_UP: Final = event(
    "campaign_given_up", to="seat", secret=("card",), seat="seat", card="campaign"
)
CAMPAIGN_PLAYED: Final = event("campaign_played", seat="seat", card="campaign")
CAMPAIGN_ENDED: Final = event("campaign_ended", seat="seat", card="campaign")
UNITS_WITHDREW: Final = event("units_withdrew", seat="seat", area="area")
UNITS_CUT_OFF: Final = event("units_cut_off", seat="seat", area="area")
EVENTS: Final = (
    CAMPAIGNS_DEALT,
    CAMPAIGN_GIVEN_UP,
    CAMPAIGN_PLAYED,
    CAMPAIGN_ENDED,
    UNITS_WITHDREW,
    UNITS_CUT_OFF,
)
