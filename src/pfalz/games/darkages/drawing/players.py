"""The player boards: the viewer's own in full, those of others in short, with everything else in tooltips."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN, ROMAN
from pfalz.games.darkages.cardtext import power_text, ruler_text
from pfalz.games.darkages.drawing import mat
from pfalz.games.darkages.drawing.mat import GAP
from pfalz.games.darkages.drawing.nobles import EXHAUSTED, SUPPLY, discs_of
from pfalz.games.darkages.drawing.notes import Paper, card_hint, face_hint, rule, title_hint
from pfalz.games.darkages.drawing.pieces import arms, copy, disc, goods, manor, marker, unit
from pfalz.games.darkages.possible import supply_limit
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import GOLD, GOODS, GOODS_IDS, UNITS

PAD: Final = 8.0
HEAD: Final = 44.0
GOODS_HEIGHT: Final = 34.0
DISCS: Final = 30.0
SHORT: Final = 27.0
"""How high a line of a short board is."""


class Heading(NamedTuple):
    """What the uppermost line of a board depends on."""

    name: str
    ruler: int
    points: int
    asked: bool
    won: bool
    out: bool


def draw_player_board(
    sheet: Paper,
    seat: int,
    x: float,
    y: float,
    w: float,
    *,
    asked: Collection[int] = (),
    won: Collection[int] = (),
    large: bool | None = None,
) -> float:
    """The board of a side: the viewer's own large unless told otherwise; returns the height."""
    s = sheet.view
    head = Heading(
        sheet.texts.seats[seat], s.ruler[seat], s.score(seat), seat in asked, seat in won, bool(s.out[seat])
    )
    big = seat == sheet.seat if large is None else large
    with sheet.enlarged(x, y):
        height = _height(sheet, seat, w, big)
        sheet.part(("board", seat, head, w, height), lambda: _head(sheet, seat, head, w, height))
        with sheet.enlarged(PAD, HEAD):
            (_large if big else _short)(sheet, seat, w - 2 * PAD)
    return height


def _head(sheet: Paper, seat: int, head: Heading, w: float, height: float) -> None:
    """The frame with name, ruler and points; a ring around whoever is asked, a crown for the winner."""
    points = str(head.points)
    room = w - 70 - 15 * len(points) - 22
    name, size = BOLD.fitted(head.name, room, 17, 13)
    told = [head.name]
    second = ""
    if head.ruler != NONE:
        t = sheet.view.t
        home = t.homes[head.ruler]
        ruler = sheet.texts.name("ruler", head.ruler)
        told += [ruler, *ruler_text(sheet.rules, sheet.texts, head.ruler)]
        costs = sheet.told(("settling", head.ruler), lambda: _settling(sheet, head.ruler))
        second = PLAIN.cut(f"{ruler} · {costs}", w - 52 - 15 * len(points) - 22, 12)
        told.append(rule(sheet.texts, "D-2.12"))
        told.append(sheet.texts.name("area", home))
    if head.out:
        second = f"{sheet.word('out')} · {second}"
    bar = f"M0,9 C0,4 4,0 9,0 V{height:g} C4,{height:g} 0,{height - 4:g} 0,{height - 9:g} Z"
    sheet.ground.append(
        group(
            tooltip("\n".join(told)),
            tag("rect", width=w, height=height, rx=9, class_="panel"),
            tag("path", d=bar, fill=seat_colour(seat)),
            arms(seat, 27, 20, 1.05),
            label(44, 20, name, class_="bold", font_size=size),
            label(44, 36, second, font_size=12),
            id=f"player-{seat}",
        )
    )
    sheet.ground.append(
        group(
            tooltip(sheet.word("points", n=head.points)),
            copy("vp", w - 20 - 15 * len(points), 20, 1.0),
            label(w - 8, 28, points, class_="end bold", font_size=25),
            id=f"points-{seat}",
        )
    )
    if head.asked:
        sheet.ground.append(tag("rect", width=w, height=height, rx=9, class_="ring", id=f"asked-{seat}"))
    if head.won:
        crown = tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, transform=move(27, 11), id=f"crown-{seat}")
        sheet.ground.append(crown)


