"""A player board in short: signs and numbers, achievements and titles by name; tooltips say the rest."""

from __future__ import annotations

from functools import partial
from typing import Final

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN, ROMAN
from pfalz.games.darkages.cardtext import power_text
from pfalz.games.darkages.drawing.mat import GAP
from pfalz.games.darkages.drawing.nobles import EXHAUSTED, SUPPLY, discs_of
from pfalz.games.darkages.drawing.notes import card_hint, face_hint, rule, title_hint
from pfalz.games.darkages.drawing.pieces import copy, disc, goods, manor, marker, unit
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.possible import supply_limit
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import GOODS, GOODS_IDS, UNIT_IDS, UNITS

LINE: Final = 27.0
CHIPS: Final = 260.0
"""From here on two chips lie side by side."""


def titles_of(s: DarkAges, seat: int) -> tuple[tuple[int, bool], ...]:
    """The titles a seat holds, and whether they are sideways."""
    return tuple([(title, bool(s.sideways[title])) for title, holder in enumerate(s.title) if holder == seat])


def draw_short(sheet: Sheet, seat: int, w: float) -> float:
    """Four lines of signs and numbers, then achievements and titles by name; returns the height."""
    s = sheet.view
    have = tuple(s.goods[GOODS * seat : GOODS * (seat + 1)])
    sheet.part(("short goods", seat, have, w), lambda: _goods(sheet, seat, have, w))
    found = discs_of(s, seat)
    here, gone = found.get(SUPPLY, ()), len(found.get(EXHAUSTED, ()))
    with sheet.enlarged(0, LINE):
        sheet.part(("few nobles", seat, here, gone, w), lambda: noble_line(sheet, seat, here, gone, w, 0.85))
    faces = tuple(s.face[UNITS * seat : UNITS * (seat + 1)])
    supply = tuple(s.supply[UNITS * seat : UNITS * (seat + 1)])
    with sheet.enlarged(0, 2 * LINE):
        sheet.part(("short units", seat, faces, supply, w), lambda: _units(sheet, seat, faces, supply, w))
    numbers = (s.row[seat], supply_limit(s, seat), s.units_of(seat), s.storage[seat], s.trophies[seat])
    with sheet.enlarged(0, 3 * LINE):
        sheet.part(("short tracks", seat, numbers, w), lambda: _tracks(sheet, seat, *numbers, w))
    return _chips(sheet, seat, 4 * LINE, w)


