"""Who leads in the buildings of each region: what the next winter would bring (W-13.2)."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.games.wallenstein.drawing.geography import geography
from pfalz.games.wallenstein.drawing.pieces import building, token
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.table import LETTERS, WIDTH, X, frame
from pfalz.games.wallenstein.lookup import BUILDING_IDS

ROW = 23.0
HEIGHT = 150.0
COLUMN = 106.0
LEFT = WIDTH - 8 - COLUMN * len(BUILDING_IDS)
SHOWN = 4
"""So many seats have room in a column."""


Counts = tuple[tuple[int, ...], ...]
"""Buildings in a region by kind, then by seat."""


def counts_of(sheet: Sheet) -> tuple[Counts, ...]:
    """How many buildings everyone has in every region."""
    owner, _, buildings, _ = sheet.land
    return sheet.told(("counts", owner, buildings), lambda: _counts(sheet))


def _counts(sheet: Sheet) -> tuple[Counts, ...]:
    t = sheet.t
    owners, _, buildings, _ = sheet.land
    found = [[[0] * t.players for _ in BUILDING_IDS] for _ in t.region_ids]
    for county in t.counties:
        owner = owners[county]
        if owner >= 0:
            for kind, here in enumerate(found[t.region_of[county]]):
                here[owner] += buildings[county] >> kind & 1
    return tuple([tuple([tuple(here) for here in region]) for region in found])


def region_hint(sheet: Sheet, region: int, counts: Counts) -> str:
    """How many buildings everyone has in a region."""
    texts = sheet.texts
    found = [texts.name("region", region)]
    for id, here in zip(BUILDING_IDS, counts, strict=True):
        who = ", ".join([f"{texts.seats[seat]} {n}" for seat, n in enumerate(here) if n])
        found.append(f"{sheet.word(f'building.{id}')}: {who or texts.text('name.nothing')}")
    return "\n".join(found)


def draw_majorities(sheet: Sheet, y: float) -> None:
    """A line for each region, a column for each kind of building, the leaders first."""
    owner, _, buildings, _ = sheet.land
    facts = ("majorities", y, owner, buildings, sheet.texts.seats)
    sheet.part(facts, lambda: _majorities(sheet, y))


def _majorities(sheet: Sheet, y: float) -> None:
    frame(sheet, y, HEIGHT, sheet.word("majorities"), "majorities")
    sheet.part(("majority", y), lambda: sheet.ground.append(_heads(sheet, y)))
    for region, counts in enumerate(counts_of(sheet)):
        _row(sheet, region, counts, y + 48 + region * ROW)


def _row(sheet: Sheet, region: int, counts: Counts, y: float) -> None:
    facts = ("majorities of", region, y, counts, sheet.texts.seats)
    sheet.part(facts, lambda: sheet.ground.append(_region(sheet, region, counts, y)))


def _heads(sheet: Sheet, y: float) -> str:
    body = []
    for kind, points in enumerate(sheet.t.majority):
        x = LEFT + kind * COLUMN
        words = label(x + 16, 21, f"+{points}", class_="faded", font_size=14)
        body.append(group(tooltip(sheet.texts.hint("building", kind)), building(kind, x + 4, 15, 0.9), words))
    return group(*body, transform=move(X, y))


def _region(sheet: Sheet, region: int, counts: Counts, y: float) -> str:
    id = sheet.t.region_ids[region]
    tincture = f"var(--{geography().tinctures[id]})"
    body = [
        tooltip(region_hint(sheet, region, counts)),
        tag("rect", x=10, y=-11, width=15, height=11, rx=2, fill=tincture, class_="swatch"),
        label(31, 0, sheet.texts.name("region", region), font_size=LETTERS),
    ]
    for kind, here in enumerate(counts):
        body += _standing(here, LEFT + kind * COLUMN)
    return group(*body, id=f"majority-{id}", transform=move(X, y))


def _standing(found: Sequence[int], x: float) -> list[str]:
    if not any(found):
        return [label(x, 0, "·", class_="faded", font_size=14)]
    body = []
    order = sorted((-n, seat) for seat, n in enumerate(found) if n)
    for i, (_, seat) in enumerate(order[:SHOWN]):
        style = "bold" if found[seat] == max(found) else "faded"
        body.append(token(seat, x + 4 + 26 * i, -5, 0.55))
        body.append(label(x + 11 + 26 * i, 0, str(found[seat]), class_=style, font_size=14))
    return body