def _settling(sheet: Paper, ruler: int) -> str:
    """The home of a ruler and his three costs of settling, the lowest first."""
    t = sheet.view.t
    low, middle, high = sheet.rules.all_data["rulers"]["ruler"][_row(sheet, ruler)]["settle_cost"]
    return sheet.word(
        "settling", home=sheet.texts.name("area", t.homes[ruler]), low=low, middle=middle, high=high
    )


def _row(sheet: Paper, ruler: int) -> int:
    rows = sheet.rules.all_data["rulers"]["ruler"]
    return next(i for i, row in enumerate(rows) if row["id"] == sheet.view.t.ruler_ids[ruler])


# -- in full --------------------------------------------------------------------------------------------------


def _columns(sheet: Paper, w: float) -> tuple[int, float]:
    """Achievements side by side, and how wide they are."""
    slots = sheet.view.t.achievement_slots
    columns = slots if w >= 720 else 2
    return columns, (w - GAP * (columns - 1)) / columns


def _achievement_rows(sheet: Paper, seat: int, w: float) -> list[float]:
    """The heights of the rows of achievements."""
    s = sheet.view
    columns, width = _columns(sheet, w)
    heights = [mat.achievement_height(sheet, card, s.level[card], width) for card in s.laid[seat]]
    heights += [34.0] * (s.t.achievement_slots - len(heights))
    return [max(heights[i : i + columns]) for i in range(0, len(heights), columns)]


def _unit_height(sheet: Paper, seat: int, w: float) -> float:
    width = (w - 2 * GAP) / UNITS
    faces = sheet.view.face[UNITS * seat : UNITS * (seat + 1)]
    lines = [
        sheet.told(("ability", face, width), lambda f=face: mat.ability_lines(sheet, f, width))
        for face in faces
    ]  # type: ignore[misc]
    most = max([len(told) for told in lines])
    return 72 + (most * 14.5 + 6 if most else 0)


def _titles(sheet: Paper, seat: int) -> tuple[tuple[int, bool], ...]:
    s = sheet.view
    return tuple([(title, bool(s.sideways[title])) for title, holder in enumerate(s.title) if holder == seat])


def _titles_height(sheet: Paper, seat: int, w: float) -> float:
    held = _titles(sheet, seat)
    x, rows = 0.0, 1
    for title, sideways in held:
        words = sheet.texts.name("title", title)
        if sideways:
            words = f"{words} ({sheet.word('used')})"
        width = BOLD.breadth(BOLD.cut(words, w - 66, 12.5), 12.5) + 72
        if x and x + width > w:
            x, rows = 0.0, rows + 1
        x += width + 5
    return rows * mat.TITLE_CHIP if held else 0.0


def _large(sheet: Paper, seat: int, w: float) -> None:
    """Goods, nobles, tracks, achievements, unit types, trophies, titles, one below the other."""
    s, t = sheet.view, sheet.view.t
    own = seat == sheet.seat
    y = _goods(sheet, seat, own, 0, w)
    y = _nobles(sheet, seat, y, w)
    left, limit, units = s.row[seat], supply_limit(s, seat), s.units_of(seat)
    y = _below(
        sheet,
        ("manors", seat, left, limit, units, w),
        y,
        lambda: mat.manor_row(sheet, seat, left, limit, units, w),
    )
    level, resources = s.storage[seat], s.resources(seat)
    y = _below(
        sheet,
        ("storehouse", seat, level, resources, w),
        y,
        lambda: mat.storehouse(sheet, seat, level, resources, w),
    )
    y = _units(sheet, seat, own, y, w)
    y = _achievements(sheet, seat, own, y, w)
    trophies = s.trophies[seat]
    y = _below(sheet, ("trophies", seat, trophies, w), y, lambda: mat.trophy_area(sheet, seat, trophies, w))
    held = _titles(sheet, seat)
    if held:
        facts = ("titles", seat, held, own, sheet.texts.seats[seat], w)
        _below(sheet, facts, y, lambda: mat.titles_held(sheet, seat, held, own, w))


