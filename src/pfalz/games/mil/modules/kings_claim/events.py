"""What the king does."""

from __future__ import annotations

from typing import Final

from pfalz.core.events import event

LAND_GIVEN_TO_KING: Final = event("land_given_to_king", seat="seat", land="land")
