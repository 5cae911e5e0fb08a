"""Beside the land: the cube tower with its tray, the common supply, and which region is which."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.games.wallenstein.drawing.geography import geography
from pfalz.games.wallenstein.drawing.majorities import Counts, counts_of, region_hint
from pfalz.games.wallenstein.drawing.pieces import building, cube, row, token
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.table import LETTERS
from pfalz.games.wallenstein.lookup import BUILDING_IDS

WALLS = "M4,142 V28 H0 V0 H14 V10 H26 V0 H42 V10 H54 V0 H70 V10 H82 V0 H96 V28 H92 V142 Z"
LINE = 20.0
LEADERS = 3
"""So many shields have room in a column of the legend."""


def draw_tower(sheet: Sheet, x: float, y: float) -> None:
    """The cube tower with what rests in it, and the tray before it (W-2.2)."""
    s = sheet.view
    inside, before = tuple(s.tower), tuple(s.tray)
    sheet.part(("tower", x, y, inside), lambda: sheet.ground.append(_tower(sheet, inside, x, y)))
    sheet.part(("tray", x, y, before), lambda: sheet.ground.append(_tray(sheet, before, x + 100, y + 66)))


def _tower(sheet: Sheet, counts: Sequence[int], x: float, y: float) -> str:
    return group(
        tooltip(f"{sheet.word('tower')}: {sheet.word('tower_help')}"),
        tag("path", d=WALLS, class_="panel"),
        label(48, 28, sheet.word("tower"), class_="mid", font_size=16.2),
        tag("path", d="M32,142 V126 A16,16 0 0,1 64,126 V142 Z", fill="var(--ink)", opacity=0.55),
        *_cubes(counts, 18, 46, 42),
        id="tower",
        transform=move(x, y),
    )


def _tray(sheet: Sheet, counts: Sequence[int], x: float, y: float) -> str:
    return group(
        tooltip(f"{sheet.word('tray')}: {sheet.word('tray_help')}"),
        tag("path", d="M0,0 L8,76 H104 L112,0", class_="panel"),
        label(56, 16, sheet.word("tray"), class_="mid", font_size=16.2),
        *_cubes(counts, 26, 32, 44),
        id="tray",
        transform=move(x, y),
    )


def _cubes(counts: Sequence[int], x: float, y: float, column: float) -> list[str]:
    body = []
    for i, colour in enumerate(row(counts)):
        left, top = x + i % 2 * column, y + i // 2 * 20
        body.append(cube(colour, left, top))
        body.append(label(left + 11, top + 5, str(counts[colour]), class_="bold", font_size=14))
    return body


def draw_supplies(sheet: Sheet, x: float, y: float) -> None:
    """Buildings and peasants in the common supply (W-1.6, W-1.7)."""
    s = sheet.view
    left = (*[s.stock(kind) for kind in range(len(BUILDING_IDS))], s.supply[sheet.t.players])
    sheet.part(("stock", x, y, left), lambda: _supplies(sheet, left, x, y))


def _supplies(sheet: Sheet, left: Sequence[int], x: float, y: float) -> None:
    """What is left of each building, and of the peasants."""
    texts = sheet.texts
    sheet.ground.append(label(x, y + 8, sheet.word("stock"), class_="faded", font_size=17.7, id="stock"))
    for kind, id in enumerate(BUILDING_IDS):
        n = left[kind]
        hint = f"{texts.hint('building', kind)}\n{texts.say('board.stock_help', n=n)}"
        sheet.ground.append(_stock(id, hint, building(kind, 12, 0, 1.25), n, x, y + 34 + kind * 32))
    n = left[-1]
    hint = texts.say("board.peasants_help", n=n)
    sheet.ground.append(_stock("peasants", hint, cube(sheet.t.players, 12, 0), n, x, y + 130))


def _stock(id: str, hint: str, sign: str, n: int, x: float, y: float) -> str:
    count = label(30, 6, str(n), class_="bold", font_size=16)
    return group(tooltip(hint), sign, count, id=f"stock-{id}", transform=move(x, y))


def draw_regions(sheet: Sheet, x: float, y: float, *, leaders: bool) -> None:
    """Which tincture is which region, and perhaps who has most buildings in it."""
    seats = sheet.texts.seats
    facts = ("regions", x, y, leaders, sheet.land[0], sheet.land[2], seats)
    sheet.part(facts, lambda: _regions(sheet, x, y, leaders))


def _regions(sheet: Sheet, x: float, y: float, leaders: bool) -> None:
    if leaders:
        sheet.part(("heads", x, y), lambda: sheet.ground.append(_heads(sheet, x, y - LINE - 3)))
    for region, counts in enumerate(counts_of(sheet)):
        _row(sheet, region, counts, leaders, x, y + region * LINE)


def _row(sheet: Sheet, region: int, counts: Counts, leaders: bool, x: float, y: float) -> None:
    facts = ("region", region, x, y, leaders, counts, sheet.texts.seats)
    sheet.part(facts, lambda: sheet.ground.append(_region(sheet, region, counts, leaders, x, y)))


def _heads(sheet: Sheet, x: float, y: float) -> str:
    signs = [
        group(tooltip(sheet.texts.hint("building", kind)), building(kind, _column(kind), 0, 0.75))
        for kind in range(len(BUILDING_IDS))
    ]
    return group(*signs, transform=move(x, y))


def _region(sheet: Sheet, region: int, counts: Counts, leaders: bool, x: float, y: float) -> str:
    id = sheet.t.region_ids[region]
    tincture = f"var(--{geography().tinctures[id]})"
    swatch = tag("rect", width=17, height=12, y=-10, rx=2, fill=tincture, class_="swatch")
    body = [
        tooltip(region_hint(sheet, region, counts)),
        swatch,
        label(24, 0, sheet.texts.name("region", region), font_size=LETTERS),
    ]
    for kind in range(len(BUILDING_IDS) if leaders else 0):
        found = counts[kind]
        first = [seat for seat, n in enumerate(found) if n and n == max(found)]
        for i, seat in enumerate(first[:LEADERS]):
            body.append(token(seat, _column(kind) + 13 * i, -5, 0.52))
    return group(*body, id=f"region-{id}", transform=move(x, y))


def _column(kind: int) -> float:
    return 126.0 + 46 * kind
