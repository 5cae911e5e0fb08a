"""The player boards: the viewer's own in full, those of others in short, with everything else in tooltips."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Final, NamedTuple, cast

from pfalz.core.data import value_at
from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.core.state import HIDDEN
from pfalz.core.strips import Part
from pfalz.games.darkages.cardtext import ruler_text
from pfalz.games.darkages.drawing import mat
from pfalz.games.darkages.drawing.cards import draw_hand
from pfalz.games.darkages.drawing.mat import GAP
from pfalz.games.darkages.drawing.nobles import EXHAUSTED, SUPPLY, discs_of
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import arms, copy, goods
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.short import draw_short, noble_line, titles_of
from pfalz.games.darkages.possible import supply_limit
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import GOLD, GOODS, GOODS_IDS, UNITS

LEFT: Final = 15.0
"""Where the content begins: behind the bar in the colour of the seat."""
RIGHT: Final = 8.0
HEAD: Final = 58.0
GOODS_HEIGHT: Final = 34.0
DISCS: Final = 27.0
FOUR: Final = 720.0
"""From here on all achievements lie in a row."""


class Heading(NamedTuple):
    """What the uppermost lines of a board depend on."""

    name: str
    ruler: int
    points: int
    asked: bool
    won: bool
    out: bool


class Board(NamedTuple):
    """The board of a player as a stranger sees it."""

    part: Part
    height: float


def board_of_another(sheet: Sheet, seat: int, w: float) -> Board | None:
    """The board of a seat as all others see it; None if the viewer is no stranger to what lies there."""
    if (
        seat == sheet.seat
        or sheet.additions("board")
        or any(card != HIDDEN for card in sheet.view.hand[seat])
    ):
        return None
    return sheet.common(("boards", w), lambda blind: _boards(blind, w))[seat]


def _boards(sheet: Sheet, w: float) -> tuple[Board, ...]:
    """The boards of all players as strangers see them."""
    found = []
    for seat in range(sheet.t.players):
        part = sheet.cut_out(partial(draw_player_board, sheet, seat, 0, 0, w))
        found.append(Board(part, cast(float, part.result)))
    return tuple(found)


def draw_player_board(
    sheet: Sheet, seat: int, x: float, y: float, w: float, large: bool | None = None
) -> float:
    """The board of a seat, the viewer's own large unless told otherwise, others with their hands."""
    s = sheet.view
    asked, won = seat in sheet.asked, seat in sheet.winners
    head = Heading(sheet.texts.seats[seat], s.ruler[seat], s.score(seat), asked, won, bool(s.out[seat]))
    big = seat == sheet.seat if large is None else large
    with sheet.enlarged(x, y):
        beneath = len(sheet.ground)
        with sheet.enlarged(LEFT, HEAD):
            inner = w - LEFT - RIGHT
            height = (_large if big else draw_short)(sheet, seat, inner)
            if seat != sheet.seat:
                height += draw_hand(sheet, seat, 0, height, inner) + 2
            for add in sheet.additions("board"):
                with sheet.enlarged(0, height):
                    height += add(sheet, seat, inner)
            height += HEAD
        above = len(sheet.ground)
        sheet.part(("board", seat, head, w, height), lambda: _head(sheet, seat, head, w, height))
        frame = sheet.ground[above:]
        del sheet.ground[above:]
        sheet.ground[beneath:beneath] = frame
    return height


def _head(sheet: Sheet, seat: int, head: Heading, w: float, height: float) -> None:
    """The frame with name, ruler and points; a ring around whoever is asked, a crown for the winner."""
    points = str(head.points)
    room = w - 76 - 15 * len(points)
    name, size = BOLD.fitted(head.name, room, 17, 13)
    told = [head.name]
    lines = [sheet.word("no_ruler")]
    if head.ruler != NONE:
        ruler = sheet.texts.name("ruler", head.ruler)
        lines = [ruler, settling(sheet, head.ruler)]
        told += [ruler, *ruler_text(sheet.rules, sheet.texts, head.ruler), rule(sheet.texts, "D-2.12")]
    if head.out:
        lines[0] = f"{lines[0]} · {sheet.word('out')}"
    bar = f"M0,9 C0,4 4,0 9,0 V{height:g} C4,{height:g} 0,{height - 4:g} 0,{height - 9:g} Z"
    sheet.ground.append(
        group(
            tooltip("\n".join(told)),
            tag("rect", width=w, height=height, rx=9, class_="panel"),
            tag("path", d=bar, fill=seat_colour(seat)),
            arms(seat, 30, 22, 1.1),
            label(48, 20, name, class_="bold", font_size=size),
            *[
                label(48, 36.5 + 15.5 * i, PLAIN.cut(line, room, 14), font_size=14)
                for i, line in enumerate(lines)
            ],
            id=f"player-{seat}",
        )
    )
    sheet.ground.append(
        group(
            tooltip(sheet.word("points", n=head.points)),
            copy("vp", w - 21 - 15 * len(points), 20),
            label(w - 8, 28, points, class_="end bold", font_size=25),
            id=f"points-{seat}",
        )
    )
    if head.asked:
        sheet.ground.append(tag("rect", width=w, height=height, rx=9, class_="ring", id=f"asked-{seat}"))
    if head.won:
        crown = tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, transform=move(30, 12), id=f"crown-{seat}")
        sheet.ground.append(crown)


