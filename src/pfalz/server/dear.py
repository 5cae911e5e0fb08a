"""What is dear is made in a thread, out of the way of everybody else, and whoever has asked for it pays.

The gate says who pays for a request (`paid_by`); what bots and clocks do is paid by nobody. Work that fails,
or that nobody waits for any more, costs as much as any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import thread_time
from typing import TypeVar

T = TypeVar("T")
Charge = Callable[[float], None]
"""Told how many seconds something has taken."""
_PAYS: ContextVar[Charge | None] = ContextVar("pays", default=None)


@contextmanager
def paid_by(charge: Charge | None) -> Iterator[None]:
    """Whatever is asked for meanwhile, here and in what begins here, is charged there."""
    before = _PAYS.set(charge)
    try:
        yield
    finally:
        _PAYS.reset(before)


def who_pays() -> Charge:
    """Whom what is done here is charged to, for work that is done for them later."""
    charge = _PAYS.get()
    return charge if charge is not None else lambda seconds: None


async def elsewhere(work: Callable[[], T]) -> T:
    """Do something in a thread; the processor time it takes is charged."""
    charge, spent = _PAYS.get(), 0.0

    def timed() -> T:
        nonlocal spent
        begun = thread_time()
        try:
            return work()
        finally:
            spent = thread_time() - begun

    try:
        return await asyncio.to_thread(timed)
    finally:
        if charge is not None:
            charge(spent)
