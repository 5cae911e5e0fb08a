"""The map: sea and lands, borders and names; who controls what; then what stands in the areas."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Final, NamedTuple

from pfalz.core.draw import DARK_INK, ORDINARIES, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD
from pfalz.games.darkages.drawing.geography import Box, Geography, Place
from pfalz.games.darkages.drawing.hints import Land, area_hint, cost_here, land_of
from pfalz.games.darkages.drawing.pieces import arms, copy, goods
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.territory import draw_backs, draw_territory
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
"""Regions with a title have a colour, the others are white (D-2.3, D-11.15); those of modules come to it."""
EDGE: Final = 90.0
"""How far beyond the edge of a window the middle of an area may lie that is named there."""
TOKEN: Final = "#efe2bd"
"""What the resource of an area lies on."""
ROOM: Final = 44.0
"""So far may a name reach beyond the room of its area, before it is broken in two."""
MIDDLE: Final = 20.0
"""The room beyond its place for an upper line of a name, in the middle: higher up there are neighbours."""
TIGHT: Final = 0.8
"""From line to line of a name that needs several, so that what lies in the area above does not cover it."""
LEAST: Final = 0.82
"""The size of the letters of a long name, as a share of the others'."""


class Frame(NamedTuple):
    """What of the map is drawn: all of it, or one of its windows with a hint of what lies beside it."""

    box: Box
    windows: tuple[int, ...]


def whole_map(geo: Geography) -> Frame:
    """All of the map."""
    return Frame(Box(0, 0, geo.width, geo.height), tuple(range(len(geo.windows))))


def windows_of(geo: Geography) -> list[Frame]:
    """The map window by window."""
    return [Frame(window.box, (i,)) for i, window in enumerate(geo.windows)]


def draw_map(sheet: Sheet, frame: Frame, letters: float) -> None:
    """The map in a frame; `letters` are as large as the names have room for."""
    t, s = sheet.t, sheet.view
    sheet.part(("seas", frame, letters), lambda: _seas(sheet, frame, letters))
    lands = tuple([land_of(s, area) for area in t.every_area])
    costs = tuple([cost_here(s, sheet.seat, area) for area in t.every_area])
    more = _additions(sheet)
    areas = _within(sheet, frame)
    facts = ("areas", frame, lands, costs, sheet.names, more)
    sheet.part(facts, lambda: _areas(sheet, areas, lands, costs, more))
    sheet.common(("map", frame, letters), partial(_draw_common, frame=frame, letters=letters))
    draw_backs(sheet, areas, lands)
    for add, found in zip(sheet.additions("area"), zip(*more, strict=True), strict=True):
        for area in areas:
            add(sheet, area, found[area])


def _draw_common(sheet: Sheet, frame: Frame, letters: float) -> None:
    """What everybody sees alike: who controls what, names, what stands in the areas, and where they fight."""
    t, s = sheet.t, sheet.view
    owners, homes, areas = tuple(s.owner), tuple(s.home), _within(sheet, frame)
    sheet.part(("reigns", frame, owners), lambda: _reigns(sheet, areas, owners))
    sheet.part(("borders",), lambda: _borders(sheet))
    facts = ("inscriptions", frame, owners, homes, letters)
    sheet.part(facts, lambda: _inscriptions(sheet, areas, owners, homes, letters))
    for window in frame.windows:
        _explain(sheet, window, letters)
    draw_territory(sheet, areas, tuple([land_of(s, area) for area in t.every_area]))
    if sheet.fighting and s.battle in areas:
        clash = (s.origin, s.battle)
        sheet.part(("clash", clash), lambda: sheet.pieces.append(_clash(sheet, *clash)))


def _within(sheet: Sheet, frame: Frame) -> list[int]:
    """The open areas that a frame shows."""
    shown = [sheet.geo.windows[window].areas for window in frame.windows]
    return [area for area, id in enumerate(sheet.t.area_ids) if any(id in ids for ids in shown)]


def _tinctures(sheet: Sheet) -> dict[str, str]:
    found = dict(TINCTURES)
    for more in sheet.additions("tinctures"):
        found |= more()
    return found


def _additions(sheet: Sheet) -> tuple[tuple[Hashable, ...], ...]:
    """What modules have in the areas: by area, by module."""
    tell = sheet.additions("area_facts")
    return tuple([tuple([facts(sheet.view, area) for facts in tell]) for area in sheet.t.every_area])


