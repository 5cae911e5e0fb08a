"""What stands in an area: a city with its sites and its tower, manors, units, or a barbarian marker.

Everything is laid out in a box of 150 by 104, which is as large as the area allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pfalz.core.draw import CREAM, DARK_INK, GILT, group, label, move, tag, tooltip
from pfalz.core.identity import Numbers
from pfalz.games.darkages.drawing import identity
from pfalz.games.darkages.drawing.hints import UNKNOWN, Land
from pfalz.games.darkages.drawing.pieces import church, copy, goods, manor, tower, unit
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.stencils import WALL, WILD
from pfalz.games.darkages.lookup import MANOR_SPACES, SITES
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import (
    ANY_RESOURCE,
    GAIN,
    GOODS,
    RESOURCES,
    TAKE_CARD,
    UNIT_IDS,
    UNITS,
    VP,
)

BOX: Final = (150.0, 104.0)
LARGEST: Final = 1.15
SITE: Final = 29.0
WALLS: Final = "M0,50 V6 H9 V13 H18 V6 H27 V13 H36 V6 H45 V13 H54 V6 H63 V13 H72 V6 H81 V13 H90 V6 H99 V50 Z"
WORKSHOP: Final = "M-13,12 V-6 L0,-14 L13,-6 V12 Z"
PLINTH: Final = 48.0
"""How wide the place of the units of a type is."""
PLAQUE: Final = "M8,0 H142 L150,23 L142,46 H8 L0,23 Z"
REWARD: Final = "#e9d6a3"
STYLE: Final = (
    "svg.pfalz .site{fill:var(--vellum);fill-opacity:.55;stroke:var(--ink);stroke-dasharray:4 3}"
    "svg.pfalz .plinth{fill:var(--vellum);fill-opacity:.86;stroke:var(--ink);stroke-width:1.2}"
    "svg.pfalz .plot{fill:var(--vellum);fill-opacity:.5;stroke:var(--faded);stroke-dasharray:3 3}"
)


class Spot(NamedTuple):
    """Where the box of an area begins, and how large it is drawn."""

    x: float
    y: float
    scale: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A place in the box, on the sheet."""
        return self.x + self.scale * x, self.y + self.scale * y


def spot_of(sheet: Sheet, id: str) -> Spot:
    """Where the pieces of an area lie."""
    box = sheet.geo.places[id].box
    scale = min(box.width / BOX[0], box.height / BOX[1], LARGEST)
    return Spot(
        box.left + (box.width - BOX[0] * scale) / 2, box.top + (box.height - BOX[1] * scale) / 2, scale
    )


def draw_territory(sheet: Sheet, areas: Sequence[int], lands: tuple[Land, ...]) -> None:
    """All that stands in some areas of the map."""
    s, t = sheet.view, sheet.t
    figures = {side: [identity.units(s, side, unit) for unit in range(UNITS)] for side in t.in_turn}
    houses = {side: identity.manors(s, side) for side in t.in_turn}
    for area in areas:
        land = lands[area]
        _build(sheet, area, land)
        if land.look != NONE:
            _lay_marker(sheet, area, land.look)
        if land.owner in figures:
            _occupy(sheet, area, land, figures[land.owner], houses[land.owner])


# -- buildings --------------------------------------------------------------------------------------------


def _build(sheet: Sheet, area: int, land: Land) -> None:
    built = (land.city, land.floors, land.churches, land.production)
    sheet.part(("built", area, built), lambda: _built(sheet, area, land))


