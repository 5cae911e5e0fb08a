"""What happens to leaders and monuments."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

LEADER_PLACED: Final = event("leader_placed", seat="seat", county="county")
LEADER_MOVED: Final = event("leader_moved", seat="seat", origin="county", destination="county")
LEADER_LOST: Final = event("leader_lost", seat="seat", county="county")
MONUMENT_BUILT: Final = event("monument_built", seat="seat", county="county")
MONUMENT_CAPTURED: Final = event("monument_captured", seat="seat", owner="seat", county="county")
EVENTS: Final = (LEADER_PLACED, LEADER_MOVED, LEADER_LOST, MONUMENT_BUILT, MONUMENT_CAPTURED)
