"""Markup that belongs together, as it is remembered: many thousands of small things that live long.

They hold nothing but markup and what was made with it, so they are in no circle, and the garbage collector
need not look at them (`gc=False`): a tenth of the work of a server that shows tables was to look at such.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Strip(Struct, frozen=True, eq=False, gc=False):
    """Markup of a page that belongs together, in chunks: the same object while it looks the same."""

    chunks: tuple[str, ...]


class Part(Struct, frozen=True, eq=False, gc=False):
    """What was drawn when a part was drawn, and what the one who drew it was told."""

    ground: Strip | None
    pieces: Strip | None
    result: Any
