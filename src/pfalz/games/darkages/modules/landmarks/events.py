"""What happens to landmarks."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event
from pfalz.games.darkages.kinds import HELD_CARD

LANDMARK_BUILT: Final = event("landmark_built", side="side", card=HELD_CARD, area="area")
LANDMARK_GAINED: Final = event("landmark_gained", side="side", card="card", area="area")
LANDMARK_LOST: Final = event("landmark_lost", side="side", card="card", area="area")
LANDMARK_RAZED: Final = event("landmark_razed", side="side", card="card", area="area")

EVENTS: Final = (LANDMARK_BUILT, LANDMARK_GAINED, LANDMARK_LOST, LANDMARK_RAZED)
