"""What lies on a player board: manor row, storehouse track, achievements, unit types, trophies, titles.

Each function draws one part at the origin in a width and returns its height."""

from __future__ import annotations

from typing import Final

from pfalz.core.draw import group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN, ROMAN
from pfalz.games.darkages.cardtext import marker_text, power_text
from pfalz.games.darkages.drawing.faces import LINE, face_values, text_lines, written
from pfalz.games.darkages.drawing.notes import card_hint, face_hint, rule, title_hint
from pfalz.games.darkages.drawing.pieces import copy, manor, marker, points, price, unit
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.language import Power
from pfalz.games.darkages.turn import TITLE_STEP
from pfalz.games.darkages.words import UNIT_IDS

GAP: Final = 6.0
HEAD: Final = 18.0
"""The line above the manor row and the storehouse track."""
TITLE_CHIP: Final = 28.0
EMPTY: Final = 34.0
"""How high a free place for an achievement is, at least."""

WORDS = 14.0
"""Letters of names."""
SMALLER = 12.6
"""Those of names that have little room: no smaller, or they cannot be read on a laptop."""


def heading(words: str, hint: str, y: float = 13.0) -> str:
    """A line above a part."""
    return group(tooltip(hint), label(1, y, words, class_="bold", font_size=12.5))


# -- manors and storehouses -------------------------------------------------------------------------------


def manor_row(sheet: Sheet, seat: int, left: int, limit: int, units: int, w: float) -> float:
    """The manor row: the last open space is the supply limit (D-9.1) and counts at the end (D-19.6)."""
    t = sheet.t
    off, cell = t.manors - left, w / t.manors
    words = sheet.word("supply_limit", n=limit, units=units)
    sheet.ground.append(heading(words, rule(sheet.texts, "D-9.1", "D-9.2", "D-19.6")))
    for i in range(t.manors):
        number, vp, x = t.supply_limit[i + 1], t.manor_vp[i + 1], i * cell
        now = i + 1 == off
        hint = sheet.word("manor_space", n=i + 1, limit=number, vp=vp)
        body = [
            tooltip(hint),
            tag("rect", width=cell - 1.5, height=42, rx=4, class_="space active" if now else "space"),
            label(
                (cell - 1.5) / 2, 14.5, str(number), class_="mid bold" if now else "mid faded", font_size=13
            ),
        ]
        if i < off:
            body.append(_small_points(vp, (cell - 1.5) / 2, 31) if vp else "")
        sheet.ground.append(group(*body, transform=move(x, HEAD)))
        if i >= off:
            sheet.pieces.append(
                group(
                    tooltip(hint),
                    manor(seat, 0, 0, min(0.85, cell / 24)),
                    id=f"manor-{seat}-{i}",
                    transform=move(x + (cell - 1.5) / 2, HEAD + 29),
                )
            )
    return HEAD + 44


def _small_points(n: int, x: float, y: float) -> str:
    return copy("vp", x, y, 0.85, opacity=0.5) + label(
        x, y + 4.5, str(n), class_="mid bold halo", font_size=12
    )


def storehouse(sheet: Sheet, seat: int, level: int, resources: int, w: float) -> float:
    """The storehouse track: what may be sold and stored, points at the end, the price of higher levels."""
    t = sheet.t
    words = sheet.word("storehouse", n=resources)
    sheet.ground.append(heading(words, rule(sheet.texts, "D-14.5", "D-14.6", "D-5.23", "D-19.5")))
    names = [sheet.word("sell"), sheet.word("store")]
    first = max([PLAIN.breadth(name, WORDS) for name in names]) + 8
    cell = (w - first) / (t.top_storage + 1)
    for i, name in enumerate(names):
        sheet.ground.append(label(2, HEAD + 15 + 15 * i, name, class_="faded", font_size=WORDS))
    for at in range(t.top_storage + 1):
        sheet.ground.append(_store_level(sheet, seat, at, level, first + at * cell, cell - 2))
    return HEAD + 53


def _store_level(sheet: Sheet, seat: int, at: int, level: int, x: float, width: float) -> str:
    t = sheet.t
    sell, store, vp = t.sell_limit[at], t.store_limit[at], t.storage_vp[at]
    costs: list[str] = []
    left = 2.0
    if at > level:
        for i, cost in enumerate(t.storage_costs[at]):
            if i:
                costs.append(label(left + 1, 46, "/", class_="faded", font_size=12))
                left += 7
            shown, left = price(cost, left, 42, 0.56)
            costs.append(shown)
    now = at == level
    rim = seat_colour(seat) if now else "var(--edge)"
    here = "bold" if now else "faded"
    return group(
        tooltip(sheet.word("store_level", n=at, sell=sell, store=store, vp=vp)),
        tag(
            "rect",
            width=width,
            height=51,
            rx=4,
            fill="var(--parchment)",
            stroke=rim,
            stroke_width=3 if now else 1.2,
        ),
        label(7, 15, str(sell), class_=here, font_size=13),
        label(7, 30, str(store), class_=here, font_size=13),
        points(vp, 16, 10.5, 0.87) if vp else "",
        copy("store", 13, 42, 0.62) if now else "",
        *costs,
        transform=move(x, HEAD),
    )


