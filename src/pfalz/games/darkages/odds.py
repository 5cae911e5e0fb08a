"""Battle odds for bots: how likely an attack wins, and what is left of the army.

The three phases are counted through exactly for units, levels, armour and dice; both sides put their damage
on as the barbarians do (D-16.5). Of the cards only the faces of the units count, and a tower floor is taken
as a quarter of a hit spread over the dice of the melee. What has been counted once is remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.scouting import fitting
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import (
    ARCHER,
    BATTLE_START,
    INFANTRY,
    MELEE,
    NO_REINFORCEMENT,
    PHASE_IDS,
    UNITS,
)

Units = tuple[int, int, int]
Faces = tuple[int, int, int]
Hurt = tuple[int, int]
"""The unit that has taken damage and stands, and how much; type -1: none."""
Odds = tuple[float, float]
"""Chance to win, and units of the attacker expected to be alive in the end."""

UNHURT: Final[Hurt] = (-1, 0)
FLOOR: Final = 0.25
"""Hits that a tower floor brings in the melee."""
SURE: Final = 0.95
"""No die hits more often."""
LARGEST: Final = 6
"""Units of a type beyond this are not counted."""


def faces_of(s: DarkAges, side: int) -> Faces:
    """The faces of a side, by type."""
    at = UNITS * side
    return (s.face[at], s.face[at + 1], s.face[at + 2])


def garrison(s: DarkAges, area: int) -> Units:
    """The units that would defend an area of a player (D-17.1)."""
    at = UNITS * area
    return (
        s.units[at + INFANTRY] + s.manors[area],
        s.units[at + ARCHER] + s.city[area],
        s.units[at + 2],
    )


def hordes(s: DarkAges, side: int, area: int) -> list[Units]:
    """The units that a barbarian marker may have, as far as a side knows (D-20.3)."""
    t, look = s.t, s.look[area]
    if look < len(t.look_units):
        return [t.look_units[look]]
    if s.known[area] >> side & 1 and s.marker[area] >= 0:
        return [t.marker_units[s.marker[area]]]
    return [t.marker_units[marker] for marker in fitting(s, area)]


def reinforced(s: DarkAges, side: int, horde: Units) -> Units:
    """A horde with the unit that joins it because of the trophies of a side (D-16.2)."""
    table = s.t.reinforcement
    unit = table[min(len(s.trophies[side]), len(table) - 1)]
    if unit < 0 or any(effect.op == NO_REINFORCEMENT for effect in s.profile(side).by_trigger[BATTLE_START]):
        return horde
    more = list(horde)
    more[unit] += 1
    return (more[0], more[1], more[2])


def chances(s: DarkAges, side: int, army: Units, area: int, floors: int) -> Odds:
    """The odds of an army of a side against whoever holds an area; `floors` of its towers are in reach."""
    t, owner = s.t, s.owner[area]
    ties = s.rules.value(s, "tie_to_attacker", 0) > 0
    army = (min(army[0], LARGEST), min(army[1], LARGEST), min(army[2], LARGEST))
    if owner != FREE:
        held = s.floors[area]
        near = held + sum([s.floors[other] for other in t.neighbours[area] if s.owner[other] == owner])
        mine, theirs = faces_of(s, side), faces_of(s, owner)
        return odds(t, army, mine, garrison(s, area), theirs, floors, near, held, 0, ties)
    if s.look[area] == NONE:
        return 1.0, float(sum(army))
    mine, wild = faces_of(s, side), tuple(t.barbarian_faces)
    found = [
        odds(t, army, mine, reinforced(s, side, horde), (wild[0], wild[1], wild[2]), floors, 0, 0, 0, ties)
        for horde in hordes(s, side, area)
    ]
    n = len(found)
    return sum([won for won, _ in found]) / n, sum([alive for _, alive in found]) / n


@lru_cache(maxsize=50_000)
def odds(
    t: Lookup,
    army: Units,
    faces: Faces,
    foes: Units,
    foe_faces: Faces,
    floors: int,
    foe_floors: int,
    held: int,
    first: int,
    ties: bool = False,
) -> Odds:
    """The odds of an army against units of an enemy with `held` tower floors in the area, from a phase on.

    `ties`: equal results are victories of an army that is not wiped out."""
    standing: dict[tuple[Units, Hurt, Units, Hurt], float] = {(army, UNHURT, foes, UNHURT): 1.0}
    for phase in range(first, len(PHASE_IDS)):
        after: dict[tuple[Units, Hurt, Units, Hurt], float] = {}
        order, foe_order = _order(t, faces, phase), _order(t, foe_faces, phase)
        for (mine, hurt, theirs, their_hurt), chance in standing.items():
            if not any(mine) or not any(theirs):
                key = (mine, hurt, theirs, their_hurt)
                after[key] = after.get(key, 0.0) + chance
                continue
            hits = _hits(t, mine, faces, phase, floors)
            blows = _hits(t, theirs, foe_faces, phase, foe_floors)
            struck = [_damaged(t, theirs, their_hurt, n, foe_faces, foe_order) for n in range(len(hits))]
            taken = [_damaged(t, mine, hurt, n, faces, order) for n in range(len(blows))]
            for n, (left, left_hurt) in enumerate(struck):
                for m, (own, own_hurt) in enumerate(taken):
                    key = (own, own_hurt, left, left_hurt)
                    after[key] = after.get(key, 0.0) + chance * hits[n] * blows[m]
        standing = after
    won = alive = 0.0
    for (mine, _, theirs, _), chance in standing.items():
        alive += chance * sum(mine)
        lead = _levels(t, mine, faces) - _levels(t, theirs, foe_faces) - held
        if lead > 0 or (ties and lead == 0 and any(mine)):  # D-15.20
            won += chance
    return won, alive


def _levels(t: Lookup, army: Units, faces: Faces) -> int:
    return sum([n * t.faces[face].level for n, face in zip(army, faces, strict=True)])


def _hits(t: Lookup, army: Units, faces: Faces, phase: int, floors: int) -> list[float]:
    """How likely an army makes 0, 1, 2, ... hits in a phase."""
    rolled: list[tuple[int, float]] = []
    dice = 0
    for n, number in zip(army, faces, strict=True):
        face = t.faces[number]
        if n and face.values[phase]:
            rolled.append((n * face.dice[phase], (7 - max(2, face.values[phase])) / 6))  # D-15.12
            dice += n * face.dice[phase]
    more = FLOOR * floors / dice if phase == MELEE and dice else 0.0
    found = [1.0]
    for n, chance in rolled:
        hit = min(SURE, chance + more)
        for _ in range(n):
            found = [
                (found[i] * (1.0 - hit) if i < len(found) else 0.0) + (found[i - 1] * hit if i else 0.0)
                for i in range(len(found) + 1)
            ]
    return found


def _order(t: Lookup, faces: Faces, phase: int) -> list[int]:
    """Types in the order in which they take damage (D-16.5)."""
    ranks = [
        (any(t.faces[face].values[phase + 1 :]), -t.faces[face].armour, t.faces[face].level, unit)
        for unit, face in enumerate(faces)
    ]
    return [rank[-1] for rank in sorted(ranks, reverse=True)]


def _damaged(
    t: Lookup, army: Units, hurt: Hurt, points: int, faces: Faces, order: list[int]
) -> tuple[Units, Hurt]:
    """An army after some points of damage, one unit after the other."""
    if not points:
        return army, hurt
    left = list(army)
    unit, taken = hurt
    while points:
        if unit < 0:
            standing = [kind for kind in order if left[kind]]
            if not standing:
                break
            unit, taken = standing[0], 0
        need = t.faces[faces[unit]].armour - taken
        if points < need:
            return (left[0], left[1], left[2]), (unit, taken + points)
        points -= need
        left[unit] -= 1
        unit = -1
    return (left[0], left[1], left[2]), UNHURT
