"""Bots: they know asks, views and resampling, never a particular game."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Final

from pfalz.bots.base import Bot, BotError, bot_rng
from pfalz.bots.knight import Knight
from pfalz.bots.random_bot import RandomBot

__all__ = ["BOTS", "Bot", "BotError", "Knight", "RandomBot", "bot_rng", "make"]

BOTS: Final[dict[str, Callable[[], Bot]]] = {"random": RandomBot, "knight": Knight}
"""The bots there are, by name."""


def make(name: str) -> Bot:
    """A new bot by its name; an unknown one is answered with the known ones."""
    if name not in BOTS:
        close = difflib.get_close_matches(name, BOTS, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(BOTS)}"
        raise BotError(f"there is no bot {name!r}; {hint}")
    return BOTS[name]()
