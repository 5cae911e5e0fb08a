"""The six spheres of power: slots with time tokens and knights, or knights in order of arrival."""

from __future__ import annotations

from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.games.mil.drawing.hints import favour_hint, sphere_hint, sphere_name
from pfalz.games.mil.drawing.pieces import (
    CROWN,
    DARK_INK,
    GOLD_COLOUR,
    archbishop,
    cube,
    kings_soldiers,
    move,
    start_token,
    time_token,
)
from pfalz.games.mil.drawing.sheet import ROMAN, Sheet
from pfalz.games.mil.state import BLACK, FAMILY_TOKEN, NOBODY, PRINTED, WHITE
from pfalz.games.mil.tables import COURT, CURIA, LIMITED_IDS, WAR

PANEL = 254.0
HEIGHT = 116.0
GAP = 6.0
SLOT_TOP = 36.0
BUSY = {"veil": "monastery", "donate": "curia", "pay_donation": "curia", "curia": "curia"}
BUSY.update({"court": "court", "offer": "court", "counter": "court", "market": "market", "trade": "market"})
BUSY.update({"bid": "market", "final_bid": "market", "castle": "market", "war": "war", "commit": "war"})
BUSY.update(
    {"call_lord": "war", "join": "war", "allot": "war", "kings_soldiers": "war", "archbishop": "curia"}
)


