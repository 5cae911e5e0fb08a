"""What is known of barbarian markers (D-20.3, D-20.4, D-24.2)."""

from __future__ import annotations

from random import Random

from pfalz.core.state import HIDDEN
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import SCOUT


def scout(s: DarkAges, side: int) -> None:
    """In his turn a player with scouts sees the hidden sides of markers next to his areas (D-24.2).

    What he has been allowed to see stays known to him."""
    if s.profile(side).specials[SCOUT] < 0:
        return
    near = 0
    for area in s.areas_of(side):
        near |= s.t.near[area]
    for area, look in enumerate(s.look):
        if look != NONE and near >> area & 1:
            s.known[area] |= 1 << side


def fitting(s: DarkAges, area: int) -> list[int]:
    """The markers that show what lies in an area."""
    t, look = s.t, s.look[area]
    shown = t.unit_look if look < len(t.look_units) else t.reward_look
    return [marker for marker, its in enumerate(shown) if its == look]


def guess_markers(s: DarkAges, rng: Random) -> None:
    """Fill in hidden markers with any that fit what is seen and lie nowhere else (section 26)."""
    hidden = [area for area, marker in enumerate(s.marker) if marker == HIDDEN]
    if not hidden:
        return
    gone = {marker for taken in s.trophies for marker in taken}
    gone |= {marker for marker in s.marker if marker not in (HIDDEN, NONE)}
    elsewhere = s.rules.value(s, "markers_elsewhere", 0)
    gone |= {marker for marker in range(len(s.t.marker_ids)) if elsewhere >> marker & 1}
    candidates: dict[int, list[int]] = {}
    for area in hidden:
        found = [marker for marker in fitting(s, area) if marker not in gone]
        rng.shuffle(found)
        candidates[area] = found
    rng.shuffle(hidden)
    chosen: dict[int, int] = {}
    """The area each marker is laid in."""
    for area in hidden:
        _lay(area, candidates, chosen, set())
    for marker, area in chosen.items():
        s.marker[area] = marker


def _lay(area: int, candidates: dict[int, list[int]], chosen: dict[int, int], tried: set[int]) -> bool:
    """Find a marker for an area; one that lies elsewhere may have to move on."""
    for marker in candidates[area]:
        if marker in tried:
            continue
        tried.add(marker)
        if marker not in chosen or _lay(chosen[marker], candidates, chosen, tried):
            chosen[marker] = area
            return True
    return False
