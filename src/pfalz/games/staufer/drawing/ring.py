"""The ring of six regions: king's field, markers, payment area, office seats with chests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pfalz.core.draw import CROWN, GILT, group, label, move, tag, tooltip
from pfalz.core.lettering import ROMAN
from pfalz.core.sheet import told
from pfalz.games.staufer.codes import REGIONS, figure_of, kind_of, owner_of, position_of
from pfalz.games.staufer.drawing.hints import (
    bonus_hint,
    bonus_short,
    office_hint,
    slashed,
    tile_hint,
    tile_points,
)
from pfalz.games.staufer.drawing.identity import Stacks
from pfalz.games.staufer.drawing.pieces import arrow, closed_chest, horseshoe, king, marker, official, outline
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.lookup import BONUS_CHESTS, BONUS_ENVOYS
from pfalz.games.staufer.scoring import ranking
from pfalz.games.staufer.state import EMPTY

WIDTH = 366.0
GAP = 24.0
CELL = 70.0
PRINTED = ("round", "ring", "king", "point_tile", "tile_a", "tile_b", "tile_c", "second_marker")
READ = (*PRINTED, "left", "right", "under_seat")
"""The columns that say what lies in the regions; of figures and chests also their numbers count."""
STAR = "M0,-10 L3,-3 L10,-3 L4.5,1.5 L6.5,9 L0,4.5 L-6.5,9 L-4.5,1.5 L-10,-3 L-3,-3 Z"


Place = tuple[float, float, float]
"""x, y and size."""


class Ring(NamedTuple):
    """How the ring is laid out: its columns, the height of a region, and where things lie in one."""

    left: float
    right: float
    height: float
    lower: float
    """How much lower the payment area lies, to make room for a second line above it."""
    payment: float
    """How high the payment area is."""
    way: Place
    name: Place
    tile: Place
    bonus: Place
    numeral: Place
    marker: Place
    across: tuple[float, ...]
    """The signs of the king's way from one column to the other, counted from the middle between them."""


WIDE = Ring(
    left=12,
    right=622,
    height=200,
    lower=0,
    payment=36,
    way=(0, 0, 1),
    name=(50, 29, 21),
    tile=(0, 0, 1),
    bonus=(0, 0, 1),
    numeral=(WIDTH - 14, 73, 19),
    marker=(191, 22, 1),
    across=(-14, 0, 14),
)
"""Between the columns lies the action board; what is printed on a region stands in one line."""
TALL = Ring(
    left=3,
    right=385,
    height=256,
    lower=40,
    payment=52,
    way=(0, 0, 1.25),
    name=(62, 36, 26),
    tile=(-108, -3, 1.3),
    bonus=(-100, 36, 1.35),
    numeral=(WIDTH - 12, 74, 23),
    marker=(28, 66, 1.25),
    across=(3,),
)
"""Only a gap lies between the columns; what is printed on a region is larger, in two lines."""


def corner(ring: Ring, slot: int, top: float) -> tuple[float, float]:
    """Upper left corner of a ring slot: clockwise from the upper left one."""
    row = (0, 0, 1, 2, 2, 1)[slot]
    return (ring.right if slot in (1, 2, 3) else ring.left), top + row * (ring.height + GAP)


def draw_ring(sheet: Sheet, ring: Ring, top: float) -> float:
    """All regions and the king's way; returns the lower edge.

    Most answers change nothing here: then nobody has to find out what there is to know of each region."""
    figures, chests = sheet.figures, sheet.chests.in_stack[: sheet.t.seats]
    numbers = (figures.paid, figures.on_office, chests)
    facts = ("ring", ring.height, top, sheet.over, sheet.texts.seats, numbers)
    sheet.part(facts, lambda: _ring(sheet, ring, top), READ)
    return top + 3 * ring.height + 2 * GAP