def _below(sheet: Paper, facts: tuple[object, ...], y: float, draw: Callable[[], float]) -> float:
    """A part below the others; returns where the next one begins."""
    with sheet.enlarged(0, y):
        return y + sheet.part(facts, draw) + GAP


def _goods(sheet: Paper, seat: int, own: bool, y: float, w: float) -> float:
    """Wood, leather, stone, iron and gold; the viewer's own can be clicked."""
    s = sheet.view
    step = w / GOODS
    for which in range(GOODS):
        n = s.goods[GOODS * seat + which]
        facts = ("goods", seat, which, n, own, step)
        with sheet.enlarged(which * step, y):
            sheet.part(facts, lambda f=facts: _one_good(sheet, seat, f[2], f[3], own, step))  # type: ignore[misc]
    return y + GOODS_HEIGHT + GAP


def _one_good(sheet: Paper, seat: int, which: int, n: int, own: bool, width: float) -> None:
    name = sheet.texts.name("goods", which)
    clauses = ("D-1.9", "D-19.9") if which == GOLD else ("D-1.8",)
    picture = group(
        tag("rect", width=width - 3, height=GOODS_HEIGHT, rx=6, class_="space"),
        goods(which, 18, GOODS_HEIGHT / 2, 1.1),
        label(34, GOODS_HEIGHT / 2 + 7, str(n), class_="bold", font_size=19),
        data_kind="resource" if own and which != GOLD else None,
        data_value=which if own and which != GOLD else None,
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


def _nobles(sheet: Paper, seat: int, y: float, w: float) -> float:
    """The noble discs in the supply, and how many are exhausted."""
    found = discs_of(sheet.view, seat)
    here, gone = found.get(SUPPLY, ()), len(found.get(EXHAUSTED, ()))
    with sheet.enlarged(0, y):
        sheet.part(("nobles", seat, here, gone, w), lambda: _noble_line(sheet, seat, here, gone, w, 1.0))
    return y + DISCS


def _noble_line(sheet: Paper, seat: int, here: tuple[int, ...], gone: int, w: float, scale: float) -> None:
    words = sheet.word("nobles", n=len(here), gone=gone)
    hint = f"{words} {rule(sheet.texts, 'D-4.3', 'D-4.6')}"
    left = 23 * scale * len(here) + 6
    sheet.ground.append(
        group(
            tooltip(hint),
            label(left, 17, PLAIN.cut(words, w - left, 12.5), font_size=12.5),
            id=f"nobles-{seat}",
        )
    )
    for i, number in enumerate(here):
        sheet.pieces.append(
            group(
                tooltip(hint),
                disc(seat, 0, 0, scale),
                id=f"disc-{seat}-{number}",
                transform=move(11 * scale + 23 * scale * i, 12),
            )
        )


def _units(sheet: Paper, seat: int, own: bool, y: float, w: float) -> float:
    s = sheet.view
    height, width = _unit_height(sheet, seat, w), (w - 2 * GAP) / UNITS
    for type in range(UNITS):
        face, supply = s.face[UNITS * seat + type], s.supply[UNITS * seat + type]
        facts = ("type", seat, face, supply, own, width, height)
        with sheet.enlarged(type * (width + GAP), y):
            sheet.part(facts, lambda f=facts: mat.unit_type(sheet, *f[1:]))  # type: ignore[misc]
    return y + height + GAP


def _achievements(sheet: Paper, seat: int, own: bool, y: float, w: float) -> float:
    s = sheet.view
    columns, width = _columns(sheet, w)
    laid = s.laid[seat]
    for row, height in enumerate(_achievement_rows(sheet, seat, w)):
        for i in range(columns):
            at = row * columns + i
            with sheet.enlarged(i * (width + GAP), y):
                if at < len(laid):
                    facts = ("laid", laid[at], s.level[laid[at]], own, width, height)
                    sheet.part(facts, lambda f=facts: mat.achievement(sheet, *f[1:]))  # type: ignore[misc]
                elif at < s.t.achievement_slots:
                    sheet.part(
                        ("slot", at, width, height), lambda n=at: mat.empty_slot(sheet, n + 1, width, height)
                    )  # type: ignore[misc]
        y += height + GAP
    return y


def _height(sheet: Paper, seat: int, w: float, large: bool) -> float:
    """How high a board is."""
    if not large:
        return HEAD + _short_height(sheet, seat) + 4
    inner = w - 2 * PAD
    rows = _achievement_rows(sheet, seat, inner)
    height = GOODS_HEIGHT + GAP + DISCS + (mat.HEAD + 44 + GAP) + (mat.HEAD + 53 + GAP)
    height += _unit_height(sheet, seat, inner) + GAP + sum(rows) + GAP * len(rows)
    height += mat.HEAD + 32 + GAP + _titles_height(sheet, seat, inner)
    return HEAD + height + 4


# -- in short -------------------------------------------------------------------------------------------------


def _short_height(sheet: Paper, seat: int) -> float:
    s = sheet.view
    chips = -(-len(s.laid[seat]) // 2) + -(-len(_titles(sheet, seat)) // 2)
    return 4 * SHORT + chips * SHORT + 2


def _short(sheet: Paper, seat: int, w: float) -> None:
    """Four lines of signs and numbers, then achievements and titles by name."""
    s = sheet.view
    at = GOODS * seat
    have = tuple(s.goods[at : at + GOODS])
    sheet.part(("short goods", seat, have, w), lambda: _short_goods(sheet, seat, have, w))
    with sheet.enlarged(0, SHORT):
        found = discs_of(s, seat)
        here, gone = found.get(SUPPLY, ()), len(found.get(EXHAUSTED, ()))
        sheet.part(("nobles", seat, here, gone, w), lambda: _noble_line(sheet, seat, here, gone, w, 0.85))
    with sheet.enlarged(0, 2 * SHORT):
        faces = tuple(s.face[UNITS * seat : UNITS * (seat + 1)])
        supply = tuple(s.supply[UNITS * seat : UNITS * (seat + 1)])
        sheet.part(
            ("short units", seat, faces, supply, w), lambda: _short_units(sheet, seat, faces, supply, w)
        )
    with sheet.enlarged(0, 3 * SHORT):
        numbers = (s.row[seat], supply_limit(s, seat), s.units_of(seat), s.storage[seat], s.trophies[seat])
        sheet.part(("short tracks", seat, numbers, w), lambda: _short_tracks(sheet, seat, *numbers, w))
    y = 4 * SHORT
    width = (w - GAP) / 2
    for i, card in enumerate(s.laid[seat]):
        facts = ("short card", card, s.level[card], width)
        with sheet.enlarged(i % 2 * (width + GAP), y + i // 2 * SHORT):
            sheet.part(facts, lambda f=facts: _short_card(sheet, *f[1:]))  # type: ignore[misc]
    y += -(-len(s.laid[seat]) // 2) * SHORT
    for i, (title, sideways) in enumerate(_titles(sheet, seat)):
        key = ("short title", title, seat, sideways, sheet.texts.seats[seat], width)
        with sheet.enlarged(i % 2 * (width + GAP), y + i // 2 * SHORT):
            sheet.part(key, lambda f=key: _short_title(sheet, f[1], f[2], f[3], width))  # type: ignore[misc]


def _counted(picture: str, words: str, hint: str, x: float, **attributes: str) -> str:
    """A sign with a number or a few words."""
    return group(
        tooltip(hint),
        picture,
        label(25, 17, words, class_="bold", font_size=14),
        transform=move(x, 0),
        **attributes,
    )


def _short_goods(sheet: Paper, seat: int, have: tuple[int, ...], w: float) -> None:
    for which, n in enumerate(have):
        hint = f"{sheet.texts.name('goods', which)}: {n}."
        sheet.ground.append(
            _counted(
                goods(which, 12, 12, 0.85), str(n), hint, which * w / GOODS, id=f"{GOODS_IDS[which]}-{seat}"
            )
        )


def _short_units(sheet: Paper, seat: int, faces: tuple[int, ...], supply: tuple[int, ...], w: float) -> None:
    for type, face in enumerate(faces):
        level = ROMAN[sheet.view.t.faces[face].level - 1]
        hint = f"{face_hint(sheet, face)}\n{sheet.word('units_left', n=supply[type])}"
        words = f"{level} · {supply[type]}"
        sheet.ground.append(_counted(unit(type, 12, 12, 0.85, seat), words, hint, type * w / UNITS))


def _short_tracks(
    sheet: Paper, seat: int, row: int, limit: int, units: int, level: int, trophies: tuple[int, ...], w: float
) -> None:
    t, texts = sheet.view.t, sheet.texts
    vp = t.manor_vp[t.manors - row]
    manors = f"{sheet.word('supply_limit', n=limit, units=units)} {sheet.word('row_left', n=row, vp=vp)}"
    store = sheet.word(
        "store_level", n=level, sell=t.sell_limit[level], store=t.store_limit[level], vp=t.storage_vp[level]
    )
    n = len(trophies)
    last = min(n, len(t.trophy_vp) - 1)
    joins = t.reinforcement[last]
    who = texts.name("unit", joins) if joins >= 0 else sheet.word("nobody_joins")
    next_one = sheet.word("trophy_space", n=n, unit=who, vp=t.trophy_vp[last])
    for i, (picture, words, hint) in enumerate(
        (
            (manor(seat, 12, 12, 0.85), f"{units}/{limit}", manors),
            (copy("store", 12, 12, 0.8), f"{t.sell_limit[level]}/{t.store_limit[level]}", store),
            (marker(12, 12, 0.8), str(n), f"{sheet.word('trophies', n=n)}. {next_one}"),
        )
    ):
        sheet.ground.append(_counted(picture, words, hint, i * w / 3))


def _short_card(sheet: Paper, card: int, level: int, width: float) -> None:
    """An achievement by name and level; the tooltip says what it does now."""
    t = sheet.view.t
    name = BOLD.cut(sheet.texts.name("card", card), width - 52, 12)
    told = [
        f"{ROMAN[i]}: {power_text(sheet.rules, sheet.texts, power)}"
        for i, power in enumerate(t.card_powers[card][:level])
    ]
    head = sheet.word("in_force", card=sheet.texts.name("card", card))
    sheet.pieces.append(
        group(
            tooltip("\n".join([head, *told, card_hint(sheet, card)])),
            tag("rect", width=width, height=SHORT - 3, rx=5, class_="card"),
            copy("kind-achievement", 13, 12, 0.7),
            label(26, 16.5, name, class_="bold", font_size=12),
            label(width - 6, 16.5, ROMAN[level - 1], class_="end bold", font_size=12),
            id=f"card-{t.card_ids[card]}",
            data_kind="card",
            data_value=card,
        )
    )


def _short_title(sheet: Paper, title: int, seat: int, sideways: bool, width: float) -> None:
    name = BOLD.cut(sheet.texts.name("title", title), width - 36, 12)
    sheet.ground.append(
        group(
            tooltip(title_hint(sheet, title, seat, sideways)),
            tag("rect", width=width, height=SHORT - 3, rx=5, class_="card"),
            group(copy("title", 0, 0, 0.7), transform=move(14, 12, turn=90 if sideways else 0)),
            label(28, 16.5, name, class_="bold", font_size=12),
            id=f"held-{sheet.view.t.title_ids[title]}",
        )
    )
