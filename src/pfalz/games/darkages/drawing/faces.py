"""Culture cards and unit faces, as they look wherever they lie: in the offer, in a hand, on a board."""

from __future__ import annotations

from typing import Final

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, CUT, PLAIN, ROMAN
from pfalz.games.darkages.cardtext import card_text, power_text
from pfalz.games.darkages.drawing.notes import card_hint, face_hint
from pfalz.games.darkages.drawing.pieces import card_sign, copy, points, price, unit
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.words import ACHIEVEMENT, PHASE_IDS, WAR_TECHNOLOGY

LETTERS: Final = 12.0
"""The size of the letters of what a card does."""
LINE: Final = 14.5
HEAD: Final = 37.0
"""How high the upper part of a card is, with its sign and name."""
SMALL: Final = 134.0
"""How high a small card is: room for the first level, or for both faces."""
STRIP: Final = 41.0
"""How high a unit face is on a card."""


def text_lines(words: str, room: float, most: int = 99, size: float = LETTERS) -> list[str]:
    """Words in lines; what does not fit is cut."""
    found = PLAIN.broken(words, room, size)
    if len(found) > most:
        found = found[:most]
        found[-1] = PLAIN.cut(found[-1] + CUT * 2, room, size) if most else ""
    return found


def written(lines: list[str], x: float, y: float, size: float = LETTERS, line: float = LINE) -> str:
    """Lines of text below each other; y is the base of the first."""
    return "".join([label(x, y + i * line, words, font_size=size) for i, words in enumerate(lines)])


def card_face(sheet: Sheet, card: int, width: float, height: float, *, full: bool = False) -> str:
    """What is on a culture card: a small one tells the first level, a full one all of them.

    On a full one, which lies in a hand, each unit face can be chosen."""
    facts = ("card face", card, width, height, full)
    return sheet.told(facts, lambda: _card_face(sheet, card, width, height, full))


def _card_face(sheet: Sheet, card: int, width: float, height: float, full: bool) -> str:
    t = sheet.t
    kind = t.card_kind[card]
    body = [
        tooltip(card_hint(sheet, card)),
        tag("rect", width=width, height=height, rx=7, class_="card"),
        card_sign(t.kind_ids[kind], 17, 19, 0.95),
        *_name(sheet.texts.name("card", card), width),
        tag("path", d=f"M7,{HEAD:g} H{width - 7:g}", class_="rule"),
    ]
    if kind == WAR_TECHNOLOGY:
        return "".join(body) + _technology(sheet, card, width, height, full)
    vp = kind == ACHIEVEMENT and not full
    most = int((height - HEAD - (24 if vp else 6)) / LINE)
    lines = _first(sheet, card, width - 16, most) if vp else _body(sheet, card, width - 16)
    body.append(written(lines[:most], 8, HEAD + 15))
    if vp:
        body.append(points(" / ".join(map(str, t.card_vp[card])), 6, height - 11))
    return "".join(body)


def _technology(sheet: Sheet, card: int, width: float, height: float, live: bool) -> str:
    """The faces of a war technology; what a single one can do is written out."""
    faces = sheet.t.card_faces[card]
    body = [
        face_strip(sheet, face, 0, HEAD + 3 + i * (STRIP + 4), width, live) for i, face in enumerate(faces)
    ]
    top = HEAD + STRIP + 18
    body.append(written(_skill(sheet, card, width - 16, int((height - top) / LINE) + 1), 8, top))
    return "".join(body)


def _skill(sheet: Sheet, card: int, room: float, most: int = 99) -> list[str]:
    """What the only unit face of a war technology can do."""
    faces = sheet.t.card_faces[card]
    power = sheet.t.faces[faces[0]].power
    if len(faces) > 1 or power < 0:
        return []
    return text_lines(power_text(sheet.rules, sheet.texts, power), room, most)


