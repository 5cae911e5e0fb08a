"""The six spheres of power: slots with time tokens and knights, or knights in order of arrival."""

from __future__ import annotations

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, shield, tag, tooltip
from pfalz.core.lettering import ROMAN
from pfalz.games.mil.drawing.hints import favour_hint, sphere_hint, sphere_name
from pfalz.games.mil.drawing.pieces import archbishop, cube, kings_soldiers, start_sign, time_token
from pfalz.games.mil.drawing.sheet import KnightFacts, Sheet
from pfalz.games.mil.lookup import COURT, CURIA, LIMITED_IDS, WAR
from pfalz.games.mil.state import BLACK, EMPTY, FAMILY_TOKEN, KNIGHTS, NOBODY, WHITE

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


def draw_spheres(sheet: Sheet, left: float, top: float, per_row: int) -> float:
    """All six in rows, in the order they are resolved (M-1.13); returns the lower edge."""
    ids = sheet.t.sphere_ids
    for i, id in enumerate(ids):
        row, place = divmod(i, per_row)
        _sphere(sheet, i, id, left + (PANEL + GAP) * place, top + (HEIGHT + GAP) * row)
    return top + (HEIGHT + GAP) * (len(ids) // per_row) - GAP


def _sphere(sheet: Sheet, i: int, id: str, x: float, y: float) -> None:
    """A sphere: drawn anew only if something has happened in it."""
    s, now = sheet.view, sheet.now
    busy, waiting = BUSY.get(now.question) == id, False
    if id in LIMITED_IDS:
        sphere, n = LIMITED_IDS.index(id), sheet.t.per_sphere
        waiting = {WAR: s.kings_soldiers, CURIA: s.archbishop}.get(sphere) == NOBODY
        here = tuple(s.slots[sphere * n : sphere * n + n])
    else:
        here = tuple(s.monastery if id == "monastery" else s.crusades)
    acting = now.acting if now.acting in here else EMPTY
    standing = tuple([sheet.knight_facts(what) if 0 <= what < KNIGHTS else None for what in here])

    def draw() -> None:
        sheet.part(("panel", id, busy, x, y), lambda: _panel(sheet, i, id, busy, x, y))
        if id in LIMITED_IDS:
            _limited(sheet, LIMITED_IDS.index(id), here, standing, waiting, acting, x, y)
        else:
            _crowd(sheet, id, standing, x, y)

    sheet.part(("sphere", id, busy, waiting, here, acting, standing, x, y), draw)


Standing = tuple[KnightFacts | None, ...]
"""The knights in a sphere."""


def _crowd(sheet: Sheet, id: str, standing: Standing, x: float, y: float) -> None:
    """A sphere where knights stand in order of arrival."""
    empty = not standing
    sheet.part(("place", id, empty, x, y), lambda: _unlimited(sheet, id, empty, x, y))
    step = min(38.0, (PANEL - 60) / max(1, len(standing) - 1))
    for nth, facts in reversed(list(enumerate(standing))):  # the letter at the right of each stays visible
        _stand(sheet, facts, x + 26 + nth * step, y + HEIGHT - 14)


def _panel(sheet: Sheet, i: int, id: str, busy: bool, x: float, y: float) -> None:
    sheet.ground.append(
        group(
            tooltip(sphere_hint(sheet.t, sheet.texts, id)),
            tag("rect", width=PANEL, height=HEIGHT, rx=9, class_="panel"),
            label(11, 24, ROMAN[i], class_="faded", font_size=15),
            label(36, 25, sphere_name(sheet.texts, id), class_="bold", font_size=19),
            id=f"sphere-{id}",
            transform=move(x, y),
        )
    )
    if busy:
        sheet.ground.append(tag("rect", x=x, y=y, width=PANEL, height=HEIGHT, rx=9, class_="ring", id="busy"))


def _stand(sheet: Sheet, facts: KnightFacts | None, x: float, y: float) -> None:
    """A knight in a sphere, if there is one."""
    if facts is not None:
        knight = facts
        sheet.part(("stand", knight, x, y), lambda: sheet.put_knight(knight, x, y, 1.35))


def _limited(
    sheet: Sheet,
    sphere: int,
    here: tuple[int, ...],
    standing: Standing,
    waiting: bool,
    acting: int,
    x: float,
    y: float,
) -> None:
    """A sphere with slots."""
    sheet.part(("favour", sphere, waiting, x, y), lambda: _favour(sheet, sphere, waiting, x, y))
    n = sheet.t.per_sphere
    width = min(58.0, (PANEL - 10) / n)
    left = x + (PANEL - n * width) / 2
    for nth, (what, knight) in enumerate(zip(here, standing, strict=True)):
        slot, at, acts = sphere * n + nth, left + nth * width, what >= 0 and what == acting
        _slot(sheet, slot, what, acts, at, y + SLOT_TOP, width - 4)
        _stand(sheet, knight, at + 2 + (width - 4) / 2, y + HEIGHT - 14)


def _slot(sheet: Sheet, slot: int, what: int, acting: bool, x: float, y: float, width: float) -> None:
    facts = ("slot", slot, what, acting, x, y)
    sheet.part(facts, lambda: _draw_slot(sheet, slot, what, acting, x, y, width))


def _draw_slot(sheet: Sheet, slot: int, what: int, acting: bool, x: float, y: float, width: float) -> None:
    """A slot with the token that lies on it."""
    t = sheet.t
    sphere, i = divmod(slot, t.per_sphere)
    hint = {WHITE: "white", BLACK: "black", EMPTY: "empty"}.get(what, "family")
    for hinted in sheet.additions("slot_hint"):
        hint = hinted(sheet.rules, slot, what, hint)
    words = sheet.texts.name("place", slot)
    if not 0 <= what < KNIGHTS:
        words = f"{words}. {sheet.hint(hint)}"
    middle = 2 + width / 2
    sheet.ground.append(
        group(
            tooltip(words),
            tag(
                "rect",
                x=2,
                width=width,
                height=HEIGHT - SLOT_TOP - 8,
                rx=7,
                class_="space scored" if acting else "space",
            ),
            label(8, 16, str(i + 1), class_="faded", font_size=15),
            *[below(sheet.rules, slot, what, middle) for below in sheet.additions("below_slot")],
            id=f"slot-{LIMITED_IDS[sphere]}-{i + 1}",
            data_kind="place",
            data_value=slot,
            transform=move(x, y),
        )
    )
    if what >= FAMILY_TOKEN:
        sheet.pieces.append(
            group(
                tooltip(words),
                tag("circle", r=17, fill="var(--vellum)", stroke="var(--ink)"),
                shield(what - FAMILY_TOKEN, 0, -1, 0.95),
                id=f"token-{slot}",
                transform=move(x + middle, y + 42),
                data_kind="place",
                data_value=slot,
            )
        )
    elif what < 0 and what != EMPTY:
        id = f"time-slot-{slot}" if what == WHITE else f"black-{slot}"
        black = what != WHITE
        sheet.pieces.append(
            time_token(x + middle, y + 42, 1.2, black, words, id=id, data_kind="place", data_value=slot)
        )


def _favour(sheet: Sheet, sphere: int, waiting: bool, x: float, y: float) -> None:
    """What the favourite gets, at the upper right; a token that nobody has waits there."""
    t = sheet.t
    right = PANEL - 12.0
    parts = [tooltip(favour_hint(t, sheet.texts, sphere))]
    points = t.favour_points[sphere]
    parts.append(tag("rect", x=right - 84, y=5, width=90, height=26, rx=6, fill="none", class_="rule"))
    parts.append(
        tag(
            "path",
            d=CROWN,
            fill=GILT,
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
        parts.append(start_sign(right - 9, 18))
    sheet.ground.append(group(*parts, id=f"favour-{LIMITED_IDS[sphere]}", transform=move(x, y)))
    if sphere in (WAR, CURIA):
        _prize(sheet, sphere, waiting, x + right - 20, y + 18)


def _prize(sheet: Sheet, sphere: int, waiting: bool, x: float, y: float) -> None:
    """The King's Soldiers or the Archbishop; only a shadow while somebody has them."""
    token, name = (kings_soldiers, "kings_soldiers") if sphere == WAR else (archbishop, "archbishop")
    if waiting:
        sheet.pieces.append(token(x, y, 0.8, sheet.hint(name), id=name.replace("_", "-")))
    else:
        sheet.ground.append(token(x, y, 0.8, sheet.hint(name), opacity=0.3))


def _unlimited(sheet: Sheet, id: str, empty: bool, x: float, y: float) -> None:
    """The ground of a sphere where knights stand in order of arrival."""
    t = sheet.t
    height = HEIGHT - SLOT_TOP - 8
    sheet.ground.append(
        group(
            tooltip(sphere_hint(t, sheet.texts, id)),
            tag("rect", x=6, width=PANEL - 12, height=height, rx=7, class_="space"),
            _sign(id, PANEL / 2, height / 2) if empty else "",
            id=f"slot-{id}",
            data_kind="place",
            data_value=t.monastery if id == "monastery" else t.crusades,
            transform=move(x, y + SLOT_TOP),
        )
    )


def _sign(id: str, x: float, y: float) -> str:
    """A church for the Monastery, a cross for the Crusades, faintly on the ground."""
    if id == "monastery":
        path = "M-26,22 V0 L-10,-10 L6,0 V22 Z M6,22 V-14 L16,-26 L26,-14 V22 Z M-14,22 V12 H-6 V22"
    else:
        path = "M-5,-26 H5 V-8 H22 V2 H5 V26 H-5 V2 H-22 V-8 H-5 Z"
    return tag("path", d=path, class_="outline", opacity=0.35, transform=move(x, y))
