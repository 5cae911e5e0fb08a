"""What is known of how strong the opponents are: whether a game has been learned, and how often that has won.

It is read from the card of the weights (`network.py`), so it says no more than somebody has measured. How it
is put into words for people is a matter of the pages.
"""

from __future__ import annotations

from typing import NamedTuple

from pfalz.bots.knight import Squire
from pfalz.bots.learned import network_of


class Match(NamedTuple):
    """How often a knight has won where all others went by the game's own judgement."""

    games: int
    share: float
    par: float
    """The share that would be even."""
    plain: bool
    """Whether it is known to have been played without expansions."""


class Learned(NamedTuple):
    """What knights and princes have learned of a game with so many players."""

    games: int
    """So many games against itself."""
    match: Match | None
    """How strong that has made a knight, if it was measured."""


def learned_of(game: str, players: int) -> Learned | None:
    """What has been learned of a game with so many players; None where the game's own judgement stands."""
    network = network_of(game, players)
    if network is None:
        return None
    matches = [
        Match(found["games"], found["share"], found["par"], found.get("modules") == [])
        for found in network.card.strength
        if found["against"] == Squire.name and not found.get("modules")
    ]
    return Learned(network.card.games, max(matches, key=lambda match: match.games, default=None))