def shapes(geo: Geography, sides: int) -> str:
    """Outlines of the areas and windows, hatching for blocked areas, and a field of charges for each side."""
    body: list[str] = []
    for id, place in geo.places.items():
        body.append(tag("path", d=place.path, id=f"shape-{id}"))
        body.append(tag("clipPath", tag("use", href=f"#shape-{id}"), id=f"clip-{id}"))
    for i, (box, _, _) in enumerate(geo.windows):
        pane = tag("rect", x=box.left, y=box.top, width=box.width, height=box.height)
        body.append(tag("clipPath", pane, id=f"window-{i}"))
    hatch = tag("path", d="M-3,3 L3,-3 M-3,17 L17,-3 M11,17 L17,11", stroke="var(--faded)", stroke_width=1.6)
    body.append(_pattern("hatch", 14, hatch))
    for seat in range(sides):
        charge = tag("path", d=ORDINARIES[seat % len(ORDINARIES)], fill=seat_colour(seat), fill_opacity=0.42)
        two = group(charge, transform=move(13, 13, 0.72)) + group(charge, transform=move(37, 37, 0.72))
        body.append(_pattern(f"field-{seat}", 48, two))
    return "".join(body)


def _pattern(id: str, size: float, body: str) -> str:
    return tag("pattern", body, id=id, width=size, height=size, patternUnits="userSpaceOnUse")


# -- the ground -------------------------------------------------------------------------------------------


def _seas(sheet: Sheet, frame: Frame, letters: float) -> None:
    """Water, the lands beyond the game, and sea routes between open areas (D-2.4)."""
    geo, ground, texts = sheet.geo, sheet.ground, sheet.texts
    (left, top, width, height), shown = frame.box, [geo.windows[window].areas for window in frame.windows]
    water = {"x": left, "y": top, "width": width, "height": height}
    ground.append(tag("rect", "", fill="var(--azure)", fill_opacity=0.24, **water))
    quiet = {"fill": "none", "class_": "quiet", "stroke": "var(--azure)", "stroke_linejoin": "round"}
    for breadth in (26, 15, 6):
        ground.append(
            tag("path", "", d=geo.coast + geo.shore, stroke_width=breadth, stroke_opacity=0.12, **quiet)
        )
    ground.append(tag("path", d=geo.lands, fill="var(--parchment)"))
    ground.append(tag("path", d=geo.lands, class_="abroad"))
    ids = sheet.t.area_ids
    for pair, route in geo.routes.items():
        if all(area in ids for area in pair):
            ends = [tag("circle", cx=x, cy=y, r=6, fill="var(--azure)") for x, y in (route.start, route.end)]
            words = sheet.word("map.route")
            ground.append(group(tooltip(words), tag("path", d=route.path, class_="sea-route"), *ends))
    for id, (x, y, slope, broken) in geo.seas:
        name = texts.text(f"name.sea.{id}")
        lines = name.split() if broken else [name]
        turned = f"translate({x:g} {y:g}) rotate({slope:g})"
        for n, line in enumerate(lines):
            look = {"class_": "mid", "transform": turned, "font_style": "italic"}
            ground.append(label(0, n * letters, line, font_size=letters, **look))
    for id, place in geo.places.items():
        if not any(id in areas for areas in shown):
            ground.append(_hinted(sheet, id, place, frame, letters))
        elif id not in ids:
            ground.append(_blocked(sheet, id, place, letters))


def _hinted(sheet: Sheet, id: str, place: Place, frame: Frame, letters: float) -> str:
    """An area that is shown in another window: its name, where this one still shows a part of it."""
    box, (x, y) = frame.box, place.centre
    body = [tag("use", href=f"#shape-{id}", class_="soil"), tag("use", href=f"#shape-{id}", class_="shut")]
    if box.left < x + EDGE and x - EDGE < box.right:
        side = "end" if x > box.right - EDGE else "mid" if x > box.left + EDGE else ""
        look = {"class_": f"{side} halo faded".strip(), "font_style": "italic"}
        at = min(max(x, box.left + 8), box.right - 8)
        name = sheet.texts.text(f"name.area.{id}")
        for n, words in enumerate(BOLD.broken(name, place.box.width, letters)):
            body.append(label(at, y + n * letters, words, font_size=letters, **look))
    return group(*body, class_="quiet")


def _blocked(sheet: Sheet, id: str, place: Place, letters: float) -> str:
    """An area that does not exist with so few players (D-2.1, D-2.2)."""
    x, y = place.centre
    name = sheet.texts.text(f"name.area.{id}")
    return group(
        tooltip(sheet.word("map.blocked", area=name, n=sheet.t.players)),
        tag("use", href=f"#shape-{id}", class_="soil"),
        tag("use", href=f"#shape-{id}", class_="shut"),
        tag("use", href=f"#shape-{id}", fill="url(#hatch)"),
        label(x, y + 6, name, class_="mid halo faded", font_size=letters),
        id=f"area-{id}",
    )


