"""What happens on alchemist cards."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import EventKind, event

DEPOSITED: Final = event("deposited", side="side", bundle="bundle*")
EXCHANGED: Final = event("exchanged", side="side", n="number", gold="number")
EVENTS: Final[tuple[EventKind, ...]] = (DEPOSITED, EXCHANGED)
