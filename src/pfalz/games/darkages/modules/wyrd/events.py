"""What happens to Wyrd cards."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

WYRD_LAID: Final = event("wyrd_laid", card="card", place="place")
WYRD_SPARED: Final = event("wyrd_spared")
WYRD_REMOVED: Final = event("wyrd_removed", side="side")
WYRD_ACTIVE: Final = event("wyrd_active", side="side", wyrd="wyrd", n="number")
MARKER_LEFT: Final = event("wyrd_marker_left", side="side", wyrd="wyrd", n="number")
WYRDS_SPENT: Final = event("wyrds_spent")
CURSE_STRUCK: Final = event("curse_struck", side="side", wyrd="wyrd")
FATE_FULFILLED: Final = event("fate_fulfilled", side="side", fate="fate")
EVENTS: Final = (
    WYRD_LAID,
    WYRD_SPARED,
    WYRD_REMOVED,
    WYRD_ACTIVE,
    MARKER_LEFT,
    WYRDS_SPENT,
    CURSE_STRUCK,
    FATE_FULFILLED,
)
