"""What favors and banners give: no actions, so tiles, leaders and events do not alter it (W-50.7, W-R.45)."""

from __future__ import annotations

from pfalz.games.wallenstein.events import GRAIN_GIVEN, THALERS_GIVEN, TRAY_ARMIES_GIVEN
from pfalz.games.wallenstein.state import Wallenstein


def give_thalers(s: Wallenstein, seat: int, n: int) -> None:
    """Thalers from the bank, which never runs out (W-1.9, W-R.14)."""
    s.thalers[seat] += n
    s.emit(THALERS_GIVEN, seat, n)


def give_grain(s: Wallenstein, seat: int, n: int) -> None:
    """The grain marker goes up; there is no upper end (W-1.13)."""
    s.grain[seat] += n
    s.emit(GRAIN_GIVEN, seat, n)


def give_tray_armies(s: Wallenstein, seat: int, n: int) -> None:
    """Armies from the supply into the tray, as many as there are (W-20.31, W-30.6)."""
    n = min(n, s.supply[seat])
    s.supply[seat] -= n
    s.tray[seat] += n
    s.emit(TRAY_ARMIES_GIVEN, seat, n)
