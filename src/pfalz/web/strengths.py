"""What to expect of the opponents a seat can be given: for each game and player count, in words.

Whether knights and princes have learned a game, and how often that wins, comes from `bots/strength.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pfalz import catalogue
from pfalz.bots import OFFERED
from pfalz.bots.strength import Learned, learned_of
from pfalz.web.words import Words

GAMES = 64
"""Games and languages whose words are kept."""


@dataclass(frozen=True)
class Strength:
    """One kind of opponent at a table of so many players, and what to expect of it."""

    players: int
    bot: str
    text: str
    learned: int
    """So many games against itself it has learned from; 0 where it goes by the game's own judgement."""
    wins: float | None
    """Its share of wins where all others go by the game's own judgement, if that was measured."""
    par: float | None
    """The share that would be even."""


@lru_cache(GAMES)
def strengths_of(game: str, t: Words) -> list[Strength]:
    """The opponents a game offers, the weakest first, for each player count that has any."""
    counts = [players for players in catalogue.game(game).counts() if players > 1]
    return [_strength(game, players, bot, t) for players in counts for bot in OFFERED]


def _strength(game: str, players: int, bot: str, t: Words) -> Strength:
    found = learned_of(game, players) if bot != "page" else None
    match = found.match if found is not None and bot == "knight" else None
    said = _knight(game, players, found, t) if bot == "knight" else _other(bot, found, t)
    wins, par = (None, None) if match is None else (match.share, match.par)
    return Strength(players, bot, said, 0 if found is None else found.games, wins, par)


def _other(bot: str, found: Learned | None, t: Words) -> str:
    if bot == "page":
        return t("strength.page")
    return t("strength.prince", by=t("strength.by_own" if found is None else "strength.by_learned"))


def _knight(game: str, players: int, found: Learned | None, t: Words) -> str:
    if found is None:
        return t("strength.knight_own")
    games, match = f"{found.games:,}".replace(",", t("common.thousands")), found.match
    said = [t("strength.knight_learned", games=games, players=players)]
    if match is not None:
        how = "strength.wins_duel" if players == 2 else "strength.wins"
        said.append(t(how, share=round(100 * match.share), par=round(100 * match.par)))
        if match.plain and catalogue.game(game).modules:
            said.append(t("strength.plain"))
    else:
        said.append(t("strength.unmeasured"))
    return " ".join(said)
