"""The ring of six regions: king's field, markers, payment area, office seats with chests."""

from __future__ import annotations

from pfalz.core.draw import group, label, tag, tooltip
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
from pfalz.games.staufer.scoring import ranking, second_region
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
        draw_region(sheet, region, slot, top, second, fixed)
    sheet.part(("arrows", top), lambda: _arrows(sheet, top))
    sheet.part(("king", top, s.king), lambda: _king(sheet, top))
    return top + 3 * HEIGHT + 2 * GAP


def _king(sheet: Sheet, top: float) -> None:
    x, y = corner(sheet.view.king, top)
    sheet.pieces.append(king(x + 25, y + 25, sheet.word("king_here")))


def _arrows(sheet: Sheet, top: float) -> None:
    middle = HEIGHT + GAP / 2
    signs = []
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
            signs.append(arrow(x + dx, top + y + dy, turn))
    sheet.ground.append(group(tooltip(sheet.word("kings_way")), *signs))


def _second(sheet: Sheet) -> tuple[int, bool]:
    """The second region of this round, and whether it is fixed (S-17.4)."""
    s = sheet.view
    if s.over or not sheet.laid_out:
        return NO_MARKER, False
    if s.second_marker != NO_MARKER:
        return s.second_marker, True
    return second_region(s), False


def draw_region(sheet: Sheet, region: int, slot: int, top: float, second: int, fixed: bool) -> None:
    """One region: its frame and what is printed on it, its payment area, its office seats."""
    s, t = sheet.view, sheet.t
    x, y = corner(slot, top)
    current = sheet.laid_out and not s.over
    first = current and region == s.tile_a[s.round - 1]
    coming = s.tile_a.index(region) if region in s.tile_a else -1
    if s.over or coming < s.round - 1:
        coming = -1
    facts = (region, slot, top)
    is_second = region == second
    sheet.part(
        ("frame", facts, first, is_second, fixed),
        lambda: _frame(sheet, region, x, y, first, is_second, fixed),
    )
    tile = s.point_tile[region] if len(set(s.point_tile)) == 6 else -1  # not before they are drawn
    seats = t.region_seats[region]
    here = slice(seats[0], seats[-1] + 1)
    left, right = tuple(s.left[here]), tuple(s.right[here])
    ranks = sheet.part(("ranks", region, left, right), lambda: tuple(ranking(s, region)))
    names = tuple([sheet.texts.seats[seat] for seat in ranks])
    sheet.part(("title", facts, names), lambda: _title(sheet, region, x, y, names))
    sheet.part(
        ("print", facts, s.distance(region), tile, coming),
        lambda: _print(sheet, region, x, y, tile, coming),
    )
    paid = tuple([numbers.get(region, ()) for numbers in sheet.figures.at])
    sheet.part(("payment", facts, paid), lambda: _payment_area(sheet, region, x, y, paid))
    stacks, standing = tuple(s.under_seat[here]), sheet.figures.on_office[here]
    chests = sheet.chests.in_stack[here]
    sheet.part(
        ("offices", facts, left, right, standing, stacks, chests), lambda: _offices(sheet, region, x, y)
    )


def _frame(sheet: Sheet, region: int, x: float, y: float, first: bool, second: bool, fixed: bool) -> None:
    """Panel and markers: a region to be scored is framed, one that may be is framed by dashes."""
    edge = " scored" if first or (second and fixed) else " maybe" if second else ""
    body = [
        tag("rect", width=WIDTH, height=HEIGHT, rx=9, class_=f"panel{edge}"),
        tag("path", d=f"M0,44 H{WIDTH:g}", class_="rule"),
    ]
    sheet.ground.append(group(*body, id=f"region-{region}", transform=move(x, y)))
    if first:
        hint = sheet.word("first_marker")
        sheet.pieces.append(marker("A", x + 191, y + 22, hint, False, id="marker-a"))
    if second:
        hint = sheet.word("second_marker" if fixed else "preview_marker")
        place = x + (215 if first else 191)
        sheet.pieces.append(marker("B", place, y + 22, hint, not fixed, id="marker-b"))


def _title(sheet: Sheet, region: int, x: float, y: float, ranks: tuple[str, ...]) -> None:
    """The name, and who would be where if the region were scored now."""
    order = ", ".join(ranks) or sheet.word("nobody")
    body = [
        tooltip(sheet.word("ranking").format(ranks=order)),
        label(50, 29, sheet.texts.name("region", region), class_="bold", font_size=21),
    ]
    sheet.ground.append(group(*body, id=f"name-{region}", transform=move(x, y)))