# -- achievements -----------------------------------------------------------------------------------------


def achievement_lines(sheet: Sheet, card: int, level: int, width: float) -> list[list[str]]:
    """What the uncovered levels of an achievement say, level by level, in lines."""
    powers = sheet.t.card_powers[card][:level]
    return [text_lines(power_text(sheet.rules, sheet.texts, power), width - 34) for power in powers]


def achievement_height(sheet: Sheet, card: int, level: int, width: float) -> float:
    """How high an achievement on a board is."""
    lines = sheet.told(
        ("achievement", card, level, width), lambda: achievement_lines(sheet, card, level, width)
    )
    above = len(sheet.t.card_powers[card]) - level
    return 30 + sum([max(1, len(told)) * LINE + 5 for told in lines]) + above * 17


def achievement(sheet: Sheet, card: int, level: int, own: bool, width: float, height: float) -> None:
    """An achievement with its uncovered levels to be read, and what the others are worth."""
    t = sheet.t
    name, size = BOLD.fitted(sheet.texts.name("card", card), width - 38, 14, 12)
    body = [
        tooltip(card_hint(sheet, card)),
        tag("rect", width=width, height=height, rx=7, class_="card"),
        copy("kind-achievement", 16, 15, 0.8),
        label(31, 20, name, class_="bold", font_size=size),
    ]
    y = 27.0
    for i, told in enumerate(achievement_lines(sheet, card, level, width)):
        high = max(1, len(told)) * LINE + 3
        inner = label(15, y + 14, ROMAN[i], class_="mid bold", font_size=13) + written(told, 29, y + 14)
        body.append(inner)
        body += _chosen(sheet, t.powers[t.card_powers[card][i]], own, y, width, high)
        y += high + 2
    for i in range(level, len(t.card_powers[card])):
        body.append(label(15, y + 12.5, ROMAN[i], class_="mid faded", font_size=12))
        body.append(
            label(29, y + 12.5, sheet.word("covered", n=t.card_vp[card][i]), class_="faded", font_size=12)
        )
        y += 17
    sheet.pieces.append(
        group(
            *body,
            id=f"card-{t.card_ids[card]}",
            data_kind="card",
            data_value=card,
        )
    )


def _chosen(sheet: Sheet, power: Power, own: bool, y: float, width: float, height: float) -> list[str]:
    """Where the effects of a power can be clicked that leave something to decide."""
    effects = [effect for effect in power.effects if effect.leaves_choice()] if own else []
    step = (width - 4) / max(1, len(effects))
    return [
        tag(
            "rect",
            tooltip(power_text(sheet.rules, sheet.texts, power.index)),
            x=2 + i * step,
            y=y,
            width=step,
            height=height,
            rx=4,
            class_="click",
            data_kind="effect",
            data_value=effect.index,
        )
        for i, effect in enumerate(effects)
    ]


def empty_slot(sheet: Sheet, n: int, width: float, height: float) -> None:
    """A place for an achievement that is still free."""
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "D-7.2", "D-7.3")),
            tag("rect", width=width, height=height, rx=7, class_="vacant"),
            label(width / 2, height / 2 + 4, sheet.word("slot", n=n), class_="mid faded", font_size=12),
        )
    )


# -- units ------------------------------------------------------------------------------------------------


def type_height(sheet: Sheet, face: int, width: float) -> float:
    """How high the box of a unit type is."""
    lines = sheet.told(("ability", face, width), lambda: ability_lines(sheet, face, width))
    return 72 + (len(lines) * LINE + 6 if lines else 0)


def ability_lines(sheet: Sheet, face: int, width: float) -> list[str]:
    """What a unit face can do, in lines."""
    power = sheet.t.faces[face].power
    return text_lines(power_text(sheet.rules, sheet.texts, power), width - 12) if power >= 0 else []


def _face_name(name: str, room: float) -> list[str]:
    """The name of a unit face in one line or two, which may end after a hyphen."""
    parts = BOLD.broken(name.replace("-", "- "), room, WORDS)
    fitted = [BOLD.fitted(line.replace("- ", "-"), room, WORDS, SMALLER) for line in parts[:2]]
    top, size = (21.0 if len(fitted) == 1 else 14.0), min([size for _, size in fitted])
    lines = [line for line, _ in fitted]
    return [label(27, top + 14 * i, line, class_="bold", font_size=size) for i, line in enumerate(lines)]


