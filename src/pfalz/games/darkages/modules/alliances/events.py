"""What happens between neighbours."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

ALLIANCES_DEALT: Final = event(
    "alliances_dealt", to="seat", secret=("cards",), seat="seat", cards="alliance*"
)
NEGOTIATION_OPENED: Final = event("negotiation_opened", seat="seat", partner="seat")
NEGOTIATION_REFUSED: Final = event("negotiation_refused", seat="seat", partner="seat")
NEGOTIATION_FAILED: Final = event("negotiation_failed", seat="seat", partner="seat")
ALLIANCE_OFFERED: Final = event(
    "alliance_offered", to="partner seat", secret=("card",), seat="seat", partner="seat", card="alliance"
)
OFFERS_DECLINED: Final = event("offers_declined", seat="seat", partner="seat")
ALLIANCE_CONCLUDED: Final = event(
    "alliance_concluded", seat="seat", partner="seat", card="alliance", given="alliance"
)
ALLIANCE_BROKEN: Final = event("alliance_broken", seat="seat", partner="seat", n="number")
EVENTS: Final = (
    ALLIANCES_DEALT,
    NEGOTIATION_OPENED,
    NEGOTIATION_REFUSED,
    NEGOTIATION_FAILED,
    ALLIANCE_OFFERED,
    OFFERS_DECLINED,
    ALLIANCE_CONCLUDED,
    ALLIANCE_BROKEN,
)