def _first(sheet: Sheet, card: int, room: float, most: int) -> list[str]:
    """The first level of an achievement, and those after it that have room as a whole."""
    t, texts = sheet.t, sheet.texts
    found: list[str] = []
    for i, power in enumerate(t.card_powers[card]):
        lines = text_lines(f"{ROMAN[i]}: {power_text(sheet.rules, texts, power)}", room, most)
        if len(found) + len(lines) > most:
            break
        found += lines
    return found


def _name(name: str, width: float) -> list[str]:
    """The name of a card in one line or two."""
    room = width - 34
    for size in (14.0, 13.0, 12.0):
        lines = BOLD.broken(name, room, size)
        if len(lines) <= 2 and all(BOLD.breadth(line, size) <= room for line in lines):
            break
    else:
        lines = [BOLD.cut(line, room, size) for line in lines[:2]]
    top = 24 if len(lines) == 1 else 16.5
    return [label(31, top + 14.5 * i, line, class_="bold", font_size=size) for i, line in enumerate(lines)]


def _body(sheet: Sheet, card: int, room: float) -> list[str]:
    """All a card says."""
    found: list[str] = []
    for words in card_text(sheet.rules, sheet.texts, card):
        found += text_lines(words, room)
    return found


def full_height(sheet: Sheet, card: int, width: float) -> float:
    """How high a card is that says everything."""
    t = sheet.t
    if t.card_kind[card] == WAR_TECHNOLOGY:
        faces = HEAD + 4 + 2 * (STRIP + 4)
        lines = sheet.told(("skill lines", card, width), lambda: len(_skill(sheet, card, width - 16)))
        return max(faces, HEAD + STRIP + 10 + LINE * lines)
    lines = sheet.told(("card lines", card, width), lambda: len(_body(sheet, card, width - 16)))
    return HEAD + 10 + LINE * lines


def small_height(sheet: Sheet, card: int, width: float) -> float:
    """How high a card of the offer is: of an achievement the first level has room, others say everything."""
    if sheet.t.card_kind[card] == ACHIEVEMENT:
        return SMALL
    return max(SMALL, full_height(sheet, card, width))


def face_strip(sheet: Sheet, face: int, x: float, y: float, width: float, live: bool) -> str:
    """A unit face on a card: type, level, name; below it what its dice need, its armour and its cost."""
    found = sheet.t.faces[face]
    name, size = BOLD.fitted(f"{ROMAN[found.level - 1]} {sheet.texts.name('face', face)}", width - 38, 13, 12)
    values, after = face_values(sheet, face, 7, 30)
    cost, _ = price(found.cost, width - 7 - 15.4 * sum(found.cost), 30, 0.7)
    return group(
        tooltip(face_hint(sheet, face)),
        tag("rect", x=4, width=width - 8, height=STRIP, rx=5, class_="space"),
        unit(found.type, 17, 10.5, 0.72),
        label(31, 15, name, class_="bold", font_size=size),
        values,
        label(after + 3, 34.5, "✦", class_="bold", font_size=12.5) if found.power >= 0 else "",
        cost,
        data_kind="face" if live else None,
        data_value=face if live else None,
        transform=move(x, y),
    )


def face_values(sheet: Sheet, face: int, x: float, y: float, scale: float = 1.0) -> tuple[str, float]:
    """From which number on the dice of each phase hit, and the armour; returns where it ends, too."""
    found = sheet.t.faces[face]
    body: list[str] = []
    for phase, value in enumerate(found.values):
        if value:
            words = f"{value}+" if found.dice[phase] == 1 else f"{found.dice[phase]}×{value}+"
            body.append(copy(PHASE_IDS[phase], x + 7 * scale, y, 0.62 * scale))
            body.append(label(x + 15 * scale, y + 4.4 * scale, words, font_size=12 * scale, class_="bold"))
            x += (19 + 7 * len(words)) * scale
    body.append(copy("armour", x + 7 * scale, y - scale, 0.6 * scale))
    body.append(
        label(x + 15 * scale, y + 4.4 * scale, str(found.armour), font_size=12 * scale, class_="bold")
    )
    return "".join(body), x + 26 * scale
