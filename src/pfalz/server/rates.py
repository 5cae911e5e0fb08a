"""How often somebody may ask: buckets that fill up with time, one for each kind of request and asker.

An asker who is a network of IPv6 is one of 65,536 that its site may have: the site has a larger bucket too.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import time
from functools import lru_cache
from typing import Final

from pfalz.server.journal import note

RATES: Final = {
    "read": (40.0, 240.0),
    "write": (20.0, 120.0),
    "auth": (0.2, 20.0),
    "create": (0.5, 30.0),
    "guess": (1 / 300, 10.0),
    "chat": (1.0, 10.0),
    "creates": (1.0, 60.0),
    "commitments": (1.0, 60.0),
    "import": (0.1, 6.0),
    "imports": (0.2, 12.0),
    "stored": (200.0, 16.0 * 1024 * 1024),
    "mail": (1 / 1200, 3.0),
    "forgotten": (1 / 1200, 3.0),
    "mails": (1 / 60, 20.0),
    "notice": (1 / 60, 40.0),
    "work": (0.2, 2.0),
    "hint": (0.25, 20.0),
    "hints": (0.5, 60.0),
    "analysis": (0.1, 120.0),
    "analyses": (0.2, 300.0),
}
"""For every kind of request: how many a second, and how many at once; of `work`, `hint(s)`, `analysis` and
`analyses` seconds, of what is `stored` for good bytes. `creates`, `commitments`, `imports`, `stored`, `hints`
and `analyses` are counted by address: guests are free."""
NETWORK: Final = "/64"
"""How an asker ends who is a network of IPv6."""
SITE: Final = "/48"
"""How the site ends that it belongs to."""
WIDER: Final = 16
"""So many times as much as one of its networks a site may ask."""
MOST_BUCKETS: Final = 50_000
TOLD_EVERY: Final = 60.0
UNNAMED: Final = ("mail", "forgotten")
LOG = logging.getLogger("pfalz.limits")


class TooMany(Exception):
    """Somebody asks too often; after so many seconds they may ask again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again after {seconds} seconds")
        self.seconds = seconds


@lru_cache(maxsize=4096)
def site_of(address: str) -> str:
    """The site that an address belongs to, as the gate tells addresses: of IPv4 itself."""
    if not address.endswith(NETWORK):
        return address
    try:
        return f"{ipaddress.IPv6Network(address).supernet(new_prefix=48).network_address}{SITE}"
    except ValueError:  # something else that ends like one
        return address


def _askers(who: str) -> tuple[str, ...]:
    site = site_of(who)
    return (who,) if site == who else (who, site)


def _most(kind: str, who: str) -> tuple[float, float]:
    """How many somebody may ask a second, and at once."""
    rate, burst = RATES[kind]
    return (rate * WIDER, burst * WIDER) if who.endswith(SITE) else (rate, burst)


class Rates:
    """Token buckets in memory."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.refused: dict[str, int] = {}
        """How many of each kind have been refused."""
        self._told: dict[tuple[str, str], tuple[float, int]] = {}
        """When it was last written down that somebody asks too often, and how often since."""
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, kind: str, who: str, cost: float = 1.0) -> None:
        """Count one request, or what it costs; too many are refused."""
        if self.scale:
            now = time.monotonic()
            lefts = [(asker, self._left(kind, asker, now)) for asker in _askers(who)]
            for asker, left in lefts:
                if left < cost:
                    self._refuse(kind, asker, now)
                    raise TooMany(math.ceil((cost - left) / (_most(kind, asker)[0] * self.scale)))
            for asker, left in lefts:
                self._keep(kind, asker, left - cost, now)

    def check(self, kind: str, who: str, owing: float = 0.0) -> None:
        """Refuse somebody who owes more for what they have been charged with than they may."""
        if self.scale:
            for asker in _askers(who):
                if (kind, asker) in self._buckets:
                    now = time.monotonic()
                    left = self._left(kind, asker, now) + owing * self.scale
                    if left < 0:
                        self._refuse(kind, asker, now)
                        raise TooMany(math.ceil(-left / (_most(kind, asker)[0] * self.scale)))

    def charge(self, kind: str, who: str, cost: float) -> None:
        """Count what a request has cost; a debt never grows beyond what somebody may use at once."""
        if self.scale:
            now = time.monotonic()
            for asker in _askers(who):
                least = -_most(kind, asker)[1] * self.scale
                self._keep(kind, asker, max(least, self._left(kind, asker, now) - cost), now)

    def _refuse(self, kind: str, who: str, now: float) -> None:
        """Count a refusal, and let the host know: the first time, and then once a minute."""
        self.refused[kind] = self.refused.get(kind, 0) + 1
        at, times = self._told.get((kind, who), (-TOLD_EVERY, 0))
        if now - at >= TOLD_EVERY:
            if len(self._told) >= MOST_BUCKETS:
                self._told.clear()
            self._told[kind, who] = (now, 0)
            # whom an address of mail or a password belongs to is nobody's business
            shown = {"times": times + 1} if kind in UNNAMED else {"who": who, "times": times + 1}
            note(LOG, logging.WARNING, "too_many", kind=kind, **shown)
        else:
            self._told[kind, who] = (at, times + 1)

    def _left(self, kind: str, who: str, now: float) -> float:
        rate, burst = _most(kind, who)
        left, then = self._buckets.get((kind, who), (burst * self.scale, now))
        return min(burst * self.scale, left + (now - then) * rate * self.scale)

    def _keep(self, kind: str, who: str, left: float, now: float) -> None:
        self._buckets[kind, who] = (left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._sweep(now)

    def _sweep(self, now: float) -> None:
        """Forget who may ask freely again, and then those who have used the least of what they may.

        So a flood of askers who ask once never frees an account whose password somebody is guessing."""

        def used(item: tuple[tuple[str, str], tuple[float, float]]) -> tuple[float, float]:
            (kind, who), (_, then) = item
            burst = _most(kind, who)[1] * self.scale
            return 1.0 - self._left(kind, who, now) / burst, then

        most = sorted(self._buckets.items(), key=used, reverse=True)[: MOST_BUCKETS // 2]
        self._buckets = dict(item for item in most if used(item)[0] > 0)
