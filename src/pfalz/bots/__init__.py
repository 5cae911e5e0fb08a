"""Bots: they know situations, what a seat may know of a table, and never a particular game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pfalz.bots.base import Bot, BotError, Situation, bot_rng, seen_by
from pfalz.bots.knight import Knight
from pfalz.bots.random_bot import RandomBot
from pfalz.core.errors import hint

__all__ = ["BOTS", "Bot", "BotError", "Knight", "RandomBot", "Situation", "bot_rng", "make", "seen_by"]

BOTS: Final[dict[str, Callable[[], Bot]]] = {"random": RandomBot, "knight": Knight}
"""The bots there are, by name."""


def make(name: str) -> Bot:
    """A new bot by its name; an unknown one is answered with the known ones."""
    if name not in BOTS:
        raise BotError("no_bot", name=name, hint=hint(name, BOTS))
    return BOTS[name]()
