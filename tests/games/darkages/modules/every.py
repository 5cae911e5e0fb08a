"""All modules that go together with a number of players."""

from __future__ import annotations

from pfalz.catalogue import game
from pfalz.core.presets import module_sets


def every(players: int) -> tuple[str, ...]:
    """The largest set of modules for a player count."""
    return max(module_sets(game("darkages"), players), key=len)
