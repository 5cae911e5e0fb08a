"""Difficulties of the solo game that have a name: some of the ten options, which combine freely (DM1-10)."""

from __future__ import annotations

from typing import Final

EASY: Final = ("easy_cities", "easy_achievements")
HARD: Final = (
    "hard_deck",
    "hard_titles",
    "hard_culture",
    "hard_red",
    "hard_cards",
    "hard_attack",
    "hard_trophies",
    "hard_magyars",
)
DIFFICULTIES: Final[dict[str, tuple[str, ...]]] = {
    "normal": (),
    "easy": EASY,
    "hard": ("hard_deck", "hard_titles", "hard_culture", "hard_cards"),
    "hardest": HARD,
}
"""A first game is a normal one, so it comes first."""
