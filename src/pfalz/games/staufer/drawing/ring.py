"""The ring of six regions: king's field, markers, payment area, office seats with chests."""

from __future__ import annotations

from pfalz.core.draw import group, label, tag, tooltip
from pfalz.games.staufer.drawing import identity
from pfalz.games.staufer.drawing.hints import (
    bonus_hint,
    bonus_short,
    listed,
    number,
    office_hint,
    tile_hint,
    tile_points,
)
from pfalz.games.staufer.drawing.pieces import (
    CROWN,
    GOLD,
    arrow,
    closed_chest,
    horseshoe,
    king,
    marker,
    move,
    outline,
)
from pfalz.games.staufer.drawing.sheet import ROMAN, Sheet
from pfalz.games.staufer.scoring import second_region
from pfalz.games.staufer.state import EMPTY, NO_MARKER
from pfalz.games.staufer.tables import BONUS_CHESTS, BONUS_ENVOYS

WIDTH = 366.0
HEIGHT = 200.0
GAP = 24.0
LEFT, RIGHT = 12.0, 622.0
CELL = 70.0
STAR = "M0,-10 L3,-3 L10,-3 L4.5,1.5 L6.5,9 L0,4.5 L-6.5,9 L-4.5,1.5 L-10,-3 L-3,-3 Z"


def corner(slot: int, top: float) -> tuple[float, float]:
    """Upper left corner of a ring slot: clockwise from the upper left one."""
    row = (0, 0, 1, 2, 2, 1)[slot]
    return (RIGHT if slot in (1, 2, 3) else LEFT), top + row * (HEIGHT + GAP)


def draw_ring(sheet: Sheet, top: float) -> float:
    """All regions and the king's way; returns the lower edge."""
    s = sheet.view
    second, fixed = _second(sheet)
    for slot, region in enumerate(s.ring):
        x, y = corner(slot, top)
        draw_region(sheet, region, x, y, second, fixed)
    middle = HEIGHT + GAP / 2
    for x, y, turn in (
        (500.0, 13.0, 0),
        (RIGHT + WIDTH / 2, middle, 90),
        (RIGHT + WIDTH / 2, middle + HEIGHT + GAP, 90),
        (500.0, 3 * HEIGHT + 2 * GAP - 13, 180),
        (LEFT + WIDTH / 2, middle + HEIGHT + GAP, 270),
        (LEFT + WIDTH / 2, middle, 270),
    ):
        for shift in (-14, 0, 14):
            dx, dy = (shift, 0) if turn in (0, 180) else (0, shift / 2)
            sheet.ground.append(arrow(x + dx, top + y + dy, turn))
    x, y = corner(s.king, top)
    sheet.pieces.append(king(x + 25, y + 25, sheet.word("king_here")))
    return top + 3 * HEIGHT + 2 * GAP


def _second(sheet: Sheet) -> tuple[int, bool]:
    """The second region of this round, and whether it is fixed (S-17.4)."""
    s = sheet.view
    if s.over or not sheet.laid_out:
        return NO_MARKER, False
    if s.second_marker != NO_MARKER:
        return s.second_marker, True
    return second_region(s), False


def draw_region(sheet: Sheet, region: int, x: float, y: float, second: int, fixed: bool) -> None:
    """One region."""
    s, t, texts = sheet.view, sheet.t, sheet.texts
    first = s.tile_a[s.round - 1] if sheet.laid_out and not s.over else NO_MARKER
    edge = (
        "scored" if region == first or (region == second and fixed) else "maybe" if region == second else ""
    )
    body = [
        tag("rect", width=WIDTH, height=HEIGHT, rx=9, class_=f"panel {edge}".strip()),
        tag("path", d=f"M0,44 H{WIDTH:g}", class_="rule"),
        _way(sheet, region),
        label(50, 29, texts.name("region", region), class_="bold", font_size=21),
    ]
    body.append(_bonus(sheet, region))
    if len(set(s.point_tile)) == 6:  # not before they are drawn
        body.append(_tile(sheet, region))
    body.append(_payment_area(sheet, region, x, y))
    if region in s.tile_a and s.tile_a.index(region) >= s.round - 1 and not s.over:
        numeral = ROMAN[s.tile_a.index(region)]  # the round it will be scored in
        body.append(label(WIDTH - 14, 73, numeral, class_="end faded bold", font_size=19, opacity=0.6))
    sheet.ground.append(group(*body, id=f"region-{region}", transform=move(x, y)))
    if region == first:
        hint = sheet.word("first_marker")
        sheet.pieces.append(marker("A", x + 191, y + 22, hint, False, id="marker-a"))
    if region == second:
        hint = sheet.word("second_marker" if fixed else "preview_marker")
        sheet.pieces.append(
            marker("B", x + (215 if region == first else 191), y + 22, hint, not fixed, id="marker-b")
        )
    seats = t.region_seats[region]
    for place, office in enumerate(seats):
        _office(sheet, office, x + WIDTH / 2 + (place - len(seats) / 2) * CELL, y)


