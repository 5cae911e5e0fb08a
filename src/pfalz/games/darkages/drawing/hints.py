"""What the tooltips of the map say: what is in an area, whose it is, what settling there costs, and why."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import look_text
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.lookup import FLOORS, SITES
from pfalz.games.darkages.settling import settle_cost
from pfalz.games.darkages.state import FREE, NONE, PASS_ROUND, PLAYING, DarkAges
from pfalz.games.darkages.words import RESOURCES, UNITS

UNKNOWN = -1


class Land(NamedTuple):
    """What is in an area."""

    owner: int
    units: tuple[int, ...]
    manors: int
    city: int
    floors: int
    churches: int
    production: tuple[int, ...]
    look: int
    home: int
    """Whose home area it is."""
    back: int
    """The lower side of the marker, if the viewer knows it."""

    @property
    def taken(self) -> int:
        """Building sites that are taken (D-5.11)."""
        return sum(self.production) + self.churches


def land_of(s: DarkAges, area: int) -> Land:
    """What a view knows of an area."""
    at, look = RESOURCES * area, s.look[area]
    return Land(
        s.owner[area],
        tuple(s.units[UNITS * area : UNITS * (area + 1)]),
        s.manors[area],
        s.city[area],
        s.floors[area],
        s.churches[area],
        tuple(s.production[at : at + RESOURCES]),
        look,
        s.home.index(area) if area in s.home else FREE,
        back_of(s, area) if look != NONE else UNKNOWN,
    )


def back_of(s: DarkAges, area: int) -> int:
    """The side of a marker that lies down, if the viewer has seen it (D-20.4)."""
    marker = s.marker[area]
    if marker < 0:
        return UNKNOWN
    sides = (s.t.unit_look[marker], s.t.reward_look[marker])
    return sides[1] if s.look[area] == sides[0] else sides[0]


def cost_here(s: DarkAges, seat: int, area: int) -> int:
    """What settling would cost the viewer in an area, if it is possible there at all one day (D-10.2)."""
    if seat < 0 or s.ruler[seat] == NONE or (s.owner[area] == seat and s.manors[area]):
        return NONE
    return settle_cost(s, seat, area)


def area_hint(sheet: Sheet, area: int, land: Land, cost: int) -> str:
    """Everything about an area."""
    t, texts = sheet.t, sheet.texts
    names = {"area": ("area", area), "region": ("region", t.region[area])}
    found = [texts.text("board.map.area", {**names, "resource": ("resource", t.resource[area])})]
    found += _who(sheet, area, land)
    if land.city:
        key = "capital" if land.home != FREE else "city"
        found.append(sheet.word(f"map.{key}", n=land.taken, of=SITES, buildings=_buildings(sheet, land)))
    elif any(land.production):
        found.append(sheet.word("map.production", buildings=_buildings(sheet, land)))
    if land.floors:
        found.append(sheet.word("map.tower", n=land.floors, of=FLOORS))
    if cost != NONE:
        found.append(sheet.word("map.settle", n=cost))
    return "\n".join(found)


def _who(sheet: Sheet, area: int, land: Land) -> list[str]:
    """Who controls the area, and with what; or what barbarians are there."""
    texts = sheet.texts
    if land.owner != FREE:
        there = [texts.name("troop", UNITS * n + unit) for unit, n in enumerate(land.units) if n]
        there += [sheet.word("map.manors", n=land.manors)] if land.manors else []
        found = [sheet.word("map.owner", who=texts.name("side", land.owner), what=", ".join(there))]
        if land.home != FREE:
            found.append(sheet.word("map.home", who=texts.name("side", land.home)))
        return found
    if land.look == NONE:
        return [sheet.word("map.free")]
    found = [f"{look_text(sheet.rules, texts, land.look)} {sheet.word('map.marker')}"]
    if land.back != UNKNOWN:
        found.append(sheet.word("map.back", what=look_text(sheet.rules, texts, land.back)))
    return found


def _buildings(sheet: Sheet, land: Land) -> str:
    texts = sheet.texts
    found = [
        texts.name("resource", i) + (f" ×{n}" if n > 1 else "") for i, n in enumerate(land.production) if n
    ]
    if land.churches:
        found.append(sheet.word("map.churches", n=land.churches))
    return ", ".join(found) or "–"


def moment(s: DarkAges, texts: Texts) -> str:
    """Where the game stands: whose turn it is, and whether the end is near (section 18)."""
    if s.over:
        return texts.text("board.map.over")
    if NONE in s.ruler[: s.t.players]:
        return texts.text("board.map.setup")
    turn = texts.say("board.map.playing", who=texts.name("side", s.turn))
    if s.phase == PLAYING:
        return turn
    key = "last_passes" if s.phase == PASS_ROUND else "last_turns"
    return f"{texts.text(f'board.map.{key}')}: {turn}"
