"""What happens to the banners."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

BANNER_TURNED: Final = event("banner_turned", seat="seat", banner="banner")
BONUS_TAKEN: Final = event("bonus_taken", seat="seat", bonus="bonus")
BANNERS_RESET: Final = event("banners_reset")
EVENTS: Final = (BANNER_TURNED, BONUS_TAKEN, BANNERS_RESET)
