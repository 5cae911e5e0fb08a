"""What happens at court."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

COURTIERS_ARRIVED: Final = event("courtiers_arrived", seat="seat", n="number")
FAVORS_DISPLAYED: Final = event("favors_displayed", favors="favor*")
EXTRA_REVEALED: Final = event("extra_revealed", seat="seat", box="box", card="card")
COURTIERS_SENT: Final = event("courtiers_sent", seat="seat", n="number")
CONVERSION_FAILED: Final = event("conversion_failed", seat="seat", n="number")
FAVOR_TAKEN: Final = event("favor_taken", seat="seat", favor="favor", cost="number")
FAVOR_DECLINED: Final = event("favor_declined", seat="seat")
FAVOR_KEPT: Final = event("favor_kept", seat="seat", favor="favor")
FAVOR_WASTED: Final = event("favor_wasted", seat="seat", favor="favor")
EVENT_DISMISSED: Final = event("event_dismissed", seat="seat", event="event_card")
EVENT_SPARED: Final = event("event_spared", seat="seat")
COURTIERS_RETURNED: Final = event("courtiers_returned")
EVENTS: Final = (
    *(COURTIERS_ARRIVED, FAVORS_DISPLAYED, EXTRA_REVEALED, COURTIERS_SENT, CONVERSION_FAILED, FAVOR_TAKEN),
    *(FAVOR_DECLINED, FAVOR_KEPT, FAVOR_WASTED, EVENT_DISMISSED, EVENT_SPARED, COURTIERS_RETURNED),
)