def _built(sheet: Sheet, area: int, land: Land) -> None:
    """The walls of a city, what stands on its sites, and its tower."""
    id, pieces = sheet.t.area_ids[area], sheet.pieces
    spot = spot_of(sheet, id)
    if land.city:
        body = [tag("path", d=WALLS, fill=WALL, stroke=DARK_INK, stroke_width=1.4, stroke_linejoin="round")]
        body += [
            tag("rect", x=4.5 + i * 31, y=17, width=SITE, height=SITE, rx=3, class_="site")
            for i in range(SITES)
        ]
        pieces.append(
            group(*body, id=f"city-{id}", class_="quiet", transform=move(*spot.at(0, 0), spot.scale))
        )
    site = 0
    for resource, n in enumerate(land.production):
        for i in range(n):
            x, y = spot.at(19 + 31 * site, 33)
            pieces.append(_workshop(resource, x, y, spot.scale, f"production-{id}-{resource}-{i}"))
            site += 1
    for i in range(land.churches):
        x, y = spot.at(19 + 31 * site, 35)
        pieces.append(church(x, y, 1.25 * spot.scale, id=f"church-{id}-{i}", class_="quiet"))
        site += 1
    if land.floors:
        x, y = spot.at(112, 50)
        pieces.append(tower(land.floors, x, y, 1.62 * spot.scale, id=f"tower-{id}", class_="quiet"))


def _workshop(resource: int, x: float, y: float, scale: float, id: str) -> str:
    """A production building: a workshop with the sign of its resource."""
    house = tag(
        "path", d=WORKSHOP, fill="#f3e6c4", stroke=DARK_INK, stroke_width=1.3, stroke_linejoin="round"
    )
    return group(house, goods(resource, 0, 2, 0.92), id=id, class_="quiet", transform=move(x, y, scale))


# -- units and manors -------------------------------------------------------------------------------------


def _occupy(sheet: Sheet, area: int, land: Land, figures: list[Numbers], houses: Numbers) -> None:
    """Manors on their two spaces, and units by type."""
    id, owner = sheet.t.area_ids[area], land.owner
    homes = houses.get(area, ())
    sheet.part(("manors", area, owner, homes), lambda: _manors(sheet, id, owner, homes))
    place = 0
    for type in range(UNITS):
        if land.units[type]:
            there = figures[type].get(area, ())
            _muster(sheet, area, owner, type, there, place)
            place += 1


def _manors(sheet: Sheet, id: str, owner: int, homes: tuple[int, ...]) -> None:
    spot = spot_of(sheet, id)
    for i in range(MANOR_SPACES):
        x, y = spot.at(137, 14 + 26 * i)
        if i < len(homes):
            name = f"manor-{owner}-{homes[i]}"
            sheet.pieces.append(manor(owner, x, y, 1.32 * spot.scale, id=name, class_="quiet"))
        else:
            house = tag("path", d="M-8.5,9 V-1 L0,-8.5 L8.5,-1 V9 Z", class_="plot")
            sheet.ground.append(group(house, class_="quiet", transform=move(x, y, 1.2 * spot.scale)))


def _muster(sheet: Sheet, area: int, owner: int, type: int, there: tuple[int, ...], place: int) -> None:
    facts = ("muster", area, owner, type, there, place)
    sheet.part(facts, lambda: _mustered(sheet, area, owner, type, there, place))


def _mustered(sheet: Sheet, area: int, owner: int, type: int, there: tuple[int, ...], place: int) -> None:
    """The units of a type: their place, which can be chosen, with their number, and every figure on it."""
    id = sheet.t.area_ids[area]
    spot = spot_of(sheet, id)
    left = 51.0 * place
    n = len(there)
    words = sheet.texts.name("army_unit", UNITS * area + type)
    sheet.ground.append(
        group(
            tooltip(f"{words} ({n})"),
            tag("rect", width=PLINTH, height=46, rx=7, class_="plinth"),
            id=f"units-{id}-{UNIT_IDS[type]}",
            data_kind="army_unit",
            data_value=UNITS * area + type,
            transform=move(*spot.at(left, 56), spot.scale),
        )
    )
    for i, number in enumerate(there):
        step = min(i, 2)
        x, y = spot.at(left + 14 + 3 * step, 56 + 26 - 2 * step)
        name = f"{UNIT_IDS[type]}-{owner}-{number}"
        sheet.pieces.append(unit(type, x, y, 1.34 * spot.scale, owner, id=name, class_="quiet"))
    x, y = spot.at(left + PLINTH - 3, 96)
    sheet.pieces.append(label(x, y, str(n), class_="end bold halo quiet", font_size=25 * spot.scale))


