"""The families: knights with lands, castles and soldiers, the lineage zone, and the screen."""

from __future__ import annotations

from pfalz.core.draw import group, label, seat_colour, shield, tag, tooltip
from pfalz.core.state import HIDDEN
from pfalz.games.mil.drawing.hints import capital, cubes_text
from pfalz.games.mil.drawing.known import Column, Family, lands_in_order, whereabouts
from pfalz.games.mil.drawing.pieces import (
    CREAM,
    CROWN,
    DARK_INK,
    GOLD_COLOUR,
    absent_knight,
    archbishop,
    breadth,
    castle,
    cube,
    fitted,
    heir,
    kings_soldiers,
    move,
    soldier,
    start_token,
    time_token,
    woman,
)
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.state import NOBODY, WITH_HEIR
from pfalz.games.mil.tables import GOLD, RESOURCE_IDS

WIDTH = 976.0
HEIGHT = 138.0
GAP = 7.0
INFO = 240.0
COLUMN = 183.0
BOLD = 1.12
"""So much wider is bold text."""


def draw_families(sheet: Sheet, families: tuple[Family, ...], top: float) -> float:
    """A strip for each family, the viewer's first, then clockwise; returns the lower edge."""
    n = sheet.t.players
    for i in range(n):
        seat = (max(sheet.seat, 0) + i) % n
        draw_family(sheet, families[seat], seat, 12, top + i * (HEIGHT + GAP))
    return top + n * (HEIGHT + GAP)


def draw_family(sheet: Sheet, family: Family, seat: int, x: float, y: float) -> None:
    """Everything that belongs to one family."""
    head, known, columns = family
    hand, own = tuple(sheet.view.hand(seat)), seat == sheet.seat
    sheet.part(("family", seat, y, head), lambda: _head(sheet, seat, x, y))
    facts = ("strip", seat, y, own, hand, known, columns)
    sheet.part(facts, lambda: _family(sheet, seat, hand, known, columns, x, y))


def _family(
    sheet: Sheet,
    seat: int,
    hand: tuple[int, ...],
    known: tuple[int, int, int],
    columns: tuple[Column, ...],
    x: float,
    y: float,
) -> None:
    women, privileges, stock = known
    own = seat == sheet.seat
    sheet.part(("women", seat, y, women), lambda: _women(sheet, seat, women, x, y))
    sheet.part(
        ("privileges", seat, y, privileges, stock, own),
        lambda: _privileges(sheet, seat, privileges, x, y),
    )
    sheet.part(("screen", seat, y, hand, own), lambda: _screen(sheet, seat, hand, x, y))
    for i, column in enumerate(columns):
        _column(sheet, 4 * seat + i, column, x + INFO + i * COLUMN, y + 7)


