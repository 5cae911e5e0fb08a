"""Scoring of a year and the result of the game (W-13)."""

from __future__ import annotations

from typing import Any

from pfalz.core.game import Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.score import ranked
from pfalz.games.wallenstein.lookup import BUILDING_IDS
from pfalz.games.wallenstein.state import (
    FROM_BUILDINGS,
    FROM_COUNTIES,
    FROM_PALACES,
    SOURCE_IDS,
    Wallenstein,
)


def score_year(s: Wallenstein) -> None:
    """Counties, buildings and majorities, for all players at once (W-13.1 to W-13.5)."""
    for seat, points, source in year_points(s):
        s.add_points(seat, points, source)


def worth_now(s: Wallenstein) -> list[int]:
    """Points by seat, with what a winter would bring now; after the last one nothing more comes (W-13.5)."""
    found = list(s.scores())
    if not s.over:
        for seat, points, _ in year_points(s):
            found[seat] += points
    return found


def year_points(s: Wallenstein) -> list[tuple[int, int, int]]:
    """What a winter brings as the land is now: seat, points, source (W-13.1 to W-13.4)."""
    n = s.t.players
    types = len(BUILDING_IDS)
    counties = [0] * n
    standing = [0] * n
    by_region = [[0] * n for _ in range(len(s.t.region_ids) * types)]
    for county in s.t.counties:
        seat = s.owner[county]
        if seat < 0:
            continue
        counties[seat] += 1
        held = s.buildings[county]
        if held:
            standing[seat] += held.bit_count()
            for building in range(types):
                by_region[s.t.region_of[county] * types + building][seat] += held >> building & 1
    found: list[tuple[int, int, int]] = []
    for seat in range(n):
        if counties[seat]:
            found.append((seat, counties[seat] * s.t.county_points, FROM_COUNTIES))
        if standing[seat]:
            found.append((seat, standing[seat] * s.t.building_points, FROM_BUILDINGS))
    for at, counts in enumerate(by_region):
        found += _majority(s, counts, at % types)
    return found


def _majority(s: Wallenstein, counts: list[int], building: int) -> list[tuple[int, int, int]]:
    """The most buildings of a type in a region; several with the most score less (W-13.2 to W-13.4)."""
    most = max(counts)
    if most == 0:
        return []
    leaders = [seat for seat, count in enumerate(counts) if count == most]
    points = majority_points(s, building, len(leaders))
    return [(seat, points, FROM_PALACES + building) for seat in leaders] if points else []


def majority_points(s: Wallenstein, building: int, leaders: int) -> int:
    """What each of so many with the most of a type scores (W-13.2 to W-13.4)."""
    return max(0, s.t.majority[building] - (s.t.tie_deduction if leaders > 1 else 0))


def outcome(s: Wallenstein) -> Outcome:
    """Points, then Thalers; who is equal in both shares the place (W-13.6, W-13.7, W-13.9, W-R.16)."""
    return ranked(s, [{"thalers": thalers} for thalers in s.thalers])


def upcast_points(rules: Ruleset[Wallenstein], position: dict[str, Any]) -> dict[str, Any]:
    """A position of format 1 without the points of modules that are not in play."""
    # in format 1 every position had the points of all modules there were; none has come since
    sources = [*SOURCE_IDS, *(source for module in rules.game.modules for source in module.sources)]
    columns: Any = position.get("columns")
    points = columns.get("points") if isinstance(columns, dict) else None
    if not isinstance(points, list) or len(points) != rules.players * len(sources):
        return position
    kept = [n for i, n in enumerate(points) if sources[i % len(sources)] in rules.sources]
    return {**position, "columns": {**columns, "points": kept}}