def _areas(
    sheet: Sheet,
    areas: list[int],
    lands: tuple[Land, ...],
    costs: tuple[int, ...],
    more: tuple[tuple[Hashable, ...], ...],
) -> None:
    for area in areas:
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
    tincture = _tinctures(sheet).get(t.region_ids[t.region[area]])
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


def _reigns(sheet: Sheet, areas: list[int], owners: tuple[int, ...]) -> None:
    """Whose an area is: a band in the colour of its owner along the border, and a field of his charges."""
    for area in areas:
        owner = owners[area]
        if owner in sheet.t.in_turn:
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
    geo, t = sheet.geo, sheet.t
    region_of = {id: f"blocked {id}" for id in geo.places}
    region_of |= {id: t.region_ids[t.region[area]] for area, id in enumerate(t.area_ids)}
    line = geo.frontiers(region_of) + geo.coast + geo.rim
    sheet.ground.append(tag("path", d=line, class_="frontier quiet"))


def _clash(sheet: Sheet, origin: int, area: int) -> str:
    """Where a battle is fought, and where the attacker came from."""
    t, places = sheet.t, sheet.geo.places
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


def _inscriptions(
    sheet: Sheet, areas: list[int], owners: tuple[int, ...], homes: tuple[int, ...], letters: float
) -> None:
    for area in areas:
        _inscribe(sheet, area, owners[area], area in homes, letters)


def _inscribe(sheet: Sheet, area: int, owner: int, home: bool, letters: float) -> None:
    sheet.part(
        ("inscription", area, owner, home, letters),
        lambda: sheet.ground.append(_inscription(sheet, area, owner, home, letters)),
    )


def _inscription(sheet: Sheet, area: int, owner: int, home: bool, letters: float) -> str:
    """The arms of the owner, the name of the area, its resource; a crown over the arms of a home area."""
    t = sheet.t
    place = sheet.geo.places[t.area_ids[area]]
    name = sheet.texts.name("area", area)
    before, behind = (25.0 if owner != FREE else 0.0), 23.0
    room = place.box.width + ROOM - before - behind
    lines = [name] if BOLD.breadth(name, letters) <= room else BOLD.broken(name, room, letters)
    rooms = [place.box.width + MIDDLE] * (len(lines) - 1) + [room]
    fitted = [BOLD.fitted(line, n, letters, LEAST * letters)[1] for line, n in zip(lines, rooms, strict=True)]
    size = min(fitted)
    width = before + BOLD.breadth(lines[-1], size) + behind
    x, y = place.box.centre[0] - width / 2, place.box.top - (3 if len(lines) == 1 else -1)
    body = [label(x + before, y, lines[-1], class_="bold halo", font_size=size)]
    for n, words in enumerate(reversed(lines[:-1]), 1):
        up, middle = y - TIGHT * size * n, place.box.centre[0]
        body.append(label(middle, up, words, class_="mid bold halo", font_size=size))
    if owner != FREE:
        body.append(arms(owner, x + 10, y - 7, 0.9))
    if home:
        body.append(copy("title", x + 10, y - 23, 0.85))
    body.append(tag("circle", cx=x + width - 9, cy=y - 6, r=10.5, fill=TOKEN, stroke=DARK_INK))
    body.append(goods(t.resource[area], x + width - 9, y - 6, 0.74))
    return group(*body, class_="quiet")


def _explain(sheet: Sheet, window: int, letters: float) -> None:
    sheet.part(("legend", window, letters), lambda: _legend(sheet, window, letters))


def _legend(sheet: Sheet, window: int, letters: float) -> None:
    """In the sea: the colours of the regions of a window that have a title."""
    t, colours = sheet.t, _tinctures(sheet)
    _, areas, (left, bottom) = sheet.geo.windows[window]
    here = {t.region[area] for area, id in enumerate(t.area_ids) if id in areas}
    body = [tooltip(sheet.word("map.region_help"))]
    named = [i for i, id in enumerate(t.region_ids) if id in colours and i in here]
    for i, region in enumerate(named):
        x, y = left, bottom - 1.15 * letters * (len(named) - i)
        fill = f"var(--{colours[t.region_ids[region]]})"
        body.append(tag("rect", x=x, y=y, width=24, height=18, rx=3, class_="soil"))
        body.append(tag("rect", x=x, y=y, width=24, height=18, rx=3, class_="area", fill=fill))
        words = sheet.texts.name("region", region)
        body.append(label(x + 30, y + 9 + letters / 3, words, class_="halo", font_size=letters))
    sheet.ground.append(group(*body))