def _head(sheet: Sheet, seat: int, x: float, y: float) -> None:
    """The frame with name and points; a ring around a family that is asked, a crown for the winner."""
    s = sheet.view
    name, points = sheet.names[seat], str(s.score(seat))
    room = INFO - 70 - 16 * len(points) - (26 if s.starter == seat else 0)
    size = next((size for size in (19, 17) if breadth(name, size) * BOLD <= room), 15)
    sheet.ground.append(
        group(
            tooltip(name),
            tag("rect", width=WIDTH, height=HEIGHT, rx=9, class_="panel"),
            tag(
                "path",
                d=f"M0,9 C0,4 4,0 9,0 V{HEIGHT} C4,{HEIGHT} 0,{HEIGHT - 4} 0,{HEIGHT - 9} Z",
                fill=seat_colour(seat),
            ),
            shield(seat, 31, 27, 1.15),
            label(50, 33, fitted(name, room / BOLD, size), class_="bold", font_size=size),
            id=f"family-{seat}",
            transform=move(x, y),
        )
    )
    sheet.ground.append(
        label(x + INFO - 12, y + 37, points, class_="end bold quiet", font_size=27, id=f"points-{seat}")
    )
    if seat in sheet.now.asked:
        sheet.ground.append(
            tag("rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=9, class_="ring", id=f"asked-{seat}")
        )
    if seat in sheet.now.winners:
        sheet.ground.append(
            tag(
                "path",
                d=CROWN,
                fill=GOLD_COLOUR,
                stroke=DARK_INK,
                id=f"crown-{seat}",
                transform=move(x + 31, y + 15),
            )
        )
    if s.starter == seat:
        at = x + INFO - 30 - 16 * len(points)
        sheet.pieces.append(start_token(at, y + 27, 0.95, sheet.hint("start_player"), id="start-player"))


def _women(sheet: Sheet, seat: int, women: int, x: float, y: float) -> None:
    """Single women in the lineage zone (M-20)."""
    hint = sheet.hint("women")
    sheet.ground.append(
        group(
            tooltip(f"{sheet.word('women')}: {women}. {hint}"),
            tag("rect", x=18, y=50, width=104, height=38, rx=6, class_="space"),
            "" if women else woman(28, 84, 1.2, "", opacity=0.25),
            label(116, 65, str(women), class_="end faded bold", font_size=15),
            id=f"women-{seat}",
            transform=move(x, y),
        )
    )
    step = min(13.0, 66 / max(1, women - 1))
    for i in range(women):
        sheet.pieces.append(woman(x + 28 + i * step, y + 84, 1.2, hint, id=f"woman-{seat}-{i}"))


def _privileges(sheet: Sheet, seat: int, privileges: int, x: float, y: float) -> None:
    """Privileges in the lineage zone (M-20), and how many family tokens are left."""
    own = seat == sheet.seat
    words = f"{sheet.word('privileges')}: {privileges}. {sheet.hint('privileges')}"
    stock = f"{sheet.word('stock')}: {sheet.view.stock(seat)}. {sheet.hint('stock')}"
    sheet.ground.append(
        group(
            tooltip(f"{words} {stock}"),
            tag("rect", x=128, y=50, width=104, height=38, rx=6, class_="space"),
            "" if privileges else shield(seat, 142, 71, 0.8, opacity=0.25),
            label(226, 65, str(privileges), class_="end faded bold", font_size=15),
            id=f"privileges-{seat}",
            data_kind="payment" if own else None,
            data_value=1 if own else None,
            transform=move(x, y),
        )
    )
    step = min(18.0, 64 / max(1, privileges - 1))
    for i in range(privileges):
        sheet.pieces.append(shield(seat, x + 142 + i * step, y + 71, 0.8, id=f"privilege-{seat}-{i}"))


def _screen(sheet: Sheet, seat: int, hand: tuple[int, ...], x: float, y: float) -> None:
    """One's own cubes; of others only the closed screen (M-19.1)."""
    if HIDDEN in hand:
        _closed(sheet, seat, x, y)
        return
    sheet.ground.append(
        group(
            tooltip(f"{sheet.word('screen')}: {cubes_text(sheet.texts, hand)}"),
            tag("rect", x=18, y=95, width=214, height=36, rx=6, class_="space", stroke=seat_colour(seat)),
            id=f"screen-{seat}",
            transform=move(x, y),
        )
    )
    for resource, n in enumerate(hand):
        _cubes(sheet, seat, resource, n, x + 25 + resource * 42, y)


def _closed(sheet: Sheet, seat: int, x: float, y: float) -> None:
    colour = seat_colour(seat)
    folds = [
        tag(
            "rect",
            x=at,
            y=97,
            width=width,
            height=33,
            fill=colour,
            opacity=opacity,
            stroke="var(--ink)",
            stroke_width=0.8,
        )
        for at, width, opacity in ((18, 36, 0.72), (54, 142, 0.9), (196, 36, 0.72))
    ]
    sheet.ground.append(
        group(
            tooltip(sheet.hint("screen")),
            *folds,
            tag("rect", x=62, y=102, width=126, height=23, rx=5, fill="var(--vellum)"),
            label(125, 118, sheet.word("screen_closed"), class_="mid", font_size=14),
            id=f"screen-{seat}",
            transform=move(x, y),
        )
    )


def _cubes(sheet: Sheet, seat: int, resource: int, n: int, x: float, y: float) -> None:
    """The cubes of one kind behind an open screen."""
    words = f"{capital(sheet.texts.name('resource', resource))}: {n}."
    hint = sheet.texts.text(f"resource_help.{RESOURCE_IDS[resource]}")
    pays = seat == sheet.seat and resource == GOLD
    sheet.ground.append(
        group(
            tooltip(f"{words} {hint}"),
            tag("rect", x=-4, y=97, width=40, height=32, fill="none", style="pointer-events:all"),
            cube(resource, 0, 104, 17),
            label(20, 119, str(n), class_="bold", font_size=15 if n > 9 else 18),
            id=f"cubes-{seat}-{RESOURCE_IDS[resource]}",
            data_kind="payment" if pays else None,
            data_value=0 if pays else None,
            transform=move(x, y),
        )
    )


def _column(sheet: Sheet, k: int, facts: Column, x: float, y: float) -> None:
    """A knight's column: tile, time tokens, two lands, castle, soldiers."""
    if not facts:
        sheet.part(("vacant", k, y), lambda: _vacant(sheet, k, x, y))
    else:
        sheet.part(("column", facts, y), lambda: _knight(sheet, k, x, y))


def _knight(sheet: Sheet, k: int, x: float, y: float) -> None:
    s = sheet.view
    away, lands, age = whereabouts(sheet, k), s.lands_of(k), s.age[k]
    facts = sheet.knight_facts(k)
    sheet.part(("tile", facts, away, lands, y), lambda: _tile(sheet, k, away, lands, x, y))
    for i, (tile, nth) in enumerate(lands_in_order(sheet, k)):
        sheet.put_land(k, nth, tile, x + 69 + 53 * i, y + 7, 1)
    heir, lord = s.knight[k] == WITH_HEIR, s.lord[k]
    tokens = (age, s.castle[k], s.soldiers[k], s.kings_soldiers == k, s.archbishop == k)
    name = sheet.names[lord] if lord != NOBODY else ""
    sheet.part(("belongings", k, y, heir, lord, name, tokens), lambda: _belongings(sheet, k, x, y))


def _vacant(sheet: Sheet, k: int, x: float, y: float) -> None:
    """A column without a knight."""
    height = HEIGHT - 14
    sheet.ground.append(
        group(
            tag("rect", width=COLUMN - 8, height=height, rx=7, class_="vacant"),
            label(12, 21, sheet.letter(k), class_="faded bold", font_size=15),
            label(
                (COLUMN - 8) / 2,
                height / 2 + 5,
                sheet.word("no_knight"),
                class_="mid faded",
                font_size=14,
            ),
            id=f"tile-{k >> 2}-{sheet.t.column_ids[k & 3]}",
            transform=move(x, y),
        )
    )


def _tile(sheet: Sheet, k: int, away: str, lands: int, x: float, y: float) -> None:
    """A knight tile, the room for lands and time tokens on it, and the knight if he is at home."""
    body, room = sheet.told(
        ("tile", sheet.knight_facts(k), away, lands), lambda: _tile_bodies(sheet, k, away, lands)
    )
    sheet.ground.append(
        group(
            body,
            id=f"tile-{k >> 2}-{sheet.t.column_ids[k & 3]}",
            data_kind=sheet.now.knight_kind,
            data_value=k,
            transform=move(x, y),
        )
    )
    sheet.ground.append(group(room, class_="quiet", transform=move(x, y)))
    if not away:
        sheet.put_knight(k, x + 26, y + 88, 1.4)


def _tile_bodies(sheet: Sheet, k: int, away: str, lands: int) -> tuple[str, str]:
    tile = tooltip(sheet.knight_hint(k)) + tag(
        "rect", width=COLUMN - 8, height=HEIGHT - 14, rx=7, class_="space"
    )
    room = [
        label(10, 20, sheet.letter(k), class_="bold", font_size=15),
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


def _belongings(sheet: Sheet, k: int, x: float, y: float) -> None:
    """Heir, castle, soldiers, the sign of his lord, favours, and the time tokens of his age."""
    s = sheet.view
    seat, name = k >> 2, sheet.t.column_ids[k & 3]
    if s.knight[k] == WITH_HEIR:
        sheet.pieces.append(heir(seat, x + 57, y + 88, 1.25, sheet.hint("heir"), id=f"heir-{seat}-{name}"))
    if s.castle[k]:
        sheet.pieces.append(castle(x + 91, y + 92, 1.05, sheet.hint("castle"), id=f"castle-{seat}-{name}"))
    _soldiers(sheet, k, x, y)
    if s.lord[k] != NOBODY:
        hint = sheet.texts.text("token_help.lord", {"lord": ("seat", s.lord[k])})
        sheet.pieces.append(
            group(
                tooltip(hint),
                tag("circle", r=14, fill=CREAM, stroke=DARK_INK, stroke_width=1.2),
                shield(s.lord[k], 0, -1, 0.8),
                id=f"vassal-{seat}-{name}",
                transform=move(x + 50, y + 22),
            )
        )
    if s.archbishop == k:
        sheet.pieces.append(archbishop(x + 81, y + 64, 0.85, sheet.hint("archbishop"), id="archbishop"))
    for i in range(s.age[k]):
        at, id = x + 16 + 17 * i, f"time-{seat}-{name}-{i}"
        sheet.pieces.append(time_token(at, y + 107, 0.62, False, sheet.hint("age"), id=id))


def _soldiers(sheet: Sheet, k: int, x: float, y: float) -> None:
    """Soldiers in two ranks, the King's Soldiers before them."""
    s = sheet.view
    seat, name = k >> 2, sheet.t.column_ids[k & 3]
    count = s.soldiers[k]
    left, width = (x + 122, 40.0) if s.castle[k] else (x + 82, 80.0)
    ranks = 1 if count <= (2 if s.castle[k] else 5) else 2
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
                x + COLUMN - 14,
                y + 121,
                f"×{count}",
                class_="end bold quiet",
                font_size=13,
                id=f"count-{seat}-{name}",
            )
        )
    if s.kings_soldiers == k:
        sheet.pieces.append(
            kings_soldiers(x + 108, y + 64, 0.85, sheet.hint("kings_soldiers"), id="kings-soldiers")
        )