def settling(sheet: Sheet, ruler: int) -> str:
    """The home of a ruler and his three costs of settling, the lowest first (D-10.3 to D-10.5)."""
    t = sheet.t
    low, middle, high = value_at(sheet.rules.all_data, f"rulers.ruler.{t.ruler_ids[ruler]}.settle_cost")
    home = sheet.texts.name("area", t.homes[ruler])
    return sheet.word("settling", home=home, low=low, middle=middle, high=high)


# -- in full ----------------------------------------------------------------------------------------------


def _large(sheet: Sheet, seat: int, w: float) -> float:
    """Goods, nobles, tracks, unit types, achievements, trophies, titles; returns the height."""
    s = sheet.view
    own = seat == sheet.seat
    y = _goods(sheet, seat, own, w)
    y = _nobles(sheet, seat, y, w)
    manors = (s.row[seat], supply_limit(s, seat), s.units_of(seat))
    y = _below(sheet, ("manors", seat, manors, w), y, partial(mat.manor_row, sheet, seat, *manors, w))
    stored = (s.storage[seat], s.resources(seat))
    y = _below(sheet, ("storehouse", seat, stored, w), y, partial(mat.storehouse, sheet, seat, *stored, w))
    y = _units(sheet, seat, own, y, w)
    y = _achievements(sheet, seat, own, y, w)
    trophies = s.trophies[seat]
    y = _below(sheet, ("trophies", trophies, w), y, lambda: mat.trophy_area(sheet, trophies, w))
    held = titles_of(s, seat)
    if held:
        facts = ("titles", seat, held, own, sheet.texts.seats[seat], w)
        y = _below(sheet, facts, y, lambda: mat.titles_held(sheet, seat, held, own, w))
    return y


def _below(sheet: Sheet, facts: Hashable, y: float, draw: Callable[[], float]) -> float:
    """A part below the others; returns where the next one begins."""
    with sheet.enlarged(0, y):
        return y + sheet.part(facts, draw) + GAP


def _goods(sheet: Sheet, seat: int, own: bool, w: float) -> float:
    """Wood, leather, stone, iron and gold; the viewer's own can be clicked."""
    step = w / GOODS
    for which in range(GOODS):
        n = sheet.view.goods[GOODS * seat + which]
        with sheet.enlarged(which * step, 0):
            facts = ("goods", seat, which, n, own, step)
            sheet.part(facts, partial(_one_good, sheet, *facts[1:]))
    return GOODS_HEIGHT + GAP


def _one_good(sheet: Sheet, seat: int, which: int, n: int, own: bool, width: float) -> None:
    name = sheet.texts.name("goods", which)
    clauses = ("D-1.9", "D-19.9") if which == GOLD else ("D-1.8",)
    pays = own and which != GOLD
    picture = group(
        tag("rect", width=width - 3, height=GOODS_HEIGHT, rx=6, class_="space"),
        goods(which, 18, GOODS_HEIGHT / 2, 1.1),
        label(34, GOODS_HEIGHT / 2 + 7, str(n), class_="bold", font_size=19),
        data_kind="resource" if pays else None,
        data_value=which if pays else None,
    )
    sheet.ground.append(
        group(
            tooltip(f"{name}: {n}. {rule(sheet.texts, *clauses)}"),
            picture,
            id=f"{GOODS_IDS[which]}-{seat}",
            data_kind="goods" if own else None,
            data_value=which if own else None,
        )
    )


def _nobles(sheet: Sheet, seat: int, y: float, w: float) -> float:
    """The noble discs in the supply, and how many are exhausted."""
    found = discs_of(sheet.view, seat)
    here, gone = found.get(SUPPLY, ()), len(found.get(EXHAUSTED, ()))
    with sheet.enlarged(0, y):
        sheet.part(("nobles", seat, here, gone, w), lambda: noble_line(sheet, seat, here, gone, w, 1.0))
    return y + DISCS


def _units(sheet: Sheet, seat: int, own: bool, y: float, w: float) -> float:
    """The three unit types side by side."""
    s, width = sheet.view, (w - 2 * GAP) / UNITS
    faces = s.face[UNITS * seat : UNITS * (seat + 1)]
    height = max([mat.type_height(sheet, face, width) for face in faces])
    for type, face in enumerate(faces):
        facts = ("type", seat, face, s.supply[UNITS * seat + type], own, width, height)
        with sheet.enlarged(type * (width + GAP), y):
            sheet.part(facts, partial(mat.unit_type, sheet, *facts[1:]))
    return y + height + GAP


def _achievements(sheet: Sheet, seat: int, own: bool, y: float, w: float) -> float:
    """The places for achievements, two or four in a row."""
    s, laid = sheet.view, sheet.view.laid[seat]
    slots = s.t.achievement_slots
    columns = slots if w >= FOUR else 2
    width = (w - GAP * (columns - 1)) / columns
    for first in range(0, slots, columns):
        row = laid[first : first + columns]
        height = max(
            [mat.EMPTY, *[mat.achievement_height(sheet, card, s.level[card], width) for card in row]]
        )
        for i in range(min(columns, slots - first)):
            with sheet.enlarged(i * (width + GAP), y):
                if i < len(row):
                    facts = ("laid", row[i], s.level[row[i]], own, width, height)
                    sheet.part(facts, partial(mat.achievement, sheet, *facts[1:]))
                else:
                    empty = ("slot", first + i + 1, width, height)
                    sheet.part(empty, partial(mat.empty_slot, sheet, *empty[1:]))
        y += height + GAP
    return y