def _ring(sheet: Sheet, ring: Ring, top: float) -> None:
    s = sheet.view
    for slot, region in enumerate(s.ring):
        there = _region_of(sheet, region, slot)
        sheet.part(("region", ring.height, slot, top, there), partial(_region, sheet, ring, slot, top, there))
    sheet.part(("arrows", ring, top), lambda: _arrows(sheet, ring, top))
    where = corner(ring, s.king, top)
    sheet.part(("king", ring, where), lambda: _king(sheet, ring, *where))


def _king(sheet: Sheet, ring: Ring, x: float, y: float) -> None:
    dx, dy, scale = ring.way
    sheet.pieces.append(king(x + dx + 25 * scale, y + dy + 25 * scale, sheet.word("king_here")))


def _arrows(sheet: Sheet, ring: Ring, top: float) -> None:
    middle, row = ring.height + GAP / 2, ring.height + GAP
    between = (ring.left + WIDTH + ring.right) / 2
    signs = []
    for y, turn in ((13.0, 0), (2 * row + ring.height - 13, 180)):
        for shift in ring.across:
            signs.append(arrow(between + (shift if turn == 0 else -shift), top + y, turn))
    for x, turn in ((ring.right + WIDTH / 2, 90), (ring.left + WIDTH / 2, 270)):
        for y in (middle, middle + row):
            for shift in (-7.0, 0.0, 7.0):
                signs.append(arrow(x, top + y + shift, turn))
    sheet.ground.append(group(tooltip(sheet.word("kings_way")), *signs))


Offices = tuple[tuple[int, ...], tuple[int, ...], Stacks, Stacks, Stacks]
"""Of the office seats of a region: figures on the left and on the right, their numbers, the chests under them
and their numbers."""
Region = tuple[int, bool, bool, bool, int, int, int, tuple[str, ...], Stacks, Offices]
"""Which it is; whether it is the first or the second of this round, and that is fixed; how far the king is
away; its tile; the round it will be scored in, from 0; who would be where; the figures paid; the offices."""


def _region_of(sheet: Sheet, region: int, slot: int) -> Region:
    """What lies in a region, and what is said of it."""
    s, seats = sheet.view, sheet.t.region_seats[region]
    here, figures = slice(seats[0], seats[-1] + 1), sheet.figures
    left, right = tuple(s.left[here]), tuple(s.right[here])
    stacks, chests = tuple(s.under_seat[here]), sheet.chests.in_stack[here]
    ranks: tuple[str, ...] = told(
        sheet.rules,
        sheet.texts,
        ("ranks", region, left, right, sheet.texts.seats),
        lambda: tuple([sheet.texts.seats[seat] for seat in ranking(s, region)]),
    )
    paid = figures.paid[region]
    offices = (left, right, figures.on_office[here], stacks, chests)
    steps = (slot - s.king) % REGIONS
    return (region, *_scored(sheet, region), steps, *_tiles(sheet, region), ranks, paid, offices)


def _scored(sheet: Sheet, region: int) -> tuple[bool, bool, bool]:
    """Whether a region is the first or the second of this round, and whether that is fixed."""
    s = sheet.view
    second, fixed = sheet.second
    return sheet.laid_out and not sheet.over and region == s.tile_a[s.round - 1], region == second, fixed


def _tiles(sheet: Sheet, region: int) -> tuple[int, int]:
    """The point tile of a region, -1 before they are drawn, and the round it will be scored in, or -1."""
    s = sheet.view
    tile = s.point_tile[region] if len(set(s.point_tile)) == REGIONS else -1
    coming = s.tile_a.index(region) if region in s.tile_a and not sheet.over else -1
    return tile, -1 if coming < s.round - 1 else coming


def _region(sheet: Sheet, ring: Ring, slot: int, top: float, there: Region) -> None:
    """One region: its frame and what is printed on it, its payment area, its office seats."""
    region, first, second, fixed, steps, tile, coming, ranks, paid, offices = there
    x, y = corner(ring, slot, top)
    facts = (region, ring.height, slot, top)
    sheet.part(
        ("frame", facts, first, second, fixed),
        lambda: _frame(sheet, region, ring, x, y, first, second, fixed),
    )
    sheet.part(("title", facts, ranks), lambda: _title(sheet, region, ring, x, y, ranks))
    sheet.part(
        ("print", facts, steps, tile, coming),
        lambda: _print(sheet, region, ring, x, y, steps, tile, coming),
    )
    sheet.part(
        ("payment", facts, paid),
        lambda: _payment_area(sheet, region, x, y + ring.lower + ring.payment / 2, paid),
    )
    _draw_offices(sheet, region, offices, x, y + ring.lower + ring.payment - WIDE.payment)


