"""The map: land and borders, then armies, buildings, unrest and pieces of modules in the counties."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any

from pfalz.core.draw import group, label, seat_colour, tag, tooltip
from pfalz.core.lettering import lines
from pfalz.games.wallenstein.drawing.geography import Place, Point, geography
from pfalz.games.wallenstein.drawing.hints import Land, county_hint, defenders
from pfalz.games.wallenstein.drawing.pieces import army, building, coin, revolt, sheaf
from pfalz.games.wallenstein.drawing.players import box_stencils
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.stencils import stencils
from pfalz.games.wallenstein.lookup import BUILDING_IDS

LONG_NAME = 11
"""Longer names are broken in two, as the map has room for them."""
BLOCK = 8
"""So many counties lie together in a part: where one changes, most of the others need not be looked at."""
NAME, LINE, BRIEF = 15.2, 14.5, 29.0
"""Letters and lines of a name; letters of a short one, for a map that is shown so small that names and values
cannot be read: the page shows one or the other (`far`, view.js)."""


def draw_map(sheet: Sheet) -> None:
    """The whole map."""
    seats = sheet.texts.seats
    sheet.part(("sea",), lambda: _sea(sheet))
    peasants = defenders(sheet.view)
    visited = tuple([tuple(visits.items()) for visits in sheet.visits])
    sheet.part(("lands", sheet.land, visited, peasants, seats), lambda: _lands(sheet, peasants))
    sheet.part(("bands", sheet.land[0]), lambda: _bands(sheet))
    sheet.part(("frontiers", sheet.moving), lambda: _frontiers(sheet))
    sheet.part(("prints",), lambda: _prints(sheet))
    sheet.part(("occupied", sheet.land), lambda: _occupied(sheet))
    sheet.part(("visited", visited), lambda: _visit(sheet))


def shapes(sheet: Sheet) -> str:
    """The outlines of the counties and other shapes, written once."""
    return sheet.part(("shapes",), lambda: _shapes(sheet))


def _shapes(sheet: Sheet) -> str:
    body = [stencils(sheet.t), box_stencils(sheet)]
    body += [add(sheet.t.players) for add in sheet.additions("stencils")]
    for id, place in geography().places.items():
        body.append(tag("path", d=place.path, id=f"shape-{id}"))
        body.append(tag("clipPath", tag("use", href=f"#shape-{id}"), id=f"clip-{id}"))
    return tag("defs", "".join(body))


def _sea(sheet: Sheet) -> None:
    """The rim of the land: waves off the coast, a shade everywhere."""
    geo = geography()
    rim = {"fill": "none", "stroke_linejoin": "round", "class_": "quiet"}
    for width, opacity in ((34, 0.1), (20, 0.12), (9, 0.2)):
        sheet.ground.append(
            tag(
                "path", d=geo.outline, stroke="var(--edge)", stroke_width=width, stroke_opacity=opacity, **rim
            )
        )
    for width in (40, 28, 17, 8):
        sheet.ground.append(
            tag("path", d=geo.coast, stroke="var(--azure)", stroke_width=width, stroke_opacity=0.13, **rim)
        )
    sheet.ground.append(tag("path", d=geo.outline, fill="var(--vellum)"))


def _blocks(sheet: Sheet) -> list[range]:
    """The counties, some at a time."""
    n = len(sheet.t.county_ids)
    return [range(begin, min(begin + BLOCK, n)) for begin in range(0, n, BLOCK)]


def _lands(sheet: Sheet, peasants: int) -> None:
    seats, visits = sheet.texts.seats, sheet.visits
    for some in _blocks(sheet):
        known = [column[some.start : some.stop] for column in sheet.land]
        visitors = [tuple([visit.get(county) for visit in visits]) for county in some]
        here = tuple(zip(*known, visitors, strict=True))
        sheet.part(
            ("lands of", some.start, here, peasants, seats), partial(_lands_of, sheet, some, here, peasants)
        )


def _lands_of(sheet: Sheet, some: range, known: Sequence[tuple[Any, ...]], peasants: int) -> None:
    for county, (owner, armies, buildings, markers, visitors) in zip(some, known, strict=True):
        named = owner >= 0 or any(visitor is not None for visitor in visitors)
        here = Land(owner, armies, buildings, markers, 0 if owner >= 0 else peasants)
        _land(sheet, county, here, visitors, sheet.texts.seats if named else ())


def _land(
    sheet: Sheet, county: int, here: Land, visitors: tuple[Hashable, ...], seats: tuple[str, ...]
) -> None:
    facts = ("land", county, here, visitors, seats)
    sheet.part(facts, lambda: sheet.ground.append(_county(sheet, county, here, visitors)))


def _county(sheet: Sheet, county: int, here: Land, visitors: tuple[Hashable, ...]) -> str:
    """A county in the tincture of its region; it stands for itself, its card and a destination."""
    t = sheet.t
    id, playing = t.county_ids[county], t.in_play[county]
    tincture = geography().tinctures[t.region_ids[t.region_of[county]]]
    fill = f"var(--{tincture})" if playing else None
    body = [tooltip(county_hint(sheet, county, here, visitors))]
    body.append(tag("use", href=f"#shape-{id}", class_="land" if playing else "land out", fill=fill))
    return group(*body, id=f"county-{id}", data_kind="county", data_value=county)


def _bands(sheet: Sheet) -> None:
    """The tincture of its owner all around a county."""
    for some in _blocks(sheet):
        owners = sheet.land[0][some.start : some.stop]
        sheet.part(("bands of", some.start, owners), partial(_bands_of, sheet, some, owners))


def _bands_of(sheet: Sheet, some: range, owners: Sequence[int]) -> None:
    for county, owner in zip(some, owners, strict=True):
        if owner >= 0:
            sheet.ground.append(_band(sheet.t.county_ids[county], owner))


def _band(id: str, owner: int) -> str:
    look = {"class_": "band quiet", "stroke": seat_colour(owner), "clip_path": f"url(#clip-{id})"}
    return tag("use", "", href=f"#shape-{id}", id=f"band-{id}", **look)


def _frontiers(sheet: Sheet) -> None:
    """Borders of regions and of the land, and the county that is left or entered right now."""
    geo = geography()
    sheet.ground.append(tag("path", d=geo.frontiers, class_="frontier quiet"))
    sheet.ground.append(tag("path", d=geo.outline, class_="frontier quiet"))
    if sheet.moving >= 0:
        use = tag("use", href=f"#shape-{sheet.t.county_ids[sheet.moving]}", class_="from")
        sheet.ground.append(group(use, class_="quiet"))


def _prints(sheet: Sheet) -> None:
    for county, id in enumerate(sheet.t.county_ids):
        _print(sheet, county, geography().places[id])


def _print(sheet: Sheet, county: int, place: Place) -> None:
    """What is printed in a county: its name, its values, its sites."""
    t = sheet.t
    playing = t.in_play[county]
    name = sheet.texts.name("county", county)
    split = lines(name, LONG_NAME) if len(name) > LONG_NAME and place.room[1] > 20 else [name]
    x, y = place.label
    body = [
        label(
            x,
            y + 5 + LINE * (i - (len(split) - 1) / 2),
            part,
            class_="full mid bold halo" if playing else "full mid halo faded",
            font_size=NAME,
        )
        for i, part in enumerate(split)
    ]
    if playing:
        brief = sheet.texts.name("county", county, "short")
        body.append(label(x, y + 9, brief, class_="brief mid bold halo", font_size=BRIEF))
        x, y = place.values
        dx, dy = (0, 9) if place.upright else (9.5, 0)
        values = (
            coin(x - dx, y - dy, str(t.taxes[county]), 8.6),
            sheaf(x + dx, y + dy, str(t.grain[county]), 1.06),
        )
        body.append(group(*values, class_="full"))
        body += [tag("circle", cx=x, cy=y, r=8, class_="site") for x, y in _sites(place, t.sites[county])]
    sheet.ground.append(group(*body, class_="quiet"))


def _sites(place: Place, n: int) -> list[Point]:
    """Places for the building sites of a county; what an edition adds stands half behind the last."""
    spots = list(place.sites[:n])
    while len(spots) < n:
        x, y = spots[-1]
        spots.append((x + 9, y - 4))
    return spots


def _occupied(sheet: Sheet) -> None:
    for some in _blocks(sheet):
        here = tuple(zip(*[column[some.start : some.stop] for column in sheet.land], strict=True))
        sheet.part(("occupied of", some.start, here), partial(_occupied_of, sheet, some, here))


def _occupied_of(sheet: Sheet, some: range, known: Sequence[tuple[int, ...]]) -> None:
    for county, (owner, armies, buildings, markers) in zip(some, known, strict=True):
        if armies or buildings or markers:
            _occupy(sheet, county, Land(owner, armies, buildings, markers, 0))


def _occupy(sheet: Sheet, county: int, here: Land) -> None:
    sheet.part(("occupy", county, here), lambda: _stand(sheet, county, here))


def _stand(sheet: Sheet, county: int, here: Land) -> None:
    """Army, buildings and revolt markers."""
    id = sheet.t.county_ids[county]
    place = geography().places[id]
    if here.owner >= 0 and here.armies:
        x, y = place.anchor
        sheet.pieces.append(army(here.owner, here.armies, x, y, 1.25, id=f"army-{id}", class_="quiet"))
    sites = _sites(place, sheet.t.sites[county])
    for kind, name in enumerate(BUILDING_IDS):
        if here.buildings >> kind & 1:
            x, y = sites.pop(0)
            sheet.pieces.append(building(kind, x, y, 1.08, id=f"building-{id}-{name}", class_="quiet"))
    for n in range(here.markers):
        x, y = place.marker
        sheet.pieces.append(revolt(x + 5 * n, y - 2 * n, 1.05, id=f"revolt-{id}-{n}", class_="quiet"))


def _visit(sheet: Sheet) -> None:
    """What modules have in the counties."""
    for draw, visits in zip(sheet.additions("visitors"), sheet.visits, strict=True):
        draw(sheet, visits)
