"""The families: heading, lineage zone, screen, and a column for each knight."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, seat_colour, shield, tag, tooltip
from pfalz.core.lettering import PLAIN, capital
from pfalz.core.state import HIDDEN
from pfalz.core.strips import Part
from pfalz.games.mil.drawing import knights
from pfalz.games.mil.drawing.hints import cubes_text
from pfalz.games.mil.drawing.knights import draw_column, draw_vacant
from pfalz.games.mil.drawing.known import Column, Family, Heading, Lineage, families_of
from pfalz.games.mil.drawing.pieces import cube, start_token, woman
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.lookup import GOLD, RESOURCE_IDS

GAP = 7.0
BOLD = 1.12
"""So much wider is bold text."""
LARGER = 1.386
"""On a tall sheet two columns fill the width."""
VACANT = 34.0
"""How high a row of columns is there in which nobody stands."""


class Strip(NamedTuple):
    """How large a family's strip is, how wide its heading, and where the screen lies: x, y, width."""

    width: float
    height: float
    heading: float
    screen: tuple[float, float, float]


WIDE = Strip(976, 138, 240, (18, 95, 214))
"""The heading, and the columns beside it."""
TALL = Strip(514, 96, 510, (238, 51, 268))
"""The heading above the columns, two in a row; their height is added."""


class Families(NamedTuple):
    """What everybody sees of the families, and their strips as the others see them."""

    known: tuple[Family, ...]
    strips: tuple[tuple[Part, Part], ...]
    """Of each the head, and what lies beside or below it."""


def families(sheet: Sheet, *, tall: bool) -> Families:
    """What everybody sees of the families; a strip is drawn once for all places where it can lie."""
    known = families_of(sheet)
    return Families(known, tuple([_strip_of(sheet, family, n, tall) for n, family in enumerate(known)]))


def draw_families(sheet: Sheet, all: Families, top: float) -> float:
    """A strip for each family, the viewer's first, then clockwise; returns the lower edge."""
    for seat in _clockwise(sheet):
        with sheet.enlarged(12, top):
            _lay(sheet, all, seat, tall=False)
        top += WIDE.height + GAP
    return top


def draw_tall_families(sheet: Sheet, all: Families, x: float, top: float) -> float:
    """The same for a narrow screen."""
    for seat in _clockwise(sheet):
        with sheet.enlarged(x, top):
            _lay(sheet, all, seat, tall=True)
        top += _tall_strip(all.known[seat].columns).height + GAP
    return top


def _lay(sheet: Sheet, all: Families, seat: int, *, tall: bool) -> None:
    """Put the strip of a family on the sheet; only the viewer's own is drawn for one pair of eyes."""
    own = seat == sheet.seat
    for part in _strip_of(sheet, all.known[seat], seat, tall) if own else all.strips[seat]:
        sheet.lay(part)


def _clockwise(sheet: Sheet) -> list[int]:
    n = sheet.t.players
    return [(max(sheet.seat, 0) + i) % n for i in range(n)]


def _tall_strip(columns: tuple[Column | None, ...]) -> Strip:
    """How large a strip is on a tall sheet."""
    return TALL._replace(height=TALL.height + sum(_row_heights(columns)))


def _row_heights(columns: tuple[Column | None, ...]) -> list[float]:
    """The heights of both rows of columns on a tall sheet."""
    rows = (columns[:2], columns[2:])
    return [knights.HEIGHT * LARGER + 6 if any(row) else VACANT + 6 for row in rows]


def _strip_of(sheet: Sheet, family: Family, seat: int, tall: bool) -> tuple[Part, Part]:
    """Everything that belongs to one family."""
    head, lineage, columns = family
    strip, arrange = (_tall_strip(columns), _below) if tall else (WIDE, _beside)
    hand, own = tuple(sheet.view.hand(seat)), seat == sheet.seat

    def draw() -> None:
        _lineage(sheet, seat, lineage, 0, 0)
        x, y, width = strip.screen
        at = (x, y)
        sheet.part(("screen", seat, at, hand, own), lambda: _screen(sheet, seat, hand, at, width))
        arrange(sheet, seat, columns, 0, 0)

    return (
        sheet.aside(("family", seat, strip, head), lambda: _head(sheet, seat, head, strip, 0, 0)),
        sheet.aside(("strip", seat, strip, own, hand, lineage, columns), draw),
    )


def _beside(sheet: Sheet, seat: int, columns: tuple[Column | None, ...], x: float, y: float) -> None:
    """All columns in a row beside the heading."""
    for i, column in enumerate(columns):
        draw_column(sheet, 4 * seat + i, column, x + WIDE.heading + i * (knights.WIDTH + 8), y + 7)


def _below(sheet: Sheet, seat: int, columns: tuple[Column | None, ...], x: float, y: float) -> None:
    """Two rows of two columns below the heading, larger; rows without a knight are low."""
    y += TALL.height
    width = knights.WIDTH * LARGER
    for row, height in enumerate(_row_heights(columns)):
        pair = columns[2 * row : 2 * row + 2]
        for i, column in enumerate(pair):
            k, left = 4 * seat + 2 * row + i, x + 15 + i * (width + 6)
            if any(pair):
                with sheet.enlarged(left, y, LARGER):
                    draw_column(sheet, k, column, 0, 0)
            else:
                draw_vacant(sheet, k, left, y, width, VACANT)
        y += height


def _lineage(sheet: Sheet, seat: int, lineage: Lineage, x: float, y: float) -> None:
    """The lineage zone (M-20)."""
    women, privileges, stock = lineage
    own = seat == sheet.seat
    sheet.part(("women", seat, x, y, women), lambda: _women(sheet, seat, women, x, y))
    sheet.part(
        ("privileges", seat, x, y, privileges, stock, own),
        lambda: _privileges(sheet, seat, privileges, stock, x, y),
    )