def _frame(
    sheet: Sheet, region: int, ring: Ring, x: float, y: float, first: bool, second: bool, fixed: bool
) -> None:
    """Panel and markers: a region to be scored is framed, one that may be is framed by dashes."""
    edge = " scored" if first or (second and fixed) else " maybe" if second else ""
    body = [
        tag("rect", width=WIDTH, height=ring.height, rx=9, class_=f"panel{edge}"),
        tag("path", d=f"M0,{44 + ring.lower:g} H{WIDTH:g}", class_="rule"),
    ]
    sheet.ground.append(group(*body, id=f"region-{region}", transform=move(x, y)))
    dx, dy, scale = ring.marker
    if first:
        hint = sheet.word("first_marker")
        sheet.pieces.append(marker("A", x + dx, y + dy, scale, hint, False, id="marker-a"))
    if second:
        hint = sheet.word("second_marker" if fixed else "preview_marker")
        place = x + dx + (24 * scale if first else 0)
        sheet.pieces.append(marker("B", place, y + dy, scale, hint, not fixed, id="marker-b"))


def _title(sheet: Sheet, region: int, ring: Ring, x: float, y: float, ranks: tuple[str, ...]) -> None:
    """The name, and who would be where if the region were scored now."""
    order = ", ".join(ranks) or sheet.word("nobody")
    dx, dy, size = ring.name
    body = [
        tooltip(sheet.word("ranking").format(ranks=order)),
        label(dx, dy, sheet.texts.name("region", region), class_="bold", font_size=size),
    ]
    sheet.ground.append(group(*body, id=f"name-{region}", transform=move(x, y)))


def _print(
    sheet: Sheet, region: int, ring: Ring, x: float, y: float, steps: int, tile: int, coming: int
) -> None:
    """The king's field, the bonus, the point tile, and the round the region will be scored in."""
    body = [(_way(sheet, steps), ring.way), (_bonus(sheet, region), ring.bonus)]
    if tile >= 0:
        body.append((_tile(sheet, tile), ring.tile))
    for part, (dx, dy, scale) in body:
        sheet.ground.append(group(part, transform=move(x + dx, y + dy, scale)))
    sheet.ground.append(group(_payment_place(sheet, region, ring.payment), transform=move(x, y + ring.lower)))
    if coming >= 0:
        hint = sheet.word("scored_in", n=coming + 1)
        dx, dy, size = ring.numeral
        numeral = label(dx, dy, ROMAN[coming], class_="end faded bold", font_size=size)
        sheet.ground.append(group(tooltip(hint), numeral, transform=move(x, y)))


def _way(sheet: Sheet, steps: int) -> str:
    """The king's field; where he is not, how many regions he is away (S-7.5)."""
    field = tag("circle", cx=25, cy=22, r=19, class_="space", stroke_dasharray="3 3")
    if steps == 0:
        return field
    hint = sheet.word("away", n=steps)
    count = label(25, 29, str(steps), class_="mid bold faded", font_size=17)
    return group(tooltip(hint), field, horseshoe(25, 22), count)


def _tile(sheet: Sheet, tile: int) -> str:
    """The point tile."""
    return group(
        tooltip(tile_hint(sheet.t, sheet.texts, tile)),
        tag("rect", x=299, y=6, width=61, height=32, rx=5, fill=GILT, stroke="var(--ink)"),
        label(
            329.5,
            29,
            slashed(tile_points(sheet.t, tile)).replace("/", "·"),
            class_="mid bold dark",
            font_size=17,
        ),
    )


