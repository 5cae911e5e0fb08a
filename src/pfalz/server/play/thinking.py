"""How long bots think: what a table was opened with, and what the host allows."""

from __future__ import annotations

from typing import Final

from pfalz.bots import AT, Prince
from pfalz.server.settings import Settings

THINKING: Final = 0.8
"""The share of its seconds in which a bot should answer; the rest is for a process that has to be started."""
OVERRUN: Final = 1.2
"""A prince may need a fifth more than its time at most: it looks at the clock between positions."""
LEAST: Final = 0.1
MOST: Final = 10.0
"""Seconds a table may give a prince for an answer."""


def most_thinking(settings: Settings) -> float:
    """The longest time a prince can have here: its answer has to come before its worker is replaced."""
    return round(min(MOST, THINKING * settings.bot_seconds / OVERRUN), 3)


def engaged(bot: str, thinking: float, settings: Settings) -> str:
    """A bot with its time to think, as workers know it; only the prince takes time."""
    if bot != Prince.name:
        return bot
    return f"{bot}{AT}{max(0.001, min(thinking, most_thinking(settings))):g}"
