"""Bots: they know situations, what a seat may know of a table, and never a particular game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pfalz.bots.base import Bot, BotError, Situation, bot_rng, seen_by
from pfalz.bots.knight import Knight, Squire
from pfalz.bots.network import Network
from pfalz.bots.page import Page
from pfalz.bots.prince import MOST_SECONDS, Prince
from pfalz.bots.random_bot import RandomBot
from pfalz.core.errors import hint

__all__ = [
    "AT",
    "BOTS",
    "OFFERED",
    "Bot",
    "BotError",
    "Knight",
    "Page",
    "Prince",
    "RandomBot",
    "Situation",
    "Squire",
    "bot_rng",
    "make",
    "seen_by",
]

BOTS: Final[dict[str, type[Bot]]] = {
    "page": Page,
    "knight": Knight,
    "prince": Prince,
    "squire": Squire,
    "random": RandomBot,
}
"""The bots there are, by name."""
OFFERED: Final = ("page", "knight", "prince")
"""Opponents for people, the weakest first; the others are for the laboratory."""
AT: Final = "@"
"""Between the name of a bot and what it plays with: `prince@0.3` thinks for 0.3 s, `knight@FILE` judges with
a network of one's own."""


def make(name: str) -> Bot:
    """A new bot by its name; an unknown one is answered with the known ones."""
    kind, _, given = name.partition(AT)
    if kind not in BOTS:
        raise BotError("no_bot", name=name, hint=hint(name, BOTS))
    if not given:
        return BOTS[kind]()
    if kind == "prince":
        try:
            seconds = float(given)
        except ValueError:
            seconds = 0.0
        if not 0.0 < seconds <= MOST_SECONDS:
            raise BotError("bot_seconds", name=name, most=MOST_SECONDS)
        return Prince(seconds)
    if kind == "knight":
        return Knight(network=Network.load(Path(given)))
    raise BotError("bot_takes_nothing", name=kind)
