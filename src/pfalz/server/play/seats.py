"""Who sits at a table, what they have filled in so far, and who watches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pfalz.core.ask import Ask
from pfalz.core.session import Session
from pfalz.core.state import Move


@dataclass
class Seat:
    """Who sits in a seat. A person whose seat a bot holds may come back, unless they have resigned."""

    name: str = ""
    person: str = ""
    bot: str = ""
    resigned: bool = False
    share: str = ""
    """The number they have mixed into chance when they sat down."""
    seen: float = 0.0
    """When they were last here, or have last been asked something (`steady`)."""
    noted: float = 0.0
    """What the database knows of that."""
    polled: float = 0.0
    """When they have last asked how the table stands, without watching it."""

    @property
    def free(self) -> bool:
        """Whether anybody may sit down."""
        return not self.person and not self.bot


@dataclass
class Draft:
    """What a seat has filled in of a form so far."""

    opened: int
    ask: str
    filled: Move

    def fits(self, session: Session, ask: Ask) -> bool:
        """Whether it is of the question that is open now."""
        return self.opened == session.opened and self.ask == ask.name


class Rings(Protocol):
    """Wakes somebody."""

    def set(self) -> None:
        """Wake them."""


Send = Callable[[], None]
"""Sends what has been made."""


class Watcher:
    """Somebody who is told when a table has changed; several changes may be told as one."""

    def __init__(self, person: str, changed: Rings, at_once: Callable[[], Send | None] | None = None) -> None:
        self.person = person
        self.changed = changed
        self.at_once = at_once
        """Makes what they are told, and says how to send it; None if it has to wait."""
