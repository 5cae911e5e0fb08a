"""Worker processes that play games: started when there is something to do, one thread of numpy each.

Whoever learns and whoever measures in between share one crew, so that together they take as many cores as
they were given and no more.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Final, ParamSpec, TypeVar

THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

P = ParamSpec("P")
T = TypeVar("T")


class Crew:
    """So many processes, for a `with` block."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        for name in THREADS:
            os.environ[name] = "1"  # processes of the crew inherit it
        # spawned, not forked: a progress bar of the caller may hold locks in another thread
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts_to_the_caller)

    def submit(self, work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        """Have something done by the next process that is free."""
        return self._pool.submit(work, *args, **named)

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def all_cores() -> int:
    """As many processes as there are cores."""
    return os.cpu_count() or 1


def cancel(futures: list[Future[Any]]) -> None:
    """Leave undone what nobody has begun yet."""
    for future in futures:
        future.cancel()


def _leave_interrupts_to_the_caller() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
