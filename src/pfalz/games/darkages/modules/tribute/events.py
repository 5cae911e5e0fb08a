"""What happens between patrons and tributaries."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import EventKind, event

TRIBUTARY_MADE: Final = event("tributary_made", patron="side", side="side")
MARKER_RETURNED: Final = event("marker_returned", patron="side", side="side")
RANSOM_PAID: Final = event("ransom_paid", side="side", patron="side", n="number")
TRIBUTE_GIVEN: Final = event("tribute_given", side="side", patron="side", bundle="bundle*")
EVENTS: Final[tuple[EventKind, ...]] = (TRIBUTARY_MADE, MARKER_RETURNED, RANSOM_PAID, TRIBUTE_GIVEN)