def draw_spheres(sheet: Sheet, top: float) -> float:
    """Two rows of three, in the order they are resolved (M-1.13); returns the lower edge."""
    for i, id in enumerate(sheet.t.sphere_ids):
        x, y = 12 + (PANEL + GAP) * (i % 3), top + (HEIGHT + GAP) * (i // 3)
        busy = sheet.ask is not None and BUSY.get(sheet.ask.name) == id
        body = [
            tooltip(sphere_hint(sheet.t, sheet.texts, id)),
            tag("rect", width=PANEL, height=HEIGHT, rx=9, class_="panel scored" if busy else "panel"),
            label(11, 24, ROMAN[i], class_="faded", font_size=15),
            label(36, 25, sphere_name(sheet.texts, id), class_="bold", font_size=19),
        ]
        sheet.ground.append(group(*body, id=f"sphere-{id}", transform=move(x, y)))
        if id in LIMITED_IDS:
            _limited(sheet, LIMITED_IDS.index(id), x, y)
        else:
            _unlimited(sheet, id, x, y)
    return top + 2 * HEIGHT + GAP


def _limited(sheet: Sheet, sphere: int, x: float, y: float) -> None:
    _favour(sheet, sphere, x, y)
    n = sheet.t.per_sphere
    width = min(58.0, (PANEL - 10) / n)
    left = x + (PANEL - n * width) / 2
    for i in range(n):
        _slot(sheet, sphere, i, left + i * width, y + SLOT_TOP, width - 4)


def _slot(sheet: Sheet, sphere: int, i: int, x: float, y: float, width: float) -> None:
    s, t = sheet.view, sheet.t
    slot = sphere * t.per_sphere + i
    what = s.slots[slot]
    height = HEIGHT - SLOT_TOP - 8
    printed = "time_is_gold" in sheet.modules and slot in t.printed
    hint = {WHITE: "printed_below" if printed else "white", BLACK: "black", PRINTED: "printed"}.get(
        what, "empty" if what < 0 else "family"
    )
    words = sheet.texts.name("place", slot)
    if not 0 <= what < FAMILY_TOKEN:
        words = f"{words}. {sheet.hint(hint)}"
    look = "space scored" if what >= 0 and what == sheet.acting else "space"
    mark = ""
    if printed:
        mark = tag(
            "circle", cx=width / 2 + 2, cy=42, r=17.5, fill="var(--sable)", opacity=0.55 if what >= 0 else 1
        )
    sheet.ground.append(
        group(
            tooltip(words),
            tag("rect", x=2, width=width, height=height, rx=7, class_=look),
            label(9, 15, str(i + 1), class_="faded", font_size=12),
            mark,
            id=f"slot-{LIMITED_IDS[sphere]}-{i + 1}",
            data_kind="place",
            data_value=slot,
            transform=move(x, y),
        )
    )
    middle = x + 2 + width / 2
    if what >= FAMILY_TOKEN:
        sheet.pieces.append(
            group(
                tooltip(words),
                tag("circle", r=17, fill="var(--vellum)", stroke="var(--ink)"),
                shield(what - FAMILY_TOKEN, 0, -1, 0.95),
                id=f"token-{slot}",
                transform=move(middle, y + 42),
                data_kind="place",
                data_value=slot,
            )
        )
    elif what >= 0:
        sheet.put_knight(what, middle, y + height - 6, 1.35)
    elif what in (WHITE, BLACK, PRINTED):
        id = f"time-slot-{slot}" if what == WHITE else f"black-{slot}"
        sheet.pieces.append(
            time_token(
                middle,
                y + 42,
                1.2,
                what != WHITE,
                words,
                id=id,
                data_kind="place",
                data_value=slot,
            )
        )


def _favour(sheet: Sheet, sphere: int, x: float, y: float) -> None:
    """What the favourite gets, at the upper right; tokens that nobody has wait there."""
    s, t = sheet.view, sheet.t
    right = PANEL - 12.0
    parts = [tooltip(favour_hint(t, sheet.texts, sphere))]
    points = t.favour_points[sphere]
    parts.append(tag("rect", x=right - 84, y=5, width=90, height=26, rx=6, fill="none", class_="rule"))
    parts.append(
        tag(
            "path",
            d=CROWN,
            fill=GOLD_COLOUR,
            stroke=DARK_INK,
            stroke_width=0.8,
            transform=move(right - 70, 24),
        )
    )
    parts.append(label(right - 58, 24, str(points), class_="bold", font_size=16))
    at = right - 41
    for resource, n in enumerate(t.favour_cubes[sphere]):
        for _ in range(n):
            parts.append(cube(resource, at, 11, 14))
            at += 18
    if sphere == COURT:
        parts.append(start_token(right - 9, 18, 0.7, favour_hint(t, sheet.texts, sphere), opacity=0.5))
    sheet.ground.append(group(*parts, id=f"favour-{LIMITED_IDS[sphere]}", transform=move(x, y)))
    if sphere == WAR and s.kings_soldiers == NOBODY:
        sheet.pieces.append(
            kings_soldiers(x + right - 20, y + 18, 0.8, sheet.hint("kings_soldiers"), id="kings-soldiers")
        )
    if sphere == CURIA and s.archbishop == NOBODY:
        sheet.pieces.append(
            archbishop(x + right - 20, y + 18, 0.8, sheet.hint("archbishop"), id="archbishop")
        )


def _unlimited(sheet: Sheet, id: str, x: float, y: float) -> None:
    s, t = sheet.view, sheet.t
    here = s.monastery if id == "monastery" else s.crusades
    place = t.monastery if id == "monastery" else t.crusades
    height = HEIGHT - SLOT_TOP - 8
    sheet.ground.append(
        group(
            tooltip(sphere_hint(t, sheet.texts, id)),
            tag("rect", x=6, width=PANEL - 12, height=height, rx=7, class_="space"),
            "" if here else _sign(id, PANEL / 2, height / 2),
            id=f"slot-{id}",
            data_kind="place",
            data_value=place,
            transform=move(x, y + SLOT_TOP),
        )
    )
    step = min(38.0, (PANEL - 50) / max(1, len(here) - 1))
    for i, k in enumerate(here):
        sheet.put_knight(k, x + 28 + i * step, y + HEIGHT - 14, 1.35)


def _sign(id: str, x: float, y: float) -> str:
    """A church for the Monastery, a cross for the Crusades, faintly on the ground."""
    if id == "monastery":
        path = "M-26,22 V0 L-10,-10 L6,0 V22 Z M6,22 V-14 L16,-26 L26,-14 V22 Z M-14,22 V12 H-6 V22"
    else:
        path = "M-5,-26 H5 V-8 H22 V2 H5 V26 H-5 V2 H-22 V-8 H-5 Z"
    return tag("path", d=path, class_="outline", opacity=0.35, transform=move(x, y))