def _head(sheet: Sheet, seat: int, head: Heading, strip: Strip, x: float, y: float) -> None:
    """The frame with name and points; a ring around a family that is asked, a crown for the winner."""
    name, points = head.name, str(head.points)
    width, height, right = strip.width, strip.height, x + strip.heading
    room = strip.heading - 70 - 16 * len(points) - (26 if head.starts else 0)
    size = PLAIN.size(name, room / BOLD, 19, 17, 15)
    sheet.ground.append(
        group(
            tooltip(name),
            tag("rect", width=width, height=height, rx=9, class_="panel"),
            tag(
                "path",
                d=f"M0,9 C0,4 4,0 9,0 V{height:g} C4,{height:g} 0,{height - 4:g} 0,{height - 9:g} Z",
                fill=seat_colour(seat),
            ),
            shield(seat, 31, 27, 1.15),
            label(50, 33, PLAIN.cut(name, room / BOLD, size), class_="bold", font_size=size),
            id=f"player-{seat}",
            transform=move(x, y),
        )
    )
    sheet.ground.append(
        label(right - 12, y + 37, points, class_="end bold quiet", font_size=27, id=f"points-{seat}")
    )
    if head.asked:
        sheet.ground.append(
            tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="ring", id=f"asked-{seat}")
        )
    if head.won:
        sheet.ground.append(
            tag(
                "path",
                d=CROWN,
                fill=GILT,
                stroke=DARK_INK,
                id=f"crown-{seat}",
                transform=move(x + 31, y + 15),
            )
        )
    if head.starts:
        at = right - 30 - 16 * len(points)
        sheet.pieces.append(start_token(at, y + 27, 0.95, sheet.hint("start_player"), id="start-player"))


def _women(sheet: Sheet, seat: int, women: int, x: float, y: float) -> None:
    """Single women in the lineage zone (M-20)."""
    hint = sheet.hint("women")
    sheet.ground.append(
        group(
            tooltip(f"{sheet.word('women')}: {women}. {hint}"),
            tag("rect", x=18, y=50, width=104, height=38, rx=6, class_="space"),
            "" if women else woman(28, 84, 1.2, "", opacity=0.25),
            label(116, 66, str(women), class_="end faded bold", font_size=15),
            id=f"women-{seat}",
            transform=move(x, y),
        )
    )
    step = min(13.0, 66 / max(1, women - 1))
    for i in range(women):
        sheet.pieces.append(woman(x + 28 + i * step, y + 84, 1.2, hint, id=f"woman-{seat}-{i}"))


def _privileges(sheet: Sheet, seat: int, privileges: int, stock: int, x: float, y: float) -> None:
    """Privileges in the lineage zone (M-20), and how many family tokens are left."""
    own = seat == sheet.seat
    words = f"{sheet.word('privileges')}: {privileges}. {sheet.hint('privileges')}"
    left = f"{sheet.word('stock')}: {stock}. {sheet.hint('stock')}"
    sheet.ground.append(
        group(
            tooltip(f"{words} {left}"),
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


def _screen(sheet: Sheet, seat: int, hand: tuple[int, ...], at: tuple[float, float], width: float) -> None:
    """One's own cubes; of others only the closed screen (M-19.1)."""
    if HIDDEN in hand:
        _closed(sheet, seat, at, width)
        return
    x, y = at
    sheet.ground.append(
        group(
            tooltip(f"{sheet.word('screen')}: {cubes_text(sheet.texts, hand)}"),
            tag("rect", width=width, height=36, rx=6, class_="space", stroke=seat_colour(seat)),
            id=f"screen-{seat}",
            transform=move(x, y),
        )
    )
    step = (width - 4) / len(hand)
    for resource, n in enumerate(hand):
        _cubes(sheet, seat, resource, n, x + 3 + resource * step, y, step - 2)


def _closed(sheet: Sheet, seat: int, at: tuple[float, float], width: float) -> None:
    colour = seat_colour(seat)
    folds = [
        tag(
            "rect",
            x=left,
            y=2,
            width=fold,
            height=33,
            fill=colour,
            opacity=opacity,
            stroke="var(--ink)",
            stroke_width=0.8,
        )
        for left, fold, opacity in ((0, 36, 0.72), (36, width - 72, 0.9), (width - 36, 36, 0.72))
    ]
    sheet.ground.append(
        group(
            tooltip(sheet.hint("screen")),
            *folds,
            tag("rect", x=42, y=7, width=width - 84, height=23, rx=5, fill="var(--vellum)"),
            label(width / 2, 23, sheet.word("screen_closed"), class_="mid", font_size=15),
            id=f"screen-{seat}",
            transform=move(at[0], at[1]),
        )
    )


def _cubes(sheet: Sheet, seat: int, resource: int, n: int, x: float, y: float, width: float) -> None:
    """The cubes of one kind behind an open screen."""
    words = f"{capital(sheet.texts.name('resource', resource))}: {n}."
    hint = sheet.texts.text(f"resource_help.{RESOURCE_IDS[resource]}")
    pays = seat == sheet.seat and resource == GOLD
    sheet.ground.append(
        group(
            tooltip(f"{words} {hint}"),
            tag("rect", width=width, height=36, fill="none", style="pointer-events:all"),
            cube(resource, 4, 9, 17),
            label(24, 24, str(n), class_="bold", font_size=15 if n > 9 else 18),
            id=f"cubes-{seat}-{RESOURCE_IDS[resource]}",
            data_kind="payment" if pays else None,
            data_value=0 if pays else None,
            transform=move(x, y),
        )
    )
