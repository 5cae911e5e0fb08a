"""Battle odds at a glance, for bots: what a throw would probably decide.

Cubes that are cast come out with 2/3, those that rest in the tower with 1/3 (W-14.4; the model `impact` is
close enough in play). The difference of the two parties is taken as normally distributed, its distribution
function as logistic.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from pfalz.games.wallenstein.state import Wallenstein
from pfalz.games.wallenstein.tables import (
    PALACE,
    PALACE_GUARD,
    STUBBORN_NEUTRALS,
    TILE_ATTACK,
    TILE_DEFENCE,
)

CAST: Final = 2 / 3
RESTING: Final = 1 / 3
SPREAD: Final = 2 / 9
"""Variance of every cube, cast or resting."""


def logistic(z: float) -> float:
    """Roughly the share of a normal distribution below z."""
    if z < -4.0:
        return 0.0
    if z > 4.0:
        return 1.0
    return 1.0 / (1.0 + exp(-1.702 * z))


def attack_odds(
    s: Wallenstein, seat: int, county: int, moved: int, defenders: int
) -> tuple[float, float, float]:
    """Chance to win, chance of a tie (the county becomes neutral), and armies expected beyond the defence."""
    tray, tower = s.tray, s.tower
    green = s.t.players
    cast = moved + tray[seat]
    if s.holds(seat, TILE_ATTACK):
        cast += 1
    resting = tower[seat]
    lead = CAST * cast + RESTING * resting
    cubes = cast + resting
    defender = s.owner[county]
    if defender < 0:
        cast = tray[green] + (2 if s.effect() == STUBBORN_NEUTRALS else 1)
        resting = tower[green]
    else:
        cast = tray[defender] + defenders
        resting = tower[defender]
        if s.holds(defender, TILE_DEFENCE):
            cast += 1
        if s.has(county, PALACE) and s.effect() == PALACE_GUARD:
            cast += 1
        if s.markers[county] == 0:  # W-10.14
            cast += tray[green]
            resting += tower[green]
    lead -= CAST * cast + RESTING * resting
    cubes += cast + resting
    spread = sqrt(SPREAD * cubes)
    win = logistic((lead - 0.5) / spread)
    if defender < 0:
        return win, 0.0, lead
    return win, logistic((lead + 0.5) / spread) - win, lead


def revolt_odds(s: Wallenstein, seat: int, armies: float, peasants: float) -> float:
    """Chance that the owner of a county with these armies withstands so many peasants (W-11.6)."""
    tray, tower = s.tray, s.tower
    green = s.t.players
    lead = CAST * (armies + tray[seat] - peasants - tray[green]) + RESTING * (tower[seat] - tower[green])
    cubes = armies + peasants + tray[seat] + tray[green] + tower[seat] + tower[green]
    return logistic((lead - 0.5) / sqrt(SPREAD * cubes + 0.01))
