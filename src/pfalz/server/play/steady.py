"""The time clocks go by: it begins as the wall clock says and then only goes on, whatever becomes of that.

The wall clock may be set, by hand or by a time server; this one never jumps. While the machine sleeps it
stands still. What lies between two runs of a server is made up for in `outage`; servers on one database go by
the time of the first (`joining`).
"""

from __future__ import annotations

import time

_behind = time.time() - time.monotonic()


def now() -> float:
    """Seconds, comparable with those of this run and, after `outage.catch_up`, with stored ones."""
    return time.monotonic() + _behind


def go_by(there: float, here: float) -> None:
    """Take over the time of another server: it was `there` when our monotonic clock said `here`."""
    global _behind
    _behind = there - here
