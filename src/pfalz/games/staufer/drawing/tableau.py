"""Action board, chest piles, supply table, round tiles and the display of privileges."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from pfalz.core.draw import group, label, move, shield, tag, tooltip
from pfalz.core.lettering import ROMAN
from pfalz.games.staufer.chests import victory_points_left
from pfalz.games.staufer.codes import PRIVILEGES, VICTORY_POINTS
from pfalz.games.staufer.drawing.hints import privilege_hint
from pfalz.games.staufer.drawing.pieces import badge, closed_chest, outline, seal
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.lookup import CONDITIONS

X, WIDTH = 390.0, 220.0
Seats = tuple[int, ...]
Stacks = tuple[tuple[int, ...], ...]
TRACKS = (("supply_track", 0), ("turn_track", None), ("deployment_track", 1))


def draw_action_board(sheet: Sheet, top: float, bottom: float) -> None:
    """The three tracks, with the piles of chests below them (S-1.8)."""
    s = sheet.view
    spaces = sheet.t.players * sheet.t.turns
    height = min(66.0, (bottom - top - 182) / spaces)
    y = top + 58
    sheet.part(("tracks", top, bottom), lambda: _tracks(sheet, top, bottom, y, height, spaces))
    standing = tuple(s.turn_track), tuple(s.supply_track), tuple(s.deployment_track)
    sheet.part(("actions", y, height, standing), lambda: _action_figures(sheet, *standing, y, height, spaces))
    counts = sum(s.draw_pile), sum(s.discard_pile)
    display, numbers = tuple(s.display), sheet.chests.in_stack[-1]
    sheet.part(
        ("piles", bottom, counts, display, numbers),
        lambda: _piles(sheet, bottom - 119, counts, display, numbers),
    )


def _tracks(sheet: Sheet, top: float, bottom: float, y: float, height: float, spaces: int) -> None:
    sheet.ground.append(
        tag("rect", x=X, y=top + 28, width=WIDTH, height=bottom - top - 56, rx=9, class_="panel")
    )
    for column, (name, action) in enumerate(TRACKS):
        under = tag(
            "rect", y=-24, width=68, height=spaces * height + 24, fill="none", style="pointer-events:all"
        )
        body = [tooltip(sheet.word(f"{name}_help")), under]
        body.append(label(34, -8, sheet.word(name), class_="mid", font_size=16.6))
        for i in range(spaces):
            body.append(
                tag("rect", x=4, y=i * height + 1.5, width=60, height=height - 3, rx=6, class_="space")
            )
            if name == "turn_track":
                body.append(label(15, (i + 0.5) * height + 5, str(i + 1), class_="mid faded", font_size=16))
        if name == "deployment_track":
            for place in sheet.t.envoy_spaces:
                mark = outline(0, 34, (spaces - place) * height + height - 4, min(1.1, (height - 6) / 31))
                body.append(group(tooltip(sheet.word("track_envoy")), mark))
        sheet.ground.append(
            group(
                *body,
                id=f"track-{column}",
                data_kind=None if action is None else "action",
                data_value=action,
                transform=move(X + 6 + column * 70, y),
            )
        )


def _action_figures(
    sheet: Sheet, turn: Seats, supply: Seats, deployment: Seats, y: float, height: float, spaces: int
) -> None:
    used = [0] * sheet.t.players
    gone = spaces - len(turn)
    places = [(0, i, seat) for i, seat in enumerate(supply)]
    places += [(2, spaces - 1 - i, seat) for i, seat in enumerate(deployment)]
    places += [(1, gone + i, seat) for i, seat in enumerate(turn)]
    scale = min(1.4, height / 29)
    for column, row, seat in places:
        x = X + 6 + column * 70 + (40 if column == 1 else 34)
        id = f"act-{seat}-{used[seat]}"
        used[seat] += 1
        at = seat, x, y + (row + 0.5) * height - 1.5 * scale, scale
        sheet.pieces.append(sheet.told(("act", id, at), partial(shield, *at, id=id, class_="pass")))


def _piles(
    sheet: Sheet, y: float, counts: tuple[int, int], display: tuple[int, ...], numbers: tuple[int, ...]
) -> None:
    """Draw pile, discard pile and the chests turned up for a bonus."""
    piles = ((X + 10, "draw_pile", counts[0]), (X + 116, "discard_pile", counts[1]))
    for x, name, count in piles:
        sheet.ground.append(
            group(
                tooltip(f"{sheet.word(name)}: {count}"),
                label(2, 10, sheet.word(f"{name}_short"), class_="faded", font_size=16),
                closed_chest(20, 32, 0.9),
                label(46, 39, str(count), class_="bold", font_size=19),
                id=name.replace("_", "-"),
                transform=move(x, y),
            )
        )
    step = min(43.0, 190 / max(1, len(display) - 1))
    for i, (kind, n) in enumerate(zip(display, numbers, strict=True)):
        sheet.put_chest(kind, n, X + 26 + i * step, y + 68, offered=True)


def draw_supply(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """The supply table: figures to gain, chests to take (S-6)."""
    s, t = sheet.view, sheet.t
    numbers = sheet.chests.in_stack[t.seats : t.seats + t.spaces]
    stacks = tuple(s.under_supply)
    sheet.part(
        ("supply", x, y, stacks, numbers), lambda: _supply(sheet, x, y, width, height, stacks, numbers)
    )


def _supply(
    sheet: Sheet, x: float, y: float, width: float, height: float, stacks: Stacks, numbers: Stacks
) -> None:
    t = sheet.t
    cell = (width - 12) / t.spaces
    sheet.part(("spaces", x, y, width, height), lambda: _spaces(sheet, x, y, width, height, cell))
    for space, (stack, chests) in enumerate(zip(stacks, numbers, strict=True)):
        here = t.seats + space, stack, chests, x + 6 + (space + 0.5) * cell, y + height - 32
        sheet.part(("stack", here), partial(sheet.put_stack, *here))


def _spaces(sheet: Sheet, x: float, y: float, width: float, height: float, cell: float) -> None:
    """The table itself, and what is printed on its spaces."""
    t = sheet.t
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    sheet.ground.append(label(x + 12, y + 27, sheet.word("supply_table"), class_="bold", font_size=19))
    for space in range(t.spaces):
        left = x + 6 + space * cell
        kinds = [1] * t.supply_nobles[space] + [0] * t.supply_envoys[space]
        pitch = min(25.0, (cell - 36) / max(1, len(kinds) - 1))
        marks = [
            outline(kind, cell / 2 + (i - (len(kinds) - 1) / 2) * pitch, 88) for i, kind in enumerate(kinds)
        ]
        sheet.ground.append(
            group(
                tooltip(sheet.texts.name("space", space)),
                tag("rect", x=3, y=0, width=cell - 6, height=height - 46, rx=6, class_="space"),
                *(marks or [label(cell / 2, 76, "–", class_="mid faded", font_size=26)]),
                id=f"space-{space}",
                data_kind="space",
                data_value=space,
                transform=move(left, y + 38),
            )
        )


class Tiles(NamedTuple):
    """The round tiles: how many rows are gone by, which one is in play (0: none), and what lies there."""

    past: int
    current: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    c: tuple[int, ...]


def draw_rounds(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """The round tiles; the row in play is marked, rows gone by are crossed out (S-3.14 to S-3.16)."""
    s = sheet.view
    current = 0 if s.over or not sheet.laid_out else s.round
    past = s.t.rounds if s.over else s.round - 1
    tiles = Tiles(past, current, tuple(s.tile_a), tuple(s.tile_b), tuple(s.tile_c))
    sheet.part(("rounds", x, y, tiles), lambda: _rounds(sheet, x, y, width, height, tiles))


def _rounds(sheet: Sheet, x: float, y: float, width: float, height: float, tiles: Tiles) -> None:
    t = sheet.t
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    for dx, key in ((40, "scored"), (138, "condition"), (width - 12, "journey")):
        place = "faded end" if key == "journey" else "faded"
        sheet.ground.append(label(x + dx, y + 24, sheet.word(key), class_=place, font_size=16))
    row_height = (height - 40) / t.rounds
    for row in range(t.rounds):
        body = [_round_row(sheet, tiles, row, width, row_height / 2 + 6)]
        if row + 1 == tiles.current:
            frame = tag(
                "rect", x=5, y=1, width=width - 10, height=row_height - 2, rx=6, class_="space scored"
            )
            body.insert(0, frame)
        place = move(x, y + 34 + row * row_height)
        sheet.ground.append(group(*body, id=f"round-{row + 1}", transform=place))


def _round_row(sheet: Sheet, tiles: Tiles, row: int, width: float, base: float) -> str:
    """The three tiles of a round."""
    texts = sheet.texts
    past = row < tiles.past
    style = "faded struck" if past else None
    numeral = "mid bold faded" if past else "mid bold"
    which = tooltip(texts.say("board.round_of", n=row + 1, of=sheet.t.rounds))
    body = [group(which, label(22, base, ROMAN[row], class_=numeral, font_size=17))]
    if row < len(tiles.a):
        words = texts.name("region", tiles.a[row])
        hint = texts.say("board.scored_in", n=row + 1)
        body.append(group(tooltip(hint), label(40, base, words, class_=style, font_size=17)))
    if row < len(tiles.b):
        words = texts.name("tile_b", tiles.b[row])
        hint = texts.text(f"tile_help.{CONDITIONS[tiles.b[row]]}")
        body.append(group(tooltip(hint), label(138, base, words, class_=style, font_size=16.6)))
    if row < len(tiles.c):
        body.append(_chevrons(sheet, tiles.c[row], width, base, "dim" if past else None))
    elif tiles.c:
        hint, words = texts.text("tile_help.final"), sheet.word("final_short")
        final = "end faded" if past else "end"
        body.append(group(tooltip(hint), label(width - 12, base, words, class_=final, font_size=16)))
    return "".join(body)


def _chevrons(sheet: Sheet, steps: int, width: float, base: float, style: str | None) -> str:
    """How far the king travels."""
    signs = [
        tag(
            "path",
            d="M-4,-7 L4,0 L-4,7 L-1,0 Z",
            fill="var(--glow)",
            transform=move(width - 18 - 13 * (steps - 1 - i), base - 6),
        )
        for i in range(steps)
    ]
    area = tag(
        "rect", x=width - 56, y=base - 18, width=50, height=24, fill="none", style="pointer-events:all"
    )
    hint = sheet.texts.say("tile_help.king", n=steps)
    return group(tooltip(hint), area, *signs, class_=style)


def draw_privileges(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """The six piles of privileges, and which cards of kind 1 are left (S-3.6 to S-3.8)."""
    sheet.part(
        ("privileges", x, y), lambda: _privileges(sheet, x, y, width, height), reads=("piles", "privileges")
    )


def _privileges(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    s, t = sheet.view, sheet.t
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    owned = [sum(s.owns(seat, kind + 1) for seat in range(t.players)) for kind in range(PRIVILEGES)]
    kinds = [kind for kind in range(PRIVILEGES) if s.piles[kind] or owned[kind]]
    row_height = (height - 10) / 6
    for row, kind in enumerate(kinds):
        here = kind, s.piles[kind], owned[kind], x, y + 5 + (row + 0.5) * row_height, width, row_height
        sheet.part(("pile", here), partial(_pile, sheet, *here))


def _pile(
    sheet: Sheet, kind: int, left: int, owned: int, x: float, middle: float, width: float, row_height: float
) -> None:
    """One pile: what it is, and the cards that are left of it."""
    t, texts = sheet.t, sheet.texts
    hint = privilege_hint(t, texts, kind, left)
    name = texts.name("privilege_kind", kind).split(" ", 1)[-1]
    words = [label(64, 6, name, class_=None if left else "faded struck", font_size=17)]
    if kind + 1 == VICTORY_POINTS and left:
        value = victory_points_left(t, left)[0]
        words.append(label(width - 14, 6, f"+{value}", class_="end bold", font_size=17))
    elif not left:
        words.append(label(36, 6, str(kind + 1), class_="mid faded", font_size=17))
    area = tag("rect", x=2, y=3 - row_height / 2, width=width - 4, height=row_height - 6, rx=6, class_="pile")
    sheet.ground.append(
        group(
            tooltip(hint),
            area,
            *words,
            id=f"pile-{kind + 1}",
            data_kind="privilege",
            data_value=kind + 1,
            transform=move(x, middle),
        )
    )
    for copy in range(left):
        n = owned + left - 1 - copy
        at = x + 36 - 4 * (left - 1 - copy)
        sheet.pieces.append(seal(t, kind, at, middle, hint, id=f"priv-{kind + 1}-{n}", class_="pass"))
    if left > 1:
        sheet.pieces.append(badge(left, x + 51, middle + 9, id=f"copies-{kind + 1}"))