def unit_type(
    sheet: Sheet, seat: int, face: int, supply: int, own: bool, width: float, height: float
) -> None:
    """A unit type: name, level, what its dice need, armour, price, and figures in the supply."""
    t, texts = sheet.t, sheet.texts
    found = t.faces[face]
    values, end = face_values(sheet, face, 4, 41)
    if end > width - 3:  # who fights in all phases
        values, _ = face_values(sheet, face, 4, 41, (width - 7) / (end - 4))
    cost, _ = price(found.cost, 5, 60, 0.7)
    lines = ability_lines(sheet, face, width)
    hint = f"{face_hint(sheet, face)}\n{sheet.word('units_left', n=supply)}"
    body = [
        tooltip(hint),
        tag("rect", width=width, height=height, rx=7, class_="card"),
        unit(found.type, 14, 12.5, 0.75, seat),
        label(13, 31, ROMAN[found.level - 1], class_="mid bold", font_size=12),
        *_face_name(texts.name("face", face), width - 29),
        values,
        cost,
        label(width - 7, 64.5, sheet.word("left", n=supply), class_="end faded", font_size=12),
        written(lines, 6, 82),
    ]
    if found.power >= 0:
        body += _chosen(sheet, t.powers[found.power], own, 70, width, height - 72)
    sheet.ground.append(
        group(
            *body,
            id=f"type-{seat}-{UNIT_IDS[found.type]}",
            data_kind="unit" if own else None,
            data_value=found.type if own else None,
        )
    )


# -- trophies and titles ----------------------------------------------------------------------------------


def trophy_area(sheet: Sheet, trophies: tuple[int, ...], w: float) -> float:
    """The trophies: who reinforces the next barbarians, and how many points more a victory brings."""
    t, texts = sheet.t, sheet.texts
    n, spaces = len(trophies), len(t.trophy_vp)
    words = sheet.word("trophies", n=n)
    told = [f"{texts.name('marker', one)}: {marker_text(sheet.rules, texts, one)}" for one in trophies]
    sheet.ground.append(heading(words, "\n".join([rule(texts, "D-16.2", "D-16.6"), *told])))
    cell = w / spaces
    for i in range(spaces):
        now = i == min(n, spaces - 1)
        joins = t.reinforcement[i]
        who = texts.name("unit", joins) if joins >= 0 else sheet.word("nobody_joins")
        sheet.ground.append(
            group(
                tooltip(sheet.word("trophy_space", n=i, unit=who, vp=t.trophy_vp[i])),
                tag("rect", width=cell - 3, height=30, rx=5, class_="space active" if now else "space"),
                unit(joins, 18, 15.5, 0.8) if joins >= 0 else label(13, 20, "–", font_size=14),
                points(f"+{t.trophy_vp[i]}", 30, 15, 0.9) if t.trophy_vp[i] else "",
                transform=move(i * cell, HEAD),
            )
        )
    for i, one in enumerate(trophies):
        at = min(i, spaces - 1)
        sheet.pieces.append(
            group(
                tooltip(marker_text(sheet.rules, texts, one)),
                marker(0, 0, 0.72),
                id=f"trophy-{t.marker_ids[one]}",
                transform=move((at + 1) * cell - 14 - 3 * (i - at), HEAD + 15 - 2 * (i - at)),
            )
        )
    return HEAD + 32


def titles_held(sheet: Sheet, seat: int, held: tuple[tuple[int, bool], ...], own: bool, w: float) -> float:
    """The titles of a side; its own can be used again (D-11.1)."""
    x = y = 0.0
    for title, sideways in held:
        words = sheet.texts.name("title", title)
        if sideways:
            words = f"{words} ({sheet.word('used')})"
        words = BOLD.cut(words, w - 66, 12.5)
        width = BOLD.breadth(words, 12.5) + 72
        if x and x + width > w:
            x, y = 0.0, y + TITLE_CHIP
        sheet.ground.append(
            group(
                tooltip(title_hint(sheet, title, seat, sideways)),
                tag("rect", width=width, height=TITLE_CHIP - 4, rx=5, class_="card"),
                group(copy("title", 0, 0, 0.75), transform=move(15, 12, turn=90 if sideways else 0)),
                label(29, 16.5, words, class_="bold", font_size=12.5),
                points(sheet.t.title_vp[title], width - 38, 12, 0.95),
                id=f"held-{sheet.t.title_ids[title]}",
                data_kind="step" if own else None,
                data_value=TITLE_STEP + title if own else None,
                transform=move(x, y),
            )
        )
        x += width + 5
    return y + TITLE_CHIP if held else 0.0
