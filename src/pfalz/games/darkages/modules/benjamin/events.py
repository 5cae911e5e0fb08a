"""What happens on the travels."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

TRAVEL_LAID: Final = event("travel_laid", side="side", card="card", n="number")
REWARD_CHOSEN: Final = event("reward_chosen", side="side", reward="reward")

EVENTS: Final = (TRAVEL_LAID, REWARD_CHOSEN)
