"""Who leads in the buildings of each region: what the next winter would bring (W-13.2)."""

from __future__ import annotations

from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.games.wallenstein.drawing.geography import geography
from pfalz.games.wallenstein.drawing.hints import building_hint
from pfalz.games.wallenstein.drawing.pieces import building
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.table import WIDTH, X, panel
from pfalz.games.wallenstein.tables import BUILDING_IDS

ROW = 21.0
HEIGHT = 138.0
COLUMN = 112.0


def counts(sheet: Sheet, region: int, kind: int) -> list[int]:
    """Buildings of a kind in a region, by seat."""
    s, t = sheet.view, sheet.t
    found = [0] * t.players
    for county in t.counties:
        if t.region_of[county] == region and s.owner[county] >= 0 and s.has(county, kind):
            found[s.owner[county]] += 1
    return found


def draw_majorities(sheet: Sheet, y: float) -> None:
    """A line for each region, a column for each kind of building, the leaders first."""
    t, texts = sheet.t, sheet.texts
    left = WIDTH - 10 - COLUMN * len(BUILDING_IDS)
    body = []
    for kind in range(len(BUILDING_IDS)):
        x = left + kind * COLUMN
        points = label(x + 16, 21, f"+{t.majority[kind]}", class_="faded", font_size=12.5)
        body.append(group(tooltip(building_hint(texts, kind)), building(kind, x + 4, 15, 0.9), points))
    for region, id in enumerate(t.region_ids):
        base = 45 + region * ROW
        tincture = f"var(--{geography().tinctures[id]})"
        body.append(
            tag("rect", x=10, y=base - 11, width=15, height=11, rx=2, fill=tincture, fill_opacity=0.4)
        )
        body.append(label(31, base, texts.name("region", region), font_size=14))
        for kind in range(len(BUILDING_IDS)):
            found = counts(sheet, region, kind)
            x = left + kind * COLUMN
            if not any(found):
                body.append(label(x, base, "·", class_="faded", font_size=14))
            order = sorted((-n, seat) for seat, n in enumerate(found) if n)
            for i, (_, seat) in enumerate(order[:4]):
                style = "bold" if found[seat] == max(found) else "faded"
                body.append(shield(seat, x + 4 + 27 * i, base - 5, 0.55))
                body.append(label(x + 11 + 27 * i, base, str(found[seat]), class_=style, font_size=13.5))
    sheet.ground.append(panel(X, y, WIDTH, HEIGHT, sheet.word("majorities"), *body, id="majorities"))