def _print(sheet: Sheet, region: int, x: float, y: float, tile: int, coming: int) -> None:
    """The king's field, the bonus, the point tile, and the round the region will be scored in."""
    body = [_way(sheet, region), _bonus(sheet, region)]
    if tile >= 0:
        body.append(_tile(sheet, tile))
    for part in body:
        sheet.ground.append(group(part, transform=move(x, y)))
    sheet.ground.append(group(_payment_place(sheet, region), transform=move(x, y)))
    if coming >= 0:
        hint = number(sheet.texts, "board.scored_in", n=coming + 1)
        numeral = label(WIDTH - 14, 73, ROMAN[coming], class_="end faded bold", font_size=19)
        sheet.ground.append(group(tooltip(hint), numeral, transform=move(x, y)))


def _way(sheet: Sheet, region: int) -> str:
    """The king's field; where he is not, how many regions he is away (S-7.5)."""
    field = tag("circle", cx=25, cy=22, r=19, class_="space", stroke_dasharray="3 3")
    steps = sheet.view.distance(region)
    if steps == 0:
        return field
    hint = number(sheet.texts, "board.away", n=steps)
    count = label(25, 29, str(steps), class_="mid bold faded", font_size=17)
    return group(tooltip(hint), field, horseshoe(25, 22), count)


def _tile(sheet: Sheet, tile: int) -> str:
    """The point tile."""
    return group(
        tooltip(tile_hint(sheet.t, sheet.texts, tile)),
        tag("rect", x=299, y=6, width=61, height=32, rx=5, fill=GOLD, stroke="var(--ink)"),
        label(
            329.5,
            29,
            listed(tile_points(sheet.t, tile)).replace("/", "·"),
            class_="mid bold dark",
            font_size=17,
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


def _payment_place(sheet: Sheet, region: int) -> str:
    return group(
        tooltip(sheet.word("payment_area")),
        tag("rect", x=5, y=48, width=WIDTH - 10, height=36, rx=4, fill="var(--parchment)", opacity=0.55),
        id=f"paid-{region}",
        data_kind="source_of_gain",
        data_value=region,
    )


def _payment_area(sheet: Sheet, region: int, x: float, y: float, paid: tuple[tuple[int, ...], ...]) -> None:
    """Figures paid here lie in a row, by player; few of them fill it loosely, many closely."""
    groups = [
        (seat, kind, paid[2 * seat + kind])
        for seat in range(sheet.t.players)
        for kind in (1, 0)
        if paid[2 * seat + kind]
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


def _offices(sheet: Sheet, region: int, x: float, y: float) -> None:
    """All office seats of a region."""
    seats = sheet.t.region_seats[region]
    for place, office in enumerate(seats):
        _office_part(sheet, office, x + WIDTH / 2 + (place - len(seats) / 2) * CELL, y)


def _office_part(sheet: Sheet, office: int, x: float, y: float) -> None:
    s = sheet.view
    numbers, chests = sheet.figures.on_office[office], sheet.chests.in_stack[office]
    facts = (office, x, y, s.left[office], s.right[office], numbers, s.under_seat[office], chests)
    sheet.part(("office", facts), lambda: _office(sheet, office, x, y))


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
        above = move(35, 116, 0.95)
        body.append(tag("path", d=CROWN, fill=GOLD, stroke="var(--ink)", stroke_width=0.8, transform=above))
        body.append(tag("path", d="M26,118 H44", stroke="var(--ink)", stroke_width=1.2))
    sheet.ground.append(
        group(*body, id=f"office-{office}", data_kind="office", data_value=office, transform=move(x, y))
    )
    sheet.put_stack(office, s.under_seat[office], sheet.chests.in_stack[office], x + 45, y + 179)
    here = [figure for figure in (s.left[office], s.right[office]) if figure != EMPTY]
    for place, (figure, n) in enumerate(zip(here, sheet.figures.on_office[office], strict=True)):
        dx = 35.0 if len(here) == 1 else (20.0, 50.0)[place]
        scale = 1.25 if len(here) == 1 else 1.1
        standing = 2 * office + place
        sheet.put_figure(figure >> 1, figure & 1, n, x + dx, y + 153, scale, standing=standing)