def _bonus(sheet: Sheet, region: int) -> str:
    """What the region gives when it is scored."""
    t = sheet.t
    kind, amounts = t.bonus_kind[region], t.bonus_amounts[region]
    if kind == BONUS_CHESTS:
        amounts = [1] * min(t.bonus_draw[region], t.players)
        sign = closed_chest(281, 22, 0.72)
    elif kind == BONUS_ENVOYS:
        sign = outline(0, 283, 35, 0.85)
    else:
        sign = tag("path", d=STAR, class_="outline", transform=move(283, 22))
    if t.bonus_each[region]:
        words = sheet.word("each", n=amounts[0])
    else:
        words = slashed(amounts)
    text = label(262, 28, words, class_="end", font_size=16)
    return group(
        tooltip(f"{bonus_short(t, sheet.texts, region)}. {bonus_hint(t, sheet.texts, region)}"),
        tag("rect", x=226, y=4, width=70, height=36, fill="none", style="pointer-events:all"),
        text,
        sign,
    )


def _payment_place(sheet: Sheet, region: int, height: float) -> str:
    return group(
        tooltip(sheet.word("payment_area")),
        tag("rect", x=5, y=48, width=WIDTH - 10, height=height, rx=4, fill="var(--parchment)", opacity=0.55),
        id=f"paid-{region}",
        data_kind="source_of_gain",
        data_value=region,
    )


def _payment_area(sheet: Sheet, region: int, x: float, y: float, paid: tuple[tuple[int, ...], ...]) -> None:
    """Figures paid here lie in a row, by player; few of them fill it loosely, many closely."""
    groups = [
        (seat, kind, paid[figure_of(seat, kind)])
        for seat in range(sheet.t.players)
        for kind in (1, 0)
        if paid[figure_of(seat, kind)]
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
            sheet.put_figure(seat, kind, n, at + i * more * tight, y + 48, 1.0, lying=True)
        at += (first + more * (len(numbers) - 1)) * tight


def _draw_offices(sheet: Sheet, region: int, there: Offices, x: float, y: float) -> None:
    """All office seats of a region, and what is on and under them."""
    seats = sheet.t.region_seats[region]
    sheet.part(("seats", region, x, y), lambda: _seats(sheet, seats, x, y))
    for place, (office, left, right, *under) in enumerate(zip(seats, *there, strict=True)):
        facts = (office, left, right, *under, _across(x, place, seats), y)
        sheet.part(("office", *facts), partial(_office, sheet, *facts))


def _across(x: float, place: int, seats: Sequence[int]) -> float:
    return x + WIDTH / 2 + (place - len(seats) / 2) * CELL


def _seats(sheet: Sheet, seats: Sequence[int], x: float, y: float) -> None:
    for place, office in enumerate(seats):
        sheet.ground.append(_seat(sheet, office, _across(x, place, seats), y))


def _seat(sheet: Sheet, office: int, x: float, y: float) -> str:
    """An office seat with its number, as it is printed."""
    t = sheet.t
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
        body.append(tag("path", d=CROWN, fill=GILT, stroke="var(--ink)", stroke_width=0.8, transform=above))
        body.append(tag("path", d="M26,118 H44", stroke="var(--ink)", stroke_width=1.2))
    return group(*body, id=f"office-{office}", data_kind="office", data_value=office, transform=move(x, y))


def _office(
    sheet: Sheet,
    office: int,
    left: int,
    right: int,
    numbers: tuple[int, ...],
    stack: tuple[int, ...],
    chests: tuple[int, ...],
    x: float,
    y: float,
) -> None:
    """The figures on an office seat, and the chests under it."""
    here = [figure for figure in (left, right) if figure != EMPTY]
    sheet.put_stack(office, stack, chests, x + 45, y + 179)
    for place, (figure, n) in enumerate(zip(here, numbers, strict=True)):
        dx, scale, room = (35.0, 1.25, 60.0) if len(here) == 1 else ((20.0, 50.0)[place], 1.1, 30.0)
        standing = position_of(office, place)
        seat, kind = owner_of(figure), kind_of(figure)
        sheet.pieces.append(official(seat, kind, n, x + dx, y + 153, scale, standing, room))
