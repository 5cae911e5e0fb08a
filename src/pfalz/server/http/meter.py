"""How long a request keeps the event loop busy: the time of its own steps, not of its waiting."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from time import thread_time
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
WORTH: Final = 0.001
"""Seconds that are charged at once; less is added up."""


class Debt:
    """Adds up what somebody's work takes, and charges it as it comes to something."""

    __slots__ = ("_charge", "_due")

    def __init__(self, charge: Callable[[float], None]) -> None:
        self._charge = charge
        self._due = 0.0

    def add(self, seconds: float) -> None:
        """Some more work."""
        self._due += seconds
        if self._due >= WORTH:
            self.pay()

    def pay(self) -> None:
        """Charge what is left."""
        self._charge(self._due)
        self._due = 0.0


class Metered(Generic[T]):
    """Awaits a coroutine, counts the processor seconds of its own steps, and charges them.

    They are charged as they pass: a stream of hours does not leave its debts to the next page."""

    __slots__ = ("_debt", "_work", "seconds")

    def __init__(self, work: Coroutine[Any, Any, T], charge: Callable[[float], None]) -> None:
        self._work = work
        self._debt = Debt(charge)
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        """Every step is timed; what is awaited is handed on as it is."""
        sent: Any = None
        thrown: BaseException | None = None
        try:
            while True:
                begun = thread_time()
                try:
                    asked = self._work.send(sent) if thrown is None else self._work.throw(thrown)
                except StopIteration as done:
                    found: T = done.value
                    return found
                finally:
                    self._count(thread_time() - begun)
                try:
                    sent, thrown = (yield asked), None
                except GeneratorExit:
                    self._work.close()
                    raise
                except BaseException as error:  # called off while it was waiting: that is its own affair
                    sent, thrown = None, error
        finally:
            self._debt.pay()

    def _count(self, seconds: float) -> None:
        self.seconds += seconds
        self._debt.add(seconds)
