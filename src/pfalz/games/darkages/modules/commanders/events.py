"""What happens to commanders."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

COMMANDERS_LAID: Final = event("commanders_laid", commanders="commander*")
COMMANDER_HIRED: Final = event("commander_hired", seat="seat", commander="commander", area="area")
COMMANDER_RODE: Final = event("commander_rode", seat="seat", commander="commander", start="area", end="area")
COMMANDER_USED: Final = event("commander_used", seat="seat", commander="commander")
EVENTS: Final = (COMMANDERS_LAID, COMMANDER_HIRED, COMMANDER_RODE, COMMANDER_USED)
