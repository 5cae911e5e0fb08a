"""The final scoring (section 19)."""

from __future__ import annotations

from typing import Final

from pfalz.core.game import Outcome
from pfalz.core.score import ranked
from pfalz.games.darkages.effects import holds, times
from pfalz.games.darkages.events import SCORING_BEGUN
from pfalz.games.darkages.state import (
    FROM_ACHIEVEMENTS,
    FROM_CARDS,
    FROM_CITIES,
    FROM_CULTURE,
    FROM_GOLD,
    FROM_MANORS,
    FROM_STORAGE,
    FROM_TITLES,
    FROM_TOWERS,
    NONE,
    DarkAges,
)
from pfalz.games.darkages.words import END

FINAL_SOURCES: Final = (
    FROM_ACHIEVEMENTS,
    FROM_CITIES,
    FROM_TOWERS,
    FROM_CULTURE,
    FROM_STORAGE,
    FROM_MANORS,
    FROM_CARDS,
    FROM_TITLES,
    FROM_GOLD,
)
"""In the order of the rules (D-19.1 to D-19.9); nothing else counts by itself (D-19.10)."""


def before_scoring(s: DarkAges) -> None:
    """All have passed for the last time; marks a place."""
    s.emit(SCORING_BEGUN)


def score_all(s: DarkAges) -> None:
    """Every player adds the points of the final scoring."""
    for seat in range(s.t.players):
        for source in FINAL_SOURCES:
            points = final_points(s, seat, source)
            if points:
                s.add_points(seat, points, source)


def final_points(s: DarkAges, side: int, source: int) -> int:
    """What a side gets at the end from one source, as things stand."""
    return s.rules.value(s, "final_vp", _points(s, side, source), side, source)


def _points(s: DarkAges, side: int, source: int) -> int:
    t = s.t
    if source == FROM_ACHIEVEMENTS:
        return sum([t.card_vp[card][s.level[card] - 1] for card in s.laid[side]])  # D-19.1
    if source == FROM_CITIES:
        return sum(
            [t.city_vp[min(s.sites_taken(a), len(t.city_vp) - 1)] for a in s.areas_of(side) if s.city[a]]
        )
    if source == FROM_TOWERS:
        return tower_points(s, side)
    if source == FROM_CULTURE:
        return t.track_vp[s.culture[side]]  # D-19.4
    if source == FROM_STORAGE:
        return t.storage_vp[s.storage[side]]  # D-19.5
    if source == FROM_MANORS:
        return t.manor_vp[s.manors_off(side)]  # D-19.6, D-R.24
    if source == FROM_CARDS:
        return card_points(s, side)
    if source == FROM_TITLES:
        return sum([t.title_vp[title] for title, holder in enumerate(s.title) if holder == side])  # D-19.8
    assert source == FROM_GOLD
    return t.gold_vp * s.gold(side)  # D-19.9


def tower_points(s: DarkAges, side: int) -> int:
    """For each floor a point for each adjacent own area (D-19.3)."""
    realm, found = s.realm(side), 0
    for area in s.areas_of(side):
        if s.floors[area]:
            found += s.floors[area] * (s.t.near[area] & realm).bit_count()
    return s.t.floor_vp * found


def card_points(s: DarkAges, side: int) -> int:
    """Effects of cards at the end (D-19.7, D-21.15, D-22.4)."""
    found = 0
    for effect in s.profile(side).by_trigger[END]:
        if holds(s, side, effect, NONE):
            found += effect.n * times(s, side, effect, NONE)
    return found


def outcome(s: DarkAges) -> Outcome:
    """Most points win; tied players share the victory (D-19.11)."""
    return ranked(s)