def _chips(sheet: Sheet, seat: int, y: float, w: float) -> float:
    """Achievements and titles; returns where they end."""
    s = sheet.view
    columns = 2 if w >= CHIPS else 1
    width = (w - GAP * (columns - 1)) / columns
    laid, held = s.laid[seat], titles_of(s, seat)
    for i in range(len(laid) + len(held)):
        with sheet.enlarged(i % columns * (width + GAP), y + i // columns * LINE):
            if i < len(laid):
                facts = ("short card", laid[i], s.level[laid[i]], width)
                sheet.part(facts, partial(_card, sheet, *facts[1:]))
            else:
                title, sideways = held[i - len(laid)]
                key = ("short title", title, seat, sideways, width, sheet.texts.seats[seat])
                sheet.part(key, partial(_title, sheet, title, seat, sideways, width))
    return y + -(-(len(laid) + len(held)) // columns) * LINE + 3


def noble_line(sheet: Sheet, seat: int, here: tuple[int, ...], gone: int, w: float, scale: float) -> None:
    """The noble discs in a supply, and how many are exhausted (D-4.3, D-13.6)."""
    words = sheet.word("nobles", n=len(here), gone=gone)
    hint = f"{words} {rule(sheet.texts, 'D-4.3', 'D-4.6')}"
    left = 23 * scale * len(here) + 4
    sheet.ground.append(
        group(
            tooltip(hint),
            label(left, 16.5, PLAIN.cut(words, w - left, 12.5), font_size=12.5),
            id=f"nobles-{seat}",
        )
    )
    for i, number in enumerate(here):
        sheet.pieces.append(
            group(
                tooltip(words),
                disc(seat, 0, 0, scale),
                id=f"disc-{seat}-{number}",
                transform=move(11 * scale + 23 * scale * i, 12),
            )
        )


def _counted(picture: str, words: str, hint: str, x: float, id: str) -> str:
    """A sign with a number or a few words."""
    return group(
        tooltip(hint),
        picture,
        label(25, 17, words, class_="bold", font_size=14),
        id=id,
        transform=move(x, 0),
    )


def _goods(sheet: Sheet, seat: int, have: tuple[int, ...], w: float) -> None:
    for which, n in enumerate(have):
        hint, id = f"{sheet.texts.name('goods', which)}: {n}.", f"{GOODS_IDS[which]}-{seat}"
        sheet.ground.append(_counted(goods(which, 12, 12, 0.85), str(n), hint, which * w / GOODS, id))


def _units(sheet: Sheet, seat: int, faces: tuple[int, ...], supply: tuple[int, ...], w: float) -> None:
    """Level and figures in the supply of each type."""
    for type, face in enumerate(faces):
        level = ROMAN[sheet.t.faces[face].level - 1]
        hint = f"{face_hint(sheet, face)}\n{sheet.word('units_left', n=supply[type])}"
        words, id = f"{level} · {supply[type]}", f"type-{seat}-{UNIT_IDS[type]}"
        sheet.ground.append(_counted(unit(type, 12, 12, 0.85, seat), words, hint, type * w / UNITS, id))


def _tracks(
    sheet: Sheet, seat: int, row: int, limit: int, units: int, level: int, trophies: tuple[int, ...], w: float
) -> None:
    """Units on the map and the supply limit, the storehouse, trophies."""
    t, texts = sheet.t, sheet.texts
    vp = t.manor_vp[t.manors - row]
    manors = f"{sheet.word('supply_limit', n=limit, units=units)}. {sheet.word('row_left', n=row, vp=vp)}"
    sell, store = t.sell_limit[level], t.store_limit[level]
    stored = sheet.word("store_level", n=level, sell=sell, store=store, vp=t.storage_vp[level])
    n = len(trophies)
    last = min(n, len(t.trophy_vp) - 1)
    joins = t.reinforcement[last]
    who = texts.name("unit", joins) if joins >= 0 else sheet.word("nobody_joins")
    bonus = sheet.word("trophy_space", n=n, unit=who, vp=t.trophy_vp[last])
    for i, (picture, words, hint, id) in enumerate(
        (
            (manor(seat, 12, 12, 0.85), f"{units}/{limit}", manors, "limit"),
            (copy("store", 12, 12, 0.8), f"{sell}/{store}", stored, "store"),
            (marker(12, 12, 0.8), str(n), f"{sheet.word('trophies', n=n)}. {bonus}", "trophies"),
        )
    ):
        sheet.ground.append(_counted(picture, words, hint, i * w / 3, f"{id}-{seat}"))


def _card(sheet: Sheet, card: int, level: int, width: float) -> None:
    """An achievement by name and level; the tooltip says what it does now."""
    t, texts = sheet.t, sheet.texts
    name = texts.name("card", card)
    told = [
        f"{ROMAN[i]}: {power_text(sheet.rules, texts, power)}"
        for i, power in enumerate(t.card_powers[card][:level])
    ]
    sheet.pieces.append(
        group(
            tooltip("\n".join([sheet.word("in_force", card=name), *told, card_hint(sheet, card)])),
            tag("rect", width=width, height=LINE - 3, rx=5, class_="card"),
            copy("kind-achievement", 13, 12, 0.7),
            label(26, 16.5, BOLD.cut(name, width - 48, 14), class_="bold", font_size=14),
            label(width - 6, 16.5, ROMAN[level - 1], class_="end bold", font_size=14),
            id=f"card-{t.card_ids[card]}",
            data_kind="card",
            data_value=card,
        )
    )


def _title(sheet: Sheet, title: int, seat: int, sideways: bool, width: float) -> None:
    """A title by name; one that is used lies sideways."""
    name = BOLD.cut(sheet.texts.name("title", title), width - 32, 14)
    sheet.ground.append(
        group(
            tooltip(title_hint(sheet, title, seat, sideways)),
            tag("rect", width=width, height=LINE - 3, rx=5, class_="card"),
            group(copy("title", 0, 0, 0.7), transform=move(14, 12, turn=90 if sideways else 0)),
            label(28, 16.5, name, class_="bold", font_size=14),
            id=f"held-{sheet.t.title_ids[title]}",
        )
    )
