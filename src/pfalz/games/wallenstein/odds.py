"""Battle odds at a glance, for bots: what a throw would probably decide.

Cubes come out with the odds of W-14.4, cast or resting; the model `impact` is close enough to them in play,
and the spread of a resting cube to that of one that is cast. The difference of the two parties is taken as
normally distributed, its distribution function as logistic.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from pfalz.games.wallenstein.combat import allies, extra_attackers, extra_defenders, neutral_defenders
from pfalz.games.wallenstein.state import Wallenstein

TOO_FAR: Final = 4.0
"""Beyond so many deviations nothing is left to chance."""


def logistic(z: float) -> float:
    """Roughly the share of a normal distribution below z."""
    if z < -TOO_FAR:
        return 0.0
    if z > TOO_FAR:
        return 1.0
    return 1.0 / (1.0 + exp(-1.702 * z))


def attack_odds(
    s: Wallenstein, seat: int, county: int, moved: int, defenders: int
) -> tuple[float, float, float]:
    """Chance to win, chance of a tie (the county becomes neutral), and armies expected beyond the defence."""
    tray, tower = s.tray, s.tower
    green = s.t.players
    out, loose = s.t.thrown_chance, s.t.resting_chance
    cast = moved + tray[seat] + extra_attackers(s, seat)
    resting = tower[seat]
    lead = out * cast + loose * resting
    cubes = cast + resting
    defender = s.owner[county]
    if defender < 0:
        cast = tray[green] + neutral_defenders(s)
        resting = tower[green]
    else:
        cast = tray[defender] + defenders + extra_defenders(s, defender, county)
        resting = tower[defender]
        if allies(s, county):
            cast += tray[green]
            resting += tower[green]
    lead -= out * cast + loose * resting
    cubes += cast + resting
    spread = sqrt(s.t.cube_spread * cubes)
    win = logistic((lead - 0.5) / spread)
    if defender < 0:
        return win, 0.0, lead
    return win, logistic((lead + 0.5) / spread) - win, lead


def revolt_odds(s: Wallenstein, seat: int, armies: float, peasants: float) -> float:
    """Chance that the owner of a county with these armies withstands so many peasants (W-11.6)."""
    tray, tower = s.tray, s.tower
    green = s.t.players
    out, loose = s.t.thrown_chance, s.t.resting_chance
    lead = out * (armies + tray[seat] - peasants - tray[green]) + loose * (tower[seat] - tower[green])
    cubes = armies + peasants + tray[seat] + tray[green] + tower[seat] + tower[green]
    return logistic((lead - 0.5) / sqrt(s.t.cube_spread * cubes + 0.01))
