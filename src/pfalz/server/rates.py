"""How often somebody may ask: buckets that fill up with time, one for each kind of request and asker."""

from __future__ import annotations

import math
import time
from typing import Final

RATES: Final = {
    "read": (40.0, 240.0),
    "write": (20.0, 120.0),
    "auth": (0.2, 20.0),
    "create": (0.5, 30.0),
    "chat": (1.0, 10.0),
    "import": (0.1, 6.0),
    "mail": (1 / 1200, 3.0),
    "mails": (1 / 60, 20.0),
    "notice": (1 / 60, 40.0),
}
"""For every kind of request: how many a second, and how many at once."""
MOST_BUCKETS: Final = 50_000


class TooMany(Exception):
    """Somebody asks too often; after so many seconds they may ask again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again after {seconds} seconds")
        self.seconds = seconds


class Rates:
    """Token buckets in memory."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, kind: str, who: str) -> None:
        """Count one request; too many are refused."""
        if not self.scale:
            return
        rate, burst = RATES[kind]
        now = time.monotonic()
        left, then = self._buckets.get((kind, who), (burst * self.scale, now))
        left = min(burst * self.scale, left + (now - then) * rate * self.scale)
        if left < 1:
            raise TooMany(math.ceil((1 - left) / (rate * self.scale)))
        self._buckets[kind, who] = (left - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._sweep(now)

    def _sweep(self, now: float) -> None:
        """Forget who has waited long enough to ask freely again, and of the others the older half."""

        def waiting(kind: str, left: float, then: float) -> bool:
            rate, burst = RATES[kind]
            return left + (now - then) * rate * self.scale < burst * self.scale

        kept = [(key, found) for key, found in self._buckets.items() if waiting(key[0], *found)]
        self._buckets = dict(kept[-(MOST_BUCKETS // 2) :])
