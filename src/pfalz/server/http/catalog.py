"""The games as data: options, modules, presets and the strength of bots with their words, for API clients."""

from __future__ import annotations

from functools import cache
from typing import Any

from pfalz.bots import BOTS
from pfalz.web.setup import setup_of, shown_games
from pfalz.web.strengths import strengths_of
from pfalz.web.words import words


@cache
def games_json(language: str) -> dict[str, Any]:
    """All games in one language."""
    games = []
    for id in shown_games():
        found = setup_of(id, words(language))
        games.append(
            {
                "id": id,
                "title": found.card.title,
                "subtitle": found.card.subtitle,
                "summary": found.card.summary,
                "players": list(found.card.players),
                "options": found.options,
                "modules": found.modules,
                "presets": found.presets,
                "strengths": strengths_of(id, words(language)),
            }
        )
    return {"games": games, "bots": list(BOTS)}
