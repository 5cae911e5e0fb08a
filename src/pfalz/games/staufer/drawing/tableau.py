"""Action board, chest piles, supply table, round tiles and the display of privileges."""

from __future__ import annotations

from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.games.staufer.drawing.hints import number, privilege_hint
from pfalz.games.staufer.drawing.pieces import closed_chest, move, outline, seal
from pfalz.games.staufer.drawing.sheet import ROMAN, Sheet

X, WIDTH = 390.0, 220.0
TRACKS = (("supply_track", 0), ("turn_track", None), ("deployment_track", 1))


def draw_action_board(sheet: Sheet, top: float, bottom: float) -> None:
    """The three tracks, with the piles of chests below them (S-1.8)."""
    t = sheet.t
    spaces = t.players * t.turns
    height = min(66.0, (bottom - top - 182) / spaces)
    y = top + 58
    sheet.ground.append(
        tag("rect", x=X, y=top + 28, width=WIDTH, height=bottom - top - 56, rx=9, class_="panel")
    )
    for column, (name, action) in enumerate(TRACKS):
        left = X + 6 + column * 70
        body = [
            label(34, -8, sheet.word(name), class_="mid", font_size=15),
            tag(
                "rect",
                x=0,
                y=-24,
                width=68,
                height=spaces * height + 24,
                fill="none",
                style="pointer-events:all",
            ),
        ]
        for i in range(spaces):
            body.append(
                tag("rect", x=4, y=i * height + 1.5, width=60, height=height - 3, rx=6, class_="space")
            )
            if name == "turn_track":
                body.append(label(14, (i + 0.5) * height + 5, str(i + 1), class_="mid faded", font_size=13))
        if name == "deployment_track":
            for place in t.envoy_spaces:
                mark = outline(0, 34, (spaces - place) * height + height - 4, min(1.1, (height - 6) / 31))
                body.append(group(tooltip(sheet.word("track_envoy")), mark))
        sheet.ground.append(
            group(
                *body,
                id=f"track-{column}",
                data_kind=None if action is None else "action",
                data_value=action,
                transform=move(left, y),
            )
        )
    _action_figures(sheet, y, height, spaces)
    _piles(sheet, bottom - 119)


def _action_figures(sheet: Sheet, y: float, height: float, spaces: int) -> None:
    s = sheet.view
    used = [0] * sheet.t.players
    gone = spaces - len(s.turn_track)
    places = [(0, i, seat) for i, seat in enumerate(s.supply_track)]
    places += [(2, spaces - 1 - i, seat) for i, seat in enumerate(s.deployment_track)]
    places += [(1, gone + i, seat) for i, seat in enumerate(s.turn_track)]
    scale = min(1.4, height / 29)
    for column, row, seat in places:
        x = X + 6 + column * 70 + (40 if column == 1 else 34)
        sheet.pieces.append(
            shield(seat, x, y + (row + 0.5) * height - 1.5 * scale, scale, id=f"act-{seat}-{used[seat]}")
        )
        used[seat] += 1


def _piles(sheet: Sheet, y: float) -> None:
    """Draw pile, discard pile and the chests turned up for a bonus."""
    s = sheet.view
    for x, name, count in (
        (X + 12, "draw_pile", sum(s.draw_pile)),
        (X + 118, "discard_pile", sum(s.discard_pile)),
    ):
        sheet.ground.append(
            group(
                tooltip(f"{sheet.word(name)}: {count}"),
                closed_chest(22, 20, 0.9),
                label(48, 27, str(count), class_="bold", font_size=19),
                "" if name == "draw_pile" else tag("path", d="M8,6 L36,34", class_="rule", stroke_width=3),
                id=name.replace("_", "-"),
                transform=move(x, y),
            )
        )
    step = min(43.0, 190 / max(1, len(s.display) - 1))
    place = sheet.t.seats + sheet.t.spaces
    taken: dict[int, int] = {}
    for i, kind in enumerate(s.display):
        at = taken.get(kind, 0)
        taken[kind] = at + 1
        sheet.put_chest(kind, sheet.chests[kind][place][at], X + 26 + i * step, y + 56, offered=True)


