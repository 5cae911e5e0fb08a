"""The time clocks go by: it begins as the wall clock says and then only goes on, whatever becomes of that.

The wall clock may be set, by hand or by a time server; this one never jumps. While the machine sleeps it
stands still. What lies between two runs of a server is made up for in `outage`.
"""

from __future__ import annotations

import time

_BEHIND = time.time() - time.monotonic()


def now() -> float:
    """Seconds, comparable with those of this run and, after `outage.catch_up`, with stored ones."""
    return time.monotonic() + _BEHIND
