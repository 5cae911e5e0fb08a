"""A knight's column: his tile with lands, castle, soldiers, time tokens, and himself if he is at home."""

from __future__ import annotations

from pfalz.core.draw import CREAM, DARK_INK, group, label, move, shield, tag, tooltip
from pfalz.games.mil.drawing.known import Column
from pfalz.games.mil.drawing.pieces import (
    absent_knight,
    archbishop,
    castle,
    heir,
    kings_soldiers,
    soldier,
    time_token,
)
from pfalz.games.mil.drawing.sheet import KnightFacts, Sheet
from pfalz.games.mil.state import NOBODY, WITH_HEIR

WIDTH = 175.0
HEIGHT = 124.0


def draw_column(sheet: Sheet, k: int, column: Column | None, x: float, y: float) -> None:
    """A knight's column: tile, time tokens, two lands, castle, soldiers."""
    if column is not None:
        sheet.part(("column", column, x, y), lambda: _knight(sheet, column, x, y))
    else:
        draw_vacant(sheet, k, x, y, WIDTH, HEIGHT)


def draw_vacant(sheet: Sheet, k: int, x: float, y: float, width: float, height: float) -> None:
    """A column without a knight, which need not be as high."""
    sheet.part(("vacant", k, x, y, height), lambda: _vacant(sheet, k, x, y, width, height))


def _knight(sheet: Sheet, column: Column, x: float, y: float) -> None:
    facts, away, lands = column.knight, column.away, len(column.lands)
    sheet.part(("tile", facts, away, lands, x, y), lambda: _tile(sheet, facts, away, lands, x, y))
    for i, land in enumerate(column.lands):
        sheet.put_land(land, x + 69 + 53 * i, y + 7, 1)
    tokens = column._replace(away="", lands=())
    sheet.part(("belongings", tokens, x, y), lambda: _belongings(sheet, tokens, x, y))


def _vacant(sheet: Sheet, k: int, x: float, y: float, width: float, height: float) -> None:
    sheet.ground.append(
        group(
            tag("rect", width=width, height=height, rx=7, class_="vacant"),
            label(12, 21, sheet.letter(k), class_="faded bold", font_size=15),
            label(width / 2, height / 2 + 5, sheet.word("no_knight"), class_="mid faded", font_size=16),
            id=f"tile-{k >> 2}-{sheet.t.column_ids[k & 3]}",
            transform=move(x, y),
        )
    )


def _tile(sheet: Sheet, facts: KnightFacts, away: str, lands: int, x: float, y: float) -> None:
    """A knight tile, the room for lands and time tokens on it, and the knight if he is at home."""
    k = facts.k
    body, room = sheet.told(("tile", facts, away, lands), lambda: _tile_bodies(sheet, facts, away, lands))
    sheet.ground.append(
        group(
            body,
            id=f"tile-{k >> 2}-{sheet.t.column_ids[k & 3]}",
            data_kind="knight",
            data_value=k,
            transform=move(x, y),
        )
    )
    sheet.ground.append(group(room, class_="quiet", transform=move(x, y)))
    if not away:
        sheet.put_knight(facts, x + 26, y + 88, 1.4)


def _tile_bodies(sheet: Sheet, facts: KnightFacts, away: str, lands: int) -> tuple[str, str]:
    tile = (
        tooltip(sheet.knight_hint(facts))
        + tag("rect", width=WIDTH, height=HEIGHT, rx=7, class_="space")
        + label(10, 20, sheet.letter(facts.k), class_="bold", font_size=15)
    )
    room = [
        absent_knight(26, 88, 1.4) if away else "",
        label(26, 72, away, class_="mid faded bold", font_size=15) if away else "",
        *[
            tag("rect", x=70 + 53 * i, y=8, width=48, height=44, rx=5, class_="vacant")
            for i in range(lands, 2)
        ],
        *[
            tag("circle", cx=16 + 17 * i, cy=107, r=7.5, class_="vacant")
            for i in range(sheet.t.death_age - 1)
        ],
    ]
    return tile, "".join(room)


def _belongings(sheet: Sheet, column: Column, x: float, y: float) -> None:
    """Heir, castle, soldiers, the sign of his lord, favours, and the time tokens of his age."""
    k, tile, lord, _, _ = column.knight
    seat, name = k >> 2, sheet.t.column_ids[k & 3]
    if tile == WITH_HEIR:
        sheet.pieces.append(heir(seat, x + 57, y + 88, 1.25, sheet.hint("heir"), id=f"heir-{seat}-{name}"))
    if column.castle:
        sheet.pieces.append(castle(x + 91, y + 92, 1.05, sheet.hint("castle"), id=f"castle-{seat}-{name}"))
    _soldiers(sheet, column, x, y)
    if lord != NOBODY:
        hint = sheet.texts.text("token_help.lord", {"lord": ("seat", lord)})
        sheet.pieces.append(
            group(
                tooltip(hint),
                tag("circle", r=14, fill=CREAM, stroke=DARK_INK, stroke_width=1.2),
                shield(lord, 0, -1, 0.8),
                id=f"vassal-{seat}-{name}",
                transform=move(x + 50, y + 22),
            )
        )
    if column.archbishop:
        sheet.pieces.append(archbishop(x + 81, y + 64, 0.85, sheet.hint("archbishop"), id="archbishop"))
    for i in range(column.age):
        at, id = x + 16 + 17 * i, f"time-{seat}-{name}-{i}"
        sheet.pieces.append(time_token(at, y + 107, 0.62, False, sheet.hint("age"), id=id))


def _soldiers(sheet: Sheet, column: Column, x: float, y: float) -> None:
    """Soldiers in two ranks, the King's Soldiers before them."""
    k, count = column.knight.k, column.soldiers
    seat, name = k >> 2, sheet.t.column_ids[k & 3]
    left, width = (x + 122, 40.0) if column.castle else (x + 82, 80.0)
    ranks = 1 if count <= (2 if column.castle else 5) else 2
    per_rank = -(-count // ranks) if count else 1
    step = min(19.0, width / max(1, per_rank - 1)) if per_rank > 1 else 0.0
    scale = 1.35 if ranks == 1 else 0.95
    for i in range(count):
        rank, at = divmod(i, per_rank)
        foot = y + 110 if ranks == 1 or rank else y + 82
        sheet.pieces.append(
            soldier(
                left + at * step,
                foot,
                scale,
                f"{count}: {sheet.hint('soldiers')}",
                id=f"soldier-{seat}-{name}-{i}",
            )
        )
    if count > 3:
        sheet.pieces.append(
            label(
                x + WIDTH - 6,
                y + 121,
                f"×{count}",
                class_="end bold quiet",
                font_size=15,
                id=f"count-{seat}-{name}",
            )
        )
    if column.kings_soldiers:
        sheet.pieces.append(
            kings_soldiers(x + 108, y + 64, 0.85, sheet.hint("kings_soldiers"), id="kings-soldiers")
        )