def draw_supply(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """The supply table: figures to gain, chests to take (S-6)."""
    s, t = sheet.view, sheet.t
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    sheet.ground.append(label(x + 12, y + 27, sheet.word("supply_table"), class_="bold", font_size=19))
    cell = (width - 12) / t.spaces
    for space in range(t.spaces):
        left = x + 6 + space * cell
        kinds = [1] * t.supply_nobles[space] + [0] * t.supply_envoys[space]
        marks = [
            outline(kind, cell / 2 + (i - (len(kinds) - 1) / 2) * 25, 88, 1.05)
            for i, kind in enumerate(kinds)
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
        sheet.put_stack(t.seats + space, s.under_supply[space], left + cell / 2, y + height - 32)


def draw_rounds(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """The round tiles; the row in play is marked, rows gone by are faded (S-3.14 to S-3.16)."""
    s, t, texts = sheet.view, sheet.t, sheet.texts
    ground = sheet.ground
    ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    for dx, key in ((40, "scored"), (136, "condition"), (width - 12, "journey")):
        place = "faded end" if key == "journey" else "faded"
        ground.append(label(x + dx, y + 24, sheet.word(key), class_=place, font_size=15))
    row_height = (height - 40) / t.rounds
    for row in range(t.rounds):
        top = y + 34 + row * row_height
        middle = top + row_height / 2 + 6
        body = []
        now = row == s.round - 1 and not s.over and sheet.laid_out
        if now:
            body.append(
                tag(
                    "rect",
                    x=x + 5,
                    y=top + 1,
                    width=width - 10,
                    height=row_height - 2,
                    rx=6,
                    class_="space scored",
                )
            )
        body.append(label(x + 22, middle, ROMAN[row], class_="mid bold", font_size=17))
        if row < len(s.tile_a):
            body.append(label(x + 40, middle, texts.name("region", s.tile_a[row]), font_size=17))
        if row < len(s.tile_b):
            words = texts.name("tile_b", s.tile_b[row])
            hint = texts.text(
                f"tile_help.{('kings_region', 'fewest_chests', 'most_occupied')[s.tile_b[row]]}"
            )
            body.append(group(tooltip(hint), label(x + 136, middle, words, font_size=16)))
        if row < len(s.tile_c):
            hint = number(texts, "tile_help.king", n=s.tile_c[row])
            chevrons = [
                tag(
                    "path",
                    d="M-4,-6 L3,0 L-4,6 L-1,0 Z",
                    fill="var(--glow)",
                    transform=move(x + width - 42 + 12 * i, middle - 6),
                )
                for i in range(s.tile_c[row])
            ]
            body.append(group(tooltip(hint), *chevrons))
        elif sheet.laid_out:
            body.append(
                group(
                    tooltip(texts.text("tile_help.final")),
                    tag(
                        "path",
                        d="M-8,6 V-6 H8 V6 Z M-3,6 V-6 M3,6 V-6",
                        class_="outline",
                        transform=move(x + width - 24, middle - 6),
                    ),
                )
            )
        past = row < s.round - 1 or s.over
        ground.append(group(*body, id=f"round-{row + 1}", class_="past" if past else None))


def draw_privileges(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """The six piles of privileges, and which cards of kind 1 are left (S-3.6 to S-3.8)."""
    s, t, texts = sheet.view, sheet.t, sheet.texts
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    owned = [sum(s.privileges[seat] >> kind + 1 & 1 for seat in range(t.players)) for kind in range(16)]
    kinds = [kind for kind in range(16) if s.piles[kind] or owned[kind]]
    row_height = (height - 10) / 6
    for row, kind in enumerate(kinds):
        middle = y + 5 + (row + 0.5) * row_height
        left = s.piles[kind]
        name = texts.name("privilege_kind", kind).split(" ", 1)[-1]
        words = [label(60, 6, name, font_size=17, class_=None if left else "faded")]
        if kind == 0 and left:
            top = t.victory_points[t.players - left]
            words.append(label(width - 14, 6, f"+{top}", class_="end bold", font_size=17))
        sheet.ground.append(
            group(
                tooltip(privilege_hint(t, texts, kind)),
                tag(
                    "rect",
                    x=2,
                    y=3 - row_height / 2,
                    width=width - 4,
                    height=row_height - 6,
                    rx=6,
                    fill="none",
                    style="pointer-events:all",
                ),
                *words,
                id=f"pile-{kind + 1}",
                data_kind="trade",
                data_value=kind + 1,
                class_=None if left else "past",
                transform=move(x, middle),
            )
        )
        for copy in range(left):
            hint = privilege_hint(t, texts, kind)
            n = owned[kind] + left - 1 - copy
            sheet.pieces.append(
                seal(t, kind, x + 36 - 5 * (left - 1 - copy), middle, hint, id=f"priv-{kind + 1}-{n}")
            )
