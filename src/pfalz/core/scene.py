"""Scenes: what a battle, a revolt or an auction looks like when it is shown by itself.

A game makes a `Scene` of the events of a step and of the position after it, as one viewer may know them
(`board.SCENES`, one small function for each kind of scene); `pfalz.web` puts it on the page.
"""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.events import Event, EventKind
from pfalz.core.state import Args


class Side(NamedTuple):
    """Somebody who takes part."""

    seat: int
    """Their seat, for colour and arms; -1 for somebody without one."""
    name: str
    facts: tuple[str, ...] = ()
    """What they bring, roll, lose: a line each."""
    total: str = ""
    """What counts in the end."""
    won: bool = False


class Row(NamedTuple):
    """A line of a table."""

    seat: int
    name: str
    cells: tuple[str, ...]


class Scene(NamedTuple):
    """Both sides of something, and a table beside them."""

    sides: tuple[Side, ...] = ()
    head: tuple[str, ...] = ()
    """The headings of the table's columns, that of the names first."""
    rows: tuple[Row, ...] = ()
    outcome: str = ""


def args_of(events: list[Event], *kinds: EventKind) -> list[Args]:
    """The arguments of the events of some kinds."""
    return [args for kind, args in events if kind in kinds]
