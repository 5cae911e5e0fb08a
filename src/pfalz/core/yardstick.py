"""What speeds are compared with: a fixed loop, never compiled, measured in the same run.

Machines differ and are noisy; ratios to this can be compared, seconds cannot.
"""

from __future__ import annotations

import time


def calibration() -> float:
    """Rounds per second of processor time of a loop of list, int and call work that never changes."""
    cells = list(range(64))

    def turn(i: int) -> int:
        cells[i & 63] = (cells[(i * 7) & 63] + i) % 97
        return cells[i & 63]

    best = 0.0
    for _ in range(5):
        start = time.process_time()
        total = 0
        for i in range(200_000):
            total += turn(i)
        best = max(best, 200_000 / (time.process_time() - start))
    return best
