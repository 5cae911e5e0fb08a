"""How long a request keeps the event loop busy: the time of its own steps, not of its waiting."""

from __future__ import annotations

import time
from collections.abc import Coroutine, Generator
from typing import Any


class Metered:
    """Awaits a coroutine and counts the seconds in which it, and nothing else, was running."""

    __slots__ = ("_work", "seconds")

    def __init__(self, work: Coroutine[Any, Any, None]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, None]:
        """Every step is timed; what is awaited is handed on as it is."""
        sent: Any = None
        thrown: BaseException | None = None
        while True:
            begun = time.perf_counter()
            try:
                asked = self._work.send(sent) if thrown is None else self._work.throw(thrown)
            except StopIteration:
                return
            finally:
                self.seconds += time.perf_counter() - begun
            try:
                sent, thrown = (yield asked), None
            except GeneratorExit:
                self._work.close()
                raise
            except BaseException as error:  # called off while it was waiting: that is its own affair
                sent, thrown = None, error