# -- barbarians -------------------------------------------------------------------------------------------


def _lay_marker(sheet: Sheet, area: int, look: int) -> None:
    sheet.part(("marker", area, look), lambda: _marker(sheet, area, look, "marker", 0, 57, 1))


def draw_backs(sheet: Sheet, areas: Sequence[int], lands: tuple[Land, ...]) -> None:
    """The lower sides of markers that the viewer has seen (D-20.4)."""
    for area in areas:
        if lands[area].back != UNKNOWN:
            _lay_back(sheet, area, lands[area].back)


def _lay_back(sheet: Sheet, area: int, back: int) -> None:
    sheet.part(("back", area, back), lambda: _marker(sheet, area, back, "back", 50, 16, 0.66))


def _marker(sheet: Sheet, area: int, look: int, name: str, left: float, top: float, scale: float) -> None:
    """One side of a barbarian marker: the units, or the reward on parchment."""
    t, id = sheet.t, sheet.t.area_ids[area]
    spot = spot_of(sheet, id)
    reward = look >= len(t.look_units)
    signs = sheet.told(("signs", look), lambda: _reward(sheet, look) if reward else _warriors(sheet, look))
    plaque = tag(
        "path", d=PLAQUE, fill=REWARD if reward else WILD, stroke=GILT if reward else DARK_INK, stroke_width=3
    )
    sheet.pieces.append(
        group(
            plaque,
            signs,
            id=f"{name}-{id}",
            class_="quiet",
            transform=move(*spot.at(left, top), scale * spot.scale),
        )
    )


def _warriors(sheet: Sheet, look: int) -> str:
    """Units in a row, each with its number."""
    found = [(unit(type, 0, 0, 1.45), n) for type, n in enumerate(sheet.t.look_units[look]) if n]
    return _row(found, CREAM)


def _reward(sheet: Sheet, look: int) -> str:
    """What a reward brings, in signs."""
    t = sheet.t
    found: list[tuple[str, int]] = []
    for index in t.look_rewards[look - len(t.look_units)]:
        effect = t.effects[index]
        if effect.op == GAIN and effect.what < GOODS:
            found.append((goods(effect.what, 0, 0, 1.35), effect.n))
        elif effect.op == GAIN and effect.what == ANY_RESOURCE:
            found.append((_any_resource(), effect.n))
        elif effect.op == GAIN:
            found.append((copy("vp" if effect.what == VP else "culture", 0, 0, 1.3), effect.n))
        else:
            found.append((_card() if effect.op == TAKE_CARD else _again(), max(effect.n, 1)))
    return _row(found, DARK_INK)


def _any_resource() -> str:
    """A resource of the winner's choice: all four."""
    return "".join([goods(i, 8 * (i % 2 * 2 - 1), 9 * (i // 2 * 2 - 1), 0.72) for i in range(RESOURCES)])


def _card() -> str:
    """A culture card."""
    sheet = tag("rect", x=-9, y=-13, width=18, height=26, rx=3, fill=CREAM, stroke=DARK_INK, stroke_width=1.3)
    return sheet + copy("culture", 0, 0, 0.7)


def _again() -> str:
    """Another turn: a round arrow."""
    arc = tag("path", d="M9,-6 A11,11 0 1,0 11,3", fill="none", stroke=DARK_INK, stroke_width=3)
    return arc + tag("path", d="M4,-9 L15,-11 L12,0 Z", fill=DARK_INK)


def _row(signs: list[tuple[str, int]], ink: str) -> str:
    """Signs with numbers, in the middle of a plaque."""
    step = min(52.0, 138.0 / max(1, len(signs)))
    body: list[str] = []
    for i, (sign, n) in enumerate(signs):
        x = 75 + (i - (len(signs) - 1) / 2) * step
        body.append(group(sign, transform=move(x - 9, 23)))
        body.append(label(x + 8, 31, str(n), class_="bold", font_size=24, style=f"fill:{ink}"))
    return "".join(body)
