"""The map: sea and lands, borders and names; who controls what; then what stands in the areas."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Final

from pfalz.core.draw import ORDINARIES, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.games.darkages.drawing.geography import Place, geography
from pfalz.games.darkages.drawing.hints import Land, area_hint, cost_here, land_of
from pfalz.games.darkages.drawing.pieces import arms, copy, goods
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.territory import draw_territory
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.state import FREE, NONE

STYLE: Final = (
    "svg.pfalz .area{stroke:var(--ink);stroke-width:1.2;fill-opacity:.2}"
    "svg.pfalz .soil{fill:var(--vellum)}svg.pfalz .abroad{fill:var(--edge);fill-opacity:.3}"
    "svg.pfalz .shut{fill:var(--edge);fill-opacity:.45;stroke:var(--faded);stroke-width:1.2}"
    "svg.pfalz .reign{fill:none;stroke-width:22;stroke-opacity:.8;stroke-linejoin:round}"
    "svg.pfalz .frontier{fill:none;stroke:var(--ink);stroke-width:4;stroke-linejoin:round}"
    "svg.pfalz .sea-route{fill:none;stroke:var(--azure);stroke-width:4;stroke-dasharray:13 8}"
    "svg.pfalz .surf{fill:none;stroke:var(--azure);stroke-opacity:.12;stroke-linejoin:round}"
    "svg.pfalz .contested{fill:none;stroke:var(--glow);stroke-width:8;stroke-dasharray:16 9}"
    "svg.pfalz .onward{fill:none;stroke:var(--glow);stroke-width:9;stroke-linecap:round}"
)
TINCTURES: Final = {
    "saxony_region": "azure",
    "east_francia": "tenne",
    "bohemian_lands": "vert",
    "carantania": "gules",
    "kingdom_of_italy": "or",
    "lower_lombardy": "purpure",
}
"""Regions with a title have a colour, the others are white (D-2.3, D-11.15)."""
WIDTH, HEIGHT = 1000.0, 1200.0


def draw_map(sheet: Sheet, letters: float) -> None:
    """The whole map, in a frame of 1000 by 1200; `letters` are as large as the names have room for."""
    t, s = sheet.t, sheet.view
    sheet.part(("seas",), lambda: _seas(sheet))
    lands = tuple([land_of(s, area) for area in t.every_area])
    costs = tuple([cost_here(s, sheet.seat, area) for area in t.every_area])
    more = _additions(sheet)
    sheet.part(("areas", lands, costs, sheet.names, more), lambda: _areas(sheet, lands, costs, more))
    owners = tuple(s.owner)
    sheet.part(("reigns", owners), lambda: _reigns(sheet, owners))
    sheet.part(("borders",), lambda: _borders(sheet))
    clash = (s.origin, s.battle) if sheet.fighting else (NONE, NONE)
    if clash[1] != NONE:
        sheet.part(("clash", clash), lambda: sheet.ground.append(_clash(t, *clash)))
    homes = tuple(s.home)
    written = ("inscriptions", owners, homes, letters)
    sheet.part(written, lambda: _inscriptions(sheet, owners, homes, letters))
    sheet.part(("legend",), lambda: _legend(sheet))
    draw_territory(sheet, lands)
    for add, found in zip(sheet.additions("area"), zip(*more, strict=True), strict=True):
        for area, known in enumerate(found):
            add(sheet, area, known)


def _additions(sheet: Sheet) -> tuple[tuple[Hashable, ...], ...]:
    """What modules have in the areas: by area, by module."""
    tell = sheet.additions("area_facts")
    return tuple([tuple([facts(sheet.view, area) for facts in tell]) for area in sheet.t.every_area])


@cache
def shapes(players: int) -> str:
    """Outlines of the areas, hatching for blocked ones, and a field of charges for each seat."""
    body: list[str] = []
    for id, place in geography().places.items():
        body.append(tag("path", d=place.path, id=f"shape-{id}"))
        body.append(tag("clipPath", tag("use", href=f"#shape-{id}"), id=f"clip-{id}"))
    hatch = tag("path", d="M-3,3 L3,-3 M-3,17 L17,-3 M11,17 L17,11", stroke="var(--faded)", stroke_width=1.6)
    body.append(_pattern("hatch", 14, hatch))
    for seat in range(players):
        charge = tag("path", d=ORDINARIES[seat], fill=seat_colour(seat), fill_opacity=0.42)
        two = group(charge, transform=move(13, 13, 0.72)) + group(charge, transform=move(37, 37, 0.72))
        body.append(_pattern(f"field-{seat}", 48, two))
    return "".join(body)


def _pattern(id: str, size: float, body: str) -> str:
    return tag("pattern", body, id=id, width=size, height=size, patternUnits="userSpaceOnUse")


# -- the ground -------------------------------------------------------------------------------------------


def _seas(sheet: Sheet) -> None:
    """Water, the lands beyond the game, and sea routes between open areas (D-2.4)."""
    geo, ground, texts = geography(), sheet.ground, sheet.texts
    ground.append(tag("rect", width=WIDTH, height=HEIGHT, fill="var(--azure)", fill_opacity=0.24))
    quiet = {"fill": "none", "class_": "quiet", "stroke": "var(--azure)", "stroke_linejoin": "round"}
    for width in (26, 15, 6):
        ground.append(
            tag("path", "", d=geo.coast + geo.shore, stroke_width=width, stroke_opacity=0.12, **quiet)
        )
    ground.append(tag("path", d=geo.lands, fill="var(--parchment)"))
    ground.append(tag("path", d=geo.lands, class_="abroad"))
    ids = sheet.t.area_ids
    for pair, route in geo.routes.items():
        if all(area in ids for area in pair):
            ends = [tag("circle", cx=x, cy=y, r=6, fill="var(--azure)") for x, y in (route.start, route.end)]
            words = sheet.word("map.route")
            ground.append(group(tooltip(words), tag("path", d=route.path, class_="sea-route"), *ends))
    for id, (x, y, slope) in geo.seas.items():
        turned = f"translate({x:g} {y:g}) rotate({slope:g})"
        words = texts.text(f"name.sea.{id}")
        ground.append(label(0, 0, words, class_="mid", font_size=22, transform=turned, font_style="italic"))
    for id, place in geo.places.items():
        if id not in ids:
            ground.append(_blocked(sheet, id, place))


def _blocked(sheet: Sheet, id: str, place: Place) -> str:
    """An area that does not exist with so few players (D-2.1, D-2.2)."""
    x, y = place.centre
    name = sheet.texts.text(f"name.area.{id}")
    return group(
        tooltip(sheet.word("map.blocked", area=name, n=sheet.t.players)),
        tag("use", href=f"#shape-{id}", class_="soil"),
        tag("use", href=f"#shape-{id}", class_="shut"),
        tag("use", href=f"#shape-{id}", fill="url(#hatch)"),
        label(x, y + 6, name, class_="mid halo faded", font_size=20),
        id=f"area-{id}",
    )


def _areas(
    sheet: Sheet, lands: tuple[Land, ...], costs: tuple[int, ...], more: tuple[tuple[Hashable, ...], ...]
) -> None:
    for area in sheet.t.every_area:
        _area(sheet, area, lands[area], costs[area], more[area])


def _area(sheet: Sheet, area: int, land: Land, cost: int, more: tuple[Hashable, ...]) -> None:
    names = sheet.names if land.owner != FREE else ()
    sheet.part(
        ("area", area, land, cost, names, more),
        lambda: sheet.ground.append(_land(sheet, area, land, cost, more)),
    )


def _land(sheet: Sheet, area: int, land: Land, cost: int, more: tuple[Hashable, ...]) -> str:
    """An area in the colour of its region; it can be chosen wherever an area is asked for."""
    t = sheet.t
    id = t.area_ids[area]
    tincture = TINCTURES.get(t.region_ids[t.region[area]])
    lines = [area_hint(sheet, area, land, cost)]
    for tell, known in zip(sheet.additions("area_hint"), more, strict=True):
        lines += tell(sheet, area, known)
    return group(
        tooltip("\n".join(lines)),
        tag("use", href=f"#shape-{id}", class_="soil"),
        tag("use", href=f"#shape-{id}", class_="area", fill=f"var(--{tincture})" if tincture else "none"),
        id=f"area-{id}",
        data_kind="area",
        data_value=area,
    )


def _reigns(sheet: Sheet, owners: tuple[int, ...]) -> None:
    """Whose an area is: a band in the colour of its owner along the border, and a field of his charges."""
    for area, owner in enumerate(owners):
        if FREE < owner < sheet.t.players:
            id = sheet.t.area_ids[area]
            band = {"class_": "reign", "stroke": seat_colour(owner), "clip_path": f"url(#clip-{id})"}
            sheet.ground.append(
                group(
                    tag("use", href=f"#shape-{id}", fill=f"url(#field-{owner})"),
                    tag("use", "", href=f"#shape-{id}", **band),
                    class_="quiet",
                    id=f"reign-{id}",
                )
            )


def _borders(sheet: Sheet) -> None:
    """Coasts and the frontiers between regions (D-2.3)."""
    geo, t = geography(), sheet.t
    region_of = {id: f"blocked {id}" for id in geo.places}
    region_of |= {id: t.region_ids[t.region[area]] for area, id in enumerate(t.area_ids)}
    line = geo.frontiers(region_of) + geo.coast + geo.rim
    sheet.ground.append(tag("path", d=line, class_="frontier quiet"))


def _clash(t: Lookup, origin: int, area: int) -> str:
    """Where a battle is fought, and where the attacker came from."""
    places = geography().places
    id = t.area_ids[area]
    edge = tag("use", href=f"#shape-{id}", class_="contested", clip_path=f"url(#clip-{id})")
    if origin == NONE:
        return group(edge, class_="quiet", id="clash")
    (ax, ay), (bx, by) = places[t.area_ids[origin]].centre, places[id].centre
    x, y, u, v = ax + 0.3 * (bx - ax), ay + 0.3 * (by - ay), ax + 0.62 * (bx - ax), ay + 0.62 * (by - ay)
    length = max(1.0, ((u - x) ** 2 + (v - y) ** 2) ** 0.5)
    dx, dy = 22 * (u - x) / length, 22 * (v - y) / length
    head = f"M{u - dx - dy:.0f},{v - dy + dx:.0f} L{u:.0f},{v:.0f} L{u - dx + dy:.0f},{v - dy - dx:.0f}"
    line = tag("path", d=f"M{x:.0f},{y:.0f} L{u:.0f},{v:.0f} {head}", class_="onward")
    return group(edge, line, class_="quiet", id="clash")


# -- names ------------------------------------------------------------------------------------------------


def _inscriptions(sheet: Sheet, owners: tuple[int, ...], homes: tuple[int, ...], letters: float) -> None:
    for area in sheet.t.every_area:
        _inscribe(sheet, area, owners[area], area in homes, letters)


def _inscribe(sheet: Sheet, area: int, owner: int, home: bool, letters: float) -> None:
    sheet.part(
        ("inscription", area, owner, home, letters),
        lambda: sheet.ground.append(_inscription(sheet, area, owner, home, letters)),
    )


def _inscription(sheet: Sheet, area: int, owner: int, home: bool, letters: float) -> str:
    """The arms of the owner, the name of the area, its resource; a crown over the arms of a home area."""
    t = sheet.t
    place = geography().places[t.area_ids[area]]
    name = sheet.texts.name("area", area)
    before, behind = (25.0 if owner != FREE else 0.0), 23.0
    words, size = BOLD.fitted(name, place.box.width + 14 - before - behind, letters, 14)
    width = before + BOLD.breadth(words, size) + behind
    x, y = place.box.centre[0] - width / 2, place.box.top - 3
    body = [label(x + before, y, words, class_="bold halo", font_size=size)]
    if owner != FREE:
        body.append(arms(owner, x + 10, y - 7, 0.9))
    if home:
        body.append(copy("title", x + 10, y - 23, 0.85))
    body.append(goods(t.resource[area], x + width - 9, y - 6, 0.85))
    return group(*body, class_="quiet")


def _legend(sheet: Sheet) -> None:
    """In the sea: the colours of the regions that have a title."""
    body = [tooltip(sheet.word("map.region_help"))]
    named = [i for i, id in enumerate(sheet.t.region_ids) if id in TINCTURES]
    for i, region in enumerate(named):
        x, y = 14 + 202 * (i // 3), 1126 + 24 * (i % 3)
        fill = f"var(--{TINCTURES[sheet.t.region_ids[region]]})"
        body.append(tag("rect", x=x, y=y, width=24, height=18, rx=3, class_="soil"))
        body.append(tag("rect", x=x, y=y, width=24, height=18, rx=3, class_="area", fill=fill))
        words, size = PLAIN.fitted(sheet.texts.name("region", region), 168, 19, 15)
        body.append(label(x + 30, y + 15, words, font_size=size))
    sheet.ground.append(group(*body))
