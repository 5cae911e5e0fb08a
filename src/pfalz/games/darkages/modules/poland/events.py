"""What happens with Poland."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

POLAND_OPENED: Final = event("poland_opened")
STEP_DONE: Final = event("poland_step_done", side="side", step="poland_step")
CARD_FLIPPED: Final = event("poland_flipped", side="side", card="poland_card", n="number")
CARD_REMOVED: Final = event("poland_removed", side="side", card="poland_card")
LEVY_IMPOSED: Final = event("levy_imposed", side="side", card="poland_card")
LEVY_WAIVED: Final = event("levy_waived", side="side", card="poland_card")
LEVY_PAID: Final = event("levy_paid", side="side", other="side", goods="bundle*")
BENEFIT_USED: Final = event("benefit_used", side="side", card="poland_back")
POLAND_READIED: Final = event("poland_readied", side="side", cards="poland_back*")
CHROBRY_SHUFFLED: Final = event("chrobry_shuffled", n="number")
CHROBRY_CAME: Final = event("chrobry_came", event="chrobry_event", n="number")
CHROBRY_LEFT: Final = event("chrobry_left")
EVENTS: Final = (
    POLAND_OPENED,
    STEP_DONE,
    CARD_FLIPPED,
    CARD_REMOVED,
    LEVY_IMPOSED,
    LEVY_WAIVED,
    LEVY_PAID,
    BENEFIT_USED,
    POLAND_READIED,
    CHROBRY_SHUFFLED,
    CHROBRY_CAME,
    CHROBRY_LEFT,
)