def _way(sheet: Sheet, region: int) -> str:
    """The king's field; where he is not, how many regions he is away (S-7.5)."""
    field = tag("circle", cx=25, cy=22, r=19, class_="space", stroke_dasharray="3 3")
    steps = sheet.view.distance(region)
    if steps == 0:
        return field
    return field + horseshoe(25, 22) + label(25, 29, str(steps), class_="mid bold faded", font_size=17)


def _tile(sheet: Sheet, region: int) -> str:
    """The point tile."""
    tile = sheet.view.point_tile[region]
    return group(
        tooltip(tile_hint(sheet.t, sheet.texts, tile)),
        tag("rect", x=299, y=6, width=61, height=32, rx=5, fill=GOLD, stroke="var(--ink)"),
        label(
            329.5,
            29,
            listed(tile_points(sheet.t, tile)).replace("/", "·"),
            class_="mid bold",
            font_size=18,
            style="fill:#2b2118",
        ),
    )


def _bonus(sheet: Sheet, region: int) -> str:
    """What the region gives when it is scored."""
    t = sheet.t
    kind, amounts = t.bonus_kind[region], t.bonus_amounts[region]
    if kind == BONUS_CHESTS:
        amounts = [1] * min(t.bonus_takers[region], t.players)
        sign = closed_chest(281, 22, 0.72)
    elif kind == BONUS_ENVOYS:
        sign = outline(0, 283, 35, 0.85)
    else:
        sign = tag("path", d=STAR, class_="outline", transform=move(283, 22))
    if t.bonus_ids[region].endswith("each"):
        words = number(sheet.texts, "board.each", n=amounts[0])
    else:
        words = listed(amounts)
    text = label(262, 28, words, class_="end", font_size=16)
    return group(
        tooltip(f"{bonus_short(t, sheet.texts, region)}. {bonus_hint(t, sheet.texts, region)}"),
        tag("rect", x=226, y=4, width=70, height=36, fill="none", style="pointer-events:all"),
        text,
        sign,
    )


def _payment_area(sheet: Sheet, region: int, x: float, y: float) -> str:
    """Figures paid here lie in a row, by player; few of them fill it loosely, many closely."""
    groups = [
        (seat, kind, sheet.figures[seat][kind].get(region, []))
        for seat in range(sheet.t.players)
        for kind in (1, 0)
        if sheet.figures[seat][kind].get(region)
    ]
    sizes = [(38.0 if kind == 0 else 48.0, 11.0 if kind == 0 else 13.0) for _, kind, _ in groups]
    needed = sum(
        first + more * (len(numbers) - 1)
        for (first, more), (_, _, numbers) in zip(sizes, groups, strict=True)
    )
    tight = min(1.0, (WIDTH - 16) / needed) if needed else 1.0
    at = x + 10
    for (first, more), (seat, kind, numbers) in zip(sizes, groups, strict=True):
        for i, n in reversed(list(enumerate(numbers))):  # every head is seen
            sheet.put_figure(seat, kind, n, at + i * more * tight, y + 66, 1.0, lying=True)
        at += (first + more * (len(numbers) - 1)) * tight
    return group(
        tooltip(sheet.word("payment_area")),
        tag("rect", x=5, y=48, width=WIDTH - 10, height=36, rx=4, fill="var(--parchment)", opacity=0.55),
        id=f"paid-{region}",
        data_kind="source_of_gain",
        data_value=region,
    )


def _office(sheet: Sheet, office: int, x: float, y: float) -> None:
    """An office seat with its number, its figures and the chests under it."""
    s, t = sheet.view, sheet.t
    noble = t.noble_only[office]
    arch = "M5,156 V112 C5,97 20,90 35,89 C50,90 65,97 65,112 V156 Z"
    body = [
        tooltip(office_hint(t, sheet.texts, office)),
        tag("rect", x=2, y=88, width=CELL - 4, height=108, fill="none", style="pointer-events:all"),
        tag("path", d=arch, class_="niche noble" if noble else "niche"),
        label(14, 184, str(t.seat_number[office]), class_="mid bold", font_size=25),
    ]
    if noble:
        body.append(
            tag(
                "path",
                d=CROWN,
                fill=GOLD,
                stroke="var(--ink)",
                stroke_width=0.8,
                transform=move(35, 116, 0.95),
            )
        )
        body.append(tag("path", d="M26,118 H44", stroke="var(--ink)", stroke_width=1.2))
    sheet.ground.append(
        group(*body, id=f"office-{office}", data_kind="office", data_value=office, transform=move(x, y))
    )
    sheet.put_stack(office, s.under_seat[office], x + 45, y + 179)
    here = [figure for figure in (s.left[office], s.right[office]) if figure != EMPTY]
    used: dict[int, int] = {}
    for place, figure in enumerate(here):
        numbers = sheet.figures[figure >> 1][figure & 1][identity.OFFICES + office]
        at = used.get(figure, 0)
        used[figure] = at + 1
        dx = 35.0 if len(here) == 1 else (20.0, 50.0)[place]
        sheet.put_figure(
            figure >> 1,
            figure & 1,
            numbers[at],
            x + dx,
            y + 153,
            1.25 if len(here) == 1 else 1.1,
            standing=2 * office + place,
        )
